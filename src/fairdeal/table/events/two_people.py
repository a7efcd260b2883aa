"""Events of the acts that take two people: the dealer reports, the floorperson confirms."""

from typing import Literal, TypeAlias

from fairdeal.table.events.base import Event
from fairdeal.table.values import Cents


class VoidAsked(Event, frozen=True, gc=False, tag="void-asked"):
    """The dealer reported what makes all hands void; the floorperson is asked to confirm it. Where
    the deck goes as well, `removes` says which.
    """

    asked: int
    by: str
    clause: str
    reason: str
    removes: str | None = None


class CorrectionAsked(Event, frozen=True, gc=False, tag="correction-asked"):
    """The dealer reported a wager whose chips differ; the floorperson is asked to confirm."""

    asked: int
    by: str
    seat: int
    wager: str
    how: Literal["give-back", "added"]
    clause: str
    reason: str


class PaymentAsked(Event, frozen=True, gc=False, tag="payment-asked"):
    """The dealer asked for a payment by hand; the floorperson is asked to confirm. It falls when
    the seat is left before that.
    """

    asked: int
    by: str
    seat: int
    cents: Cents
    reason: str

    @property
    def clause(self) -> None:
        """Return None, because no text speaks of this event."""
        return


class HandPayAsked(Event, frozen=True, gc=False, omit_defaults=True, tag="hand-pay-asked"):
    """A seat is to be paid so much that it takes two people: the floorperson is asked to confirm
    before a chip moves. `cents` goes from the tray to the seat, by `wagers`, and `envy` to other
    seats; `hand`, `pays` and `clause` are those of the largest payment, and `meter` is the one that
    pays. `present` are the seats that had not left when it was asked: leaving meanwhile costs
    nobody anything.
    """

    asked: int
    by: str
    seat: int
    cents: Cents
    wagers: dict[str, Cents]
    hand: str
    pays: str
    clause: str
    present: tuple[int, ...]
    envy: Cents = 0
    meter: str | None = None


class PaidByHand(Event, frozen=True, gc=False, tag="paid-by-hand"):
    """A player was paid beside the settlement."""

    seat: int
    cents: Cents
    reason: str


class Confirmed(Event, frozen=True, gc=False, tag="confirmed"):
    """The floorperson confirmed what was asked."""

    asked: int
    by: str


class Denied(Event, frozen=True, gc=False, tag="denied"):
    """The floorperson found that what was reported is not so."""

    asked: int
    by: str
    reason: str


#: What the floorperson may be asked to confirm.
Asked: TypeAlias = VoidAsked | CorrectionAsked | PaymentAsked | HandPayAsked
