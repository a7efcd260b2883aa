"""The store on both databases: what is added stays as it is, whoever tries, and proofs hold."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import psycopg
import pytest

from fairdeal.errors import BadInputError, LogError, Refused
from fairdeal.floor import store as store_module
from fairdeal.floor.database import Database, Postgres, StoreError, connect, is_postgres
from fairdeal.floor.floor import HOUSE_ACTOR, Floor, Settings
from fairdeal.floor.guests import add_guest
from fairdeal.floor.ledger import Transfer
from fairdeal.floor.merkle import inclusion_proof, leaf_hash, root_of, verify_inclusion
from fairdeal.floor.opening import first_operator, open_database, open_floor, sample_rules
from fairdeal.floor.people import SESSION_SECONDS, People, Person
from fairdeal.floor.records import record, rounds_of
from fairdeal.floor.refusals import KeyUsedError, StoppedError
from fairdeal.floor.schema import APPEND_ONLY, MIGRATIONS, is_ready, migrate
from fairdeal.floor.store import SPAN, Store
from fairdeal.floor.tables import close_table, hand_over, open_table
from fairdeal.floor.writer import Writer
from fairdeal.table.actors import OPERATOR, PLAYER
from fairdeal.table.legal import legal_actions
from fairdeal.table.state import OPEN
from fairdeal.table.view import PUBLIC
from fairdeal.wire.state import write_state

QUIET = Settings(pace=0, clock=0, bots=False)


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    opened = open_database(url, serves=True)
    yield opened
    with suppress(Exception):
        opened.rollback()
    opened.close()


def filled(database: Database, entries: int) -> Store:
    """A store with some entries of two tables, each with a transfer."""
    store = Store(database)
    database.begin()
    for n in range(store.leaves, entries):
        move = Transfer("bank", f"player:p{n % 3}", n + 1, "chips")
        store.append(f"t{n % 2}", n // 2, n, json.dumps({"entry": n, "text": "\u2660 é"}), [move])
    store.flush()
    database.commit()
    return store


class Seats:
    """Somebody who plays at a floor without a server: each command is a transaction."""

    def __init__(self, floor: Floor, name: str = "ann") -> None:
        self.floor = floor
        floor.begin()
        self.token, self.person = add_guest(floor, name)
        floor.commit()
        self.sent = 0

    def say(self, table: str, key: str | None = None, **document: Any) -> Any:
        self.sent += 1
        self.floor.begin()
        try:
            return self.floor.command(
                self.person, table, document, key or f"{self.person.id} {self.sent}"
            )
        finally:
            self.floor.commit()

    def bet(self, table: str, seat: int) -> None:
        self.say(table, do="sit", seat=seat)
        self.bet_again(table, seat)

    def bet_again(self, table: str, seat: int) -> None:
        rules = self.floor.tables[table].state.rules
        least = (rules.minimum_cents or 0) / 100
        wagers = [one.name for one in rules.game.wagers if one.at is None and not one.optional]
        self.say(table, do="place-bets", seat=seat, amounts=dict.fromkeys(wagers, least))

    def decide(self, table: str) -> None:
        state = self.floor.tables[table].state
        seat, act = state.turn, legal_actions(state)[-1]
        if act.do == "bet":
            least = (act.least or 0) / 100
            self.say(table, do="bet", seat=seat, wager=act.wager, amount=least)
        elif act.do == "draw":
            self.say(table, do="draw", seat=seat, discard=[])
        else:
            self.say(table, do=act.do, seat=seat)

    def play(self, table: str, seat: int) -> None:
        """One whole round."""
        if seat in self.floor.tables[table].state.seats:
            self.bet_again(table, seat)
        else:
            self.bet(table, seat)
        self.say(table, do="ready", seat=seat)
        while self.floor.tables[table].state.phase is not OPEN:
            self.decide(table)


def opened(url: str, tables: int = 7, settings: Settings = QUIET, **more: Any) -> Floor:
    return open_floor(url, sample_rules()[:tables], settings=settings, **more)


# The log ------------------------------------------------------------------------------------------


def test_what_is_appended_is_read_again(database: Database) -> None:
    store = filled(database, 7)
    again = Store(database)
    assert again.leaves == store.leaves == 7
    found = list(again.entries())
    assert [one.leaf for one in found] == list(range(7))
    assert [one.table for one in found] == ["t0", "t1"] * 3 + ["t0"]
    assert [one.number for one in again.entries("t1")] == [0, 1, 2]
    assert [one.version for one in again.entries("t0", first=1, last=2)] == [2, 4]
    assert all(one.hash == leaf_hash(one.body.encode()) for one in found)
    assert json.loads(found[3].body) == {"entry": 3, "text": "\u2660 é"}
    assert [one.leaf for one in again.entries(at_once=2)] == list(range(7))


def test_nothing_is_there_that_was_rolled_back(database: Database) -> None:
    store = filled(database, 3)
    database.begin()
    store.append("t0", 2, 3, "{}", [Transfer("bank", "player:p0", 5, "chips")])
    store.flush()
    database.rollback()
    store.refresh()
    assert store.leaves == 3
    assert store.balances == {"bank": -6, "player:p0": 1, "player:p1": 2, "player:p2": 3}
    assert filled(database, 4).leaves == 4


@pytest.mark.parametrize("size", [1, 255, 256, 257, 700])
def test_roots_and_proofs_are_those_of_the_whole_tree(database: Database, size: int) -> None:
    store = filled(database, size)
    leaves = store.hashes(0, size)
    assert store.root(size) == root_of(leaves)
    assert store.root(max(1, size // 2)) == root_of(leaves[: max(1, size // 2)])
    for leaf in {0, size // 3, size - 1}:
        proof = inclusion_proof(leaf, size, store.subtree)
        assert verify_inclusion(leaves[leaf], leaf, size, proof, store.root(size))


def test_nodes_of_nodes(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every 256 subtrees have a node of their own; here every four."""
    monkeypatch.setattr(store_module, "STRIDE", 2)
    monkeypatch.setattr(store_module, "SPAN", 4)
    store = filled(database, 67)
    kept = database.execute("SELECT level, count(*) FROM nodes GROUP BY level ORDER BY level")
    assert kept == [(2, 16), (4, 4), (6, 1)]
    leaves = store.hashes(0, 67)
    assert [store.root(n) for n in range(1, 68)] == [root_of(leaves[:n]) for n in range(1, 68)]


def test_a_store_goes_on_from_any_size(database: Database) -> None:
    for size in (1, SPAN - 1, SPAN, SPAN + 1, 2 * SPAN + 1):
        store = filled(database, size)
        assert store.root(size) == root_of(store.hashes(0, size))


def test_what_others_wrote_is_followed(url: str) -> None:
    """Two stores on one database take turns, as `users` beside a server of SQLite does."""
    with_first = open_database(url)
    with_second = open_database(url)
    first, second = Store(with_first), Store(with_second)
    for size in (3, 4, SPAN - 1, SPAN + 2, 2 * SPAN, 2 * SPAN + 1):
        with_first.begin()
        if news := first.news():
            first.follow(news)
        with_first.rollback()
        for n in range(first.leaves, size):
            with_first.begin()
            move = Transfer("bank", f"player:p{n % 5}", n + 1, "chips")
            first.append("t1", n, n, json.dumps(n), [move])
            first.flush()
            with_first.commit()
        with_second.begin()
        second.follow(second.news())
        assert second.news() == []
        with_second.rollback()
        assert (second.leaves, second.balances) == (first.leaves, first.balances)
        assert second.root(size) == root_of(second.hashes(0, size))
        first, second = second, first
        with_first, with_second = with_second, with_first
    with_first.close()
    with_second.close()


def test_a_tail_that_was_written_anew_is_refused(url: str) -> None:
    """Somebody with all rights took the last entry away and wrote another one."""
    database = open_database(url, serves=True)
    store = filled(database, 5)
    tamper(url, "DELETE FROM entries WHERE leaf = 4")
    with pytest.raises(LogError, match="entry 4"):
        store.news()
    tamper(url, "INSERT INTO entries SELECT 4, 't9', 1, 1, body, hash FROM entries WHERE leaf = 0")
    with pytest.raises(LogError, match="entry 4"):
        store.news()
    database.close()


def tamper(url: str, statement: str) -> None:
    """What somebody can do who owns the database."""
    owner = connect(url)
    for name in APPEND_ONLY:
        if is_postgres(url):
            owner.execute(f"ALTER TABLE {name} DISABLE TRIGGER ALL")
        else:
            for act in ("update", "delete"):
                owner.execute(f"DROP TRIGGER IF EXISTS {name}_no_{act}")
    owner.execute(statement)
    owner.close()


BREAKS = {
    "a body": "UPDATE entries SET body = '{}' WHERE leaf = 20",
    "a hash": "UPDATE entries SET hash = (SELECT hash FROM entries WHERE leaf = 3) WHERE leaf = 20",
    "missing": "DELETE FROM entries WHERE leaf = 20",
}


@pytest.mark.parametrize("how", BREAKS)
def test_a_floor_does_not_open_on_a_broken_log(url: str, how: str) -> None:
    floor = opened(url, 2)
    Seats(floor).play("t1", 1)
    assert floor.store.leaves > 22
    floor.database.close()
    tamper(url, BREAKS[how])
    with pytest.raises(LogError, match="broken at entry 20"):
        opened(url)


@pytest.mark.parametrize("name", APPEND_ONLY)
@pytest.mark.parametrize("act", ["UPDATE", "DELETE", "TRUNCATE"])
def test_the_log_cannot_be_changed(database: Database, name: str, act: str) -> None:
    """Tried as the server's own connection, which on PostgreSQL has no right to it at all."""
    filled(database, SPAN)
    column = {"entries": "body = '{}'", "transfers": "units = 1", "nodes": "level = 9"}[name]
    statement = {
        "UPDATE": f"UPDATE {name} SET {column}",
        "DELETE": f"DELETE FROM {name}",
        "TRUNCATE": f"TRUNCATE {name}",
    }[act]
    if act == "TRUNCATE" and not isinstance(database, Postgres):
        pytest.skip("SQLite has no TRUNCATE")
    reason = "permission denied" if isinstance(database, Postgres) else "only ever added to"
    before = database.execute(f"SELECT * FROM {name} ORDER BY 1, 2")
    with pytest.raises(Exception, match=reason):
        database.execute(statement)
    assert database.execute(f"SELECT * FROM {name} ORDER BY 1, 2") == before


@pytest.mark.parametrize("act", ["UPDATE entries SET body = ''", "DELETE FROM transfers"])
def test_the_owner_too_is_refused_by_the_triggers(url: str, act: str) -> None:
    owner = open_database(url)
    filled(owner, 3)
    with pytest.raises(Exception, match="only ever added to"):
        owner.execute(act)
    owner.close()


def test_the_servers_role_makes_and_drops_nothing(postgres_url: str) -> None:
    database = open_database(postgres_url, serves=True)
    for statement in (
        "DROP TABLE entries",
        "ALTER TABLE entries DISABLE TRIGGER ALL",
        "DROP FUNCTION fairdeal_refuse() CASCADE",
        "CREATE TABLE more (n INTEGER)",
        "INSERT INTO migrations VALUES (99)",
    ):
        with pytest.raises(psycopg.Error, match=r"permission denied|must be owner"):
            database.execute(statement)
    database.close()


def test_whoever_only_reads_writes_nothing(url: str) -> None:
    open_database(url).close()
    reading = connect(url, reads=True)
    with pytest.raises(Exception, match=r"read-?only"):
        reading.execute("INSERT INTO house VALUES ('a', 'b')")
    assert reading.execute("SELECT count(*) FROM house") == [(0,)]
    reading.close()


# Opening ------------------------------------------------------------------------------------------


def test_migrations_are_done_once(url: str) -> None:
    database = connect(url)
    assert not is_ready(database)
    assert migrate(database) == len(MIGRATIONS)
    assert is_ready(database)
    assert migrate(database) == 0
    database.execute("INSERT INTO migrations VALUES (?)", [len(MIGRATIONS) + 1])
    with pytest.raises(StoreError, match="newer version"):
        migrate(database)
    database.close()


def test_servers_that_start_at_once_make_one_floor(postgres_url: str) -> None:
    floors: list[Floor] = []
    passwords: list[str | None] = []
    wrong: list[BaseException] = []

    def start() -> None:
        try:
            floor = opened(postgres_url, 3)
            floors.append(floor)
            passwords.append(first_operator(floor, None))
        except BaseException as error:
            wrong.append(error)

    threads = [Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert sum(one is not None for one in passwords) == 1
    for floor in floors:
        floor.begin()
        assert set(floor.tables) == {"t1", "t2", "t3"}
        floor.rollback()
        floor.database.close()


def test_a_server_without_rights_to_the_schema_serves_what_is_there(postgres_url: str) -> None:
    opened(postgres_url, 1).database.close()
    with psycopg.connect(postgres_url, autocommit=True) as owner:
        owner.execute("DROP ROLE IF EXISTS plain")
        owner.execute("CREATE ROLE plain LOGIN IN ROLE fairdeal_server")
    try:
        floor = opened(postgres_url.replace("//postgres:", "//plain:"), 1)
        Seats(floor).play("t1", 1)
        floor.database.close()
    finally:
        with psycopg.connect(postgres_url, autocommit=True) as owner:
            owner.execute("DROP ROLE plain")


def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "floor.db")
    floor = opened(path, 1)
    with pytest.raises(StoreError, match="in use by another server: a SQLite file has one"):
        opened(path, 1)
    floor.database.close()
    opened(path, 1).database.close()


@pytest.mark.parametrize("bad", ["mysql://host/db", "sqlite:///"])
def test_a_url_that_is_none(bad: str) -> None:
    with pytest.raises(BadInputError):
        connect(bad)


def test_a_database_that_cannot_be_reached(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be reached"):
        connect(f"postgresql://nobody@/none?host={tmp_path}")
    with pytest.raises(StoreError, match="cannot be opened"):
        connect(str(tmp_path / "no" / "folder"))
    with pytest.raises(StoreError, match="there is no database"):
        connect(str(tmp_path / "none.db"), reads=True)


# The ledger ---------------------------------------------------------------------------------------


def test_balances_are_the_sums_of_the_transfers(url: str) -> None:
    floor = opened(url, 4)
    ann = Seats(floor)
    for table in floor.tables:
        ann.play(table, 1)
    sums: dict[str, int] = {}
    for debit, credit, units in floor.database.execute(
        "SELECT debit, credit, units FROM transfers"
    ):
        sums[debit] = sums.get(debit, 0) - units
        sums[credit] = sums.get(credit, 0) + units
    kept: dict[str, int] = dict(floor.database.execute("SELECT account, units FROM balances"))
    assert {k: v for k, v in sums.items() if v} == {k: v for k, v in kept.items() if v}
    assert floor.store.balances == kept
    assert sum(kept.values()) == 0
    floor.database.close()


def test_a_transfer_of_nothing_is_none(database: Database) -> None:
    with pytest.raises(Exception, match=r"(?i)check constraint"):
        database.execute("INSERT INTO transfers VALUES (0, 0, 'a', 'b', 0, 'c')")


def test_nobody_bets_the_same_chips_at_two_tables(url: str) -> None:
    floor = opened(url, 4)
    ann = Seats(floor)
    stakes = {"first-ante": 300, "second-ante": 300}
    for table in ("t2", "t3"):
        ann.say(table, do="sit", seat=1)
    ann.say("t2", do="place-bets", seat=1, amounts=stakes)
    with pytest.raises(Refused, match="in chips"):
        ann.say("t3", do="place-bets", seat=1, amounts=stakes)
    floor.database.close()


# Keys ---------------------------------------------------------------------------------------------


def test_a_key_is_answered_once_for_ever(url: str) -> None:
    floor = opened(url, 1)
    ann = Seats(floor)
    first = ann.say("t1", "sit down", do="sit", seat=1)
    leaves = floor.store.leaves
    again = ann.say("t1", "sit down", do="sit", seat=1)
    assert (again.version, again.seen(PUBLIC)) == (first.version, first.seen(PUBLIC))
    with pytest.raises(KeyUsedError):
        ann.say("t1", "sit down", do="sit", seat=2)
    floor.database.close()
    # It is the log's, not the process's.
    floor = opened(url, 1)
    ann.floor = floor
    again = ann.say("t1", "sit down", do="sit", seat=1)
    assert (again.version, again.seen(PUBLIC)) == (first.version, first.seen(PUBLIC))
    assert floor.store.leaves == leaves
    assert "sit down" not in "".join(one.body for one in floor.store.entries())
    floor.database.close()


def test_a_refused_command_does_not_bind_its_key(url: str) -> None:
    floor = opened(url, 1)
    ann = Seats(floor)
    ann.say("t1", do="sit", seat=1)
    with pytest.raises(Refused):
        ann.say("t1", "k", do="ready", seat=1)
    ann.say("t1", "k", do="leave", seat=1)
    floor.database.close()


# People -------------------------------------------------------------------------------------------


def test_people_and_their_sessions(database: Database) -> None:
    people = People(database)
    ann = people.add("Ann", "registered", 100, password="hash")
    guest = people.add("Ann", "guest", 100)
    assert ann.id != guest.id
    assert people.named("Ann") == (ann, "hash")
    assert people.find(guest.id) == Person(guest.id, "Ann", "guest", (PLAYER,))
    with pytest.raises(Refused, match="taken"):
        people.add("Ann", "registered", 101)
    assert people.all() == [ann]
    boss = people.add("op", "registered", 102, roles=(OPERATOR,))
    assert people.all() == [ann, boss]
    token, other = (people.begin_session(ann.id, 100) for _ in range(2))
    assert people.of_token(token, 101) == ann
    assert people.of_token(token, 100 + SESSION_SECONDS) is None
    people.seen(token, 1000)
    assert people.of_token(token, 100 + SESSION_SECONDS) == ann
    assert token not in str(database.execute("SELECT * FROM sessions"))
    people.end_session(token)
    assert people.of_token(token, 101) is None
    people.set_password(ann.id, "another")
    assert people.of_token(other, 101) is None
    assert people.guests_gone(100 + SESSION_SECONDS + 1) == [guest]
    people.end(guest.id, 5)
    assert people.guests_gone(100 + SESSION_SECONDS + 1) == []


def test_a_token_of_one_server_is_good_at_another(url: str) -> None:
    floor = opened(url, 1)
    ann = Seats(floor)
    reading = connect(url, reads=True)
    assert People(reading).of_token(ann.token, floor.time) == ann.person
    floor.begin()
    floor.people.end_session(ann.token)
    floor.commit()
    assert People(reading).of_token(ann.token, floor.time) is None
    reading.close()
    floor.database.close()


# What is read again after a start -----------------------------------------------------------------


def everything(floor: Floor) -> dict[str, Any]:
    return {
        name: (
            write_state(live.state),
            live.session.entries,
            live.session.source.sealed(),  # type: ignore[attr-defined] # committed
            live.since,
            live.dealer,
            live.closed,
        )
        for name, live in floor.tables.items()
    }


def test_a_floor_is_the_same_after_a_start(url: str) -> None:
    """At rest and in the middle of rounds, with the order of the deck that is in play."""
    floor = opened(url, settings=Settings(pace=0, clock=30))
    ann = Seats(floor)
    for n, table in enumerate(floor.tables):
        ann.bet(table, 1)
        if n % 3:
            ann.say(table, do="ready", seat=1, word="spade")
        if n % 3 == 2:
            ann.decide(table)
    before, balances, size = everything(floor), floor.store.balances, floor.store.leaves
    root = floor.store.root(size)
    coming = {
        name: live.session.source.coming(live.state, 52)
        for name, live in floor.tables.items()
        if live.state.phase is not OPEN
    }
    assert coming
    floor.database.close()
    again = opened(url, settings=Settings(pace=0, clock=30))
    assert everything(again) == before
    assert (again.store.balances, again.store.leaves) == (balances, size)
    assert again.store.root(size) == root
    for name, cards in coming.items():
        live = again.tables[name]
        assert live.session.source.coming(live.state, 52) == cards
        practice = live.state.rules.floor is not None and live.state.rules.floor.practice
        assert live.deadline(30) == (None if practice else before[name][3] + 30)
    again.database.close()


def test_snapshots_shorten_the_way(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairdeal.floor.live.SNAPSHOT_EVERY", 20)
    floor = opened(url, 1)
    ann = Seats(floor)
    for _ in range(6):
        ann.play("t1", 1)
    kept = floor.database.execute("SELECT number FROM snapshots ORDER BY number")
    assert len(kept) > 1
    before = everything(floor)
    floor.database.close()
    again = opened(url, 1)
    assert everything(again) == before
    told = record(again.store, rounds_of(again.store, None, None, 1)[0]["round"])
    assert told["number"] == 6
    again.database.close()


def test_what_is_sealed_is_gone_from_there_after_the_round(url: str) -> None:
    floor = opened(url, 1)
    ann = Seats(floor)
    ann.bet("t1", 1)
    ann.say("t1", do="ready", seat=1)
    ((document,),) = floor.database.execute("SELECT document FROM sealed WHERE tbl = 't1'")
    secret = json.loads(document)
    while floor.tables["t1"].state.phase is not OPEN:
        ann.decide("t1")
    told = record(floor.store, "t1-1")
    assert told["secret"] in json.dumps(secret)
    ((later,),) = floor.database.execute("SELECT document FROM sealed WHERE tbl = 't1'")
    assert told["secret"] not in later
    floor.database.close()


# Several servers on one PostgreSQL ----------------------------------------------------------------


def test_two_floors_take_turns_at_one_table(postgres_url: str) -> None:
    """Every command goes to the other floor than the one before: the same round, the same deck."""
    floors = [opened(postgres_url), opened(postgres_url)]
    ann = Seats(floors[0])
    turn = [0]
    say = ann.say

    def elsewhere(*words: Any, **document: Any) -> Any:
        turn[0] ^= 1
        ann.floor = floors[turn[0]]
        answer = say(*words, **document)
        # The other one reads on, as it does when it is told.
        floors[turn[0] ^ 1].begin()
        floors[turn[0] ^ 1].commit()
        return answer

    ann.say = elsewhere  # type: ignore[method-assign]
    for table in floors[0].tables:
        for _ in range(2):
            ann.play(table, 1)
    assert everything(floors[0]) == everything(floors[1])
    assert floors[0].store.balances == floors[1].store.balances
    assert all(live.state.rounds == 2 for live in floors[1].tables.values())
    size = floors[0].store.leaves
    assert floors[0].store.root(size) == root_of(floors[1].store.hashes(0, size))
    for floor in floors:
        floor.database.close()


def test_a_floor_that_loads_while_another_writes(postgres_url: str) -> None:
    floor = opened(postgres_url, 1)
    ann = Seats(floor)
    done: list[bool] = []

    def play() -> None:
        for _ in range(15):
            ann.play("t1", 1)
        done.append(True)

    thread = Thread(target=play)
    thread.start()
    while thread.is_alive():
        another = opened(postgres_url, 1)
        another.begin()
        another.commit()
        another.begin()
        another.commit()
        another.database.close()
    thread.join()
    assert done
    floor.database.close()


def test_what_another_floor_opened_closed_and_handed_over(postgres_url: str) -> None:
    floors = [opened(postgres_url, 1), opened(postgres_url, 1)]
    boss = Person("boss", "boss", "registered", (OPERATOR,))
    floors[0].begin()
    live = open_table(floors[0], sample_rules()[1], HOUSE_ACTOR)
    floors[0].house.go_on(live)
    hand_over(floors[0], boss, "t1", "person")
    close_table(floors[0], boss, "t2")
    floors[0].commit()
    floors[1].begin()
    assert floors[1].touched == {"t1", "t2"} or floors[1].touched == {"t2"}
    assert floors[1].tables["t1"].dealer == "person"
    assert floors[1].tables["t2"].closed
    floors[1].commit()
    for floor in floors:
        floor.database.close()


# When the database goes away ----------------------------------------------------------------------


def kill_others(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_a_writer_goes_on_when_the_database_is_back(postgres_url: str) -> None:
    floor = opened(postgres_url, 2)
    ann = Seats(floor)
    writer = Writer(floor)
    writer.start()

    def ask(key: str, **document: Any) -> Any:
        do: Callable[[Floor], Any] = lambda f: f.command(ann.person, "t1", document, key)  # noqa: E731
        return writer.ask(do).result(20)

    ask("1", do="sit", seat=1)
    ask("2", do="place-bets", seat=1, amounts={"bet-1": 15, "bet-2": 15, "bet-3": 15})
    ask("3", do="ready", seat=1, word="heart")
    live = floor.tables["t1"]
    cards = live.session.source.coming(live.state, 52)
    for key in ("4", "5"):
        kill_others(postgres_url)
        with pytest.raises(StoppedError, match="same key"):
            ask(key, do="ride", seat=1)
        assert ask(key, do="ride", seat=1).version <= floor.tables["t1"].state.version
        live = floor.tables["t1"]
        assert live.stopped is None
        if key == "4":
            ahead = live.session.source.coming(live.state, 52)
            assert ahead == cards[len(cards) - len(ahead) :]
    assert floor.tables["t1"].state.rounds == 1
    writer.stop()
    record(floor.store, "t1-1")
    assert sum(floor.store.balances.values()) == 0
    floor.database.close()


def test_a_reader_comes_back(postgres_url: str) -> None:
    filled_by = open_database(postgres_url)
    filled(filled_by, 3)
    reading = connect(postgres_url, reads=True)
    store = Store(reading)
    kill_others(postgres_url)
    filled_by.close()
    store.refresh()
    assert store.leaves == 3
    kill_others(postgres_url)
    reading.look()
    store.refresh()
    reading.commit()
    reading.close()


def test_a_commit_of_a_transaction_that_failed_is_no_commit(database: Database) -> None:
    filled(database, 2)
    database.begin()
    with suppress(Exception):
        database.execute("INSERT INTO house VALUES ('a', 'b')")
        database.execute("INSERT INTO entries VALUES (0, 't0', 0, 0, '', '')")
        database.execute("SELECT 1")
    if isinstance(database, Postgres):
        with pytest.raises(Exception, match=r"answered with ROLLBACK|aborted"):
            database.commit()
        database.rollback()
        assert database.execute("SELECT * FROM house") == []
    else:
        database.rollback()
    filled(database, 3)
