"""Compiled loops are kept on disk, and no stale one can be loaded."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from fairdeal.lab.cache.code_digest import code_files

SOLVE = """
import json
from fairdeal.games.let_it_ride import LET_IT_RIDE
from fairdeal.lab.kernels import kernel_of
from fairdeal.lab.kernels.machine_code import machine_code_folder
from fairdeal.lab.kernels.let_it_ride.best_play import _count_hands
from fairdeal.lab.kernels.tables import suit_classes
from fairdeal.rulebook.rules import house_rules

rows = kernel_of(house_rules(LET_IT_RIDE)).rows()
stats = _count_hands.dispatcher.stats
print(json.dumps({
    "net": str(sum(row.net * row.combinations for row in rows)),
    "deals": sum(row.combinations for row in rows),
    "loaded": sum(stats.cache_hits.values()),
    "compiled": sum(stats.cache_misses.values()),
    "folder": str(machine_code_folder()),
}))
"""
#: Paytable A's value, times all deals: as published, -37963 of 1082900.
NET, DEALS = str(-37_963 * (22_100 * 49 * 48 // 1_082_900)), 22_100 * 49 * 48


def solve(cache: Path, source: Path = ROOT / "src") -> Any:
    """Solve Let It Ride in a process of its own."""
    environ = {**os.environ, "PYTHONPATH": str(source), "FAIRDEAL_CACHE": str(cache)}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", SOLVE],
        check=False,
        capture_output=True,
        text=True,
        env=environ,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Path]:
    """What the first process finds, and the cache in which it stores its machine code."""
    cache = tmp_path_factory.mktemp("compiled") / "cache"
    return solve(cache), cache


def test_a_second_process_compiles_nothing(compiled: tuple[Any, Path]) -> None:
    first, cache = compiled
    second = solve(cache)
    assert (first["net"], first["deals"]) == (second["net"], second["deals"]) == (NET, DEALS)
    assert (first["loaded"], first["compiled"]) == (0, 1)
    assert (second["loaded"], second["compiled"]) == (1, 0)


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(b"\x80spoilt", marks=pytest.mark.slow, id="other bytes"),
        pytest.param(b"", id="no bytes"),
    ],
)
def test_a_damaged_file_is_compiled_again_and_replaced(
    compiled: tuple[Any, Path], tmp_path: Path, damage: bytes
) -> None:
    cache = shutil.copytree(compiled[1], tmp_path / "cache")
    assert solve(cache)["loaded"] == 1
    files = [path for path in cache.rglob("*") if path.is_file()]
    for path in files:
        path.write_bytes(damage)
    found = [solve(cache) for _ in range(2)]
    assert [(one["net"], one["deals"]) for one in found] == [(NET, DEALS)] * 2
    assert [one["loaded"] for one in found] == [0, 1]


def test_a_folder_that_numba_cannot_write_stores_nothing_elsewhere(tmp_path: Path) -> None:
    """Numba would choose a folder beside the source, which no digest guards."""
    source = tmp_path / "src"
    shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__"))
    folder = Path(solve(tmp_path / "cache", source)["folder"])
    for path in list(folder.iterdir()):
        shutil.rmtree(path)
        path.touch()
    found = solve(tmp_path / "cache", source)
    assert (found["net"], found["deals"], found["loaded"]) == (NET, DEALS, 0)
    assert not list(source.rglob("*.nbi"))


def test_a_folder_that_others_may_change_is_not_used(tmp_path: Path) -> None:
    """Machine code that is loaded is obeyed."""
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache").chmod(0o777)
    found = solve(tmp_path / "cache")
    assert (found["net"], found["folder"]) == (NET, "None")


def test_after_a_helper_has_changed_nothing_old_is_loaded(tmp_path: Path) -> None:
    """A table that the loops read, in another module than theirs: numba's own cache missed it."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    before = solve(tmp_path / "cache", tmp_path / "src")
    assert before["net"] == NET
    helper = tmp_path / "src" / "fairdeal" / "lab" / "kernels" / "tables.py"
    text = helper.read_text()
    assert "KEY_MASK: Final = (1 << KEY_BITS) - 1\n" in text
    # A mask of one bit less: other cells, other results.
    helper.write_text(text.replace("(1 << KEY_BITS) - 1\n", "(1 << KEY_BITS - 3) - 1\n"))
    after = solve(tmp_path / "cache", tmp_path / "src")
    assert after["folder"] != before["folder"]
    assert after["loaded"] == 0
    assert after["net"] != NET


@pytest.mark.parametrize(
    "module", ["cards.py", "hands/five.py", "rulebook/odds.py", "lab/kernels/tables.py"]
)
def test_the_digest_is_of_every_module_that_counts(module: str) -> None:
    source = ROOT / "src" / "fairdeal"
    assert source / module in code_files(source)
