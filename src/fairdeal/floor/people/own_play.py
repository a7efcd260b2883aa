"""What a floor keeps for a person about his or her own play, outside of the log.

Who played in which round follows from the log (`plays`). Beside it stand what the lab says of each
decision (`judged_rounds`), which decisions the coach helped with (`coach_help`), and from which
entry on a person's rounds count (`own_play`). A person may delete these three at any time; the log
stays as it is, because rounds are law.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from fairdeal.floor.floor import Floor
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.store import Store

#: The most decisions that the coach helped with that are kept of a person.
MOST_HELP: Final = 20_000


class PlayedRound(NamedTuple):
    """A round in which a person played, with its place in the log."""

    round: str
    table: str
    number: int
    first: int
    last: int
    leaf: int
    ended: int


class OwnPlayRows:
    """What the database has about the play of one person."""

    def __init__(self, database: Database, person: str) -> None:
        self._run = database.execute
        self._many = database.execute_many
        self._person = person

    @property
    def since(self) -> int:
        """Return the leaf from which on the person's rounds count."""
        rows = self._run("SELECT since FROM own_play WHERE person = ?", [self._person])
        return int(rows[0][0]) if rows else 0

    def count(self) -> int:
        """Return how many rounds count."""
        rows = self._run(
            "SELECT count(*) FROM plays WHERE person = ? AND leaf >= ?", (self._person, self.since)
        )
        return int(rows[0][0])

    def rounds(self, after: int, most: int) -> list[PlayedRound]:
        """Return rounds that count, after a leaf, the oldest first."""
        rows = self._run(
            "SELECT r.round, r.tbl, r.number, r.first, r.last, r.leaf, r.ended FROM plays p "
            "JOIN rounds r ON r.round = p.round WHERE p.person = ? AND p.leaf > ? AND p.leaf >= ? "
            "ORDER BY p.leaf LIMIT ?",
            (self._person, after, self.since, most),
        )
        return [PlayedRound(*row) for row in rows]

    def not_judged(self, most: int) -> list[PlayedRound]:
        """Return rounds that count and are not judged yet, the newest first."""
        rows = self._run(
            "SELECT r.round, r.tbl, r.number, r.first, r.last, r.leaf, r.ended FROM plays p "
            "JOIN rounds r ON r.round = p.round WHERE p.person = ? AND p.leaf >= ? "
            "AND NOT EXISTS (SELECT 1 FROM judged_rounds j WHERE j.person = p.person "
            "AND j.round = p.round) ORDER BY p.leaf DESC LIMIT ?",
            (self._person, self.since, most),
        )
        return [PlayedRound(*row) for row in rows]

    def judged_documents(self) -> list[str]:
        """Return the documents of all judged rounds that count, the oldest first."""
        rows = self._run(
            "SELECT document FROM judged_rounds WHERE person = ? AND leaf >= ? ORDER BY leaf",
            (self._person, self.since),
        )
        return [str(row[0]) for row in rows]

    def tables(self) -> list[str]:
        """Return the tables of all rounds that count."""
        rows = self._run(
            "SELECT DISTINCT r.tbl FROM plays p JOIN rounds r ON r.round = p.round "
            "WHERE p.person = ? AND p.leaf >= ? ORDER BY r.tbl",
            (self._person, self.since),
        )
        return [str(row[0]) for row in rows]

    def help_at(self, table: str) -> list[int]:
        """Return the versions of a table at which the coach helped, the first one first."""
        rows = self._run(
            "SELECT version FROM coach_help WHERE person = ? AND tbl = ? ORDER BY version",
            (self._person, table),
        )
        return [int(row[0]) for row in rows]

    def save_judged(self, documents: Iterable[tuple[PlayedRound, str]]) -> None:
        """Save the documents of judged rounds, but for those that count no more."""
        since = self.since
        self._many(
            "INSERT INTO judged_rounds (person, round, leaf, document) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (person, round) DO UPDATE SET document = excluded.document",
            [
                (self._person, one.round, one.leaf, document)
                for one, document in documents
                if one.leaf >= since
            ],
        )

    def save_help(self, table: str, version: int) -> None:
        """Note that the coach helped with the decision after a version of a table."""
        rows = self._run("SELECT count(*) FROM coach_help WHERE person = ?", [self._person])
        if rows[0][0] < MOST_HELP:
            self._run(
                "INSERT INTO coach_help (person, tbl, version) VALUES (?, ?, ?) "
                "ON CONFLICT (person, tbl, version) DO NOTHING",
                (self._person, table, version),
            )

    def forget(self, leaf: int) -> None:
        """Delete all that is kept, and count rounds from a leaf on."""
        self._run("DELETE FROM judged_rounds WHERE person = ?", [self._person])
        self._run("DELETE FROM coach_help WHERE person = ?", [self._person])
        self._run(
            "INSERT INTO own_play (person, since) VALUES (?, ?) "
            "ON CONFLICT (person) DO UPDATE SET since = excluded.since",
            (self._person, leaf),
        )


def forget_own_play(floor: Floor, person: str) -> None:
    """Delete a person's statistics; the rounds that come count from zero."""
    OwnPlayRows(floor.database, person).forget(floor.store.leaves)


def save_judged_rounds(
    floor: Floor, person: str, documents: Sequence[tuple[PlayedRound, str]]
) -> None:
    """Save what the lab says of some rounds of a person."""
    OwnPlayRows(floor.database, person).save_judged(documents)


def note_help(floor: Floor, person: str, table: str, version: int) -> None:
    """Note that the coach helped a person with the decision after a version of a table."""
    OwnPlayRows(floor.database, person).save_help(table, version)


def own_play(store: Store, person: str) -> OwnPlayRows:
    """Return what a floor's database has about a person's play."""
    return OwnPlayRows(store.database, person)
