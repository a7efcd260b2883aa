"""The floor's wall as its page draws it: every table with its alarms, money and question."""

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from fairdeal.floor.log.store import Store
from fairdeal.floor.money.table_results import TableResult
from fairdeal.floor.people.accounts import People, Person
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.rulebook.money import UNITS_PER_CENT, dollars
from fairdeal.table.actors import AUDITOR, DEALER, FLOOR, OPERATOR
from fairdeal.table.questions import hours_left
from fairdeal.table.state import OPEN, State
from fairdeal.web.live.service import Service
from fairdeal.web.pages.console.access import roles_at
from fairdeal.web.pages.console.scene import DeckGauge, deck_gauges
from fairdeal.web.pages.question import Question, question, reporter
from fairdeal.web.pages.table.scene_types import MeterScene, ScenePart
from fairdeal.wire.json import parse_json
from fairdeal.wording.dealer import instructions
from fairdeal.wording.player import meter_title

#: Who may look at the wall; an auditor only looks.
MAY_LOOK: Final = (FLOOR, OPERATOR, AUDITOR)
#: An inventory below this part of what came from the bank is told of.
LOW_PART: Final = 4
#: A deck whose hours end so soon is told of, in seconds.
HOURS_SOON: Final = 15 * 60
#: How far back it is looked who deals.
ENTRIES_BACK: Final = 40


class Alarm(ScenePart, frozen=True):
    """Something that needs a person. `kind` is a word for it; play waits if it is `urgent`."""

    kind: str
    words: str
    urgent: bool = False


class Money(ScenePart, frozen=True):
    """A table's chips so far, in cents."""

    opening: int
    fills: int
    credits: int
    drop: int
    win: int
    inventory: int
    closing: int


class WallTable(ScenePart, frozen=True):
    """One table on the wall."""

    table: str
    name: str
    game: str
    color: str
    limits: str
    round: int
    phase: str
    #: What comes next there, by the table's script.
    next: str
    #: Who sits where, from seat 1; nothing for a free seat.
    seats: tuple[str, ...]
    dealer: str
    money: Money
    practice: bool = False
    #: Who dealt last, where a person deals.
    dealt_by: str = ""
    alarms: tuple[Alarm, ...] = ()
    called: str = ""
    question: Question | None = None
    meters: tuple[MeterScene, ...] = ()
    decks: tuple[DeckGauge, ...] = ()
    #: Whether it may be handed over or closed now: between rounds.
    between: bool = False
    closed: bool = False
    stopped: str = ""


class Wall(msgspec.Struct, frozen=True):
    """The whole floor. `may` are the acts that the viewer may do."""

    now: float
    may: tuple[str, ...]
    tables: tuple[WallTable, ...]


def why_not(person: Person | None) -> str:
    """Return why a person may not see the wall, or an empty text."""
    if person is None:
        return "the floor's wall is for floorpersons: sign in first"
    if not set(MAY_LOOK) & set(person.roles):
        return "the floor's wall is for floorpersons, auditors and the operator"
    return ""


def may_do(person: Person) -> tuple[str, ...]:
    """Return the acts of the floor that a person may do."""
    acts = ["hand over", "close", "fill", "credit"] if {FLOOR, OPERATOR} & {*person.roles} else []
    acts += ["answer"] if FLOOR in person.roles else []
    acts += ["open"] if OPERATOR in person.roles else []
    return tuple(acts)


async def wall_of(service: Service, person: Person) -> Wall:
    """Return the floor as a person may see it."""
    faces = sorted(service.tables.values(), key=lambda face: (face.closed, face.place))
    by_hand = [face.id for face in faces if face.dealer == "person" and not face.closed]

    def read(store: Store) -> tuple[dict[str, TableResult], dict[str, str], bool]:
        dealers = {table: _dealt_by(store, table) for table in by_hand}
        return service.table_results.read(store), dealers, People(store.database).has_anyone(DEALER)

    taken, dealers, staffed = await service.log.read(read)
    now = service.floor.now()
    tables = [_table(face, person, int(now), taken, dealers) for face in faces]
    for at, one in enumerate(tables):
        if one.table in by_hand and not staffed:
            tables[at] = replace(one, alarms=(NO_DEALER, *one.alarms))
    return Wall(round(now, 3), may_do(person), tuple(tables))


#: Where a person deals, and there is none who may.
NO_DEALER: Final = Alarm(
    "dealer",
    "Nobody here may deal: `fairdeal users add NAME --role dealer` gives somebody the role",
    urgent=True,
)


def _dealt_by(store: Store, table: str) -> str:
    """Return who dealt last at a table by hand, from its log."""
    rows = store.database.execute(
        "SELECT body FROM entries WHERE tbl = ? AND number > 0 ORDER BY number DESC LIMIT ?",
        (table, ENTRIES_BACK),
    )
    for (body,) in rows:
        by = parse_json(body)["by"]
        if by["role"] == str(DEALER) and not by.get("automatic"):
            return str(by["name"])
    return ""


def _table(
    face: PublishedTable,
    person: Person,
    now: int,
    taken: Mapping[str, TableResult],
    dealers: Mapping[str, str],
) -> WallTable:
    state, rules = face.state, face.state.rules
    money = taken.get(face.id, TableResult())
    low, high = rules.minimum_cents, rules.maximum_cents
    return WallTable(
        table=face.id,
        name=face.name,
        game=rules.game.title,
        color=str(rules.game.felt.colour),
        limits=f"{dollars(low)} to {dollars(high)}" if low and high else "",
        round=state.rounds + 1,
        phase=str(state.phase),
        next=instructions(state)[-1].say,
        seats=tuple(
            state.seats[number].name if number in state.seats else ""
            for number in range(1, rules.seats + 1)
        ),
        dealer=face.dealer,
        money=Money(*money),
        practice=face.practice,
        dealt_by=dealers.get(face.id, ""),
        alarms=() if face.closed else tuple(alarms(face, money, now)),
        called=state.called or "",
        question=question(face, roles_at(face, person), reported=person.id == reporter(face.state)),
        meters=tuple(
            MeterScene(name, meter_title(name), units // UNITS_PER_CENT)
            for name, units in state.meters.units.items()
        ),
        decks=deck_gauges(state),
        between=state.phase is OPEN,
        closed=face.closed,
        stopped=face.stopped or "",
    )


def alarms(face: PublishedTable, money: TableResult, now: int) -> Iterator[Alarm]:
    """Yield the alarms of a table, the most urgent first."""
    state = face.state
    if face.stopped:
        yield Alarm("stopped", f"The table is stopped: {face.stopped}", urgent=True)
    if state.asked is not None:
        yield Alarm("asked", "The dealer's report waits for the floorperson", urgent=True)
    if state.differs is not None:
        yield Alarm("count", "The stub count differs: the floorperson rules", urgent=True)
    if state.called is not None:
        yield Alarm("called", f"The floorperson is called: {state.called}", urgent=True)
    yield from _hours(state, now)
    for device in sorted(state.failed):
        yield Alarm("device", f"The {device} is out of order")
    came = money.opening + money.fills - money.credits
    if came and money.inventory * LOW_PART < came:
        yield Alarm("low", f"The inventory is low: {dollars(money.inventory)}")


def _hours(state: State, now: int) -> Iterator[Alarm]:
    for deck in state.decks:
        left = hours_left(state, deck) - max(0, now - state.clock)
        if left <= 0:
            yield Alarm("hours", f"The hours of the {deck.color} deck are over", urgent=True)
        elif left <= HOURS_SOON:
            yield Alarm("hours", f"The {deck.color} deck must go in {left // 60 + 1} minutes")
