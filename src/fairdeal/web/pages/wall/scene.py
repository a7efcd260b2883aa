"""The floor's wall as its page draws it: every table with its alarms, money and question."""

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from fairdeal.floor.gaming_day import Calendar
from fairdeal.floor.log.store import Store
from fairdeal.floor.money.table_results import TableResult
from fairdeal.floor.money.variances import NOTIFICATION, Variance
from fairdeal.floor.people.accounts import People, Person
from fairdeal.floor.tables.act_rules import PAYOUT_LINES
from fairdeal.floor.tables.blind_counts import is_blind
from fairdeal.floor.tables.day_end import drop_due
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.rulebook.money import dollars
from fairdeal.table.actors import AUDITOR, AUTOMATIC_DEALER, DEALER, FLOOR, OPERATOR
from fairdeal.table.limit_changes import NOTICE_SECONDS
from fairdeal.table.questions import hours_left
from fairdeal.table.real_cards import NO_PROOF, deals_real_cards
from fairdeal.table.state import INSPECTED, OPEN, State
from fairdeal.web.live.service import Service
from fairdeal.web.pages.console.access import roles_at
from fairdeal.web.pages.console.scene import DeckGauge, deck_gauges
from fairdeal.web.pages.pending_requests import (
    PendingScene,
    next_fill,
    pending_scene,
    pending_worker,
)
from fairdeal.web.pages.question import FloorQuestion, question, why_no_judge
from fairdeal.web.pages.table.scene_types import ScenePart
from fairdeal.web.pages.wall.events import OpenEvent, open_alarms
from fairdeal.web.pages.wall.meters import (
    ClosedMeterScene,
    MeterRequestScene,
    WallMeterScene,
    closed_meter_scenes,
    meter_requests,
    wall_meters,
)
from fairdeal.wire.json import parse_json
from fairdeal.wording.approval import approval_words
from fairdeal.wording.dealer import instructions
from fairdeal.wording.limits import notice_words
from fairdeal.wording.payments import hand_pay_words

#: Who may look at the wall; an auditor only looks.
MAY_LOOK: Final = (FLOOR, OPERATOR, AUDITOR)
#: An inventory below this part of the chips from the bank raises an alarm.
LOW_PART: Final = 4
#: A deck whose hours end within this many seconds raises an alarm.
HOURS_SOON: Final = 15 * 60
#: The seconds for which a large payment of the automatic pair is shown.
TOLD_SECONDS: Final = 3600
#: The wall waits so long for the book of the back office to read what is new in the log.
BOOK_SECONDS: Final = 1.0
#: The number of entries that are searched for the last dealer.
ENTRIES_BACK: Final = 40


class Alarm(ScenePart, frozen=True):
    """Something that needs a person. `kind` is a word for it; play waits if it is `urgent`."""

    kind: str
    words: str
    urgent: bool = False


class Money(ScenePart, frozen=True):
    """A table's chips so far, in cents; a person who counts blind has no inventory and no win."""

    opening: int
    fills: int
    credits: int
    drop: int
    handle: int
    win: int | None
    inventory: int | None
    closing: int


class VarianceScene(ScenePart, frozen=True):
    """A paper that is due about a closed table's count: the act that writes it, and for whom."""

    due: str
    words: str
    #: Whether the viewer may write it.
    may: bool = False


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
    #: When its rules were approved, or that they are not yet.
    approval: str = ""
    #: What is said of a table that is dealt from real cards; empty for all others.
    real_cards: str = ""
    #: Who dealt last, where a person deals.
    dealt_by: str = ""
    alarms: tuple[Alarm, ...] = ()
    called: str = ""
    question: FloorQuestion | None = None
    #: What waits for a second person beside the table's commands.
    pending: PendingScene | None = None
    meters: tuple[WallMeterScene, ...] = ()
    decks: tuple[DeckGauge, ...] = ()
    #: A change of limits that is posted; empty where none is.
    notice: str = ""
    #: Whether it may be handed over or closed now: between rounds.
    between: bool = False
    closed: bool = False
    #: The gaming day whose drop is due, and whether the viewer may sign a Closed Table form for it.
    drop_day: str = ""
    may_close_form: bool = False
    variance: VarianceScene | None = None
    stopped: str = ""


class Wall(msgspec.Struct, frozen=True):
    """The whole floor. `may` are the acts that the viewer may do."""

    now: float
    may: tuple[str, ...]
    tables: tuple[WallTable, ...]
    #: The least notice of a change of limits, in minutes.
    notice_minutes: int
    #: Closed meters with money on them, and changes of meters that wait for a second person.
    closed_meters: tuple[ClosedMeterScene, ...] = ()
    meter_requests: tuple[MeterRequestScene, ...] = ()
    #: Alarms of the back office that nobody has acknowledged, and how many more there are.
    events: tuple[OpenEvent, ...] = ()
    more_events: int = 0


def why_not(person: Person | None) -> str:
    """Return why a person may not see the wall, or an empty text."""
    if person is None:
        return "the floor's wall is for floorpersons: sign in first"
    if not set(MAY_LOOK) & set(person.roles):
        return "the floor's wall is for floorpersons, auditors and the operator"
    return ""


def may_do(person: Person) -> tuple[str, ...]:
    """Return the acts of the floor that a person may do."""
    acts = []
    if {FLOOR, OPERATOR} & {*person.roles}:
        acts += ["hand over", "close", "fill", "credit", "move-meter", "correct-meter"]
    acts += ["answer"] if FLOOR in person.roles else []
    acts += ["open", "limits", "pay-out-meter"] if OPERATOR in person.roles else []
    return tuple(acts)


async def wall_of(service: Service, person: Person) -> Wall:
    """Return the floor as a person may see it."""
    all_tables = sorted(service.listed_tables(None), key=lambda table: (table.closed, table.place))
    by_hand = [table.id for table in all_tables if table.dealer == "person" and not table.closed]

    def read(
        store: Store,
    ) -> tuple[dict[str, TableResult], dict[str, str], bool, tuple[ClosedMeterScene, ...]]:
        dealers = {table: _dealt_by(store, table) for table in by_hand}
        staffed = People(store.database).has_anyone(DEALER)
        meters = closed_meter_scenes(store, all_tables)
        return service.table_results.read(store), dealers, staffed, meters

    taken, dealers, staffed, meters = await service.log.read(read)
    now = service.floor.now()
    tables = [_table(table, person, int(now), taken, dealers) for table in all_tables]
    for at, table in enumerate(all_tables):
        tables[at] = _with_drop(tables[at], table, person, int(now), service.floor.calendar)
    for at, one in enumerate(tables):
        if one.table in by_hand and not staffed:
            tables[at] = replace(one, alarms=(NO_DEALER, *one.alarms))
    asked = tuple(meter_requests(all_tables, person))
    events = await service.office.ask_within(BOOK_SECONDS, open_alarms)
    notice = NOTICE_SECONDS // 60
    return Wall(round(now, 3), may_do(person), tuple(tables), notice, meters, asked, *events)


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
    table: PublishedTable,
    person: Person,
    now: int,
    taken: Mapping[str, TableResult],
    dealers: Mapping[str, str],
) -> WallTable:
    state, rules = table.state, table.state.rules
    # A count is blind: while one waits for the second, nobody is told what is in the tray.
    # A person who may count the table does not see it before either.
    counted = bool(table.pending.counted or table.pending.inventory)
    money = TableResult() if counted else taken.get(table.id, TableResult())
    shown = Money(*money)
    if counted or is_blind(table.dealer, table.closed, person.roles):
        shown = replace(shown, win=None, inventory=None)
    low, high = rules.minimum_cents, rules.maximum_cents
    return WallTable(
        table=table.id,
        name=table.name,
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
        dealer=table.dealer,
        money=shown,
        practice=table.practice,
        approval=approval_words(rules),
        real_cards=NO_PROOF if deals_real_cards(rules) else "",
        dealt_by=table.state.dealer_name or dealers.get(table.id, ""),
        alarms=tuple(_after_closing(table, now) if table.closed else alarms(table, money, now)),
        called=state.called or "",
        question=question(
            table, roles_at(table, person), barred=why_no_judge(table.state, person.id)
        ),
        pending=pending_scene(table, pending_worker(table, person)),
        meters=wall_meters(table),
        decks=deck_gauges(state),
        notice=notice_words(state),
        between=state.phase is OPEN,
        closed=table.closed,
        variance=_variance(table, person, now),
        stopped=table.stopped or "",
    )


def _with_drop(
    shown: WallTable, table: PublishedTable, person: Person, now: int, calendar: Calendar
) -> WallTable:
    """Return a table with what the end of the gaming day asks of people there."""
    due = drop_due(table, now, calendar) if table.dealer == "person" else None
    if due is None:
        return shown
    words = f"The gaming day {due} has ended: two people count the tray for its drop"
    may = bool({FLOOR, OPERATOR} & {*person.roles})
    alarms = (*shown.alarms, Alarm("drop", words))
    return replace(shown, drop_day=due.isoformat(), may_close_form=may, alarms=alarms)


def alarms(table: PublishedTable, money: TableResult, now: int) -> Iterator[Alarm]:
    """Yield the alarms of a table, the most urgent first."""
    state = table.state
    if table.stopped:
        yield Alarm("stopped", f"The table is stopped: {table.stopped}", urgent=True)
    if state.asked is not None:
        yield Alarm("asked", "The dealer's report waits for the floorperson", urgent=True)
    if state.differs is not None:
        yield Alarm("count", "The stub count differs: the floorperson rules", urgent=True)
    if state.called is not None:
        yield Alarm("called", f"The floorperson is called: {state.called}", urgent=True)
    if table.dealer == "person" and any(deck.stage is INSPECTED for deck in state.decks):
        words = "The dealer has inspected the cards: verify the inspection at the console"
        yield Alarm("inspected", words, urgent=True)
    yield from _hours(state, now)
    for device in sorted(state.failed):
        yield Alarm("device", f"The {device} is out of order")
    yield from _after_closing(table, now)
    yield from _second_person(table, now)
    came = money.opening + money.fills - money.credits
    if came and money.inventory * LOW_PART < came:
        # A person who counts the table must not see how low it is.
        yield Alarm("low", "The inventory is low: ask for a fill")


def _after_closing(table: PublishedTable, now: int) -> Iterator[Alarm]:
    """Yield the alarm of a table, open or closed, if a paper about its count is due."""
    if table.pending.variance is not None:
        yield Alarm("variance", _variance_words(table.pending.variance, now), urgent=True)


def _variance(table: PublishedTable, person: Person, now: int) -> VarianceScene | None:
    variance = table.pending.variance
    if variance is None:
        return None
    outside = variance.due == NOTIFICATION or person.id not in variance.counted_by
    may = bool({FLOOR, OPERATOR} & {*person.roles}) and outside
    return VarianceScene(variance.due, _variance_words(variance, now), may)


def _variance_words(variance: Variance, now: int) -> str:
    found = f"{variance.words[:1].upper()}{variance.words[1:]}"
    if variance.due == NOTIFICATION:
        return f"{found}: an Error Notification Slip is due"
    hours = -(-(variance.late_after - now) // 3600)
    left = f"due within {hours} h" if now < variance.late_after else "late"
    return f"{found}, unresolved: an incident report is {left}"


def _second_person(table: PublishedTable, now: int) -> Iterator[Alarm]:
    """Yield what waits for a second person beside the commands, and large payments of the pair."""
    if fill := next_fill(table):
        words = f"The tray is short: a fill of {dollars(fill)} is needed before the next payment"
        yield Alarm("fill", words, urgent=table.dealer == "person")
    for request in table.pending.requests:
        words = f"A {request.kind} of {dollars(request.cents)} waits for a second person"
        yield Alarm("request", words)
    if table.pending.counted is not None:
        yield Alarm(
            "counted", f"{table.pending.counted.by.name} has counted: a second person counts"
        )
    for payout in table.pending.payouts:
        signed = [line for line, _ in payout.signed]
        next_line = next(line for line in PAYOUT_LINES if line not in signed)
        words = f"Payout {payout.id} of {dollars(payout.cents)} is to be {next_line}"
        yield Alarm("payout", words, urgent="verified" not in signed)
    if table.pending.inventory is not None:
        who, of = table.pending.inventory.by.name, table.pending.inventory.of
        words = f"{who} has counted the tray for its {of}: a second person counts"
        yield Alarm("inventory", words)
    paid, state = table.state.hand_paid, table.state
    if (
        paid is not None
        and paid.by == AUTOMATIC_DEALER.id
        and now - state.hand_paid_at < TOLD_SECONDS
    ):
        words = f"The automatic pair has paid {hand_pay_words(state, paid)} ({paid.clause})"
        yield Alarm("hand-pay", words)


def _hours(state: State, now: int) -> Iterator[Alarm]:
    for deck in state.decks:
        left = hours_left(state, deck) - max(0, now - state.clock)
        if left <= 0:
            yield Alarm("hours", f"The hours of the {deck.color} deck are over", urgent=True)
        elif left <= HOURS_SOON:
            yield Alarm("hours", f"The {deck.color} deck must go in {left // 60 + 1} minutes")
