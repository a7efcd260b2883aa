"""Lessons at the terminal, and exams that are marked again from the command line."""

import re
from collections.abc import Callable
from functools import partial
from io import StringIO
from itertools import count
from pathlib import Path

import pytest
from clumsy_dealer import ClumsyDealer
from conftest import Ran
from rich.console import Console

from fairdeal.cli import main, table
from fairdeal.cli.terminal_school import practise, read_answer
from fairdeal.errors import BadInputError
from fairdeal.games import GAMES
from fairdeal.rulebook.rules import house_rules
from fairdeal.school.exam import Candidate, Exam, Role, Sitting, new_exam, write_exam
from fairdeal.school.marking import error_words
from fairdeal.school.questions import Option, Question, QuestionKind, Reply

AMOUNT = Question(QuestionKind.PAY, 6, "How much?")
CHOICE = Question(QuestionKind.STEP, 6, "What?", (), (Option("deal", "Deal"), Option("cut", "Cut")))


def lesson(answers: list[str], role: Role = "dealer") -> str:
    """What a person sees who types these answers."""
    said, left = StringIO(), iter(answers)
    out = Console(file=said, width=100)
    # Every look at the clock is two seconds after the one before.
    ticks = count(0, 2)
    clock = partial(next, ticks)
    exam = new_exam(house_rules(GAMES[0]), "lesson", Candidate("you", "you"), role=role)
    practise(exam, out, lambda _: next(left), clock)
    return said.getvalue()


def test_a_lesson_asks_before_it_shows() -> None:
    said = lesson(["1", "seven", "1", "q"])
    first = said.index("1) ")
    assert first < said.find("Right: ")
    assert "type a number from 1 to" in said
    assert re.search(r"2 questions, \d errors?, 0 min 4 s", said)
    assert "a situation: 2.0 s" in said
    assert "The Progressive meter shows" in said
    assert "COMAR 36.05.03" in said


def test_a_floorperson_has_lessons_too() -> None:
    assert "Lessons for the floorperson" in lesson(["q"], "floor")


@pytest.mark.parametrize(
    ("ask", "said", "answer"),
    [
        (CHOICE, "2", Reply(choice="cut")),
        (AMOUNT, "$45", Reply(cents=4500)),
        (AMOUNT, "1 black, 2 green", Reply(chips={"black": 1, "green": 2})),
    ],
)
def test_answers_are_read_as_they_are_typed(ask: Question, said: str, answer: Reply) -> None:
    assert read_answer(ask, said) == answer


@pytest.mark.parametrize(
    ("ask", "said"), [(CHOICE, "3"), (CHOICE, "0"), (AMOUNT, "much"), (AMOUNT, "2 pink")]
)
def test_what_is_no_answer_is_asked_again(ask: Question, said: str) -> None:
    with pytest.raises(BadInputError):
        read_answer(ask, said)


def test_anybody_can_mark_an_exam_again(fairdeal: Callable[..., Ran], tmp_path: Path) -> None:
    dealer = ClumsyDealer(5)
    sitting = Sitting(new_exam(house_rules(GAMES[0]), "audit", Candidate("ann", "Ann"), rounds=2))
    while sitting.exercise:
        sitting.answer(dealer.answer(sitting.exercise))
    file = tmp_path / "exam.json"
    file.write_bytes(write_exam(sitting.exam))
    said = fairdeal("audit", "exam", str(file))
    assert said.code == 0
    assert f"{sitting.marks.asked} questions, {sitting.marks.errors} errors" in said.out
    for clause, number in dealer.ledger.errors.items():
        assert f"{clause}: {number}" in said.out
    for mark in sitting.marks.marks:
        assert (error_words(mark) in said.out) == mark.is_error
    assert (
        fairdeal("audit", "exam", str(file), "--json").out
        == fairdeal("audit", "exam", str(file), "--json").out
    )
    file.write_bytes(write_exam(sitting.exam)[:-9])
    assert "no document of an exam" in fairdeal("audit", "exam", str(file)).err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--rate", "30"), "are for lessons"),
        (("--chapter", "3", "--script", "-"), "are for lessons"),
    ],
)
def test_the_options_of_lessons_belong_to_lessons(
    fairdeal: Callable[..., Ran], options: tuple[str, ...], words: str
) -> None:
    ran = fairdeal("table", "let-it-ride", *options)
    assert ran.code == 2
    assert words in ran.err


def test_a_lesson_at_the_terminal_has_the_chapter_and_the_rate_that_were_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[Exam] = []

    def ends_with(*options: str) -> int:
        with pytest.raises(SystemExit) as ended:
            main(
                ["table", "let-it-ride", "--view", "dealer", "--practice", "--seed", "3", *options]
            )
        return int(str(ended.value.code))

    monkeypatch.setattr(table, "practise_at_terminal", begun.append)
    monkeypatch.setattr("sys.stdin", Terminal())
    assert ends_with("--chapter", "3", "--chapter", "1", "--rate", "100") == 0
    assert ends_with() == 0
    assert [(one.chapters, one.rate, one.seed) for one in begun] == [
        ((1, 3), 100, "3"),
        ((1, 2, 3, 4, 5, 6, 7), 60, "3"),
    ]
    for wrong in (("--chapter", "8"), ("--rate", "101")):
        assert ends_with(*wrong) == 2


class Terminal(StringIO):
    """A person's terminal, at which nothing is typed."""

    def isatty(self) -> bool:
        return True
