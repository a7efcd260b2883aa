"""The audit: a floor as it was is valid, whatever is changed in it is found and named, and every
round can be replayed from its record alone.
"""

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

import evening
import pytest
from conftest import ROOT, Ran
from tampering import changed, flip_hash, later, tamper

from fairdeal.errors import BadInputError
from fairdeal.floor.audit import verify
from fairdeal.floor.log.checkpoint import new_private_key, parse_and_verify, sign
from fairdeal.floor.log.connection import connect
from fairdeal.floor.log.merkle import leaf_hash, root_of
from fairdeal.floor.log.signing import known_signer, make_checkpoint, signer_of
from fairdeal.floor.log.sqlite import SQLite
from fairdeal.floor.log.store import SPAN, Store
from fairdeal.floor.tables import live_table as lives
from fairdeal.floor.tables.history import state_at
from fairdeal.floor.tables.records import record as record_of
from fairdeal.floor.tables.records import records_of, without_purses
from fairdeal.floor.tables.replay import ReplayResult, replay
from fairdeal.wire.state import write_state

Record = dict[str, Any]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a floor after a short evening."""
    file = tmp_path_factory.mktemp("floor") / "floor.db"
    with patch.object(lives, "SNAPSHOT_EVERY", 15):
        floor = evening.play(file)
    make_checkpoint(floor.database)
    floor.database.close()
    return file


@pytest.fixture
def database(path: Path) -> Iterator[SQLite]:
    opened = connect(str(path), read_only=True)
    assert isinstance(opened, SQLite)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def kept(path: Path) -> tuple[str, str]:
    """What an auditor has: a checkpoint and the key."""
    opened = connect(str(path))
    text, key = make_checkpoint(opened), signer_of(opened).vkey
    opened.close()
    return text, key


@pytest.fixture(scope="module")
def records(path: Path) -> dict[str, Record]:
    opened = connect(str(path), read_only=True)
    names = [row[0] for row in opened.execute("SELECT round FROM rounds ORDER BY leaf")]
    found = {name: json.loads(json.dumps(record_of(Store(opened), name))) for name in names}
    opened.close()
    return found


# A floor as it was --------------------------------------------------------------------------------


@pytest.mark.clause("COMAR 36.03.10.08B(1)", "COMAR 36.05.02.20D(4)")
def test_it_is_valid(database: SQLite, kept: tuple[str, str]) -> None:
    done = verify(database, *kept)
    store = Store(database)
    assert done[:4] == (True, store.leaves, store.root(store.leaves).hex(), None)
    assert store.leaves > SPAN  # so that there are kept nodes
    assert verify(database, fold=False).head == done.head


def test_the_evening_has_all_that_should_be_looked_at(
    database: SQLite, records: dict[str, Record]
) -> None:
    assert {record["void"] for record in records.values()} == {True, False}
    assert any(record["words"] for record in records.values())
    assert any(record["cut"] for record in records.values())
    events = [e for r in records.values() for one in r["entries"] for e in one["events"]]
    kinds = {event["event"] for event in events}
    assert {"meters-fed", "meters-shown", "shuffle-ordered", "cards-replaced"} <= kinds
    for name in ("snapshots", "keys", "nodes", "sealed", "moments"):
        assert database.execute(f"SELECT count(*) FROM {name}")[0][0]


def test_a_floor_goes_on_after_a_checkpoint(path: Path, kept: tuple[str, str]) -> None:
    text, key = kept
    point = parse_and_verify(text, key)
    private = known_signer(opened := connect(str(path), read_only=True))
    assert private is not None
    store = Store(opened)
    early = sign(private.origin, 7, store.root(7), private.private_key)
    none = sign(private.origin, 0, store.root(0), private.private_key)
    assert verify(opened, [text, early, none], key).valid
    wrong = sign(private.origin, 7, store.root(6), private.private_key)
    bad = verify(opened, [early, wrong], key).bad
    assert bad is not None
    later = sign(private.origin, point.size + 1, store.root(6), private.private_key)
    bad = verify(opened, [later], key).bad
    assert bad is not None
    assert bad.leaf == point.size
    assert bad.table is None
    assert "missing" in str(bad)
    forged = sign(private.origin, 7, store.root(7), new_private_key())
    with pytest.raises(BadInputError, match="not signed"):
        verify(opened, [forged], key)
    opened.close()


def test_between_two_checkpoints(path: Path) -> None:
    """Of two checkpoints one of which holds, what was changed lies between them."""
    opened = connect(str(path), read_only=True)
    private, store = known_signer(opened), Store(opened)
    assert private is not None
    points = [sign(private.origin, n, store.root(n), private.private_key) for n in (20, 60)]
    opened.close()
    change = changed(path)
    with change as copy:
        later(copy, 30, 1)
        change.protect()
        assert verify(copy).valid, "nothing but a checkpoint tells"
        bad = verify(copy, points).bad
    assert bad is not None
    assert bad.leaf == 20
    assert "from 20 to 59" in bad.reason


# Tampering ----------------------------------------------------------------------------------------


@pytest.mark.clause("COMAR 36.05.02.20D(2)", "COMAR 36.05.03.04J(2)", "COMAR 36.05.03.05K(2)")
@pytest.mark.clause("COMAR 36.05.03.05K(3)")
@pytest.mark.parametrize("first", range(0, 200, 50))
def test_tampering_is_found(first: int, path: Path, kept: tuple[str, str]) -> None:
    for number in range(first, first + 50):
        tamper(path, kept, number)


@pytest.mark.slow
def test_a_thousand_tamperings_are_found(path: Path, kept: tuple[str, str]) -> None:
    for number in range(200, 1200):
        tamper(path, kept, number)


# Replaying ----------------------------------------------------------------------------------------


@pytest.mark.clause("COMAR 36.03.10.47A")
def test_every_round_is_replayed(records: dict[str, Record], kept: tuple[str, str]) -> None:
    for name, record in records.items():
        done = replay(record, kept[1])
        assert done.wrong is None, name
        assert done.valid
        assert done.entries in (len(record["entries"]), len(record["entries"]) - 1)


def test_every_record_holds_for_players(records: dict[str, Record]) -> None:
    """The verifier in `examples/`, which knows nothing of this program."""
    for name, record in records.items():
        ran = for_players(record)
        assert (ran.returncode, ran.stderr) == (0, ""), name
        assert ran.stdout.endswith("The record is valid: every check holds.\n")


def for_players(record: Record) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", str(ROOT / "examples" / "verify_record.py"), "-"],
        input=json.dumps(record),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


Change = Callable[[Record], Any]


def lone(record: Record, change: Callable[[list[Any]], Any]) -> None:
    """Change the entries, and let a tree of them alone be the proof: what a liar can do who need
    not fear an auditor.
    """
    change(record["entries"])
    dumped = [
        json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in record["entries"]
    ]
    texts = [record["rules"], *dumped]
    hashes = [leaf_hash(text.encode()) for text in texts]

    def path(leaves: list[bytes], index: int) -> list[str]:
        if len(leaves) == 1:
            return []
        half = 1 << (len(leaves) - 1).bit_length() - 1
        if index < half:
            return [*path(leaves[:half], index), root_of(leaves[half:]).hex()]
        return [*path(leaves[half:], index - half), root_of(leaves[:half]).hex()]

    record["opening"] = sha256(record["rules"].encode()).hexdigest()
    record["proof"] = {
        "size": len(texts),
        "root": root_of(hashes).hex(),
        "entries": [
            {"leaf": n, "text": text, "hashes": path(hashes, n)} for n, text in enumerate(texts)
        ],
        "checkpoint": None,
    }


def event(entries: list[Any], name: str, number: int = 0) -> dict[str, Any]:
    found = [e for entry in entries for e in entry["events"] if e["event"] == name]
    one = found[number]
    assert isinstance(one, dict)
    return one


def command(entries: list[Any], name: str) -> dict[str, Any]:
    found = next(one for one in entries if one["command"]["do"] == name)
    assert isinstance(found, dict)
    return found


def without(name: str) -> Change:
    return lambda r: lone(r, lambda es: es.remove(command(es, name)))


#: What is changed in the record of t4-1 (shuffled by hand and cut, with a word): what is said.
CHANGES: dict[str, tuple[Change, str]] = {
    "rules": (lambda r: r.update(rules=r["rules"].replace("Evening", "Morning")), "`rules`"),
    "opening": (lambda r: r.update(opening="0" * 64), "hash of the rules"),
    "approved": (lambda r: r.update(approved="2026-01-31"), "`approved`"),
    "rules_digest": (lambda r: r.update(rules_digest="0" * 64), "`rules_digest`"),
    "commitment": (lambda r: r.update(commitment="0" * 64), "`commitment`"),
    "secret": (lambda r: r.update(secret="0" * 64), "`secret`"),
    "words": (lambda r: r.update(words=""), "`words`"),
    "cut": (lambda r: r.update(cut=11), "`cut`"),
    "order": (lambda r: r["order"].reverse(), "`order`"),
    "number": (lambda r: r.update(number=2), "another round"),
    "number as a text": (lambda r: r.update(number="1"), "another round"),
    "round": (lambda r: r.update(round="t4-2"), "another round"),
    "table": (lambda r: r.update(table="t3"), "another table"),
    "void": (lambda r: r.update(void=True), "`void`"),
    "seats": (lambda r: r["seats"][0].update(net=1000), "`seats`"),
    "no seats": (lambda r: r["seats"].clear(), "`seats`"),
    "before": (lambda r: r["before"].update(clock=5), "`before`"),
    "before without a part": (lambda r: r["before"].pop("decks"), "snapshot"),
    "an entry": (lambda r: r["entries"][3].update(time=0), "`entries`"),
    "an entry less": (lambda r: r["entries"].pop(), "`entries`"),
    "a proof": (lambda r: r["proof"]["entries"][2]["hashes"].pop(), "does not lead to the root"),
    "a text": (lambda r: r["proof"]["entries"][2].update(text="{}"), "does not lead to the root"),
    "a leaf": (lambda r: r["proof"]["entries"][2].update(leaf=0), "does not lead to the root"),
    "root": (lambda r: r["proof"].update(root="0" * 64), "does not lead to the root"),
    "checkpoint": (
        lambda r: r["proof"].update(checkpoint=r["proof"]["checkpoint"].replace("\n", "\n1", 1)),
        "another root",
    ),
    "not a record": (dict.clear, "no whole record"),
    # From here on the proofs are right, as if the house had written the log so.
    "an amount that is paid": (
        lambda r: lone(r, lambda es: event(es, "wager-placed").update(amount=6)),
        "and the rules and the cards give",
    ),
    "a bet": (
        lambda r: lone(
            r, lambda es: command(es, "place-bets")["command"]["amounts"].update(ante=9)
        ),
        "and the rules and the cards give",
    ),
    "a card": (
        lambda r: lone(r, lambda es: event(es, "cards-dealt")["cards"][0].update(card="As")),
        "entry 33",
    ),
    "a word": (
        lambda r: lone(r, lambda es: event(es, "player-ready").update(word="tee")),
        "and the rules and the cards give",
    ),
    "a cut": (
        lambda r: lone(r, lambda es: command(es, "cut")["command"].update(depth=30)),
        "cut 30 cards deep",
    ),
    "who acts": (
        lambda r: lone(r, lambda es: command(es, "place-bets")["by"].update(id="bob")),
        "would be refused",
    ),
    "the time": (
        lambda r: lone(r, lambda es: command(es, "place-bets").update(time=5)),
        "would be refused",
    ),
    "the secret in the log": (
        lambda r: lone(
            r, lambda es: event(es, "secrets-revealed")["secrets"][0].__setitem__(1, "0" * 64)
        ),
        "not that of its commitment",
    ),
    "the round of the secrets": (
        lambda r: lone(r, lambda es: event(es, "secrets-revealed").update(round="t4-2")),
        "the last entry does not reveal the secrets of the round",
    ),
    "the commitment in the log": (
        lambda r: lone(r, lambda es: event(es, "deck-committed").update(commitment="0" * 64)),
        "never revealed",
    ),
    "a cut that is left out": (without("cut"), "do not follow"),
    "the end": (lambda r: lone(r, lambda es: es.pop()), "do not end the round"),
    "the beginning": (lambda r: lone(r, lambda es: es.pop(0)), "do not begin with the first"),
    "another field": (
        lambda r: lone(r, lambda es: es[3].update(more=1)),
        "not in the form",
    ),
    "an entry of another table": (
        lambda r: lone(r, lambda es: es[3].update(table="t3")),
        "not in the form",
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_changed_record_is_found(what: str, records: dict[str, Record]) -> None:
    change, says = CHANGES[what]
    record = deepcopy(records["t4-1"])
    change(record)
    done = replay(record)
    name = record.get("round", "?")
    right = ReplayResult(False, name, 0, 0, done.wrong, None, real_cards=False, simulated=False)
    assert done == right, "nothing else is told"
    assert says in str(done.wrong)


def test_entries_alone_are_a_log_too(records: dict[str, Record]) -> None:
    """What `lone` builds is right where nothing was changed; with a key it is not."""
    record = deepcopy(records["t4-1"])
    lone(record, lambda _: None)
    assert replay(record).wrong is None


def test_what_pays_is_settled_again(records: dict[str, Record]) -> None:
    """Every amount of every payment, and the meter that a table showed before."""
    seen = 0
    for record in records.values():
        for number, entry in enumerate(record["entries"]):
            for at, one in enumerate(entry["events"]):
                if one["event"] in ("wager-paid", "wager-lost", "meters-fed", "wager-returned"):
                    other = deepcopy(record)
                    event_ = other["entries"][number]["events"][at]
                    if one["event"] == "meters-fed":
                        event_["dollars"] = dict.fromkeys(event_["dollars"], 1)
                    else:
                        event_["amount"] += 1
                    lone(other, lambda _: None)
                    assert not replay(other).valid, one
                    seen += 1
    assert seen > 10


def test_the_table_before_a_round(records: dict[str, Record]) -> None:
    for field, value in (("rounds", 5), ("commits", False), ("decks", []), ("seats", {})):
        record = deepcopy(records["t1-2"])
        record["before"][field] = value
        assert not replay(record).valid, field


@pytest.mark.parametrize("name", ["t1-2", "t3-2", "t5-2"])
def test_the_beginning_of_a_round_is_in_its_record(name: str, database: SQLite) -> None:
    """Entries that are left out, with the table as it was after them: t3 is shuffled by hand, so
    that its commitment comes later.
    """
    store = Store(database)
    whole = json.loads(json.dumps(record_of(store, name)))
    assert replay(whole).valid
    first = whole["entries"][0]["entry"]
    for count in range(1, len(whole["entries"]) - 2):
        less = deepcopy(whole)
        del less["entries"][:count]
        del less["proof"]["entries"][1 : 1 + count]
        later = state_at(store, whole["rules"], whole["table"], first + count)
        less["before"] = json.loads(write_state(without_purses(later)))
        assert "do not begin with the end of the round before" in str(replay(less).wrong)
    other = deepcopy(whole)
    lone(other, lambda entries: entries[0].update(table="t9"))
    assert "is of another table" in str(replay(other).wrong)


def test_signatures_of_records(records: dict[str, Record], kept: tuple[str, str]) -> None:
    record = deepcopy(records["t1-2"])
    text = record["proof"]["checkpoint"]
    record["proof"]["checkpoint"] = f"{text[:-10]}AAAAAAAAA\n"
    assert "signature" in str(replay(record, kept[1]).wrong)
    record["proof"]["checkpoint"] = None
    assert replay(record).valid
    assert "no signed checkpoint" in str(replay(record, kept[1]).wrong)


# The command line ---------------------------------------------------------------------------------


def test_on_the_command_line(
    path: Path, kept: tuple[str, str], tmp_path: Path, fairdeal: Callable[..., Ran]
) -> None:
    db = ("--db", str(path))
    (file := tmp_path / "kept.txt").write_text(kept[0], "utf-8")
    assert fairdeal("audit", "checkpoint", *db).out == kept[0]
    assert fairdeal("audit", "checkpoint", "--key", *db).out == f"{kept[1]}\n"
    ran = fairdeal("audit", "verify", *db, "--checkpoint", file, "--key", kept[1], "--json")
    assert ran.code == 0
    assert list(ran.json) == ["valid", "entries", "head"]
    assert ran.json["valid"] is True
    assert fairdeal("audit", "verify", *db).out.startswith(f"valid: {ran.json['entries']} entries")
    one = fairdeal("audit", "export", "--round", "t4-1", *db)
    assert fairdeal("audit", "replay", "-", stdin=one.out).out.startswith("valid: round t4-1")
    lines = fairdeal("audit", "export", "--table", "t1", "-o", tmp_path / "t1.jsonl", *db)
    assert lines.out == ""
    ran = fairdeal("audit", "replay", tmp_path / "t1.jsonl", "--json", "--key", kept[1])
    assert ran.json["rounds"] == 2
    ran = fairdeal("audit", "replay", "-", "--json", stdin=one.out.replace('"cut": 17', '"cut": 7'))
    assert ran.code == 1
    assert ran.json["bad"]["round"] == "t4-1"


def test_a_bad_one_on_the_command_line(
    path: Path, tmp_path: Path, fairdeal: Callable[..., Ran]
) -> None:
    with changed(path) as copy:
        flip_hash(copy, random.Random(3))
        copy.backup(str(tmp_path / "bad.db"))
    ran = fairdeal("audit", "verify", "--db", tmp_path / "bad.db", "--json")
    assert ran.code == 1
    assert ran.json["valid"] is False
    assert set(ran.json["bad"]) == {"leaf", "table", "number", "reason"}
    ran = fairdeal("audit", "verify", "--db", tmp_path / "bad.db")
    assert (ran.code, ran.out[:11]) == (1, "NOT VALID: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["verify", "--db", "nothing.db"],
        ["verify", "--checkpoint", "nothing.txt"],
        ["export", "--db", "nothing.db", "--round", "t1-1"],
        ["export"],
        ["replay", "nothing.json"],
    ],
)
def test_what_is_not_there(arguments: list[str], fairdeal: Callable[..., Ran]) -> None:
    ran = fairdeal("audit", *arguments)
    assert ran.code == 2
    assert ran.err.startswith("fairdeal: ")


def test_unknown_names(database: SQLite) -> None:
    with pytest.raises(BadInputError, match="no table"):
        records_of(Store(database), "t99")
