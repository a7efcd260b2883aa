"""Compiles the loops of this package with numba."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

_Function = TypeVar("_Function", bound=Callable[..., Any])


def compiled_here(function: _Function) -> _Function:
    """Compile a function, and store the machine code where that is possible.

    Numba's own cache notices changes of the function's file only. So a function that is compiled
    here calls none of another file, and uses no constant of another file.
    """
    try:
        return cast(_Function, numba.njit(nogil=True, cache=True)(function))
    except RuntimeError:  # there is no folder that can be written to
        return cast(_Function, numba.njit(nogil=True)(function))
