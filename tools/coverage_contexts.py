"""A plugin of pytest for `make cover`: coverage is told which test runs, and how long each took.

`tools/mutants.py` runs the tests of a changed line by these names, the fastest first.
"""

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

DURATIONS: Final = Path("build") / "coverage" / "durations.json"
#: The name of the running test, for processes that the test starts (`context` in pyproject.toml).
VARIABLE: Final = "FAIRDEAL_TEST"

_seconds: defaultdict[str, float] = defaultdict(float)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Record the lines of a test, of its fixtures and of its processes under its name."""
    import coverage  # noqa: PLC0415 - only needed where coverage is measured

    measuring = coverage.Coverage.current()
    os.environ[VARIABLE] = item.nodeid
    if measuring is not None:
        measuring.switch_context(item.nodeid)
    try:
        return (yield)
    finally:
        del os.environ[VARIABLE]
        if measuring is not None:
            measuring.switch_context("")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up how long a test takes, with its fixtures."""
    _seconds[report.nodeid] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the durations: the process that starts the workers hears of all tests."""
    if not hasattr(session.config, "workerinput"):
        DURATIONS.parent.mkdir(parents=True, exist_ok=True)
        DURATIONS.write_text(json.dumps(_seconds), encoding="utf-8")
