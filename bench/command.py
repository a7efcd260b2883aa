"""What a command costs the server's processor, and what a pushed update does, beside other code.

`python -m bench.command --against PATH` starts the server of this folder and the server of another
one (a checkout of an earlier version) in turns, gives both the same commands by the same clients,
and tells the least of each: other programs of the machine only ever add to a figure. With `--calls`
it counts the calls of functions instead, which nothing disturbs.
"""

import argparse
import asyncio
import json
import os
import signal
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from time import sleep
from typing import Any, NamedTuple

from bench.clients import (
    ROUND,
    Player,
    Viewer,
    cpu,
    players,
    rules_folder,
    run,
    served,
    watch,
)

#: Connections that send commands, one person each at a table of his or her own.
PLAYERS = 24
#: Connections that look at each of these tables, where updates are pushed.
VIEWERS_EACH = 8
#: Rounds before it is measured.
WARM_UP = 10
HERE = Path(__file__).resolve().parent


class Cost(NamedTuple):
    """What one command cost, where nobody looks on and where eight look at each table, in
    milliseconds of the server's processor; and its changes of context.
    """

    alone: float
    watched: float
    switches: float


def _switches(process: int) -> int:
    """How often the threads of a process have waited so far."""
    found = 0
    for task in Path(f"/proc/{process}/task").iterdir():
        status = (task / "status").read_text(encoding="ascii")
        found += int(status.partition("voluntary_ctxt_switches:")[2].split()[0])
    return found


async def _play(people: Sequence[Player], rounds: int) -> None:
    """So many rounds of each player."""

    async def play(player: Player) -> None:
        for n in range(rounds):
            if n % 25 == 24:
                await player.fill_purse()
            for command in ROUND:
                await player.say(command)

    await asyncio.gather(*map(play, people))


async def _costs(port: int, process: int, rounds: int) -> Cost:
    async with players([port], PLAYERS, PLAYERS) as people:
        await _play(people, WARM_UP)
        commands = PLAYERS * rounds * len(ROUND)
        used, waited = cpu(process), _switches(process)
        await _play(people, rounds)
        alone, switches = (cpu(process) - used) / commands, _switches(process) - waited
        viewers = [Viewer(f"t{1 + n % PLAYERS}") for n in range(PLAYERS * VIEWERS_EACH)]
        await watch(port, viewers)
        await _play(people, 2)
        used = cpu(process)
        await _play(people, rounds)
        watched = (cpu(process) - used) / commands
        for viewer in viewers:
            assert viewer.versions, "a viewer was sent nothing"
            viewer.transport.close()
        await asyncio.sleep(0.2)
    return Cost(alone * 1e3, watched * 1e3, switches / commands)


def _program(folder: Path) -> tuple[list[str], str]:
    """The interpreter of a checkout, or this one, and where it finds the code."""
    own = folder / ".venv" / "bin" / "python"
    return [str(own if own.exists() else sys.executable)], str(folder / "src")


def _measured(folder: Path, rounds: int) -> Cost:
    program, path = _program(folder)
    with tempfile.TemporaryDirectory(prefix="fairdeal-bench-") as name:
        work = Path(name)
        rules = rules_folder(work, PLAYERS)
        start = [*program, "-m", "fairdeal"]
        with served(str(work / "floor.db"), rules, 0, start, path) as (port, process):
            return run(_costs(port, process, rounds))


# Calls --------------------------------------------------------------------------------------------


def _told(process: int, file: Path) -> dict[str, dict[str, list[float]]]:
    file.unlink(missing_ok=True)
    os.kill(process, signal.SIGUSR1)
    while not file.exists():
        sleep(0.05)
    found: dict[str, dict[str, list[float]]] = json.loads(file.read_text(encoding="utf-8"))
    return found


async def _counted(
    port: int, process: int, rounds: int, file: Path, viewers_each: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    async with AsyncExitStack() as stack:
        people = await stack.enter_async_context(players([port], PLAYERS, PLAYERS))
        viewers = [Viewer(f"t{1 + n % PLAYERS}") for n in range(PLAYERS * viewers_each)]
        await watch(port, viewers)
        await _play(people, WARM_UP)
        before = _told(process, file)
        await _play(people, rounds)
        after = _told(process, file)
        for viewer in viewers:
            viewer.transport.close()
        await asyncio.sleep(0.2)
    return before, after


def _calls(folder: Path, rounds: int, viewers_each: int) -> dict[str, dict[str, list[float]]]:
    """Calls of each function for each command, with their time, by thread."""
    program, path = _program(folder)
    with tempfile.TemporaryDirectory(prefix="fairdeal-bench-") as name:
        work = Path(name)
        rules = rules_folder(work, PLAYERS)
        file = work / "calls.json"
        start = [*program, str(HERE / "counted_server.py"), str(file)]
        with served(str(work / "floor.db"), rules, 0, start, path) as (port, process):
            before, after = run(_counted(port, process, rounds, file, viewers_each))
    commands = PLAYERS * rounds * len(ROUND)
    return {
        thread: {
            function: [
                (later - earlier) / commands
                for later, earlier in zip(
                    figures, before.get(thread, {}).get(function, (0, 0, 0)), strict=True
                )
            ]
            for function, figures in functions.items()
        }
        for thread, functions in after.items()
    }


def _print_calls(folder: Path, rounds: int, viewers_each: int, most: int) -> None:
    for thread, functions in _calls(folder, rounds, viewers_each).items():
        total = sum(figures[0] for figures in functions.values())
        if total < 1:
            continue
        own = sum(figures[1] for figures in functions.values())
        told = f"{total:,.0f} calls a command, {own * 1e3:.3f} ms with counting"
        print(f"{folder.name}, {thread}: {told}")
        rows = sorted(functions.items(), key=lambda row: -row[1][1])
        for function, (calls, own, whole) in rows[:most]:
            print(f"{calls:8.2f} {own * 1e6:8.1f} us {whole * 1e6:8.1f} us  {function[:110]}")


def main() -> None:
    """Measure, and print the least of each."""
    parser = argparse.ArgumentParser(prog="python -m bench.command", description=__doc__)
    parser.add_argument("--against", type=Path, help="a checkout of other code")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=32, help="rounds of each of 24 players")
    parser.add_argument("--calls", action="store_true", help="count calls instead")
    parser.add_argument("--functions", type=int, default=0, help="with --calls: list so many")
    parser.add_argument("--viewers", type=int, default=0, help="with --calls: viewers of a table")
    chosen = parser.parse_args()
    folders = [HERE.parent, *([chosen.against.resolve()] if chosen.against else [])]
    if chosen.calls:
        for folder in folders:
            _print_calls(folder, chosen.rounds, chosen.viewers, chosen.functions)
        return
    found: dict[Path, list[Cost]] = {folder: [] for folder in folders}
    for turn in range(chosen.turns):
        for folder in folders if turn % 2 else reversed(folders):
            cost = _measured(folder, chosen.rounds)
            found[folder].append(cost)
            print(f"{folder.name}: {cost.alone:.3f} ms, watched {cost.watched:.3f} ms", flush=True)
    for folder, costs in found.items():
        alone, watched, switches = (min(figures) for figures in zip(*costs, strict=True))
        print(
            f"least of {folder.name}: {alone:.3f} ms a command; with {VIEWERS_EACH} who look on "
            f"{watched:.3f} ms, {watched - alone:.3f} ms more; {switches:.2f} waits"
        )


if __name__ == "__main__":
    main()
