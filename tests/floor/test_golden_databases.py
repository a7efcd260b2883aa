"""Databases that released versions wrote open, verify and play on in this version.

`golden/README.md` says what the databases hold and how they were made. The tests compare them with
the facts that were taken down when they were made, and never with what this version writes.
"""

import gzip
import json
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

import psycopg
import pytest
from harness import Harness
from web_client import Server

from fairdeal.floor.floor import FloorSettings
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.passwords import verify_password
from fairdeal.table.actors import FLOOR
from fairdeal.table.next_step import next_command
from fairdeal.table.state import OPEN
from fairdeal.wire.commands import command_document

GOLDEN = Path(__file__).parent / "golden"
VERSIONS = sorted(folder.name for folder in GOLDEN.iterdir() if (folder / "floor.db.gz").exists())
Facts = dict[str, Any]


class Ran(Protocol):
    """What the command line answered."""

    code: int
    out: str
    err: str


@pytest.fixture(params=VERSIONS)
def version(request: pytest.FixtureRequest) -> str:
    """A version that left golden databases."""
    return str(request.param)


@pytest.fixture(params=["sqlite", "postgres"])
def golden(request: pytest.FixtureRequest, version: str, tmp_path: Path) -> tuple[str, Facts]:
    """The URL of a golden database that the test may change, and what is known about it."""
    folder = GOLDEN / version
    facts = json.loads((folder / f"{request.param}.json").read_text(encoding="utf-8"))
    if request.param == "sqlite":
        file = tmp_path / "floor.db"
        file.write_bytes(gzip.decompress((folder / "floor.db.gz").read_bytes()))
        return str(file), facts
    url: str = request.getfixturevalue("postgres_url")
    dump = gzip.decompress((folder / "floor.sql.gz").read_bytes()).decode()
    with psycopg.connect(url, autocommit=True) as connection:
        # A dump has no roles: they belong to all databases of a server.
        role = (
            "DO $$ BEGIN CREATE ROLE fairdeal_server NOLOGIN; "
            "EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$"
        )
        connection.execute(role)
        connection.execute(dump.encode())
    return url, facts


@pytest.fixture
def floor(golden: tuple[str, Facts]) -> Iterator[Harness]:
    """The floor of a golden database, half a minute after its evening ended."""
    url, facts = golden
    house = Harness(url, settings=FloorSettings(pace=0, clock=0), time=facts["made"] + 30)
    yield house
    house.close()


def audit(fairdeal: Callable[..., Ran], url: str, facts: Facts, folder: Path) -> int:
    """Verify the whole log against the checkpoint that was kept outside, and count its entries."""
    checkpoint = folder / "checkpoint.txt"
    checkpoint.write_text(facts["checkpoint"], encoding="utf-8")
    asked = ("--checkpoint", checkpoint, "--key", facts["key"], "--db", url, "--json")
    ran = fairdeal("audit", "verify", *asked)
    answer = json.loads(ran.out)
    assert answer["valid"] is True, answer
    return int(answer["entries"])


def test_a_version_has_golden_databases() -> None:
    assert "0.1" in VERSIONS


def as_then(text: str, records: int | None = None) -> str:
    """Exported records without what was added at their ends since: the digest of the rules, their
    approval, the protocol, which is the first one, and all secrets.
    """
    digest = r',\s*"rules_digest": ?"[0-9a-f]{64}",\s*"approved": ?null'
    added = digest + r',\s*"protocol": ?1,\s*"secrets": ?\[[^]]*\]'
    then, count = re.subn(rf"{added}(?=\s*\}})", "", text)
    assert count == (text.count('"proof"') if records is None else records)
    return then


@pytest.mark.clause("COMAR 36.03.10.08B(2)")
def test_a_golden_log_verifies_and_its_records_keep_their_bytes(
    golden: tuple[str, Facts], fairdeal: Callable[..., Ran], tmp_path: Path
) -> None:
    url, facts = golden
    assert audit(fairdeal, url, facts, tmp_path) == facts["entries"]
    for name, text in facts["records"].items():
        assert as_then(fairdeal("audit", "export", "--round", name, "--db", url).out, 1) == text
    digests = {
        table: sha256(
            as_then(fairdeal("audit", "export", "--table", table, "--db", url).out).encode()
        ).hexdigest()
        for table in facts["exports"]
    }
    assert digests == facts["exports"]


def test_a_golden_floor_holds_what_it_held(floor: Harness, golden: tuple[str, Facts]) -> None:
    _, facts = golden
    # Opening migrates the schema and writes nothing to the log.
    assert floor.floor.store.leaves == facts["entries"]
    assert floor.floor.store.balances == facts["balances"]
    assert sum(facts["balances"].values()) == 0
    versions = {table: live.state.version for table, live in floor.floor.tables.items()}
    assert versions == facts["tables"]
    assert [table for table, live in floor.floor.tables.items() if live.closed] == ["t6"]
    people = floor.floor.people
    told = [
        {"id": one.id, "name": one.name, "roles": [*map(str, one.roles)], "revoked": one.ended}
        for one in people.all()
    ]
    by_name = sorted(told, key=lambda one: str(one["name"]))
    assert by_name == sorted(facts["people"], key=lambda one: str(one["name"]))
    for name in ("ann", "aude", "flora"):
        found = people.find_by_name(name)
        assert found is not None
        assert verify_password(found[1], facts["password"])
        assert not verify_password(found[1], "another password")
        assert people.find_by_name(name.upper()) == found, "a similar name is the same person"


def person(house: Harness, name: str) -> Person:
    """A person with a password, by name."""
    found = house.floor.people.find_by_name(name)
    assert found is not None
    return found[0]


def deals(house: Harness, table: str) -> bool:
    """Where a person deals, have that person do what comes next; False where nothing does."""
    live = house.table(table)
    command = next_command(live.state)
    if live.dealer != "person" or command is None:
        return False
    who = person(house, "fred" if command.given_by[0] is FLOOR else "dora")
    house.say(who, table, **command_document(command))
    return True


def play_on(house: Harness, table: str) -> None:
    """Play until the round at a table has ended."""
    live = house.table(table)
    while live.state.phase is not OPEN:
        if not deals(house, table):
            assert live.state.turn is not None
            player = house.floor.people.find(live.state.seats[live.state.turn].player)
            assert player is not None
            house.decide(player, table)


def test_a_golden_floor_plays_on(
    golden: tuple[str, Facts], floor: Harness, fairdeal: Callable[..., Ran], tmp_path: Path
) -> None:
    url, facts = golden
    tables = {table: live for table, live in floor.floor.tables.items() if not live.closed}
    ended = {table: live.state.rounds for table, live in tables.items()}
    # Two rounds are on: they end first.
    for table in ("t3", "t7"):
        assert tables[table].state.turn == 3
        play_on(floor, table)
        assert tables[table].state.rounds == ended[table] + 1
        ended[table] += 1
    for table, live in tables.items():
        while deals(floor, table):  # until the cards are ready for bets
            pass
        players = {1: person(floor, "ann"), 3: person(floor, "bob")}
        for seat, player in players.items():
            floor.say(player, table, **floor.bets(table, seat))
        # The automatic dealer closes the bets with the last seat that is ready.
        for seat, player in players.items():
            floor.say(player, table, do="ready", seat=seat)
        deals(floor, table)  # a person closes the bets
        play_on(floor, table)
        assert live.state.rounds == ended[table] + 1, table
    assert sum(floor.floor.store.balances.values()) == 0
    floor.audit()
    floor.close()
    assert audit(fairdeal, url, facts, tmp_path) > facts["entries"]
    for name, text in facts["records"].items():
        # A proof is of the log's end, which is another one now; nothing else has changed.
        now = json.loads(as_then(fairdeal("audit", "export", "--round", name, "--db", url).out, 1))
        then = json.loads(text)
        assert now.pop("proof")["size"] > then.pop("proof")["size"]
        assert now == then


def test_a_server_opens_a_golden_database(golden: tuple[str, Facts], tmp_path: Path) -> None:
    url, facts = golden
    server = Server(tmp_path, "--pace", "0", "--clock", "0", "--no-bots", db=url)
    try:
        auditor = server.sign_in("aude", facts["password"])
        rounds = auditor.json("/api/rounds?limit=100")
        assert rounds[-len(facts["rounds"]) :] == facts["rounds"]
        assert auditor.get("/").status_code == 200
        assert auditor.get("/r/t4-3").status_code == 200
    finally:
        assert server.stop() == 0
