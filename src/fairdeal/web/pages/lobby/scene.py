"""The lobby as its page draws it: each table with its limits, seats and meters."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.rulebook.money import CENTS, UNITS_PER_CENT, dollars
from fairdeal.table.real_cards import NO_PROOF, deals_real_cards
from fairdeal.table.state import OPEN, State
from fairdeal.web.pages.games.figures import edge_words
from fairdeal.web.pages.train.decks import table_drill_address
from fairdeal.wording.approval import approval_words
from fairdeal.wording.limits import notice_words
from fairdeal.wording.phrases import capital

#: The values of chips in dollars; a table's sign has the colour of the chip of its minimum.
_CHIPS: Final = (1, 5, 25, 100, 500)


#: What stands in place of the seats of a practice table.
OWN_TABLE: Final = "A table of your own, without a clock"


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

    table: PublishedTable
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
    #: Why nobody may sit down, and where there is a seat instead; empty where there is room.
    full: str = ""
    #: Whether its game is practised from here, since no practice table has it.
    practises: bool = False
    #: The house edge of the main wagers in words; empty where it is not known at once.
    edge: str = ""
    #: The drill at this table's least bet and payout limit; empty where there is none.
    drill: str = ""
    #: When its rules were approved, or that they are not yet.
    approval: str = ""
    #: What is said of a table that is dealt from real cards; empty for all others.
    real_cards: str = ""
    #: A change of limits that is posted; empty where none is.
    notice: str = ""

    @property
    def game(self) -> Any:
        """Return the game that is played there."""
        return self.table.state.rules.game


def chip_of(cents: int) -> int:
    """Return the largest chip that is not above a minimum: it gives the sign its colour."""
    return max((one for one in _CHIPS if one * CENTS <= cents), default=_CHIPS[0])


def has_room(table: PublishedTable) -> bool:
    """Return whether a person may sit down at a table: a seat is free, or a bot's."""
    people = sum(not seat.bot for seat in table.state.seats.values())
    return table.stopped is None and people < table.state.rules.seats


def full_words(table: PublishedTable, listed: Sequence[PublishedTable]) -> str:
    """Return that every seat of a table is taken by a player, and which table has a free one."""
    others = [one for one in listed if one is not table and not one.closed and has_room(one)]
    game = table.state.rules.game
    others.sort(key=lambda one: (one.state.rules.game is not game, one.practice))
    words = f"all {table.state.rules.seats} seats of {table.name} are taken by players"
    return f"{words}: {others[0].name} has room" if others else f"{words}: watch until one leaves"


def cards_of(listed: Sequence[PublishedTable], person: Person | None) -> list[TableCard]:
    """Return the tables as the lobby shows them to a person."""
    practised = {table.state.rules.game for table in listed if table.practice and not table.owner}
    cards = []
    for table in listed:
        full = "" if table.stopped or has_room(table) else full_words(table, listed)
        practises = not table.practice and table.state.rules.game not in practised
        cards.append(card_of(table, person)._replace(full=full, practises=practises))
    return cards


def card_of(table: PublishedTable, person: Person | None) -> TableCard:
    """Return a table as the lobby shows it."""
    state = table.state
    rules = state.rules
    # Practice is at a table of one's own: how many sit at this one does not matter.
    seats = () if table.practice else range(1, rules.seats + 1)
    dots = tuple(_dot(state, number) for number in seats)
    mine = [n for n, seat in state.seats.items() if person and seat.player == person.id]
    people = sum(dot.kind == "taken" for dot in dots)
    bots = sum(dot.kind == "bot" for dot in dots)
    minimum, maximum = rules.minimum_cents, rules.maximum_cents
    return TableCard(
        table=table,
        felt=str(rules.game.felt.colour),
        minimum=dollars(minimum) if minimum is not None else "",
        maximum=dollars(maximum) if maximum is not None else "",
        chip=chip_of(minimum or 0),
        dots=dots,
        company=OWN_TABLE if table.practice else _company(people, bots, rules.seats),
        meters=tuple(
            MeterSign(
                name,
                "Progressive" if name == "meter" else name.capitalize(),
                _to_the_cent(units // UNITS_PER_CENT),
            )
            for name, units in state.meters.units.items()
        ),
        phase=_phase(table),
        mine=mine[0] if mine else None,
        room=has_room(table) or (table.practice and table.stopped is None),
        edge=edge_words(rules),
        drill=table_drill_address(rules),
        approval=approval_words(rules),
        real_cards=capital(NO_PROOF) if deals_real_cards(rules) else "",
        notice=notice_words(state),
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
    counts = ((people, "player"), (bots, "bot"), (free, "free seat"))
    return ", ".join(f"{count} {word}{'s' * (count > 1)}" for count, word in counts if count)


def _to_the_cent(cents: int) -> str:
    return f"${cents // CENTS:,}.{cents % CENTS:02}"


def _phase(table: PublishedTable) -> str:
    if table.stopped is not None:
        return "Stopped"
    return "Bets are open" if table.state.phase is OPEN else "A round is on"
