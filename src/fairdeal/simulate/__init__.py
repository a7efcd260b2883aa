"""Simulations: many rounds of a game, on one machine or on a cluster, beside the exact figures.

The package can be called: `fairdeal.simulate(GAME, 1_000_000, seed=7)` is
`fairdeal.simulate.simulation.simulate`.
"""

import sys
from types import ModuleType
from typing import Any

from fairdeal.simulate.simulation import simulate


class _CallableModule(ModuleType):
    """A module that is also the function which it is named after."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Play rounds: see `simulate`."""
        return simulate(*arguments, **options)


_CallableModule.__call__.__doc__ = simulate.__doc__
sys.modules[__name__].__class__ = _CallableModule
