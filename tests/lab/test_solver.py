"""Every compiled kernel against the solver that knows no game, fraction by fraction.

The kernels are given payouts by cell that these tests write out; the solver reads the rulebook. So
equality also says that what the kernels are told is what the rulebook pays.
"""

import random
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

import pytest
from payouts import LIR_MAIN, RET_ANTE, RET_RUN, WHEEL, Amount, net
from solved import average_wagered, by_fold, by_hand, by_net, chance, deals_by_fold, ev
from solver_cases import (
    DOUBLE_DRAW,
    LET_IT_RIDE,
    PENNSYLVANIA,
    RUN_EM_TWICE,
    deck_of,
    rules_of,
    top_lines,
)

from fairdeal.cards import Card, parse_cards
from fairdeal.hands import FIVE_CARD, FIVE_CARD_WITH_JOKERS
from fairdeal.lab.kernels import double_draw
from fairdeal.lab.kernels.let_it_ride.best_play import LetItRide
from fairdeal.lab.kernels.run_em_twice.best_play import RunEmTwice
from fairdeal.lab.solver import Choice, Solution, Solver
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.rules import Rules

#: Cards thrown away, or None for a fold, and the value.
Throw: TypeAlias = tuple[tuple[Card, ...] | None, Fraction]

SMALL = (4, 8, 9, 12)  # 6 T J A: sixteen cards with a losing, a pushing and a winning pair
LOW = (0, 1, 2, 3)
WHEEL_RANKS = (0, 1, 2, 3, 12)
BROADWAY = (8, 9, 10, 11, 12)
NINE_TO_ACE = (7, 8, 9, 10, 11, 12)
TWO_TO_SEVEN = (0, 1, 2, 3, 4, 5)


def by_action(choices: list[Choice]) -> dict[str, Fraction]:
    return {choice.action: choice.ev for choice in choices}


# Let It Ride --------------------------------------------------------------------------------------


@pytest.mark.parametrize("ranks", [SMALL, LOW, WHEEL_RANKS, BROADWAY, NINE_TO_ACE, TWO_TO_SEVEN])
@pytest.mark.parametrize("table", "ABC")
def test_let_it_ride(table: str, ranks: tuple[int, ...]) -> None:
    """The value, every ending with its probability, and the money in play."""
    solution = Solver(rules_of(LET_IT_RIDE, main=table), deck_of(ranks)).solve()
    kernel = LetItRide(LIR_MAIN[table], FIVE_CARD, ranks).solution
    assert solution.ev == kernel.ev
    assert average_wagered(solution) == average_wagered(kernel)
    assert by_net(solution) == by_net(kernel)
    assert {
        (bool(bet_1), bool(bet_2), cells and cells[0]): Fraction(weight, solution.total)
        for ((bet_1, bet_2, _), cells, _), weight in solution.endings.items()
    } == {tuple(ending): Fraction(n, kernel.deals) for ending, n in kernel.endings.items()}


@pytest.mark.parametrize("ranks", [WHEEL_RANKS, TWO_TO_SEVEN])
@pytest.mark.parametrize("table", "ABC")
def test_let_it_ride_decisions(table: str, ranks: tuple[int, ...]) -> None:
    """Every first decision, and second decisions with bet 1 riding and taken back."""
    deck = deck_of(ranks)
    solver = Solver(rules_of(LET_IT_RIDE, main=table), deck)
    kernel = LetItRide(LIR_MAIN[table], FIVE_CARD, ranks)
    for number, three in enumerate(combinations(deck, 3)):
        if number % 7 == 0:
            assert by_action(solver.decision(three)) == kernel.first_decision(three)._asdict()
        fourth = next(card for card in deck[number % len(deck) :] + deck if card not in three)
        for withdrawn in ((), ("bet-1",)):
            choices = by_action(solver.decision(three, [fourth], withdrawn=withdrawn))
            second = kernel.second_decision(three, fourth, withdrawn_bet_1=bool(withdrawn))
            assert choices == second._asdict()


# Run 'Em Twice ------------------------------------------------------------------------------------

# Only full houses and better win anything, and these less than by the text: then hands are folded
# even where small decks make good ones.
RET_STRICT = {"royal flush": 500, "straight flush": 100, "four of a kind": 8, "full house": 3}


def ret_rules(wheel: str, *, strict: bool = False, game: Game = RUN_EM_TWICE) -> Rules:
    main = game.paytables["main"].tables[0]
    if not strict:
        return rules_of(game, {"wheel": wheel})
    antes = game.wager["first-ante"].pays
    antes = replace(antes, tables=tuple(top_lines(table, 4) for table in antes.tables))
    pays = {hand: f"{odds} to 1" for hand, odds in RET_STRICT.items()}
    strict_game = game.differs(pays={antes.name: antes})
    return rules_of(strict_game, {"wheel": wheel}, main=top_lines(main, 4).paying(pays))


def ret_kernel(wheel: str, ranks: tuple[int, ...], *, strict: bool = False) -> RunEmTwice:
    ante, run = RET_ANTE, RET_RUN
    if strict:
        ante, run = net(FIVE_CARD, dict.fromkeys(RET_STRICT, 1)), net(FIVE_CARD, RET_STRICT)
    return RunEmTwice(ante, run, WHEEL[wheel], ranks)


def agrees_with_run_em_twice(solution: Solution, kernel: RunEmTwice) -> None:
    assert solution.ev == kernel.ev == ev(kernel.solution)
    deals = kernel.solution.deals
    assert average_wagered(solution) == average_wagered(kernel.solution)
    assert by_net(solution) == by_net(kernel.solution)
    counted: defaultdict[tuple[tuple[Amount, ...], Amount], Fraction] = defaultdict(Fraction)
    for played, count in kernel.solution.endings.items():
        counted[played.bets, played.net] += Fraction(count, deals)
    found: defaultdict[tuple[tuple[Amount, ...], Amount], Fraction] = defaultdict(Fraction)
    for ending, weight in solution.endings.items():
        bets = tuple(bet for bet in ending.stakes[2:] if bet)
        found[bets, solution.net[ending]] += Fraction(weight, solution.total)
    assert found == counted
    folds = [by_fold(solution).get(name, 0) for name in ("first-run", "second-run", "center")]
    assert folds == [Fraction(count, deals) for count in deals_by_fold(kernel.solution)]


@pytest.mark.parametrize(
    ("wheel", "ranks", "strict"),
    [
        ("low-and-high", SMALL, False),
        ("low-and-high", (0, 8, 12), False),
        ("high-only", (0, 1, 2), True),
        ("low-and-high", LOW, True),
        pytest.param("low-and-high", WHEEL_RANKS, False, marks=pytest.mark.slow),
        pytest.param("high-only", WHEEL_RANKS, False, marks=pytest.mark.slow),
        pytest.param("low-and-high", WHEEL_RANKS, True, marks=pytest.mark.slow),
        pytest.param("high-only", WHEEL_RANKS, True, marks=pytest.mark.slow),
        pytest.param("high-only", BROADWAY, True, marks=pytest.mark.slow),
    ],
)
def test_run_em_twice(wheel: str, ranks: tuple[int, ...], strict: bool) -> None:
    """The value, the distribution, the bets and the folds at each decision."""
    solution = Solver(ret_rules(wheel, strict=strict), deck_of(ranks)).solve()
    agrees_with_run_em_twice(solution, ret_kernel(wheel, ranks, strict=strict))
    assert bool(by_fold(solution)) or not strict


def test_run_em_twice_in_pennsylvania() -> None:
    solution = Solver(ret_rules("high-only", game=PENNSYLVANIA), deck_of((4, 8, 12))).solve()
    agrees_with_run_em_twice(solution, ret_kernel("high-only", (4, 8, 12)))


@pytest.mark.parametrize("strict", [False, True], ids=["text", "strict"])
@pytest.mark.parametrize("wheel", WHEEL)
def test_run_em_twice_first_decisions_with_wheels(wheel: str, strict: bool) -> None:
    """Twenty cards with every wheel: some own cards are worth more where it is a straight."""
    solver = Solver(ret_rules(wheel, strict=strict), deck_of(WHEEL_RANKS))
    kernel = ret_kernel(wheel, WHEEL_RANKS, strict=strict)
    for cards in map(parse_cards, ("Ah 5h", "2c 2d") if strict else ("Ah 5h",)):
        fold, *bets = by_action(solver.decision(cards)).values()
        assert {0: fold} | dict(enumerate(bets, 1)) == kernel.first_decision(cards)
    wheels = {choice: Solver(ret_rules(choice, strict=strict), solver.deck) for choice in WHEEL}
    third = [
        solver.decision(
            parse_cards("Ah 5h"),
            parse_cards("2h 3h 2s 3s"),
            bets={"first-run": 1, "second-run": 1},
        )
        for solver in wheels.values()
    ]
    assert third[0] != third[1], "the reading tells them apart"


@pytest.mark.parametrize("ranks", [SMALL, WHEEL_RANKS, BROADWAY, TWO_TO_SEVEN])
@pytest.mark.parametrize("strict", [False, True], ids=["text", "strict"])
@pytest.mark.parametrize("wheel", WHEEL)
def test_run_em_twice_later_decisions(wheel: str, strict: bool, ranks: tuple[int, ...]) -> None:
    """Second and third decisions after bets of any size, on decks of 16 to 24 cards."""
    deck, draw = deck_of(ranks), random.Random(f"{wheel} {strict} {ranks}")
    solver = Solver(ret_rules(wheel, strict=strict), deck)
    kernel = ret_kernel(wheel, ranks, strict=strict)
    for number in range(30):
        *cards, left, right, top, bottom = draw.sample(deck, 6)
        bets = [Fraction(draw.randint(4, 12), 4) for _ in range(2)]
        third = solver.decision(
            cards,
            [left, right, top, bottom],
            bets=dict(zip(("first-run", "second-run"), bets, strict=True)),
        )
        assert [choice.ev for choice in third] == list(
            kernel.third_decision(cards, [left, right, top, bottom], *bets).values()
        )
        if number < 5:
            second = solver.decision(cards, [left, right], bets={"first-run": bets[0]})
            assert [choice.action for choice in second] == ["fold", "bet-1x", "bet-2x", "bet-3x"]
            assert [choice.ev for choice in second] == list(
                kernel.second_decision(cards, [left, right], bets[0]).values()
            )


# Double Draw --------------------------------------------------------------------------------------

BONUS = dict(
    zip(
        (
            *("five aces", "natural royal flush", "wild royal flush", "straight flush"),
            *("four of a kind", "full house", "flush", "straight", "three of a kind", "two pair"),
        ),
        (500, 100, 50, 50, 20, 5, 3, 2, 1, 0),
        strict=True,
    )
)
DD_STRICT = tuple(BONUS)[:4]


def dd_rules(bonus: str, *, strict: bool = False) -> Rules:
    tables = DOUBLE_DRAW.paytables["main"].tables[0], DOUBLE_DRAW.paytables["bonus"][bonus]
    main, side = (top_lines(table, 4) if strict else table for table in tables)
    return rules_of(DOUBLE_DRAW, main=main, bonus=side)


def dd_net(bonus: str, *, strict: bool = False) -> tuple[int, ...]:
    """Ante, two draws and bonus of one unit each, by cell."""
    pays = BONUS | ({"three of a kind": 0} if bonus == "B" else {})
    wins = DD_STRICT if strict else tuple(pays)
    cells = FIVE_CARD_WITH_JOKERS.cells
    return tuple(3 + pays[cell] if cell in wins else -4 for cell in cells)


@pytest.mark.parametrize(
    ("bonus", "strict", "ranks", "jokers"),
    [
        ("A", False, (0, 9, 12), 1),
        ("A", True, (0, 1, 2), 2),
        ("B", False, (0, 9, 12), 0),
        ("B", True, (10, 11, 12), 1),
        ("B", True, (0, 9, 11, 12), 0),
        pytest.param("A", False, SMALL, 1, marks=pytest.mark.slow),
        pytest.param("B", False, SMALL, 2, marks=pytest.mark.slow),
        pytest.param("B", True, (0, 2, 5, 10), 2, marks=pytest.mark.slow),
        pytest.param("A", True, (9, 10, 11, 12), 2, marks=pytest.mark.slow),
        pytest.param("A", True, WHEEL_RANKS, 0, marks=pytest.mark.slow),
    ],
)
def test_double_draw(bonus: str, strict: bool, ranks: tuple[int, ...], jokers: int) -> None:
    """The value, and the probability of every hand and of both folds."""
    deck = deck_of(ranks, jokers)
    solution = Solver(dd_rules(bonus, strict=strict), deck).solve()
    kernel = double_draw.solve(dd_net(bonus, strict=strict), deck=deck)
    assert solution.ev == kernel.ev
    cells = [by_hand(solution).get((cell,), 0) for cell in range(len(kernel.cells))]
    assert cells == [chance(kernel, weight) for weight in kernel.cells]
    folds = [by_fold(solution).get(name, 0) for name in ("first-draw", "second-draw")]
    assert folds == [chance(kernel, weight) for weight in (kernel.fold_first, kernel.fold_second)]
    assert any(folds) or not strict


@pytest.mark.parametrize(
    ("bonus", "strict", "ranks", "jokers"),
    [
        ("A", False, WHEEL_RANKS, 2),
        ("B", False, BROADWAY, 1),
        ("A", True, TWO_TO_SEVEN, 0),
        ("B", True, BROADWAY, 2),
    ],
)
def test_double_draw_decisions(
    bonus: str, strict: bool, ranks: tuple[int, ...], jokers: int
) -> None:
    """All 27 choices of first decisions and all 7 of second ones, on 21 to 24 cards."""
    deck, draw = deck_of(ranks, jokers), random.Random(f"{bonus} {strict} {ranks}")
    solver = Solver(dd_rules(bonus, strict=strict), deck)
    results = dd_net(bonus, strict=strict)

    def values(choices: Iterable[Throw]) -> dict[frozenset[Card] | None, Fraction]:
        return {None if thrown is None else frozenset(thrown): ev for thrown, ev in choices}

    hand = draw.sample(deck, 5)
    found = values((choice.discard, choice.ev) for choice in solver.decision(hand))
    kernel = double_draw.first_decision(hand, results, deck=deck)
    assert found == values((choice.discards, choice.ev) for choice in kernel.choices)
    assert len(found) == 27

    situations = []
    for number in range(60):
        cards = draw.sample(deck, 5 + number % 4)
        situations.append((cards[:5], cards[5:]))
    kernels = double_draw.second_decisions(situations, results, deck=deck)
    for (cards, discards), decision in zip(situations, kernels, strict=True):
        choices = solver.decision(cards, discards=discards)
        assert [choice.action for choice in choices] == ["fold", *["draw"] * 6]
        found = values((choice.discard, choice.ev) for choice in choices)
        assert found == values((choice.discards, choice.ev) for choice in decision.choices)
