"""The kernels: fast solvers for games of one shape each.

A kernel takes a game's rules, and its answers use the names of these rules. Each has a package:
`kernel.py` is the kernel itself, `strategy_card.py` the card, and the other modules are the
mathematics with its compiled loops. A kernel reads the game's data and solves only the shape that
it was written for; any other game is solved by the general solver, slowly. This package loads numpy
and numba: a module that must load fast gets a kernel through `fairdeal.lab.lazy`.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from fairdeal.cards import Card
from fairdeal.errors import BadInputError, NotSolvableError
from fairdeal.lab.kernel import Kernel
from fairdeal.lab.kernels.double_draw.kernel import DoubleDrawKernel
from fairdeal.lab.kernels.let_it_ride.kernel import LetItRideKernel
from fairdeal.lab.kernels.plain import PlainKernel
from fairdeal.lab.kernels.run_em_twice.kernel import RunEmTwiceKernel
from fairdeal.lab.solver.plan import main_plan
from fairdeal.rulebook.rules import Rules

#: Asked in this order; the last fits everything.
KERNELS: Final[tuple[type[Kernel], ...]] = (
    LetItRideKernel,
    RunEmTwiceKernel,
    DoubleDrawKernel,
    PlainKernel,
)


@lru_cache(maxsize=16)
def kernel_of(rules: Rules, limit: Fraction | None = None) -> Kernel:
    """Return the kernel that fits a game; it is cached with everything that it has computed.
    `limit` is a payout limit in units of the base bet.
    """
    return kernel_for(rules, rules.game.deck.cards, limit)


def kernel_for(rules: Rules, deck: Sequence[Card], limit: Fraction | None = None) -> Kernel:
    """Return the kernel that fits a game played with any deck."""
    try:
        plan = main_plan(rules, limit=limit)
    except NotSolvableError as error:
        raise BadInputError(str(error)) from None
    cards = tuple(sorted(deck))
    fitting = next(kernel for kernel in KERNELS if kernel.fits(plan, cards))
    return fitting(rules, plan, cards)
