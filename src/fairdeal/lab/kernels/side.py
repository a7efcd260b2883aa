"""Counts of a side bet's hands: by a fast count where one fits, else by the general solver."""

from fairdeal.errors import BadInputError, NotSolvableError
from fairdeal.lab.kernels.counts import fast_counts
from fairdeal.lab.solver.plan import side_plan
from fairdeal.lab.solver.side_solver import solve_side
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager


def count_side_bet(rules: Rules, wager: Wager) -> tuple[int, ...]:
    """Return in how many deals the wager's hand falls into each cell."""
    try:
        fast = fast_counts(side_plan(rules, wager), rules.game.deck.cards)
        return fast.by_cell if fast is not None else solve_side(rules, wager.name).by_cell
    except NotSolvableError as error:
        raise BadInputError(str(error)) from None
