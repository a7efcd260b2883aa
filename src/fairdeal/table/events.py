"""What happened at the table. Events are frozen values: stored, sent, replayed and audited as such.

Amounts are cents and cards are numbers; `fairdeal.wire` writes them for the outside. In what a
viewer is sent, a card whose face is hidden is None.
"""

from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec

from fairdeal.table.values import Cents, Face, Hidden, Place, Units

#: Why a deck leaves the table.
RemovalCause: TypeAlias = Literal["hours", "day", "defect", "count", "method"]


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event"):
    """What every event has: nothing but its name."""


# The cards' life ----------------------------------------------------------------------------------


class DecksReceived(Event, frozen=True, gc=False, tag="decks-received"):
    """Decks arrived."""

    colors: tuple[str, ...]
    preshuffled: bool


class CardsInspected(Event, frozen=True, gc=False, tag="cards-inspected"):
    """The dealer has inspected the cards."""

    by: str


class DefectFound(Event, frozen=True, gc=False, tag="defect-found"):
    """The inspection found a defect in a deck."""

    deck: str
    found: str


class InspectionVerified(Event, frozen=True, gc=False, tag="inspection-verified"):
    """The floorperson has verified the inspection."""

    by: str


class CardsSpread(Event, frozen=True, gc=False, tag="cards-spread"):
    """The cards lie spread on the table."""

    face_up: bool


class CardsWashed(Event, frozen=True, gc=False, tag="cards-washed"):
    """The cards were turned down, washed and stacked."""


class DeckShuffled(Event, frozen=True, gc=False, tag="deck-shuffled"):
    """A deck was shuffled, by hand or by a device, which may have counted the cards."""

    deck: str
    by_machine: bool
    cards: int | None = None


class DeckCut(Event, frozen=True, gc=False, tag="deck-cut"):
    """The deck was cut so many cards from the top."""

    deck: str
    depth: int


class RecutOrdered(Event, frozen=True, gc=False, tag="recut-ordered"):
    """The cut is to be made again."""

    deck: str


class ShuffleOrdered(Event, frozen=True, gc=False, tag="shuffle-ordered"):
    """The deck is to be shuffled again."""

    deck: str
    reason: str


class DeckCounted(Event, frozen=True, gc=False, tag="deck-counted"):
    """A deck was counted before it left the table: by hand, or by a device that found it wrong."""

    deck: str
    cards: int
    right: bool


class DeckRemoved(Event, frozen=True, gc=False, tag="deck-removed"):
    """A deck left the table: at the end of its hours or of the day, with a defect or a wrong count,
    or because the way of shuffling in use has no second deck.
    """

    deck: str
    clause: str
    cause: RemovalCause = "hours"


class DeckCommitted(Event, frozen=True, gc=False, omit_defaults=True, tag="deck-committed"):
    """The house bound itself to the order of a deck before the bets of a round: `commitment` is the
    digest of a secret that is revealed when the round has ended. `protocol` is 2 where players
    pledge their words; in the first one words were open only.
    """

    deck: str
    round: str
    commitment: str
    protocol: int = 1


class SecretsRevealed(Event, frozen=True, gc=False, tag="secrets-revealed"):
    """What the commitments of a round were made from: each commitment with its secret, in order, so
    that the last is that of the deck that was dealt from. With the players' `words` and the depth
    of the `cut`, if there was one, it gives the order of the cards.
    """

    round: str
    secrets: tuple[tuple[str, str], ...]
    words: str = ""
    cut: int | None = None


class SecretsLost(Event, frozen=True, gc=False, tag="secrets-lost"):
    """The secrets of the round up to now are lost: they are revealed as empty texts, and nobody can
    check the order of the cards.
    """

    reason: str


# Seats and wagers ---------------------------------------------------------------------------------


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
    house: dict[str, Units] = {}


# The deal -----------------------------------------------------------------------------------------


class CardsDealt(Event, frozen=True, gc=False, tag="cards-dealt"):
    """Cards went face down, one after the other: to a seat (`seat:3`), an area, or unseen to the
    discard rack (`rack`). So many `steps` of the deal are done with it, and so many places of the
    step that follows (`part`). No cards: a step that was begun ended before all had theirs.
    """

    cards: tuple[tuple[Place, Hidden], ...]
    steps: int
    part: int = 0


class CardSetAside(Event, frozen=True, gc=False, tag="card-set-aside"):
    """A card found face up went to the discard rack."""

    card: Face
    clause: str


class CardReported(Event, frozen=True, gc=False, tag="card-reported"):
    """A card that lies face up, or was drawn in error and seen, where that makes all hands void. It
    stays in its place until the floorperson has answered (reading `denied-report`).
    """

    card: Face
    clause: str


class CardDrawnInError(Event, frozen=True, gc=False, tag="card-drawn-in-error"):
    """A card drawn in error will be used as the next card."""

    clause: str


class StubCounted(Event, frozen=True, gc=False, tag="stub-counted"):
    """The stub was counted: so many cards in it, so many in all, and what that shows. A count that
    `differs` waits for the word of a floorperson, who is not the one it is asked `by`; `misdealt`
    are the places with a wrong number.
    """

    cards: int
    total: int
    result: Literal["right", "misdealt", "wrong-deck", "differs"]
    misdealt: tuple[Place, ...] = ()
    by: str = ""


class CountRuled(Event, frozen=True, gc=False, tag="count-ruled"):
    """The floorperson said whether the cards were misdealt."""

    misdealt: bool
    by: str


class StubRacked(Event, frozen=True, gc=False, tag="stub-racked"):
    """The stub lies in the discard rack."""


# Decisions ----------------------------------------------------------------------------------------

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


# Settlement ---------------------------------------------------------------------------------------


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


# Two people ---------------------------------------------------------------------------------------


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


# Devices ------------------------------------------------------------------------------------------


class DeviceFailed(Event, frozen=True, gc=False, tag="device-failed"):
    """A device cannot be used."""

    device: str


class DeviceMarked(Event, frozen=True, gc=False, tag="device-marked"):
    """A device is covered, or signed out of order."""

    device: str
    how: str


class DeviceReturned(Event, frozen=True, gc=False, tag="device-returned"):
    """A device that was out of order can be used again."""

    device: str


class MethodChanged(Event, frozen=True, gc=False, tag="method-changed"):
    """Another way of dealing or shuffling is in use."""

    dealing: str
    shuffling: str


# The floor ----------------------------------------------------------------------------------------


class DealerTappedIn(Event, frozen=True, gc=False, omit_defaults=True, tag="dealer-tapped-in"):
    """A dealer, by id, has taken the table over, in place of the one who is `relieved`."""

    by: str
    name: str
    relieved: str = ""


class DealerTappedOut(Event, frozen=True, gc=False, omit_defaults=True, tag="dealer-tapped-out"):
    """The dealer has left the table; `by` is who had the dealer leave, if it was somebody else."""

    dealer: str
    by: str = ""


class Announced(Event, frozen=True, gc=False, tag="announced"):
    """Somebody of the house said something to the table."""

    by: str
    words: str


class FloorCalled(Event, frozen=True, gc=False, tag="floor-called"):
    """The floorperson is called."""

    by: str
    reason: str


class CallAnswered(Event, frozen=True, gc=False, tag="call-answered"):
    """The floorperson has come."""

    by: str
    words: str


class TableClosed(Event, frozen=True, gc=False, tag="table-closed"):
    """The table is closed; its log ends here."""

    by: str


class MetersShown(Event, frozen=True, gc=False, omit_defaults=True, tag="meters-shown"):
    """Meters that are linked over several tables have come to this at other ones; those that were
    `won` there paid somebody since they were shown last.
    """

    units: dict[str, Units]
    won: tuple[str, ...] = ()


#: What the floorperson may be asked to confirm.
Asked: TypeAlias = VoidAsked | CorrectionAsked | PaymentAsked | HandPayAsked

EVENTS: tuple[type[Event], ...] = tuple(Event.__subclasses__())


def voided(events: Iterable[Event]) -> RoundVoided | None:
    """Return the first event that makes all hands void; None where there is none."""
    return next((event for event in events if isinstance(event, RoundVoided)), None)
