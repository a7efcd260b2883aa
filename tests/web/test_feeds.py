"""Events of a table as a list, as streams and over WebSockets; records; acts of the floor."""

import json
from typing import Any

import pytest
from web_client import BETS, PATIENCE, Client, Server, play_round, problem, rules_of
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

#: A server on uvicorn's own protocol, so that every message is sent by the ASGI functions.
PLAIN = """
from fairdeal.web import server
server.connection_class = lambda *_: "httptools"
from fairdeal.cli import main
main()
"""
pytestmark = pytest.mark.parametrize(
    "server",
    [("-m", "fairdeal"), ("-c", PLAIN)],
    ids=["own connections", "plain connections"],
    indirect=True,
    scope="module",
)

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
        message = json.loads(socket.recv(timeout=PATIENCE))
        assert message["events"] == rest
    for bad in ("-1", "x", "1.5", "9" * 30):
        problem(guest.get(f"{path}?after={bad}"), 422, "invalid")


def test_a_live_connection(server: Server, table: str) -> None:
    guest = server.guest()
    with guest.live(table) as socket, server.public().live(table, "?after=999999") as public:
        message = json.loads(socket.recv(timeout=PATIENCE))
        assert set(message) == {"version", "at", "now", "deadline", "events", "view"}
        assert message["events"] == []
        assert json.loads(public.recv(timeout=PATIENCE))["view"]["viewer"] == "public"
        told = guest.do(table, {"do": "sit", "seat": 1})
        message = json.loads(socket.recv(timeout=PATIENCE))
        assert message["version"] == message["view"]["version"] >= told["version"]
        assert message["events"][0]["event"] == told["events"][0]
        assert message["view"]["viewer"] == f"player:{guest.id}"
        assert json.loads(public.recv(timeout=PATIENCE))["version"] == message["version"]
        socket.send("nobody reads this")
        guest.do(table, {"do": "leave", "seat": 1})
        assert json.loads(socket.recv(timeout=PATIENCE))["events"]


def test_whatever_a_listener_says(server: Server, table: str) -> None:
    """It is not heard, holds nothing up, and must be what the protocol says it is."""
    guest = server.guest()
    with guest.live(table) as socket, guest.live(table) as other:
        for one in (socket, other):
            one.recv(timeout=PATIENCE)
        for n in range(200):
            socket.send(f"message {n}" * 100)
        socket.send(b"\x00\xff" * 100)
        assert socket.ping().wait(timeout=PATIENCE), "it reads on"
        guest.do(table, {"do": "sit", "seat": 1})
        assert json.loads(socket.recv(timeout=PATIENCE))["events"]
        assert json.loads(other.recv(timeout=PATIENCE))["events"]
        other.send(b"\xff\xfe", text=True)
        with pytest.raises(ConnectionClosed) as closed:
            other.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1007
        guest.do(table, {"do": "leave", "seat": 1})
        assert json.loads(socket.recv(timeout=PATIENCE))["events"]


def test_a_session_that_ends_elsewhere(server: Server, table: str) -> None:
    """Whoever was revoked beside the server is sent nothing more, after a second at the latest."""
    somebody = server.staff("gone soon", "floor")
    with somebody.live(table) as socket, server.public().live(table) as public:
        assert json.loads(socket.recv(timeout=PATIENCE))["view"]["viewer"] == "floor"
        public.recv(timeout=PATIENCE)
        done = server.fairdeal("users", "revoke", "gone soon", "--db", str(server.db))
        assert done.code == 0, done.err
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
        server.guest().do(table, {"do": "sit", "seat": 1})
        assert json.loads(public.recv(timeout=PATIENCE))["events"], "nobody else went"


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
        socket.recv(timeout=PATIENCE)
        told = guest.do(table, {"do": "call-floor", "reason": "a question"})
        assert [one["event"] for one in told["events"]] == ["floor-called"]
        message = json.loads(socket.recv(timeout=PATIENCE))
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
        asked = first.json()["asked"]
        assert again.json() == first.json() == {"table": table, "amount": amount, "asked": asked}
        confirmed = operator.post(f"/api/tables/{table}/confirm", {"asked": asked})
        assert confirmed.status_code == 200, confirmed.text
        late = floorperson.post(address, body, Idempotency_Key=path)
        assert (late.status_code, late.json()) == (200, first.json())
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
    problem(both.say(table, {"do": "no-more-bets"}), 409, "refused")
    both.do(table, {"do": "tap-in", "relieves": dealer.id})
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
    (seat,) = guest.json(f"/api/rounds/{ended['round']}")["seats"]
    assert seat["net"] == 0
    assert seat["wagers"].keys() == BETS["double-draw"].keys()
    for wager in seat["wagers"].values():
        # In the words of `settle`: the stake went back.
        assert (wager["result"], wager["class"]) == ("withdrawn", "nothing")
        assert (wager["stake"], wager["returned"], wager["net"]) == (5, 5, 0)
        assert (wager["pays"], wager["clause"]) == (None, None)
