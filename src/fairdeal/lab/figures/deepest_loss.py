"""How deep a player is behind at the worst moment of some rounds: bankroll and risk of ruin.

A bankroll is lost where the total result falls to minus the bankroll at the end of some round. The
deepest loss of `n` rounds is distributed as the state of a chain after `n` steps that begins at
zero, adds the loss of a round, and never falls below zero (Lindley's recursion: the rounds are
independent, so their order may be turned around). One chain answers for every bankroll. A result
that wins more than any loss that is possible leads to zero, however large it is.

A state that is all but impossible by Doob's inequality is left out. Where one step for each round
would take too long, the chain takes some rounds at a time. It then sees fewer moments, which gives
a lower bound; and between two of them nobody loses more than the greatest loss of these rounds,
which gives an upper bound.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from fairdeal.lab.figures.result_grid import common_divisor, rounded
from fairdeal.lab.figures.round_totals import ERROR, round_totals
from fairdeal.lab.progress import Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray

Floats: TypeAlias = "NDArray[np.float64]"
Results: TypeAlias = Mapping[Fraction, Fraction]

#: The logarithm of the probability of all states that are left out.
_LOG_LEFT_OUT: Final = -37.0
#: The most states of a chain.
_MOST_STATES: Final = 1 << 17
#: The work that is done for an exact answer, in additions.
_MOST_WORK: Final = 4e10


@dataclass(frozen=True, eq=False)
class DeepestLoss:
    """The probability that the deepest loss is at least some amount, between two bounds that are
    equal where it is exact.
    """

    #: The probability of a deepest loss of at least each number of steps.
    least: Floats
    greatest: Floats
    step: Fraction
    #: The upper bound is that of a bankroll that is smaller by this.
    shift: Fraction = Fraction(0)

    def ruin(self, bankroll: Fraction) -> tuple[float, float]:
        """Return the least and the greatest probability that a bankroll is lost."""
        return (
            self._at_least(self.least, bankroll),
            self._at_least(self.greatest, bankroll - self.shift),
        )

    def bankroll(self, risk: float) -> tuple[int, int]:
        """Return the least and the greatest whole dollar that is lost with this risk at most."""
        least = self._dollar(self.least, risk - ERROR, Fraction(0))
        return min(self._dollar(self.least, risk + ERROR, Fraction(0)), least), max(
            self._dollar(self.greatest, risk - ERROR, self.shift), least
        )

    def _at_least(self, chances: Floats, amount: Fraction) -> float:
        place = ceil(amount / self.step)
        if place <= 0:
            return 1.0
        return float(chances[place]) if place < len(chances) else 0.0

    def _dollar(self, chances: Floats, risk: float, shift: Fraction) -> int:
        places = np.flatnonzero(chances <= max(risk, 0.0))
        last = int(places[0]) - 1 if len(places) else len(chances) - 1
        # A bankroll of more than this is lost with at most the risk.
        return floor(last * self.step + shift) + 1


def deepest_loss(
    results: Results, rounds: int, progress: Progress | None = None
) -> DeepestLoss | None:
    """Return the distribution of the deepest loss; None where not even bounds can be had."""
    if min(results) >= 0:
        none = _chain(results, Fraction(1), rounds, 1, progress)
        return DeepestLoss(none, none, Fraction(1))
    step = _step(results, rounds)
    under, over = (rounded(results, step, down=down) for down in (False, True))
    together = 1
    while _work(over, step, rounds, together) > _MOST_WORK:
        together *= 2
        if together > rounds:
            return None
    least = _chain(under, step, rounds, together, progress)
    greatest = least if under == over else _chain(over, step, rounds, together, progress)
    return DeepestLoss(least, greatest, step, shift=-min(over) * (together - 1))


def _step(results: Results, rounds: int) -> Fraction:
    """Return the grid of the chain: that of all results, or where this has too many states that of
    the results which are frequent.
    """
    ordered = sorted(results, key=lambda net: results[net], reverse=True)
    while True:
        step = common_divisor(ordered)
        if _states(results, rounds, step) <= _MOST_STATES or len(ordered) == 1:
            break
        ordered.pop()
    while _states(results, rounds, step) > _MOST_STATES:
        step *= 2
    return step


def _states(results: Results, rounds: int, step: Fraction) -> int:
    """Return how many states are possible, or not all but impossible by Doob's inequality."""
    most = _depth(results, rounds, step, _LOG_LEFT_OUT)
    return ceil(most) + 2


def _depth(results: Results, rounds: int, unit: Fraction, log_share: float) -> float:
    """Return a loss, in units, that is reached with this probability at most, by Doob's inequality
    or because more cannot be lost.
    """
    losses = np.array([-float(net / unit) for net in results])
    chances = np.array([float(chance) for chance in results.values()])
    most = float(-min(results) / unit) * rounds
    for rate in np.geomspace(1e-9, 50, 400) / losses.max():
        grown = log(float(chances @ np.exp(rate * losses)))
        most = min(most, (max(0.0, rounds * grown) - log_share) / rate)
    return most


def enough(results: Results, rounds: int, risk: float) -> int:
    """Return whole dollars that are lost with this risk at most; fewer may be enough."""
    if min(results) >= 0:
        return 0
    most = ceil(-min(results) * rounds)
    if risk <= ERROR:
        return most
    return min(most, ceil(_depth(results, rounds, Fraction(1), log(risk - ERROR))) + 1)


def _work(results: Results, step: Fraction, rounds: int, together: int) -> float:
    """Return about how many additions a chain takes."""
    states = _states(results, rounds, step)
    size = _size(states, int(-min(results) / step) * together)
    transformed = 3.0 * size * size.bit_length()
    if together > 1:
        return rounds // together * transformed
    return rounds * min(transformed, (states + 2000.0) * len(results))


def _size(states: int, loss: int) -> int:
    return 1 << (2 * states + loss).bit_length()


def _chain(
    results: Results, step: Fraction, rounds: int, together: int, progress: Progress | None
) -> Floats:
    """Return the probability of a deepest loss of at least each number of steps."""
    if min(results) >= 0:
        return np.array([1.0, 0.0])
    losses = {int(-net / step): float(chance) for net, chance in results.items()}
    state, done = np.ones(1), 0
    # The rounds that do not fill a block come first, one at a time. The number of states grows
    # with the rounds, so it is set anew when the rounds that are done have doubled.
    while done < rounds:
        size = together if done >= rounds % together else 1
        left = (rounds if size == together else rounds % together) - done
        count = min(max(1, done // size), left // size)
        states = _states(results, done + count * size, step)
        state = np.append(state, np.zeros(max(0, states - len(state))))[:states]
        move = _ChainStep(_block(results, losses, size, states, step), states)
        for number in range(1, count + 1):
            state = move(state)
            if progress and number % 64 == 0:
                progress(done + number * size, rounds)
        done += count * size
    return np.cumsum(state[::-1])[::-1]


def _block(
    results: Results, losses: Mapping[int, float], together: int, states: int, step: Fraction
) -> Mapping[int, float]:
    """Return the losses of some rounds together, in steps."""
    if together == 1:
        return losses
    totals = round_totals(results, together)
    assert totals is not None, "a block of rounds is small"
    found: dict[int, float] = {}
    places, chances = totals.points
    for total, chance in zip(places.tolist(), chances.tolist(), strict=True):
        loss = max(-states, round(-total / float(step)))
        found[loss] = found.get(loss, 0.0) + chance
    return found


class _ChainStep:
    """One step of the chain: a loss is added, and what would be below zero is zero."""

    def __init__(self, losses: Mapping[int, float], states: int) -> None:
        self._states = states
        #: Results that win more than any state has lost.
        self._to_zero = sum(chance for loss, chance in losses.items() if loss <= -states)
        self._losses = {loss: chance for loss, chance in losses.items() if loss > -states}
        worst = max([0, *self._losses])
        size = _size(states, worst)
        self._transform = None
        if 3.0 * size * size.bit_length() < (states + 2000.0) * len(self._losses):
            one = np.zeros(size)
            for loss, chance in self._losses.items():
                one[loss % size] += chance
            self._transform, self._size = np.fft.rfft(one), size

    def __call__(self, state: Floats) -> Floats:
        if self._transform is not None:
            whole = np.fft.irfft(np.fft.rfft(state, self._size) * self._transform, self._size)
            found = np.clip(whole[: self._states], 0.0, 1.0)
            found[0] += max(0.0, float(whole[-self._states :].sum()))
        else:
            found = np.zeros(self._states)
            for loss, chance in self._losses.items():
                if loss >= 0:
                    found[loss:] += chance * state[: self._states - loss]
                else:
                    found[:loss] += chance * state[-loss:]
                    found[0] += chance * float(state[:-loss].sum())
        found[0] += self._to_zero * float(state.sum())
        return found
