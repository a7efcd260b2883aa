"""The coach of a practice table: what each choice is worth, and what the last decision cost.

The values are the lab's, exact. Where another table has no coach, it is because aids are forbidden
at live ones.
"""

from functools import lru_cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.lab.decisions.best_player import situation_of
from fairdeal.lab.decisions.coaching import advice, decision_at, seat_deciding, verdict_on
from fairdeal.lab.decisions.strategy import strategy_card
from fairdeal.rulebook.rules import Rules
from fairdeal.table.state import DECISIONS
from fairdeal.table.view import own_seats
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import required_person, service_of
from fairdeal.web.live.lab_worker import LAB_WORKER


class StrategyRule(msgspec.Struct, frozen=True):
    """A rule of a strategy card: with which cards to do what."""

    when: str
    do: str


class StrategySection(msgspec.Struct, frozen=True):
    """The rules of a strategy card for one decision."""

    decision: str
    rules: tuple[StrategyRule, ...]
    note: str


class StrategySheet(msgspec.Struct, frozen=True):
    """A strategy card as the page shows it, with what following it costs against best play."""

    title: str
    paytable: str
    sections: tuple[StrategySection, ...]
    cost: str


async def coach(request: Request) -> Response:
    """Answer with the value of each choice of the decision that is open now."""
    face, seat = _at_practice(request), None
    state = face.state
    own = own_seats(state, face.viewer(required_person(request)))
    if isinstance(state.current, DECISIONS) and not state.replacing and state.turn in own:
        seat = state.turn
    if seat is None:
        raise Problem(404, "no-decision", "it is not your turn to decide")
    situation = situation_of(state, seat)
    decision = await LAB_WORKER.submit(lambda: decision_at(state.rules, situation))
    return _answer(advice(state, seat, decision))


async def last(request: Request) -> Response:
    """Answer with what the person's last decision cost."""
    face = _at_practice(request)
    person = required_person(request)
    made = [
        one for one in face.recent if seat_deciding(one.before, one.event, person.id) is not None
    ]
    if not made:
        raise Problem(404, "no-decision", "you have made no decision here yet")
    one = made[-1]
    seat = seat_deciding(one.before, one.event, person.id)
    assert seat is not None, "it was somebody's"
    situation = situation_of(one.before, seat)
    decision = await LAB_WORKER.submit(lambda: decision_at(one.before.rules, situation))
    return _answer(verdict_on(one.version, one.before, one.event, seat, decision))


async def card(request: Request) -> Response:
    """Answer with the strategy card of a practice table."""
    face = _at_practice(request)
    found = await LAB_WORKER.submit(lambda: _card(face.state.rules))
    return _answer(found)


def _answer(value: Any) -> Response:
    return Response(msgspec.json.encode(value), media_type="application/json")


def _at_practice(request: Request) -> PublishedTable:
    face = service_of(request).table(request.path_params["table"])
    if not face.practice:
        raise Problem(403, "forbidden", "a coach is for practice tables: live ones allow no aids")
    return face


@lru_cache(maxsize=64)
def _card(rules: Rules) -> StrategySheet:
    found = strategy_card(rules)
    sections = tuple(
        StrategySection(
            section.decision,
            tuple(StrategyRule(rule.when, rule.do) for rule in section.rules),
            section.note,
        )
        for section in found.sections
    )
    cost = f"{float((found.ev - found.card_ev) * 100):.4f} percent of the {found.unit}"
    return StrategySheet(found.title, found.paytable, sections, cost)
