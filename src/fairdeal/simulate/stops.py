"""The chances that a session of flat bets ends by its loss, by its win, or by neither.

The total of a session is followed round by round over all amounts between the two stops, with the
exact distribution of one round. Chances are added as floating-point numbers.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from typing import Final

import numpy as np

from fairdeal.lab.figures.result_grid import common_divisor

#: The most additions that an answer is worth.
_MOST_WORK: Final = 2e10


def stopped_chances(
    results: Mapping[Fraction, Fraction], rounds: int, loss: Fraction, win: Fraction
) -> tuple[float, float] | None:
    """Return the chances that a session of at most so many rounds ends because the total has fallen
    by `loss`, and because it has risen by `win`; None where it would take too long.
    """
    step = common_divisor(results)
    below, above = ceil(loss / step), ceil(win / step)
    states = below + above - 1
    if float(states) * len(results) * rounds > _MOST_WORK:
        return None
    moves = [(int(net / step), float(chance)) for net, chance in results.items()]
    at = np.zeros(states)
    at[below - 1] = 1.0
    lost = won = 0.0
    for _ in range(rounds):
        after = np.zeros(states)
        for move, chance in moves:
            kept = slice(max(0, -move), max(0, min(states, states - move)))
            to = slice(kept.start + move, kept.stop + move)
            if kept.start < kept.stop:
                after[to] += chance * at[kept]
            if move < 0:
                lost += chance * float(at[: min(states, -move)].sum())
            elif move > 0:
                won += chance * float(at[max(0, states - move) :].sum())
        at = after
    return lost, won
