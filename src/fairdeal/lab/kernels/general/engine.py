"""A plan and a deck prepared for the compiled loops: tables of hands, groups, payouts, sizes."""

from collections.abc import Sequence
from itertools import combinations
from math import comb, factorial, prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.cards import Card, rank_of
from fairdeal.hands import Ranking
from fairdeal.lab.kernels.general.hand_tables import (
    BINOMIALS,
    MOST_CELLS,
    MOST_HANDS,
    HandTable,
    alike_columns,
)
from fairdeal.lab.kernels.general.loops import Deck, Hands, Words
from fairdeal.lab.kernels.tables import Ints
from fairdeal.lab.solver.layout import Layout, cards_of, column_of
from fairdeal.lab.solver.plan import MINE, Bet, Exchange, Plan, Ride, Turn
from fairdeal.lab.solver.results import Amount, Stakes

#: The bound of all sums and weights.
_PEAK: Final = 1 << 61
#: The most groups that four bits tell apart, and the most cards of one part.
_MOST_GROUPS: Final = 14
_MOST_PART: Final = 15
_MOST_SIZE: Final = 7
#: The most outcomes of a round times the ways to bet, and situations of one stage times these.
_MOST_OUTCOMES: Final = 20_000_000
_AT_ONCE: Final = 12_000_000
_MOST_EDGES: Final = 150_000_000


def bets_by_stage(plan: Plan, start: int, stakes: Stakes) -> list[list[Stakes]]:
    """Return what may stand on the wagers before each stage from `start` on, up to the first stage
    from which nothing is decided; empty lists before `start`.
    """
    found: list[list[Stakes]] = [[] for _ in range(start)]
    now = [stakes]
    for stage in plan.stages[start : plan.settled_from]:
        found.append(now)
        now = list(dict.fromkeys(after for bets in now for after in stakes_after(stage, bets)))
    return [*found, now]


def stakes_after(stage: Turn | Ride | Bet | Exchange, stakes: Stakes) -> list[Stakes]:
    """Return the stakes after each choice but a fold, in order of the money in play."""
    match stage:
        case Ride():
            return [_with(stakes, stage.wager, 0), stakes]
        case Bet():
            base = stakes[stage.of]
            return [_with(stakes, stage.wager, times * base) for times in stage.multiples]
        case _:
            return [stakes]


def _with(stakes: Stakes, wager: int, stake: Amount) -> Stakes:
    return (*stakes[:wager], stake, *stakes[wager + 1 :])


def deals_below(plan: Plan, deck: int) -> list[int]:
    """Return in how many ways the cards from each stage on can be turned up, where nothing is
    drawn.
    """
    below, seen = [1], plan.cards
    for stage in reversed(plan.stages):
        if isinstance(stage, Turn):
            seen -= stage.count
            below.append(below[-1] * comb(deck - seen, stage.count))
        else:
            below.append(below[-1])
    return below[::-1]


class Size:
    """How large a game is, found without looking at a hand: whether the compiled loops can take
    it, in which portions, and about how much work it is.
    """

    def __init__(self, plan: Plan, deck: Sequence[Card]) -> None:
        self._plan, self._deck = plan, tuple(deck)
        self.drawn = any(isinstance(stage, Exchange) for stage in plan.stages)
        columns: dict[tuple[int, ...], int] = {}
        for column in sorted(set(map(column_of, deck))):
            ranks = tuple(rank_of(card) for card in deck if column_of(card) == column)
            columns[ranks] = columns.get(ranks, 0) + 1
        symmetries = prod(map(factorial, columns.values()))
        counts = [0] * plan.groups
        counts[MINE] = plan.own_cards
        self.own = comb(len(deck), plan.own_cards)
        states, self.edges, largest_edges, unseen = self.own, 0, 0, len(deck) - plan.own_cards
        for stage in plan.stages[: plan.settled_from]:
            if isinstance(stage, Turn):
                edges = states // symmetries * comb(unseen, stage.count)
                self.edges += edges
                largest_edges = max(largest_edges, edges)
                counts[stage.group] += stage.count
                unseen -= stage.count
                states = prod(comb(len(deck) - sum(counts[:n]), c) for n, c in enumerate(counts))
        self.states = max(1, states // symmetries)
        self.last_deals = deals_below(plan, len(deck))[plan.settled_from] if not self.drawn else 0
        self.ways_to_bet = max(map(len, bets_by_stage(plan, 0, plan.opening)))
        self.at_once = self.states * self.ways_to_bet <= _AT_ONCE and largest_edges <= _MOST_EDGES
        # One class of own cards has about as many situations as there are ways to turn cards up.
        per_hand = max(1, self.states * symmetries // self.own)
        self._portion = self.states if self.at_once else per_hand

    @property
    def fits(self) -> bool:
        """Whether the compiled loops can take the game."""
        plan, deck = self._plan, self._deck
        if self.drawn or plan.groups > _MOST_GROUPS:
            return False
        cells = [ranking for parts in plan.parts for _, ranking in parts]
        most_paid = max((abs(pays) for line in plan.lines for pays in line.pays), default=1)
        below = deals_below(plan, len(deck))[0]
        bets = bets_by_stage(plan, 0, plan.opening)[-1]
        most_staked = max(sum(stakes) for stakes in bets)
        held = plan.own_cards + sum(s.count for s in plan.stages if isinstance(s, Turn))
        return (
            all(len(ranking.cells) <= MOST_CELLS for ranking in cells)
            and all(comb(len(deck), ranking.size) <= MOST_HANDS for ranking in cells)
            and all(ranking.size <= _MOST_SIZE for ranking in cells)
            and held <= _MOST_PART
            and prod(max(len(r.cells) for _, r in parts) for parts in plan.parts) * len(bets) * 2
            <= _MOST_OUTCOMES
            and self._portion * self.ways_to_bet <= 5 * _AT_ONCE
            and int((most_paid + 1) * plan.unit * most_staked) * below * self.own < _PEAK
        )

    @property
    def leaves(self) -> int:
        """About how many deals are settled to find the value."""
        return self.states * self.last_deals


class Engine:
    """Everything that the compiled loops take, for one plan and one deck."""

    def __init__(self, plan: Plan, deck: Sequence[Card]) -> None:
        self.plan, self.cards = plan, tuple(deck)
        tables = {ranking: HandTable(ranking, deck) for ranking in plan.rankings}
        self.alike = alike_columns(list(tables.values()), deck)
        self.layout = Layout(deck, plan.groups, self.alike)
        self.below = deals_below(plan, len(deck))
        columns = sorted(set(map(column_of, deck)))
        widest = max(map(len, self.alike), default=1)
        kinds = np.full((len(self.alike), widest), -1, np.int64)
        for number, kind in enumerate(self.alike):
            kinds[number, : len(kind)] = [columns.index(column) for column in kind]
        self.deck = Deck(
            word=np.array([columns.index(column_of(card)) for card in deck], np.int64),
            shift=np.array([4 * rank_of(card) for card in deck], np.uint64),
            kinds=kinds,
        )
        self.width = len(columns)
        self._place = {card: (columns.index(column_of(card)), 4 * rank_of(card)) for card in deck}
        last = [s for s in plan.stages[plan.settled_from :] if isinstance(s, Turn)]
        self.last_groups = np.array([s.group for s in last for _ in range(s.count)], np.int64)
        self.chained = np.array([n > 0 for s in last for n in range(s.count)], np.bool_)
        self.cells_of = [max(len(ranking.cells) for _, ranking in parts) for parts in plan.parts]
        self.strides = [prod(self.cells_of[:number]) for number in range(len(self.cells_of))]
        self.outcomes = prod(self.cells_of)
        self.hands = self._hands(tables)

    def _hands(self, tables: dict[Ranking, HandTable]) -> Hands:
        plan = self.plan
        parts = list(dict.fromkeys(part for hand in plan.parts for part in hand))
        offsets, joined, at = [], [], 0
        for _, ranking in parts:
            offsets.append(at)
            joined.append(tables[ranking].cells)
            at += tables[ranking].cells.size
        whole, less = [], []
        in_group = [0] * plan.groups
        in_group[MINE] = plan.own_cards
        for stage in plan.stages[: plan.settled_from]:
            if isinstance(stage, Turn):
                in_group[stage.group] += stage.count
        for group in self.last_groups[:-1]:
            in_group[group] += 1
        for groups, ranking in parts:
            held = sum(in_group[group] for group in groups)
            whole.append(list(combinations(range(held), ranking.size)))
            takes = self.last_groups.size and int(self.last_groups[-1]) in groups
            less.append(list(combinations(range(held), ranking.size - 1)) if takes else [])
        return Hands(
            groups=np.array([sum(1 << group for group in groups) for groups, _ in parts], np.int64),
            size=np.array([ranking.size for _, ranking in parts], np.int64),
            whole=_padded(whole),
            whole_count=np.array(list(map(len, whole)), np.int64),
            less=_padded(less),
            less_count=np.array(list(map(len, less)), np.int64),
            offset=np.array(offsets, np.int64),
            cells=np.concatenate(joined),
            binomials=BINOMIALS,
            of_hand=np.array([[part in hand for part in parts] for hand in plan.parts], np.bool_),
            stride=np.array(self.strides, np.int64),
        )

    def cells(self, outcome: int) -> tuple[int, ...]:
        """Return the cell of each hand in an outcome."""
        pairs = zip(self.strides, self.cells_of, strict=True)
        return tuple(outcome // stride % cells for stride, cells in pairs)

    def empty(self) -> Words:
        """Return the one situation in which no card has been dealt."""
        return np.zeros((1, self.width), np.uint64)

    def words(self, state: int) -> Words:
        """Return a situation of the plain solver as words, with the suits in their own order."""
        words = [0] * self.width
        for group in range(self.plan.groups):
            for card in cards_of(self.layout.group(state, group)):
                word, shift = self._place[card]
                words[word] |= group + 1 << shift
        return np.array([words], np.uint64)

    def paid(self, bets: Sequence[Stakes]) -> Ints:
        """Return the results of every outcome in parts of the plan's unit: a column for each line
        that is paid or, under a payout limit, for each way to bet.
        """
        plan = self.plan
        columns = len(plan.lines) if plan.limit is None else len(bets)
        table: Ints = np.zeros((self.outcomes, columns), np.int64)
        for outcome in range(self.outcomes):
            cells = self.cells(outcome)
            if any(cells[line.hand] >= len(line.pays) for line in plan.lines):
                continue  # a cell of another ranking, which this hand never has
            if plan.limit is None:
                table[outcome] = [
                    int(line.pays[cells[line.hand]] * plan.unit) for line in plan.lines
                ]
            else:
                table[outcome] = [int(plan.net(stakes, cells) * plan.unit) for stakes in bets]
        return table

    def by_line(self, bets: Sequence[Stakes]) -> Ints:
        """Return the stake on each line that is paid, for each way to bet; the identity under a
        limit.
        """
        if self.plan.limit is not None:
            return np.eye(len(bets), dtype=np.int64)
        found = np.zeros((len(self.plan.lines), len(bets)), np.int64)
        for number, stakes in enumerate(bets):
            for stake, line in zip(stakes, self.plan.line_of, strict=True):
                found[line, number] += int(stake)
        return found


def _padded(sets: list[list[tuple[int, ...]]]) -> Ints:
    """Sets of places by part, as one array."""
    most = max([1, *map(len, sets)])
    size = max([1, *(len(one) for part in sets for one in part)])
    padded: NDArray[np.int64] = np.zeros((len(sets), most, size), np.int64)
    for part, options in enumerate(sets):
        for number, option in enumerate(options):
            padded[part, number, : len(option)] = option
    return padded
