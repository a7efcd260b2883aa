"""`kill -9` of a real server at random moments while people play over HTTP.

Whoever gets no answer asks again with the same key, at the server that comes next. At the end every
command that was acknowledged is in the log, once; the log holds together, the ledger sums to zero,
and every round was played with the deck that was committed to. A clock of 20 s runs, and each
outage lasts longer than that by the database: no hand may be folded by it.
"""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from conftest import ROOT, Urls
from floor_auditor import Auditor
from harness import DRAW, QUIET, RIDE

from fairdeal.floor.log.connection import connect
from fairdeal.floor.startup import open_floor
from fairdeal.play.session import digest_of
from fairdeal.table.actors import PLAYER, Actor
from fairdeal.table.words import word_digest
from fairdeal.wire.json import parse_json

Document = dict[str, Any]
TABLES = ("t1", "t2")
#: How long anybody waits for a server, in seconds: it may be killed again before it was heard.
PATIENCE = 300.0
#: The seconds that players have, and how long the house is away with every kill.
CLOCK, AWAY = 20, 30


class Progress:
    """Counts what has happened, so that others can wait for the next thing instead of polling."""

    def __init__(self) -> None:
        self.count = 0
        self._changed = threading.Condition()

    def note(self) -> None:
        """Wake everybody who waits: there was an answer, a new server, or a failure."""
        with self._changed:
            self.count += 1
            self._changed.notify_all()

    def wait(self, seen: int) -> None:
        """Return when more has happened than `seen`, or after a second."""
        with self._changed:
            self._changed.wait_for(lambda: self.count > seen, timeout=1)


class Server:
    """A server that is killed and started again; `address` is where it is now."""

    def __init__(self, url: str, tables: Path) -> None:
        self.progress = Progress()
        self._command = [
            *(sys.executable, "-m", "fairdeal", "serve", "--db", url, "--port", "0"),
            *("--pace", "0", "--clock", str(CLOCK), "--no-bots", "--tables", str(tables)),
        ]
        self._url = url
        self._environ = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        self.address = ""
        self.start()

    def start(self) -> None:
        """Begin, and wait for the address."""
        self.process = subprocess.Popen(
            self._command, stdout=subprocess.PIPE, text=True, env=self._environ
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "open at" in line:
                self.address = line.split()[-1]
                self.progress.note()
                return
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        """As when the power fails for this process alone."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=30)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def stay_away(self) -> None:
        """Let the outage have lasted longer than the clock, without waiting for that."""
        database = connect(self._url)
        database.begin()
        database.execute("UPDATE moments SET since = since - ?", [AWAY])
        database.commit()
        database.close()


class Player(threading.Thread):
    """Somebody who plays, and holds on to a key until there is an answer."""

    def __init__(self, server: Server, name: str, seat: int) -> None:
        super().__init__(name=name, daemon=True)
        self.server = server
        self.seat = seat
        self.chance = random.Random(name)
        self.enough = threading.Event()
        #: Answers by table and key.
        self.acknowledged: dict[tuple[str, str], tuple[Document, int, list[Document]]] = {}
        #: How many requests were answered, and how many were cut off.
        self.answers = self.again = 0
        self.error: BaseException | None = None
        self._number = 0
        self._seen: dict[str, Document] = {}
        self.token = self.id = ""

    def run(self) -> None:
        try:
            with httpx.Client(timeout=10) as client:
                self._play(client)
        except BaseException as error:
            self.error = error
        self.server.progress.note()

    def _play(self, client: httpx.Client) -> None:
        told = self._until(client, "POST", "/api/guests", {"name": self.name}, {})
        assert told.status_code == 201, told.text
        self.token, self.id = told.json()["token"], told.json()["player"]["id"]
        for table in TABLES:
            self._say(client, table, {"do": "sit", "seat": self.seat})
        while not self.enough.is_set():
            seen = self.server.progress.count
            self._until(client, "POST", "/api/me/chips", {}, {})
            turns = [self._turn(client, table) for table in TABLES]
            if not any(turns):
                self.server.progress.wait(seen)

    def _turn(self, client: httpx.Client, table: str) -> bool:
        """Say what is to be said at a table; return False if it is not this player's turn."""
        told = self._until(client, "GET", f"/api/tables/{table}", None, {}).json()
        view = told["view"]
        before = self._seen.get(table)
        if before is not None and before["version"] == view["version"]:
            # The same moment, perhaps at another server: the same cards, the same commitment.
            assert view == before
        if before is not None:
            assert view["version"] >= before["version"], "nothing that was shown is taken back"
        self._seen[table] = view
        mine = [one for one in view["actions"] if one["seat"] == self.seat]
        if mine:
            self._say(client, table, {**self._chosen(view, mine), "at": told["at"]})
        return bool(mine)

    def _chosen(self, view: Document, mine: list[Document]) -> Document:
        if view["phase"] == "open":
            ready = [one for one in mine if one["do"] == "ready"]
            if ready:
                return {"do": "ready", "seat": self.seat, "pledge": self._pledge(view)}
            needed = ("bet-1", "bet-2", "bet-3", "ante", "bonus")
            amounts = {one["wager"]: one["least"] for one in mine if one["wager"] in needed}
            if "bet-1" in amounts and view["meters"]:
                amounts["progressive"] = 1
            return {"do": "place-bets", "seat": self.seat, "amounts": amounts}
        one = self.chance.choice(mine)
        document: Document = {"do": one["do"], "seat": self.seat}
        if one["do"] == "reveal-word":
            return {**document, "word": self._word(view)}
        if one["do"] == "bet":
            return {
                **document,
                "wager": one["wager"],
                "amount": one.get("least") or one["amounts"][0],
            }
        return {**document, "discard": []} if one["do"] == "draw" else document

    def _word(self, view: Document) -> str:
        return f"{self.name} in {view['words-round']}"

    def _pledge(self, view: Document) -> str:
        return word_digest(view["words-round"], self.seat, self._word(view))

    def _say(self, client: httpx.Client, table: str, document: Document) -> None:
        self._number += 1
        key = f"{self.name} {self._number}"
        address = f"/api/tables/{table}/commands"
        told = self._until(client, "POST", address, document, {"Idempotency-Key": key})
        assert told.status_code in (200, 409), told.text
        if told.status_code == 200:
            body = told.json()
            self.acknowledged[table, key] = (document, body["version"], body["events"])
            if self.chance.random() < 0.1:
                self.check(client, table, key)

    def check(self, client: httpx.Client, table: str, key: str) -> None:
        """A command that was acknowledged is told again as it was."""
        document, version, events = self.acknowledged[table, key]
        address = f"/api/tables/{table}/commands"
        told = self._until(client, "POST", address, document, {"Idempotency-Key": key})
        assert told.status_code == 200, told.text
        assert told.json()["version"] == version
        assert told.json()["events"] == events

    def _until(
        self, client: httpx.Client, method: str, path: str, body: Any, headers: dict[str, str]
    ) -> httpx.Response:
        """Ask until there is an answer, at whichever server there is."""
        if self.token:
            headers = {**headers, "Authorization": f"Bearer {self.token}"}
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            seen = self.server.progress.count
            try:
                told = client.request(
                    method, self.server.address + path, json=body, headers=headers
                )
                self.answers += 1
                self.server.progress.note()
                return told
            except httpx.TransportError:
                self.again += 1
                self.server.progress.wait(seen)
        raise AssertionError("no server came back")


def play_and_kill(url: str, folder: Path, times: int, seed: int) -> None:
    chance = random.Random(seed)
    rules = folder / "rules"
    rules.mkdir()
    (rules / "1.toml").write_text(RIDE)
    (rules / "2.toml").write_text(DRAW)
    server = Server(url, rules)
    heard = 0
    players = [Player(server, f"player {n} of {seed}", seat=n) for n in (1, 2, 3)]
    try:
        for player in players:
            player.start()
        for n in range(times):
            # Every other time the server may be killed while it starts; else after some answers.
            more = chance.randrange(1, 20) if n % 2 else chance.choice((0, 1, 8))
            _wait_for(lambda least=heard + more: _answers(players) >= least, players)  # type: ignore[misc] # bound
            server.kill()
            server.stay_away()
            heard = _answers(players)
            server.start()
        # At both tables, so that both games were played on after they were cut off.
        _wait_for(lambda: _rounds(server) == set(TABLES), players)
        for player in players:
            player.enough.set()
        server.progress.note()
        for player in players:
            player.join(timeout=60)
        _nobody_failed(players)
        _told_again(players, chance)
    finally:
        server.kill()
    assert sum(player.again for player in players) > times // 2, "nobody was cut off"
    _verified(url, players)


def _nobody_failed(players: list[Player]) -> None:
    for player in players:
        if player.error is not None:
            raise AssertionError(f"{player.name} failed") from player.error


def _wait_for(done: Callable[[], bool], players: list[Player]) -> None:
    progress = players[0].server.progress
    ends = time.monotonic() + PATIENCE
    while True:
        seen = progress.count
        if done():
            return
        _nobody_failed(players)
        assert time.monotonic() < ends, "nothing goes on"
        progress.wait(seen)


def _answers(players: list[Player]) -> int:
    return sum(player.answers for player in players)


def _rounds(server: Server) -> set[str]:
    """The tables at which a round has ended."""
    ended = httpx.get(f"{server.address}/api/rounds?limit=1000", timeout=PATIENCE).json()
    return {one["table"] for one in ended}


def _told_again(players: list[Player], chance: random.Random) -> None:
    with httpx.Client(timeout=10) as client:
        for player in players:
            keys = sorted(player.acknowledged)
            for table, key in chance.sample(keys, min(20, len(keys))):
                player.check(client, table, key)


def _verified(url: str, players: list[Player]) -> None:
    floor = open_floor(url, [], settings=QUIET)
    auditor = Auditor()
    auditor.follow(floor.store)  # no key twice, the chain, the decks, the ledger at every entry
    auditor.compare(floor)
    for player in players:
        assert player.acknowledged
        for (table, key), (_, version, events) in player.acknowledged.items():
            digest = digest_of(Actor(player.id, PLAYER), f"{table}|{key}")
            _, at, count = auditor.keys[digest]
            assert at == version
            assert count >= len(events)
    assert sum(live.state.rounds for live in floor.tables.values()) > 0
    entries = [parse_json(stored.body) for stored in floor.store.entries() if stored.table]
    events = [event for entry in entries for event in entry.get("events", ())]
    assert any(event["event"] == "word-revealed" for event in events)
    timed_out = [event for event in events if event.get("cause") == "clock"]
    assert not timed_out, "an outage of the house costs nobody a hand"
    floor.database.close()


def test_killed_at_random_moments(urls: Urls, tmp_path: Path) -> None:
    play_and_kill(urls(), tmp_path, 6, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_killed_five_hundred_times(urls: Urls, tmp_path: Path, seed: int) -> None:
    play_and_kill(urls(), tmp_path, 50, seed)
