"""The lab's figures on the terminal and as CSV: a summary of all wagers, then each in full."""

import csv
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction

from rich.console import Console
from rich.markup import escape

from fairdeal.cli.output import plain_table, print_table
from fairdeal.english import all_of
from fairdeal.lab.figures.analysis import Analysis, ValueAtStake
from fairdeal.lab.figures.payout_limit import StakeLimit
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import CENTS, dollars
from fairdeal.rulebook.paytable import STANDARD, Paytable
from fairdeal.wording.how_to_play import main_hand

_CSV = (
    *("game", "jurisdiction", "wager", "paytable", "unit", "stake", "meters", "readings"),
    *("ev", "ev_decimal", "house_edge", "average_wagered", "element_of_risk"),
    *("standard_deviation", "hit_frequency", "edge_change", "payout_limit"),
    *("minimum", "house_edge_at_minimum", "maximum", "house_edge_at_maximum", "table_payout_limit"),
)


def dollars_of(amount: Fraction) -> str:
    """Return an amount of dollars as the table's sign writes it."""
    return dollars(int(amount * CENTS))


def title_of(game: Game, wager: str) -> str:
    """Return the title of a wager; `main` stands for all main wagers of a game together."""
    return game.wager[wager].title if wager in game.wager else "all main wagers"


def limit_words(game: Game, counted: StakeLimit | None) -> str:
    """Describe whether a payout limit is counted in the figures of the main wagers, and which
    one.
    """
    if counted is None:
        return "no payout limit is counted: that needs --stake, and --limit where none is set"
    unit = f"{dollars_of(counted.stake)} as one {game.unit}"
    return f"with {unit} and a payout limit of {dollars_of(counted.limit)} a hand"


def edges_at_limits(one: Analysis) -> str:
    """Return in words the house edge at the minimum and the maximum of a rules file.

    The result is empty where no rules file gives them, or a stake was named.
    """
    if not one.at_limits:
        return ""
    edges = [f"{float(at.house_edge):.4%} at {dollars_of(at.stake)}" for at in one.at_limits]
    return f"edge {all_of(edges)}{_under(one.at_limits[0])}"


def _limit_of(one: Analysis) -> StakeLimit | None:
    if one.stake is None or one.payout_limit is None:
        return None
    return StakeLimit(one.stake, one.payout_limit)


def stake_and_meters(one: Analysis) -> str:
    """Return in words the stake and the meters that a progressive's figures depend on.

    The result is empty for any other wager.
    """
    if one.progressive is None:
        return ""
    shown = [f"{name} {dollars_of(value)}" for name, value in one.progressive.meters.items()]
    return f"{dollars_of(one.progressive.stake)} staked; {all_of(shown)}"


def show_summary(
    out: Console,
    game: Game,
    readings: Mapping[str, str],
    found: Sequence[Analysis],
    stake: Fraction,
) -> None:
    """Print a line for each wager and paytable, compared with the wager's first paytable."""
    firsts: dict[str, Analysis] = {}
    several = False
    for one in found:
        several |= firsts.setdefault(one.wager, one) is not one
    numbers = ("edge", "change", "risk", "deviation", "hits")
    changed = ["change"] if several else []
    figures = ("edge", *changed, "risk", "deviation", "hits")
    columns = ("wager", "paytable", *figures, "of", "worked out")
    table = plain_table(*columns, right=" ".join(numbers))
    for one in found:
        first = firsts[one.wager]
        change = float(one.house_edge - first.house_edge)
        table.add_row(
            escape(title_of(game, one.wager)) if one is first else "",
            escape(one.paytable),
            f"{float(one.house_edge):.4%}",
            *([("" if one is first else f"{change:+.4%}")] if several else []),
            f"{float(one.element_of_risk):.4%}",
            f"{one.standard_deviation:.3f}",
            f"{float(one.hit_frequency):.2%}",
            one.unit,
            stake_and_meters(one),
        )
    print_table(out, table, drop=("worked out", "of", "hits"))
    out.print(
        "edge: what the house keeps of one unit; risk: of all wagered"
        + ("; change: against the first" if several else ""),
        style="dim",
    )
    mains = [one for one in found if one.wager not in game.wager]
    for one in mains if any(one.at_limits for one in mains) else mains[:1]:
        which = f", paytable {escape(one.paytable)}" if len(mains) > 1 and one.at_limits else ""
        words = edges_at_limits(one) or limit_words(game, _limit_of(one))
        out.print(f"main wagers{which}: {words}", style="dim")
    if any(one.wager in game.wager and not one.progressive for one in found):
        out.print(f"additional wagers: {dollars_of(stake)} staked", style="dim")
    if any(one.progressive for one in found):
        sets = dict.fromkeys(stake_and_meters(one) for one in found if one.progressive)
        out.print(f"progressive: {'; or '.join(sets)}", style="dim")
    show_readings(out, readings)


def show_readings(out: Console, readings: Mapping[str, str]) -> None:
    """Print the readings that the figures depend on, if the game has readings to choose."""
    if readings:
        words = ", ".join(f"{name} {choice}" for name, choice in readings.items())
        out.print(f"readings in force: {words}", style="dim")


def show_lines(out: Console, tables: Sequence[Paytable], names: Sequence[str]) -> None:
    """Print the lines in which several paytables differ."""
    hands = dict.fromkeys(line.hand for table in tables for line in table.lines)
    rows = []
    for hand in hands:
        pays = [
            next((str(line.pays) for line in table.lines if line.hand == hand), "")
            for table in tables
        ]
        if len(set(pays)) > 1:
            rows.append((hand, *pays))
    if not rows:
        out.print("the tables pay the same", style="dim")
        return
    shown = plain_table("where they differ", *names, right=" ".join(names))
    for row in rows:
        shown.add_row(*row)
    print_table(out, shown)


def write_csv(game: Game, readings: Mapping[str, str], found: Sequence[Analysis]) -> None:
    """Write the summary as CSV: a line for each wager and paytable, with all decimals."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(_CSV)
    firsts: dict[str, Analysis] = {}
    for one in found:
        first = firsts.setdefault(one.wager, one)
        progressive = one.progressive
        meters = (
            {name: float(value) for name, value in progressive.meters.items()}
            if progressive
            else {}
        )
        writer.writerow(
            (
                *(game.name, game.jurisdiction, one.wager, one.paytable, one.unit),
                _csv_dollars(progressive.stake if progressive else one.stake),
                " ".join(f"{name}={value:g}" for name, value in meters.items()),
                " ".join(f"{name}={choice}" for name, choice in readings.items()),
                *(str(one.ev), float(one.ev), float(one.house_edge)),
                *(float(one.average_wagered), float(one.element_of_risk)),
                *(one.standard_deviation, float(one.hit_frequency)),
                float(one.house_edge - first.house_edge),
                _csv_dollars(one.payout_limit),
                *_csv_at_limits(one),
            )
        )


def _csv_at_limits(one: Analysis) -> tuple[float | str, ...]:
    if not one.at_limits:
        return ("",) * 5
    least, most = one.at_limits[0], one.at_limits[-1]
    return (
        *(float(least.stake), float(least.house_edge)),
        *(float(most.stake), float(most.house_edge)),
        _csv_dollars(most.payout_limit),
    )


def _csv_dollars(amount: Fraction | None) -> float | str:
    return "" if amount is None else float(amount)


def show_analysis(out: Console, game: Game, one: Analysis) -> None:
    """Print the figures and every outcome of one wager."""
    heading = (
        "" if one.paytable == STANDARD else f", {_paytable_words(game, one)} {escape(one.paytable)}"
    )
    out.rule(
        f"[bold]{escape(title_of(game, one.wager))}[/bold] ({one.wager}){heading}", align="left"
    )
    figures = plain_table("figure", "amount", "", right="amount")
    figures.add_row(
        "expected result", f"{float(one.ev):+.8f}", f"of one {one.unit}, exactly {one.ev}"
    )
    figures.add_row("house edge", f"{float(one.house_edge):.4%}", f"of one {one.unit}")
    figures.add_row("average wagered", f"{float(one.average_wagered):.6f}", one.unit)
    figures.add_row("element of risk", f"{float(one.element_of_risk):.4%}", "of all wagered")
    figures.add_row("standard deviation", f"{one.standard_deviation:.6f}", one.unit)
    ahead = "of the rounds end ahead" if one.wager == "main" else "of the wagers win"
    figures.add_row("hit frequency", f"{float(one.hit_frequency):.4%}", ahead)
    for at in one.at_limits:
        of = f"of one {one.unit} of {dollars_of(at.stake)}"
        figures.add_row("house edge", f"{float(at.house_edge):.4%}", f"{of}{_under(at)}")
    if one.progressive:
        stake, _, meters = stake_and_meters(one).partition(" ")
        figures.add_row("worked out for", stake, meters)
        even = one.progressive.break_even
        top, *others = one.progressive.return_per_1000
        meter = f"on the {top} meter, the others as they stand" if others else "on the meter"
        if even is not None and even > 0:
            figures.add_row("break-even", dollars_of(even), meter)
        elif even is not None:
            figures.add_row("break-even", "none", "the player is ahead even with it empty")
        for name, value in one.progressive.return_per_1000.items():
            figures.add_row(f"$1,000 on {name}", f"{float(value):+.4%}", "of the stake")
        envy = one.progressive.envy_per_player
        figures.add_row("envy", f"{float(envy):+.4%}", "of the stake, for each other player")
    print_table(out, figures)
    numbers = "combinations probability contribution"
    table = plain_table("hand", "pays", *numbers.split(), right=numbers)
    for outcome in one.outcomes:
        table.add_row(
            outcome.hand,
            outcome.pays or "",
            f"{outcome.combinations:,}",
            f"{float(outcome.probability):.8f}",
            f"{float(outcome.contribution):+.6f}",
        )
    print_table(out, table, drop=("combinations",))
    if one.wager not in game.wager and (words := main_hand(game)):
        out.print(f"hand: {words}", style="dim")
    if one.at_limits:
        out.print("A payout limit counts only in the edges that name a stake.", style="dim")
    elif one.wager not in game.wager:
        out.print(limit_words(game, _limit_of(one)), style="dim")
    out.print()


def _under(value: ValueAtStake) -> str:
    if value.payout_limit is None:
        return ", no payout limit"
    return f", payout limit {dollars_of(value.payout_limit)}"


def _paytable_words(game: Game, one: Analysis) -> str:
    """Return the words in front of a paytable's name in a heading.

    The only choice of paytables of the main wagers may belong to one of them, which is then named.
    """
    if one.wager != "main" or len(game.paytables["main"].tables) > 1:
        return "paytable"
    required = [w.name for w in game.wagers if not w.optional and len(w.pays.tables) > 1]
    return f"with the {required[0]} paytable" if required else "paytable"
