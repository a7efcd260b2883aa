"""What the kernels are compiled with."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.extending import intrinsic

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def compiled(kernel: Kernel) -> Kernel:
    """Compile a kernel when it is first called.

    No cache on disk: numba's has served stale results after a helper changed. The interpreter lock
    is let go, so that a pool of threads can share the work.
    """
    return cast(Kernel, numba.njit(nogil=True)(kernel))


def _popcount(_context: Any, bits: Any) -> Any:
    def generate(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return bits(bits), generate


#: How many bits of an integer are set; one machine instruction, and only inside kernels.
popcount = cast(Callable[[int], int], intrinsic(_popcount))
