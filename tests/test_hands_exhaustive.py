"""Every five-card hand there is: the fast tables against the readable evaluator, and the readable
evaluator against evaluators of another design.

Hands that are alike but for the names of the suits are worth the same. The fast tables are asked
for every hand; the evaluators that take microseconds for one are asked for one hand of each kind.
The slow tests ask them for all.
"""

from functools import cache
from itertools import chain, combinations
from typing import Any

import eval7
import numpy as np
import pytest
from numpy.typing import NDArray
from phevaluator import evaluate_cards

from fairdeal.cards import RANKS, SUITS
from fairdeal.hands import FIVE_CARD, FIVE_CARD_ACE_HIGH, FIVE_CARD_WITH_JOKERS, THREE_CARD, Ranking
from fairdeal.hands.compiled import evaluate, tables
from fairdeal.hands.lookup import hands_in_cell, lookup

DECKS = {FIVE_CARD: 52, FIVE_CARD_ACE_HIGH: 52, FIVE_CARD_WITH_JOKERS: 54}
_NAMES = {FIVE_CARD: "52", FIVE_CARD_ACE_HIGH: "52, ace high", FIVE_CARD_WITH_JOKERS: "54"}


def hands_from(lowest: int, deck: int) -> np.ndarray:
    """Every hand whose lowest card is that one."""
    rest = combinations(range(lowest + 1, deck), 4)
    cards = np.fromiter(chain.from_iterable((lowest, *four) for four in rest), dtype=np.uint8)
    return cards.reshape(-1, 5)


@cache
def all_hands(deck: int) -> np.ndarray:
    cards = chain.from_iterable(combinations(range(deck), 5))
    return np.fromiter(cards, dtype=np.uint8).reshape(-1, 5)


@cache
def unlike_hands(deck: int) -> np.ndarray:
    """At least one of all hands that are alike but for the names of the suits: among the cards from
    the lowest up, no suit comes before all those that are numbered lower have come.
    """
    hands = all_hands(deck)
    suits = np.where(hands < 52, hands % 4, 0).astype(np.int8)
    highest = np.full(len(hands), -1, dtype=np.int8)
    in_order = np.full(len(hands), fill_value=True)
    for suit in suits.T:
        in_order &= suit <= highest + 1
        highest = np.maximum(highest, suit)
    found: np.ndarray = hands[in_order]
    return found


def compare(ranking: Ranking, hands: np.ndarray) -> None:
    """That the tables, asked for many hands or for one, give what the readable evaluator gives."""
    table = lookup(ranking)
    cards = hands.tolist()
    assert list(map(table.index, cards)) == tables(ranking).index(hands).tolist()
    readable = map(ranking.evaluate_exactly, cards)
    wrong = [five for five, hand in zip(cards, readable, strict=True) if hand != table.hand(five)]
    assert not wrong


@pytest.mark.parametrize(
    # So many hands of each deck differ in more than the names of the suits.
    ("ranking", "unlike"),
    [(FIVE_CARD, 134_459), (FIVE_CARD_WITH_JOKERS, 134_459 + 2 * 16_432 + 1_755)],
    ids=["52", "54"],
)
def test_the_tables_give_what_the_readable_evaluator_gives(ranking: Ranking, unlike: int) -> None:
    hands = unlike_hands(DECKS[ranking])
    assert len(hands) >= unlike
    compare(ranking, hands)


@pytest.mark.parametrize("ranking", [FIVE_CARD, FIVE_CARD_WITH_JOKERS], ids=["52", "54"])
def test_the_tables_do_not_know_the_suits_by_name(ranking: Ranking) -> None:
    """Two suits that are exchanged change no hand, so no other names of the suits do either."""
    hands = all_hands(DECKS[ranking])
    found = evaluate(hands, ranking)
    assert np.array_equal(tables(ranking).index(hands), found)
    for suit in range(3):
        other = np.arange(54, dtype=np.uint8)
        other[suit:52:4], other[suit + 1 : 52 : 4] = (
            other[suit + 1 : 52 : 4].copy(),
            other[suit:52:4].copy(),
        )
        assert np.array_equal(evaluate(np.sort(other[hands], axis=1), ranking), found)


# Chunks of 300,000 hands at most, so that every core has its share.
CHUNKS = [
    pytest.param(ranking, lowest, id=f"{_NAMES[ranking]} from {lowest}")
    for ranking in (FIVE_CARD, FIVE_CARD_WITH_JOKERS)
    for lowest in range(DECKS[ranking] - 4)
]


@pytest.mark.slow
@pytest.mark.parametrize(("ranking", "lowest"), CHUNKS)
def test_the_readable_evaluator_on_every_hand(ranking: Ranking, lowest: int) -> None:
    compare(ranking, hands_from(lowest, DECKS[ranking]))


def test_the_ace_high_table_on_every_hand_with_an_ace() -> None:
    table = lookup(FIVE_CARD_ACE_HIGH)
    wheel = [
        [ranks * 4 + suit for ranks, suit in zip((12, 0, 1, 2, 3), suits, strict=True)]
        for suits in np.ndindex(4, 4, 4, 4, 4)
    ]
    for cards in wheel:
        assert table.hand(cards) == FIVE_CARD_ACE_HIGH.evaluate_exactly(cards)
    hands = all_hands(52)
    differ = (
        tables(FIVE_CARD).cells[evaluate(hands, FIVE_CARD)]
        != tables(FIVE_CARD_ACE_HIGH).cells[evaluate(hands, FIVE_CARD_ACE_HIGH)]
    )
    assert {frozenset(cards) for cards in hands[differ].tolist()} == set(map(frozenset, wheel))


def _agree(places: np.ndarray, others: np.ndarray) -> None:
    """Two evaluators part the hands into the same classes, in the same order."""
    pairs = np.unique(np.stack([places, others], axis=1), axis=0)
    assert len(pairs) == len(np.unique(places)) == len(np.unique(others)) == 7462
    assert (np.diff(pairs[:, 1]) > 0).all()


def eval7_orders_alike(hands: np.ndarray) -> None:
    deck = [eval7.Card(rank + suit) for rank in RANKS for suit in SUITS]
    ranks = (eval7.evaluate([deck[card] for card in hand]) for hand in hands.tolist())
    others = np.fromiter(ranks, dtype=np.int64)
    _agree(evaluate(hands, FIVE_CARD).astype(np.int64), others)


def phevaluator_orders_alike(hands: np.ndarray) -> None:
    # There the lowest number is the best hand; its cards are numbered as ours.
    ranks = (-evaluate_cards(*hand) for hand in hands.tolist())
    others = np.fromiter(ranks, dtype=np.int64)
    _agree(evaluate(hands, FIVE_CARD).astype(np.int64), others)


@pytest.mark.clause("MD-LIR 6.C", "MD-RET 6.C")
def test_eval7_and_phevaluator_order_the_hands_alike() -> None:
    eval7_orders_alike(unlike_hands(52))
    phevaluator_orders_alike(unlike_hands(52))


@pytest.mark.slow
def test_eval7_and_phevaluator_order_every_hand_alike() -> None:
    eval7_orders_alike(all_hands(52))
    phevaluator_orders_alike(all_hands(52))


@pytest.mark.parametrize("cell", ["royal flush", "straight flush", "four of a kind", "full house"])
def test_hands_in_a_cell_are_all_of_them(cell: str) -> None:
    place = FIVE_CARD.cells.index(cell)
    hands = all_hands(52)
    inside = tables(FIVE_CARD).cells[evaluate(hands, FIVE_CARD)] == place
    found = list(hands_in_cell(FIVE_CARD, place))
    assert len(found) == len(set(found))
    assert set(found) == set(map(frozenset, hands[inside].tolist()))


def test_the_compiled_evaluator_refuses_other_shapes() -> None:
    shapes: tuple[NDArray[Any], ...] = (
        np.zeros((3, 4), np.uint8),
        np.zeros(5, np.uint8),
        np.zeros((1, 5), np.int64),
    )
    for wrong in shapes:
        with pytest.raises(ValueError, match="rows of five cards"):
            evaluate(wrong, FIVE_CARD)


def test_there_is_no_table_for_other_rankings() -> None:
    with pytest.raises(ValueError, match="three-card"):
        lookup(THREE_CARD)
