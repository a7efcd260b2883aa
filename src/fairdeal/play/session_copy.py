"""Copies of a session as plain values: a table can be copied and pickled in the middle of a round.

Rules are written as the opening of a log writes them, so that a copy has the games of the program
that reads it. Listeners are not part of a copy.
"""

from typing import NamedTuple

from fairdeal.play.journal import source_of
from fairdeal.play.rounds import FinishedRound
from fairdeal.play.session import Session, SessionState
from fairdeal.play.sources import SourceState
from fairdeal.table.entry import Entry
from fairdeal.wire.log import read_opening, write_opening
from fairdeal.wire.state import read_state, write_state


class SessionCopy(NamedTuple):
    """Everything that a session holds. A round is the state before it, and its entries."""

    opening: str
    state: bytes
    source: SourceState
    entries: int
    keys: dict[str, Entry]
    rounds: list[tuple[bytes, list[Entry]]]

    @classmethod
    def of(cls, session: Session) -> "SessionCopy":
        """Return the copy of a session."""
        kept = session.snapshot()
        return cls(
            opening=write_opening(session.opening),
            state=write_state(kept.state),
            source=session.source.snapshot(),
            entries=kept.entries,
            keys=dict(kept.keys),
            rounds=[(write_state(one.before), one.entries) for one in kept.rounds],
        )

    def session(self, rounds: int) -> Session:
        """Return a new session that goes on from here and keeps so many finished rounds."""
        opening = read_opening(self.opening)
        source = source_of(opening, self.opening)
        source.restore(self.source)
        session = Session(opening, source, rounds=rounds)
        told = [
            FinishedRound(read_state(opening.rules, before), list(entries))
            for before, entries in self.rounds
        ]
        state = read_state(opening.rules, self.state)
        session.restore(SessionState(state, self.entries, self.keys, told))
        return session
