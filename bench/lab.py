"""Exact solves and decisions, warm, on one core, beside a plain loop of the same work."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, count
from time import perf_counter
from typing import Any

from bench.measure import Row, best_seconds
from fairdeal.cards import parse_cards
from fairdeal.games import find_game
from fairdeal.hands import FIVE_CARD
from fairdeal.hands.lookup import lookup
from fairdeal.lab.figures.analyze import analyze
from fairdeal.lab.figures.payouts import net_by_cell
from fairdeal.lab.kernels import counts, kernel_of
from fairdeal.lab.kernels.double_draw import first_decision, second_decision, solve
from fairdeal.lab.kernels.double_draw.kernel import DoubleDrawKernel
from fairdeal.lab.kernels.let_it_ride.best_play import LetItRide
from fairdeal.lab.kernels.run_em_twice.best_play import RunEmTwice
from fairdeal.rulebook.rules import house_rules
from fairdeal.rulebook.situation import Situation


def bench() -> list[Row]:
    floor = _plain_rate()
    rows = [Row("lab", "plain loop: look-ups a second, pure Python", f"{floor / 1e6:,.2f} M/s")]
    return [*rows, *_let_it_ride(floor), *_run_em_twice(floor), *_double_draw(floor)]


def _plain_rate() -> float:
    """Five-card look-ups a second in a plain Python loop: the reference of this run."""
    index = lookup(FIVE_CARD).index
    hands = list(combinations(range(24), 5))

    def run() -> None:
        for hand in hands:
            index(hand)

    return len(hands) / best_seconds(run, runs=3)


def _timed(call: Callable[[], Any]) -> tuple[float, float]:
    """Seconds of the first call, compiling included, and the best of a few warm ones."""
    start = perf_counter()
    call()
    return perf_counter() - start, best_seconds(call, runs=3)


def _solve_row(what: str, call: Callable[[], Any], deals: float, floor: float, target: str) -> Row:
    cold, warm = _timed(call)
    plain = deals / floor
    against = f"plain loop would take {_duration(plain)}: {plain / warm:,.0f} times"
    return Row("lab", f"{what} (cold {cold:.1f} s)", f"{warm:.3f} s", against, target)


def _duration(seconds: float) -> str:
    for size, unit in ((86400 * 365, "years"), (86400, "days"), (3600, "hours"), (1, "s")):
        if seconds >= size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{seconds:.2f} s"


def _let_it_ride(floor: float) -> list[Row]:
    game = find_game("let-it-ride")
    table = game.paytables["main"]["A"]
    deals = 22_100 * 49 * 48 / 2
    main = _solve_row(
        "let-it-ride main", lambda: LetItRide(net_by_cell(table)).solution, deals, floor, "< 0.1 s"
    )

    def side_bets() -> None:
        for counted in (counts.hand_counts, counts.best_five_counts, counts.better_run_counts):
            counted.cache_clear()
        for wager in game.wagers:
            if wager.optional:
                analyze(game, wager=wager.name)

    hands = 2_598_960 + 20_358_520 + 22_100 * 2
    side = _solve_row("let-it-ride, all side bets", side_bets, hands, floor, "< 0.5 s")
    kernel = kernel_of(house_rules(game))
    asked = [Situation(parse_cards("Ts 9s 8h"))]
    return [main, side, _decision_row("let-it-ride, bet 1", lambda: kernel.decide(asked))]


def _run_em_twice(floor: float) -> list[Row]:
    rules = house_rules(find_game("run-em-twice"))
    ante = net_by_cell(rules.game.wager["first-ante"].pays.tables[0])
    run = net_by_cell(rules.paytables["main"])
    deals = 1_326 * 1_225 * 1_128 * 46 * 2.0
    solved = _solve_row(
        "run-em-twice main", lambda: RunEmTwice(ante, run).ev, deals, floor, "< 1.5 s"
    )
    whole = _solve_row(
        "run-em-twice, every ending", lambda: RunEmTwice(ante, run).solution, deals, floor, ""
    )
    own = parse_cards("Kc 7c")

    def first() -> None:
        RunEmTwice(ante, run).first_decision(own)

    kernel = kernel_of(rules)
    three = {"first-run": Fraction(3)}
    second = [Situation(own, parse_cards("8d Kh"), bets=three)]
    both = {**three, "second-run": Fraction(1)}
    third = [Situation(own, parse_cards("8d Kh 2c 3c"), bets=both)]
    return [
        solved,
        whole,
        _decision_row("run-em-twice, first run", first),
        _decision_row("run-em-twice, second run", lambda: kernel.decide(second)),
        _decision_row("run-em-twice, center", lambda: kernel.decide(third)),
        _many_row("run-em-twice, 2,000 second runs", lambda: kernel.decide(second * 2_000)),
    ]


def _double_draw(floor: float) -> list[Row]:
    game = find_game("double-draw")
    rules = replace(house_rules(game))
    kernel = kernel_of(rules)
    assert isinstance(kernel, DoubleDrawKernel)
    net = kernel.net
    # A solution is kept and found again. The same game in another unit of money is another one.
    units = count(3)

    def whole() -> None:
        unit = next(units)
        solve([unit * result for result in net], -2 * unit, -3 * unit)

    # Every hand, every discard of up to three with its draws, then to stand pat or throw one of
    # five and draw one of 46 or more.
    draws = 1 + 5 * 49 + 10 * 1_176 + 10 * 18_424
    deals = 3_162_510 * draws * (1 + 5 * 46.0)
    cards = parse_cards("4c 7h 8d Kd 6h")

    unsolved = [2 * result for result in net]

    def first() -> None:
        first_decision(cards, unsolved, -2 * 2, -3 * 2)

    held, thrown = parse_cards("4h Qh 7s * 7c"), parse_cards("2s Qs")
    return [
        _solve_row("double-draw main", whole, deals, floor, "< 20 s"),
        _decision_row("double-draw, first draw", first),
        _decision_row("double-draw, second draw", lambda: second_decision(held, thrown, net)),
    ]


def _decision_row(what: str, call: Callable[[], Any]) -> Row:
    call()
    seconds = best_seconds(call, runs=5)
    return Row("lab", f"strategy: {what}", f"{1000 * seconds:.2f} ms", target="< 50 ms")


def _many_row(what: str, call: Callable[[], Any]) -> Row:
    return Row("lab", f"strategy: {what}", f"{best_seconds(call, runs=1):.2f} s", target="some s")
