"""Two wagers of one round together: their exact covariance, where it can be counted.

It can for two hands of the same cards; for a hand of the own cards beside any other own-card hand,
a five-card hand that they are part of, or the main wagers, whose value with given own cards is that
of the first decision; and for the main wagers beside a side bet on the very hand that all of them
look at. Elsewhere there is none here, and a caller has the bounds of Cauchy and Schwarz.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np

from fairdeal.cards import STANDARD_52, Card
from fairdeal.hands import FIVE_CARD, FIVE_CARD_ACE_HIGH
from fairdeal.lab import results_cache
from fairdeal.lab.analysis import Row, called
from fairdeal.lab.counts import Counts
from fairdeal.lab.kernels.tables import ALL_RANKS, cell_tables, class_of, suit_classes, whole_deck
from fairdeal.lab.payouts import table_for
from fairdeal.lab.strategy import strategy
from fairdeal.rulebook.game import OWN, BetterOf, HandOf
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation, decision_points
from fairdeal.rulebook.wager import Wager

#: The net result of one unit, by cell.
Nets = Sequence[Fraction]


def mean_of_sides(
    rules: Rules, one: Wager, nets: Nets, other: Wager, other_nets: Nets
) -> Fraction | None:
    """The expected product of the results of two side bets; None where it is not counted here."""
    first, second = _hand(rules, one), _hand(rules, other)
    if first == second and table_for(rules, one).ranking is table_for(rules, other).ranking:
        dealt = Counts(results_cache.side_counts(rules, one))
        parts = (n * a * b for n, a, b in zip(dealt.by_cell, nets, other_nets, strict=True))
        return sum(parts, Fraction(0)) / dealt.deals
    if not _countable(rules):
        return None
    if _own_only(first) and _own_only(second):
        values = (
            _net(first, cards, nets) * _net(second, cards, other_nets) for cards in _all_own(rules)
        )
        return sum(values, Fraction(0)) / comb(len(rules.game.deck), rules.game.own_cards)
    if _own_only(second):
        first, second, nets, other_nets = second, first, other_nets, nets
    if _own_only(first) and _completes(rules, second):
        assert isinstance(second, HandOf), "it is completed to one hand"
        given = _given_own(rules, second, other_nets)
        values = (_net(first, cards, nets) * given[class_of(cards)] for cards in _all_own(rules))
        return sum(values, Fraction(0)) / comb(len(rules.game.deck), rules.game.own_cards)
    return None


def mean_with_main(rules: Rules, rows: Sequence[Row], side: Wager, nets: Nets) -> Fraction | None:
    """The expected product of the main wagers' result under best play and a side bet's."""
    together = rows_with_side(rules, rows, side, nets)
    if together is not None:
        deals = sum(row.combinations for row in rows)
        return sum((r.net * net * r.combinations for r, net in together), Fraction(0)) / deals
    if not (_own_only(_hand(rules, side)) and _countable(rules) and _first_on_own_cards(rules)):
        return None
    classes = suit_classes(ALL_RANKS, rules.game.own_cards)
    hands = [tuple(int(card) for card in hand) for hand in classes.hands]
    decisions = strategy(rules, [Situation(hand) for hand in hands])
    worth = {hand: made.best.ev for hand, made in zip(hands, decisions, strict=True)}
    hand = _hand(rules, side)
    values = (_net(hand, cards, nets) * worth[class_of(cards)] for cards in _all_own(rules))
    return sum(values, Fraction(0)) / comb(len(rules.game.deck), rules.game.own_cards)


def rows_with_side(
    rules: Rules, rows: Sequence[Row], side: Wager, nets: Nets
) -> list[tuple[Row, Fraction]] | None:
    """Every ending of the main wagers with what a side bet brings there, where both look at the
    same hand and no ending leaves open which line of the side bet it is.
    """
    hand = _hand(rules, side)
    main = [terms for terms in rules.terms.values() if not terms.wager.side]
    if any(terms.hand != hand for terms in main):
        return None
    table = main[0].table
    if table.ranking is not table_for(rules, side).ranking:
        return None
    dealt = Counts(results_cache.side_counts(rules, side))
    found: dict[str, set[Fraction]] = {}
    chances: dict[str, Fraction] = {}
    for cell, net in enumerate(nets):
        name, _ = called(table, cell)
        if dealt.by_cell[cell]:
            found.setdefault(name, set()).add(net)
        chances[name] = chances.get(name, Fraction(0)) + dealt.probability(cell)
    deals = sum(row.combinations for row in rows)
    for name, chance in chances.items():
        count = sum(row.combinations for row in rows if row.hand == name)
        if Fraction(count, deals) != chance:
            return None  # its endings are told by something else than this hand
    if any(row.hand not in found or len(found[row.hand]) != 1 for row in rows if row.combinations):
        return None
    return [(row, next(iter(found[row.hand]))) for row in rows if row.combinations]


def _hand(rules: Rules, wager: Wager) -> HandOf | BetterOf:
    return rules.hand_of(wager).under(rules.readings)


def _own_only(hand: HandOf | BetterOf) -> bool:
    return isinstance(hand, HandOf) and hand.areas == (OWN,)


def _countable(rules: Rules) -> bool:
    """Whether all own hands can be gone through: few cards of a deck without jokers."""
    return rules.game.deck == STANDARD_52 and rules.game.own_cards <= 3


def _first_on_own_cards(rules: Rules) -> bool:
    """Whether the first decision is made with the own cards alone, after nothing else."""
    points = decision_points(rules.game)
    return bool(points) and not points[0].board and not points[0].bets


def _completes(rules: Rules, hand: HandOf | BetterOf) -> bool:
    """Whether a hand is the own cards with others, five in all, as the tables rank them."""
    if not isinstance(hand, HandOf) or OWN not in hand.areas:
        return False
    cards = {area.name: area.cards for area in rules.game.areas} | {OWN: rules.game.own_cards}
    five = hand.ranking in (FIVE_CARD, FIVE_CARD_ACE_HIGH)
    more = sum(cards[area] for area in hand.areas) - rules.game.own_cards
    return five and more == 2 and rules.game.own_cards == 3


def _all_own(rules: Rules) -> Iterator[tuple[Card, ...]]:
    return combinations(rules.game.deck.cards, rules.game.own_cards)


def _net(hand: HandOf | BetterOf, cards: Sequence[Card], nets: Nets) -> Fraction:
    assert isinstance(hand, HandOf), "a hand of the own cards is one hand"
    return nets[hand.ranking.evaluate(cards).cell]


def _given_own(rules: Rules, hand: HandOf, nets: Nets) -> dict[tuple[Card, ...], Fraction]:
    """What a five-card hand brings on average with given own cards, for each class of these."""
    tables = cell_tables(hand.ranking)
    deck = whole_deck(ALL_RANKS)
    given = {}
    for own in suit_classes(ALL_RANKS, rules.game.own_cards).hands:
        live = tables.codes[deck[~np.isin(deck, own)]]
        i, j = np.triu_indices(live.size, 1)
        cells = tables.cells(tables.codes[own].sum() + live[i] + live[j])
        counts = np.bincount(cells, minlength=len(nets)).tolist()
        total = sum((n * net for n, net in zip(counts, nets, strict=True) if n), Fraction(0))
        given[tuple(int(card) for card in own)] = total / i.size
    return given
