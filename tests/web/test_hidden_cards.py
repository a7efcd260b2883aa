"""No byte that anybody is sent tells a card, or the deck's secret, that is not for that person yet.

Full tables of every game are played over HTTP. Viewers of every role listen over WebSocket and SSE
and poll at once; all that they are sent is kept. After a round its record says which card lay
where and when it was turned up: that is the truth which everything is compared with, and nothing of
the server's own redaction is used for it.
"""

import asyncio
import json
import random
import re
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from typing import Any, NamedTuple

import httpx
import pytest
from web_client import BETS, KEYS, Client, Server
from websockets.asyncio.client import connect

CARD = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs]|\*)(?![A-Za-z0-9])")
RANKS = {
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "ten": "T",
    "jack": "J",
    "queen": "Q",
    "king": "K",
    "ace": "A",
}
#: Cards as a page names them for whoever does not see it.
NAMED = re.compile(rf"(?<![-A-Za-z])({'|'.join(RANKS)}) of (clubs|diamonds|hearts|spades)")
TABLES = ("t1", "t2", "t3", "t4")
SEATS = (1, 2, 3)
#: What may be bet beside the game's own wagers.
SIDES = {
    "t1": {"five-card-bonus": 1, "three-card-bonus": 5, "progressive": 1},
    "t2": {"ultimate-pairs": 5},
    "t3": {"five-card-bonus": 5},
    "t4": {},
}


class Sent(NamedTuple):
    """Something that a viewer was sent of a table: an event, or a view; both have a version."""

    viewer: str
    how: str
    version: int
    text: str


class Truth:
    """What a viewer may know at every version of a round, from its record alone."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.order = set(record["order"])
        self.secret = record["secret"]
        self.first = record["before"]["version"]
        #: Who held which seat, and (version, who, cards): None is everybody.
        self.known: list[tuple[int, int | None, set[str]]] = []
        version = self.first
        entries = record["entries"][1 if record["number"] > 1 else 0 :]
        for entry in entries:
            for event in entry["events"]:
                version += 1
                self._hear(version, event)
        self.end = next(v for v, who, cards in self.known if cards == self.order)
        self.last = version

    def _hear(self, version: int, event: dict[str, Any]) -> None:
        kind = event["event"]
        if kind == "cards-dealt":
            for one in event["cards"]:
                kind, _, seat = one["place"].partition(":")
                if kind == "seat":
                    self.known.append((version, int(seat), {one["card"]}))
        elif kind in ("cards-replaced", "cards-discarded"):
            self.known.append((version, event["seat"], set(event["cards"])))
        elif kind == "cards-revealed":
            self.known.append((version, None, {one["card"] for one in event["cards"]}))
        elif kind == "hand-shown":
            self.known.append((version, None, set(event["cards"])))
        elif kind == "secrets-revealed":
            self.known.append((version, None, self.order))

    def at(self, version: int, seat: int | None) -> set[str]:
        """The cards that somebody at a seat, or nobody's friend, may know."""
        found: set[str] = set()
        for since, who, cards in self.known:
            if since <= version and (who is None or who == seat):
                found |= cards
        return found


def leaks(sent: Sent, truth: Truth, ids: list[str]) -> str | None:
    """What something tells that it may not."""
    if sent.version < truth.end and truth.secret in sent.text:
        return "the secret of the deck"
    text = sent.text
    for one in ids:
        text = text.replace(one, "somebody")
    kind, _, seat = sent.viewer.partition(":")
    may = truth.at(sent.version, int(seat) if kind == "seat" else None)
    named = {RANKS[rank] + suit[0] for rank, suit in NAMED.findall(text)}
    extra = (set(CARD.findall(text)) | named) - may
    return f"cards {sorted(extra)}" if extra else None


class Floor:
    """A server with its viewers, and all that they are sent."""

    def __init__(self, server: Server, people: dict[str, Client], seed: int) -> None:
        self.server = server
        self.people = people
        self.chance = random.Random(seed)
        self.http = httpx.AsyncClient(base_url=server.url, timeout=60)
        self.sent: dict[str, list[Sent]] = {table: [] for table in TABLES}
        self.reached: dict[tuple[str, str, str], int] = {}
        #: Set whenever a feed has come further.
        self.progress = asyncio.Event()
        self.bytes = 0

    def keep(self, table: str, viewer: str, how: str, version: int, document: Any) -> None:
        text = json.dumps(document)
        self.bytes += len(text)
        self.sent[table].append(Sent(viewer, how, version, text))

    # Listening ------------------------------------------------------------------------------------

    async def live(self, table: str, viewer: str) -> None:
        url = self.server.url.replace("http://", "ws://")
        headers = self.people[viewer].headers
        async with connect(
            f"{url}/api/tables/{table}/live", additional_headers=headers, max_size=None
        ) as socket:
            async for message in socket:
                document = json.loads(message)
                for one in document.pop("events"):
                    self.keep(table, viewer, "live event", one["version"], one)
                self.keep(table, viewer, "live", document["version"], document)
                self.reach(table, viewer, "live", document["version"])

    def reach(self, table: str, viewer: str, how: str, version: int) -> None:
        """Note how far a feed has come."""
        self.reached[table, viewer, how] = version
        self.progress.set()

    async def until(self, done: Callable[[], bool]) -> bool:
        """Wait until feeds have come as far as that; return False if they stand still before."""
        while not done():
            self.progress.clear()
            try:
                await asyncio.wait_for(self.progress.wait(), 30)
            except TimeoutError:
                return False
        return True

    async def page(self, table: str, viewer: str) -> None:
        """What a table's page is sent."""
        url = self.server.url.replace("http://", "ws://")
        headers = self.people[viewer].headers
        async with connect(
            f"{url}/tables/{table}/live", additional_headers=headers, max_size=None
        ) as socket:
            async for message in socket:
                document = json.loads(message)
                if not document:
                    continue  # only that the line is there
                for one in document.pop("said"):
                    self.keep(table, viewer, "page words", one["version"], one)
                version = document["scene"]["version"]
                self.keep(table, viewer, "page", version, document)
                self.reach(table, viewer, "page", version)

    async def stream(self, table: str, viewer: str, after: int) -> None:
        headers = {"Accept": "text/event-stream", **self.people[viewer].headers}
        path = f"/api/tables/{table}/events?after={after}"
        async with self.http.stream("GET", path, headers=headers, timeout=None) as answer:
            self.reach(table, viewer, "stream", after)
            async for line in answer.aiter_lines():
                if line.startswith("data: "):
                    document = json.loads(line[6:])
                    self.keep(table, viewer, "stream", document["version"], document)
                    self.reach(table, viewer, "stream", document["version"])

    async def poll(self, table: str, viewer: str) -> dict[str, Any]:
        headers = self.people[viewer].headers
        answer = await self.http.get(f"/api/tables/{table}", headers=headers)
        document: dict[str, Any] = answer.json()
        self.keep(table, viewer, "poll", document["version"], document)
        after = max(0, document["version"] - 5)
        listed = await self.http.get(f"/api/tables/{table}/events?after={after}", headers=headers)
        for one in listed.json():
            self.keep(table, viewer, "poll event", one["version"], one)
        return document

    # Playing --------------------------------------------------------------------------------------

    async def do(self, table: str, seat: int, command: dict[str, Any]) -> None:
        who = f"seat:{seat}"
        answer = await self.http.post(
            f"/api/tables/{table}/commands",
            json=command,
            headers={**self.people[who].headers, "Idempotency-Key": f"h{next(KEYS)}"},
        )
        assert answer.status_code == 200, (command, answer.text)
        document = answer.json()
        for event in document["events"]:
            self.keep(table, who, "answer event", document["version"], event)
        self.keep(table, who, "answer", document["view"]["version"], document["view"])

    async def play(self, table: str) -> None:
        """One round, and what everybody was sent of it is looked through."""
        chance = self.chance
        for seat in SEATS:
            await self.http.post("/api/me/chips", headers=self.people[f"seat:{seat}"].headers)
        view = (await self.poll(table, "public"))["view"]
        for seat in SEATS:
            side = {name: stake for name, stake in SIDES[table].items() if chance.random() < 0.5}
            bets = {**BETS[view["game"]], **side}
            await self.do(table, seat, {"do": "place-bets", "seat": seat, "amounts": bets})
        for seat in SEATS:
            word = {"word": f"w{chance.randrange(100)}"} if chance.random() < 0.5 else {}
            await self.do(table, seat, {"do": "ready", "seat": seat, **word})
        left: set[int] = set()
        for _ in range(100):
            view = (await self.poll(table, chance.choice(list(self.people))))["view"]
            if view["phase"] == "open":
                break
            seat = view["turn"]
            mine = (await self.poll(table, f"seat:{seat}"))["view"]
            if chance.random() < 0.03 and len(left) < 2:
                left.add(seat)
                await self.do(table, seat, {"do": "leave", "seat": seat})
                continue
            await self.do(table, seat, self.choose(mine, seat))
        assert view["phase"] == "open"
        await self.settle(table, view["round"] - 1)
        for seat in sorted(left):
            await self.do(table, seat, {"do": "sit", "seat": seat})

    def choose(self, view: dict[str, Any], seat: int) -> dict[str, Any]:
        action = self.chance.choice(view["actions"])
        command = {"do": action["do"], "seat": seat}
        if action["do"] == "bet":
            return {**command, "wager": action["wager"], "amount": action["least"]}
        if action["do"] == "draw":
            (cards,) = (one["cards"] for one in view["seats"] if one["seat"] == seat)
            most = self.chance.randint(0, min(action["up-to"], len(cards)))
            return {**command, "discard": self.chance.sample(cards, most)}
        return command

    async def settle(self, table: str, number: int) -> None:
        """Wait until everybody has been sent the round's end, and look through all of it."""
        record = (await self.http.get(f"/api/rounds/{table}-{number}")).json()
        truth = Truth(record)

        def all_told() -> bool:
            return all(v >= truth.last for (t, *_), v in self.reached.items() if t == table)

        if not await self.until(all_told):
            behind = {k: v for k, v in self.reached.items() if k[0] == table and v < truth.last}
            pytest.fail(f"not everybody was told up to {truth.last}: {behind}")
        ids = [client.id for client in self.people.values() if client.player]
        sent = [one for one in self.sent[table] if one.version <= truth.last]
        # What came after the round is the next one's.
        self.sent[table] = [one for one in self.sent[table] if one.version > truth.last]
        for one in sent:
            if one.version > truth.first:
                wrong = leaks(one, truth, ids)
                assert wrong is None, (wrong, one)
        played = [one for one in sent if truth.first < one.version < truth.end]
        assert {one.viewer for one in played} == set(self.people)
        ways = {"live", "live event", "stream", "poll", "answer", "page", "page words"}
        assert {one.how for one in played} >= ways
        # And that which is for somebody does come.
        for seat in SEATS:
            own = {
                card
                for one in played
                if one.viewer == f"seat:{seat}"
                for card in CARD.findall(one.text)
            }
            dealt = {c for _, who, cards in truth.known if who == seat for c in cards}
            assert dealt <= own


def nobody_left(tasks: Sequence[asyncio.Task[None]]) -> None:
    """That everybody still listens; else what became of the first who does not."""
    for task in tasks:
        if task.done():
            raise AssertionError("a feed has ended") from task.exception()


async def play_all(server: Server, people: dict[str, Client], rounds: int) -> int:
    floor = Floor(server, people, seed=rounds)
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(floor.http)
        tasks = []
        for table in TABLES:
            # Another test on this server may have left its players at the table.
            seats = (await floor.poll(table, "public"))["view"]["seats"]
            taken = {one["seat"] for one in seats if one.get("player")}
            for seat in SEATS:
                if seat not in taken:
                    await floor.do(table, seat, {"do": "sit", "seat": seat})
            version = (await floor.poll(table, "public"))["version"]
            floor.sent[table].clear()
            for viewer in people:
                tasks.append(asyncio.create_task(floor.live(table, viewer)))
                tasks.append(asyncio.create_task(floor.page(table, viewer)))
                tasks.append(asyncio.create_task(floor.stream(table, viewer, version)))
        many = 3 * len(people) * len(TABLES)
        assert await floor.until(lambda: len(floor.reached) == many)
        nobody_left(tasks)
        try:

            async def table_of(table: str, rounds: int) -> None:
                for _ in range(rounds):
                    await floor.play(table)

            await asyncio.gather(*(table_of(table, -(-rounds // len(TABLES))) for table in TABLES))
            nobody_left(tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    return floor.bytes


@pytest.fixture(scope="module")
def people(server: Server) -> dict[str, Client]:
    staff = {role: server.staff(f"the {role}", role) for role in ("dealer", "floor", "auditor")}
    seats = {f"seat:{seat}": server.guest(f"player {seat}") for seat in SEATS}
    return {"public": server.public(), "operator": server.operator(), **staff, **seats}


@pytest.mark.parametrize(
    "rounds", [20, pytest.param(2_000, marks=pytest.mark.slow)], ids=lambda n: f"{n} rounds"
)
def test_nobody_is_sent_what_is_hidden(
    server: Server, people: dict[str, Client], rounds: int
) -> None:
    assert asyncio.run(play_all(server, people, rounds)) > rounds * 10_000


def test_a_leak_is_seen() -> None:
    """The test above would notice."""
    events = [
        {"event": "cards-dealt", "cards": [{"place": "seat:1", "card": "As"}]},
        {"event": "cards-revealed", "cards": [{"place": "left", "card": "Kd"}]},
        {"event": "secrets-revealed"},
    ]
    record = {
        "number": 1,
        "order": ["As", "Kd", "2c"],
        "secret": "f" * 64,
        "before": {"version": 10},
        "entries": [{"events": events}],
    }
    truth = Truth(record)
    assert (truth.end, truth.last) == (13, 13)
    assert leaks(Sent("seat:1", "live", 11, '["As"]'), truth, []) is None
    assert leaks(Sent("seat:2", "live", 11, '["As"]'), truth, []) == "cards ['As']"
    assert leaks(Sent("dealer", "live", 12, '"As of Kd"'), truth, []) == "cards ['As']"
    assert leaks(Sent("public", "live", 11, '["Kd"]'), truth, []) == "cards ['Kd']"
    assert leaks(Sent("public", "page", 11, "king of diamonds"), truth, []) == "cards ['Kd']"
    assert leaks(Sent("public", "page", 11, "ace-king of diamonds"), truth, []) is None
    assert leaks(Sent("public", "live", 12, '["Kd"]'), truth, []) is None
    assert leaks(Sent("public", "live", 12, "f" * 64), truth, []) == "the secret of the deck"
    assert leaks(Sent("public", "live", 13, '["2c", "As"]' + "f" * 64), truth, []) is None
