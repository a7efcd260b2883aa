"""A player among strangers: how long a command takes while 200 anonymous connections ask for pages
without a pause, beside the same player's commands at rest in the same run.
"""

import asyncio
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import time

from bench.clients import Player, players, rules_folder, run, served
from bench.measure import SECONDS, Row

STRANGERS = 200
TABLES = 4


def bench() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="fairdeal-bench-") as name:
        folder = Path(name)
        with served(str(folder / "crowd.db"), rules_folder(folder, TABLES)) as (port, _):
            rest, crowd, asked = run(_measured(port))
    calm, busy = _p99(rest), _p99(crowd)
    what = f"a command of a player while {STRANGERS} anonymous connections ask without a pause"
    against = (
        f"{busy / calm:,.1f} times the {calm:,.1f} ms at rest; p50 "
        f"{statistics.median(crowd) * 1e3:,.1f} ms; strangers got {asked:,.0f} answers/s"
    )
    target = "p99 < 100 ms, or < 4 times at rest"
    return [Row("crowd", what, f"p99 {busy:,.1f} ms", against, target)]


def _p99(took: Sequence[float]) -> float:
    return statistics.quantiles(took, n=100)[98] * 1e3


async def _measured(port: int) -> tuple[list[float], list[float], float]:
    """How long commands took at rest and in the crowd, and how many answers strangers got."""
    async with players([port], 1, TABLES) as (player,):
        rest = await _played(player)
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bench.strangers", str(port), str(STRANGERS)),
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdout is not None
        await process.stdout.readline()
        try:
            crowd = await _played(player)
        finally:
            process.terminate()
            answers = await process.stdout.readline()
            await process.wait()
    return rest, crowd, float(answers)


async def _played(player: Player) -> list[float]:
    player.told.clear()
    await player.play(time() + SECONDS)
    return [end - begin for begin, end, _ in player.told]
