"""The first page of the school: progress and sittings, and for the house who may deal what."""

from typing import NamedTuple

from fairdeal.floor.floor import Floor
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.exams import ChapterSummary, Exams, StoredExam
from fairdeal.office.report import iso_time
from fairdeal.school.lesson import CHAPTERS, Chapter
from fairdeal.table.actors import AUDITOR, DEALER, FLOOR, OPERATOR


class Progress(NamedTuple):
    """A chapter with all questions of it that a person has answered."""

    chapter: Chapter
    asked: int
    errors: int

    @property
    def percent(self) -> int:
        """Return the right answers of a hundred; 0 without any answer."""
        return 100 * (self.asked - self.errors) // self.asked if self.asked else 0


class SittingRow(NamedTuple):
    """A lesson or an exam in a list."""

    id: str
    name: str
    kind: str
    role: str
    game: str
    made: str
    state: str
    done: bool


class Permit(NamedTuple):
    """A game that a dealer may deal, with the table test that says so."""

    name: str
    game: str
    examiner: str
    signed: str
    exam: str


class SchoolOverview(NamedTuple):
    """What the first page shows."""

    progress: list[Progress]
    sittings: list[SittingRow]
    to_sign: list[SittingRow]
    permits: list[Permit]
    untested: list[str]
    is_manager: bool


def overview_of(floor: Floor, person: Person) -> SchoolOverview:
    """Return what a person sees of the school."""
    exams = Exams(floor.database)
    own = exams.of(person.id)
    manages = bool({FLOOR, OPERATOR, AUDITOR} & set(person.roles))
    names = {one.id: one.name for one in floor.people.all()}
    permits = [_permit(one, names) for one in exams.passed()] if manages else []
    tested = {one.person for one in exams.passed() if one.role == "dealer"}
    untested = [
        one.name
        for one in floor.people.all()
        if DEALER in one.roles and not one.ended and one.id not in tested
    ]
    return SchoolOverview(
        [_progress(chapter, own) for chapter in CHAPTERS],
        [_row(one, names) for one in own],
        [_row(one, names) for one in exams.to_sign()] if OPERATOR in person.roles else [],
        permits,
        untested if manages else [],
        manages,
    )


def _progress(chapter: Chapter, own: list[StoredExam]) -> Progress:
    # An exam tells nothing before its end, not even by the progress.
    told = [one for one in own if one.kind == "lesson" or one.done]
    parts = [one.summary.get(str(chapter.number), ChapterSummary()) for one in told]
    return Progress(chapter, sum(one.asked for one in parts), sum(one.errors for one in parts))


def _row(one: StoredExam, names: dict[str, str]) -> SittingRow:
    state = "over" if one.done else "go on"
    if one.examiner is not None:
        state = f"{'passed' if one.passed else 'not passed'}, signed by {one.examiner}"
    elif one.done and one.kind == "exam":
        state = "waits for the examiner"
    role = "floorperson" if one.role == "floor" else "dealer"
    return SittingRow(
        one.id,
        names.get(one.person, one.person),
        one.kind,
        role,
        _game(one),
        iso_time(one.made),
        state,
        one.done,
    )


def _permit(one: StoredExam, names: dict[str, str]) -> Permit:
    return Permit(
        names.get(one.person, one.person),
        _game(one) + (" (floorperson)" if one.role == "floor" else ""),
        one.examiner or "",
        iso_time(one.signed or 0),
        one.id,
    )


def _game(one: StoredExam) -> str:
    words = f"{one.game.replace('-', ' ')}, {one.jurisdiction.replace('-', ' ')}"
    return words.title()
