"""What the loops of the kernels are compiled with.

Numba takes half a second to load, so it is loaded when a loop is first called: what numpy answers
alone does not wait for it. How loops are compiled and kept is in `machine_code`.
"""

from collections.abc import Callable
from functools import cached_property, update_wrapper
from typing import Any, TypeVar, cast

_Function = TypeVar("_Function", bound=Callable[..., Any])


class _Loop:
    """A function that is compiled when it is called, or when another that calls it is compiled;
    `.py_func` is the readable twin. To numba it is what numba makes of it.
    """

    def __init__(self, loop: Callable[..., Any], *, inline: bool) -> None:
        self.py_func, self._inline = loop, inline
        update_wrapper(self, loop)

    @cached_property
    def _dispatcher(self) -> Any:
        from fairdeal.lab.kernels import machine_code  # noqa: PLC0415 - numba

        return machine_code.dispatcher_of(self.py_func, inline=self._inline)

    def __call__(self, *arguments: Any) -> Any:
        return self._dispatcher(*arguments)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._dispatcher, name)


def compiled(loop: _Function) -> _Function:
    """Compile a function when it is first called, or take it from where compiled ones are kept."""
    return cast(_Function, _Loop(loop, inline=False))


def inlined(loop: _Function) -> _Function:
    """Compile as a part of each caller. A helper that is called with arrays pays for counting their
    references at every call, which is most of what a small helper costs.
    """
    return cast(_Function, _Loop(loop, inline=True))


class _Popcount:
    @property
    def _numba_type_(self) -> Any:
        from fairdeal.lab.kernels import machine_code  # noqa: PLC0415 - numba

        return machine_code.popcount_type()


#: How many bits of an integer are set; one machine instruction, and only inside compiled loops.
popcount = cast(Callable[[int], int], _Popcount())
