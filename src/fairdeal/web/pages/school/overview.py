"""The first page of the school: progress and sittings, and for the house who may deal what."""

from collections.abc import Mapping, Sequence
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


class Training(NamedTuple):
    """What somebody has practised so far, chapter by chapter (COMAR 36.05.03.18C(1))."""

    name: str
    progress: list[Progress]


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
    #: The progress of everybody who works at the floor or has learnt here.
    training: list[Training]
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
        _progress([one.summary for one in own if _is_told(one)]),
        [_row(one, names) for one in own],
        [_row(one, names) for one in exams.to_sign()] if OPERATOR in person.roles else [],
        permits,
        untested if manages else [],
        _training(floor, exams) if manages else [],
        manages,
    )


def _is_told(one: StoredExam) -> bool:
    # An exam tells nothing before its end, not even by the progress.
    return one.kind == "lesson" or one.done


def _progress(summaries: Sequence[Mapping[str, ChapterSummary]]) -> list[Progress]:
    """Return the progress in each chapter, over several sittings."""
    found = []
    for chapter in CHAPTERS:
        parts = [one.get(str(chapter.number), ChapterSummary()) for one in summaries]
        asked, errors = sum(one.asked for one in parts), sum(one.errors for one in parts)
        found.append(Progress(chapter, asked, errors))
    return found


def _training(floor: Floor, exams: Exams) -> list[Training]:
    """Return the progress of dealers, floorpersons and everybody else who has learnt here."""
    summaries = exams.summaries()
    return [
        Training(one.name, _progress(summaries.get(one.id, [])))
        for one in floor.people.all()
        if one.id in summaries or ({DEALER, FLOOR} & set(one.roles) and not one.ended)
    ]


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
        _time(one.made),
        state,
        one.done,
    )


def _permit(one: StoredExam, names: dict[str, str]) -> Permit:
    return Permit(
        names.get(one.person, one.person),
        _game(one) + (" (floorperson)" if one.role == "floor" else ""),
        one.examiner or "",
        _time(one.signed or 0),
        one.id,
    )


def _time(seconds: int) -> str:
    """Return a moment to the minute, in UTC."""
    return iso_time(seconds)[:16].replace("T", " ")


def _game(one: StoredExam) -> str:
    words = f"{one.game.replace('-', ' ')}, {one.jurisdiction.replace('-', ' ')}"
    return words.title()
