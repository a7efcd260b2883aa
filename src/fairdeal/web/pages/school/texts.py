"""The texts of the lessons: every procedure with its steps, and every situation with its answer.

They are the same for everybody and ask nothing, so that a browser can keep them for times without
a connection.
"""

from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.school.floor_procedures import PROCEDURES
from fairdeal.school.floor_situations import SITUATIONS
from fairdeal.school.lesson import CHAPTERS, Chapter
from fairdeal.school.procedures import Compare, ExerciseStep, ProcedureExercise
from fairdeal.school.situations import TrainingSituation
from fairdeal.web.pages.shell import shared_page_response


class TextStep(NamedTuple):
    """A step of a procedure with its clause; `otherwise` is done where a count differs."""

    words: str
    clause: str
    otherwise: tuple[ExerciseStep, ...] = ()


class TextProcedure(NamedTuple):
    """A procedure: whose it is, what has happened, and its steps in order."""

    who: str
    told: str
    steps: tuple[TextStep, ...]


class TextChapter(NamedTuple):
    """A chapter with its procedures and situations."""

    chapter: Chapter
    procedures: tuple[TextProcedure, ...]
    situations: tuple[TrainingSituation, ...]


async def texts(request: Request) -> Response:
    """Answer with the texts of all lessons."""
    return shared_page_response(request, "school_texts.html", _values)


def _values() -> dict[str, Any]:
    return {
        "texts": [
            TextChapter(
                chapter,
                tuple(_procedure(one) for one in PROCEDURES if one.chapter == chapter.number),
                tuple(one for one in SITUATIONS if one.chapter == chapter.number),
            )
            for chapter in CHAPTERS
        ]
    }


def _procedure(one: ProcedureExercise) -> TextProcedure:
    who = "The floorperson" if one.role == "floor" else "The dealer"
    return TextProcedure(who, one.told, tuple(map(_step, one.parts)))


def _step(part: Any) -> TextStep:
    match part:
        case ExerciseStep():
            return TextStep(part.words, part.clause)
        case Compare():
            return TextStep("Compare the amount with the slip", part.clause, part.after)
        case _:
            return TextStep("Reckon the amount", part.clause)
