"""The description of an operation of the HTTP API: its address, parameters, body and answers."""

from collections.abc import Callable, Coroutine
from typing import Any, Literal, TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import Response

Endpoint: TypeAlias = Callable[[Request], Coroutine[Any, Any, Response]]


class Parameter(msgspec.Struct, frozen=True):
    """A parameter in the path, the query or a header."""

    name: str
    place: Literal["path", "query", "header"]
    type: Any
    description: str
    required: bool = False


class Operation(msgspec.Struct, frozen=True):
    """One method at one address. Its summary is the first line of the endpoint's docstring."""

    method: Literal["GET", "POST"]
    path: str
    endpoint: Endpoint
    #: The type of the answer; None where it has no body, or no JSON.
    answer: Any = None
    status: int = 200
    #: The type of the body, where there is one.
    body: Any = None
    parameters: tuple[Parameter, ...] = ()
    #: Whether a session is needed.
    session: bool = False
    #: The statuses of problems that may be answered.
    errors: tuple[int, ...] = ()
    #: Statuses other than success that answer with the same type.
    also: tuple[int, ...] = ()
    #: The type of the answer with status 202, where the request is queued.
    queued: Any = None
    #: Other media types that may be answered with.
    media: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """Describe the operation in one line."""
        # With `python -OO` there are no docstrings, and the address is the summary.
        return (self.endpoint.__doc__ or self.path).splitlines()[0].rstrip(".")
