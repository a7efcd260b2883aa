"""Impossible deals: each is refused with a sentence that says what is wrong and where."""

import re
from typing import Any

import pytest
from deals import CROSS, Deal, box, cross, draw, five, hand, ride

from fairdeal.errors import BadInputError
from fairdeal.wire.deal import settle

BOARD = "Ah Kd Qs Jc 9s"
SIDE: Deal = {"ultimate_pairs": "A", "progressive": "C"}


def lir(*seats: Deal, **more: Any) -> Deal:
    return ride("9s Kc", *(seats or (box(1, "2c 2d 2h"),)), **more)


def ret(*seats: Deal, **more: Any) -> Deal:
    return cross(BOARD, *(seats or (hand(1, "2c 7d"),)), **more)


def dd(*seats: Deal, **more: Any) -> Deal:
    return draw(*(seats or (five(1, "7c 7d 7h 7s 2c"),)), **more)


def but(deal: Deal, path: str, value: Any) -> Deal:
    """The deal with one value changed (or, for `...`, taken away); a path like `seats.0.cards`."""
    *parents, last = path.split(".")
    place: Any = deal
    for key in parents:
        place = place[int(key) if key.isdigit() else key]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return deal


BET = "seats.0.wagers."
# The deal, and words of the sentence.
IMPOSSIBLE: list[tuple[Any, str]] = [
    # what a deal is
    (5, "a deal must be an object"),
    (None, "a deal must be an object, not null"),
    ("lir", "a deal must be an object"),
    ([], "a deal must be an object"),
    ({}, "which game"),
    ({"game": "whist"}, "game cannot be 'whist': choose let-it-ride, run-em-twice or double-draw"),
    ({"game": "let-it-rid"}, "did you mean let-it-ride?"),
    ({"game": None}, "game cannot be null"),
    ({"game": ["let-it-ride"]}, "game cannot be"),
    (but(lir(), "jurisdiction", "pennsylvania"), "jurisdiction cannot be 'pennsylvania'"),
    (but(ret(), "jurisdiction", "ohio"), "maryland or pennsylvania"),
    (but(lir(), "metres", {}), "a deal has no 'metres'; did you mean meters?"),
    (but(dd(), "board", {}), "a deal has no 'board'"),
    # cards
    (lir(box(1, "2c 2c 2h")), "2c is there twice"),
    (lir(box(1, "2c 2d 9s")), "9s is there twice"),
    (lir(box(1, "2c 2d 2h"), box(2, "2c 3d 3h")), "2c is there twice"),
    (lir(box(1, "2c 2d *")), "seat 1: Let It Ride Poker is played without jokers"),
    (ret(hand(1, "* 7d")), "without jokers"),
    (dd(five(1, "* * 7h 7s 2c"), five(2, "* 3c 3d 3h 4s")), r"\* is there 3 times"),
    (lir(box(1, "2c 2d")), "seat 1: 2 cards where there are 3"),
    (ret(hand(1, "2c 7d 8h")), "3 cards where there are 2"),
    (dd(five(1, "")), "0 cards where there are 5"),
    (lir(box(1, "2c 2d 1h")), "'1h' is not a card"),
    (lir(box(1, "2x 2d 3h")), "'2x' is not a card"),
    (lir(box(1, "11c 2d 3h")), "'11c' is not a card"),
    (but(lir(), "seats.0.cards", 5), "cards are written like As Td, not 5"),
    (but(lir(), "seats.0.cards", ["2c", 5, "3d"]), "cards are written like As Td"),
    (but(lir(), "seats.0.cards", ["2c 3c", "3d"]), "'2c 3c' is not a card"),
    (but(lir(), "seats.0.cards", ...), "0 cards where there are 3"),
    # board
    (but(lir(), "board", ...), "the board lacks community"),
    (but(lir(), "board", []), "board must be an object"),
    (but(lir(), "board.community", ["9s"]), "board community: 1 card where there are 2"),
    (but(lir(), "board.bonus", "5c 6c 7c"), "no six-card-bonus table is chosen"),
    (lir(six_card_bonus="A"), "the board lacks bonus"),
    (but(ret(), "board.middle", "2s"), "the board has no 'middle'"),
    (but(ret(), "board.left", ...), "the board lacks left"),
    (but(ret(), "board.left", "2s 3s"), "2 cards where there is 1"),
    # seats
    (but(lir(), "seats", []), "no seats"),
    (but(lir(), "seats", ...), "no seats"),
    (but(lir(), "seats", {}), "no seats"),
    (but(lir(), "seats", [5]), "a seat must be an object, not 5"),
    (but(lir(), "seats.0.seat", 8), r"from 1 to 7 \(MD-LIR 2.A\(1\)\), not 8"),
    (but(ret(), "seats.0.seat", 7), r"from 1 to 6 \(MD-RET 2.A\(1\)\), not 7"),
    (but(dd(), "seats.0.seat", 0), "from 1 to 6"),
    (but(dd(), "seats.0.seat", True), "not true"),
    (but(dd(), "seats.0.seat", "1"), "not '1'"),
    (but(dd(), "seats.0.seat", ...), "not null"),
    (lir(box(1, "2c 2d 2h"), box(1, "3c 3d 3h")), "seat 1 is there twice"),
    (ret(hand(1, "2c 7d", player="ann"), hand(2, "2d 7h", player="ann")), "'ann' sits at 2 seats"),
    (but(lir(), "seats.0.player", ""), "player must be a text"),
    (but(lir(), "seats.0.player", 5), "player must be a text, not 5"),
    (but(lir(), "seats.0.player", "\udc80"), "player must be a text"),
    (but(lir(), "seats.0.folded", False), "seat 1 has no 'folded'"),
    (but(ret(), "seats.0.withdrawn", []), "seat 1 has no 'withdrawn'"),
    (but(ret(), "seats.0.card", []), "did you mean cards?"),
    # wagers
    (but(lir(), BET + "bet-4", 10), r"has no wager 'bet-4' \(MD-LIR 7.E\)"),
    (but(lir(), BET + "ante", 10), "has no wager 'ante'"),
    (but(ret(), BET + "ultimate-pairs", 5), "ultimate-pairs is not offered"),
    (but(ret(jurisdiction="pennsylvania"), BET + "ultimate-pairs", 5), r"\(PA-RET wagers\)"),
    (but(lir(), BET + "three-card-bonus", 5), "three-card-bonus is not offered"),
    (but(lir(), BET + "bet-2", ...), r"bet-2 is missing \(MD-LIR 7.E\(1\)\)"),
    (but(lir(), "seats.0.wagers", ...), "bet-1 is missing"),
    (but(lir(), "seats.0.wagers", []), "wagers must be an object"),
    (but(lir(), BET + "bet-2", 11), r"bet-2 of \$11 is not equal to bet-1 of \$10"),
    (but(ret(), BET + "second-ante", 15), r"not equal to first-ante .* \(MD-RET 7.E\(1\)\)"),
    (but(ret(), BET + "first-run", 9.99), r"1 to 3 times first-ante .* \(MD-RET 11.B\(1\)\(a\)\)"),
    (but(ret(), BET + "first-run", 30.01), "1 to 3 times first-ante"),
    (but(ret(), BET + "second-run", 31), r"1 to 3 times second-ante .* \(MD-RET 11.D\)"),
    (but(ret(), BET + "center", 5), r"1 to 3 times first-ante .* \(MD-RET 11.F\)"),
    (but(ret(), BET + "first-run", ...), "first-run is missing"),
    (but(ret(), BET + "second-run", ...), "second-run is missing"),
    (but(ret(), BET + "center", ...), "center is missing"),
    (ret(hand(1, "2c 7d", folded="second-run")), "the hand folded at second-run, so leave out"),
    (ret(hand(1, "2c 7d", folded="center", bets=(10,))), "second-run is missing"),
    (ret(hand(1, "2c 7d", folded=True)), "folded cannot be true"),
    (ret(hand(1, "2c 7d", folded="first-draw")), "folded cannot be 'first-draw'"),
    (ret(hand(1, "2c 7d", folded=None)), "folded cannot be null"),
    (but(dd(), BET + "bonus", 5), r"bonus of \$5 is not equal to ante of \$10"),
    (but(dd(), BET + "first-draw", 20), "not equal to ante"),
    (dd(five(1, "7c 7d 7h 7s 2c") | {"folded": "first-draw"}), "the hand folded"),
    (
        lir(box(1, "2c 2d 2h", withdrawn=["bet-3"])),
        "cannot be withdrawn, only bet-1 or bet-2",
    ),
    (lir(box(1, "2c 2d 2h", withdrawn=["bet-1", "bet-1"])), "withdrawn twice"),
    (but(lir(), "seats.0.withdrawn", "bet-1"), "withdrawn must be a list of bets"),
    (lir(box(1, "2c 2d 2h", five_card_bonus=5), five_card_bonus="A"), r"must be \$1 \("),
    (ret(hand(1, "2c 7d", progressive=2), **SIDE), r"must be \$1 or \$5 \(MD-RET 7.E\(2\)\(c\)\)"),
    (ret(hand(1, "2c 7d", progressive=1)), "progressive is not offered"),
    # amounts
    (lir(box(1, "2c 2d 2h", bet=0)), "bet-1 must be above zero, not 0"),
    (lir(box(1, "2c 2d 2h", bet=-5)), "must be above zero, not -5"),
    (lir(box(1, "2c 2d 2h", bet=10.001)), "has more than 2 decimals"),
    (lir(box(1, "2c 2d 2h", bet=10_000_000.01)), r"bet-1 is over \$10,000,000"),
    (lir(box(1, "2c 2d 2h", bet=1e300)), "is too large"),
    (lir(box(1, "2c 2d 2h", bet=float("inf"))), "must be a number of dollars"),
    (lir(box(1, "2c 2d 2h", bet=float("nan"))), "must be a number of dollars"),
    (but(lir(), BET + "bet-1", "10"), "must be a number of dollars, not '10'"),
    (but(lir(), BET + "bet-1", True), "must be a number of dollars, not true"),
    (but(lir(), BET + "bet-1", None), "must be a number of dollars, not null"),
    (lir(minimum=10.01), r"bet-1 of \$10 is below the minimum \$10.01"),
    (ret(minimum=11), r"first-ante of \$10 is below the minimum \$11"),
    (dd(minimum=25), r"ante of \$10 is below the minimum \$25"),
    (lir(minimum=0), "minimum must be above zero"),
    (lir(minimum="10"), "minimum must be a number"),
    # paytables
    (but(lir(), "paytables", ...), r"must name main: A, B or C \(MD-LIR 12.A\)"),
    (but(dd(), "paytables", {}), r"must name bonus: A or B \(MD-DD .12B\)"),
    (but(lir(), "paytables", "A"), "paytables must be an object"),
    (lir(main="D"), r"paytable main \(MD-LIR 12.A\) cannot be 'D'"),
    (lir(main="a"), "cannot be 'a'"),
    (lir(main=1), "cannot be 1"),
    (but(ret(), "paytables.main", "A"), "cannot be 'A': choose standard"),
    (but(ret(), "paytables.three-card-bonus", "A"), "has no paytable 'three-card-bonus'"),
    (but(ret(jurisdiction="pennsylvania"), "paytables.progressive", "A"), "PA-RET wagers"),
    # readings
    (ret(readings={"wheel": "low"}), "reading wheel cannot be 'low'"),
    (ret(readings={"six-card-needs": "base-only"}), "run-em-twice has no reading 'six-card-needs'"),
    (ret(readings={"meter-turn": "x"}), "has no reading 'meter-turn' to choose"),
    (ret(readings=["wheel"]), "readings must be an object"),
    # meters, rates and resets
    (ret(meters={"meter": 5}), "meters is given, but no meter is in play"),
    (ret(**SIDE, meters={"mega": 5}), "meters names 'mega'; the paytable has major and minor"),
    (ret(**SIDE, meters={"major": -1}), "meter major must be not below zero"),
    (ret(**SIDE, meters={"major": 0.0000001}), "meter major has more than 6 decimals"),
    (ret(**SIDE, meters={"major": 10**10}), r"meter major is over \$1,000,000,000"),
    (ret(**SIDE, meters=5), "meters must be an object"),
    (ret(**SIDE, rate=0.2), "rate must be an object"),
    (ret(rate=0.2), "rate"),
    (ret(**SIDE, rate={"major": 0}), "rate of major must be above 0 and at most 1"),
    (ret(**SIDE, rate={"major": 1.5}), "rate of major must be above 0 and at most 1"),
    (ret(**SIDE, rate={"major": 0.00001}), "rate of major has more than 4 decimals"),
    (ret(**SIDE, rate={"major": "x"}), "rate of major must be a number"),
    (ret(**SIDE, rate={"major": 0.6, "minor": 0.5}), "more than 1 together"),
    (ret(**SIDE, rate={"mini": 0.1}), "rate names 'mini'"),
    (ret(**SIDE, reset={"major": 9_999}), r"below \$10,000 \(MD-RET 12.F\(6\)\(b\)\(iii\)\)"),
    (lir(progressive="E", reset={"minor": 249.99}), r"below \$250 \(MD-LIR 12.F\(2\)\(e\)\)"),
    (ret(**SIDE, reset={"mega": 10_000}), "reset names 'mega'"),
    # payout limit
    (ret(payout_limit=50_000.01), r"above \$50,000 \(MD-RET 12.C\)"),
    (ret(payout_limit=0), "payout-limit must be above zero"),
    (ret(payout_limit="x"), "payout-limit must be a number"),
    (
        ret(hand(1, "2c 7d", ante=50, bets=(50, 50, 50)), minimum=50, payout_limit=55_100.01),
        r"above \$55,100 \(MD-RET 12.C\)",
    ),
    (ret(jurisdiction="pennsylvania", payout_limit=50_001), r"\(PA-RET limit\)"),
]


@pytest.mark.clause("COMAR 36.05.02.15A", "COMAR 36.05.02.15A(2)")
@pytest.mark.parametrize(
    ("deal", "words"),
    IMPOSSIBLE,
    ids=[f"{place} {words[:40]}" for place, (_, words) in enumerate(IMPOSSIBLE)],
)
def test_impossible(deal: Any, words: str) -> None:
    with pytest.raises(BadInputError) as refusal:
        settle(deal)
    sentence = str(refusal.value)
    assert re.search(words, sentence), sentence
    assert "\n" not in sentence
    assert len(sentence) < 300


@pytest.mark.parametrize("deal", [lir(), ret(), dd(), ret(**SIDE), lir(progressive="E")])
def test_what_the_impossible_deals_were_made_of_is_possible(deal: Deal) -> None:
    assert settle(deal)["seats"]


@pytest.mark.clause("MD-LIR 7.E(5)")
def test_six_card_bonus_without_the_bonuses_that_a_reading_asks_for() -> None:
    document = lir(
        box(1, "2c 2d 2h", six_card_bonus=5),
        bonus="5c 6c 7c",
        six_card_bonus="A",
        readings={"six-card-needs": "both-bonuses"},
    )
    with pytest.raises(BadInputError, match=r"six-card-bonus needs five-card-bonus \(MD-LIR 7.E"):
        settle(document)


# The edges of what is allowed ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "deal",
    [
        lir(box(1, "2c 2d 2h", bet=10_000_000)),
        lir(box(1, "2c 2d 2h", bet=0.01)),
        lir(minimum=10),
        lir(box(1, "2c 2d 2h", three_card_bonus=0.01), three_card_bonus="A", minimum=10),
        ret(hand(1, "2c 7d", bets=(10, 30, 12.34))),
        ret(hand(1, "2c 7d", progressive=1), **SIDE, minimum=10),
        ret(minimum=10, payout_limit=50_000),
        ret(hand(1, "2c 7d", ante=50, bets=(50, 50, 50)), minimum=50, payout_limit=55_100),
        ret(**SIDE, rate={"major": 0.5, "minor": 0.5}),
        ret(**SIDE, meters={"major": 0, "minor": 1_000_000_000}),
        ret(**SIDE, meters={}),
        ret(**SIDE, reset={"major": 10_000, "minor": 1_000}),
        but(ret(), "paytables.main", "standard"),
        but(ret(), "paytables.five-card-bonus", "standard"),
        lir(box(1, "2c 2d 2h", player="ann"), box(7, "3c 3d 3h", player="ann")),
        lir(readings={"abandoned": "least-costly"}),
    ],
)
def test_possible(deal: Deal) -> None:
    assert settle(deal)["seats"]


def test_defaults() -> None:
    (seat,) = settle(
        {
            "game": "run-em-twice",
            "board": dict(zip(CROSS, BOARD.split(), strict=True)),
            "seats": [{"seat": 3, "cards": "2c 7d", "wagers": hand(3, "2c 7d")["wagers"]}],
        }
    )["seats"]
    assert seat["player"] == "seat 3"
    assert seat["wagers"]["center"]["result"] == "lose"


def test_the_shape_of_an_answer() -> None:
    """Keys in the order of the interface; whole dollars as integers, cents as fractions."""
    answer = settle(lir(box(2, "2c 2d 2h", bet=0.5, three_card_bonus=3), three_card_bonus="A"))
    assert list(answer) == ["seats", "meters"]
    (seat,) = answer["seats"]
    assert list(seat) == ["seat", "player", "wagers", "envy", "limited", "net"]
    assert list(seat["wagers"]) == ["bet-1", "bet-2", "bet-3", "three-card-bonus"]
    assert seat["wagers"]["bet-1"] == {
        "stake": 0.5,
        "result": "win",
        "hand": "three of a kind, twos",
        "class": "three of a kind",
        "pays": "3 to 1",
        "clause": "MD-LIR 12.A(1)(g)",
        "returned": 2,
        "net": 1.5,
    }
    assert [type(seat["wagers"]["bet-1"][key]) for key in ("stake", "returned")] == [float, int]
    assert answer["meters"] == {}
