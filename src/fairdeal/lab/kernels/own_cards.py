"""Joint figures of a side bet on the own cards and another wager, for any game that deals few own
cards.
"""

from fractions import Fraction
from math import comb
from typing import TypeGuard

import numpy as np
from numpy.typing import NDArray

from fairdeal.cards import STANDARD_52, Card
from fairdeal.hands import FIVE_CARD, FIVE_CARD_ACE_HIGH, Ranking
from fairdeal.lab.kernel import Kernel
from fairdeal.lab.kernels.tables import (
    ALL_RANKS,
    cell_tables,
    every_class,
    suit_classes,
    whole_deck,
)
from fairdeal.lab.progress import Progress
from fairdeal.rulebook.game import OWN, BetterOf, HandOf
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation, decision_points
from fairdeal.rulebook.wager import Wager


def main_by_side_cell(
    kernel: Kernel, rules: Rules, side: Wager, progress: Progress | None = None
) -> list[Fraction] | None:
    """Return the value of a round, split by the cell of a side bet's hand: as the kernel counts it,
    or from the values of the first decision if the bet is on the own cards.
    """
    counted = kernel.main_by_side_cell(side, progress)
    if counted is not None:
        return counted
    hand = _hand(rules, side)
    if not (_own_only(hand) and _countable(rules) and _first_on_own_cards(rules)):
        return None
    hands = [tuple(hand) for hand in suit_classes(ALL_RANKS, rules.game.own_cards).hands.tolist()]
    decisions = kernel.decide([Situation(own) for own in hands])
    worth = {own: made.best.ev for own, made in zip(hands, decisions, strict=True)}
    split = [Fraction(0)] * len(hand.ranking.cells)
    for own, like in every_class(ALL_RANKS, rules.game.own_cards).items():
        split[hand.ranking.evaluate(own).cell] += worth[like]
    return [part / comb(52, rules.game.own_cards) for part in split]


def joint_cells(
    kernel: Kernel, rules: Rules, one: Wager, other: Wager, progress: Progress | None = None
) -> list[list[int]] | None:
    """Return in how many deals the hands of two side bets fall into each pair of cells. The kernel
    counts it if it can; otherwise it is counted here if one bet is on the own cards, and the other
    on the own cards too or on five cards that include them.
    """
    counted = kernel.joint_cells(one, other, progress)
    if counted is not None or not _countable(rules):
        return counted
    first, second = _hand(rules, one), _hand(rules, other)
    if _own_only(second) and not _own_only(first):
        transposed = joint_cells(kernel, rules, other, one, progress)
        return transposed and [list(row) for row in zip(*transposed, strict=True)]
    if not _own_only(first):
        return None
    every = every_class(ALL_RANKS, rules.game.own_cards)
    if _own_only(second):
        found = [[0] * len(second.ranking.cells) for _ in first.ranking.cells]
        for own in every:
            found[first.ranking.evaluate(own).cell][second.ranking.evaluate(own).cell] += 1
        return found
    if not _completes(rules, second):
        return None
    assert isinstance(second, HandOf), "it is completed to one hand"
    given = _given_own(second.ranking, rules.game.own_cards)
    counts = np.zeros((len(first.ranking.cells), len(second.ranking.cells)), np.int64)
    for own, like in every.items():
        counts[first.ranking.evaluate(own).cell] += given[like]
    return [[int(count) for count in row] for row in counts]


def _hand(rules: Rules, wager: Wager) -> HandOf | BetterOf:
    return rules.hand_of(wager).under(rules.readings)


def _own_only(hand: HandOf | BetterOf) -> TypeGuard[HandOf]:
    return isinstance(hand, HandOf) and hand.areas == (OWN,)


def _countable(rules: Rules) -> bool:
    """Return whether all own hands can be enumerated: few cards of a deck without jokers."""
    return rules.game.deck == STANDARD_52 and rules.game.own_cards <= 3


def _first_on_own_cards(rules: Rules) -> bool:
    """Return whether the first decision comes before anything but the own cards is known."""
    points = decision_points(rules.game)
    return bool(points) and not points[0].board and not points[0].bets


def _completes(rules: Rules, hand: HandOf | BetterOf) -> bool:
    """Return whether a hand is the own cards with others, five in all, as the tables rank them."""
    if not isinstance(hand, HandOf) or OWN not in hand.areas:
        return False
    cards = {area.name: area.cards for area in rules.game.areas} | {OWN: rules.game.own_cards}
    five = hand.ranking in (FIVE_CARD, FIVE_CARD_ACE_HIGH)
    more = sum(cards[area] for area in hand.areas) - rules.game.own_cards
    return five and more == 2 and rules.game.own_cards == 3


def _given_own(ranking: Ranking, own_cards: int) -> dict[tuple[Card, ...], NDArray[np.int64]]:
    """Return the counts of a five-card hand for each class of own cards in it."""
    tables = cell_tables(ranking)
    deck = whole_deck(ALL_RANKS)
    given = {}
    for own in suit_classes(ALL_RANKS, own_cards).hands:
        live = tables.codes[deck[~np.isin(deck, own)]]
        i, j = np.triu_indices(live.size, 1)
        cells = tables.cells(tables.codes[own].sum() + live[i] + live[j])
        given[tuple(own.tolist())] = np.bincount(cells, minlength=len(ranking.cells))
    return given
