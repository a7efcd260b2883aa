"""The tree of hashes over the floor's log, beside the hashing alone in the same run, and a whole
audit of a floor that was played.
"""

import os
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from bench.measure import Row, best_seconds, millions
from fairdeal.floor.audit import verify
from fairdeal.floor.audit.entry_fold import EntryFold
from fairdeal.floor.floor import Floor, FloorSettings
from fairdeal.floor.log.merkle import Frontier, leaf_hash, root_of
from fairdeal.floor.people.guests import add_guest, more_chips
from fairdeal.floor.startup import open_floor, sample_rules
from fairdeal.floor.tables.records import record
from fairdeal.floor.tables.replay import replay
from fairdeal.play.bots import cautious
from fairdeal.table.state import OPEN
from fairdeal.wire.commands import command_document

LEAVES = 200_000
CORES = len(os.sched_getaffinity(0))
#: About as long as an ordinary entry.
ENTRY = 300
#: At every table, so that starting processes does not count for much.
ROUNDS = 150


def bench() -> list[Row]:
    entries = [b"%*d" % (ENTRY, number) for number in range(LEAVES)]
    hashes = [leaf_hash(entry) for entry in entries]
    raw = LEAVES / best_seconds(lambda: _hashed(entries))
    whole = LEAVES / best_seconds(lambda: root_of(map(leaf_hash, entries)))
    tree = LEAVES / best_seconds(lambda: root_of(hashes))
    one_by_one = LEAVES / best_seconds(lambda: _appended(entries))
    return [
        Row("audit", "sha256 alone, two calls a leaf", millions(raw), f"entries of {ENTRY} bytes"),
        *(
            Row("audit", what, millions(rate), f"{rate / raw:.0%} of sha256 alone", target)
            for what, rate, target in (
                ("leaves hashed, and the root", whole, ">= 0.20 M/s"),
                ("the root over hashed leaves", tree, ""),
                ("leaf by leaf, subtrees told", one_by_one, ""),
            )
        ),
        *_floor(),
    ]


def _floor() -> list[Row]:
    """`audit verify` on a floor in a SQLite file, and a record replayed."""
    with TemporaryDirectory() as folder:
        floor = open_floor(
            str(Path(folder) / "floor.db"), sample_rules(), settings=FloorSettings(pace=0, clock=0)
        )
        _play(floor)
        entries = floor.store.leaves
        events = sum(live.state.version for live in floor.tables.values())
        hashed = best_seconds(lambda: verify(floor.database, fold=False))
        folded = best_seconds(lambda: verify(floor.database), runs=3) - hashed
        shared = min(verify(floor.database, processes=CORES).folded for _ in range(3))
        with patch.object(EntryFold, "_given_again", lambda *_: None):
            slow = best_seconds(lambda: verify(floor.database), runs=3) - hashed
        one = record(floor.store, "t4-1")
        again = best_seconds(lambda: replay(one))
        floor.database.close()
    told = f"{entries:,} entries, {events:,} events"
    return [
        Row(
            "audit", "verify: hashes, tree; events", millions(events / hashed), told, ">= 0.20 M/s"
        ),
        Row("audit", "verify: hashes, tree; entries", millions(entries / hashed), told),
        Row("audit", "verify: every event read; events", f"{events / slow:,.0f}/s", told),
        Row(
            "audit",
            "verify: folded, decided; events",
            f"{events / folded:,.0f}/s",
            f"{slow / folded:.1f} times as fast as if every event is read",
        ),
        Row(
            "audit",
            f"verify: the same, {CORES} processes",
            f"{events / shared:,.0f}/s",
            f"{slow / shared:.1f} times as fast as if every event is read",
            ">= 49,500/s",
        ),
        Row(
            "audit", "replay: a record of Double Draw", f"{again * 1e3:,.1f} ms", "nothing at hand"
        ),
    ]


def _play(floor: Floor) -> None:
    """A guest plays rounds at every table, with the bots there."""
    floor.begin()
    _, guest = add_guest(floor, "bench")
    floor.commit()
    keys = iter(range(10**9))

    def say(table: str, **document: object) -> None:
        floor.command(guest, table, document, str(next(keys)))

    for table, live in floor.tables.items():
        floor.begin()
        say(table, do="sit", seat=1)
        rules = live.state.rules
        must = [w.name for w in rules.game.wagers if w.at is None and not w.optional]
        for _ in range(ROUNDS):
            if floor.chips(guest.id) < 500_00:
                more_chips(floor, guest)
            say(
                table,
                do="place-bets",
                seat=1,
                amounts=dict.fromkeys(must, (rules.minimum_cents or 0) / 100),
            )
            say(table, do="ready", seat=1, word="bench")
            while live.state.phase is not OPEN:
                say(table, **command_document(cautious(live.state)))
        # What is left in the game account goes to the next table.
        say(table, do="leave", seat=1)
        floor.commit()


def _appended(entries: list[bytes]) -> bytes:
    head = Frontier()
    for entry in entries:
        head.append(leaf_hash(entry))
    return head.root()


def _hashed(entries: list[bytes]) -> None:
    """What cannot be spared: a tree of n leaves is n hashes of entries and n - 1 of pairs."""
    pair = bytes(65)
    for entry in entries:
        sha256(entry).digest()
        sha256(pair).digest()
