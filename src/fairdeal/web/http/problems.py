"""Problems: answers that are no success, as `application/problem+json` (RFC 9457)."""

import msgspec
from msgspec import UNSET, UnsetType
from starlette.responses import Response

from fairdeal.errors import (
    BadInputError,
    FairdealError,
    Forbidden,
    KeyUsedError,
    PassedError,
    Refused,
    SignInError,
    StoppedError,
    StoreError,
    UnknownError,
)
from fairdeal.wire.json import dump_answer


class ProblemAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request that was not carried out (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    clause: str | UnsetType = UNSET
    version: int | UnsetType = UNSET


class Problem(Exception):  # noqa: N818 - an answer
    """An answer that is no success."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        clause: str | None = None,
        version: int | None = None,
        retry_seconds: int = 1,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.clause = clause
        self.version = version
        #: After how many seconds a retry may succeed, for the statuses 429 and 503.
        self.retry_seconds = retry_seconds

    def response(self) -> Response:
        """Return the problem as an answer."""
        body = ProblemAnswer(
            type="about:blank",
            title=TITLES.get(self.status, "Error"),
            status=self.status,
            detail=self.detail,
            code=self.code,
            clause=UNSET if self.clause is None else self.clause,
            version=UNSET if self.version is None else self.version,
        )
        headers = {"Retry-After": str(self.retry_seconds)} if self.status in (429, 503) else {}
        if self.status == 401:
            headers["WWW-Authenticate"] = "Bearer"
        document = dump_answer(msgspec.to_builtins(body))
        return Response(document, self.status, headers, media_type="application/problem+json")


TITLES = {
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    408: "Request Timeout",
    409: "Conflict",
    413: "Content Too Large",
    415: "Unsupported Media Type",
    422: "Unprocessable Content",
    428: "Precondition Required",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large",
    500: "Internal Server Error",
    503: "Service Unavailable",
}


def problem_of(error: FairdealError, version: int | None = None) -> Problem:
    """Return the problem that an error is answered with."""
    text = str(error)
    match error:
        case PassedError():
            return Problem(409, "passed", text, clause=error.clause, version=version)
        case Refused():
            return Problem(409, "refused", text, clause=error.clause, version=version)
        case Forbidden():
            return Problem(403, "forbidden", text, clause=error.clause, version=version)
        case UnknownError():
            return Problem(404, "unknown", text, version=version)
        case SignInError():
            return Problem(401, "sign-in", text, version=version)
        case KeyUsedError():
            return Problem(422, "key-used", text, version=version)
        case StoppedError():
            return Problem(503, "stopped", text, version=version)
        case StoreError():
            # What a database says of itself, its address and its users is for the log alone.
            return Problem(503, "stopped", "the database cannot be asked now", version=version)
        case BadInputError():
            return Problem(422, "invalid", text, version=version)
        case _:
            return Problem(422, "invalid", text, version=version)
