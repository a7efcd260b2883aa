"""Values from the last stage to the first, and endings from the first to the last."""

from collections import Counter
from typing import Final

import numpy as np

from fairdeal.lab.kernels.general.engine import Engine, bets_by_stage, stakes_after
from fairdeal.lab.kernels.general.loops import (
    Places,
    Words,
    find,
    follow,
    pass_on,
    settle,
    sort_words,
    sum_followers,
)
from fairdeal.lab.kernels.tables import Ints
from fairdeal.lab.progress import Progress
from fairdeal.lab.solver.plan import Bet, Ride, Turn
from fairdeal.lab.solver.results import Ending, Stakes

#: Situations that are settled before progress is reported.
_LOT: Final = 20_000
_NONE: Final = np.zeros((0, 0), np.int64)


class Walk:
    """Everything that can follow some situations of one stage, with its values."""

    def __init__(
        self,
        engine: Engine,
        roots: Words,
        start: int,
        stakes: Stakes,
        progress: Progress | None = None,
    ) -> None:
        self.engine, self.plan = engine, engine.plan
        self.start, self.end = start, self.plan.settled_from
        sort_words(roots, engine.deck.kinds)
        self.bets = bets_by_stage(self.plan, start, stakes)
        self.place = [{bet: n for n, bet in enumerate(bets)} for bets in self.bets]
        self._words: dict[int, Words] = {start: roots}
        self._tables: dict[int, Places] = {}
        self._edges: dict[int, Places] = {}
        for at in range(start, self.end):
            stage = self.plan.stages[at]
            self._words[at + 1] = self._words[at]
            if isinstance(stage, Turn):
                ways = engine.below[at] // engine.below[at + 1]
                found = follow(engine.deck, self._words[at], stage.count, stage.group, ways)
                self._words[at + 1], self._edges[at], self._tables[at + 1] = found
            elif at in self._tables:
                self._tables[at + 1] = self._tables[at]
        self._last_found = (-1, 0, 0)
        self.values: dict[int, Ints] = {self.end: self._settled(progress)}
        for at in reversed(range(start, self.end)):
            self.values[at] = self._value_at(at)

    def _settled(self, progress: Progress | None) -> Ints:
        engine, bets = self.engine, self.bets[self.end]
        paid, by_line = engine.paid(bets), engine.by_line(bets)
        words = self._words[self.end]
        sums = np.zeros((words.shape[0], paid.shape[1]), np.int64)
        for lot in range(0, words.shape[0], _LOT):
            rows = slice(lot, lot + _LOT)
            self._settle(words[rows], paid, sums[rows], _NONE, _NONE)
            if progress:
                progress(min(lot + _LOT, words.shape[0]), words.shape[0])
        values: Ints = sums @ by_line
        return values

    def _settle(self, words: Words, paid: Ints, sums: Ints, weights: Ints, counts: Ints) -> None:
        engine = self.engine
        settle(
            *(engine.deck, engine.hands, words, engine.last_groups, engine.chained),
            *(paid, sums, weights, counts),
        )

    def _value_at(self, at: int) -> Ints:
        after = self.values[at + 1]
        if isinstance(self.plan.stages[at], Turn):
            edges = self._edges[at]
            totals = np.zeros((edges.shape[0], after.shape[1]), np.int64)
            sum_followers(edges, after, totals)
            return totals
        columns = [np.max(self._choices(at, bet), axis=0) for bet in range(len(self.bets[at]))]
        return np.stack(columns, axis=1)

    def _choices(self, at: int, bet: int) -> Ints:
        """Return the value of each choice at a decision, a row each: a fold first, then those with
        more money in play after those with less.
        """
        stage, stakes, after = self.plan.stages[at], self.bets[at][bet], self.values[at + 1]
        rows = [after[:, self.place[at + 1][one]] for one in stakes_after(stage, stakes)]
        if isinstance(stage, Bet):
            lost = -int(sum(stakes)) * self.plan.unit * self.engine.below[at]
            rows.insert(0, np.full(after.shape[0], lost, np.int64))
        return np.stack(rows)

    def find(self, at: int, state: int) -> int:
        """Return the place of a situation of the plain solver among those of a stage."""
        if self._last_found[:2] == (at, state):
            return self._last_found[2]
        words = self.engine.words(state)
        sort_words(words, self.engine.deck.kinds)
        if at not in self._tables:
            place = int(np.nonzero((self._words[at] == words).all(axis=1))[0][0])
        else:
            place = int(find(words, self._words[at], self._tables[at]))
        assert place >= 0, "every situation that follows has been found"
        self._last_found = (at, state, place)
        return place

    def value(self, at: int, state: int, stakes: Stakes) -> int:
        """Return the value of a situation under the best play, as the plain solver has it."""
        return int(self.values[at][self.find(at, state), self.place[at][stakes]])

    def roots_value(self, ways: Ints) -> int:
        """Return the sum of the values of all roots, each times its weight."""
        values = self.values[self.start][:, 0].tolist()
        return sum(value * way for value, way in zip(values, ways.tolist(), strict=True))

    def endings(self, ways: Ints, *, dealt_out: bool = False) -> Counter[Ending]:
        """Return the endings of rounds under the best play, counted as
        `fairdeal.lab.solver.ending_counts.count_endings` does.
        """
        ended: Counter[Ending] = Counter()
        folds: list[tuple[Stakes, str]] = []
        weights = np.zeros((ways.size, len(self.bets[self.start])), np.int64)
        weights[:, 0] = ways
        folded = np.zeros((ways.size, 0), np.int64)
        for at in range(self.start, self.end):
            stage = self.plan.stages[at]
            if isinstance(stage, Turn):
                weights, folded = (self._passed_on(at, one) for one in (weights, folded))
                continue
            assert isinstance(stage, Ride | Bet), "games with draws do not fit"
            after = np.zeros((weights.shape[0], len(self.bets[at + 1])), np.int64)
            for bet, stakes in enumerate(self.bets[at]):
                chosen = _last_best(self._choices(at, bet))
                following = stakes_after(stage, stakes)
                if isinstance(stage, Bet):
                    name = self.plan.wagers[stage.wager]
                    lost = np.where(chosen == 0, weights[:, bet], 0)
                    if not dealt_out and lost.any():
                        deals = int(lost.sum()) * self.engine.below[at]
                        ended[Ending(stakes, None, name)] += deals
                    elif lost.any():
                        folds.append((stakes, name))
                        folded = np.concatenate([folded, lost[:, None]], axis=1)
                    chosen = chosen - 1
                for number, one in enumerate(following):
                    column = after[:, self.place[at + 1][one]]
                    column += np.where(chosen == number, weights[:, bet], 0)
            weights = after
        counts = np.zeros((weights.shape[1] + len(folds), self.engine.outcomes), np.int64)
        every = np.ascontiguousarray(np.concatenate([weights, folded], axis=1))
        self._settle(self._words[self.end], _NONE, _NONE, every, counts)
        kinds: list[tuple[Stakes, str | None]] = [(stakes, None) for stakes in self.bets[self.end]]
        for (stakes, folded_at), row in zip([*kinds, *folds], counts, strict=True):
            for outcome in np.nonzero(row)[0].tolist():
                cells = self.engine.cells(outcome)
                ended[Ending(stakes, cells, folded_at)] += int(row[outcome])
        return ended

    def _passed_on(self, at: int, weights: Ints) -> Ints:
        following = np.zeros((self._words[at + 1].shape[0], weights.shape[1]), np.int64)
        pass_on(self._edges[at], weights, following)
        return following

    def outcomes(self, state: int) -> Counter[tuple[int, ...]]:
        """Return the number of deals by the cells of all hands, if nothing is left to decide."""
        counts = np.zeros((1, self.engine.outcomes), np.int64)
        self._settle(self.engine.words(state), _NONE, _NONE, np.ones((1, 1), np.int64), counts)
        return Counter(
            {self.engine.cells(n): int(counts[0, n]) for n in np.nonzero(counts[0])[0].tolist()}
        )


def _last_best(choices: Ints) -> Ints:
    """Return the last of the best choices in each situation: the one that keeps more money in
    play.
    """
    found: Ints = choices.shape[0] - 1 - np.argmax(choices[::-1], axis=0)
    return found
