"""Answers that are made once for everybody: the same bytes, ETags, and when they are made anew."""

import asyncio
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response
from web_client import Client, Server, rules_of

from fairdeal.floor.floor import FloorSettings
from fairdeal.floor.startup import open_floor, sample_rules
from fairdeal.web.app import DirectRoutes, application
from fairdeal.web.http.held_answers import HeldAnswers, tag_matches, tag_of
from fairdeal.web.http.limits import MAX_TRACKED, Allowance
from fairdeal.web.live.request_limits import RequestLimits
from fairdeal.web.live.service import Service
from fairdeal.web.server import service_for

CONSTANT = (
    "/games",
    "/games/let-it-ride/maryland",
    "/games/double-draw",
    "/tables/t1/papers",
    "/verify",
    "/api/openapi.json",
)


def fresh(answer: httpx.Response) -> dict[str, str]:
    """The headers of an answer, apart from its time."""
    return {name: value for name, value in answer.headers.items() if name != "date"}


@pytest.mark.parametrize("path", CONSTANT)
def test_a_constant_answer_is_the_same_and_is_not_sent_twice(server: Server, path: str) -> None:
    # The first answer is the application's, the next ones are held as bytes.
    first, *others = [server.http.get(path) for _ in range(3)]
    assert first.status_code == 200
    assert first.headers["etag"] == tag_of(first.content)
    assert first.headers["cache-control"] == "no-cache"
    for other in others:
        assert (other.content, fresh(other)) == (first.content, fresh(first))
        assert "date" in other.headers
    for named in (first.headers["etag"], f'"x", W/{first.headers["etag"]}', "*"):
        known = server.http.get(path, headers={"If-None-Match": named})
        assert (known.status_code, known.content) == (304, b"")
        assert known.headers["etag"] == first.headers["etag"]
        assert known.headers["content-security-policy"] == first.headers["content-security-policy"]
    changed = server.http.get(path, headers={"If-None-Match": '"another"'})
    assert (changed.status_code, changed.content) == (200, first.content)


@pytest.mark.parametrize("path", ["/games", "/games/let-it-ride/maryland", "/verify"])
def test_the_page_of_a_visitor_is_the_visitors_own(server: Server, path: str) -> None:
    stranger = server.http.get(path)
    ann = server.guest("Ann Held")
    cookie = {"Cookie": f"fairdeal={ann.token}", "If-None-Match": stranger.headers["etag"]}
    own = server.http.get(path, headers=cookie)
    assert own.status_code == 200
    assert "Ann Held" in own.text
    assert "etag" not in own.headers
    assert own.headers["cache-control"] == "no-store"
    assert server.http.get(path).content == stranger.content
    # A session that has ended loses its cookie, and sees what a stranger sees.
    ended = server.http.get(path, headers={"Cookie": "fairdeal=ended"})
    assert ended.content == stranger.content
    assert ended.headers["set-cookie"].startswith('fairdeal="')


def test_a_page_is_made_anew_when_a_table_opens_and_closes(
    server: Server, operator: Client
) -> None:
    path = "/games/double-draw/maryland"
    before = server.http.get(path)
    assert server.http.get(path).content == before.content
    rules = rules_of("7-practice-double-draw.toml")
    rules["floor"]["name"] = "The newest table"
    table = operator.post("/api/tables", rules).json()["table"]
    after = server.http.get(path, headers={"If-None-Match": before.headers["etag"]})
    assert after.status_code == 200
    assert "The newest table" in after.text
    assert operator.post(f"/api/tables/{table}/close").status_code == 200
    assert server.http.get(path).content == before.content


def test_a_file_is_held_for_those_who_unpack_it(server: Server) -> None:
    script = re.search(r'href="(/static/shared/base\.[0-9a-f]+\.css)"', server.http.get("/").text)
    assert script is not None
    for packed in ("gzip", "gzip", "identity", "gzip"):
        answer = server.http.get(script[1], headers={"Accept-Encoding": packed})
        assert answer.headers.get("content-encoding", "identity") == packed
        assert answer.text.startswith("/*")


def test_every_visitor_of_the_lobby_has_a_form_of_ones_own(server: Server) -> None:
    keys = [
        set(re.findall(r'name="key" value="([^"]+)"', server.http.get("/").text)) for _ in range(3)
    ]
    assert all(len(one) == 1 for one in keys)
    assert len(set.union(*keys)) == 3


def test_requests_that_are_not_plain_reads_are_the_applications(server: Server) -> None:
    """Several requests at once, a request in parts, one that closes, and one of HTTP/1.0."""
    page = server.http.get("/verify").content
    address = urlsplit(server.url)
    plain = b"GET /verify HTTP/1.1\r\nHost: x\r\n\r\n"
    last = b"GET /verify HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    old = b"GET /verify HTTP/1.0\r\nHost: x\r\n\r\n"
    for parts, count in (
        ([plain, last], 2),
        ([plain + plain + last], 3),
        ([plain[:20], plain[20:], plain, last], 3),
        ([plain, old], 2),
    ):
        with socket.create_connection((address.hostname, address.port), timeout=20) as line:
            received = b""
            for n, part in enumerate(parts):
                line.sendall(part)
                whole = b"".join(parts[: n + 1]).count(b"\r\n\r\n")
                while received.count(page) < whole:
                    received += line.recv(1 << 16)
            while some := line.recv(1 << 16):
                received += some
        assert received.count(page) == received.count(b" 200 OK\r\n") == count


def test_what_is_held_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairdeal.web.http.held_answers.MAX_HELD", 3)
    monkeypatch.setattr("fairdeal.web.http.held_answers.MAX_HELD_BYTES", 10_000)
    held = HeldAnswers()

    def hold(path: str, content: bytes = b"x", query: bytes = b"") -> None:
        scope = {"type": "http", "method": "GET", "scheme": "http", "query_string": query}
        held.hold(Request({**scope, "raw_path": path.encode()}), Response(content))

    for n in range(10):
        hold(f"/{n}")
        assert held.find(b"GET /%d HTTP/1.1\r\n\r\n" % n) is not None
        assert len(held) <= 3
    hold("/large", b"x" * 8_900)
    hold("/large", b"x" * 8_901)
    assert len(held) == 1
    hold("/too-large", b"x" * 11_000)
    assert held.find(b"GET /too-large HTTP/1.1\r\n\r\n") is None
    hold("/asked", query=b"a=b")
    assert held.find(b"GET /asked HTTP/1.1\r\n\r\n") is None


@pytest.mark.parametrize(
    "head",
    [
        b"HEAD /a HTTP/1.1\r\n\r\n",
        b"GET /a HTTP/1.0\r\n\r\n",
        b"GET /a?b=c HTTP/1.1\r\n\r\n",
        b"GET /a HTTP/1.1\r\ncOOkie: fairdeal=x\r\n\r\n",
        b"GET /a HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\n\r\n",
        b"GET /a HTTP/1.1\r\nUpgrade: websocket\r\n\r\n",
        b"GET /a HTTP/1.1\r\nContent-Length: 1\r\n\r\n",
    ],
)
def test_who_may_see_something_else_is_not_answered_with_what_is_held(head: bytes) -> None:
    held = HeldAnswers()
    scope = {"type": "http", "method": "GET", "scheme": "http", "query_string": b""}
    held.hold(Request({**scope, "raw_path": b"/a"}), Response("for everybody"))
    assert held.find(head) is None
    answer = held.find(b"GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
    assert answer is not None
    assert answer.endswith(b"\r\n\r\nfor everybody")


def test_an_etag_is_named() -> None:
    assert tag_matches('"a", W/"b"', '"b"')
    assert tag_matches("*", '"b"')
    assert not tag_matches('"a"', '"b"')
    assert not tag_matches("", '"b"')
    assert not tag_matches("*", "")


# Limits -------------------------------------------------------------------------------------------


def test_an_allowance_grows_again() -> None:
    now = 0.0
    limit = Allowance(3, 2, lambda: now)
    assert [limit.take("a") for _ in range(5)] == [True, True, True, False, False]
    assert limit.take("b")
    now = 0.4
    assert not limit.take("a")
    now = 0.5
    assert [limit.take("a"), limit.take("a")] == [True, False]
    now = 100.0
    assert [limit.take("a") for _ in range(4)] == [True, True, True, False]
    for n in range(MAX_TRACKED + 1):
        assert limit.take(f"n{n}")
    assert limit.take("a")  # forgotten, since it was not seen for the longest time


def test_reads_are_limited_by_address_where_there_are_pauses() -> None:
    limits = RequestLimits(limited=True)
    found = [limits.read_problem("a", "/api/tables") for _ in range(1_200)]
    assert found[:1_000] == [None] * 1_000
    assert found[-1] is not None
    assert (found[-1].status, found[-1].code) == (429, "too-many")
    # Another address, the files of pages, and the question whether the server works.
    assert limits.read_problem("b", "/api/tables") is None
    assert limits.read_problem("a", "/static/shared/base.css") is None
    assert limits.read_problem("a", "/healthz") is None
    free = RequestLimits(limited=False)
    assert all(free.read_problem("a", "/") is None for _ in range(2_000))


@pytest.fixture
def paused(tmp_path: Path) -> Iterator[Service]:
    """A floor with a dealer's pauses, without a server."""
    url = str(tmp_path / "floor.db")
    floor = open_floor(url, sample_rules()[:1], settings=FloorSettings(bots=False))
    service = service_for(floor, url)
    yield service
    service.log.close()
    service.sessions.close()
    floor.database.close()


def test_a_client_that_reads_too_much_is_answered_late(
    paused: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    held_back: list[float] = []

    async def hold_back(seconds: float) -> None:
        held_back.append(seconds)

    monkeypatch.setattr(DirectRoutes, "hold_back", staticmethod(hold_back))
    monkeypatch.setattr(paused.limits, "_reads", Allowance(2, 1, lambda: 0.0))
    app = application(paused)

    async def ask(host: str, path: str, accept: str = "*/*", method: str = "GET") -> httpx.Response:
        transport = httpx.ASGITransport(app, client=(host, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            return await client.request(method, path, headers={"Accept": accept})

    async def asked() -> None:
        assert [(await ask("10.0.0.1", "/verify")).status_code for _ in range(2)] == [200, 200]
        assert held_back == []
        refused = await ask("10.0.0.1", "/api/openapi.json")
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "1")
        assert refused.json()["code"] == "too-many"
        assert held_back == [1]
        page = await ask("10.0.0.1", "/verify", "text/html")
        assert page.status_code == 429
        assert "Too many requests" in page.text
        assert page.headers["retry-after"] == "1"
        assert (await ask("10.0.0.2", "/verify")).status_code == 200
        # What changes something has limits of its own.
        assert (await ask("10.0.0.1", "/api/sign-out", method="POST")).status_code == 401

    asyncio.run(asked())


def test_a_held_answer_counts_as_a_read(paused: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paused.limits, "_reads", Allowance(2, 1, lambda: 0.0))
    scope = {"type": "http", "method": "GET", "scheme": "http", "query_string": b""}
    paused.held.hold(Request({**scope, "raw_path": b"/a"}), Response("for everybody"))
    asked = [paused.held_answer(b"GET /a HTTP/1.1\r\n\r\n", "10.0.0.1") for _ in range(3)]
    assert [one is not None for one in asked] == [True, True, False]


# Meters -------------------------------------------------------------------------------------------


def test_meters_are_found_without_walking_all_accounts(paused: Service) -> None:
    store = paused.floor.store
    statements: list[str] = []
    connection = paused.floor.database._connection  # type: ignore[attr-defined] # SQLite's own
    connection.set_trace_callback(statements.append)
    wanted = [f"meter:m{n}" for n in range(300)]
    assert store.read_balances([*wanted, "bank"]) == {"bank": store.balances["bank"]}
    connection.set_trace_callback(None)
    assert len(statements) == 2
    for statement in statements:
        plan = store.query(f"EXPLAIN QUERY PLAN {statement}")
        assert [row[3].split()[0] for row in plan] == ["SEARCH"]
