"""The chapters of a dealer's training: the seven topics of COMAR 36.05.03.17A."""

from typing import Final

import msgspec

from fairdeal.english import all_of
from fairdeal.errors import BadInputError


class Chapter(msgspec.Struct, frozen=True):
    """A topic of the training, with its clause."""

    number: int
    title: str
    clause: str


CHAPTERS: Final = (
    Chapter(1, "Opening and closing a table", "COMAR 36.05.03.17A(1)"),
    Chapter(2, "Bringing chips to a table and taking them away", "COMAR 36.05.03.17A(2)"),
    Chapter(3, "Accepting cash", "COMAR 36.05.03.17A(3)"),
    Chapter(4, "Tips and gratuities", "COMAR 36.05.03.17A(4)"),
    Chapter(5, "Changes of shift", "COMAR 36.05.03.17A(5)"),
    Chapter(6, "Placing, collecting and paying wagers", "COMAR 36.05.03.17A(6)"),
    Chapter(7, "Recognizing problem gamblers", "COMAR 36.05.03.17A(7)"),
)
OPENING, CHIPS, CASH, TIPS, SHIFTS, WAGERS, PROBLEM_GAMBLERS = range(1, 8)
ALL_CHAPTERS: Final = tuple(chapter.number for chapter in CHAPTERS)


def check_chapters(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return chapters in order, each once; refuse numbers that no chapter has."""
    if wrong := sorted(set(numbers) - set(ALL_CHAPTERS)):
        raise BadInputError(f"there are chapters 1 to 7, not {all_of([str(n) for n in wrong])}")
    if not numbers:
        raise BadInputError("choose at least one chapter, from 1 to 7")
    return tuple(sorted(set(numbers)))
