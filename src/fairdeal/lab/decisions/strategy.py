"""`strategy`: the best decision in a situation with the value of every choice, and the card."""

from collections.abc import Sequence

from fairdeal.lab.cache import results
from fairdeal.lab.decisions.decision import Decision
from fairdeal.lab.decisions.strategy_card import GridCell, StrategyCard
from fairdeal.lab.lazy import kernel_of
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation, find_point


def strategy(rules: Rules, situations: Sequence[Situation]) -> list[Decision]:
    """The decision in each situation; raises `BadInputError` for one that cannot come up."""
    for situation in situations:
        find_point(rules.game, situation)
    return kernel_of(rules).decide(situations)


def strategy_card(rules: Rules, *, cache: bool = True) -> StrategyCard:
    """The strategy card of a game under its paytables and readings."""
    return results.strategy_card(rules, cache=cache)


def own_cards_grid(rules: Rules, *, cache: bool = True) -> tuple[GridCell, ...]:
    """The first decision for every kind of own cards, where a player holds two and a card is
    made.
    """
    return strategy_card(rules, cache=cache).grid if rules.game.own_cards == 2 else ()
