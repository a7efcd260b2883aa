"""The exact results that are shipped with the product: for every printed paytable, jurisdiction and
reading, with the digest of the code that computed them.

None of them is used after that code has changed, and a test then asks for `make answers`. A game
whose data differ has another key, and finds nothing here.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from fairdeal.lab.cache.code_digest import code_digest
from fairdeal.lab.cache.codec import StoredDecision, StoredRow

PATH: Final = Path(__file__).with_name("shipped.json")


class ShippedResults(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Encoded results by their keys (see `fairdeal.lab.cache.keys`)."""

    code_digest: str = msgspec.field(name="made_by")
    rows: Mapping[str, tuple[StoredRow, ...]] = {}
    counts: Mapping[str, tuple[str, ...]] = {}
    cards: Mapping[str, Any] = {}
    first_decisions: Mapping[str, tuple[StoredDecision, ...]] = {}
    main_by_side_cell: Mapping[str, tuple[str, ...]] = msgspec.field(name="beside", default={})
    joint_cells: Mapping[str, tuple[tuple[str, ...], ...]] = msgspec.field(
        name="together", default={}
    )


def read_shipped(path: Path = PATH) -> ShippedResults:
    """Return the results in a file, whatever code computed them; none where it cannot be read."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=ShippedResults)
    except (OSError, ValueError):
        return ShippedResults("")


@cache
def shipped_results() -> ShippedResults:
    """Return the results that were computed by exactly this code."""
    found = read_shipped()
    return found if found.code_digest == code_digest() else ShippedResults("")
