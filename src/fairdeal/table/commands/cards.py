"""Commands about the cards' life, from the delivery of a deck until it leaves the table."""

from fairdeal.table.actors import DEALER, FLOOR
from fairdeal.table.commands.base import Command


class ReceiveDecks(Command, frozen=True, gc=False, tag="receive-decks"):
    """Decks arrive at the table: one back colour each; preshuffled ones are inspected already."""

    under = "inspect"
    colors: tuple[str, ...] = ("red",)
    preshuffled: bool = False


class InspectCards(Command, frozen=True, gc=False, tag="inspect-cards"):
    """The dealer inspects the cards; a deck with a `defect` leaves the table."""

    under = "inspect"
    deck: str | None = None
    defect: str | None = None


class VerifyInspection(Command, frozen=True, gc=False, tag="verify-inspection"):
    """A floorperson verifies the inspection that somebody else made."""

    given_by = (FLOOR,)
    under = "inspect"


class SpreadCards(Command, frozen=True, gc=False, tag="spread-cards"):
    """The cards are spread face up for the first player to look at."""

    under = "spread"


class WashCards(Command, frozen=True, gc=False, tag="wash-cards"):
    """The first player has looked: the cards are turned down, washed and stacked."""

    under = "wash"


class Shuffle(Command, frozen=True, gc=False, tag="shuffle"):
    """A deck is shuffled; a counting device reports how many cards it counted."""

    under = "shuffle"
    deck: str | None = None
    cards: int | None = None


class Cut(Command, frozen=True, gc=False, tag="cut"):
    """The cover card goes in so many cards from the top, and what is above it to the bottom."""

    under = "cut"
    depth: int


class OrderRecut(Command, frozen=True, gc=False, tag="order-recut"):
    """The floorperson has the cards cut again."""

    given_by = (FLOOR,)
    under = "recut"


class OrderShuffle(Command, frozen=True, gc=False, tag="order-shuffle"):
    """The floorperson has the cards shuffled again."""

    given_by = (FLOOR,)
    under = "shuffle_ordered"


class RemoveDecks(Command, frozen=True, gc=False, tag="remove-decks"):
    """The decks leave the table, to be changed."""

    given_by = (DEALER, FLOOR)
    under = "hours_shoe"


class SpreadIdle(Command, frozen=True, gc=False, tag="spread-idle"):
    """Nobody plays: the cards are spread face down, or face up if a player asks. What lies face
    down is turned up for the player who comes.
    """

    under = "idle"
    face_up: bool = False
