"""Players beside the lab: how long a command takes while the lab of the same floor solves main
wagers, beside the same players' commands while it rests. The two take turns in one run.
"""

import asyncio
import json
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import time

from bench.clients import Client, Pace, Player, players, rules_folder, run, served
from bench.measure import SECONDS, Row

PLAYERS = 12
#: Commands of all players in a second: a busy evening at twelve tables.
COMMANDS = 100.0
TURNS = 6
#: It takes the lab longer than a turn: Double Draw is solved for each change of one line.
SEARCH = {"game": "double-draw", "wager": "main", "edge": 3.0}


def bench() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="fairdeal-bench-") as name:
        folder = Path(name)
        with served(str(folder / "lab.db"), rules_folder(folder, PLAYERS)) as (port, _):
            rest, beside = run(_measured(port))
    what = f"a command while the lab solves main wagers: {PLAYERS} players, {COMMANDS:.0f}/s"
    against = (
        f"{_p99(beside) / _p99(rest):.2f} times the {_p99(rest):,.1f} ms while it rests; "
        f"p50 {statistics.median(beside) * 1e3:,.2f} beside {statistics.median(rest) * 1e3:,.2f} ms"
    )
    return [
        Row("beside-lab", what, f"p99 {_p99(beside):,.1f} ms", against, "p99 < 2 times at rest")
    ]


def _p99(took: Sequence[float]) -> float:
    return statistics.quantiles(took, n=100)[98] * 1e3


async def _measured(port: int) -> tuple[list[float], list[float]]:
    """How long commands took while the lab rested, and while it computed."""
    rest: list[float] = []
    beside: list[float] = []
    client = await Client(port).open()
    async with players([port], PLAYERS, PLAYERS) as people:
        await _played(people)
        for _ in range(TURNS):
            rest += await _played(people)
            job = json.loads(await client.ask("POST", "/api/lab/target", SEARCH))["job"]
            await _running(client, job)
            beside += await _played(people)
            await _running(client, job)
            await client.ask("POST", f"/api/lab/jobs/{job}/cancel", {})
    client.close()
    return rest, beside


async def _running(client: Client, job: str) -> None:
    """Wait until the lab computes a question; fail where it has ended."""
    while True:
        told = json.loads(await client.ask("GET", f"/api/lab/jobs/{job}"))
        if told["state"] == "running" and told["work"]:
            return
        assert told["state"] in ("waiting", "running"), told
        await asyncio.sleep(0.05)


async def _played(people: Sequence[Player]) -> list[float]:
    pace = Pace(COMMANDS)
    for player in people:
        await player.fill_purse()
        player.told.clear()
    await asyncio.gather(*(player.play(time() + SECONDS, pace) for player in people))
    return [end - begin for player in people for begin, end, _ in player.told]
