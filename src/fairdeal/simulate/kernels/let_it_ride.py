"""Let It Ride, compiled: three own cards, two decisions, and two cards of the board."""

from itertools import permutations
from typing import Final, NamedTuple

import numpy as np

from fairdeal.hands import FIVE_CARD, SIX_CARD, Ranking
from fairdeal.lab.kernels.let_it_ride.kernel import LetItRideKernel
from fairdeal.lab.kernels.let_it_ride.strategy_card import LetItRideCard
from fairdeal.lab.kernels.tables import Ints
from fairdeal.simulate.kernels.compiled import compiled, inlined
from fairdeal.simulate.kernels.deal import (
    BUFFER_ROUNDS,
    DealConstants,
    Endings,
    Small,
    deal_buffer,
    deal_rounds,
    int64,
)
from fairdeal.simulate.kernels.ranks import (
    FOURS,
    PAIRS,
    RANKS,
    ROW,
    RankTables,
    five_cell,
    four_cards,
    fours,
    one_suit,
)

#: The hands that a side bet is paid on.
FIVE, OWN, SIX = range(3)
#: Unsigned constants: an index of these needs no test whether it counts from the end.
_ZERO, _TWO, _THREE, _RANKS, _CELLS = (np.uint64(number) for number in (0, 2, 3, 13, 32))
_PAIRS, _FOURS, _ROW = np.uint64(PAIRS), np.uint64(FOURS), np.uint64(ROW)


class Decisions(NamedTuple):
    """Whether bet 1 rides by two ranks, the third rank and one suit; whether bet 2 does by bet 1,
    four ranks and one suit. For several players each has a row of its own.
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


def cautious_decisions() -> Decisions:
    """Return the decisions of a cautious player: both bets ride with a pair of tens or better among
    the own cards.
    """
    first = np.zeros((PAIRS, RANKS, 2), np.uint8)
    pairs = [(a, b) for a in range(RANKS) for b in range(a, RANKS)]
    for number, (a, b) in enumerate(pairs):
        for c in range(RANKS):
            first[number, c] = any(one == other >= TEN for one, other in ((a, b), (a, c), (b, c)))
    second = np.zeros((2, FOURS, 2), np.uint8)
    second[1] = 1
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
TEN: Final = 8
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
    how: DealConstants,
    places: Ints,
    tables: RankTables,
    decided: Decisions,
    which: Ints,
    sides: Ints,
    own: Small,
    endings: Endings,
    side_cells: Small,
    cards: Small,
    made: Small,
) -> None:
    """Play rounds from a number on. `places` says, by seat, where in the deck the own cards, those
    of the board and those aside lie, `which` by which row of the decisions the seat plays. An
    ending is `(2 * bet 1 + bet 2) * 32 + cell`.
    """
    buffer = deal_buffer(how.places, how.bounds.size)
    seats, rounds = endings.shape
    for start in range(0, rounds, BUFFER_ROUNDS):
        size = min(BUFFER_ROUNDS, rounds - start)
        deal_rounds(first + start, size, how, buffer)
        for seat in range(seats):
            where = places[seat]
            by = Decisions(decided.first[which[seat]], decided.second[which[seat]])
            ended = endings[seat][start : start + size]
            _end(buffer.cards, where, tables, by, ended)
            for side in range(sides.size):
                into = side_cells[seat, side, start : start + size]
                _side(sides[side], buffer.cards, where, tables, own, into)
            if cards.size > 0:
                for i in range(size):
                    made[seat, start + i, 0] = ended[i] >> 6
                    made[seat, start + i, 1] = ended[i] >> 5 & 1
        if cards.size > 0:
            for i in range(size):
                for place in range(cards.shape[1]):
                    cards[start + i, place] = buffer.cards[place, i]


@compiled
def _end(
    dealt: Small, places: Ints, tables: RankTables, decided: Decisions, endings: Endings
) -> None:
    """Write the endings of rounds that were dealt."""
    first, second, third = dealt[places[0]], dealt[places[1]], dealt[places[2]]
    fourth, fifth = dealt[places[3]], dealt[places[4]]
    pair_of, four_of = tables.pair, tables.four
    plain_cells, suited_cells = tables.plain, tables.suited
    rides_first, rides_second = decided.first, decided.second
    for i in range(endings.size):
        a, b, c = np.uint64(first[i]), np.uint64(second[i]), np.uint64(third[i])
        d, e = np.uint64(fourth[i]), np.uint64(fifth[i])
        pair = np.uint64(pair_of[_RANKS * (a >> _TWO) + (b >> _TWO)])
        other = (a ^ b) | (a ^ c)
        three_suited = np.uint64(other & _THREE == _ZERO)
        bet_1 = np.uint64(rides_first[_TWO * (_RANKS * pair + (c >> _TWO)) + three_suited])
        last = np.uint64(pair_of[_RANKS * (c >> _TWO) + (d >> _TWO)])
        four = np.uint64(four_of[_PAIRS * pair + last])
        other |= a ^ d
        suited = np.uint64(other & _THREE == _ZERO)
        bet_2 = np.uint64(rides_second[_TWO * (_FOURS * bet_1 + four) + suited])
        five = _ROW * four + (e >> _TWO)
        flush = (other | (a ^ e)) & _THREE == _ZERO
        cell = np.uint64(suited_cells[five] if flush else plain_cells[five])
        endings[i] = (_TWO * bet_1 + bet_2) * _CELLS + cell


@compiled
def _side(
    side: int, dealt: Small, places: Ints, tables: RankTables, own: Small, into: Small
) -> None:
    """Write the cells of the hands that a side bet is paid on."""
    for i in range(into.size):
        a = int64(dealt[places[0], i])
        b = int64(dealt[places[1], i])
        c = int64(dealt[places[2], i])
        if side == OWN:
            into[i] = own[2704 * a + 52 * b + c]
        elif side == FIVE:
            into[i] = five_cell(
                tables, a, b, c, int64(dealt[places[3], i]), int64(dealt[places[4], i])
            )
        else:
            d, e, f = dealt[places[5], i], dealt[places[6], i], dealt[places[7], i]
            into[i] = _six(tables, a, b, c, d, e, f)
