"""Reading files and standard input, with a sentence for whatever is wrong."""

import sys
from pathlib import Path
from typing import BinaryIO, Final

from fairdeal.english import quoted
from fairdeal.errors import BadInputError

#: Larger input is refused unread: no file of deals comes near it.
MAX_BYTES: Final = 64 * 1024 * 1024
#: The same for a TOML file of an operator.
MAX_TOML_BYTES: Final = 1024 * 1024


def read_bytes(source: str, *, most: int = MAX_BYTES) -> bytes:
    """The bytes of a file, or of standard input for `-`."""
    try:
        if source == "-":
            data = standard_input().read(most + 1)
        else:
            with Path(source).open("rb") as file:
                data = file.read(most + 1)
    except BadInputError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        raise BadInputError(f"{quoted(source)} cannot be read: {reason.lower()}") from None
    if len(data) > most:
        raise BadInputError(f"{quoted(source)} is larger than {most // 1024 // 1024} MiB")
    return data


def standard_input() -> BinaryIO:
    """Standard input in bytes; whoever started the program may have closed it."""
    if sys.stdin is None:
        raise BadInputError("standard input is closed")
    return sys.stdin.buffer


def read_text(source: str, *, most: int = MAX_BYTES) -> str:
    """The text of a file, or of standard input for `-`."""
    try:
        return read_bytes(source, most=most).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInputError(f"{quoted(source)} is not text in UTF-8") from None
