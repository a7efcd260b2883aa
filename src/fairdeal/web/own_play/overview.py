"""A person's own play as the page and the API show it, without waiting for long computations."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from fairdeal.floor.log.store import Store
from fairdeal.floor.people.own_play import own_play
from fairdeal.web.api.answers.own_play import OwnPlay
from fairdeal.web.live.lab_worker import LAB_WORKER
from fairdeal.web.live.made_once import LastUsed
from fairdeal.web.live.service import Service
from fairdeal.web.own_play.judged_round import JudgedRound
from fairdeal.web.own_play.judging import judged_rounds, keep_up
from fairdeal.web.own_play.luck import Luck, luck_of, with_exact_bands
from fairdeal.web.own_play.results import own_results
from fairdeal.web.pages.replay.steps import rules_of

#: How long an answer waits for the exact figures of the bets, in seconds.
WAIT_SECONDS: Final = 2.0
#: The figures of the bets, by person and rounds: of those who have looked last.
_FIGURES: Final[LastUsed[tuple[str, int, int, int, bool], "asyncio.Future[Luck | None]"]] = (
    LastUsed(64)
)


class _Found(NamedTuple):
    documents: list[str]
    rounds: int
    openings: dict[str, str]


class Part(NamedTuple):
    """The rounds at the floor's tables, or at practice tables, with their band of luck."""

    rounds: tuple[JudgedRound, ...]
    luck: Luck | None
    #: Whether the figures of the bets are still being worked out.
    waits: bool


class Overview(NamedTuple):
    """A person's own play: the answer of the API, and the rounds behind it."""

    answer: OwnPlay
    floor: Part
    practice: Part


async def overview(service: Service, person: str) -> Overview:
    """Return a person's own play as far as it is worked out, and have the rest worked out."""
    found = await service.log.read(partial(_read, person))
    pending = found.rounds - len(found.documents)
    if pending > 0:
        keep_up(service, person)
    rounds = await asyncio.to_thread(judged_rounds, found.documents)
    live = [one for one in rounds if not one.practice]
    practised = [one for one in rounds if one.practice]
    floor = await _part(person, live, found, practice=False)
    practice = await _part(person, practised, found, practice=True)
    answer = OwnPlay(
        rounds=len(rounds),
        pending=max(0, pending),
        ready=pending <= 0 and not (floor.waits or practice.waits),
        floor=own_results(floor.rounds, floor.luck),
        practice=own_results(practice.rounds, practice.luck),
    )
    return Overview(answer, floor, practice)


def _read(person: str, store: Store) -> _Found:
    own = own_play(store, person)
    documents = own.judged()
    openings = {}
    for table in own.tables():
        (opening,) = store.entries(table, last=0)
        openings[table] = opening.body
    return _Found(documents, own.count(), openings)


async def _part(person: str, rounds: list[JudgedRound], found: _Found, *, practice: bool) -> Part:
    if not rounds:
        return Part((), None, waits=False)
    key = (person, rounds[0].leaf, rounds[-1].leaf, len(rounds), practice)
    figures = _FIGURES.get(key, lambda: asyncio.ensure_future(_luck(rounds, found.openings)))
    done, _ = await asyncio.wait((figures,), timeout=WAIT_SECONDS)
    luck = figures.result() if done and figures.exception() is None else None
    return Part(tuple(rounds), luck, waits=not done)


async def _luck(rounds: Sequence[JudgedRound], openings: dict[str, str]) -> Luck | None:
    tables = {one.table for one in rounds}
    rules = {table: rules_of(openings[table]) for table in tables}
    luck = await LAB_WORKER.submit(lambda: luck_of(rounds, rules), last=True)
    # The distributions need no kernel: they do not keep others from the lab.
    return None if luck is None else await asyncio.to_thread(with_exact_bands, luck, rounds, rules)
