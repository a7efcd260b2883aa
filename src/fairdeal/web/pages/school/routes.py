"""The addresses of dealer school: first page, bench, results, and the signature of an examiner."""

import asyncio
import secrets
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fairdeal.errors import Forbidden
from fairdeal.floor.floor import Floor
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.exams import Exams, StoredExam, sign_exam
from fairdeal.office.report import iso_time
from fairdeal.papers.certificate import certificate_of, certificate_pdf
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.rules import Rules
from fairdeal.school import exam as exams
from fairdeal.school.lesson import ALL_CHAPTERS, CHAPTERS
from fairdeal.school.marking import price_words, speed_lines, time_words
from fairdeal.school.questions import Reply
from fairdeal.table.actors import AUDITOR, FLOOR, OPERATOR
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import form_fields, read_body, service_of
from fairdeal.web.live.service import Service
from fairdeal.web.pages.school.overview import overview_of
from fairdeal.web.pages.school.scene import BenchScene, bench_scene, review_scene
from fairdeal.web.pages.school.sittings import own_sitting, take_answer
from fairdeal.web.pages.shell import go_to, page_response, person_of
from fairdeal.web.pages.table.routes import data

#: Who sees the exams of others.
MAY_READ: Final = (FLOOR, OPERATOR, AUDITOR)
#: A floorperson's questions are fewer in a round than a dealer's.
FLOOR_ROUNDS: Final = 20
#: How often irregularities come in a lesson: the chance of a round in percent, and its words.
RATES: Final = (
    (0, "none"),
    (30, "in 3 rounds of 10"),
    (exams.RATE, "in 6 rounds of 10, as in the table test"),
    (100, "in every round"),
)
#: A lesson is left when one has learnt enough.
LESSON_ROUNDS: Final = 20


class GivenAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer of a page: to which question, and a choice, an amount in cents, or chips."""

    number: int
    choice: str = ""
    cents: int | None = None
    chips: dict[str, int] | None = None
    #: In a lesson: for how long the answer before was read, which is no time of this one.
    read_ms: int = 0


async def school(request: Request) -> Response:
    """Answer with the first page: progress, lessons and exams, and who may deal what."""
    service, person = service_of(request), _learner(request)
    overview = await service.submit(lambda floor: overview_of(floor, person))
    games = [(key, f"{one.game.title}, {one.game.place}") for key, one in _games(service).items()]
    return page_response(
        request,
        "school.html",
        seen=overview,
        games=games,
        chapters=CHAPTERS,
        rates=RATES,
        usual_rate=exams.RATE,
    )


async def begin(request: Request) -> Response:
    """Begin a lesson or an exam by a form of the first page."""
    service, person = service_of(request), _learner(request)
    service.limits.count_command(person)
    fields = await form_fields(request)
    rules = _games(service).get(fields.get("game", ""))
    kind = fields.get("kind", "lesson")
    if rules is None or kind not in ("lesson", "exam"):
        raise Problem(422, "invalid", "choose a game that this floor offers")
    role: exams.Role = "floor" if fields.get("role") == "floor" else "dealer"
    chosen = tuple(n for n in ALL_CHAPTERS if f"chapter-{n}" in fields)
    rate = fields.get("rate", str(exams.RATE))
    if rate not in {str(one) for one, _ in RATES}:
        raise Problem(422, "invalid", "choose one of the rates of irregularities")
    rounds = FLOOR_ROUNDS if role == "floor" else exams.ROUNDS
    made = exams.new_exam(
        rules,
        secrets.token_hex(16),
        exams.Candidate(person.id, person.name),
        rounds=rounds if kind == "exam" else LESSON_ROUNDS,
        chapters=chosen if chosen and kind == "lesson" else ALL_CHAPTERS,
        rate=int(rate) if kind == "lesson" else exams.RATE,
        role=role,
    )
    exam_id = f"x{secrets.token_urlsafe(9)}"

    def add(floor: Floor) -> None:
        floor.require_active(person.id, person.name)
        Exams(floor.database).add(exam_id, kind, made, floor.time)

    await service.submit(add)
    return go_to(f"/school/{exam_id}")


async def bench(request: Request) -> Response:
    """Answer with the bench of a lesson or an exam of one's own."""
    service, person = service_of(request), _learner(request)
    one = await own_sitting(service, person, request.path_params["exam"])
    if one.sitting.over:
        return go_to(f"/school/{one.stored.id}/result")
    return _bench_page(request, one.stored, one.sitting, bench_scene(one.sitting, one.stored))


def _bench_page(
    request: Request, stored: StoredExam, sitting: exams.Sitting, scene: BenchScene
) -> Response:
    game = sitting.rules.game
    return page_response(
        request,
        "bench.html",
        exam=stored.id,
        kind=stored.kind,
        role=stored.role,
        game=game,
        felt=str(game.felt.colour),
        candidate=sitting.exam.person.name,
        review=scene.review is not None,
        first=data(scene),
    )


async def answer(request: Request) -> Response:
    """Take an answer; answer with the next scene, and in a lesson with what was right."""
    service, person = service_of(request), _learner(request)
    service.limits.count_command(person)
    try:
        given = msgspec.json.decode(await read_body(request), type=GivenAnswer)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Problem(400, "malformed", f"this is no answer: {error}") from None
    one = await own_sitting(service, person, request.path_params["exam"])
    said = Reply(given.choice, given.cents, given.chips)
    mark = await take_answer(service, one, given.number, said, given.read_ms)
    scene = bench_scene(one.sitting, one.stored, mark)
    return Response(msgspec.json.encode(scene), media_type="application/json")


async def result(request: Request) -> Response:
    """Answer with the marks of a lesson so far, or of an exam that is over."""
    person, stored = await _readable(request)
    sitting = await asyncio.to_thread(lambda: exams.Sitting(exams.read_exam(stored.document)))
    if stored.kind == "exam" and not sitting.over:
        raise Problem(409, "refused", "an exam has no answers until its end")
    made, marks = exams.result_of(sitting), sitting.marks
    earlier = await service_of(request).submit(lambda floor: Exams(floor.database).earlier(stored))
    return page_response(
        request,
        "result.html",
        stored=stored,
        result=made,
        marks=marks,
        earlier=earlier,
        wrong=[mark for mark in marks.marks if mark.is_error],
        money=dollars,
        time=time_words(marks.seconds),
        speed=speed_lines(marks),
        price=price_words,
        game=sitting.rules.game,
        candidate=sitting.exam.person.name,
        signed=iso_time(stored.signed) if stored.signed is not None else "",
        may_sign=OPERATOR in person.roles
        and stored.kind == "exam"
        and stored.leaf is None
        and stored.person != person.id,
    )


async def question(request: Request) -> Response:
    """Answer with a question as it was put, with the answer that was given and what is right."""
    _, stored = await _readable(request)
    if stored.kind == "exam" and not stored.done:
        raise Problem(409, "refused", "an exam has no answers until its end")
    number = int(request.path_params["number"])

    def scene() -> tuple[exams.Sitting, BenchScene]:
        exam = exams.read_exam(stored.document)
        sitting, mark = exams.look_again(exam, number)
        return sitting, review_scene(sitting, stored, mark, exams.Sitting(exam).marks)

    sitting, first = await asyncio.to_thread(scene)
    return _bench_page(request, stored, sitting, first)


async def document(request: Request) -> Response:
    """Answer with the document of a sitting, by which anybody marks it again."""
    _, stored = await _readable(request)
    if stored.kind == "exam" and not stored.done:
        raise Problem(409, "refused", "an exam has no answers until its end")
    headers = {
        "Content-Disposition": f'attachment; filename="exam-{stored.id}.json"',
        "Cache-Control": "no-store",
    }
    return Response(stored.document, media_type="application/json", headers=headers)


async def certificate(request: Request) -> Response:
    """Answer with the certificate of an exam that an examiner has signed."""
    _, stored = await _readable(request)
    if stored.examiner is None or stored.signed is None:
        raise Problem(409, "refused", "no examiner has signed this exam")
    paper = certificate_of(
        exams.read_exam(stored.document),
        stored.digest,
        stored.examiner,
        iso_time(stored.signed),
        passed=stored.passed,
    )
    try:
        content = await asyncio.to_thread(certificate_pdf, paper)
    except ModuleNotFoundError as error:
        reason = f"this floor cannot make it: {error.name} is not installed"
        raise Problem(503, "no-press", reason, retry_seconds=3600) from None
    headers = {"Content-Disposition": 'inline; filename="certificate.pdf"'}
    return Response(
        content, media_type="application/pdf", headers={**headers, "Cache-Control": "no-store"}
    )


async def sign(request: Request) -> Response:
    """Sign an exam as passed or as not passed, by a form of its results."""
    service, person = service_of(request), _learner(request)
    exam_id = request.path_params["exam"]
    fields = await form_fields(request)
    if fields.get("passed") not in ("yes", "no"):
        raise Problem(422, "invalid", "a table test is signed as passed, or as not passed")
    passed = fields["passed"] == "yes"
    await service.submit(lambda floor: sign_exam(floor, person, exam_id, passed=passed))
    return go_to(f"/school/{exam_id}/result")


def _learner(request: Request) -> Person:
    person = person_of(request)
    if person is None:
        raise Problem(401, "no-session", "the school keeps your progress: sign in first")
    if person.kind != "registered":
        raise Problem(403, "forbidden", "the school keeps your progress: make an account first")
    return person


async def _readable(request: Request) -> tuple[Person, StoredExam]:
    """Return who asks, and the sitting that is his or her own or may be read by the role."""
    service, person = service_of(request), _learner(request)
    exam_id = request.path_params["exam"]
    stored = await service.submit(lambda floor: Exams(floor.database).find(exam_id))
    if stored.person != person.id and not (
        stored.kind == "exam" and set(MAY_READ) & set(person.roles)
    ):
        raise Forbidden("this lesson or exam is somebody else's")
    return person, stored


def _games(service: Service) -> dict[str, Rules]:
    """Return the rules to learn by: the first public table's, by game and jurisdiction."""
    found: dict[str, Rules] = {}
    for table in service.listed_tables(None):
        rules = table.state.rules
        found.setdefault(f"{rules.game.name}/{rules.game.jurisdiction}", rules)
    return found
