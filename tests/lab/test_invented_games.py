"""Three routes to what a game is worth, held against each other with games made up at random: the
kernel that fits it, the solver that knows no game, and settling every deal one by one.
"""

import random
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

import pytest
from by_settling import Settler
from invented import SHAPES, Invented, invented
from solved import average_wagered, by_net

from fairdeal.cards import Card
from fairdeal.lab.decisions.decision import Choice
from fairdeal.lab.figures.analysis import Row
from fairdeal.lab.kernels import KERNELS, kernel_for
from fairdeal.lab.kernels.counts import fast_counts
from fairdeal.lab.kernels.plain import PlainKernel
from fairdeal.lab.solver import Solver, solve_side
from fairdeal.lab.solver.plan import side_plan
from fairdeal.rulebook.situation import Situation

#: Some for every run of the tests, many for `make slow`.
FEW = range(20)
MANY = range(1000, 1200)
SEEDS = [*FEW, *(pytest.param(seed, marks=pytest.mark.slow) for seed in MANY)]


@pytest.mark.parametrize("seed", SEEDS)
def test_no_figure_differs(seed: int) -> None:
    one = invented(seed)
    kernel_against_solver(one)
    solver_against_settling(one)
    side_bets(one)


def kernel_against_solver(one: Invented) -> None:
    """Where a kernel fits: value, spread, money wagered, and the choices of first decisions."""
    kernel = kernel_for(one.rules, one.deck)
    if isinstance(kernel, PlainKernel):
        return
    solver = Solver(one.rules, one.deck)
    solution, rows = solver.solve(), kernel.rows()
    assert mean(rows, [row.net for row in rows]) == solution.ev
    assert mean(rows, [row.wagered for row in rows]) == average_wagered(solution)
    assert spread(rows) == by_net(solution)
    draw = random.Random(one.seed)
    for _ in range(4):
        cards = tuple(draw.sample(one.deck, one.rules.game.own_cards))
        (decision,) = kernel.decide([Situation(cards)])
        assert values(decision.choices) == values(solver.decision(cards))


def solver_against_settling(one: Invented) -> None:
    """With a deck that is hardly enough for a round, and with other cards missing each time."""
    assert Solver(one.rules, one.tiny).ev() == Settler(one.rules, one.tiny).ev()


def side_bets(one: Invented) -> None:
    """A fast count against the solver, and the solver against settling."""
    for wager in one.rules.wagers:
        if wager.side:
            found = solve_side(one.rules, wager.name, one.deck)
            fast = fast_counts(side_plan(one.rules, wager), one.deck)
            if fast is not None:
                assert shares(fast.by_cell) == shares(found.by_cell)
            tiny = solve_side(one.rules, wager.name, one.tiny).by_cell
            settled = Settler(one.rules, one.tiny).side(wager)
            assert shares(tiny) == shares([settled[cell] for cell in range(len(tiny))])


def mean(rows: list[Row], amounts: Iterable[Fraction]) -> Fraction:
    weighted = (row.combinations * amount for row, amount in zip(rows, amounts, strict=True))
    return sum(weighted, Fraction(0)) / sum(row.combinations for row in rows)


def spread(rows: list[Row]) -> dict[Fraction, Fraction]:
    nets: Counter[Fraction] = Counter()
    for row in rows:
        nets[row.net] += row.combinations
    deals = sum(nets.values())
    return {net: Fraction(count, deals) for net, count in sorted(nets.items()) if count}


def values(choices: Iterable[Choice]) -> dict[tuple[str, frozenset[Card] | None], Fraction]:
    return {
        (one.action, None if one.discard is None else frozenset(one.discard)): one.ev
        for one in choices
    }


def shares(counts: Iterable[int]) -> list[Fraction]:
    counts = list(counts)
    return [Fraction(count, sum(counts)) for count in counts]


def test_the_few_meet_everything() -> None:
    """Each shape and each kernel is among the games of every run, and side bets of both kinds."""
    games = [invented(seed) for seed in FEW]
    assert {one.shape for one in games} == set(SHAPES)
    assert {type(kernel_for(one.rules, one.deck)) for one in games} == set(KERNELS)
    fast = [
        fast_counts(side_plan(one.rules, wager), one.deck) is not None
        for one in games
        for wager in one.rules.wagers
        if wager.side
    ]
    assert set(fast) == {True, False}
