"""The description of the API for programs (OpenAPI 3.1), from the same types as everything else."""

from functools import cache
from typing import Any, Final

from fairdeal import __version__
from fairdeal.wire.schema import schema as table_schema

_TABLE: Final = {
    "name": "table",
    "in": "path",
    "required": True,
    "schema": {"type": "string"},
    "description": "a table's id, such as t3",
}
_ROUND: Final = {**_TABLE, "name": "round", "description": "a round's id, such as t3-17"}
_KEY: Final = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": True,
    "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
    "description": "a text of your own for this command: sent again, nothing happens twice",
}
_MAYBE_KEY: Final = {**_KEY, "required": False}
_AFTER: Final = {
    "name": "after",
    "in": "query",
    "schema": {"type": "integer", "minimum": 0, "maximum": 10**15},
    "description": "a version: what came after it is told",
}
_NAME: Final = {"type": "string", "minLength": 1, "maxLength": 40}
_WORD: Final = {"type": "string", "minLength": 8, "maxLength": 256}


def _object(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_MONEY: Final = {"type": "number", "exclusiveMinimum": 0, "maximum": 10**9, "multipleOf": 0.01}
_TEXT: Final = {"type": "string"}
_REASON: Final = {"type": "string", "minLength": 1, "maxLength": 200}
_WHOLE: Final = {"type": "integer"}
_NUMBER: Final = {"type": "number"}
_YES: Final = {"type": "boolean"}


def _or_null(one: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [one, {"type": "null"}]}


def _list(one: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": one}


def _of(one: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": one}


def _part(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


_PLAYER: Final = _object(id=_TEXT, name=_TEXT)
_GUEST: Final = _object(token=_TEXT, player=_PLAYER)
_SIGNED_IN: Final = _object(token=_TEXT, player=_PLAYER, roles=_list(_TEXT))
_ME: Final = _object(
    player=_PLAYER,
    roles=_list(_TEXT),
    chips=_NUMBER,
    seats=_list(_object(table=_TEXT, seat=_WHOLE)),
)
_ROW: Final = _object(
    table=_TEXT,
    name=_TEXT,
    game=_TEXT,
    jurisdiction=_TEXT,
    practice=_YES,
    minimum=_or_null(_NUMBER),
    maximum=_or_null(_NUMBER),
    phase=_TEXT,
    seats=_list(_object(seat=_WHOLE, player=_or_null(_object(id=_TEXT, name=_TEXT, bot=_YES)))),
    meters=_of(_NUMBER),
)
_ONE: Final = _object(
    table=_TEXT,
    version=_WHOLE,
    at=_TEXT,
    now=_NUMBER,
    deadline=_or_null(_WHOLE),
    commitment=_or_null(_TEXT),
    rules={"type": "object"},
    view=_part("view"),
)
_DONE: Final = _object(version=_WHOLE, events=_list(_part("event")), at=_TEXT, view=_part("view"))
_HAPPENED: Final = _list(_object(version=_WHOLE, event=_part("event")))
_ENDED: Final = _list(_object(round=_TEXT, table=_TEXT, number=_WHOLE, ended=_WHOLE, void=_YES))
_RECORD: Final = {
    "type": "object",
    "properties": {
        "round": _TEXT,
        "table": _TEXT,
        "number": _WHOLE,
        "rules": _TEXT,
        "opening": _TEXT,
        "commitment": _or_null(_TEXT),
        "secret": _or_null(_TEXT),
        "words": _TEXT,
        "cut": _or_null(_WHOLE),
        "order": _or_null(_list(_TEXT)),
        "entries": _list({"type": "object"}),
        "proof": {"type": "object"},
        "seats": _list({"type": "object"}),
    },
    "required": [
        *("round", "table", "number", "rules", "opening", "commitment", "secret", "words", "cut"),
        *("order", "entries", "proof", "seats"),
    ],
}
_METERS: Final = _list(_object(meter=_TEXT, amount=_NUMBER, tables=_list(_TEXT)))
_HEALTH: Final = _object(status=_TEXT, tables=_WHOLE, stopped=_list(_TEXT))
_CHIPS: Final = _object(table=_TEXT, amount=_NUMBER)

#: Method, path, what it does, parameters, body, status, answer, whether a session is needed.
_Operation = tuple[str, str, str, list[Any], Any, int, Any, bool]
OPERATIONS: Final[tuple[_Operation, ...]] = (
    (
        "post",
        "/api/guests",
        "A guest with play chips",
        [],
        _object(name=_NAME),
        201,
        _GUEST,
        False,
    ),
    (
        "post",
        "/api/players",
        "Register, to come back with a password",
        [],
        _object(name=_NAME, password=_WORD),
        201,
        _SIGNED_IN,
        False,
    ),
    (
        "post",
        "/api/sign-in",
        "A new session",
        [],
        _object(name=_NAME, password=_WORD),
        200,
        _SIGNED_IN,
        False,
    ),
    ("post", "/api/sign-out", "End the session", [], None, 204, None, True),
    ("get", "/api/me", "Who I am, my chips and my seats", [], None, 200, _ME, True),
    ("post", "/api/me/chips", "More play chips, where few are left", [], None, 200, _ME, True),
    ("get", "/api/tables", "The tables that are open", [], None, 200, _list(_ROW), False),
    (
        "post",
        "/api/tables",
        "Open a table (operator); the body is a rules file as JSON",
        [],
        {"type": "object"},
        201,
        _object(table=_TEXT),
        True,
    ),
    (
        "get",
        "/api/tables/{table}",
        "A table, as the one who asks may see it",
        [_TABLE],
        None,
        200,
        _ONE,
        False,
    ),
    (
        "post",
        "/api/tables/{table}/commands",
        "A command at a table",
        [_TABLE, _KEY],
        {"$ref": "#/components/schemas/command"},
        200,
        _DONE,
        True,
    ),
    (
        "get",
        "/api/tables/{table}/events",
        "What happened at a table; a stream for text/event-stream",
        [_TABLE, _AFTER],
        None,
        200,
        _HAPPENED,
        False,
    ),
    (
        "post",
        "/api/tables/{table}/confirm",
        "The second person's word",
        [_TABLE, _MAYBE_KEY],
        _object(asked={"type": "integer"}),
        200,
        _DONE,
        True,
    ),
    (
        "post",
        "/api/tables/{table}/close",
        "Close a table and reconcile its chips",
        [_TABLE],
        None,
        200,
        {"type": "object"},
        True,
    ),
    (
        "post",
        "/api/tables/{table}/handover",
        "Let a person deal, or the automatic dealer",
        [_TABLE],
        _object(dealer={"enum": ["auto", "person"]}),
        200,
        _object(table=_TEXT, dealer=_TEXT),
        True,
    ),
    (
        "post",
        "/api/tables/{table}/fill",
        "Chips from the bank to a table",
        [_TABLE, _MAYBE_KEY],
        _object(amount=_MONEY, reason=_REASON),
        200,
        _CHIPS,
        True,
    ),
    (
        "post",
        "/api/tables/{table}/credit",
        "Chips from a table to the bank",
        [_TABLE, _MAYBE_KEY],
        _object(amount=_MONEY, reason=_REASON),
        200,
        _CHIPS,
        True,
    ),
    (
        "get",
        "/api/rounds",
        "Finished rounds, the newest first",
        [
            {**_TABLE, "in": "query", "required": False},
            {**_ROUND, "name": "before", "in": "query", "required": False},
            {
                "name": "limit",
                "in": "query",
                "schema": {"type": "integer", "minimum": 1, "maximum": 1000},
            },
        ],
        None,
        200,
        _ENDED,
        False,
    ),
    (
        "get",
        "/api/rounds/{round}",
        "The record of a finished round, with its proof",
        [_ROUND],
        None,
        200,
        _RECORD,
        False,
    ),
    ("get", "/api/meters", "The progressive meters", [], None, 200, _METERS, False),
    ("get", "/healthz", "Whether all is well", [], None, 200, _HEALTH, False),
)
_PROBLEMS: Final = {
    400: "malformed",
    401: "no session, or it has ended",
    403: "not this role or seat",
    404: "unknown",
    409: "refused by the rules, or its moment is over",
    413: "too large",
    422: "no such command or field, or the key was used for another body",
    428: "no key",
    429: "too many",
    503: "the table is stopped",
}


@cache
def description() -> dict[str, Any]:
    """The whole description."""
    schema = table_schema()
    paths: dict[str, Any] = {}
    for method, path, summary, parameters, body, status, answer, session in OPERATIONS:
        operation: dict[str, Any] = {
            "summary": summary,
            "operationId": f"{method} {path}",
            "responses": {str(status): _response(summary, answer)},
        }
        for code, words in _PROBLEMS.items():
            operation["responses"][str(code)] = {
                "description": words,
                "content": {
                    "application/problem+json": {"schema": {"$ref": "#/components/schemas/problem"}}
                },
            }
        if parameters:
            operation["parameters"] = parameters
        if body is not None:
            operation["requestBody"] = {
                "required": True,
                "content": {"application/json": {"schema": body}},
            }
        if session:
            operation["security"] = [{"token": []}]
        paths.setdefault(path, {})[method] = operation
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Fairdeal",
            "version": __version__,
            "description": "A live floor of casino poker table games, with play chips only.",
        },
        "paths": paths,
        "components": {
            "schemas": {**_components(schema), "problem": _PROBLEM},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _response(summary: str, answer: Any) -> dict[str, Any]:
    if answer is None:
        return {"description": summary}
    if answer is _HAPPENED:
        stream = {"text/event-stream": {"schema": _TEXT}}
        content = {"application/json": {"schema": answer}, **stream}
        return {"description": summary, "content": content}
    return {"description": summary, "content": {"application/json": {"schema": answer}}}


_PROBLEM: Final = {
    "type": "object",
    "required": ["detail", "code", "status"],
    "properties": {
        "detail": {"type": "string"},
        "code": {"type": "string"},
        "status": {"type": "integer"},
        "clause": {"type": "string"},
        "version": {"type": "integer"},
    },
}


def _components(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of each command, with the moment that it may name."""
    commands: dict[str, Any] = schema["$defs"]["commands"]
    named = {f"command-{name}": _with_moment(one) for name, one in commands.items()}
    either = [{"$ref": f"#/components/schemas/{name}"} for name in named]
    events = list(schema["$defs"]["events"].values())
    return {
        "command": {"anyOf": either},
        **named,
        "event": {"anyOf": events},
        "view": schema["$defs"]["view"],
    }


def _with_moment(command: dict[str, Any]) -> dict[str, Any]:
    at = {"type": "string", "maxLength": 100, "description": "the view's `at` it was decided on"}
    return {**command, "properties": {**command["properties"], "at": at}}
