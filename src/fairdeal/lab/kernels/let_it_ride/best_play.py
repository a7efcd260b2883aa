"""Let It Ride: the three bets under the best possible play, exactly (MD-LIR 11.B-D, 12.A).

Every bet pays the same table on the same five cards. Without a payout limit taking one back changes
nothing for the others: bet 1 rides where three cards promise no loss on average, bet 2 where four
do, and the third bet always plays. A limit is on the winnings of all bets together, so that a bet
is worth less beside others; what a hand brings is then looked up by the number of bets in action,
and bet 1 is decided by what the best choice about bet 2 makes of it. At equal values a bet rides:
more money stays in play.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Final, NamedTuple

import numpy as np

from fairdeal.cards import Card
from fairdeal.hands import FIVE_CARD, Ranking
from fairdeal.lab.kernels.compiled import compiled
from fairdeal.lab.kernels.tables import (
    ALL_RANKS,
    KEY_BITS,
    KEY_MASK,
    CellTables,
    Ints,
    Payouts,
    cell_tables,
    check_cards,
    check_game,
    scaled,
    suit_classes,
    whole_deck,
)

#: Payouts above this could overflow the kernel's sums over a whole deck.
PEAK: Final = 1 << 40


class RideValues(NamedTuple):
    """Value of each choice at a decision: the whole round's three bets, in base bets."""

    ride: Fraction
    withdraw: Fraction

    @property
    def rides(self) -> bool:
        """Whether the bet should stay; at equal values it does."""
        return self.ride >= self.withdraw


class LetItRideEnding(NamedTuple):
    """How a round ended: whether bets 1 and 2 rode, and the cell of the five cards."""

    bet_1: bool
    bet_2: bool
    cell: int

    @property
    def units(self) -> int:
        """Bets in action at the end: one to three."""
        return 1 + self.bet_1 + self.bet_2


@dataclass(frozen=True)
class ThreeCards:
    """Three cards and all that differ from them in the names of suits only."""

    cards: tuple[Card, Card, Card]
    combinations: int
    #: Value of one bet that rides from here to the end.
    bet_value: Fraction


@dataclass(frozen=True)
class LetItRideSolution:
    """The main bets under the best play: every ending with its number of deals.

    A deal is three cards in any order, then the first community card, then the second.
    """

    #: The net result in base bets, by bets in action (less one) and cell.
    nets: tuple[tuple[Fraction, ...], ...] = field(repr=False)
    deals: int
    endings: dict[LetItRideEnding, int] = field(repr=False)
    hands: tuple[ThreeCards, ...] = field(repr=False)

    @cached_property
    def by_cell_and_units(self) -> dict[tuple[int, int], int]:
        """Number of deals by the cell of the five cards and the bets in action."""
        counts: Counter[tuple[int, int]] = Counter()
        for ending, count in self.endings.items():
            counts[ending.cell, ending.units] += count
        return dict(sorted(counts.items()))

    @cached_property
    def by_net(self) -> dict[Fraction, int]:
        """Number of deals for each net result in base bets, from the worst."""
        counts: Counter[Fraction] = Counter()
        for (cell, units), count in self.by_cell_and_units.items():
            counts[self.nets[units - 1][cell]] += count
        return dict(sorted(counts.items()))

    @cached_property
    def ev(self) -> Fraction:
        """Expected net result of a round, in base bets."""
        return sum(net * count for net, count in self.by_net.items()) / Fraction(self.deals)


@compiled
def _count_hands(
    hands: Ints,
    weights: Ints,
    deck: Ints,
    tables: CellTables,
    nets: Ints,
    values: Ints,
    results: Ints,
) -> None:
    """Add up, for each class of three cards, one bet's results into `values` and its deals into
    `results[bet 1 rides, bet 2 rides, cell]`. `nets[n]` are the results with n + 1 bets in action.
    """
    codes, plain, suited, one_suit = tables
    live = np.empty(deck.size - 3, np.int64)
    cells = np.empty((live.size, live.size), np.int64)
    fourth = np.empty((3, live.size), np.int64)
    for hand in range(weights.size):
        code, place = 0, 0
        for card in deck:
            if card in hands[hand]:
                code += codes[card]
            else:
                live[place] = codes[card]
                place += 1
        fourth[:] = 0
        for i in range(live.size):
            for j in range(i):
                total = code + live[i] + live[j]
                key = total & KEY_MASK
                cell = np.int64(suited[key] if one_suit[total >> KEY_BITS] else plain[key])
                cells[i, j] = cells[j, i] = cell
                for bets in range(3):
                    fourth[bets, i] += nets[bets, cell]
                    fourth[bets, j] += nets[bets, cell]
        values[hand] = fourth[0].sum()
        bet_1 = rides_first(fourth)
        for i in range(live.size):
            row = results[bet_1, 1 if fourth[bet_1 + 1, i] >= fourth[bet_1, i] else 0]
            for j in range(live.size):
                if i != j:
                    row[cells[i, j]] += weights[hand]


@compiled
def rides_first(fourth: Ints) -> int:
    """Return 1 if bet 1 rides, else 0. `fourth[n, card]` is the sum of results with n + 1 bets in
    action after each first community card.
    """
    gain = 0
    for i in range(fourth.shape[1]):
        gain += max(fourth[2, i], fourth[1, i]) - max(fourth[1, i], fourth[0, i])
    return 1 if gain >= 0 else 0


@dataclass(frozen=True, eq=False)
class LetItRide:
    """The game with one paytable and one deck of whole ranks.

    `pays` is the net result of one bet by cell: what the table pays to one, and -1 for the rest.
    `limit` is the payout limit of a hand in base bets.
    """

    pays: Payouts
    ranking: Ranking = FIVE_CARD
    ranks: tuple[int, ...] = ALL_RANKS
    limit: Fraction | None = None

    def __post_init__(self) -> None:
        check_game(self.ranking, self.ranks, self.pays)
        _ = self.scaled_nets  # payouts that cannot be counted with are refused here, not later

    def first_decision(self, cards: Sequence[Card]) -> RideValues:
        """Return the values with only the three own cards known."""
        known = check_cards(cards, 3, (), 0, self.ranks)
        one, two, three = self.sums_by_fourth_card(known)
        deals = one.size * (4 * len(self.ranks) - 4) * self.scaled_nets[0]
        return RideValues(
            ride=Fraction(int(np.maximum(three, two).sum()), deals),
            withdraw=Fraction(int(np.maximum(two, one).sum()), deals),
        )

    def second_decision(
        self, cards: Sequence[Card], board_card: Card, *, withdrawn_bet_1: bool = False
    ) -> RideValues:
        """Return the values with the first community card turned up as well."""
        sums = self.sums_by_fourth_card(check_cards(cards, 3, [board_card], 1, self.ranks))
        deals = (4 * len(self.ranks) - 4) * self.scaled_nets[0]
        one, two, three = (Fraction(int(total.sum()), deals) for total in sums)
        return RideValues(two, one) if withdrawn_bet_1 else RideValues(three, two)

    @cached_property
    def solution(self) -> LetItRideSolution:
        """Every ending of a round under the best play, with its number of deals."""
        classes = suit_classes(self.ranks, 3)
        scale, nets = self.scaled_nets
        values = np.empty(classes.weights.size, np.int64)
        results = np.zeros((2, 2, len(self.pays)), np.int64)
        tables = cell_tables(self.ranking)
        deck = whole_deck(self.ranks)
        _count_hands(classes.hands, classes.weights, deck, tables, nets, values, results)
        boards = (deck.size - 3) * (deck.size - 4)
        return LetItRideSolution(
            nets=self.nets,
            deals=comb(deck.size, 3) * boards,
            endings={
                LetItRideEnding(bool(bet_1), bool(bet_2), cell): int(results[bet_1, bet_2, cell])
                for bet_1, bet_2, cell in np.argwhere(results).tolist()
            },
            hands=tuple(
                ThreeCards((cards[0], cards[1], cards[2]), weight, Fraction(value, scale * boards))
                for cards, weight, value in zip(
                    classes.hands.tolist(), classes.weights.tolist(), values.tolist(), strict=True
                )
            ),
        )

    @property
    def ev(self) -> Fraction:
        """Expected net result of a round under the best play, in base bets."""
        return self.solution.ev

    @cached_property
    def scaled(self) -> tuple[int, Ints]:
        """Payouts as whole numbers, and the number of parts that a bet has in them."""
        scale, (pays,) = scaled(PEAK, self.pays)
        return scale, pays

    @cached_property
    def nets(self) -> tuple[tuple[Fraction, ...], ...]:
        """The net result of one, two and three bets in action, by cell."""
        return tuple(
            tuple(self._net(bets, Fraction(net)) for net in self.pays) for bets in (1, 2, 3)
        )

    def _net(self, bets: int, net: Fraction) -> Fraction:
        return bets * net if self.limit is None else min(bets * net, self.limit)

    @cached_property
    def scaled_nets(self) -> tuple[int, Ints]:
        """The results of `nets` as whole numbers, and the number of parts that a bet has in
        them.
        """
        scale, nets = scaled(PEAK, *self.nets)
        return scale, np.stack(nets)

    def sums_by_fourth_card(self, known: Sequence[Card]) -> Ints:
        """Return the sums of the results over all fifth cards, with one, two and three bets in
        action: a column for each fourth card (one if it is known).
        """
        tables = cell_tables(self.ranking)
        deck = whole_deck(self.ranks)
        live = tables.codes[deck[~np.isin(deck, known)]]
        three = tables.codes[list(known[:3])].sum()
        fourth = tables.codes[list(known[3:])] if len(known) > 3 else live
        codes = three + fourth[:, None] + live
        if len(known) == 3:
            codes = codes[~np.eye(live.size, dtype=np.bool_)].reshape(live.size, -1)
        sums: Ints = self.scaled_nets[1][:, tables.cells(codes)].sum(axis=2)
        return sums
