"""Exclusion: who may not come in, play or claim a jackpot, by acts in the log (COMAR 36.03.06).

An exclusion is of an account, or of a name that has no account. It ends on a day, or when somebody
is readmitted. A wager that was accepted before it is settled; then the seat is free. Nobody but the
roles of `act_rules.OFFICE` is told who is excluded.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fairdeal.english import quoted
from fairdeal.errors import BadInputError, Forbidden, Refused
from fairdeal.floor.log.database import Database
from fairdeal.floor.people.accounts import STAFF_ROLES, People, Person
from fairdeal.floor.people.names import check_name, fold_name, skeleton
from fairdeal.floor.tables.act_rules import ATTEMPTS, HOUSE
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.table import commands as cmd
from fairdeal.table.actors import AUTOMATIC_FLOOR, OPERATOR, Actor
from fairdeal.wire.json import parse_json

if TYPE_CHECKING:
    from fairdeal.floor.floor import Floor

#: Attempts of one person are written once in this many seconds.
ATTEMPT_SECONDS: Final = 600
#: Why the seat of an excluded person is free, as everybody at the table reads it.
LEFT: Final = "has left the table"
#: The clause by which an excluded person is paid no jackpot.
CLAIM_CLAUSE: Final = "COMAR 36.03.06.02A(9)(c)"
_NAME_REFUSED: Final = "this name cannot be used here: choose another"
_ACTS: Final = (
    "SELECT body FROM entries WHERE tbl = '' AND (body LIKE ? OR body LIKE ?) ORDER BY leaf"
)
_TOLD: Final = ('%"act":"exclude"%', '%"act":"readmit"%')


class Exclusion(NamedTuple):
    """An exclusion: of whom, why, by whom, since when, and until when; None is without an end."""

    person: str
    name: str
    reason: str
    by: str
    since: int
    until: int | None

    def lasts(self, time: int) -> bool:
        """Return whether it lasts at a time."""
        return self.until is None or time < self.until

    @property
    def words(self) -> str:
        """Return the refusal, as the excluded person reads it."""
        until = "" if self.until is None else f" until {day_of(self.until)} (UTC)"
        return f"you are excluded from this floor{until}: the operator can tell you more"


class Exclusions:
    """The exclusions of a floor, as its acts tell them."""

    def __init__(self) -> None:
        self._by_key: dict[str, Exclusion] = {}
        #: When each kind of attempt of each person was written last.
        self._noted: dict[tuple[str, str], int] = {}

    def load(self, database: Database) -> None:
        """Read all acts of a log."""
        self._by_key.clear()
        for (body,) in database.execute(_ACTS, _TOLD):
            document = parse_json(body)
            self.apply(document, document["time"], document["by"].get("name", ""))

    def apply(self, what: Mapping[str, Any], time: int, by: str) -> None:
        """Apply an act of the floor; others than exclusions change nothing."""
        if what.get("act") == "exclude":
            found = Exclusion(
                what["person"], what["name"], what["reason"], by, time, what.get("until")
            )
            self._by_key[_key(what["person"], what["name"])] = found
        elif what.get("act") == "readmit":
            self._by_key.pop(_key(what["person"], what["name"]), None)

    def of_person(self, person: str, time: int) -> Exclusion | None:
        """Return the exclusion of an account that lasts at a time."""
        found = self._by_key.get(person)
        return found if found and found.lasts(time) else None

    def of_name(self, name: str, time: int) -> Exclusion | None:
        """Return the exclusion of a name without an account, or of one that looks like it."""
        found = self._by_key.get(_key("", name))
        named = [one for one in self._by_key.values() if not one.person]
        if found is None and named:
            drawn = skeleton(name)
            found = next((one for one in named if skeleton(one.name) == drawn), None)
        return found if found and found.lasts(time) else None

    def find(self, person: str, name: str) -> Exclusion | None:
        """Return an exclusion as it was made, whether it has ended or not."""
        return self._by_key.get(_key(person, name))

    def in_force(self, time: int) -> list[Exclusion]:
        """Return the exclusions that last, the oldest first."""
        return sorted(
            (one for one in self._by_key.values() if one.lasts(time)), key=lambda one: one.since
        )

    def is_new_attempt(self, key: str, at: str, time: int) -> bool:
        """Note an attempt, and return whether it is to be written: the first one of a while."""
        last = self._noted.get((key, at))
        if last is not None and time < last + ATTEMPT_SECONDS:
            return False
        self._noted[key, at] = time
        return True


def _key(person: str, name: str) -> str:
    """Return under which key an exclusion is kept: the account, or the name in any spelling."""
    return person or f"name {fold_name(name)}"


# Acts ---------------------------------------------------------------------------------------------


def exclusion_act(
    people: People, name: str, reason: str, until: int | None, now: int
) -> dict[str, Any]:
    """Return the act that excludes somebody, and end his or her sessions."""
    if until is not None and until <= now:
        raise BadInputError("an exclusion ends on a later day than today")
    person = _account(people, name)
    if person is not None and set(person.roles) & set(STAFF_ROLES):
        raise Refused(f"{quoted(name)} works here: revoke the account instead", None)
    if person is not None:
        people.end_sessions(person.id)
    what = {
        "act": "exclude",
        "person": person.id if person else "",
        # The log has no names of accounts; a name without one is all that there is.
        "name": "" if person else check_name(name),
        "reason": _reason(reason),
    }
    return what if until is None else {**what, "until": until}


def readmission_act(
    people: People, exclusions: Exclusions, name: str, reason: str
) -> dict[str, Any]:
    """Return the act that readmits somebody who is excluded."""
    person = _account(people, name)
    found = exclusions.find(person.id, "") if person else None
    found = found or exclusions.find("", name)
    if found is None:
        raise BadInputError(f"{quoted(name)} is not excluded")
    return {
        "act": "readmit",
        "person": found.person,
        "name": found.name,
        "reason": _reason(reason),
    }


def exclude(floor: "Floor", by: Person, name: str, reason: str, until: int | None) -> Exclusion:
    """Exclude somebody by name or id, end the sessions, and free the seats."""
    operator = _operator(floor, by)
    what = exclusion_act(floor.people, name, reason, until, floor.time)
    floor.record_act(what, operator)
    for live in list(floor.tables.values()):
        free_excluded_seats(floor, live)
    found = floor.exclusions.find(what["person"], what["name"])
    assert found is not None  # the act has just made it
    return _named(floor, found)


def readmit(floor: "Floor", by: Person, name: str, reason: str) -> None:
    """Let somebody in again who was excluded."""
    operator = _operator(floor, by)
    floor.record_act(readmission_act(floor.people, floor.exclusions, name, reason), operator)


def exclusions_in_force(floor: "Floor") -> list[Exclusion]:
    """Return the exclusions that last, with the names of accounts."""
    return [_named(floor, one) for one in floor.exclusions.in_force(floor.time)]


def _named(floor: "Floor", one: Exclusion) -> Exclusion:
    person = floor.people.find(one.person) if one.person else None
    return one._replace(name=person.name) if person else one


def _account(people: People, name: str) -> Person | None:
    """Return the account of a name or an id; None if there is none that can sign in."""
    found = people.find_by_name(name)
    person = found[0] if found else people.find(name)
    return None if person is None or person.kind == "bot" else person


def _operator(floor: "Floor", person: Person) -> Actor:
    floor.require_active(person.id, person.name)
    if OPERATOR not in person.roles:
        raise Forbidden("the operator excludes and readmits people")
    return Actor(person.id, OPERATOR, person.name)


def _reason(text: str) -> str:
    if not text.strip() or not text.isprintable() or len(text) > 200:
        raise BadInputError("a reason has up to 200 printable characters")
    return text


# Where an excluded person is kept out -------------------------------------------------------------


def refusal_of_account(floor: "Floor", person: Person) -> str | None:
    """Return why a person who has shown the right password does not come in, and note the attempt;
    None for everybody who may.
    """
    found = floor.exclusions.of_person(person.id, floor.time)
    if found is None:
        return None
    note_attempt(floor, found, "sign-in")
    return found.words


def refusal_of_newcomer(floor: "Floor", name: str, token: str | None, at: str) -> str | None:
    """Return why somebody does not come in as a guest or with a new account, and note the attempt.

    An excluded person is known by the name, or by the session that the browser still has.
    """
    people, time = floor.people, floor.time
    known = people.find_by_name(name)
    found = floor.exclusions.of_name(name, time)
    found = found or (floor.exclusions.of_person(known[0].id, time) if known else None)
    if found is not None:
        note_attempt(floor, found, at)
        return _NAME_REFUSED
    owner = people.owner_of_session(token) if token else None
    found = floor.exclusions.of_person(owner, time) if owner else None
    if found is None:
        return None
    note_attempt(floor, found, at)
    return found.words


def note_attempt(floor: "Floor", found: Exclusion, at: str) -> None:
    """Write into the log that an excluded person tried to come in; one of a while is enough."""
    assert at in ATTEMPTS
    if floor.exclusions.is_new_attempt(_key(found.person, found.name), at, floor.time):
        what = {"act": "attempt", "person": found.person, "name": found.name, "at": at}
        floor.record_act(what, HOUSE)


def require_not_excluded(floor: "Floor", person: Person, command: cmd.Command) -> None:
    """Refuse the command of an excluded person whose request was on its way; leaving is allowed."""
    found = floor.exclusions.of_person(person.id, floor.time)
    if found is not None and not isinstance(command, cmd.Leave):
        raise Forbidden(found.words)


def require_may_claim(floor: "Floor", player: str) -> None:
    """Refuse to pay a jackpot to an excluded person (COMAR 36.03.06.02A(9)(c))."""
    found = floor.exclusions.of_person(player, floor.time)
    if found is not None:
        reason = f"{quoted(player)} is excluded from this floor, and is paid no jackpot"
        raise Refused(reason, CLAIM_CLAUSE)


def has_excluded_seats(floor: "Floor", live: LiveTable) -> bool:
    """Return whether an excluded person still has a seat at a table."""
    seats, time = live.state.seats.values(), floor.time
    return any(floor.exclusions.of_person(seat.player, time) is not None for seat in seats)


def free_excluded_seats(floor: "Floor", live: LiveTable) -> None:
    """Free the seats of excluded people at a table; a seat in a round waits for its end."""
    if live.stopped is not None or live.state.held or live.closed:
        return
    for number, seat in list(live.state.seats.items()):
        excluded = floor.exclusions.of_person(seat.player, floor.time) is not None
        if excluded and not seat.in_round and not seat.left:
            with floor.automatic_dealer.stop_on_failure(live):
                floor.do(live, cmd.RemovePlayer(number, LEFT), AUTOMATIC_FLOOR)


# Days ---------------------------------------------------------------------------------------------


def read_until(text: str | None) -> int | None:
    """Return the first second after a day such as 2027-01-31 (UTC); None for no day."""
    if text is None:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise BadInputError(f"a day is like 2027-01-31, not {quoted(text)}") from None
    after = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1)
    return int(after.timestamp())


def day_of(until: int) -> str:
    """Return the last day of an exclusion."""
    return datetime.fromtimestamp(until - 1, UTC).date().isoformat()
