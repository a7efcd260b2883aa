"""Hands in every deal: printed counts, and the readable evaluators on smaller decks."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from payouts import LIR_FIVE_CARD_BONUS_C, LIR_THREE_CARD, RET_ANTE, RET_GENEROUS_RUN, WHEEL
from plain import by_better_cell, cell_of, deck_of
from solved import deals_by_fold

from fairdeal.hands import (
    FIVE_CARD,
    FIVE_CARD_ACE_HIGH,
    MINI,
    SIX_CARD,
    THREE_CARD,
    TWO_CARD,
    Ranking,
)
from fairdeal.lab.figures.counts import Counts
from fairdeal.lab.kernels.counts import best_five_counts, better_run_counts, hand_counts
from fairdeal.lab.kernels.run_em_twice.best_play import RunEmTwice

SMALL = (4, 8, 9, 12)
BROADWAY = (8, 9, 10, 11, 12)
WHEEL_RANKS = (0, 1, 2, 3, 12)
NINE_UP = (7, 8, 9, 10, 11, 12)


def by_kind(counts: Counts) -> list[int]:
    """From the royal flush down, all pairs together."""
    cells = counts.by_cell
    return [*cells[21:13:-1], sum(cells[1:14]), cells[0]]


@pytest.mark.clause("MD-LIR 6.C")
def test_five_cards() -> None:
    # The textbook counts of 2,598,960 hands.
    counts = hand_counts(FIVE_CARD)
    printed = [4, 36, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540]
    assert by_kind(counts) == printed
    assert counts.deals == 2598960
    assert set(counts.by_cell[1:14]) == {84480}


def test_five_cards_without_the_wheel() -> None:
    # 1,020 straights and 4 straight flushes fewer; they become nothing and flushes.
    counts = hand_counts(FIVE_CARD_ACE_HIGH)
    expected = [4, 32, 624, 3744, 5112, 9180, 54912, 123552, 1098240, 1303560]
    assert by_kind(counts) == expected


@pytest.mark.clause("MD-LIR 6.D")
def test_three_cards() -> None:
    # As printed for 22,100 hands, from the straight flush down.
    counts = hand_counts(THREE_CARD)
    assert counts.by_cell[::-1] == (48, 52, 720, 1096, 3744, 16440)
    assert hand_counts(MINI).by_cell[::-1] == (1, 3, 44, 52, 720, 1096, 3744, 16440)


def test_six_and_seven_cards() -> None:
    # Six: the 188 royal flushes of the textbooks are 184 and the four super royals.
    six = hand_counts(SIX_CARD)
    assert six.deals == 20358520
    assert six.by_cell[-4:] == (1656, 184, 3, 1)
    # Seven: the counts known from hold'em, 133,784,560 deals.
    seven = best_five_counts(7)
    assert by_kind(seven) == [
        *(4324, 37260, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460)
    ]


@pytest.mark.clause("MD-RET 12.E")
def test_two_cards() -> None:
    assert hand_counts(TWO_CARD).by_cell == (1200, 54, 18, 24, 12, 8, 4, 5, 1)
    assert hand_counts(TWO_CARD).deals == 1326


@pytest.mark.clause("MD-LIR 12.C(1)")
@pytest.mark.parametrize(("table", "edge"), [("A", "2.3%"), ("C", "7.28%")])
def test_three_card_bonus(table: str, edge: str) -> None:
    # Printed for Pair Plus, which pays the same.
    digits = len(edge.split(".")[1]) - 1
    assert f"{-float(hand_counts(THREE_CARD).ev(LIR_THREE_CARD[table])):.{digits}%}" == edge


@pytest.mark.clause("MD-LIR 12.B(3)")
def test_five_card_bonus() -> None:
    # Printed: 13.77 %.
    assert f"{-float(hand_counts(FIVE_CARD).ev(LIR_FIVE_CARD_BONUS_C)):.2%}" == "13.77%"


@pytest.mark.parametrize(
    ("ranking", "ranks"),
    [
        (FIVE_CARD, BROADWAY),
        (FIVE_CARD, WHEEL_RANKS),
        (FIVE_CARD_ACE_HIGH, WHEEL_RANKS),
        (THREE_CARD, NINE_UP),
        (MINI, NINE_UP),
        (TWO_CARD, NINE_UP),
        (SIX_CARD, WHEEL_RANKS),
    ],
)
def test_small_decks(ranking: Ranking, ranks: tuple[int, ...]) -> None:
    found = Counter(
        ranking.evaluate(cards).cell for cards in combinations(deck_of(ranks), ranking.size)
    )
    assert hand_counts(ranking, ranks).by_cell == tuple(
        found[cell] for cell in range(len(ranking.cells))
    )


@pytest.mark.parametrize("cards", [6, 7])
@pytest.mark.parametrize("ranking", WHEEL.values(), ids=WHEEL)
def test_best_five_of_more(cards: int, ranking: Ranking) -> None:
    deck = deck_of(WHEEL_RANKS)
    five = {hand: ranking.evaluate(hand).cell for hand in combinations(deck, 5)}
    found = Counter(
        max(five[hand] for hand in combinations(dealt, 5)) for dealt in combinations(deck, cards)
    )
    assert best_five_counts(cards, ranking, WHEEL_RANKS).by_cell == tuple(
        found[cell] for cell in range(22)
    )


def test_better_run_of_twelve_cards() -> None:
    """Every deal of twelve cards, one by one."""
    deck = deck_of((0, 8, 12))
    found: Counter[int] = Counter()
    for own in combinations(deck, 2):
        for center in (card for card in deck if card not in own):
            live = [card for card in deck if card not in (*own, center)]
            runs = {
                pair: cell_of(FIVE_CARD, frozenset((*own, *pair, center)))
                for pair in combinations(live, 2)
            }
            found.update(
                max(one, two)
                for first, one in runs.items()
                for second, two in runs.items()
                if first[0] not in second and first[1] not in second
            )
    assert better_run_counts(FIVE_CARD, (0, 8, 12)).by_cell == tuple(
        found[cell] for cell in range(22)
    )


@pytest.mark.parametrize("ranks", [BROADWAY, WHEEL_RANKS])
@pytest.mark.parametrize("ranking", WHEEL.values(), ids=WHEEL)
def test_better_run_by_another_route(ranking: Ranking, ranks: tuple[int, ...]) -> None:
    """Where every cell pays more than the last nobody folds, and the game's own kernel, which
    counts by bit masks and not by a graph's degrees, must find the same.
    """
    solution = RunEmTwice(RET_ANTE, RET_GENEROUS_RUN, ranking, ranks).solution
    counts = better_run_counts(ranking, ranks)
    assert deals_by_fold(solution) == (0, 0, 0)
    assert by_better_cell(solution) == {cell: n for cell, n in enumerate(counts.by_cell) if n}


@pytest.mark.clause("MD-RET 12.F(5)")
def test_progressive_hands() -> None:
    for wheel in WHEEL.values():
        readings = {
            "better-run": better_run_counts(wheel),
            "first-run": hand_counts(wheel),
            "best-of-seven": best_five_counts(7, wheel),
        }
        assert readings["better-run"].deals == 1326 * 1225 * 1128 * 46
        # More cards to choose from are never worse.
        for cell in range(1, 22):
            chances = [
                sum(Fraction(n, counts.deals) for n in counts.by_cell[cell:])
                for counts in (
                    readings["first-run"],
                    readings["better-run"],
                    readings["best-of-seven"],
                )
            ]
            assert chances == sorted(chances)


def test_probabilities_sum_to_one() -> None:
    for ranking in (FIVE_CARD, FIVE_CARD_ACE_HIGH, THREE_CARD, MINI, TWO_CARD, SIX_CARD):
        counts = hand_counts(ranking)
        assert sum(map(counts.probability, range(len(ranking.cells)))) == 1


def test_only_so_many_cards() -> None:
    with pytest.raises(ValueError, match="five, six and seven"):
        best_five_counts(8)
