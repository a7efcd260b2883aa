"""Joint figures of Let It Ride's six-card bonus with the main bets and with other side bets.

With own cards and two community cards given, the three other cards of the bonus hand are any of the
rest. So all threes are looked up once for the own cards, and those with a community card among them
are subtracted: those with the one, those with the other; those with both were subtracted twice and
are added once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from fairdeal.cards import Card
from fairdeal.hands import FIVE_CARD, SIX_CARD, Ranking
from fairdeal.lab.kernels.compiled import compiled
from fairdeal.lab.kernels.let_it_ride.best_play import LetItRide, rides_first
from fairdeal.lab.kernels.tables import (
    ALL_RANKS,
    KEY_BITS,
    KEY_MASK,
    CellTables,
    Ints,
    cell_tables,
    every_class,
    suit_classes,
    whole_deck,
)

#: The ranks of a super royal, and its cell in each suit: nothing else tells suits apart.
_SUPER_RANKS = ALL_RANKS[-6:]
_SUPER_CELLS = tuple(
    SIX_CARD.evaluate([4 * rank + suit for rank in _SUPER_RANKS]).cell for suit in range(4)
)


@dataclass(frozen=True, eq=False)
class SixCardJoint:
    """Deals by own cards, bets in action at the end, five cards and six (`[own, units - 1, five,
    six]`), and by own cards and six. The last of the six-card cells here are super royals of any
    suit. If a ranking is given, own cards are classed by its cells.
    """

    by_all: Ints
    by_own: dict[tuple[Card, ...], Ints]
    ranks: tuple[int, ...]

    @property
    def deals(self) -> Ints:
        """Deals by bets in action, five cards and six."""
        deals: Ints = self.by_all.sum(axis=0)
        return deals

    def results(
        self, nets: Sequence[Sequence[Fraction]]
    ) -> dict[tuple[Fraction, tuple[int, int, int]], int]:
        """Deals, each counted four times, by the result of the bets and the cells of the own cards,
        the five cards and the six; `nets` as `LetItRide.nets`.
        """
        found: dict[tuple[Fraction, tuple[int, int, int]], int] = {}
        for own, bets, five in np.argwhere(self.by_all.any(axis=3)).tolist():
            net = nets[bets][five]
            for six, count in enumerate(_split(self.by_all[own, bets, five].tolist())):
                if count:
                    key = net, (own, five, six)
                    found[key] = found.get(key, 0) + count
        return found

    def main_by_cell(self, nets: Sequence[Sequence[Fraction]]) -> list[Fraction]:
        """Return the value of a round, split by the cell of the six cards; `nets` as
        `LetItRide.nets`.
        """
        units, fives, sixes = self.deals.shape
        found = [Fraction(0)] * sixes
        for bets in range(units):
            for five in range(fives):
                for six, count in enumerate(self.deals[bets, five].tolist()):
                    found[six] += nets[bets][five] * count
        # Every suit has its share of the super royals: five cards are worth the same in each.
        split = [*found[:-1], *[Fraction(0)] * (len(SIX_CARD.cells) - sixes + 1)]
        for cell in _SUPER_CELLS:
            split[cell] += found[-1] / 4
        total = int(self.deals.sum())
        return [part / total for part in split]

    def with_five(self) -> list[list[int]]:
        """Deals by the cells of the five and of the six cards, each counted four times."""
        return [_split(row) for row in self.deals.sum(axis=0).tolist()]

    def with_own(self, ranking: Ranking) -> list[list[int]]:
        """Deals by the cells of the own cards and of the six cards, each counted four times."""
        found = [[0] * len(SIX_CARD.cells) for _ in ranking.cells]
        for own, like in every_class(self.ranks, 3).items():
            # The own cards have the suit of a super royal that they are part of.
            counts = _split(self.by_own[like].tolist(), (_SUPER_CELLS[own[0] & 3],) * 4)
            cell = ranking.evaluate(own).cell
            found[cell] = [a + b for a, b in zip(found[cell], counts, strict=True)]
        return found


def _split(counts: Sequence[int], super_cells: Sequence[int] = _SUPER_CELLS) -> list[int]:
    """Return four times the counts, with the super royals split by their suits."""
    split = [4 * count for count in counts[:-1]]
    split += [0] * (len(SIX_CARD.cells) - len(split))
    for cell in super_cells:
        split[cell] += counts[-1]
    return split


def six_card_joint(game: LetItRide, own_ranking: Ranking | None = None) -> SixCardJoint:
    """Count the deals over all own cards, community cards and threes of the bonus hand."""
    classes = suit_classes(game.ranks, 3)
    own_cells = np.zeros(classes.weights.size, np.int64)
    if own_ranking is not None:
        own_cells[:] = [own_ranking.evaluate(hand).cell for hand in classes.hands.tolist()]
    _, nets = game.scaled_nets
    sixes = len(FIVE_CARD.cells) + 1
    owns = len(own_ranking.cells) if own_ranking is not None else 1
    deals = np.zeros((owns, 3, len(game.pays), sixes), np.int64)
    by_own = np.zeros((classes.weights.size, sixes), np.int64)
    supers = np.array([4 * rank for rank in _SUPER_RANKS], np.int64)
    _count(
        classes.hands,
        classes.weights,
        own_cells,
        whole_deck(game.ranks),
        cell_tables(FIVE_CARD),
        nets,
        supers,
        deals,
        by_own,
    )
    own = (tuple(hand) for hand in classes.hands.tolist())
    return SixCardJoint(deals, dict(zip(own, by_own, strict=True)), game.ranks)


@compiled
def _count(
    hands: Ints,
    weights: Ints,
    own_cells: Ints,
    deck: Ints,
    tables: CellTables,
    nets: Ints,
    supers: Ints,
    deals: Ints,
    by_own: Ints,
) -> None:
    """Fill `deals[own, units - 1, five, six]` and `by_own[class, six]`."""
    live = np.empty(deck.size - 3, np.int64)
    codes = np.empty(6, np.int64)
    sixes = deals.shape[3]
    fives = np.zeros((live.size, live.size), np.int64)
    fourth = np.empty((3, live.size), np.int64)
    one, both = (
        np.empty((live.size, sixes), np.int64),
        np.empty((live.size, live.size, sixes), np.int64),
    )
    for hand in range(weights.size):
        place = 0
        for card in deck:
            if card not in hands[hand]:
                live[place] = card
                place += 1
        for card in range(3):
            codes[card] = tables.codes[hands[hand, card]]
        fourth[:] = 0
        for i in range(live.size):
            for j in range(i):
                total = codes[:3].sum() + tables.codes[live[i]] + tables.codes[live[j]]
                cell = _cell(tables, total)
                fives[i, j] = fives[j, i] = cell
                for bets in range(3):
                    fourth[bets, i] += nets[bets, cell]
                    fourth[bets, j] += nets[bets, cell]
        bet_1 = rides_first(fourth)
        one[:] = 0
        both[:] = 0
        every = by_own[hand]
        for i in range(live.size):
            codes[3] = tables.codes[live[i]]
            for j in range(i):
                codes[4] = tables.codes[live[j]]
                for k in range(j):
                    codes[5] = tables.codes[live[k]]
                    total = codes.sum()
                    cell = np.int64(0)
                    for card in range(6):
                        cell = max(cell, _cell(tables, total - codes[card]))
                    every[cell] += 1
                    one[i, cell] += 1
                    one[j, cell] += 1
                    one[k, cell] += 1
                    both[i, j, cell] += 1
                    both[i, k, cell] += 1
                    both[j, k, cell] += 1
        _move_super_royal(hands[hand], live, supers, every, one, both)
        for i in range(live.size):
            bet_2 = 1 if fourth[bet_1 + 1, i] >= fourth[bet_1, i] else 0
            for j in range(live.size):
                if i != j:
                    row = deals[own_cells[hand], bet_1 + bet_2, fives[i, j]]
                    for six in range(sixes):
                        left = (
                            every[six] - one[i, six] - one[j, six] + both[max(i, j), min(i, j), six]
                        )
                        row[six] += weights[hand] * left


@compiled
def _move_super_royal(
    own: Ints, live: Ints, supers: Ints, every: Ints, one: Ints, both: Ints
) -> None:
    """Move the one three that makes a super royal with the own cards, if there is one, from the
    cell of a royal flush to a cell of its own.
    """
    suit, held = own[0] & 3, 0
    rest = np.empty(6, np.int64)
    missing = 0
    for card in supers + suit:
        if card in own:
            held += 1
            continue
        for place in range(live.size):
            if live[place] == card:
                rest[missing] = place
                missing += 1
    if held != 3 or missing != 3:
        return
    last = every.size - 1
    every[last - 1] -= 1
    every[last] += 1
    for x in range(3):
        one[rest[x], last - 1] -= 1
        one[rest[x], last] += 1
        for y in range(x):
            both[rest[x], rest[y], last - 1] -= 1
            both[rest[x], rest[y], last] += 1


@compiled
def _cell(tables: CellTables, total: int) -> np.int64:
    key = total & KEY_MASK
    if tables.one_suit[total >> KEY_BITS]:
        return np.int64(tables.suited[key])
    return np.int64(tables.plain[key])
