"""What the dealer enters at the console for players without a device, at a table of real cards."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from fairdeal.rulebook.money import CENTS, dollars
from fairdeal.rulebook.wager import Bounds
from fairdeal.table.actors import DEALER, FLOOR, Role
from fairdeal.table.legal import Action, legal_actions
from fairdeal.table.real_cards import deals_real_cards, is_without_device
from fairdeal.table.state import OPEN, SeatState, State, account_cents
from fairdeal.web.pages.table.scene_types import ScenePart
from fairdeal.wording.declarations import InputField

_DECISIONS: Final = {"ride": "Let it ride", "withdraw": "Take the bet back", "fold": "Fold"}


class EntryForm(ScenePart, frozen=True):
    """A command that the viewer may enter for a player, with the fields to type."""

    words: str
    command: dict[str, Any]
    fields: tuple[InputField, ...] = ()
    #: Whether the table waits for it.
    asked: bool = False


class EntrySeat(ScenePart, frozen=True):
    """A player without a device, and what may be entered for the player now."""

    seat: int
    name: str
    #: The player's chips at the table that lie on no wager, in cents.
    account: int
    forms: tuple[EntryForm, ...]


class Entering(ScenePart, frozen=True):
    """The players without a device, and the form that seats one more."""

    seats: tuple[EntrySeat, ...]
    seating: EntryForm | None = None


def entering(state: State, roles: Sequence[Role]) -> Entering | None:
    """Return what a viewer with some roles may enter for players; None where that is nothing."""
    if not deals_real_cards(state.rules) or not {DEALER, FLOOR} & set(roles):
        return None
    seats = tuple(
        EntrySeat(
            number,
            seat.name,
            account_cents(state, seat.player),
            tuple(_forms(state, number, seat, roles)),
        )
        for number, seat in sorted(state.seats.items())
        if is_without_device(seat.player) and not seat.left
    )
    free = [n for n in range(1, state.rules.seats + 1) if n not in state.seats]
    seating = EntryForm(
        "Seat a player without a device",
        {"do": "sit"},
        (
            InputField("seat", "Seat", "number", 1, state.rules.seats),
            InputField("name", "Name or number"),
        ),
    )
    return Entering(seats, seating if free else None)


def _forms(
    state: State, number: int, seat: SeatState, roles: Sequence[Role]
) -> Iterator[EntryForm]:
    if DEALER in roles:
        if state.phase is OPEN:
            yield from _betting(state, number, seat)
        else:
            yield from (_decision(state, one) for one in legal_actions(state, number))
    amount = InputField("amount", "Dollars", "number", 1)
    yield EntryForm("Buy in", {"do": "buy-in", "seat": number}, (amount,))
    if not seat.in_round:
        yield EntryForm("Leaves", {"do": "leave", "seat": number})


def _betting(state: State, number: int, seat: SeatState) -> Iterator[EntryForm]:
    if seat.ready:
        return
    rules = state.rules
    fields = tuple(
        # No bounds: what is outside of the limits is refused with its clause.
        InputField(
            f"amounts/{wager.name}",
            f"{wager.title}, {_limits(rules.limits[wager.name])}",
            "number",
            0,
            optional=wager.optional or wager.name in seat.stakes,
        )
        for wager, _ in rules.to_place.values()
    )
    yield EntryForm("Place the bets", {"do": "place-bets", "seat": number}, fields)
    if any(action.do == "ready" for action in legal_actions(state, number)):
        yield EntryForm("The bets stand", {"do": "ready", "seat": number}, asked=True)
    for name, cents in seat.stakes.items():
        words = f"Take back {rules.game.wager[name].title}, {dollars(cents)}"
        yield EntryForm(words, {"do": "take-back-bet", "seat": number, "wager": name})


def _limits(bounds: Bounds) -> str:
    if bounds.amounts:
        return " or ".join(map(dollars, bounds.amounts))
    return f"{dollars(bounds.least)} to {dollars(bounds.most)}"


def _decision(state: State, action: Action) -> EntryForm:
    seat = state.seats[action.seat]
    command: dict[str, Any] = {"do": action.do, "seat": action.seat}
    if action.do == "draw":
        most = min(action.up_to or 0, len(seat.cards))
        field = InputField("discard", "Discards", "cards", 0, most, optional=True)
        return EntryForm("Draw", command, (field,), asked=True)
    if action.do == "bet":
        assert action.wager is not None, "a bet is on a wager"
        least, most_cents = action.least_cents or 0, action.most_cents or 0
        title = f"{state.rules.game.wager[action.wager].title}, dollars"
        field = InputField("amount", title, "number", least // CENTS, most_cents // CENTS)
        return EntryForm("Bet", {**command, "wager": action.wager}, (field,), asked=True)
    return EntryForm(_DECISIONS.get(action.do, action.do), command, asked=True)
