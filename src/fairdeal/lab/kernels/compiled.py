"""What the loops of the kernels are compiled with."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.extending import intrinsic

_Loop = TypeVar("_Loop", bound=Callable[..., Any])


def compiled(loop: _Loop) -> _Loop:
    """Compile a function when it is first called; `.py_func` is the readable twin.

    No cache on disk: numba's does not notice that a helper or a constant has changed. The
    interpreter lock is let go, so that a pool of threads can share the work.
    """
    return cast(_Loop, numba.njit(nogil=True)(loop))


def inlined(loop: _Loop) -> _Loop:
    """Compile as a part of each caller. A helper that is called with arrays pays for counting their
    references at every call, which is most of what a small helper costs.
    """
    return cast(_Loop, numba.njit(nogil=True, inline="always")(loop))


def _popcount(_context: Any, bits: Any) -> Any:
    def generate(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return bits(bits), generate


#: How many bits of an integer are set; one machine instruction, and only inside compiled loops.
popcount = cast(Callable[[int], int], intrinsic(_popcount))
