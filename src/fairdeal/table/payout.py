"""Settlement: a finished round in, what goes back for each wager out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from fairdeal.cards import Card
from fairdeal.rulebook import odds
from fairdeal.rulebook.game import BetterOf, Board, SeatCards
from fairdeal.rulebook.rules import Rules, WagerTerms
from fairdeal.table.meters import Meters
from fairdeal.table.outcome import LOSE, PUSH, WIN, WITHDRAWN, SeatOutcome, SettlementRow, hand_made


class FinishedSeat(NamedTuple):
    """One seat (or box) at the end of a round: its cards, its stakes in cents, what was decided."""

    number: int
    player: str
    cards: tuple[Card, ...]
    stakes: Mapping[str, int]
    withdrawn: frozenset[str] = frozenset()
    folded: bool = False

    def on_table(self, rules: Rules) -> bool:
        """Return whether the cards still lie on the layout: a folded hand is kept only for a live
        side bet.
        """
        return not self.folded or any(rules.game.wager[name].side for name in self.stakes)


@dataclass(frozen=True, slots=True)
class Settlement:
    """A round settled: the seats in the order in which they are paid, and the meters after it."""

    seats: tuple[SeatOutcome, ...]
    meters: Meters


def settle_round(
    rules: Rules, board: Board, seats: Mapping[int, FinishedSeat], meters: Meters
) -> Settlement:
    """Settle every wager of a finished round.

    The stakes have fed the meters already; a share of a meter is paid in turn.
    """
    settled = []
    for number in rules.game.settles.order(seats):
        seat = seats[number]
        seat_cards = SeatCards(board, seat.cards)
        rows = []
        for name, terms in rules.terms.items():
            if name in seat.stakes:
                stake = seat.stakes[name]
                row, after = settle_wager(
                    terms, number, stake, seat_cards, meters, folded=seat.folded
                )
                if name in seat.withdrawn:
                    row = SettlementRow(number, name, stake, WITHDRAWN, row.hand, row.called, stake)
                else:
                    meters = after
                rows.append(row)
        settled.append(
            SeatOutcome(
                number,
                seat.player,
                tuple(rows),
                envy=_envy(rules, board, seat, seats),
                limited=cut_by_limit(rules, rows),
            )
        )
    return Settlement(tuple(settled), meters)


def settle_wager(
    terms: WagerTerms, seat: int, stake: int, seat_cards: SeatCards, meters: Meters, *, folded: bool
) -> tuple[SettlementRow, Meters]:
    """Settle one wager; only a share of a meter changes the meters."""
    wager, spec, _ = terms
    name = wager.name
    hand, line, called = hand_made(terms, seat_cards)
    if line is None or (folded and not wager.side):
        return SettlementRow(seat, name, stake, LOSE, hand.name, called, 0), meters
    pays = line.pays
    if pays.form is odds.METER:
        returned, meters = meters.paid(pays)
    else:
        returned = pays.returned(stake, collected=wager.collected)
    result, clause = WIN, line.clause
    if pays.form is odds.PUSH:
        result = PUSH
        if isinstance(spec, BetterOf):
            clause = spec.push_clause(seat_cards) or clause
    row = SettlementRow(seat, name, stake, result, hand.name, called, returned, pays.text, clause)
    return row, meters


def cut_by_limit(rules: Rules, rows: list[SettlementRow]) -> int:
    """Return how much the payout limit takes off one hand's winnings; side bets are outside of the
    limit.
    """
    if rules.payout_limit_cents is None:
        return 0
    won = sum(row.net for row in rows if row.result is WIN and not rules.game.wager[row.wager].side)
    return max(0, won - rules.payout_limit_cents)


def _envy(
    rules: Rules, board: Board, receiver: FinishedSeat, seats: Mapping[int, FinishedSeat]
) -> int:
    """Return the amount that a seat with a progressive stake gets for the others' hands (reading
    `envy-holder`).
    """
    wager = rules.progressive_wager
    if wager is None or wager.name not in receiver.stakes:
        return 0
    stake = receiver.stakes[wager.name]
    _, spec, table = rules.terms[wager.name]
    bonus = 0
    for holder in seats.values():
        if holder.player == receiver.player or not holder.on_table(rules):
            continue
        hand = SeatCards(board, holder.cards).hand(spec)
        if line := table.envy_by_cell[hand.cell]:
            bonus += line.pays_cents[stake]
    return bonus
