"""Whole evenings on a floor that a seed decides: clock, network, disk and people.

Whatever goes wrong, what was acknowledged is in the log exactly once and is told again alike, the
log and the ledger reconcile after every entry, and every deck is the one that was committed to.
"""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from conftest import ROOT
from floor_auditor import Auditor
from simulation import Evening

from fairdeal.floor.floor import FloorSettings

#: Without pauses and people only; with bots and a clock; and at a person's pace.
FLOORS = (
    FloorSettings(pace=0, clock=0, bots=False),
    FloorSettings(pace=0, clock=20, bots=True),
    FloorSettings(pace=1, clock=15, bots=True),
)
#: One evening of each floor, and for `make slow` another of each.
SEEDS = [*range(1, 4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 7))]


def evening(folder: Path, seed: int, trouble: float = 0.004) -> Evening:
    return Evening(folder, seed, settings=FLOORS[seed % len(FLOORS)], trouble=trouble)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    # A shorter evening has as many faults.
    ("rounds", "trouble"),
    [(110, 0.012), pytest.param(340, 0.004, marks=pytest.mark.slow)],
    ids=["short", "long"],
)
def test_an_evening_in_which_everything_goes_wrong(
    tmp_path: Path, seed: int, rounds: int, trouble: float
) -> None:
    one = evening(tmp_path, seed, trouble)
    one.play(rounds)
    assert one.restarts > 5
    assert one.told["done"] > rounds
    never_missing = ("Refused", "Forbidden", "KeyUsedError", "BadInputError", "PassedError")
    assert all(one.told[name] for name in never_missing), one.told
    assert one.told["relief"], "dealers relieve each other"
    assert one.told["relief in a round"]
    assert one.told["seat freed"], "absences are among the faults"
    assert one.told["real cards"], "one table is dealt from real cards"
    if one.settings.clock:
        assert one.told["time ran out"], "time runs out between outages, and only then"


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1_000, 1_050, 10))
def test_fifty_thousand_rounds(tmp_path: Path, first: int) -> None:
    hits = 0
    for seed in range(first, first + 10):
        folder = tmp_path / str(seed)
        folder.mkdir()
        one = evening(folder, seed)
        one.play(1_000)
        assert one.told["StoppedError"], f"no disk failed with seed {seed}"
        hits += one.auditor.hits
    # One evening may well go by without: a shared meter is hit about twice in a thousand rounds.
    assert hits, "no shared meter was hit"


PROGRAM = """
import sys, tempfile
from pathlib import Path
from typing import Any
from test_simulated_floor import evening
with tempfile.TemporaryDirectory() as folder:
    print(evening(Path(folder), int(sys.argv[1]), trouble=0.01).play(40))
"""


@pytest.mark.parametrize("seed", [3, *(pytest.param(n, marks=pytest.mark.slow) for n in (4, 5))])
def test_the_same_seed_gives_the_same_log_bytes(tmp_path: Path, seed: int) -> None:
    """In another process too, where Python hashes texts in another way."""
    here = evening(tmp_path, seed, trouble=0.01).play(40)
    path = os.pathsep.join(map(str, (ROOT / "src", ROOT / "tests" / "floor", ROOT / "tests")))
    there = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(seed)],
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": str(seed + 100)},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert there.stdout.strip() == here


def test_another_seed_is_another_evening(tmp_path: Path) -> None:
    logs = Counter(evening(tmp_path, seed).play(10) for seed in (1, 2))
    assert len(logs) == 2


def test_a_failure_prints_its_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(auditor: Auditor, floor: object) -> None:
        del auditor, floor
        raise AssertionError("something is wrong")

    one = evening(tmp_path, 77)
    monkeypatch.setattr(Auditor, "compare", wrong)
    with pytest.raises(AssertionError, match="something is wrong"):
        one.play(5)
    assert "seed 77" in capsys.readouterr().out
