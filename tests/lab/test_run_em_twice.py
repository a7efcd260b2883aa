"""Run 'Em Twice: the examples of the interface, and what must hold whatever the numbers are.

No value of the main game is in print, so ours stands on two routes: the compiled tree here and the
plain solver of `test_plain_routes`.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from payouts import RET_ANTE, RET_RUN, WHEEL
from plain import by_better_cell, deck_of
from solved import average_wagered, by_net, deals_by_fold, ev

from fairdeal.cards import Card, parse_cards
from fairdeal.hands import FIVE_CARD, FIVE_CARD_ACE_HIGH, Ranking
from fairdeal.lab.kernels.counts import better_run_counts
from fairdeal.lab.kernels.let_it_ride.best_play import LetItRide
from fairdeal.lab.kernels.run_em_twice.best_play import RunEmTwice, first_pairs
from fairdeal.lab.kernels.run_em_twice.solution import ANTES, BETS, FOLD, HIGH, LOW, best
from fairdeal.lab.kernels.tables import class_of

DEALS = 1326 * 1225 * 1128 * 46
SMALL = (4, 8, 9, 12)
CELLS = range(22)


@pytest.fixture(scope="module")
def game() -> RunEmTwice:
    return RunEmTwice(RET_ANTE, RET_RUN)


@pytest.fixture(scope="module")
def ace_high() -> RunEmTwice:
    return RunEmTwice(RET_ANTE, RET_RUN, FIVE_CARD_ACE_HIGH)


def fractions(*texts: str) -> dict[int, Fraction]:
    return dict(enumerate(map(Fraction, texts)))


@pytest.mark.clause("MD-RET 11.B(1)")
def test_example_of_the_first_decision(game: RunEmTwice) -> None:
    assert game.first_decision(parse_cards("Qc Qh")) == fractions(
        "-2", "19037094/1324225", "4225982/264845", "23222726/1324225"
    )


def by_second_decisions(game: RunEmTwice, cards: Sequence[Card]) -> dict[int, Fraction]:
    """The first decision by way of every second decision, without the compiled loops."""
    own = class_of(cards)
    pairs, weights = first_pairs(game.ranks, own)
    totals = dict.fromkeys(BETS, Fraction(0))
    for left_right, weight in zip(game.live(own)[pairs], weights.tolist(), strict=True):
        runs = game._second_runs([*own, *left_right.tolist()])
        deals = runs[0].size * (4 * len(game.ranks) - 6)
        for bet in BETS:
            played = (game._play_or_fold(*runs, Fraction(bet), other) for other in (LOW, HIGH))
            totals[bet] += weight * max((-ANTES - bet) * deals, *played)
    return {FOLD: Fraction(-ANTES)} | {bet: totals[bet] / game.rounds for bet in BETS}


@pytest.mark.parametrize("own", ["Ks Kh", "7d 2s", "Ah 5h"])
def test_first_decision_by_another_route(game: RunEmTwice, ace_high: RunEmTwice, own: str) -> None:
    """All 52 cards, without the kernels."""
    for either in (game, ace_high):
        cards = parse_cards(own)
        assert by_second_decisions(either, cards) == either.first_decision(cards)


@pytest.mark.clause("MD-RET 11.D")
def test_example_of_the_second_decision(game: RunEmTwice) -> None:
    values = game.second_decision(parse_cards("Kc 7c"), parse_cards("8d Kh"), 3)
    assert values == fractions("-5", "135913/17296", "130937/17296", "125961/17296")


@pytest.mark.clause("MD-RET 11.F")
def test_example_of_the_third_decision(game: RunEmTwice) -> None:
    values = game.third_decision(parse_cards("Ac 2d"), parse_cards("2h 9d 3s Kd"), 3, 3)
    assert values == fractions("-8", "-120/23", "-127/23", "-134/23")


def center_bet(game: RunEmTwice, own: str, board: str) -> Fraction:
    """What one unit on the center is worth: the second unit is worth as much as the first."""
    values = game.third_decision(parse_cards(own), parse_cards(board), 1, 1)
    assert values[3] - values[2] == values[2] - values[1]
    return values[2] - values[1]


@pytest.mark.clause("MD-RET 11.I(3)(b)", "MD-RET 11.I(3)(c)")
@pytest.mark.parametrize("board", ["7h 9s 3s Jd", "3s Jd 7h 9s"])
def test_md_ret_11_i_3_b(game: RunEmTwice, board: str) -> None:
    # Own sevens push in one run and the other run loses. Counted by hand over 46 centers: two
    # sevens pay 3, three twos and three nines 2, three jacks (other run) 1, all others push.
    assert center_bet(game, "2c 7d", board) == Fraction(2 * 3 + 6 * 2 + 3, 46)


@pytest.mark.clause("MD-RET 11.I(3)(d)")
def test_md_ret_11_i_3_d(game: RunEmTwice) -> None:
    # By hand: three jacks pay 1, three sevens and three nines push, the other 37 lose.
    assert center_bet(game, "2c 7d", "9h 4s 3s Jd") == Fraction(3 - 37, 46)


@pytest.mark.clause("MD-RET 12.A")
def test_md_ret_12_a(game: RunEmTwice) -> None:
    # The same cards: the antes alone, by hand. First run: six pushes, 40 lost; second run: three
    # jacks win, three sevens push, 40 lost. Run bets of one unit fare alike, and the center as
    # above.
    first, second, center = Fraction(-40, 46), Fraction(3 - 40, 46), Fraction(-34, 46)
    values = game.third_decision(parse_cards("2c 7d"), parse_cards("9h 4s 3s Jd"), 1, 3)
    assert values[1] == first + second + first + 3 * second + center
    assert values[0] == -6


@pytest.mark.clause("MD-RET 12.B")
def test_value_of_the_main_wagers(game: RunEmTwice, ace_high: RunEmTwice) -> None:
    assert game.ev == Fraction(-579091, 6689228)  # 8.66 % of an ante
    assert ace_high.ev == Fraction(-27499896, 292653725)


def test_endings_are_complete(game: RunEmTwice) -> None:
    """The endings are counted by another kernel than the value."""
    solution = game.solution
    assert solution.deals == DEALS == sum(solution.endings.values())
    assert sum(by_net(solution).values()) == 1
    assert sum(deals_by_fold(solution)) + sum(by_better_cell(solution).values()) == DEALS
    assert ev(solution) == game.ev
    assert average_wagered(solution) == Fraction(74630396, 12724075)
    assert all(count > 0 for count in solution.endings.values())
    assert min(by_net(solution)) >= -11
    assert max(by_net(solution)) <= 2 + 9 * 500


def test_no_hand_ends_more_often_than_it_is_dealt(game: RunEmTwice) -> None:
    dealt = better_run_counts().by_cell
    for cell, count in by_better_cell(game.solution).items():
        if cell >= 14:
            assert count <= dealt[cell]
    # Whoever can still make a royal flush does not fold it.
    assert by_better_cell(game.solution)[21] == dealt[21]


def test_grid(game: RunEmTwice) -> None:
    grid = game.grid
    assert len(grid) == 169
    assert sum(own.combinations for own in grid) == 1326
    kinds = {(own.ranks, own.suited): own for own in grid}
    assert len(kinds) == 169
    for own in grid:
        assert own.choices[own.best] == max(own.choices.values())
        # Suits of the same shape are worth the same, and convexity: 2x is never above both ends.
        assert own.choices[2] <= max(own.choices[1], own.choices[3])
    high_pairs = [own for own in grid if own.ranks[0] == own.ranks[1] >= 9]
    assert all(own.best == 3 for own in high_pairs)
    assert all(own.best != 0 for own in grid if own.suited)


@pytest.mark.parametrize("suits", ["cd", "sh", "hc"])
def test_names_of_suits_change_nothing(game: RunEmTwice, suits: str) -> None:
    one, two = suits[0], suits[1]
    offsuit = game.first_decision(parse_cards(f"9{one} 6{two}"))
    assert offsuit == game.first_decision(parse_cards("6s 9d"))
    up = game.second_decision(parse_cards(f"9{one} 6{two}"), parse_cards(f"Q{one} 9{two}"), 2)
    assert up == game.second_decision(parse_cards("6s 9d"), parse_cards("9s Qd"), 2)


def test_later_decisions_add_up_to_the_first() -> None:
    """The second decision is answered without the kernels; over all left and right cards its best
    choices must be the first decision's value.
    """
    small = RunEmTwice(RET_ANTE, RET_RUN, ranks=SMALL)
    deck = deck_of(SMALL)
    for own in list(combinations(deck, 2))[::13]:
        pairs = list(combinations([card for card in deck if card not in own], 2))
        for bet in (1, 2, 3):
            total = sum(max(small.second_decision(own, pair, bet).values()) for pair in pairs)
            assert small.first_decision(own)[bet] == total / len(pairs)


def test_second_choices_are_the_best_ones(game: RunEmTwice) -> None:
    own = next(kind.cards for kind in game.grid if kind.ranks == (7, 4) and not kind.suited)
    pairs, weights = first_pairs(game.ranks, own)
    assert weights.sum() == 1225
    choices = game.own_cards_solution(own).second_choices[:, 0].tolist()
    for left_right, choice in list(zip(game.live(own)[pairs].tolist(), choices, strict=True))[::25]:
        assert choice == best(game.second_decision(own, left_right, 1))


def test_any_decision_by_its_board(game: RunEmTwice) -> None:
    own, board = parse_cards("Ac 2d"), parse_cards("2h 9d 3s Kd")
    assert game.decision(own) == game.first_decision(own)
    assert game.decision(own, board[:2], [3]) == game.second_decision(own, board[:2], 3)
    assert game.decision(own, board, [3, 1]) == game.third_decision(own, board, 3, 1)
    with pytest.raises(ValueError, match="no decision has so many"):
        game.decision(own, board, [3])


def test_equal_values_keep_more_money_in_play() -> None:
    values = {0: Fraction(-5), 1: Fraction(-5), 2: Fraction(-5), 3: Fraction(-6)}
    assert best(values) == 2


@settings(deadline=None, max_examples=25)
@given(
    st.lists(st.integers(-1, 12), min_size=22, max_size=22),
    st.sampled_from(CELLS),
    st.integers(1, 20),
    st.sampled_from(list(WHEEL.values())),
)
def test_a_higher_payout_never_lowers_the_value(
    pays: list[int], cell: int, more: int, ranking: Ranking
) -> None:
    """Holds cell by cell because the center bet goes with the better hand whatever that pays."""
    raised = [value + more * (index == cell) for index, value in enumerate(pays)]
    small = (0, 8, 12)
    before = RunEmTwice(RET_ANTE, pays, ranking, small)
    assert RunEmTwice(RET_ANTE, raised, ranking, small).ev >= before.ev
    assert RunEmTwice(raised, pays, ranking, small).ev >= RunEmTwice(pays, pays, ranking, small).ev
    assert ev(before.solution) == before.ev
    assert LetItRide(raised, ranking, small).ev >= LetItRide(pays, ranking, small).ev


def test_generous_tables_are_never_folded() -> None:
    solution = RunEmTwice([1] * 22, [1] * 22, ranks=SMALL).solution
    assert by_net(solution) == {Fraction(11): 1}
    assert by_net(LetItRide([1] * 22, ranks=SMALL).solution) == {Fraction(3): 1}


def test_hopeless_tables_are_folded_at_once() -> None:
    solution = RunEmTwice([-1] * 22, [-1] * 22, ranks=SMALL).solution
    assert deals_by_fold(solution) == (solution.deals, 0, 0)
    assert ev(solution) == -2
    assert LetItRide([-1] * 22, ranks=SMALL).ev == -1


@pytest.mark.parametrize(
    ("own", "up", "bet", "reason"),
    [
        ("As Kd", "As 2c", 1, "As is there twice"),
        ("As Kd", "2c", 1, "2 cards are turned up at this decision, not 1"),
        ("As Kd", "2c 3c", 4, "1 to 3 times the ante, not 4"),
        ("As Kd", "2c 3c", Fraction(1, 2), "1 to 3 times the ante"),
        ("As Kd", "2c 3c", 1 + Fraction(1, 1 << 30), "too fine"),
    ],
)
def test_impossible_situations_are_refused(
    game: RunEmTwice, own: str, up: str, bet: Fraction | int, reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        game.second_decision(parse_cards(own), parse_cards(up), bet)


def test_wrong_payouts_are_refused() -> None:
    with pytest.raises(ValueError, match="22 cells"):
        RunEmTwice(RET_ANTE, (1, 2))
    with pytest.raises(ValueError, match="too large"):
        RunEmTwice(RET_ANTE, (*RET_RUN[:-1], 1 << 40))
    with pytest.raises(ValueError, match="too odd"):
        RunEmTwice(RET_ANTE, [Fraction(1, 1 << 40)] * 22)
    for ranks in ((12,), (12, 0), (0, 0, 1), (5, 13)):
        with pytest.raises(ValueError, match="two of the ranks"):
            RunEmTwice(RET_ANTE, RET_RUN, FIVE_CARD, ranks)
