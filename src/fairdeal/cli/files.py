"""Writing files: a file is written whole or not at all, and replaced only on request."""

import os
import tempfile
from pathlib import Path

from fairdeal.english import quoted
from fairdeal.errors import BadInputError


def write_new(path: Path, text: str, *, force: bool = False) -> None:
    """Write a new file. An existing file is an error, unless `force` is set."""
    if force:
        replace_file(path, text)
        return
    try:
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError:
        raise BadInputError(f"{quoted(str(path))} is there already: --force replaces it") from None
    except (OSError, ValueError) as error:
        raise _write_error(path, error) from None


def replace_file(path: Path, text: str) -> None:
    """Replace a file atomically: another program reads the old text or the new one."""
    try:
        path = path.resolve()  # replaces the file that a symbolic link points to, not the link
        mode = path.stat().st_mode & 0o7777 if path.exists() else None
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        temporary = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
                file.write(text)
            temporary.chmod(0o644 if mode is None else mode)
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        raise _write_error(path, error) from None


def _write_error(path: Path, error: OSError | ValueError) -> BadInputError:
    reason = getattr(error, "strerror", None) or "not a file name"
    return BadInputError(f"{quoted(str(path))} cannot be written: {reason.lower()}")
