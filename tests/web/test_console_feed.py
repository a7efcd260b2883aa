"""A console's feed: for whoever works at the table, the first message at once, and again whenever
something changes there, who deals included.
"""

import json
from typing import Any

import pytest
from hand_dealt import Staff, open_table
from web_client import PATIENCE, Client, Server
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect


def feed(client: Client, table: str, **headers: str) -> ClientConnection:
    url = client.server.url.replace("http://", "ws://")
    return connect(
        f"{url}/tables/{table}/deal/live", additional_headers={**client.headers, **headers}
    )


def heard(socket: ClientConnection) -> Any:
    return json.loads(socket.recv(timeout=PATIENCE))


def test_a_handover_is_told_at_once(staff: Staff) -> None:
    table = open_table(staff)
    with feed(staff.dealer, table) as socket:
        first = heard(socket)
        assert "roles" not in first["scene"]
        assert [tap["command"] for tap in first["scene"]["taps"]] == [{"do": "tap-in"}]
        staff.dealer.do(table, {"do": "tap-in"})
        first = heard(socket)
        assert first["scene"]["roles"] == ["dealer"]
        assert first["scene"]["dealing"] == "dora"
        assert first["scene"]["lines"][0]["mine"]
        version = first["scene"]["version"]
        path = f"/api/tables/{table}/handover"
        assert staff.floor.post(path, {"dealer": "auto"}).status_code == 200
        scenes = [heard(socket)["scene"]]
        while scenes[-1]["dealer"] != "auto":
            scenes.append(heard(socket)["scene"])
        assert "roles" not in scenes[-1]
        assert "The automatic dealer deals here" in scenes[-1]["why"]
        assert scenes[-1]["version"] >= version


def test_who_is_not_let_in(server: Server, staff: Staff) -> None:
    table = open_table(staff)
    for client in (server.public(), server.guest("eve")):
        with pytest.raises(InvalidStatus) as refused:
            feed(client, table)
        assert refused.value.response.status_code == 403
    with pytest.raises(InvalidStatus) as refused:
        feed(staff.dealer, "t99")
    assert refused.value.response.status_code == 404
    with pytest.raises(InvalidStatus) as refused:
        feed(staff.dealer, table, Origin="http://elsewhere.example")
    assert refused.value.response.status_code == 403
    with feed(staff.auditor, table) as socket:
        scene = heard(socket)["scene"]
        assert "roles" not in scene
        assert "declaring" not in scene
        assert not any(line.get("mine") for line in scene["lines"])
