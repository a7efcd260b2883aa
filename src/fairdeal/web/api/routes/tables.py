"""Operations of tables: commands, events, and practice."""

from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta

from fairdeal.web.api import answers, bodies
from fairdeal.web.api.commands import confirm, give_command
from fairdeal.web.api.feed import list_events
from fairdeal.web.api.operations import Operation
from fairdeal.web.api.practice import change_pace, sit_at_practice, skip
from fairdeal.web.api.routes.parameters import ACT, AFTER, KEY, MAYBE_KEY, READ, TABLE
from fairdeal.web.api.tables import list_tables, open_table, show_table

#: A command, which is described by the table's own types.
_Command: TypeAlias = Annotated[
    dict[str, Any], Meta(extra_json_schema={"$ref": "#/components/schemas/command"})
]

OPERATIONS: Final = (
    Operation("GET", "/api/tables", list_tables, list[answers.TableSummary], errors=READ),
    Operation(
        "POST",
        "/api/tables",
        open_table,
        answers.OpenedTable,
        body=bodies.RulesFile,
        status=201,
        session=True,
        errors=ACT,
    ),
    Operation(
        "GET",
        "/api/tables/{table}",
        show_table,
        answers.TableAnswer,
        parameters=(TABLE,),
        errors=READ,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/commands",
        give_command,
        answers.CommandAnswer,
        parameters=(TABLE, KEY),
        body=_Command,
        session=True,
        errors=(*ACT, 428, 429),
    ),
    Operation(
        "GET",
        "/api/tables/{table}/events",
        list_events,
        list[answers.NumberedEvent],
        parameters=(TABLE, AFTER),
        errors=(*READ, 422),
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
        errors=(*ACT, 429),
    ),
    Operation(
        "POST",
        "/api/practice",
        sit_at_practice,
        answers.PracticeSeat,
        body=bodies.PracticeBody,
        status=201,
        session=True,
        errors=(*ACT, 429),
    ),
    Operation(
        "POST",
        "/api/tables/{table}/pace",
        change_pace,
        answers.TablePace,
        parameters=(TABLE,),
        body=bodies.PaceBody,
        session=True,
        errors=(*ACT, 429),
    ),
    Operation(
        "POST",
        "/api/tables/{table}/skip",
        skip,
        status=204,
        parameters=(TABLE,),
        session=True,
        errors=(*ACT, 429),
    ),
)
