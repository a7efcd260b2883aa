"""Decorators for the loops of the kernels, which numba compiles to machine code.

Numba takes half a second to load, so it is loaded when a loop is first called: what numpy answers
alone does not wait for it. `machine_code` compiles the loops and stores the result on disk.
"""

from collections.abc import Callable
from functools import cached_property, partial, update_wrapper
from typing import Any, TypeVar, cast

_Function = TypeVar("_Function", bound=Callable[..., Any])


class Loop:
    """A function that is compiled when it is first called, or when another loop that calls it is
    compiled.
    """

    def __init__(self, function: Callable[..., Any], *, inline: bool) -> None:
        self._function, self._inline = function, inline
        update_wrapper(self, function)

    @cached_property
    def dispatcher(self) -> Any:
        """Numba's object for the function, which compiles it for each combination of types."""
        from fairdeal.lab.kernels import machine_code  # noqa: PLC0415 - numba

        return machine_code.dispatcher_of(self._function, inline=self._inline)

    @cached_property
    def _call(self) -> Callable[..., Any]:
        from fairdeal.lab.kernels import machine_code  # noqa: PLC0415 - numba

        return partial(machine_code.call, self.dispatcher)

    def __call__(self, *arguments: Any) -> Any:
        """Run the machine code."""
        return self._call(*arguments)


def compiled(loop: _Function) -> _Function:
    """Decorate a function to be compiled by its first call, or loaded if it was compiled before."""
    return cast(_Function, Loop(loop, inline=False))


def inlined(loop: _Function) -> _Function:
    """Decorate a helper to be compiled as a part of each function that calls it. A call with arrays
    pays for counting references to them, which is most of the cost of a small helper.
    """
    return cast(_Function, Loop(loop, inline=True))


def popcount(bits: int) -> int:
    """Return the number of bits that are set; in a compiled loop this is one machine
    instruction.
    """
    return bits.bit_count()
