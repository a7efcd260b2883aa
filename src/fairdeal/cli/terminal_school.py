"""Dealer school at the terminal: a question before each step, and the answer with its clause."""

import time
from collections.abc import Callable, Mapping
from typing import Final

import msgspec
from rich.console import Console

from fairdeal.cli.output import console
from fairdeal.cli.prompts import read_amount
from fairdeal.cli.terminal_session import print_indented
from fairdeal.errors import BadInputError
from fairdeal.rulebook.money import dollars
from fairdeal.school.exam import Exam, Role, Sitting
from fairdeal.school.marking import Marks, error_words, speed_lines, time_words, verdict_words
from fairdeal.school.picture import Picture, SeatPicture
from fairdeal.school.questions import MOST_SECONDS, Question, Reply, chips_cents
from fairdeal.wording.phrases import capital

_HELP: Final = (
    "Before each step you are asked what you do. Type the number of an answer, an amount such as "
    "$45, or chips such as 1 black, 2 green. q leaves, and shows your marks."
)
_LEAVES: Final = ("q", "quit", "exit")


def practise_at_terminal(lesson: Exam) -> None:
    """Ask a person about each step of a table until the person leaves."""
    out = console()
    practise(lesson, out, lambda prompt: out.input(f"[cyan]{prompt}[/cyan] "))


def practise(
    lesson: Exam,
    out: Console,
    ask: Callable[[str], str],
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Practise as `practise_at_terminal` does, with a given function that reads answers."""
    sitting, seen = Sitting(lesson), ""
    title = sitting.rules.game.title
    out.print(f"[bold]{title}[/bold]. Lessons for the {_WHO[lesson.role]}. Play chips only.")
    out.print(_HELP + "\n", style="dim")
    try:
        while question := sitting.question:
            picture = "\n".join(picture_lines(sitting.picture))
            if picture != seen:
                out.print(picture, style="dim", markup=False)
            seen = picture
            asked = clock()
            answer = _answer(question, out, ask)
            if answer is None:
                break
            seconds = min(round(clock() - asked), MOST_SECONDS)
            mark = sitting.answer(msgspec.structs.replace(answer, seconds=seconds))
            print_indented(out, verdict_words(mark), "red" if mark.is_error else "green")
    except (EOFError, KeyboardInterrupt):
        out.print()
    marks = sitting.marks
    for line in summary_lines(marks) + (detail_lines(marks) if marks.asked else []):
        out.print(line, markup=False)


_WHO: Final[Mapping[Role, str]] = {"dealer": "dealer", "floor": "floorperson"}


def _answer(question: Question, out: Console, ask: Callable[[str], str]) -> Reply | None:
    """Ask one question until its answer can be read; None where the person leaves."""
    out.print()
    for words in question.sees:
        print_indented(out, words)
    print_indented(out, question.text, "bold")
    for number, choice in enumerate(question.choices, 1):
        print_indented(out, f"{number}) {choice.words}")
    while True:
        said = ask("Your answer:").strip()
        if said.lower() in _LEAVES:
            return None
        try:
            return read_answer(question, said)
        except BadInputError as error:
            print_indented(out, str(error), "red")


def read_answer(question: Question, said: str) -> Reply:
    """Read what a person has typed: the number of a choice, an amount, or chips."""
    if question.choices:
        if not (said.isdecimal() and len(said) < 3 and 1 <= int(said) <= len(question.choices)):
            raise BadInputError(f"type a number from 1 to {len(question.choices)}")
        return Reply(choice=question.choices[int(said) - 1].key)
    if (cents := read_amount(said)) is not None:
        return Reply(cents=cents)
    chips: dict[str, int] = {}
    for part in said.split(","):
        number, _, color = part.strip().partition(" ")
        if not number.isdecimal() or len(number) > 6:
            raise BadInputError("type an amount such as $45, or chips such as 1 black, 2 green")
        chips[color.strip().lower()] = chips.get(color.strip().lower(), 0) + int(number)
    chips_cents(chips)
    return Reply(chips=chips)


def picture_lines(picture: Picture) -> list[str]:
    """Return the table as lines of text."""
    lines = [f"Round {picture.round}"]
    lines += [f"  {capital(one.title)}: {_cards(one.cards)}" for one in picture.board]
    for seat in picture.seats:
        lines.append(f"  {'>' if seat.turn else ' '} Seat {seat.seat}: {_seat(seat)}")
    lines += [f"  The {name} meter shows {dollars(c)}" for name, c in picture.meters.items()]
    return lines


def _seat(seat: SeatPicture) -> str:
    places = {"layout": "", "inventory": " (in the tray)", "settled": " (settled)"}
    stakes = [f"{one.title} {dollars(one.cents)}{places[one.where]}" for one in seat.stakes]
    told = [*stakes, *([_cards(seat.cards)] if seat.cards else [])]
    return ", ".join([*told, *(["folded"] if seat.folded else [])]) or "no wager"


def _cards(cards: tuple[str | None, ...]) -> str:
    down = sum(card is None for card in cards)
    up = [card for card in cards if card is not None]
    return " ".join([*up, *([f"{down} face down"] if down else [])])


def summary_lines(marks: Marks) -> list[str]:
    """Return the marks in sum, as lines of text."""
    lines = [
        f"{marks.asked} questions, {marks.errors} errors, {time_words(marks.seconds)}",
        f"overpaid {dollars(marks.overpaid)}, underpaid {dollars(marks.underpaid)}",
        f"irregularities: {marks.found} found, {marks.missed} missed, {marks.invented} invented",
    ]
    return lines + [f"  {clause}: {n}" for clause, n in marks.errors_by_clause.items()]


def detail_lines(marks: Marks) -> list[str]:
    """Return each error, and the speed of each kind of question and of each step."""
    lines = [error_words(mark) for mark in marks.marks if mark.is_error]
    lines.append("speed, on average:")
    return lines + [
        f"{'    ' if inner else '  '}{words}: {speed.each}"
        for words, speed, inner in speed_lines(marks)
    ]
