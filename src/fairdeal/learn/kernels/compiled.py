"""Decorators for the compiled loops of environments."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, TypeVar, cast

from fairdeal.simulate.kernels.compiled import SimulationLoop

_Function = TypeVar("_Function", bound=Callable[..., Any])


class LearnLoop(SimulationLoop):
    """A loop whose machine code lies in a folder of its own, because it depends on this package
    and on the loops of simulations.
    """

    cache_name: ClassVar[str] = "learn"
    sources: ClassVar[tuple[Path, ...]] = (*SimulationLoop.sources, Path(__file__).parent)


def compiled(loop: _Function) -> _Function:
    """Compile a function when it is first called, or load it where it was compiled before."""
    return cast(_Function, LearnLoop(loop, inline=False))


def inlined(loop: _Function) -> _Function:
    """Compile as a part of each caller."""
    return cast(_Function, LearnLoop(loop, inline=True))
