"""What best play would have done in a finished round: every decision by the lab's exact values.

It is asked for apart from the replay, which is there at once; a kernel may have to be made first.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from fairdeal.lab.decisions.best_player import situation_of
from fairdeal.lab.decisions.coaching import verdict_on
from fairdeal.lab.decisions.strategy import strategy
from fairdeal.table import events as ev
from fairdeal.table.state import PLAYING, State
from fairdeal.web.pages.replay.steps import RecordWalk
from fairdeal.web.pages.table.scene_types import ScenePart

_DECIDING = (ev.BetRode, ev.BetWithdrawn, ev.HandFolded, ev.WagerPlaced, ev.CardsDiscarded)


class JudgedStep(ScenePart, frozen=True):
    """A decision of a round: what was done at which step, what was best, and the difference.

    A bet between whole multiples is not judged: the lab values whole ones.
    """

    n: int
    seat: int
    name: str
    done: str
    best: str
    right: bool
    cost: str = ""
    cents: int = 0
    judged: bool = True


class _Made(ScenePart, frozen=True):
    n: int
    before: State
    event: Any
    version: int


def best_play(record: Mapping[str, Any]) -> tuple[JudgedStep, ...]:
    """Every decision of a record, in order."""
    return _judge(_Key(record))


class _Key:
    """A record by its round's proof: the same round is judged once."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = record
        self._key = (record["round"], record["opening"], record["secret"])

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._key == other._key


@lru_cache(maxsize=256)
def _judge(key: _Key) -> tuple[JudgedStep, ...]:
    walk = RecordWalk(key.record)
    made = [
        _Made(number, state, event, state.version + 1)
        for number, one in enumerate(walk, 1)
        for state, event in one.events
        if _decides(state, event)
    ]
    situations = [situation_of(one.before, one.event.seat) for one in made]
    decisions = strategy(walk.rules, situations) if situations else []
    told = []
    for one, decision in zip(made, decisions, strict=True):
        seat = one.event.seat
        found = verdict_on(one.version, one.before, one.event, seat, decision)
        told.append(
            JudgedStep(
                one.n,
                seat,
                one.before.seats[seat].name,
                found.words,
                found.best,
                found.right,
                found.cost,
                found.cents,
                found.judged,
            )
        )
    return tuple(told)


def _decides(state: State, event: ev.Event) -> bool:
    """Whether an event is a player's decision, or the clock's for a player."""
    return (
        state.phase is PLAYING
        and isinstance(event, _DECIDING)
        and getattr(event, "cause", "player") != "left"
    )
