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
        method="POST",
        path="/api/guests",
        endpoint=add_guest,
        body=bodies.GuestBody,
        answer=answers.NewGuest,
        status=201,
        errors=(*_ACT, 429),
    ),
    Operation(
        method="POST",
        path="/api/players",
        endpoint=add_player,
        body=bodies.PasswordBody,
        answer=answers.NewSession,
        status=201,
        errors=(*_ACT, 429),
    ),
    Operation(
        method="POST",
        path="/api/sign-in",
        endpoint=sign_in,
        body=bodies.PasswordBody,
        answer=answers.NewSession,
        errors=(*_ACT, 429),
    ),
    Operation(
        method="POST",
        path="/api/sign-out",
        endpoint=sign_out,
        status=204,
        session=True,
        errors=(*_ANY, 403),
    ),
    Operation(
        method="GET",
        path="/api/me",
        endpoint=show_me,
        answer=answers.Me,
        session=True,
        errors=_ANY,
    ),
    Operation(
        method="POST",
        path="/api/me/chips",
        endpoint=add_chips,
        answer=answers.Me,
        session=True,
        errors=(*_ANY, 403, 409),
    ),
    Operation(
        method="GET",
        path="/api/tables",
        endpoint=list_tables,
        answer=list[answers.TableSummary],
        errors=_ANY,
    ),
    Operation(
        method="POST",
        path="/api/tables",
        endpoint=open_table,
        body=bodies.RulesFile,
        answer=answers.OpenedTable,
        status=201,
        session=True,
        errors=_ACT,
    ),
    Operation(
        method="GET",
        path="/api/tables/{table}",
        endpoint=show_table,
        parameters=(TABLE,),
        answer=answers.TableAnswer,
        errors=_ANY,
    ),
    Operation(
        method="POST",
        path="/api/tables/{table}/commands",
        endpoint=give_command,
        parameters=(TABLE, KEY),
        body=_Command,
        answer=answers.CommandAnswer,
        session=True,
        errors=(*_ACT, 428, 429),
    ),
    Operation(
        method="GET",
        path="/api/tables/{table}/events",
        endpoint=list_events,
        parameters=(TABLE, AFTER),
        answer=list[answers.NumberedEvent],
        errors=(*_ANY, 422, 429),
        media=("text/event-stream",),
    ),
    Operation(
        method="POST",
        path="/api/tables/{table}/confirm",
        endpoint=confirm,
        parameters=(TABLE, MAYBE_KEY),
        body=bodies.ConfirmBody,
        answer=answers.CommandAnswer,
        session=True,
        errors=(*_ACT, 429),
    ),
    Operation(
        method="POST",
        path="/api/tables/{table}/close",
        endpoint=close_table,
        parameters=(TABLE,),
        answer=answers.ClosedTable,
        session=True,
        errors=_ACT,
    ),
    Operation(
        method="POST",
        path="/api/tables/{table}/handover",
        endpoint=change_dealer,
        parameters=(TABLE,),
        body=bodies.HandoverBody,
        answer=answers.Handover,
        session=True,
        errors=_ACT,
    ),
    Operation(
        method="POST",
        path="/api/tables/{table}/fill",
        endpoint=fill,
        parameters=(TABLE, MAYBE_KEY),
        body=bodies.ChipsBody,
        answer=answers.MovedChips,
        session=True,
        errors=_ACT,
    ),
    Operation(
        method="POST",
        path="/api/tables/{table}/credit",
        endpoint=credit,
        parameters=(TABLE, MAYBE_KEY),
        body=bodies.ChipsBody,
        answer=answers.MovedChips,
        session=True,
        errors=_ACT,
    ),
    Operation(
        method="GET",
        path="/api/rounds",
        endpoint=list_rounds,
        parameters=(OF_TABLE, BEFORE, LIMIT),
        answer=list[answers.RoundSummary],
        errors=(*_ANY, 422),
    ),
    Operation(
        method="GET",
        path="/api/rounds/{round}",
        endpoint=show_round,
        parameters=(ROUND,),
        answer=answers.RoundRecord,
        errors=(*_ANY, 429),
    ),
    Operation(
        method="GET",
        path="/api/meters",
        endpoint=list_meters,
        answer=list[answers.Meter],
        errors=_ANY,
    ),
    Operation(
        method="GET", path="/healthz", endpoint=show_health, answer=answers.Health, also=(503,)
    ),
    Operation(method="GET", path="/metrics", endpoint=show_metrics, media=("text/plain",)),
)
