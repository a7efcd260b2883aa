"""`fairdeal bet`: a betting pattern as a whole."""

from fractions import Fraction
from typing import Annotated, Any

import typer
from rich.markup import escape

from fairdeal.cli.figures import show_readings, title_of, worked_out_for
from fairdeal.cli.options import (
    GameOptions,
    MeterAmounts,
    PaytableChoices,
    ReadingChoices,
    RulesFile,
    parse_dollars,
    parse_meters,
    parse_pairs,
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
from fairdeal.english import all_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.lab.figures.betting_pattern import BettingPattern, betting_pattern
from fairdeal.lab.progress import shown_by
from fairdeal.rulebook.game import Game


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog=(
            "Examples: fairdeal bet let-it-ride main=10 five-card-bonus=1 · fairdeal bet "
            "run-em-twice main=15 ultimate-pairs=5 --per-hour 30 --rounds 1000 --risk 5"
        )
    )(bet)


def bet(
    game: GameName,
    bets: Annotated[
        list[str], typer.Argument(metavar="WAGER=DOLLARS...", help="main is one base bet")
    ],
    *,
    per_hour: Annotated[int, typer.Option(metavar="NUMBER", min=1, help="rounds an hour")] = 40,
    rounds: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, max=1_000_000, help="how many rounds are played")
    ] = 1_000,
    risk: Annotated[
        str, typer.Option(metavar="PERCENT", help="the risk of losing the bankroll in that time")
    ] = "5",
    meter: MeterAmounts = None,
    jurisdiction: Jurisdiction = None,
    rules: RulesFile = None,
    paytable: PaytableChoices = None,
    reading: ReadingChoices = None,
    as_json: AsJson = False,
) -> None:
    """A betting pattern: return, swings, cost an hour, bankroll.

    The deviation includes the covariance of the wagers of a round: exact where it can be counted,
    and between bounds where not.
    """
    terms = GameOptions(game, jurisdiction, rules, paytable, reading)
    stakes = {
        name: parse_dollars(value, name) for name, value in parse_pairs(bets, "a bet").items()
    }
    shown = parse_meters(meter)
    chance = _risk(risk)
    with shown_by(TerminalProgress):
        found = betting_pattern(terms.rules(), stakes, meters=shown)
    if as_json:
        print_json(_document(terms.game, found, per_hour, rounds, chance))
        return
    out = console()
    out.print(f"[bold]{escape(terms.game.title)}[/bold], {terms.game.place}: the whole bet\n")
    table = plain_table("wager", "stake", "wagered", "result", "deviation", "", right=_NUMBERS)
    for wager in found.wagers.values():
        table.add_row(
            escape(title_of(terms.game, wager.figures.wager)),
            _money(wager.stake),
            _money(wager.wagered),
            f"{float(wager.mean):+.4f}",
            f"{float(wager.variance) ** 0.5:.2f}",
            f"paytable {wager.figures.paytable}",
        )
    low, high = found.deviations
    swing = f"{high:.2f}" if found.exact else f"{low:.2f} to {high:.2f}"
    table.add_row("together", "", _money(found.wagered), f"{float(found.mean):+.4f}", swing, "")
    print_table(out, table, drop=("",))
    out.print()
    ahead = found.ahead_after(rounds)
    about = "" if found.results is not None else "about "
    spread = f"{ahead[0]:.1%}" if ahead[0] == ahead[1] else f"{ahead[0]:.1%} to {ahead[1]:.1%}"
    bankroll = found.bankroll(rounds, float(chance))
    for words in (
        f"exactly {found.mean} dollars a round; the house holds {float(found.hold):.4%} of it all",
        f"at {per_hour} rounds an hour it costs ${-float(found.mean) * per_hour:,.2f} an hour",
        f"ahead after {rounds:,} rounds: {about}{spread}",
        f"bankroll for a risk of {float(chance):.1%} in that time: about ${bankroll:,.0f}",
    ):
        out.print(words)
    if found.results is None or bankroll:
        out.print("about: by the normal law", style="dim")
    unknown = [pair for pair, known in found.covariances.items() if known is None]
    if unknown:
        pairs = all_of([f"{one} with {other}" for one, other in unknown])
        out.print(f"between bounds, not counted: {pairs}", style="dim")
    for wager in found.wagers.values():
        if words := worked_out_for(wager.figures):
            out.print(f"{wager.figures.wager}: {words}", style="dim")
    show_readings(out, terms.readings)


_NUMBERS = "stake wagered result deviation"


def _document(
    game: Game, found: BettingPattern, per_hour: int, rounds: int, risk: Fraction
) -> dict[str, Any]:
    return {
        "game": game.name,
        "jurisdiction": game.jurisdiction,
        "bets": {
            name: {
                "stake": float(wager.stake),
                "paytable": wager.figures.paytable,
                "ev": str(wager.mean),
                "wagered": float(wager.wagered),
                "standard_deviation": float(wager.variance) ** 0.5,
            }
            for name, wager in found.wagers.items()
        },
        "covariances": [
            {"wagers": list(pair), "covariance": None if known is None else str(known)}
            for pair, known in found.covariances.items()
        ],
        "ev": str(found.mean),
        "ev_decimal": float(found.mean),
        "wagered": float(found.wagered),
        "hold": float(found.hold),
        "exact": found.exact,
        "standard_deviation": list(found.deviations),
        "cost_an_hour": -float(found.mean) * per_hour,
        "rounds": rounds,
        "ahead": list(found.ahead_after(rounds)),
        "risk": float(risk),
        "bankroll": found.bankroll(rounds, float(risk)),
    }


def _risk(text: str) -> Fraction:
    value = parse_percent(text, "--risk")
    if not 0 < value < 1:
        raise BadInputError(f"--risk is between 0 and 100, not {quoted(text)}")
    return value


def _money(amount: Fraction) -> str:
    return f"${float(amount):,.2f}"
