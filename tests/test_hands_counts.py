"""How many hands there are of each kind, as the literature counts them."""

from collections import Counter
from itertools import combinations
from math import comb

import eval7
import numpy as np
import pytest
from published_counts import FIVE
from test_hands_exhaustive import all_hands

from fairdeal.cards import RANKS, SUITS, parse_cards
from fairdeal.games import find_game
from fairdeal.hands import (
    FIVE_CARD,
    FIVE_CARD_ACE_HIGH,
    FIVE_CARD_WITH_JOKERS,
    MINI,
    SIX_CARD,
    THREE_CARD,
    TWO_CARD,
    Ranking,
)
from fairdeal.hands.compiled import evaluate
from fairdeal.hands.lookup import lookup

#: With the ace high only the 1,024 wheels are flushes or nothing.
ACE_HIGH = FIVE | {
    "straight flush": 36 - 4,
    "flush": 5_108 + 4,
    "straight": 10_200 - 1_020,
    "nothing": 1_302_540 + 1_020,
}
# 5 of 54 under Double Draw's ranking: forum post by the author of the Wizard of Odds pages.
WITH_JOKERS = {
    "five aces": 6,
    "natural royal flush": 4,
    "wild royal flush": 80,
    "straight flush": 540,
    "four of a kind": 1_320,
    "full house": 5_328,
    "flush": 11_388,
    "straight": 34_704,
    "three of a kind": 75_048,
    "two pair": 156_816,
    "pair": 1_341_888,
    "nothing": 1_535_388,
}


@pytest.mark.clause("MD-LIR 6.C", "MD-RET 6.C", "MD-DD .06D")
@pytest.mark.parametrize(
    ("ranking", "deck", "published"),
    [
        pytest.param(FIVE_CARD, 52, FIVE, id="52"),
        pytest.param(FIVE_CARD_ACE_HIGH, 52, ACE_HIGH, id="52, ace high"),
        pytest.param(FIVE_CARD_WITH_JOKERS, 54, WITH_JOKERS, id="54"),
    ],
)
def test_five_cards(ranking: Ranking, deck: int, published: dict[str, int]) -> None:
    assert sum(published.values()) == comb(deck, 5)
    places = np.bincount(evaluate(all_hands(deck), ranking))
    counted: Counter[str] = Counter()
    for hand, count in zip(lookup(ranking).hands, places.tolist(), strict=True):
        counted[hand.kind] += count
    assert counted == published


@pytest.mark.clause("MD-LIR 12.A(1)(i)", "MD-RET 12.B(10)")
def test_each_pair_is_as_frequent_as_any_other() -> None:
    cells = np.array([hand.cell for hand in lookup(FIVE_CARD).hands])
    counts = np.bincount(cells[evaluate(all_hands(52), FIVE_CARD)])
    assert counts[1:14].tolist() == [1_098_240 // 13] * 13


# 3 of 52, as printed for three-card games.
THREE = {
    "straight flush": 48,
    "three of a kind": 52,
    "straight": 720,
    "flush": 1_096,
    "pair": 3_744,
    "nothing": 16_440,
}
# The four suited A-K-Q are taken out of the 48 straight flushes (reading mini-hands).
MINI_HANDS = THREE | {
    "straight flush": 44,
    "ace-king-queen of spades": 1,
    "ace-king-queen of hearts, diamonds or clubs": 3,
}
# By hand: C(4,2) = 6 pairs of a rank; 4 suited and 12 offsuit hands of two ranks.
TWO = {
    "aces of hearts and diamonds": 1,
    "other pair of aces": 5,
    "ace-king suited": 4,
    "ace with queen or jack, suited": 8,
    "ace-king offsuit": 12,
    "ace with queen or jack, offsuit": 24,
    "pair of jacks, queens or kings": 18,
    "pair of tens or lower": 54,
    "nothing": 1_200,
}


@pytest.mark.parametrize(
    ("ranking", "published"),
    [
        pytest.param(THREE_CARD, THREE, marks=pytest.mark.clause("MD-LIR 6.D"), id="three"),
        pytest.param(MINI, MINI_HANDS, marks=pytest.mark.clause("MD-LIR 12.E(3)"), id="mini"),
        pytest.param(TWO_CARD, TWO, marks=pytest.mark.clause("MD-RET 12.E(3)"), id="two"),
    ],
)
def test_small_hands(ranking: Ranking, published: dict[str, int]) -> None:
    hands = combinations(range(52), ranking.size)
    assert Counter(ranking.evaluate(hand).kind for hand in hands) == published


# Ultimate Pairs: how many of the 1,326 hands each paytable pays, line by line.
@pytest.mark.clause("MD-RET 12.E")
@pytest.mark.parametrize(
    ("table", "counts"),
    [
        ("A", [6, 4, 8, 12, 18, 24, 54]),
        ("B", [6, 4, 8, 12, 24, 18, 54]),
        ("C", [1, 5, 4, 8, 12, 24, 18, 54]),
        ("D", [1, 5, 4, 8, 12, 24, 18, 54]),
        ("E", [6, 4, 8, 12, 24, 18, 54]),
    ],
)
def test_ultimate_pairs_lines(table: str, counts: list[int]) -> None:
    paytable = find_game("run-em-twice").paytables["ultimate-pairs"][table]
    paid = Counter(
        paytable.by_cell[TWO_CARD.evaluate(hand).cell] for hand in combinations(range(52), 2)
    )
    assert [paid[line] for line in paytable.lines] == counts
    assert paid[None] == 1_200


@pytest.mark.clause("MD-LIR 6.E(8)")
def test_there_are_four_super_royals() -> None:
    kinds: Counter[str] = Counter()
    for suit in SUITS:
        royal = parse_cards(" ".join(rank + suit for rank in "AKQJT"))
        for sixth in set(range(52)) - set(royal):
            kinds[SIX_CARD.evaluate([*royal, sixth]).name] += 1
    # The royals of the literature for six cards are 188, 47 sixth cards in each of four suits.
    assert kinds.pop("royal flush") == 188 - 4
    assert kinds == {
        f"super royal of {suit}": 1 for suit in ("clubs", "diamonds", "hearts", "spades")
    }


@pytest.mark.clause("MD-LIR 6.E")
def test_six_cards_are_ordered_as_eval7_orders_them() -> None:
    deck = [eval7.Card(rank + suit) for rank in RANKS for suit in SUITS]
    drawn = np.random.default_rng(6).permuted(np.tile(np.arange(52), (20_000, 1)), axis=1)[:, :6]
    pairs = set()
    for cards in drawn.tolist():
        hand = SIX_CARD.evaluate(cards)
        if hand.kind != "super royal":
            pairs.add((hand[:2], eval7.evaluate([deck[card] for card in cards])))
    ours, theirs = zip(*sorted(pairs), strict=True)
    assert list(theirs) == sorted(theirs)
    assert len(set(ours)) == len(set(theirs)) == len(pairs) > 2_000
