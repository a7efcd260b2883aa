"""The server around the API: browser protection, limits, clocks, faults, metrics, log, stopping."""

import json
import re
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from web_client import BETS, PASSWORD, PATIENCE, ROOT, Client, Server, play_round, problem, rules_of
from websockets.exceptions import ConnectionClosed, InvalidStatus

# A browser ----------------------------------------------------------------------------------------


def test_the_headers_of_every_answer(server: Server) -> None:
    for path in ("/api/tables", "/api/tables/t99", "/healthz", "/nothing"):
        headers = server.public().get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["referrer-policy"] == "same-origin"
        assert headers["cache-control"] == "no-store"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "server" not in headers
        assert "strict-transport-security" not in headers
        assert "access-control-allow-origin" not in headers


def test_a_page_uses_a_cookie(server: Server) -> None:
    answer = server.public().post("/api/guests", {"name": "page"})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("fairdeal=")
    for part in ("HttpOnly", "SameSite=strict", "Path=/"):
        assert part in cookie
    assert "Secure" not in cookie
    assert "Domain" not in cookie
    with httpx.Client(base_url=server.url, cookies=dict(answer.cookies)) as page:
        me = page.get("/api/me").json()
        assert me["player"]["name"] == "page"
        out = page.post("/api/sign-out")
        assert out.status_code == 204
        assert "Max-Age=0" in out.headers["set-cookie"]
        assert page.get("/api/me", headers={"Cookie": cookie.split(";")[0]}).status_code == 401


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"Origin": "{own}", "Sec-Fetch-Site": "same-origin"}, 201),
        ({"Sec-Fetch-Site": "none"}, 201),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "{own}", "Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
def test_where_an_unsafe_request_comes_from(
    server: Server, headers: dict[str, str], status: int
) -> None:
    given = {name: value.format(own=server.url) for name, value in headers.items()}
    answer = server.public().post("/api/guests", {"name": "a"}, **given)
    assert answer.status_code == status
    if status == 403:
        problem(answer, 403, "another-site")
        assert "set-cookie" not in answer.headers
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        with pytest.raises(InvalidStatus) as refused, server.guest().live("t1", **given):
            pass
        assert refused.value.response.status_code == 403
    else:
        with server.guest().live("t1", **given) as socket:
            socket.recv(timeout=PATIENCE)


def test_behind_a_safe_proxy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "127.0.0.1")
    server = Server(tmp_path, "--pace", "0", "--clock", "0", "--no-bots")
    try:
        forwarded = {"X-Forwarded-Proto": "https"}
        answer = server.public().post("/api/guests", {"name": "page"}, **forwarded)
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-fairdeal=")
        for part in ("HttpOnly", "SameSite=strict", "Path=/", "Secure"):
            assert part in cookie
        assert "Domain" not in cookie
        assert answer.headers["strict-transport-security"].startswith("max-age=31536000")
        # A browser forgets such a cookie only where it is told so with all that it was given with.
        _, _, given = cookie.partition("; ")
        for path in ("/api/sign-out", "/sign-out"):
            kept = {"Cookie": cookie.partition(";")[0], **forwarded}
            taken = server.public().post(path, None, **kept).headers["set-cookie"]
            name, *told = taken.split("; ")
            assert name.startswith("__Host-fairdeal=")
            assert {*given.split("; "), "Max-Age=0"} <= set(told)
            page = server.public().post("/api/guests", {"name": "page"}, **forwarded)
            cookie = page.headers["set-cookie"]
    finally:
        assert server.stop() == 0


def test_nobody_else_says_where_a_request_comes_from(server: Server) -> None:
    answer = server.public().post("/api/guests", {"name": "p"}, **{"X-Forwarded-Proto": "https"})
    assert answer.headers["set-cookie"].startswith("fairdeal=")


# Metrics ------------------------------------------------------------------------------------------


def metrics_of(server: Server) -> dict[tuple[str, tuple[str, ...]], float]:
    """What Prometheus is told, by name and labels."""
    answer = server.http.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


@pytest.mark.parametrize(
    ("body", "status"),
    [("{", 400), ("[]", 400), ("NaN", 400), (b"\xff", 400), ('{"x": 1}', 422)],
)
def test_a_table_does_not_close_by_a_body_that_says_something_else(
    operator: Client, body: str | bytes, status: int
) -> None:
    table = operator.post("/api/tables", rules_of("4-double-draw.toml")).json()["table"]
    assert operator.raw(f"/api/tables/{table}/close", body).status_code == status
    assert operator.table(table)["view"]["phase"] == "open"
    assert operator.raw(f"/api/tables/{table}/close", "{}").status_code == 200


def test_a_meter_that_tables_share_is_told_once(server: Server, operator: Client) -> None:
    """As it is, whatever a table that has not closed its bets since shows of it."""
    rules = rules_of("1-let-it-ride.toml")
    rules["floor"]["linked"] = {"mega": "north and south"}
    north, south = (operator.post("/api/tables", rules).json()["table"] for _ in range(2))
    guest = server.guest()
    guest.do(north, {"do": "sit", "seat": 1})
    bets = {**BETS["let-it-ride"], "progressive": 5}
    guest.do(north, {"do": "place-bets", "seat": 1, "amounts": bets})
    guest.do(north, {"do": "ready", "seat": 1})
    told = {labels[0]: value for (_, labels), value in metrics_of(server).items() if labels}
    assert told["north and south"] == 20_000.5, "a tenth of $5 more than its reset"
    assert told[f"{north}.major"] == 2_000.35
    assert told[f"{south}.major"] == 2_000
    assert not told.keys() & {f"{north}.mega", f"{south}.mega"}


def test_what_prometheus_is_told(server: Server, table: str) -> None:
    before = metrics_of(server)

    def more(name: str, *labels: str) -> float:
        key = (name, labels)
        return after.get(key, 0.0) - before.get(key, 0.0)

    guest = server.guest()
    guest.do(table, {"do": "sit", "seat": 1})
    play_round(table, {1: guest})
    path = f"/api/tables/{table}/commands"
    problem(guest.post(path, {"do": "leave", "seat": 1}), 428, "no-key")
    problem(guest.say(table, {"do": "fly"}), 422, "invalid")
    problem(guest.say(table, {"do": "settle"}), 403, "forbidden")
    problem(guest.say(table, {"do": "sit", "seat": 1}), 409, "refused")
    problem(server.public().say(table, {"do": "sit", "seat": 2}), 401, "no-session")
    with guest.live(table) as socket:
        socket.recv(timeout=PATIENCE)
        after = metrics_of(server)
    assert more("fairdeal_rounds_total") == 1
    # One for each act that the writer was asked for, refused ones too.
    acts = more("fairdeal_answer_seconds_count")
    assert acts >= more("fairdeal_commands_total", "sit") + more("fairdeal_commands_total", "ready")
    assert more("fairdeal_answer_seconds_bucket", "+Inf") == acts
    assert after["fairdeal_queued_acts", ()] == 0
    assert more("fairdeal_commands_total", "sit") == 1
    assert more("fairdeal_commands_total", "place-bets") == 1
    for code in ("no-key", "invalid", "forbidden", "refused", "no-session"):
        assert more("fairdeal_refusals_total", code) == 1, code
    assert more("fairdeal_commit_seconds_count") >= 4
    assert more("fairdeal_connections") == 1
    assert after["fairdeal_meter_dollars", ("t1.mega",)] == 20_000


def test_every_metric_that_the_page_on_capacity_names_is_told(server: Server) -> None:
    page = (ROOT / "docs" / "capacity.md").read_text("utf-8")
    told = server.public().get("/metrics").text
    named = set(re.findall(r"fairdeal_[a-z_]+[a-z]", page))
    assert named
    assert {one for one in named if f"# TYPE {one} " not in told} == set()


# Limits -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a person's pace and a clock."""
    server = Server(tmp_path_factory.mktemp("slow"), "--pace", "1", "--clock", "20")
    try:
        yield server
    finally:
        assert server.stop() == 0


def test_no_limits_without_a_pace(server: Server) -> None:
    guest = server.guest()
    assert all(guest.say("t1", {"do": "jump"}).status_code == 422 for _ in range(60))
    public = server.public()
    assert all(public.post("/api/guests", {"name": "a"}).status_code == 201 for _ in range(60))


def test_limits(slow: Server) -> None:
    public = slow.public()
    codes, guests = [], []
    for _ in range(40):
        answer = public.post("/api/guests", {"name": "a"})
        codes.append(answer.status_code)
        if answer.status_code == 201:
            guests.append(Client(slow, answer.json()["token"], answer.json()["player"]))
    assert codes[:30] == [201] * 30
    assert codes[-1] == 429
    problem(answer, 429, "too-many")
    assert answer.headers["retry-after"]
    codes = [guests[0].say("t1", {"do": "jump"}).status_code for _ in range(40)]
    assert codes[:20] == [422] * 20
    assert 429 in codes
    assert guests[1].say("t1", {"do": "jump"}).status_code == 422
    codes = [public.post("/api/sign-in", {"name": 5}).status_code for _ in range(35)]
    assert codes[:30] == [422] * 30
    assert codes[-1] == 429


def test_the_clock(slow: Server) -> None:
    guest = slow.sign_up()
    for table, seat, game in (("t2", 1, "run-em-twice"), ("t7", 1, "double-draw")):
        assert slow.public().table(table)["deadline"] is None  # nobody has bet
        guest.do(table, {"do": "sit", "seat": seat})
        with guest.live(table) as socket:
            while not json.loads(socket.recv(timeout=PATIENCE))["view"]["actions"]:
                pass
        guest.do(table, {"do": "place-bets", "seat": seat, "amounts": BETS[game]})
        shown = guest.table(table)
        if table == "t7":  # for practice, which has no clock for one alone
            assert shown["deadline"] is None
        else:
            assert 0 < shown["deadline"] - shown["now"] <= 20.5


#: A server that is begun with few files, as most systems do it.
FEW_FILES = """
import resource
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (60, hard))
from fairdeal.cli import main
main()
"""


def test_more_listen_than_a_system_lets_open_at_first(tmp_path: Path) -> None:
    server = Server(tmp_path, "--pace", "0", "--no-bots", program=("-c", FEW_FILES))
    try:
        with ExitStack() as sockets:
            live = [sockets.enter_context(server.public().live("t1")) for _ in range(80)]
            assert all(socket.recv(timeout=PATIENCE) for socket in live)
    finally:
        assert server.stop() == 0


# Faults -------------------------------------------------------------------------------------------


def test_a_table_that_is_stopped(tmp_path: Path) -> None:
    server = Server(tmp_path, "--pace", "0", "--clock", "0", "--no-bots")
    try:
        guest = server.guest()
        version = guest.version("t4")
        with closing(sqlite3.connect(server.db)) as database, database:
            database.execute(
                "CREATE TRIGGER full BEFORE INSERT ON entries WHEN NEW.tbl = 't4' "
                "BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
            )
        database.close()
        for _ in range(2):
            answer = guest.say("t4", {"do": "sit", "seat": 1})
            assert problem(answer, 503, "stopped")["version"] == version
        assert guest.get("/healthz").status_code == 503
        assert guest.json("/api/tables/t4")["version"] == version
        told = {one["table"] for one in guest.json("/api/tables") if one.get("stopped")}
        assert told == {"t4"}
        guest.do("t3", {"do": "sit", "seat": 1})
        assert play_round("t3", {1: guest}) == "t3-1"
    finally:
        code = server.stop()
    assert code == 0
    events = [line["event"] for line in server.log]
    assert events.count("table stopped") == 1
    (fault,) = (line for line in server.log if line["event"] == "fault")
    assert "the disk is full" in fault["traceback"]


def test_the_log_of_the_server(tmp_path: Path) -> None:
    server = Server(tmp_path, "--pace", "0", "--clock", "0", "--no-bots")
    guest, operator = server.guest("secretive"), server.operator()
    guest.say("t4", {"do": "sit", "seat": 1}, "a secret key")
    operator.post("/api/tables", rules_of("7-practice-double-draw.toml"))
    server.public().post("/api/sign-in", {"name": "operator", "password": "a wrong password"})
    with ExitStack() as stack:
        sockets = [stack.enter_context(guest.live("t1")) for _ in range(5)]
        for socket in sockets:
            socket.recv(timeout=PATIENCE)
        stop_while_all_listen(server, guest)
        for socket in sockets:
            with pytest.raises(ConnectionClosed):
                socket.recv(timeout=PATIENCE)
    server.stop()
    assert [line["event"] for line in server.log] == [
        *("start", "table opened", "stopping", "stop"),
    ]
    for line in server.log:
        assert {"time", "level", "event"} <= set(line)
    text = "\n".join(server.lines)
    secrets = (guest.token, operator.token, PASSWORD, "a wrong password", "a secret key")
    for secret in (*secrets, "secretive"):
        assert str(secret) not in text


def stop_while_all_listen(server: Server, guest: Client) -> None:
    with guest.http.stream(
        "GET",
        "/api/tables/t1/events",
        headers={"Accept": "text/event-stream", **guest.headers},
    ) as answer:
        next(answer.iter_lines())
        # Listeners that held the server up would be logged, and the log is looked at.
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(timeout=PATIENCE) == 0


def test_a_bot_gives_up_its_seat_to_whoever_may_have_it(tmp_path: Path) -> None:
    server = Server(tmp_path, "--pace", "0", "--clock", "0")
    try:
        guest = server.guest()
        table = next(one for one in guest.json("/api/tables") if one["table"] == "t1")
        bots = [one["seat"] for one in table["seats"] if (one["player"] or {}).get("bot")]
        assert bots == [6, 7]
        before = guest.version("t1")
        problem(guest.say("t1", {"do": "sit", "seat": 6, "at": "long ago"}), 409, "passed")
        assert guest.version("t1") == before
        guest.do("t1", {"do": "sit", "seat": 1})
        before = guest.version("t1")
        problem(guest.say("t1", {"do": "sit", "seat": 6}), 409, "refused")
        assert guest.version("t1") == before, "the bot stays where the person is refused"
        other = server.guest("bob")
        other.do("t1", {"do": "sit", "seat": 6})
        seats = {one["seat"]: one for one in other.table("t1")["view"]["seats"]}
        assert seats[6]["player"] == other.id
    finally:
        assert server.stop() == 0
