"""Commands of the players' decisions, and of settlement."""

from typing import Final

from fairdeal.table.actors import DEALER, PLAYER
from fairdeal.table.commands.base import Command
from fairdeal.table.values import Face


class Ride(Command, frozen=True, gc=False, tag="ride"):
    """A player lets the bet ride."""

    given_by = (PLAYER,)
    entered_by = (DEALER,)
    under = "conduct"
    seat: int


class Withdraw(Command, frozen=True, gc=False, tag="withdraw"):
    """A player takes the bet back that the round asks about."""

    given_by = (PLAYER,)
    entered_by = (DEALER,)
    under = "conduct"
    seat: int


class Fold(Command, frozen=True, gc=False, tag="fold"):
    """A player folds."""

    given_by = (PLAYER,)
    entered_by = (DEALER,)
    under = "conduct"
    seat: int


#: The decisions that say no more than their word, by it.
PLAIN_DECISIONS: Final[dict[str, type[Ride | Withdraw | Fold]]] = {
    "ride": Ride,
    "withdraw": Withdraw,
    "fold": Fold,
}


class Draw(Command, frozen=True, gc=False, tag="draw"):
    """A player discards cards, or none; the dealer replaces them."""

    given_by = (PLAYER,)
    entered_by = (DEALER,)
    under = "conduct"
    seat: int
    discard: tuple[Face, ...] = ()


class Replace(Command, frozen=True, gc=False, tag="replace"):
    """The dealer collects the discards of a seat and gives as many new cards."""

    under = "conduct"
    seat: int | None = None
    cards: tuple[Face, ...] | None = None


class Timeout(Command, frozen=True, gc=False, tag="timeout"):
    """The time to decide has run out: the least costly decision is made."""

    under = "leaves"
    seat: int


class Reveal(Command, frozen=True, gc=False, tag="reveal"):
    """The dealer turns up the next community cards."""

    under = "conduct"


class Show(Command, frozen=True, gc=False, tag="show"):
    """The dealer turns up the cards of the seat that is next in settlement."""

    under = "clear"


class Settle(Command, frozen=True, gc=False, omit_defaults=True, tag="settle"):
    """The dealer settles the wagers of the next seat; with `row` only its next row. `seats` names
    several seats that are next in this order: the cards of each are turned up first if they are
    still face down.
    """

    under = "clear"
    seats: tuple[int, ...] = ()
    row: bool = False


class Clear(Command, frozen=True, gc=False, tag="clear"):
    """All wagers are settled: the dealer puts the cards into the discard rack."""

    under = "clear"
