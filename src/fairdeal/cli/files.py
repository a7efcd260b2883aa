"""Files that a command writes: whole or not at all, and none that was there unless told."""

import os
import tempfile
from pathlib import Path

from fairdeal.english import quoted
from fairdeal.errors import BadInputError


def write_new(path: Path, text: str, *, force: bool = False) -> None:
    """Write a file that is not there yet, or with `force` one that is."""
    if force:
        replace_file(path, text)
        return
    try:
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError:
        raise BadInputError(f"{quoted(str(path))} is there already: --force replaces it") from None
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None


def replace_file(path: Path, text: str) -> None:
    """Put a text into a file at once: whoever reads it sees the old text or the new one."""
    try:
        path = path.resolve()  # a link stays a link
        mode = path.stat().st_mode & 0o7777 if path.exists() else None
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        beside = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
                file.write(text)
            beside.chmod(0o644 if mode is None else mode)
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError | ValueError) -> BadInputError:
    reason = getattr(error, "strerror", None) or "not a file name"
    return BadInputError(f"{quoted(str(path))} cannot be written: {reason.lower()}")
