"""The second pass of an audit over all shares: what each finds, and what only all together show."""

from collections.abc import Sequence
from typing import Any, Protocol

from fairdeal.errors import BadEntryError
from fairdeal.floor.audit.entry_fold import EntryFold
from fairdeal.floor.audit.findings import AuditFinding, finding_of, require
from fairdeal.floor.audit.share import Ended, Folded
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.schema import tells_sessions
from fairdeal.floor.tables.replayed_table import UNREADABLE
from fairdeal.rulebook.money import CENTS, to_json
from fairdeal.wire.json_line import dump_line


class OtherShare(Protocol):
    """A share that another process folds. `begin` starts what the `finish` after it waits for."""

    def begin(self, what: str, *values: int) -> None:
        """Start `fold`, `end` or `first_before` of the share's `EntryFold`."""

    def finish(self) -> object:
        """Wait for the result."""


class WholeFold:
    """Applies all entries of a log: the tables of one share here, and those of the others in their
    processes. The finding is the same however the tables are shared out.
    """

    def __init__(
        self,
        database: Database,
        size: int,
        own: EntryFold,
        others: Sequence[OtherShare],
        now: float | None = None,
    ) -> None:
        self._database = database
        self._now = now
        self._run = database.execute
        self._last = max(size - 1, 0)
        self._size = size
        self._own = own
        self._others = others

    def check(self, *, whole: bool) -> AuditFinding | None:
        """Return the first bad entry. If the log is not `whole`, the rows of the latest state
        cannot agree with it, and are not checked.
        """
        parts: list[Folded] = self._all("fold")
        found = _first([_wrong_layout(parts), *(part.bad for part in parts)])
        if found is None and whole:
            try:
                self._end(parts)
            except UNREADABLE as error:
                found = finding_of(error, self._last)
        if found is None:
            return None
        earlier: list[AuditFinding | None] = self._all("first_before", found.leaf)
        return _first([found, *earlier])

    def _all(self, what: str, *values: int) -> list[Any]:
        """Return what each share says, the own one first."""
        for other in self._others:
            other.begin(what, *values)
        own = getattr(self._own, what)(*values)
        return [own, *(other.finish() for other in self._others)]

    def _end(self, parts: Sequence[Folded]) -> None:
        """Check the rows that belong to the floor's latest state."""
        own, last = self._own, self._size - 1
        beyond = self._run(
            "SELECT count(*) FROM transfers WHERE leaf < 0 OR leaf >= ?", [self._size]
        )
        require(not beyond[0][0], "there are transfers that belong to no entry")
        own.ledger.check_end(self._run("SELECT account, units FROM balances"), last)
        ends: list[Ended] = self._all("end")
        snapshots = [end.snapshot for end in ends if end.snapshot is not None]
        if snapshots:
            raise BadEntryError(*min(snapshots)[1])
        keys, rounds = sum(part.keys for part in parts), sum(part.rounds for part in parts)
        own.derived_rows.check_end(own.places, keys, rounds, last)
        people = self._run("SELECT id, kind, roles, ended, name, password FROM people")
        for part in parts:
            own.roster.bots.update(part.seated)
        own.roster.check_rows(people, {bot for part in parts for bot in part.bots}, last)
        sessions = self._run("SELECT token, person, made, seen, expires FROM sessions")
        told = tells_sessions(self._database)
        own.sessions.check_rows(sessions, last, told=told, now=self._now)
        own.derived_rows.check_names(last)
        own.exams.check_rows(self._database, last)
        tables = [end.table for end in ends if end.table is not None]
        if tables:
            raise BadEntryError(*min(tables)[1])


def _wrong_layout(parts: Sequence[Folded]) -> AuditFinding | None:
    """Return the first act that tells another sum than its player has on all layouts."""
    for leaf, (told, _) in sorted(parts[0].layouts.items()):
        cents = [part.layouts[leaf][1] for part in parts if leaf in part.layouts]
        if len(cents) < len(parts):
            return None  # a share found something before this act
        if told != dump_line(to_json(sum(cents), per_dollar=CENTS)):
            return AuditFinding(leaf, "what lies on the layouts is not what it tells")
    return None


def _first(found: Sequence[AuditFinding | None]) -> AuditFinding | None:
    """Return the finding at the first leaf, and the first of several at one leaf."""
    return min((one for one in found if one is not None), key=lambda one: one.leaf, default=None)
