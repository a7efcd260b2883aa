"""Keys of results: digests of the game's data that a result depends on, besides the code.

Two games that are played alike and pay alike have one key for what their hands come to; a result
that names hands, wagers and tables depends on these names as well.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb

from fairdeal.hands import RANKINGS
from fairdeal.lab.figures.payouts import main_table
from fairdeal.lab.solver.plan import Exchange, PaidHand, Plan, Turn, main_plan, side_plan
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager


def main_key(rules: Rules, limit: Fraction | None = None) -> str | None:
    """Return the key of the main wagers' results; None where they must not be stored. `limit` is a
    payout limit in units that cuts something, see `payout_limit.cutting_limit`.
    """
    plan = main_plan(rules, limit=limit)
    game = rules.game
    named = [
        (wager.name, wager.title, [(line.hand, str(line.pays)) for line in table.lines])
        for wager in rules.wagers
        if not wager.optional and (table := rules.table_of(wager)) is not None
    ]
    return _key(rules, plan, game.title, game.unit, main_table(rules), named)


def side_key(rules: Rules, wager: Wager) -> str | None:
    """Return the key of a side bet's counts; None where they must not be stored."""
    return _key(rules, side_plan(rules, wager))


def main_by_side_cell_key(rules: Rules, side: Wager, limit: Fraction | None = None) -> str | None:
    """Return the key of the main wagers' value by the cells of a side bet; None where it must not
    be stored.
    """
    return _key(rules, main_plan(rules, side, limit=limit), "beside")


def joint_results_key(rules: Rules, sides: Sequence[Wager], limit: Fraction | None) -> str | None:
    """Return the key of the main wagers' results by the cells of side bets; None where they must
    not be stored.
    """
    return _key(rules, main_plan(rules, *sides, limit=limit), "joint results")


def joint_cells_key(rules: Rules, one: Wager, other: Wager) -> str | None:
    """Return the key of the counts by the cells of two side bets; None where they must not be
    stored. It does not depend on what the main wagers pay.
    """
    plan = main_plan(rules, one, other)
    lines = tuple(PaidHand(line.hand, ()) for line in plan.lines)
    return _key(rules, replace(plan, lines=lines), "together")


def _key(rules: Rules, plan: Plan, *names: object) -> str | None:
    if not all(ranking in RANKINGS for ranking in plan.rankings):
        return None  # ranked by a game's own file, which no digest of this code covers
    parts = [[(groups, RANKINGS.index(ranking)) for groups, ranking in hand] for hand in plan.parts]
    lines = [(line.hand, list(map(str, line.pays))) for line in plan.lines]
    course = (plan.own_cards, plan.wagers, plan.opening, plan.line_of, plan.hands, plan.stages)
    limits = () if plan.limit is None else (("limit", str(plan.limit)),)
    data = (rules.game.deck.cards, course, parts, lines, *limits, *names)
    return hashlib.sha256(repr(data).encode()).hexdigest()[:32]


def main_deals(rules: Rules) -> int:
    """Return the number of deals of the main wagers; the counts of a result add up to a multiple of
    it.
    """
    return _deals(main_plan(rules), len(rules.game.deck))


def side_deals(rules: Rules, wager: Wager) -> int:
    """Return the number of deals of a side bet; its counts add up to a multiple of it."""
    return _deals(side_plan(rules, wager), len(rules.game.deck))


def _deals(plan: Plan, deck: int) -> int:
    """Return the number of all deals. Where cards are exchanged it is that of the own cards only,
    because exchanges are weighted by their probability.
    """
    deals = comb(deck, plan.own_cards)
    if any(isinstance(stage, Exchange) for stage in plan.stages):
        return deals
    unseen = deck - plan.own_cards
    for stage in plan.stages:
        if isinstance(stage, Turn):
            deals *= comb(unseen, stage.count)
            unseen -= stage.count
    return deals
