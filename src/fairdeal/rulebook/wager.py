"""Wagers: when one is made, how much it may be, what it depends on and what pays it."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from fairdeal.english import one_of
from fairdeal.rulebook.hand import HandSpec
from fairdeal.rulebook.money import CENTS, dollars
from fairdeal.rulebook.paytable import Paytables

# How much a wager may be --------------------------------------------------------------------------


class Bounds(NamedTuple):
    """The least and the most that a wager may be, in cents, and the step between; or the few
    amounts that it may be.
    """

    least: int
    most: int
    step: int
    amounts: tuple[int, ...] = ()

    def allows(self, cents: int) -> bool:
        """Return whether a stake may be this amount. The least and the most are allowed even off
        the step.
        """
        if self.amounts:
            return cents in self.amounts
        ends = (self.least, self.most)
        return self.least <= cents <= self.most and (cents % self.step == 0 or cents in ends)


class TableLimits(NamedTuple):
    """What an operator allows on a wager, in cents, before the size of the wager narrows it."""

    #: The table's minimum, or one chip step where none is chosen.
    minimum: int
    #: The table's maximum, or the highest stake that there is where none is chosen.
    maximum: int
    #: The most on a side bet of any amount.
    side_maximum: int
    chip_step: int
    #: The stakes that the operator takes on the progressive; empty where nothing is chosen.
    stakes: tuple[int, ...] = ()


class Size(ABC):
    """How much a wager may be.

    Everything that differs between kinds of sizes is answered here: a new kind is a class of its
    own with `bounds` and its text, and words for players in `wording.wagers`. The text (`str`)
    names wagers as rules do: `equal to ante`.
    """

    __slots__ = ()

    @abstractmethod
    def bounds(self, limits: TableLimits, base_cents: int | None = None) -> Bounds:
        """Return what a stake may be at a table. `base_cents` is what lies on the wager `base`;
        without it, the bounds are those that hold whatever is staked there.
        """

    @property
    def base(self) -> str | None:
        """The wager whose stake this one goes by, if it goes by any."""
        return None

    @property
    def multiples(self) -> tuple[int, ...]:
        """The whole multiples of the base that a stake may be; empty if there is no base."""
        return ()

    @property
    def equals(self) -> str | None:
        """The wager that a stake must be equal to; None where a stake may differ from any."""
        return self.base if self.multiples == (1,) else None

    @property
    def amounts(self) -> tuple[int, ...]:
        """The few amounts in cents that the text allows; empty if the text has no such list."""
        return ()

    @property
    def binding(self) -> bool:
        """Whether the table's minimum and maximum are the limits of this very wager."""
        return False

    @property
    def free(self) -> bool:
        """Whether a player chooses the amount without a base or a list to choose from."""
        return self.base is None and not self.amounts

    @property
    def has_side_maximum(self) -> bool:
        """Whether an operator may set a maximum for the wager (`side-maximum`) besides the
        table's.
        """
        return False

    @property
    def default_cents(self) -> int:
        """The stake that figures are given for where nobody has chosen one."""
        return self.amounts[0] if self.amounts else CENTS

    def takes(self, cents: Fraction) -> bool:
        """Return whether the text allows a stake, whatever an operator's limits and other stakes
        are.
        """
        return not self.amounts or cents in self.amounts

    def misfit(self, bounds: Bounds, base_cents: int | None) -> str:
        """Return the objection to a stake that the bounds do not allow, as the end of a
        sentence.
        """
        del bounds
        return f"is not {self}" if base_cents is None else f"is not {self} of {dollars(base_cents)}"

    def off_step(self, step: int) -> str:
        """Return the objection to a stake between the bounds that is no multiple of their step."""
        return f"is no multiple of the chip step {dollars(step)}"

    def contradictions(self, wager: str) -> Iterator[str]:
        """Yield what is wrong with the size that a game's file states for the wager `wager`."""
        del wager
        yield from ()


@dataclass(frozen=True, slots=True)
class AnyAmount(Size):
    """Any amount in the table's chip step; with `binding` it is within the table's limits too."""

    binding: bool = False

    def bounds(self, limits: TableLimits, base_cents: int | None = None) -> Bounds:
        """Return the table's limits if they bind, else from one chip step to the side bets'
        maximum.
        """
        del base_cents
        if self.binding:
            return Bounds(limits.minimum, limits.maximum, limits.chip_step)
        return Bounds(limits.chip_step, limits.side_maximum, limits.chip_step)

    @property
    def has_side_maximum(self) -> bool:
        """True unless the table's own maximum binds."""
        return not self.binding

    def misfit(self, bounds: Bounds, base_cents: int | None) -> str:
        """Return the objection. Only a stake of a finished round is checked here, and there no
        maximum applies.
        """
        del base_cents
        return f"is below the minimum {dollars(bounds.least)}"

    def __str__(self) -> str:
        return "from the table minimum to the maximum" if self.binding else "any amount"


@dataclass(frozen=True, slots=True)
class Equal(Size):
    """The same amount as another wager."""

    to: str

    def bounds(self, limits: TableLimits, base_cents: int | None = None) -> Bounds:
        """Return the amount of the base; the table's limits if the base has no stake."""
        if base_cents is None:
            return Bounds(limits.minimum, limits.maximum, limits.chip_step)
        return Bounds(base_cents, base_cents, limits.chip_step)

    @property
    def base(self) -> str:
        """The wager that the stake equals."""
        return self.to

    @property
    def multiples(self) -> tuple[int, ...]:
        """The multiple 1 alone."""
        return (1,)

    def __str__(self) -> str:
        return f"equal to {self.to}"


@dataclass(frozen=True, slots=True)
class Times(Size):
    """From `low` to `high` times another wager; `whole`: in whole multiples of it only."""

    of: str
    low: int
    high: int
    whole: bool = False

    def bounds(self, limits: TableLimits, base_cents: int | None = None) -> Bounds:
        """Return `low` to `high` times the base, or times the table's limits if the base has no
        stake.
        """
        if base_cents is None:
            least, most = self.low * limits.minimum, self.high * limits.maximum
            return Bounds(least, most, limits.chip_step)
        step = base_cents if self.whole else limits.chip_step
        return Bounds(self.low * base_cents, self.high * base_cents, step)

    @property
    def base(self) -> str:
        """The wager that the stake is a multiple of."""
        return self.of

    @property
    def multiples(self) -> tuple[int, ...]:
        """Every whole number from `low` to `high`."""
        return tuple(range(self.low, self.high + 1))

    def off_step(self, step: int) -> str:
        """Return the objection; where only whole multiples are allowed, it names the base."""
        return f"is no whole multiple of {self.of}" if self.whole else Size.off_step(self, step)

    def __str__(self) -> str:
        return f"{'a whole ' if self.whole else ''}{self.low} to {self.high} times {self.of}"


@dataclass(frozen=True, slots=True)
class OneOf(Size):
    """One of a few amounts, in cents; `by_operator`: an operator may offer fewer of them."""

    cents: tuple[int, ...]
    by_operator: bool = False

    def bounds(self, limits: TableLimits, base_cents: int | None = None) -> Bounds:
        """Return the amounts of the text, or those that the operator has chosen of them."""
        del base_cents
        amounts = tuple(sorted((self.by_operator and limits.stakes) or self.cents))
        return Bounds(amounts[0], amounts[-1], 1, amounts)

    @property
    def amounts(self) -> tuple[int, ...]:
        """The amounts of the text."""
        return self.cents

    def misfit(self, bounds: Bounds, base_cents: int | None) -> str:
        """Return the objection, which lists the amounts that are allowed."""
        del bounds, base_cents
        return f"must be {self}"

    def contradictions(self, wager: str) -> Iterator[str]:
        """Yield the objection to a list that is empty or not in ascending order."""
        if not self.cents or list(self.cents) != sorted(set(self.cents)):
            yield f"the stakes of {wager} do not rise from the least to the highest"

    def __str__(self) -> str:
        return one_of([dollars(amount) for amount in self.cents])


# Wagers -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wager:
    """One betting area of the layout.

    `side` marks an additional wager, which is live even when the hand is folded and is outside the
    payout limit. `settled` is the clause of its settlement. `collected` is the clause by which its
    stake is taken into the table inventory before the deal.
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
    #: Further wagers that it needs under one choice of a reading: (reading, choice, wagers).
    needs_by_reading: tuple[str, str, tuple[str, ...]] | None = None
    #: The decision at which it is made, as the round of its game has it; None is before the deal.
    at: str | None = field(default=None, init=False)

    def made_at(self, decision: str | None) -> "Wager":
        """Return the wager of a game whose round has it made at a decision, or before the deal."""
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
