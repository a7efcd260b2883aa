"""Double Draw on all 54 cards a second way: every hand, every throw, every draw, every dead card.

It imports nothing of Fairdeal. The hands are named by an evaluator of its own, and the payouts are
typed from the text. For cards kept and cards thrown away, the best second choice is looked up for
every draw, with the dead cards taken out one by one: nothing is said about which cards matter, and
there are no sums over subsets. Only kept cards that differ in the names of suits or jokers are
taken once.
"""

from fractions import Fraction
from itertools import combinations, permutations
from math import comb, lcm
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np

Ints: TypeAlias = Any
DECK, HAND, JOKERS = 54, 5, (52, 53)
#: From the lowest up: nothing or a pair, two pair, ... five aces.
NOTHING, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL, FOUR, STRAIGHT_FLUSH, WILD, NATURAL, FIVE = range(
    11
)
#: What the bonus pays to one, by kind (MD-DD .08).
BONUS = {
    "A": (-1, 0, 1, 2, 3, 5, 20, 50, 50, 100, 500),
    "B": (-1, 0, 0, 2, 3, 5, 20, 50, 50, 100, 500),
}
_CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(DECK + 1)], np.int64)


def net_results(bonus: str, limit: Fraction | None) -> list[Fraction]:
    """The result of a round in antes by kind of hand: ante, bonus and two draw bets, less what a
    limit cuts of the winnings.
    """
    found = []
    for kind, paid in enumerate(BONUS[bonus]):
        even = 1 if kind >= TWO_PAIR else -1
        won = 3 * max(even, 0) + max(paid, 0)
        cut = Fraction(0) if limit is None else max(Fraction(0), won - limit)
        found.append(3 * even + paid - cut)
    return found


_Loop = TypeVar("_Loop")


def compiled(loop: _Loop) -> _Loop:
    """Compile a function with numba; sums of whole numbers in floats may be taken in any order."""
    return cast(_Loop, numba.njit(fastmath=True)(loop))


@compiled
def kind_of(cards: Ints) -> int:
    """The kind of five cards; a joker completes a straight or a flush, and else is an ace."""
    counts = np.zeros(13, np.int64)
    jokers, suits, places = 0, 0, 0
    for card in cards:
        if card >= 52:
            jokers += 1
        else:
            counts[card // 4] += 1
            suits |= 1 << (card % 4)
            places |= 1 << (card // 4)
    single = True
    for rank in range(13):
        if counts[rank] > 1:
            single = False
    flush = suits & (suits - 1) == 0
    straight, high = False, False
    if single:
        for low in range(-1, 9):
            window = 31 << low if low >= 0 else 15 | 1 << 12
            if places & ~window == 0:
                straight, high = True, low == 8
    if straight and flush:
        if high:
            return 8 if jokers else 9
        return 7
    counts[12] += jokers
    most, second = 0, 0
    for rank in range(13):
        if counts[rank] > most:
            most, second = counts[rank], most
        elif counts[rank] > second:
            second = counts[rank]
    if most == 5:
        return 10
    if most == 4:
        return 6
    if most == 3 and second == 2:
        return 5
    if flush:
        return 4
    if straight:
        return 3
    if most == 3:
        return 2
    if most == 2 and second == 2:
        return 1
    return 0


@compiled
def _four_at(a: int, b: int, c: int, d: int, choose: Ints) -> int:
    """The number of four cards, which are in rising order."""
    return int(choose[a, 1] + choose[b, 2] + choose[c, 3] + choose[d, 4])


@compiled
def _every_fifth(choose: Ints) -> Ints:
    """By four cards and the fifth one: the kind; for a card of the four itself, no kind (11)."""
    made = np.full((choose[54, 4], 54), 11, np.uint8)
    hand = np.empty(5, np.int64)
    for d in range(3, 54):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    four = _four_at(a, b, c, d, choose)
                    hand[0], hand[1], hand[2], hand[3] = a, b, c, d
                    for e in range(54):
                        if e not in (a, b, c, d):
                            hand[4] = e
                            made[four, e] = kind_of(hand)
    return made


@compiled
def _fours_of(hand: Ints, choose: Ints, four: Ints) -> None:
    """The numbers of the fours that are left when each card of a hand in order is thrown."""
    a, b, c, d, e = hand[0], hand[1], hand[2], hand[3], hand[4]
    four[0] = _four_at(b, c, d, e, choose)
    four[1] = _four_at(a, c, d, e, choose)
    four[2] = _four_at(a, b, d, e, choose)
    four[3] = _four_at(a, b, c, e, choose)
    four[4] = _four_at(a, b, c, d, choose)


@compiled
def _sort(hand: Ints) -> None:
    for i in range(1, len(hand)):
        card, at = hand[i], i
        while at and hand[at - 1] > card:
            hand[at] = hand[at - 1]
            at -= 1
        hand[at] = card


@compiled
def _options(
    hand: Ints, unseen: int, fold: int, pays: Ints, worth: Ints, choose: Ints, base: Ints, by: Ints
) -> int:
    """What each throw of one card brings over all cards but the hand, and by card what it brings
    less if that card is dead; returned is the better of standing pat and folding.
    """
    four = np.empty(5, np.int64)
    _fours_of(hand, choose, four)
    pat = pays[four[0], hand[0]]
    for i in range(5):
        base[i] = worth[four[i]] - pat
        for card in range(54):
            by[i, card] = pays[four[i], card]
    return int(unseen * max(pat, fold))


@compiled
def _after_three(kept: Ints, rest: Ints, fold: int, pays: Ints, worth: Ints, choose: Ints) -> Ints:
    """Two cards kept: by the three cards thrown away (their places in `rest`, in order), the sum
    over all draws of the best second choice, times the 46 cards that are unseen then.
    """
    size = len(rest)
    total = np.zeros((size, size, size), np.float64)
    base, by = np.empty(5, np.int64), np.empty((5, 54), np.int64)
    hand = np.empty(5, np.int64)
    less, alive = np.zeros((5, size), np.float64), np.ones(size, np.float64)
    for i in range(size):
        for j in range(i + 1, size):
            for k in range(j + 1, size):
                hand[0], hand[1] = kept[0], kept[1]
                hand[2], hand[3], hand[4] = rest[i], rest[j], rest[k]
                _sort(hand)
                least = np.float64(_options(hand, 46, fold, pays, worth, choose, base, by))
                alive[:] = 1
                alive[i] = alive[j] = alive[k] = 0
                for one in range(5):
                    for place in range(size):
                        less[one, place] = by[one, rest[place]]
                l0, l1, l2, l3, l4 = less[0], less[1], less[2], less[3], less[4]
                for first in range(size - 2):
                    if not alive[first]:
                        continue
                    for second in range(first + 1, size - 1):
                        if not alive[second]:
                            continue
                        b0 = base[0] - l0[first] - l0[second]
                        b1 = base[1] - l1[first] - l1[second]
                        b2 = base[2] - l2[first] - l2[second]
                        b3 = base[3] - l3[first] - l3[second]
                        b4 = base[4] - l4[first] - l4[second]
                        row = total[first, second]
                        for third in range(np.uint64(second + 1), np.uint64(size)):
                            best = max(b0 - l0[third], b1 - l1[third])
                            best = max(best, b2 - l2[third])
                            best = max(best, b3 - l3[third])
                            best = max(best, b4 - l4[third])
                            row[third] += max(best, least) * alive[third]
    return total


@compiled
def _after_fewer(kept: Ints, rest: Ints, fold: int, pays: Ints, worth: Ints, choose: Ints) -> Ints:
    """The same with three, four or five cards kept, by the two, one or no cards thrown away."""
    size, thrown = len(rest), 5 - len(kept)
    total = np.zeros((size, size), np.float64)
    base, by = np.empty(5, np.int64), np.empty((5, 54), np.int64)
    hand = np.empty(5, np.int64)
    unseen = 49 - thrown
    for i in range(size if thrown > 0 else 1):
        for j in range(i + 1 if thrown == 2 else 0, size if thrown == 2 else 1):
            hand[: len(kept)] = kept
            if thrown > 0:
                hand[len(kept)] = rest[i]
            if thrown == 2:
                hand[4] = rest[j]
            _sort(hand)
            least = _options(hand, unseen, fold, pays, worth, choose, base, by)
            for first in range(size if thrown > 0 else 1):
                if thrown > 0 and (first == i or (thrown == 2 and first == j)):
                    continue
                for second in range(first + 1 if thrown == 2 else 0, size if thrown == 2 else 1):
                    if thrown == 2 and second in (i, j):
                        continue
                    best = least
                    for one in range(5):
                        value = base[one]
                        if thrown > 0:
                            value -= by[one, rest[first]]
                        if thrown == 2:
                            value -= by[one, rest[second]]
                        best = max(best, value)
                    total[first, second] += best
    return total


_TURNS = np.array(
    [
        [4 * (card // 4) + suits[card % 4] for card in range(52)] + list(jokers)
        for suits in permutations(range(4))
        for jokers in (JOKERS, JOKERS[::-1])
    ],
    np.int64,
)


def _classes(size: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Every set of so many cards, as one of each class; for every set its class and the change of
    names that leads to the one; and how many are alike.
    """
    sets = np.array(list(combinations(range(DECK), size)), np.int64)
    codes, turn = np.full(len(sets), 1 << 62), np.zeros(len(sets), np.int64)
    digits = 64 ** np.arange(size - 1, -1, -1)
    for number, names in enumerate(_TURNS):
        code = np.sort(names[sets], axis=1) @ digits
        turn[code < codes] = number
        codes = np.minimum(codes, code)
    kept, of, alike = np.unique(codes, return_inverse=True, return_counts=True)
    return kept[:, None] // digits % 64, of, turn, alike


class OtherDoubleDraw:
    """The game with a bonus table, under a limit in antes or none."""

    def __init__(self, bonus: str, limit: Fraction | None = None) -> None:
        self.net = net_results(bonus, limit)
        self.scale = lcm(*(one.denominator for one in self.net))
        whole = [int(one * self.scale) for one in self.net]
        self._made = _every_fifth(_CHOOSE)
        self._pays = np.array([*whole, 0], np.int64)[self._made]
        self._worth = self._pays.sum(axis=1)
        self._fold = -3 * self.scale
        self.hands, _, _, self.alike = _classes(HAND)
        self.best = self._solve()

    @property
    def ev(self) -> Fraction:
        """The value of a round in antes."""
        total = sum(w * b for w, b in zip(self.alike.tolist(), self.best, strict=True))
        return Fraction(total / comb(DECK, HAND))

    def _solve(self) -> list[Fraction]:
        """The value of each class of hands."""
        common = lcm(*(_ways(size) for size in range(4)))
        masks = [mask for mask in range(32) if mask.bit_count() <= 3]
        best = np.full(len(self.hands), -2 * self.scale * common)
        values = {size: self._after(size) for size in range(4)}
        for mask in masks:
            size = mask.bit_count()
            kept = self.hands[:, [i for i in range(5) if not mask >> i & 1]]
            thrown = self.hands[:, [i for i in range(5) if mask >> i & 1]]
            found = values[size](kept, thrown) * (common // _ways(size))
            best = np.maximum(best, found)
        parts = common * self.scale
        return [Fraction(one, parts) for one in best.tolist()]

    def _after(self, thrown: int) -> "_After":
        sets, of, turn, _ = _classes(HAND - thrown)
        tables = []
        for kept in sets:
            rest = np.array([card for card in range(DECK) if card not in kept], np.int64)
            solve = _after_three if thrown == 3 else _after_fewer
            table = solve(kept, rest, self._fold, self._pays, self._worth, _CHOOSE)
            tables.append(_packed(table, thrown))
        return _After(sets, of, turn, tables)


def _packed(table: Ints, thrown: int) -> Ints:
    """Only the entries whose places rise, in order."""
    if thrown == 0:
        return table[0, :1].astype(np.int64)
    if thrown == 1:
        return table[:, 0].astype(np.int64)
    size = len(table)
    places = np.array(list(combinations(range(size), thrown))).T
    return table[tuple(places)].astype(np.int64)


class _After:
    """What is looked up for kept and thrown cards."""

    def __init__(self, sets: Ints, of: Ints, turn: Ints, tables: list[Ints]) -> None:
        self.sets, self.of, self.turn = sets, of, turn
        self.tables = np.stack(tables)

    def __call__(self, kept: Ints, thrown: Ints) -> Ints:
        size, gone = kept.shape[1], thrown.shape[1]
        at = _place(kept, DECK)
        number, names = self.of[at], _TURNS[self.turn[at]]
        cards = np.sort(np.take_along_axis(names, thrown, axis=1), axis=1)
        # The place of a card among those that are not kept.
        below = (self.sets[number][:, None, :] < cards[:, :, None]).sum(axis=2)
        places = cards - below
        if gone == 0:
            return self.tables[number, 0]
        return self.tables[number, _place(places, DECK - size)]


def _place(sets: Ints, deck: int) -> Ints:
    """The number of each set of cards in the order of `combinations`."""
    size = sets.shape[1]
    back = deck - 1 - sets
    total = comb(deck, size) - 1
    return total - sum(_comb(back[:, i], size - i) for i in range(size))


def _comb(n: Ints, k: int) -> Ints:
    return np.array([comb(i, k) for i in range(DECK + 1)], np.int64)[n]


def _ways(size: int) -> int:
    return comb(49, size) * (49 - size)
