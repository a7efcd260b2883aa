"""The answer about the server itself."""

from fairdeal.web.api.answers.base import Answer


class Health(Answer, frozen=True):
    """Whether the server works, and which tables have stopped after a fault."""

    status: str
    tables: int
    stopped: list[str]
