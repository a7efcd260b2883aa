"""What a command costs the server's processor, and what a pushed update does, beside other code.

`python -m bench.command --against PATH` starts the server of this folder and the server of another
one (a checkout of an earlier version) in turns, gives both the same commands by the same clients,
and tells the least of each: other programs of the machine only ever add to a figure. With `--pages`
those who look on have the table's page open. With `--instructions` valgrind counts the processor's
instructions, which nothing disturbs, and with `--calls` the calls of Python's functions.
"""

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from time import sleep
from typing import Any, Final, NamedTuple, TypeAlias

from bench.clients import (
    ROUND,
    PageViewer,
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


class Audience(NamedTuple):
    """Who looks at each player's table while it is measured."""

    name: str
    viewers: Callable[[Player], Sequence[Viewer]]


NOBODY: Final = Audience("nobody looks on", lambda _: ())
PROGRAMS: Final = Audience(
    f"{VIEWERS_EACH} programs at each table",
    lambda player: [Viewer(player.table) for _ in range(VIEWERS_EACH)],
)
PAGES: Final = (
    Audience(
        f"{VIEWERS_EACH} spectators' pages at each table",
        lambda player: [PageViewer(player.table) for _ in range(VIEWERS_EACH)],
    ),
    Audience("the player's own page", lambda player: [PageViewer(player.table, player.token)]),
)


class Cost(NamedTuple):
    """What one command cost with an audience, and how often the server's threads waited."""

    used: float
    waits: float


def _waits(process: int) -> int:
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


class ProcessorTime:
    """Measures the processor time of a server, in milliseconds."""

    unit = "ms"
    players = PLAYERS

    def __init__(self, folder: Path) -> None:
        del folder

    def program(self, start: Sequence[str]) -> list[str]:
        """How a server is started so that it can be measured."""
        return [*start]

    def begin(self, process: int) -> None:
        """Measure from now on."""
        self._before = cpu(process)

    def end(self, process: int) -> float:
        """What was used since."""
        return (cpu(process) - self._before) * 1e3


class Instructions:
    """Counts the instructions of a server outside of the kernel, in thousands."""

    unit = "thousand instructions"
    #: Fewer, since a server takes fifty times as long.
    players = 12

    def __init__(self, folder: Path) -> None:
        self._out = folder / "callgrind.out"
        self._counted = 0

    def program(self, start: Sequence[str]) -> list[str]:
        """How a server is started so that it can be measured."""
        options = ["--instr-atstart=no", f"--callgrind-out-file={self._out}"]
        return ["valgrind", "--tool=callgrind", *options, *start]

    def begin(self, process: int) -> None:
        """Measure from now on."""
        self._control(process, "--instr=on")

    def end(self, process: int) -> float:
        """What was used since."""
        self._control(process, "--instr=off")
        self._control(process, "--dump")
        self._counted += 1
        told = Path(f"{self._out}.{self._counted}").read_text(encoding="utf-8")
        return int(told.partition("\ntotals:")[2].split()[0]) / 1e3

    def _control(self, process: int, what: str) -> None:
        command = ["callgrind_control", what, str(process)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


Meter: TypeAlias = ProcessorTime | Instructions


@asynccontextmanager
async def _watched(port: int, viewers: Sequence[Viewer]) -> AsyncIterator[None]:
    """Have viewers look on, each of whom has to be sent something."""
    await watch(port, viewers)
    yield
    for viewer in viewers:
        assert viewer.versions, "a viewer was sent nothing"
        viewer.transport.close()
    await asyncio.sleep(0.2)


async def _costs(
    port: int, process: int, meter: Meter, rounds: int, audiences: Sequence[Audience]
) -> list[Cost]:
    """What a command costs with each audience in turn."""
    found = []
    async with players([port], meter.players, meter.players) as people:
        await _play(people, WARM_UP)
        commands = meter.players * rounds * len(ROUND)
        for audience in audiences:
            viewers = [viewer for player in people for viewer in audience.viewers(player)]
            async with _watched(port, viewers):
                await _play(people, 2)
                waited = _waits(process)
                meter.begin(process)
                await _play(people, rounds)
                used = meter.end(process)
                found.append(Cost(used / commands, (_waits(process) - waited) / commands))
    return found


def _program(folder: Path) -> tuple[list[str], str]:
    """The interpreter of a checkout, or this one, and where it finds the code."""
    own = folder / ".venv" / "bin" / "python"
    return [str(own if own.exists() else sys.executable)], str(folder / "src")


def _measured(
    folder: Path, kind: type[Meter], rounds: int, audiences: Sequence[Audience]
) -> list[Cost]:
    program, path = _program(folder)
    with tempfile.TemporaryDirectory(prefix="fairdeal-bench-") as name:
        work = Path(name)
        meter = kind(work)
        rules = rules_folder(work, meter.players)
        start = meter.program([*program, "-m", "fairdeal"])
        with served(str(work / "floor.db"), rules, 0, start, path) as (port, process):
            return run(_costs(port, process, meter, rounds, audiences))


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


def _compare(
    folders: Sequence[Path],
    kind: type[Meter],
    turns: int,
    rounds: int,
    audiences: Sequence[Audience],
) -> None:
    """Measure folders in turns, and print the least of each."""
    found: dict[Path, list[list[Cost]]] = {folder: [] for folder in folders}
    for turn in range(turns):
        for folder in folders if turn % 2 else reversed(folders):
            costs = _measured(folder, kind, rounds, audiences)
            found[folder].append(costs)
            print(folder.name, *(f"{cost.used:,.3f}" for cost in costs), kind.unit, flush=True)
    for folder, measured in found.items():
        least = [Cost(*map(min, zip(*turns, strict=True))) for turns in zip(*measured, strict=True)]
        for audience, cost in zip(audiences, least, strict=True):
            print(
                f"{folder.name}: {cost.used:,.3f} {kind.unit} a command, {audience.name}: "
                f"{cost.used - least[0].used:,.3f} more; {cost.waits:.2f} waits"
            )


def main() -> None:
    """Measure, and print the least of each."""
    parser = argparse.ArgumentParser(prog="python -m bench.command", description=__doc__)
    parser.add_argument("--against", type=Path, help="a checkout of other code")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=32, help="rounds of each player")
    parser.add_argument("--pages", action="store_true", help="those who look on have pages open")
    parser.add_argument("--instructions", action="store_true", help="count instructions instead")
    parser.add_argument("--calls", action="store_true", help="count calls instead")
    parser.add_argument("--functions", type=int, default=0, help="with --calls: list so many")
    parser.add_argument("--viewers", type=int, default=0, help="with --calls: viewers of a table")
    chosen = parser.parse_args()
    folders = [HERE.parent, *([chosen.against.resolve()] if chosen.against else [])]
    if chosen.calls:
        for folder in folders:
            _print_calls(folder, chosen.rounds, chosen.viewers, chosen.functions)
        return
    kind = Instructions if chosen.instructions else ProcessorTime
    audiences = (NOBODY, *(PAGES if chosen.pages else (PROGRAMS,)))
    _compare(folders, kind, chosen.turns, chosen.rounds, audiences)


if __name__ == "__main__":
    main()
