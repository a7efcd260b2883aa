"""Run 'Em Twice, compiled: two own cards, three decisions, two runs through five cards.

The third decision is worked out in every round: with four cards of a run known, what the center
card makes of it depends on its rank alone, unless the four are of one suit.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairdeal.hands import Ranking
from fairdeal.lab.kernels.run_em_twice.best_play import RunEmTwice
from fairdeal.lab.kernels.run_em_twice.solution import BETS, FOLD, HIGH, LOW, best
from fairdeal.lab.kernels.tables import SUIT_ORDERS, Ints, class_of, rename_suits
from fairdeal.simulate.kernels.compiled import compiled
from fairdeal.simulate.kernels.deal import AHEAD, Dealing, Small, deal_rounds, int64
from fairdeal.simulate.kernels.ranks import RankTables, five_cell, four_number, one_suit

#: The hands that a side bet is paid on.
COMMUNITY, OWN, FIRST, SECOND, BETTER = range(5)
#: How a round is decided: by the tables, always with the greatest bet, or never.
BY_TABLES, ALWAYS, NEVER = range(3)


class Decisions(NamedTuple):
    """By two own cards (`[52 * a + b]`): the first decision, the class, and the suits' names in it
    (two bits each). By class, left and right in these names: the second decision. The payouts of a
    unit by cell, in whole parts, and how many parts a unit has.
    """

    first: Small
    kind: Small
    suits: Small
    second: Small
    ante: Ints
    run: Ints
    scale: int


def decisions(game: RunEmTwice | None) -> Decisions:
    """Return the best decisions of a game; empty ones without."""
    if game is None:
        none, ints = np.zeros(2704, np.uint8), np.zeros(1, np.int64)
        return Decisions(none, none, none, none, ints, ints, 1)
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
    return Decisions(
        bets[kind],
        kind,
        suits,
        second.ravel(),
        steps.ante,
        steps.run,
        game.scale,
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
def third(tables: RankTables, how: Decisions, cards: Ints, bet_1: int, bet_2: int) -> int:
    """Return the best third decision: 0 to fold, else the bet. `cards` are the own two, left,
    right, top and bottom.
    """
    a, b = cards[0], cards[1]
    one = 16 * four_number(tables, a, b, cards[2], cards[3])
    two = 16 * four_number(tables, a, b, cards[4], cards[5])
    flush = one_suit(a, b, cards[2], cards[3]) or one_suit(a, b, cards[4], cards[5])
    played, center = 0, 0
    if flush:
        for x in range(52):
            known = False
            for k in range(6):
                known = known or cards[k] == x
            if known:
                continue
            first = five_cell(tables, a, b, cards[2], cards[3], x)
            second = five_cell(tables, a, b, cards[4], cards[5], x)
            played += how.ante[first] + how.ante[second]
            played += bet_1 * how.run[first] + bet_2 * how.run[second]
            center += how.run[max(first, second)]
    else:
        for rank in range(13):
            left = 4
            for k in range(6):
                left -= 1 if cards[k] >> 2 == rank else 0
            first, second = int64(tables.plain[one + rank]), int64(tables.plain[two + rank])
            worth = how.ante[first] + how.ante[second]
            worth += bet_1 * how.run[first] + bet_2 * how.run[second]
            played += left * worth
            center += left * how.run[max(first, second)]
    bet = HIGH if center >= 0 else LOW
    lost = -how.scale * 46 * (2 + bet_1 + bet_2)
    return bet if played + bet * center >= lost else FOLD


@compiled
def play(
    first: int,
    how: Dealing,
    places: Ints,
    tables: RankTables,
    community: RankTables,
    decided: Decisions,
    policy: int,
    sides: Ints,
    own: Small,
    endings: Ints,
    side_cells: Small,
    cards: Small,
    made: Small,
) -> None:
    """Play rounds from a number on. `places` says where in the deck the own cards and left, right,
    top, bottom and center lie. An ending is `(bet 1, bet 2, bet 3, first cell, second cell)` as
    digits of 4, 4, 4, 32 and 32.
    """
    dealt = np.empty((AHEAD, how.sizes.size), np.uint8)
    seven = np.empty(7, np.int64)
    traced = cards.size > 0
    for i in range(endings.size):
        at = i % AHEAD
        if at == 0:
            deal_rounds(first + i, how, dealt[: min(AHEAD, endings.size - i)])
        for k in range(7):
            seven[k] = dealt[at, places[k]]
        a, b = seven[0], seven[1]
        bet_1 = bet_2 = bet_3 = 0
        if policy == ALWAYS:
            bet_1 = bet_2 = bet_3 = 3
        elif policy == BY_TABLES:
            bet_1 = int64(decided.first[52 * a + b])
            if bet_1 > 0:
                names = int64(decided.suits[52 * a + b])
                left = (seven[2] & ~3) | (names >> 2 * (seven[2] & 3) & 3)
                right = (seven[3] & ~3) | (names >> 2 * (seven[3] & 3) & 3)
                kind = int64(decided.kind[52 * a + b])
                bet_2 = int64(decided.second[2704 * kind + 52 * left + right])
            if bet_2 > 0:
                bet_3 = third(tables, decided, seven, bet_1, bet_2)
        cell_1 = five_cell(tables, a, b, seven[2], seven[3], seven[6])
        cell_2 = five_cell(tables, a, b, seven[4], seven[5], seven[6])
        ending = (bet_1 * 4 + bet_2) * 4 + bet_3
        ending = ending * 1024 + (32 * cell_1 + cell_2 if bet_3 > 0 else 0)
        endings[i] = ending
        for side in range(sides.size):
            if sides[side] == COMMUNITY:
                cell = five_cell(community, seven[2], seven[3], seven[4], seven[5], seven[6])
            elif sides[side] == OWN:
                cell = int64(own[52 * a + b])
            elif sides[side] == FIRST:
                cell = cell_1
            elif sides[side] == SECOND:
                cell = cell_2
            else:
                cell = max(cell_1, cell_2)
            side_cells[side, i] = cell
        if traced:
            for place in range(cards.shape[1]):
                cards[i, place] = dealt[at, place]
            made[i, 0], made[i, 1], made[i, 2] = bet_1, bet_2, bet_3
