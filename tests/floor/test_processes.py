"""Real servers, several on one PostgreSQL: one floor, whichever of them is asked, and when one of
them is gone.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from conftest import ROOT
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect as connect_socket

from fairdeal.floor.log.connection import connect
from fairdeal.floor.log.merkle import leaf_hash, root_of, verify_inclusion
from fairdeal.floor.log.store import Store
from fairdeal.floor.money.ledger import Transfer, balance_changes
from fairdeal.play.fairness import commitment

SECONDS = 30.0
REQUIRED = {
    "let-it-ride": ("bet-1", "bet-2", "bet-3"),
    "run-em-twice": ("first-ante", "second-ante"),
    "double-draw": ("ante", "bonus"),
}


class Server:
    """One process of `fairdeal serve`."""

    def __init__(self, url: str, *options: str) -> None:
        path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
        command = [sys.executable, "-m", "fairdeal", "serve", "--db", url, "--port", "0", *options]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path.rstrip(os.pathsep), "PYTHONUNBUFFERED": "1"},
        )
        self.port = 0
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "open at" in line:
                self.port = int(line.rpartition(":")[2])
            if "Play chips" in line:
                break
        if not self.port:
            raise AssertionError(self.end())
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=SECONDS)

    def get(self, path: str, **options: Any) -> Any:
        answer = self.http.get(path, **options)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def kill(self) -> None:
        self.process.kill()
        self.end()

    def end(self) -> str:
        """Stop it, and say what it complained about."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        if self.port:
            self.http.close()
        out, errors = self.process.communicate(timeout=SECONDS)
        if not self.port:
            return out + errors
        # Each line is an object; a database that goes away is worth a warning, and no fault.
        usual = ('"level": "info"', '"level": "warning"')
        lines = [line for line in errors.splitlines() if not any(one in line for one in usual)]
        return "\n".join(lines)


@pytest.fixture
def start() -> Iterator[Callable[..., Server]]:
    servers: list[Server] = []

    def started(url: str, *options: str) -> Server:
        servers.append(Server(url, *options))
        return servers[-1]

    yield started
    complaints = [server.end() for server in servers if server.process.returncode is None]
    assert not any(complaints), complaints


class Guest:
    """Somebody who plays, at any server."""

    def __init__(self, server: Server, name: str) -> None:
        answer = server.http.post("/api/guests", json={"name": name})
        assert answer.status_code == 201, answer.text
        server.http.cookies.clear()  # else it would be this guest who looks, whoever asks
        self.token = answer.json()["token"]
        self.id = answer.json()["player"]["id"]
        self.headers = {"Authorization": f"Bearer {self.token}"}
        self.sent = 0

    def send(self, server: Server, table: str, key: str, command: Any) -> httpx.Response:
        return server.http.post(
            f"/api/tables/{table}/commands",
            json=command,
            headers={**self.headers, "Idempotency-Key": key},
        )

    def say(self, servers: list[Server], table: str, **command: Any) -> Any:
        """To one server, and then with the same key to the other: it is done once."""
        self.sent += 1
        here, *others = servers[self.sent % len(servers) :] + servers[: self.sent % len(servers)]
        answer = self.send(here, table, f"key {self.sent}", command)
        assert answer.status_code == 200, answer.text
        for other in others:
            again = self.send(other, table, f"key {self.sent}", command)
            assert again.status_code == 200, again.text
            told, repeated = answer.json(), again.json()
            assert (repeated["version"], repeated["events"]) == (told["version"], told["events"])
        return answer.json()["view"]

    def view(self, server: Server, table: str) -> Any:
        return server.get(f"/api/tables/{table}", headers=self.headers)["view"]

    def bet(self, servers: list[Server], table: str, seat: int) -> None:
        view = self.view(servers[0], table)
        if self.id not in [one.get("player") for one in view["seats"]]:
            view = self.say(servers, table, do="sit", seat=seat)
        least = {
            action["wager"]: action["least"]
            for action in view["actions"]
            if action["do"] == "bet" and action["wager"] in REQUIRED[view["game"]]
        }
        if view["game"] == "double-draw":
            least["bonus"] = least["ante"]
        self.say(servers, table, do="place-bets", seat=seat, amounts=least)

    def decide(self, servers: list[Server], table: str, view: Any) -> Any:
        action = view["actions"][-1]
        command = {"do": action["do"], "seat": action["seat"]}
        if action["do"] == "bet":
            command |= {"wager": action["wager"], "amount": action["least"]}
        elif action["do"] == "draw":
            command["discard"] = []
        return self.say(servers, table, **command)


def begin(servers: list[Server], table: str, guests: list[Guest]) -> None:
    """A round with everybody's bets, up to the first decision."""
    for seat, guest in enumerate(guests, 1):
        guest.bet(servers, table, seat)
    for seat, guest in enumerate(guests, 1):
        guest.say(servers, table, do="ready", seat=seat, word=f"word{seat}")


def play(servers: list[Server], table: str, guests: list[Guest]) -> None:
    """One round with commands to any of the servers."""
    begin(servers, table, guests)
    finish(servers, table, guests)


def finish(servers: list[Server], table: str, guests: list[Guest]) -> None:
    version = 0
    for n in range(200):
        # A server that was not asked last is told by the other: that may take a moment.
        view = guests[0].view(servers[n % len(servers)], table)
        if view["version"] < version:
            continue
        if view["phase"] == "open":
            return
        players = {one["seat"]: one["player"] for one in view["seats"]}
        for guest in guests:
            if players[view["turn"]] == guest.id:
                view = guest.view(servers[n % len(servers)], table)
                version = guest.decide(servers, table, view)["version"]
                break
    raise AssertionError("the round does not end")


class Viewer:
    """Somebody who is sent a table's events, and keeps them; a thread listens."""

    def __init__(self) -> None:
        self.events: list[Any] = []
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._hear)
        self._thread.start()

    def _hear(self) -> None:
        raise NotImplementedError

    def keep(self, events: list[Any]) -> None:
        """Add events that came, and wake whoever waits for them."""
        with self._changed:
            self.events.extend(events)
            self._changed.notify_all()

    def until(self, holds: Callable[[], bool], seconds: float = SECONDS) -> None:
        """Wait until a condition holds; it is asked whenever something came."""
        with self._changed:
            assert self._changed.wait_for(holds, seconds), "it did not come"

    def until_told(self, events: list[Any]) -> None:
        """Wait until these events have come, and no others."""
        self.until(lambda: self.events == events)


class Socket(Viewer):
    """A viewer on a WebSocket."""

    def __init__(self, server: Server, table: str, token: str = "") -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._open = contextlib.ExitStack()
        address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/live?after=0"
        self._socket = self._open.enter_context(
            connect_socket(address, additional_headers=headers, max_size=None)
        )
        #: The last message.
        self.last: Any = None
        super().__init__()

    def _hear(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            for text in self._socket:
                self.last = json.loads(text)
                self.keep(self.last["events"])

    def until_phase(self, right: Callable[[str], bool]) -> None:
        """Wait until the table that was sent last is in such a phase."""
        self.until(lambda: self.last is not None and right(self.last["view"]["phase"]))

    def close(self) -> None:
        self._open.close()
        self._thread.join()


class Stream(Viewer):
    """A viewer of server-sent events."""

    def __init__(self, server: Server, table: str) -> None:
        self._stop = threading.Event()
        self._port, self._table = server.port, table
        super().__init__()

    def _hear(self) -> None:
        address = f"http://127.0.0.1:{self._port}/api/tables/{self._table}/events"
        # A table may be silent for longer than that: whoever comes back says what came last.
        while not self._stop.is_set():
            last = str(self.events[-1]["version"]) if self.events else "0"
            headers = {"Accept": "text/event-stream", "Last-Event-ID": last}
            with (
                contextlib.suppress(httpx.TransportError),
                httpx.stream("GET", address, headers=headers, timeout=2.0) as answer,
            ):
                for line in answer.iter_lines():
                    if line.startswith("data: "):
                        self.keep([json.loads(line[6:])])
                    if self._stop.is_set():
                        return

    def close(self) -> None:
        self._stop.set()
        self._thread.join()


def check_books(url: str) -> None:
    """Afterwards: every hash, every node, every sum."""
    database = connect(url, read_only=True)
    database.begin_read()
    store = Store(database)
    store.check_tail()
    entries = list(store.entries())
    assert [one.leaf for one in entries] == list(range(store.leaves))
    hashes = [leaf_hash(one.body.encode()) for one in entries]
    assert [one.hash for one in entries] == hashes
    assert store.root(store.leaves) == root_of(hashes)
    numbers: dict[str, int] = {}
    for one in entries:
        assert one.number == numbers.get(one.table, 0)
        numbers[one.table] = one.number + 1
    rows = database.execute("SELECT debit, credit, units, what FROM transfers ORDER BY leaf, part")
    moved = balance_changes([Transfer(*row) for row in rows])
    sums = {account: units for account, units in moved.items() if units}
    assert sums == {account: units for account, units in store.balances.items() if units}
    assert sum(sums.values()) == 0
    assert not any(units for account, units in sums.items() if account.startswith("layout:"))
    database.commit()
    database.close()


def check_records(server: Server) -> int:
    """Every record's entries are in the tree, and its deck is the one that was committed to."""
    rounds = server.get("/api/rounds", params={"limit": 200})
    for told in rounds:
        record = server.get(f"/api/rounds/{told['round']}")
        proof = record["proof"]
        root = bytes.fromhex(proof["root"])
        for one in proof["entries"]:
            hashes = [bytes.fromhex(part) for part in one["hashes"]]
            leaf = leaf_hash(one["text"].encode())
            assert verify_inclusion(leaf, one["leaf"], proof["size"], hashes, root)
        words = (record["table"], record["round"], record["opening"], record["secret"])
        assert record["commitment"] == commitment(*words)
        assert len(record["order"]) == len(set(record["order"]) - {"*"}) + record["order"].count(
            "*"
        )
    return len(rounds)


QUIET = ("--pace", "0", "--clock", "0")


def test_two_processes_are_one_floor(postgres_url: str, start: Callable[..., Server]) -> None:
    servers = [start(postgres_url, *QUIET), start(postgres_url, *QUIET)]
    guests = [Guest(servers[0], "ann"), Guest(servers[1], "bob")]
    tables = [one["table"] for one in servers[0].get("/api/tables")]
    assert len(tables) == 7
    sockets = {(n, t): Socket(servers[n], t) for n in (0, 1) for t in tables}
    streams = {(n, t): Stream(servers[n], t) for n in (0, 1) for t in ("t1", "t4")}
    anns = Socket(servers[1], "t1", guests[0].token)
    for table in tables:
        play(servers, table, guests)
    for n in (0, 1):
        for table in tables:
            told = servers[1 - n].get(f"/api/tables/{table}/events")
            seen = sockets[n, table]
            seen.until_told(told)
            assert seen.last["view"]["phase"] == "open"
            if (n, table) in streams:
                streams[n, table].until_told(told)
    # Whoever sits there is sent his or her own cards, from a server that did not deal them.
    mine = servers[0].get("/api/tables/t1/events", headers=guests[0].headers)
    anns.until_told(mine)
    for socket in (*sockets.values(), anns):
        socket.close()
    for stream in streams.values():
        stream.close()
    told = [server.get("/api/rounds", params={"limit": 200}) for server in servers]
    assert told[0] == told[1]
    assert {one["table"] for one in told[0]} == set(tables)
    assert [servers[n].get("/api/me", headers=guests[0].headers)["chips"] for n in (0, 1)] == [
        servers[0].get("/api/me", headers=guests[0].headers)["chips"]
    ] * 2
    assert check_records(servers[1]) >= 7
    check_books(postgres_url)


def test_one_is_killed_and_the_other_goes_on(
    postgres_url: str, start: Callable[..., Server]
) -> None:
    servers = [start(postgres_url, *QUIET), start(postgres_url, *QUIET)]
    guests = [Guest(servers[0], "ann"), Guest(servers[1], "bob")]
    for table in ("t1", "t2", "t4"):
        begin(servers, table, guests)
        assert guests[0].view(servers[0], table)["phase"] != "open"
    with psycopg.connect(postgres_url) as owner:
        sealed: dict[str, str] = dict(owner.execute("SELECT tbl, document FROM sealed").fetchall())
    viewer = Socket(servers[0], "t1")
    servers[1].kill()
    for table in ("t1", "t2", "t4"):
        finish(servers[:1], table, guests)
        record = servers[0].get(f"/api/rounds/{table}-1")
        assert record["secret"] not in sealed[table]
        assert record["commitment"] in sealed[table]
    told = servers[0].get("/api/tables/t1/events")
    viewer.until_told(told)
    viewer.close()
    # Another one in its place finds all of it.
    servers[1] = start(postgres_url, *QUIET)
    for table in ("t1", "t2", "t4"):
        play(servers, table, guests)
    check_records(servers[1])
    check_books(postgres_url)


@pytest.mark.parametrize("least", [6, pytest.param(20, marks=pytest.mark.slow)])
def test_the_dealer_acts_once_though_two_look_after_the_table(
    postgres_url: str, start: Callable[..., Server], least: int
) -> None:
    """With a pace both of them wait for the same moment, again and again."""
    options = ("--pace", "0.02", "--clock", "1")
    servers = [start(postgres_url, *options), start(postgres_url, *options)]
    viewer = Socket(servers[0], "t1")
    viewer.until_phase(lambda phase: phase == "open")

    def rounds() -> int:
        return len(servers[1].get("/api/rounds", params={"limit": 200}))

    # The bots play by themselves where nobody sits.
    viewer.until(lambda: rounds() >= least, 60)
    viewer.close()
    for server in servers:
        assert server.get("/healthz")["status"] == "ok"
    database = connect(postgres_url, read_only=True)
    rows = database.execute("SELECT first, last FROM rounds WHERE tbl = 't1'")
    for first, last in rows:
        says = Counter(
            json.loads(entry.body)["command"]["do"]
            for entry in Store(database).entries("t1", first=first, last=last)
        )
        # What two bots and a dealer do in each round of this game, however the cards fall.
        assert {what: says[what] for what in ONCE} == ONCE
    database.close()
    assert rows


ONCE = {
    "place-bets": 2,
    "ready": 2,
    "no-more-bets": 1,
    "deal": 5,
    "rack-stub": 1,
    "reveal": 2,
    "show": 2,
    "settle": 2,
    "clear": 1,
}


def test_bets_have_their_whole_clock_again_after_a_crash(
    url: str, start: Callable[..., Server]
) -> None:
    options = ("--pace", "0", "--clock", "120", "--no-bots")
    server = start(url, *options)
    ann = Guest(server, "ann")
    ann.say([server], "t1", do="sit", seat=1)
    ann.say(
        [server], "t1", do="place-bets", seat=1, amounts=dict.fromkeys(REQUIRED["let-it-ride"], 10)
    )
    assert server.get("/api/tables/t1")["deadline"] is not None
    server.kill()
    started = time.time()
    server = start(url, *options)
    told = server.get("/api/tables/t1")
    assert told["view"]["phase"] == "open"
    # The clock is kept in whole seconds.
    assert started + 119 <= told["deadline"] <= told["now"] + 120


def test_a_database_that_goes_away_and_comes_back(
    postgres_url: str, start: Callable[..., Server]
) -> None:
    server = start(postgres_url, "--pace", "0", "--clock", "0", "--no-bots")
    ann = Guest(server, "ann")
    viewer = Socket(server, "t1")
    ann.say([server], "t1", do="sit", seat=1)
    command = {"do": "place-bets", "seat": 1, "amounts": dict.fromkeys(REQUIRED["let-it-ride"], 10)}
    with psycopg.connect(postgres_url, autocommit=True) as owner:
        owner.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    answers = [ann.send(server, "t1", "bets", command)]
    while answers[-1].status_code == 503 and len(answers) < 20:
        assert answers[-1].json()["code"] == "stopped"
        answers.append(ann.send(server, "t1", "bets", command))
    assert answers[-1].status_code == 200, answers[-1].text
    assert server.get("/healthz")["status"] == "ok"
    ann.say([server], "t1", do="ready", seat=1)
    finish([server], "t1", [ann])
    told = server.get("/api/tables/t1/events")
    viewer.until_told(told)
    viewer.close()
    check_books(postgres_url)
    assert "fault" in server.end(), "that the database went away is told"


def test_a_second_server_on_one_file_says_why_not(
    tmp_path: Path, start: Callable[..., Server]
) -> None:
    path = str(tmp_path / "floor.db")
    start(path, *QUIET)
    with pytest.raises(AssertionError, match="in use by another server"):
        start(path, *QUIET)
