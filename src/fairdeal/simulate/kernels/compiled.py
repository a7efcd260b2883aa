"""Decorators for the compiled loops of simulations.

The loops are compiled as those of the lab's kernels are, and stored in a folder of their own, which
is named by a digest of this package and of all that the lab's loops depend on.
"""

import hashlib
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from threading import Lock
from typing import Any, ClassVar, Final, TypeVar, cast

import numba

from fairdeal.lab.cache.private_dir import private_folder
from fairdeal.lab.kernels.compiled import Loop
from fairdeal.lab.kernels.machine_code import machine_code_folder

_Function = TypeVar("_Function", bound=Callable[..., Any])
_CONFIG: Final[Any] = numba.config
_LOCK: Final = Lock()


@cache
def _folder(name: str, sources: tuple[Path, ...]) -> Path | None:
    lab = machine_code_folder()
    if lab is None:
        return None
    digest = hashlib.sha256(lab.name.encode())
    for source in sources:
        for path in sorted(source.glob("*.py")):
            digest.update(path.read_bytes())
    return private_folder(f"{name}-{digest.hexdigest()[:32]}")


class SimulationLoop(Loop):
    """A loop whose machine code lies in the folder of simulations."""

    #: The name of that folder, and the folders of all source code that the loops depend on besides
    #: the lab's.
    cache_name: ClassVar[str] = "simulate"
    sources: ClassVar[tuple[Path, ...]] = (Path(__file__).parent,)

    @cached_property
    def dispatcher(self) -> Any:
        """Numba's object for the function, which compiles it for each combination of types."""
        if self._inline:
            return numba.njit(nogil=True, inline="always")(self._function)
        folder = _folder(self.cache_name, self.sources)
        if folder is not None:
            with _LOCK:
                before, _CONFIG.CACHE_DIR = _CONFIG.CACHE_DIR, str(folder)
                try:
                    found: Any = numba.njit(nogil=True, cache=True)(self._function)
                    if folder in Path(found.stats.cache_path).parents:
                        return found
                except RuntimeError:  # numba found no folder that it can write
                    pass
                finally:
                    _CONFIG.CACHE_DIR = before
        return numba.njit(nogil=True)(self._function)

    def __call__(self, *arguments: Any) -> Any:
        """Run the machine code."""
        return self.dispatcher(*arguments)


def compiled(loop: _Function) -> _Function:
    """Compile a function when it is first called, or load it where it was compiled before."""
    return cast(_Function, SimulationLoop(loop, inline=False))


def inlined(loop: _Function) -> _Function:
    """Compile as a part of each caller."""
    return cast(_Function, SimulationLoop(loop, inline=True))
