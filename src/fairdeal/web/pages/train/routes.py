"""The drill: its page, and the schedule of a line after answers."""

import json
from datetime import UTC, datetime
from fractions import Fraction
from typing import Annotated, Any, Final

import msgspec
from fsrs import Rating
from starlette.requests import Request
from starlette.responses import Response

from fairdeal.errors import BadInputError
from fairdeal.lab.figures.payout_limit import cutting_limit, most_units
from fairdeal.rulebook.money import CENTS
from fairdeal.school.memory import Memory, memory_after
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import client_network_of, json_response, read_body, service_of
from fairdeal.web.lab.drill_prices import drill_question
from fairdeal.web.lab.visitors import require_lab_on
from fairdeal.web.pages.assets import address, assets
from fairdeal.web.pages.shell import shared_page_response
from fairdeal.web.pages.train.decks import drill_decks

#: Seconds since 1970 that a browser's clock may show: up to the year 2100.
_Moment = Annotated[float, msgspec.Meta(ge=0, le=4_102_444_800)]


class DrillAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rating of an answer by its price, and when it was given."""

    rating: Annotated[int, msgspec.Meta(ge=1, le=4)]
    at: _Moment


class Review(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Answers to a line, oldest first, and its memory before them; several where the browser was
    offline.
    """

    answers: Annotated[tuple[DrillAnswer, ...], msgspec.Meta(min_length=1, max_length=100)]
    memory: Memory | None = None


#: All visitors of the drill ask the lab as one client, so that they never fill its queue: those who
#: have no place wait, and the page asks again.
_ASKER: Final = "visitors of the drill"


class Limited(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deck at a stake of one unit under a payout limit of a hand, both in dollars."""

    deck: str
    stake: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    limit: Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]


class Scheduled(msgspec.Struct, frozen=True):
    """The memory of a line after its answers, and when it comes again, in seconds since 1970."""

    memory: Memory
    due: float


async def train(request: Request) -> Response:
    """Answer with the page of the drill, whose script loads the decks and needs nothing more."""
    return shared_page_response(request, "train.html", _train_values)


async def limited_costs(request: Request) -> Response:
    """Answer with the costs of a deck's decisions at a stake under a payout limit, in dollars; with
    202 while the lab's process works them out. `costs` is null where no hand can win more.
    """
    service = service_of(request)
    service.limits.count_record_read(client_network_of(request))
    try:
        asked = msgspec.convert(dict(request.query_params), type=Limited, strict=False)
    except msgspec.ValidationError as error:
        raise Problem(400, "malformed", f"no stake and limit of a deck: {error}") from None
    deck, rules = drill_decks().get(asked.deck, (None, None))
    if deck is None or rules is None:
        raise Problem(404, "unknown", "there is no such deck")
    units = cutting_limit(rules, Fraction(asked.limit, asked.stake))
    if units is None:
        return Response(b'{"costs":null}', media_type="application/json")
    require_lab_on(request)
    question, jobs = drill_question(rules, units, deck.decisions), service.lab_jobs
    answer = jobs.answer("drill", question)
    if answer is not None:
        return Response(answer, media_type="application/json")
    told = jobs.answer_of(jobs.submit("drill", question, _ASKER, shared=True))
    return json_response(told, 202)


def _train_values() -> dict[str, Any]:
    names = [name for name in assets() if name.startswith("train/") and name.endswith(".json")]
    # The smallest comes first: a visitor who has chosen no game sees a decision soonest.
    names.sort(key=lambda name: len(assets()[name].packed))
    # By deck: the payout limit of the text in dollars, 0 without one, and the most units that a
    # hand can win, above which no limit changes a price.
    limits = {
        name: [(rules.payout_limit_cents or 0) // CENTS, float(most_units(rules))]
        for name, (_, rules) in drill_decks().items()
    }
    return {"decks": [address(name) for name in names], "limits": json.dumps(limits)}


async def review(request: Request) -> Response:
    """Answer with the next moment of a line. The browser keeps the memory; nothing is stored."""
    service_of(request).limits.count_record_read(client_network_of(request))
    try:
        asked = msgspec.json.decode(await read_body(request), type=Review)
        memory = asked.memory
        for one in asked.answers:
            memory = memory_after(memory, Rating(one.rating), datetime.fromtimestamp(one.at, UTC))
    except (msgspec.DecodeError, BadInputError) as error:
        raise Problem(400, "malformed", f"no review of a line: {error}") from None
    assert memory is not None, "there is an answer"
    answer = Scheduled(memory, memory.due.timestamp())
    return Response(msgspec.json.encode(answer), media_type="application/json")
