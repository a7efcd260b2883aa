"""Why a floor does not do what somebody asks of it."""

from typing import Final

from fairdeal.errors import BadInputError, FairdealError

#: Why a table is stopped, as anybody may read it; what exactly failed is in the server's log alone.
DATABASE_FAILED: Final = "the database failed; the server's log says how"
PROGRAM_FAILED: Final = "the program failed; the server's log says how"
SECRETS_LOST: Final = "the secrets of its deck in play cannot be read"
LOG_BROKEN: Final = "the floor's log is not what was written there; run `fairdeal audit verify`"


class Forbidden(FairdealError):  # noqa: N818 - a refusal is an answer, not a fault
    """Somebody may not do this: the role or the seat is another's."""

    def __init__(self, reason: str, clause: str | None = None) -> None:
        super().__init__(reason)
        self.clause = clause


class UnknownError(FairdealError):
    """There is no such table, round or person."""


class KeyUsedError(BadInputError):
    """A key that was used for another body."""


class StoppedError(FairdealError):
    """A table that takes nothing more until the floor is started again."""
