"""Game accounts (COMAR 36.05.02.20F): what a table's rules say of them."""

from dataclasses import dataclass
from typing import Literal

from fairdeal.rulebook.rules import FloorChoices, Rules

#: The section that game accounts come from.
CLAUSE = "COMAR 36.05.02.20F"


@dataclass(frozen=True)
class FloorTerms(FloorChoices):
    """What a live floor adds to a table, with the amount that a player usually buys in for, and
    where its cards come from.
    """

    #: What a bet beyond the game account buys in. None: the house's default at a table that opens
    #: on a floor, and no game accounts at a table whose log says nothing of it.
    buy_in_cents: int | None = None
    #: Whether the program shuffles and commits to the order, or the dealer names real cards.
    cards: Literal["committed", "named"] = "committed"
    #: Whether only a dealer who has passed the table test of the game taps in.
    table_test: bool = False


def needs_table_test(rules: Rules) -> bool:
    """Return whether a dealer needs the table test of the game to deal here."""
    return isinstance(rules.floor, FloorTerms) and rules.floor.table_test


def usual_buy_in(rules: Rules) -> int | None:
    """Return the usual buy-in at a table, in cents; None where players have no game accounts."""
    return rules.floor.buy_in_cents if isinstance(rules.floor, FloorTerms) else None
