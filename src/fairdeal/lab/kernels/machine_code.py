"""Compiles the kernels' loops with numba and stores the machine code on disk.

This is the one module of the kernels that imports numba at its top.

Numba's own cache notices a change in the file of the function and in no other file: after a change
of a helper or a constant elsewhere it would load the old machine code. So the machine code lies in
a folder named by a digest of all code that it can depend on and of the compiler's version. Stored
machine code is executed, so the folder must belong to this user alone; otherwise nothing is stored,
and every process compiles for itself.

Only public parts of numba are used. A subclass of its private cache could skip one step of loading,
which saves 0.1 to 0.3 s of the 1.3 s that the first decision of a second process takes in Double
Draw, the game with the most loops; that was not worth depending on private parts.
"""

import hashlib
import platform
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Final

import llvmlite
import numba
import numpy as np
from numba.extending import intrinsic, overload, typeof_impl

from fairdeal.lab.cache.code_digest import code_digest
from fairdeal.lab.cache.private_dir import private_folder
from fairdeal.lab.kernels.compiled import Loop, popcount

_COMPILER: Final = (
    platform.python_version(),
    *(module.__version__ for module in (numba, llvmlite, np)),
)
#: Numba's settings, one for the whole process, and a lock that is held while one is changed.
_CONFIG: Final[Any] = numba.config
_CONFIG_LOCK: Final = Lock()


@cache
def machine_code_folder() -> Path | None:
    """Return the folder of this code's compiled loops; None where nothing can be stored."""
    digest = hashlib.sha256(repr((code_digest(), _COMPILER)).encode()).hexdigest()[:32]
    return private_folder(f"kernels-{digest}")


def dispatcher_of(loop: Callable[..., Any], *, inline: bool) -> Any:
    """Return numba's object that compiles a function when it is first called, or loads it from the
    folder. The function releases the interpreter lock, so that threads can share the work.
    """
    if inline:
        return numba.njit(nogil=True, inline="always")(loop)
    return _cached_dispatcher(loop) or numba.njit(nogil=True)(loop)


def _cached_dispatcher(loop: Callable[..., Any]) -> Any:
    """Return a dispatcher that stores its machine code in our folder; None if that is not
    possible.
    """
    folder = machine_code_folder()
    if folder is None:
        return None
    with _CONFIG_LOCK:
        before, _CONFIG.CACHE_DIR = _CONFIG.CACHE_DIR, str(folder)
        try:
            dispatcher: Any = numba.njit(nogil=True, cache=True)(loop)
        except RuntimeError:  # numba found no folder that it can write
            return None
        finally:
            _CONFIG.CACHE_DIR = before
    # Where our folder is full or read-only, numba chooses another, which no digest guards.
    return dispatcher if folder in Path(dispatcher.stats.cache_path).parents else None


def call(dispatcher: Any, *arguments: Any) -> Any:
    """Call a compiled function. Reading a damaged stored file can fail in any way; then all stored
    files are removed and the function is compiled again.
    """
    try:
        return dispatcher(*arguments)
    except Exception:
        if (folder := machine_code_folder()) is not None:
            for path in folder.iterdir():
                shutil.rmtree(path, ignore_errors=True)
        return dispatcher(*arguments)


@typeof_impl.register(Loop)
def _type_of_loop(loop: Loop, _context: Any) -> Any:
    """Tell numba that a loop called inside another loop has the type of the loop's dispatcher."""
    typeof: Any = numba.typeof
    return typeof(loop.dispatcher)


def _bit_count(_context: Any, bits: Any) -> Any:
    def generate(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return bits(bits), generate


_count_bits: Final[Any] = intrinsic(_bit_count)


@overload(popcount)
def _popcount(bits: Any) -> Any:
    del bits

    def count(bits: Any) -> Any:
        return _count_bits(bits)

    return count
