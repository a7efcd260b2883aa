"""The table test of COMAR 36.05.03.18 as a document that anybody can mark again.

The document holds the rules, a seed and the answers. The same document always gives the same marks,
byte for byte.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, Literal, TypeAlias

import msgspec

from fairdeal import __version__
from fairdeal.errors import BadInputError, UnknownError
from fairdeal.rulebook.rules import Rules
from fairdeal.school.bench import Bench, BenchPlan
from fairdeal.school.floor_bench import FloorBench
from fairdeal.school.lesson import ALL_CHAPTERS, check_chapters
from fairdeal.school.marking import Mark, Marks, TestLimits, failures, mark_of, marks_of
from fairdeal.school.picture import Picture, picture_of
from fairdeal.school.questions import Exercise, Question, Reply, check_answer
from fairdeal.wire.rules import read_rules, rules_document
from fairdeal.wire.rules_digest import rules_digest

#: The role whose work is examined or practised.
Role: TypeAlias = Literal["dealer", "floor"]
FORMAT: Final = "fairdeal-exam-1"
#: The edition of the questions of new exams. Those of before keep theirs, and so their marks.
EDITION: Final = 4
MOST_ROUNDS: Final = 50
#: The rounds of a table test and its rate of irregularities in percent, by default.
ROUNDS: Final = 5
RATE: Final = 60


class Candidate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The person who sits the exam."""

    id: str
    name: str


class Exam(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An exam with its answers so far."""

    format: Literal["fairdeal-exam-1"]
    rules: dict[str, Any]
    #: The digest of the rules, as papers name it.
    digest: str
    seed: str
    rounds: int
    chapters: tuple[int, ...]
    rate: int
    version: str
    person: Candidate
    #: The role whose work is examined.
    role: Role = "dealer"
    limits: TestLimits = TestLimits()
    #: The edition of the questions: from the second on there are procedures away from the cards,
    #: from the third on a floorperson's lesson has all chapters, and from the fourth on the number
    #: of rounds with an irregularity is set.
    edition: Literal[1, 2, 3, 4] = 1
    answers: tuple[Reply, ...] = ()


def new_exam(
    rules: Rules,
    seed: str,
    person: Candidate,
    *,
    rounds: int = ROUNDS,
    chapters: tuple[int, ...] = ALL_CHAPTERS,
    rate: int = RATE,
    role: Role = "dealer",
    limits: TestLimits | None = None,
) -> Exam:
    """Return an exam without answers."""
    # A live floor's own settings have no part in it, as they have none in the digest.
    document = rules_document(replace(rules, floor=None))
    return validate_exam(
        Exam(
            FORMAT,
            document,
            rules_digest(rules),
            seed,
            rounds,
            check_chapters(chapters),
            rate,
            __version__,
            person,
            role,
            limits or TestLimits(),
            EDITION,
        )
    )


def validate_exam(exam: Exam) -> Exam:
    """Return the exam if its numbers are within bounds; raise `BadInputError` if not."""
    if not 1 <= exam.rounds <= MOST_ROUNDS:
        raise BadInputError(f"an exam has 1 to {MOST_ROUNDS} rounds")
    if not 0 <= exam.rate <= 100:
        raise BadInputError("the rate of irregularities is from 0 to 100 percent")
    if not exam.seed or not exam.person.id:
        raise BadInputError("an exam has a seed, and names who sits it")
    check_chapters(exam.chapters)
    return exam


def read_exam(data: bytes | str) -> Exam:
    """Read the document of an exam."""
    try:
        exam = msgspec.json.decode(data, type=Exam)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInputError(f"this is no document of an exam: {error}") from None
    return validate_exam(exam)


def write_exam(exam: Exam) -> bytes:
    """Write the document of an exam; the same exam gives the same bytes."""
    return msgspec.json.encode(exam, order="sorted")


class Sitting:
    """An exam while a person sits it: the current question, and the table at it."""

    def __init__(self, exam: Exam) -> None:
        rules = read_rules(exam.rules)
        if rules_digest(rules) != exam.digest:
            raise BadInputError("the digest of the exam is not that of its rules")
        self.exam = msgspec.structs.replace(exam, answers=())
        self.rules = rules
        plan = BenchPlan(rules, exam.seed, exam.rounds, exam.chapters, exam.rate, exam.edition)
        self.bench = _BENCHES[exam.role](plan)
        self.given: list[Mark] = []
        self._exercises = self.bench.exercises()
        self.exercise: Exercise | None = next(self._exercises, None)
        for answer in exam.answers:
            self.answer(answer)

    @property
    def question(self) -> Question | None:
        """Return the current question; None at the end."""
        return self.exercise.question if self.exercise else None

    @property
    def picture(self) -> Picture:
        """Return the table at the current question."""
        return picture_of(self.bench.state)

    def answer(self, answer: Reply) -> Mark:
        """Mark an answer, and go on to the next question."""
        exercise = self.exercise
        if exercise is None:
            raise BadInputError("the exam is over: there is no question left to answer")
        check_answer(exercise.question, answer)
        mark = mark_of(len(self.given) + 1, exercise, answer)
        self.given.append(mark)
        answers = (*self.exam.answers, answer)
        self.exam = msgspec.structs.replace(self.exam, answers=answers)
        try:
            self.exercise = self._exercises.send(answer)
        except StopIteration:
            self.exercise = None
        return mark

    @property
    def over(self) -> bool:
        """Return whether every question has been answered."""
        return self.exercise is None

    @property
    def marks(self) -> Marks:
        """Return the marks so far."""
        return marks_of(self.given)


_BENCHES: Final[dict[str, Callable[[BenchPlan], Bench | FloorBench]]] = {
    "dealer": Bench,
    "floor": FloorBench,
}


def look_again(exam: Exam, number: int) -> tuple[Sitting, Mark]:
    """Return a sitting as it stood at a question that was answered, the first being 1, and the mark
    of the answer.
    """
    if not 1 <= number <= len(exam.answers):
        raise UnknownError(f"no question {number} was answered here")
    given = exam.answers[number - 1]
    sitting = Sitting(msgspec.structs.replace(exam, answers=exam.answers[: number - 1]))
    assert sitting.exercise is not None, "an answer belongs to a question"
    return sitting, mark_of(number, sitting.exercise, given)


class ExamResult(msgspec.Struct, frozen=True):
    """The result of a whole exam."""

    exam: str
    person: str
    game: str
    jurisdiction: str
    digest: str
    role: str
    passed: bool
    failures: tuple[str, ...]
    marks: Marks


def mark_exam(exam: Exam) -> ExamResult:
    """Mark a whole exam; raise `BadInputError` if it was not answered to its end."""
    sitting = Sitting(exam)
    if not sitting.over:
        raise BadInputError("the exam was not answered to its end")
    return result_of(sitting)


def result_of(sitting: Sitting) -> ExamResult:
    """Return the result of a sitting that is over."""
    game, exam, marks = sitting.rules.game, sitting.exam, sitting.marks
    wrong = tuple(failures(marks, exam.limits))
    return ExamResult(
        FORMAT,
        exam.person.name,
        game.name,
        game.jurisdiction,
        exam.digest,
        exam.role,
        not wrong,
        wrong,
        marks,
    )


def result_bytes(result: ExamResult) -> bytes:
    """Return the result as JSON; the same exam gives the same bytes."""
    return msgspec.json.encode(result, order="sorted")
