"""From a fresh process to its first answer: each command and game, with an empty folder of compiled
loops and results and with a warm one, beside a bare interpreter; and the memory it takes.
"""

import os
import sys
import tempfile
from pathlib import Path
from subprocess import DEVNULL, Popen
from time import perf_counter
from typing import NamedTuple

from bench.measure import Row
from fairdeal.games import GAMES

#: A first and a late decision of each game, as its guide has them.
SITUATIONS = {
    "let-it-ride": [["--cards", "Ts Td 2c"]],
    "run-em-twice": [
        ["--cards", "Kc 7c"],
        ["--cards", "Kc 7c", "--board", "8d Kh", "--bets", "first-run=3"],
    ],
    "double-draw": [
        ["--cards", "4c 7h 8d Kd 6h"],
        ["--cards", "4h Qh 7s * 7c", "--discards", "2s Qs"],
    ],
}


#: First decisions with cards that are known to be dead, and under a payout limit.
FIRST_ANSWERS = (
    ["run-em-twice", "--cards", "Kc 7c", "--dead", "As Ah"],
    ["run-em-twice", "--cards", "Kc 7c", "--stake", "300"],
    ["double-draw", "--cards", "4c 7h 8d Kd 6h", "--dead", "As Ah"],
    ["double-draw", "--cards", "4c 7h 8d Kd 6h", "--stake", "500", "--limit", "50000"],
)
#: All wagers of a game together.
PATTERNS = (
    ["let-it-ride", "main=10", "five-card-bonus=1", "three-card-bonus=1", "six-card-bonus=1"],
    ["run-em-twice", "main=15", "five-card-bonus=5", "ultimate-pairs=5", "progressive=1"],
)


class Run(NamedTuple):
    """One process: seconds by the clock and of the processor, and megabytes at the most."""

    seconds: float
    worked: float
    megabytes: float


def bench() -> list[Row]:
    bare = min((_run([sys.executable, "-c", "pass"], "") for _ in range(5)), key=lambda r: r.worked)
    rows = [Row("fresh", "python -c pass", f"{bare.seconds * 1e3:.0f} ms")]
    for game in dict.fromkeys(game.name for game in GAMES):
        rows.append(_row(["analyze", game], "< 0.5 s"))
        rows.append(_row(["strategy", game], "< 0.5 s"))
        rows += [_row(["strategy", game, *asked], "< 1 s") for asked in SITUATIONS.get(game, [])]
    samples = sorted((Path(__file__).parent.parent / "examples" / "rules").glob("*.toml"))
    rows += [_row(["check", str(sample)], "< 0.5 s", bare) for sample in samples]
    rows += [_row(["strategy", *asked], "< 2 s") for asked in FIRST_ANSWERS]
    rows += [_row(["bet", *pattern], "< 0.5 s") for pattern in PATTERNS]
    return rows


def _row(arguments: list[str], target: str, bare: Run | None = None) -> Row:
    """The first process with an empty folder, and the best of some with what it left there; and how
    much processor it takes beside a bare interpreter, where one is given.
    """
    command = [sys.executable, "-m", "fairdeal", *arguments, "--json"]
    with tempfile.TemporaryDirectory() as folder:
        cold = _run(command, folder)
        warm = min(_run(command, folder) for _ in range(3))
    against = f"{cold.seconds:.2f} s with an empty folder; {warm.worked:.2f} s of the processor"
    if bare is not None:
        against += f", {warm.worked / bare.worked:.0f} times a bare start"
    figure = f"{warm.seconds:.2f} s, {warm.megabytes:.0f} MB"
    named = " ".join(Path(one).name if one.endswith(".toml") else one for one in arguments)
    return Row("fresh", named, figure, against, target)


def _run(command: list[str], folder: str) -> Run:
    environ = {**os.environ, "FAIRDEAL_CACHE": str(Path(folder) / "cache")}
    # Modules are compiled once, as they are for a user.
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    start = perf_counter()
    process = Popen(command, stdout=DEVNULL, env=environ)
    _, status, used = os.wait4(process.pid, 0)
    seconds = perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} failed")
    return Run(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
