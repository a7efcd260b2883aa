"""Judges people's rounds beside the running floor: one round at a time, after all other work of the
lab's worker, so that no player waits for it.
"""

import asyncio
from functools import partial
from typing import Final
from weakref import WeakKeyDictionary

import msgspec

from fairdeal.floor.log.store import Store
from fairdeal.floor.people.own_play import PlayedRound, own_play, save_judged_rounds
from fairdeal.web.http import logs
from fairdeal.web.live.lab_worker import LAB_WORKER
from fairdeal.web.live.service import Service
from fairdeal.web.own_play.judged_round import JudgedRound, ReadRound, judge_round, read_round

#: How many rounds are read from the log at once, so that other readers need not wait long.
BATCH: Final = 4
#: After a round the judging rests for so many times as long as it took, so that others at the
#: tables do not feel it.
REST: Final = 2
#: The document of a round that a person had no bet in, or that cannot be judged.
NOTHING: Final = "null"

_RUNNING: Final[WeakKeyDictionary[Service, dict[str, asyncio.Task[None]]]] = WeakKeyDictionary()


def keep_up(service: Service, person: str) -> None:
    """Begin to judge the rounds of a person that are not judged yet, unless this is under way."""
    running = _RUNNING.setdefault(service, {})
    if person not in running:
        task = asyncio.get_running_loop().create_task(_judge_all(service, person))
        running[person] = task
        task.add_done_callback(lambda done: _ended(running, person, done))


def _ended(running: dict[str, asyncio.Task[None]], person: str, task: asyncio.Task[None]) -> None:
    running.pop(person, None)
    if not task.cancelled() and (error := task.exception()) is not None:
        logs.warning("own play was not judged", reason=str(error))


async def _judge_all(service: Service, person: str) -> None:
    loop = asyncio.get_running_loop()
    while reads := await service.log.read(partial(_read, person)):
        documents = []
        for read in reads:
            began = loop.time()
            # Somebody else may wait for the lab: this comes after all others.
            document = await LAB_WORKER.submit(partial(_document, read, person), last=True)
            documents.append((read.played, document))
            await asyncio.sleep(REST * (loop.time() - began))
        await _save(service, person, documents)


async def _save(service: Service, person: str, documents: list[tuple[PlayedRound, str]]) -> None:
    await service.submit(lambda floor: save_judged_rounds(floor, person, documents))


def _read(person: str, store: Store) -> list[ReadRound]:
    found = own_play(store, person).not_judged(BATCH)
    return [read_round(store, person, one) for one in found]


def _document(read: ReadRound, person: str) -> str:
    try:
        judged = judge_round(read, person)
    except ModuleNotFoundError:
        raise  # without the lab nothing can be judged, and it may be installed later
    except Exception as error:
        # One round that cannot be judged does not keep the others from it.
        logs.error("a round was not judged", error, round=read.played.round)
        return NOTHING
    return NOTHING if judged is None else msgspec.json.encode(judged).decode()


def judged_rounds(documents: list[str]) -> list[JudgedRound]:
    """Return the judged rounds of their documents."""
    decoder = msgspec.json.Decoder(JudgedRound)
    return [decoder.decode(one) for one in documents if one != NOTHING]
