"""Commands, events and actions as the outside writes them: dollars for cents, `As` for cards."""

from typing import Any, Final

import msgspec

from fairdeal.cards import JOKER, Card, card_text, parse_card, parse_cards
from fairdeal.english import all_of, did_you_mean, kebab, quoted
from fairdeal.errors import BadInputError, NotACardError, NotMoneyError
from fairdeal.rulebook.money import UNITS, parse_amount, to_json
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.legal import Action
from fairdeal.table.next_step import Instruction
from fairdeal.table.state import State

_BY_NAME: Final = {kebab(kind.__name__): kind for kind in cmd.COMMANDS}
_MOST: Final = 10**15
#: Commands whose `cards` are cards; in the others it is how many.
_NAMES_CARDS: Final = ("deal", "draw", "face-up", "drawn-in-error")


def read_command(state: State, document: Any) -> cmd.Command:
    """A command from its JSON; `BadInputError` says what is wrong with it."""
    if not isinstance(document, dict) or not isinstance(document.get("do"), str):
        raise BadInputError('a command is an object with "do", such as {"do": "no-more-bets"}')
    name = document["do"]
    kind = _BY_NAME.get(name)
    if kind is None:
        raise BadInputError(f"there is no command {quoted(name)}{did_you_mean(name, _BY_NAME)}")
    fields = dict(document)
    if not _countable(fields):
        raise BadInputError(f"{name}: a number is too large to be meant")
    written = _money_field(kind)
    if "cents" in fields:
        raise BadInputError(f"{name}: an amount is written in dollars, as {written or 'amount'}")
    if written in fields:
        fields["cents"] = _money(fields.pop(written), written, name)
    if name in _NAMES_CARDS and fields.get("cards") is not None:
        fields["cards"] = _cards(state, fields["cards"], name)
    if "discard" in fields:
        fields["discard"] = _faces(fields["discard"], name)
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        raise BadInputError(_invalid(str(error), kind, written)) from None


def _invalid(text: str, kind: type[cmd.Command], written: str) -> str:
    """What is wrong with a command's fields, in the words of whoever wrote it."""
    name = kebab(kind.__name__)
    text = text.replace("cents", written).replace("$.", "").replace("`", "")
    fields = [written if field == "cents" else field for field in kind.__struct_fields__]
    if (what := text.partition("missing required field ")[2]) in fields:
        return f"{name} needs {what}"
    if what := text.partition("unknown field ")[2]:
        return f"{name} has no {quoted(what)}: it takes {all_of(fields)}"
    return f"{name}: {text[:1].lower()}{text[1:]}"


def _countable(value: Any) -> bool:
    """Whether no number is beyond all that a table could be told, such as one of 4,000 digits."""
    if isinstance(value, dict):
        return all(map(_countable, value.values()))
    if isinstance(value, list):
        return all(map(_countable, value))
    return not isinstance(value, int) or abs(value) < _MOST


def _money_field(kind: type) -> str:
    """What cents are called outside: `amount`, or by wager `amounts`; empty if there are none."""
    if kind is cmd.PlaceBets:
        return "amounts"
    return "amount" if "cents" in kind.__struct_fields__ else ""  # type: ignore[attr-defined]


def _money(value: Any, written: str, name: str) -> int | dict[str, int]:
    if written == "amount":
        return _cents(value, name)
    if not isinstance(value, dict):
        raise BadInputError(f"{name}: amounts are wagers with their dollars, not {quoted(value)}")
    return {wager: _cents(amount, name) for wager, amount in value.items()}


def _cents(value: Any, name: str) -> int:
    try:
        return parse_amount(value)
    except NotMoneyError as error:
        raise BadInputError(f"{name}: amount {error}") from None


def _faces(value: Any, name: str) -> list[Card]:
    try:
        if isinstance(value, str):
            return list(parse_cards(value))
        if isinstance(value, list) and all(isinstance(card, str) for card in value):
            return [parse_card(card) for card in value]
    except NotACardError as error:
        raise BadInputError(f"{name}: {error}") from None
    raise BadInputError(f"{name}: cards are written like As Td, not {quoted(value)}")


def _cards(state: State, value: Any, name: str) -> list[Card]:
    """Cards from the stub: the first joker named is one that is still there."""
    cards: list[Card] = []
    for face in _faces(value, name):
        card = face
        if face == JOKER and (JOKER in state.out or JOKER in cards):
            card = JOKER + 1
        cards.append(card)
    return cards


def event_document(event: ev.Event) -> dict[str, Any]:
    """An event as JSON, whole."""
    document: dict[str, Any] = msgspec.to_builtins(event)
    if "cents" in document:
        document["amount"] = to_json(document.pop("cents"))
    if "cut" in document:
        document["cut"] = to_json(document["cut"])
    if isinstance(units := document.get("units"), dict):
        document["units"] = {n: to_json(value, per_dollar=UNITS) for n, value in units.items()}
    elif units is not None:
        document["units"] = to_json(units, per_dollar=UNITS)
    if "units" in document:
        document["dollars"] = document.pop("units")
    if "card" in document:
        document["card"] = card_text(document["card"])
    if isinstance(event, ev.CardsDrawn):
        document["discarded"] = [card_text(card) for card in event.discarded]
        document["drawn"] = [card_text(card) for card in event.drawn]
    if isinstance(event, ev.CardsDealt | ev.CardsRevealed):
        document["cards"] = [
            {"place": place, "card": card_text(card)} for place, card in event.cards
        ]
    elif isinstance(cards := document.get("cards"), list | tuple):
        document["cards"] = [card_text(card) for card in cards]
    return document


def action_document(action: Action) -> dict[str, Any]:
    """A legal action as JSON."""
    document: dict[str, Any] = {"do": action.do, "seat": action.seat}
    if action.wager:
        document["wager"] = action.wager
    if action.least is not None and action.most is not None and action.step is not None:
        document["least"] = to_json(action.least)
        document["most"] = to_json(action.most)
        document["step"] = to_json(action.step)
    if action.up_to is not None:
        document["up-to"] = action.up_to
    return document


def instruction_document(line: Instruction) -> dict[str, Any]:
    """A line of the script as JSON, with the command that tells the table that it is done."""
    document: dict[str, Any] = {"say": line.say, "clause": line.clause, "by": line.by}
    if line.command is not None:
        whole = msgspec.to_builtins(line.command)
        document["command"] = {key: value for key, value in whole.items() if value is not None}
    return document


# JSON Schema --------------------------------------------------------------------------------------

_MONEY: Final = {"type": "number", "description": "dollars, at most two decimals"}
_CARD: Final = {"type": "string", "description": "a card such as As, Td or *"}
_DEALT: Final = {
    "type": "object",
    "properties": {
        "place": {"type": "string", "description": "seat:N, an area of the board, or rack"},
        "card": {**_CARD, "description": "absent for those who may not see it"},
    },
    "required": ["place"],
}
_REVEALED: Final = {
    "type": "object",
    "properties": {
        "place": {"type": "string", "description": "an area of the board"},
        "card": _CARD,
    },
    "required": ["place", "card"],
}
_CARDS: Final = {
    "description": "cards, as a list or as one text",
    "anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}],
}


def schema() -> dict[str, Any]:
    """The JSON Schema of commands and events, with a sentence for each, and of views."""
    components, definitions = msgspec.json.schema_components((*cmd.COMMANDS, *ev.EVENTS))
    del components
    for kind in (*cmd.COMMANDS, *ev.EVENTS):
        _outside(definitions[kind.__name__], kind)
    command_names = [kind.__name__ for kind in cmd.COMMANDS]
    event_names = [kind.__name__ for kind in ev.EVENTS]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Fairdeal table",
        "$defs": {
            "command": {"anyOf": [{"$ref": f"#/$defs/commands/{n}"} for n in command_names]},
            "event": {"anyOf": [{"$ref": f"#/$defs/events/{n}"} for n in event_names]},
            "view": _VIEW,
            "commands": {name: definitions[name] for name in command_names},
            "events": {name: definitions[name] for name in event_names},
        },
    }


def _outside(definition: dict[str, Any], kind: type) -> None:
    """Turn a definition of the program's own numbers into what is written outside."""
    properties = definition["properties"]
    required = definition.get("required", [])
    definition["description"] = " ".join(definition.get("description", "").split())
    if issubclass(kind, cmd.Command):
        definition["description"] += f" (given by: {kind.by})"
    if "cents" in properties:
        del properties["cents"]
        written = _money_field(kind)
        by_wager = {"type": "object", "additionalProperties": _MONEY}
        properties[written] = by_wager if written == "amounts" else _MONEY
        definition["required"] = [(written if key == "cents" else key) for key in required]
    if "cut" in properties:
        properties["cut"] = _MONEY
    if "units" in properties:
        whole = properties.pop("units")
        amount = {"type": "number", "description": "dollars, at most six decimals"}
        by_meter = {"type": "object", "additionalProperties": amount}
        properties["dollars"] = by_meter if whole.get("type") == "object" else amount
        definition["required"] = [("dollars" if key == "units" else key) for key in required]
    if "card" in properties:
        properties["card"] = _CARD
    counts = properties.get("cards", {}).get("type") == "integer"
    names_cards = "cards" in properties and not counts
    if names_cards and "anyOf" in properties["cards"]:
        options = properties["cards"]["anyOf"]
        names_cards = any(option.get("type") == "array" for option in options)
    if kind is ev.CardsDealt:
        properties["cards"] = {"type": "array", "items": _DEALT}
    elif kind is ev.CardsRevealed:
        properties["cards"] = {"type": "array", "items": _REVEALED}
    elif names_cards:
        properties["cards"] = _CARDS
    if "discard" in properties:
        properties["discard"] = _CARDS
    if kind is ev.CardsDrawn:
        properties["discarded"] = properties["drawn"] = _CARDS
        properties["count"] = {"type": "integer", "description": "in place of the cards"}


_VIEW: Final = {
    "title": "View",
    "description": "The table as one viewer is sent it; what the viewer may not see is absent.",
    "type": "object",
    "properties": {
        "version": {"type": "integer", "description": "how many events there were"},
        "viewer": {"type": "string", "description": "public, dealer, floor or seat:N"},
        "game": {"type": "string"},
        "round": {"type": "integer", "description": "the round that is on, or comes next"},
        "phase": {"enum": ["open", "dealing", "playing"]},
        "step": {"description": "the step of the round", "type": ["string", "null"]},
        "turn": {"description": "the seat whose turn it is", "type": ["integer", "null"]},
        "deck": {"description": "the deck of this round", "type": ["string", "null"]},
        "decks": {"type": "array", "description": "each deck and what was done with it last"},
        "board": {
            "type": "object",
            "description": "by area: the cards turned up, and how many lie face down",
        },
        "seats": {"type": "array", "description": "players, wagers, and cards where visible"},
        "inventory": {"type": "number", "description": "won or lost, for dealer and floor"},
        "set-aside": {"type": "array", "description": "cards found face up"},
        "meters": {"type": "object", "description": "dollars, at most six decimals"},
        "actions": {"type": "array", "description": "what players may do now, with bounds"},
        "next": {"type": "array", "description": "the script from here, in words with clauses"},
    },
}
