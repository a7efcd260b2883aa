"""The rules core loads nothing heavy: a program that settles rounds starts fast."""

import pytest
from conftest import printed

HEAVY = ("numpy", "numba", "rich", "typer", "matplotlib", "msgspec")


@pytest.mark.parametrize(
    "module",
    [
        "fairdeal",
        "fairdeal.wire.deal",
        "fairdeal.submission.check",
        "fairdeal.games",
        "fairdeal.hands.lookup",
    ],
)
def test_the_core_is_light(module: str) -> None:
    code = f"import sys, {module}; print(*(name for name in {HEAVY!r} if name in sys.modules))"
    assert printed(code).split() == []
