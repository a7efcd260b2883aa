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
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import cache
from itertools import accumulate
from pathlib import Path
from queue import Queue
from typing import Any, Final, NamedTuple

from tools.forked_tests import NOT_HERE, OPTIONS, TIMED_OUT, failed_first
from tools.mutations import Mutant, mutants_of

ROOT: Final = Path(__file__).parent.parent
COVERAGE: Final = ROOT / "build" / "coverage"
REPORTS: Final = ROOT / "build" / "reports"
EQUIVALENT: Final = ROOT / "tools" / "equivalent_mutants.toml"
#: More tests than this are not run for one mutant: they are the fastest of each file of tests.
MOST_TESTS: Final = 300
#: So many of them run first: most mutants need no more.
FIRST_TESTS: Final = 20
#: A line that fewer tests run may be of a function that keeps its answers, so that only the first
#: test that asked ran it: other tests of its module run too, as many as take so many seconds.
FEW_TESTS: Final = 10
MORE_SECONDS: Final = 10
#: Tests have so long to start, and so many times as long as `make cover` has recorded.
START_SECONDS: Final = 30
SLOWER: Final = 5
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


class RecordedTests:
    """Which tests run which line, and how long each takes, as `make cover` has recorded it."""

    def __init__(self, folder: Path, root: Path) -> None:
        import coverage  # noqa: PLC0415 - only needed where mutants are run

        self._root = root
        self._data = coverage.CoverageData(str(folder / "data"))
        self._data.read()
        durations = folder / "durations.json"
        self.seconds: dict[str, float] = json.loads(durations.read_text(encoding="utf-8"))
        self._measured = {Path(name).resolve(): name for name in self._data.measured_files()}
        self._tests_by_line = cache(self._data.contexts_by_lineno)

    def of(self, mutant: Mutant) -> list[str]:
        """The tests that run a line, the fastest first. A line that only runs when its module is
        imported belongs to all tests of the module, and so does one that few tests run. A module
        that only declares things has the tests of the modules around it.
        """
        name = self._measured.get((self._root / mutant.file).resolve())
        by_line = self._tests_by_line(name) if name else {}
        # Not every line of a long statement is recorded: the nearest one before stands for it.
        lines = range(mutant.line, mutant.statement - 1, -1)
        line = next((one for one in lines if one in by_line), None)
        if line is None:
            return []
        found = self._fastest(by_line[line])
        of_module = {one for names in by_line.values() for one in names}
        others = self._fastest((of_module & self.seconds.keys() or self._near(name)) - {*found})
        if not found:
            return most_of(others)
        if len(found) < FEW_TESTS:
            total = accumulate(self.seconds[one] for one in others)
            found += [one for one, sum_ in zip(others, total, strict=True) if sum_ <= MORE_SECONDS]
        return most_of(found)

    def _near(self, name: str | None) -> set[str]:
        """The tests of the closest folder around a module that only declares things."""
        for folder in Path(name or "").parents:
            inside = [one for one in self._measured.values() if folder in Path(one).parents]
            lines = (self._tests_by_line(one) for one in inside)
            found = {test for one in lines for tests in one.values() for test in tests}
            if found & self.seconds.keys():
                return found
        return set()

    def _fastest(self, tests: Iterable[str]) -> list[str]:
        """Those of the tests whose time is known, the fastest first."""
        known = [one for one in tests if one in self.seconds]
        return sorted(known, key=lambda one: (self.seconds[one], one))


def most_of(tests: Sequence[str]) -> list[str]:
    """As many tests as are run for one mutant, in their order: the first ones of each file, since
    the tests of another file look at other things.
    """
    of_file: Counter[str] = Counter()
    ranked = []
    for at, test in enumerate(tests):
        file = test.partition("::")[0]
        ranked.append((of_file[file], at))
        of_file[file] += 1
    return [tests[at] for at in sorted(at for _, at in sorted(ranked)[:MOST_TESTS])]


class Copy:
    """A copy of the tree in which mutants are tried, one at a time: in forks of a process that has
    imported the tests, then, where no fork has noticed, in a process of their own.
    """

    def __init__(
        self, root: Path, folder: Path, seconds: float, recorded: Mapping[str, float] | None = None
    ) -> None:
        shutil.copytree(root, folder, ignore=shutil.ignore_patterns(*LEFT_BEHIND))
        # Tests that compare with the texts of the rules find them beside the checkout.
        if (texts := root.parent / "shared").is_dir() and not (folder.parent / "shared").exists():
            (folder.parent / "shared").symlink_to(texts.resolve())
        self._folder, self._seconds, self._recorded = folder, seconds, recorded or {}
        self._time = 1_000_000_000
        self._passes: dict[tuple[str, bool], bool] = {}
        self._server: subprocess.Popen[str] | None = None

    def try_out(self, mutant: Mutant, tests: Sequence[str]) -> Result:
        """Run tests with a mutant in place, until one fails that passes without it."""
        done = Result(mutant, "uncovered")
        for forked in (True, False):
            done = self._tried(mutant, tests, forked=forked)
            if done.outcome in ("killed", "timeout"):
                break
        return done

    def __enter__(self) -> "Copy":
        return self

    def __exit__(self, *_: object) -> None:
        """End the process that has imported the tests."""
        if self._server:
            self._server.communicate()

    def _tried(self, mutant: Mutant, tests: Sequence[str], *, forked: bool) -> Result:
        ran = 0
        for batch in (tests[:FIRST_TESTS], tests[FIRST_TESTS:]):
            left = list(batch)
            while left:
                code, failed = self._changed(mutant, left, forked=forked)
                if code == 0:
                    ran += len(left)
                    break
                if code == NOT_HERE or (forked and code != TIMED_OUT and not failed):
                    return Result(mutant, "survived", len(tests))
                if code == TIMED_OUT:
                    if self._run(left, forked=forked)[0] != TIMED_OUT:
                        return Result(mutant, "timeout", len(tests))
                    break
                if failed not in left or self._passes_without(failed, forked=forked):
                    return Result(mutant, "killed", len(tests), failed)
                left.remove(failed)
        return Result(mutant, "survived" if ran else "uncovered", ran)

    def _changed(self, mutant: Mutant, tests: Sequence[str], *, forked: bool) -> tuple[int, str]:
        """Run tests while the mutant is in place."""
        file = self._folder / mutant.file
        source = file.read_bytes()
        changed = source[: mutant.start] + mutant.after.encode() + source[mutant.end :]
        if forked:  # before the mutant is in place
            self._ask(load=sorted({test.partition("::")[0] for test in tests}))
        self._write(file, changed)
        try:
            if not forked:
                return self._run(tests)
            sources = {"before": source.decode(), "after": changed.decode()}
            return self._run(tests, forked=True, file=mutant.file, **sources)
        finally:
            self._write(file, source)

    def _write(self, file: Path, source: bytes) -> None:
        """Write a file with a time of its own, so that no compiled file of another is taken."""
        file.write_bytes(source)
        self._time += 10
        os.utime(file, (self._time, self._time))

    def _passes_without(self, test: str, *, forked: bool) -> bool:
        if (test, forked) not in self._passes:
            self._passes[test, forked] = self._run([test], forked=forked)[0] == 0
        return self._passes[test, forked]

    def _run(self, tests: Sequence[str], *, forked: bool = False, **change: str) -> tuple[int, str]:
        """Run tests in this order, and return the exit code and the first test that failed."""
        recorded = sum(self._recorded.get(test, 0) for test in tests)
        seconds = min(self._seconds, START_SECONDS + SLOWER * recorded)
        if forked:
            done = self._ask(run=tests, seconds=seconds, **change)
            return done["code"], done["failed"]
        listed = self._folder / "tests-to-run.txt"
        listed.write_text("\n".join(tests), encoding="utf-8")
        try:
            ran = subprocess.run(  # noqa: S603 - this Python, and tests of this repository
                [sys.executable, "-m", "pytest", *OPTIONS, f"@{listed}"],
                cwd=self._folder,
                env=self._environ(),
                capture_output=True,
                text=True,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return TIMED_OUT, ""
        return ran.returncode, failed_first(ran.stdout)

    def _ask(self, **request: Any) -> dict[str, Any]:
        """Ask the process that has imported the tests; start it at the first time."""
        if self._server is None:
            self._server = subprocess.Popen(  # noqa: S603 - this Python
                [sys.executable, "-P", str(Path(__file__).with_name("forked_tests.py"))],
                cwd=self._folder,
                env=self._environ(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        assert self._server.stdin
        assert self._server.stdout
        self._server.stdin.write(json.dumps(request) + "\n")
        self._server.stdin.flush()
        found: dict[str, Any] = json.loads(self._server.stdout.readline())
        return found

    def _environ(self) -> dict[str, str]:
        # Plugins that only lie there take longer to load than most tests run. Threads of a library
        # would not be in a fork.
        path = os.pathsep.join([str(self._folder / "src"), str(self._folder)])
        plain = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "OPENBLAS_NUM_THREADS": "1"}
        return {**os.environ, "PYTHONPATH": path, **plain}


# The report ---------------------------------------------------------------------------------------


def is_equivalent(mutant: Mutant, listed: Sequence[dict[str, str]], root: Path = ROOT) -> bool:
    """Whether a mutant is in the list of those that change nothing. The list tells the text of the
    line where the same change elsewhere in the file is another matter.
    """
    same = [one for one in listed if (one["file"], one["change"]) == (mutant.file, mutant.change)]
    if not any("line" in one for one in same):
        return bool(same)
    text = (root / mutant.file).read_text(encoding="utf-8").splitlines()[mutant.line - 1].strip()
    return any(one.get("line", text) == text for one in same)


OUTCOMES: Final = ("killed", "timeout", "survived", "uncovered", "equivalent")
#: What a test should have noticed.
UNNOTICED: Final = ("survived", "uncovered")


def unnoticed_of_100(found: Sequence[str]) -> float:
    """How many of a hundred mutants no test noticed, without those that change nothing."""
    tried = len(found) - found.count("equivalent")
    return 100 * sum(map(found.count, UNNOTICED)) / max(tried, 1)


def report(results: Sequence[Result], seed: int = 1) -> str:
    """The results as Markdown: a row for each package, then every mutant that was not killed."""
    by_package: dict[str, list[str]] = {}
    for one in results:
        package = one.mutant.file.split("/")[2].removesuffix(".py")
        by_package.setdefault(package, []).append(one.outcome)
    lines = [f"# Mutants, seed {seed}", ""]
    lines += [f"| package | {' | '.join(OUTCOMES)} | unnoticed of 100 |", f"|{' --- |' * 7}"]
    for package, found in sorted(by_package.items()):
        counts = " | ".join(str(found.count(one)) for one in OUTCOMES)
        lines.append(f"| {package} | {counts} | {unnoticed_of_100(found):.1f} |")
    lines += ["", "| line | change | outcome | tests |", "| --- | --- | --- | --- |"]
    for mutant, outcome, tests, _ in sorted(results):
        if outcome in UNNOTICED:
            change = mutant.change.replace("|", "\\|")
            lines.append(f"| {mutant.file}:{mutant.line} | `{change}` | {outcome} | {tests} |")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Choose mutants, try them, and write the tables."""
    parser = argparse.ArgumentParser(description="Change random lines and run their tests.")
    parser.add_argument(
        "packages", nargs="*", help="parts of src/fairdeal; all where none is named"
    )
    parser.add_argument("--count", type=int, default=40, help="so many lines of each part")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=180, help="for the tests of one mutant")
    told = parser.parse_args(arguments)
    package = ROOT / "src" / "fairdeal"
    parts = [package / one for one in told.packages] or [package]
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("mutant", [])
    known, copies = RecordedTests(COVERAGE, ROOT), Queue[Copy]()

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

    mutants = [
        mutant
        for part in parts
        for mutant in chosen(sorted(part.rglob("*.py")) or [part], ROOT, told.count, told.seed)
    ]
    tests_of = {mutant: known.of(mutant) for mutant in mutants}
    with (
        tempfile.TemporaryDirectory() as folder,
        ExitStack() as opened,
        ThreadPoolExecutor(told.jobs) as pool,
    ):
        for number in range(told.jobs):
            place = Path(folder) / str(number) / "copy"
            copies.put(opened.enter_context(Copy(ROOT, place, told.seconds, known.seconds)))
        results = list(pool.map(try_out, mutants))
    REPORTS.mkdir(parents=True, exist_ok=True)
    (REPORTS / "mutants.md").write_text(report(results, told.seed), encoding="utf-8")
    rows = [{**one._asdict(), "mutant": one.mutant._asdict()} for one in results]
    (REPORTS / "mutants.json").write_text(json.dumps(rows, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
