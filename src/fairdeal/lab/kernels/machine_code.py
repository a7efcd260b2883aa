"""The compiler, and where what it made is kept: the one module here that loads numba at its top.

Numba's own cache notices a change of the function and of nothing else: after a helper or a constant
changed, it served the old machine code. So compiled loops lie in a folder that is named by a digest
of all code that they can depend on and of the compiler. Machine code that is loaded is obeyed: the
folder is this user's alone, or it is not used.
"""

import hashlib
import platform
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

import llvmlite
import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.registry import cpu_target
from numba.core.runtime.nrt import rtsys
from numba.extending import intrinsic

from fairdeal.lab.cache.code_digest import code_digest
from fairdeal.lab.cache.private_dir import private

_COMPILER: Final = (
    platform.python_version(),
    *(module.__version__ for module in (numba, llvmlite, np)),
)


@cache
def kept_in() -> Path | None:
    """The folder of this code's compiled loops; None where nothing can be kept."""
    digest = hashlib.sha256(repr((code_digest(), _COMPILER)).encode()).hexdigest()[:32]
    return private(f"kernels-{digest}")


class _Locator(_CacheLocator):
    """Says where numba keeps a function."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._function, self._folder = function, folder

    @classmethod
    def from_function(cls, function: Callable[..., Any], _: str) -> "_Locator | None":
        """None where nothing can be kept."""
        folder = kept_in()
        return None if folder is None else cls(function, folder)

    def get_cache_path(self) -> str:
        """One folder for all."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """The folder's name says it: nothing else is asked of the source."""
        return self._folder.name

    def get_disambiguator(self) -> str:
        """Functions of one name in modules of one name are told apart."""
        return hashlib.sha256(self._function.__module__.encode()).hexdigest()[:8]


class _Implementation(CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012 - as numba has it


class _Kept(FunctionCache):
    """Numba's cache of one function, which fails in silence: then the function is compiled."""

    _impl_class = _Implementation

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The machine code for these types, if it is there and whole.

        Numba would first learn of everything that can be compiled, which takes longer than to load,
        and which compiling does anyway. What is loaded needs of it only the memory's management.
        """
        # A spoilt file can fail in any way while it is unpickled.
        with suppress(Exception):
            rtsys.initialize(target_context)
            return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep it, if it can be kept; an index that is spoilt is begun anew."""
        try:
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
        except Exception:
            with suppress(Exception):
                self.flush()  # type: ignore[no-untyped-call]
                super().save_overload(sig, data)  # type: ignore[no-untyped-call]


def dispatcher_of(loop: Callable[..., Any], *, inline: bool) -> Any:
    """What compiles a function when it is first called, or takes it from where compiled ones are
    kept. The interpreter lock is let go, so that a pool of threads can share the work.
    """
    if inline:
        return numba.njit(nogil=True, inline="always")(loop)
    dispatcher: Any = numba.njit(nogil=True)(loop)
    if kept_in() is not None:
        # What `cache=True` does, with our folder.
        dispatcher._cache = _Kept(loop)  # type: ignore[no-untyped-call]
    return dispatcher


def _popcount(_context: Any, bits: Any) -> Any:
    def generate(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return bits(bits), generate


@cache
def popcount_type() -> Any:
    """What numba knows the instruction by that counts bits."""
    instruction, context = intrinsic(_popcount), cpu_target.typing_context
    context.refresh()
    return context.resolve_value_type(instruction)
