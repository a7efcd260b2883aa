"""Many copies of a table, as the arrays that compiled loops play on."""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.lab.kernels.tables import Ints
from fairdeal.simulate.kernels.deal import Small

Flags: TypeAlias = NDArray[np.bool_]
Masks: TypeAlias = NDArray[np.int8]
Floats: TypeAlias = NDArray[np.float64]


class Batch(NamedTuple):
    """The copies, one row each.

    `rounds` is the number of the round that a copy plays, `cards` the cards of that round in the
    order in which the game shows them, `observed` what the player sees. `numerators` over
    `denominators` is the regret of the last decision in units; `illegal` says that the action was
    not allowed and counted as a fold. `finals` is what was seen at the end of a round whose copy
    has begun the next one at once.
    """

    rounds: Ints
    cards: Small
    observed: Small
    finals: Small
    masks: Masks
    rewards: Floats
    ended: Flags
    illegal: Flags
    numerators: Ints
    denominators: Ints


def new_batch(copies: int, cards: int, observed: int, actions: int) -> Batch:
    """Copies that have not been dealt to."""
    return Batch(
        rounds=np.zeros(copies, np.int64),
        cards=np.zeros((copies, cards), np.uint8),
        observed=np.zeros((copies, observed), np.uint8),
        finals=np.zeros((copies, observed), np.uint8),
        masks=np.zeros((copies, actions), np.int8),
        rewards=np.zeros(copies, np.float64),
        ended=np.zeros(copies, np.bool_),
        illegal=np.zeros(copies, np.bool_),
        numerators=np.zeros(copies, np.int64),
        denominators=np.ones(copies, np.int64),
    )
