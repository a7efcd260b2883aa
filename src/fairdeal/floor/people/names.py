"""Names of people: which may be chosen, and which count as the same name."""

import unicodedata
from typing import Final

from fairdeal.errors import BadInputError

MAX_NAME: Final = 40


def check_name(name: object) -> str:
    """Return a name that can be shown to people; `BadInputError` for any other value."""
    if (
        not isinstance(name, str)
        or not 0 < len(name) <= MAX_NAME
        or not name.isprintable()
        or name != name.strip()
    ):
        raise BadInputError(
            f"a name has 1 to {MAX_NAME} printable characters, with no spaces around it"
        )
    return name


def fold_name(name: str) -> str:
    """Return the folded form of a name. Names that people read as the same have the same form.

    NFKC is applied twice, because folding the case may leave characters that are not normal.
    """
    small = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", small)
