"""The server and its description agree, whatever schemathesis makes of the description."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from web_client import Client, Server, play_round

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def people(server: Server) -> list[Client]:
    """Nobody, a player who sits at tables, and the operator."""
    player = server.guest("sam")
    for table in ("t1", "t4"):
        player.do(table, {"do": "sit", "seat": 1})
        play_round(table, {1: player})
    return [server.public(), player, server.operator()]


@pytest.mark.parametrize("examples", [12, pytest.param(60, marks=pytest.mark.slow)])
def test_whatever_the_description_allows(
    server: Server, people: list[Client], examples: int
) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    tested = 0
    statuses: set[int] = set()
    for result in schema.get_all_operations():
        operation: Any = result.ok()  # type: ignore[union-attr] # an error raises here

        @seed(1)
        @settings(
            max_examples=examples,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(
            case=operation.as_strategy(),
            who=st.sampled_from(people),
            table=st.sampled_from(["t1", "t4", None]),
        )
        def ask(case: Any, who: Client, table: str | None) -> None:
            if table and "table" in (case.path_parameters or {}):
                case.path_parameters["table"] = table
            # These end the session of whoever asks: a guest who registers gets a new one.
            if case.path in ("/api/sign-out", "/api/players") and who.token:
                who = server.guest()
            answer = case.call_and_validate(
                headers={**(case.headers or {}), **who.headers}, checks=CHECKS, timeout=30
            )
            statuses.add(answer.status_code)

        ask()
        tested += 1
    assert tested >= 19
    assert statuses >= {200, 201, 401, 403, 404, 409, 422}
    assert not [line for line in server.lines if "traceback" in line.lower()]


@pytest.mark.parametrize("table", ["t1", "t4"])
def test_what_is_there_is_as_it_is_described(
    server: Server, people: list[Client], table: str
) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    for path in (
        *("/api/tables", "/api/tables/{table}", "/api/tables/{table}/events", "/api/rounds"),
        *("/api/rounds/{round}", "/api/meters", "/healthz", "/api/me"),
    ):
        for who in people:
            given = {"table": table, "round": f"{table}-1"}
            used = {name: value for name, value in given.items() if f"{{{name}}}" in path}
            case = schema[path]["GET"].Case(path_parameters=used)
            answer = case.call_and_validate(headers=who.headers, checks=CHECKS, timeout=30)
            assert answer.status_code == (401 if path == "/api/me" and not who.token else 200)
