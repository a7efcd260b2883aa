"""Why a table or a floor is stopped, in the words that everybody may read."""

from typing import Final

#: Why a table is stopped, as anybody may read it; what exactly failed is in the server's log alone.
DATABASE_FAILED: Final = "the database failed; the server's log says how"
PROGRAM_FAILED: Final = "the program failed; the server's log says how"
SECRETS_LOST: Final = "the secrets of its deck in play cannot be read"
LOG_BROKEN: Final = (
    "the floor's log was changed since this server wrote it: run `fairdeal audit verify`"
)
