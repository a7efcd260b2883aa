"""Run 'Em Twice settled, clause by clause; amounts worked out by hand from the texts.

A board is written left, right, top, bottom, center: the first run is the player's two cards with
left, right and center, the second with top, bottom and center.
"""

from itertools import product
from typing import Any

import pytest
from deals import cross, hand, only, seats_of, shows

from fairdeal.wire.deal import settle

# Own cards and a board whose first run is named and whose second run is nothing; what an ante of
# $10 and a run bet of $30 win in it.
FIRST_RUN = [
    shows("MD-RET 12.B(1)", "As Ks", "Qs Js 2d 7h Ts", "royal flush", 10, 15_000),
    shows("MD-RET 12.B(2)", "9s Ks", "Qs Js 2d 7h Ts", "straight flush", 10, 3_000),
    shows("MD-RET 12.B(3)", "9s 9d", "9h 9c 2d 7h Ts", "four of a kind", 10, 1_200),
    shows("MD-RET 12.B(4)", "9s Td", "9h 9c 2d 7h Ts", "full house", 10, 360),
    shows("MD-RET 12.B(5)", "2s 9s", "Ks 3s Qd 7h Ts", "flush", 10, 240),
    shows("MD-RET 12.B(6)", "9s Kd", "Qs Jh 2d 7h Ts", "straight", 10, 150),
    shows("MD-RET 12.B(7)", "9s Kd", "9h 9c 2d 7h Ts", "three of a kind", 10, 90),
    shows("MD-RET 12.B(8)", "9s Kd", "9h Kc 2d 7h Ts", "two pair", 10, 60),
    shows("MD-RET 12.B(9)", "Js Kd", "9h Jc 2d 7h Ts", "pair", 10, 30),
    shows("MD-RET 12.B(9)", "As Kd", "9h Ac 2d 7h Ts", "pair", 10, 30),
    shows("MD-RET 12.B(10)", "Ts Kd", "9h 4c 2d 7h Tc", "pair", 0, 0),
    shows("MD-RET 12.B(10)", "6s Kd", "9h 6c 2d 7h Ts", "pair", 0, 0),
    shows("MD-RET 12.B", "5s Kd", "9h 5c 2d 7h Ts", "pair", -10, -30),
    shows("MD-RET 12.B", "4s Kd", "9h 5c 2d 7h Ts", "nothing", -10, -30),
]


@pytest.mark.parametrize(("cards", "board", "called", "ante", "run"), FIRST_RUN)
@pytest.mark.parametrize("jurisdiction", ["maryland", "pennsylvania"])
def test_ante_and_run(
    cards: str, board: str, called: str, ante: int, run: int, jurisdiction: str
) -> None:
    """Both runs alike: with top and bottom in the place of left and right the second has it."""
    left, right, top, bottom, center = board.split()
    turned = f"{top} {bottom} {left} {right} {center}"
    for name, cards_on_board in (("first", board), ("second", turned)):
        seat = hand(1, cards, bets=(30, 30, 30))
        wagers = only(cross(cards_on_board, seat, jurisdiction=jurisdiction))
        settled = wagers[f"{name}-ante"], wagers[f"{name}-run"]
        assert [wager["class"] for wager in settled] == [called, called]
        assert [wager["net"] for wager in settled] == [ante, run]
        result = "win" if run > 0 else "lose" if run < 0 else "push"
        assert {wager["result"] for wager in settled} == {result}
        clause = wagers[f"{name}-run"]["clause"]
        if run < 0:
            assert clause is None
        elif jurisdiction == "pennsylvania":
            assert clause == "PA-RET paytable"
        else:
            assert clause.startswith("MD-RET 12.B(")


# The center rule: what it does for every pair of outcomes of the two runs. A pair on the outer
# cards decides each run: aces win 1 to 1, eights push, fours lose.
_OUTER = {"win": "A", "push": "8", "lose": "4"}
CENTER = {
    ("win", "win"): ("win", "MD-RET 12.B(9)", "PA-RET paytable"),
    ("win", "push"): ("win", "MD-RET 12.B(9)", "PA-RET paytable"),
    ("win", "lose"): ("win", "MD-RET 12.B(9)", "PA-RET paytable"),
    ("push", "win"): ("win", "MD-RET 12.B(9)", "PA-RET paytable"),
    ("push", "push"): ("push", "MD-RET 11.I(3)(b)", "PA-RET center"),
    ("push", "lose"): ("push", "MD-RET 11.I(3)(b)", "PA-RET center"),
    ("lose", "win"): ("win", "MD-RET 12.B(9)", "PA-RET paytable"),
    ("lose", "push"): ("push", "MD-RET 11.I(3)(c)", "PA-RET center"),
    ("lose", "lose"): ("lose", None, None),
}


@pytest.mark.clause("MD-RET 11.I(3)(b)", "MD-RET 11.I(3)(c)", "MD-RET 11.I(3)(d)", "PA-RET center")
@pytest.mark.parametrize(("first", "second"), list(product(_OUTER, repeat=2)))
def test_center(first: str, second: str) -> None:
    one, two = _OUTER[first], _OUTER[second]
    board = f"{one}c {one}d {two}h {two}s Kc"
    result, maryland, pennsylvania = CENTER[first, second]
    for jurisdiction, clause in (("maryland", maryland), ("pennsylvania", pennsylvania)):
        wagers = only(cross(board, hand(1, "2c 7d"), jurisdiction=jurisdiction))
        assert wagers["first-run"]["result"] == first
        assert wagers["second-run"]["result"] == second
        assert wagers["center"]["result"] == result
        assert wagers["center"]["net"] == {"win": 10, "push": 0, "lose": -10}[result]
        assert wagers["center"]["clause"] == clause


@pytest.mark.clause("MD-RET 11.I(3)(e)", "PA-RET center")
@pytest.mark.parametrize(
    ("board", "called", "net"),
    [
        ("9h 9c 2d 7h Ts", "three of a kind", 30),
        ("2d 7h 9h 9c Ts", "three of a kind", 30),
        ("9h 4c 9c Kh Ts", "two pair", 20),
    ],
)
def test_center_is_paid_at_the_odds_of_the_better_hand(board: str, called: str, net: int) -> None:
    center = only(cross(board, hand(1, "9s Kd")))["center"]
    assert (center["class"], center["net"]) == (called, net)


# Folds --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("folded", "bets", "net"),
    [
        shows("MD-RET 11.B(2)", "first-run", (), -20),
        shows("MD-RET 11.D(1)", "second-run", (30,), -50),
        shows("MD-RET 11.F(1)", "center", (30, 20), -70),
    ],
)
def test_a_fold_loses_what_was_placed(folded: str, bets: tuple[int, ...], net: int) -> None:
    (seat,) = settle(cross("Qs Js 2d 7h Ts", hand(1, "As Ks", folded=folded, bets=bets)))["seats"]
    assert seat["net"] == net
    assert {wager["result"] for wager in seat["wagers"].values()} == {"lose"}
    # The royal flush is named all the same.
    assert seat["wagers"]["first-ante"]["class"] == "royal flush"
    assert seat["wagers"]["first-ante"]["pays"] is None
    assert seat["limited"] == 0


@pytest.mark.parametrize(
    ("folded", "bets"),
    [
        shows("MD-RET 11.B(3)", "first-run", ()),
        shows("MD-RET 11.D(2)", "second-run", (10,)),
        shows("MD-RET 11.F(2)", "center", (10, 10)),
    ],
)
def test_additional_wagers_stay_live(folded: str, bets: tuple[int, ...]) -> None:
    side = {"five_card_bonus": 2, "ultimate_pairs": 3, "progressive": 1}
    seat = hand(1, "9s 9d", folded=folded, bets=bets, **side)
    document = cross("9h 9c 2d 2h Ts", seat, ultimate_pairs="A", progressive="A")
    (settled,) = settle(document)["seats"]
    nets = {name: wager["net"] for name, wager in settled["wagers"].items()}
    # Community: two pair, 3 to 1; own: pair of tens or less, 3 to 1; four nines: 300 for 1.
    assert nets["five-card-bonus"] == 6
    assert nets["ultimate-pairs"] == 9
    assert nets["progressive"] == 299
    assert settled["net"] == 6 + 9 + 299 - 20 - sum(bets)


# Side bets ----------------------------------------------------------------------------------------


@pytest.mark.clause("MD-RET 7.E(2)(a)")
@pytest.mark.parametrize(
    ("board", "net"),
    [
        shows("MD-RET 12.D(1)", "As Ks Qs Js Ts", 1_250),
        shows("MD-RET 12.D(2)", "9s Ks Qs Js Ts", 500),
        shows("MD-RET 12.D(3)", "9s 9d 9h 9c Ts", 200),
        shows("MD-RET 12.D(4)", "9s 9d 9h Tc Ts", 75),
        shows("MD-RET 12.D(5)", "2s 9s 3s Ks Ts", 50),
        shows("MD-RET 12.D(6)", "As 4d 3s 5s 2s", 30),
        shows("MD-RET 12.D(7)", "9s 9d 9h Kc Ts", 20),
        shows("MD-RET 12.D(8)", "9s 9d Kh Kc Ts", 15),
        shows("MD-RET 12.D(9)", "6s 6d Kh Qc Ts", 5),
        shows("MD-RET 12.D", "5s 5d Kh Qc Ts", -5),
    ],
)
def test_five_card_bonus(board: str, net: int) -> None:
    for jurisdiction in ("maryland", "pennsylvania"):
        seat = hand(1, "2c 7d", five_card_bonus=5)
        wagers = only(cross(board, seat, jurisdiction=jurisdiction))
        assert wagers["five-card-bonus"]["net"] == net


# Own cards, what they are called, and what $1 wins under Ultimate Pairs A to E (12.E).
@pytest.mark.parametrize(
    ("cards", "line", "nets"),
    [
        shows("MD-RET 12.E(3)(a)", "Ah Ad", "aces of hearts and diamonds", (30, 30, 100, 50, 25)),
        shows("MD-RET 12.E(3)(b)", "Ah As", "pair of aces", (30, 30, 30, 25, 25)),
        shows("MD-RET 12.E(1)(b)", "Ah Kh", "ace-king suited", (25, 20, 20, 20, 20)),
        shows("MD-RET 12.E(1)(c)", "Ah Jh", "ace with queen or jack, suited", (20,) * 5),
        shows("MD-RET 12.E(1)(d)", "Ah Kd", "ace-king offsuit", (15, 10, 10, 10, 10)),
        shows("MD-RET 12.E(1)(f)", "Ah Qd", "ace with queen or jack, offsuit", (5, 10, 10, 10, 10)),
        shows("MD-RET 12.E(1)(e)", "Jh Jd", "pair of jacks, queens or kings", (10, 5, 4, 5, 5)),
        shows("MD-RET 12.E(1)(g)", "2h 2d", "pair of tens or lower", (3, 5, 4, 5, 5)),
        shows("MD-RET 12.E", "Ah Th", "nothing", (-1,) * 5),
        shows("MD-RET 12.E", "Kh Qh", "nothing", (-1,) * 5),
    ],
)
def test_ultimate_pairs(cards: str, line: str, nets: tuple[int, ...]) -> None:
    for table, net in zip("ABCDE", nets, strict=True):
        seat = hand(1, cards, ultimate_pairs=1)
        wager = only(cross("4c 5s 7s 9c 3s", seat, ultimate_pairs=table))["ultimate-pairs"]
        assert wager["net"] == net
        # Tables A, B and E have no line of their own for the two red aces.
        one_line = line.startswith("aces of") and table in "ABE"
        assert wager["class"] == ("pair of aces" if one_line else line)


@pytest.mark.clause("MD-RET 11.H")
def test_seats_are_settled_from_the_dealers_right() -> None:
    seats = [hand(2, "2c 7d"), hand(6, "2d 7h"), hand(3, "2h 7s")]
    answer = settle(cross("Ah Kd Qs Jc 9s", *seats))
    assert [seat["seat"] for seat in answer["seats"]] == [6, 3, 2]


# Readings -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "reading", "called", "net"),
    [
        shows("MD-RET 6.A", "3h 4s Kd Qc 5s", "low-and-high", "straight", 50),
        shows("MD-RET 6.A", "3h 4s Kd Qc 5s", "high-only", "nothing", -10),
        shows("MD-RET 6.C", "3c 4c Kd Qs 5c", "low-and-high", "straight flush", 1_000),
        shows("MD-RET 6.C", "3c 4c Kd Qs 5c", "high-only", "flush", 80),
    ],
)
def test_reading_wheel(board: str, reading: str, called: str, net: int) -> None:
    wagers = only(cross(board, hand(1, "Ac 2c"), readings={"wheel": reading}))
    assert (wagers["first-run"]["class"], wagers["first-run"]["net"]) == (called, net)


# With two nines: nines over kings in one run, three nines in the other; two pair on the board, and
# four nines in all seven cards.
@pytest.mark.clause("MD-RET 7.E(2)(c)", "MD-RET 12.F(5)")
@pytest.mark.parametrize(
    ("board", "reading", "called", "returned"),
    [
        ("9c 2d 9h Kh Kc", None, "full house", 50),
        ("9h Kh 9c 2d Kc", "better-run", "full house", 50),
        ("9c 2d 9h Kh Kc", "better-run", "full house", 50),
        ("9h Kh 9c 2d Kc", "first-run", "full house", 50),
        ("9c 2d 9h Kh Kc", "first-run", "three of a kind", 9),
        ("9c 2d 9h Kh Kc", "community", "two pair", 0),
        ("9c 2d 9h Kh Kc", "best-of-seven", "four of a kind", 300),
    ],
)
def test_reading_progressive_hand(
    board: str, reading: str | None, called: str, returned: int
) -> None:
    more: Any = {"readings": {"progressive-hand": reading}} if reading else {}
    seat = hand(1, "9s 9d", progressive=1)
    wager = only(cross(board, seat, progressive="A", **more))["progressive"]
    assert (wager["class"], wager["returned"]) == (called, returned)


# Payout limit: royal flush across, queen-high straight flush down, so that at one ante a bet the
# hand wins 1 + 1 + 500 + 100 + 500 antes, and at three antes a bet 1 + 1 + 1,500 + 300 + 1,500.
ROYAL = "Ah Kh 9h 8h Th"


@pytest.mark.parametrize(
    ("jurisdiction", "minimum", "ante", "times", "operators", "limited"),
    [
        shows("MD-RET 12.C(1)", "maryland", None, 10, 3, None, 0),
        shows("MD-RET 12.C(1)", "maryland", None, 20, 3, None, 66_040 - 50_000),
        shows("MD-RET 12.C(1)", "maryland", 15, 20, 3, None, 66_040 - 50_000),
        shows("MD-RET 12.C(1)", "maryland", 45, 45, 1, None, 0),
        shows("MD-RET 12.C(1)", "maryland", 45, 45, 3, None, 148_590 - 50_000),
        shows("MD-RET 12.C(2)", "maryland", 50, 50, 1, None, 0),
        shows("MD-RET 12.C(2)", "maryland", 50, 50, 3, None, 165_100 - 55_100),
        shows("MD-RET 12.C(2)", "maryland", 45.5, 50, 1, None, 55_100 - 50_141),
        shows("MD-RET 12.C", "maryland", 50, 50, 1, 55_100, 0),
        shows("MD-RET 12.C", "maryland", 50, 50, 1, 50_000, 5_100),
        shows("MD-RET 12.C", "maryland", None, 10, 1, 1_000, 11_020 - 1_000),
        shows("PA-RET limit", "pennsylvania", 50, 50, 1, None, 5_100),
        shows("PA-RET limit", "pennsylvania", None, 50, 1, 100, 55_000),
    ],
)
def test_payout_limit(
    jurisdiction: str,
    minimum: float | None,
    ante: int,
    times: int,
    operators: int | None,
    limited: int,
) -> None:
    seat = hand(1, "Qh Jh", ante=ante, bets=[ante * times] * 3, five_card_bonus=5)
    document = cross(ROYAL, seat, jurisdiction=jurisdiction)
    document |= {} if minimum is None else {"minimum": minimum}
    document |= {} if operators is None else {"payout-limit": operators}
    settled = seats_of(document)[1]
    assert settled["limited"] == limited
    # The Five Card Bonus, a flush on the board, is outside: 10 to 1.
    assert settled["wagers"]["five-card-bonus"]["net"] == 50
    assert settled["net"] == ante * (2 + 1_100 * times) + 50 - limited
    assert settled["wagers"]["first-run"]["returned"] == ante * times * 501


@pytest.mark.clause("MD-RET 12.C")
def test_payout_limit_cuts_winnings_whatever_was_lost_beside_them() -> None:
    """First run royal, second run nothing: the winnings are ante, run and center."""
    seat = hand(1, "As Ks", bets=(30, 30, 30))
    settled = seats_of(cross("Qs Js 2d 7h Ts", seat, payout_limit=30_000))[1]
    assert settled["limited"] == 10 + 15_000 + 15_000 - 30_000
    assert settled["net"] == 30_010 - 10 - 30 - 10
