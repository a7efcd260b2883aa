"""The HTTP API for programs: people, tables, keys, moments, and the order of checks."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from web_client import BETS, PASSWORD, PATIENCE, Client, Server, problem, rules_of
from websockets.exceptions import ConnectionClosed, InvalidStatus

# People -------------------------------------------------------------------------------------------


def test_a_guest(server: Server) -> None:
    answer = server.public().post("/api/guests", {"name": "ann"})
    assert answer.status_code == 201
    document = answer.json()
    assert set(document) == {"token", "player"}
    assert set(document["player"]) == {"id", "name"}
    assert document["player"]["name"] == "ann"
    me = Client(server, document["token"], document["player"]).json("/api/me")
    chips = {"chips": 1000, "purse": 1000, "accounts": [], "layout": 0, "held": 0}
    assert me == {"player": document["player"], "roles": ["player"], "seats": [], **chips}


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


def test_a_guest_who_registers_loses_nothing(server: Server, table: str) -> None:
    guest = server.guest("Guest 7")
    guest.do(table, {"do": "sit", "seat": 2})
    guest.do(table, {"do": "bet", "seat": 2, "wager": "ante", "amount": 5})
    before = guest.json("/api/me")
    server.sign_up("taken name")
    taken = guest.post("/api/players", {"name": "taken name", "password": PASSWORD})
    problem(taken, 409, "refused")
    assert guest.json("/api/me") == before, "a name that is refused changes nothing"
    made = guest.post("/api/players", {"name": "kept chips", "password": PASSWORD})
    assert made.status_code == 201
    assert set(made.json()) == {"token", "player", "roles"}
    assert made.json()["player"] == {"id": guest.id, "name": "kept chips"}
    problem(guest.get("/api/me"), 401, "no-session")
    player = server.sign_in("kept chips")
    assert player.json("/api/me") == {**before, "player": made.json()["player"]}
    player.do(table, {"do": "leave", "seat": 2})
    other = player.post("/api/players", {"name": "another one", "password": PASSWORD})
    assert other.json()["player"]["id"] != guest.id, "a player with a password makes a new account"


def test_a_session_that_has_ended(server: Server) -> None:
    guest = server.guest()
    other = server.guest()
    with guest.live("t1") as socket:
        socket.recv(timeout=PATIENCE)
        assert guest.post("/api/sign-out").status_code == 204
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=PATIENCE)
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


@pytest.mark.clause("COMAR 36.05.02.20F(5)")
def test_chips_are_one_purse_without_those_on_a_layout(server: Server, table: str) -> None:
    guest = server.guest()
    guest.do(table, {"do": "sit", "seat": 2})
    guest.do(table, {"do": "bet", "seat": 2, "wager": "ante", "amount": 5})
    me = guest.json("/api/me")
    assert me["chips"] == 995
    usual = 20 * server.public().json(f"/api/tables/{table}")["rules"]["minimum"]
    assert me["accounts"] == [{"table": table, "amount": usual - 5}]
    assert (me["purse"], me["layout"]) == (1000 - usual, 5)
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
            *("seats", "meters", "approved"),
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
        *("rules_digest", "approved", "edition"),
    }
    assert document["deadline"] is None
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
        ("/api/tables/{}/confirm", {"asked": 1.5}, {"asked": 1}),
        ("/api/tables/{}/confirm", {"asked": "x" * 41}, {"asked": "x" * 40}),
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
    # An object is the same in whatever order it names its fields.
    bets = [("ante", 5), ("bonus", 5)]
    orders = [dict(bets), dict(reversed(bets))]
    placed = [
        other.say(table, {"do": "place-bets", "seat": 2, "amounts": one}, "k4") for one in orders
    ]
    assert [answer.status_code for answer in placed] == [200, 200]
    assert placed[0].json()["events"] == placed[1].json()["events"]
    less = {"do": "place-bets", "seat": 2, "amounts": {"ante": 5}}
    problem(other.say(table, less, "k4"), 422, "key-used")


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
    with closing(sqlite3.connect(tmp_path / "floor.db")) as database, database:
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
