"""Wagers: when one is made, how much it may be, what it depends on and what pays it."""

from dataclasses import dataclass, field, replace
from typing import TypeAlias

from fairdeal.english import one_of
from fairdeal.rulebook.hand import HandSpec
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.paytable import Paytables


@dataclass(frozen=True, slots=True)
class AnyAmount:
    """Whatever the player likes, in the table's chip step; `binding`: within its limits too."""

    binding: bool = False

    def __str__(self) -> str:
        return "from the table minimum to the maximum" if self.binding else "any amount"


@dataclass(frozen=True, slots=True)
class Equal:
    """The same amount as another wager."""

    to: str

    def __str__(self) -> str:
        return f"equal to {self.to}"


@dataclass(frozen=True, slots=True)
class Times:
    """From `low` to `high` times another wager; `whole`: in whole multiples of it only."""

    of: str
    low: int
    high: int
    whole: bool = False

    def allows(self, stake: int, base: int) -> bool:
        """Whether a stake has the right size beside what it is a multiple of."""
        return self.low * base <= stake <= self.high * base and not (self.whole and stake % base)

    def __str__(self) -> str:
        whole = ", whole multiples" if self.whole else ""
        return f"{self.low} to {self.high} times {self.of}{whole}"


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few amounts, in cents; `by_operator`: an operator may offer fewer of them."""

    cents: tuple[int, ...]
    by_operator: bool = False

    def __str__(self) -> str:
        return one_of([dollars(amount) for amount in self.cents])


Size: TypeAlias = AnyAmount | Equal | Times | OneOf


@dataclass(frozen=True)
class Wager:
    """One betting area of the layout.

    `side`: an additional wager, live even when the hand is folded, and outside the payout limit.
    `settled`: where the procedure speaks of settling it.
    `collected`: its stake is taken into the table inventory before the deal.
    """

    name: str
    title: str
    clause: str
    size: Size
    hand: HandSpec
    pays: Paytables = field(repr=False)
    settled: str
    side: bool = False
    collected: bool = False
    #: Whether a lammer marks the seat when the stake is collected.
    lammer: bool = False
    needs: tuple[str, ...] = ()
    #: Wagers it needs besides under one choice of a reading: (reading, choice, wagers).
    needs_by_reading: tuple[str, str, tuple[str, ...]] | None = None
    #: The decision at which it is made, as the round of its game has it; None is before the deal.
    at: str | None = field(default=None, init=False)

    def made_at(self, decision: str | None) -> "Wager":
        """The wager of a game whose round has it made at a decision, or before the deal."""
        wager = replace(self)
        object.__setattr__(wager, "at", decision)
        return wager

    @property
    def hands(self) -> tuple[HandSpec, ...]:
        """Every hand that it may be paid on: its own, and those that a paytable has instead."""
        return (self.hand, *(table.hand for table in self.pays.tables if table.hand is not None))

    @property
    def optional(self) -> bool:
        """Whether a player may do without it: then it is offered only where a table is chosen."""
        return self.side

    @property
    def progressive(self) -> bool:
        """Whether it is a wager on the meters."""
        return any(table.meters for table in self.pays.tables)
