"""The payout limit of a hand as the lab counts it: in units of the base bet.

A limit is an amount of money, so it has a value in units only where the stake of a unit is known.
What it covers and cuts is the settlement's: see `fairdeal.table.payout.cut_by_limit`.
"""

from dataclasses import dataclass
from fractions import Fraction

from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.rules import Rules
from fairdeal.table.limits import most_winnable


@dataclass(frozen=True)
class StakeLimit:
    """A stake of one unit and the payout limit of a hand, both in dollars."""

    stake: Fraction
    limit: Fraction

    @property
    def units(self) -> Fraction:
        """Return the limit in units of the base bet."""
        return self.limit / self.stake


def stake_limit(
    rules: Rules, stake: Fraction | None, limit: Fraction | None = None
) -> StakeLimit | None:
    """Return the stake of a unit in dollars with the payout limit that counts for it: the one
    given, else that of the rules. None where no stake is known, or no limit.
    """
    if limit is None and rules.payout_limit_cents is not None:
        limit = Fraction(rules.payout_limit_cents, CENTS)
    return None if stake is None or limit is None else StakeLimit(stake, limit)


def limit_units(rules: Rules, stake: Fraction | None) -> Fraction | None:
    """Return the payout limit of the rules in units, at a stake of one unit; None where none
    counts.
    """
    counted = stake_limit(rules, stake)
    return None if counted is None else counted.units


def most_units(rules: Rules) -> Fraction:
    """Return the most that a hand can win with the largest bets, in units of the base bet."""
    lines = tuple((name, table.lines) for name, table in rules.paytables.items())
    return most_winnable(rules.game, tuple(rules.readings.items()), lines, largest=True)


def cutting_limit(rules: Rules, limit: Fraction | None) -> Fraction | None:
    """Return the limit in units if any hand can win more with the largest bets; None where the game
    is the same without it.
    """
    return None if limit is None or limit >= most_units(rules) else limit
