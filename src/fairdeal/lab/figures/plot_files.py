"""Where a picture may be written: asked before anything is worked out for it."""

from pathlib import Path

from fairdeal.english import quoted
from fairdeal.errors import BadInputError

SUFFIXES = (".svg", ".png")


def plot_path(target: str) -> Path:
    """The file of a picture; `BadInputError` where none can be there."""
    path = Path(target)
    if path.suffix not in SUFFIXES:
        raise BadInputError(f"--plot writes .svg or .png, not {quoted(path.suffix or target)}")
    if not path.parent.is_dir():
        raise BadInputError(f"{quoted(target)} cannot be written: there is no such folder")
    if path.is_dir():
        raise BadInputError(f"{quoted(target)} cannot be written: is a directory")
    return path
