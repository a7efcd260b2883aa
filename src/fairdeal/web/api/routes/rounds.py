"""Operations of rounds that have ended, and of meters."""

from typing import Final

from fairdeal.web.api import answers
from fairdeal.web.api.operations import Operation
from fairdeal.web.api.rounds import list_meters, list_rounds, show_round
from fairdeal.web.api.routes.parameters import BEFORE, LIMIT, OF_TABLE, READ, ROUND

OPERATIONS: Final = (
    Operation(
        "GET",
        "/api/rounds",
        list_rounds,
        list[answers.RoundSummary],
        parameters=(OF_TABLE, BEFORE, LIMIT),
        errors=(*READ, 422),
    ),
    Operation(
        "GET",
        "/api/rounds/{round}",
        show_round,
        answers.RoundRecord,
        parameters=(ROUND,),
        errors=READ,
    ),
    Operation("GET", "/api/meters", list_meters, list[answers.ShownMeter], errors=READ),
)
