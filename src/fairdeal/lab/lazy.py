"""Imports of the modules that need numpy, numba or matplotlib, on the first call.

These libraries are an extra and take seconds to load. So the modules that import them at their top
are imported only here, when something is counted or drawn. All other imports stand at the top of
their module.
"""

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

from fairdeal.lab.card_lines.line_place import LinePlace
from fairdeal.lab.decisions.strategy_card import GridCell, StrategyCard
from fairdeal.lab.figures.analysis import Analysis
from fairdeal.lab.figures.bounds import SessionFigures, TotalFigures
from fairdeal.lab.figures.total_bands import ExactBands, Results
from fairdeal.lab.kernel import Kernel
from fairdeal.lab.progress import Progress
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation
from fairdeal.rulebook.wager import Wager

_B = TypeVar("_B", bound=Hashable)


def kernel_of(rules: Rules, limit: Fraction | None = None) -> Kernel:
    """Return the kernel of a game: see `fairdeal.lab.kernels`."""
    from fairdeal.lab import kernels  # noqa: PLC0415 - numba

    return kernels.kernel_of(rules, limit)


def count_side_bet(rules: Rules, wager: Wager) -> tuple[int, ...]:
    """Return counts by the cell of a side bet: see `fairdeal.lab.kernels.side`."""
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
    """Return a round's value by the cell of a side bet: see `fairdeal.lab.kernels.own_cards`."""
    from fairdeal.lab.kernels import own_cards  # noqa: PLC0415 - numba

    return own_cards.main_by_side_cell(kernel, rules, side, progress)


def joint_cells(
    kernel: Kernel, rules: Rules, one: Wager, other: Wager, progress: Progress | None = None
) -> list[list[int]] | None:
    """Return counts by the cells of two side bets: see `fairdeal.lab.kernels.own_cards`."""
    from fairdeal.lab.kernels import own_cards  # noqa: PLC0415 - numba

    return own_cards.joint_cells(kernel, rules, one, other, progress)


def session_figures(
    results: Mapping[Fraction, Fraction], rounds: int, risk: Fraction, bankroll: Fraction | None
) -> SessionFigures:
    """Return figures of a session of so many rounds: see `fairdeal.lab.figures.session`."""
    from fairdeal.lab.figures import session  # noqa: PLC0415 - numpy

    return session.session_figures(results, rounds, risk, bankroll)


def exact_bands(bets: Sequence[_B], results: Mapping[_B, Results], came: int) -> ExactBands | None:
    """Return exact quantiles of a total: see `fairdeal.lab.figures.mixed_totals`."""
    from fairdeal.lab.figures import mixed_totals  # noqa: PLC0415 - numpy

    return mixed_totals.exact_bands(bets, results, came)


def total_figures(results: Mapping[Fraction, Fraction], rounds: int) -> TotalFigures:
    """Return figures of the total of so many rounds: see `fairdeal.lab.figures.session`."""
    from fairdeal.lab.figures import session  # noqa: PLC0415 - numpy

    return session.total_figures(results, rounds)


def total_quantiles(
    results: Mapping[Fraction, Fraction], rounds: int, shares: Sequence[float]
) -> list[Fraction] | None:
    """Return quantiles of the total of so many rounds; None where its distribution cannot be had
    exactly: see `fairdeal.lab.figures.round_totals`.
    """
    from fairdeal.lab.figures import round_totals  # noqa: PLC0415 - numpy

    totals = round_totals.round_totals(results, rounds)
    return None if totals is None else [totals.quantile(share) for share in shares]


def line_place(rules: Rules, card: StrategyCard, situation: Situation) -> LinePlace | None:
    """Return the place of the line that applies to a situation: see
    `fairdeal.lab.card_lines.places`.
    """
    from fairdeal.lab.card_lines import places  # noqa: PLC0415 - numba

    return places.line_place(rules, card, situation)
