"""What a line of a paytable pays.

Odds are written as the texts and the signs write them: `50 to 1`, `9 for 1`, `$20,000`,
`100% of mega`, `push`. What comes back for each form is the reading `to-and-for`.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Final

from fairdeal.errors import NotOddsError
from fairdeal.rulebook.money import CENTS


class Form(StrEnum):
    """The five forms that odds take in the texts."""

    TO = "to"
    FOR = "for"
    DOLLARS = "dollars"
    METER = "meter"
    PUSH = "push"


# The members as module names, because every settled wager uses them and a module name is quicker to
# look up.
TO, FOR, DOLLARS, METER, PUSH = Form


_PATTERNS: Final = {
    Form.TO: re.compile(r"([\d,]+) to ([\d,]+)"),
    Form.FOR: re.compile(r"([\d,]+) for ([\d,]+)"),
    Form.DOLLARS: re.compile(r"\$([\d,]+)()"),
    Form.METER: re.compile(r"([\d,]+)% of ([a-z]+)"),
    Form.PUSH: re.compile(r"push()()"),
}


@dataclass(frozen=True)
class Odds:
    """The payout of a line: `amount` to or for `per`; dollars; or a percentage of a meter."""

    form: Form
    amount: int = 0
    per: int = 1
    meter: str = ""

    @classmethod
    def parse(cls, text: str) -> "Odds":
        """Read odds as a paytable prints them."""
        for form, pattern in _PATTERNS.items():
            if match := pattern.fullmatch(text.strip()):
                amount, per = match.groups()
                if form is Form.METER:
                    odds = cls(form, _number(amount), meter=per)
                else:
                    odds = cls(form, _number(amount or "0"), _number(per or "1"))
                break
        else:
            raise NotOddsError(
                f"{text[:40]!r} is no payout: write it like 50 to 1, 9 for 1, $20,000, "
                "100% of mega, or push"
            )
        if odds.per == 0 or (odds.form is Form.METER and not 0 < odds.amount <= 100):
            raise NotOddsError(f"{text[:40]!r} is no payout that can be made")
        return odds

    def __str__(self) -> str:
        return self.text

    @cached_property
    def text(self) -> str:
        """The odds as a paytable prints them. The text is cached, because it is shown with every
        payment.
        """
        match self.form:
            case Form.TO | Form.FOR:
                return f"{self.amount:,} {self.form} {self.per}"
            case Form.DOLLARS:
                return f"${self.amount:,}"
            case Form.METER:
                return f"{self.amount}% of {self.meter}"
            case _:
                return "push"

    def returned(self, stake: int, *, collected: bool) -> int:
        """Return the cents that go back for a stake in cents, the stake included if it comes back.

        `collected` means that the stake was taken before the deal, so that a dollar amount is all
        that comes back. Parts of a cent are not paid. A share of a meter is computed by the meter.
        """
        form = self.form
        if form is TO:
            return stake + stake * self.amount // self.per
        if form is FOR:
            return stake * self.amount // self.per
        if form is PUSH:
            return stake
        if form is DOLLARS:
            return self.amount * CENTS + (0 if collected else stake)
        raise ValueError("a share of a meter depends on the meter")

    def net_per_unit(self, *, stake: Fraction = Fraction(1), collected: bool = False) -> Fraction:
        """Return the exact net win for each unit staked; `stake` is the dollars of one unit."""
        match self.form:
            case Form.TO:
                return Fraction(self.amount, self.per)
            case Form.FOR:
                return Fraction(self.amount, self.per) - 1
            case Form.DOLLARS:
                return Fraction(self.amount) / stake - (1 if collected else 0)
            case Form.PUSH:
                return Fraction(0)
            case _:
                raise ValueError("a share of a meter depends on the meter")


def _number(text: str) -> int:
    digits = text.replace(",", "")
    if not digits or len(digits) > 12:
        raise NotOddsError(f"{text[:40]!r} is no number that a paytable can hold")
    return int(digits)
