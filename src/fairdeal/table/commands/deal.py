"""Commands of the deal and of the count of the stub."""

from typing import Literal

import msgspec

from fairdeal.table.actors import FLOOR
from fairdeal.table.commands.base import Command
from fairdeal.table.values import Face, Place


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
    found: dict[Place, int] = msgspec.field(default_factory=dict)


class RuleCount(Command, frozen=True, gc=False, tag="rule-count"):
    """The floorperson says whether a wrong stub count comes from cards that were misdealt."""

    given_by = (FLOOR,)
    under = "dealing.count"
    misdealt: bool


class RackStub(Command, frozen=True, gc=False, tag="rack-stub"):
    """The stub goes to the discard rack, its cards unseen."""

    under = "dealing.stub"
