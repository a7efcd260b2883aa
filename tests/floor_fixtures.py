"""Small floors that tests of several folders drive by hand; each is verified at its end."""

from collections.abc import Iterator
from pathlib import Path

import evening
import pytest
from harness import RIDE, Harness, rules_of
from pit import Pit

from fairdeal.floor.floor import Floor


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    """An evening with a void round, people who leave, and a round that is not over."""
    played = evening.play(tmp_path_factory.mktemp("evening") / "floor.db")
    yield played
    played.database.close()


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
