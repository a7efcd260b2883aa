"""Lessons and exams of the school, and the table test that a dealer needs.

A sitting is one row with its document, which is saved after each answer. The examiner's signature
is an act in the log, with the digest of the document: so nobody changes an exam afterwards.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from fairdeal.english import quoted
from fairdeal.errors import Forbidden, Refused, UnknownError
from fairdeal.floor.log.database import Database
from fairdeal.floor.people.accounts import Person
from fairdeal.school.exam import Exam, mark_exam, read_exam, write_exam
from fairdeal.school.marking import Mark
from fairdeal.table import commands as cmd
from fairdeal.table.actors import DEALER, OPERATOR, Actor
from fairdeal.table.game_accounts import needs_table_test

if TYPE_CHECKING:
    from fairdeal.floor.floor import Floor
    from fairdeal.floor.tables.live_table import LiveTable

#: Where the table test is required.
TEST_CLAUSE: Final = "COMAR 36.05.03.18A"
EXAMINER_CLAUSE: Final = "COMAR 36.05.03.18B"


class ChapterSummary(msgspec.Struct, frozen=True):
    """The answers to the questions of a chapter, and the errors among them."""

    asked: int = 0
    errors: int = 0


class StoredExam(NamedTuple):
    """A lesson or an exam in the database."""

    id: str
    person: str
    #: `lesson` or `exam`.
    kind: str
    role: str
    game: str
    jurisdiction: str
    made: int
    done: bool
    summary: Mapping[str, ChapterSummary]
    document: bytes
    leaf: int | None = None
    examiner: str | None = None
    signed: int | None = None
    passed: bool = False

    @property
    def digest(self) -> str:
        """Return the digest of the document, which the examiner signs."""
        return sha256(self.document).hexdigest()


class EarlierExams(NamedTuple):
    """How many exams somebody has begun before, and how many of them were left unfinished."""

    begun: int
    left: int


_EXAMS: Final = (
    "SELECT exam, person, kind, role, game, place, made, done, summary, document, leaf, examiner, "
    "signed, passed FROM exams"
)


class Exams:
    """The lessons and exams in a floor's database."""

    def __init__(self, database: Database) -> None:
        self._run = database.execute

    def add(self, exam_id: str, kind: str, exam: Exam, now: int) -> None:
        """Add a sitting without answers."""
        self._run(
            "INSERT INTO exams (exam, person, kind, role, game, place, made, done, summary, "
            "document, passed) VALUES (?, ?, ?, ?, ?, ?, ?, 0, '{}', ?, 0)",
            (
                *(exam_id, exam.person.id, kind, exam.role, exam.rules["game"]),
                *(exam.rules["jurisdiction"], now, write_exam(exam).decode()),
            ),
        )

    def save(
        self, exam_id: str, exam: Exam, summary: Mapping[str, ChapterSummary], *, done: bool
    ) -> None:
        """Save the answers so far; one that is signed is not changed any more."""
        self._run(
            "UPDATE exams SET document = ?, summary = ?, done = ? WHERE exam = ? AND leaf IS NULL",
            (
                write_exam(exam).decode(),
                msgspec.json.encode(summary, order="sorted").decode(),
                int(done),
                exam_id,
            ),
        )

    def find(self, exam_id: str) -> StoredExam:
        """Return a sitting by id; `UnknownError` if there is none."""
        rows = self._run(f"{_EXAMS} WHERE exam = ?", [exam_id])
        if not rows:
            raise UnknownError("there is no such lesson or exam")
        return _stored(rows[0])

    def of(self, person: str) -> list[StoredExam]:
        """Return a person's sittings, the newest first."""
        rows = self._run(f"{_EXAMS} WHERE person = ? ORDER BY made DESC, exam", [person])
        return [_stored(row) for row in rows]

    def earlier(self, one: StoredExam) -> EarlierExams:
        """Return the exams that a person has begun in the same game and work before this one."""
        rows = self._run(
            "SELECT done FROM exams WHERE kind = 'exam' AND person = ? AND role = ? AND game = ? "
            "AND place = ? AND exam <> ? AND made <= ?",
            (one.person, one.role, one.game, one.jurisdiction, one.id, one.made),
        )
        return EarlierExams(len(rows), sum(not done for (done,) in rows))

    def summaries(self) -> dict[str, list[Mapping[str, ChapterSummary]]]:
        """Return the summaries of each person's sittings; an exam counts from its end on."""
        found: dict[str, list[Mapping[str, ChapterSummary]]] = {}
        for person, summary in self._run(
            "SELECT person, summary FROM exams WHERE kind = 'lesson' OR done = 1 ORDER BY person"
        ):
            read = msgspec.json.decode(summary, type=dict[str, ChapterSummary])
            found.setdefault(person, []).append(read)
        return found

    def to_sign(self) -> list[StoredExam]:
        """Return the exams that are over and wait for an examiner."""
        rows = self._run(
            f"{_EXAMS} WHERE kind = 'exam' AND done = 1 AND leaf IS NULL ORDER BY made, exam"
        )
        return [_stored(row) for row in rows]

    def passed(self) -> list[StoredExam]:
        """Return the table tests that were passed."""
        rows = self._run(f"{_EXAMS} WHERE passed = 1 ORDER BY made, exam")
        return [_stored(row) for row in rows]

    def has_passed(self, person: str, game: str, jurisdiction: str) -> bool:
        """Return whether a person has passed a dealer's table test of a game."""
        rows = self._run(
            "SELECT 1 FROM exams WHERE person = ? AND game = ? AND place = ? AND role = 'dealer' "
            "AND passed = 1",
            (person, game, jurisdiction),
        )
        return bool(rows)

    def sign(self, exam_id: str, leaf: int, by: Actor, now: int, *, passed: bool) -> None:
        """Note the examiner's signature."""
        self._run(
            "UPDATE exams SET leaf = ?, examiner = ?, signed = ?, passed = ? WHERE exam = ?",
            (leaf, by.shown, now, int(passed), exam_id),
        )


def summary_of(marks: list[Mark]) -> dict[str, ChapterSummary]:
    """Return the answers and errors by chapter."""
    found: dict[str, ChapterSummary] = {}
    for mark in marks:
        known = found.get(str(mark.chapter), ChapterSummary())
        found[str(mark.chapter)] = ChapterSummary(known.asked + 1, known.errors + mark.is_error)
    return found


def sign_exam(floor: "Floor", person: Person, exam_id: str, *, passed: bool) -> None:
    """Write into the log that a pit manager or above has examined a dealer, and with what result.

    The role of the operator stands for the pit manager and above. A test is passed only within its
    limits, and nobody examines himself or herself.
    """
    floor.require_active(person.id, person.name)
    if OPERATOR not in person.roles:
        reason = "a pit manager or above examines: this needs the role operator"
        raise Forbidden(reason, EXAMINER_CLAUSE)
    exams = Exams(floor.database)
    stored = exams.find(exam_id)
    if stored.person == person.id:
        raise Forbidden("nobody examines himself or herself", EXAMINER_CLAUSE)
    if stored.kind != "exam" or not stored.done:
        raise Refused("only an exam that was answered to its end is signed", EXAMINER_CLAUSE)
    if stored.leaf is not None:
        raise Refused(f"the exam is signed already, by {stored.examiner}", EXAMINER_CLAUSE)
    exam = read_exam(stored.document)
    result = mark_exam(exam)
    if passed and not result.passed:
        raise Refused(f"the test is not passed: {'; '.join(result.failures)}", EXAMINER_CLAUSE)
    by = Actor(person.id, OPERATOR, person.name)
    what: dict[str, Any] = {
        "act": "exam",
        "exam": exam_id,
        "person": stored.person,
        "role": stored.role,
        "game": stored.game,
        "jurisdiction": stored.jurisdiction,
        "digest": exam.digest,
        "document": stored.digest,
        "passed": passed,
    }
    exams.sign(exam_id, floor.record_act(what, by), by, floor.time, passed=passed)


def require_table_test(floor: "Floor", live: "LiveTable", by: Actor, command: cmd.Command) -> None:
    """Refuse a dealer without the table test of the game, where the house wants it."""
    state = live.state
    if by.role is not DEALER or by.automatic or not needs_table_test(state.rules):
        return
    begins = isinstance(command, cmd.TapIn) or state.dealer != by.id
    game = state.rules.game
    if begins and not Exams(floor.database).has_passed(by.id, game.name, game.jurisdiction):
        reason = f"{quoted(by.shown)} has not passed the table test of {game.title} ({game.place})"
        raise Forbidden(f"{reason}: the school has it", TEST_CLAUSE)


def _stored(row: Any) -> StoredExam:
    exam_id, person, kind, role, game, place, made, done, summary, document, *signature = row
    leaf, examiner, signed, passed = signature
    return StoredExam(
        exam_id,
        person,
        kind,
        role,
        game,
        place,
        made,
        bool(done),
        msgspec.json.decode(summary, type=dict[str, ChapterSummary]),
        document.encode(),
        leaf,
        examiner,
        signed,
        bool(passed),
    )
