"""A private practice table is its owner's: others get the answer of a table that does not exist."""

import json
import re

import httpx
import pytest
from web_client import Client, Server, play_round, problem
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

PAGE = {"Accept": "text/html"}


@pytest.fixture(scope="module")
def ann(server: Server) -> Client:
    """A player who practises."""
    return server.guest("ann")


@pytest.fixture(scope="module")
def own(ann: Client) -> str:
    """The private table."""
    return str(ann.post("/api/practice", {"table": "t1"}).json()["table"])


def outsiders(server: Server) -> list[Client]:
    return [server.public(), server.guest("bob")]


def same_but_for_the_name(private: httpx.Response, missing: httpx.Response, own: str) -> bool:
    """Whether two answers are alike, apart from the table's id and the date."""
    texts = [re.sub(rf"\b({own}|t999)\b", "TABLE", one.text) for one in (private, missing)]
    return private.status_code == missing.status_code and texts[0] == texts[1]


@pytest.mark.parametrize(
    "path",
    [
        *("/api/tables/{}", "/api/tables/{}/events", "/api/tables/{}/events?after=0"),
        *("/tables/{}", "/tables/{}/coach/card", "/tables/{}/papers"),
        *("/tables/{}/papers/rack-card.pdf", "/tables/{}/deal"),
    ],
)
def test_others_find_nothing_there(server: Server, own: str, path: str) -> None:
    for who in outsiders(server):
        accept = PAGE if path.startswith("/tables") else {}
        private = who.get(path.format(own), **accept)
        missing = who.get(path.format("t999"), **accept)
        assert private.status_code == 404
        assert same_but_for_the_name(private, missing, own)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/tables/{}/commands", {"do": "sit", "seat": 2}),
        ("/api/tables/{}/pace", {"pace": "quick"}),
        ("/api/tables/{}/skip", {}),
        ("/api/tables/{}/confirm", {"asked": 1}),
    ],
)
def test_others_do_nothing_there(
    server: Server, own: str, path: str, body: dict[str, object]
) -> None:
    bob, key = server.guest("bob"), {"Idempotency-Key": "a key"}
    answer = bob.post(path.format(own), body, **key)
    problem(answer, 404, "unknown")
    assert same_but_for_the_name(answer, bob.post(path.format("t999"), body, **key), own)
    answer = bob.post("/api/practice", {"table": own})
    problem(answer, 404, "unknown")


@pytest.mark.parametrize("path", ["/api/tables/{}/live", "/tables/{}/live"])
def test_others_follow_no_feed_of_it(server: Server, ann: Client, own: str, path: str) -> None:
    url = server.url.replace("http://", "ws://") + path.format(own)
    for who in outsiders(server):
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(url, additional_headers=who.headers, origin=None),
        ):
            pass
        assert refused.value.response.status_code == 404
    with connect(url, additional_headers=ann.headers, origin=None) as feed:
        assert json.loads(feed.recv())


def test_a_click_on_sit_down_there_is_refused(server: Server, own: str) -> None:
    for who in outsiders(server):
        assert who.raw(f"/tables/{own}/sit", "practice=yes", **PAGE).status_code == 404


def test_the_owner_and_those_who_work_here_see_it(
    ann: Client, own: str, dealer: Client, operator: Client
) -> None:
    for who in (ann, dealer, operator):
        assert who.get(f"/api/tables/{own}").status_code == 200
        assert who.get(f"/tables/{own}", **PAGE).status_code == 200
        assert who.get(f"/api/tables/{own}/events").status_code == 200
    assert ann.get(f"/tables/{own}/papers", **PAGE).status_code == 200


def test_a_finished_round_has_its_public_record(server: Server, ann: Client, own: str) -> None:
    number = ann.table(own)["view"]["round"]
    assert server.public().get(f"/api/rounds/{own}-{number}").status_code == 404
    finished = play_round(own, {1: ann})
    assert server.public().get(f"/api/rounds/{finished}").status_code == 200
    assert server.public().get(f"/r/{finished}", **PAGE).status_code == 200
    listed = server.public().json(f"/api/rounds?table={own}")
    assert [one["round"] for one in listed] == [finished]
