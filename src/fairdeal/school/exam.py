"""The table test of COMAR 36.05.03.18 as a document that anybody can mark again.

The document holds the rules, a seed and the answers. The same document always gives the same marks,
byte for byte.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, Literal, TypeAlias

import msgspec

from fairdeal import __version__
from fairdeal.errors import BadInputError
from fairdeal.rulebook.rules import Rules
from fairdeal.school.asks import Answer, Ask, Put, check_answer
from fairdeal.school.bench import Bench, Plan
from fairdeal.school.floor_bench import FloorBench
from fairdeal.school.lesson import ALL_CHAPTERS, check_chapters
from fairdeal.school.marking import Limits, Mark, Marks, failures, mark_of, marks_of
from fairdeal.school.picture import Picture, picture_of
from fairdeal.wire.rules import read_rules, rules_document
from fairdeal.wire.rules_digest import rules_digest

#: Whose work is examined or practised.
Role: TypeAlias = Literal["dealer", "floor"]
FORMAT: Final = "fairdeal-exam-1"
MOST_ROUNDS: Final = 50
#: A table test, where the house says nothing else.
ROUNDS: Final = 5
RATE: Final = 60


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits the exam."""

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
    person: Person
    #: Whose work is examined: a dealer's, or a floorperson's.
    role: Role = "dealer"
    limits: Limits = Limits()
    answers: tuple[Answer, ...] = ()


def new_exam(
    rules: Rules,
    seed: str,
    person: Person,
    *,
    rounds: int = ROUNDS,
    chapters: tuple[int, ...] = ALL_CHAPTERS,
    rate: int = RATE,
    role: Role = "dealer",
    limits: Limits | None = None,
) -> Exam:
    """An exam without answers."""
    # A live floor's own settings have no part in it, as they have none in the digest.
    document = rules_document(replace(rules, floor=None))
    return checked(
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
            limits or Limits(),
        )
    )


def checked(exam: Exam) -> Exam:
    """Return an exam whose numbers can be meant; refuse another."""
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
    return checked(exam)


def write_exam(exam: Exam) -> bytes:
    """Write the document of an exam; the same exam gives the same bytes."""
    return msgspec.json.encode(exam, order="sorted")


class Sitting:
    """An exam as it is sat: the question that is put, and the table at it."""

    def __init__(self, exam: Exam) -> None:
        rules = read_rules(exam.rules)
        if rules_digest(rules) != exam.digest:
            raise BadInputError("the digest of the exam is not that of its rules")
        self.exam = msgspec.structs.replace(exam, answers=())
        self.rules = rules
        plan = Plan(rules, exam.seed, exam.rounds, exam.chapters, exam.rate)
        self.bench = _BENCHES[exam.role](plan)
        self.given: list[Mark] = []
        self._questions = self.bench.questions()
        self.put: Put | None = next(self._questions, None)
        for answer in exam.answers:
            self.answer(answer)

    @property
    def ask(self) -> Ask | None:
        """The question that is put; None at the end."""
        return self.put.ask if self.put else None

    @property
    def picture(self) -> Picture:
        """The table at the question."""
        return picture_of(self.bench.state)

    def answer(self, answer: Answer) -> Mark:
        """Take an answer, and go on to the next question."""
        put = self.put
        if put is None:
            raise BadInputError("the exam is over: there is no question left to answer")
        check_answer(put.ask, answer)
        mark = mark_of(len(self.given) + 1, put, answer)
        self.given.append(mark)
        answers = (*self.exam.answers, answer)
        self.exam = msgspec.structs.replace(self.exam, answers=answers)
        try:
            self.put = self._questions.send(answer)
        except StopIteration:
            self.put = None
        return mark

    @property
    def over(self) -> bool:
        """Whether every question has been answered."""
        return self.put is None

    @property
    def marks(self) -> Marks:
        """The marks so far."""
        return marks_of(self.given)


_BENCHES: Final[dict[str, Callable[[Plan], Bench | FloorBench]]] = {
    "dealer": Bench,
    "floor": FloorBench,
}


class Result(msgspec.Struct, frozen=True):
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


def mark_exam(exam: Exam) -> Result:
    """Mark a whole exam; one that was left before its end is refused."""
    sitting = Sitting(exam)
    if not sitting.over:
        raise BadInputError("the exam was not answered to its end")
    return result_of(sitting)


def result_of(sitting: Sitting) -> Result:
    """The result of a sitting that is over."""
    game, exam, marks = sitting.rules.game, sitting.exam, sitting.marks
    wrong = tuple(failures(marks, exam.limits))
    return Result(
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


def result_bytes(result: Result) -> bytes:
    """The result as JSON; the same exam gives the same bytes."""
    return msgspec.json.encode(result, order="sorted")
