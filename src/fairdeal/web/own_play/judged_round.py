"""A round as one player played it: its bets, its result, and the lab's verdict on each decision.

The document of a judged round is made once, by the lab's worker, and kept in the database.
"""

import json
from typing import Any, NamedTuple

import msgspec

from fairdeal.floor.log.store import Store
from fairdeal.floor.people.own_play import PlayedRound, own_play
from fairdeal.floor.tables.history import state_at
from fairdeal.floor.tables.records import without_purses
from fairdeal.lab.decisions.coaching import seat_limit, verdict_on
from fairdeal.office.book.sums import paid_in_dollars
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.rulebook.rules import Rules
from fairdeal.simulate.coach_advice import moves_at
from fairdeal.table import events as ev
from fairdeal.table.outcome import WITHDRAWN, SeatOutcome
from fairdeal.table.outcome_events import seat_outcomes
from fairdeal.table.state import State
from fairdeal.table.walk import Change
from fairdeal.web.pages.replay.best_play import MadeDecision, made_decisions
from fairdeal.web.pages.replay.steps import RecordWalk
from fairdeal.web.pages.train.decks import drill_line
from fairdeal.wire.json import parse_json
from fairdeal.wire.state import write_state

#: Under this name the base bet of a seat is counted; the other main wagers follow from it.
MAIN = "main"


class OwnDecision(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision at a step of the replay: what was done, what was best, and what that cost in
    cents. `judged` is false for a bet that has no exact value, and for one that the clock made.
    """

    n: int
    seat: int
    #: What was asked, such as `Bet Number 1`.
    asked: str
    done: str
    best: str
    right: bool = True
    cents: int = 0
    judged: bool = True
    late: bool = False
    #: Whether the coach had shown values before, or had warned.
    helped: bool = False
    #: The line of the strategy card that applied: when, and what it says to do.
    when: str = ""
    do: str = ""
    #: Whether best play leaves the card here.
    leaves: bool = False
    #: The line as the drill names it; empty if the drill has no such line.
    line: str = ""


class JudgedRound(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round of one player, all boxes together. Amounts are in cents.

    `net` is all that was won or lost. Of it `meters` came from progressive meters and `envy` for
    the hands of others.
    """

    round: str
    table: str
    number: int
    leaf: int
    began: int
    ended: int
    game: str
    place: str
    #: The stakes of each box by kind: `main`, a side bet, or `NAME@CENTS` where lines pay
    #: fixed amounts.
    stakes: tuple[dict[str, int], ...]
    staked: int
    net: int
    practice: bool = False
    meters: int = 0
    envy: int = 0
    #: Whether the payout limit can cut a win at these stakes.
    limited: bool = False
    decisions: tuple[OwnDecision, ...] = ()


class ReadRound(NamedTuple):
    """What the log has of a round that is to be judged."""

    played: PlayedRound
    opening: str
    record: dict[str, Any]
    #: Versions of the table at which the coach helped.
    help: tuple[int, ...]


def read_round(store: Store, person: str, played: PlayedRound) -> ReadRound:
    """Read a round from the log: its entries and the state before them, without their proofs."""
    (opening,) = store.entries(played.table, last=0)
    before = state_at(store, opening.body, played.table, played.first - 1)
    entries = store.entries(played.table, first=max(played.first - 1, 1), last=played.last)
    record = {
        "round": played.round,
        "number": played.number,
        "rules": opening.body,
        "before": json.loads(write_state(without_purses(before))),
        "proof": {"entries": [{"text": one.body} for one in (opening, *entries)]},
    }
    helped = own_play(store, person).help_at(played.table)
    return ReadRound(played, opening.body, record, tuple(helped))


def judge_round(read: ReadRound, person: str) -> JudgedRound | None:
    """Judge a round; None if the person had no bet in it after all."""
    walk = RecordWalk(read.record)
    changes = [Change(state, event, state) for one in walk for state, event in one.events]
    mine = [one for one in seat_outcomes(changes) if one.player == person and one.rows]
    if not mine:
        return None
    rules, played = walk.rules, read.played
    seats = {one.seat for one in mine}
    closed = next(state for state, event, _ in changes if isinstance(event, ev.BetsClosed))
    floor, owner = rules.floor, parse_json(read.opening).get("owner")
    return JudgedRound(
        played.round,
        played.table,
        played.number,
        played.leaf,
        began=_began(walk, seats, played.ended),
        ended=played.ended,
        game=rules.game.title,
        place=rules.game.place,
        stakes=tuple(_stakes(rules, closed, one) for one in mine),
        staked=sum(row.stake for one in mine for row in one.rows if row.result is not WITHDRAWN),
        net=sum(one.net for one in mine),
        practice=owner is not None or bool(floor and floor.practice),
        meters=_meters(rules, changes, seats),
        envy=sum(one.envy for one in mine),
        limited=any(seat_limit(closed, one.seat) is not None for one in mine),
        decisions=tuple(_decisions(walk, person, read.help, closed.version)),
    )


def _began(walk: RecordWalk, seats: set[int], ended: int) -> int:
    """Return when the first bet of these seats was made."""
    for one in walk:
        for _, event in one.events:
            if isinstance(event, ev.WagerPlaced) and event.seat in seats:
                return one.entry.time
    return ended


def _stakes(rules: Rules, closed: State, outcome: SeatOutcome) -> dict[str, int]:
    """Return the stakes of a box by kind, as they lay when the bets were closed."""
    placed = closed.seats[outcome.seat].stakes
    base = next(one.name for one in rules.wagers if not one.optional and one.size.base is None)
    in_dollars = paid_in_dollars(rules)
    found = {}
    for wager in rules.wagers:
        cents = placed.get(wager.name, 0)
        if cents and wager.name == base:
            found[MAIN] = cents
        elif cents and wager.name in in_dollars:
            found[f"{wager.name}@{cents}"] = cents
        elif cents and wager.optional:
            found[wager.name] = cents
    return found


def _meters(rules: Rules, changes: list[Change], seats: set[int]) -> int:
    """Return what meters paid to these seats, in cents: a payment stands before its wager."""
    progressive = rules.progressive_wager
    total = waiting = 0
    for _, event, _ in changes:
        match event:
            case ev.MeterPaid():
                waiting += event.paid
            case ev.WagerPaid() if progressive is not None and event.wager == progressive.name:
                total += waiting if event.seat in seats else 0
                waiting = 0
            case _:
                pass
    return total // UNITS_PER_CENT


def _decisions(
    walk: RecordWalk, person: str, helped: tuple[int, ...], closed: int
) -> list[OwnDecision]:
    found = []
    for one in made_decisions(walk, person):
        # The coach helped with this decision if it did so after the one before it.
        by_coach = any(closed < version <= one.before.version for version in helped)
        found.append(_judged(walk.rules, one, helped=by_coach))
        closed = one.before.version
    return found


def _judged(rules: Rules, one: MadeDecision, *, helped: bool) -> OwnDecision:
    seat = one.event.seat
    moves = moves_at(one.before)
    found = verdict_on(one.version, one.before, one.event, seat, one.decision, moves)
    wager = getattr(one.before.current, "wager", None)
    told = found.line
    return OwnDecision(
        one.n,
        seat,
        rules.game.wager[wager].title if wager else "Draw",
        found.words,
        found.best,
        right=found.right or one.late,
        cents=0 if one.late else found.cents,
        judged=found.judged and not one.late,
        late=one.late,
        helped=helped,
        when=told.when if told else "",
        do=told.do if told else "",
        leaves=bool(told and told.leaves),
        line=drill_line(rules, told.section, told.when) if told else "",
    )
