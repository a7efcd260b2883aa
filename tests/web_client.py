"""A real server in a process of its own, and a small client for it."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.cookiejar import DefaultCookiePolicy
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from conftest import Ran, run_command
from websockets.sync.client import ClientConnection, connect

from fairdeal.cli.users import add as add_user
from fairdeal.submission.check import check
from fairdeal.wire.rules import rules_document

ROOT = Path(__file__).resolve().parent.parent
PASSWORD = "correct horse battery"
#: How many seconds an answer is waited for. What comes, comes sooner; only a busy machine needs it.
PATIENCE = 60
KEYS = count(1)
#: What `python -m fairdeal` does, and what stands before each program (`cheap_passwords` says why).
MAIN = "from fairdeal.cli import main\nmain()\n"
CHEAP_PASSWORDS = "import cheap_passwords\n"


SAMPLES = ROOT / "src" / "fairdeal" / "floor" / "samples"


def rules_of(sample: str) -> dict[str, Any]:
    """The rules of a sample file, as the API takes them."""
    rules = check((SAMPLES / sample).read_text(encoding="utf-8")).rules
    assert rules is not None
    return json.loads(json.dumps(rules_document(rules)))  # type: ignore[no-any-return]


class Server:
    """A server that was started, with the lines that it wrote."""

    def __init__(
        self,
        folder: Path,
        *options: str,
        db: str | None = None,
        program: Sequence[str] = ("-m", "fairdeal"),
    ) -> None:
        self.folder = folder
        self.db = db or str(folder / "floor.db")
        secret = folder / "password"
        secret.write_text(PASSWORD)
        paths = [str(ROOT / "src"), str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")]
        path = os.pathsep.join(paths)
        self.environ = {**os.environ, "PYTHONPATH": path.rstrip(os.pathsep)}
        code = MAIN if program == ("-m", "fairdeal") else program[1]
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-c", CHEAP_PASSWORDS + code),
                *("serve", "--db", self.db, "--port", "0"),
                *("--password-file", str(secret), *options),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=self.environ,
        )
        self.lines: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "http://" in line:
                self.url = line.split()[-1]
                break
        else:
            assert self.process.stderr is not None
            pytest.fail(f"the server did not start: {self.process.stderr.read()}")
        self._reader.start()
        # One pool of connections for everybody, which keeps no cookies: who asks says so.
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE)
        self.http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))

    def _read(self) -> None:
        assert self.process.stderr is not None
        self.lines.extend(line.rstrip("\n") for line in self.process.stderr)

    @property
    def log(self) -> list[dict[str, Any]]:
        """What it logged so far."""
        return [json.loads(line) for line in self.lines]

    def stop(self) -> int:
        """Tell it to stop, and wait until it has."""
        self.http.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=PATIENCE)
        self._reader.join(timeout=PATIENCE)
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.process.stdout.close()
        self.process.stderr.close()
        return code

    def fairdeal(self, *arguments: str) -> Ran:
        """The command line beside it, in another process than the server's: the tests' own."""
        return run_command(*arguments)

    # People ---------------------------------------------------------------------------------------

    def public(self) -> "Client":
        """Nobody in particular."""
        return Client(self, None, {})

    def guest(self, name: str = "ann") -> "Client":
        """A guest."""
        answer = self.public().post("/api/guests", {"name": name})
        assert answer.status_code == 201, answer.text
        document = answer.json()
        return Client(self, document["token"], document["player"])

    def sign_in(self, name: str, password: str = PASSWORD) -> "Client":
        """Somebody with a password."""
        answer = self.public().post("/api/sign-in", {"name": name, "password": password})
        assert answer.status_code == 200, answer.text
        document = answer.json()
        return Client(self, document["token"], document["player"])

    def sign_up(self, name: str = "reg") -> "Client":
        """A player with a password."""
        answer = self.public().post("/api/players", {"name": name, "password": PASSWORD})
        assert answer.status_code == 201, answer.text
        return Client(self, answer.json()["token"], answer.json()["player"])

    def operator(self) -> "Client":
        """The first operator."""
        return self.sign_in("operator")

    def staff(self, name: str, *roles: str) -> "Client":
        """Somebody with roles, made by `users add` beside the server. Many tests need somebody, so
        it is called here: a process for it takes as long as the rest of a test.
        """
        secret = self.folder / f"password-{name}"
        secret.write_text(PASSWORD)
        add_user(name, role=list(roles), password_file=secret, db=self.db)
        return self.sign_in(name)


@contextmanager
def quiet_server(folder: Path, program: tuple[str, str]) -> Iterator[Server]:
    """A server without pauses, clock and bots. It stops without an error, and logs none."""
    one = Server(folder, "--pace", "0", "--clock", "0", "--no-bots", program=program)
    try:
        yield one
    finally:
        code = one.stop()
    assert code == 0
    for line in one.log:
        assert "traceback" not in line, str(line["traceback"])


class Client:
    """Somebody who asks the server."""

    def __init__(self, server: Server, token: str | None, player: dict[str, Any]) -> None:
        self.server = server
        self.token = token
        self.player = player
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.http = server.http
        #: Called with every answer's bytes, for whoever wants to look through them.
        self.on_bytes: Callable[[bytes], None] = lambda _: None

    @property
    def id(self) -> str:
        return str(self.player["id"])

    def get(self, path: str, **headers: str) -> httpx.Response:
        answer = self.http.get(path, headers={**self.headers, **headers})
        self.on_bytes(answer.content)
        return answer

    def json(self, path: str, *, timeout: float = PATIENCE) -> Any:
        answer = self.http.get(path, headers=self.headers, timeout=timeout)
        self.on_bytes(answer.content)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, document: Any = None, **headers: str) -> httpx.Response:
        content = None if document is None else json.dumps(document)
        return self.raw(path, content, **headers)

    def raw(self, path: str, content: str | bytes | None, **headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = self.http.post(path, content=content, headers={**self.headers, **named})
        self.on_bytes(answer.content)
        return answer

    def say(
        self, table: str, command: dict[str, Any], key: str | None = None, **headers: str
    ) -> httpx.Response:
        """A command at a table, with a key of its own."""
        key = key or f"key {next(KEYS)}"
        return self.post(
            f"/api/tables/{table}/commands", command, **{"Idempotency-Key": key}, **headers
        )

    def do(self, table: str, command: dict[str, Any], key: str | None = None) -> Any:
        """A command that is taken."""
        answer = self.say(table, command, key)
        assert answer.status_code == 200, (command, answer.text)
        return answer.json()

    def table(self, table: str) -> Any:
        return self.json(f"/api/tables/{table}")

    def version(self, table: str) -> int:
        return int(self.table(table)["version"])

    def until_event(self, table: str, after: int, *kinds: str) -> None:
        """Wait until an event of one of some kinds has happened after a version."""
        with self.live(table, f"?after={after}") as feed:
            for text in feed:
                if any(one["event"]["event"] in kinds for one in json.loads(text)["events"]):
                    return

    def live(self, table: str, query: str = "", **headers: str) -> ClientConnection:
        url = self.server.url.replace("http://", "ws://")
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        return connect(
            f"{url}/api/tables/{table}/live{query}",
            additional_headers={**self.headers, **given},
            max_size=None,
            open_timeout=PATIENCE,
            # An origin of None sends no such header.
            origin=None,
        )


def problem(answer: httpx.Response, status: int, code: str) -> Any:
    """That an answer is a problem of some kind."""
    assert answer.status_code == status, (answer.status_code, answer.text)
    assert answer.headers["content-type"] == "application/problem+json"
    document = answer.json()
    assert document["code"] == code, document
    assert document["status"] == status
    assert isinstance(document["detail"], str)
    assert document["detail"]
    return document


#: Where nothing is, by names that no table and no round has.
ODD_ADDRESSES = (
    *("/api/tables/%00", "/api/tables/..%2f..%2fetc", "/api/tables/t1%27%20OR%201=1"),
    *("/api/rounds/%F0%9F%82%A1", "/api/rounds/t1-1%00", "/api/rounds?table=%27;DROP"),
    *("/api/rounds?before=%00", "/api/rounds?limit=-1", "/api/tables/t1/events?after=1e3"),
    *("/api/tables/" + "t" * 5000, "/api/rounds?table=" + "%F0%9F%82%A1" * 50),
)

#: The least that a seat must bet at the sample tables, and what to say when asked.
BETS: dict[str, dict[str, int]] = {
    "let-it-ride": {"bet-1": 10, "bet-2": 10, "bet-3": 10},
    "run-em-twice": {"first-ante": 5, "second-ante": 5},
    "double-draw": {"ante": 5, "bonus": 5},
}


def answer_to(action: dict[str, Any]) -> dict[str, Any]:
    """A plain answer to a question."""
    if action["do"] in ("ride", "withdraw", "fold", "draw"):
        return {"do": action["do"], "seat": action["seat"]}
    return {k: action[k] for k in ("do", "seat", "wager")} | {"amount": action["least"]}


def play_round(table: str, players: dict[int, Client], **word: str) -> str:
    """One round at a table, as plainly as can be; its id is the answer."""
    first = next(iter(players.values()))
    view = first.table(table)["view"]
    for seat, client in players.items():
        bets = BETS[view["game"]]
        client.do(table, {"do": "place-bets", "seat": seat, "amounts": bets})
    for seat, client in players.items():
        client.do(table, {"do": "ready", "seat": seat, **word})
    for _ in range(200):
        view = first.table(table)["view"]
        if view["phase"] == "open":
            return f"{table}-{view['round'] - 1}"
        turn = view["turn"]
        assert turn in players, view
        mine = players[turn].table(table)["view"]
        players[turn].do(table, answer_to(mine["actions"][0]))
    pytest.fail("the round does not end")
