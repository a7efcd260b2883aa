"""The queue of the lab: cancelled, bounded, and only for those who may use it."""

import asyncio
import json
import os
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from web_client import PASSWORD

from fairdeal.cli.users import add as add_user
from fairdeal.errors import BadInputError
from fairdeal.floor.floor import FloorSettings
from fairdeal.floor.startup import first_operator, open_floor, sample_rules
from fairdeal.games.let_it_ride import LET_IT_RIDE
from fairdeal.office.expectation import box_results
from fairdeal.rulebook.rules import house_rules
from fairdeal.web.app import application
from fairdeal.web.http.problems import Problem
from fairdeal.web.lab.access import Access, read_access
from fairdeal.web.lab.boxes import boxes_question, read_boxes
from fairdeal.web.lab.jobs import Job, LabJobs
from fairdeal.web.lab.process import handle
from fairdeal.web.server import service_for

#: A question that takes longer than any of these tests: Double Draw is solved for each change.
LONG: Final = {"game": "double-draw", "wager": "main", "edge": 3.0}
SHORT: Final = {"game": "let-it-ride", "wager": "three-card-bonus", "edge": 5.0}


def driven(drive: Callable[[LabJobs], Coroutine[Any, Any, None]], **options: Any) -> None:
    """Run a test with a queue of its own, whose process ends with it."""

    async def run() -> None:
        jobs = LabJobs(**options)
        try:
            await drive(jobs)
        finally:
            await jobs.close()

    asyncio.run(run())


async def until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.01)


def process_of(jobs: LabJobs) -> int | None:
    return None if jobs._process is None else jobs._process.pid


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_running_question_is_cancelled_at_once_and_the_next_one_begins() -> None:
    async def drive(jobs: LabJobs) -> None:
        long = jobs.submit("target", LONG, "ann")
        short = jobs.submit("target", SHORT, "ann")
        assert jobs.answer_of(short).ahead == 1
        await until(lambda: bool(long.work))
        process = process_of(jobs)
        assert process is not None
        assert jobs.answer_of(short).ahead == 1
        jobs.cancel(long, "ann")
        assert jobs.answer_of(long).state == "cancelled"
        await until(lambda: not short.pending)
        assert short.state == "done"
        # The next such question is told how long this one took.
        assert jobs.answer_of(long).about is None
        assert jobs.answer_of(short).about == jobs.answer_of(short).seconds > 0
        assert not alive(process)
        assert jobs.answer("target", SHORT) == short.answer
        assert jobs.answer("target", LONG) is None

    driven(drive)


def test_a_question_of_two_people_ends_when_both_have_given_up() -> None:
    async def drive(jobs: LabJobs) -> None:
        job = jobs.submit("target", LONG, "ann")
        assert jobs.submit("target", LONG, "bob") is job
        jobs.cancel(job, "ann")
        assert job.pending
        jobs.cancel(job, "mallory")
        assert job.pending
        jobs.cancel(job, "bob")
        assert job.state == "cancelled"

    driven(drive)


def test_the_queue_is_bounded_for_each_client_and_as_a_whole() -> None:
    async def drive(jobs: LabJobs) -> None:
        def ask(edge: float, who: str) -> Job:
            return jobs.submit("target", {**LONG, "edge": edge}, who)

        first = ask(1, "ann")
        ask(2, "ann")
        with pytest.raises(Problem) as too_many:
            ask(3, "ann")
        assert (too_many.value.status, too_many.value.code) == (429, "too-many")
        await until(lambda: first.state == "running")
        ask(3, "bob")
        ask(4, "bob")
        with pytest.raises(Problem) as busy:
            ask(5, "cid")
        assert (busy.value.status, busy.value.code) == (503, "busy")
        # Who gives one up may ask again.
        jobs.cancel(first, "ann")
        await until(lambda: jobs.answer_of(first).state == "cancelled")
        await until(lambda: len(jobs._waiting) < 3)
        ask(3.5, "ann")

    driven(drive, waiting=3, each=2)


def test_a_question_that_takes_too_long_fails_and_ends_the_process() -> None:
    async def drive(jobs: LabJobs) -> None:
        job = jobs.submit("target", LONG, "ann")
        await until(lambda: process_of(jobs) is not None)
        process = process_of(jobs)
        assert process is not None
        await until(lambda: not job.pending)
        assert job.state == "failed"
        assert "took longer" in str(job.problem)
        await until(lambda: not alive(process))

    driven(drive, seconds=0.3)


def test_a_question_that_nobody_looks_at_any_more_is_given_up() -> None:
    async def drive(jobs: LabJobs) -> None:
        seen = jobs.submit("target", LONG, "ann")
        await until(lambda: bool(jobs.job(seen.id).work))
        assert seen.pending
        # Whoever asked is gone: nobody looks, and the next question has its turn.
        short = jobs.submit("target", SHORT, "ann")
        await until(lambda: not seen.pending)
        assert seen.state == "cancelled"
        await until(lambda: not jobs.job(short.id).pending)
        assert short.state == "done"

    driven(drive, patience=0.5)


def test_a_process_that_dies_fails_its_question_and_the_next_has_a_new_one() -> None:
    async def drive(jobs: LabJobs) -> None:
        job = jobs.submit("target", LONG, "ann")
        await until(lambda: bool(job.work))
        process = process_of(jobs)
        assert process is not None
        os.kill(process, signal.SIGKILL)
        await until(lambda: not job.pending)
        assert job.state == "failed"
        assert "ask again" in str(job.problem)
        again = jobs.submit("target", SHORT, "ann")
        await until(lambda: not again.pending)
        assert again.state == "done"
        # One that dies while nothing is asked is not missed.
        idle = jobs._process
        assert idle is not None
        assert idle.pid != process
        idle.kill()
        await idle.wait()
        third = jobs.submit("target", {**SHORT, "edge": 6.0}, "ann")
        await until(lambda: not third.pending)
        assert third.state == "done"

    driven(drive)


def test_a_process_whose_server_has_gone_ends_by_itself() -> None:
    async def drive(jobs: LabJobs) -> None:
        job = jobs.submit("target", SHORT, "ann")
        await until(lambda: not job.pending)
        process = jobs._process
        assert process is not None
        assert process.stdin is not None
        process.stdin.close()
        assert await process.wait() == -signal.SIGTERM

    driven(drive)


# Who may use it -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "host", "proxied", "access"),
    [
        (None, "127.0.0.1", False, "everybody"),
        (None, "localhost", False, "everybody"),
        (None, "127.0.0.1", True, "staff"),
        (None, "0.0.0.0", False, "staff"),
        ("off", "127.0.0.1", False, "off"),
        ("everybody", "0.0.0.0", True, "everybody"),
    ],
)
def test_the_lab_is_open_by_default_only_where_this_machine_alone_reaches_it(
    chosen: str | None, host: str, proxied: bool, access: Access
) -> None:
    assert read_access(chosen, host, proxied=proxied) == access


def test_another_word_for_the_lab_is_refused() -> None:
    with pytest.raises(BadInputError, match="off, staff or everybody"):
        read_access("open", "127.0.0.1", proxied=False)


def test_each_role_gets_what_the_house_allows(tmp_path: Path) -> None:
    url = str(tmp_path / "floor.db")
    floor = open_floor(url, sample_rules()[:1], settings=FloorSettings(pace=0, clock=0, bots=False))
    first_operator(floor, PASSWORD)
    secret = tmp_path / "password"
    secret.write_text(PASSWORD)
    add_user("dora", role=["dealer"], password_file=secret, db=url)

    async def drive() -> None:
        service = service_for(floor, url)
        service.start()
        transport = httpx.ASGITransport(app=application(service))
        try:
            async with httpx.AsyncClient(transport=transport, base_url="http://floor") as client:

                async def token(path: str, **body: str) -> dict[str, str]:
                    told = (await client.post(path, json=body)).json()
                    client.cookies.clear()
                    return {"Authorization": f"Bearer {told['token']}"}

                people = {
                    "nobody": {},
                    "guest": await token("/api/guests", name="ann"),
                    "dealer": await token("/api/sign-in", name="dora", password=PASSWORD),
                    "operator": await token("/api/sign-in", name="operator", password=PASSWORD),
                }
                statuses: dict[Access, list[int]] = {
                    "everybody": [200, 200, 200, 200],
                    "staff": [401, 403, 200, 200],
                    "off": [404, 404, 404, 404],
                }
                body = {"game": "let-it-ride", "wager": "three-card-bonus"}
                for access, wanted in statuses.items():
                    service.lab_access = access
                    for (who, headers), status in zip(people.items(), wanted, strict=True):
                        for answer in (
                            await client.get("/api/lab", headers=headers),
                            await client.get("/lab", headers=headers),
                            await client.post("/api/lab/analyze", json=body, headers=headers),
                            await client.post(
                                "/api/lab/rules", json={"game": "let-it-ride"}, headers=headers
                            ),
                        ):
                            assert answer.status_code == status, (access, who, answer.text)
                    # Nobody is led to a page that refuses.
                    game = await client.get("/games/let-it-ride/maryland")
                    assert ("/lab#game=let-it-ride" in game.text) == (access == "everybody")
                    office = await client.get("/office", headers=people["operator"])
                    assert ('href="/lab"' in office.text) == (access != "off")
                # Nor does the drill have it work out prices, which anybody may ask for.
                drill = "/train/limited?deck=let-it-ride-b&stake=10&limit="
                assert (await client.get(f"{drill}30000")).json() == {"costs": None}
                assert (await client.get(f"{drill}100")).status_code == 404
        finally:
            service.begin_shutdown()
            await service.lab_jobs.close()
            await asyncio.to_thread(service.stop)

    asyncio.run(drive())


def test_visitors_of_the_drill_leave_the_queue_to_others(tmp_path: Path) -> None:
    """They need no account and may come from many addresses: together they are one client."""
    url = str(tmp_path / "floor.db")
    floor = open_floor(url, sample_rules()[:1], settings=FloorSettings(pace=0, clock=0, bots=False))
    statuses: list[int] = []
    refusals: set[str] = set()

    async def drive() -> None:
        service = service_for(floor, url)
        service.lab_jobs = LabJobs(command=("sleep", "60"))
        service.start()
        try:
            for address in range(5):
                transport = httpx.ASGITransport(
                    application(service), client=(f"10.0.{address}.1", 1)
                )
                async with httpx.AsyncClient(transport=transport, base_url="http://floor") as one:
                    for number in range(4):
                        limit = 1_000 + 4 * address + number
                        query = f"deck=let-it-ride-a&stake=10&limit={limit}"
                        answer = await one.get(f"/train/limited?{query}")
                        statuses.append(answer.status_code)
                        if answer.status_code == 429:
                            refusals.add(answer.json()["detail"])
            assert service.lab_jobs.submit("target", SHORT, "person dora").pending
        finally:
            service.begin_shutdown()
            await service.lab_jobs.close()
            await asyncio.to_thread(service.stop)

    asyncio.run(drive())
    assert statuses == [202] * 4 + [429] * 16
    (refusal,) = refusals
    assert refusal == (
        "the lab computes 4 questions at once for all visitors of the drill together: "
        "ask again in a moment"
    )


def test_the_process_counts_all_bets_of_a_box_together() -> None:
    """The distributions that a band of luck needs are those that the lab counts anywhere."""
    rules = house_rules(LET_IT_RIDE)
    boxes = [{"main": 1000}, {"main": 1500, "five-card-bonus": 100}]
    line = json.dumps({"kind": "boxes", "question": boxes_question(rules, boxes)})
    answer = handle(line, 60, print)["answer"]
    assert read_boxes(answer) == [box_results(rules, box) for box in boxes]
    assert sum((read_boxes(answer)[1] or {}).values()) == 1


def test_a_comparison_of_readings_goes_by_its_solves() -> None:
    """What is told on the way counts the solves, and the answer is the same as without."""
    asked = {"game": "run-em-twice", "wager": "progressive", "paytables": {"progressive": "A"}}
    told: list[dict[str, Any]] = []
    answer = handle(json.dumps({"kind": "readings", "question": asked}), 60, told.append)["answer"]
    steps = [one for one in told if one["total"]]
    assert {one["work"] for one in steps} == {"Solving under each reading"}
    choices = [one for reading in json.loads(answer)["readings"] for one in reading["choices"]]
    assert all(1 <= one["done"] <= one["total"] <= len(choices) for one in steps)
    differing = {one["ev"] for one in choices}
    assert {one["total"] >= len(differing) for one in steps} == {True}
