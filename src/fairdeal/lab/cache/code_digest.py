"""Digest of the source files that a stored result depends on.

Every result is stored under this digest, on disk and in the product, so none is served after the
code that computed it has changed. The files of games are not part of it: what a result takes from a
game is data, and is part of the result's own key.
"""

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

#: Modules and whole packages, relative to the package `fairdeal`.
_CODE: Final = (
    *("cards", "english", "errors", "hands", "rulebook"),
    *("lab/kernels", "lab/solver"),
    *("lab/figures/analysis", "lab/figures/counts", "lab/figures/gain", "lab/figures/payouts"),
    *("lab/decisions/decision", "lab/decisions/strategy_card", "lab/kernel", "lab/progress"),
    *("lab/cache/keys", "lab/cache/codec", "lab/cache/code_digest", "lab/cache/private_dir"),
)


@cache
def code_digest() -> str:
    """Return the digest of the code that results depend on. It is computed once in a process."""
    root = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for path in code_files(root):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def code_files(root: Path) -> list[Path]:
    """Return the path of every module that a result can depend on: the solvers and what they
    import.
    """
    modules = [root / f"{name}.py" for name in _CODE]
    walked = [path for name in _CODE for path in (root / name).rglob("*.py")]
    return sorted(path for path in (*modules, *walked) if path.exists())
