"""The replay of a record that a visitor brings along: from a floor, and of a simulated round."""

import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from web_client import Server, play_round, problem

from fairdeal.games import find_game
from fairdeal.rulebook.rules import house_rules
from fairdeal.simulate.history import simulated_rows
from fairdeal.simulate.records import simulated_record
from fairdeal.simulate.settings import run_settings
from fairdeal.simulate.table_engine import TableEngine
from fairdeal.web.pages.replay.own_record import MOST_OF_RECORD
from web.test_lobby import PAGE, form, own, words


@pytest.fixture(scope="module")
def simulated() -> dict[str, Any]:
    rules = house_rules(find_game("let-it-ride"))
    settings = run_settings(rules, 3, 5, strategies=("never", "always"))
    rows = list(simulated_rows(settings, TableEngine(settings).rounds(2, 1)))
    return simulated_record(rules, rows)


def sent(server: Server, record: Any) -> Any:
    text = record if isinstance(record, str) else json.dumps(record)
    return form(server, "/replay", urlencode({"record": text}))


def test_a_simulated_round_is_shown(server: Server, simulated: dict[str, Any]) -> None:
    answer = sent(server, simulated)
    assert answer.status_code == 200
    told = words(answer.text)
    assert "Simulated: its cards follow from a seed" in told
    assert "Seat 1, never" in told
    assert "Seat 2, always" in told
    assert "This is your own record" in told
    script = json.loads(re.findall(r'id="script">(.*?)</script>', answer.text)[0])
    assert script["round"] == "simulated-5-2"
    assert json.loads(re.findall(r'id="own">(.*?)</script>', answer.text)[0]) == simulated
    best = server.http.post("/replay/best", json=simulated, headers=own(server))
    assert best.status_code == 200
    assert [one["seat"] for one in best.json()] == [1, 2, 1, 2]


def test_a_record_of_a_floor_is_shown(server: Server) -> None:
    ann = server.guest("<ann>")
    ann.do("t1", {"do": "sit", "seat": 2})
    record = ann.json(f"/api/rounds/{play_round('t1', {2: ann})}")
    answer = sent(server, record)
    assert answer.status_code == 200
    assert record["commitment"] in answer.text
    assert "<ann>" not in answer.text
    old = {name: record[name] for name in record if name not in ("approved", "rules_digest")}
    assert record["rules_digest"] in sent(server, old).text, "as records of version 0.1 are"
    record["seats"][0]["net"] += 1
    told = sent(server, record)
    assert told.status_code == 400
    assert "`seats` are not what the entries come to" in words(told.text)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"simulated": {}}', '"<b>"', "[" * 5_000])
def test_what_is_no_record_is_refused(server: Server, text: str) -> None:
    answer = sent(server, text)
    assert answer.status_code == 400
    assert "It cannot be shown" in words(answer.text)
    headers = own(server) | {"accept": "application/json"}
    problem(server.http.post("/replay/best", content=text, headers=headers), 400, "malformed")


def test_the_form_and_its_limits(server: Server, simulated: dict[str, Any]) -> None:
    assert "The record" in words(server.public().get("/replay", **PAGE).text)
    long = sent(server, "x" * (2 * MOST_OF_RECORD))
    assert long.status_code == 413
    other = {"origin": "https://example.com", "sec-fetch-site": "cross-site"}
    text = urlencode({"record": json.dumps(simulated)})
    assert form(server, "/replay", text, **other).status_code == 403
