"""The schedule of the lines of a strategy card in the drill, by spaced repetition (FSRS library).

The clock is passed in and intervals are not varied at random, so the same answers at the same
moments give the same schedule.
"""

from datetime import UTC, datetime
from fractions import Fraction
from typing import Annotated, Final

import msgspec
from fsrs import Card, Rating, Scheduler, State

from fairdeal.errors import BadInputError

#: An error that costs less than this share of a unit is a near miss.
NEAR_MISS: Final = Fraction(2, 100)
#: A line is asked again before the chance that it is remembered falls below this. With 0.9, the
#: default of the library, a learner keeps less than 95 percent of a card's value.
RETENTION: Final = 0.97
_SCHEDULER: Final = Scheduler(desired_retention=RETENTION, enable_fuzzing=False)
#: The library requires a number for each card. It is not used: a line is known by its name.
_CARD_ID: Final = 1

_Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class Memory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The model's memory of a line after an answer, which the learner's browser stores."""

    state: Annotated[int, msgspec.Meta(ge=1, le=3)]
    step: Annotated[int, msgspec.Meta(ge=0, le=9)] | None
    stability: Annotated[float, msgspec.Meta(ge=0.0001, le=1_000_000)]
    difficulty: Annotated[float, msgspec.Meta(ge=1, le=10)]
    due: _Moment
    last_review: _Moment

    def __post_init__(self) -> None:
        if (self.step is None) != (State(self.state) is State.Review):
            raise ValueError("a line has a step only while it is being learnt")


def rating_of(cost: Fraction) -> Rating:
    """Return the rating of an answer by its cost in units: good, hard (a near miss) or again."""
    if cost <= 0:
        return Rating.Good
    return Rating.Hard if cost < NEAR_MISS else Rating.Again


def memory_after(memory: Memory | None, rating: Rating, now: datetime) -> Memory:
    """Return the memory of a line after an answer at a moment (UTC); None stands for no memory."""
    try:
        card, _ = _SCHEDULER.review_card(_card_of(memory), rating, now)
    except ArithmeticError:
        raise BadInputError(
            "the saved memory of a line is damaged: forget it and start again"
        ) from None
    assert card.stability is not None, "a reviewed line has a stability"
    assert card.difficulty is not None, "a reviewed line has a difficulty"
    return Memory(int(card.state), card.step, card.stability, card.difficulty, card.due, now)


def _card_of(memory: Memory | None) -> Card:
    if memory is None:
        return Card(card_id=_CARD_ID)
    return Card(
        card_id=_CARD_ID,
        state=State(memory.state),
        step=memory.step,
        stability=memory.stability,
        difficulty=memory.difficulty,
        due=memory.due.astimezone(UTC),
        last_review=memory.last_review.astimezone(UTC),
    )


def recall_chance(memory: Memory | None, now: datetime) -> float:
    """Return the chance that a line is remembered at a moment; 0 before its first answer."""
    if memory is None:
        return 0.0
    return float(_SCHEDULER.get_card_retrievability(_card_of(memory), now))
