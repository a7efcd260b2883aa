"""The marks of answers: errors by clause, cents over- and underpaid, irregularities found and
missed, and the seconds of each kind of question.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from fairdeal.rulebook.money import dollars
from fairdeal.school.questions import KIND_WORDS, PAYMENTS, Exercise, QuestionKind, Reply, amount_of
from fairdeal.wording.chips import chips_in_words

#: `lawful` is another order that the table accepts too, and no error. `missed` is a planted
#: irregularity that was not reported, `invented` a report of an irregularity that was not there.
Verdict: TypeAlias = Literal["right", "lawful", "wrong", "missed", "invented"]
_NO_ERROR: Final = frozenset({"right", "lawful"})
#: The name under which errors without a clause are counted.
NO_CLAUSE: Final = "the house's own procedure"


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """The mark of one answer, with the answer and the right answer in words."""

    number: int
    kind: QuestionKind
    chapter: int
    verdict: Verdict
    question: str
    said: str
    right: str
    clause: str | None = None
    #: For an amount: the answer less the right one.
    cents: int = 0
    planted: str = ""
    seconds: int = 0
    #: What was seen besides the table, where the question stands on it.
    sees: tuple[str, ...] = ()

    @property
    def is_error(self) -> bool:
        """Return whether the answer was an error."""
        return self.verdict not in _NO_ERROR


class Speed(msgspec.Struct, frozen=True):
    """The number of answers of a kind, and how long they took."""

    answers: int
    seconds: int

    @property
    def each(self) -> str:
        """Return the seconds of one answer on average, in words."""
        return f"{self.seconds / self.answers:.1f} s"


class Marks(msgspec.Struct, frozen=True):
    """The marks of all answers in sum, and one by one."""

    asked: int
    errors: int
    errors_by_clause: dict[str, int]
    errors_by_chapter: dict[str, int]
    #: Cents that were paid too much, and too little.
    overpaid: int
    underpaid: int
    #: Cents that were collected too much, and too little.
    overcollected: int
    undercollected: int
    planted: int
    found: int
    missed: int
    invented: int
    seconds: int
    speed: dict[str, Speed]
    #: Of the questions for the next step: the right steps, each with its answers.
    steps: dict[str, Speed]
    marks: tuple[Mark, ...]


class TestLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table test allows: the house's own limits (reading `table-test-limits`)."""

    #: Errors in a hundred questions.
    errors_percent: int = 5
    #: Payments and collections of a wrong amount.
    wrong_amounts: int = 1
    missed: int = 0
    invented: int = 1


def mark_of(number: int, exercise: Exercise, answer: Reply) -> Mark:
    """Mark one answer."""
    question, solution = exercise
    cents = 0
    if solution.cents is not None:
        cents = amount_of(answer) - solution.cents
        verdict: Verdict = "wrong" if cents else "right"
        said, right = money_words(amount_of(answer)), money_words(solution.cents)
    else:
        said, right = question.words_of(answer.choice), question.words_of(solution.key)
        verdict = _verdict(exercise, answer)
    return Mark(
        number,
        question.kind,
        question.chapter,
        verdict,
        question.text,
        said,
        right,
        solution.clause,
        cents,
        solution.planted,
        answer.seconds,
        question.sees,
    )


def _verdict(exercise: Exercise, answer: Reply) -> Verdict:
    solution = exercise.solution
    if answer.choice == solution.key:
        return "right"
    if solution.planted:
        return "missed"
    if answer.choice in solution.also:
        return "lawful"
    return "invented" if answer.choice in solution.reports else "wrong"


def time_words(seconds: int) -> str:
    """Return the time of answers in minutes and seconds."""
    return f"{seconds // 60} min {seconds % 60} s"


def money_words(cents: int) -> str:
    """Return an amount in words, with the chips that it is cut in."""
    return f"{dollars(cents)} ({chips_in_words(cents)})" if cents else dollars(cents)


def marks_of(marks: Sequence[Mark]) -> Marks:
    """Return the marks in sum and one by one."""
    wrong = [mark for mark in marks if mark.is_error]
    planted = [mark for mark in marks if mark.planted]
    pay = [mark.cents for mark in marks if mark.kind in PAYMENTS]
    collect = [mark.cents for mark in marks if mark.kind is QuestionKind.COLLECT]
    by_kind = _speed((str(mark.kind), mark.seconds) for mark in marks)
    missed = sum(mark.verdict == "missed" for mark in marks)
    return Marks(
        asked=len(marks),
        errors=len(wrong),
        errors_by_clause=_counted(mark.clause or NO_CLAUSE for mark in wrong),
        errors_by_chapter=_counted(str(mark.chapter) for mark in wrong),
        overpaid=_over(pay),
        underpaid=_under(pay),
        overcollected=_over(collect),
        undercollected=_under(collect),
        planted=len(planted),
        found=len(planted) - missed,
        missed=missed,
        invented=sum(mark.verdict == "invented" for mark in marks),
        seconds=sum(mark.seconds for mark in marks),
        speed={str(kind): by_kind[str(kind)] for kind in QuestionKind if str(kind) in by_kind},
        steps=_speed(
            (mark.right, mark.seconds) for mark in marks if mark.kind is QuestionKind.STEP
        ),
        marks=tuple(marks),
    )


def _speed(answers: Iterable[tuple[str, int]]) -> dict[str, Speed]:
    """Return the number of answers and their seconds by name, in the order of the names."""
    found: dict[str, list[int]] = {}
    for name, seconds in answers:
        found.setdefault(name, []).append(seconds)
    return {name: Speed(len(times), sum(times)) for name, times in sorted(found.items())}


def _counted(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))


def _over(cents: Iterable[int]) -> int:
    return sum(one for one in cents if one > 0)


def _under(cents: Iterable[int]) -> int:
    return -sum(one for one in cents if one < 0)


def failures(marks: Marks, limits: TestLimits) -> list[str]:
    """Return in which ways marks are beyond the limits; an empty list if the test is passed."""
    amounts = sum(bool(mark.cents) for mark in marks.marks)
    found = (
        (
            marks.errors * 100 > limits.errors_percent * marks.asked,
            f"{marks.errors} errors in {marks.asked}: {limits.errors_percent} in 100 are allowed",
        ),
        (
            amounts > limits.wrong_amounts,
            f"{amounts} wrong amounts: {limits.wrong_amounts} allowed",
        ),
        (marks.missed > limits.missed, f"{marks.missed} missed: {limits.missed} allowed"),
        (
            marks.invented > limits.invented,
            f"{marks.invented} invented: {limits.invented} allowed",
        ),
    )
    return [words for beyond, words in found if beyond]


def speed_lines(marks: Marks) -> list[tuple[str, Speed, bool]]:
    """Return the speed of each kind of question in words; after the kind of the steps, and with
    True, that of each right step.
    """
    lines = []
    for kind, speed in marks.speed.items():
        lines.append((KIND_WORDS[QuestionKind(kind)], speed, False))
        if kind == QuestionKind.STEP:
            lines += [(step, one, True) for step, one in marks.steps.items()]
    return lines


def error_words(mark: Mark) -> str:
    """Return an error in one line: what was asked and seen, the answer, and what is right."""
    asked = " ".join((*mark.sees, mark.question))
    price = f" {price_words(mark)}" if mark.cents else ""
    clause = f" ({mark.clause})" if mark.clause else ""
    return f"{mark.number}. {asked} Said: {mark.said}. Right: {mark.right}.{price}{clause}"


def price_words(mark: Mark) -> str:
    """Return how much an answer was too much or too little; an empty text if nothing."""
    if not mark.cents:
        return ""
    return f"{dollars(abs(mark.cents))} too {'much' if mark.cents > 0 else 'little'}."


def verdict_words(mark: Mark) -> str:
    """Return the verdict on an answer in words, which only lessons show, and never an exam."""
    clause = f" ({mark.clause})" if mark.clause else ""
    match mark.verdict:
        case "right":
            return f"Right: {mark.right}.{clause}"
        case "lawful":
            return f"Lawful too; the usual order is: {mark.right}.{clause}"
        case "missed":
            return f"Missed. Right: {mark.right}.{clause}"
        case "invented":
            return f"Nothing was wrong. Right: {mark.right}.{clause}"
        case _:
            price = f" {price_words(mark)}" if mark.cents else ""
            return f"Wrong. Right: {mark.right}.{price}{clause}"
