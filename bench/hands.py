"""Five-card evaluation over all 2,598,960 hands, beside the fastest evaluators on PyPI."""

from itertools import chain, combinations, islice
from typing import Any

import eval7
import numpy as np
from phevaluator import evaluate_cards
from pokerkit import Card, StandardHighHand

from bench.measure import Row, best_seconds, millions
from fairdeal.cards import RANKS, SUITS
from fairdeal.hands import FIVE_CARD
from fairdeal.hands.compiled import evaluate, tables
from fairdeal.hands.lookup import lookup

ALL = 2_598_960
#: Evaluators that take one hand a call get a part of them, spread over all.
EVERY = 13


def bench() -> list[Row]:
    cards = np.fromiter(chain.from_iterable(combinations(range(52), 5)), dtype=np.uint8)
    hands = cards.reshape(-1, 5)
    mixed = np.random.default_rng(1).permutation(hands)
    arrays = tables(FIVE_CARD)
    evaluate(hands[:1], FIVE_CARD)  # compiles
    in_order = ALL / best_seconds(lambda: evaluate(hands, FIVE_CARD))
    shuffled = ALL / best_seconds(lambda: evaluate(mixed, FIVE_CARD))
    vectorised = ALL / best_seconds(lambda: arrays.index(hands), runs=3)
    ours = [
        ("fairdeal, compiled, one core", in_order, ">= 100 M/s"),
        ("the same, hands in random order", shuffled, ""),
        ("fairdeal, numpy", vectorised, ""),
        ("fairdeal, one hand a call", _one_by_one(lookup(FIVE_CARD).index, range(52)), ""),
    ]
    rows = [Row("hands", what, millions(rate), target=target) for what, rate, target in ours]
    for name, rate in _peers():
        ratio = f"compiled is {in_order / rate:,.0f} times as fast"
        rows.append(Row("hands", name, millions(rate), against=ratio))
    return rows


def _peers() -> list[tuple[str, float]]:
    texts = [rank + suit for rank in RANKS for suit in SUITS]
    deck = [eval7.Card(text) for text in texts]
    kit = [next(iter(Card.parse(text))) for text in texts]
    return [
        ("eval7, one hand a call", _one_by_one(eval7.evaluate, deck)),
        (
            "phevaluator, one hand a call",
            _one_by_one(lambda hand: evaluate_cards(*hand), range(52)),
        ),
        ("pokerkit, one hand a call", _one_by_one(StandardHighHand, kit, every=1_300)),
    ]


def _one_by_one(call: Any, deck: Any, *, every: int = EVERY) -> float:
    hands = list(islice(combinations(deck, 5), 0, None, every))

    def run() -> None:
        for hand in hands:
            call(hand)

    return len(hands) / best_seconds(run, runs=3)
