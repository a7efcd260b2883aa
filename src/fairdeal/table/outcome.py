"""What became of wagers: the rows of a settlement.

A row is made where a wager is settled (`payout.settle_wager`), and afterwards from the event that
says what became of it (`outcome_events.settlement_row`). Whoever shows a settlement uses rows.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from fairdeal.hands import Hand
from fairdeal.rulebook.game import SeatCards
from fairdeal.rulebook.paytable import PaytableLine
from fairdeal.rulebook.rules import WagerTerms


class Result(StrEnum):
    """How a wager ended."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    WITHDRAWN = "withdrawn"


WIN, LOSE, PUSH, WITHDRAWN = Result


class SettlementRow(NamedTuple):
    """What became of one wager, or of a payment beside the wagers, in cents.

    `returned` is what goes to the player before the payout limit, the stake included where it comes
    back; `limited` is what the limit takes off.
    """

    seat: int
    #: Empty for an envy bonus and for a payment by hand.
    wager: str
    stake: int
    result: Result
    #: The name of the hand; None or empty where it was not turned up.
    hand: str | None
    #: What this wager calls the hand.
    called: str | None
    returned: int
    #: The odds of the line that pays the hand, as the paytable prints them.
    pays: str | None = None
    clause: str | None = None
    limited: int = 0
    #: Why it ended so: the event's cause or reason.
    why: str = ""
    #: For an envy bonus, the seat that holds the hand.
    holder: int = 0

    @property
    def net(self) -> int:
        """Return what was won or lost by this wager, before the payout limit."""
        return self.returned - self.stake

    @property
    def paid(self) -> int:
        """Return all that went to the player."""
        return self.returned - self.limited

    @property
    def gain(self) -> int:
        """Return what the player won or lost with it, after the payout limit."""
        return self.paid - self.stake


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """A seat's rows, its envy bonus and what the limit took off."""

    seat: int
    player: str
    rows: tuple[SettlementRow, ...]
    envy: int = 0
    limited: int = 0

    @property
    def net(self) -> int:
        """Return what the seat won or lost in all."""
        return sum(row.net for row in self.rows) + self.envy - self.limited


def hand_made(terms: WagerTerms, seat_cards: SeatCards) -> tuple[Hand, PaytableLine | None, str]:
    """Return the hand that settles a wager, the line that pays it, and the wager's name for that
    hand.
    """
    _, spec, table = terms
    hand = seat_cards.hand(spec)
    line = table.by_cell[hand.cell]
    if table.ranking.called_by_line:
        return hand, line, line.hand if line else "nothing"
    return hand, line, hand.kind
