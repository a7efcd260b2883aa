"""The service under change: passwords that change during a sign-in, tables that never opened."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from web_client import PASSWORD, PATIENCE, problem, rules_of

from fairdeal.cli.users import password, revoke
from fairdeal.floor import writer
from fairdeal.floor.floor import Floor, FloorSettings
from fairdeal.floor.people.passwords import verify_password
from fairdeal.floor.startup import first_operator, open_floor, sample_rules
from fairdeal.floor.stop_reasons import DATABASE_FAILED
from fairdeal.web import accounts
from fairdeal.web.app import application
from fairdeal.web.http.http_protocol import Connection
from fairdeal.web.live.listeners import Listener, PushedMessage
from fairdeal.web.live.service import Service
from fairdeal.web.pages.table.feed import pushed_scene
from fairdeal.web.server import service_for


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "floor.db")


@pytest.fixture
def floor(path: str) -> Floor:
    return open_floor(path, [], settings=FloorSettings(pace=0, clock=0, bots=False))


@asynccontextmanager
async def serving(floor: Floor, path: str) -> AsyncIterator[tuple[Service, httpx.AsyncClient]]:
    """The floor in this process, with a client that asks it."""
    service = service_for(floor, path)
    service.start()
    server = httpx.ASGITransport(app=application(service))
    try:
        async with httpx.AsyncClient(transport=server, base_url="http://floor") as client:
            yield service, client
    finally:
        service.begin_shutdown()
        await asyncio.to_thread(service.stop)


@pytest.mark.parametrize("what", ["password", "revoke"])
def test_an_old_password_begins_no_session(
    floor: Floor, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    (secret := tmp_path / "another").write_text("another password")
    body = {"name": "ann", "password": PASSWORD}

    def meanwhile(hashed: str | None, said: str) -> bool:
        found = verify_password(hashed, said)
        if what == "password":
            password("ann", password_file=secret, db=path)
        else:
            revoke("ann", db=path)
        return found

    async def ask() -> None:
        async with serving(floor, path) as (_, client):
            assert (await client.post("/api/players", json=body)).status_code == 201
            assert (await client.post("/api/sign-in", json=body)).status_code == 200
            with monkeypatch.context() as patch:
                patch.setattr(accounts, "verify_password", meanwhile)
                problem(await client.post("/api/sign-in", json=body), 401, "sign-in")
            new = {"name": "ann", "password": "another password"}
            wanted = 200 if what == "password" else 401
            assert (await client.post("/api/sign-in", json=new)).status_code == wanted

    asyncio.run(ask())


def test_the_time_of_an_answer_is_the_floors(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = FloorSettings(pace=0, clock=0, bots=False)
    floor = open_floor(path, sample_rules()[:1], settings=settings)

    async def ask() -> None:
        async with serving(floor, path) as (_, client):
            monkeypatch.setattr(floor, "now", lambda: 1_700_000_000.98765)
            told = (await client.get("/api/tables/t1")).json()
            assert told["now"] == 1_700_000_000.988

    asyncio.run(ask())


def test_a_table_that_never_opened_is_not_shown_for_ever(
    floor: Floor, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that fails, and fails again when it is asked what it holds: until it answers nobody
    knows whether the table is open.
    """
    first_operator(floor, PASSWORD)
    rules = rules_of("7-practice-double-draw.toml")

    def lost() -> None:
        raise OSError(5, "Input/output error")

    # No work of the house's own comes between, which a slow machine would have time for.
    for pause in ("SWEEP_SECONDS", "PRESENCE_SECONDS"):
        monkeypatch.setattr(writer, pause, float("inf"))

    async def ask() -> None:
        async with serving(floor, path) as (service, client):
            body = {"name": "operator", "password": PASSWORD}
            assert (await client.post("/api/sign-in", json=body)).status_code == 200
            # The writer notes that the session is used, and has done so before the disk fails.
            assert (await client.get("/api/me")).status_code == 200
            await asyncio.wrap_future(service.writer.submit(lambda _: None))
            with monkeypatch.context() as patch:
                patch.setattr(floor.database, "commit", lost)
                patch.setattr(floor.database, "rollback", lost)
                problem(await client.post("/api/tables", json=rules), 503, "stopped")
            assert service.tables["t1"].stopped == DATABASE_FAILED
            listener = service.listeners.add(Listener("t1", None, None))
            assert service.may_listen(listener)

            assert (await client.post("/api/guests", json={"name": "ann"})).status_code == 201
            problem(await client.get("/api/tables/t1"), 404, "unknown")
            assert listener.changed.is_set()
            assert not service.may_listen(listener), "whoever watches it goes"
            assert (await client.get("/healthz")).status_code == 200

    asyncio.run(ask())


class Line(Connection):
    """A connection that holds the frames that are written to it."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    @property
    def accepts_frames(self) -> bool:
        return True

    def push(self, frame: bytes) -> None:
        self.frames.append(frame)


def test_pages_are_sent_a_change_at_once(path: str) -> None:
    """Spectators share one frame, and a player's page has its own; nobody's task is woken."""
    floor = open_floor(
        path, sample_rules()[:1], settings=FloorSettings(pace=0, clock=0, bots=False)
    )

    async def ask() -> None:
        async with serving(floor, path) as (service, client):
            guest = (await client.post("/api/guests", json={"name": "ann"})).json()
            ann = service.sessions.person(guest["token"])
            assert ann is not None
            lines = [Line() for _ in range(4)]
            version = service.tables["t1"].state.version
            for line, person in zip(lines, (None, None, ann, None), strict=True):
                token = None if person is None else guest["token"]
                pushed = None if line is lines[3] else pushed_scene
                listener = Listener("t1", token, person, line, pushed, on_page=True)
                listener.after, listener.direct = version, True
                service.listeners.add(listener)
            listeners = {one.connection: one for one in service.listeners}
            sit = {"do": "sit", "seat": 1}
            headers = {"Authorization": f"Bearer {guest['token']}", "Idempotency-Key": "1"}
            answer = await client.post("/api/tables/t1/commands", json=sit, headers=headers)
            assert answer.status_code == 200
            one, other, own, none = lines
            ((frame,), (same,), (private,)) = one.frames, other.frames, own.frames
            assert frame is same
            for text, you, mine in ((frame, None, []), (private, ann.id, [1])):
                message = json.loads(text[4:])
                assert (message["you"] or {}).get("id") == you
                assert message["scene"]["version"] == service.tables["t1"].state.version
                seats = message["scene"]["seats"]
                assert [seat["seat"] for seat in seats if seat.get("mine")] == mine
                assert "Seat 1 is taken by ann" in [said["words"] for said in message["said"]]
            assert not any(listeners[line].changed.is_set() for line in (one, other, own))
            # A feed whose messages are not made here is woken.
            assert not none.frames
            assert listeners[none].changed.is_set()

    asyncio.run(ask())


def test_a_fault_in_a_page_s_message_reaches_no_other_listener(path: str) -> None:
    """The page's own task is woken, and meets the fault again."""
    floor = open_floor(
        path, sample_rules()[:1], settings=FloorSettings(pace=0, clock=0, bots=False)
    )

    def failing(*_: object) -> bytes | None:
        raise ZeroDivisionError

    async def ask() -> None:
        async with serving(floor, path) as (service, client):
            lines = [Line(), Line()]
            feeds: list[PushedMessage] = [failing, pushed_scene]
            for line, pushed in zip(lines, feeds, strict=True):
                listener = Listener("t1", None, None, line, pushed, on_page=True)
                listener.after, listener.direct = service.tables["t1"].state.version, True
                service.listeners.add(listener)
            woken = {one.connection: one.changed for one in service.listeners}
            guest = (await client.post("/api/guests", json={"name": "ann"})).json()
            headers = {"Authorization": f"Bearer {guest['token']}", "Idempotency-Key": "1"}
            sit = {"do": "sit", "seat": 1}
            answer = await client.post("/api/tables/t1/commands", json=sit, headers=headers)
            assert answer.status_code == 200
            assert [len(line.frames) for line in lines] == [0, 1]
            assert [woken[line].is_set() for line in lines] == [True, False]


@asynccontextmanager
async def feed(service: Service, path: str) -> AsyncIterator[asyncio.Queue[dict[str, Any]]]:
    """What a WebSocket is sent, as a server hands it to the application (ASGI)."""
    sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    closed, opened = asyncio.Event(), iter([{"type": "websocket.connect"}])

    async def receive() -> dict[str, Any]:
        for message in opened:
            return message
        await closed.wait()
        return {"type": "websocket.disconnect", "code": 1000}

    async def send(message: Any) -> None:
        if "text" in message:
            sent.put_nowait(json.loads(message["text"]))

    scope = {"type": "websocket", "path": path, "raw_path": path.encode(), "query_string": b""}
    more = {"headers": [(b"host", b"floor")], "scheme": "ws", "subprotocols": [], "root_path": ""}
    task = asyncio.create_task(application(service)({**scope, **more}, receive, send))
    try:
        yield sent
    finally:
        closed.set()
        await task


def test_a_full_table_where_nobody_bets_is_warned(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer and both feeds say when the seats come free, and how to keep them."""
    settings = FloorSettings(pace=0, clock=0, bots=False)
    floor = open_floor(path, sample_rules()[1:2], settings=settings)
    # The house does not look meanwhile how long the table has stood still.
    monkeypatch.setattr(writer, "PRESENCE_SECONDS", float("inf"))

    def warn(floor: Floor) -> None:
        floor.tables["t1"].freed_at = 1_800_000_000.0
        floor.touched.add("t1")

    async def command(client: httpx.AsyncClient, token: str, **command: Any) -> None:
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": command["do"]}
        answer = await client.post("/api/tables/t1/commands", json=command, headers=headers)
        assert answer.status_code == 200, answer.text

    async def ask() -> None:
        async with serving(floor, path) as (service, client):
            tokens = []
            for seat in range(1, 7):
                guest = await client.post("/api/guests", json={"name": f"guest {seat}"})
                client.cookies.clear()
                tokens.append(guest.json()["token"])
                await command(client, tokens[-1], do="sit", seat=seat)
            async with (
                feed(service, "/api/tables/t1/live") as program,
                feed(service, "/tables/t1/live") as page,
            ):
                for one in (program, page):
                    assert "warning" not in await asyncio.wait_for(one.get(), PATIENCE)
                await service.submit(warn)
                told = (await client.get("/api/tables/t1")).json()["warning"]
                assert told["at"] == 1_800_000_000.0
                assert "all seats come free" in told["words"]
                assert "Place a bet to keep yours." in told["words"]
                assert (await asyncio.wait_for(program.get(), PATIENCE))["warning"] == told
                assert (await asyncio.wait_for(page.get(), PATIENCE))["scene"]
                bet = {"wager": "first-ante", "amount": 5}
                await command(client, tokens[0], do="bet", seat=1, **bet)
                assert "warning" not in (await client.get("/api/tables/t1")).json()
                assert "warning" not in await asyncio.wait_for(program.get(), PATIENCE)

    asyncio.run(ask())
