"""`fairdeal analyze`: the exact returns of one wager or of all wagers of a game."""

from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from fairdeal.cli.figures import show_analysis, show_lines, show_readings, show_summary, write_csv
from fairdeal.cli.game_options import GameOptions
from fairdeal.cli.options import (
    LONGEST,
    AsJson,
    GameName,
    Jurisdiction,
    MeterAmounts,
    NoCache,
    Patient,
    PayoutLimit,
    PaytableChoices,
    ReadingChoices,
    RulesFile,
    Stake,
    parse_meters,
    parse_stake_and_limit,
)
from fairdeal.cli.output import TerminalProgress, console, print_json, print_line
from fairdeal.english import all_of, printable
from fairdeal.errors import BadInputError
from fairdeal.lab.decisions.strategy import own_cards_grid
from fairdeal.lab.documents import analyses_answer
from fairdeal.lab.figures.compare import compare
from fairdeal.lab.figures.payouts import MAIN
from fairdeal.lab.figures.plot_files import plot_path
from fairdeal.lab.lazy import plot_analyses
from fairdeal.lab.progress import shown_by
from fairdeal.wire.lab_answers import answer_document


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog=(
            "Examples: fairdeal analyze let-it-ride --paytable main=A · fairdeal analyze "
            "let-it-ride --wager five-card-bonus --paytable five-card-bonus=A,B,C · fairdeal "
            "analyze run-em-twice --wager main --reading wheel=high-only · fairdeal analyze "
            "let-it-ride --wager progressive --paytable progressive=A --meter meter=12345.67 "
            "--stake 5 --json"
        )
    )(analyze)


def analyze(
    game: GameName,
    *,
    jurisdiction: Jurisdiction = None,
    rules: RulesFile = None,
    paytable: PaytableChoices = None,
    reading: ReadingChoices = None,
    wager: Annotated[
        str | None, typer.Option(metavar="NAME", help="Analyse only main, or only a side bet.")
    ] = None,
    stake: Stake = None,
    limit: PayoutLimit = None,
    meter: MeterAmounts = None,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Also write plots to an .svg or .png file.")
    ] = None,
    brief: Annotated[
        bool, typer.Option("--brief", help="Print only the summary, all wagers on one screen.")
    ] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the summary as CSV.")] = False,
    no_cache: NoCache = False,
    patient: Patient = False,
    as_json: AsJson = False,
) -> None:
    """Compute the exact returns of wagers: house edge, risk, deviation, every outcome.

    To compare paytables of a wager, name several: --paytable five-card-bonus=A,B,mine.toml. A
    paytable of another jurisdiction is written pennsylvania:standard.
    """
    terms = GameOptions(game, jurisdiction, rules, paytable, reading, several=True)
    drawn: list[Path] = []
    if plot:
        plot_path(plot)
    if as_csv and as_json:
        raise BadInputError("--csv or --json, not both")
    meters = parse_meters(meter)
    dollars, most = parse_stake_and_limit(stake, limit, with_file=terms.table is not None)
    with shown_by(TerminalProgress, longest=None if patient else LONGEST):
        found = compare(
            terms.game,
            terms.choices,
            readings=terms.readings,
            wager=wager,
            stake=dollars,
            limit=most,
            meters=meters,
            offered=terms.offered,
            table=terms.table,
            cache=not no_cache,
        )
        if plot:
            main = any(one.wager == MAIN for one in found)
            cells = own_cards_grid(terms.rules(), cache=not no_cache) if main else ()
            drawn = plot_analyses(terms.game, found, plot, cells)
    if as_json:
        answer = analyses_answer(terms.game, terms.readings, found)
        print_json(answer_document(answer))
        return
    if as_csv:
        write_csv(terms.game, terms.readings, found)
        return
    out = console()
    out.print(f"[bold]{escape(terms.game.title)}[/bold], {terms.game.place}\n")
    if brief or len(found) > 1:
        show_summary(out, terms.game, terms.readings, found, dollars or Fraction(1))
        out.print()
    for chosen in (several for several in terms.choices.values() if len(several) > 1):
        for hand in dict.fromkeys(table.hand for table in chosen):
            alike = [table for table in chosen if table.hand == hand]
            show_lines(out, alike, [table.name for table in alike])
        out.print()
    if not brief:
        for one in found:
            show_analysis(out, terms.game, one)
        if len(found) == 1:
            show_readings(out, terms.readings)
    if plot:
        names = printable(all_of([str(path) for path in drawn]))
        print_line(out, (f"written: {names}", "dim"))
