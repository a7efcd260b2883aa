"""Views that are pushed: 125 tables with eight connections each, how many updates a second they are
sent, and how long after a command was sent everybody sees what it led to.

An update is a change of a table that is sent to all who look at it. Once it is measured as a floor
goes: the automatic dealer makes each step by itself, at a pace, and people who see by their own
connection what they are asked give the commands. And once harder: without pauses, where every
update is a command over HTTP with all that the dealer does about it.
"""

import asyncio
from bisect import bisect_left
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from time import time
from typing import NamedTuple, TypeAlias

import msgspec

from bench.clients import (
    ROUND,
    VIEWED_TABLES,
    Client,
    Pace,
    Player,
    Viewer,
    cpu,
    open_files,
    players,
    rules_folder,
    run,
    served,
    watch,
)
from bench.measure import RATE, SECONDS, Row, processor, share, spread

#: Everybody plays until then.
Playing: TypeAlias = Callable[[float], Awaitable[None]]
VIEWERS_EACH = 8
#: Before it is measured, and before it is counted what came.
SETTLING = 0.5
CONNECTIONS = 5_000
#: A dealer who is ten times as quick as a person: about eight steps a second at each table.
QUICK = 0.117
#: Tables do not keep step with one another: they begin over so many seconds, about a round.
APART = 2.0


class Pushed(NamedTuple):
    """What came of it: updates and messages a second; how long each took from sending a command to
    the receipt of what it led to, by each viewer, and how many should have come; the size of a
    message; and the server's processor time for an update.
    """

    updates: float
    messages: float
    commands: float
    took: list[float]
    due: int
    size: float
    used: float


class Measured(NamedTuple):
    """What one or several servers of a floor did for its viewers: without pauses, with so many
    connections and their memory, and as a floor goes.
    """

    asked: Pushed
    live: Pushed
    connections: int
    #: The memory of all servers in MB, without connections and with them.
    empty: float
    full: float


def views(folder: Path, disk: float) -> list[Row]:
    """Measure a floor on SQLite."""
    return view_rows("", str(folder / "views.db"), rules_folder(folder, VIEWED_TABLES), disk)


def view_rows(what: str, url: str, rules: Path, disk: float, servers: int = 1) -> list[Row]:
    """Measure a floor with so many servers, and return the rows, whose names begin with `what`."""
    found = _measured_views(url, rules, servers)
    rows = []
    where = f"{VIEWED_TABLES} tables, {VIEWED_TABLES * VIEWERS_EACH:,} WebSockets"
    for told, how in (
        (found.live, "the dealer at a pace, people answering by what they are shown"),
        (
            found.asked,
            f"no pauses: {RATE:,.0f} commands a second asked for, each with the dealer's part",
        ),
    ):
        missing = told.due - len(told.took)
        rows.append(
            Row(
                "floor",
                f"{what}views pushed, {where}; {how}",
                f"{told.updates:,.0f} updates/s",
                f"{told.messages:,.0f} messages/s of {told.size / 1000:,.1f} kB; "
                f"{told.commands:,.0f} commands/s, {share(told.commands, disk)}; from sending one "
                f"to each viewer {spread(told.took)}, {missing:,} of {told.due:,} did not come; "
                f"{processor(told.used)}",
                f"p99 < 50 ms at {RATE:,.0f}/s",
            )
        )
    crowd = found.connections
    whose = "the server" if servers == 1 else f"{servers} servers together"
    memory = f"{what}memory of {whose} with {crowd:,} WebSockets, each of which was sent a change"
    against = (
        f"{found.full / found.empty:,.1f} times the {found.empty:,.0f} MB without, "
        f"{(found.full - found.empty) * 1000 / crowd:,.0f} kB each"
    )
    target = "< 300 MB at 5,000" if servers == 1 else ""
    return [*rows, Row("floor", memory, f"{found.full:,.0f} MB", against, target)]


@contextmanager
def _servers(
    url: str, rules: Path, count: int, pace: float = 0
) -> Iterator[tuple[list[int], list[int]]]:
    """So many servers of one floor: their ports and process ids."""
    with ExitStack() as running:
        started = [running.enter_context(served(url, rules, pace)) for _ in range(count)]
        yield [port for port, _ in started], [process for _, process in started]


def _measured_views(url: str, rules: Path, servers: int) -> Measured:
    with _servers(url, rules, servers) as (ports, processes):
        empty = _memory(processes)
        asked = run(_asked_for(ports, processes))
        connections, full = run(_crowd(ports, processes))
        tokens = run(_seat_people(ports[0]))
    with _servers(url, rules, servers, QUICK) as (ports, processes):
        live = run(_played(ports, processes, tokens))
    return Measured(asked, live, connections, empty, full)


def _tables(count: int) -> list[str]:
    return [f"t{1 + n % VIEWED_TABLES}" for n in range(count)]


@asynccontextmanager
async def _watching(ports: Sequence[int], viewers: Sequence[Viewer]) -> AsyncIterator[None]:
    """Connect viewers: those of each table are spread over the servers."""
    by_port: dict[int, list[Viewer]] = {}
    for n, viewer in enumerate(viewers):
        by_port.setdefault(ports[n // VIEWED_TABLES % len(ports)], []).append(viewer)
    for port, some in by_port.items():
        await watch(port, some)
    yield
    for viewer in viewers:
        viewer.transport.close()
    await asyncio.sleep(0.5)


async def _measured(
    processes: Sequence[int], viewers: Sequence[Viewer], people: Sequence[Player], play: Playing
) -> Pushed:
    """What came of it when everybody played."""
    await asyncio.sleep(SETTLING)
    for viewer in viewers:
        viewer.forget()
    for player in people:
        player.told.clear()
    used, start = sum(map(cpu, processes)), time()
    await play(start + SECONDS)
    seconds = time() - start
    used = sum(map(cpu, processes)) - used
    messages = sum(len(viewer.times) for viewer in viewers)
    size = sum(viewer.bytes for viewer in viewers) / max(1, messages)
    await asyncio.sleep(SETTLING)
    told = {player.table: player.told for player in people}
    took = []
    for viewer in viewers:
        for sent, _, version in told[viewer.table]:
            # The first message that shows it; the dealer may have gone on by then.
            first = bisect_left(viewer.versions, version)
            if first < len(viewer.times):
                took.append(viewer.times[first] - sent)
    commands = sum(map(len, told.values()))
    updates = messages / VIEWERS_EACH
    return Pushed(
        updates / seconds,
        messages / seconds,
        commands / seconds,
        took,
        commands * VIEWERS_EACH,
        size,
        used / max(1.0, updates),
    )


async def _asked_for(ports: Sequence[int], processes: Sequence[int]) -> Pushed:
    """Without pauses, so many commands a second as are asked for."""
    viewers = [Viewer(table) for table in _tables(VIEWED_TABLES * VIEWERS_EACH)]
    async with (
        _watching(ports, viewers),
        players(ports, VIEWED_TABLES, VIEWED_TABLES) as people,
    ):
        pace = Pace(RATE)

        async def play(until: float) -> None:
            await asyncio.gather(*(player.play(until, pace) for player in people))

        return await _measured(processes, viewers, people, play)


# People who see what they are asked ---------------------------------------------------------------


class Shown(msgspec.Struct):
    """What a player reads of a message."""

    view: "ShownView"


class ShownView(msgspec.Struct):
    """What a player reads of a view."""

    at: str
    actions: list["ShownAction"]
    seats: list["ShownSeat"]


class ShownAction(msgspec.Struct):
    """Something that a player may do now."""

    do: str


class ShownSeat(msgspec.Struct):
    """A seat, with what lies there."""

    wagers: dict[str, float]


_read = msgspec.json.Decoder(Shown).decode


class Seated(Viewer):
    """A player's own connection: the last view, and that there is a new one."""

    def __init__(self, table: str, token: str) -> None:
        super().__init__(table, token)
        self.view: ShownView | None = None
        self.version = 0
        self.news = asyncio.Event()

    def shown(self, held: bytearray, start: int, end: int) -> None:
        self.view, self.version = _read(held[start:end]).view, self.versions[-1]
        self.news.set()

    def wanted(self) -> dict[str, object] | None:
        """What the player says now: the same bets in every round, and two of them taken back."""
        if self.view is None:
            return None
        may = {action.do for action in self.view.actions}
        bets, *others = ROUND
        if "bet" in may and not any(seat.wagers for seat in self.view.seats):
            return {**bets, "at": self.view.at}
        said = next((command for command in others if command["do"] in may), None)
        return None if said is None else {**said, "at": self.view.at}


async def _answering(player: Player, seat: Seated, until: float, after: float) -> None:
    await asyncio.sleep(after)
    while (left := until - time()) > 0:
        seat.news.clear()
        wanted = seat.wanted()
        if wanted is not None:
            await player.say(wanted)
            version = player.told[-1][2]
            while seat.version < version:
                seat.news.clear()
                await seat.news.wait()
            continue
        try:
            await asyncio.wait_for(seat.news.wait(), left)
        except TimeoutError:
            return


async def _seat_people(port: int) -> list[str]:
    """One guest at each table, who stays there."""
    client = await Client(port).open()
    tokens = [await Player([client], table).sit() for table in _tables(VIEWED_TABLES)]
    client.close()
    return tokens


async def _played(ports: Sequence[int], processes: Sequence[int], tokens: Sequence[str]) -> Pushed:
    """At a pace, by people who sit there already."""
    others = _tables(VIEWED_TABLES * (VIEWERS_EACH - 1))
    people, seats = [], []
    for table, token in zip(_tables(VIEWED_TABLES), tokens, strict=True):
        player = Player([await Client(port).open() for port in ports], table)
        player.come_back(token)
        people.append(player)
        seats.append(Seated(table, token))
    viewers = [*seats, *(Viewer(table) for table in others)]

    async with _watching(ports, viewers):
        until = time() + APART + SETTLING + SECONDS
        begun = [
            asyncio.create_task(_answering(player, seat, until, APART * n / len(seats)))
            for n, (player, seat) in enumerate(zip(people, seats, strict=True))
        ]
        await asyncio.sleep(APART)

        async def play(_until: float) -> None:
            await asyncio.gather(*begun)

        return await _measured(processes, viewers, people, play)


# Memory -------------------------------------------------------------------------------------------


def _memory(processes: Sequence[int]) -> float:
    """What some processes hold together, in MB."""
    found = 0
    for process in processes:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
        found += int(status.partition("VmRSS:")[2].split()[0])
    return found / 1024


async def _crowd(ports: Sequence[int], processes: Sequence[int]) -> tuple[int, float]:
    """How many were connected at once, each of whom was sent what happened next, and the memory of
    the servers then.
    """
    viewers = [Viewer(table) for table in _tables(min(CONNECTIONS, open_files() - 200))]
    async with _watching(ports, viewers), players(ports, VIEWED_TABLES, VIEWED_TABLES) as people:
        for viewer in viewers:
            viewer.forget()
        for player in people:
            await player.say(ROUND[0])
        await asyncio.sleep(1.0)
        return sum(bool(viewer.times) for viewer in viewers), _memory(processes)
