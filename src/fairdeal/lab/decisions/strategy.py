"""`strategy`: the best decision in a situation with the value of every choice, and the card."""

from collections.abc import Sequence
from fractions import Fraction

from fairdeal.cards import Card, rank_of, suit_of
from fairdeal.lab.cache import results
from fairdeal.lab.decisions.decision import Decision
from fairdeal.lab.decisions.strategy_card import GridCell, StrategyCard
from fairdeal.lab.figures.payout_limit import cutting_limit
from fairdeal.lab.lazy import kernel_of
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation, find_point


def strategy(
    rules: Rules, situations: Sequence[Situation], *, limit: Fraction | None = None
) -> list[Decision]:
    """Return the decision in each situation; raises `BadInputError` for one that cannot come up.
    `limit` is a payout limit in units of the base bet.
    """
    points = [find_point(rules.game, situation) for situation in situations]
    limit = cutting_limit(rules, limit)
    if limit is None and not any(point.number for point in points):
        known = results.find_first_decisions(rules)
        if known is not None:
            by_kind = {_kind(cards): decision for cards, decision in known.items()}
            return [by_kind[_kind(situation.cards)] for situation in situations]
    return kernel_of(rules, limit).decide(situations)


def _kind(cards: Sequence[Card]) -> tuple[tuple[int, ...], bool]:
    """Return the ranks of two own cards, and whether they are of one suit."""
    return tuple(sorted(map(rank_of, cards))), suit_of(cards[0]) == suit_of(cards[1])


def strategy_card(
    rules: Rules, *, limit: Fraction | None = None, cache: bool = True
) -> StrategyCard:
    """Return the strategy card of a game under its paytables and readings. Its value and cost are
    those under a payout limit in units, where one is given.
    """
    return results.strategy_card(rules, limit=limit, cache=cache)


def own_cards_grid(rules: Rules, *, cache: bool = True) -> tuple[GridCell, ...]:
    """Return the first decision for every kind of own cards, where a player holds two and a card is
    made.
    """
    return strategy_card(rules, cache=cache).grid if rules.game.own_cards == 2 else ()
