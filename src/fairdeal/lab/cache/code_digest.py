"""What a result is made by: a digest of all code that it depends on.

Whatever is kept, on this machine or in the product, is kept under this digest, so nothing is served
after the code that made it has changed. Games are no part of it: what a result takes from a game
are data, and stand in the result's own key.
"""

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

#: Modules and packages, whole: a helper of a helper counts as well.
_CODE: Final = (
    *("cards", "english", "errors", "hands", "rulebook"),
    *("lab/kernels", "lab/solver"),
    *("lab/figures/analysis", "lab/figures/counts", "lab/figures/gain", "lab/figures/payouts"),
    *("lab/decisions/decision", "lab/decisions/strategy_card", "lab/kernel"),
    *("lab/cache/keys", "lab/cache/codec", "lab/cache/code_digest", "lab/cache/private_dir"),
)


@cache
def code_digest() -> str:
    """A digest of the code that results depend on."""
    root = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for path in code_files(root):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def code_files(root: Path) -> list[Path]:
    """Every module that a result can depend on: the solvers and whatever they are made from."""
    modules = [root / f"{name}.py" for name in _CODE]
    walked = [path for name in _CODE for path in (root / name).rglob("*.py")]
    return sorted(path for path in (*modules, *walked) if path.exists())
