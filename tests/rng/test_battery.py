"""The battery finds planted faults and no others; hands are counted against published numbers."""

from fractions import Fraction

import numpy as np
import pytest

from fairdeal.rng.battery import BatteryResult, DeckCounts, cut_depth_result
from fairdeal.rng.faults import FAULTS, Fault, uniform
from fairdeal.rng.statistics import holm
from fairdeal.table.questions import CUT_MARGIN

DECKS = 20_000


def results(
    decks: np.ndarray[tuple[int, int], np.dtype[np.uint8]], size: int
) -> list[BatteryResult]:
    counts = DeckCounts(size)
    for lot in np.array_split(decks, 3):
        counts.add(lot)
    return counts.results()


def findings(found: list[BatteryResult]) -> set[str]:
    corrected = holm([one.p_value for one in found])
    return {one.name for one, p in zip(found, corrected, strict=True) if p < 0.01}


@pytest.mark.clause("COMAR 36.05.02.17F")
@pytest.mark.parametrize("size", [52, 54])
def test_a_good_shuffle_has_no_finding(size: int) -> None:
    random = np.random.Generator(np.random.Philox(size))
    assert findings(results(uniform(random, DECKS, size), size)) == set()


# The bias of 0.1 % shows in the position of one card, and only in a million decks.
FOUND_BY = {
    "naive swap": "position",
    "modulo": "position",
    "short seed": "repeated decks",
    "retained top": "previous top cards",
}


@pytest.mark.clause("COMAR 36.05.02.17F")
@pytest.mark.parametrize(
    "fault", [one for one in FAULTS if not one.small], ids=lambda one: one.name
)
def test_planted_faults_are_found(fault: Fault) -> None:
    random = np.random.Generator(np.random.Philox(1))
    assert FOUND_BY[fault.name] in findings(results(fault.decks(random, DECKS, 52), 52))


def test_a_fault_of_the_cut_is_found() -> None:
    (fault,) = (one for one in FAULTS if one.cuts)
    assert fault.cuts is not None
    random = np.random.Generator(np.random.Philox(1))
    depths = fault.cuts(random, 50_000, 52)
    assert (depths.min(), depths.max()) == (CUT_MARGIN, 52 - CUT_MARGIN)
    assert cut_depth_result(depths, 52, CUT_MARGIN).p_value < 1e-6


@pytest.mark.slow
def test_a_small_bias_is_found_in_a_million_decks() -> None:
    (fault,) = (one for one in FAULTS if one.small)
    counts = DeckCounts(52)
    random = np.random.Generator(np.random.Philox(1))
    for _ in range(50):
        counts.add(fault.decks(random, DECKS, 52))
    assert "single position" in findings(counts.results())


def test_decks_in_lots_count_as_decks_at_once() -> None:
    decks = uniform(np.random.Generator(np.random.Philox(3)), 2_000, 52)
    whole = DeckCounts(52)
    whole.add(decks)
    assert results(decks, 52) == whole.results()


# Published counts of five cards: of 52 in any textbook, of 54 by Double Draw's ranking.
PUBLISHED = {
    52: {"royal flush": 4, "four of a kind": 624, "flush": 5_108, "nothing": 1_302_540},
    54: {"five aces": 6, "natural royal flush": 4, "wild royal flush": 80, "nothing": 1_535_388},
}


@pytest.mark.parametrize("size", [52, 54])
def test_hands_are_expected_as_published(size: int) -> None:
    whole = {52: 2_598_960, 54: 3_162_510}[size]
    chances = {kind: chance for kind, _, chance in DeckCounts(size).hand_table()}
    for kind, number in PUBLISHED[size].items():
        assert chances[kind] == Fraction(number, whole)
    assert sum(chances.values()) == 1


def test_counts_of_one_deck() -> None:
    """A new deck begins with the four twos. The same deck again is a repeated one."""
    counts = DeckCounts(52)
    counts.add(np.arange(52, dtype=np.uint8)[None, :])
    assert [kind for kind, counted, _ in counts.hand_table() if counted] == ["four of a kind"]
    counts.add(np.arange(52, dtype=np.uint8)[None, :])
    repeated = next(one for one in counts.results() if one.name == "repeated decks")
    assert (repeated.statistic, repeated.p_value < 1e-15) == (1, True)


def test_depths_of_the_cut() -> None:
    even = np.tile(np.arange(10, 43, dtype=np.uint8), 100)
    assert cut_depth_result(even, 52, 10).statistic == 0
    assert cut_depth_result(np.full(3300, 10, dtype=np.uint8), 52, 10).p_value < 1e-9
