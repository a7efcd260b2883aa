"""The chapters of rankings, clause by clause: the highest and the lowest hand of each kind, as the
texts name them or as they follow, and that the next kind is below.
"""

from itertools import pairwise
from typing import Any

import pytest
from deals import shows

from fairdeal.cards import SUITS, parse_cards
from fairdeal.games import find_game
from fairdeal.hands import Ranking

#: From a royal flush down: what it is called, the highest hand of it and the lowest.
FIVE = [
    ("royal flush", "As Ks Qs Js Ts", "Ah Kh Qh Jh Th"),
    ("straight flush", "Ks Qs Js Ts 9s", "Ah 2h 3h 4h 5h"),
    ("four of a kind", "As Ah Ad Ac Ks", "2s 2h 2d 2c 3s"),
    ("full house", "As Ah Ad Ks Kh", "2s 2h 2d 3c 3s"),
    ("flush", "As Ks Qs Js 9s", "2h 3h 4h 5h 7h"),
    ("straight", "As Kh Qs Js Ts", "Ah 2d 3h 4h 5h"),
    ("three of a kind", "As Ah Ad Ks Qs", "2s 2h 2d 3c 4s"),
    ("two pair", "As Ah Ks Kh Qs", "3s 3h 2d 2c 4s"),
]
LIR = [*FIVE, ("pair", "As Ah Ks Qs Js", "Ts Th 2d 3c 4s")]
RET = [*FIVE, ("pair", "As Ah Ks Qs Js", "2s 2h 3d 4c 5s")]
DD = [
    ("five aces", "As Ah Ad Ac *", "As Ah Ad * *"),
    ("natural royal flush", "As Ks Qs Js Ts", "Ah Kh Qh Jh Th"),
    ("wild royal flush", "As Ks Qs Js *", "Ah * Qh * Th"),
    *FIVE[1:],
]
SIX = [(kind, f"{high} 8d", f"{low} 9c") for kind, high, low in FIVE[:7]]
THREE = [
    ("straight flush", "As Ks Qs", "Ah 2h 3h"),
    ("three of a kind", "As Ah Ad", "2s 2h 2d"),
    ("straight", "As Kh Qs", "Ah 2d 3h"),
    ("flush", "As Ks Js", "2h 3h 5h"),
    ("pair", "As Ah Ks", "2s 2h 3d"),
]


def ranking(game: str, wager: str, table: int = 0) -> Ranking:
    """How the hands of a wager are ranked."""
    return find_game(game).wager[wager].pays.tables[table].ranking


#: A section that lists hands from (1) on, the wager that goes by it, and the hands.
LISTS = [
    ("MD-LIR 6.C", ranking("let-it-ride", "bet-1"), LIR),
    ("MD-LIR 6.D", ranking("let-it-ride", "three-card-bonus"), THREE),
    ("MD-LIR 6.E", ranking("let-it-ride", "six-card-bonus"), SIX),
    ("MD-LIR 6.F", ranking("let-it-ride", "progressive"), FIVE[:7]),
    ("MD-RET 6.C", ranking("run-em-twice", "first-run"), RET),
    ("MD-DD .06D", ranking("double-draw", "ante"), DD),
]
CASES: list[Any] = [
    shows(f"{section}({number})", how, *hand)
    for section, how, hands in LISTS
    for number, hand in enumerate(hands, 1)
]


ALIKE = ("royal flush", "natural royal flush", "wild royal flush", "five aces")


@pytest.mark.parametrize(("how", "kind", "high", "low"), CASES)
def test_a_hand_is_called_so_from_the_highest_to_the_lowest(
    how: Ranking, kind: str, high: str, low: str
) -> None:
    best, least = how.evaluate(parse_cards(high)), how.evaluate(parse_cards(low))
    assert (best.kind, least.kind) == (kind, kind)
    # There is one rank of a royal flush and of five aces; of all others the text names two.
    assert (best == least) if kind in ALIKE else (best > least)


@pytest.mark.clause("MD-LIR 6.C", "MD-LIR 6.D", "MD-LIR 6.E", "MD-LIR 6.F", "MD-RET 6.C")
@pytest.mark.clause("MD-DD .06D")
@pytest.mark.parametrize(("section", "how", "hands"), LISTS, ids=[name for name, *_ in LISTS])
def test_the_lowest_of_a_kind_is_above_the_highest_of_the_next(
    section: str, how: Ranking, hands: list[tuple[str, str, str]]
) -> None:
    assert section
    for (_, _, low), (_, high, _) in pairwise(hands):
        assert how.evaluate(parse_cards(low)) > how.evaluate(parse_cards(high)), (low, high)


@pytest.mark.parametrize(
    ("cards", "kind", "above"),
    [
        # K-Q-J-10-9 is above Q-J-10-9-8, and 6-5-4-3-2 above 5-4-3-2-A; the same for straights.
        shows("MD-DD .06D(4)(a)", "Ks Qs Js Ts 9s", "straight flush", "Qs Js Ts 9s 8s"),
        shows("MD-DD .06D(4)(b)", "6s 5s 4s 3s 2s", "straight flush", "5s 4s 3s 2s As"),
        shows("MD-DD .06D(8)(a)", "As Kh Qs Js Ts", "straight", "Ks Qh Js Ts 9s"),
        shows("MD-DD .06D(8)(b)", "6s 5h 4s 3s 2s", "straight", "5s 4h 3s 2s As"),
        shows("MD-DD .06D(10)(a)", "As Ah Ks Kh 2s", "two pair", "As Ah Qs Qh Ks"),
        shows("MD-DD .06D(10)(b)", "4s 4h 2s 2h 3s", "two pair", "3s 3h 2s 2h As"),
        shows("MD-DD .06A", "As Ah Ad 3s 4s", "three of a kind", "Ks Kh Kd As Qs"),
        shows("MD-DD .06A", "3s 3h 3d 2s 4s", "three of a kind", "2s 2h 2d As Ks"),
        shows("MD-DD .06B(1)(a)", "As 2h 3s 4s 5s", "straight", "As Ah Ad Ks Qs"),
        # The joker fills a flush, a straight; elsewhere it is an ace, and no third king.
        shows("MD-DD .06B(2)(a)", "Ks 9s 4s 2s *", "flush", "As Ks Qs Jh Ts"),
        shows("MD-DD .06B(2)(a)", "9s 8h * 6s 5s", "straight", "8s 7h 6s 5s 4s"),
        # With the ace in the hand the joker is the king of the suit.
        shows("MD-DD .06B(2)(a)", "As 9s 4s 2s *", "flush", "As Qs Js Ts 8s"),
        shows("MD-DD .06B(2)(b)", "As Ah 9d 2c *", "three of a kind", "Ks Kh Kd Qs Js"),
        # An ace with nines and threes is no third nine.
        shows("MD-DD .06B(2)(b)", "9d 9c 3s 3h *", "two pair", "8s 8h 7d 7c As"),
    ],
)  # fmt: skip
def test_one_hand_is_above_another(cards: str, kind: str, above: str) -> None:
    rank = ranking("double-draw", "ante").evaluate
    found, other = rank(parse_cards(cards)), rank(parse_cards(above))
    assert found.kind == kind
    assert found > other


@pytest.mark.parametrize(
    ("game", "wager"),
    [
        shows("MD-LIR 6.A(2)", "let-it-ride", "bet-1"),
        shows("MD-DD .06B(1)(b)", "double-draw", "ante"),
    ],
)
@pytest.mark.clause("MD-LIR 6.A")
@pytest.mark.parametrize("cards", ["Qs Kh As 2s 3s", "Ks Ah 2s 3s 4s", "Js Qh Ks As 2s"])
def test_no_sequence_goes_round_the_ace(game: str, wager: str, cards: str) -> None:
    assert ranking(game, wager).evaluate(parse_cards(cards)).kind == "nothing"


@pytest.mark.clause("MD-RET 1.B(7)", "MD-DD .01B(7)")
@pytest.mark.parametrize("game", ["run-em-twice", "double-draw"])
def test_there_are_four_suits_of_thirteen_cards(game: str) -> None:
    cards = find_game(game).deck.cards
    assert sorted(SUITS) == ["c", "d", "h", "s"]
    assert len(cards) == {"run-em-twice": 52, "double-draw": 54}[game]
    suited = [f"{rank}{suit}" for suit in "cdhs" for rank in "23456789TJQKA"]
    assert set(parse_cards(" ".join(suited))) <= set(cards)


@pytest.mark.clause("MD-LIR 6.A(1)", "MD-LIR 6.D")
@pytest.mark.parametrize("wager", ["three-card-bonus", "progressive"])
@pytest.mark.parametrize(("suits", "kind"), [("sss", "straight flush"), ("shd", "straight")])
def test_three_two_ace_is_the_lowest_sequence_of_three_cards(
    wager: str, suits: str, kind: str
) -> None:
    table = 1 if wager == "progressive" else 0  # paytable B goes by three cards
    rank = ranking("let-it-ride", wager, table).evaluate
    low, next_up = (
        rank(parse_cards(" ".join(map("".join, zip(ranks, suits, strict=True)))))
        for ranks in ("32A", "432")
    )
    assert (low.kind, next_up.kind) == (kind, kind)
    assert next_up > low
