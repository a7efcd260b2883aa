"""The exercises of a procedure: choose each step, reckon chips, compare counts."""

from collections.abc import Generator, Sequence
from typing import Final, TypeAlias

from fairdeal.english import all_of
from fairdeal.rulebook.money import CENTS, dollars
from fairdeal.school.draws import SeededChoices
from fairdeal.school.procedures import Compare, ExerciseStep, ProcedureExercise, Reckon
from fairdeal.school.questions import Exercise, Option, Question, QuestionKind, Reply, RightAnswer

RIGHT: Final = "right"
DIFFERS: Final = "differs"
_COMPARED: Final = (
    Option(RIGHT, "The two agree: go on"),
    Option(DIFFERS, "The two differ: say so"),
)
#: How many answers a step has at the most.
_CHOICES: Final = 4

Exercises: TypeAlias = Generator[Exercise, Reply, None]


def procedure_exercises(procedure: ProcedureExercise, draws: SeededChoices, rate: int) -> Exercises:
    """Yield the exercises of a procedure in order; `rate` is the chance in percent that a count
    differs.
    """
    moves = [part for part in procedure.parts if isinstance(part, ExerciseStep)]
    done: list[str] = []
    listed, total = "", 0
    for part in procedure.parts:
        match part:
            case ExerciseStep():
                yield _step(procedure, moves, part, done, draws)
                done.append(part.words)
            case Reckon():
                listed, total = _pieces(part, draws)
                yield _reckoned(procedure, part, listed, total)
            case Compare():
                found = total or _amount(draws)
                wrong = draws.chance(rate)
                off = draws.pick((-100, -25, -5, 5, 25, 100)) * CENTS if wrong else 0
                written = found + off if found + off > 0 else found + abs(off)
                told = listed or f"{part.counted} {dollars(found)}."
                answer = yield _compared(procedure, part, told, written, wrong=wrong)
                if not wrong:
                    continue
                if answer.choice == DIFFERS:
                    for one in part.after:
                        yield _step(procedure, [*part.after, *moves], one, done, draws)
                        done.append(one.words)
                return


def _step(
    procedure: ProcedureExercise,
    moves: Sequence[ExerciseStep],
    right: ExerciseStep,
    done: Sequence[str],
    draws: SeededChoices,
) -> Exercise:
    """Return the exercise which step comes next, among others of the procedure and a wrong one."""
    others = draws.shuffled([one.words for one in moves if one.words != right.words])
    wrong = [*others[: _CHOICES - 2], draws.pick(procedure.never)]
    choices = tuple(map(Option, "abcd", draws.shuffled([right.words, *wrong])))
    key = next(one.key for one in choices if one.words == right.words)
    sees = [procedure.told, *([f"Done so far: {'; '.join(done)}."] if done else [])]
    question = Question(
        QuestionKind.PROCEDURE, procedure.chapter, "Which step comes next?", tuple(sees), choices
    )
    return Exercise(question, RightAnswer(right.clause, key))


def _pieces(part: Reckon, draws: SeededChoices) -> tuple[str, int]:
    """Return chips or notes by random draws: in words, and their value in cents."""
    numbers = [draws.below(most + 1) for _, _, most in part.pieces]
    if not any(numbers):
        numbers[-1] = 1
    pieces = [(n, *piece[:2]) for n, piece in zip(numbers, part.pieces, strict=True) if n]
    listed = all_of([f"{n} x {dollars(value * CENTS)} ({name})" for n, value, name in pieces])
    return f"{part.told} {listed}.", sum(n * value for n, value, _ in pieces) * CENTS


def _reckoned(procedure: ProcedureExercise, part: Reckon, listed: str, total: int) -> Exercise:
    """Return the exercise of chips or notes that are reckoned."""
    kind = QuestionKind.CASH if part.cash else QuestionKind.CHIPS
    question = Question(kind, procedure.chapter, part.asks, (procedure.told, listed))
    return Exercise(question, RightAnswer(part.clause, cents=total))


def _amount(draws: SeededChoices) -> int:
    return 5 * (20 + draws.below(800)) * CENTS


def _compared(
    procedure: ProcedureExercise, part: Compare, told: str, written: int, *, wrong: bool
) -> Exercise:
    """Return the exercise whether two amounts agree. What was reckoned before is not told."""
    sees = (procedure.told, told, f"{part.written} {dollars(written)}.")
    question = Question(QuestionKind.COUNT, procedure.chapter, "Do the two agree?", sees, _COMPARED)
    solution = RightAnswer(
        part.clause,
        DIFFERS if wrong else RIGHT,
        planted="!count" if wrong else "",
        reports=frozenset({DIFFERS}),
    )
    return Exercise(question, solution)
