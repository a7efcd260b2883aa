"""Who may see what. The one place that redacts, for states and events alike.

What a viewer may not see is absent from what that viewer is sent. Viewers are `public`, `dealer`,
`floor`, and `seat:3`, a player at that seat, who sees the cards of all his or her boxes.
"""

from typing import Any

from fairdeal.cards import card_text
from fairdeal.english import quoted
from fairdeal.errors import NoViewerError
from fairdeal.rulebook.money import UNITS, to_json
from fairdeal.table import events as ev
from fairdeal.table.legal import legal_actions
from fairdeal.table.next_step import script
from fairdeal.table.state import State
from fairdeal.wire.table import action_document, event_document, instruction_document

VIEWERS = ("public", "dealer", "floor")


def parse_viewer(name: str, seats: int) -> str:
    """A viewer's name, checked."""
    if name in VIEWERS or name in {f"seat:{number}" for number in range(1, seats + 1)}:
        return name
    raise NoViewerError(
        f"there is no viewer {quoted(name)}: choose seat:1 to seat:{seats}, dealer, floor or public"
    )


def own_seats(state: State, viewer: str) -> frozenset[int]:
    """The seats whose cards a viewer holds."""
    if not viewer.startswith("seat:"):
        return frozenset()
    number = int(viewer.removeprefix("seat:"))
    if number not in state.seats:
        return frozenset()
    player = state.seats[number].player
    return frozenset(n for n, seat in state.seats.items() if seat.player == player)


def seen_event(state: State, event: ev.Event, viewer: str) -> dict[str, Any]:
    """An event as a viewer is sent it; `state` is the table's when it happened."""
    document = event_document(event)
    match event:
        case ev.CardsDealt():
            own = {f"seat:{number}" for number in own_seats(state, viewer)}
            for dealt in document["cards"]:
                if dealt["place"] not in own:
                    del dealt["card"]
        case ev.CardsDrawn(seat=seat):
            if seat not in own_seats(state, viewer):
                del document["drawn"]
                document["count"] = len(document.pop("discarded"))
    return document


def view(state: State, viewer: str) -> dict[str, Any]:
    """The table as a viewer is sent it."""
    own = own_seats(state, viewer)
    step = state.current
    at_seat = viewer.startswith("seat:")
    house = {"inventory": to_json(state.inventory)} if viewer in ("dealer", "floor") else {}
    return {
        "version": state.version,
        "viewer": viewer,
        "game": state.rules.game.name,
        "round": state.rounds + 1,
        "phase": str(state.phase),
        "step": None if step is None else type(step).__name__.lower(),
        "turn": state.turn,
        "deck": state.deck or None,
        "decks": [{"deck": deck.color, "stage": str(deck.stage)} for deck in state.decks],
        "board": _board(state),
        "seats": [_seat(state, n, own) for n in sorted(state.seats)],
        "set-aside": [card_text(card) for card in state.set_aside],
        "meters": {
            name: to_json(units, per_dollar=UNITS) for name, units in state.meters.units.items()
        },
        "actions": [
            action_document(action)
            for action in legal_actions(state)
            if not at_seat or action.seat in own
        ],
        "next": [instruction_document(line) for line in script(state)],
        **house,
    }


def _board(state: State) -> dict[str, Any]:
    board = {}
    for area, cards in state.board.items():
        up = state.revealed.get(area, 0)
        shown = [card_text(card) for card in cards[:up]]
        board[area] = {"cards": shown, "face-down": len(cards) - up}
    return board


def _seat(state: State, number: int, own: frozenset[int]) -> dict[str, Any]:
    seat = state.seats[number]
    document: dict[str, Any] = {
        "seat": number,
        "player": seat.player,
        "wagers": {name: to_json(cents) for name, cents in seat.stakes.items()},
        "purse": to_json(state.purses[seat.player]),
    }
    if seat.in_round:
        document["cards-held"] = len(seat.cards)
        if (number in own and not seat.collected) or seat.shown:
            document["cards"] = [card_text(card) for card in seat.cards]
        document["folded"] = seat.folded or False
        document["withdrawn"] = sorted(seat.withdrawn)
        document["taken"] = sorted(seat.taken)
        document["settled"] = sorted(seat.settled)
        document["left"] = seat.left
        document["out"] = seat.out
    return document
