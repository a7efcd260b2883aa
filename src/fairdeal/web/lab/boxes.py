"""The distribution of one round with all bets of a box, for the band of luck of one's own play.

Several bets of one round fall together, and counting that takes up to a minute. So it is a question
to the lab's process, which only the server itself asks.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import msgspec

from fairdeal.lab.figures.total_bands import Results
from fairdeal.office.expectation import box_results
from fairdeal.rulebook.rules import Rules
from fairdeal.web.lab.questions import QuestionBody
from fairdeal.wire.json import json_text, parse_json
from fairdeal.wire.rules import read_rules, rules_document

#: Stakes in cents by kind of bet, as `fairdeal.office.book.sums` names the kinds.
Box = Mapping[str, int]


class BoxesBody(QuestionBody, frozen=True, kw_only=True):
    """The distributions of a round with the bets of each box; `rules` is a rules file in JSON."""

    rules: str
    boxes: list[dict[str, int]]


def boxes_question(rules: Rules, boxes: Iterable[Box]) -> dict[str, Any]:
    """Return the question for the results of some boxes at a table."""
    text = json_text(rules_document(replace(rules, floor=None)))
    asked = BoxesBody(game=rules.game.name, rules=text, boxes=[dict(one) for one in boxes])
    document: dict[str, Any] = msgspec.to_builtins(asked)
    return document


def boxes_answer(question: BoxesBody) -> str:
    """Return the distribution of each box as JSON; null where it is not known."""
    rules = read_rules(parse_json(question.rules))
    found = [box_results(rules, box) for box in question.boxes]
    return json_text([_written(one) for one in found])


def _written(results: Results | None) -> dict[str, str] | None:
    return None if results is None else {str(net): str(p) for net, p in results.items()}


def read_boxes(answer: str) -> list[Results | None]:
    """Return the distributions of an answer, in cents."""
    told = msgspec.json.decode(answer, type=list[dict[str, str] | None])
    return [
        None if one is None else {Fraction(net): Fraction(p) for net, p in one.items()}
        for one in told
    ]
