"""The questions of lessons and exams, their solutions, and the answers of a person in training.

A `Question` is all that the person is sent, and holds nothing that gives the solution away. The
`RightAnswer` stays on the server.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

import msgspec

from fairdeal.errors import BadInputError
from fairdeal.wording.chips import COLORS

#: The largest amount of an answer: far more than any table pays.
MOST_CENTS: Final = 10**12
MOST_SECONDS: Final = 86_400


class QuestionKind(StrEnum):
    """What a question is about."""

    STEP = "step"  # the next step, or what is wrong
    RULING = "ruling"  # what follows from an irregularity
    COUNT = "count"  # whether a count is right
    HAND = "hand"  # the name of a hand
    COLLECT = "collect"  # chips that are collected
    PAY = "pay"  # chips that are paid
    CASH = "cash"  # chips for cash
    SITUATION = "situation"  # a situation away from the cards
    CONFIRM = "confirm"  # whether a floorperson confirms what is reported
    PROCEDURE = "procedure"  # the next step of a procedure away from the cards
    CHIPS = "chips"  # the value of chips that lie there, come or go


#: The kinds in words, as the marks name them.
KIND_WORDS: Final[Mapping[QuestionKind, str]] = {
    QuestionKind.STEP: "the next step",
    QuestionKind.RULING: "what follows from an irregularity",
    QuestionKind.COUNT: "a count",
    QuestionKind.HAND: "the name of a hand",
    QuestionKind.COLLECT: "a collection",
    QuestionKind.PAY: "a payment",
    QuestionKind.CASH: "chips for cash",
    QuestionKind.SITUATION: "a situation",
    QuestionKind.CONFIRM: "a confirmation",
    QuestionKind.PROCEDURE: "a step of a procedure",
    QuestionKind.CHIPS: "the value of chips",
}
#: The kinds that are answered with an amount, typed or cut in chips.
AMOUNTS: Final = frozenset(
    {QuestionKind.COLLECT, QuestionKind.PAY, QuestionKind.CASH, QuestionKind.CHIPS}
)
#: Those that are not about the cards and wagers of a round.
AWAY: Final = frozenset({QuestionKind.SITUATION, QuestionKind.PROCEDURE, QuestionKind.CHIPS})
#: Those in which chips go to players.
PAYMENTS: Final = frozenset({QuestionKind.PAY, QuestionKind.CASH})


class Option(msgspec.Struct, frozen=True):
    """A possible answer: the key that names it in a document, and its words."""

    key: str
    words: str


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question: its text, what is seen besides the table, and the choices to answer with.

    A question without choices is answered with an amount.
    """

    kind: QuestionKind
    chapter: int
    text: str = msgspec.field(name="question")
    sees: tuple[str, ...] = ()
    choices: tuple[Option, ...] = ()
    seat: int | None = None

    def words_of(self, key: str) -> str:
        """Return the words of a choice; an empty text if there is no such choice."""
        return next((one.words for one in self.choices if one.key == key), "")


class RightAnswer(NamedTuple):
    """The right answer: the key of a choice or an amount in cents, with its clause.

    `also` has the choices that are no error either: the table accepts them in another lawful order.
    """

    clause: str | None
    key: str = ""
    cents: int | None = None
    also: frozenset[str] = frozenset()
    #: The irregularity that was planted here and is to be noticed; empty if there is none.
    planted: str = ""
    #: The choices that report an irregularity, true or not.
    reports: frozenset[str] = frozenset()


class Exercise(NamedTuple):
    """A question with its solution."""

    question: Question
    solution: RightAnswer


class Reply(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A reply: a choice, an amount in cents, or chips by colour; and the seconds it took."""

    choice: str = ""
    cents: int | None = None
    chips: dict[str, int] | None = None
    seconds: int = 0


def check_answer(question: Question, answer: Reply) -> Reply:
    """Return an answer that fits its question; refuse one that does not."""
    if not 0 <= answer.seconds <= MOST_SECONDS:
        raise BadInputError("the seconds of an answer are from 0 to a day")
    if question.choices:
        if answer.cents is not None or answer.chips is not None:
            raise BadInputError("this question is answered with one of its choices")
        if not question.words_of(answer.choice):
            raise BadInputError("the answer is none of the choices of this question")
    elif answer.choice or (answer.cents is None) == (answer.chips is None):
        raise BadInputError("this question is answered with an amount, or with chips")
    elif not 0 <= amount_of(answer) <= MOST_CENTS:
        raise BadInputError("an amount is from $0 on, and no more than a table could pay")
    return answer


def amount_of(answer: Reply) -> int:
    """Return the cents of an answer, which is typed or cut in chips."""
    return answer.cents or 0 if answer.chips is None else chips_cents(answer.chips)


def chips_cents(chips: Mapping[str, int]) -> int:
    """Return the value in cents of chips by colour; `coins` are cents already."""
    values = {color: value for value, color in COLORS} | {"coins": 1}
    for color, number in chips.items():
        if color not in values or not 0 <= number <= MOST_CENTS:
            raise BadInputError("chips are white, red, green, black, purple, or coins in cents")
    return sum(values[color] * number for color, number in chips.items())
