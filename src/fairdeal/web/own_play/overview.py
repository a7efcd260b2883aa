"""A person's own play as the page and the API show it, without waiting for long computations."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from fairdeal.floor.log.store import Store
from fairdeal.floor.people.own_play import own_play
from fairdeal.web.api.answers.own_play import OwnPlay
from fairdeal.web.http import logs
from fairdeal.web.live.lab_worker import LAB_WORKER
from fairdeal.web.live.service import Service
from fairdeal.web.live.shared_parts import LastUsed
from fairdeal.web.own_play.judge import judged_rounds, keep_up
from fairdeal.web.own_play.judged_round import JudgedRound
from fairdeal.web.own_play.luck import Luck, luck_of
from fairdeal.web.own_play.results import own_results
from fairdeal.web.own_play.round_results import LuckBand, band_of_all_bets
from fairdeal.web.pages.replay.steps import rules_of

#: How long an answer waits for the exact figures of the bets, in seconds.
WAIT_SECONDS: Final = 2.0


class _Figures(NamedTuple):
    """The figures of some rounds' bets while they are worked out: the band of a normal result, and
    the one of the exact distribution, which may take a minute.
    """

    normal: "asyncio.Future[LuckBand]"
    exact: "asyncio.Future[LuckBand]"


#: The figures of the bets, by person and rounds: of those who have looked last.
_FIGURES: Final[LastUsed[tuple[str, int, int, int, bool], _Figures]] = LastUsed(64)


class _Found(NamedTuple):
    documents: list[str]
    rounds: int
    openings: dict[str, str]


class RoundsWithLuck(NamedTuple):
    """The rounds at the floor's tables, or at practice tables, with their band of luck."""

    rounds: tuple[JudgedRound, ...]
    luck: Luck | None
    #: Whether figures of the bets are still being worked out.
    waits: bool


class Overview(NamedTuple):
    """A person's own play: the answer of the API, and the rounds behind it."""

    answer: OwnPlay
    floor: RoundsWithLuck
    practice: RoundsWithLuck


async def overview(service: Service, person: str) -> Overview:
    """Return a person's own play as far as it is worked out, and have the rest worked out."""
    found = await service.log.read(partial(_read, person))
    pending = found.rounds - len(found.documents)
    if pending > 0:
        keep_up(service, person)
    rounds = await asyncio.to_thread(judged_rounds, found.documents)
    live = [one for one in rounds if not one.practice]
    practised = [one for one in rounds if one.practice]
    floor = await _part(service, person, live, found, practice=False)
    practice = await _part(service, person, practised, found, practice=True)
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
    documents = own.judged_documents()
    openings = {}
    for table in own.tables():
        (opening,) = store.entries(table, last=0)
        openings[table] = opening.body
    return _Found(documents, own.count(), openings)


async def _part(
    service: Service, person: str, rounds: list[JudgedRound], found: _Found, *, practice: bool
) -> RoundsWithLuck:
    if not rounds:
        return RoundsWithLuck((), None, waits=False)
    key = (person, rounds[0].leaf, rounds[-1].leaf, len(rounds), practice)
    figures = _FIGURES.get(key, lambda: _begin(service, person, rounds, found.openings))
    done, pending = await asyncio.wait(figures, timeout=WAIT_SECONDS)
    normal, exact = (_result(one) if one in done else LuckBand(None) for one in figures)
    if exact.later:
        _FIGURES.drop(key)  # whoever looks next has it asked again
    luck, waits = exact.luck or normal.luck, bool(pending) or exact.later
    return RoundsWithLuck(tuple(rounds), luck, waits)


def _result(figures: "asyncio.Future[LuckBand]") -> LuckBand:
    if (error := figures.exception()) is not None:
        logs.warning("a band of luck was not worked out", reason=str(error))
        return LuckBand(None)
    return figures.result()


def _begin(
    service: Service, person: str, rounds: Sequence[JudgedRound], openings: dict[str, str]
) -> _Figures:
    rules = {table: rules_of(openings[table]) for table in {one.table for one in rounds}}
    normal = LAB_WORKER.submit(lambda: LuckBand(luck_of(rounds, rules)), last=True)
    exact = band_of_all_bets(service, person, rounds, rules)
    return _Figures(asyncio.ensure_future(normal), asyncio.ensure_future(exact))
