"""Run 'Em Twice and Let It Ride on all 52 cards a second way: every deal and every choice.

It imports nothing of Fairdeal: hands are named by an evaluator of its own, payouts are typed from
the texts, and no board is left out for its symmetry or for what its cards could make. Only own
cards that differ in the names of suits are taken once.
"""

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np

Ints: TypeAlias = Any
#: What one unit brings by kind, from the lowest up (`kind_of`).
LET_IT_RIDE = {
    "A": (-1, -1, -1, 1, 1, 2, 3, 5, 8, 11, 50, 200, 1000),  # MD-LIR 12.A(1)
    "B": (-1, -1, -1, 1, 1, 2, 3, 5, 10, 15, 25, 100, 500),  # MD-LIR 12.A(2)
    "C": (-1, -1, -1, 1, 1, 2, 3, 6, 9, 15, 30, 50, 100),  # MD-LIR 12.A(3)
}
ANTE = (-1, -1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1)  # MD-RET 12.A
RUN = (-1, -1, 0, 0, 1, 2, 3, 5, 8, 12, 40, 100, 500)  # MD-RET 12.B
KINDS = 13


_Loop = TypeVar("_Loop")


def compiled(loop: _Loop) -> _Loop:
    """Compile a function with numba."""
    return cast(_Loop, numba.njit(loop))


@compiled
def kind_of(a: int, b: int, c: int, d: int, e: int) -> int:
    """Nothing, a pair up to fives, of sixes to nines, of tens, of jacks or better, two pair, three,
    straight, flush, full house, four, straight flush, royal flush.
    """
    counts = np.zeros(13, np.int8)
    cards = (a, b, c, d, e)
    for card in cards:
        counts[card >> 2] += 1
    most, pairs, pair, places = 0, 0, -1, 0
    for rank in range(13):
        if counts[rank]:
            places |= 1 << rank
        most = max(most, counts[rank])
        if counts[rank] == 2:
            pairs, pair = pairs + 1, rank
    if most == 4:
        return 10
    if most == 3:
        return 9 if pairs else 6
    if pairs == 2:
        return 5
    if pairs == 1:
        return 1 + (pair > 3) + (pair > 7) + (pair > 8)
    flush = a & 3 == b & 3 == c & 3 == d & 3 == e & 3
    straight = places == (15 | 1 << 12)
    for low in range(9):
        straight |= places == 31 << low
    if straight and flush:
        return 12 if places == 31 << 8 else 11
    return 8 if flush else 7 if straight else 0


# Let It Ride --------------------------------------------------------------------------------------


@compiled
def _let_it_ride(threes: Ints, alike: Ints, bring: Ints, counts: Ints) -> int:
    """Every fourth and fifth card; `bring[bets, kind]` is the result with so many bets. Of equal
    choices the bet rides. Counted are deals by bets and kind.
    """
    total = 0
    fifths, sums = np.zeros((49, 13), np.int64), np.zeros(4, np.int64)
    live = np.empty(49, np.int64)
    for number in range(len(threes)):
        a, b, c = threes[number]
        left = 0
        for card in range(52):
            if card not in (a, b, c):
                live[left] = card
                left += 1
        fifths[:] = 0
        ride, back = 0, 0
        for i in range(49):
            for j in range(49):
                if i != j:
                    fifths[i, kind_of(a, b, c, live[i], live[j])] += 1
            for bets in range(1, 4):
                sums[bets] = (bring[bets] * fifths[i]).sum()
            ride += max(sums[3], sums[2])
            back += max(sums[2], sums[1])
        total += alike[number] * max(ride, back)
        for i in range(49):
            for bets in range(1, 4):
                sums[bets] = (bring[bets] * fifths[i]).sum()
            least = 2 if ride >= back else 1
            bets = least + 1 if sums[least + 1] >= sums[least] else least
            counts[bets] += alike[number] * fifths[i]
    return total


class OtherLetItRide:
    """The main wagers of a table, under a limit in base bets or none."""

    def __init__(self, table: str, limit: Fraction | None = None) -> None:
        pays = LET_IT_RIDE[table]
        self.net = [
            [_limited(bets * one, max(bets * one, 0), limit) for one in pays] for bets in range(4)
        ]
        self.scale = 1 if limit is None else limit.denominator
        bring = np.array([[int(one * self.scale) for one in row] for row in self.net], np.int64)
        threes, alike = _classes(3)
        self._counts = np.zeros((4, KINDS), np.int64)
        self._deals = comb(52, 3) * 49 * 48
        total = _let_it_ride(threes, alike, bring, self._counts)
        self.ev = Fraction(int(total), self._deals * self.scale)

    def results(self) -> dict[Fraction, Fraction]:
        """The chance of every net result."""
        found: dict[Fraction, Fraction] = {}
        for bets, row in enumerate(self._counts.tolist()):
            for net, count in zip(self.net[bets], row, strict=True):
                if count:
                    found[net] = found.get(net, Fraction(0)) + Fraction(count, self._deals)
        return found


# Run 'Em Twice ------------------------------------------------------------------------------------


@compiled
def _kinds_of_runs(own: Ints, live: Ints) -> Ints:
    """By pair of places (as i * 50 + j) and center: the kind of the run."""
    kinds = np.zeros((2500, 50), np.uint8)
    for i in range(50):
        for j in range(i + 1, 50):
            for center in range(50):
                if center not in (i, j):
                    kind = kind_of(own[0], own[1], live[i], live[j], live[center])
                    kinds[i * 50 + j, center] = kind
    return kinds


@compiled
def _best_thirds(
    first: Ints, second: Ints, out: Ints, pays: Ints, cut: Ints, cuts: Ints, unit: int, best: Ints
) -> None:
    """For one board, by the bets before: the best third decision summed over the 46 centers, in
    `best[one, two, 0]`, and its number in `best[one, two, 1]`: -1 to fold, else the bet less one.
    Of equal ones the larger bet, and a bet before a fold.
    """
    antes, ones, twos, betters = 0, 0, 0, 0
    taken = np.zeros((3, 3, 3), np.int64)
    for center in range(50):
        if center in out:
            continue
        f, s = first[center], second[center]
        antes += pays[0, f] + pays[0, s]
        ones += pays[1, f]
        twos += pays[1, s]
        betters += pays[1, max(f, s)]
        if cuts[f, s]:
            taken += cut[f, s]
    for one in range(3):
        for two in range(3):
            folded = -46 * unit * (4 + one + two)
            top, chosen = folded, -1
            for three in range(3):
                value = antes + (one + 1) * ones + (two + 1) * twos + (three + 1) * betters
                value -= taken[one, two, three]
                if value >= top:
                    top, chosen = value, three
            best[one, two, 0], best[one, two, 1] = top, chosen


@compiled
def _own_cards(
    own: Ints, live: Ints, pays: Ints, cut: Ints, cuts: Ints, unit: int, counts: Ints
) -> int:
    """Every board of two own cards: the sum of the best play, and how often rounds end with each
    bets and kinds; a center bet of none is a fold, and a first or second bet of none too.
    """
    kinds = _kinds_of_runs(own, live)
    values, best = np.zeros(3, np.int64), np.zeros((3, 3, 2), np.int64)
    seconds, sums = np.zeros((2500, 3), np.int64), np.zeros((3, 3), np.int64)
    out = np.zeros(4, np.int64)
    chosen_first = -1
    for again in range(2):
        for left in range(50):
            for right in range(left + 1, 50):
                out[0], out[1] = left, right
                first = kinds[left * 50 + right]
                two = seconds[left * 50 + right, chosen_first]
                if again and two < 0:
                    counts[chosen_first + 1, 0, 0, 0, 0] += 1128 * 46
                    continue
                sums[:] = 0
                for top in range(50):
                    if top in (left, right):
                        continue
                    for bottom in range(top + 1, 50):
                        if bottom in (left, right):
                            continue
                        out[2], out[3] = top, bottom
                        second = kinds[top * 50 + bottom]
                        _best_thirds(first, second, out, pays, cut, cuts, unit, best)
                        if not again:
                            sums += best[:, :, 0]
                            continue
                        three = best[chosen_first, two, 1]
                        if three < 0:
                            counts[chosen_first + 1, two + 1, 0, 0, 0] += 46
                            continue
                        place = counts[chosen_first + 1, two + 1, three + 1]
                        for center in range(50):
                            if center not in (left, right, top, bottom):
                                place[first[center], second[center]] += 1
                if again:
                    continue
                for one in range(3):
                    most, bet = -1128 * 46 * unit * (3 + one), -1
                    for other in range(3):
                        if sums[one, other] >= most:
                            most, bet = sums[one, other], other
                    values[one] += most
                    seconds[left * 50 + right, one] = bet
        if again:
            break
        most = -1225 * 1128 * 46 * unit * 2
        for one in range(3):
            if values[one] >= most:
                most, chosen_first = values[one], one
        if chosen_first < 0:
            counts[0, 0, 0, 0, 0] += 1225 * 1128 * 46
            return most
    return int(values[chosen_first])


class OtherRunEmTwice:
    """The main wagers, under a limit in antes or none."""

    def __init__(self, limit: Fraction | None = None) -> None:
        self.limit = limit
        self.scale = 1 if limit is None else limit.denominator
        self._cut = np.zeros((KINDS, KINDS, 3, 3, 3), np.int64)
        for f, s, one, two, three in np.ndindex(*self._cut.shape):
            less = self._net((one + 1, two + 1, three + 1), f, s, None)
            less -= self._net((one + 1, two + 1, three + 1), f, s, limit)
            self._cut[f, s, one, two, three] = less * self.scale
        self._pays = self.scale * np.array([ANTE, RUN], np.int64)

    def value_of(self, own: tuple[int, ...]) -> Fraction:
        """The best play with two own cards, over all boards."""
        counts = np.zeros((4, 4, 4, KINDS, KINDS), np.int64)
        live = np.array([card for card in range(52) if card not in own], np.int64)
        cuts = self._cut.any(axis=(2, 3, 4))
        total = _own_cards(np.array(own), live, self._pays, self._cut, cuts, self.scale, counts)
        deals = 1225 * 1128 * 46
        assert counts.sum() == deals
        won = sum(
            int(counts[one, two, three, f, s])
            * (self._net((one, two, three), f, s, self.limit) if three else -2 - one - two)
            for one, two, three, f, s in np.argwhere(counts).tolist()
        )
        assert Fraction(won) == Fraction(total, self.scale)
        return Fraction(total, deals * self.scale)

    @staticmethod
    def _net(bets: tuple[int, ...], f: int, s: int, limit: Fraction | None) -> Fraction:
        parts = [ANTE[f], ANTE[s]]
        parts += [bet * RUN[kind] for bet, kind in zip(bets, (f, s, max(f, s)), strict=True)]
        return _limited(sum(parts), sum(max(one, 0) for one in parts), limit)


def _limited(net: int, won: int, limit: Fraction | None) -> Fraction:
    """The result less what the winnings are over the limit."""
    return Fraction(net) - (0 if limit is None else max(Fraction(0), won - limit))


def _classes(size: int) -> tuple[Ints, Ints]:
    """One set of cards of each that differ in the names of suits, and how many are alike."""
    found: dict[tuple[tuple[int, ...], ...], list[tuple[int, ...]]] = {}
    for cards in combinations(range(52), size):
        by_suit = [tuple(c // 4 for c in cards if c % 4 == suit) for suit in range(4)]
        found.setdefault(tuple(sorted(by_suit)), []).append(cards)
    return np.array([sets[0] for sets in found.values()]), np.array([*map(len, found.values())])
