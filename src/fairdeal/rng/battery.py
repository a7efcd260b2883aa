"""The tests of a laboratory over many decks. Each compares what was counted with an exact law.

Every test gives a p-value: the probability that a perfect shuffle gives a result at least as far
from what is expected. Where many places are looked at, the test says how: the sum of all deviations
(chi-square), which finds small deviations everywhere, or the largest one, which finds a single one.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, sqrt
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.hands import FIVE_CARD, FIVE_CARD_WITH_JOKERS
from fairdeal.hands.lookup import lookup
from fairdeal.lab.kernels.tables import cell_tables
from fairdeal.rng.compiled import compiled_here
from fairdeal.rng.derivation import Bytes
from fairdeal.rng.statistics import (
    all_ranks_law,
    chi_square_tail,
    common_top_law,
    fixed_points_law,
    normal_tails,
    pooled,
    rising_runs_law,
)

Counted: TypeAlias = NDArray[np.int64]
#: The least number of expected decks in a group of a law, so that the chi-square law holds.
_LEAST_EXPECTED: Final = 20
#: The places of two neighbouring cards whose ordered pairs are counted: top, middle and bottom.
_PAIRS: Final = ("top", "middle", "bottom")
#: How many cards count as the top of a deck.
TOP: Final = 10


class BatteryResult(NamedTuple):
    """The result of one test: what was looked at, the statistic, and its p-value."""

    name: str
    question: str
    statistic: float
    degrees: int | None
    p_value: float


class DeckCounts:
    """Counts over decks, which are added in lots: memory does not grow with their number."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.decks = 0
        self._positions: Counted = np.zeros((size, size), np.int64)
        self._pairs: Counted = np.zeros((len(_PAIRS), size, size), np.int64)
        self._same_place: Counted = np.zeros(size + 1, np.int64)
        self._same_top: Counted = np.zeros(TOP + 1, np.int64)
        self._runs: Counted = np.zeros(size + 1, np.int64)
        self._all_ranks: Counted = np.zeros(size + 1, np.int64)
        self._hands: Counted = np.zeros(len(_hand_kinds(size)), np.int64)
        self._last: Bytes | None = None
        self._fingerprints: list[NDArray[np.uint64]] = []

    def add(self, decks: Bytes) -> None:
        """Count a lot of consecutive decks."""
        if not len(decks):
            return
        marks = np.empty(len(decks), np.uint64)
        before = decks[0] if self._last is None else self._last
        tables = cell_tables(FIVE_CARD if self.size == 52 else FIVE_CARD_WITH_JOKERS)
        cells: Counted = np.zeros(len(_kind_numbers(self.size)), np.int64)
        _count_lot(
            decks,
            before,
            int(self._last is None),
            self._positions,
            self._pairs,
            self._same_place,
            self._same_top,
            self._runs,
            self._all_ranks,
            marks,
            tables.codes,
            tables.plain,
            tables.suited,
            tables.one_suit,
            cells,
        )
        np.add.at(self._hands, _kind_numbers(self.size), cells)
        self.decks += len(decks)
        self._last = decks[-1].copy()
        self._fingerprints.append(marks)

    def results(self) -> list[BatteryResult]:
        """Return the results of all tests, in a fixed order."""
        return list(self._results())

    def _results(self) -> Iterator[BatteryResult]:
        size, decks = self.size, self.decks
        yield self._position_sum()
        yield _largest_cell(
            "single position",
            "is one card at one place too often or too seldom",
            self._positions,
            decks,
            Fraction(1, size),
        )
        for name, table in zip(_PAIRS, self._pairs, strict=True):
            apart = table[~np.eye(size, dtype=bool)]
            yield _chi_square(
                f"ordered pairs at the {name}",
                f"is every ordered pair of neighbours at the {name} equally likely",
                apart,
                np.full(apart.size, decks / apart.size),
            )
        for name, question, counted, law in self._laws():
            yield _against_law(name, question, counted, law)
        yield self._hand_counts()
        yield self._repeats()

    def _laws(self) -> Iterator[tuple[str, str, Counted, Mapping[int, Fraction]]]:
        size = self.size
        yield (
            *("same place as before", "do cards stay where the deck before had them"),
            *(self._same_place, fixed_points_law(size)),
        )
        yield (
            *("previous top cards", f"do the top {TOP} cards of the previous deck come again"),
            *(self._same_top, common_top_law(size, TOP)),
        )
        yield "rising runs", "is the number of rising runs right", self._runs, rising_runs_law(size)
        yield (
            *("all ranks", "how many cards until all ranks were seen"),
            *(self._all_ranks, all_ranks_law(size)),
        )

    def _position_sum(self) -> BatteryResult:
        size = self.size
        expected = self.decks / size
        total = float(((self._positions - expected) ** 2 / expected).sum()) * (size - 1) / size
        degrees = (size - 1) ** 2
        question = "is every card equally likely at every place"
        p_value = chi_square_tail(total, degrees)
        return BatteryResult("position", question, total, degrees, p_value)

    def _hand_counts(self) -> BatteryResult:
        law = {number: chance for number, (_, chance) in enumerate(_hand_kinds(self.size))}
        question = "do the first five cards make each hand as often as they should"
        return _against_law("hands", question, self._hands, law)

    def _repeats(self) -> BatteryResult:
        marks = np.sort(np.concatenate(self._fingerprints))
        repeated = int(np.count_nonzero(marks[1:] == marks[:-1]))
        # The chance that any two of the decks are equal: less than pairs by 2^63 fingerprints.
        chance = min(1.0, comb(self.decks, 2) / 2**63) if repeated else 1.0
        question = "does a whole deck come twice"
        return BatteryResult("repeated decks", question, float(repeated), None, chance)

    def hand_table(self) -> list[tuple[str, int, Fraction]]:
        """Return each kind of hand with the number that was counted and its exact probability."""
        rows = zip(_hand_kinds(self.size), self._hands, strict=True)
        return [(kind, int(counted), chance) for (kind, chance), counted in rows]


def cut_depth_result(depths: Bytes, size: int, margin: int) -> BatteryResult:
    """Return the result of a test of how deep the decks were cut."""
    places = size - 2 * margin + 1
    counted = np.bincount(depths.astype(np.int64) - margin, minlength=places)
    expected = np.full(places, len(depths) / places)
    question = "is every depth of the cut equally likely"
    return _chi_square("cut depth", question, counted, expected)


def _chi_square(
    name: str, question: str, counted: Counted, expected: NDArray[np.float64]
) -> BatteryResult:
    total = float(((counted - expected) ** 2 / expected).sum())
    degrees = len(counted) - 1
    return BatteryResult(name, question, total, degrees, chi_square_tail(total, degrees))


def _against_law(
    name: str, question: str, counted: Counted, law: Mapping[int, Fraction]
) -> BatteryResult:
    decks = int(counted.sum())
    groups = pooled(law, Fraction(_LEAST_EXPECTED, max(decks, 1)))
    observed = np.array([sum(int(counted[value]) for value in values) for values, _ in groups])
    expected = np.array([float(chance * decks) for _, chance in groups])
    return _chi_square(name, question, observed, expected)


def _largest_cell(
    name: str, question: str, counted: Counted, decks: int, chance: Fraction
) -> BatteryResult:
    """Test the largest of many deviations: its p-value by the number of cells is a bound."""
    spread = sqrt(decks * float(chance * (1 - chance)))
    z = float(np.abs(counted - decks * float(chance)).max()) / spread
    return BatteryResult(name, question, z, None, min(1.0, normal_tails(z) * counted.size))


@compiled_here
def _count_lot(
    decks: Bytes,
    before: Bytes,
    start: int,
    positions: Counted,
    pairs: Counted,
    same_place: Counted,
    same_top: Counted,
    runs: Counted,
    all_ranks: Counted,
    marks: NDArray[np.uint64],
    codes: Counted,
    plain: Bytes,
    suited: Bytes,
    one_suit: NDArray[np.bool_],
    cells: Counted,
) -> None:
    """Count decks one by one; the first `start` of them have no deck before them."""
    size = decks.shape[1]
    middle, key_bits, top = size // 2 - 1, 20, len(same_top) - 1
    for number in range(len(decks)):
        deck = decks[number]
        rises, ranks, until, same, stock = 1, 0, 0, 0, 0
        mark = np.uint64(0xCBF29CE484222325)
        for place in range(size):
            card = np.int64(deck[place])
            positions[card, place] += 1
            if place and deck[place] < deck[place - 1]:
                rises += 1
            if card < 52 and ranks != 0x1FFF:
                ranks |= int(1 << (card >> 2))
                until = place + 1
            same += int(deck[place] == before[place])
            mark = (mark ^ np.uint64(card)) * np.uint64(0x100000001B3)
            mark ^= mark >> np.uint64(29)
        pairs[0, deck[0], deck[1]] += 1
        pairs[1, deck[middle], deck[middle + 1]] += 1
        pairs[2, deck[size - 2], deck[size - 1]] += 1
        runs[rises] += 1
        all_ranks[until] += 1
        marks[number] = mark
        if number >= start:
            seen = np.int64(0)
            for place in range(top):
                seen |= np.int64(1) << np.int64(before[place])
            for place in range(top):
                stock += int((seen >> np.int64(deck[place])) & 1)
            same_place[same] += 1
            same_top[stock] += 1
        code = np.int64(0)
        for place in range(5):
            code += codes[deck[place]]
        key = code & ((1 << key_bits) - 1)
        cells[suited[key] if one_suit[code >> key_bits] else plain[key]] += 1
        before = deck


# Hands --------------------------------------------------------------------------------------------


@cache
def _hand_kinds(size: int) -> tuple[tuple[str, Fraction], ...]:
    """Return the kinds of five-card hands of a deck with their exact probabilities, counted over
    all hands, the likeliest last.
    """
    every = np.array(list(combinations(range(size), 5)), dtype=np.uint8)
    counted = np.bincount(_cells_of(every, size), minlength=len(_kind_of_cell(size)))
    kinds: dict[str, int] = {}
    for kind, number in zip(_kind_of_cell(size), counted, strict=True):
        kinds[kind] = kinds.get(kind, 0) + int(number)
    whole = comb(size, 5)
    rare_first = sorted(kinds.items(), key=lambda item: item[1])
    return tuple((kind, Fraction(number, whole)) for kind, number in rare_first)


def _kind_of_cell(size: int) -> tuple[str, ...]:
    ranking = FIVE_CARD if size == 52 else FIVE_CARD_WITH_JOKERS
    kinds = {hand.cell: hand.kind for hand in lookup(ranking).hands}
    return tuple(kinds[cell] for cell in range(len(ranking.cells)))


def _cells_of(hands: Bytes, size: int) -> Counted:
    tables = cell_tables(FIVE_CARD if size == 52 else FIVE_CARD_WITH_JOKERS)
    codes: Counted = tables.codes[hands].sum(axis=1)
    return tables.cells(codes)


@cache
def _kind_numbers(size: int) -> Counted:
    names = [kind for kind, _ in _hand_kinds(size)]
    return np.array([names.index(kind) for kind in _kind_of_cell(size)], dtype=np.int64)
