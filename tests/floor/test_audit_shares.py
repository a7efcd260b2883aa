"""An audit finds the same however the tables are shared out to processes, and in whichever way an
entry is decided again.
"""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import evening
import pytest
from conftest import Urls
from harness import RIDE, Harness, rules_of
from tampering import KINDS, changed

from fairdeal.errors import StoreError
from fairdeal.floor.audit import processes, verify
from fairdeal.floor.audit.entry_fold import EntryFold
from fairdeal.floor.audit.findings import AuditFinding
from fairdeal.floor.audit.hash_check import HashCheck
from fairdeal.floor.audit.processes import OtherProcess, process_count
from fairdeal.floor.audit.share import WHOLE, Share, shares
from fairdeal.floor.audit.whole_fold import WholeFold
from fairdeal.floor.log.connection import connect
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.sqlite import SQLite
from fairdeal.floor.tables import live_table as lives
from fairdeal.play.sources import CommittedSource

#: How many tamperings are tried.
TRIED = 100
#: How often processes try to begin between two commits of a server.
TRIES = 20


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a floor after a short evening."""
    file = tmp_path_factory.mktemp("floor") / "floor.db"
    with patch.object(lives, "SNAPSHOT_EVERY", 15):
        evening.play(file).database.close()
    return file


class Here:
    """A share that is folded in this process as if it were another's."""

    def __init__(self, fold: EntryFold) -> None:
        self._fold = fold
        self._call: Callable[[], Any] = tuple

    def begin(self, what: str, *values: int) -> None:
        self._call = lambda: getattr(self._fold, what)(*values)

    def finish(self) -> Any:
        return self._call()


def folded(database: Database, count: int) -> AuditFinding | str | None:
    """What so many shares find."""
    hashed = HashCheck(database, (), None)
    if hashed.check()[0] is not None:
        return "hashes"
    tables = database.execute("SELECT tbl, count(*) FROM entries WHERE tbl <> '' GROUP BY tbl")
    parts = shares([(str(table), size) for table, size in tables], count)
    folds = [EntryFold(database, hashed.size, part) for part in parts if count > 1]
    own, *others = folds or [EntryFold(database, hashed.size, WHOLE)]
    whole = WholeFold(database, hashed.size, own, [Here(one) for one in others])
    return whole.check(whole=True)


def test_every_tampering_is_found_the_same_by_any_number_of_shares(path: Path) -> None:
    wrong = 0
    for number in range(TRIED):
        rng = random.Random(number)
        kind = rng.choice(list(KINDS))
        change = changed(path)
        with change as copy:
            kind(copy, rng)
            change.protect()
            found = folded(copy, 1)
            if found == "hashes":
                continue
            for count in (2, 4):
                assert folded(copy, count) == found, f"{kind.__name__}, number {number}"
            wrong += found is not None
    assert wrong > TRIED / 3


def test_a_bots_missing_account_is_found_whichever_share_has_its_table(path: Path) -> None:
    with changed(path) as copy:
        bots = [str(bot) for (bot,) in copy.execute("SELECT id FROM people WHERE kind = 'bot'")]
    assert len({bot.rpartition("-")[0] for bot in bots}) > 1, "bots of several tables"
    for bot in bots:
        change = changed(path)
        with change as copy:
            copy.execute("DELETE FROM people WHERE id = ?", [bot])
            change.protect()
            found = folded(copy, 1)
            assert isinstance(found, AuditFinding), bot
            assert [folded(copy, count) for count in (2, 4)] == [found, found]


def test_the_quick_way_of_deciding_finds_the_same_as_the_slow_one(path: Path) -> None:
    for number in range(TRIED):
        rng = random.Random(number)
        kind = rng.choice(list(KINDS))
        with changed(path) as copy:
            kind(copy, rng)
            quick = folded(copy, 1)
            with patch.object(EntryFold, "_given_again", lambda *_: None):
                slow = folded(copy, 1)
            assert quick == slow, f"{kind.__name__}, number {number}"


def test_most_entries_are_decided_in_the_quick_way(path: Path) -> None:
    given: list[bool] = []
    again = EntryFold._given_again

    def counted(fold: EntryFold, table: Any, text: str) -> Any:
        given.append((entry := again(fold, table, text)) is not None)
        return entry

    database = connect(str(path), read_only=True)
    with patch.object(EntryFold, "_given_again", counted):
        assert folded(database, 1) is None
    database.close()
    assert sum(given) > 0.8 * len(given)


@pytest.mark.parametrize("statement", [
    "SELECT 1",
    "UPDATE balances SET units = units + 1 WHERE account = (SELECT max(account) FROM balances)",
    "UPDATE tables SET dealer = 'somebody' WHERE tbl = 't3'",
    "UPDATE snapshots SET number = 9999 WHERE tbl = 't2'",
])  # fmt: skip
def test_processes_find_what_one_finds(path: Path, tmp_path: Path, statement: str) -> None:
    change = changed(path)
    with change as copy:
        copy.execute(statement)
        change.protect()
        copy.backup(str(tmp_path / "copy.db"))
    database = connect(str(tmp_path / "copy.db"), read_only=True)
    alone = verify(database)
    shared = verify(database, processes=2)
    database.close()
    assert shared[:4] == alone[:4]
    assert alone.valid == (statement == "SELECT 1")


@pytest.mark.parametrize(
    # A server that leaves no time at all is audited by one process.
    ("commits", "tries"),
    [(2, 3), (10_000, TRIES)],
    ids=["twice", "all the time"],
)
def test_all_processes_see_the_same_moment(
    path: Path, tmp_path: Path, commits: int, tries: int
) -> None:
    """A server that commits while the processes begin makes them begin again."""
    file = tmp_path / "copy.db"
    source = SQLite(str(path), read_only=True)
    source.backup(str(file))
    source.close()
    server = connect(str(file), server=True)
    left = iter(range(commits))

    def busy(readers: processes.Processes, snapshot: str) -> None:
        if next(left, None) is not None:
            server.execute("UPDATE people SET made = made + 1")
        begun.append(snapshot)
        begin(readers, snapshot)

    begun: list[str] = []
    begin = processes.Processes._begin_others
    database = connect(str(file), read_only=True)
    with patch.object(processes.Processes, "_begin_others", busy):
        assert verify(database, processes=2).valid
    assert len(begun) == tries
    database.close()
    server.close()


def test_processes_audit_a_floor_that_is_served(urls: Urls) -> None:
    house = Harness(urls(), rules_of(RIDE), rules_of(RIDE))
    for table in ("t1", "t2"):
        person = house.guest(table)
        house.sit(person, table)
        house.bet(person, table)
        house.play_out({1: person}, table)
    database = connect(house.url, read_only=True)
    alone, shared = verify(database), verify(database, processes=2)
    database.close()
    house.close()
    assert alone.valid
    assert shared[:4] == alone[:4]


def test_a_process_that_ends_is_told(path: Path) -> None:
    database = connect(str(path), read_only=True)
    other = OtherProcess(database)
    other.begin("nothing like that")
    with pytest.raises(StoreError, match="AttributeError"):
        other.finish()
    other._process.kill()
    other._process.join()
    other.begin("fold")
    with pytest.raises(StoreError, match="has ended"):
        other.finish()
    other.end()
    database.close()


def test_shares_have_about_the_same_work() -> None:
    parts = shares([("t1", 10), ("t2", 7), ("t3", 6), ("t4", 5)], 2)
    assert [part.number for part in parts] == [0, 1]
    assert dict(parts[0].share_of) == {"t1": 0, "t2": 1, "t3": 1, "t4": 0}
    assert parts[0].has("t1")
    assert not parts[1].has("t1")
    assert Share(0, parts[0].share_of).has("a table of no share")


def test_a_short_log_takes_one_process(path: Path) -> None:
    database = connect(str(path), read_only=True)
    assert process_count(database, None) == 1
    assert process_count(database, 3) == 3
    database.close()


def test_a_commitment_never_goes_back_to_the_first_protocol(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A house that went back to open words could choose the cards again."""
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    ann = house.guest()
    house.sit(ann)

    def play_round() -> None:
        house.bet(ann)
        house.play_out({1: ann})

    play_round()
    assert verify(house.real).valid
    monkeypatch.setattr(CommittedSource, "protocol", lambda *_: 1)
    play_round()
    play_round()
    monkeypatch.undo()
    bad = verify(house.real).bad
    house.close()
    assert bad is not None
    assert (
        bad.reason
        == "the cards are committed to by an older protocol than before (from 2 back to 1)"
    )


class _Beside:
    """A further reader of an audit, in this process."""

    def __init__(self, url: str) -> None:
        self.database = connect(url, read_only=True)

    def begin(self, what: str, *values: str) -> None:
        assert what == "read"
        processes._read(self.database, *values)

    def finish(self) -> None:
        """It was done at once."""

    def end(self) -> None:
        self.database.close()


def test_what_is_written_after_the_beginning_is_seen_by_no_reader(urls: Urls) -> None:
    house = Harness(urls(), rules_of(RIDE))
    database = connect(house.url, read_only=True)
    readers = processes.Processes(database, 1)
    beside = _Beside(house.url)
    readers.others = [beside]  # type: ignore[list-item] # it answers as a process does
    size = house.floor.store.leaves
    with readers:
        house.guest()
        assert house.floor.store.leaves == size + 1
        for one in (database, beside.database):
            assert one.execute("SELECT count(*) FROM entries") == [(size,)]
    assert database.execute("SELECT count(*) FROM entries") == [(size + 1,)], "it has ended"
    database.close()
    house.close()
