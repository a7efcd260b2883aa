"""The drill: its page, and the schedule of a line after answers."""

from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from fsrs import Rating
from starlette.requests import Request
from starlette.responses import Response

from fairdeal.errors import BadInputError
from fairdeal.rulebook.rules import Rules
from fairdeal.school.memory import Memory, memory_after
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import client_network_of, read_body, service_of
from fairdeal.web.pages.assets import address, assets
from fairdeal.web.pages.games.figures import paytable_of
from fairdeal.web.pages.shell import shared_page_response

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


class Scheduled(msgspec.Struct, frozen=True):
    """The memory of a line after its answers, and when it comes again, in seconds since 1970."""

    memory: Memory
    due: float


async def train(request: Request) -> Response:
    """Answer with the page of the drill, whose script loads the decks and needs nothing more."""
    return shared_page_response(request, "train.html", _train_values)


def _train_values() -> dict[str, Any]:
    names = [name for name in assets() if name.startswith("train/") and name.endswith(".json")]
    # The smallest comes first: a visitor who has chosen no game sees a decision soonest.
    names.sort(key=lambda name: len(assets()[name].packed))
    return {"decks": [address(name) for name in names]}


def drill_address(rules: Rules) -> str | None:
    """Return the address of the drill of a game and paytable; None where there is no deck of it."""
    deck = "-".join(filter(None, (rules.game.name, paytable_of(rules).lower())))
    return f"/train?deck={deck}" if f"train/{deck}.json" in assets() else None


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
