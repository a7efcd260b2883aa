"""The kernels, each under the name of the game that it solves.

A kernel is a way to solve one game: it takes the game's rules and answers in their names. Each has
a package, where `kernel.py` is the kernel itself, `strategy_card.py` the card, and the mathematics
with its compiled loops is beside them. A game that has none is analysed by the solver that knows no
game, slowly. This package loads numpy and numba: what must stay light takes a kernel by way of
`fairdeal.lab.heavy`.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from fairdeal.lab.kernel import Kernel
from fairdeal.lab.kernels.double_draw.kernel import DoubleDrawKernel
from fairdeal.lab.kernels.let_it_ride.kernel import LetItRideKernel
from fairdeal.lab.kernels.plain import PlainKernel
from fairdeal.lab.kernels.run_em_twice.kernel import RunEmTwiceKernel
from fairdeal.rulebook.rules import Rules

KERNELS: Final[Mapping[str, Callable[[Rules], Kernel]]] = {
    "let-it-ride": LetItRideKernel,
    "run-em-twice": RunEmTwiceKernel,
    "double-draw": DoubleDrawKernel,
}


@lru_cache(maxsize=16)
def kernel_of(rules: Rules) -> Kernel:
    """The kernel of a game, kept with what it has worked out; where there is none, the solver that
    knows no game.
    """
    return KERNELS.get(rules.game.name, PlainKernel)(rules)
