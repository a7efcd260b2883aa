"""The gain from seen hands in Double Draw.

For one hand and given dead cards, the value of the best play is exact (`seen_loops`). With small
decks all dead cards are tried; with the whole deck they are sampled. The average is taken of the
gain over the usual play, which decides as if nothing had been seen. The mean of the usual play over
all dead cards is the value of the game, which is known.
"""

from fractions import Fraction
from itertools import combinations
from math import comb, lcm
from random import Random
from typing import Final

import numpy as np

from fairdeal.lab.figures.gain import Gain, draw_cards, estimate_gain
from fairdeal.lab.kernels.double_draw.decisions import MASKS, THROWS, look_up_values, paid_of
from fairdeal.lab.kernels.double_draw.seen_loops import values_knowing
from fairdeal.lab.kernels.double_draw.solution import DoubleDrawSolution, ScaledResults
from fairdeal.lab.kernels.double_draw.subsets import Ints
from fairdeal.lab.kernels.double_draw.symmetry import classes
from fairdeal.lab.kernels.double_draw.tables import HAND, DeckTables
from fairdeal.lab.kernels.threads import map_in_threads
from fairdeal.lab.progress import Progress

#: The largest number of deals of own and dead cards that are all tried.
FEW: Final = 1_000_000
_LOT: Final = 50


def can_count(solution: DoubleDrawSolution, dead: int) -> bool:
    """Return whether every set of `dead` dead cards can be tried."""
    deck = len(solution.tables)
    return comb(deck, HAND) * comb(deck - HAND, dead) <= FEW


def counted_gain(
    solution: DoubleDrawSolution, dead: int, workers: int = 1, progress: Progress | None = None
) -> Gain:
    """Return the exact gain from `dead` dead cards: every set is tried with every class of
    hands.
    """
    own = classes(solution.tables.cards, HAND)
    deck = range(len(solution.tables))

    def one(kind: int) -> int:
        held = own.sets[kind].tolist()
        sets = list(combinations([place for place in deck if place not in held], dead))
        found = gains(solution, np.array([held] * len(sets)), np.array(sets))
        return int(own.sizes[kind]) * sum(found)

    total = sum(map_in_threads(one, range(len(own.sets)), workers, progress))
    deals = comb(len(deck), HAND) * comb(len(deck) - HAND, dead)
    return Gain(Fraction(total, deals * unit(solution.scaled, solution.tables, dead)))


def sampled_gain(
    solution: DoubleDrawSolution,
    dead: int,
    samples: int,
    seed: int,
    workers: int = 1,
    progress: Progress | None = None,
) -> Gain:
    """Return the gain from `dead` dead cards, estimated from `samples` deals of them and a hand."""
    draw, deck = Random(seed), range(len(solution.tables))  # noqa: S311 - a sample
    cards = np.array([draw_cards(draw, deck, HAND + dead) for _ in range(samples)], np.int64)
    found = map_in_threads(
        lambda lot: gains(solution, lot[:, :HAND], lot[:, HAND:]),
        [cards[start : start + _LOT] for start in range(0, samples, _LOT)],
        workers,
        progress,
    )
    return estimate_gain(
        [(1, [gain for lot in found for gain in lot])], unit(solution.scaled, solution.tables, dead)
    )


def _ways(tables: DeckTables, dead: int) -> list[int]:
    """Return, by throw, how many equally likely replacements both draws have with `dead` cards
    dead.
    """
    left = tables.unseen(dead)
    sizes = [mask.bit_count() for mask in THROWS]
    return [comb(left, size) * (left - size) for size in sizes]


def unit(results: ScaledResults, tables: DeckTables, dead: int) -> int:
    """Return the denominator that values are written over."""
    return lcm(*_ways(tables, dead)) * results.scale


def gains(solution: DoubleDrawSolution, hands: Ints, dead: Ints) -> list[int]:
    """Return, by hand with its dead cards, the gain of the best play over the usual one."""
    results, tables = solution.scaled, solution.tables
    before = look_up_values(tables, solution.values, hands)
    plays = before.max(axis=1) >= results.fold_first * tables.denominator
    usual = np.where(plays, before.argmax(axis=1), -1)
    best, followed = walked(results, tables, hands, dead, usual)
    folded = results.fold_first * lcm(*_ways(tables, dead.shape[1]))
    known = np.maximum(best.max(axis=1), folded)
    found: list[int] = (known - np.where(plays, followed, folded)).tolist()
    return found


def walked(
    results: ScaledResults, tables: DeckTables, hands: Ints, dead: Ints, usual: Ints
) -> tuple[Ints, Ints]:
    """Return, by hand with its dead cards, the value of each throw under best play after it, and
    the value of the usual play after the throw `usual`.
    """
    best = np.zeros((len(hands), len(THROWS)), np.int64)
    followed = np.zeros(len(hands), np.int64)
    paid = paid_of(results, tables.cards)
    values_knowing(hands, dead, len(tables), MASKS, usual, paid, best, followed)
    ways = _ways(tables, dead.shape[1])
    parts = np.array([lcm(*ways) // one for one in ways], np.int64)
    return best * parts, followed * parts[usual]
