"""The same games again, the plain way: every card of every deal in its turn, the readable
evaluators, fractions, no tables, no symmetry, nothing compiled. Slow, and easy to believe.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from payouts import Amount

from fairdeal.cards import Card
from fairdeal.hands import Ranking
from fairdeal.lab.kernels.run_em_twice.solution import RunEmTwiceSolution

FOLD = 0

Cards: TypeAlias = tuple[Card, ...]
#: For one board, over all centers: antes, one unit on the first run, on the second, on the center.
Sums: TypeAlias = tuple[Amount, Amount, Amount, Amount]
#: By top and bottom.
Board: TypeAlias = dict[Cards, Sums]
#: Totals or values by choice: `FOLD`, or the bet.
Values: TypeAlias = dict[Amount, Amount]


@lru_cache(maxsize=500_000)
def cell_of(ranking: Ranking, cards: frozenset[Card]) -> int:
    return ranking.evaluate(tuple(cards)).cell


def deck_of(ranks: Sequence[int]) -> list[Card]:
    return [4 * rank + suit for rank in ranks for suit in range(4)]


def by_better_cell(solution: RunEmTwiceSolution) -> dict[int, int]:
    """Deals played to the end by the cell of the better hand.

    Cells that pay alike and have one name are one group, under its lowest cell.
    """
    counts: Counter[int] = Counter()
    for ending, count in solution.endings.items():
        if ending.first_cell is not None and ending.second_cell is not None:
            counts[max(ending.first_cell, ending.second_cell)] += count
    return dict(sorted(counts.items()))


def without(deck: Sequence[Card], *cards: Card) -> list[Card]:
    return [card for card in deck if card not in cards]


class PlainLetItRide:
    def __init__(self, pays: Sequence[Amount], ranking: Ranking, ranks: Sequence[int]) -> None:
        self.pays, self.ranking, self.deck = pays, ranking, deck_of(ranks)

    def bet(self, *known: Card) -> Fraction:
        """One bet that rides to the end."""
        results = [
            self.pays[cell_of(self.ranking, frozenset((*known, *more)))]
            for more in combinations(without(self.deck, *known), 5 - len(known))
        ]
        return Fraction(sum(results)) / len(results)

    def first(self, *cards: Card) -> tuple[Fraction, Fraction]:
        after = [max(self.second(*cards, card)) for card in without(self.deck, *cards)]
        best_with_both = sum(after, Fraction(0)) / len(after)
        after = [max(self.second(*cards, card, bet_1=0)) for card in without(self.deck, *cards)]
        return best_with_both, sum(after, Fraction(0)) / len(after)

    def second(self, *cards: Card, bet_1: int = 1) -> tuple[Fraction, Fraction]:
        value = self.bet(*cards)
        return (bet_1 + 2) * value, (bet_1 + 1) * value

    def endings(self) -> Counter[tuple[bool, bool, int]]:
        """Deals by whether bets 1 and 2 ride, and the final cell."""
        counts: Counter[tuple[bool, bool, int]] = Counter()
        for three in combinations(self.deck, 3):
            ride_1 = self.bet(*three) >= 0
            for fourth in without(self.deck, *three):
                ride_2 = self.bet(*three, fourth) >= 0
                for fifth in without(self.deck, *three, fourth):
                    cell = cell_of(self.ranking, frozenset((*three, fourth, fifth)))
                    counts[ride_1, ride_2, cell] += 1
        return counts


class PlainRunEmTwice:
    """Values inside are totals over all cards still to come, so that whole payouts stay whole."""

    def __init__(
        self, ante: Sequence[Amount], run: Sequence[Amount], ranking: Ranking, ranks: Sequence[int]
    ) -> None:
        self.ante, self.run, self.ranking, self.deck = ante, run, ranking, deck_of(ranks)
        self.bets: tuple[Amount, ...] = (1, 2, 3)
        self._centers = len(self.deck) - 6
        self.cells: dict[tuple[Cards, Cards, Card], int] = {}

    def third(
        self, own: Cards, first: Cards, second: Cards, bet_1: Amount, bet_2: Amount
    ) -> dict[Amount, Fraction]:
        """Value of each third decision."""
        return average(self._third(self._sums(own, first, second), bet_1, bet_2), self._centers)

    def second(self, own: Cards, first: Cards, bet_1: Amount) -> dict[Amount, Fraction]:
        """Value of each second decision."""
        boards = self._boards(own, first)
        return average(self._second(boards, bet_1), len(boards) * self._centers)

    def first(self, own: Cards) -> dict[Amount, Fraction]:
        """Value of each first decision."""
        boards = self._all_boards(own)
        return average(self._first(boards), self._deals(boards))

    def endings(self) -> Counter[tuple[tuple[Amount, ...], Fraction]]:
        """Deals by the bets placed (a fold ends the row) and the net result, under best play."""
        counts: Counter[tuple[tuple[Amount, ...], Fraction]] = Counter()
        for own in combinations(self.deck, 2):
            for bets, net, deals in self._endings(own):
                counts[bets, Fraction(net)] += deals
        return counts

    def _deals(self, boards: dict[Cards, Board]) -> int:
        return sum(map(len, boards.values())) * self._centers

    def _cell(self, own: Cards, pair: Cards, center: Card) -> int:
        key = own, pair, center
        if key not in self.cells:
            self.cells[key] = self.ranking.evaluate((*own, *pair, center)).cell
        return self.cells[key]

    def _played(self, own: Cards, first: Cards, second: Cards) -> Iterator[Sums]:
        """For every center: antes, one unit on the first run, on the second, on the center."""
        for center in without(self.deck, *own, *first, *second):
            one, two = self._cell(own, first, center), self._cell(own, second, center)
            antes = self.ante[one] + self.ante[two]
            yield antes, self.run[one], self.run[two], self.run[max(one, two)]

    def _sums(self, own: Cards, first: Cards, second: Cards) -> Sums:
        antes, run_1, run_2, center = zip(*self._played(own, first, second), strict=True)
        return sum(antes), sum(run_1), sum(run_2), sum(center)

    def _boards(self, own: Cards, first: Cards) -> Board:
        others = combinations(without(self.deck, *own, *first), 2)
        return {second: self._sums(own, first, second) for second in others}

    def _all_boards(self, own: Cards) -> dict[Cards, Board]:
        live = without(self.deck, *own)
        return {first: self._boards(own, first) for first in combinations(live, 2)}

    def _third(self, sums: Sums, bet_1: Amount, bet_2: Amount) -> Values:
        antes, run_1, run_2, center = sums
        placed = antes + bet_1 * run_1 + bet_2 * run_2
        values: Values = {FOLD: (-2 - bet_1 - bet_2) * self._centers}
        return values | {bet: placed + bet * center for bet in self.bets}

    def _second(self, boards: Board, bet_1: Amount) -> Values:
        values: Values = {FOLD: (-2 - bet_1) * len(boards) * self._centers}
        for bet in self.bets:
            values[bet] = sum(self._best_third(sums, bet_1, bet) for sums in boards.values())
        return values

    def _best_third(self, sums: Sums, bet_1: Amount, bet_2: Amount) -> Amount:
        antes, run_1, run_2, center = sums
        placed = antes + bet_1 * run_1 + bet_2 * run_2
        fold = (-2 - bet_1 - bet_2) * self._centers
        return max(fold, *[placed + bet * center for bet in self.bets])

    def _first(self, boards: dict[Cards, Board]) -> Values:
        values: Values = {FOLD: -2 * self._deals(boards)}
        for bet in self.bets:
            seconds = (self._second(board, bet) for board in boards.values())
            values[bet] = sum(max(second.values()) for second in seconds)
        return values

    def _endings(self, own: Cards) -> Iterator[tuple[tuple[Amount, ...], Amount, int]]:
        boards = self._all_boards(own)
        bet_1 = choose(self._first(boards))
        if bet_1 == FOLD:
            yield (), -2, self._deals(boards)
            return
        for first, board in boards.items():
            bet_2 = choose(self._second(board, bet_1))
            if bet_2 == FOLD:
                yield (bet_1,), -2 - bet_1, len(board) * self._centers
                continue
            for second, sums in board.items():
                bet_3 = choose(self._third(sums, bet_1, bet_2))
                if bet_3 == FOLD:
                    yield (bet_1, bet_2), -2 - bet_1 - bet_2, self._centers
                    continue
                for antes, run_1, run_2, center in self._played(own, first, second):
                    net = antes + bet_1 * run_1 + bet_2 * run_2 + bet_3 * center
                    yield (bet_1, bet_2, bet_3), net, 1


def average(totals: Values, deals: int) -> dict[Amount, Fraction]:
    """Totals over so many deals as exact values."""
    return {choice: Fraction(total) / deals for choice, total in totals.items()}


def choose(values: Mapping[Amount, Amount]) -> Amount:
    """The best choice; of equal ones the one with more money in play."""
    return max(values, key=lambda choice: (values[choice], choice))
