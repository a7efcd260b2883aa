"""Bad input of every kind: it is refused with a reason, and changes nothing."""

import json
import string
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from web_client import BETS, ODD_ADDRESSES, Client, Server

from fairdeal.wire.commands import TAGS

TABLES = ("t1", "t2", "t3", "t4")
CODES = frozenset({400, 401, 403, 404, 409, 413, 422, 428})
FIELDS = (
    *("do", "seat", "wager", "amount", "amounts", "discard", "word", "reason", "words", "at"),
    *("cards", "place", "asked", "depth", "device", "how", "by", "time", "key", "player", "found"),
    *("colors", "deck", "defect", "rest", "part", "skip", "twice", "dollars", "cents", "units"),
)

numbers = st.one_of(
    st.integers(-10, 60),
    st.sampled_from([-1, 0, 2**31, 2**63, -(2**64), 10**14, 10**15, 10**400]),
    st.floats(allow_nan=True, allow_infinity=True),
    st.sampled_from([0.001, 1e-300, 1e300, 5.5, 4.999999999999999999]),
)
texts = st.one_of(
    st.text(max_size=30),
    st.sampled_from(["", " ", "seat:1", "ante", "bet-1", "\ud800", "\0", "As", "*", "x" * 3000]),
    st.text(alphabet="\u202e\u0000\u0301\U0001f0a1\ufeff\u2028'\"\\", max_size=20),
)
values = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, texts),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(texts, inner, max_size=4)),
    max_leaves=8,
)
names: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from(sorted(TAGS)), texts, st.sampled_from([1, None, [], {}])
)
commands = st.dictionaries(st.sampled_from(FIELDS), values, max_size=5).flatmap(
    lambda rest: names.map(lambda name: {**rest, "do": name})
)
deep = st.integers(1, 3000).map(lambda n: '{"do":"sit","seat":' + "[" * n + "]" * n + "}")


@pytest.fixture(scope="module")
def crowd(server: Server) -> dict[str, Client]:
    """Everybody who may be up to something; at each table a round waits for the victim."""
    victim = server.guest("victim")
    for table in TABLES:
        victim.do(table, {"do": "sit", "seat": 1})
        game = victim.table(table)["view"]["game"]
        victim.do(table, {"do": "place-bets", "seat": 1, "amounts": BETS[game]}, "used")
        victim.do(table, {"do": "ready", "seat": 1})
        assert victim.table(table)["view"]["turn"] == 1
    return {
        "victim": victim,
        "guest": server.guest("mallory"),
        "auditor": server.staff("eve", "auditor"),
        "operator": server.operator(),
        "public": server.public(),
    }


def refused(client: Client, table: str, body: str, key: str | None) -> int:
    """Send a body: nothing comes of it, and a reason is named."""
    headers = {} if key is None else {"Idempotency-Key": key}
    path = f"/api/tables/{table}/commands"
    before = version(client.server, table)
    answer = client.raw(path, body.encode("utf-8", "surrogatepass"), **headers)
    assert answer.status_code in CODES, (body, answer.status_code, answer.text)
    document = answer.json()
    assert document["code"]
    assert document["detail"]
    assert document["status"] == answer.status_code
    assert version(client.server, table) == before, body
    return int(answer.status_code)


def version(server: Server, table: str) -> Any:
    return server.public().table(table)["version"]


keys = st.one_of(
    st.none(),
    st.text(string.ascii_letters + string.digits + " !~", min_size=1, max_size=300).map(str.strip),
)
hostile = settings(
    max_examples=200,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@hostile
@given(st.sampled_from(["auditor", "operator", "public"]), st.sampled_from(TABLES), commands, keys)
def test_whoever_does_not_play(
    crowd: dict[str, Client], who: str, table: str, command: dict[str, Any], key: str | None
) -> None:
    refused(crowd[who], table, json.dumps(command), key)


@hostile
@given(st.sampled_from(TABLES), commands.filter(lambda one: one["do"] != "sit"), keys)
def test_whoever_has_no_seat(
    crowd: dict[str, Client], table: str, command: dict[str, Any], key: str | None
) -> None:
    refused(crowd["guest"], table, json.dumps(command), key)


@hostile
@given(st.sampled_from(TABLES), commands, keys, st.sampled_from(["at", "seat", "by", "nonsense"]))
def test_whoever_plays_but_not_so(
    crowd: dict[str, Client], table: str, command: dict[str, Any], key: str | None, wrong: str
) -> None:
    values = {"at": "1.bets", "seat": 2, "by": {"id": "dealer", "role": "dealer"}, "nonsense": 1}
    # Calling the floorperson needs no seat, and is nothing bad.
    command = {**command, wrong: values[wrong]}
    refused(crowd["victim"], table, json.dumps(command), key)


@hostile
@given(st.sampled_from(["victim", "guest", "operator"]), st.one_of(deep, st.text(max_size=200)))
def test_what_is_no_command(crowd: dict[str, Client], who: str, body: str) -> None:
    refused(crowd[who], "t1", body, "a key")


AMOUNTS = ("-5", "0", "0.001", "1e400", "1e15", "1e-9", '"5"', "true", "null", "[5]", "{}", "5.005")


@pytest.mark.parametrize("amount", [*AMOUNTS, "1e999999999", "9" * 5000, "1" + "0" * 14])
def test_amounts(crowd: dict[str, Client], amount: str) -> None:
    for table, wager in (("t2", "first-run"), ("t4", "first-draw")):
        body = f'{{"do": "bet", "seat": 1, "wager": "{wager}", "amount": {amount}}}'
        assert refused(crowd["victim"], table, body, f"amount {amount[:20]}") in (400, 409, 422)


@pytest.mark.parametrize(
    "discard", ['["As","As"]', '["**"]', '"As As"', "[[]]", '["2c"]', "5", '{"a": 1}']
)
def test_cards_that_are_not_held(crowd: dict[str, Client], discard: str) -> None:
    body = f'{{"do": "draw", "seat": 1, "discard": {discard}}}'
    refused(crowd["victim"], "t4", body, "cards")


def test_a_used_key_and_a_moment_that_has_passed(crowd: dict[str, Client]) -> None:
    victim = crowd["victim"]
    for table, choice in (("t1", "ride"), ("t2", "fold"), ("t3", "fold"), ("t4", "fold")):
        command = {"do": choice, "seat": 1}
        assert refused(victim, table, json.dumps(command), "used") == 422
        assert refused(victim, table, json.dumps({**command, "at": "1.bets"}), "new") == 409
        for other in ("guest", "auditor", "operator"):
            assert refused(crowd[other], table, json.dumps(command), "used") == 403


HEADERS = (
    {"Content-Type": "text/plain"},
    {"Content-Type": "application/json; charset=utf-7"},
    {"Accept": "text/event-stream"},
    {"X-Forwarded-For": "x" * 1000},
)


@pytest.mark.parametrize("headers", HEADERS, ids=str)
def test_odd_headers(crowd: dict[str, Client], headers: dict[str, str]) -> None:
    answer = crowd["guest"].post("/api/tables/t1/commands", {"do": "jump"}, **headers)
    assert answer.status_code in (400, 428)


@pytest.mark.parametrize("path", ODD_ADDRESSES)
def test_odd_addresses(crowd: dict[str, Client], path: str) -> None:
    answer = crowd["guest"].get(path)
    assert answer.status_code in (404, 422), answer.text
    assert answer.json()["code"] in ("unknown", "invalid")


def test_nothing_has_come_of_it(crowd: dict[str, Client]) -> None:
    victim = crowd["victim"]
    for table, choice in (("t1", "ride"), ("t2", "fold"), ("t3", "fold"), ("t4", "fold")):
        victim.do(table, {"do": choice, "seat": 1})
