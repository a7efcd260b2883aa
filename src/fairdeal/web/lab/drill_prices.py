"""What each choice of the drill's decisions costs under a payout limit, for one game.

A limit counts in units of the bet, so that there are as many decks as there are stakes: the lab's
process works them out when they are wanted.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from fairdeal.lab.lazy import kernel_of
from fairdeal.rulebook.rules import Rules
from fairdeal.school.drill_costs import costs_of, situation_of
from fairdeal.school.drill_deck import DrillDecision
from fairdeal.web.lab.questions import QuestionBody, read_terms
from fairdeal.wire.json import json_text


class DrillBody(QuestionBody, frozen=True, kw_only=True):
    """The costs of some decisions under a payout limit in units, written as a fraction."""

    units: str
    decisions: list[DrillDecision]


def drill_question(rules: Rules, units: Fraction, decisions: Sequence[DrillDecision]) -> Any:
    """Return the question for the costs of decisions under a limit."""
    asked = DrillBody(
        game=rules.game.name,
        jurisdiction=rules.game.jurisdiction,
        paytables={name: table.name for name, table in rules.paytables.items()},
        units=str(units),
        decisions=list(decisions),
    )
    return msgspec.to_builtins(asked)


def drill_answer(question: DrillBody) -> str:
    """Return the costs of each choice of each decision, as JSON."""
    rules = read_terms(question).rules
    game = rules.game
    situations = [situation_of(game, one) for one in question.decisions]
    decided = kernel_of(rules, Fraction(question.units)).decide(situations)
    costs = [costs_of(game, one, made) for one, made in zip(situations, decided, strict=True)]
    return json_text({"costs": costs})
