"""The strategy card of Run 'Em Twice: the grid of own cards, and rules for the later bets.

A run of four known cards is of a `RunKind`: what it holds or is one card short of. Where it holds
nothing, what counts is how many centers can still pair it, and for that a player counts points: two
for a rank whose pair wins, one for a rank whose pair pushes. A run's points include the own cards,
so over both runs these count twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairdeal.cards import Card, rank_of, suit_of
from fairdeal.hands.five import LINES
from fairdeal.lab.kernels.compiled import compiled
from fairdeal.lab.kernels.run_em_twice import loops
from fairdeal.lab.kernels.run_em_twice.best_play import RunEmTwice, first_pairs
from fairdeal.lab.kernels.run_em_twice.solution import ANTES, FOLD, HIGH, LOW
from fairdeal.lab.kernels.tables import Ints

BETS: Final = (FOLD, LOW, HIGH)
#: Four cards of two points in each of two runs.
MOST_POINTS: Final = 16
#: What is added up for each kind: boards, antes, one unit on the first run, second run and center.
SUMS: Final = 5


class RunKind(IntEnum):
    """The hand that four cards of a run make, or are one card short of; the better the higher."""

    NOTHING = 0
    INSIDE = 1
    LOW_PAIR = 2
    OPEN = 3
    FLUSH = 4
    #: A hand that does not lose any more.
    MADE = 5


class SecondKind(IntEnum):
    """Kinds of situations at the second decision; the points of nothing follow after the last."""

    OWN_PAIR = 0
    LOW_PAIR_AND_THIRD = 1
    LOW_PAIR = 2
    SUITED_HIGH = 3
    SOMETHING = 4
    NOTHING = 5


class ThirdKind(IntEnum):
    """Kinds of situations at the third decision; those with points are that many and one more."""

    MADE = 0
    FLUSH = 1
    OPEN = 2
    PAIR_AND_INSIDE = 3
    LOW_PAIR = 4
    INSIDE = 5
    NOTHING = 5 + MOST_POINTS + 1


class CardBets(NamedTuple):
    """The bet, 0 to fold, by kind of situation."""

    second: tuple[int, ...]
    third: tuple[int, ...]


@compiled
def total_by_kind(
    runs: loops.Runs,
    level_step: Ints,
    left_right: Ints,
    weights: Ints,
    low: int,
    high: int,
    seconds: Ints,
    kinds: Ints,
    points: Ints,
    thirds: Ints,
    totals: Ints,
) -> None:
    """Add up what all boards bring, by the kinds of the second and of the third decision.

    Everything is linear in the bets, so these sums hold the value of every card at once.
    """
    sums = np.empty((4, kinds.size), np.int64)
    for i in range(weights.size):
        loops.second_runs(runs, level_step, low, high, left_right[i, 0], left_right[i, 1], sums)
        first, weight = runs.pair_base[left_right[i, 0]] + left_right[i, 1], weights[i]
        into = totals[seconds[i]]
        for pair in range(kinds.size):
            if sums[3, pair] == loops.IMPOSSIBLE:
                continue
            row = into[thirds[kinds[first], kinds[pair], points[first] + points[pair]]]
            center = sums[2, pair]
            row[0] += weight
            row[1] += weight * (sums[3, pair] - max(low * center, high * center))
            row[2] += weight * sums[0, pair]
            row[3] += weight * sums[1, pair]
            row[4] += weight * center


def third_of(one: int, other: int, points: int) -> int:
    """Return the third decision's kind of situation from the kinds of both runs and their
    points.
    """
    better, worse = max(one, other), min(one, other)
    if better == RunKind.LOW_PAIR:
        return ThirdKind.PAIR_AND_INSIDE if worse == RunKind.INSIDE else ThirdKind.LOW_PAIR
    if better in (RunKind.INSIDE, RunKind.NOTHING):
        return points + (ThirdKind.INSIDE if better else ThirdKind.NOTHING)
    return {
        RunKind.MADE: ThirdKind.MADE,
        RunKind.FLUSH: ThirdKind.FLUSH,
        RunKind.OPEN: ThirdKind.OPEN,
    }[RunKind(better)]


_THIRDS: Final = np.array(
    [
        [[third_of(one, other, points) for points in range(MOST_POINTS + 1)] for other in RunKind]
        for one in RunKind
    ],
    np.int64,
)
_SECOND_KINDS: Final = SecondKind.NOTHING + MOST_POINTS + 1
_THIRD_KINDS: Final = ThirdKind.NOTHING + MOST_POINTS + 1


@dataclass(frozen=True, eq=False)
class RunEmTwiceCard:
    """The card of one game: a bet for each kind of situation, decided by exact values."""

    game: RunEmTwice

    @cached_property
    def points(self) -> tuple[int, ...]:
        """Points by rank: two if its pair wins, one if its pair loses less than all, else none."""
        pairs = self.game.run[LINES["pair"].start : LINES["pair"].stop]
        return tuple(2 if net > 0 else 1 if net > -1 else 0 for net in pairs)

    @cached_property
    def _straights(self) -> list[frozenset[int]]:
        wheel = (12, 0, 1, 2, 3)
        made = self.game.ranking.evaluate([4 * rank + (rank == 0) for rank in wheel])
        plain = [frozenset(range(low, low + 5)) for low in range(9)]
        return [*plain, frozenset(wheel)] if made.kind == "straight" else plain

    @cached_property
    def _kinds(self) -> dict[tuple[tuple[int, ...], bool], tuple[RunKind, int]]:
        return {}

    def run_of(self, cards: Sequence[Card]) -> tuple[RunKind, int]:
        """Return the kind of four cards of a run, and their points."""
        ranks = tuple(sorted(map(rank_of, cards)))
        key = ranks, len(set(map(suit_of, cards))) == 1
        if key not in self._kinds:
            self._kinds[key] = self._kind(*key), sum(self.points[rank] for rank in ranks)
        return self._kinds[key]

    def _kind(self, ranks: tuple[int, ...], suited: bool) -> RunKind:
        held = set(ranks)
        if len(held) < len(ranks):
            return RunKind.MADE if self._made(ranks) >= 0 else RunKind.LOW_PAIR
        if suited:
            return RunKind.FLUSH
        return (RunKind.NOTHING, RunKind.INSIDE, RunKind.OPEN)[
            sum(held <= straight for straight in self._straights)
        ]

    def _made(self, ranks: tuple[int, ...]) -> Fraction | int:
        pairs = [rank for rank in set(ranks) if ranks.count(rank) == 2]
        line = {4: "four of a kind", 3: "three of a kind"}.get(max(map(ranks.count, ranks)))
        line = line or ("two pair" if len(pairs) == 2 else None)
        return self.game.run[LINES[line].start if line else LINES["pair"].start + pairs[0]]

    def second_of(self, own: Sequence[Card], left_right: Sequence[Card]) -> int:
        """Return the second decision's kind of situation."""
        ranks, up = [rank_of(card) for card in own], [rank_of(card) for card in left_right]
        kind, points = self.run_of([*own, *left_right])
        if ranks[0] == ranks[1]:
            if self.game.run[LINES["pair"].start + ranks[0]] >= 0:
                return SecondKind.OWN_PAIR
            return SecondKind.LOW_PAIR_AND_THIRD if ranks[0] in up else SecondKind.LOW_PAIR
        suited = suit_of(own[0]) == suit_of(own[1])
        apart = not set(ranks) & set(up) and kind != RunKind.FLUSH
        if suited and apart and all(self.points[rank] == 2 for rank in ranks):
            return SecondKind.SUITED_HIGH
        if kind != RunKind.NOTHING:
            return SecondKind.SOMETHING
        return SecondKind.NOTHING + points + sum(self.points[rank] for rank in ranks)

    @cached_property
    def _sums(self) -> dict[int, NDArray[np.object_]]:
        """By first run bet: the sums over all boards, `[second kind, third kind, …]`."""
        shape = (_SECOND_KINDS, _THIRD_KINDS, SUMS)
        found = {bet: np.zeros(shape, object) for bet in (LOW, HIGH)}
        for own in self.game.grid:
            if own.best == FOLD:
                continue
            live = self.game.live(own.cards).tolist()
            runs = [self.run_of([*own.cards, *pair]) for pair in combinations(live, 2)]
            pairs, weights = first_pairs(self.game.ranks, own.cards)
            seconds = [self.second_of(own.cards, (live[i], live[j])) for i, j in pairs.tolist()]
            totals = np.zeros(shape, np.int64)
            total_by_kind(
                *(self.game.runs(own.cards), self.game.steps.level_step, pairs, weights, LOW, HIGH),
                np.array(seconds, np.int64),
                np.array([kind for kind, _ in runs], np.int64),
                np.array([points for _, points in runs], np.int64),
                *(_THIRDS, totals),
            )
            # Over all own cards the sums could leave 64 bits: from here on in Python's integers.
            found[own.best] += totals.astype(object) * own.combinations
        return found

    @cached_property
    def actions(self) -> CardBets:
        """The bet for each kind of situation. The value of a bet depends on the later bets, and
        which later situations come up depends on the earlier ones: so one bet is decided after the
        other, starting again with the first run bet until nothing changes.
        """
        bets = {bet: (bet,) * _SECOND_KINDS for bet in (LOW, HIGH)}
        third = _decided(ThirdKind, self._third_values(bets))
        second = _decided(SecondKind, self._second_values(third))
        for _ in range(8):
            third = _decided(ThirdKind, self._third_values(dict.fromkeys((LOW, HIGH), second)))
            again = _decided(SecondKind, self._second_values(third))
            if again == second:
                break
            second = again
        return CardBets(second, third)

    def _values(self, bet_1: int, bet_2: int, sums: NDArray[np.object_]) -> list[int]:
        """Return the sums of each third decision's results."""
        boards, antes, firsts, seconds, center = sums.tolist()
        played = antes + bet_1 * firsts + bet_2 * seconds
        return [self._lost(bet_1, bet_2) * boards, played + LOW * center, played + HIGH * center]

    def _lost(self, *bets: int) -> int:
        """Return the result of a fold on one board, over all its centers."""
        return -(ANTES + sum(bets)) * self.game.scale * (4 * len(self.game.ranks) - 6)

    def _third_values(self, bets: dict[int, tuple[int, ...]]) -> NDArray[np.object_]:
        """Return values by kind and third decision, over the situations that the second decisions
        lead to.
        """
        values = np.zeros((_THIRD_KINDS, len(BETS)), object)
        for bet_1, sums in self._sums.items():
            for second, bet_2 in enumerate(bets[bet_1]):
                if bet_2 != FOLD:
                    for third in range(_THIRD_KINDS):
                        values[third] += self._values(bet_1, bet_2, sums[second, third])
        return values

    def _second_values(self, thirds: tuple[int, ...]) -> NDArray[np.object_]:
        """Return values by kind and second decision, with the third decision made as the card
        says.
        """
        values = np.zeros((_SECOND_KINDS, len(BETS)), object)
        places = [BETS.index(bet) for bet in thirds]
        for bet_1, sums in self._sums.items():
            for second in range(_SECOND_KINDS):
                values[second, 0] += self._lost(bet_1) * int(sums[second, :, 0].sum())
                for column, bet_2 in ((1, LOW), (2, HIGH)):
                    values[second, column] += sum(
                        self._values(bet_1, bet_2, sums[second, third])[places[third]]
                        for third in range(_THIRD_KINDS)
                    )
        return values

    @cached_property
    def ev(self) -> Fraction:
        """The value of a round in which the card is followed."""
        values = self._second_values(self.actions.third)
        total = sum(values[kind, BETS.index(bet)] for kind, bet in enumerate(self.actions.second))
        hands = self.game.grid
        folds = sum(own.combinations for own in hands if own.best == FOLD)
        played = Fraction(int(total), self.game.scale * self.game.rounds)
        return (played - ANTES * folds) / comb(4 * len(self.game.ranks), 2)

    def comes_up(self) -> tuple[list[bool], list[bool]]:
        """Return whether there are situations of each kind, at the second and at the third
        decision.
        """
        bets = dict.fromkeys((LOW, HIGH), self.actions.second)
        return (
            [bool(row[0]) for row in self._second_values(self.actions.third)],
            [bool(row[0]) for row in self._third_values(bets)],
        )


#: Kinds that are split by points, and so are decided together: below some number, and from it on.
_BY_POINTS: Final = {
    SecondKind: (SecondKind.NOTHING,),
    ThirdKind: (ThirdKind.INSIDE, ThirdKind.NOTHING),
}


def _decided(
    kinds: type[SecondKind] | type[ThirdKind], values: NDArray[np.object_]
) -> tuple[int, ...]:
    """Return the best bet for each kind; of equal ones the larger."""
    places = [_best(row) for row in values.tolist()]
    for start in _BY_POINTS[kinds]:
        rows = values[start : start + MOST_POINTS + 1]
        splits = [
            (_best_of(rows[:border]) + _best_of(rows[border:]), border)
            for border in range(MOST_POINTS + 1)
        ]
        border = max(splits, key=lambda one: (one[0], -one[1]))[1]
        for part in (range(border), range(border, MOST_POINTS + 1)):
            if part:
                place = _best(rows[part.start : part.stop].sum(axis=0).tolist())
                places[start + part.start : start + part.stop] = [place] * len(part)
    return tuple(BETS[place] for place in places)


def _best(row: Sequence[int]) -> int:
    return max(range(len(row)), key=lambda place: (row[place], place))


def _best_of(rows: NDArray[np.object_]) -> int:
    return max(rows.sum(axis=0).tolist()) if len(rows) else 0
