"""A table's log on disk: what is written when, one writer at a time, and what cannot be read."""

import json
import os
from io import FileIO
from pathlib import Path
from typing import Any

import pytest
from felt import rules_of, sits
from msgspec.structs import replace

from fairdeal.errors import BadInputError, BusyError, LogError
from fairdeal.games import GAMES, find_game
from fairdeal.play.journal import Journal, replay_log, resume, source_of
from fairdeal.play.session import open_table
from fairdeal.play.sources import CommittedSource, NamedCards, SeededSource, SystemSource
from fairdeal.table import commands as cmd
from fairdeal.table.entry import Entry, Opening
from fairdeal.table.state import State
from fairdeal.wire.log import write_entry, write_opening
from fairdeal.wire.state import write_state

RULES = rules_of("let-it-ride")


class Disk:
    """Notes in order which files are brought to the disk, and with how many lines of the log."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, log: Path) -> None:
        self.synced: list[tuple[str, int]] = []
        self._log, self._fsync = log, os.fsync
        monkeypatch.setattr(os, "fsync", self._note)

    def _note(self, number: int) -> None:
        name = Path(os.readlink(f"/proc/self/fd/{number}")).name
        self.synced.append((name, self._log.read_bytes().count(b"\n")))
        self._fsync(number)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="files are named by Linux here")
def test_the_order_is_on_the_disk_before_the_entry_that_shuffles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "table.log"
    disk = Disk(monkeypatch, path)
    session = open_table(RULES, SystemSource())
    journal = Journal.begin(path, session)
    assert disk.synced == [("table.log", 1)]
    session.do(*sits(1, "ann"))
    session.do(cmd.ReceiveDecks(colors=("red",), preshuffled=True))
    # A preshuffled deck lies in an order: that is the second entry, the third line.
    assert disk.synced[1:] == [("table.log.sealed.part", 2)]
    journal.sync()
    assert disk.synced[2:] == [("table.log", 3)]
    seal = json.loads((tmp_path / "table.log.sealed").read_text())
    assert seal["entry"] == 2
    assert len(seal["orders"]["red"]) == 52
    journal.close()
    assert disk.synced[3:] == [("table.log", 3)]
    with pytest.raises(ValueError, match="closed"):
        session.do(cmd.Announce(words="too late"))


def test_a_log_has_one_writer_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "table.log"
    session = open_table(RULES, SeededSource(1))
    journal = Journal.begin(path, session)
    with pytest.raises(BadInputError, match="in use: another program plays this table"):
        resume(path, GAMES)
    session.do(*sits(1, "ann"))
    journal.close()
    again, second = resume(path, GAMES)
    with pytest.raises(BadInputError, match="in use"):
        resume(path, GAMES)
    assert list(again.state.seats) == [1]
    second.close()
    _, third = resume(path, GAMES)
    third.close()


def test_a_log_that_is_there_is_not_begun_again(tmp_path: Path) -> None:
    path = tmp_path / "table.log"
    path.write_text("something else\n")
    with pytest.raises(BadInputError, match="is there already: go on from it with --resume"):
        Journal.begin(path, open_table(RULES, SeededSource(1)))
    assert path.read_text() == "something else\n"


@pytest.mark.parametrize(
    ("name", "begun", "resumed"),
    [
        ("a\0b", "cannot be written: not a file name", "cannot be read: not a file name"),
        (
            "missing/table.log",
            "cannot be written: no such file or directory",
            "cannot be read: no such file or directory",
        ),
        ("folder", "go on from it with --resume", "cannot be written: is a directory"),
    ],
    ids=["no name", "no folder", "a folder"],
)
def test_a_place_where_no_log_can_be_is_told_in_a_sentence(
    name: str, begun: str, resumed: str, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(BadInputError, match=f"{begun}$"):
        Journal.begin(tmp_path / name, open_table(RULES, SeededSource(1)))
    with pytest.raises(BadInputError, match=f"{resumed}$"):
        resume(tmp_path / name, GAMES)


def test_a_log_that_cannot_be_read_lets_go_of_its_file(tmp_path: Path) -> None:
    """Whoever has mended it can go on at once: nothing holds it any more."""
    path = tmp_path / "table.log"
    Journal.begin(path, open_table(RULES, SeededSource(1))).close()
    with pytest.raises(BadInputError, match="is the log of let-it-ride in maryland"):
        resume(path, [find_game("double-draw")])
    before = path.read_bytes()
    _, journal = resume(path, GAMES)
    journal.close()
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xff\xfe", "the log is not text in UTF-8"),
        (b"{}", "this is not the log of a table: "),
        (b"", "this is not the log of a table: "),
    ],
)
def test_what_is_no_log_is_refused(data: bytes, words: str) -> None:
    with pytest.raises(BadInputError, match=words):
        replay_log(data)


def test_empty_lines_of_a_log_are_passed_over() -> None:
    session = open_table(RULES, SeededSource(1))
    lines = [write_opening(session.opening)]
    session.on_entry = lambda _before, entry: lines.append(write_entry(entry))
    session.do(*sits(1, "ann"))
    session.do(*sits(2, "bob"))
    read = replay_log("\n\n".join(lines).encode() + b"\n")
    assert read.entries == 2
    assert write_state(read.state) == write_state(session.state)
    with pytest.raises(BadInputError, match=r"^line 4 of the log: entry 2 does not follow entry 2"):
        replay_log("\n".join([*lines, lines[-1]]).encode())


def test_a_disk_that_cannot_be_flushed_stops_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = open_table(RULES, SeededSource(1))
    journal = Journal.begin(tmp_path / "table.log", session)
    session.do(*sits(1, "ann"))

    def fail(_number: int) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(LogError, match="cannot be written: input/output error"):
            journal.sync()
    with pytest.raises(LogError, match="could not be written before"):
        session.do(*sits(2, "bob"))
    assert list(session.state.seats) == [1]
    journal.close()


def test_the_seal_goes_when_no_deck_is_in_play(tmp_path: Path) -> None:
    path, seal = tmp_path / "table.log", tmp_path / "table.log.sealed"
    session = open_table(RULES, SystemSource())
    journal = Journal.begin(path, session)
    session.do(cmd.ReceiveDecks(colors=("red",), preshuffled=True))
    journal.sync()
    assert seal.exists()
    session.do(cmd.RemoveDecks())
    assert seal.exists(), "until the entry is on the disk"
    journal.sync()
    assert not seal.exists()
    session.do(cmd.ReceiveDecks(colors=("blue",), preshuffled=True))
    (line,) = seal.read_text().splitlines()
    assert list(json.loads(line)["orders"]) == ["blue"], "what was before is forgotten"
    journal.close()


# Sources, and what is told while somebody else writes ---------------------------------------------


def test_an_opening_names_where_its_cards_come_from() -> None:
    named = {
        kind: source_of(Opening(RULES, cards=kind, seed="7", table="t1"))
        for kind in ("sealed", "seeded", "committed", "named")
    }
    assert {kind: type(source) for kind, source in named.items()} == {
        "sealed": SystemSource,
        "seeded": SeededSource,
        "committed": CommittedSource,
        "named": NamedCards,
    }
    assert {kind: source.name for kind, source in named.items()} == {kind: kind for kind in named}


def test_a_log_is_not_read_while_somebody_gives_a_command() -> None:
    session = open_table(RULES, SeededSource(1))
    refused: list[str] = []

    def listen(_before: State, entry: Entry) -> None:
        next_one = replace(entry, number=entry.number + 1)
        for again in (lambda: session.replay(next_one), session.run_dealer):
            try:
                again()
            except BusyError as busy:
                refused.append(str(busy))

    session.on_entry = listen
    session.do(*sits(1, "ann"))
    assert refused == ["the table is being told something else: one writer at a time"] * 2
    assert session.entries == 1


def test_a_session_without_a_number_of_rounds_keeps_none() -> None:
    session = open_table(RULES, SeededSource(1))
    assert session.finished == ()
    assert session.snapshot().rounds == []


def test_a_line_that_is_written_in_part_is_no_entry(tmp_path: Path) -> None:
    """A disk that takes fewer bytes than it was given is full."""
    path = tmp_path / "table.log"
    session = open_table(RULES, SeededSource(1))
    Journal.begin(path, session).close()
    whole = path.read_bytes()

    class Short(FileIO):
        def write(self, data: Any, /) -> int:
            return super().write(bytes(data)[:7])

    with Short(path, "r+") as file:
        journal = Journal(path, file, session)
        with pytest.raises(LogError, match="cannot be written: no space left on device"):
            session.do(*sits(1, "ann"))
        assert path.read_bytes() == whole
        assert session.state.seats == {}
        journal.close()
