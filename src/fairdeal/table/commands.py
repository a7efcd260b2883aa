"""What people and devices tell the table.

Inside the program amounts are cents and cards are numbers; `fairdeal.wire.table` reads and
writes the JSON. `by` says whose command it is: a player's, the dealer's or the floorperson's.
`time` is the table's clock in seconds and may be left out where nothing depends on the hour.
Cards are named by whoever deals them: a shuffled source, a script, or a dealer who scans real ones.
"""

from typing import ClassVar, Literal

import msgspec

from fairdeal.cards import Card
from fairdeal.english import kebab


class Command(
    msgspec.Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    tag_field="do",
    tag=kebab,
    forbid_unknown_fields=True,
):
    """What every command has."""

    by: ClassVar[str] = "dealer"
    time: int | None = None


# The cards' life ----------------------------------------------------------------------------------


class ReceiveDecks(Command, frozen=True, gc=False):
    """Decks arrive at the table: one back colour each; preshuffled ones are inspected already."""

    colors: tuple[str, ...] = ("red",)
    preshuffled: bool = False


class InspectCards(Command, frozen=True, gc=False):
    """The dealer inspects the cards for defects."""


class VerifyInspection(Command, frozen=True, gc=False):
    """A floorperson verifies the inspection."""

    by: ClassVar[str] = "floor"


class SpreadCards(Command, frozen=True, gc=False):
    """The cards are spread face up for the first player to look at."""


class WashCards(Command, frozen=True, gc=False):
    """The first player has looked: the cards are turned down, washed and stacked."""


class Shuffle(Command, frozen=True, gc=False):
    """A deck is shuffled; a counting device reports how many cards it counted."""

    deck: str | None = None
    cards: int | None = None


class Cut(Command, frozen=True, gc=False):
    """The cover card goes in so many cards from the top, and what is above it to the bottom."""

    depth: int


class OrderRecut(Command, frozen=True, gc=False):
    """The floorperson has the cards cut again."""

    by: ClassVar[str] = "floor"


class OrderShuffle(Command, frozen=True, gc=False):
    """The floorperson has the cards shuffled again."""

    by: ClassVar[str] = "floor"


class RemoveDecks(Command, frozen=True, gc=False):
    """The decks leave the table, to be changed."""


class SpreadIdle(Command, frozen=True, gc=False):
    """Nobody plays: the cards are spread face down, or face up if a player asks. What lies face
    down is turned up for the player who comes.
    """

    face_up: bool = False


# Seats and wagers ---------------------------------------------------------------------------------


class Sit(Command, frozen=True, gc=False):
    """A player takes a seat, or one more box where that is allowed."""

    by: ClassVar[str] = "player"
    seat: int
    player: str


class Leave(Command, frozen=True, gc=False):
    """A player leaves the seat; during a round that abandons the wagers."""

    by: ClassVar[str] = "player"
    seat: int


class Bet(Command, frozen=True, gc=False):
    """A player places a wager, or changes it before "no more bets"; in a decision, makes the bet
    that is asked for.
    """

    by: ClassVar[str] = "player"
    seat: int
    wager: str
    cents: int


class PlaceBets(Command, frozen=True, gc=False):
    """A player places or changes several wagers at once before "no more bets": all, or none."""

    by: ClassVar[str] = "player"
    seat: int
    cents: dict[str, int]


class TakeBackBet(Command, frozen=True, gc=False):
    """A player takes a wager back before "no more bets"."""

    by: ClassVar[str] = "player"
    seat: int
    wager: str


class NoMoreBets(Command, frozen=True, gc=False):
    """The dealer announces "no more bets"."""


class Collect(Command, frozen=True, gc=False):
    """The dealer collects the stakes of one wager before the deal and counts the chips."""

    wager: str
    chips: int


# The deal -----------------------------------------------------------------------------------------


class Deal(Command, frozen=True, gc=False):
    """The dealer deals the next step of the script, or with `rest` all that are left. `skip` and
    `twice` record what went wrong in a step.
    """

    cards: tuple[Card, ...] | None = None
    rest: bool = False
    skip: tuple[int, ...] = ()
    twice: tuple[int, ...] = ()


class CountStub(Command, frozen=True, gc=False):
    """The dealer counts the stub; `found` gives places with another number of cards than dealt."""

    cards: int
    found: dict[str, int] = {}


class RackStub(Command, frozen=True, gc=False):
    """The stub goes to the discard rack, its cards unseen."""


# Decisions ----------------------------------------------------------------------------------------


class Ride(Command, frozen=True, gc=False):
    """A player lets the bet ride."""

    by: ClassVar[str] = "player"
    seat: int


class Withdraw(Command, frozen=True, gc=False):
    """A player takes the bet back that the round asks about."""

    by: ClassVar[str] = "player"
    seat: int


class Fold(Command, frozen=True, gc=False):
    """A player folds."""

    by: ClassVar[str] = "player"
    seat: int


class Draw(Command, frozen=True, gc=False):
    """A player discards cards, or none, and is given as many new ones."""

    by: ClassVar[str] = "player"
    seat: int
    discard: tuple[Card, ...] = ()
    cards: tuple[Card, ...] | None = None


class Timeout(Command, frozen=True, gc=False):
    """The time to decide has run out: the least costly decision is made."""

    seat: int


class Reveal(Command, frozen=True, gc=False):
    """The dealer turns up the next community cards."""


class Show(Command, frozen=True, gc=False):
    """The dealer turns up the cards of the seat that is next in settlement."""


class Settle(Command, frozen=True, gc=False):
    """The dealer settles the wagers of the next seat."""


class Clear(Command, frozen=True, gc=False):
    """All wagers are settled: the dealer puts the cards into the discard rack."""


# Irregularities -----------------------------------------------------------------------------------


class FaceUp(Command, frozen=True, gc=False):
    """A card lies face up among those still to be dealt."""

    cards: tuple[Card, ...] | None = None


class DrawnInError(Command, frozen=True, gc=False):
    """A card was drawn in error; unless its face was seen it is used as the next card."""

    seen: bool = False
    cards: tuple[Card, ...] | None = None


class WrongNumber(Command, frozen=True, gc=False):
    """A seat (`seat:3`) or an area was dealt a wrong number of cards."""

    place: str
    cards: int


class ExposedCommunity(Command, frozen=True, gc=False):
    """A community card was exposed before its time."""

    area: str


class Skipped(Command, frozen=True, gc=False):
    """A player was accidentally skipped and has no cards."""

    seat: int


class Forfeit(Command, frozen=True, gc=False):
    """A player broke the rules of conduct and forfeits all wagers of the round."""

    by: ClassVar[str] = "floor"
    seat: int
    reason: str = ""


class ShufflerJam(Command, frozen=True, gc=False):
    """The shuffling device jams or does not complete its cycle."""


class ShoeJam(Command, frozen=True, gc=False):
    """The automated dealing shoe jams or stops dealing."""


class Malfunction(Command, frozen=True, gc=False):
    """A device cannot be used any more."""

    device: Literal["shuffler", "shoe"]


class MarkOutOfOrder(Command, frozen=True, gc=False):
    """A device that failed is covered or gets an out-of-order sign."""

    device: Literal["shuffler", "shoe"]
    how: Literal["covered", "sign"] = "sign"


class ReturnDevice(Command, frozen=True, gc=False):
    """A device that was out of order is repaired or replaced and can be used again."""

    by: ClassVar[str] = "floor"
    device: Literal["shuffler", "shoe"]


class ChangeMethod(Command, frozen=True, gc=False):
    """Another way of dealing or shuffling is used in place of a device out of order, or the
    operator's own way again once its device is back.
    """

    by: ClassVar[str] = "floor"
    dealing: str | None = None
    shuffling: str | None = None


COMMANDS: tuple[type[Command], ...] = tuple(Command.__subclasses__())
