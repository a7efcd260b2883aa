"""The one door to what loads numpy, numba or matplotlib.

These are an extra and take seconds to load, so modules that need them at their top are imported
here, when something is counted or drawn, and by nobody else who must start quickly. Everything that
is not behind this door is imported at the top of a module, as everywhere.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from fairdeal.lab.decisions.strategy_card import GridCell
from fairdeal.lab.figures.analysis import Analysis
from fairdeal.lab.kernel import Kernel
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager


def kernel_of(rules: Rules) -> Kernel:
    """The kernel of a game: see `fairdeal.lab.kernels`."""
    from fairdeal.lab import kernels  # noqa: PLC0415 - numba

    return kernels.kernel_of(rules)


def count_side_bet(rules: Rules, wager: Wager) -> tuple[int, ...]:
    """A side bet's hand in every deal: see `fairdeal.lab.kernels.side`."""
    from fairdeal.lab.kernels import side  # noqa: PLC0415 - numba

    return side.count_side_bet(rules, wager)


def plot_analyses(
    game: Game, analyses: Sequence[Analysis], target: str, grid: Sequence[GridCell] = ()
) -> list[Path]:
    """Draw analyses into files, and say which: see `fairdeal.lab.figures.plots`."""
    from fairdeal.lab.figures import plots  # noqa: PLC0415 - matplotlib

    return plots.plot_analyses(game, analyses, target, grid)


def main_beside(kernel: Kernel, rules: Rules, side: Wager) -> list[Fraction] | None:
    """A side bet beside the main wagers: see `fairdeal.lab.kernels.own_cards`."""
    from fairdeal.lab.kernels import own_cards  # noqa: PLC0415 - numba

    return own_cards.main_beside(kernel, rules, side)


def cells_together(
    kernel: Kernel, rules: Rules, one: Wager, other: Wager
) -> list[list[int]] | None:
    """Two side bets beside each other: see `fairdeal.lab.kernels.own_cards`."""
    from fairdeal.lab.kernels import own_cards  # noqa: PLC0415 - numba

    return own_cards.cells_together(kernel, rules, one, other)


def spread_after(results: Mapping[Fraction, Fraction], rounds: int) -> tuple[Any, Any]:
    """Totals after some rounds and their chances: see `fairdeal.lab.figures.round_totals`."""
    from fairdeal.lab.figures import round_totals  # noqa: PLC0415 - numpy

    return round_totals.spread_after(results, rounds)
