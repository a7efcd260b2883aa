"""A folder that only this user can write: where the lab keeps what took long.

Compiled code and results are believed when they are read again, so nobody else may be able to put
them there. A folder that belongs to another, or that others may change, is not used: that costs
time, not truth.
"""

import os
import stat
import tempfile
from pathlib import Path
from typing import Final

#: More than any result has; what is larger is none.
MOST_BYTES: Final = 64 * 1024 * 1024


def folder() -> Path | None:
    """Where things are kept: `FAIRDEAL_CACHE`, or the user's cache folder; None where there is
    neither.
    """
    if chosen := os.environ.get("FAIRDEAL_CACHE"):
        return Path(chosen)
    if base := os.environ.get("XDG_CACHE_HOME"):
        return Path(base) / "fairdeal"
    try:
        return Path.home() / ".cache" / "fairdeal"
    except RuntimeError:  # a user without a home keeps nothing
        return None


def private(name: str) -> Path | None:
    """A folder inside that is this user's alone, made where it is missing; None where it cannot be
    had.
    """
    base = folder()
    if base is None:
        return None
    path = base / name
    try:
        base.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.mkdir(mode=0o700, exist_ok=True)
    except OSError:
        return None
    return path if is_private(base, strict=False) and is_private(path) else None


def is_private(path: Path, *, strict: bool = True) -> bool:
    """Whether a folder is a real one, this user's, and (where strict) closed to all others. One's
    own folder that is open is closed.
    """
    try:
        found = path.lstat() if strict else path.stat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
            return False
        if strict and found.st_mode & 0o077:
            path.chmod(0o700)
    except OSError:
        return False
    # In a folder that others may write the one inside could be replaced.
    return strict or not found.st_mode & 0o022


def read_file(path: Path) -> bytes | None:
    """What a file holds; None of anything that is no file of this user's: a pipe, a link, a file
    without an end.
    """
    try:
        # A pipe that nobody writes to would keep an ordinary reader waiting.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return None
    found = os.fstat(handle)
    if not stat.S_ISREG(found.st_mode) or found.st_uid != os.geteuid():
        os.close(handle)
        return None
    try:
        with os.fdopen(handle, "rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError:
        return None
    return content if len(content) <= MOST_BYTES else None


def write_file(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, by way of a name that nobody can foresee."""
    try:
        handle, fresh = tempfile.mkstemp(dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(fresh).replace(path)
        except OSError:
            Path(fresh).unlink(missing_ok=True)
    except OSError:
        pass  # what cannot be kept costs time, not truth
