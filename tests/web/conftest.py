"""A real server for the tests of the API."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hand_dealt import Staff, staff_of
from scene_room import Room
from web_client import Client, Server, quiet_server, rules_of


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Server]:
    """A server without pauses, clock and bots; the parameter is the program that starts it."""
    program = getattr(request, "param", ("-m", "fairdeal"))
    with quiet_server(tmp_path_factory.mktemp("floor"), program) as one:
        yield one
    for line in one.log:
        assert line["level"] in ("info", "warning"), line


@pytest.fixture(scope="module")
def staff(server: Server) -> Staff:
    """Who works at the floor."""
    return staff_of(server)


@pytest.fixture(scope="module")
def operator(server: Server) -> Client:
    return server.operator()


@pytest.fixture(scope="module")
def floorperson(server: Server) -> Client:
    return server.staff("flo", "floor")


@pytest.fixture(scope="module")
def dealer(server: Server) -> Client:
    return server.staff("dora", "dealer")


@pytest.fixture
def table(operator: Client) -> str:
    """A new table of Double Draw, for one test."""
    answer = operator.post("/api/tables", rules_of("7-practice-double-draw.toml"))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A floor without a server, for scenes."""
    one = Room(tmp_path)
    yield one
    one.floor.database.close()
