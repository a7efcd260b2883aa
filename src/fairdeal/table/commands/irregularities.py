"""Commands that report what went wrong, and the answers of the floorperson."""

from fairdeal.table.actors import FLOOR
from fairdeal.table.commands.base import Command
from fairdeal.table.values import Face, Place


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
