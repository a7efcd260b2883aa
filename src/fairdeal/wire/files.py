"""Reads files and standard input, and turns every failure into a sentence."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from fairdeal.english import quoted
from fairdeal.errors import BadInputError

#: Larger input is refused, unless it is read line by line.
MAX_BYTES: Final = 64 * 1024 * 1024
#: The same for a TOML file of an operator.
MAX_TOML_BYTES: Final = 1024 * 1024


class Input:
    """A file or standard input, read piece by piece."""

    def __init__(self, source: str, stream: BinaryIO) -> None:
        self.source = source
        self._stream = stream

    def whole(self, most: int) -> bytes:
        """Return the rest of the input; more than `most` bytes are an error."""
        data = self._try(self._stream.read, most + 1)
        if len(data) > most:
            size = f"{most // 1024 // 1024} MiB"
            raise BadInputError(f"{quoted(self.source)} is larger than {size}")
        return data

    def line(self, most: int) -> bytes:
        """Return the next line, or its first `most` bytes; nothing at the end of the input."""
        return self._try(self._stream.readline, most)

    def _try(self, reading: Callable[[int], bytes], most: int) -> bytes:
        try:
            return reading(most)
        except (OSError, ValueError) as error:
            raise _read_error(self.source, error) from None

    def text(self, data: bytes) -> str:
        """Return bytes from the beginning of the input as text, without a byte order mark."""
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise BadInputError(f"{quoted(self.source)} is not text in UTF-8") from None


@contextmanager
def open_input(source: str) -> Iterator[Input]:
    """Open a file, or standard input for `-`."""
    if source == "-":
        yield Input(source, standard_input())
        return
    try:
        file = Path(source).open("rb")  # noqa: SIM115 - closed below
    except (OSError, ValueError) as error:
        raise _read_error(source, error) from None
    with file:
        yield Input(source, file)


def read_text(source: str, *, most: int = MAX_BYTES) -> str:
    """Return the text of a file, or of standard input for `-`."""
    with open_input(source) as opened:
        return opened.text(opened.whole(most))


def standard_input() -> BinaryIO:
    """Return standard input as a stream of bytes; it is an error if it is closed."""
    if sys.stdin is None:
        raise BadInputError("standard input is closed")
    return sys.stdin.buffer


def _read_error(source: str, error: OSError | ValueError) -> BadInputError:
    reason = getattr(error, "strerror", None) or "not a file name"
    return BadInputError(f"{quoted(source)} cannot be read: {reason.lower()}")
