"""Commands about the devices that shuffle and deal."""

from typing import Literal

from fairdeal.table.actors import DEALER, FLOOR
from fairdeal.table.commands.base import Command


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
