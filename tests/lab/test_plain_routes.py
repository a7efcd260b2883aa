"""Compiled kernels against the plain route, fraction by fraction, on decks small enough for it."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from payouts import (
    LIR_MAIN,
    RET_ANTE,
    RET_FRACTION_ANTE,
    RET_FRACTION_RUN,
    RET_GENEROUS_RUN,
    RET_ODD_ANTE,
    RET_ODD_RUN,
    RET_RUN,
    WHEEL,
)
from plain import PlainLetItRide, PlainRunEmTwice, choose, deck_of
from solved import ev

from fairdeal.cards import parse_cards
from fairdeal.hands import FIVE_CARD, FIVE_CARD_ACE_HIGH, Ranking
from fairdeal.lab.kernels.let_it_ride.best_play import LetItRide
from fairdeal.lab.kernels.run_em_twice.best_play import RunEmTwice
from fairdeal.lab.kernels.run_em_twice.solution import best

SMALL = (4, 8, 9, 12)  # 6 T J A: sixteen cards with a losing, a pushing and a winning pair
TINY = (0, 8, 12)
BROADWAY = (8, 9, 10, 11, 12)
WHEEL_RANKS = (0, 1, 2, 3, 12)
RET_TABLES = {
    "text": (RET_ANTE, RET_RUN),
    "odd": (RET_ODD_ANTE, RET_ODD_RUN),
    "generous": (RET_ANTE, RET_GENEROUS_RUN),
    "fractions": (RET_FRACTION_ANTE, RET_FRACTION_RUN),
}
LIR_TABLES = LIR_MAIN | {
    "odd": RET_ODD_RUN,
    "fractions": RET_FRACTION_RUN,
    "generous": RET_GENEROUS_RUN,
}


@pytest.mark.parametrize(
    ("table", "ranks"),
    [*((table, SMALL) for table in LIR_TABLES), ("A", BROADWAY), ("odd", WHEEL_RANKS)],
)
def test_let_it_ride_endings(table: str, ranks: tuple[int, ...]) -> None:
    plain = PlainLetItRide(LIR_TABLES[table], FIVE_CARD, ranks)
    solution = LetItRide(LIR_TABLES[table], ranks=ranks).solution
    assert solution.endings == plain.endings()


@pytest.mark.parametrize("table", ["A", "odd"])
@pytest.mark.parametrize("ranking", WHEEL.values(), ids=WHEEL)
def test_let_it_ride_decisions(table: str, ranking: Ranking) -> None:
    plain = PlainLetItRide(LIR_TABLES[table], ranking, WHEEL_RANKS)
    game = LetItRide(LIR_TABLES[table], ranking, WHEEL_RANKS)
    for three in list(combinations(deck_of(WHEEL_RANKS), 3))[::37]:
        assert game.first_decision(three) == plain.first(*three)
        fourth = next(card for card in deck_of(WHEEL_RANKS)[::-1] if card not in three)
        assert game.second_decision(three, fourth) == plain.second(*three, fourth)
        assert game.second_decision(three, fourth, withdrawn_bet_1=True) == plain.second(
            *three, fourth, bet_1=0
        )


@pytest.mark.parametrize(
    ("table", "ranks"),
    [
        ("text", TINY),
        pytest.param("odd", TINY, marks=pytest.mark.slow),
        pytest.param("text", SMALL, marks=pytest.mark.slow),
        pytest.param("odd", SMALL, marks=pytest.mark.slow),
    ],
)
def test_run_em_twice_endings(table: str, ranks: tuple[int, ...]) -> None:
    """Every deal of twelve cards (498,960) and of sixteen (7,207,200): each bet and each fold."""
    plain = PlainRunEmTwice(*RET_TABLES[table], FIVE_CARD, ranks)
    solution = RunEmTwice(*RET_TABLES[table], ranks=ranks).solution
    counted: Counter[tuple[tuple[int, ...], Fraction]] = Counter()
    for ending, deals in solution.endings.items():
        counted[ending.bets, ending.net] += deals
    assert counted == plain.endings()


@pytest.mark.parametrize(
    ("table", "wheel", "ranks", "own"),
    [
        ("text", "low-and-high", BROADWAY, "Tc Jc"),
        ("text", "low-and-high", WHEEL_RANKS, "Ah 5d"),
        ("text", "high-only", WHEEL_RANKS, "Ah 5d"),
        ("odd", "low-and-high", WHEEL_RANKS, "2h 3h"),
        ("odd", "high-only", BROADWAY, "Kd Ks"),
        ("generous", "low-and-high", BROADWAY, "Qh Ks"),
    ],
)
def test_run_em_twice_first_decision(
    table: str, wheel: str, ranks: tuple[int, ...], own: str
) -> None:
    """Twenty cards: straights, flushes and the wheel come up."""
    cards = parse_cards(own)
    plain = PlainRunEmTwice(*RET_TABLES[table], WHEEL[wheel], ranks)
    game = RunEmTwice(*RET_TABLES[table], WHEEL[wheel], ranks)
    values = plain.first(cards)
    assert game.first_decision(cards) == values
    assert best(game.first_decision(cards)) == choose(values)


@pytest.mark.slow
@pytest.mark.parametrize("ranking", WHEEL.values(), ids=WHEEL)
def test_run_em_twice_twenty_cards(ranking: Ranking) -> None:
    """The whole tree of a twenty-card deck, own cards by own cards without symmetry."""
    plain = PlainRunEmTwice(RET_ANTE, RET_RUN, ranking, WHEEL_RANKS)
    game = RunEmTwice(RET_ANTE, RET_RUN, ranking, WHEEL_RANKS)
    owns = list(combinations(deck_of(WHEEL_RANKS), 2))
    total = Fraction(0)
    for own in owns:
        values = plain.first(own)
        assert game.first_decision(own) == values
        total += max(values.values())
    assert game.ev == ev(game.solution) == total / len(owns)


@pytest.mark.parametrize("bet", [1, Fraction(7, 5), 2, 3])
def test_bets_between_change_nothing(bet: Fraction) -> None:
    """Later bets in steps of a quarter are worth no more than the ends of the range alone."""
    plain = PlainRunEmTwice(RET_ANTE, RET_RUN, FIVE_CARD, BROADWAY)
    plain.bets = tuple(Fraction(quarters, 4) for quarters in range(4, 13))
    game = RunEmTwice(RET_ANTE, RET_RUN, ranks=BROADWAY)
    for own, left_right in (("Tc Jd", "Qc Ac"), ("Kc Kd", "Td Js"), ("Ac Ah", "Ks Kh")):
        own_cards, up = parse_cards(own), parse_cards(left_right)
        stepped = plain.second(own_cards, up, bet)
        values = game.second_decision(own_cards, up, bet)
        assert values == {choice: stepped[choice] for choice in values}
        assert max(stepped.values()) == max(values.values())


@pytest.mark.parametrize("ranking", WHEEL.values(), ids=WHEEL)
@pytest.mark.parametrize(
    ("own", "up", "bet"), [("Ac 2d", "3h 5d", 1), ("9s Ts", "7s 2c", Fraction(5, 2))]
)
def test_second_decision_with_all_cards(ranking: Ranking, own: str, up: str, bet: Fraction) -> None:
    plain = PlainRunEmTwice(RET_ANTE, RET_RUN, ranking, range(13))
    game = RunEmTwice(RET_ANTE, RET_RUN, ranking)
    cards, left_right = parse_cards(own), parse_cards(up)
    assert game.second_decision(cards, left_right, bet) == plain.second(cards, left_right, bet)


@settings(deadline=None, max_examples=200)
@given(
    st.lists(st.integers(0, 51), min_size=6, max_size=6, unique=True),
    st.fractions(1, 3, max_denominator=50),
    st.fractions(1, 3, max_denominator=50),
    st.sampled_from(list(RET_TABLES)),
)
def test_third_decision_with_all_cards(
    cards: list[int], bet_1: Fraction, bet_2: Fraction, table: str
) -> None:
    own, first, second = tuple(cards[:2]), tuple(cards[2:4]), tuple(cards[4:])
    plain = PlainRunEmTwice(*RET_TABLES[table], FIVE_CARD_ACE_HIGH, range(13))
    game = RunEmTwice(*RET_TABLES[table], FIVE_CARD_ACE_HIGH)
    values = game.third_decision(own, [*first, *second], bet_1, bet_2)
    assert values == plain.third(own, first, second, bet_1, bet_2)


@settings(deadline=None, max_examples=30)
@given(st.lists(st.integers(0, 51), min_size=4, max_size=4, unique=True), st.sampled_from("ABC"))
def test_let_it_ride_second_decision_with_all_cards(cards: list[int], table: str) -> None:
    plain = PlainLetItRide(LIR_MAIN[table], FIVE_CARD, range(13))
    game = LetItRide(LIR_MAIN[table])
    assert game.second_decision(cards[:3], cards[3]) == plain.second(*cards)
