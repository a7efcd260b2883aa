"""A folder that only this user can write, for results and machine code.

Stored machine code is executed and stored results are served, so nobody else may be able to put
them there. A folder that belongs to another user, or that others may change, is not used: then
everything is computed again.
"""

import os
import stat
import tempfile
from pathlib import Path
from typing import Final

#: The largest file that is read; results are smaller.
MOST_BYTES: Final = 64 * 1024 * 1024


def cache_folder() -> Path | None:
    """Return the cache: `FAIRDEAL_CACHE`, or a folder in the user's cache folder; None where there
    is neither.
    """
    if chosen := os.environ.get("FAIRDEAL_CACHE"):
        return Path(chosen)
    if base := os.environ.get("XDG_CACHE_HOME"):
        return Path(base) / "fairdeal"
    try:
        return Path.home() / ".cache" / "fairdeal"
    except RuntimeError:  # a user without a home folder
        return None


def private_folder(name: str) -> Path | None:
    """Return a folder inside the cache that only this user can use, made where it is missing; None
    where that is not possible.
    """
    base = cache_folder()
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
    """Return whether a folder belongs to this user and, where strict, is no link and is closed to
    all others. The user's own folder that is open to others is closed.
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
    """Read a file of this user; None where it is missing, too large, a pipe or a link, or where it
    belongs to another user.
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
    """Write a file whole or not at all, by way of a name that nobody can guess."""
    try:
        handle, fresh = tempfile.mkstemp(dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(fresh).replace(path)
        except OSError:
            Path(fresh).unlink(missing_ok=True)
    except OSError:
        pass  # what cannot be stored is computed again
