"""Seats of players who are gone or only watch: bots and others do not wait for them, and after a
while their seats are free. Chips stay with the person.
"""

from typing import TYPE_CHECKING, Final

from fairdeal.floor.people.exclusion import free_excluded_seats, has_excluded_seats
from fairdeal.floor.people.presence import CONNECTION_SECONDS, place_key
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.floor.tables.closing import close_automatically
from fairdeal.floor.tables.live_table import LiveTable, Standstill
from fairdeal.table import commands as cmd
from fairdeal.table.actors import AUTOMATIC_FLOOR
from fairdeal.table.real_cards import is_without_device
from fairdeal.table.state import OPEN, SeatState

if TYPE_CHECKING:
    from fairdeal.floor.floor import Floor

#: How long an absent player keeps a seat: in seconds, and in rounds that were missed meanwhile.
ABSENT_SECONDS: Final = 120.0
ABSENT_ROUNDS: Final = 3
#: How many rounds without a bet a player keeps a seat who is present.
IDLE_ROUNDS: Final = 10
#: How long everybody at a full table may let the bets lie open, in seconds: no bot plays there, so
#: that no rounds are counted, and nobody else can sit down.
STANDSTILL_SECONDS: Final = 300.0
#: How long before their seats come free they are warned, in seconds, and how.
WARNING_SECONDS: Final = 60.0
STANDSTILL_WARNING: Final = (
    "Nobody bets at this full table: within a minute all seats come free. Place a bet to keep yours"
)
#: How long a private practice table stays open after it was left, in seconds.
PRIVATE_SECONDS: Final = 3_600.0
#: How long bots wait for the first bet of somebody who is present, where the clock is off.
PATIENCE_SECONDS: Final = 20


def plays(floor: "Floor", live: LiveTable, number: int) -> bool:
    """Return whether a player takes part at a seat: the player is present, and did not let the last
    round go by.
    """
    return bool(live.state.seats[number].stakes) or not _waits(floor, live, number)


def _waits(floor: "Floor", live: LiveTable, number: int) -> bool:
    """Return whether a player is absent or has let rounds go by."""
    seat = live.state.seats[number]
    if is_without_device(seat.player):
        return False  # the dealer sees who is there
    return not seat.bot and bool(
        live.missed_rounds(number) or not floor.presence.is_present(seat.player)
    )


def reason_to_free(floor: "Floor", live: LiveTable, number: int) -> str | None:
    """Return why a seat is taken from its player now; None if it is not.

    A seat that is in a round stays: nobody loses a wager by absence, except by a decision that is
    due and not made.
    """
    seat = live.state.seats[number]
    if seat.bot or seat.in_round or seat.left or live.owner is not None:
        return None
    if is_without_device(seat.player):
        return None
    missed, away = live.missed_rounds(number), floor.presence.absent_seconds(seat.player)
    # Rounds that the player has only watched do not count as an absence.
    rounds = live.rounds_away(number, away=bool(away))
    if away >= ABSENT_SECONDS:
        return f"away for {ABSENT_SECONDS / 60:.0f} minutes"
    if rounds >= ABSENT_ROUNDS:
        return f"away for {rounds} rounds"
    if missed >= IDLE_ROUNDS and not seat.stakes:
        return f"no bet for {missed} rounds"
    return None


def decision_ends(floor: "Floor", live: LiveTable, seat: SeatState) -> float:
    """Return when a decision is made for an absent player at a table without a time limit."""
    if live.owner is not None:
        return _left_since(floor, live) + PRIVATE_SECONDS
    return floor.presence.until(seat.player) + ABSENT_SECONDS


def _left_since(floor: "Floor", live: LiveTable) -> float:
    """Return since when a private table is left: by connections and commands there, and on a floor
    of several servers also by what another server has noted of its owner.
    """
    assert live.owner is not None, "a private table"
    left = floor.presence.until(place_key(live.id, live.owner))
    return max(left, floor.presence.until(live.owner)) if floor.database.shared else left


def tables_that_wait(floor: "Floor") -> list[str]:
    """Return the tables where somebody is absent or does not bet, whose next step may be another
    one when time passes.
    """
    return [
        live.id
        for live in floor.tables.values()
        if not live.closed and live.stopped is None
        if any(_waits(floor, live, number) for number in live.state.seats)
        or (live.owner is not None and _is_left(floor, live))
        or live.standstill is not None
        or live.stands_still
        or has_excluded_seats(floor, live)
    ]


def free_seats(floor: "Floor") -> set[str]:
    """Free the seats of players who are gone. Return the tables at which a warning before that
    began or ended.
    """
    warned: set[str] = set()
    tables = [floor.tables[table] for table in tables_that_wait(floor)]
    if floor.database.shared:
        people = {seat.player for live in tables for seat in live.state.seats.values()}
        absent = {player for player in people if not floor.presence.is_present(player)}
        absent |= {live.owner for live in tables if live.owner is not None}
        floor.presence.read_shared(floor.database, absent)
    for live in tables:
        free_excluded_seats(floor, live)
        for number in list(live.state.seats):
            _free(floor, live, number, reason_to_free(floor, live, number))
        if _end_standstill(floor, live):
            warned.add(live.id)
        if live.owner is not None and _is_left(floor, live):
            _close(floor, live)
    floor.presence.forget()
    return warned


def _is_left(floor: "Floor", live: LiveTable) -> bool:
    return floor.now() > _left_since(floor, live) + PRIVATE_SECONDS


def _close(floor: "Floor", live: LiveTable) -> None:
    """Close a private table that was left, when its last round is over."""
    state = live.state
    if live.stopped is not None or state.held or state.phase is not OPEN:
        return
    with floor.automatic_dealer.stop_on_failure(live):
        for number in list(state.seats):
            floor.do(live, cmd.RemovePlayer(number, "away for an hour"), AUTOMATIC_FLOOR)
        close_automatically(floor, live, HOUSE)


def _end_standstill(floor: "Floor", live: LiveTable) -> bool:
    """Free all seats of a table that has stood still for long: bots go on there, and others may
    sit down. Return whether the warning in the last minute before began or ended.
    """
    before = live.freed_at
    if live.stands_still:
        _go_on_standing(floor, live)
    else:
        live.standstill = live.freed_at = None
    return live.freed_at != before


def _go_on_standing(floor: "Floor", live: LiveTable) -> None:
    """Count how long a table has stood still, warn, and free its seats in the end."""
    now, seats = floor.now(), live.state.seats
    who, was = tuple(seat.player for seat in seats.values()), live.standstill
    # After an outage, or with another player, the time begins anew.
    goes_on = was is not None and was.who == who and 0 <= now - was.seen <= CONNECTION_SECONDS
    began = was.began if was is not None and goes_on else now
    live.standstill = Standstill(who, began, now)
    ends = began + STANDSTILL_SECONDS
    live.freed_at = ends if now >= ends - WARNING_SECONDS else None
    if now >= ends:
        minutes = f"{STANDSTILL_SECONDS / 60:.0f} minutes"
        for number in list(seats):
            _free(floor, live, number, f"no bet for {minutes} at a full table")


def _free(floor: "Floor", live: LiveTable, number: int, reason: str | None) -> None:
    if live.stopped is not None or live.state.held or number not in live.state.seats:
        return
    if reason is None:
        return
    with floor.automatic_dealer.stop_on_failure(live):
        floor.do(live, cmd.RemovePlayer(number, reason), AUTOMATIC_FLOOR)
    if live.state.phase is OPEN:
        floor.automatic_dealer.run_due_steps(live)
