"""Commands about seats, bets and the words that players give for the shuffle."""

from typing import Literal

from fairdeal.table.actors import DEALER, FLOOR, PLAYER
from fairdeal.table.commands.base import Command
from fairdeal.table.values import Cents


class Sit(Command, frozen=True, gc=False, tag="sit"):
    """A player takes a seat, or one more box where that is allowed. A `name` is given by whoever
    seats a player without a device.
    """

    given_by = (PLAYER,)
    entered_by = (DEALER, FLOOR)
    under = "seated"
    seat: int
    name: str | None = None


class Leave(Command, frozen=True, gc=False, tag="leave"):
    """A player leaves the seat; during a round that abandons the wagers."""

    given_by = (PLAYER,)
    entered_by = (DEALER, FLOOR)
    under = "leaves"
    seat: int


class BuyIn(Command, frozen=True, gc=False, tag="buy-in"):
    """A player buys chips at the table: they go from the purse to the game account there."""

    given_by = (PLAYER,)
    entered_by = (DEALER, FLOOR)
    under = "seated"
    seat: int
    cents: Cents


class RemovePlayer(Command, frozen=True, gc=False, tag="remove-player"):
    """The floorperson has a player leave, between rounds; wagers go back."""

    given_by = (FLOOR,)
    under = "seated"
    seat: int
    reason: str


class Bet(Command, frozen=True, gc=False, omit_defaults=True, tag="bet"):
    """A player places a wager, or changes it before "no more bets"; in a decision, makes the bet
    that is asked for. A dealer who enters it may have `accepted` it outside of the table's limits.
    """

    given_by = (PLAYER,)
    entered_by = (DEALER,)
    seat: int
    wager: str
    cents: Cents
    accepted: bool = False


class PlaceBets(Command, frozen=True, gc=False, omit_defaults=True, tag="place-bets"):
    """A player places or changes several wagers at once before "no more bets": all, or none. A
    dealer who enters them may have `accepted` some outside of the table's limits.
    """

    given_by = (PLAYER,)
    entered_by = (DEALER,)
    seat: int
    cents: dict[str, Cents]
    accepted: bool = False


class TakeBackBet(Command, frozen=True, gc=False, tag="take-back-bet"):
    """A player takes a wager back before "no more bets"."""

    given_by = (PLAYER,)
    entered_by = (DEALER,)
    under = "closed"
    seat: int
    wager: str


class Ready(Command, frozen=True, gc=False, tag="ready"):
    """A player's bets stand. A word of the player's own may go into the shuffle: a `pledge` to it,
    which is the digest of a word that is revealed later, or an open `word`.
    """

    given_by = (PLAYER,)
    entered_by = (DEALER,)
    seat: int
    word: str | None = None
    pledge: str | None = None


class Pledge(Command, frozen=True, gc=False, tag="pledge"):
    """A player pledges a new word, after a shuffle or cut was ordered after "no more bets"."""

    given_by = (PLAYER,)
    under = "closed"
    seat: int
    pledge: str


class RevealWord(Command, frozen=True, gc=False, tag="reveal-word"):
    """A player reveals the word that was pledged, after "no more bets"."""

    given_by = (PLAYER,)
    under = "closed"
    seat: int
    word: str


class CloseWords(Command, frozen=True, gc=False, tag="close-words"):
    """The time for pledges, or for words that were pledged, is over."""

    under = "dealing.no_more_bets"


class GiveBack(Command, frozen=True, gc=False, tag="give-back"):
    """Wagers that cannot stand go back before "no more bets", with all that depends on them: one
    that is named, or all of the seat.
    """

    given_by = (DEALER, FLOOR)
    seat: int
    wager: str | None = None
    reason: str = ""


class NoMoreBets(Command, frozen=True, gc=False, tag="no-more-bets"):
    """The dealer announces "no more bets"."""

    under = "dealing.no_more_bets"


class Collect(Command, frozen=True, gc=False, tag="collect"):
    """The dealer collects the stakes of one wager before the deal and counts the chips."""

    under = "dealing.no_more_bets"
    wager: str
    chips: int


class CorrectChips(Command, frozen=True, gc=False, tag="correct-chips"):
    """The chips collected differ from the wagers acknowledged: the dealer reports at which seat,
    and whether the wager is given back or its missing chip was added; the floorperson confirms.
    """

    under = "dealing.no_more_bets"
    seat: int
    wager: str
    how: Literal["give-back", "added"]
    reason: str
