"""Every promise of the API to programs: addresses, answers, codes, and the order of asking."""

import json
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from web_client import BETS, PASSWORD, Client, Server, play_round, problem
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from fairdeal.submission.check import check
from fairdeal.wire.rules import rules_document

SAMPLES = Path(__file__).resolve().parents[2] / "src" / "fairdeal" / "floor" / "samples"


def rules_of(sample: str) -> dict[str, Any]:
    rules = check((SAMPLES / sample).read_text(encoding="utf-8")).rules
    assert rules is not None
    return json.loads(json.dumps(rules_document(rules)))  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def operator(server: Server) -> Client:
    return server.operator()


@pytest.fixture(scope="module")
def floorperson(server: Server) -> Client:
    return server.staff("flo", "floor")


@pytest.fixture(scope="module")
def dealer(server: Server) -> Client:
    return server.staff("dora", "dealer")


@pytest.fixture
def table(operator: Client) -> str:
    """A new table of Double Draw, for one test."""
    answer = operator.post("/api/tables", rules_of("7-practice-double-draw.toml"))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


# People -------------------------------------------------------------------------------------------


def test_a_guest(server: Server) -> None:
    answer = server.public().post("/api/guests", {"name": "ann"})
    assert answer.status_code == 201
    document = answer.json()
    assert set(document) == {"token", "player"}
    assert set(document["player"]) == {"id", "name"}
    assert document["player"]["name"] == "ann"
    me = Client(server, document["token"], document["player"]).json("/api/me")
    assert me == {"player": document["player"], "roles": ["player"], "chips": 1000, "seats": []}


def test_two_guests_may_share_a_name_never_an_id(server: Server) -> None:
    one, other = server.guest("twin"), server.guest("twin")
    assert one.player["name"] == other.player["name"] == "twin"
    assert one.id != other.id


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ('{"name": "ann"', 400, "malformed"),
        ("[]", 400, "malformed"),
        ("", 400, "malformed"),
        (b"\xff\xfe", 400, "malformed"),
        ('{"name": NaN}', 400, "malformed"),
        ('{"name": Infinity}', 400, "malformed"),
        ('{"name": "a", "name": "b"}', 400, "malformed"),
        ("[" * 500 + "]" * 500, 400, "malformed"),
        ('{"name": ' + "9" * 10_000 + "}", 400, "malformed"),
        ("{}", 422, "invalid"),
        ('{"name": 7}', 422, "invalid"),
        ('{"name": ""}', 422, "invalid"),
        ('{"name": " ann"}', 422, "invalid"),
        ('{"name": "a\\u0000"}', 422, "invalid"),
        ('{"name": "ann", "chips": 5}', 422, "invalid"),
        (json.dumps({"name": "a" * 41}), 422, "invalid"),
        (json.dumps({"name": "a" * 70_000}), 413, "too-large"),
    ],
)
def test_a_guest_that_is_none(server: Server, body: str | bytes, status: int, code: str) -> None:
    problem(server.public().raw("/api/guests", body), status, code)


def test_players_come_back_with_a_password(server: Server) -> None:
    public = server.public()
    answer = public.post("/api/players", {"name": "reg", "password": PASSWORD})
    assert answer.status_code == 201
    assert set(answer.json()) == {"token", "player", "roles"}
    first = Client(server, answer.json()["token"], answer.json()["player"])
    again = public.post("/api/players", {"name": "reg", "password": PASSWORD})
    problem(again, 409, "refused")
    signed = public.post("/api/sign-in", {"name": "reg", "password": PASSWORD})
    assert signed.status_code == 200
    assert signed.json()["player"] == first.player
    assert signed.json()["roles"] == ["player"]
    assert signed.json()["token"] != first.token
    wrong = public.post("/api/sign-in", {"name": "reg", "password": PASSWORD + "x"})
    nobody = public.post("/api/sign-in", {"name": "nobody", "password": PASSWORD})
    one, other = problem(wrong, 401, "sign-in"), problem(nobody, 401, "sign-in")
    assert one["detail"] == other["detail"]
    problem(public.post("/api/players", {"name": "x", "password": "short"}), 422, "invalid")


def test_a_session_that_has_ended(server: Server) -> None:
    guest = server.guest()
    other = server.guest()
    with guest.live("t1") as socket:
        socket.recv(timeout=5)
        assert guest.post("/api/sign-out").status_code == 204
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=5)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008
    problem(guest.get("/api/me"), 401, "no-session")
    problem(guest.get("/api/tables"), 401, "no-session")
    problem(guest.post("/api/sign-out"), 401, "no-session")
    problem(guest.say("t1", {"do": "sit", "seat": 1}), 401, "no-session")
    assert other.get("/api/me").status_code == 200


@pytest.mark.parametrize(
    "header", ["Bearer nonsense", "Bearer", "Basic YTpi", "Bearer " + "x" * 900]
)
def test_a_token_that_is_none(server: Server, header: str) -> None:
    public = server.public()
    problem(public.get("/api/tables", Authorization=header), 401, "no-session")
    problem(public.get("/api/tables/t1", Authorization=header), 401, "no-session")
    with pytest.raises(InvalidStatus) as refused, public.live("t1", Authorization=header):
        pass
    assert refused.value.response.status_code == 401


def test_chips_are_one_purse_without_those_on_a_layout(server: Server, table: str) -> None:
    guest = server.guest()
    guest.do(table, {"do": "sit", "seat": 2})
    guest.do(table, {"do": "bet", "seat": 2, "wager": "ante", "amount": 5})
    me = guest.json("/api/me")
    assert me["chips"] == 995
    assert me["seats"] == [{"table": table, "seat": 2}]
    guest.do("t1", {"do": "sit", "seat": 7})
    told = guest.do("t1", {"do": "place-bets", "seat": 7, "amounts": {"bet-1": 500}})
    assert guest.json("/api/me")["chips"] == 495
    refused = guest.say("t1", {"do": "place-bets", "seat": 7, "amounts": {"bet-2": 500}})
    problem(refused, 409, "refused")
    assert guest.version("t1") == told["version"]
    guest.do("t1", {"do": "leave", "seat": 7})
    assert guest.json("/api/me")["chips"] == 995


# Tables -------------------------------------------------------------------------------------------


def test_the_tables(server: Server) -> None:
    tables = server.public().json("/api/tables")
    assert [one["table"] for one in tables[:7]] == [f"t{n}" for n in range(1, 8)]
    for one in tables:
        assert set(one) == {
            *("table", "name", "game", "jurisdiction", "practice", "minimum", "maximum", "phase"),
            *("seats", "meters"),
        }
        assert [seat["seat"] for seat in one["seats"]] == list(range(1, len(one["seats"]) + 1))
        for seat in one["seats"]:
            assert seat["player"] is None or set(seat["player"]) == {"id", "name", "bot"}
    assert [one["practice"] for one in tables[:7]] == [False] * 4 + [True] * 3
    assert {(one["game"], one["jurisdiction"]) for one in tables[:4]} == {
        *(("let-it-ride", "maryland"), ("run-em-twice", "maryland")),
        *(("run-em-twice", "pennsylvania"), ("double-draw", "maryland")),
    }
    assert tables[0]["meters"] == {"mega": 20000, "major": 2000, "minor": 250}


def test_one_table(server: Server) -> None:
    document = server.public().table("t2")
    assert set(document) == {
        *("table", "version", "at", "now", "deadline", "commitment", "rules", "view"),
    }
    assert document["deadline"] is None
    assert abs(document["now"] - time.time()) < 60
    assert document["view"]["version"] == document["version"]
    assert document["view"]["at"] == document["at"]
    assert document["rules"]["game"] == "run-em-twice"
    problem(server.public().get("/api/tables/t99"), 404, "unknown")


def test_nothing_else_is_there(server: Server) -> None:
    public = server.public()
    problem(public.get("/api/nothing"), 404, "unknown")
    problem(public.get("/api/guests"), 405, "method")
    assert public.get("/healthz").json()["status"] == "ok"
    assert "fairdeal_commands_total" in public.get("/metrics").text
    assert public.json("/api/openapi.json")["openapi"].startswith("3.1")


def test_an_answer_to_a_command(server: Server, table: str) -> None:
    guest = server.guest("ann")
    before = guest.version(table)
    told = guest.do(table, {"do": "sit", "seat": 3})
    assert set(told) == {"version", "events", "at", "view"}
    assert told["events"][0] == {
        "event": "player-sat",
        "seat": 3,
        "player": guest.id,
        "name": "ann",
    } | {k: v for k, v in told["events"][0].items() if k == "bot"}
    assert told["version"] >= before + len(told["events"])
    assert told["view"]["viewer"] == f"player:{guest.id}"
    assert told["at"] == guest.table(table)["at"]


def test_ready_is_among_the_actions_of_complete_bets(server: Server, table: str) -> None:
    guest = server.guest()
    guest.do(table, {"do": "sit", "seat": 1})

    def actions() -> list[str]:
        return [one["do"] for one in guest.table(table)["view"]["actions"]]

    assert "ready" not in actions()
    guest.do(table, {"do": "bet", "seat": 1, "wager": "ante", "amount": 5})
    assert "ready" not in actions()
    guest.do(table, {"do": "bet", "seat": 1, "wager": "bonus", "amount": 5})
    assert "ready" in actions()


def test_after_ready_the_bets_stand(server: Server, table: str) -> None:
    one, two = server.guest(), server.guest()
    for seat, who in ((1, one), (2, two)):
        who.do(table, {"do": "sit", "seat": seat})
        who.do(table, {"do": "place-bets", "seat": seat, "amounts": BETS["double-draw"]})
    one.do(table, {"do": "ready", "seat": 1, "word": "mine"})
    problem(one.say(table, {"do": "bet", "seat": 1, "wager": "ante", "amount": 10}), 409, "refused")
    events = two.json(f"/api/tables/{table}/events")
    (ready,) = (one["event"] for one in events if one["event"]["event"] == "player-ready")
    assert "mine" not in json.dumps(ready)
    problem(two.say(table, {"do": "ready", "seat": 2, "word": "a|b"}), 409, "refused")
    two.do(table, {"do": "ready", "seat": 2, "word": "other"})
    assert two.table(table)["view"]["phase"] == "playing"


# The order of asking ------------------------------------------------------------------------------


def test_the_order_session_table_key_form_role_rules(server: Server, operator: Client) -> None:
    public, guest = server.public(), server.guest()
    bad = "{"
    nowhere, here = "/api/tables/t99/commands", "/api/tables/t1/commands"
    key = {"Idempotency-Key": "k"}
    # Each of these is wrong in all that comes after it too.
    problem(public.raw(nowhere, bad), 401, "no-session")
    problem(guest.raw(nowhere, bad), 404, "unknown")
    problem(guest.raw(here, bad), 428, "no-key")
    problem(guest.raw(here, bad, **{"Idempotency-Key": "k" * 256}), 422, "invalid")
    problem(guest.raw(here, bad, **key), 400, "malformed")
    problem(guest.post(here, {"do": "deal", "by": "me"}, **key), 422, "invalid")
    forbidden = problem(guest.post(here, {"do": "deal", "cards": ["As"]}, **key), 403, "forbidden")
    assert forbidden["clause"].startswith("MD-LIR")
    assert forbidden["version"] == guest.version("t1")
    problem(
        guest.post(here, {"do": "bet", "seat": 9, "wager": "?", "amount": 1}, **key),
        403,
        "forbidden",
    )
    problem(guest.post(here, {"do": "sit", "seat": 99}, **key), 409, "refused")
    problem(
        operator.post(here, {"do": "show-meters", "dollars": {"mega": 1}}, **key), 403, "forbidden"
    )
    problem(operator.post(here, {"do": "show-meters", "nonsense": 1}, **key), 422, "invalid")


@pytest.mark.parametrize(
    ("path", "wrong", "right"),
    [
        ("/api/tables/{}/fill", {"amount": -1, "reason": "r"}, {"amount": 1, "reason": "r"}),
        ("/api/tables/{}/fill", {"amount": 1, "reason": ""}, {"amount": 1, "reason": "r"}),
        ("/api/tables/{}/credit", {"amount": 0.001, "reason": "r"}, {"amount": 1, "reason": "r"}),
        ("/api/tables/{}/handover", {"dealer": "cat"}, {"dealer": "person"}),
        ("/api/tables/{}/handover", {}, {"dealer": "auto"}),
        ("/api/tables/{}/confirm", {"asked": "x"}, {"asked": 1}),
        ("/api/tables", {"game": "whist"}, rules_of("7-practice-double-draw.toml")),
    ],
)
def test_the_order_of_the_acts(
    server: Server, path: str, wrong: dict[str, Any], right: dict[str, Any]
) -> None:
    guest = server.guest()
    problem(server.public().raw(path.format("t99"), "{"), 401, "no-session")
    if "{}" in path:
        problem(guest.raw(path.format("t99"), "{"), 404, "unknown")
    problem(guest.raw(path.format("t1"), '{"amount": NaN}'), 400, "malformed")
    problem(guest.post(path.format("t1"), wrong), 422, "invalid")
    problem(guest.post(path.format("t1"), right), 403, "forbidden")


@pytest.mark.parametrize("name", ["by", "time", "key", "player", "nonsense"])
def test_what_is_not_for_a_body_to_say(server: Server, name: str) -> None:
    command = {"do": "sit", "seat": 1, name: "x"}
    problem(server.guest().say("t1", command), 422, "invalid")


def test_no_such_command(server: Server) -> None:
    guest = server.guest()
    problem(guest.say("t1", {"do": "jump"}), 422, "invalid")
    problem(guest.say("t1", {"do": 5}), 422, "invalid")
    problem(guest.say("t1", {}), 422, "invalid")
    problem(guest.say("t1", {"do": "sit", "seat": "1"}), 422, "invalid")
    problem(guest.say("t1", {"do": "sit"}), 422, "invalid")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_no_number_is_malformed(server: Server, number: str) -> None:
    body = f'{{"do": "bet", "seat": 1, "wager": "ante", "amount": {number}}}'
    answer = server.guest().raw("/api/tables/t4/commands", body, **{"Idempotency-Key": "n"})
    problem(answer, 400, "malformed")


def test_a_body_that_is_too_large(server: Server) -> None:
    guest = server.guest()
    body = json.dumps({"do": "call-floor", "reason": "x" * 70_000})
    key = {"Idempotency-Key": "large"}
    problem(guest.raw("/api/tables/t4/commands", body, **key), 413, "too-large")
    # The same in parts, of no length that is said before.
    answer = httpx.post(
        f"{server.url}/api/tables/t4/commands",
        content=(b"x" * 1000 for _ in range(100)),
        headers={**guest.headers, **key},
    )
    problem(answer, 413, "too-large")


# Keys ---------------------------------------------------------------------------------------------


def test_a_key_sent_again(server: Server, table: str) -> None:
    guest, other = server.guest(), server.guest()
    first = guest.do(table, {"do": "sit", "seat": 1}, "k1")
    other.do(table, {"do": "sit", "seat": 2}, "k1")  # another person's key
    again = guest.say(table, {"seat": 1, "do": "sit"}, "k1").json()
    assert again["version"] == first["version"]
    assert again["events"] == first["events"]
    assert again["view"]["version"] == guest.version(table) > first["version"]
    problem(guest.say(table, {"do": "sit", "seat": 3}, "k1"), 422, "key-used")
    problem(guest.say(table, {"do": "leave", "seat": 1}, "k1"), 422, "key-used")
    guest.do("t1", {"do": "sit", "seat": 1}, "k1")  # another table's key
    guest.do("t1", {"do": "leave", "seat": 1}, "k2")
    body = '{"do":"bet","seat":1,"wager":"ante","amount":%s}'
    path, key = f"/api/tables/{table}/commands", {"Idempotency-Key": "k3"}
    answers = [guest.raw(path, body % n, **key) for n in ("5", "5.0", "5.00", "0.5e1", "50e-1")]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json()["version"] for answer in answers}) == 1
    problem(guest.raw(path, body % "10", **key), 422, "key-used")


def test_a_refused_command_does_not_bind_its_key(server: Server, table: str) -> None:
    guest = server.guest()
    problem(guest.say(table, {"do": "sit", "seat": 99}, "k"), 409, "refused")
    problem(guest.say(table, {"do": "leave", "seat": 4}, "k"), 403, "forbidden")
    problem(guest.say(table, {"do": "sit", "seat": 4, "at": "long ago"}, "k"), 409, "passed")
    guest.do(table, {"do": "sit", "seat": 4}, "k")


@pytest.mark.parametrize(
    "key", ["k" * 255, "!~{}[]()", 'a, b; c="d"', "\N{GREEK SMALL LETTER ALPHA}" * 255]
)
def test_what_a_key_may_be(server: Server, table: str, key: str) -> None:
    guest = server.guest()
    headers = [
        (b"Idempotency-Key", key.encode()),
        (b"Authorization", f"Bearer {guest.token}".encode()),
    ]
    for _ in range(2):
        answer = httpx.post(
            f"{server.url}/api/tables/{table}/commands",
            headers=headers,
            content=b'{"do": "sit", "seat": 6}',
        )
        assert answer.status_code == 200, answer.text


def test_keys_are_kept_over_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path, "--pace", "0", "--clock", "0", "--no-bots")
    try:
        guest = server.guest()
        first = guest.do("t4", {"do": "sit", "seat": 2}, "kept")
        guest.do("t4", {"do": "bet", "seat": 2, "wager": "ante", "amount": 5})
    finally:
        assert server.stop() == 0
    server = Server(tmp_path, "--pace", "0", "--clock", "0", "--no-bots")
    try:
        guest = Client(server, guest.token, guest.player)
        again = guest.do("t4", {"do": "sit", "seat": 2}, "kept")
        assert (again["version"], again["events"]) == (first["version"], first["events"])
        assert guest.json("/api/me")["chips"] == 995
    finally:
        assert server.stop() == 0
    with sqlite3.connect(tmp_path / "floor.db") as database:
        dump = "\n".join(database.iterdump())
    assert "kept" not in dump
    assert str(guest.token) not in dump


# The moment ---------------------------------------------------------------------------------------


def test_the_moment(server: Server, table: str) -> None:
    guest, other = server.guest(), server.guest()
    guest.do(table, {"do": "sit", "seat": 1})
    at = guest.table(table)["at"]
    assert isinstance(at, str)
    assert server.public().table(table)["at"] == other.table(table)["at"] == at
    other.do(table, {"do": "sit", "seat": 2, "at": at})
    assert guest.table(table)["at"] == at
    for seat, who in ((1, guest), (2, other)):
        who.do(table, {"do": "place-bets", "seat": seat, "amounts": BETS["double-draw"], "at": at})
        assert guest.table(table)["at"] == at
    for seat, who in ((1, guest), (2, other)):
        who.do(table, {"do": "ready", "seat": seat, "at": at})
    asked = guest.table(table)["at"]
    assert asked != at
    passed = guest.say(table, {"do": "fold", "seat": 1, "at": at})
    assert problem(passed, 409, "passed")["version"] == guest.version(table)
    guest.do(table, {"do": "fold", "seat": 1, "at": asked})
    assert guest.table(table)["at"] != asked
    problem(guest.say(table, {"do": "fold", "seat": 1, "at": 5}), 422, "invalid")


# What happened ------------------------------------------------------------------------------------


def stream(client: Client, table: str, after: int | None, many: int, **headers: str) -> list[Any]:
    """The first events of a stream, each with its id."""
    query = "" if after is None else f"?after={after}"
    found: list[Any] = []
    with client.http.stream(
        "GET",
        f"/api/tables/{table}/events{query}",
        headers={"Accept": "text/event-stream", **client.headers, **headers},
    ) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        number = -1
        for line in answer.iter_lines():
            if line.startswith("id: "):
                number = int(line[4:])
            if line.startswith("data: "):
                document = json.loads(line[6:])
                assert document["version"] == number
                found.append(document)
                if len(found) == many:
                    break
    return found


def test_events_as_a_list_a_stream_and_live(server: Server, table: str) -> None:
    guest = server.guest()
    guest.do(table, {"do": "sit", "seat": 1})
    play_round(table, {1: guest})
    path = f"/api/tables/{table}/events"
    told = guest.json(path)
    versions = [one["version"] for one in told]
    assert versions == sorted(set(versions))
    assert all(set(one) == {"version", "event"} for one in told)
    assert guest.json(f"{path}?after=0") == told
    middle = versions[len(versions) // 2]
    rest = [one for one in told if one["version"] > middle]
    assert guest.json(f"{path}?after={middle}") == rest
    assert guest.json(f"{path}?after={versions[-1]}") == []
    assert stream(guest, table, None, len(told)) == told
    assert stream(guest, table, middle, len(rest)) == rest
    resumed = stream(guest, table, 0, len(rest), **{"Last-Event-ID": str(middle)})
    assert resumed == rest
    with guest.live(table, f"?after={middle}") as socket:
        message = json.loads(socket.recv(timeout=5))
        assert message["events"] == rest
    for bad in ("-1", "x", "1.5", "9" * 30):
        problem(guest.get(f"{path}?after={bad}"), 422, "invalid")


def test_a_live_connection(server: Server, table: str) -> None:
    guest = server.guest()
    with guest.live(table) as socket, server.public().live(table, "?after=999999") as public:
        message = json.loads(socket.recv(timeout=5))
        assert set(message) == {"version", "at", "now", "deadline", "events", "view"}
        assert message["events"] == []
        assert json.loads(public.recv(timeout=5))["view"]["viewer"] == "public"
        told = guest.do(table, {"do": "sit", "seat": 1})
        message = json.loads(socket.recv(timeout=5))
        assert message["version"] == message["view"]["version"] >= told["version"]
        assert message["events"][0]["event"] == told["events"][0]
        assert message["view"]["viewer"] == f"player:{guest.id}"
        assert json.loads(public.recv(timeout=5))["version"] == message["version"]
        socket.send("nobody reads this")
        guest.do(table, {"do": "leave", "seat": 1})
        assert json.loads(socket.recv(timeout=5))["events"]


@pytest.mark.parametrize(
    ("path", "status"), [("t99", 404), ("t1/live?after=x", 422), ("t1/live?after=-1", 422)]
)
def test_a_live_connection_that_is_none(server: Server, path: str, status: int) -> None:
    url = server.url.replace("http://", "ws://")
    path = path if "live" in path else f"{path}/live"
    with pytest.raises(InvalidStatus) as refused, connect(f"{url}/api/tables/{path}"):
        pass
    assert refused.value.response.status_code == status
    assert json.loads(refused.value.response.body or b"")["status"] == status


def test_what_somebody_may_not_see_leaves_a_gap(
    server: Server, table: str, floorperson: Client
) -> None:
    guest = server.guest()
    guest.do(table, {"do": "sit", "seat": 1})
    before = guest.version(table)
    with server.public().live(table) as socket:
        socket.recv(timeout=5)
        told = guest.do(table, {"do": "call-floor", "reason": "a question"})
        assert [one["event"] for one in told["events"]] == ["floor-called"]
        message = json.loads(socket.recv(timeout=5))
        assert message["version"] == guest.version(table) > before
        assert all(one["event"]["event"] != "floor-called" for one in message["events"])
    seen = {
        who: [one["event"]["event"] for one in client.json(f"/api/tables/{table}/events")]
        for who, client in (("public", server.public()), ("floor", floorperson), ("own", guest))
    }
    assert "floor-called" not in seen["public"]
    assert "floor-called" in seen["floor"]
    assert "floor-called" in seen["own"]


# Rounds -------------------------------------------------------------------------------------------


def test_rounds_and_their_records(server: Server, table: str) -> None:
    guest, public = server.guest(), server.public()
    guest.do(table, {"do": "sit", "seat": 1})
    number = f"{table}-1"
    problem(public.get(f"/api/rounds/{number}"), 404, "unknown")
    guest.do(table, {"do": "place-bets", "seat": 1, "amounts": BETS["double-draw"]})
    committed = public.table(table)["commitment"]
    guest.do(table, {"do": "ready", "seat": 1, "word": "luck"})
    problem(public.get(f"/api/rounds/{number}"), 404, "unknown")
    assert public.json(f"/api/rounds?table={table}") == []
    guest.do(table, {"do": "bet", "seat": 1, "wager": "first-draw", "amount": 5})
    guest.do(table, {"do": "draw", "seat": 1, "discard": []})
    problem(public.get(f"/api/rounds/{number}"), 404, "unknown")
    guest.do(table, {"do": "fold", "seat": 1})
    rounds = [play_round(table, {1: guest}) for _ in range(3)]
    listed = public.json(f"/api/rounds?table={table}")
    assert [one["round"] for one in listed] == [*reversed(rounds), number]
    assert set(listed[0]) == {"round", "table", "number", "ended", "void"}
    assert public.json(f"/api/rounds?table={table}&limit=2") == listed[:2]
    before = listed[1]["round"]
    assert public.json(f"/api/rounds?table={table}&before={before}") == listed[2:]
    every = public.json("/api/rounds?limit=1000")
    assert [one for one in every if one["table"] == table] == listed
    for query, status in (
        ("limit=0", 422),
        ("limit=x", 422),
        ("table=t99", 404),
        ("before=x", 404),
    ):
        assert public.get(f"/api/rounds?{query}").status_code == status
    record = public.json(f"/api/rounds/{number}")
    assert set(record) >= {
        *("round", "table", "number", "rules", "opening", "commitment", "secret", "words", "cut"),
        *("order", "entries", "proof", "seats"),
    }
    assert record["commitment"] == committed
    assert record["words"] == "1=luck"
    assert len(record["order"]) == 53 or len(record["order"]) == 54
    (seat,) = record["seats"]
    assert (seat["seat"], seat["player"]) == (1, guest.id)
    assert set(seat) >= {"seat", "player", "wagers", "net"}
    for wager in seat["wagers"].values():
        assert set(wager) == {
            *("stake", "result", "hand", "class", "pays", "clause", "returned", "net"),
        }
        # A hand that was folded is named all the same.
        assert wager["hand"]
        assert wager["class"]
    text = json.dumps(record)
    assert str(guest.token) not in text
    assert not any(record["before"]["purses"].values())


def test_meters(server: Server) -> None:
    meters = server.public().json("/api/meters")
    assert {"meter": "t1.mega", "amount": 20000, "tables": ["t1"]} in meters


# The floor's acts ---------------------------------------------------------------------------------


def test_a_table_from_opening_to_closing(
    server: Server, operator: Client, floorperson: Client, table: str
) -> None:
    guest = server.guest()
    for path in ("fill", "credit"):
        answer = floorperson.post(f"/api/tables/{table}/{path}", {"amount": 50, "reason": "chips"})
        assert answer.status_code == 200, answer.text
    problem(
        floorperson.post(f"/api/tables/{table}/credit", {"amount": 10**8, "reason": "all"}),
        409,
        "refused",
    )
    problem(guest.post(f"/api/tables/{table}/close"), 403, "forbidden")
    guest.do(table, {"do": "sit", "seat": 1})
    guest.do(table, {"do": "place-bets", "seat": 1, "amounts": BETS["double-draw"]})
    guest.do(table, {"do": "ready", "seat": 1})
    problem(operator.post(f"/api/tables/{table}/close"), 409, "refused")
    problem(operator.post(f"/api/tables/{table}/handover", {"dealer": "person"}), 409, "refused")
    guest.do(table, {"do": "fold", "seat": 1})
    closed = operator.post(f"/api/tables/{table}/close")
    assert closed.status_code == 200
    assert closed.json()["reconciled"] is True
    problem(operator.post(f"/api/tables/{table}/close"), 409, "refused")
    problem(guest.say(table, {"do": "sit", "seat": 2}), 409, "refused")
    problem(
        floorperson.post(f"/api/tables/{table}/fill", {"amount": 5, "reason": "x"}), 409, "refused"
    )
    assert table not in [one["table"] for one in guest.json("/api/tables")]
    assert guest.json(f"/api/rounds?table={table}")


def test_chips_move_once_for_a_key(operator: Client, floorperson: Client, table: str) -> None:
    for path, amount in (("fill", 50), ("credit", 20)):
        address, body = f"/api/tables/{table}/{path}", {"amount": amount, "reason": "chips"}
        first = floorperson.post(address, body, Idempotency_Key=path)
        again = floorperson.post(address, body, Idempotency_Key=path)
        assert (first.status_code, again.status_code) == (200, 200), again.text
        assert again.json() == first.json() == {"table": table, "amount": amount}
        other = floorperson.post(address, {**body, "amount": 5}, Idempotency_Key=path)
        problem(other, 422, "key-used")
    long = floorperson.post(f"/api/tables/{table}/fill", body, Idempotency_Key="k" * 256)
    problem(long, 422, "invalid")
    closed = operator.post(f"/api/tables/{table}/close").json()
    assert (closed["fills"], closed["credits"]) == (50, 20)


def test_rules_that_break_the_text(operator: Client) -> None:
    rules = rules_of("7-practice-double-draw.toml")
    document = problem(operator.post("/api/tables", {**rules, "seats": 12}), 409, "refused")
    assert document["clause"].startswith("MD-DD")
    problem(operator.post("/api/tables", {**rules, "nonsense": 1}), 422, "invalid")


def test_dealer_and_floorperson_are_two(
    server: Server, operator: Client, dealer: Client, floorperson: Client, table: str
) -> None:
    both = server.staff(f"both-{table}", "dealer", "floor")
    guest = server.guest()
    guest.do(table, {"do": "sit", "seat": 1})
    problem(dealer.say(table, {"do": "announce", "words": "hello"}), 403, "forbidden")
    answer = operator.post(f"/api/tables/{table}/handover", {"dealer": "person"})
    assert answer.status_code == 200
    dealer.do(table, {"do": "announce", "words": "hello"})
    guest.do(table, {"do": "place-bets", "seat": 1, "amounts": BETS["double-draw"]})
    guest.do(table, {"do": "ready", "seat": 1})
    both.do(table, {"do": "no-more-bets"})
    both.do(table, {"do": "deal", "rest": True})
    both.do(table, {"do": "wrong-number", "place": "seat:1", "cards": 4})
    view = guest.table(table)["view"]
    asked = view["asked"]
    path = f"/api/tables/{table}/confirm"
    problem(guest.post(path, {"asked": asked}), 403, "forbidden")
    problem(dealer.post(path, {"asked": asked}), 403, "forbidden")
    problem(operator.post(path, {"asked": asked}), 403, "forbidden")
    problem(both.post(path, {"asked": asked}), 409, "refused")
    problem(floorperson.post(path, {"asked": asked + 1}), 409, "refused")
    answer = floorperson.post(path, {"asked": asked})
    assert answer.status_code == 200, answer.text
    assert set(answer.json()) == {"version", "events", "at", "view"}
    (ended,) = guest.json(f"/api/rounds?table={table}")
    assert ended["void"] is True
    assert guest.json("/api/me")["chips"] == 1000


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
        with pytest.raises(InvalidStatus) as refused, server.guest().live("t1", **given):
            pass
        assert refused.value.response.status_code == 403
    else:
        with server.guest().live("t1", **given) as socket:
            socket.recv(timeout=5)


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
    finally:
        assert server.stop() == 0


def test_nobody_else_says_where_a_request_comes_from(server: Server) -> None:
    answer = server.public().post("/api/guests", {"name": "p"}, **{"X-Forwarded-Proto": "https"})
    assert answer.headers["set-cookie"].startswith("fairdeal=")


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
    time.sleep(1.1)
    assert guests[0].say("t1", {"do": "jump"}).status_code == 422
    codes = [public.post("/api/sign-in", {"name": 5}).status_code for _ in range(35)]
    assert codes[:30] == [422] * 30
    assert codes[-1] == 429


def test_the_clock(slow: Server) -> None:
    guest = slow.sign_up()
    for table, seat, game in (("t2", 1, "run-em-twice"), ("t7", 1, "double-draw")):
        assert slow.public().table(table)["deadline"] is None  # nobody has bet
        guest.do(table, {"do": "sit", "seat": seat})
        for _ in range(120):
            if guest.table(table)["view"]["actions"]:
                break
            time.sleep(0.25)
        guest.do(table, {"do": "place-bets", "seat": seat, "amounts": BETS[game]})
        shown = guest.table(table)
        if table == "t7":  # for practice, which has no clock
            assert shown["deadline"] is None
        else:
            assert 0 < shown["deadline"] - shown["now"] <= 20.5


# Faults -------------------------------------------------------------------------------------------


def test_a_table_that_is_stopped(tmp_path: Path) -> None:
    server = Server(tmp_path, "--pace", "0", "--clock", "0", "--no-bots")
    try:
        guest = server.guest()
        version = guest.version("t4")
        with sqlite3.connect(server.db) as database:
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
            socket.recv(timeout=5)
        stop_while_all_listen(server, guest)
        for socket in sockets:
            with pytest.raises(ConnectionClosed):
                socket.recv(timeout=5)
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
        began = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(timeout=20) == 0
        assert time.monotonic() - began < 3


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
