"""Which tests show which clause, as the marks on the tests say it.

An installed package has no tests: what their marks say comes with it, in `clause_tests.json`, which
`make rules` writes and a test holds fresh.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

PATH: Final = Path(__file__).with_name("clause_tests.json")

#: By clause the tests that show it, each as `tests/FILE::NAME`.
ClauseTests = Mapping[str, tuple[str, ...]]


@cache
def shipped_tests() -> ClauseTests:
    """Return the tests of each clause that the product ships."""
    return group_by_clause(msgspec.json.decode(PATH.read_bytes(), type=dict[str, tuple[str, ...]]))


def group_by_clause(by_test: Mapping[str, Iterable[str]]) -> ClauseTests:
    """Turn the clauses of each test into the tests of each clause."""
    found: dict[str, list[str]] = {}
    for test, clauses in sorted(by_test.items()):
        for clause in clauses:
            found.setdefault(clause, []).append(test)
    return {clause: tuple(tests) for clause, tests in found.items()}
