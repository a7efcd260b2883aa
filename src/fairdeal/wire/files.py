"""Reading files and standard input, with a sentence for whatever is wrong."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from fairdeal.english import quoted
from fairdeal.errors import BadInputError

#: Larger input is refused unread, unless it comes line by line: no file of deals comes near it.
MAX_BYTES: Final = 64 * 1024 * 1024
#: The same for a TOML file of an operator.
MAX_TOML_BYTES: Final = 1024 * 1024


class Input:
    """A file or standard input, read piece by piece."""

    def __init__(self, source: str, stream: BinaryIO) -> None:
        self.source = source
        self._stream = stream

    def whole(self, most: int) -> bytes:
        """All that is left of it, which may be no more than so many bytes."""
        data = self._try(self._stream.read, most + 1)
        if len(data) > most:
            size = f"{most // 1024 // 1024} MiB"
            raise BadInputError(f"{quoted(self.source)} is larger than {size}")
        return data

    def line(self, most: int) -> bytes:
        """Up to the end of the line, but not more than so many bytes; empty at the end."""
        return self._try(self._stream.readline, most)

    def _try(self, reading: Callable[[int], bytes], most: int) -> bytes:
        try:
            return reading(most)
        except (OSError, ValueError) as error:
            raise _unreadable(self.source, error) from None

    def text(self, data: bytes) -> str:
        """Bytes of it from its very beginning, as text."""
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise BadInputError(f"{quoted(self.source)} is not text in UTF-8") from None


@contextmanager
def open_input(source: str) -> Iterator[Input]:
    """A file, or standard input for `-`, open for reading."""
    if source == "-":
        yield Input(source, standard_input())
        return
    try:
        file = Path(source).open("rb")  # noqa: SIM115 - closed below
    except (OSError, ValueError) as error:
        raise _unreadable(source, error) from None
    with file:
        yield Input(source, file)


def read_bytes(source: str, *, most: int = MAX_BYTES) -> bytes:
    """The bytes of a file, or of standard input for `-`."""
    with open_input(source) as opened:
        return opened.whole(most)


def read_text(source: str, *, most: int = MAX_BYTES) -> str:
    """The text of a file, or of standard input for `-`."""
    with open_input(source) as opened:
        return opened.text(opened.whole(most))


def standard_input() -> BinaryIO:
    """Standard input in bytes; whoever started the program may have closed it."""
    if sys.stdin is None:
        raise BadInputError("standard input is closed")
    return sys.stdin.buffer


def _unreadable(source: str, error: OSError | ValueError) -> BadInputError:
    reason = getattr(error, "strerror", None) or "not a file name"
    return BadInputError(f"{quoted(source)} cannot be read: {reason.lower()}")
