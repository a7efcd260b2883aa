"""Readings: how each silence and contradiction of the texts is read.

A reading is data: what is asked, which clauses ask it, what was chosen. Where the choice is the
operator's, `choices` names what may be chosen in a rules file, the default first.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reading:
    """One question that a text leaves open, and its answer."""

    id: str
    clauses: tuple[str, ...]
    question: str
    answer: str
    #: What an operator may choose, the default first, each with what it means.
    choices: tuple[tuple[str, str], ...] = ()

    @property
    def default(self) -> str | None:
        """The choice in force where the operator makes none."""
        return self.choices[0][0] if self.choices else None

    def __contains__(self, choice: object) -> bool:
        return any(choice == name for name, _ in self.choices)


def defaults(readings: Iterable[Reading]) -> dict[str, str]:
    """The choices in force where the operator makes none."""
    return {reading.id: reading.choices[0][0] for reading in readings if reading.choices}
