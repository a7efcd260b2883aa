"""The regulations around the table: the law that the texts of the games refer to."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Regulation:
    """A chapter of regulations that bind a floor and its back office, whatever game is dealt."""

    #: As it is cited: `COMAR 36.05.03`. A place follows without a space: `COMAR 36.05.03.02A`.
    text: str
    title: str
    place: str
    #: The jurisdiction that it is of, as games name it.
    jurisdiction: str

    @property
    def file(self) -> str:
        """Return the name of its file in `texts/`."""
        return self.text.replace(" ", "-")


REGULATIONS: Final = (
    Regulation(
        "COMAR 36.03.06", "Exclusion of persons and responsible gaming", "Maryland", "maryland"
    ),
    Regulation("COMAR 36.03.10", "Internal controls", "Maryland", "maryland"),
    Regulation("COMAR 36.05.02", "Table game equipment", "Maryland", "maryland"),
    Regulation("COMAR 36.05.03", "Table game procedures", "Maryland", "maryland"),
)
