"""Presence: who is there, by connections and commands.

Presence is no part of the log. What follows from it is: the house gives ordinary commands, such as
a decision when time is up, or a player's removal from a seat. So a log is read without it.
"""

from collections.abc import Callable, Iterable
from typing import Final

from fairdeal.floor.log.database import Database

#: How long a connection and a command are taken for presence after they were last noted, in
#: seconds. A server notes connections more often than this.
CONNECTION_SECONDS: Final = 15.0
COMMAND_SECONDS: Final = 60.0
#: Until when a session counts that another server of the floor has noted.
SHARED_SECONDS: Final = 45.0
#: Who has been absent for so long is no longer tracked.
_FORGOTTEN_SECONDS: Final = 7_200.0


def place_key(table: str, player: str) -> str:
    """Return the key under which it is noted that a player is present at one table."""
    return f"{table} {player}"


class Presence:
    """Until when each player counts as present, by the floor's time.

    `connected` may be called from any thread: every change is of one key of a dictionary.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._until: dict[str, float] = {}
        #: Until when those count as present who were never noted.
        self._default = now() + COMMAND_SECONDS

    def note_connection(self, player: str) -> None:
        """Note that a player has a connection."""
        self._extend(player, self._now() + CONNECTION_SECONDS)

    def note_command(self, *keys: str) -> None:
        """Note that a player has given a command: on the floor, and at a place there."""
        until = self._now() + COMMAND_SECONDS
        for key in keys:
            self._extend(key, until)

    def until(self, player: str) -> float:
        """Return until when a player counts as present, which may be long ago."""
        return self._until.get(player, self._default)

    def is_present(self, player: str) -> bool:
        """Return whether a player is present."""
        return self._now() <= self.until(player)

    def absent_seconds(self, player: str) -> float:
        """Return for how long a player has been absent; 0 for one who is present."""
        return max(0.0, self._now() - self.until(player))

    def resume(self) -> None:
        """Take everybody for present, after a time in which the house could notice nobody."""
        self._default = self._now() + COMMAND_SECONDS
        for player in list(self._until):
            self._until[player] = max(self._default, self._until[player])

    def clock_set_back(self) -> None:
        """Shorten what would last too long because the machine's clock was set back."""
        latest = self._now() + COMMAND_SECONDS
        self._default = min(self._default, latest)
        for player in list(self._until):
            self._until[player] = min(latest, self._until[player])

    def read_shared(self, database: Database, players: Iterable[str]) -> None:
        """Take over what other servers of the floor have noted about players."""
        asked = sorted(players)
        if not asked:
            return
        marks = ", ".join("?" * len(asked))
        rows = database.execute(
            "SELECT person, max(seen) FROM sessions "  # noqa: S608 - marks alone
            f"WHERE person IN ({marks}) AND expires > 0 GROUP BY person",
            asked,
        )
        for player, seen in rows:
            self._extend(player, seen + SHARED_SECONDS)

    def forget(self) -> None:
        """Drop those who have long been absent."""
        before = self._now() - _FORGOTTEN_SECONDS
        for player, until in list(self._until.items()):
            if until < before:
                self._until.pop(player, None)

    def _extend(self, player: str, until: float) -> None:
        self._until[player] = max(until, self._until.get(player, 0.0))
