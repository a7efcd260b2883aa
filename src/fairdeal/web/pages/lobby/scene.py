"""The lobby as its page draws it: each table with its limits, seats and meters."""

from typing import Any, Final, NamedTuple

from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.rulebook.money import CENTS, UNITS_PER_CENT, dollars
from fairdeal.table.state import OPEN, State

#: The chips that there are, in dollars: a table's sign has the colour of its minimum's.
_CHIPS: Final = (1, 5, 25, 100, 500)


class SeatDot(NamedTuple):
    """A seat as the lobby shows it: free, a bot's, or somebody's."""

    seat: int
    kind: str
    words: str


class MeterSign(NamedTuple):
    """A meter as people read it."""

    name: str
    title: str
    shown: str


class TableCard(NamedTuple):
    """A table as the lobby shows it."""

    face: PublishedTable
    felt: str
    minimum: str
    maximum: str
    chip: int
    dots: tuple[SeatDot, ...]
    company: str
    meters: tuple[MeterSign, ...]
    phase: str
    #: The viewer's own seat, where there is one.
    mine: int | None
    #: Whether somebody may sit down: a seat is free, or a bot's.
    room: bool

    @property
    def game(self) -> Any:
        """The game that is played there."""
        return self.face.state.rules.game


def chip_of(cents: int) -> int:
    """Return the largest chip that is not above a minimum: it gives the sign its colour."""
    return max((one for one in _CHIPS if one * CENTS <= cents), default=_CHIPS[0])


def card_of(face: PublishedTable, person: Person | None) -> TableCard:
    """Return a table as the lobby shows it."""
    state = face.state
    rules = state.rules
    dots = tuple(_dot(state, number) for number in range(1, rules.seats + 1))
    mine = [n for n, seat in state.seats.items() if person and seat.player == person.id]
    people = sum(dot.kind == "taken" for dot in dots)
    bots = sum(dot.kind == "bot" for dot in dots)
    minimum, maximum = rules.minimum_cents, rules.maximum_cents
    return TableCard(
        face=face,
        felt=str(rules.game.felt.colour),
        minimum=dollars(minimum) if minimum is not None else "",
        maximum=dollars(maximum) if maximum is not None else "",
        chip=chip_of(minimum or 0),
        dots=dots,
        company=_company(people, bots, rules.seats),
        meters=tuple(
            MeterSign(
                name,
                "Progressive" if name == "meter" else name.capitalize(),
                _to_the_cent(units // UNITS_PER_CENT),
            )
            for name, units in state.meters.units.items()
        ),
        phase=_phase(face),
        mine=mine[0] if mine else None,
        room=people < rules.seats and face.stopped is None,
    )


def _dot(state: State, number: int) -> SeatDot:
    seat = state.seats.get(number)
    if seat is None:
        return SeatDot(number, "free", f"seat {number}: free")
    kind = "bot" if seat.bot else "taken"
    return SeatDot(number, kind, f"seat {number}: {seat.name}")


def _company(people: int, bots: int, seats: int) -> str:
    """Return the company at a table in words, the same as `lobby.js` writes."""
    free = seats - people - bots
    told = ((people, "player"), (bots, "bot"), (free, "free seat"))
    return ", ".join(f"{count} {word}{'s' * (count > 1)}" for count, word in told if count)


def _to_the_cent(cents: int) -> str:
    return f"${cents // CENTS:,}.{cents % CENTS:02}"


def _phase(face: PublishedTable) -> str:
    if face.stopped is not None:
        return "Stopped"
    return "Bets are open" if face.state.phase is OPEN else "A round is on"
