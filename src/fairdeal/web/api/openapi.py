"""The OpenAPI 3.1 description of the API, made of the table of its operations and their types."""

from functools import cache
from typing import Any

import msgspec

from fairdeal import __version__
from fairdeal.web.api.operations import Operation, Parameter
from fairdeal.web.api.routes import OPERATIONS
from fairdeal.web.http.problems import TITLES, ProblemAnswer
from fairdeal.wire.schema import schema as table_schema


@cache
def description() -> dict[str, Any]:
    """Return the whole description."""
    types = [kind for operation in OPERATIONS for kind in _types(operation)]
    schemas, components = msgspec.json.schema_components(
        [*types, ProblemAnswer], ref_template="#/components/schemas/{name}"
    )
    schema_of = dict(zip(map(repr, [*types, ProblemAnswer]), schemas, strict=True))
    paths: dict[str, Any] = {}
    for operation in OPERATIONS:
        described = _operation(operation, lambda kind: schema_of[repr(kind)])
        paths.setdefault(operation.path, {})[operation.method.lower()] = described
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Fairdeal",
            "version": __version__,
            "description": "A live floor of casino poker table games, with play chips only.",
        },
        "paths": paths,
        "components": {
            "schemas": {**_table_components(), **components},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _types(operation: Operation) -> list[Any]:
    """Return the types that an operation takes and answers."""
    own = (operation.answer, operation.queued, operation.body)
    kinds = [*own, *(one.type for one in operation.parameters)]
    return [kind for kind in kinds if kind is not None]


def _operation(operation: Operation, schema_of: Any) -> dict[str, Any]:
    answer = {"description": operation.summary, **_content(operation, schema_of)}
    problem = {"application/problem+json": {"schema": schema_of(ProblemAnswer)}}
    responses = {str(status): answer for status in (operation.status, *operation.also)}
    if operation.queued is not None:
        content = {"application/json": {"schema": schema_of(operation.queued)}}
        responses["202"] = {"description": "Queued: it takes a while", "content": content}
    for status in sorted(operation.errors):
        responses[str(status)] = {"description": TITLES[status], "content": problem}
    described: dict[str, Any] = {
        "summary": operation.summary,
        "operationId": operation.endpoint.__name__,
        "responses": responses,
    }
    if operation.parameters:
        described["parameters"] = [_parameter(one, schema_of) for one in operation.parameters]
    if operation.body is not None:
        content = {"application/json": {"schema": schema_of(operation.body)}}
        described["requestBody"] = {"required": True, "content": content}
    if operation.session:
        described["security"] = [{"token": []}]
    return described


def _content(operation: Operation, schema_of: Any) -> dict[str, Any]:
    content: dict[str, Any] = {}
    if operation.answer is not None:
        content["application/json"] = {"schema": schema_of(operation.answer)}
    content |= {media: {"schema": {"type": "string"}} for media in operation.media}
    return {"content": content} if content else {}


def _parameter(parameter: Parameter, schema_of: Any) -> dict[str, Any]:
    return {
        "name": parameter.name,
        "in": parameter.place,
        "required": parameter.required,
        "description": parameter.description,
        "schema": schema_of(parameter.type),
    }


def _table_components() -> dict[str, Any]:
    """Return the schemas of commands, events and views, which are made of the table's types."""
    definitions: dict[str, Any] = table_schema()["$defs"]
    commands = {
        f"command-{name}": _with_moment(one) for name, one in definitions["commands"].items()
    }
    return {
        "command": {"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in commands]},
        **commands,
        "event": {"anyOf": list(definitions["events"].values())},
        "view": definitions["view"],
    }


def _with_moment(command: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a command with the moment that it may name."""
    at = {"type": "string", "maxLength": 100, "description": "the view's `at` it was decided on"}
    return {**command, "properties": {**command["properties"], "at": at}}
