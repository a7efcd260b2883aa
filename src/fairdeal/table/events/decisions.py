"""Events of the players' decisions, and of the cards that follow from them."""

from typing import Literal

from fairdeal.table.events.base import Event
from fairdeal.table.values import Cents, Face, Place

#: Who made a decision: the player, the clock, or the house for a player who has left.
Cause = Literal["player", "clock", "left"]


class BetRode(Event, frozen=True, gc=False, tag="bet-rode"):
    """A player let a bet ride."""

    seat: int
    wager: str


class BetWithdrawn(Event, frozen=True, gc=False, tag="bet-withdrawn"):
    """A bet went back to the player."""

    seat: int
    wager: str
    cents: Cents
    cause: Cause = "player"


class HandFolded(Event, frozen=True, gc=False, tag="hand-folded"):
    """A hand was folded; the cards are kept where an additional wager is live."""

    seat: int
    at: str
    kept: bool
    cause: Cause = "player"


class WagerLost(Event, frozen=True, gc=False, tag="wager-lost"):
    """A wager was lost, by the hand or by what became of it; its stake is in the table inventory
    now.
    """

    seat: int
    wager: str
    cents: Cents
    cause: Literal["hand", "fold", "forfeit", "abandoned"]
    clause: str
    hand: str | None = None
    called: str | None = None


class BetsCalled(Event, frozen=True, gc=False, tag="bets-called"):
    """The dealer announced "no more bets" inside the round."""


class CardsDiscarded(Event, frozen=True, gc=False, tag="cards-discarded"):
    """A player discarded so many cards, or none."""

    seat: int
    count: int
    cards: tuple[Face, ...] | None
    cause: Cause = "player"


class CardsReplaced(Event, frozen=True, gc=False, tag="cards-replaced"):
    """A seat's discards were collected and replaced."""

    seat: int
    count: int
    cards: tuple[Face, ...] | None


class CardsRevealed(Event, frozen=True, gc=False, tag="cards-revealed"):
    """Community cards were turned up, each at its area."""

    cards: tuple[tuple[Place, Face], ...]
