"""Rules as a document: written whole, read back the same, and what is wrong named by its field."""

import json
from dataclasses import fields, replace
from decimal import Decimal
from typing import Any

import pytest
from conftest import ROOT

from fairdeal.errors import BadInputError
from fairdeal.games import GAMES, find_game
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.submission.check import check
from fairdeal.table.game_accounts import FloorTerms
from fairdeal.wire.json import parse_json, parse_toml
from fairdeal.wire.rules import read_rules, rules_document

FILES = sorted((ROOT / "examples" / "rules").glob("*.toml"))
LIR = (ROOT / "examples" / "rules" / "let-it-ride.toml").read_text(encoding="utf-8")


def same(one: Rules, other: Rules) -> None:
    for field in fields(Rules):
        assert getattr(one, field.name) == getattr(other, field.name), field.name


def through_json(rules: Rules) -> Rules:
    return read_rules(parse_json(json.dumps(rules_document(rules))))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_house_rules_of_every_game_are_read_back(game: Game) -> None:
    rules = house_rules(game)
    same(through_json(rules), rules)
    same(read_rules(rules_document(rules)), rules)
    document = rules_document(rules)
    assert document["readings"] == dict(game.default_readings)
    assert set(document["paytables"]) == set(rules.paytables)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_sample_file_is_read_back(path: Any) -> None:
    rules = check(path.read_text(encoding="utf-8")).rules
    assert rules is not None
    same(through_json(rules), rules)
    same(read_rules(parse_toml(path.read_text(encoding="utf-8"))), rules)


def test_everything_that_may_be_chosen_is_read_back() -> None:
    rules = check(
        'approved = 2026-01-31\nlicense = "GL-07 4711"\n'
        + LIR
        + "[side-maximum]\nthree-card-bonus = 100.50\n"
        + "[hold]\nmain = [2, 6.25]\nthree-card-bonus = [-1.5, 30]\n"
        + '[floor]\nname = "Table 3"\npractice = true\nbots = 2\ndealer = "person"\n'
        + 'linked = { mega = "house" }\n'
    ).rules
    assert rules is not None
    assert rules.approved == "2026-01-31"
    assert rules.license == "GL-07 4711"
    assert rules.side_maximum_cents == {"three-card-bonus": 10_050}
    assert rules.hold["main"] == (Decimal(2), Decimal("6.25"))
    assert rules.floor == FloorTerms("Table 3", True, 2, {"mega": "house"}, "person")
    same(through_json(rules), rules)
    plain = check(LIR).rules
    assert plain is not None
    assert (plain.side_maximum_cents, plain.hold, plain.floor) == ({}, {}, None)
    empty = check(LIR + "[floor]\n").rules
    assert empty is not None
    assert empty.floor == FloorTerms()


# What is added to a good file, and the clause and field of the one finding.
ADDED = [
    ("[side-maximum]\nthree-card-bonus = 0", None, "side-maximum.three-card-bonus"),
    ("[side-maximum]\nthree-card-bonus = 10000001", None, "side-maximum.three-card-bonus"),
    ('[side-maximum]\nthree-card-bonus = "1"', None, "side-maximum.three-card-bonus"),
    ("[side-maximum]\nbet-1 = 100", "MD-LIR 7.E(1)", "side-maximum.bet-1"),
    ("[side-maximum]\nfive-card-bonus = 100", "MD-LIR 7.E(3)", "side-maximum.five-card-bonus"),
    ("[side-maximum]\nprogressive = 5", "MD-LIR 7.E(6)", "side-maximum.progressive"),
    ("[side-maximum]\nultimate-pairs = 5", "MD-LIR 7.E", "side-maximum.ultimate-pairs"),
    ("[side-maximum]\nmain = 5", None, "side-maximum.main"),
    ("[side-maximum]\nthree-card = 5", None, "side-maximum.three-card"),
    ("[[side-maximum]]", None, "side-maximum"),
    ("[hold]\nmain = [6, 2]", None, "hold.main"),
    ("[hold]\nmain = 5", None, "hold.main"),
    ("[hold]\nmain = [1, 2, 3]", None, "hold.main"),
    ('[hold]\nmain = ["1", 2]', None, "hold.main"),
    ("[hold]\nmain = [1.00001, 2]", None, "hold.main"),
    ("[hold]\nmain = [nan, 2]", None, "hold.main"),
    ("[hold]\nbet-1 = [1, 2]", None, "hold.bet-1"),
    ("[hold]\nultimate-pairs = [1, 2]", "MD-LIR 7.E", "hold.ultimate-pairs"),
    ("[hold]\nmian = [1, 2]", None, "hold.mian"),
    ("[floor]\nnames = 'x'", None, "floor.names"),
    ("[floor]\nname = 5", None, "floor.name"),
    ("[floor]\nname = ' '", None, "floor.name"),
    (f"[floor]\nname = '{'x' * 61}'", None, "floor.name"),
    ('[floor]\nname = "\\u001b[2J"', None, "floor.name"),
    ("[floor]\npractice = 1", None, "floor.practice"),
    ("[floor]\nbots = 8", None, "floor.bots"),
    ("[floor]\nbots = -1", None, "floor.bots"),
    ("[floor]\nbots = true", None, "floor.bots"),
    ("[floor]\ndealer = 'robot'", None, "floor.dealer"),
    ("[floor]\nlinked = 'mega'", None, "floor.linked"),
    ("[floor]\nlinked = { meter = 'house' }", None, "floor.linked.meter"),
    ("[floor]\nlinked = { mega = 1 }", None, "floor.linked.mega"),
    ("[floor]\nlinked = { mega = 'x', major = 'x' }", None, "floor.linked.major"),
    ("[floor]\nlinked = { mega = 't1.mega' }", None, "floor.linked.mega"),
]  # fmt: skip


@pytest.mark.parametrize(("added", "clause", "field"), ADDED)
def test_one_thing_wrong_is_one_finding(added: str, clause: str | None, field: str) -> None:
    (finding,) = check(f"{LIR}{added}\n").findings
    assert (finding.clause, finding.field) == (clause, field)
    assert finding.line > LIR.count("\n")
    with pytest.raises(BadInputError) as refusal:
        read_rules(parse_toml(f"{LIR}{added}\n"))
    assert str(refusal.value).startswith((f"{field}: ", f"{field} ")), "it is named once"
    assert "\n" not in str(refusal.value)


@pytest.mark.clause("MD-LIR 7.E(4)")
def test_what_is_not_offered_has_no_bound_and_no_hold() -> None:
    text = LIR.replace('three-card-bonus = "A"\n', "")
    for table in ("[side-maximum]\nthree-card-bonus = 5\n", "[hold]\nthree-card-bonus = [1, 2]\n"):
        (finding,) = check(text + table).findings
        assert finding.clause == find_game("let-it-ride").wager["three-card-bonus"].clause
        assert "not offered" in finding.message


@pytest.mark.parametrize("document", [None, 5, [], "x"])
def test_what_is_no_rules_file(document: Any) -> None:
    with pytest.raises(BadInputError, match="must be an object"):
        read_rules(document)


def test_a_paytable_of_ones_own_cannot_be_written() -> None:
    rules = house_rules(find_game("let-it-ride"))
    own = rules.paytables["main"].paying({"royal flush": "500 to 1"})
    with pytest.raises(BadInputError, match="main paytable"):
        rules_document(replace(rules, paytables={**rules.paytables, "main": own}))
