"""The exact answers that come with the product: one for every printed paytable, jurisdiction and
reading, with the digest of the code that made them.

After that code has changed none of them is used, and a test asks for `make answers`. A game whose
data differ in anything has another key, and finds nothing here.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from fairdeal.lab.cache.code_digest import code_digest
from fairdeal.lab.cache.codec import KeptRow

PATH: Final = Path(__file__).with_name("shipped.json")


class Answers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of them by their keys: see `fairdeal.lab.cache.keys`."""

    made_by: str
    rows: Mapping[str, tuple[KeptRow, ...]] = {}
    counts: Mapping[str, tuple[str, ...]] = {}
    cards: Mapping[str, Any] = {}
    beside: Mapping[str, tuple[str, ...]] = {}
    together: Mapping[str, tuple[tuple[str, ...], ...]] = {}


def read_answers(path: Path = PATH) -> Answers:
    """The answers of a file, whoever made them; none where it cannot be read."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Answers)
    except (OSError, ValueError):
        return Answers("")


@cache
def answers() -> Answers:
    """The answers that this very code has made."""
    found = read_answers()
    return found if found.made_by == code_digest() else Answers("")
