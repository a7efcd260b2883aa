"""A bench as its page draws it: the table, the question, and in a lesson what was right.

A scene is made of the question alone, never of its solution: so a page that is still to be answered
holds no answer.
"""

import msgspec

from fairdeal.cards import parse_card
from fairdeal.floor.people.exams import StoredExam
from fairdeal.school.exam import Sitting
from fairdeal.school.lesson import CHAPTERS
from fairdeal.school.marking import Mark, Marks, verdict_words
from fairdeal.school.picture import SeatPicture, StakePicture
from fairdeal.school.questions import AMOUNTS, AWAY, Option
from fairdeal.web.pages.table.scene_types import CardScene
from fairdeal.wording.player import card_name


class BenchSeat(msgspec.Struct, frozen=True):
    """A seat at a bench."""

    seat: int
    name: str
    stakes: tuple[StakePicture, ...]
    cards: tuple[CardScene, ...]
    folded: bool
    turn: bool


class BenchArea(msgspec.Struct, frozen=True):
    """A place of the board with its cards."""

    title: str
    cards: tuple[CardScene, ...]


class BenchQuestion(msgspec.Struct, frozen=True):
    """The question that is put. With `amount` it is answered with dollars or chips; `away` is one
    that needs no look at the table.
    """

    question: str
    chapter: str
    sees: tuple[str, ...]
    choices: tuple[Option, ...]
    amount: bool
    away: bool


class BenchVerdict(msgspec.Struct, frozen=True):
    """In a lesson: what became of the last answer, with its clause."""

    words: str
    error: bool


class BenchReview(msgspec.Struct, frozen=True):
    """A question that was answered, looked at again: the answer, its verdict, and where the other
    questions and the errors are.
    """

    said: str
    verdict: BenchVerdict
    #: How many questions were answered, and the numbers of those that were errors.
    answered: int
    errors: tuple[int, ...]


class BenchScene(msgspec.Struct, frozen=True):
    """A bench: how many questions are answered, the table, and the question that is put."""

    number: int
    round: int
    rounds: int
    seats: tuple[BenchSeat, ...]
    board: tuple[BenchArea, ...]
    #: What each meter shows, in cents.
    meters: dict[str, int]
    question: BenchQuestion | None
    verdict: BenchVerdict | None = None
    review: BenchReview | None = None


def review_scene(sitting: Sitting, stored: StoredExam, mark: Mark, marks: Marks) -> BenchScene:
    """Return the scene of a question that was answered; `marks` are those of all answers."""
    review = BenchReview(
        mark.said,
        BenchVerdict(verdict_words(mark), mark.is_error),
        marks.asked,
        tuple(one.number for one in marks.marks if one.is_error),
    )
    return msgspec.structs.replace(bench_scene(sitting, stored), review=review)


def bench_scene(sitting: Sitting, stored: StoredExam, mark: Mark | None = None) -> BenchScene:
    """Return the scene of a sitting; `mark` is that of the last answer, told in lessons only."""
    picture, question = sitting.picture, sitting.question
    shown_question = None
    if question is not None:
        shown_question = BenchQuestion(
            question.text,
            CHAPTERS[question.chapter - 1].title,
            question.sees,
            question.choices,
            question.kind in AMOUNTS,
            question.kind in AWAY,
        )
    verdict = None
    if mark is not None and stored.kind == "lesson":
        verdict = BenchVerdict(verdict_words(mark), mark.is_error)
    return BenchScene(
        len(sitting.given),
        min(picture.round, sitting.exam.rounds),
        sitting.exam.rounds,
        tuple(map(_seat, picture.seats)),
        tuple(BenchArea(one.title, _cards(one.cards)) for one in picture.board),
        picture.meters,
        shown_question,
        verdict,
    )


def _seat(seat: SeatPicture) -> BenchSeat:
    return BenchSeat(seat.seat, seat.name, seat.stakes, _cards(seat.cards), seat.folded, seat.turn)


def _cards(texts: tuple[str | None, ...]) -> tuple[CardScene, ...]:
    return tuple(
        CardScene(card_name(None if text is None else parse_card(text)), text) for text in texts
    )
