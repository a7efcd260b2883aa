"""What people and devices tell the table.

A command says what is done and nothing else: who gives it, when, and with which key belongs to the
entry around it (`fairdeal.table.entry`). `given_by` are the roles that may give it, whose it is
first; `under` names the clause that says so in the game's `Procedure`. `entered_by` are the roles
that may enter it for a player without a device, where real cards are dealt.

Inside the program amounts are cents and cards are numbers; `fairdeal.wire` reads and writes the
JSON. Cards are named only at a table whose cards are named from outside, by a dealer who scans real
ones or by a script.
"""

from typing import ClassVar, Literal

import msgspec

from fairdeal.table.actors import DEALER, FLOOR, OPERATOR, PLAYER, Role
from fairdeal.table.values import Cents, Face, Place, Units


class Command(
    msgspec.Struct,
    frozen=True,
    gc=False,
    tag_field="do",
    forbid_unknown_fields=True,
):
    """What every command has: nothing but its name."""

    given_by: ClassVar[tuple[Role, ...]] = (DEALER,)
    under: ClassVar[str] = "place"
    entered_by: ClassVar[tuple[Role, ...]] = ()


# The cards' life ----------------------------------------------------------------------------------


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


# Seats and wagers ---------------------------------------------------------------------------------


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


# The deal -----------------------------------------------------------------------------------------


class Deal(Command, frozen=True, gc=False, tag="deal"):
    """The dealer deals the next step, with `rest` all steps that are left, or a `part` of the
    step: the next card, or all of the next place. `skip` and `twice` record what went wrong.
    """

    under = "dealing.no_more_bets"
    cards: tuple[Face, ...] | None = None
    rest: bool = False
    part: Literal["card", "place"] | None = None
    skip: tuple[int, ...] = ()
    twice: tuple[int, ...] = ()


class CountStub(Command, frozen=True, gc=False, tag="count-stub"):
    """The dealer counts the stub; `found` gives places with another number of cards than dealt."""

    under = "dealing.count"
    cards: int
    found: dict[Place, int] = {}


class RuleCount(Command, frozen=True, gc=False, tag="rule-count"):
    """The floorperson says whether a wrong stub count comes from cards that were misdealt."""

    given_by = (FLOOR,)
    under = "dealing.count"
    misdealt: bool


class RackStub(Command, frozen=True, gc=False, tag="rack-stub"):
    """The stub goes to the discard rack, its cards unseen."""

    under = "dealing.stub"


# Decisions ----------------------------------------------------------------------------------------


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


# Irregularities -----------------------------------------------------------------------------------


class FaceUp(Command, frozen=True, gc=False, tag="face-up"):
    """A card lies face up among those still to be dealt."""

    under = "irregular.face_up"
    cards: tuple[Face, ...] | None = None


class DrawnInError(Command, frozen=True, gc=False, tag="drawn-in-error"):
    """A card was drawn in error; unless its face was seen it is used as the next card."""

    under = "irregular.drawn_in_error"
    seen: bool = False
    cards: tuple[Face, ...] | None = None


class WrongNumber(Command, frozen=True, gc=False, tag="wrong-number"):
    """A seat (`seat:3`) or an area was dealt a wrong number of cards."""

    under = "dealing.misdealt"
    place: Place
    cards: int


class ExposedCommunity(Command, frozen=True, gc=False, tag="exposed-community"):
    """A community card was exposed before its time."""

    under = "irregular.face_up"
    area: str


class Skipped(Command, frozen=True, gc=False, tag="skipped"):
    """A player was accidentally skipped and has no cards."""

    under = "dealing.misdealt"
    seat: int


class Forfeit(Command, frozen=True, gc=False, tag="forfeit"):
    """A player broke the rules of conduct and forfeits all wagers of the round."""

    given_by = (FLOOR,)
    under = "conduct"
    seat: int
    reason: str = ""


class Confirm(Command, frozen=True, gc=False, tag="confirm"):
    """The floorperson confirms the void or the correction that the dealer has reported."""

    given_by = (FLOOR,)
    under = "irregular.face_up"
    asked: int | None = None


class Deny(Command, frozen=True, gc=False, tag="deny"):
    """The floorperson finds that what the dealer reported is not so: the round goes on."""

    given_by = (FLOOR,)
    under = "irregular.face_up"
    reason: str
    asked: int | None = None


# Devices ------------------------------------------------------------------------------------------


class ShufflerJam(Command, frozen=True, gc=False, tag="shuffler-jam"):
    """The shuffling device jams or does not complete its cycle."""

    under = "irregular.shuffler_jam"


class LoseSecrets(Command, frozen=True, gc=False, tag="lose-secrets"):
    """The secret of the cards is lost, so that nobody can deal them on: a round that is on is to be
    void, and bets that are open wait for a new shuffle.
    """

    under = "irregular.shoe_jam"


class ShoeJam(Command, frozen=True, gc=False, tag="shoe-jam"):
    """The automated dealing shoe jams or stops dealing."""

    under = "irregular.shoe_jam"


class Malfunction(Command, frozen=True, gc=False, tag="malfunction"):
    """A device cannot be used any more."""

    under = "irregular.out_of_order"
    device: Literal["shuffler", "shoe"]


class MarkOutOfOrder(Command, frozen=True, gc=False, tag="mark-out-of-order"):
    """A device that failed is covered or gets an out-of-order sign."""

    given_by = (DEALER, FLOOR)
    under = "irregular.out_of_order"
    device: Literal["shuffler", "shoe"]
    how: Literal["covered", "sign"] = "sign"


class ReturnDevice(Command, frozen=True, gc=False, tag="return-device"):
    """A device that was out of order is repaired or replaced and can be used again."""

    given_by = (FLOOR,)
    under = "irregular.out_of_order"
    device: Literal["shuffler", "shoe"]


class ChangeMethod(Command, frozen=True, gc=False, tag="change-method"):
    """Another way of dealing or shuffling is used in place of a device out of order, or the
    operator's own way again once its device is back.
    """

    given_by = (FLOOR,)
    under = "irregular.out_of_order"
    dealing: str | None = None
    shuffling: str | None = None


# The floor ----------------------------------------------------------------------------------------


class TapIn(Command, frozen=True, gc=False, omit_defaults=True, tag="tap-in"):
    """A dealer takes the table over, at any moment: from now on nobody else deals there. Who is
    dealing there is named in `relieves`, by id.
    """

    relieves: str = ""


class TapOut(Command, frozen=True, gc=False, tag="tap-out"):
    """The dealer leaves the table, or the floorperson has the dealer leave it."""

    given_by = (DEALER, FLOOR, OPERATOR)


class Announce(Command, frozen=True, gc=False, tag="announce"):
    """The dealer or the floorperson says something to the table."""

    given_by = (DEALER, FLOOR)
    words: str


class CallFloor(Command, frozen=True, gc=False, tag="call-floor"):
    """The dealer, or a player, calls the floorperson."""

    given_by = (DEALER, PLAYER)
    reason: str


class PayByHand(Command, frozen=True, gc=False, tag="pay-by-hand"):
    """Between rounds the dealer asks for a payment beside the settlement, to put right what was
    paid too little; the floorperson confirms.
    """

    seat: int
    cents: Cents
    reason: str


class AnswerCall(Command, frozen=True, gc=False, tag="answer-call"):
    """The floorperson has come and says what was found."""

    given_by = (FLOOR,)
    words: str = ""


class CloseTable(Command, frozen=True, gc=False, tag="close-table"):
    """The end of the day: the cards of each deck are counted and leave the table, and so does
    everybody else.
    """

    given_by = (FLOOR,)
    under = "hours_shoe"
    cards: dict[str, int]


class ShowMeters(Command, frozen=True, gc=False, omit_defaults=True, tag="show-meters"):
    """The system that links meters over several tables shows what they have come to, and which of
    them were `won` at another; it is the house's own, and no person gives it.
    """

    given_by = (OPERATOR,)
    units: dict[str, Units]
    won: tuple[str, ...] = ()


COMMANDS: tuple[type[Command], ...] = tuple(Command.__subclasses__())
