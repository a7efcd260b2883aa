"""The life of each deck at a table: received, inspected, verified, counted, removed."""

from collections import Counter
from datetime import date

from fairdeal.office.book.facts import Where


class DeckLife:
    """One deck, from its arrival at a table to its removal."""

    __slots__ = (
        "clause",
        "color",
        "counts_right",
        "counts_wrong",
        "inspected",
        "inspected_by",
        "received",
        "removed",
        "removed_by",
        "removed_why",
        "shuffles",
        "verified",
        "verified_by",
    )

    def __init__(self, color: str, received: Where) -> None:
        self.color = color
        self.received = received
        self.inspected: int | None = None
        self.inspected_by = ""
        self.verified: int | None = None
        self.verified_by = ""
        #: Shuffles and counts by gaming day and shift.
        self.shuffles: Counter[tuple[date, str]] = Counter()
        self.counts_right: Counter[tuple[date, str]] = Counter()
        self.counts_wrong: Counter[tuple[date, str]] = Counter()
        self.removed: int | None = None
        self.removed_by = ""
        self.removed_why = ""
        self.clause = ""
