"""The best decision in a situation, with the exact value of every choice.

The first hand in a process is answered without compiled loops (`one_hand`), which a new machine
would have to compile first. The second hand waits for them once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from threading import Lock
from typing import Final

import numpy as np

from fairdeal.cards import Card, rank_of
from fairdeal.lab.kernels.compiled import compiled
from fairdeal.lab.kernels.double_draw import one_hand
from fairdeal.lab.kernels.double_draw.second_draw import PaidHands, fours_of, join, paid_hands
from fairdeal.lab.kernels.double_draw.solution import (
    DECK,
    Amount,
    ScaledResults,
    known_solution,
    scaled,
    solve_scaled,
)
from fairdeal.lab.kernels.double_draw.subsets import (
    Counts,
    Ints,
    Small,
    next_subset,
    place_of,
    sort_few,
)
from fairdeal.lab.kernels.double_draw.symmetry import changes, splits
from fairdeal.lab.kernels.double_draw.tables import (
    FIRST_DRAW,
    HAND,
    DeckTables,
    checked_deck,
    denominator,
    places_in,
    tables_of,
    ways,
)

# The 26 ways to throw up to three of five cards, as bits; fewer cards first, then by position.
THROWS: Final = tuple(
    sorted(
        (mask for mask in range(1 << HAND) if mask.bit_count() <= FIRST_DRAW),
        key=lambda mask: (mask.bit_count(), [i for i in range(HAND) if mask >> i & 1]),
    )
)
MASKS: Final = np.array(THROWS, dtype=np.int64)
#: Acquired by the first call about one hand in a process, and never released.
_first_asked: Final = Lock()
# From this number of hands on, it is quicker to solve the game and to look them up.
_MANY: Final = 300


@dataclass(frozen=True, slots=True)
class DrawChoice:
    """A choice and the value of the whole round after it. `discards` is None for a fold."""

    discards: tuple[Card, ...] | None
    ev: Fraction


@dataclass(frozen=True, slots=True)
class DrawDecision:
    """All choices in one situation: to fold, then every discard, fewer cards first."""

    choices: tuple[DrawChoice, ...]

    @property
    def best(self) -> DrawChoice:
        """The choice of the highest value. Of equal ones: playing before folding, fewer cards
        thrown before more, then the lower ranks, a joker above the ace, then suits in their order.
        """
        return max(self.choices, key=_preference)


def _preference(choice: DrawChoice) -> tuple[Fraction, bool, int, list[int], list[int]]:
    if choice.discards is None:
        return choice.ev, False, 0, [], []
    cards = sorted(choice.discards)
    ranks = [-rank_of(card) for card in cards]
    return choice.ev, True, -len(cards), ranks, [-card for card in cards]


def first_decision(
    cards: Sequence[Card],
    net: Sequence[Amount],
    fold_first: Amount = -2,
    fold_second: Amount = -3,
    deck: Sequence[Card] = DECK,
) -> DrawDecision:
    """Return the decision with the five cards dealt."""
    return first_decisions([cards], net, fold_first, fold_second, deck)[0]


def second_decision(
    cards: Sequence[Card],
    discards: Sequence[Card],
    net: Sequence[Amount],
    fold_second: Amount = -3,
    deck: Sequence[Card] = DECK,
) -> DrawDecision:
    """Return the decision with the five cards held after the first draw, and these thrown away."""
    return second_decisions([(cards, discards)], net, fold_second, deck)[0]


def first_decisions(
    hands: Sequence[Sequence[Card]],
    net: Sequence[Amount],
    fold_first: Amount = -2,
    fold_second: Amount = -3,
    deck: Sequence[Card] = DECK,
) -> list[DrawDecision]:
    """Return many first decisions. For a few, each draw is tried; for many, the game is solved
    once, which takes seconds and then answers any number at once.
    """
    results = scaled(net, fold_first, fold_second)
    if len(hands) == 1 and _first_asked.acquire(blocking=False):
        cards = checked_deck(tuple(deck))
        place = _places(cards, hands[0], ())
        totals = one_hand.first_values(results, cards, place, THROWS)
        values = np.array([totals], np.int64) * _parts(len(cards))
    else:
        tables = tables_of(tuple(deck))
        cards = tables.cards
        places = np.array([_places(cards, hand, ()) for hand in hands]).reshape(-1, HAND)
        if len(hands) >= _MANY or known_solution(results, tables) is not None:
            values = look_up_values(tables, solve_scaled(results, tables).values, places)
        else:
            values = enumerate_values(results, tables, places)
    parts = denominator(len(cards)) * results.scale
    return [
        _first(results, hand, [Fraction(value, parts) for value in row])
        for hand, row in zip(hands, values.tolist(), strict=True)
    ]


def first_decision_knowing(
    cards: Sequence[Card],
    dead: Sequence[Card],
    net: Sequence[Amount],
    fold_first: Amount = -2,
    fold_second: Amount = -3,
    deck: Sequence[Card] = DECK,
) -> DrawDecision:
    """Return the decision with the five cards dealt, where some others are known to be dead."""
    results, whole = scaled(net, fold_first, fold_second), checked_deck(tuple(deck))
    places = places_in(whole, (*cards, *dead))
    totals = one_hand.first_values(results, whole, places[:HAND], THROWS, places[HAND:])
    left = len(whole) - len(places)
    sizes = [mask.bit_count() for mask in THROWS]
    values = [
        Fraction(total, comb(left, size) * (left - size) * results.scale)
        for total, size in zip(totals, sizes, strict=True)
    ]
    return _first(results, cards, values)


def _first(
    results: ScaledResults, hand: Sequence[Card], values: Sequence[Fraction]
) -> DrawDecision:
    """Return the decision, given the value of each throw."""
    fold = DrawChoice(None, Fraction(results.fold_first, results.scale))
    throws = [
        DrawChoice(tuple(card for i, card in enumerate(hand) if mask >> i & 1), value)
        for mask, value in zip(THROWS, values, strict=True)
    ]
    return DrawDecision((fold, *throws))


def second_decisions(
    situations: Iterable[tuple[Sequence[Card], Sequence[Card]]],
    net: Sequence[Amount],
    fold_second: Amount = -3,
    deck: Sequence[Card] = DECK,
) -> list[DrawDecision]:
    """Return many second decisions, each given the cards held and those thrown away."""
    results = scaled(net, fold_second, fold_second)
    asked = list(situations)
    if len(asked) == 1 and _first_asked.acquire(blocking=False):
        whole = checked_deck(tuple(deck))
        found = _places(whole, *asked[0])
        totals = one_hand.second_values(results, whole, found[:HAND], found[HAND:])
        values = np.array([totals], np.int64)
    else:
        tables = tables_of(tuple(deck))
        whole = tables.cards
        places = np.full((len(asked), HAND + FIRST_DRAW), -1, dtype=np.int64)
        for number, (cards, discards) in enumerate(asked):
            found = _places(whole, cards, discards)
            places[number, : len(found)] = found
        values = np.zeros((len(asked), 1 + HAND), dtype=np.int64)
        second_totals(places, len(tables), paid_of(results, tables.cards), values)
    fold = DrawChoice(None, Fraction(results.fold_second, results.scale))
    decisions = []
    for (cards, discards), row in zip(asked, values.tolist(), strict=True):
        parts = (len(whole) - HAND - len(discards)) * results.scale
        throws = [(), *((card,) for card in cards)]
        choices = [
            DrawChoice(thrown, Fraction(value, parts))
            for thrown, value in zip(throws, row, strict=True)
        ]
        decisions.append(DrawDecision((fold, *choices)))
    return decisions


def _places(deck: tuple[Card, ...], cards: Sequence[Card], discards: Sequence[Card]) -> list[int]:
    if len(cards) != HAND or len(discards) > FIRST_DRAW:
        raise ValueError(f"a player holds {HAND} cards and has thrown away up to {FIRST_DRAW}")
    return places_in(deck, (*cards, *discards))


def _parts(deck: int) -> Ints:
    """Return, by throw, the factor that brings the sum over its draws to the common denominator."""
    common = denominator(deck)
    return np.array([common // ways(deck, mask.bit_count()) for mask in THROWS], dtype=np.int64)


@lru_cache(maxsize=8)
def paid_of(results: ScaledResults, deck: tuple[Card, ...]) -> PaidHands:
    """Return a deck's hands with what they pay, made once."""
    return paid_hands(tables_of(deck), np.array(results.net), results.fold_second)


def enumerate_values(results: ScaledResults, tables: DeckTables, places: Ints) -> Ints:
    """Return, by hand and throw, the value in parts of the deck's denominator, by trying each
    draw.
    """
    values = np.zeros((len(places), len(THROWS)), dtype=np.int64)
    _first_totals(places, len(tables), MASKS, paid_of(results, tables.cards), values)
    return values * _parts(len(tables))


@compiled
def _first_totals(places: Ints, deck: int, masks: Ints, paid: PaidHands, totals: Ints) -> None:
    """Compute, by hand and throw, the sum of the best second values over all draws, times the
    number of unseen cards then. The last card is not dealt: `paid` has the sums over it.
    """
    hand, four = np.empty(HAND, np.int64), np.zeros(HAND + 1, np.int64)
    kept, dead = np.empty(HAND, np.int64), np.empty(FIRST_DRAW, np.int64)
    drawn, seen = np.empty(FIRST_DRAW, np.int64), np.zeros(deck, np.bool_)
    stub = np.empty(deck - HAND, np.int64)
    for situation in range(len(places)):
        seen[:] = False
        for i in range(HAND):
            seen[places[situation, i]] = True
        left = 0
        for x in range(deck):
            if not seen[x]:
                stub[left] = x
                left += 1
        for throw in range(len(masks)):
            size = 0
            for i in range(HAND):
                if masks[throw] >> i & 1:
                    dead[size] = places[situation, i]
                    size += 1
                else:
                    kept[i - size] = places[situation, i]
            sort_few(kept[: HAND - size])
            at = np.arange(size)
            total = 0
            while True:
                for i in range(size):
                    drawn[i] = stub[at[i]]
                join(kept, drawn, size, hand)
                fours_of(hand, four)
                pat = paid.net[paid.made[four[HAND], hand[HAND - 1]]]
                best = (left - size) * max(pat, paid.fold)
                for k in range(1, HAND + 1):
                    value = paid.values[four[k]] - pat
                    if value - size * paid.lowest[four[k]] > best:
                        for i in range(size):
                            value -= paid.net[paid.made[four[k], dead[i]]]
                        best = max(best, value)
                total += best
                if not next_subset(at, left):
                    break
            totals[situation, throw] = total


@compiled
def second_totals(places: Ints, deck: int, paid: PaidHands, totals: Ints) -> None:
    """Compute, by situation, the value of standing pat and of throwing each card, times the number
    of unseen cards.
    """
    hand, four = np.empty(HAND, np.int64), np.zeros(HAND + 1, np.int64)
    for situation in range(len(places)):
        for i in range(HAND):
            hand[i] = places[situation, i]
        sort_few(hand)
        fours_of(hand, four)
        pat = paid.net[paid.made[four[HAND], hand[HAND - 1]]]
        unseen = deck
        for i in range(places.shape[1]):
            unseen -= places[situation, i] >= 0
        totals[situation, 0] = unseen * pat
        for i in range(HAND):
            k = 0
            while hand[k] != places[situation, i]:
                k += 1
            value = paid.values[four[k + 1]] - pat
            for j in range(HAND, places.shape[1]):
                if places[situation, j] >= 0:
                    value -= paid.net[paid.made[four[k + 1], places[situation, j]]]
            totals[situation, 1 + i] = value


def look_up_values(tables: DeckTables, known: tuple[Ints, ...], places: Ints) -> Ints:
    """Return the values of first decisions, looked up in the values of every split
    (`DoubleDrawSolution.values`).
    """
    values = np.zeros((len(places), len(THROWS)), dtype=np.int64)
    deck = tables.cards
    for size in range(FIRST_DRAW + 1):
        split = splits(deck, size)
        columns = np.flatnonzero([mask.bit_count() == size for mask in THROWS])
        _look_up(
            *(places, size, MASKS, columns, changes(deck)),
            *(split.kept.of, split.kept.turn, split.of, known[size], values),
        )
    return values


@compiled
def _look_up(
    places: Ints,
    size: int,
    masks: Ints,
    columns: Ints,
    turns: Ints,
    class_of: Counts,
    turn_of: Small,
    split_of: Counts,
    values: Ints,
    found: Ints,
) -> None:
    """Rename the suits of each hand so that its kept cards are those of their class."""
    kept, thrown = np.empty(HAND - size, np.int64), np.empty(size, np.int64)
    for situation in range(len(places)):
        for column in columns:
            count = 0
            for i in range(HAND):
                if masks[column] >> i & 1:
                    thrown[count] = places[situation, i]
                    count += 1
                else:
                    kept[i - count] = places[situation, i]
            sort_few(kept)
            place = place_of(kept)
            for i in range(size):
                thrown[i] = turns[turn_of[place], thrown[i]]
            sort_few(thrown)
            found[situation, column] = values[split_of[class_of[place], place_of(thrown)]]
