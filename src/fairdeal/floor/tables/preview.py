"""Preview of a command: what it would lead to for chips, meters and decks, before anybody gives it.

It comes from the same rules and the same ledger as the command itself, and changes nothing.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from fairdeal.errors import Refused
from fairdeal.floor.floor import Floor
from fairdeal.floor.money.ledger import (
    balance_changes,
    event_transfers,
    game_account,
    inventory_account,
    layout_account,
    player_account,
)
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.permission import authorize, read_command_body
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import FLOOR, Actor
from fairdeal.table.decide import clause_of
from fairdeal.table.dry_run import DryRun, dry_runs
from fairdeal.table.questions import tells_count
from fairdeal.table.state import State
from fairdeal.table.walk import Change
from fairdeal.wire.commands import command_document
from fairdeal.wording.chips import chips_in_words
from fairdeal.wording.consequence import consequences

#: Events that pay a player out of the tray; of a wager, the stake goes back as well.
_PAID: Final = (ev.WagerPaid, ev.EnvyPaid, ev.PaidByHand)


class SeatChange(msgspec.Struct, frozen=True):
    """What a seat gets and loses, in cents."""

    seat: int
    name: str
    back: int = 0
    lost: int = 0
    #: What of `back` the house pays; the rest are the seat's own stakes, which lie on the layout.
    paid: int = 0
    #: What is paid, or else what is given back, as chips to cut.
    chips: str = ""
    #: The wagers that it is about, with their amounts.
    wagers: tuple[tuple[str, int], ...] = ()


class MeterChange(msgspec.Struct, frozen=True):
    """The new amount of a meter and its change, in ten-thousandths of a cent."""

    meter: str
    units: int
    change: int


class DeckChange(msgspec.Struct, frozen=True):
    """A deck's stage before and after; `now` is empty if the deck is removed."""

    deck: str
    was: str
    now: str


class Consequence(msgspec.Struct, frozen=True):
    """One sentence about what follows, with its clause."""

    words: str
    clause: str | None = None


class PreviewedOutcome(msgspec.Struct, frozen=True):
    """One possible outcome. `said` is the second person's command that leads to it, where the
    outcome depends on one.
    """

    void: bool = False
    back: int = 0
    said: dict[str, Any] | None = None
    words: tuple[Consequence, ...] = ()
    seats: tuple[SeatChange, ...] = ()
    meters: tuple[MeterChange, ...] = ()
    decks: tuple[DeckChange, ...] = ()


class Preview(msgspec.Struct, frozen=True):
    """All outcomes of a command. `second` is the role of the person who has to confirm, if any."""

    version: int
    outcomes: tuple[PreviewedOutcome, ...]
    clause: str | None = None
    second: str = ""


def preview(floor: Floor, person: Person, table: str, document: Mapping[str, Any]) -> Preview:
    """Return the preview of a person's command; a command that is not allowed has no preview."""
    live = floor.table(table)
    body = read_command_body(live.state, document)
    by, command = authorize(live, person, body), body.command
    if tells_count(command):
        reason = "counts are blind: the result of a count is shown after it is made"
        raise Refused(reason, clause_of(live.state, type(command)))
    state = replace(live.state, clock=max(floor.time, live.state.clock))
    return preview_of(table, state, command, by)


def preview_of(table: str, state: State, command: cmd.Command, by: Actor) -> Preview:
    """Return the preview of a command in a state of a table."""
    runs = dry_runs(state, command, by)
    outcomes = tuple(_outcome(table, state, run) for run in runs)
    asks = any(run.said is not None for run in runs)
    cited = [one.clause for outcome in outcomes for one in outcome.words if one.clause]
    clause = cited[0] if cited else clause_of(state, type(command))
    return Preview(state.version, outcomes, clause, str(FLOOR) if asks else "")


def _outcome(table: str, before: State, run: DryRun) -> PreviewedOutcome:
    seats = _seats(table, run.changes)
    void = ev.first_void(event for _, event, _ in run.changes)
    return PreviewedOutcome(
        void is not None,
        sum(seat.back for seat in seats),
        None if run.said is None else command_document(run.said),
        tuple(Consequence(*one) for one in consequences(run.changes)),
        seats,
        tuple(
            MeterChange(name, units, units - before.meters.units[name])
            for name, units in run.after.meters.units.items()
            if units != before.meters.units[name]
        ),
        _decks(before, run.after),
    )


def _seats(table: str, made: Iterable[Change]) -> tuple[SeatChange, ...]:
    """Return by seat what the ledger would move between players and the table."""
    found: dict[int, SeatChange] = {}
    inventory = inventory_account(table)
    for state, event, _ in made:
        number: int | None = getattr(event, "seat", None)
        seat = state.seats.get(number) if number is not None else None
        if number is None or seat is None:
            continue
        moves = event_transfers(table, state, event)
        moved = balance_changes(moves)
        own = (player_account(seat.player), game_account(table, seat.player))
        lay = sum(one.units for one in moves if one.debit == layout_account(table))
        back = sum(moved.get(account, 0) for account in own) // UNITS_PER_CENT
        lost = max(0, moved.get(inventory, 0) // UNITS_PER_CENT) if back <= 0 else 0
        if not back and not lost:
            continue
        one = found.get(number) or SeatChange(number, seat.name)
        name = getattr(event, "wager", None)
        title = state.rules.game.wager[name].title if name else ""
        found[number] = replace(
            one,
            back=one.back + back,
            lost=one.lost + lost,
            paid=one.paid + (back - lay // UNITS_PER_CENT if isinstance(event, _PAID) else 0),
            wagers=(*one.wagers, (title, back or lost)) if title else one.wagers,
        )
    return tuple(
        replace(one, chips=chips_in_words(one.paid or max(0, one.back)))
        for _, one in sorted(found.items())
    )


def _decks(before: State, after: State) -> tuple[DeckChange, ...]:
    now = {deck.color: str(deck.stage) for deck in after.decks}
    return tuple(
        DeckChange(deck.color, str(deck.stage), now.get(deck.color, ""))
        for deck in before.decks
        if now.get(deck.color, "") != str(deck.stage)
    )
