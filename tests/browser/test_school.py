"""Dealer school in a browser: the first page, a lesson, a whole exam by keyboard, and by names."""

import json
import re
import sqlite3
from contextlib import closing

import msgspec
import pytest
from clumsy_dealer import ClumsyDealer, right_answer
from playwright.sync_api import Page, expect
from web_client import Server

from browser.looking import Visitors, axe, no_sideways, shot
from fairdeal.floor.people.exams import Exams
from fairdeal.floor.startup import open_database
from fairdeal.games import GAMES
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.rules import house_rules
from fairdeal.school.exam import Candidate, Sitting, new_exam, read_exam
from fairdeal.school.marking import verdict_words
from fairdeal.school.questions import Exercise


def token_of(server: Server, name: str, *roles: str) -> str:
    """The session of somebody who works at the floor."""
    client = server.staff(name, *roles)
    return str(client.headers["Authorization"].removeprefix("Bearer "))


@pytest.mark.parametrize("width", [1440, 800, 360])
def test_the_lesson_texts_are_read_by_anybody(visit: Visitors, width: int) -> None:
    page = visit("/school/texts", width=width)
    page.get_by_role("link", name="Accepting cash").click()
    expect(page.get_by_text("Spread the notes in full view")).to_be_visible()
    no_sideways(page)
    axe(page, both=width == 800)
    shot(page, "school-texts", (width,))


def short_exam(server: Server, name: str, seed: str) -> tuple[str, str]:
    """A dealer's exam of one round; the session of who sits it, and its address. The page begins
    exams of five rounds only.
    """
    client = server.staff(name, "dealer")
    rules = house_rules(next(one for one in GAMES if one.name == "run-em-twice"))
    exam = new_exam(rules, seed, Candidate(client.id, name), rounds=1)
    with closing(open_database(server.db)) as database:
        database.begin()
        Exams(database).add(f"short-{name}", "exam", exam, 5)
        database.commit()
    return str(client.headers["Authorization"].removeprefix("Bearer ")), f"/school/short-{name}"


def sitting_of(server: Server, page: Page) -> Sitting:
    """The same questions as on the page, with their solutions."""
    exam = page.url.rpartition("/")[2]
    with closing(sqlite3.connect(server.db)) as database:
        rows = database.execute("SELECT document FROM exams WHERE exam = ?", [exam])
        return Sitting(read_exam(rows.fetchone()[0]))


def answer_body(exercise: Exercise) -> dict[str, int | str]:
    """The right answer as a page sends it."""
    cents = exercise.solution.cents
    return {"choice": exercise.solution.key} if cents is None else {"cents": cents}


def type_answer(page: Page, exercise: Exercise) -> None:
    """Give the right answer by keys alone."""
    if exercise.solution.cents is None:
        keys = [one.key for one in exercise.question.choices]
        page.keyboard.press(str(1 + keys.index(exercise.solution.key)))
    else:
        expect(page.locator("#dollars")).to_be_focused()
        page.keyboard.type(f"{exercise.solution.cents / 100:.2f}")
        page.keyboard.press("Enter")


def test_a_lesson_at_three_widths(visit: Visitors, server: Server) -> None:
    page = visit("/school", token=token_of(server, "dora", "dealer"))
    expect(page.get_by_role("heading", name="Dealer school")).to_be_visible()
    axe(page, both=True)
    shot(page, "school")
    for width in (800, 360):
        page.set_viewport_size({"width": width, "height": 740})
        no_sideways(page)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("button", name="Begin a lesson").click()
    expect(page.locator("#asked h2")).to_be_visible()
    sitting = sitting_of(server, page)
    # The situations come first, then a procedure, and then the table is opened.
    pictured = False
    while sitting.question and sitting.question.kind in ("situation", "procedure"):
        if sitting.question.kind == "procedure" and not pictured:
            pictured = True
            shot(page, "school-procedure")
        assert sitting.exercise
        with page.expect_request("**/answer") as sent:
            page.locator(f'[data-choice="{sitting.exercise.solution.key}"]').click()
        # What was read of the answer before is told apart from the time of this one.
        told = json.loads(sent.value.post_data or "")
        assert (told["read_ms"] > 0) == bool(sitting.given)
        expect(page.locator("#verdict")).to_contain_text("Right: ")
        expect(page.locator("#verdict")).to_contain_text("COMAR 36.05.03")
        # The other answers stay in sight, with the one that was given among them.
        asked = sitting.exercise.question
        expect(page.locator(".choice")).to_have_text([one.words for one in asked.choices])
        given = asked.words_of(sitting.exercise.solution.key)
        expect(page.locator(".choice.said")).to_have_text(given)
        expect(page.locator("#next")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#verdict")).to_be_empty()
        sitting.answer(right_answer(sitting.exercise))
    # On to a table where cards and wagers lie.
    while (
        sitting.exercise
        and sitting.exercise.solution.key != "rack-stub"
        and len(sitting.given) < 60
    ):
        body = {"number": len(sitting.given), **answer_body(sitting.exercise)}
        page.request.post(f"{page.url}/answer", data=body)
        sitting.answer(right_answer(sitting.exercise))
    page.reload()
    expect(page.locator("#round")).to_contain_text(f"question {len(sitting.given) + 1}")
    for width in (1440, 1024, 800, 360):
        page.set_viewport_size({"width": width, "height": 900})
        no_sideways(page)
        axe(page, both=width == 1440)
        shot(page, "school-bench", (width,))


def test_the_marks_and_the_managers_page_at_three_widths(visit: Visitors, server: Server) -> None:
    """An exam with errors, as the examiner sees it before and after the signature."""
    token, address = short_exam(server, "erna", "32")
    page = visit(address, token=token)
    sitting, clumsy = sitting_of(server, page), ClumsyDealer(4, percent=20)
    while sitting.exercise:
        answer = clumsy.answer(sitting.exercise)
        body = {"number": len(sitting.given), **msgspec.to_builtins(answer)}
        assert page.request.post(f"{page.url}/answer", data=body).ok
        sitting.answer(answer)
    boss = visit(f"{address}/result", token=token_of(server, "boss", "operator"))
    expect(boss.locator("#earlier")).to_contain_text("the first table test of this game")
    marks = sitting.marks
    errors = boss.locator(".errors li")
    expect(errors).to_have_count(marks.errors)
    prices = sum(mark.is_error and bool(mark.cents) for mark in marks.marks)
    expect(boss.locator(".errors .price")).to_have_count(prices)
    by_clause = boss.get_by_role("region", name="Errors by clause").get_by_role("row")
    expect(by_clause).to_have_count(1 + len(marks.errors_by_clause))
    for width in (1440, 800, 360):
        boss.set_viewport_size({"width": width, "height": 800})
        no_sideways(boss)
        axe(boss, both=width == 360)
    shot(boss, "school-marks")
    # The table of an error as it stood, with what was said; keys go on to the next one.
    numbers = [mark.number for mark in marks.marks if mark.is_error]
    errors.first.get_by_role("link").click()
    expect(boss.locator("#verdict")).to_have_text(verdict_words(marks.marks[numbers[0] - 1]))
    expect(boss.locator(".said-words b")).to_have_text(marks.marks[numbers[0] - 1].said)
    for width in (1440, 800, 360):
        boss.set_viewport_size({"width": width, "height": 800})
        no_sideways(boss)
        axe(boss, both=width == 360)
    shot(boss, "school-review")
    boss.keyboard.press("n")
    expect(boss.locator("#round")).to_contain_text(f"question {numbers[1]}")
    boss.keyboard.press("ArrowLeft")
    expect(boss.locator("#round")).to_contain_text(f"question {numbers[1] - 1}")
    boss.get_by_role("link", name="All marks").click()
    boss.get_by_role("button", name="Sign as not passed").click()
    expect(boss.get_by_text("signed by boss")).to_be_visible()
    boss.goto("/school")
    training = boss.get_by_role("region", name="Everybody's training")
    expect(training.get_by_role("row").filter(has_text="erna")).to_contain_text(" % of ")
    for width in (1440, 800, 360):
        boss.set_viewport_size({"width": width, "height": 800})
        no_sideways(boss)
        axe(boss, both=width == 360)
    shot(boss, "school-manager")


@pytest.mark.clause("COMAR 36.05.03.18A")
def test_a_whole_exam_of_a_floorperson_by_keyboard(visit: Visitors, server: Server) -> None:
    page = visit("/school", token=token_of(server, "flora", "floor"))
    page.get_by_label("Whose work").focus()
    page.keyboard.type("floorperson")
    page.get_by_role("button", name="Begin the table test").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#asked h2")).to_be_visible()
    sitting = sitting_of(server, page)
    kinds = set()
    while exercise := sitting.exercise:
        expect(page.locator("#round")).to_contain_text(f"question {len(sitting.given) + 1}")
        kinds.add(str(exercise.question.kind))
        type_answer(page, exercise)
        sitting.answer(right_answer(exercise))
    assert kinds >= {"situation", "procedure", "count", "confirm", "ruling"}
    expect(page).to_have_url(re.compile("/result$"))
    expect(page.get_by_text("No answer was an error.")).to_be_visible()
    axe(page)
    page.set_viewport_size({"width": 360, "height": 740})
    no_sideways(page)


@pytest.mark.parametrize("width", [1440, 800, 360])
def test_a_whole_exam_of_a_dealer_by_keyboard(visit: Visitors, server: Server, width: int) -> None:
    """Digits choose, dollars are typed, Enter sends; nothing else is pressed."""
    token, address = short_exam(server, f"kate{width}", "32")
    page = visit(address, width=width, token=token)
    expect(page.locator("#asked h2")).to_be_visible()
    sitting = sitting_of(server, page)
    kinds = set()
    while exercise := sitting.exercise:
        expect(page.locator("#round")).to_contain_text(f"question {len(sitting.given) + 1}")
        kind = str(exercise.question.kind)
        if kind == "pay" and kind not in kinds:
            axe(page)  # with the field for dollars and the chips to cut
        kinds.add(kind)
        type_answer(page, exercise)
        sitting.answer(right_answer(exercise))
    assert kinds >= {"situation", "procedure", "chips", "count", "step", "hand", "collect", "pay"}
    expect(page).to_have_url(re.compile("/result$"))
    expect(page.get_by_text("No answer was an error.")).to_be_visible()
    no_sideways(page)


@pytest.mark.parametrize("width", [1440, 800, 360])
def test_a_whole_exam_of_a_dealer_by_the_accessibility_tree(
    visit: Visitors, server: Server, width: int
) -> None:
    """What is asked and what lies on the table is read in the tree, and answered by its names."""
    token, address = short_exam(server, f"tess{width}", "32")
    page = visit(address, width=width, token=token)
    question = page.get_by_role("region", name="The question")
    expect(question.get_by_role("heading")).to_be_visible()
    sitting = sitting_of(server, page)
    while exercise := sitting.exercise:
        asked = exercise.question
        expect(question.get_by_role("heading")).to_have_text(asked.text)
        tree = page.get_by_role("main").aria_snapshot()
        for told in asked.sees:
            assert all(word in tree for word in re.findall(r"[\w$]+", told)), told
        if exercise.solution.cents is None:
            words = asked.words_of(exercise.solution.key)
            answers = page.get_by_role("group", name="Answers")
            answers.get_by_role("button", name=words).click()
        else:
            if asked.seat is not None:
                # The stakes of the seat and its cards can be read where the payment is reckoned.
                seat = sitting.bench.state.seats[asked.seat]
                assert all(dollars(cents) in tree for cents in seat.stakes.values())
            page.get_by_role("textbox").fill(f"{exercise.solution.cents / 100:.2f}")
            page.get_by_role("button", name="Answer").click()
        sitting.answer(right_answer(exercise))
        if sitting.exercise:
            number = f"question {len(sitting.given) + 1}"
            expect(page.get_by_role("main")).to_contain_text(number)
    expect(page.get_by_text("No answer was an error.")).to_be_visible()


def test_a_payment_is_cut_in_chips_by_the_accessibility_tree(
    visit: Visitors, server: Server
) -> None:
    """Question, answers, chips and the answer are found by role and name alone."""
    page = visit("/school", token=token_of(server, "carl", "dealer"))
    page.get_by_text("Chapters of the lesson").click()
    for box in page.get_by_role("checkbox").all():
        box.set_checked("Accepting cash" in (box.evaluate("one => one.parentElement.innerText")))
    page.get_by_role("button", name="Begin a lesson").click()
    question = page.get_by_role("region", name="The question").get_by_role("heading")
    expect(question).to_be_visible()
    sitting = sitting_of(server, page)
    cut = 0
    while sitting.exercise and not cut:
        expect(question).to_have_text(sitting.exercise.question.text)
        if sitting.exercise.question.choices:
            words = sitting.exercise.question.words_of(sitting.exercise.solution.key)
            page.get_by_role("group", name="Answers").get_by_role("button", name=words).click()
        else:
            cents = sitting.exercise.solution.cents or 0
            for _ in range(cents // 500):
                page.get_by_role("button", name="$5 red").click()
            expect(page.locator("#cut")).to_have_text(f"{cents // 500} red")
            page.get_by_role("button", name="Answer").click()
            expect(page.locator(".said-words")).to_have_text(f"Said: {cents // 500} red")
            axe(page)
            cut = cents
        expect(page.get_by_role("status")).to_have_text(re.compile("^Right: "))
        sitting.answer(right_answer(sitting.exercise))
        if not cut:
            page.get_by_role("button", name="Next").click()
    assert cut
