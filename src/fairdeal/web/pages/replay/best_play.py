"""Compares every decision of a finished round with best play, by the lab's exact values.

This has an address of its own, because compiling a kernel may take seconds, and the replay should
be shown at once.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from fairdeal.lab.decisions.best_player import situation_of
from fairdeal.lab.decisions.coaching import seat_limit, verdict_on
from fairdeal.lab.decisions.decision import Decision
from fairdeal.lab.decisions.strategy import strategy
from fairdeal.rulebook.rules import Rules
from fairdeal.table import events as ev
from fairdeal.table.state import PLAYING, State
from fairdeal.web.pages.replay.steps import RecordWalk
from fairdeal.web.pages.table.scene_types import ScenePart

_DECIDING = (ev.BetRode, ev.BetWithdrawn, ev.HandFolded, ev.WagerPlaced, ev.CardsDiscarded)


class JudgedStep(ScenePart, frozen=True):
    """A decision of a round: its step, the choice, the best choice, and the difference.

    A bet that is not a whole multiple is not judged, because the lab has values only for those. A
    decision of the clock is no choice of the player: it is told, and not judged.
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
    #: Whether the clock decided because the player's time ran out.
    late: bool = False


class MadeDecision(NamedTuple):
    """A decision of a round: its step, the state before it, its event, and the values it had."""

    n: int
    before: State
    event: Any
    decision: Decision

    @property
    def late(self) -> bool:
        """Return whether the clock decided because the player's time ran out."""
        return getattr(self.event, "cause", "player") == "clock"

    @property
    def version(self) -> int:
        """Return the table's version after the decision."""
        return self.before.version + 1


def best_play(record: Mapping[str, Any]) -> tuple[JudgedStep, ...]:
    """Return every decision of a record, in order."""
    return _judge(_Key(record))


class _Key:
    """A record that is compared by its cards and entries, so that each round is judged only once.
    Records that visitors bring may have other entries for the cards of a known round.
    """

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = record
        entries = sha256(msgspec.json.encode(record["entries"])).hexdigest()
        self._key = (record["round"], record["opening"], record["secret"], entries)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._key == other._key


@lru_cache(maxsize=256)
def _judge(key: _Key) -> tuple[JudgedStep, ...]:
    judged = []
    for one in made_decisions(RecordWalk(key.record)):
        seat = one.event.seat
        found = verdict_on(one.version, one.before, one.event, seat, one.decision)
        name = one.before.seats[seat].name
        if one.late:
            words = f"time ran out: {found.words}"
            judged.append(
                JudgedStep(
                    one.n, seat, name, words, found.best, right=True, judged=False, late=True
                )
            )
            continue
        judged.append(
            JudgedStep(
                one.n,
                seat,
                name,
                found.words,
                found.best,
                found.right,
                found.cost,
                found.cents,
                found.judged,
            )
        )
    return tuple(judged)


def made_decisions(walk: RecordWalk, player: str | None = None) -> list[MadeDecision]:
    """Return every decision of a round with its values, in order; those of one player, if named."""
    made = [
        (number, state, event)
        for number, one in enumerate(walk, 1)
        for state, event in one.events
        if _decides(state, event)
        and (player is None or state.seats[getattr(event, "seat", 0)].player == player)
    ]
    decisions = _decisions(walk.rules, [(state, event) for _, state, event in made])
    return [MadeDecision(*one, decision) for one, decision in zip(made, decisions, strict=True)]


def _decisions(rules: Rules, made: Sequence[tuple[State, Any]]) -> list[Decision]:
    """Return the values at each decision, under the payout limit at the stake of its seat. Those
    under one limit are answered together, which is faster.
    """
    limits = [seat_limit(state, event.seat) for state, event in made]
    situations = [situation_of(state, event.seat) for state, event in made]
    found: dict[int, Decision] = {}
    for limit in dict.fromkeys(limits):
        places = [place for place, other in enumerate(limits) if other == limit]
        alike = [situations[place] for place in places]
        found |= dict(zip(places, strategy(rules, alike, limit=limit), strict=True))
    return [found[place] for place in range(len(made))]


def _decides(state: State, event: ev.Event) -> bool:
    """Return whether an event is a decision of a player, or of the clock for a player."""
    return (
        state.phase is PLAYING
        and isinstance(event, _DECIDING)
        and getattr(event, "cause", "player") != "left"
    )
