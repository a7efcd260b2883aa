"""Commands of the people who run the table, and of the house itself."""

from fairdeal.table.actors import DEALER, FLOOR, OPERATOR, PLAYER
from fairdeal.table.commands.base import Command
from fairdeal.table.values import Cents, Units


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


class PostLimits(Command, frozen=True, gc=False, tag="post-limits"):
    """The operator posts other limits of the table: they are in force at once where nobody plays,
    else after half an hour. The limits that are in force withdraw a notice.
    """

    given_by = (OPERATOR,)
    minimum: Cents
    maximum: Cents


class EnforceLimits(Command, frozen=True, gc=False, tag="enforce-limits"):
    """The notice of other limits is over: they are in force now. Only the house gives it, by
    itself.
    """

    given_by = (FLOOR,)
