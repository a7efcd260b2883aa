"""What became of wagers: the rows of a settlement.

A row is made where a wager is settled (`payout.settle_wager`), and afterwards from the event that
says what became of it (`settlement_row`). Whoever shows or writes a settlement starts from rows.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from fairdeal.hands import Hand
from fairdeal.rulebook.game import SeatCards
from fairdeal.rulebook.paytable import PaytableLine
from fairdeal.rulebook.rules import WagerTerms
from fairdeal.table import events as ev
from fairdeal.table.state import State
from fairdeal.table.walk import Change


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
        """Won or lost by this wager, before the payout limit."""
        return self.returned - self.stake

    @property
    def paid(self) -> int:
        """All that went to the player."""
        return self.returned - self.limited

    @property
    def gain(self) -> int:
        """Won or lost by the player with it, after the payout limit."""
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
        """Won or lost by the seat in all."""
        return sum(row.net for row in self.rows) + self.envy - self.limited


def hand_made(terms: WagerTerms, seat_cards: SeatCards) -> tuple[Hand, PaytableLine | None, str]:
    """The hand that a wager is settled on, the line that pays it, and what the wager calls it."""
    table = terms.table
    hand = seat_cards.hand(terms.hand)
    line = table.by_cell[hand.cell]
    if table.ranking.called_by_line:
        return hand, line, line.hand if line else "nothing"
    return hand, line, hand.kind


def settlement_row(before: State, event: ev.Event) -> SettlementRow | None:
    """The row of an event that settles, returns or pays; None for every other event."""
    match event:
        case ev.WagerPaid():
            return SettlementRow(
                event.seat,
                event.wager,
                before.seats[event.seat].stakes[event.wager],
                PUSH if event.result == "push" else WIN,
                event.hand,
                event.called,
                event.cents + event.cut,
                event.pays or None,
                event.clause,
                event.cut,
            )
        case ev.WagerLost():
            return SettlementRow(
                event.seat,
                event.wager,
                event.cents,
                LOSE,
                event.hand,
                event.called,
                0,
                clause=event.clause,
                why=event.cause,
            )
        case ev.BetWithdrawn():
            return _returned(event, clause=None, why=event.cause)
        case ev.WagerReturned():
            return _returned(event, clause=event.clause, why=event.reason)
        case ev.EnvyPaid():
            return _beside(event, clause=event.clause, holder=event.holder)
        case ev.PaidByHand():
            return _beside(event, why=event.reason)
        case _:
            return None


def _returned(
    event: ev.BetWithdrawn | ev.WagerReturned, *, clause: str | None, why: str
) -> SettlementRow:
    stake = event.cents
    return SettlementRow(
        event.seat,
        event.wager,
        stake,
        WITHDRAWN,
        "",
        "nothing",
        stake,
        clause=clause,
        why=why,
    )


def _beside(
    event: ev.EnvyPaid | ev.PaidByHand, *, clause: str | None = None, why: str = "", holder: int = 0
) -> SettlementRow:
    return SettlementRow(
        event.seat, "", 0, WIN, None, None, event.cents, clause=clause, why=why, holder=holder
    )


def seat_outcomes(changes: Iterable[Change]) -> tuple[SeatOutcome, ...]:
    """What became of the wagers of every seat, from all that happened in one round."""
    players: dict[int, str] = {}
    rows: dict[int, dict[str, SettlementRow]] = {}
    envy: dict[int, int] = {}
    limited: dict[int, int] = {}
    for before, event, _ in changes:
        if isinstance(event, ev.BetsClosed):
            for number in event.seats:
                players[number], rows[number] = before.seats[number].player, {}
                envy[number] = limited[number] = 0
        elif isinstance(event, ev.RoundEnded):
            rows = {number: dict(_named(before, found)) for number, found in rows.items()}
        row = settlement_row(before, event)
        if row is None or row.seat not in rows:
            continue  # what goes back before the bets are closed is no part of the settlement
        if row.wager:
            rows[row.seat][row.wager] = row
            limited[row.seat] += row.limited
        elif row.holder:
            envy[row.seat] += row.returned
    return tuple(
        SeatOutcome(number, player, tuple(rows[number].values()), envy[number], limited[number])
        for number, player in players.items()
    )


def _named(state: State, rows: dict[str, SettlementRow]) -> Iterator[tuple[str, SettlementRow]]:
    """Rows with the names of hands that were folded, or whose bets went back: these hands were not
    turned up, and are named once the round is over.
    """
    rules = state.rules
    whole = all(len(state.board.get(area, ())) == n for area, n in rules.areas.items())
    for name, row in rows.items():
        cards = state.seats[row.seat].cards if row.seat in state.seats else ()
        if row.hand or not whole or len(cards) != rules.game.own_cards:
            yield name, row
        else:
            hand, _, called = hand_made(rules.terms[name], SeatCards(state.board, cards))
            yield name, row._replace(hand=hand.name, called=called)
