"""The JSON Schema of rules files, with which editors complete and check a file.

It is made from the data of all games that are registered. Rules that need arithmetic between
fields, such as multiples of the chip step, are checked by `check` only. The schema is of draft 7,
because editors' TOML extensions read that draft.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from fairdeal.games import GAMES, JURISDICTIONS, NAMES, jurisdictions_of
from fairdeal.rulebook.game import Dealing, Game, Shuffling
from fairdeal.rulebook.money import CENTS, MAX_METER, MAX_STAKE, UNITS, to_json
from fairdeal.rulebook.paytable import Paytable
from fairdeal.wire.approval import MAX_LICENSE_LENGTH
from fairdeal.wire.house_tables import CARD_SOURCES, DEALERS, MAX_NAME_LENGTH
from fairdeal.wording.procedure import DEALING_WORDS, SHUFFLING_WORDS
from fairdeal.wording.rules_file import FLOOR_WORDS, KEY_WORDS, PROGRESSIVE_WORDS

Schema: TypeAlias = dict[str, Any]

#: The name of the schema's file, which the first line of a rules file refers to.
FILE_NAME: Final = "fairdeal-rules.schema.json"
REQUIRED: Final = (
    *("operator", "jurisdiction", "game", "minimum", "maximum", "chip-step"),
    *("dealing", "shuffling", "decks"),
)
_MANY_SEATS: Final = 100
_DAY: Final = r"^\d{4}-\d{2}-\d{2}$"


def rules_schema() -> Schema:
    """Return the schema of rules files for every game and every regulation."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Fairdeal rules file",
        "description": "An operator's choices for one table; fairdeal check says more.",
        "type": "object",
        "required": list(REQUIRED),
        "additionalProperties": False,
        "properties": _properties(),
        "allOf": [*map(_jurisdictions_rule, NAMES), *map(_of_game, GAMES)],
    }


def _properties() -> Schema:
    kinds: Schema = {
        "operator": {"type": "string", "pattern": r"\S"},
        "jurisdiction": {"enum": list(JURISDICTIONS)},
        "game": {"enum": list(NAMES)},
        **dict.fromkeys(("minimum", "maximum", "chip-step"), _amount()),
        "dealing": _ways(DEALING_WORDS),
        "shuffling": _ways(SHUFFLING_WORDS),
        "decks": {"type": "integer", "minimum": 1, "maximum": 2},
        "seats": {"type": "integer", "minimum": 1, "maximum": _MANY_SEATS},
        "adjacent-boxes": {"type": "integer", "minimum": 1, "maximum": _MANY_SEATS},
        "payout-limit": _amount(MAX_METER // UNITS * CENTS),
        "approved": {"type": "string", "format": "date", "pattern": _DAY},
        "license": {"type": "string", "pattern": r"\S", "maxLength": MAX_LICENSE_LENGTH},
        **{key: {"type": "object"} for key in ("paytables", "readings", "side-maximum", "hold")},
        "progressive": _progressive(),
        "floor": _floor(),
    }
    return {key: {"description": KEY_WORDS[key], **kind} for key, kind in kinds.items()}


def _amount(most: int = MAX_STAKE) -> Schema:
    return {"type": "number", "exclusiveMinimum": 0, "maximum": to_json(most)}


def _ways(words: Mapping[Any, str]) -> Schema:
    return {
        "oneOf": [{"const": str(way), "description": meaning} for way, meaning in words.items()]
    }


def _progressive() -> Schema:
    kinds: Schema = {
        "stakes": {"type": "array", "minItems": 1, "uniqueItems": True, "items": _amount()},
        "rate": {"type": "object"},
        "reset": {"type": "object"},
    }
    properties = {
        key: {"description": PROGRESSIVE_WORDS[key], **kind} for key, kind in kinds.items()
    }
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["rate", "reset"],
        "properties": properties,
    }


def _floor() -> Schema:
    name = {"type": "string", "pattern": r"\S", "maxLength": MAX_NAME_LENGTH}
    kinds: Schema = {
        "name": name,
        "practice": {"type": "boolean"},
        "bots": {"type": "integer", "minimum": 0},
        "linked": {"type": "object", "additionalProperties": name},
        "dealer": {"enum": list(DEALERS)},
        "cards": {"enum": list(CARD_SOURCES)},
        "hand-pay": _amount(),
        "buy-in": _amount(),
        "table-test": {"type": "boolean"},
    }
    properties = {key: {"description": FLOOR_WORDS[key], **kind} for key, kind in kinds.items()}
    named = _condition({"cards": {"const": "named"}}, {"dealer": {"const": "person"}})
    return {"type": "object", "additionalProperties": False, "properties": properties, **named}


def _jurisdictions_rule(name: str) -> Schema:
    return _condition(
        {"game": {"const": name}}, {"jurisdiction": {"enum": list(jurisdictions_of(name))}}
    )


# One game -----------------------------------------------------------------------------------------


def _of_game(game: Game) -> Schema:
    """Return the rules for files that name this game and this jurisdiction."""
    both = {"game": {"const": game.name}, "jurisdiction": {"const": game.jurisdiction}}
    machines = [str(way) for way in Shuffling if way.by_machine]
    rules: list[Schema] = []
    if game.clauses.two_decks:
        rules.append(_condition({"decks": {"const": 2}}, {"shuffling": {"enum": machines}}))
    if game.clauses.hand_needs_machine:
        by_hand = {"dealing": {"const": str(Dealing.HAND)}}
        rules.append(_condition(by_hand, {"shuffling": {"enum": machines}}))
    rules += _progressive_of(game)
    then: Schema = {"properties": _properties_of(game), "required": _required_of(game)}
    if not game.several_boxes:
        then["properties"]["adjacent-boxes"] = False
    if rules:
        then["allOf"] = rules
    return {"if": {"properties": both, "required": list(both)}, "then": then}


def _condition(this: Schema, then: Schema) -> Schema:
    return {
        "if": {"properties": this, "required": list(this)},
        "then": {"properties": then, "required": list(then)},
    }


def _required_of(game: Game) -> list[str]:
    boxes = ["adjacent-boxes"] if game.several_boxes else []
    return [*boxes, *(["paytables"] if _needed(game) else [])]


def _needed(game: Game) -> list[str]:
    """Return the paytables that a file must name."""
    return [
        name
        for name, group in game.paytables.items()
        if group.only is None and not (name in game.wager and game.wager[name].optional)
    ]


def _properties_of(game: Game) -> Schema:
    optional = [wager for wager in game.wagers if wager.optional]
    percent = {"type": "number"}
    held = {"type": "array", "items": percent, "minItems": 2, "maxItems": 2}
    properties: Schema = {
        "decks": {"maximum": 2 if game.clauses.two_decks else 1},
        "seats": {"maximum": game.seats} if game.fewer_seats else {"const": game.seats},
        "paytables": {
            **_closed({name: _tables(game, name) for name in game.paytables}),
            "required": _needed(game),
        },
        "readings": _closed(
            {
                reading.id: {
                    "description": reading.question,
                    "oneOf": [
                        {"const": name, "description": meaning} for name, meaning in reading.choices
                    ],
                }
                for reading in game.readings
                if reading.choices
            }
        ),
        "side-maximum": _closed(
            {wager.name: _amount() for wager in optional if wager.size.has_side_maximum}
        ),
        "hold": _closed(dict.fromkeys(("main", *(wager.name for wager in optional)), held)),
        "floor": {"properties": {"bots": {"maximum": game.seats}}},
    }
    if game.several_boxes:
        properties["adjacent-boxes"] = {"maximum": game.seats}
    if game.limit.cents is not None and not game.limit.or_best_at_minimum:
        properties["payout-limit"] = {"maximum": to_json(game.limit.cents)}
    return properties


def _closed(properties: Schema) -> Schema:
    return {"properties": properties, "additionalProperties": False}


def _tables(game: Game, name: str) -> Schema:
    group = game.paytables[name]
    titles = [wager.title for wager in game.wagers if wager.pays.name == name]
    return {"description": f"{', '.join(titles)} ({group.clause})", "enum": list(group.names)}


def _progressive_of(game: Game) -> list[Schema]:
    """Return rules that require `[progressive]`, with the meters of the paytable, exactly if the
    progressive is offered.
    """
    wager = next((wager for wager in game.wagers if wager.progressive), None)
    if wager is None:
        return [{"properties": {"progressive": False, **_linked({})}}]
    name = wager.pays.name
    offered = {"properties": {"paytables": {"required": [name]}}, "required": ["paytables"]}
    stakes = wager.size.amounts
    allowed = {"items": {"enum": [to_json(cents) for cents in stakes]}} if stakes else {}
    rules: list[Schema] = [
        {
            "if": offered,
            "then": {
                "required": ["progressive"],
                "properties": {"progressive": {"properties": {"stakes": allowed}}},
            },
            "else": {"properties": {"progressive": False, **_linked({})}},
        }
    ]
    for table in wager.pays.tables:
        chosen = {"paytables": {"properties": {name: {"const": table.name}}, "required": [name]}}
        rules.append(
            {
                "if": {"properties": chosen, "required": ["paytables"]},
                "then": {
                    "properties": {
                        "progressive": _meters(table),
                        **_linked({meter.name: {} for meter in table.meters}),
                    }
                },
            }
        )
    return rules


def _linked(meters: Schema) -> Schema:
    """Return a rule that only these meters can be linked to meters of the floor."""
    return {"floor": {"properties": {"linked": _closed(meters)}}}


def _meters(table: Paytable) -> Schema:
    names = [meter.name for meter in table.meters]
    resets = {
        meter.name: {
            "type": "number",
            "minimum": to_json(meter.least_reset_cents),
            "description": f"at least ${to_json(meter.least_reset_cents):,} ({meter.clause})",
        }
        for meter in table.meters
    }
    rates = {key: {"type": "number", "exclusiveMinimum": 0, "maximum": 1} for key in names}
    return {"properties": {"rate": _whole(rates, names), "reset": _whole(resets, names)}}


def _whole(properties: Schema, names: Sequence[str]) -> Schema:
    return {**_closed(properties), "required": list(names)}
