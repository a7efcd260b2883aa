"""The addresses of a finished round: its replay, and the lab's values of its decisions."""

import asyncio
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from fairdeal.errors import UnknownError
from fairdeal.floor.log.store import Store
from fairdeal.floor.tables.records import record
from fairdeal.play.fairness import round_id
from fairdeal.rulebook.money import dollars
from fairdeal.simulate.records import NO_PROOF as SIMULATED
from fairdeal.simulate.records import is_simulated
from fairdeal.table.real_cards import NO_PROOF, deals_real_cards
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import client_network_of, service_of
from fairdeal.web.live.lab_worker import LAB_WORKER
from fairdeal.web.pages.card_words import faces
from fairdeal.web.pages.render import templates
from fairdeal.web.pages.replay.best_play import best_play
from fairdeal.web.pages.replay.steps import (
    Payment,
    RecordWalk,
    ReplayStep,
    step_documents,
    steps_of,
)
from fairdeal.web.pages.shell import page_response
from fairdeal.web.pages.table.routes import data
from fairdeal.web.pages.table.scene_types import ScenePart
from fairdeal.wording.felt import FeltScene, felt_of
from fairdeal.wording.payments import won_or_lost


class SeatSheet(ScenePart, frozen=True):
    """The results of one seat, as the summary prints them."""

    seat: int
    name: str
    cards: tuple[str, ...]
    discards: tuple[str, ...]
    rows: tuple[Payment, ...]
    outcome: str


class ReplayScript(ScenePart, frozen=True):
    """The document from which the script of the page draws the table."""

    round: str
    back: str
    felt: FeltScene
    steps: list[dict[str, Any]]


async def replay(request: Request) -> Response:
    """Answer with the replay of a finished round, made from its record alone."""
    name = request.path_params["round"]

    def read(store: Store) -> tuple[dict[str, Any], bool]:
        found = record(store, name)
        after = round_id(found["table"], found["number"] + 1)
        rows = store.database.execute("SELECT 1 FROM rounds WHERE round = ?", [after])
        return found, bool(rows)

    service = service_of(request)
    service.limits.count_record_read(client_network_of(request))
    try:
        found, followed = await service.log.read(read)
    except UnknownError:
        return page_response(request, "replay_missing.html", 404, round=name)
    values = await asyncio.to_thread(page_values, found)
    published = service.tables.get(found["table"])
    table, number = found["table"], found["number"]
    return page_response(
        request,
        "replay.html",
        **values,
        table=table,
        table_name=published.name if published else table,
        table_open=published is not None and not published.closed,
        earlier=round_id(table, number - 1) if number > 1 else None,
        later=round_id(table, number + 1) if followed else None,
    )


def page_values(found: dict[str, Any]) -> dict[str, Any]:
    """Return what the page shows of a record that holds."""
    walk = RecordWalk(found)
    steps = steps_of(found, walk)
    felt = felt_of(walk.rules)
    # Paytables are not needed for a replay, and would double the size of the page.
    script = ReplayScript(
        found["round"], walk.back, replace(felt, paytables=()), step_documents(steps)
    )
    phases = [(phase, tuple(some)) for phase, some in groupby(steps, key=lambda one: one.phase)]
    return {
        "record": found,
        "felt": felt,
        "steps": steps,
        "phases": phases,
        "sheets": sheets(found, steps),
        "board": steps[-1].board,
        "void": walk.void,
        "back_cents": sum(one.returned for one in steps[-1].paid) if found["void"] else 0,
        "script": data(script),
        "no_proof": no_proof_of(found, walk),
        "own": "",
    }


def no_proof_of(found: dict[str, Any], walk: RecordWalk) -> str:
    """Return the words of a round whose cards nothing proves; none where its shuffle is proved."""
    if is_simulated(found):
        return SIMULATED
    return NO_PROOF if deals_real_cards(walk.rules) else ""


def sheets(found: dict[str, Any], steps: tuple[ReplayStep, ...]) -> list[SeatSheet]:
    """Return the results of every seat of the round."""
    rows: dict[int, list[Payment]] = {}
    for step in steps:
        for one in step.paid:
            rows.setdefault(one.seat, []).append(one)
    found_sheets = []
    for scene in steps[-1].seats:
        mine = rows.get(scene.seat, [])
        if not mine:
            continue
        # A bet that was taken back before "no more bets" and made again is shown once.
        last = {one.wager: one for one in mine if one.wager != "envy"}
        envy = [one for one in mine if one.wager == "envy"]
        outcome = won_or_lost(sum(one.net for one in (*last.values(), *envy)))
        found_sheets.append(
            SeatSheet(
                scene.seat,
                scene.name or mine[0].name,
                tuple(card.face or "" for card in scene.cards),
                tuple(card.face or "" for card in scene.discards),
                (*last.values(), *envy),
                "gets everything back" if found["void"] else outcome,
            )
        )
    return found_sheets


async def best(request: Request) -> Response:
    """Answer with the best play at each decision of a finished round."""
    name = request.path_params["round"]
    service = service_of(request)
    service.limits.count_record_read(client_network_of(request))
    found = await service.log.read(lambda store: record(store, name))
    try:
        decisions = await LAB_WORKER.submit(lambda: best_play(found))
    except ModuleNotFoundError:
        raise Problem(503, "no-lab", "the lab is not installed here: no values are known") from None
    return Response(msgspec.json.encode(decisions), media_type="application/json")


# What templates ask for ---------------------------------------------------------------------------


def clock(seconds: int) -> str:
    """Return a moment for people, in UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def iso(seconds: int) -> str:
    """Return a moment for programs."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def since(seconds: int, start: int) -> str:
    """Return the time since the first step: `1:07`."""
    minutes, rest = divmod(max(0, seconds - start), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


templates().filters.update(faces=faces, clock=clock, iso=iso, dollars=dollars)
templates().globals.update(since=since)
