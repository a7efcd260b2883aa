"""The tree of every deal and every choice of a game, searched for the best play.

Values are whole numbers: at each stage all are over the same denominator, `GameTree.below`, so that
they can be added and compared without a fraction.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb, lcm
from typing import NamedTuple, TypeAlias

from fairdeal.cards import Card
from fairdeal.errors import NotSolvableError
from fairdeal.hands import Ranking
from fairdeal.lab.solver.layout import Key, Layout, cards_of
from fairdeal.lab.solver.plan import DEAD, MINE, Bet, Exchange, Plan, Ride, Turn
from fairdeal.lab.solver.results import Amount, Stakes, order_of_throws

Sums: TypeAlias = tuple[int, ...]


class Move(NamedTuple):
    """One choice at a decision, its value, and the stakes after it (None when folded)."""

    action: str
    value: Amount
    stakes: Stakes | None
    #: Own cards thrown away, as bits; None where none can be.
    thrown: int | None = None


class Node(NamedTuple):
    """A situation after some cards were turned up, and the number of ways to its class."""

    state: int
    key: Key
    ways: int


class GameTree:
    """The tree of one plan with one deck, with every value that has been found."""

    def __init__(self, plan: Plan, layout: Layout) -> None:
        if len(layout.deck) < plan.cards:
            raise NotSolvableError(
                f"a round takes up to {plan.cards} cards; this deck has {len(layout.deck)}"
            )
        self.plan, self.layout = plan, layout
        self.stages, self.end = plan.stages, len(plan.stages)
        self._settled = plan.settled_from
        self.ways, self.below = self._denominators()
        #: Every distinct part of a hand: where its cards lie, and the cells found so far.
        parts = list(dict.fromkeys(part for hand in plan.parts for part in hand))
        self._parts: list[tuple[tuple[int, ...], dict[int, int], Ranking]] = []
        cells: dict[Ranking, dict[int, int]] = {ranking: {} for _, ranking in parts}
        for groups, ranking in parts:
            shifts = tuple(map(layout.shift, groups))
            self._parts.append((shifts, cells[ranking], ranking))
        self._hands = tuple(tuple(map(parts.index, hand)) for hand in plan.parts)
        self._paid: dict[tuple[int, ...], Sums] = {}
        self._paid_to: dict[int, Sums] = {}
        self._settle = self._settle_one_part if len(parts) == 1 else self._settle_parts
        self._sums: dict[tuple[int, Key], Sums] = {}
        self._values: dict[tuple[int, Key, Stakes], Amount] = {}
        self._children: dict[tuple[int, Key], list[Node]] = {}
        self._by_line: dict[Stakes, Stakes] = {}
        self._outcomes: dict[tuple[int, Key], Counter[tuple[int, ...]]] = {}
        self._cuts: dict[tuple[Stakes, tuple[int, ...]], Amount] = {}
        #: Cards dealt and choices weighed: what `estimate` counts beforehand.
        self.work = 0

    def _denominators(self) -> tuple[list[int], list[int]]:
        """Return a common multiple of the numbers of ways in which each stage's cards can come, and
        the product of these multiples from each stage to the end.
        """
        deck = len(self.layout.deck)
        seen = {self.plan.own_cards}
        ways = []
        for stage in self.stages:
            counts = _counts(stage)
            ways.append(lcm(*(comb(deck - cards, count) for cards in seen for count in counts)))
            seen = {cards + count for cards in seen for count in counts}
        below = [1]
        for stage_ways in reversed(ways):
            below.append(below[-1] * stage_ways)
        return ways, below[::-1]

    # Chance ---------------------------------------------------------------------------------------

    def dealt(self) -> list[Node]:
        """Return the own cards by class."""
        return self._merged(0, self.layout.unseen(0), self.plan.own_cards, MINE)

    def children(self, at: int, state: int, key: Key, stage: Turn) -> list[Node]:
        """Return the situations that can follow when cards are turned up at a stage. They are
        stored, because they are needed after every way of betting.
        """
        found = self._children.get((at, key))
        if found is None:
            unseen = self.layout.unseen(state)
            found = self._merged(state, unseen, stage.count, stage.group)
            self._children[at, key] = found
        return found

    def _merged(self, state: int, unseen: list[int], count: int, group: int) -> list[Node]:
        merged: dict[Key, Node] = {}
        for child in self._dealt(state, unseen, count, group):
            key = self.layout.key(child)
            like = merged.get(key)
            merged[key] = Node(child, key, 1) if like is None else like._replace(ways=like.ways + 1)
        return list(merged.values())

    def _dealt(self, state: int, unseen: list[int], count: int, group: int) -> Iterator[int]:
        shift = self.layout.shift(group)
        self.work += comb(len(unseen), count)
        if count == 1:
            return (state | bit << shift for bit in unseen)
        return (state | sum(bits) << shift for bits in combinations(unseen, count))

    # Settlement -----------------------------------------------------------------------------------

    def cells(self, state: int) -> tuple[int, ...]:
        """Return the cell of each hand of the plan, all cards being up."""
        parts = self._part_cells(state)
        return tuple(max(parts[part] for part in hand) for hand in self._hands)

    def _part_cells(self, state: int) -> tuple[int, ...]:
        found = []
        for shifts, cells, ranking in self._parts:
            mask = 0
            for shift in shifts:
                mask |= state >> shift
            mask &= self.layout.one_group
            cell = cells.get(mask)
            if cell is None:
                cell = cells[mask] = ranking.evaluate(cards_of(mask)).cell
            found.append(cell)
        return tuple(found)

    def _settle_parts(self, state: int) -> Sums:
        """Return the net result of a unit staked on each line, in parts of the plan's unit."""
        parts = self._part_cells(state)
        paid = self._paid.get(parts)
        if paid is None:
            cells = self.cells(state)
            paid = self._paid[parts] = tuple(
                int(line.pays[cells[line.hand]] * self.plan.unit) for line in self.plan.lines
            )
        return paid

    def _settle_one_part(self, state: int) -> Sums:
        """Return the net result where all lines are paid on one hand of one part, which its cards
        determine.
        """
        mask = 0
        for shift in self._parts[0][0]:
            mask |= state >> shift
        mask &= self.layout.one_group
        paid = self._paid_to.get(mask)
        if paid is None:
            paid = self._paid_to[mask] = self._settle_parts(state)
        return paid

    def sums(self, at: int, state: int, key: Key | None = None) -> Sums:
        """Return the sum of the net results of a unit on each line over all deals from here, where
        nothing is left to decide.
        """
        if at == self.end:
            return self._settle(state)
        if key is None:
            key = self.layout.key(state)
        sums = self._sums.get((at, key))
        if sums is None:
            stage = self.stages[at]
            assert isinstance(stage, Turn), "nothing is left to decide"
            sums = self._sums[at, key] = self._summed(at, state, stage.group, stage.count)
        return sums

    def _summed(self, at: int, state: int, group: int, count: int) -> Sums:
        """Return the sums after `taken` cards of the stage `at` have come to a group."""
        unseen = self.layout.unseen(state)
        deals = self._dealt(state, unseen, count, group)
        if at + 1 == self.end:
            found = list(map(self._settle, deals))
        else:
            found = [self.sums(at + 1, child) for child in deals]
        part = self.ways[at] // len(found)
        return tuple(part * total for total in map(sum, zip(*found, strict=True)))

    def outcomes(self, at: int, state: int) -> Counter[tuple[int, ...]]:
        """Return the number of deals from here by the cells of all hands, where nothing is decided
        any more.
        """
        if at == self.end:
            return Counter([self.cells(state)])
        stage = self.stages[at]
        if not isinstance(stage, Turn):
            rest = self.outcomes(at + 1, state)
            return Counter({cells: self.ways[at] * count for cells, count in rest.items()})
        unseen = self.layout.unseen(state)
        outcomes: Counter[tuple[int, ...]] = Counter()
        part = self.ways[at] // comb(len(unseen), stage.count)
        for child in self._dealt(state, unseen, stage.count, stage.group):
            if at + 1 == self.end:
                outcomes[self.cells(child)] += part
            else:
                for cells, ways in self.outcomes(at + 1, child).items():
                    outcomes[cells] += part * ways
        return outcomes

    # Decisions ------------------------------------------------------------------------------------

    def value(self, at: int, state: int, stakes: Stakes, key: Key | None = None) -> Amount:
        """Return the value under the best play, in parts of the plan's unit and of `below[at]`."""
        if at >= self._settled:
            return self._settled_value(at, state, stakes, key)
        if key is None:
            key = self.layout.key(state)
        value = self._values.get((at, key, stakes))
        if value is None:
            stage = self.stages[at]
            if isinstance(stage, Turn):
                children = self.children(at, state, key, stage)
                ways = sum(child.ways for child in children)
                values = (
                    child.ways * self.value(at + 1, child.state, stakes, child.key)
                    for child in children
                )
                value = self.ways[at] // ways * sum(values)
            elif isinstance(stage, Bet) and at + 1 >= self._settled:
                value = max(self._last_bets(at, state, stakes, stage, key))
            else:
                value = max(move.value for move in self.moves(at, state, stakes, key))
            self._values[at, key, stakes] = value
        return value

    def moves(self, at: int, state: int, stakes: Stakes, key: Key | None = None) -> list[Move]:
        """Return every choice at a decision, in order of the money that it keeps in play."""
        stage = self.stages[at]
        if key is None:
            key = self.layout.key(state)
        match stage:
            case Ride():
                self.work += 2
                withdrawn = _with(stakes, stage.wager, 0)
                return [
                    Move("withdraw", self.value(at + 1, state, withdrawn, key), withdrawn),
                    Move("ride", self.value(at + 1, state, stakes, key), stakes),
                ]
            case Bet():
                return self._bets(at, state, stakes, stage, key)
            case Exchange():
                return self._throws(at, state, stakes, stage)
            case Turn():
                raise AssertionError("nothing is decided when cards are turned up")

    def best(self, at: int, state: int, stakes: Stakes, key: Key | None = None) -> Move:
        """Return the choice of the highest value; of equal ones the one with more money in play,
        then the one that throws fewer cards, then lower ones.
        """
        moves = self.moves(at, state, stakes, key)
        most = max(move.value for move in moves)
        equal = [move for move in moves if move.value == most]
        if isinstance(self.stages[at], Exchange):
            return min(equal, key=_order_of_throws)
        return equal[-1]

    def _bets(self, at: int, state: int, stakes: Stakes, stage: Bet, key: Key) -> list[Move]:
        bets = [_with(stakes, stage.wager, times * stakes[stage.of]) for times in stage.multiples]
        if at + 1 >= self._settled:
            lost, *values = self._last_bets(at, state, stakes, stage, key)
        else:
            self.work += 1 + len(bets)
            lost = self._lost(at, stakes)
            values = [self.value(at + 1, state, bet, key) for bet in bets]
        return [Move("fold", lost, None), *map(Move, stage.actions, values, bets)]

    def _last_bets(self, at: int, state: int, stakes: Stakes, stage: Bet, key: Key) -> list[Amount]:
        """Return the values of a fold and of each multiple at the last decision. Without a payout
        limit they are the sum of the earlier bets and a multiple of what the bet brings.
        """
        self.work += 1 + len(stage.multiples)
        if self.plan.limit is not None:
            bets = (_with(stakes, stage.wager, n * stakes[stage.of]) for n in stage.multiples)
            played = [self._settled_value(at + 1, state, bet, key) for bet in bets]
            return [self._lost(at, stakes), *played]
        sums = self.sums(at + 1, state, key)
        standing = self._staked(stakes, sums)
        step = stakes[stage.of] * sums[self.plan.line_of[stage.wager]]
        values = [standing + times * step for times in stage.multiples]
        return [self._lost(at, stakes), *values]

    def _lost(self, at: int, stakes: Stakes) -> Amount:
        """Return the value of a fold: all stakes are lost."""
        return -sum(stakes) * self.plan.unit * self.below[at]

    def _throws(self, at: int, state: int, stakes: Stakes, stage: Exchange) -> list[Move]:
        held = self.layout.bits_of(state, MINE)
        return [
            Move("draw", self._drawn(at, state, stakes, sum(thrown), size), stakes, sum(thrown))
            for size in range(stage.up_to + 1)
            for thrown in combinations(held, size)
        ]

    def _drawn(self, at: int, state: int, stakes: Stakes, thrown: int, size: int) -> Amount:
        kept = self.thrown(state, thrown)
        if at + 1 >= self._settled and self.plan.limit is None:
            return self._staked(stakes, self._summed(at, kept, MINE, size))
        unseen = self.layout.unseen(kept)
        total: Amount = 0
        for child in self._dealt(kept, unseen, size, MINE):
            total += self.value(at + 1, child, stakes)
        return self.ways[at] // comb(len(unseen), size) * total

    def thrown(self, state: int, thrown: int) -> int:
        """Return the situation after some of the own cards are thrown away."""
        to = self.layout.shift(DEAD) - self.layout.shift(MINE)
        return (state & ~thrown) | thrown << to

    def draws(self, state: int, thrown: int) -> Iterator[int]:
        """Yield every situation that can follow when own cards are thrown away."""
        kept = self.thrown(state, thrown)
        return self._dealt(kept, self.layout.unseen(kept), thrown.bit_count(), MINE)

    def _settled_value(self, at: int, state: int, stakes: Stakes, key: Key | None) -> Amount:
        """Return the value where nothing is left to decide: the results, less what a limit cuts."""
        value = self._staked(stakes, self.sums(at, state, key))
        if self.plan.limit is None:
            return value
        if key is None:
            key = self.layout.key(state)
        outcomes = self._outcomes.get((at, key))
        if outcomes is None:
            outcomes = self._outcomes[at, key] = self.outcomes(at, state)
        return value - sum(ways * self._cut(stakes, cells) for cells, ways in outcomes.items())

    def _cut(self, stakes: Stakes, cells: tuple[int, ...]) -> Amount:
        """Return what the payout limit cuts, in parts of the plan's unit."""
        cut = self._cuts.get((stakes, cells))
        if cut is None:
            exact = self.plan.cut(stakes, cells) * self.plan.unit
            cut = int(exact) if exact.denominator == 1 else exact
            self._cuts[stakes, cells] = cut
        return cut

    def _staked(self, stakes: Stakes, sums: Sums) -> Amount:
        by_line = self._by_line.get(stakes)
        if by_line is None:
            totals: list[Amount] = [0] * len(self.plan.lines)
            for stake, line in zip(stakes, self.plan.line_of, strict=True):
                totals[line] += stake
            by_line = self._by_line[stakes] = tuple(totals)
        return sum(map(_times, by_line, sums))


def _counts(stage: Turn | Ride | Bet | Exchange) -> range:
    """Return the numbers of cards that a stage can take."""
    if isinstance(stage, Turn):
        return range(stage.count, stage.count + 1)
    return range(stage.up_to + 1 if isinstance(stage, Exchange) else 1)


def _with(stakes: Stakes, wager: int, stake: Amount) -> Stakes:
    return (*stakes[:wager], stake, *stakes[wager + 1 :])


def _times(stake: Amount, total: int) -> Amount:
    return stake * total


def _order_of_throws(move: Move) -> tuple[int, list[int], list[Card]]:
    assert move.thrown is not None, "where cards are drawn every choice says which are thrown"
    return order_of_throws(cards_of(move.thrown))
