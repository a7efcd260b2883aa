"""Side bets of Run 'Em Twice beside main wagers that a payout limit cuts."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest
from conftest import Ran
from solver_cases import PENNSYLVANIA, RUN_EM_TWICE, deck_of, rules_of

from fairdeal.lab.kernels import kernel_for
from fairdeal.lab.kernels.run_em_twice.kernel import RunEmTwiceKernel
from fairdeal.lab.solver import Solver, solve_side
from fairdeal.rulebook.game import Game

Run = Callable[..., Ran]
LIMIT = Fraction(29, 2)
#: Three ranks, so that the general solver is quick; full houses and fours are common.
SMALL = deck_of((0, 9, 12))


@pytest.mark.clause("MD-RET 12.C")
@pytest.mark.parametrize(
    ("game", "most"),
    [
        pytest.param(RUN_EM_TWICE, 1, marks=pytest.mark.slow),
        pytest.param(RUN_EM_TWICE, 9, marks=pytest.mark.slow),
        pytest.param(PENNSYLVANIA, 9, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_results_by_cells_against_the_general_solver(game: Game, most: int) -> None:
    """The main wagers' endings, the side bets' counts, and the value by cell of each side bet."""
    rules = rules_of(game)
    kernel = kernel_for(rules, SMALL, LIMIT)
    assert isinstance(kernel, RunEmTwiceKernel)
    names = [wager.name for wager in rules.wagers if wager.side][:most]
    sides = [rules.game.wager[name] for name in names]
    joint = kernel.joint_results(sides)
    assert joint is not None
    deals = sum(joint.values())
    by_net: Counter[Fraction] = Counter()
    for (net, _), count in joint.items():
        by_net[net] += count
    solution = Solver(rules, SMALL, limit=LIMIT).solve()
    found: Counter[Fraction] = Counter()
    for ending, count in solution.endings.items():
        found[solution.net[ending]] += count
    assert {net: Fraction(n, deals) for net, n in by_net.items()} == {
        net: Fraction(n, solution.total) for net, n in found.items()
    }
    for place, side in enumerate(sides):
        cells = len(side.pays.tables[0].ranking.cells)
        parts, counts = [Fraction(0)] * cells, [0] * cells
        for (net, of), count in joint.items():
            parts[of[place]] += net * Fraction(count, deals)
            counts[of[place]] += count
        dealt = solve_side(rules, side.name, SMALL)
        assert [Fraction(count, deals) for count in counts] == [
            Fraction(count, dealt.total) for count in dealt.by_cell
        ]
        by_cell = Solver(rules, SMALL, side=side, limit=LIMIT).mean_by_cell()
        assert tuple(parts) == by_cell
        split = kernel.main_by_side_cell(side)
        assert split is None or tuple(split) == by_cell


@pytest.mark.slow
def test_two_side_bets_together_are_counted_deal_by_deal() -> None:
    """With a limit that no hand reaches the counts are those without one."""
    rules = rules_of(RUN_EM_TWICE)
    sides = [rules.game.wager[name] for name in ("five-card-bonus", "ultimate-pairs")]
    without = kernel_for(rules, SMALL).joint_results(sides)
    assert without is not None
    assert kernel_for(rules, SMALL, Fraction(10**6)).joint_results(sides) == without
    assert kernel_for(rules, SMALL, LIMIT).joint_results(sides) != without
