"""Let It Ride, compiled: three own cards, two decisions, and two cards of the board."""

from itertools import permutations
from typing import Final, NamedTuple

import numpy as np

from fairdeal.hands import FIVE_CARD, SIX_CARD, Ranking
from fairdeal.lab.kernels.let_it_ride.kernel import LetItRideKernel
from fairdeal.lab.kernels.let_it_ride.strategy_card import LetItRideCard
from fairdeal.lab.kernels.tables import Ints
from fairdeal.simulate.kernels.compiled import compiled, inlined
from fairdeal.simulate.kernels.deal import AHEAD, Dealing, Small, deal_rounds, int64
from fairdeal.simulate.kernels.ranks import (
    FOURS,
    PAIRS,
    RankTables,
    five_cell,
    four_cards,
    fours,
    one_suit,
)

#: The hands that a side bet is paid on.
FIVE, OWN, SIX = range(3)


class Decisions(NamedTuple):
    """Whether bet 1 rides by two ranks, the third rank and one suit; whether bet 2 does by bet 1,
    four ranks and one suit.
    """

    first: Small
    second: Small


def decisions(
    kernel: LetItRideKernel | None, *, ride: bool, card: LetItRideCard | None = None
) -> Decisions:
    """Return the best decisions of a kernel, or those of its card; without a kernel, those of a
    player who always or never rides.
    """
    first = np.full((PAIRS * 13, 2), ride, np.uint8)
    second = np.full((2, FOURS, 2), ride, np.uint8)
    if kernel is None:
        return Decisions(first.ravel(), second.ravel())
    game = kernel.game
    pairs = [(a, b) for a in range(13) for b in range(a, 13)]
    known: dict[tuple[tuple[int, ...], bool], bool] = {}
    for number, (a, b) in enumerate(pairs):
        for c in range(13):
            ranks = tuple(sorted((a, b, c)))
            for suited in (False, True):
                cards = four_cards(ranks, suited=suited)
                if cards is None:
                    continue
                if (ranks, suited) not in known:
                    known[ranks, suited] = (
                        card.first[card.kind_of_three(cards)].value >= 0
                        if card
                        else game.first_decision(cards).rides
                    )
                first[13 * number + c, int(suited)] = known[ranks, suited]
    for number, ranks in enumerate(fours()):
        for suited in (False, True):
            cards = four_cards(ranks, suited=suited)
            if cards is None:
                continue
            if card:
                second[:, number, int(suited)] = card.second[card.kind_of_four(cards)].value >= 0
                continue
            one, two, three = (int(total.sum()) for total in game.sums_by_fourth_card(list(cards)))
            second[0, number, int(suited)] = two >= one
            second[1, number, int(suited)] = three >= two
    return Decisions(first.ravel(), second.ravel())


def own_cells(ranking: Ranking) -> Small:
    """Return the cell of every three cards in any order: `[52 * 52 * a + 52 * b + c]`."""
    cells = np.zeros((52, 52, 52), np.uint8)
    for a in range(52):
        for b in range(a + 1, 52):
            for c in range(b + 1, 52):
                cell = ranking.evaluate_exactly((a, b, c)).cell
                for one in permutations((a, b, c)):
                    cells[one] = cell
    return cells.ravel()


NINE: Final = 7
DIAMONDS: Final = 1
SUPER: Final = len(SIX_CARD.cells) - 2
assert len(FIVE_CARD.cells) == SUPER, "six cards add two cells to those of five"


@inlined
def _six(tables: RankTables, a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """Return the cell of six cards: the best of five, or a super royal."""
    d, e, f = int64(d), int64(e), int64(f)
    best = five_cell(tables, a, b, c, d, e)
    best = max(best, five_cell(tables, a, b, c, d, f))
    best = max(best, five_cell(tables, a, b, c, e, f))
    best = max(best, five_cell(tables, a, b, d, e, f))
    best = max(best, five_cell(tables, a, c, d, e, f))
    best = max(best, five_cell(tables, b, c, d, e, f))
    if one_suit(a, b, c, d) and one_suit(a, d, e, f):
        lowest = min(a, b, c, d, e, f) >> 2
        # Six different cards of one suit, none below a nine, are all of nine to ace.
        if lowest >= NINE:
            best = SUPER + 1 if a & 3 == DIAMONDS else SUPER
    return best


@compiled
def play(
    first: int,
    how: Dealing,
    places: Ints,
    tables: RankTables,
    decided: Decisions,
    sides: Ints,
    own: Small,
    endings: Ints,
    side_cells: Small,
    cards: Small,
    made: Small,
) -> None:
    """Play rounds from a number on. `places` says where in the deck the own cards, those of the
    board and those aside lie. An ending is `(2 * bet 1 + bet 2) * 32 + cell`.
    """
    dealt = np.empty((AHEAD, how.sizes.size), np.uint8)
    p0, p1, p2, p3, p4 = places[0], places[1], places[2], places[3], places[4]
    pair_of, four_of = tables.pair, tables.four
    plain_cells, suited_cells = tables.plain, tables.suited
    rides_first, rides_second = decided.first, decided.second
    traced = cards.size > 0
    for i in range(endings.size):
        at = i % AHEAD
        if at == 0:
            deal_rounds(first + i, how, dealt[: min(AHEAD, endings.size - i)])
        a, b, c = int64(dealt[at, p0]), int64(dealt[at, p1]), int64(dealt[at, p2])
        d, e = int64(dealt[at, p3]), int64(dealt[at, p4])
        pair = int64(pair_of[13 * (a >> 2) + (b >> 2)])
        three_suited = 1 if ((a ^ b) | (a ^ c)) & 3 == 0 else 0
        bet_1 = int64(rides_first[2 * (13 * pair + (c >> 2)) + three_suited])
        four = int64(four_of[91 * pair + int64(pair_of[13 * (c >> 2) + (d >> 2)])])
        suited = 1 if one_suit(a, b, c, d) else 0
        bet_2 = int64(rides_second[2 * (1820 * bet_1 + four) + suited])
        five = 16 * four + (e >> 2)
        flush = suited and (a ^ e) & 3 == 0
        cell = int64(suited_cells[five] if flush else plain_cells[five])
        endings[i] = (2 * bet_1 + bet_2) * 32 + cell
        for side in range(sides.size):
            if sides[side] == FIVE:
                side_cells[side, i] = cell
            elif sides[side] == OWN:
                side_cells[side, i] = own[2704 * a + 52 * b + c]
            else:
                side_cells[side, i] = _six(
                    tables,
                    a,
                    b,
                    c,
                    dealt[at, places[5]],
                    dealt[at, places[6]],
                    dealt[at, places[7]],
                )
        if traced:
            for place in range(cards.shape[1]):
                cards[i, place] = dealt[at, place]
            made[i, 0], made[i, 1] = bet_1, bet_2
