"""Events of settlement, and of the end of a round."""

from typing import Literal

from fairdeal.table.events.base import Event
from fairdeal.table.values import Cents, Face, Units


class HandShown(Event, frozen=True, gc=False, tag="hand-shown"):
    """A seat's cards were turned up."""

    seat: int
    cards: tuple[Face, ...]


class HandAnnounced(Event, frozen=True, gc=False, tag="hand-announced"):
    """The dealer announced a hand of a seat by name."""

    seat: int
    of: str
    hand: str
    clause: str


class WagerPaid(Event, frozen=True, gc=False, tag="wager-paid"):
    """A wager was paid or pushed: `cents` went to the player, the stake included where it comes
    back; `cut` is what the payout limit took off, by its own clause.
    """

    seat: int
    wager: str
    cents: Cents
    result: Literal["win", "push"]
    hand: str
    called: str
    pays: str
    clause: str
    cut: Cents = 0
    cut_clause: str | None = None


class MeterPaid(Event, frozen=True, gc=False, tag="meter-paid"):
    """A meter `paid` so much, in whole cents, and shows so much now."""

    meter: str
    units: Units
    paid: Units = 0


class EnvyPaid(Event, frozen=True, gc=False, tag="envy-paid"):
    """A seat was paid an envy bonus for another's hand."""

    seat: int
    holder: int
    cents: Cents
    clause: str


class SeatSettled(Event, frozen=True, gc=False, tag="seat-settled"):
    """A seat's wagers of this pass are settled; its cards may have gone to the discard rack."""

    seat: int
    collected: bool


class RoundVoided(Event, frozen=True, gc=False, tag="round-voided"):
    """All hands are void."""

    clause: str
    reason: str


class RoundEnded(Event, frozen=True, gc=False, tag="round-ended"):
    """The round is over; the cards are in the discard rack."""
