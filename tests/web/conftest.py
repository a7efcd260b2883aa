"""A real server for the tests of the API."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hand_dealt import Staff, staff_of
from scene_room import Room
from web_client import Client, Server, rules_of


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Server]:
    """A server without pauses, clock and bots; the parameter is the program that starts it."""
    options = ("--pace", "0", "--clock", "0", "--no-bots")
    program = getattr(request, "param", ("-m", "fairdeal"))
    one = Server(tmp_path_factory.mktemp("floor"), *options, program=program)
    try:
        yield one
    finally:
        code = one.stop()
    assert code == 0
    for line in one.log:
        assert "traceback" not in line, str(line["traceback"])
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
