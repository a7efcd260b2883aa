"""The JSON Schema of a rules file, from the rulebook's data, for editors to complete and underline.

It knows every game that is known when it is asked for. What needs arithmetic between fields, such
as multiples of a chip, stays with `check`. Draft 7, which the editors' TOML extensions read.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from fairdeal.games import GAMES, JURISDICTIONS, NAMES, jurisdictions_of
from fairdeal.rulebook.game import Dealing, Game, Shuffling
from fairdeal.rulebook.money import CENTS, MAX_METER, MAX_STAKE, UNITS, to_json
from fairdeal.rulebook.paytable import Paytable
from fairdeal.wire.house_tables import DEALERS, MAX_NAME_LENGTH
from fairdeal.wording.procedure import DEALING_WORDS, SHUFFLING_WORDS
from fairdeal.wording.rules_file import FLOOR_WORDS, KEY_WORDS, PROGRESSIVE_WORDS

Schema: TypeAlias = dict[str, Any]

#: What a file is called that holds it, as the first line of a rules file names it.
FILE_NAME: Final = "fairdeal-rules.schema.json"
REQUIRED: Final = (
    *("operator", "jurisdiction", "game", "minimum", "maximum", "chip-step"),
    *("dealing", "shuffling", "decks"),
)
_MANY_SEATS: Final = 100


def rules_schema() -> Schema:
    """The schema of rules files for every game under every regulation."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Fairdeal rules file",
        "description": "An operator's choices for one table; fairdeal check says more.",
        "type": "object",
        "required": list(REQUIRED),
        "additionalProperties": False,
        "properties": _properties(),
        "allOf": [*map(_played_in, NAMES), *map(_of_game, GAMES)],
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
        **{key: {"type": "object"} for key in ("paytables", "readings", "side-maximum", "hold")},
        "progressive": _progressive(),
        "floor": _floor(),
    }
    return {key: {"description": KEY_WORDS[key], **kind} for key, kind in kinds.items()}


def _amount(most: int = MAX_STAKE) -> Schema:
    return {"type": "number", "exclusiveMinimum": 0, "maximum": to_json(most)}


def _ways(words: Mapping[Any, str]) -> Schema:
    return {"oneOf": [{"const": str(way), "description": told} for way, told in words.items()]}


def _progressive() -> Schema:
    kinds: Schema = {
        "stakes": {"type": "array", "minItems": 1, "uniqueItems": True, "items": _amount()},
        "rate": {"type": "object"},
        "reset": {"type": "object"},
    }
    told = {key: {"description": PROGRESSIVE_WORDS[key], **kind} for key, kind in kinds.items()}
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["rate", "reset"],
        "properties": told,
    }


def _floor() -> Schema:
    name = {"type": "string", "pattern": r"\S", "maxLength": MAX_NAME_LENGTH}
    kinds: Schema = {
        "name": name,
        "practice": {"type": "boolean"},
        "bots": {"type": "integer", "minimum": 0},
        "linked": {"type": "object", "additionalProperties": name},
        "dealer": {"enum": list(DEALERS)},
    }
    told = {key: {"description": FLOOR_WORDS[key], **kind} for key, kind in kinds.items()}
    return {"type": "object", "additionalProperties": False, "properties": told}


def _played_in(name: str) -> Schema:
    return _where(
        {"game": {"const": name}}, {"jurisdiction": {"enum": list(jurisdictions_of(name))}}
    )


# One game -----------------------------------------------------------------------------------------


def _of_game(game: Game) -> Schema:
    """What holds where a file names this game and this jurisdiction."""
    both = {"game": {"const": game.name}, "jurisdiction": {"const": game.jurisdiction}}
    machines = [str(way) for way in Shuffling if way.by_machine]
    rules: list[Schema] = []
    if game.clauses.two_decks:
        rules.append(_where({"decks": {"const": 2}}, {"shuffling": {"enum": machines}}))
    if game.clauses.hand_needs_machine:
        by_hand = {"dealing": {"const": str(Dealing.HAND)}}
        rules.append(_where(by_hand, {"shuffling": {"enum": machines}}))
    rules += _progressive_of(game)
    then: Schema = {"properties": _properties_of(game), "required": _required_of(game)}
    if not game.several_boxes:
        then["properties"]["adjacent-boxes"] = False
    if rules:
        then["allOf"] = rules
    return {"if": {"properties": both, "required": list(both)}, "then": then}


def _where(this: Schema, then: Schema) -> Schema:
    return {
        "if": {"properties": this, "required": list(this)},
        "then": {"properties": then, "required": list(then)},
    }


def _required_of(game: Game) -> list[str]:
    boxes = ["adjacent-boxes"] if game.several_boxes else []
    return [*boxes, *(["paytables"] if _needed(game) else [])]


def _needed(game: Game) -> list[str]:
    """The paytables that a file must name."""
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
        "seats": {"maximum": game.seats},
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
    """`[progressive]` is there exactly when it is offered, and names the meters of its table."""
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
    """Only a meter of the table can be linked to one of the floor."""
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
