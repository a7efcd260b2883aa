"""The one door to what loads numpy, numba or matplotlib.

These are an extra and take seconds to load, so modules that need them at their top are imported
here, when something is counted or drawn, and by nobody else who must start quickly. Everything that
is not behind this door is imported at the top of a module, as everywhere.
"""

from collections.abc import Sequence

from fairdeal.lab.analysis import Analysis
from fairdeal.lab.kernel import Kernel
from fairdeal.lab.strategy_card import GridCell
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
) -> None:
    """Draw analyses into a file: see `fairdeal.lab.plots`."""
    from fairdeal.lab import plots  # noqa: PLC0415 - matplotlib

    plots.plot_analyses(game, analyses, target, grid)
