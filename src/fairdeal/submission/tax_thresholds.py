"""The dated table of tax thresholds: from when on which winnings at table games need Form W-2G.

The figures change by law and by year. This file is the only place that has them; a new year is a
new row, and no earlier row is changed.
"""

from datetime import date
from math import ceil
from typing import Final, NamedTuple

from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.odds import DOLLARS, METER, PUSH
from fairdeal.rulebook.rules import Rules


class TaxThreshold(NamedTuple):
    """From `since` on: the least winnings in cents, the least odds to one, and where it is said."""

    since: date
    least_cents: int
    least_odds: int
    source: str


TABLE_GAMES: Final = (
    TaxThreshold(
        date(1977, 1, 1),
        600_00,
        300,
        "26 CFR 7.6041-1; IRS, Instructions for Forms W-2G and 5754 (other gambling winnings)",
    ),
    TaxThreshold(
        date(2026, 1, 1),
        2_000_00,
        300,
        "Public Law 119-21, section 70433 (26 U.S.C. 6041(a)); IRS, draft Instructions for Forms "
        "W-2G and 5754 of 15 December 2025, What's New: the minimum threshold for payments made in "
        "2026 is $2,000, adjusted for inflation each year after it (quoted by Moss Adams, 2026 "
        "Form W-2G Changes, and by taxabletalk.com on 16 December 2025; the final text was not at "
        "hand). The odds of 300 to 1 are unchanged. Add the row of each year from 2027 on",
    ),
)


_LEAST_OF_ALL: Final = min(row.least_cents for row in TABLE_GAMES)


def threshold_on(day: date) -> TaxThreshold:
    """Return the threshold that is in force on a day."""
    return max((row for row in TABLE_GAMES if row.since <= day), default=TABLE_GAMES[0])


def needs_form(stake_cents: int, winnings_cents: int, day: date) -> bool:
    """Return whether winnings beyond a stake need the form."""
    if winnings_cents < _LEAST_OF_ALL or stake_cents <= 0:
        return False  # nearly every payment
    row = threshold_on(day)
    return winnings_cents >= row.least_cents and winnings_cents >= row.least_odds * stake_cents


def reaching_lines(rules: Rules, day: date) -> list[tuple[str, str, int]]:
    """Return the lines of a table's paytables that can need the form: wager, hand, and the least
    stake in cents at which the line does, within the table's maximum.

    A line that pays dollars or a meter has no odds of its own; it can need the form at any stake at
    which a payment is large enough, so that its least stake is told as 0.
    """
    row, found = threshold_on(day), []
    most = rules.maximum_cents
    for wager in rules.wagers:
        table = rules.paytables.get(wager.pays.name)
        for line in table.lines if table else ():
            if line.pays.form in (DOLLARS, METER):
                dollars_enough = line.pays.amount * CENTS >= row.least_cents
                if line.pays.form is METER or dollars_enough:
                    found.append((wager.name, line.hand, 0))
            elif line.pays.form is not PUSH and line.pays.net_per_unit() >= row.least_odds:
                stake = ceil(row.least_cents / line.pays.net_per_unit())
                if most is None or stake <= most:
                    found.append((wager.name, line.hand, stake))
    return found
