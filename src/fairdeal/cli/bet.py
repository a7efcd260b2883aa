"""`fairdeal bet`: the figures of a betting pattern, which is several wagers made together."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from fairdeal.cli.figures import show_readings, stake_and_meters, title_of
from fairdeal.cli.game_options import GameOptions
from fairdeal.cli.options import (
    LONGEST,
    AsJson,
    GameName,
    Jurisdiction,
    MeterAmounts,
    Patient,
    PaytableChoices,
    ReadingChoices,
    RulesFile,
    parse_dollars,
    parse_meters,
    parse_pairs,
    parse_percent,
)
from fairdeal.cli.output import TerminalProgress, console, plain_table, print_json, print_table
from fairdeal.english import all_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.lab.documents import bet_document, session_kinds
from fairdeal.lab.figures.betting_pattern import BettingPattern, betting_pattern
from fairdeal.lab.figures.bounds import Bounded, SessionFigures
from fairdeal.lab.figures.payouts import MAIN
from fairdeal.lab.progress import shown_by
from fairdeal.rulebook.game import Game


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog=(
            "Examples: fairdeal bet let-it-ride main=10 five-card-bonus=1 · fairdeal bet "
            "run-em-twice main=15 ultimate-pairs=5 --rounds 1000 --risk 5 --bankroll 2000"
        )
    )(bet)


def bet(
    game: GameName,
    bets: Annotated[
        list[str],
        typer.Argument(metavar="WAGER=DOLLARS...", help="The stakes; main=10 is one base bet."),
    ],
    *,
    per_hour: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, help="The rounds in an hour.")
    ] = 40,
    rounds: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, max=1_000_000, help="The rounds to play.")
    ] = 1_000,
    risk: Annotated[
        str,
        typer.Option(metavar="PERCENT", help="The risk of losing the bankroll in these rounds."),
    ] = "5",
    bankroll: Annotated[
        str | None,
        typer.Option(metavar="DOLLARS", help="Show the risk of losing this bankroll."),
    ] = None,
    limit: Annotated[
        str | None,
        typer.Option(metavar="DOLLARS", help="The payout limit of a hand; else that of the rules."),
    ] = None,
    meter: MeterAmounts = None,
    jurisdiction: Jurisdiction = None,
    rules: RulesFile = None,
    paytable: PaytableChoices = None,
    reading: ReadingChoices = None,
    patient: Patient = False,
    as_json: AsJson = False,
) -> None:
    """Compute the return, swings, cost an hour and bankroll of several wagers together.

    The bets of a round are counted together, as they fall together. Figures of many rounds are
    exact, or lie between two proven bounds, or are not shown.
    """
    terms = GameOptions(game, jurisdiction, rules, paytable, reading)
    stakes = {
        name: parse_dollars(value, name) for name, value in parse_pairs(bets, "a bet").items()
    }
    meters = parse_meters(meter)
    chance = _parse_risk(risk)
    amount = None if bankroll is None else parse_dollars(bankroll, "--bankroll")
    most = None if limit is None else parse_dollars(limit, "--limit")
    with shown_by(TerminalProgress, longest=None if patient else LONGEST):
        pattern = betting_pattern(terms.rules(), stakes, meters=meters, limit=most)
        session = pattern.session(rounds, chance, amount)
    if as_json:
        print_json(bet_document(terms.game, pattern, session, per_hour))
        return
    out = console()
    title = f"[bold]{escape(terms.game.title)}[/bold], {terms.game.place}"
    out.print(f"{title}: all bets of a round together\n")
    _print_wagers(out, terms.game, pattern)
    out.print()
    for words in (
        f"exactly {pattern.mean} dollars a round; {_of_all(pattern.hold)}",
        f"at {per_hour} rounds an hour the pattern {_an_hour(pattern.mean * per_hour)} on average",
        *_session_words(session, amount),
        _limit_words(pattern),
    ):
        if words:
            out.print(words)
    _print_notes(out, pattern, session, amount)
    for wager in pattern.wagers.values():
        if words := stake_and_meters(wager.figures):
            out.print(f"{wager.figures.wager}: {words}", style="dim")
    show_readings(out, terms.readings)


_NUMBERS = "stake wagered result deviation"


def _print_wagers(out: Console, game: Game, pattern: BettingPattern) -> None:
    table = plain_table("wager", "stake", "wagered", "result", "deviation", "", right=_NUMBERS)
    for wager in pattern.wagers.values():
        table.add_row(
            escape(title_of(game, wager.figures.wager)),
            _money(wager.stake),
            _money(wager.wagered),
            f"{float(wager.mean):+.4f}",
            f"{float(wager.variance) ** 0.5:.2f}",
            f"paytable {wager.figures.paytable}",
        )
    low, high = pattern.deviations
    swing = f"{high:.2f}" if pattern.exact else f"{low:.2f} to {high:.2f}"
    table.add_row("together", "", _money(pattern.wagered), f"{float(pattern.mean):+.4f}", swing, "")
    print_table(out, table, drop=("",))


def _of_all(hold: Fraction) -> str:
    """Describe who holds how much of all that is wagered."""
    who = "the house holds" if hold >= 0 else "the player wins"
    return f"{who} {float(abs(hold)):.4%} of all that is wagered"


def _an_hour(dollars_won: Fraction) -> str:
    """Describe what an hour costs or wins, in dollars and whole cents."""
    cents = round(dollars_won * 100)
    if not cents:
        return "neither costs nor wins anything"
    return f"{'wins' if cents > 0 else 'costs'} ${abs(cents) / 100:,.2f} an hour"


def _session_words(session: SessionFigures, asked: Fraction | None) -> Iterator[str]:
    rounds = f"{session.rounds:,} {'round' if session.rounds == 1 else 'rounds'}"
    if session.ahead is not None:
        even = ""
        if session.even is not None:
            even = f"; exactly even: {_percent(session.even)}"
        yield f"ahead after {rounds}: {_percent(session.ahead)}{even}"
    known = [(share, at) for share, at in session.quantiles.items() if at is not None]
    if known:
        each = ", ".join(f"{_dollars(at)} in {share} %" for share, at in known)
        yield f"result after {rounds}, at most: {each} of all sessions"
    if session.bankroll is not None:
        yield (
            f"bankroll for a risk of {float(session.risk):.1%} in {rounds}: "
            f"{_dollars(session.bankroll)}"
        )
    if session.ruin is not None and asked is not None:
        yield f"a bankroll of {_money(asked)} is lost within {rounds}: {_percent(session.ruin)}"


def _limit_words(pattern: BettingPattern) -> str:
    if pattern.limit is None:
        return (
            "" if MAIN not in pattern.wagers else "no payout limit is counted: the rules have none"
        )
    return f"counted with the payout limit of {_money(pattern.limit.limit)} for the main wagers"


def unknown_figures(session: SessionFigures, asked: Fraction | None) -> list[str]:
    """Return the figures of a session that were asked for and are not known, not even in bounds.

    The risk of losing a bankroll is asked for only with a bankroll.
    """
    return [
        name
        for name, kind in session_kinds(session).items()
        if kind is None and (name != "ruin" or asked is not None)
    ]


def _print_notes(
    out: Console, pattern: BettingPattern, session: SessionFigures, asked: Fraction | None
) -> None:
    """Say which figures are bounds, and which are missing."""
    unknown = [pair for pair, known in pattern.covariances.items() if known is None]
    if unknown:
        pairs = all_of([f"{one} with {other}" for one, other in unknown])
        out.print(f"between bounds, not counted: {pairs}", style="dim")
    if "bound" in session_kinds(session).values():
        out.print("two numbers are proven bounds of a figure", style="dim")
    if unknown_figures(session, asked):
        out.print(
            "figures of many rounds that are not shown could not be computed exactly", style="dim"
        )


def _percent(figure: Bounded) -> str:
    least, greatest = f"{figure.least:.2%}", f"{figure.greatest:.2%}"
    return least if figure.exact else f"{least} to {greatest}"


def _dollars(figure: Bounded) -> str:
    least, greatest = (_signed_money(end) for end in (figure.least, figure.greatest))
    return least if figure.exact else f"{least} to {greatest}"


def _signed_money(amount: float) -> str:
    digits = 0 if amount == int(amount) else 2
    return f"{'-' if amount < 0 else ''}${abs(amount):,.{digits}f}"


def _parse_risk(text: str) -> Fraction:
    value = parse_percent(text, "--risk")
    if not 0 < value < 1:
        raise BadInputError(f"--risk is between 0 and 100, not {quoted(text)}")
    return value


def _money(amount: Fraction) -> str:
    return f"${float(amount):,.2f}"
