"""What happened at the table. Events are frozen values: stored, sent, replayed and audited as such.

Amounts are cents and cards are numbers; `fairdeal.wire.table` writes them for the outside.
"""

from typing import Final

import msgspec

from fairdeal.cards import Card
from fairdeal.english import kebab


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag=kebab):
    """What every event has: nothing but its name."""


# The cards' life ----------------------------------------------------------------------------------


class ClockSet(Event, frozen=True, gc=False):
    """The table's clock moved on."""

    time: int


class DecksReceived(Event, frozen=True, gc=False):
    """Decks arrived."""

    colors: tuple[str, ...]
    preshuffled: bool


class CardsInspected(Event, frozen=True, gc=False):
    """The dealer has inspected the cards."""


class InspectionVerified(Event, frozen=True, gc=False):
    """The floorperson has verified the inspection."""


class CardsSpread(Event, frozen=True, gc=False):
    """The cards lie spread on the table."""

    face_up: bool


class CardsWashed(Event, frozen=True, gc=False):
    """The cards were turned down, washed and stacked."""


class DeckShuffled(Event, frozen=True, gc=False):
    """A deck was shuffled, by hand or by a device."""

    deck: str
    by_machine: bool


class DeckCut(Event, frozen=True, gc=False):
    """The deck was cut so many cards from the top."""

    deck: str
    depth: int


class RecutOrdered(Event, frozen=True, gc=False):
    """The cut is to be made again."""

    deck: str


class ShuffleOrdered(Event, frozen=True, gc=False):
    """The deck is to be shuffled again."""

    deck: str
    reason: str


class DeckRemoved(Event, frozen=True, gc=False):
    """A deck left the table."""

    deck: str
    clause: str


# Seats and wagers ---------------------------------------------------------------------------------


class PlayerSat(Event, frozen=True, gc=False):
    """A player took a seat."""

    seat: int
    player: str


class PlayerLeft(Event, frozen=True, gc=False):
    """A seat is free again."""

    seat: int


class HandAbandoned(Event, frozen=True, gc=False):
    """A player left during the round."""

    seat: int


class HandForfeited(Event, frozen=True, gc=False):
    """A player's wagers are forfeited."""

    seat: int
    reason: str


class PlayerSkipped(Event, frozen=True, gc=False):
    """A player was skipped and is out of the round."""

    seat: int


class WagerPlaced(Event, frozen=True, gc=False):
    """A wager went from the player to the layout."""

    seat: int
    wager: str
    cents: int


class WagerTakenBack(Event, frozen=True, gc=False):
    """A wager went back from the layout to the player before the bets were closed."""

    seat: int
    wager: str
    cents: int


class BetsClosed(Event, frozen=True, gc=False):
    """No more bets; these seats are in the round."""

    seats: tuple[int, ...]


class MetersFed(Event, frozen=True, gc=False):
    """The progressive stakes fed the meters."""

    #: In ten-thousandths of a cent.
    units: dict[str, int]


class StakesCollected(Event, frozen=True, gc=False):
    """The stakes of one wager went from the layout to the table inventory."""

    wager: str
    seats: tuple[int, ...]
    lammers: bool


class WagerReturned(Event, frozen=True, gc=False):
    """A wager went back to the player."""

    seat: int
    wager: str
    cents: int
    clause: str


class MetersUnfed(Event, frozen=True, gc=False):
    """The meters gave back what they had been fed."""

    units: dict[str, int]


# The deal -----------------------------------------------------------------------------------------


#: Where a card goes that is discarded unseen.
RACK: Final = "rack"


class CardsDealt(Event, frozen=True, gc=False):
    """Cards went face down, one after the other: to a seat (`seat:3`), an area, or unseen to the
    discard rack (`rack`). So many `steps` of the dealing script are done with it.
    """

    cards: tuple[tuple[str, Card], ...]
    steps: int


class CardSetAside(Event, frozen=True, gc=False):
    """A card found face up went to the discard rack."""

    card: Card
    clause: str


class CardDrawnInError(Event, frozen=True, gc=False):
    """A card drawn in error will be used as the next card."""

    clause: str


class StubCounted(Event, frozen=True, gc=False):
    """The stub was counted and is right."""

    cards: int


class StubRacked(Event, frozen=True, gc=False):
    """The stub lies in the discard rack."""


# Decisions ----------------------------------------------------------------------------------------


class BetRode(Event, frozen=True, gc=False):
    """A player let a bet ride."""

    seat: int
    wager: str


class BetWithdrawn(Event, frozen=True, gc=False):
    """A player took a bet back."""

    seat: int
    wager: str
    cents: int


class HandFolded(Event, frozen=True, gc=False):
    """A player folded; the cards are kept where an additional wager is live."""

    seat: int
    at: str
    kept: bool


class WagerLost(Event, frozen=True, gc=False):
    """A wager was lost; its stake is in the table inventory now."""

    seat: int
    wager: str
    cents: int
    hand: str | None = None
    called: str | None = None
    clause: str | None = None


class BetsCalled(Event, frozen=True, gc=False):
    """The dealer announced "no more bets" inside the round."""


class CardsDrawn(Event, frozen=True, gc=False):
    """A player discarded cards, or none, and was given as many new ones."""

    seat: int
    discarded: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()


class CardsRevealed(Event, frozen=True, gc=False):
    """Community cards were turned up, each at its area."""

    cards: tuple[tuple[str, Card], ...]


# Settlement ---------------------------------------------------------------------------------------


class HandShown(Event, frozen=True, gc=False):
    """A seat's cards were turned up."""

    seat: int
    cards: tuple[Card, ...]


class WagerPaid(Event, frozen=True, gc=False):
    """A wager was paid or pushed: `cents` went to the player, the stake included where it comes
    back; `cut` is what the payout limit took off.
    """

    seat: int
    wager: str
    cents: int
    result: str
    hand: str
    called: str
    pays: str
    clause: str
    cut: int = 0


class MeterPaid(Event, frozen=True, gc=False):
    """A meter paid a share and shows so much now."""

    meter: str
    units: int


class EnvyPaid(Event, frozen=True, gc=False):
    """A seat was paid an envy bonus for another's hand."""

    seat: int
    holder: int
    cents: int
    clause: str


class SeatSettled(Event, frozen=True, gc=False):
    """A seat's wagers of this pass are settled; its cards may have gone to the discard rack."""

    seat: int
    collected: bool


class RoundVoided(Event, frozen=True, gc=False):
    """All hands are void."""

    clause: str
    reason: str


class RoundEnded(Event, frozen=True, gc=False):
    """The round is over; the cards are in the discard rack."""


# Devices ------------------------------------------------------------------------------------------


class DeviceFailed(Event, frozen=True, gc=False):
    """A device cannot be used."""

    device: str


class DeviceMarked(Event, frozen=True, gc=False):
    """A device is covered, or signed out of order."""

    device: str
    how: str


class DeviceReturned(Event, frozen=True, gc=False):
    """A device that was out of order can be used again."""

    device: str


class MethodChanged(Event, frozen=True, gc=False):
    """Another way of dealing or shuffling is in use."""

    dealing: str
    shuffling: str


EVENTS: tuple[type[Event], ...] = tuple(Event.__subclasses__())
