"""Settlement: a finished round in, what goes back for each wager out."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from fairdeal.cards import Card
from fairdeal.hands import Hand
from fairdeal.rulebook import odds
from fairdeal.rulebook.game import BetterOf, Board, Spread
from fairdeal.rulebook.rules import Rules, Terms
from fairdeal.table.meters import Meters


class Result(StrEnum):
    """How a wager ended."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    WITHDRAWN = "withdrawn"


WIN, LOSE, PUSH, WITHDRAWN = Result


class Seat(NamedTuple):
    """One seat (or box) at the end of a round: its cards, its stakes in cents, what was decided."""

    number: int
    player: str
    cards: tuple[Card, ...]
    stakes: Mapping[str, int]
    withdrawn: frozenset[str] = frozenset()
    folded: bool = False

    def on_table(self, rules: Rules) -> bool:
        """Whether the cards still lie there: a folded hand is kept only for a live side bet."""
        return not self.folded or any(rules.game.wager[name].side for name in self.stakes)


class Settled(NamedTuple):
    """One wager settled: the hand, the line that pays it and its clause, and what goes back."""

    wager: str
    stake: int
    result: Result
    hand: Hand
    #: What the hand is called by this wager.
    called: str
    returned: int
    pays: odds.Odds | None = None
    clause: str | None = None

    @property
    def net(self) -> int:
        """Won or lost by this wager."""
        return self.returned - self.stake


@dataclass(frozen=True, slots=True)
class SeatSettled:
    """A seat's wagers in the order of the text, its envy bonus and what the limit cut."""

    seat: Seat
    wagers: tuple[Settled, ...]
    envy: int = 0
    limited: int = 0

    @property
    def net(self) -> int:
        """Won or lost by the seat in all."""
        return sum(wager.net for wager in self.wagers) + self.envy - self.limited


@dataclass(frozen=True, slots=True)
class Settlement:
    """A round settled: the seats in the order in which they are paid, and the meters after it."""

    seats: tuple[SeatSettled, ...]
    meters: Meters


def settle_round(
    rules: Rules, board: Board, seats: Mapping[int, Seat], meters: Meters
) -> Settlement:
    """Settle every wager of a finished round.

    The stakes have fed the meters already; a share of a meter is paid in turn.
    """
    settled = []
    for number in rules.game.settles.order(seats):
        seat = seats[number]
        spread = Spread(board, seat.cards)
        wagers = []
        for name, terms in rules.terms.items():
            if name in seat.stakes:
                stake = seat.stakes[name]
                one, after = settle_wager(terms, stake, spread, meters, folded=seat.folded)
                if name in seat.withdrawn:
                    one = Settled(name, stake, WITHDRAWN, one.hand, one.called, stake)
                else:
                    meters = after
                wagers.append(one)
        settled.append(
            SeatSettled(
                seat,
                tuple(wagers),
                envy=_envy(rules, board, seat, seats),
                limited=cut_by_limit(rules, wagers),
            )
        )
    return Settlement(tuple(settled), meters)


def settle_wager(
    terms: Terms, stake: int, spread: Spread, meters: Meters, *, folded: bool
) -> tuple[Settled, Meters]:
    """Settle one wager; only a share of a meter changes the meters."""
    wager, spec, table = terms
    name = wager.name
    hand = spread.hand(spec)
    line = table.by_cell[hand.cell]
    called = hand.kind
    if table.ranking.called_by_line:
        called = line.hand if line else "nothing"
    if line is None or (folded and not wager.side):
        return Settled(name, stake, LOSE, hand, called, 0), meters
    pays = line.pays
    if pays.form is odds.METER:
        returned, meters = meters.paid(pays)
    else:
        returned = pays.returned(stake, collected=wager.collected)
    result, clause = WIN, line.clause
    if pays.form is odds.PUSH:
        result = PUSH
        if isinstance(spec, BetterOf):
            clause = spec.push_clause(spread) or clause
    return Settled(name, stake, result, hand, called, returned, pays, clause), meters


def cut_by_limit(rules: Rules, wagers: list[Settled]) -> int:
    """What the payout limit takes off one hand's winnings; side bets are outside it."""
    if rules.payout_limit_cents is None:
        return 0
    won = sum(
        settled.net
        for settled in wagers
        if settled.result is WIN and not rules.game.wager[settled.wager].side
    )
    return max(0, won - rules.payout_limit_cents)


def _envy(rules: Rules, board: Board, receiver: Seat, seats: Mapping[int, Seat]) -> int:
    """What a seat with a progressive stake gets for the others' hands (reading `envy-holder`)."""
    wager = rules.progressive_wager
    if wager is None or wager.name not in receiver.stakes:
        return 0
    stake = receiver.stakes[wager.name]
    _, spec, table = rules.terms[wager.name]
    bonus = 0
    for holder in seats.values():
        if holder.player == receiver.player or not holder.on_table(rules):
            continue
        hand = Spread(board, holder.cards).hand(spec)
        if line := table.envy_by_cell[hand.cell]:
            bonus += line.pays_cents[stake]
    return bonus
