"""Run 'Em Twice, compiled: two own cards, three decisions, two runs through five cards.

The third decision is worked out in every round: with four cards of a run known, what the center
card makes of it depends on its rank alone, unless the four are of one suit.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairdeal.hands import Ranking
from fairdeal.lab.kernels.run_em_twice.best_play import RunEmTwice
from fairdeal.lab.kernels.run_em_twice.solution import BETS, FOLD, HIGH, LOW, best
from fairdeal.lab.kernels.tables import SUIT_ORDERS, Ints, class_of, rename_suits
from fairdeal.simulate.kernels.compiled import compiled
from fairdeal.simulate.kernels.deal import (
    BUFFER_ROUNDS,
    DealConstants,
    Endings,
    Small,
    deal_buffer,
    deal_rounds,
    int64,
)
from fairdeal.simulate.kernels.ranks import FOURS, RANKS, ROW, RankTables, five_cell
from fairdeal.simulate.kernels.run_em_twice_card import CardDecisions, decide_by_card

#: The hands that a side bet is paid on.
COMMUNITY, OWN, FIRST, SECOND, BETTER = range(5)
#: How a seat decides: by the tables, always with the greatest bet, never, always with the least
#: bet, or by the printed card.
BY_TABLES, ALWAYS, NEVER, LEAST, BY_CARD = range(5)
#: The three bets of a round, two bits each, where they are always the same.
_BETS: Final = np.array([0, 63, 0, 21, 0], np.uint16)


class Decisions(NamedTuple):
    """By two own cards (`[52 * a + b]`): the first decision, the class, and the suits' names in it
    (two bits each). By class, left and right in these names: the second decision. The payouts of a
    unit of a run by cell, in whole parts, and how many parts a unit has. By a bet and the cell of
    its run: what that bet and the ante win; by a bet and four ranks: the same, added up over a
    whole deck of fifth cards.
    """

    first: Small
    kind: Small
    suits: Small
    second: Small
    run: Ints
    scale: int
    worth: Ints
    whole: Ints


#: Which of the places make up each run.
_RUN_1: Final = np.array([0, 1, 2, 3, 6])
_RUN_2: Final = np.array([0, 1, 4, 5, 6])
#: No five-card ranking has more cells.
_CELLS: Final = 32


def decisions(game: RunEmTwice | None, tables: RankTables) -> Decisions:
    """Return the best decisions of a game; empty ones without."""
    if game is None:
        none, ints = np.zeros(2704, np.uint8), np.zeros(1, np.int64)
        return Decisions(none, none, none, none, ints, 1, ints, ints)
    kinds = [hand for hand, _ in game.classes]
    kind, suits = own_classes(kinds)
    bets = np.zeros(len(kinds), np.uint8)
    second = np.zeros((len(kinds), 52, 52), np.uint8)
    for number, own in enumerate(kinds):
        solution = game.own_cards_solution(own)
        bets[number] = bet = best(solution.values)
        if bet != FOLD:
            classes = pair_classes(own)
            chosen = solution.second_choices[:, BETS.index(bet)].astype(np.uint8)
            second[number] = np.where(classes >= 0, chosen[classes], 0)
    steps = game.steps
    worth = np.zeros((HIGH + 1, _CELLS), np.int64)
    for bet in range(HIGH + 1):
        worth[bet, : steps.run.size] = steps.ante + bet * steps.run
    by_rank = tables.plain.reshape(FOURS, ROW)[:, :RANKS]
    whole = 4 * worth[:, by_rank].sum(axis=2)
    return Decisions(
        bets[kind],
        kind,
        suits,
        second.ravel(),
        steps.run,
        game.scale,
        worth.ravel(),
        whole.ravel(),
    )


def own_classes(kinds: Sequence[tuple[int, ...]]) -> tuple[Small, Small]:
    """Return, by two own cards in any order (`[52 * a + b]`), the number of the class of cards that
    differ from them in the names of suits only, and the suits' names in it, two bits each.
    """
    kind, suits = np.zeros((52, 52), np.uint8), np.zeros((52, 52), np.uint8)
    for number, own in enumerate(kinds):
        assert class_of(own) == own, "it stands for its class"
        for order in SUIT_ORDERS:
            a, b = rename_suits(np.array(own, np.int64), order).tolist()
            packed = sum(int(new) << 2 * suit for suit, new in enumerate(np.argsort(order)))
            for one, other in ((a, b), (b, a)):
                kind[one, other], suits[one, other] = number, packed
    return kind.ravel(), suits.ravel()


def pair_classes(own: tuple[int, ...]) -> NDArray[np.int32]:
    """Return, by left and right, the number of their class, as `first_pairs` counts them; -1 where
    one of them is an own card.
    """
    deck = np.arange(52)
    live = deck[~np.isin(deck, own)]
    i, j = np.triu_indices(live.size, 1)
    pairs = np.stack([live[i], live[j]], axis=1)
    hand = np.array(own, np.int64)
    same = [order for order in SUIT_ORDERS if set(rename_suits(hand, order).tolist()) == set(own)]
    codes = np.stack([np.sort(rename_suits(pairs, order), axis=1) @ [64, 1] for order in same])
    _, inverse = np.unique(codes.min(axis=0), return_inverse=True)
    found = np.full((52, 52), -1, np.int32)
    found[pairs[:, 0], pairs[:, 1]] = inverse.ravel()
    found[pairs[:, 1], pairs[:, 0]] = inverse.ravel()
    return found


def own_cells(ranking: Ranking) -> Small:
    """Return the cell of every two cards: `[52 * a + b]`."""
    cells = np.zeros((52, 52), np.uint8)
    for a in range(52):
        for b in range(a + 1, 52):
            cells[a, b] = cells[b, a] = ranking.evaluate_exactly((a, b)).cell
    return cells.ravel()


@compiled
def _third_in_one_suit(
    tables: RankTables, how: Decisions, cards: Ints, bet_1: int, bet_2: int
) -> tuple[int, int]:
    """Return what both runs win with the bets made and with each unit of the third, added up over
    all centers. `cards` are the own two, left, right, top and bottom.
    """
    a, b = cards[0], cards[1]
    played, center = 0, 0
    for x in range(52):
        known = False
        for k in range(6):
            known = known or cards[k] == x
        if known:
            continue
        first = five_cell(tables, a, b, cards[2], cards[3], x)
        second = five_cell(tables, a, b, cards[4], cards[5], x)
        played += how.worth[_CELLS * bet_1 + first] + how.worth[_CELLS * bet_2 + second]
        center += how.run[max(first, second)]
    return played, center


@compiled
def _decide(
    dealt: Small, places: Ints, tables: RankTables, how: Decisions, endings: Endings
) -> None:
    """Make the best decisions in rounds that were dealt, and write the bets where the endings of
    the rounds will be. The arrays are taken out of their tuples before the loop: taken out in it,
    each of them would be counted as a reference, which takes longer than a round.
    """
    pair_of, four_of, plain = tables.pair, tables.four, tables.plain
    bets, kinds, suits, second = how.first, how.kind, how.suits, how.second
    run, worth, whole, scale = how.run, how.worth, how.whole, how.scale
    row_a, row_b, row_c = dealt[places[0]], dealt[places[1]], dealt[places[2]]
    row_d, row_e, row_f = dealt[places[3]], dealt[places[4]], dealt[places[5]]
    seen = np.empty(6, np.int64)
    for i in range(endings.size):
        a, b, c = int64(row_a[i]), int64(row_b[i]), int64(row_c[i])
        d, e, f = int64(row_d[i]), int64(row_e[i]), int64(row_f[i])
        bet_1, bet_2, bet_3 = int64(bets[52 * a + b]), 0, 0
        if bet_1 > 0:
            names = int64(suits[52 * a + b])
            left = (c & ~3) | (names >> 2 * (c & 3) & 3)
            right = (d & ~3) | (names >> 2 * (d & 3) & 3)
            bet_2 = int64(second[2704 * int64(kinds[52 * a + b]) + 52 * left + right])
        if bet_2 > 0:
            seen[0], seen[1], seen[2], seen[3], seen[4], seen[5] = a, b, c, d, e, f
            if (a ^ b) & 3 == 0 and (((a ^ c) | (a ^ d)) & 3 == 0 or ((a ^ e) | (a ^ f)) & 3 == 0):
                played, center = _third_in_one_suit(tables, how, seen, bet_1, bet_2)
            else:
                # A whole deck of centers, less the six cards that are known.
                own = 91 * int64(pair_of[13 * (a >> 2) + (b >> 2)])
                four_1 = int64(four_of[own + int64(pair_of[13 * (c >> 2) + (d >> 2)])])
                four_2 = int64(four_of[own + int64(pair_of[13 * (e >> 2) + (f >> 2)])])
                one, two = ROW * four_1, ROW * four_2
                played = whole[FOURS * bet_1 + four_1] + whole[FOURS * bet_2 + four_2]
                center = 0
                for rank in range(RANKS):
                    center += run[max(plain[one + rank], plain[two + rank])]
                center *= 4
                for k in range(6):
                    rank = seen[k] >> 2
                    cell_1, cell_2 = int64(plain[one + rank]), int64(plain[two + rank])
                    played -= worth[_CELLS * bet_1 + cell_1] + worth[_CELLS * bet_2 + cell_2]
                    center -= run[max(cell_1, cell_2)]
            bet_3 = HIGH if center >= 0 else LOW
            if played + bet_3 * center < -scale * 46 * (2 + bet_1 + bet_2):
                bet_3 = FOLD
        endings[i] = (bet_1 * 4 + bet_2) * 4 + bet_3


@compiled
def _write_cells(dealt: Small, where: Ints, tables: RankTables, cells: Small) -> None:
    """Write the cells of the five cards at some places of the deck."""
    pair_of, four_of, plain, suited = tables.pair, tables.four, tables.plain, tables.suited
    row_a, row_b, row_c = dealt[where[0]], dealt[where[1]], dealt[where[2]]
    row_d, row_e = dealt[where[3]], dealt[where[4]]
    for i in range(cells.size):
        a, b, c = int64(row_a[i]), int64(row_b[i]), int64(row_c[i])
        d, e = int64(row_d[i]), int64(row_e[i])
        one = int64(pair_of[13 * (a >> 2) + (b >> 2)])
        other = int64(pair_of[13 * (c >> 2) + (d >> 2)])
        five = ROW * int64(four_of[91 * one + other]) + (e >> 2)
        flush = ((a ^ b) | (a ^ c) | (a ^ d) | (a ^ e)) & 3 == 0
        cells[i] = suited[five] if flush else plain[five]


@compiled
def play(
    first: int,
    how: DealConstants,
    places: Ints,
    tables: RankTables,
    community: RankTables,
    decided: Decisions,
    printed: CardDecisions,
    policies: Ints,
    sides: Ints,
    own: Small,
    endings: Endings,
    side_cells: Small,
    cards: Small,
    made: Small,
) -> None:
    """Play rounds from a number on. `places` says, by seat, where in the deck the own cards and
    left, right, top, bottom and center lie. An ending is `(bet 1, bet 2, bet 3, first cell, second
    cell)` as digits of 4, 4, 4, 32 and 32.
    """
    buffer = deal_buffer(how.places, how.bounds.size)
    dealt = buffer.cards
    firsts, seconds = np.empty(BUFFER_ROUNDS, np.uint8), np.empty(BUFFER_ROUNDS, np.uint8)
    seats, rounds = endings.shape
    for start in range(0, rounds, BUFFER_ROUNDS):
        size = min(BUFFER_ROUNDS, rounds - start)
        deal_rounds(first + start, size, how, buffer)
        if cards.size > 0:
            for i in range(size):
                for place in range(cards.shape[1]):
                    cards[start + i, place] = dealt[place, i]
        for seat in range(seats):
            where, policy = places[seat], policies[seat]
            run_1, run_2, board = where[_RUN_1], where[_RUN_2], where[2:]
            ended = endings[seat][start : start + size]
            if policy == BY_TABLES:
                _decide(dealt, where, tables, decided, ended)
            elif policy == BY_CARD:
                decide_by_card(dealt, where, tables, printed, ended)
            else:
                ended[:] = _BETS[policy]
            _write_cells(dealt, run_1, tables, firsts[:size])
            _write_cells(dealt, run_2, tables, seconds[:size])
            if cards.size > 0:
                for i in range(size):
                    for bet in range(3):
                        made[seat, start + i, bet] = ended[i] >> 2 * (2 - bet) & 3
            for i in range(size):
                bets = int64(ended[i])
                cells = 32 * int64(firsts[i]) + seconds[i]
                ended[i] = 1024 * bets + (cells if bets & 3 > 0 else 0)
            for side in range(sides.size):
                into = side_cells[seat, side, start : start + size]
                if sides[side] == COMMUNITY:
                    _write_cells(dealt, board, community, into)
                    continue
                for i in range(size):
                    if sides[side] == OWN:
                        into[i] = own[52 * int64(dealt[where[0], i]) + int64(dealt[where[1], i])]
                    elif sides[side] == FIRST:
                        into[i] = firsts[i]
                    elif sides[side] == SECOND:
                        into[i] = seconds[i]
                    else:
                        into[i] = max(firsts[i], seconds[i])
