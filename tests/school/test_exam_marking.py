"""An exam is marked exactly: what a clumsy dealer did wrong, and nothing else."""

import json
import re
from collections import Counter
from contextlib import suppress
from fractions import Fraction
from itertools import pairwise
from typing import Literal

import msgspec
import pytest
from clumsy_dealer import ClumsyDealer, right_answer

from fairdeal.errors import BadInputError, UnknownError
from fairdeal.games import GAMES
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.odds import Odds
from fairdeal.rulebook.rules import house_rules
from fairdeal.school.bench import Bench, BenchPlan
from fairdeal.school.draws import SeededChoices
from fairdeal.school.exam import (
    EDITION,
    Candidate,
    Exam,
    Sitting,
    look_again,
    mark_exam,
    new_exam,
    read_exam,
    result_bytes,
    result_of,
    write_exam,
)
from fairdeal.school.floor_procedures import PROCEDURES
from fairdeal.school.jackpots import jackpot_exercises
from fairdeal.school.lesson import ALL_CHAPTERS, CHAPTERS
from fairdeal.school.marking import TestLimits, error_words, failures, speed_lines
from fairdeal.school.procedure_exercises import procedure_exercises
from fairdeal.school.procedures import ExerciseStep
from fairdeal.school.questions import Exercise, QuestionKind, Reply

ROLES = ("dealer", "floor")
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda g: f"{g.name}-{g.jurisdiction}")


def exam_of(game: Game, seed: object, role: str = "dealer", rounds: int = 3) -> Exam:
    """An exam in a game as the house offers it."""
    return new_exam(
        house_rules(game),
        str(seed),
        Candidate("ann", "Ann"),
        rounds=rounds,
        rate=80,
        role="floor" if role == "floor" else "dealer",
    )


def sit(exam: Exam, dealer: ClumsyDealer) -> Sitting:
    """Have an exam sat to its end."""
    sitting = Sitting(exam)
    while sitting.exercise:
        sitting.answer(dealer.answer(sitting.exercise))
    return sitting


def cents_of(exercise: Exercise) -> int:
    """The right amount of a question that is answered with one."""
    assert exercise.solution.cents is not None
    return exercise.solution.cents


def check_exact(game: Game, seed: int, role: str) -> None:
    """The marks are what the ledger says, and the document gives them again."""
    dealer = ClumsyDealer(seed)
    sitting = sit(exam_of(game, seed, role), dealer)
    marks, ledger = sitting.marks, dealer.ledger
    assert marks.errors_by_clause == dict(ledger.errors)
    assert marks.errors == ledger.errors.total()
    assert (marks.overpaid, marks.underpaid) == (ledger.overpaid, ledger.underpaid)
    assert marks.overcollected == ledger.overcollected
    assert marks.undercollected == ledger.undercollected
    assert (marks.found, marks.missed) == (ledger.found, ledger.missed)
    assert marks.planted == ledger.found + ledger.missed
    assert marks.invented == ledger.invented
    again = mark_exam(read_exam(write_exam(sitting.exam)))
    assert result_bytes(again) == result_bytes(result_of(sitting))


@EACH_GAME
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("seed", range(4))
def test_every_error_is_found_and_none_invented(game: Game, role: str, seed: int) -> None:
    check_exact(game, seed, role)


@pytest.mark.slow
@EACH_GAME
def test_a_thousand_exams_are_marked_exactly(game: Game) -> None:
    for seed in range(1_000 // len(GAMES)):
        check_exact(game, 1_000 + seed, ROLES[seed % 4 == 3])


@EACH_GAME
@pytest.mark.parametrize("role", ROLES)
def test_a_right_dealer_loses_no_mark(game: Game, role: str) -> None:
    sitting = sit(exam_of(game, "right", role, rounds=4), ClumsyDealer(1, percent=0))
    assert sitting.marks.errors == sitting.marks.missed == sitting.marks.invented == 0
    assert result_of(sitting).passed


@EACH_GAME
def test_another_lawful_order_is_no_error(game: Game) -> None:
    """The stub may be counted before it must be: whoever does so loses nothing."""
    sitting = Sitting(exam_of(game, "lawful"))
    lawful = 0
    while exercise := sitting.exercise:
        also = sorted(exercise.solution.also)
        lawful += bool(also)
        sitting.answer(Reply(choice=also[0]) if also else right_answer(exercise))
    assert sitting.marks.errors == 0
    assert sum(mark.verdict == "lawful" for mark in sitting.marks.marks) == lawful


def test_some_order_is_lawful_beside_the_usual_one() -> None:
    found: set[str] = set()
    for game in GAMES:
        sitting = Sitting(exam_of(game, "orders"))
        while exercise := sitting.exercise:
            found |= exercise.solution.also
            sitting.answer(right_answer(exercise))
    assert "count-stub" in found


@EACH_GAME
def test_what_is_to_be_paid_leaves_the_tray(game: Game) -> None:
    """The chips in the table's inventory are a second route to the right amounts."""
    sitting = Sitting(exam_of(game, "tray", rounds=4))
    owed = before = settled = 0
    while exercise := sitting.exercise:
        if exercise.question.kind is QuestionKind.COLLECT:
            before, owed = sitting.bench.state.inventory, cents_of(exercise)
        paid = exercise.question.kind is QuestionKind.PAY
        if paid:
            owed -= cents_of(exercise)
        sitting.answer(right_answer(exercise))
        after = sitting.question
        if paid and not (after and after.kind is QuestionKind.PAY):
            assert sitting.bench.state.inventory - before == owed
            settled += 1
    assert settled


@EACH_GAME
def test_planting_never_moves_a_card(game: Game) -> None:
    def first_order(rate: int) -> object:
        bench = Bench(BenchPlan(house_rules(game), "same", 1, ALL_CHAPTERS, rate))
        exercises = bench.exercises()
        exercise = next(exercises)
        while exercise.solution.key != "no-more-bets":
            exercise = exercises.send(right_answer(exercise))
        return dict(bench.session.source.orders)

    assert first_order(0) == first_order(60)


def test_all_kinds_of_irregularities_are_planted_and_accepted() -> None:
    seen = set()
    for game in GAMES:
        for seed in range(12):
            sitting = sit(exam_of(game, f"kinds {seed}"), ClumsyDealer(0, percent=0))
            seen |= {mark.planted for mark in sitting.marks.marks}
    assert seen >= {"!face-up", "!drawn-unseen", "!drawn-seen", "!exposed", "!number", "!count"}


@pytest.mark.clause("COMAR 36.05.03.17A(1)", "COMAR 36.05.03.17A(2)", "COMAR 36.05.03.17A(3)")
@pytest.mark.clause("COMAR 36.05.03.17A(4)", "COMAR 36.05.03.17A(5)", "COMAR 36.05.03.17A(7)")
def test_the_procedures_of_every_chapter_are_carried_out() -> None:
    """In a lesson of one chapter the person chooses steps in order, reckons chips and compares."""
    chapters = (1, 2, 3, 4, 5, 7)
    for role in ("dealer", "floor"):
        for chapter in chapters:
            exam = new_exam(
                house_rules(GAMES[0]),
                "steps",
                Candidate("ann", "Ann"),
                rounds=4,
                rate=0,
                chapters=(chapter,),
                role="floor" if role == "floor" else "dealer",
            )
            marks = sit(exam, ClumsyDealer(0, percent=0)).marks
            steps = [one for one in marks.marks if one.kind is QuestionKind.PROCEDURE]
            told = {one.right for one in steps}
            orders = [
                [part.words for part in one.parts if isinstance(part, ExerciseStep)]
                for one in PROCEDURES
                if one.chapter == chapter and one.role == role
            ]
            assert orders
            for order in orders:
                assert order[0] in told, (role, chapter)
                places = [order.index(one.right) for one in steps if one.right in order]
                # Each begins at its first step, and none is left out.
                assert all(b in (a + 1, 0) for a, b in pairwise(places))
            assert {one.chapter for one in steps} == {chapter}


def test_reckoned_chips_are_worth_what_is_told() -> None:
    """The amounts by the words that the person reads."""
    reckoned = 0
    for seed in range(5):
        sitting = Sitting(exam_of(GAMES[0], f"reckon {seed}", rounds=5))
        while exercise := sitting.exercise:
            question = exercise.question
            if question.kind is QuestionKind.CHIPS:
                pieces = re.findall(r"(\d+) x \$(\d+)", question.sees[1])
                assert cents_of(exercise) == 100 * sum(int(n) * int(each) for n, each in pieces)
                reckoned += 1
            sitting.answer(right_answer(exercise))
    assert reckoned


def test_a_count_that_differs_is_told_or_missed() -> None:
    """Whoever says that it differs is asked for what follows, and whoever does not is not."""
    (fill,) = [one for one in PROCEDURES if one.told.startswith("Your tray runs low")]
    said: dict[str, list[str]] = {}
    for choice in ("right", "differs"):
        exercises = procedure_exercises(fill, SeededChoices("one", "procedures"), 100)
        exercise, steps = next(exercises), []
        with suppress(StopIteration):
            while True:
                steps.append(exercise.solution.key)
                is_count = exercise.question.kind is QuestionKind.COUNT
                assert bool(exercise.solution.planted) == is_count
                answer = Reply(choice=choice) if is_count else right_answer(exercise)
                exercise = exercises.send(answer)
        said[choice] = steps
    assert said["right"][-1] == "differs", "the slip is not signed"
    assert len(said["differs"]) == len(said["right"]) + 1


def test_an_exam_of_the_first_edition_keeps_its_questions() -> None:
    """A document that says no edition has no procedures, and the same bytes as before."""
    document = json.loads(write_exam(exam_of(GAMES[0], "old")))
    assert document.pop("edition") == EDITION
    old = read_exam(json.dumps(document))
    assert b"edition" not in write_exam(old)
    marks = sit(old, ClumsyDealer(0, percent=0)).marks
    assert not {QuestionKind.PROCEDURE, QuestionKind.CHIPS} & {one.kind for one in marks.marks}


def test_a_floorpersons_exam_of_the_second_edition_keeps_its_questions() -> None:
    """It has procedures of three chapters, and neither situations nor described wins."""
    document = json.loads(write_exam(exam_of(GAMES[0], "old", "floor", rounds=20)))
    document["edition"] = 2
    marks = sit(read_exam(json.dumps(document)), ClumsyDealer(0, percent=0)).marks
    assert QuestionKind.SITUATION not in {one.kind for one in marks.marks}
    steps = {one.chapter for one in marks.marks if one.kind is QuestionKind.PROCEDURE}
    assert steps <= {1, 2, 7}


def dollars_in(words: str) -> Fraction:
    """The first amount of a sentence, in dollars."""
    (amount,) = re.findall(r"\$([\d,.]*\d)", words)[:1]
    return Fraction(amount.replace(",", ""))


@pytest.mark.clause("COMAR 36.05.03.23C", "COMAR 36.05.03.23E")
@EACH_GAME
def test_a_floorperson_confirms_large_wins_of_every_game(game: Game) -> None:
    """The amount follows from the line and the stake or meter; a large one takes a pit manager."""
    confirmed = set()
    for seed in range(40):
        exercises = jackpot_exercises(house_rules(game), SeededChoices(str(seed), "wins"), 50)
        first = next(exercises)
        signs, paid = (exercises.send(right_answer(first)), exercises.send(right_answer(first)))
        line, base, told = first.question.sees
        found = re.search(r"pays (.+)\.$", line)
        assert found
        odds = Odds.parse(found[1])
        won = dollars_in(base) * odds.amount / (100 if odds.meter else odds.per)
        right = first.solution.key == "confirm"
        assert right == (dollars_in(told) == won), first
        assert bool(first.solution.planted) is not right
        confirmed.add(right)
        assert ("pit manager" in signs.question.words_of(signs.solution.key)) == (won >= 50_000)
        assert (paid.question.words_of(paid.solution.key) == "By check") == (won >= 50_000)
    assert confirmed == {True, False}


def at_the_table(sitting: Sitting) -> int:
    """How many irregularities were planted in rounds and at the closing count of the decks."""
    return sum(
        bool(mark.planted)
        and (mark.chapter == 6 or any("The table closes." in words for words in mark.sees))
        for mark in sitting.marks.marks
    )


@EACH_GAME
def test_every_table_test_has_the_same_number_of_irregularities(game: Game) -> None:
    """Five rounds at 60 percent have three; with a rate of 40 percent they have two."""
    for rate, number in ((60, 3), (40, 2)):
        for seed in range(6):
            exam = new_exam(
                house_rules(game), f"set {seed}", Candidate("ann", "Ann"), rounds=5, rate=rate
            )
            assert at_the_table(sit(exam, ClumsyDealer(0, percent=0))) == number


def test_before_the_fourth_edition_their_number_is_by_chance() -> None:
    numbers = set()
    for seed in range(8):
        exam = new_exam(
            house_rules(GAMES[0]), f"set {seed}", Candidate("ann", "Ann"), rounds=5, rate=60
        )
        document = json.loads(write_exam(exam))
        document["edition"] = 3
        old = read_exam(json.dumps(document))
        numbers.add(at_the_table(sit(old, ClumsyDealer(0, percent=0))))
    assert len(numbers) > 1


def test_speed_is_told_for_each_step() -> None:
    """The seconds of every answer are found under its kind, and those of a step under it too."""
    sitting = Sitting(exam_of(GAMES[0], "speed"))
    kinds: Counter[str] = Counter()
    steps: Counter[str] = Counter()
    while exercise := sitting.exercise:
        seconds = 1 + len(sitting.given) % 7
        kinds[str(exercise.question.kind)] += seconds
        if exercise.question.kind is QuestionKind.STEP:
            steps[exercise.question.words_of(exercise.solution.key)] += seconds
        sitting.answer(msgspec.structs.replace(right_answer(exercise), seconds=seconds))
    marks = sitting.marks
    assert {name: one.seconds for name, one in marks.speed.items()} == kinds
    assert {name: one.seconds for name, one in marks.steps.items()} == steps
    assert marks.seconds == sum(kinds.values())
    inner = [words for words, _, is_step in speed_lines(marks) if is_step]
    assert sorted(inner) == sorted(steps)


def test_what_was_seen_is_told_again_where_it_is_ruled_and_where_it_was_wrong() -> None:
    """A ruling has the report before it, and an error has all that was to be seen."""
    sitting, rulings = Sitting(exam_of(GAMES[0], "seen", rounds=5)), 0
    before: tuple[str, ...] = ()
    while exercise := sitting.exercise:
        sees = exercise.question.sees
        if exercise.question.kind is QuestionKind.RULING and exercise.question.seat is None:
            assert sees
            assert not before or before[0] in sees
            rulings += 1
        planted = exercise.solution.planted
        before = sees if planted else ()
        mark = sitting.answer(right_answer(exercise))
        assert mark.sees == sees
        assert all(words in error_words(mark) for words in sees)
    assert rulings


def test_without_irregularities_none_is_planted() -> None:
    exam = new_exam(house_rules(GAMES[0]), "calm", Candidate("ann", "Ann"), rounds=3, rate=0)
    assert sit(exam, ClumsyDealer(0, percent=0)).marks.planted == 0


@pytest.mark.clause("COMAR 36.05.03.17A")
def test_the_chapters_are_the_seven_topics() -> None:
    assert [chapter.clause for chapter in CHAPTERS] == [
        f"COMAR 36.05.03.17A({number})" for number in range(1, 8)
    ]


@pytest.mark.clause("COMAR 36.05.03.17A(1)", "COMAR 36.05.03.17A(2)", "COMAR 36.05.03.17A(3)")
@pytest.mark.clause("COMAR 36.05.03.17A(4)", "COMAR 36.05.03.17A(5)", "COMAR 36.05.03.17A(6)")
@pytest.mark.clause("COMAR 36.05.03.17A(7)")
@pytest.mark.parametrize("chapter", ALL_CHAPTERS)
@pytest.mark.parametrize("role", ROLES)
def test_a_lesson_asks_of_its_chapter_only(chapter: int, role: Literal["dealer", "floor"]) -> None:
    exam = new_exam(
        house_rules(GAMES[0]),
        "one",
        Candidate("ann", "Ann"),
        rounds=2,
        chapters=(chapter,),
        role=role,
    )
    marks = sit(exam, ClumsyDealer(0, percent=0)).marks
    assert {mark.chapter for mark in marks.marks} == {chapter}


def test_a_restart_goes_on_where_the_exam_stood() -> None:
    sitting = Sitting(exam_of(GAMES[0], "restart"))
    for _ in range(20):
        assert sitting.exercise
        sitting.answer(right_answer(sitting.exercise))
    again = Sitting(read_exam(write_exam(sitting.exam)))
    assert (again.exercise, again.picture) == (sitting.exercise, sitting.picture)


def test_a_question_that_was_answered_can_be_looked_at_again() -> None:
    """Each is shown with the table, the question and the mark of when it was answered."""
    sitting, dealer = Sitting(exam_of(GAMES[0], "again", rounds=1)), ClumsyDealer(2, percent=30)
    stood = []
    while sitting.exercise:
        stood.append((sitting.picture, sitting.exercise))
        sitting.answer(dealer.answer(sitting.exercise))
    for number, (picture, exercise) in enumerate(stood, 1):
        then, mark = look_again(sitting.exam, number)
        assert (then.picture, then.exercise) == (picture, exercise)
        assert mark == sitting.given[number - 1]
    for number in (0, len(stood) + 1):
        with pytest.raises(UnknownError):
            look_again(sitting.exam, number)


def test_an_exam_that_was_left_is_not_marked() -> None:
    with pytest.raises(BadInputError, match="not answered to its end"):
        mark_exam(exam_of(GAMES[0], "left"))


def test_an_exam_whose_rules_were_changed_is_refused() -> None:
    data = write_exam(exam_of(GAMES[0], "changed")).replace(b'"seats":7', b'"seats":6')
    with pytest.raises(BadInputError, match="not that of its rules"):
        Sitting(read_exam(data))


@pytest.mark.parametrize(
    "answer",
    [
        Reply(),
        Reply(cents=5),
        Reply(choice="nothing"),
        Reply(choice="a", seconds=-1),
    ],
)
def test_an_answer_that_does_not_fit_is_refused(answer: Reply) -> None:
    sitting = Sitting(exam_of(GAMES[0], "fits"))
    with pytest.raises(BadInputError):
        sitting.answer(answer)
    assert not sitting.exam.answers


def test_no_question_tells_its_answer() -> None:
    """What is sent of a question has neither the solution nor an order that gives it away."""
    places = set()
    for seed in range(6):
        sitting = Sitting(exam_of(GAMES[0], f"telling {seed}"))
        while exercise := sitting.exercise:
            if exercise.question.kind is QuestionKind.SITUATION:
                places.add(
                    [one.key for one in exercise.question.choices].index(exercise.solution.key)
                )
            sitting.answer(right_answer(exercise))
    assert places == {0, 1, 2}


def test_the_limits_say_what_is_beyond_them() -> None:
    dealer = ClumsyDealer(3, percent=40)
    marks = sit(exam_of(GAMES[0], "limits"), dealer).marks
    told = failures(marks, TestLimits())
    assert any("errors in" in words for words in told)
    assert failures(marks, TestLimits(100, 1_000, 1_000, 1_000)) == []
