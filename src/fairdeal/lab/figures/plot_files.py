"""Names of plot files, checked before anything is computed for them."""

from pathlib import Path

from fairdeal.english import quoted
from fairdeal.errors import BadInputError

SUFFIXES = (".svg", ".png")


def plot_path(target: str) -> Path:
    """Return the file of a plot; raises `BadInputError` where none can be written there."""
    path = Path(target)
    if path.suffix not in SUFFIXES:
        raise BadInputError(f"--plot writes .svg or .png, not {quoted(path.suffix or target)}")
    if not path.parent.is_dir():
        raise BadInputError(f"{quoted(target)} cannot be written: there is no such folder")
    if path.is_dir():
        raise BadInputError(f"{quoted(target)} cannot be written: is a directory")
    return path
