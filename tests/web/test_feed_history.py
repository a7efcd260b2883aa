"""Old events are read from the log in parts, reads are limited, and faults of a feed are logged."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from web_client import PATIENCE, Client, Server, play_round, problem
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from fairdeal.web.http.limits import LogReadLimit, RateLimit
from fairdeal.web.http.problems import Problem

#: A server for which a few rounds are very many.
SMALL = """
from fairdeal.floor.tables import published_table
from fairdeal.web.api import feed
from fairdeal.web.live import messages
published_table.RECENT, messages.LOG_PAGE_ENTRIES = 2, 20
messages.MAX_MESSAGE_BYTES = feed.MAX_BUFFERED_BYTES = 9_000
from fairdeal.cli import main
main()
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("small")
    options = ("--pace", "0", "--clock", "0", "--no-bots")
    server = Server(folder, *options, program=("-c", SMALL))
    try:
        yield server
    finally:
        assert server.stop() == 0
    assert not [line for line in server.log if "traceback" in line]


@pytest.fixture(scope="module")
def ann(small: Server) -> Client:
    """Somebody who has played some rounds."""
    one = small.guest()
    one.do("t4", {"do": "sit", "seat": 1})
    for _ in range(25):
        play_round("t4", {1: one})
    return one


def test_a_long_list_comes_in_parts(ann: Client) -> None:
    answer = ann.get("/api/tables/t4/events?after=0")
    told = answer.json()
    assert answer.headers["transfer-encoding"] == "chunked"
    assert len(answer.content) > 30_000
    assert answer.text == json.dumps(told, separators=(",", ":"), ensure_ascii=False)
    versions = [one["version"] for one in told]
    assert versions == sorted(set(versions))
    # What is short is whole, be it from memory or from the log.
    for back in (0, 3, 40):
        after = ann.version("t4") - back
        short = ann.get(f"/api/tables/t4/events?after={after}")
        assert int(short.headers["content-length"]) == len(short.content)
        assert short.json() == [one for one in told if one["version"] > after]
    assert ann.get(f"/api/tables/t4/events?after={10**14}").text == "[]"


def test_a_live_connection_that_was_gone_for_long(ann: Client) -> None:
    told = ann.json("/api/tables/t4/events?after=0")
    version = ann.version("t4")
    messages: list[Any] = []
    with ann.live("t4", "?after=0") as socket:
        while not messages or messages[-1]["version"] < version:
            text = socket.recv(timeout=PATIENCE)
            assert len(text) < 30_000
            messages.append(json.loads(text))
        # What comes next is what happens next: it goes on, and nothing is told twice.
        ann.do("t4", {"do": "call-floor", "reason": "a question"})
        new = json.loads(socket.recv(timeout=PATIENCE))
        assert all(one["version"] > version for one in new["events"])
        assert new["events"]
    assert len(messages) > 3
    assert [one for message in messages for one in message["events"]] == told
    versions = [message["version"] for message in messages]
    assert versions == sorted(set(versions))
    for message in messages:
        assert set(message) == {"version", "at", "now", "deadline", "events", "view"}
        assert message["events"][-1]["version"] <= message["version"]
        assert message["view"]["version"] == version, "the view is of now"
    # What is not so long ago comes in one.
    with ann.live("t4", f"?after={version - 40}") as socket:
        message = json.loads(socket.recv(timeout=PATIENCE))
        assert message["version"] > version
        assert message["events"][0] == next(one for one in told if one["version"] > version - 40)


def test_a_stream_that_was_gone_for_long(ann: Client) -> None:
    told, heard = ann.json("/api/tables/t4/events?after=0"), []
    headers = {"Accept": "text/event-stream", **ann.headers}
    with ann.http.stream("GET", "/api/tables/t4/events?after=0", headers=headers) as answer:
        for line in answer.iter_lines():
            if line.startswith("data: "):
                heard.append(json.loads(line.removeprefix("data: ")))
            if len(heard) == len(told):
                break
    assert heard == told


def test_a_page_is_told_from_the_log_what_happened_long_ago(small: Server) -> None:
    """The two events in memory are others by the time the player comes back."""
    bob, fred = small.guest("bob"), small.staff("fred", "floor")
    bob.do("t1", {"do": "sit", "seat": 1})
    version = bob.version("t1")
    fred.do("t1", {"do": "remove-player", "seat": 1, "reason": "no answer"})
    for _ in range(3):
        fred.do("t1", {"do": "announce", "words": "the table is open"})
    address = small.url.replace("http://", "ws://") + f"/tables/t1/live?after={version}"
    with connect(address, additional_headers=bob.headers, origin=None) as socket:
        first = json.loads(socket.recv(timeout=PATIENCE))
    words = [one["words"] for one in first["without_you"]]
    assert words == ["Your seat was freed: no answer. Your chips are still yours"]


# Limits -------------------------------------------------------------------------------------------


def test_so_many_read_far_back(tmp_path: Path) -> None:
    server = Server(tmp_path, "--pace", "1", "--no-bots", program=("-c", SMALL))
    try:
        public = server.public()
        with public.live("t1") as socket:
            while (
                json.loads(socket.recv(timeout=PATIENCE))["version"] <= 3
            ):  # all of it is in memory
                pass
        for _ in range(150):
            problem(public.get("/api/rounds/t1-9"), 404, "unknown")
            assert public.get("/api/tables/t1/events?after=0").json()
        told = problem(public.get("/api/rounds/t1-9"), 429, "too-many")
        assert "300 in 60 seconds" in told["detail"]
        problem(public.get("/api/tables/t1/events?after=0"), 429, "too-many")
        assert public.get("/r/t1-9", Accept="text/html").status_code == 429
        with pytest.raises(InvalidStatus) as refused, public.live("t1", "?after=0"):
            pass
        assert refused.value.response.status_code == 429
        # What is at hand is told as ever.
        now = public.version("t1")
        assert public.get(f"/api/tables/t1/events?after={now}").json() == []
        with public.live("t1") as socket:
            socket.recv(timeout=PATIENCE)
    finally:
        assert server.stop() == 0


def test_so_many_at_once() -> None:
    reads = LogReadLimit(RateLimit(100, 60), 2)
    with reads.reading("a"), reads.reading("b"):
        with reads.reading("a"), pytest.raises(Problem, match="2 at once"), reads.reading("a"):
            pass
        with reads.reading("a"):
            pass


#: A server whose writer is never done.
BUSY = """
from fairdeal.floor.writer import Writer
from fairdeal.web.live import service
Writer.queued = property(lambda _: service.MAX_QUEUED)
from fairdeal.cli import main
main()
"""


def test_more_than_the_writer_can_do(tmp_path: Path) -> None:
    server = Server(tmp_path, "--pace", "0", "--no-bots", program=("-c", BUSY))
    try:
        answer = server.public().post("/api/guests", {"name": "ann"})
        problem(answer, 503, "busy")
        assert answer.headers["retry-after"] == "1"
        assert server.public().get("/api/tables").status_code == 200
    finally:
        assert server.stop() == 0


# Faults -------------------------------------------------------------------------------------------

FAULTY = """
from fairdeal.web.live.{module} import {class_}
def fails(*_):
    raise {error}("boom")
{class_}.{name} = fails
from fairdeal.cli import main
main()
"""


@pytest.mark.parametrize("error", ["KeyError", "RuntimeError"])
def test_a_fault_on_a_live_connection_is_logged(tmp_path: Path, error: str) -> None:
    program = (
        "-c",
        FAULTY.format(module="messages", class_="MessageWriter", name="head", error=error),
    )
    server = Server(tmp_path, "--pace", "0", "--no-bots", program=program)
    url = server.url.replace("http://", "ws://")
    try:
        for path in ("/api/tables/t1/live", "/tables/t1/live"):
            with connect(url + path) as socket, pytest.raises(ConnectionClosed) as closed:
                socket.recv(timeout=PATIENCE)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1011
    finally:
        assert server.stop() == 0
    faults = [line for line in server.log if line["event"] == "fault"]
    assert ["boom" in line["traceback"] for line in faults] == [True, True], "one for each path"


def test_a_fault_before_it_is_one(tmp_path: Path) -> None:
    program = (
        "-c",
        FAULTY.format(module="service", class_="Service", name="table", error="KeyError"),
    )
    server = Server(tmp_path, "--pace", "0", "--no-bots", program=program)
    try:
        with pytest.raises(InvalidStatus) as refused, server.public().live("t1"):
            pass
        assert refused.value.response.status_code == 500
        assert json.loads(refused.value.response.body or b"")["code"] == "fault"
    finally:
        assert server.stop() == 0
    assert ["boom" in line["traceback"] for line in server.log if "traceback" in line] == [True]


def test_what_is_no_event_is_sent_too(small: Server, ann: Client) -> None:
    """Who deals from now on: the version stays, and everybody who listens is told."""
    del ann
    operator = small.operator()
    with small.public().live("t3") as socket:
        first = json.loads(socket.recv(timeout=PATIENCE))
        operator.post("/api/tables/t3/handover", {"dealer": "person"})
        assert json.loads(socket.recv(timeout=PATIENCE))["version"] >= first["version"]
