"""`fairdeal target`: find changes of a paytable that bring a wager near a wanted house edge."""

from fractions import Fraction
from typing import Annotated

import typer
from rich.markup import escape

from fairdeal.cli.figures import dollars_of, limit_words, show_readings, title_of
from fairdeal.cli.game_options import GameOptions
from fairdeal.cli.options import (
    LONGEST,
    AsJson,
    GameName,
    Jurisdiction,
    Patient,
    PayoutLimit,
    PaytableChoices,
    ReadingChoices,
    RulesFile,
    Stake,
    parse_percent,
    parse_stake_and_limit,
)
from fairdeal.cli.output import TerminalProgress, console, plain_table, print_json, print_table
from fairdeal.english import did_you_mean, one_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.lab.documents import target_document
from fairdeal.lab.figures.payout_limit import stake_limit
from fairdeal.lab.figures.payouts import MAIN
from fairdeal.lab.figures.paytable_search import main_proposals, side_proposals
from fairdeal.lab.progress import shown_by


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog=(
            "Examples: fairdeal target let-it-ride --wager three-card-bonus --edge 5 · fairdeal "
            'target let-it-ride --wager main --edge 3 --line flush --line "full house"'
        )
    )(target)


def target(
    game: GameName,
    *,
    wager: Annotated[str, typer.Option(metavar="NAME", help="The wager: main, or a side bet.")],
    edge: Annotated[str, typer.Option(metavar="PERCENT", help="The house edge to aim at.")],
    line: Annotated[
        list[str] | None,
        typer.Option(metavar="HAND", help="Change only this line. May be repeated."),
    ] = None,
    stake: Stake = None,
    limit: PayoutLimit = None,
    jurisdiction: Jurisdiction = None,
    rules: RulesFile = None,
    paytable: PaytableChoices = None,
    reading: ReadingChoices = None,
    patient: Patient = False,
    as_json: AsJson = False,
) -> None:
    """Find changes of one or two paytable lines that bring a wager near a house edge.

    All edges are exact. For a side bet the answer comes at once. The main wagers are solved again
    for each change, and only one line changes at a time.
    """
    terms = GameOptions(game, jurisdiction, rules, paytable, reading)
    wanted = parse_percent(edge, "--edge")
    names = [MAIN, *(one.name for one in terms.game.wagers if one.optional)]
    if wager not in names:
        hint = did_you_mean(wager, names) or f": choose {one_of(names)}"
        raise BadInputError(f"{game} has no wager {quoted(wager)} to change{hint}")
    dollars, most = parse_stake_and_limit(stake, limit)
    rules_in_force = terms.rules(most)
    counted = stake_limit(rules_in_force, dollars) if wager == MAIN else None
    if wager == MAIN:
        with shown_by(TerminalProgress, longest=None if patient else LONGEST):
            found = main_proposals(rules_in_force, wanted, stake=dollars, lines=line or ())
    else:
        found = side_proposals(rules_in_force, wager, wanted, stake=dollars, lines=line or ())
    if as_json:
        print_json(target_document(rules_in_force, wager, wanted, found, stake=dollars))
        return
    out = console()
    title = title_of(terms.game, wager)
    out.print(f"[bold]{escape(title)}[/bold], {terms.game.place}: nearest to {float(wanted):.2%}\n")
    table = plain_table("change", "edge", "off by", "exactly", right="edge")
    for one in found:
        changes = ", ".join(f"{hand} {pays}" for hand, pays in one.changes)
        off = f"{float(one.house_edge - wanted):+.4%}"
        table.add_row(changes, f"{float(one.house_edge):.4%}", off, str(one.house_edge))
    print_table(out, table, drop=("exactly",))
    if wager == MAIN:
        out.print(limit_words(terms.game, counted), style="dim")
    else:
        out.print(f"{dollars_of(dollars or Fraction(1))} staked", style="dim")
    show_readings(out, terms.readings)
