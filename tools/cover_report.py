"""The table of `make cover`: lines and branches by package, and the lines that no test runs.

It reads the JSON report of coverage.py, and writes `build/reports/coverage.md`.
"""

import json
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parent.parent
COVERAGE: Final = ROOT / "build" / "coverage" / "coverage.json"
REPORT: Final = ROOT / "build" / "reports" / "coverage.md"


def package_of(file: str) -> str:
    """The part of `fairdeal` that a file belongs to."""
    inside = Path(file).parts[Path(file).parts.index("fairdeal") + 1 :]
    return inside[0].removesuffix(".py")


def ranges(lines: Iterable[int]) -> str:
    """Numbers of lines as people write them: `3, 5-7`."""
    parts = []
    for _, group in groupby(enumerate(sorted(lines)), lambda pair: pair[1] - pair[0]):
        run = [line for _, line in group]
        parts.append(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}")
    return ", ".join(parts)


def table(document: dict[str, Any]) -> str:
    """The report as Markdown."""
    by_package: dict[str, list[dict[str, int]]] = {}
    missing: list[tuple[str, str]] = []
    for file, found in sorted(document["files"].items()):
        by_package.setdefault(package_of(file), []).append(found["summary"])
        if found["missing_lines"]:
            missing.append((file, ranges(found["missing_lines"])))
    lines = [
        "# Coverage",
        "",
        "| package | lines | not run | branches | not taken | covered |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
        *(_row(package, summaries) for package, summaries in sorted(by_package.items())),
        _row("all", [one for summaries in by_package.values() for one in summaries]),
        "",
        "| file | lines that no test runs |",
        "| --- | --- |",
        *(f"| {file} | {found} |" for file, found in missing),
    ]
    return "\n".join(lines) + "\n"


def _row(name: str, summaries: Sequence[dict[str, int]]) -> str:
    keys = ("num_statements", "missing_lines", "num_branches", "missing_branches")
    sums = [sum(one[key] for one in summaries) for key in keys]
    run = sums[0] - sums[1] + sums[2] - sums[3]
    share = 100 * run / max(sums[0] + sums[2], 1)
    return f"| {name} | {' | '.join(f'{one:,}' for one in sums)} | {share:.1f}% |"


def main() -> None:
    """Write the report, and print its first table."""
    text = table(json.loads(COVERAGE.read_text(encoding="utf-8")))
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    REPORT.write_text(text, encoding="utf-8")
    print(text.partition("\n| file")[0])  # noqa: T201 - what the command is for


if __name__ == "__main__":
    main()
