"""`strategy`: the best decision in a situation, with the exact value of every choice."""

from collections.abc import Sequence

from fairdeal.lab.kernels import kernel_of
from fairdeal.lab.situations import Decision, Situation, find_point
from fairdeal.rulebook.rules import Rules


def strategy(rules: Rules, situations: Sequence[Situation]) -> list[Decision]:
    """Answer situations; `BadInputError` says what is impossible about one."""
    for situation in situations:
        find_point(rules.game, situation)
    return kernel_of(rules).decide(situations)
