"""Readings: how each silence and contradiction of the texts is decided.

A reading is data: the question, the clauses that leave it open, and the choice. If the choice is
the operator's, `choices` lists what a rules file may choose, the default first.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from fairdeal.errors import BadGameError


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
    """Return the choices in force where the operator makes none."""
    return {reading.id: reading.choices[0][0] for reading in readings if reading.choices}


def merged(readings_of: Iterable[Iterable[Reading]]) -> tuple[Reading, ...]:
    """Return the readings of several games together: each once, with the clauses of all games that
    use it. A reading that only one game uses keeps its place among that game's readings.
    """
    order: list[str] = []
    known: dict[str, Reading] = {}
    for readings in readings_of:
        place = len(order)
        for reading in reversed(list(readings)):
            found = known.get(reading.id)
            if found is None:
                order.insert(place, reading.id)
                known[reading.id] = reading
                continue
            place = order.index(reading.id)
            if replace(found, clauses=()) != replace(reading, clauses=()):
                raise BadGameError(reading.id, ["two games ask it in different words"])
            together = dict.fromkeys((*found.clauses, *reading.clauses))
            known[reading.id] = replace(found, clauses=tuple(together))
    return tuple(known[name] for name in order)
