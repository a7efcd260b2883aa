"""The secrets of decks in play are sealed by a key that the database and its copies do not hold."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from harness import QUIET, RIDE, dump, rules_of

from fairdeal.errors import BadInputError
from fairdeal.floor.audit import verify
from fairdeal.floor.floor import Floor
from fairdeal.floor.log.backup import back_up, restore
from fairdeal.floor.log.connection import connect
from fairdeal.floor.log.seal import (
    Seal,
    default_key_file,
    known_key_id,
    make_key,
    read_key,
    read_sealed,
    write_sealed,
)
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.guests import add_guest
from fairdeal.floor.startup import open_floor, stopped_tables
from fairdeal.floor.stop_reasons import SECRETS_LOST
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.floor.tables.closing import close_automatically
from fairdeal.floor.tables.private_practice import practise
from fairdeal.floor.tables.records import record
from fairdeal.floor.tables.replay import replay
from fairdeal.play.bots import cautious
from fairdeal.table import commands as cmd
from fairdeal.table.actors import AUTOMATIC_FLOOR
from fairdeal.table.legal import legal_actions
from fairdeal.table.state import OPEN, PLAYING
from fairdeal.wire.commands import command_document

NOW = 1_800_000_000.0


class House:
    """A floor as `serve` opens it, with the file of its key."""

    def __init__(self, folder: Path, *, key: str | None = "key") -> None:
        self.url = str(folder / "floor.db")
        self.key = folder / key if key else None
        self.keys = 0
        self.open()

    def open(self, **more: Any) -> None:
        rules = [rules_of(RIDE)]
        self.floor: Floor = open_floor(
            self.url, rules, settings=QUIET, now=lambda: NOW, seal_key=self.key, **more
        )

    def close(self) -> None:
        self.floor.database.close()

    def guest(self) -> Person:
        self.floor.begin()
        _, person = add_guest(self.floor, "ann")
        self.floor.commit()
        return person

    def say(self, person: Person, **document: Any) -> None:
        self.keys += 1
        self.floor.begin()
        self.floor.command(person, "t1", document, f"key {self.keys}")
        self.floor.commit()

    def to_a_decision(self, ann: Person | None = None, *, bets_only: bool = False) -> Person:
        """Ann has bet, and is asked; or she has bet, and has not said that her bets stand."""
        ann = ann or self.guest()
        if not self.floor.tables["t1"].state.seats:
            self.say(ann, do="sit", seat=1)
        state = self.floor.tables["t1"].state
        wager = state.rules.game.wager
        amounts = {
            one.wager: (one.least or 0) / 100
            for one in legal_actions(state, 1)
            if one.wager and not wager[one.wager].optional
        }
        self.say(ann, do="place-bets", seat=1, amounts=amounts)
        if bets_only:
            return ann
        self.say(ann, do="ready", seat=1)
        assert self.floor.tables["t1"].state.phase is PLAYING
        return ann

    def play_out(self, ann: Person) -> None:
        while self.floor.tables["t1"].state.phase is not OPEN:
            self.say(ann, **command_document(cautious(self.floor.tables["t1"].state)))

    def secret(self) -> str:
        held = self.floor.tables["t1"].session.source.snapshot().secrets
        assert held is not None
        return held.made[-1][1]

    def row(self) -> dict[str, Any]:
        rows = self.floor.database.execute("SELECT document FROM sealed WHERE tbl = 't1'")
        return dict(json.loads(rows[0][0]))


def test_the_database_tells_no_secret_of_a_deck_in_play(tmp_path: Path) -> None:
    house = House(tmp_path)
    ann = house.to_a_decision()
    secret = house.secret()
    assert len(secret) == 64
    assert secret not in json.dumps(dump(house.floor.database), default=repr)
    assert set(house.row()) == {"round", "deck", "commitments", "key", "nonce", "box"}
    assert house.key is not None
    assert house.key.read_text().strip() not in json.dumps(dump(house.floor.database), default=repr)
    house.close()
    house.open()
    assert house.secret() == secret
    house.play_out(ann)
    told = record(house.floor.store, "t1-1")
    assert told["secret"] == secret
    assert replay(told).valid


def test_only_the_server_may_read_the_key(tmp_path: Path) -> None:
    house = House(tmp_path)
    assert house.key is not None
    assert house.key.stat().st_mode & 0o777 == 0o600
    house.close()
    house.key.chmod(0o640)
    with pytest.raises(BadInputError, match="chmod 600"):
        house.open()
    house.key.chmod(0o600)
    house.key.write_text("ab\n")
    with pytest.raises(BadInputError, match="64 hexadecimal digits"):
        house.open()


def test_where_a_key_lies_if_nobody_says_so(tmp_path: Path) -> None:
    assert default_key_file("/data/floor.db", tmp_path) == Path("/data/floor.db.seal-key")
    assert default_key_file("sqlite:////data/f.db", tmp_path) == Path("/data/f.db.seal-key")
    assert default_key_file("postgresql://h/d", tmp_path) == tmp_path / "seal-key"


def test_of_two_who_make_a_key_one_does(tmp_path: Path) -> None:
    assert make_key(tmp_path / "k") == make_key(tmp_path / "k") == read_key(tmp_path / "k")
    assert os.listdir(tmp_path) == ["k"]


def test_a_copy_holds_neither_key_nor_secret(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.to_a_decision()
    secret, key = house.secret(), read_key(tmp_path / "key")
    copy = tmp_path / "copy.db"
    back_up(house.url, copy)
    for text in (secret.encode(), key.key, key.key.hex().encode()):
        assert text not in copy.read_bytes()
    # Put back, it goes on with the key, and asks for it without.
    back = str(tmp_path / "back.db")
    restore(copy, back)
    with pytest.raises(BadInputError, match="--seal-key FILE"):
        open_floor(back, [], settings=QUIET, now=lambda: NOW, seal_key=tmp_path / "none")
    assert not (tmp_path / "none").exists(), "no new key where the old one is needed"
    floor = open_floor(back, [], settings=QUIET, now=lambda: NOW, seal_key=tmp_path / "key")
    assert floor.tables["t1"].stopped is None
    held = floor.tables["t1"].session.source.snapshot().secrets
    assert held is not None
    assert held.made[-1][1] == secret


def test_another_key_is_refused_and_named(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.to_a_decision()
    known = known_key_id(house.floor.database)
    house.close()
    house.key = tmp_path / "other"
    make_key(house.key)
    with pytest.raises(BadInputError) as refused:
        house.open()
    for part in ("another seal key", str(known), "t1", "--seal-key FILE"):
        assert part in str(refused.value)


def test_secrets_of_before_are_sealed_at_the_start(tmp_path: Path) -> None:
    house = House(tmp_path, key=None)
    ann = house.to_a_decision()
    secret = house.secret()
    assert secret in json.dumps(house.row())
    house.close()
    house.key = tmp_path / "key"
    house.open()
    assert "box" in house.row()
    house.play_out(ann)
    assert record(house.floor.store, "t1-1")["secret"] == secret


def test_a_floor_starts_again_after_a_private_table_was_closed(tmp_path: Path) -> None:
    """Such a table is not loaded again, and its row of secrets is still there."""
    house = House(tmp_path)
    ann, floor = house.guest(), house.floor
    floor.begin()
    table, _ = practise(floor, ann, "t1")
    floor.commit()
    floor.begin()
    floor.do(floor.tables[table], cmd.RemovePlayer(1, "away for an hour"), AUTOMATIC_FLOOR)
    close_automatically(floor, floor.tables[table], HOUSE)
    floor.commit()
    house.close()
    house.open()
    assert list(house.floor.tables) == ["t1"]
    house.close()


#: What is no document of secrets: no JSON, no object, another one.
SPOILED = ["5", "null", "true", '"x"', "[]", "", "{", '{"a": 1}', '{"box": 1, "key": 2}']


@pytest.mark.parametrize("spoiled", SPOILED)
def test_secrets_that_cannot_be_read_stop_their_table_until_its_round_is_void(
    tmp_path: Path, spoiled: str
) -> None:
    house = House(tmp_path)
    ann = house.guest()
    before = house.floor.chips(ann.id)
    house.to_a_decision(ann)
    house.close()
    database = connect(house.url)
    database.execute("UPDATE sealed SET document = ?", [spoiled])
    database.close()
    house.open()
    assert house.floor.tables["t1"].stopped == SECRETS_LOST
    (told,) = stopped_tables(house.floor)
    assert "Table t1 is stopped" in told
    assert "--void-sealed" in told
    house.close()
    house.open(void_sealed=True)
    assert stopped_tables(house.floor) == []
    assert house.floor.tables["t1"].state.phase is OPEN
    house.say(ann, do="leave", seat=1)
    assert house.floor.chips(ann.id) == before, "the stakes went back"
    house.close()


def test_an_audit_goes_without_the_key_and_further_with_it(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.to_a_decision()
    house.close()
    database = connect(house.url)
    assert verify(database).bad is None
    database.seal = read_key(tmp_path / "key")
    assert verify(database).bad is None
    row = json.loads(database.execute("SELECT document FROM sealed")[0][0])
    # Another round's, which is seen without the key; another box, which takes the key.
    for change, without in (({"commitments": ["00" * 32]}, False), ({"box": "00" * 60}, True)):
        changed = json.dumps({**row, **change})
        database.execute("UPDATE sealed SET document = ?", [changed])
        database.seal = None
        assert (verify(database).bad is None) is without
        database.seal = read_key(tmp_path / "key")
        assert verify(database).bad is not None
    database.close()


@pytest.mark.clause("COMAR 36.05.02.20E")
def test_a_row_of_another_table_or_round_does_not_open() -> None:
    seal = Seal(bytes(32))
    document = {"round": "t1-1", "deck": "red", "secrets": [{"commitment": "c", "secret": "s"}]}
    closed = seal.close("t1", document)
    assert seal.open("t1", closed) == document
    for table, wrong in (("t2", closed), ("t1", {**closed, "round": "t1-2"})):
        with pytest.raises(BadInputError):
            seal.open(table, wrong)
    with pytest.raises(BadInputError):
        Seal(bytes(31) + b"1").open("t1", closed)
    assert seal.close("t1", document)["box"] != closed["box"], "never sealed twice alike"


# The key is lost ----------------------------------------------------------------------------------


def lost(house: House) -> None:
    """The key is gone, and the house begins with another one."""
    house.close()
    assert house.key is not None
    house.key.unlink()
    with pytest.raises(BadInputError, match="--void-sealed"):
        house.open()
    house.open(void_sealed=True)


def chips(house: House, person: Person) -> int:
    return house.floor.chips(person.id)


@pytest.mark.clause("MD-LIR 13.G", "MD-RET 13.D", "MD-DD .13E")
def test_13_g_a_round_whose_secret_is_lost_is_void_and_stakes_go_back(tmp_path: Path) -> None:
    house = House(tmp_path)
    ann = house.guest()
    before = chips(house, ann)
    ann = house.to_a_decision(ann)
    assert chips(house, ann) < before
    lost(house)
    live = house.floor.tables["t1"]
    assert (live.stopped, live.state.phase) == (None, OPEN)
    assert chips(house, ann) == before, "nothing is lost but the round"
    told = record(house.floor.store, "t1-1")
    assert told["void"]
    assert not replay(told).valid, "it cannot be proved, and says so"
    # The next round is played and proved, with the new key.
    house.to_a_decision(ann)
    house.play_out(ann)
    assert replay(record(house.floor.store, "t1-2")).valid
    assert verify(house.floor.database).bad is None
    house.close()
    house.open()
    assert house.floor.tables["t1"].stopped is None


def test_bets_that_are_open_stay_when_the_secret_is_lost(tmp_path: Path) -> None:
    house = House(tmp_path)
    ann = house.to_a_decision(bets_only=True)
    lost(house)
    state = house.floor.tables["t1"].state
    assert (state.phase, state.rounds) == (OPEN, 0)
    assert state.seats[1].stakes
    assert state.decks[0].commitment, "shuffled anew, and committed to"
    house.close()
    house.open()
    house.say(ann, do="ready", seat=1)
    house.play_out(ann)
    told = record(house.floor.store, "t1-1")
    assert [bool(one["secret"]) for one in told["secrets"]] == [False, True]
    assert verify(house.floor.database).bad is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "cannot be read: .*No such file"),
        ("zz" * 32, "cannot be read: non-hexadecimal"),
        ("ab" * 31, "holds no seal key: 64 hexadecimal digits"),
        ("ab" * 33, "holds no seal key: 64 hexadecimal digits"),
    ],
)
def test_what_is_no_key_is_refused_and_named(tmp_path: Path, text: str | None, told: str) -> None:
    file = tmp_path / "key"
    if text is not None:
        file.write_text(f"{text}\n")
        file.chmod(0o600)
    with pytest.raises(BadInputError, match=f"'.*key'.* {told}"):
        read_key(file)


def test_a_sealed_row_needs_its_key() -> None:
    told = {"round": "t1-1", "deck": "red", "secrets": [{"commitment": "c", "secret": "s"}]}
    seal, other = Seal(b"k" * 32), Seal(b"l" * 32)
    sealed = json.loads(write_sealed(seal, "t1", told))
    assert {name: sealed[name] for name in ("round", "deck", "commitments", "key")} == {
        "round": "t1-1",
        "deck": "red",
        "commitments": ["c"],
        "key": seal.id,
    }
    assert seal.id != other.id
    assert read_sealed(seal, "t1", sealed) == told
    with pytest.raises(BadInputError, match="the seal key is not at hand"):
        read_sealed(None, "t1", sealed)
    with pytest.raises(BadInputError, match="do not open with the seal key"):
        read_sealed(other, "t1", sealed)
    # What was never sealed is read with a key and without.
    open_row = json.loads(write_sealed(None, "t1", told))
    assert read_sealed(None, "t1", open_row) == read_sealed(seal, "t1", open_row) == told
    assert write_sealed(seal, "t1", {}) == "{}"
