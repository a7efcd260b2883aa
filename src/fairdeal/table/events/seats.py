"""Events of seats, bets and the words that players give for the shuffle."""

import msgspec

from fairdeal.table.events.base import Event
from fairdeal.table.values import Cents, Units


class PlayerSat(Event, frozen=True, gc=False, tag="player-sat"):
    """A player, by id, took a seat; the name is for show."""

    seat: int
    player: str
    name: str
    bot: bool = False


class BoughtIn(Event, frozen=True, gc=False, tag="bought-in"):
    """A player bought chips at the table with money from the purse; the money is in the drop."""

    seat: int
    cents: Cents


class PlayerLeft(Event, frozen=True, gc=False, tag="player-left"):
    """A seat is free again."""

    seat: int


class PlayerRemoved(Event, frozen=True, gc=False, tag="player-removed"):
    """The floorperson had a player leave."""

    seat: int
    reason: str


class PlayerReady(Event, frozen=True, gc=False, tag="player-ready"):
    """A seat's bets stand; the player's word goes into the shuffle."""

    seat: int
    word: str | None = None


class WordPledged(Event, frozen=True, gc=False, tag="word-pledged"):
    """A player pledged a word for the shuffle: `pledge` is its digest."""

    seat: int
    pledge: str


class PledgesClosed(Event, frozen=True, gc=False, tag="pledges-closed"):
    """The time to pledge words anew is over; these seats have pledged none."""

    seats: tuple[int, ...]


class WordRevealed(Event, frozen=True, gc=False, tag="word-revealed"):
    """A player revealed the word that was pledged; it goes into the shuffle."""

    seat: int
    word: str | None


class WordWithheld(Event, frozen=True, gc=False, tag="word-withheld"):
    """A player did not reveal the word that was pledged: the seat has no word in this round."""

    seat: int


class HandAbandoned(Event, frozen=True, gc=False, tag="hand-abandoned"):
    """A player left during the round."""

    seat: int


class HandForfeited(Event, frozen=True, gc=False, tag="hand-forfeited"):
    """A player's wagers are forfeited."""

    seat: int
    reason: str


class PlayerSkipped(Event, frozen=True, gc=False, tag="player-skipped"):
    """A player was skipped and is out of the round."""

    seat: int


class WagerPlaced(Event, frozen=True, gc=False, tag="wager-placed"):
    """A wager went from the player to the layout."""

    seat: int
    wager: str
    cents: Cents


class WagerTakenBack(Event, frozen=True, gc=False, tag="wager-taken-back"):
    """A wager went back from the layout to the player before the bets were closed."""

    seat: int
    wager: str
    cents: Cents


class BetsClosed(Event, frozen=True, gc=False, tag="bets-closed"):
    """No more bets; these seats are in the round."""

    seats: tuple[int, ...]


class MetersFed(Event, frozen=True, gc=False, tag="meters-fed"):
    """The progressive stakes fed the meters."""

    units: dict[str, Units]


class StakesCollected(Event, frozen=True, gc=False, tag="stakes-collected"):
    """The stakes of one wager went from the layout to the table inventory."""

    wager: str
    seats: tuple[int, ...]
    lammers: bool


class ChipAdded(Event, frozen=True, gc=False, tag="chip-added"):
    """A player added the chip that was missing for an acknowledged wager."""

    seat: int
    wager: str
    reason: str


class WagerReturned(Event, frozen=True, gc=False, tag="wager-returned"):
    """A wager went back to the player."""

    seat: int
    wager: str
    cents: Cents
    clause: str
    reason: str = ""


class MetersUnfed(Event, frozen=True, gc=False, omit_defaults=True, tag="meters-unfed"):
    """The meters gave back what they had been fed; `house` is what the house gave back in place of
    meters that were won at another table since (reading `meter-void-linked`).
    """

    units: dict[str, Units]
    house: dict[str, Units] = msgspec.field(default_factory=dict)
