"""Mutation tests: change random places of `src` one at a time, and see whether a test notices.

`make mutants` runs this after `make cover`, which records which test runs which line. A mutant
changes one place (`tools/mutations.py` has the kinds). The tests that run the changed line run in a
copy of the tree, the fastest first, until one fails. A mutant that no test notices has survived.
Two tables name the survivors: `build/reports/mutants.md` and `mutants.json`. Mutants that change
nothing that anybody could notice are listed with the reason in `tools/equivalent_mutants.toml`.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import Final, NamedTuple

from tools.mutations import Mutant, mutants_of

ROOT: Final = Path(__file__).parent.parent
COVERAGE: Final = ROOT / "build" / "coverage"
REPORTS: Final = ROOT / "build" / "reports"
EQUIVALENT: Final = ROOT / "tools" / "equivalent_mutants.toml"
#: More tests than this are not run for one mutant: they are the fastest that run its line.
MOST_TESTS: Final = 300
LEFT_BEHIND: Final = (".git", ".venv", "build", "dist", "shots", ".hypothesis", "__pycache__")


class Result(NamedTuple):
    """What became of a mutant: killed, timeout, survived, uncovered or equivalent."""

    mutant: Mutant
    outcome: str
    tests: int = 0
    killed_by: str = ""


def chosen(files: Sequence[Path], root: Path, count: int, seed: int) -> list[Mutant]:
    """Choose so many lines of the files at random, and one mutant of each."""
    chance = random.Random(seed)  # noqa: S311 - a sample, and no secret
    by_line: dict[tuple[str, int], list[Mutant]] = {}
    for file in files:
        name = str(file.relative_to(root))
        for mutant in mutants_of(file.read_bytes(), name):
            by_line.setdefault((name, mutant.line), []).append(mutant)
    lines = chance.sample(sorted(by_line), min(count, len(by_line)))
    return [chance.choice(by_line[line]) for line in lines]


# Running tests ------------------------------------------------------------------------------------


class Tests:
    """Which tests run which line, and how long each takes, as `make cover` has recorded it."""

    def __init__(self, folder: Path, root: Path) -> None:
        import coverage  # noqa: PLC0415 - only needed where mutants are run

        self._root = root
        self._data = coverage.CoverageData(str(folder / "data"))
        self._data.read()
        durations = folder / "durations.json"
        self._seconds: dict[str, float] = json.loads(durations.read_text(encoding="utf-8"))

    def of(self, mutant: Mutant) -> list[str]:
        """The tests that run a line, the fastest first. A line that only runs when its module is
        imported belongs to all tests of the module.
        """
        measured = {Path(name).resolve(): name for name in self._data.measured_files()}
        name = measured.get((self._root / mutant.file).resolve())
        by_line = self._data.contexts_by_lineno(name) if name else {}
        # Not every line of a long statement is recorded: the nearest one before stands for it.
        lines = range(mutant.line, mutant.statement - 1, -1)
        line = next((one for one in lines if one in by_line), None)
        if line is None:
            return []
        found = {one for one in by_line[line] if one in self._seconds}
        if not found:
            found = {one for names in by_line.values() for one in names if one in self._seconds}
        return sorted(found, key=lambda one: (self._seconds[one], one))[:MOST_TESTS]


class Copy:
    """A copy of the tree in which mutants are tried, one at a time."""

    def __init__(self, root: Path, folder: Path, seconds: float) -> None:
        shutil.copytree(root, folder, ignore=shutil.ignore_patterns(*LEFT_BEHIND))
        self._folder, self._seconds = folder, seconds
        self._time = 1_000_000_000
        self._passes: dict[str, bool] = {}

    def try_out(self, mutant: Mutant, tests: Sequence[str]) -> Result:
        """Run tests with a mutant in place, until one fails that passes without it."""
        file = self._folder / mutant.file
        source = file.read_bytes()
        left = list(tests)
        while left:
            self._write(file, source[: mutant.start] + mutant.after.encode() + source[mutant.end :])
            try:
                code, failed = self._run(left)
            except subprocess.TimeoutExpired:
                return Result(mutant, "timeout", len(tests))
            finally:
                self._write(file, source)
            if code == 0:
                return Result(mutant, "survived", len(tests))
            if failed not in left or self._passes_without(failed):
                return Result(mutant, "killed", len(tests), failed)
            left.remove(failed)
        return Result(mutant, "uncovered")

    def _write(self, file: Path, source: bytes) -> None:
        """Write a file with a time of its own, so that no compiled file of another is taken."""
        file.write_bytes(source)
        self._time += 10
        os.utime(file, (self._time, self._time))

    def _passes_without(self, test: str) -> bool:
        if test not in self._passes:
            try:
                self._passes[test] = self._run([test])[0] == 0
            except subprocess.TimeoutExpired:
                self._passes[test] = False
        return self._passes[test]

    def _run(self, tests: Sequence[str]) -> tuple[int, str]:
        """Run tests in this order, and return the exit code and the first test that failed."""
        listed = self._folder / "tests-to-run.txt"
        listed.write_text("\n".join(tests), encoding="utf-8")
        options = ("-x", "-q", "-rfE", "--tb=no", "--no-header", "-p", "no:cacheprovider")
        done = subprocess.run(  # noqa: S603 - this Python, and tests of this repository
            [sys.executable, "-m", "pytest", *options, f"@{listed}"],
            cwd=self._folder,
            # Plugins that only lie there take longer to load than most tests run.
            env={
                **os.environ,
                "PYTHONPATH": str(self._folder / "src"),
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            },
            capture_output=True,
            text=True,
            timeout=self._seconds,
            check=False,
        )
        lines = [
            line for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))
        ]
        failed = lines[0].partition(" ")[2].partition(" - ")[0] if lines else ""
        return done.returncode, failed


# The report ---------------------------------------------------------------------------------------


def is_equivalent(mutant: Mutant, listed: Sequence[dict[str, str]]) -> bool:
    """Whether a mutant is in the list of those that change nothing."""
    return any((one["file"], one["change"]) == (mutant.file, mutant.change) for one in listed)


def report(results: Sequence[Result]) -> str:
    """The results as Markdown: a row for each package, then every mutant that was not killed."""
    outcomes = ("killed", "timeout", "survived", "uncovered", "equivalent")
    by_package: dict[str, list[str]] = {}
    for one in results:
        package = one.mutant.file.split("/")[2].removesuffix(".py")
        by_package.setdefault(package, []).append(one.outcome)
    lines = ["# Mutants", "", f"| package | {' | '.join(outcomes)} |", f"|{' --- |' * 6}"]
    for package, found in sorted(by_package.items()):
        lines.append(f"| {package} | {' | '.join(str(found.count(one)) for one in outcomes)} |")
    lines += ["", "| line | change | outcome | tests |", "| --- | --- | --- | --- |"]
    for mutant, outcome, tests, _ in sorted(results):
        if outcome in ("survived", "uncovered"):
            change = mutant.change.replace("|", "\\|")
            lines.append(f"| {mutant.file}:{mutant.line} | `{change}` | {outcome} | {tests} |")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Choose mutants, try them, and write the tables."""
    parser = argparse.ArgumentParser(description="Change random lines and run their tests.")
    parser.add_argument(
        "packages", nargs="*", help="parts of src/fairdeal; all where none is named"
    )
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=180, help="for the tests of one mutant")
    told = parser.parse_args(arguments)
    package = ROOT / "src" / "fairdeal"
    parts = [package / one for one in told.packages] or [package]
    files = [file for part in parts for file in sorted(part.rglob("*.py")) or [part]]
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("mutant", [])
    known, copies = Tests(COVERAGE, ROOT), Queue[Copy]()

    def try_out(mutant: Mutant) -> Result:
        if is_equivalent(mutant, listed):
            return Result(mutant, "equivalent")
        tests = tests_of[mutant]
        place = copies.get()
        try:
            done = place.try_out(mutant, tests)
        finally:
            copies.put(place)
        print(f"{done.outcome:10} {mutant.file}:{mutant.line} {mutant.change}", flush=True)  # noqa: T201
        return done

    mutants = chosen(files, ROOT, told.count, told.seed)
    tests_of = {mutant: known.of(mutant) for mutant in mutants}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(told.jobs) as pool:
        for number in range(told.jobs):
            copies.put(Copy(ROOT, Path(folder) / str(number), told.seconds))
        results = list(pool.map(try_out, mutants))
    REPORTS.mkdir(parents=True, exist_ok=True)
    (REPORTS / "mutants.md").write_text(report(results), encoding="utf-8")
    rows = [{**one._asdict(), "mutant": one.mutant._asdict()} for one in results]
    (REPORTS / "mutants.json").write_text(json.dumps(rows, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
