"""The parameters of operations, and the problems that they may answer."""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from fairdeal.english import one_of
from fairdeal.office.scope import PERIODS
from fairdeal.web.api.operations import Parameter
from fairdeal.web.api.rounds import MAX_ROUNDS
from fairdeal.web.live.websocket import MAX_VERSION
from fairdeal.wire.commands import MAX_KEY

_Key: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_KEY, pattern="^[!-~]+$")]
_Version: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_VERSION)]
_Limit: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_ROUNDS)]
_Severity: TypeAlias = Literal["notice", "warning", "alarm"]

TABLE: Final = Parameter("table", "path", str, "a table's id, such as t3", required=True)
ROUND: Final = Parameter("round", "path", str, "a round's id, such as t3-17", required=True)
_KEY_WORDS: Final = "a text of your own for this command: sent again, nothing happens twice"
KEY: Final = Parameter("Idempotency-Key", "header", _Key, _KEY_WORDS, required=True)
MAYBE_KEY: Final = Parameter("Idempotency-Key", "header", _Key, _KEY_WORDS)
AFTER: Final = Parameter("after", "query", _Version, "a version: events after it are answered")
OF_TABLE: Final = Parameter("table", "query", str, "a table's id: only its rounds are listed")
BEFORE: Final = Parameter("before", "query", str, "a round's id: only older ones are listed")
LIMIT: Final = Parameter("limit", "query", _Limit, "how many rounds are listed, 20 by default")

EVENT: Final = Parameter("event", "path", str, "a significant event's number", required=True)
FORM: Final = Parameter("form", "path", str, "a form's name, such as fill", required=True)
NUMBER: Final = Parameter("number", "path", str, "a form's number, such as fill-12", required=True)
PAYOUT: Final = Parameter("payout", "path", str, "a payout's number", required=True)
REPORT: Final = Parameter("report", "path", str, "a report's name", required=True)
_DAY_WORDS: Final = "a gaming day, such as 2026-11-18; today by default"
SCOPE: Final = (
    Parameter("day", "query", str, _DAY_WORDS),
    Parameter("period", "query", str, f"{one_of(list(PERIODS))}: up to the day"),
    Parameter("shift", "query", str, "the name of a shift"),
    Parameter("table", "query", str, "a table's id"),
    Parameter("game", "query", str, "the name of a game"),
    Parameter("dealer", "query", str, "the id of a dealer"),
    Parameter("kind", "query", str, "of significant events: only this kind"),
    Parameter("severity", "query", _Severity, "of significant events: only this severity"),
    Parameter("format", "query", Literal["json", "csv", "pdf"], "else by `Accept`"),
)

#: Problems of every request, of reads, of those with a body, and of acts at a table.
ANY: Final = (401, 404, 503)
READ: Final = (*ANY, 429)
BODY: Final = (400, 403, 413, 422)
ACT: Final = (*ANY, *BODY, 409)
