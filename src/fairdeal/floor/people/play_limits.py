"""Limits that a player sets for himself or herself: loss, stake, time, and a cool-off.

A limit is lowered at once. One that is raised or given up stays in force for a day. Nothing keeps
a player from a decision in a round that is being played. A day is a day of UTC.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fairdeal.errors import BadInputError, Forbidden, Refused
from fairdeal.floor.log.database import Database, Row
from fairdeal.floor.money.ledger import BUY_IN, CASH_OUT
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.act_rules import LIMITS, LONGEST_COOL_OFF, MOST_LIMITED
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.rulebook.money import CENTS, UNITS_PER_CENT, dollars, parse_amount, to_json
from fairdeal.table import commands as cmd
from fairdeal.table.actors import PLAYER, Actor
from fairdeal.table.state import OPEN
from fairdeal.wire.json import parse_json

if TYPE_CHECKING:
    from fairdeal.floor.floor import Floor

DAY: Final = 86_400
HOUR: Final = 3_600
#: What a limit counts: cents of a day, cents of a round, minutes of a day.
LOSS, STAKE, TIME = LIMITS
_ACTS: Final = (
    "SELECT body FROM entries WHERE tbl = '' AND (body LIKE ? OR body LIKE ?) ORDER BY leaf"
)
_TOLD: Final = ('%"act":"limit"%', '%"act":"cool-off"%')
#: The purposes of transfers that are no results of play.
_NO_PLAY: Final = (BUY_IN, CASH_OUT, "play chips", "chips")
_MOVED: Final = (
    "SELECT leaf, debit, credit, units FROM transfers WHERE leaf >= ? AND what NOT IN (?, ?, ?, ?)"
)
_MOVED_OF: Final = f"{_MOVED} AND (debit LIKE ? OR credit LIKE ?) ORDER BY leaf"


class PlayLimit(NamedTuple):
    """A limit: what is in force, and what is in force from a later time on."""

    amount: int | None
    after: int | None = None
    since: int | None = None

    def at(self, time: int) -> "PlayLimit":
        """Return the limit as it is at a time."""
        return PlayLimit(self.after) if self.since is not None and time >= self.since else self


class Today(NamedTuple):
    """A player's day so far: units won (lost where below zero), and when the first bet was made.
    Stakes on a layout count as lost until they come back.
    """

    units: int = 0
    since: int | None = None


class PlayLimits:
    """The limits of a floor's players, as acts tell them, and their days so far."""

    def __init__(self) -> None:
        self._limits: dict[str, dict[str, PlayLimit]] = {}
        self._cool_offs: dict[str, int] = {}
        #: The days of those who were asked for today, and the leaf up to which all are read.
        self._days: dict[str, Today] = {}
        self._day = -1
        self._next_leaf = 0

    def load(self, database: Database) -> None:
        """Read all acts of a log."""
        for known in (self._limits, self._cool_offs, self._days):
            known.clear()
        self._day = -1
        for (body,) in database.execute(_ACTS, _TOLD):
            document = parse_json(body)
            self.apply(document, document["time"])

    def apply(self, what: Mapping[str, Any], time: int) -> None:
        """Apply an act of the floor; others than limits change nothing."""
        if what.get("act") == "limit":
            kinds, kind = self._limits.setdefault(what["player"], {}), what["kind"]
            amount = _read_amount(kind, what["amount"])
            now = kinds.get(kind, PlayLimit(None)).at(time)
            lower = now.amount is None or (amount is not None and amount <= now.amount)
            kinds[kind] = PlayLimit(amount) if lower else PlayLimit(now.amount, amount, time + DAY)
        elif what.get("act") == "cool-off":
            until = max(self._cool_offs.get(what["player"], 0), what["until"])
            self._cool_offs[what["player"]] = until

    def limits(self, player: str, time: int) -> dict[str, PlayLimit]:
        """Return a player's limits by kind; those that were given up and are over are absent."""
        found = {kind: one.at(time) for kind, one in self._limits.get(player, {}).items()}
        return {kind: one for kind, one in found.items() if one.amount is not None}

    def cool_off(self, player: str, time: int) -> int | None:
        """Return until when a player takes a break; None for no break."""
        until = self._cool_offs.get(player, 0)
        return until if time < until else None

    def today(self, floor: "Floor", player: str) -> Today:
        """Return a player's day so far, from the ledger. What is new is read once for all players
        who were asked for before.
        """
        floor.store.flush()
        day, leaves = floor.time // DAY, floor.store.leaves
        if self._day != day or self._next_leaf > leaves:
            self._days.clear()
            self._day, self._next_leaf = day, leaves
        if self._days and self._next_leaf < leaves:
            for row in floor.database.execute(
                f"{_MOVED} ORDER BY leaf", (self._next_leaf, *_NO_PLAY)
            ):
                self._count(floor, row)
        self._next_leaf = leaves
        if player not in self._days:
            self._days[player] = Today()
            like = f"%:{player}"
            first = _first_leaf(floor, day * DAY)
            for row in floor.database.execute(_MOVED_OF, (first, *_NO_PLAY, like, like)):
                self._count(floor, row, player)
        return self._days[player]

    def _count(self, floor: "Floor", row: Row, only: str | None = None) -> None:
        """Count a transfer in the days of the players whose chips it moved."""
        leaf, debit, credit, moved = row
        for account, sign in ((debit, -1), (credit, 1)):
            player = account.rpartition(":")[2]
            known = self._days.get(player)
            if known is None or only not in (None, player):
                continue
            since = known.since
            if since is None and sign < 0:
                since = _time_of(floor, leaf)
            self._days[player] = Today(known.units + sign * int(moved), since)


def _read_amount(kind: str, amount: Any) -> int | None:
    if amount is None:
        return None
    return int(amount) if kind == TIME else parse_amount(amount, per_dollar=CENTS)


def _time_of(floor: "Floor", leaf: int) -> int:
    (stored,) = floor.store.entries(first=leaf, last=leaf)
    return int(parse_json(stored.body)["time"])


def _first_leaf(floor: "Floor", time: int) -> int:
    """Return the first leaf of the log from a time on, by halving."""
    low, high = 0, floor.store.leaves
    while low < high:
        middle = (low + high) // 2
        if _time_of(floor, middle) < time:
            low = middle + 1
        else:
            high = middle
    return low


# Acts ---------------------------------------------------------------------------------------------


def set_limit(floor: "Floor", person: Person, kind: object, amount: object) -> None:
    """Set a player's own limit, or give it up with None."""
    by = _player(floor, person)
    if kind not in LIMITS:
        raise BadInputError(f"a limit is one of {', '.join(LIMITS)}")
    told: Any = None
    if amount is not None:
        told = _checked(str(kind), amount)
    floor.record_act({"act": "limit", "player": person.id, "kind": kind, "amount": told}, by)


def _checked(kind: str, amount: object) -> Any:
    if isinstance(amount, bool) or not isinstance(amount, int | float) or amount <= 0:
        raise BadInputError("a limit is an amount above zero, or none")
    if kind == TIME:
        if int(amount) != amount or amount > DAY // 60:
            raise BadInputError("a limit of time is whole minutes, 1,440 at the most")
        return int(amount)
    cents = round(amount * CENTS)
    if not 0 < cents <= MOST_LIMITED:
        raise BadInputError(f"a limit is {dollars(MOST_LIMITED)} at the most")
    return to_json(cents, per_dollar=CENTS)


def cool_off(floor: "Floor", person: Person, hours: object) -> None:
    """Begin a break of some hours, in which the player sits down and bets nowhere."""
    by = _player(floor, person)
    if isinstance(hours, bool) or not isinstance(hours, int) or hours < 1:
        raise BadInputError("a break has at least one hour")
    if hours * HOUR > LONGEST_COOL_OFF:
        raise BadInputError(f"a break has {LONGEST_COOL_OFF // HOUR} hours at the most")
    until = floor.time + hours * HOUR
    floor.record_act({"act": "cool-off", "player": person.id, "until": until}, by)


def _player(floor: "Floor", person: Person) -> Actor:
    floor.require_active(person.id, person.name, sure=True)
    if PLAYER not in person.roles:
        raise Forbidden("limits are for players")
    return Actor(person.id, PLAYER, person.name)


# Keeping to them ----------------------------------------------------------------------------------


def require_within_limits(
    floor: "Floor", live: LiveTable, person: Person, command: cmd.Command
) -> None:
    """Refuse a seat, chips or a bet that a player's own limits do not allow, and say which."""
    if not isinstance(command, cmd.Sit | cmd.BuyIn | cmd.Bet | cmd.PlaceBets):
        return
    time, seat = floor.time, live.state.seats.get(command.seat)
    if seat is not None and seat.in_round and live.state.phase is not OPEN:
        return  # a decision of the round
    until = floor.play_limits.cool_off(person.id, time)
    if until is not None:
        hours = -(-(until - time) // HOUR)
        raise Refused(f"you are taking a break: you can play again in {hours} h", None)
    limits = floor.play_limits.limits(person.id, time)
    if not limits or isinstance(command, cmd.Sit | cmd.BuyIn):
        return
    today = floor.play_limits.today(floor, person.id)
    most = limits.get(TIME)
    if most and today.since is not None and time - today.since >= (most.amount or 0) * 60:
        reason = f"your limit is {most.amount} minutes a day, counted from your first bet"
        raise Refused(f"{reason}: play again tomorrow (UTC)", None)
    more, total = _stakes(live, person, command)
    most = limits.get(STAKE)
    if most and more > 0 and total > (most.amount or 0):
        reason = f"this makes {dollars(total)} in a round, and your limit is"
        raise Refused(f"{reason} {dollars(most.amount or 0)}: bet less", None)
    most = limits.get(LOSS)
    lost = more - today.units // UNITS_PER_CENT
    if most and more > 0 and lost > (most.amount or 0):
        reason = f"with this you could lose {dollars(lost)} today, and your limit is"
        raise Refused(f"{reason} {dollars(most.amount or 0)}: bet less, or stop for today", None)


def _stakes(live: LiveTable, person: Person, command: cmd.Bet | cmd.PlaceBets) -> tuple[int, int]:
    """Return what a bet adds to a player's stakes at the table, and what they come to with it."""
    seats = live.state.seats
    own = {number: dict(one.stakes) for number, one in seats.items() if one.player == person.id}
    before = sum(sum(stakes.values()) for stakes in own.values())
    stakes = own.setdefault(command.seat, {})
    if isinstance(command, cmd.Bet):
        stakes[command.wager] = command.cents
    else:
        stakes.update(command.cents)
    total = sum(sum(stakes.values()) for stakes in own.values())
    return total - before, total
