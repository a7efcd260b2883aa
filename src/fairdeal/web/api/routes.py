"""The table of the HTTP API's operations, of which its routes and its description are made."""

from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta

from fairdeal.web.api import answers, bodies
from fairdeal.web.api.commands import confirm, give_command
from fairdeal.web.api.feed import list_events
from fairdeal.web.api.operations import Operation, Parameter
from fairdeal.web.api.people import add_chips, add_guest, add_player, show_me, sign_in, sign_out
from fairdeal.web.api.rounds import MAX_ROUNDS, list_meters, list_rounds, show_round
from fairdeal.web.api.server_state import show_health, show_metrics
from fairdeal.web.api.table_acts import change_dealer, close_table, credit, fill
from fairdeal.web.api.tables import list_tables, open_table, show_table
from fairdeal.web.live.websocket import MAX_VERSION
from fairdeal.wire.commands import MAX_KEY

_Key: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_KEY, pattern="^[!-~]+$")]
_Version: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_VERSION)]
_Limit: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_ROUNDS)]
#: A command, which is described by the table's own types.
_Command: TypeAlias = Annotated[
    dict[str, Any], Meta(extra_json_schema={"$ref": "#/components/schemas/command"})
]

TABLE: Final = Parameter("table", "path", str, "a table's id, such as t3", required=True)
ROUND: Final = Parameter("round", "path", str, "a round's id, such as t3-17", required=True)
_KEY_WORDS: Final = "a text of your own for this command: sent again, nothing happens twice"
KEY: Final = Parameter("Idempotency-Key", "header", _Key, _KEY_WORDS, required=True)
MAYBE_KEY: Final = Parameter("Idempotency-Key", "header", _Key, _KEY_WORDS)
AFTER: Final = Parameter("after", "query", _Version, "a version: events after it are answered")
OF_TABLE: Final = Parameter("table", "query", str, "a table's id: only its rounds are listed")
BEFORE: Final = Parameter("before", "query", str, "a round's id: only older ones are listed")
LIMIT: Final = Parameter("limit", "query", _Limit, "how many rounds are listed, 20 by default")

#: Problems of every request, of those with a body, and of acts at a table.
_ANY: Final = (401, 404, 503)
_BODY: Final = (400, 403, 413, 422)
_ACT: Final = (*_ANY, *_BODY, 409)

OPERATIONS: Final = (
    Operation(
        "POST",
        "/api/guests",
        add_guest,
        answers.NewGuest,
        body=bodies.GuestBody,
        status=201,
        errors=(*_ACT, 429),
    ),
    Operation(
        "POST",
        "/api/players",
        add_player,
        answers.NewSession,
        body=bodies.PasswordBody,
        status=201,
        errors=(*_ACT, 429),
    ),
    Operation(
        "POST",
        "/api/sign-in",
        sign_in,
        answers.NewSession,
        body=bodies.PasswordBody,
        errors=(*_ACT, 429),
    ),
    Operation("POST", "/api/sign-out", sign_out, status=204, session=True, errors=(*_ANY, 403)),
    Operation("GET", "/api/me", show_me, answers.Me, session=True, errors=_ANY),
    Operation(
        "POST", "/api/me/chips", add_chips, answers.Me, session=True, errors=(*_ANY, 403, 409)
    ),
    Operation("GET", "/api/tables", list_tables, list[answers.TableSummary], errors=_ANY),
    Operation(
        "POST",
        "/api/tables",
        open_table,
        answers.OpenedTable,
        body=bodies.RulesFile,
        status=201,
        session=True,
        errors=_ACT,
    ),
    Operation(
        "GET",
        "/api/tables/{table}",
        show_table,
        answers.TableAnswer,
        parameters=(TABLE,),
        errors=_ANY,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/commands",
        give_command,
        answers.CommandAnswer,
        parameters=(TABLE, KEY),
        body=_Command,
        session=True,
        errors=(*_ACT, 428, 429),
    ),
    Operation(
        "GET",
        "/api/tables/{table}/events",
        list_events,
        list[answers.NumberedEvent],
        parameters=(TABLE, AFTER),
        errors=(*_ANY, 422, 429),
        media=("text/event-stream",),
    ),
    Operation(
        "POST",
        "/api/tables/{table}/confirm",
        confirm,
        answers.CommandAnswer,
        parameters=(TABLE, MAYBE_KEY),
        body=bodies.ConfirmBody,
        session=True,
        errors=(*_ACT, 429),
    ),
    Operation(
        "POST",
        "/api/tables/{table}/close",
        close_table,
        answers.ClosedTable,
        parameters=(TABLE,),
        session=True,
        errors=_ACT,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/handover",
        change_dealer,
        answers.Handover,
        parameters=(TABLE,),
        body=bodies.HandoverBody,
        session=True,
        errors=_ACT,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/fill",
        fill,
        answers.MovedChips,
        parameters=(TABLE, MAYBE_KEY),
        body=bodies.ChipsBody,
        session=True,
        errors=_ACT,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/credit",
        credit,
        answers.MovedChips,
        parameters=(TABLE, MAYBE_KEY),
        body=bodies.ChipsBody,
        session=True,
        errors=_ACT,
    ),
    Operation(
        "GET",
        "/api/rounds",
        list_rounds,
        list[answers.RoundSummary],
        parameters=(OF_TABLE, BEFORE, LIMIT),
        errors=(*_ANY, 422),
    ),
    Operation(
        "GET",
        "/api/rounds/{round}",
        show_round,
        answers.RoundRecord,
        parameters=(ROUND,),
        errors=(*_ANY, 429),
    ),
    Operation("GET", "/api/meters", list_meters, list[answers.Meter], errors=_ANY),
    Operation("GET", "/healthz", show_health, answers.Health, also=(503,)),
    Operation("GET", "/metrics", show_metrics, media=("text/plain",)),
)
