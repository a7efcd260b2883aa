"""The gain from seen hands in Let It Ride: exact, however many hands were seen.

Bet 3 always plays, so that knowledge about it changes nothing on average. Bet 2 rides if the
remaining fifth cards promise no loss, bet 1 if the remaining pairs promise none. Cards that may
change places without a change in any payout are *twins*: they are counted, not listed. So a set of
dead cards is a vector of counts, its weight a product of binomial numbers, and the sum over all
vectors is exact.
"""

from fractions import Fraction
from math import comb
from typing import Final

import numpy as np

from fairdeal.lab.kernels.compiled import compiled
from fairdeal.lab.kernels.let_it_ride.best_play import LetItRide
from fairdeal.lab.kernels.tables import (
    KEY_BITS,
    KEY_MASK,
    CellTables,
    Ints,
    cell_tables,
    suit_classes,
    whole_deck,
)
from fairdeal.lab.kernels.threads import map_in_threads
from fairdeal.lab.progress import Progress

_CHOOSE: Final = np.array([[comb(n, k) for k in range(53)] for n in range(53)], dtype=np.int64)


def value_knowing(
    game: LetItRide, dead: int, workers: int = 1, progress: Progress | None = None
) -> Fraction:
    """Return the value of a round to a player who knows `dead` dead cards before the first
    decision.
    """
    deck, tables = whole_deck(game.ranks), cell_tables(game.ranking)
    scale, pays = game.scaled
    three, four = suit_classes(game.ranks, 3), suit_classes(game.ranks, 4)
    firsts = map_in_threads(
        lambda hand: first_bet(hand, deck, tables, pays, dead),
        list(three.hands),
        workers,
        progress,
    )
    seconds = [second_bet(hand, deck, tables, pays, dead) for hand in four.hands]
    first = sum(w * whole(*sums) for w, sums in zip(three.weights.tolist(), firsts, strict=True))
    second = sum(w * whole(*sums) for w, sums in zip(four.weights.tolist(), seconds, strict=True))
    left = deck.size - dead
    plays = sum((hand.combinations * hand.bet_value for hand in game.solution.hands), Fraction(0))
    return (
        plays / comb(deck.size, 3)
        + Fraction(
            first, scale * comb(deck.size, 3) * comb(deck.size - 3, dead) * comb(left - 3, 2)
        )
        + Fraction(second, scale * comb(deck.size, 4) * comb(deck.size - 4, dead) * (left - 4))
    )


def whole(remainder: np.int64, about: float) -> int:
    """Return a sum that may be larger than 64 bits, from its remainder modulo 2**64 and a float
    near it.
    """
    return int(remainder) + (round((about - float(remainder)) / 2**64) << 64)


@compiled
def first_bet(
    hand: Ints, deck: Ints, tables: CellTables, pays: Ints, dead: int
) -> tuple[np.int64, float]:
    """Return the sum, over all sets of dead cards that leave three own cards a gain on average, of
    what the pairs bring that are left.
    """
    codes, plain, suited, one_suit = tables
    count = deck.size - 3
    live, paid = np.empty(count, np.int64), np.zeros((count, count), np.int64)
    code, place = 0, 0
    for card in deck:
        if card in hand:
            code += codes[card]
        else:
            live[place] = codes[card]
            place += 1
    for i in range(count):
        for j in range(i):
            total = code + live[i] + live[j]
            key = total & KEY_MASK
            cell = np.int64(suited[key] if one_suit[total >> KEY_BITS] else plain[key])
            paid[i, j] = paid[j, i] = pays[cell]
    if _most(paid, count - dead) <= 0:
        return np.int64(0), 0.0
    if _most(-paid, count - dead) <= 0:
        every, ways = paid.sum() // 2, _CHOOSE[count - 2, dead]
        return every * ways, float(every) * float(ways)
    of, kinds = _twins(paid)
    sizes = np.zeros(kinds, np.int64)
    for i in range(count):
        sizes[of[i]] += 1
    order = _by_size(sizes)
    place_of = np.empty(kinds, np.int64)
    for at in range(kinds):
        place_of[order[at]] = at
    between = np.zeros((kinds, kinds), np.int64)
    for i in range(count):
        for j in range(count):
            if i != j:
                between[place_of[of[i]], place_of[of[j]]] = paid[i, j]
    return gains(sizes[order], np.zeros(kinds, np.int64), between, dead)


@compiled
def second_bet(
    hand: Ints, deck: Ints, tables: CellTables, pays: Ints, dead: int
) -> tuple[np.int64, float]:
    """Return the sum, over all sets of dead cards that leave four cards a gain on average, of what
    the fifth cards bring that are left.
    """
    codes, plain, suited, one_suit = tables
    brought = np.empty(deck.size - 4, np.int64)
    code, place = codes[hand[0]] + codes[hand[1]] + codes[hand[2]] + codes[hand[3]], 0
    for card in deck:
        if card not in hand:
            total = code + codes[card]
            key = total & KEY_MASK
            brought[place] = pays[suited[key] if one_suit[total >> KEY_BITS] else plain[key]]
            place += 1
    _sort(brought)
    # An empty kind first, so that there are two at least.
    sizes, alone = np.zeros(brought.size + 1, np.int64), np.zeros(brought.size + 1, np.int64)
    kinds = 1
    for i in range(brought.size):
        if i == 0 or brought[i] != brought[i - 1]:
            alone[kinds] = brought[i]
            kinds += 1
        sizes[kinds - 1] += 1
    order = _by_size(sizes[:kinds])
    return gains(sizes[order], alone[order], np.zeros((kinds, kinds), np.int64), dead)


@compiled
def _sort(numbers: Ints) -> None:
    """Sort a few numbers in place."""
    for i in range(1, numbers.size):
        number, j = numbers[i], i - 1
        while j >= 0 and numbers[j] > number:
            numbers[j + 1] = numbers[j]
            j -= 1
        numbers[j + 1] = number


@compiled
def _by_size(sizes: Ints) -> Ints:
    """Return the kinds from the smallest to the largest."""
    order, found = np.empty(sizes.size, np.int64), 0
    for size in range(53):
        for kind in range(sizes.size):
            if sizes[kind] == size:
                order[found] = kind
                found += 1
    return order


@compiled
def _most(paid: Ints, left: int) -> np.int64:
    """Return a bound of what the pairs among `left` cards bring."""
    count = len(paid)
    by_card, row = np.empty(count, np.int64), np.empty(count - 1, np.int64)
    for card in range(count):
        row[:card] = paid[card, :card]
        row[card:] = paid[card, card + 1 :]
        _sort(row)
        by_card[card] = row[count - left :].sum()
    _sort(by_card)
    # Every pair was counted with both its cards.
    return np.int64(by_card[count - left :].sum() // 2)


@compiled
def _twins(paid: Ints) -> tuple[Ints, int]:
    """Return the kind of each card, and how many kinds there are: any two of a kind may change
    places. The first kind is empty, so that there are two at least.
    """
    count = len(paid)
    of, kinds = np.full(count, -1), 1
    for i in range(count):
        if of[i] >= 0:
            continue
        for j in range(i, count):
            same = of[j] < 0
            for k in range(count):
                same = same and (k in (i, j) or paid[i, k] == paid[j, k])
            if same:
                of[j] = kinds
        kinds += 1
    return of, kinds


@compiled
def gains(sizes: Ints, alone: Ints, between: Ints, dead: int) -> tuple[np.int64, float]:
    """Return the sum of all gains modulo 2**64 and as a float: over every choice of `dead` dead
    cards after which the rest is worth more than nothing. The rest is worth `alone` for each card
    of a kind and `between` for each pair.

    Kinds come in the order of their sizes. For the last two kinds, in which most of the vectors
    branch, the worth is found by a formula.
    """
    last = sizes.size - 1
    rest = np.zeros(last + 2, np.int64)
    for kind in range(last, -1, -1):
        rest[kind] = rest[kind + 1] + sizes[kind]
    # By kind: how many of it are dead; dead cards to be placed in it and after it; ways so far;
    # what the cards left of the kinds before bring, among themselves and with each card after.
    gone, to_place = np.zeros(last, np.int64), np.zeros(last, np.int64)
    ways, value = np.ones(last, np.int64), np.zeros(last, np.int64)
    row = np.zeros((last, last + 1), np.int64)
    row[0], to_place[0] = alone, dead
    gone[0] = max(0, dead - rest[1]) - 1
    total, about = np.int64(0), 0.0
    kind = 0
    while kind >= 0:
        most = min(sizes[kind], to_place[kind])
        if kind == last - 1:
            part, near = np.int64(0), 0.0
            for here in range(max(0, to_place[kind] - sizes[last]), most + 1):
                there = to_place[kind] - here
                one, other = sizes[kind] - here, sizes[last] - there
                left = (
                    value[kind]
                    + one * row[kind, kind]
                    + one * (one - 1) // 2 * between[kind, kind]
                    + other * (row[kind, last] + one * between[kind, last])
                    + other * (other - 1) // 2 * between[last, last]
                )
                if left > 0:
                    both = _CHOOSE[sizes[kind], here] * _CHOOSE[sizes[last], there]
                    part += both * left
                    near += float(both) * float(left)
            total += ways[kind] * part
            about += float(ways[kind]) * near
            kind -= 1
            continue
        gone[kind] += 1
        if gone[kind] > most:
            kind -= 1
            continue
        here, following = sizes[kind] - gone[kind], kind + 1
        to_place[following] = to_place[kind] - gone[kind]
        ways[following] = ways[kind] * _CHOOSE[sizes[kind], gone[kind]]
        value[following] = (
            value[kind] + here * row[kind, kind] + here * (here - 1) // 2 * between[kind, kind]
        )
        for other in range(following, last + 1):
            row[following, other] = row[kind, other] + here * between[kind, other]
        gone[following] = max(0, to_place[following] - rest[following + 1]) - 1
        kind = following
    return total, about
