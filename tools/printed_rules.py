"""Rules for everything that the texts print: each game's paytables under each reading of a hand.

The rules of the sample tables under their payout limits are here too.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

from fairdeal.floor.startup import sample_rules
from fairdeal.lab.cache.known import at_table
from fairdeal.lab.figures.covariance import same_hand
from fairdeal.lab.figures.payout_limit import cutting_limit, limit_units
from fairdeal.lab.figures.payouts import MAIN, required
from fairdeal.rulebook.game import ByReading, Game
from fairdeal.rulebook.hand import specs_in
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.rulebook.wager import Wager


def printed_main(game: Game) -> Iterator[Rules]:
    """The rules under each combination of paytables of the main wagers, and of readings."""
    groups = [group for group in game.paytables.values() if required(game, group.name)]
    for base in _under_each_reading(game):
        for tables in product(*(group.tables for group in groups)):
            named = {group.name: table for group, table in zip(groups, tables, strict=True)}
            yield replace(base, paytables={**base.paytables, **named})


def samples_under_limits() -> Iterator[tuple[Rules, Fraction]]:
    """The rules of each sample table whose payout limit cuts a win at its minimum or its maximum,
    with that limit in units of the stake.
    """
    for sample in sample_rules():
        rules = at_table(sample)
        for cents in (rules.minimum_cents, rules.maximum_cents):
            stake = None if cents is None else Fraction(cents, CENTS)
            limit = cutting_limit(rules, limit_units(rules, stake))
            if limit is not None:
                yield rules, limit


def printed_sides(game: Game) -> Iterator[tuple[Rules, Wager]]:
    """Each side bet under each of its paytables, and under each combination of readings."""
    for base in _under_each_reading(game):
        for wager in game.wagers:
            if wager.optional and wager.pays.name != MAIN:
                for table in wager.pays.tables:
                    paytables = {**base.paytables, wager.pays.name: table}
                    yield replace(base, paytables=paytables), wager


def printed_main_with_side(game: Game) -> Iterator[tuple[Rules, Wager]]:
    """The main wagers with each side bet, under each of their paytables and readings."""
    for rules in printed_main(game):
        for wager in _sides(rules):
            yield rules, wager


def printed_side_pairs(game: Game) -> Iterator[tuple[Rules, Wager, Wager]]:
    """Every two side bets with a hand each, under each combination of readings."""
    for rules in _under_each_reading(game):
        for one, other in combinations(_sides(rules), 2):
            if not same_hand(rules, one, other):
                yield rules, one, other


def _sides(rules: Rules) -> list[Wager]:
    return [wager for wager in rules.wagers if wager.optional]


def _under_each_reading(game: Game) -> Iterator[Rules]:
    """The house's rules under each combination of the readings that a hand depends on."""
    choices = {
        spec.reading: list(spec.choices)
        for wager in game.wagers
        for hand in wager.hands
        for spec in specs_in(hand)
        if isinstance(spec, ByReading)
    }
    base = house_rules(game)
    for chosen in product(*choices.values()):
        readings = {**base.readings, **dict(zip(choices, chosen, strict=True))}
        yield replace(base, readings=readings)
