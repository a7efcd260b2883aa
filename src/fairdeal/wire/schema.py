"""The JSON Schema of commands, events, views, and a script's lines and answers.

It is made from the types that the program reads and writes.
"""

from types import NoneType
from typing import Any, Final, Literal, get_args, get_origin

import msgspec

from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import Role
from fairdeal.table.view import View
from fairdeal.wire.codec import alternatives, document_name, hides_faces, hints_of, is_pair, mark_of

_CARD: Final = {"type": "string", "description": "a card such as As, Td or *"}
_MARKS: Final[dict[str, dict[str, Any]]] = {
    "cents": {"type": "number", "description": "dollars, at most two decimals"},
    "units": {"type": "number", "description": "dollars, at most six decimals"},
    "face": _CARD,
    "place": {"type": "string", "description": "seat:N, an area of the board, or rack"},
}
_CARDS: Final = {
    "description": "cards, as a list or as one text",
    "anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}],
}
_PLAIN: Final = {str: "string", int: "integer", bool: "boolean", float: "number"}


def schema() -> dict[str, Any]:
    """Return the JSON Schema of commands, events, views, and a script's lines and answers."""
    commands = {kind.__name__: _struct(kind) for kind in cmd.COMMANDS}
    events = {kind.__name__: _struct(kind) for kind in ev.EVENTS}
    for kind in cmd.COMMANDS:
        roles = ", ".join(kind.given_by)
        sentence = commands[kind.__name__]["description"]
        commands[kind.__name__]["description"] = f"{sentence} (given by: {roles})".strip()
        commands[kind.__name__]["additionalProperties"] = False
    view = _struct(View)
    view["properties"]["next"] = _NEXT
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Fairdeal table",
        "$defs": {
            "command": {"anyOf": [{"$ref": f"#/$defs/commands/{n}"} for n in commands]},
            "event": {"anyOf": [{"$ref": f"#/$defs/events/{n}"} for n in events]},
            "view": view,
            "line": {
                "description": "a line of a script: a command with its envelope, or its own word",
                "anyOf": [*map(_with_envelope, commands.values()), _OWN],
            },
            "answer": _ANSWER,
            "commands": commands,
            "events": events,
        },
    }


_NEXT: Final = {
    "type": "array",
    "description": "what comes next, in words with clauses",
    "items": {
        "type": "object",
        "properties": {
            "say": {"type": "string"},
            "clause": {"type": ["string", "null"]},
            "by": {"type": "string"},
            "command": {
                "type": "object",
                "description": "what tells the table that it is done, without a count",
            },
        },
        "required": ["say", "clause", "by"],
    },
}


_ENVELOPE: Final[dict[str, Any]] = {
    "time": {"type": "integer", "minimum": 0, "description": "the table's clock, in seconds"},
    "by": {
        "type": "object",
        "description": "who acts; left out, whoever the command belongs to",
        "properties": {
            "id": {"type": "string"},
            "role": {"enum": [str(role) for role in Role]},
            "name": {"type": "string"},
        },
        "required": ["id"],
        "additionalProperties": False,
    },
    "key": {"type": "string", "description": "sent again, the first answer comes again"},
    "at": {"type": "string", "description": "the moment it was decided on, as the view says"},
}
#: The requests of a script that are not commands of the table.
_OWN: Final = {
    "description": "the script's own: the automatic pair goes on, or the table is told",
    "type": "object",
    "properties": {"do": {"enum": ["auto", "view", "history"]}},
    "required": ["do"],
    "additionalProperties": False,
}
_VERSION: Final = {"type": "integer", "description": "so many events have happened"}


def _answer(sentence: str, **properties: dict[str, Any]) -> dict[str, Any]:
    properties = {"version": _VERSION, **properties}
    return {
        "description": sentence,
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_ANSWER: Final = {
    "description": "what a line of a script is answered with",
    "anyOf": [
        _answer(
            "it is done",
            events={"type": "array", "items": {"$ref": "#/$defs/event"}},
            next=_NEXT,
        ),
        _answer("it is refused", refused={"type": "string"}, clause={"type": ["string", "null"]}),
        _answer("it is no command", error={"type": "string"}),
        _answer("the table as the viewer sees it", view={"$ref": "#/$defs/view"}),
        _answer("the last rounds, told", history={"type": "array", "items": {"type": "object"}}),
    ],
}


def _with_envelope(command: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a command as a script's line; `sit` may have `player` for `by`."""
    properties = {**command["properties"], **_ENVELOPE}
    if command["title"] == cmd.Sit.__struct_config__.tag:
        properties["player"] = {"type": "string", "description": "who sits down, in place of `by`"}
    return {**command, "properties": properties}


def _struct(kind: type) -> dict[str, Any]:
    config: Any = kind.__struct_config__  # type: ignore[attr-defined] # a struct has one
    properties: dict[str, Any] = {}
    required: list[str] = []
    if config.tag_field:
        properties[config.tag_field] = {"const": config.tag}
        required.append(config.tag_field)
    reads = issubclass(kind, cmd.Command)
    for field in msgspec.structs.fields(kind):
        hint = hints_of(kind)[field.name]
        named = (
            field.encode_name
            if field.encode_name != field.name
            else document_name(field.name, hint)
        )
        faces = reads and hides_faces(hint)
        properties[named] = _CARDS if faces else _of(hint)
        if field.required and (reads or not hides_faces(hint)):
            required.append(named)
    return {
        "title": str(config.tag or kind.__name__),
        # With `python -OO` there are no docstrings, and the description is empty.
        "description": " ".join((kind.__doc__ or "").split()),
        "type": "object",
        "properties": properties,
        "required": required,
    }


def _of(hint: Any) -> dict[str, Any]:
    if mark := mark_of(hint):
        return _MARKS[mark]
    origin, parts = get_origin(hint), get_args(hint)
    if is_pair(hint):
        pair = {"place": _MARKS["place"], "card": _CARD}
        return {"type": "object", "properties": pair, "required": ["place"]}
    if origin in (tuple, list):
        return {"type": "array", "items": _of(parts[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": _of(parts[1])}
    if origin is Literal:
        return {"enum": list(parts)}
    choices = alternatives(hint)
    if choices != [hint]:
        several = [_of(one) for one in choices]
        several += [{"type": "null"}] if NoneType in parts else []
        return {"anyOf": several}
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return _struct(hint)
    return {"type": _PLAIN.get(hint, "string")}
