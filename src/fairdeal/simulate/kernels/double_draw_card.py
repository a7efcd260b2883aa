"""Double Draw decided by the printed card, compiled.

The card ranks what may be kept of a hand. So what it keeps is looked up by the hand: at the first
draw the cards to throw, at the second draw those of the throws that the card leaves open, of which
the one with the most cards left to help is taken.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

import numpy as np

from fairdeal.lab.decisions.strategy import strategy_card
from fairdeal.lab.decisions.strategy_card import CardRule
from fairdeal.lab.kernels.double_draw.decisions import MASKS, paid_of
from fairdeal.lab.kernels.double_draw.families import (
    FIRST_WORDS,
    SECOND_WORDS,
    first_family,
    second_family,
)
from fairdeal.lab.kernels.double_draw.holds import Hold, holds
from fairdeal.lab.kernels.double_draw.ranking import FOLD as FOLD_LINE
from fairdeal.lab.kernels.double_draw.ranking import RankedHolds
from fairdeal.lab.kernels.double_draw.second_draw import PaidHands
from fairdeal.lab.kernels.double_draw.solution import ScaledResults
from fairdeal.lab.kernels.double_draw.subsets import CHOOSE, Counts, next_subset
from fairdeal.lab.kernels.double_draw.symmetry import classes
from fairdeal.lab.kernels.double_draw.tables import FIRST_DRAW, HAND
from fairdeal.lab.kernels.tables import Ints
from fairdeal.rulebook.rules import Rules
from fairdeal.simulate.kernels.compiled import compiled, inlined
from fairdeal.simulate.kernels.deal import Small

DECK: Final = tuple(range(54))
#: What stands for a fold among the cards to throw.
FOLD: Final = 255
#: The second choice that is a fold; 0 keeps all cards, 1 to 5 throw that card of the sorted hand.
FOLD_CHOICE: Final = 6
#: The fewest cards that are kept.
_FEWEST: Final = HAND - FIRST_DRAW


class CardDecisions(NamedTuple):
    """By place of a sorted hand: which of its cards are thrown at the first draw, as bits; which
    second choices the card leaves open, as bits, none to fold. What final hands are worth.
    """

    first: Small
    second: Small
    paid: PaidHands


@lru_cache(maxsize=2)
def no_card(results: ScaledResults) -> CardDecisions:
    """Return empty tables, for players without the card."""
    none = np.zeros(1, np.uint8)
    return CardDecisions(none, none, paid_of(results, DECK))


@lru_cache(maxsize=2)
def card_decisions(rules: Rules, results: ScaledResults) -> CardDecisions:
    """Return what the card of some rules says, without a payout limit."""
    sections = strategy_card(rules).sections
    known = holds(DECK)
    first = _ranked(sections[0].rules, FIRST_WORDS, first_family, known.names)
    second = _ranked(sections[1].rules, SECOND_WORDS, second_family, known.names)
    thrown, left_open = np.zeros((2, comb(len(DECK), HAND)), np.uint8)
    _fill(
        tuple(classes(DECK, size).of for size in range(_FEWEST, HAND + 1)),
        known.number,
        known.order,
        (first.place_of_hold, second.place_of_hold),
        (first.fold_at, second.fold_at),
        thrown,
        left_open,
    )
    return CardDecisions(thrown, left_open, paid_of(results, DECK))


def _ranked(
    rules: tuple[CardRule, ...],
    words: Mapping[str, tuple[str, int]],
    family: Callable[[Hold], str | None],
    names: tuple[Hold, ...],
) -> RankedHolds:
    """Return the ranked list that a section of the card prints."""
    line_of = {when: line for line, (when, _) in words.items()}
    lines = [FOLD_LINE if rule.action == FOLD_LINE else line_of[rule.when] for rule in rules]
    families = {hold: line for hold in names if (line := family(hold))}
    return RankedHolds.of(lines, families, names)


@compiled
def _fill(
    class_of: tuple[Counts, ...],
    numbers: tuple[Small, ...],
    orders: tuple[Ints, ...],
    place_of_hold: tuple[Ints, Ints],
    fold_at: tuple[int, int],
    thrown: Small,
    left_open: Small,
) -> None:
    """Look up what is kept of every hand, one throw after the other: of equal ones the first."""
    hand = np.arange(HAND)
    here = 0
    while True:
        best, at, best_order, bits, open_at = FOLD, fold_at[0], 0, 0, fold_at[1]
        for mask in MASKS:
            size, place = 0, 0
            for k in range(HAND):
                if not mask >> k & 1:
                    place += CHOOSE[hand[k], size + 1]
                    size += 1
            kept = class_of[size - _FEWEST][place]
            hold, order = numbers[size - _FEWEST][kept], orders[size - _FEWEST][kept]
            line = place_of_hold[0][hold]
            if line < at or (line == at and line < fold_at[0] and order > best_order):
                best, at, best_order = mask, line, order
            if size < HAND - 1:
                continue
            choice = 1
            for k in range(HAND):
                if mask >> k & 1:
                    choice = 2 << k
            line = place_of_hold[1][hold]
            if line < open_at:
                open_at, bits = line, choice
            elif line == open_at and line < fold_at[1]:
                bits |= choice
        thrown[here], left_open[here] = best, bits
        here += 1
        if not next_subset(hand, 54):
            return


@inlined
def card_choice(hand: Ints, dead: Ints, count: int, open_choices: int, paid: PaidHands) -> int:
    """Return the second choice of the card for a sorted hand: of those that it leaves open the one
    that is worth the most beside the cards thrown away, of equal ones the first.
    """
    below = above = four = 0
    for k in range(4):
        four += CHOOSE[hand[k], k + 1]
        above += CHOOSE[hand[k + 1], k + 1]
    unseen = 54 - HAND - count
    pat, best, choice = paid.net[paid.made[four, hand[4]]], 0, FOLD_CHOICE
    if open_choices & 1:
        best, choice = unseen * pat, 0
    for k in range(5):
        if open_choices >> k & 2:
            four = below + above
            value = paid.values[four] - pat
            for i in range(count):
                value -= paid.net[paid.made[four, dead[i]]]
            if choice == FOLD_CHOICE or value > best:
                best, choice = value, k + 1
        below += CHOOSE[hand[k], k + 1]
        if k + 1 < 5:
            above -= CHOOSE[hand[k + 1], k + 1]
    return choice
