"""Check of sessions: each that is open was begun by an act of the log, and not ended by one."""

from collections.abc import Mapping, Sequence
from typing import Any

from fairdeal.english import quoted
from fairdeal.errors import BadEntryError
from fairdeal.floor.audit.findings import require
from fairdeal.floor.audit.roster import Roster
from fairdeal.floor.log.database import Row
from fairdeal.floor.people.accounts import SESSION_SECONDS, session_digest

#: How many seconds later than the auditor's clock the last use of a session may be.
_CLOCKS_DIFFER = 3600


class SessionCheck:
    """The sessions of the acts so far, and those in the database at the end."""

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        #: By the digest of each session: its person, and the leaf of the last act about it.
        self._told: dict[str, tuple[str, int]] = {}
        #: The digests of the sessions of each person that have not ended.
        self._open: dict[str, set[str]] = {}

    def apply(self, leaf: int, what: Mapping[str, Any]) -> None:
        """Follow an act that begins or ends sessions."""
        match what:
            case {"act": "sign-in", "person": str(person), "session": str(session)}:
                self._roster.present(person)
                self._begin(leaf, person, session)
            case {"act": "welcome", "player": str(person), "session": str(session)}:
                self._begin(leaf, person, session)
            case {"act": "sign-out", "person": str(person), "session": str(session)}:
                known = session in self._open.get(person, ())
                require(known, "it ends a session that nobody has begun, or that has ended")
                self._end(leaf, person, session)
            case {"act": "lapse", "sessions": list(sessions)}:
                for session in sessions:
                    person, _ = self._told.get(session, ("", 0))
                    known = session in self._open.get(person, ())
                    require(known, "it ends a session that nobody has begun, or that has ended")
                    self._end(leaf, person, session)
            case {"act": "password" | "roles" | "revoke" | "exclude", "person": str(person)} | {
                "act": "gone",
                "player": str(person),
            }:
                for session in list(self._open.get(person, ())):
                    self._end(leaf, person, session)
            case {"act": "register", "player": str(person), "session": str(session)}:
                for former in list(self._open.get(person, ())):
                    self._end(leaf, person, former)
                self._begin(leaf, person, session)
            case _:
                pass

    def _begin(self, leaf: int, person: str, session: str) -> None:
        require(session not in self._told, "its session has begun already")
        self._told[session] = person, leaf
        self._open.setdefault(person, set()).add(session)

    def _end(self, leaf: int, person: str, session: str) -> None:
        self._told[session] = person, leaf
        self._open[person].discard(session)

    def check_rows(
        self, rows: Sequence[Row], last: int, *, told: bool, now: float | None = None
    ) -> None:
        """Check the rows of `sessions`; `last` is the last leaf of the log, and `told` says whether
        it tells of all sessions. A session that has ended needs no act: nobody can use it.

        `now` is the time of whoever audits: nobody has used a session after it.
        """
        if not told and not self._told:
            return  # a database of before the log told of sessions
        missing = dict(self._told)
        for token, person, made, seen, expires in rows:
            digest = session_digest(token, person, made)
            owner, leaf = missing.pop(digest, ("", last))
            if expires == 0:
                continue
            if owner != person:
                reason = f"a session of {quoted(person)} is open that no entry began"
                raise BadEntryError(leaf, reason)
            if digest not in self._open[person]:
                reason = f"a session of {quoted(person)} is open that was ended"
                raise BadEntryError(leaf, reason)
            late = now is not None and seen > now + _CLOCKS_DIFFER
            if expires != seen + SESSION_SECONDS or seen < made or late:
                raise BadEntryError(leaf, f"a session of {quoted(person)} was prolonged")
        for person, leaf in missing.values():
            reason = f"a session of {quoted(person)} is not stored, or otherwise"
            raise BadEntryError(leaf, reason)
