"""Imports of the modules that need numpy, numba or matplotlib, on the first call.

These libraries are an extra and take seconds to load. So the modules that import them at their top
are imported only here, when something is counted or drawn. All other imports stand at the top of
their module.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from fairdeal.lab.decisions.strategy_card import GridCell
from fairdeal.lab.figures.analysis import Analysis
from fairdeal.lab.kernel import Kernel
from fairdeal.lab.progress import Progress
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager


def kernel_of(rules: Rules) -> Kernel:
    """The kernel of a game: see `fairdeal.lab.kernels`."""
    from fairdeal.lab import kernels  # noqa: PLC0415 - numba

    return kernels.kernel_of(rules)


def count_side_bet(rules: Rules, wager: Wager) -> tuple[int, ...]:
    """Counts by the cell of a side bet: see `fairdeal.lab.kernels.side`."""
    from fairdeal.lab.kernels import side  # noqa: PLC0415 - numba

    return side.count_side_bet(rules, wager)


def plot_analyses(
    game: Game, analyses: Sequence[Analysis], target: str, grid: Sequence[GridCell] = ()
) -> list[Path]:
    """Draw analyses into files, and say which: see `fairdeal.lab.figures.plots`."""
    from fairdeal.lab.figures import plots  # noqa: PLC0415 - matplotlib

    return plots.plot_analyses(game, analyses, target, grid)


def main_by_side_cell(
    kernel: Kernel, rules: Rules, side: Wager, progress: Progress | None = None
) -> list[Fraction] | None:
    """The value of a round by the cell of a side bet: see `fairdeal.lab.kernels.own_cards`."""
    from fairdeal.lab.kernels import own_cards  # noqa: PLC0415 - numba

    return own_cards.main_by_side_cell(kernel, rules, side, progress)


def joint_cells(
    kernel: Kernel, rules: Rules, one: Wager, other: Wager, progress: Progress | None = None
) -> list[list[int]] | None:
    """Counts by the cells of two side bets: see `fairdeal.lab.kernels.own_cards`."""
    from fairdeal.lab.kernels import own_cards  # noqa: PLC0415 - numba

    return own_cards.joint_cells(kernel, rules, one, other, progress)


def round_totals(results: Mapping[Fraction, Fraction], rounds: int) -> tuple[Any, Any]:
    """Totals after some rounds and their chances: see `fairdeal.lab.figures.round_totals`."""
    from fairdeal.lab.figures import round_totals as module  # noqa: PLC0415 - numpy

    return module.round_totals(results, rounds)
