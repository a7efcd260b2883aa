"""Rows that say who played in which round. They follow from the log.

A round that was void is nobody's. Bots are not counted.
"""

from typing import Final

from fairdeal.floor.log.database import Database
from fairdeal.table.state import State
from fairdeal.wire.json import parse_json

PLAY: Final = "INSERT INTO plays (round, person, leaf) VALUES (?, ?, ?)"
#: Entries that are read at a time.
_BATCH: Final = 2_000
_KINDS: Final = ("player-sat", "player-left", "player-removed", "bets-closed")
_ENTRIES: Final = (
    "SELECT leaf, tbl, number, body FROM entries WHERE leaf >= ? AND "
    "(body LIKE ? OR body LIKE ? OR body LIKE ? OR body LIKE ?) ORDER BY leaf LIMIT ?"
)
_PATTERNS: Final = tuple(f'%"{kind}"%' for kind in _KINDS)


def players_of(before_end: State) -> list[str]:
    """Return who played in a round, by id; the state is the one before the round's last entry."""
    seats = before_end.seats.values()
    return sorted({seat.player for seat in seats if seat.in_round and not seat.bot})


def write_all_plays(database: Database) -> None:
    """Write who played in the rounds of a log that an earlier version has written."""
    rounds = database.execute("SELECT tbl, last, round, leaf FROM rounds WHERE void = 0")
    # Of each table, the ends of its rounds in order; the first one after an entry is its round's.
    ends: dict[str, list[tuple[int, str, int]]] = {}
    for table, last, name, leaf in sorted(rounds):
        ends.setdefault(table, []).append((last, name, leaf))
    void = database.execute("SELECT tbl, last FROM rounds WHERE void = 1")
    for table, last in void:
        ends.setdefault(table, []).append((last, "", 0))
    for known in ends.values():
        known.sort(reverse=True)
    seated: dict[tuple[str, int], str] = {}
    first = 0
    while rows := database.execute(_ENTRIES, (first, *_PATTERNS, _BATCH)):
        found: list[tuple[str, str, int]] = []
        for _, table, number, body in rows:
            known = ends.get(table, [])
            while known and known[-1][0] < number:
                known.pop()
            for event in parse_json(body).get("events", ()):
                match event["event"]:
                    case "player-sat":
                        player = "" if event.get("bot") else event["player"]
                        seated[table, event["seat"]] = player
                    case "player-left" | "player-removed":
                        seated.pop((table, event["seat"]), None)
                    case "bets-closed" if known and known[-1][1]:
                        _, name, leaf = known[-1]
                        players = {seated.get((table, seat), "") for seat in event["seats"]}
                        found += [(name, one, leaf) for one in sorted(players) if one]
        database.execute_many(PLAY, found)
        first = rows[-1][0] + 1
