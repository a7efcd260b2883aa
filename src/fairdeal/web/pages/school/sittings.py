"""Lessons and exams that are sat now: kept at hand, saved after each answer.

What is at hand can always be made again from the document, so a restart loses nothing.
"""

import time
from collections import OrderedDict
from typing import Final

from fairdeal.errors import Forbidden, PassedError
from fairdeal.floor.floor import Floor
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.exams import Exams, StoredExam, summary_of
from fairdeal.school.exam import Sitting, read_exam
from fairdeal.school.marking import Mark
from fairdeal.school.questions import MOST_SECONDS, Reply
from fairdeal.web.live.service import Service

#: How many sittings are kept at hand.
MOST_AT_HAND: Final = 100


class OpenSitting:
    """A sitting at hand, and when its question was put."""

    def __init__(self, stored: StoredExam) -> None:
        self.stored = stored
        self.sitting = Sitting(read_exam(stored.document))
        self.put_at = time.monotonic()


_AT_HAND: Final[OrderedDict[str, OpenSitting]] = OrderedDict()


async def own_sitting(service: Service, person: Person, exam_id: str) -> OpenSitting:
    """Return a person's own sitting; `Forbidden` where it is somebody else's."""
    stored = await service.submit(lambda floor: Exams(floor.database).find(exam_id))
    if stored.person != person.id:
        raise Forbidden("this lesson or exam is somebody else's")
    one = _AT_HAND.get(exam_id)
    if one is None or stored.document != one.stored.document:
        # It was not at hand, or another server has gone on with it.
        one = _AT_HAND[exam_id] = OpenSitting(stored)
        if len(_AT_HAND) > MOST_AT_HAND:
            _AT_HAND.popitem(last=False)
    _AT_HAND.move_to_end(exam_id)
    return one


def answer_seconds(kind: str, since_put: float, read_ms: int) -> int:
    """Return the time of an answer in whole seconds, without what went into reading the answer
    before; an exam shows none.
    """
    read = max(read_ms, 0) / 1_000 if kind == "lesson" else 0.0
    return min(max(round(since_put - read), 0), MOST_SECONDS)


async def take_answer(
    service: Service, one: OpenSitting, number: int, answer: Reply, read_ms: int = 0
) -> Mark:
    """Take the answer to the question of a number, and save it before anything is told of it.

    In a lesson the answer before was shown for `read_ms` milliseconds before the question was.
    """
    sitting, exam_id = one.sitting, one.stored.id
    if number != len(sitting.given):
        raise PassedError("this question is answered already: look at the page again", None)
    seconds = answer_seconds(one.stored.kind, time.monotonic() - one.put_at, read_ms)
    timed = Reply(answer.choice, answer.cents, answer.chips, seconds)
    mark = sitting.answer(timed)

    def save(floor: Floor) -> StoredExam:
        exams = Exams(floor.database)
        if len(read_exam(exams.find(exam_id).document).answers) != number:
            raise PassedError("this question is answered already: look at the page again", None)
        exams.save(exam_id, sitting.exam, summary_of(sitting.given), done=sitting.over)
        return exams.find(exam_id)

    try:
        one.stored = await service.submit(save)
    except BaseException:
        _AT_HAND.pop(exam_id, None)
        raise
    one.put_at = time.monotonic()
    return mark
