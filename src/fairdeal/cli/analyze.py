"""`fairdeal analyze`: exact mathematics of one wager or of all."""

from fractions import Fraction
from typing import Annotated

import typer
from rich.console import Console

from fairdeal.cli.show import (
    AsJson,
    GameName,
    Jurisdiction,
    console,
    grid,
    print_json,
    print_line,
    print_table,
    watch_on_terminal,
)
from fairdeal.cli.terms import (
    PaytableChoices,
    ReadingChoices,
    RulesFile,
    Terms,
    amount_of,
    once,
)
from fairdeal.english import all_of, printable, quoted
from fairdeal.errors import BadInputError
from fairdeal.lab import results_cache
from fairdeal.lab.analysis import Analysis
from fairdeal.lab.analyze import analyze as analyze_game
from fairdeal.lab.answers import tell_analyses
from fairdeal.lab.heavy import plot_analyses
from fairdeal.lab.payouts import MAIN
from fairdeal.lab.strategy import own_cards_grid
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import CENTS, MAX_METER, UNITS, dollars
from fairdeal.wire.answers import answer_document


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog=(
            "Examples: fairdeal analyze let-it-ride --paytable main=A · fairdeal analyze "
            "run-em-twice --wager main --reading wheel=high-only · fairdeal analyze let-it-ride "
            "--wager progressive --paytable progressive=A --meter meter=12345.67 --stake 5 --json"
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
        str | None, typer.Option(metavar="NAME", help="main, or a side bet; all by default")
    ] = None,
    stake: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="on a side bet; 1 by default")
    ] = None,
    meter: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=DOLLARS", help="what a meter shows; may be repeated"),
    ] = None,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="write plots to FILE.svg or FILE.png as well")
    ] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="work it out again")] = False,
    as_json: AsJson = False,
) -> None:
    """Exact returns: house edge, risk, deviation, every outcome."""
    terms = Terms(game, jurisdiction, rules, paytable, reading)
    meters = {}
    for option in once(meter, "--meter"):
        name, _, value = option.partition("=")
        if not value:
            raise BadInputError(f"--meter is NAME=DOLLARS, not {quoted(option)}")
        meters[name] = amount_of(value, f"meter {name}", per_dollar=UNITS, most=MAX_METER)
    results_cache.watch[:] = [watch_on_terminal]
    found = analyze_game(
        terms.game,
        paytables=terms.paytables,
        readings=terms.readings,
        wager=wager,
        stake=None if stake is None else amount_of(stake, "--stake"),
        meters=meters,
        offered=terms.offered,
        cache=not no_cache,
    )
    if plot:
        main = any(one.wager == MAIN for one in found)
        cells = own_cards_grid(terms.rules(), cache=not no_cache) if main else ()
        plot_analyses(terms.game, found, plot, cells)
    if as_json:
        answer = tell_analyses(terms.game, terms.readings, found)
        print_json(answer_document(answer))
        return
    out = console()
    out.print(f"[bold]{terms.game.title}[/bold], {terms.game.jurisdiction}\n")
    for one in found:
        _show(out, one, _paid_by(terms.game, one))
    if plot:
        print_line(out, (f"written: {printable(plot)}", "dim"))


def _paid_by(game: Game, one: Analysis) -> str:
    """What the paytable of an analysis is one of: the game's own wagers may have theirs under the
    name of one of them.
    """
    if one.wager != "main" or len(game.paytables["main"].tables) > 1:
        return "paytable"
    required = [w.name for w in game.wagers if not w.optional and len(w.pays.tables) > 1]
    return f"with the {required[0]} paytable" if required else "paytable"


def _dollars(amount: Fraction) -> str:
    return dollars(int(amount * CENTS))


def _show(out: Console, one: Analysis, paid_by: str) -> None:
    out.rule(f"[bold]{one.wager}[/bold], {paid_by} {one.paytable}", align="left")
    figures = grid("figure", "amount", "", right="amount")
    figures.add_row(
        "expected result", f"{float(one.ev):+.8f}", f"of one {one.unit}, exactly {one.ev}"
    )
    figures.add_row("house edge", f"{float(one.house_edge):.4%}", f"of one {one.unit}")
    figures.add_row("average wagered", f"{float(one.average_wagered):.6f}", one.unit)
    figures.add_row("element of risk", f"{float(one.element_of_risk):.4%}", "of all wagered")
    figures.add_row("standard deviation", f"{one.standard_deviation:.6f}", one.unit)
    ahead = "of the rounds end ahead" if one.wager == "main" else "of the wagers win"
    figures.add_row("hit frequency", f"{float(one.hit_frequency):.4%}", ahead)
    if one.progressive:
        shown = [f"{name} {_dollars(amount)}" for name, amount in one.progressive.meters.items()]
        figures.add_row(
            "worked out for", _dollars(one.progressive.stake), f"staked; {all_of(shown)}"
        )
        even = one.progressive.break_even
        top, *others = one.progressive.return_per_1000
        meter = f"on the {top} meter, the others as they stand" if others else "on the meter"
        if even is not None and even > 0:
            figures.add_row("break-even", _dollars(even), meter)
        elif even is not None:
            figures.add_row("break-even", "none", "the player is ahead even with it empty")
        for name, value in one.progressive.return_per_1000.items():
            figures.add_row(f"$1,000 on {name}", f"{float(value):+.4%}", "of the stake")
        envy = one.progressive.envy_per_player
        figures.add_row("envy", f"{float(envy):+.4%}", "of the stake, for each other player")
    print_table(out, figures)
    table = grid(
        "hand",
        "pays",
        "combinations",
        "probability",
        "contribution",
        right="combinations probability contribution",
    )
    for outcome in one.outcomes:
        table.add_row(
            outcome.hand,
            outcome.pays or "",
            f"{outcome.combinations:,}",
            f"{float(outcome.probability):.8f}",
            f"{float(outcome.contribution):+.6f}",
        )
    print_table(out, table)
    out.print()
