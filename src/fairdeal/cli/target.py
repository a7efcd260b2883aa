"""`fairdeal target`: a paytable for a wanted edge."""

from fractions import Fraction
from typing import Annotated

import typer
from rich.markup import escape

from fairdeal.cli.figures import dollars_of, show_readings, title_of
from fairdeal.cli.options import (
    GameOptions,
    PaytableChoices,
    ReadingChoices,
    RulesFile,
    Stake,
    parse_dollars,
    parse_percent,
)
from fairdeal.cli.output import (
    AsJson,
    GameName,
    Jurisdiction,
    TerminalProgress,
    console,
    plain_table,
    print_json,
    print_table,
)
from fairdeal.english import did_you_mean, one_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.lab.figures.payouts import MAIN
from fairdeal.lab.figures.paytable_search import Proposal, main_proposals, side_proposals


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
    wager: Annotated[str, typer.Option(metavar="NAME", help="main, or a side bet")],
    edge: Annotated[str, typer.Option(metavar="PERCENT", help="the house edge to aim at")],
    line: Annotated[
        list[str] | None,
        typer.Option(metavar="HAND", help="a line that may change; all by default"),
    ] = None,
    stake: Stake = None,
    jurisdiction: Jurisdiction = None,
    rules: RulesFile = None,
    paytable: PaytableChoices = None,
    reading: ReadingChoices = None,
    as_json: AsJson = False,
) -> None:
    """Which changes of one or two lines bring a wager nearest to an edge.

    Every edge that is shown is exact. A side bet is answered at once. The main wagers are solved
    again for each paytable, one line at a time.
    """
    terms = GameOptions(game, jurisdiction, rules, paytable, reading)
    wanted = parse_percent(edge, "--edge")
    names = [MAIN, *(one.name for one in terms.game.wagers if one.optional)]
    if wager not in names:
        hint = did_you_mean(wager, names) or f": choose {one_of(names)}"
        raise BadInputError(f"{game} has no wager {quoted(wager)} to change{hint}")
    dollars = None if stake is None else parse_dollars(stake, "--stake")
    if wager == MAIN:
        if dollars is not None:
            raise BadInputError("a stake changes nothing about main: name a side bet")
        watch = TerminalProgress("Solving the main wagers under each change")
        try:
            found = main_proposals(terms.rules(), wanted, lines=line or (), progress=watch.progress)
        finally:
            watch.end()
    else:
        found = side_proposals(terms.rules(), wager, wanted, stake=dollars, lines=line or ())
    if as_json:
        print_json({"game": game, "wager": wager, "edge": float(wanted), "tables": _told(found)})
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
    if wager != MAIN:
        out.print(f"{dollars_of(dollars or Fraction(1))} staked", style="dim")
    show_readings(out, terms.readings)


def _told(found: list[Proposal]) -> list[dict[str, object]]:
    return [
        {
            "lines": dict(one.changes),
            "ev": str(one.ev),
            "house_edge": float(one.house_edge),
        }
        for one in found
    ]
