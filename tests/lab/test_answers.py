"""What the lab answers over the wire: it fits its own JSON Schema, and is read back as it was."""

import json
import re
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from fairdeal.cards import parse_cards
from fairdeal.errors import BadInputError
from fairdeal.games import find_game
from fairdeal.lab.decisions.strategy import strategy_card
from fairdeal.lab.documents import analyses_answer, card_answer, seen_answer, situation_answer
from fairdeal.lab.figures.analyze import analyze
from fairdeal.lab.figures.gain import Gain
from fairdeal.lab.figures.seen_hands import Seen
from fairdeal.rulebook.rules import house_rules
from fairdeal.rulebook.situation import Situation
from fairdeal.wire.json import parse_json
from fairdeal.wire.lab_answers import ANSWERS, ErrorAnswer, answer_document
from fairdeal.wire.situation import read_situation, situation_of_options, write_situation

TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "boolean": bool,
    "string": str,
    "integer": int,
    "number": (int, float),
    "null": type(None),
}


def faults(value: Any, schema: dict[str, Any], root: dict[str, Any], at: str = "") -> list[str]:
    """What a JSON value has against a schema, as far as the schemas of these answers go."""
    known = {
        *("$defs", "$ref", "title", "description", "default", "type", "anyOf", "pattern"),
        *("properties", "required", "additionalProperties", "items", "minimum", "maximum"),
    }
    assert set(schema) <= known, f"this check knows nothing of {set(schema) - known}"
    if ref := schema.get("$ref"):
        return faults(value, root["$defs"][ref.removeprefix("#/$defs/")], root, at)
    if choices := schema.get("anyOf"):
        tried = [faults(value, choice, root, at) for choice in choices]
        return [] if [] in tried else [f"{at}: {value!r} fits nothing of {len(tried)}"]
    kind = schema.get("type")
    if kind and (
        not isinstance(value, TYPES[kind]) or isinstance(value, bool) != (kind == "boolean")
    ):
        return [f"{at}: {value!r} is no {kind}"]
    found = []
    if "pattern" in schema and not re.search(schema["pattern"], value):
        found.append(f"{at}: {value!r} is not like {schema['pattern']}")
    if value_is_out(value, schema):
        found.append(f"{at}: {value!r} is out of range")
    if isinstance(value, list):
        for place, item in enumerate(value):
            found += faults(item, schema.get("items", {}), root, f"{at}[{place}]")
    if isinstance(value, dict):
        found += [f"{at}: no {key}" for key in schema.get("required", ()) if key not in value]
        for key, item in value.items():
            rest = schema.get("additionalProperties", True)
            inner = schema.get("properties", {}).get(key, rest)
            if inner is False:
                found.append(f"{at}: what is {key}?")
            elif inner is not True:
                found += faults(item, inner, root, f"{at}.{key}")
    return found


def value_is_out(value: Any, schema: dict[str, Any]) -> bool:
    return ("minimum" in schema and value < schema["minimum"]) or (
        "maximum" in schema and value > schema["maximum"]
    )


def shown(kind: str, answer: Any) -> Any:
    """An answer as JSON, which must fit its schema and be read back as the same."""
    document = answer_document(answer)
    schema = msgspec.json.schema(ANSWERS[kind])
    assert faults(document, schema, schema) == []
    assert msgspec.convert(document, ANSWERS[kind]) == answer
    return document


@pytest.mark.parametrize(
    ("name", "wager"),
    [
        ("let-it-ride", "main"),
        ("let-it-ride", "three-card-bonus"),
        ("let-it-ride", "progressive"),
        ("run-em-twice", "ultimate-pairs"),
        ("run-em-twice", "progressive"),
    ],
)
def test_analyses_fit_their_schema(name: str, wager: str) -> None:
    game = find_game(name)
    found = analyze(game, wager=wager, cache=False)
    document = shown("analyze", analyses_answer(game, game.default_readings, found))
    assert list(document) == ["game", "jurisdiction", "readings", "wagers"]
    for one in document["wagers"]:
        assert one["wager"] == wager
        assert ("break_even" in one) == (wager == "progressive")


@pytest.mark.parametrize(
    ("game", "situation"),
    [
        ("let-it-ride", {"cards": "Ts Td 2c"}),
        ("let-it-ride", {"cards": "Ts Td 2c", "board": ["3c"], "withdrawn": ["bet-1"]}),
        ("run-em-twice", {"cards": "Kc 7c", "board": "8d Kh", "bets": {"first-run": 3}}),
        ("double-draw", {"cards": "4h Qh 7s * *", "discards": ""}),
    ],
)
def test_decisions_fit_their_schema(game: str, situation: dict[str, Any]) -> None:
    rules = house_rules(find_game(game))
    document = shown("strategy", situation_answer(rules, situation))
    assert list(document["situation"]) == list(situation)


def test_an_error_fits_its_schema() -> None:
    assert shown("no-answer", ErrorAnswer(error="no cards")) == {"error": "no cards"}


def test_a_card_fits_its_schema() -> None:
    rules = house_rules(find_game("let-it-ride"))
    document = shown("strategy-card", card_answer(rules, strategy_card(rules, cache=False)))
    assert document["cost"] == "0"


def test_the_check_of_schemas_finds_faults() -> None:
    rules = house_rules(find_game("let-it-ride"))
    schema = msgspec.json.schema(ANSWERS["strategy"])
    for key, value in (("choices", 5), ("best", {"action": 1}), ("more", 1)):
        document = answer_document(situation_answer(rules, {"cards": "Ts Td 2c"}))
        assert faults({**document, key: value}, schema, schema)
        del document["best"]
        assert faults(document, schema, schema) == [": no best"]
    document = answer_document(situation_answer(rules, {"cards": "Ts Td 2c"}))
    document["choices"][0]["ev"] = "0.5"
    assert len(faults(document, schema, schema)) == 1


@pytest.mark.parametrize(
    "situation",
    [
        Situation(parse_cards("Ts Td 2c")),
        Situation(parse_cards("Kc 7c"), parse_cards("8d Kh"), bets={"first-run": Fraction(3, 2)}),
        Situation(parse_cards("4h Qh 7s * 7c"), discards=()),
        Situation(parse_cards("Ts Td 2c"), parse_cards("3c"), withdrawn=("bet-1",)),
    ],
)
def test_a_situation_is_read_as_it_was_told(situation: Situation) -> None:
    told = json.dumps(answer_document(write_situation(situation)))
    assert read_situation(parse_json(told)) == situation


def test_options_and_document_are_one_situation() -> None:
    options = situation_of_options(cards="Kc 7c", board="8d Kh", bets="first-run=3")
    document = {"cards": ["Kc", "7c"], "board": ["8d", "Kh"], "bets": {"first-run": 3}}
    assert read_situation(options) == read_situation(document)
    assert situation_of_options() == {}
    assert read_situation(situation_of_options(cards="Kc 7c", discards="")).discards == ()
    with pytest.raises(BadInputError, match="--bets says 'first-run' twice"):
        situation_of_options(bets="first-run=3,first-run=1")


def test_what_seen_hands_are_worth_fits_its_schema() -> None:
    before = Fraction(-1, 15)
    found = [
        Seen(1, 5, before, Gain(Fraction(1, 20))),
        Seen(3, 15, before, Gain(Fraction(1, 6), 1_000, 0.01)),
    ]
    rules = house_rules(find_game("double-draw"))
    document = shown("seen", seen_answer(rules, found, 1))
    assert (document["most"], document["unit"]) == (5, "ante")
    counted, sampled = document["seen"]
    assert (counted["ev"], counted["gain"]) == ("-1/60", "1/20")
    assert not {"margin", "samples"} & set(counted)
    assert not {"ev", "gain"} & set(sampled)
    assert sampled["margin"] == pytest.approx(0.02576, rel=1e-3)
    assert sampled["house_edge"] == pytest.approx(-0.1)
