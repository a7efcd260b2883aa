"""Figures of a solved game, added up from its endings."""

from collections import Counter
from fractions import Fraction

from fairdeal.lab.kernels.double_draw.decisions import DrawChoice, DrawDecision
from fairdeal.lab.kernels.double_draw.solution import DoubleDrawSolution
from fairdeal.lab.kernels.let_it_ride.best_play import LetItRideSolution
from fairdeal.lab.kernels.run_em_twice.solution import ANTES, RunEmTwiceSolution
from fairdeal.lab.solver.results import Solution


def by_net(solution: Solution | RunEmTwiceSolution | LetItRideSolution) -> dict[Fraction, Fraction]:
    """The probability of each net result."""
    parts: Counter[Fraction] = Counter()
    if isinstance(solution, LetItRideSolution):
        parts.update(solution.by_net)
    elif isinstance(solution, RunEmTwiceSolution):
        for played, count in solution.endings.items():
            parts[played.net] += count
    else:
        for ending, weight in solution.endings.items():
            parts[solution.net[ending]] += weight
    total = solution.total if isinstance(solution, Solution) else solution.deals
    return {net: Fraction(weight, total) for net, weight in parts.items()}


def ev(solution: RunEmTwiceSolution) -> Fraction:
    """The expected net result of a round."""
    return sum((net * part for net, part in by_net(solution).items()), Fraction(0))


def by_hand(solution: Solution) -> dict[tuple[int, ...], Fraction]:
    """The probability of each combination of final hands, by cells; folds are left out."""
    parts: Counter[tuple[int, ...]] = Counter()
    for ending, weight in solution.endings.items():
        if ending.cells is not None:
            parts[ending.cells] += weight
    return {cells: Fraction(weight, solution.total) for cells, weight in parts.items()}


def by_fold(solution: Solution) -> dict[str, Fraction]:
    """The probability of a fold at each decision where there are any."""
    parts: Counter[str] = Counter()
    for ending, weight in solution.endings.items():
        if ending.folded_at is not None:
            parts[ending.folded_at] += weight
    return {decision: Fraction(weight, solution.total) for decision, weight in parts.items()}


def deals_by_fold(solution: RunEmTwiceSolution) -> tuple[int, int, int]:
    """Deals folded at the first, second and third decision."""
    counts = [0, 0, 0]
    for ending, count in solution.endings.items():
        if ending.first_cell is None:
            counts[len(ending.bets)] += count
    return counts[0], counts[1], counts[2]


def average_wagered(solution: Solution | RunEmTwiceSolution | LetItRideSolution) -> Fraction:
    """The expected total of stakes that stood at the end, or when the hand was folded."""
    if isinstance(solution, Solution):
        parts = sum(sum(ending.stakes) * weight for ending, weight in solution.endings.items())
        return Fraction(parts) / solution.total
    if isinstance(solution, RunEmTwiceSolution):
        total = sum((ANTES + sum(end.bets)) * count for end, count in solution.endings.items())
        return Fraction(total, solution.deals)
    return Fraction(sum(end.units * n for end, n in solution.endings.items()), solution.deals)


def chance(solution: DoubleDrawSolution, weight: int) -> Fraction:
    """The probability of an ending, by its weight."""
    return Fraction(weight, solution.total)


def equals(decision: DrawDecision) -> tuple[DrawChoice, ...]:
    """All choices that are worth as much as the best one."""
    return tuple(choice for choice in decision.choices if choice.ev == decision.best.ev)
