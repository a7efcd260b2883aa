"""Whatever goes wrong as `application/problem+json` (RFC 9457): a sentence, and a word for it."""

from typing import Any

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
        #: How many seconds to retry_seconds before asking again, where that helps.
        self.retry_seconds = retry_seconds

    def response(self) -> Response:
        """The answer itself."""
        body: dict[str, Any] = {
            "type": "about:blank",
            "title": TITLES.get(self.status, "Error"),
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
        }
        if self.clause is not None:
            body["clause"] = self.clause
        if self.version is not None:
            body["version"] = self.version
        headers = {"Retry-After": str(self.retry_seconds)} if self.status in (429, 503) else {}
        if self.status == 401:
            headers["WWW-Authenticate"] = "Bearer"
        return Response(
            dump_answer(body), self.status, headers, media_type="application/problem+json"
        )


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
    """What is wrong, as an answer."""
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
