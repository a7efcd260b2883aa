"""Small floors that tests of several folders drive by hand; each is verified at its end."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from harness import RIDE, Harness, rules_of
from pit import Pit


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Harness]:
    """A floor with one table of Let It Ride."""
    one = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    yield one
    one.audit()
    one.close()


@pytest.fixture
def pit(tmp_path: Path) -> Iterator[Pit]:
    """The same, with a table that people deal, and its staff."""
    one = Pit(tmp_path / "floor.db")
    yield one
    one.house.audit()
    one.house.close()
