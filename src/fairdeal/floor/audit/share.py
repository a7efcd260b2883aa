"""Shares of an audit: tables are independent, so that each process folds some of them.

Every share reads the whole log. It takes the transfers of entries at other tables as they are in
the database, since another share checks them, so that balances, people and their roles are known at
every entry.
"""

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import Final, NamedTuple

from fairdeal.floor.audit.findings import AuditFinding


class Share(NamedTuple):
    """The tables that one process folds. A table of no share belongs to the first one."""

    number: int
    share_of: Mapping[str, int]

    def has(self, table: str) -> bool:
        """Return whether a table belongs to this share."""
        return self.share_of.get(table, 0) == self.number


#: The share of an audit in one process: all tables.
WHOLE: Final = Share(0, {})


class Folded(NamedTuple):
    """What a share has found, and what the audit of the whole floor needs to know of it."""

    bad: AuditFinding | None
    #: How many keys and rounds its entries have.
    keys: int
    rounds: int
    #: The bots of its tables, and the leaf at which each sat down first.
    bots: frozenset[str]
    seated: Mapping[str, int]
    #: By the leaf of an act that tells what a player has on all layouts: the amount that it tells,
    #: as JSON, and the cents at the tables of this share.
    layouts: Mapping[int, tuple[str, int]]


class Ended(NamedTuple):
    """What is wrong with the rows of a share at the end of the log: the first snapshot of no entry,
    with its place among all snapshots, and the first table, with its place among all tables.
    """

    snapshot: tuple[str, AuditFinding] | None
    table: tuple[int, AuditFinding] | None


def shares(entries: Sequence[tuple[str, int]], count: int) -> list[Share]:
    """Divide tables, each with the number of its entries, into shares of about the same work."""
    work = [(0, number) for number in range(count)]
    heapify(work)
    share_of: dict[str, int] = {}
    for table, size in sorted(entries, key=lambda one: (-one[1], one[0])):
        done, number = heappop(work)
        share_of[table] = number
        heappush(work, (done + size, number))
    return [Share(number, share_of) for number in range(count)]
