"""Dealer school over HTTP: lessons, the table test, its signature, and who may see what."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from clumsy_dealer import right_answer
from web_client import Client, Server, problem

from fairdeal.school.exam import RATE, Exam, Sitting, mark_exam, read_exam
from fairdeal.web.pages.school.sittings import answer_seconds

SECRET_KEYS = {
    "solution",
    "truth",
    "key_right",
    "right",
    "clause",
    "cents_right",
    "planted",
    "also",
    "seed",
}


def begun(client: Client, kind: str = "exam", **fields: str) -> str:
    """Begin a lesson or an exam, and return its id."""
    form = urlencode({"game": "let-it-ride/maryland", "kind": kind, "role": "dealer", **fields})
    answer = client.raw("/school/begin", form)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"].removeprefix("/school/"))


def stored(server: Server, exam: str) -> Exam:
    """The document that the database holds, with the seed that nobody is sent."""
    with closing(sqlite3.connect(server.db)) as database:
        rows = database.execute("SELECT document FROM exams WHERE exam = ?", [exam])
        return read_exam(rows.fetchone()[0])


def said(sitting: Sitting, client: Client, exam: str) -> Any:
    """Answer the question that is put rightly, and return the scene that comes back."""
    assert sitting.exercise
    answer = right_answer(sitting.exercise)
    body: dict[str, Any] = {"number": len(sitting.given)}
    body |= {"cents": answer.cents} if answer.cents is not None else {"choice": answer.choice}
    sent = client.post(f"/school/{exam}/answer", body)
    assert sent.status_code == 200, sent.text
    sitting.answer(answer)
    return sent.json()


def keys_in(value: Any) -> Iterator[str]:
    """Every name in a document."""
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from keys_in(inner)


def scene_in(page: str) -> Any:
    """The scene that a bench's page begins with."""
    found = re.search(r'<script type="application/json" id="first">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


@pytest.mark.clause("COMAR 36.05.03.18B", "COMAR 36.05.03.18C")
def test_a_table_test_from_its_first_question_to_the_certificate(
    server: Server, dealer: Client, floorperson: Client, operator: Client
) -> None:
    exam = begun(dealer)
    document = stored(server, exam)
    sitting = Sitting(document)
    page = dealer.get(f"/school/{exam}", Accept="text/html").text
    assert document.seed not in page
    scenes = [scene_in(page)]
    problem(dealer.get(f"/school/{exam}/result"), 409, "refused")
    problem(dealer.get(f"/school/{exam}/exam.json"), 409, "refused")
    problem(dealer.get(f"/school/{exam}/question/1"), 409, "refused")
    while sitting.exercise:
        scenes.append(said(sitting, dealer, exam))
    for scene in scenes:
        assert scene["verdict"] is None, "an exam has no answers until its end"
        assert not set(keys_in(scene)) & SECRET_KEYS
    assert scenes[-1]["question"] is None
    # After its end every question can be looked at, by whom the exam may be read.
    again = scene_in(floorperson.get(f"/school/{exam}/question/2", Accept="text/html").text)
    assert {**again, "review": None} == scenes[1]
    assert again["review"]["said"] == mark_exam(stored(server, exam)).marks.marks[1].said
    assert again["review"]["errors"] == []
    problem(dealer.get(f"/school/{exam}/question/9999"), 404, "unknown")

    marks = mark_exam(stored(server, exam))
    assert marks.passed
    assert marks.marks.asked == len(scenes) - 1
    for client, words in ((dealer, "Questions"), (floorperson, "Questions")):
        assert words in client.get(f"/school/{exam}/result", Accept="text/html").text
    problem(dealer.get(f"/school/{exam}/certificate.pdf"), 409, "refused")
    for client in (dealer, floorperson):
        problem(client.raw(f"/school/{exam}/sign", "passed=yes"), 403, "forbidden")
    assert "dora" in operator.get("/school", Accept="text/html").text
    assert operator.raw(f"/school/{exam}/sign", "passed=yes").status_code == 303
    paper = dealer.get(f"/school/{exam}/certificate.pdf")
    assert paper.content.startswith(b"%PDF")
    assert read_exam(dealer.get(f"/school/{exam}/exam.json").content) == stored(server, exam)
    page = floorperson.get("/school", Accept="text/html").text
    assert "Who may deal what" in page
    assert "Let It Ride, Maryland" in page


def test_a_lesson_shows_the_answer_with_its_clause(server: Server, dealer: Client) -> None:
    exam = begun(dealer, "lesson", **{"chapter-3": "on"})
    sitting = Sitting(stored(server, exam))
    first = said(sitting, dealer, exam)
    assert first["verdict"]["words"].startswith("Right: ")
    assert "COMAR 36.05.03.06" in first["verdict"]["words"]
    assert {mark.chapter for mark in sitting.given} == {3}
    assert "Marks" in dealer.get(f"/school/{exam}/result", Accept="text/html").text


def test_a_question_is_answered_once_and_by_its_own_person(
    server: Server, dealer: Client, floorperson: Client
) -> None:
    exam = begun(dealer, role="floor")
    sitting = Sitting(stored(server, exam))
    said(sitting, dealer, exam)
    problem(dealer.post(f"/school/{exam}/answer", {"number": 0, "choice": "a"}), 409, "passed")
    problem(
        dealer.post(f"/school/{exam}/answer", {"number": 1, "choice": "nothing"}), 422, "invalid"
    )
    problem(dealer.post(f"/school/{exam}/answer", {"number": 1, "more": 1}), 400, "malformed")
    problem(floorperson.post(f"/school/{exam}/answer", {"number": 1}), 403, "forbidden")
    problem(floorperson.get(f"/school/{exam}"), 403, "forbidden")
    problem(dealer.get("/school/x-nothing"), 404, "unknown")
    assert len(stored(server, exam).answers) == 1


def test_the_school_is_for_people_with_an_account(server: Server) -> None:
    problem(server.public().get("/school"), 401, "no-session")
    problem(server.guest("gus").get("/school"), 403, "forbidden")


def test_the_learner_sets_the_rate_of_a_lesson_and_not_of_the_table_test(
    server: Server, dealer: Client
) -> None:
    assert stored(server, begun(dealer, "lesson", rate="0")).rate == 0
    assert stored(server, begun(dealer, "lesson", rate="100")).rate == 100
    assert stored(server, begun(dealer, "exam", rate="0")).rate == RATE
    form = urlencode({"game": "let-it-ride/maryland", "kind": "lesson", "rate": "101"})
    problem(dealer.raw("/school/begin", form), 422, "invalid")


def test_a_manager_sees_the_training_of_everybody(
    server: Server, dealer: Client, floorperson: Client
) -> None:
    exam = begun(dealer, "lesson", **{"chapter-3": "on"})
    sitting = Sitting(stored(server, exam))
    for _ in range(3):
        said(sitting, dealer, exam)
    page = floorperson.get("/school", Accept="text/html").text
    table = page.partition('id="training"')[2]
    row = re.search(r"<tr><th scope=.row.>dora</th>(.*?)</tr>", table)
    assert row
    cells = [re.sub(r"<.*?>|&nbsp;", " ", cell) for cell in row[1].split("</td>")]
    answered = [int(found[1]) for cell in cells if (found := re.search(r"of +(\d+)", cell))]
    assert sum(answered) >= 3, "lessons of before count too"
    assert 'id="training"' not in dealer.get("/school", Accept="text/html").text


@pytest.mark.parametrize(
    ("kind", "since", "read_ms", "seconds"),
    [
        ("lesson", 9.4, 0, 9),
        ("lesson", 9.4, 5_000, 4),
        ("lesson", 9.4, 60_000, 0),
        ("lesson", 9.4, -60_000, 9),
        ("exam", 9.4, 5_000, 9),
        ("exam", 0.6, 0, 1),
        ("exam", 1e9, 0, 86_400),
    ],
)
def test_the_time_of_an_answer_leaves_out_what_was_read_before(
    kind: str, since: float, read_ms: int, seconds: int
) -> None:
    """Only a lesson has something to read between two questions."""
    assert answer_seconds(kind, since, read_ms) == seconds


def test_an_exam_goes_on_after_a_restart(tmp_path: Path) -> None:
    options = ("--pace", "0", "--clock", "0", "--no-bots")
    server = Server(tmp_path, *options)
    try:
        dealer = server.staff("dora", "dealer")
        exam = begun(dealer)
        sitting = Sitting(stored(server, exam))
        for _ in range(3):
            said(sitting, dealer, exam)
    finally:
        assert server.stop() == 0
    again = Server(tmp_path, *options, db=server.db)
    try:
        dealer = again.sign_in("dora")
        scene = scene_in(dealer.get(f"/school/{exam}", Accept="text/html").text)
        assert scene["number"] == 3
        assert sitting.question
        assert scene["question"]["question"] == sitting.question.text
        assert said(sitting, dealer, exam)["number"] == 4
    finally:
        assert again.stop() == 0
