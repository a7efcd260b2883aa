"""Double Draw settled, clause by clause; amounts worked out by hand from the text."""

import pytest
from deals import draw, five, seats_of, shows

from fairdeal.wire.deal import settle

# Five cards, and what $10 on each of the four wagers wins in all under bonus A and B.
HANDS = [
    shows("MD-DD .12B(1)(a)", "As Ah Ad * *", "five aces", 30 + 5_000, 30 + 5_000),
    shows("MD-DD .12B(1)(b)", "As Ks Qs Js Ts", "natural royal flush", 30 + 1_000, 30 + 1_000),
    shows("MD-DD .12B(1)(c)", "As Ks Qs * Ts", "wild royal flush", 30 + 500, 30 + 500),
    shows("MD-DD .12B(1)(d)", "9s Ks Qs * Ts", "straight flush", 30 + 500, 30 + 500),
    shows("MD-DD .12B(1)(e)", "7c 7d 7h 7s *", "four of a kind", 30 + 200, 30 + 200),
    shows("MD-DD .12B(1)(f)", "Ac Ad 7h 7s *", "full house", 30 + 50, 30 + 50),
    shows("MD-DD .12B(1)(g)", "2s 9s Ks 4s *", "flush", 30 + 30, 30 + 30),
    shows("MD-DD .12B(1)(h)", "5c 6d * 8s 9c", "straight", 30 + 20, 30 + 20),
    shows("MD-DD .12B(1)(i)", "Ac 6d * * 9c", "three of a kind", 30 + 10, 30),
    shows("MD-DD .12B(1)(j)", "Kc Kd 4h 4s *", "two pair", 30, 30),
    shows("MD-DD .06D", "Kc Kd 4h 7s *", "pair", -40, -40),
    shows("MD-DD .06D", "Ac Kd 4h 7s 9c", "nothing", -40, -40),
]


@pytest.mark.parametrize(("cards", "called", "a", "b"), HANDS)
def test_final_hands(cards: str, called: str, a: int, b: int) -> None:
    for table, net in (("A", a), ("B", b)):
        settled = seats_of(draw(five(1, cards), bonus=table))[1]
        assert {wager["class"] for wager in settled["wagers"].values()} == {called}
        assert settled["net"] == net


@pytest.mark.clause("MD-DD .12B(2)(i)")
@pytest.mark.parametrize(
    ("table", "cards", "result", "clause"),
    [
        ("A", "2c 2d 2h 7s 9c", "win", "MD-DD .12B(1)(i)"),
        ("B", "2c 2d 2h 7s 9c", "push", "MD-DD .12B(2)(i)"),
        ("A", "2c 2d 7h 7s 9c", "push", "MD-DD .12B(1)(j)"),
    ],
)
def test_bonus_pushes(table: str, cards: str, result: str, clause: str) -> None:
    settled = seats_of(draw(five(1, cards), bonus=table))[1]["wagers"]
    assert (settled["bonus"]["result"], settled["bonus"]["clause"]) == (result, clause)
    assert settled["ante"]["result"] == "win"
    assert settled["ante"]["clause"] == "MD-DD .12A"


@pytest.mark.parametrize(
    ("folded", "net"),
    [
        shows("MD-DD .11C(2)(b)", "first-draw", -20),
        shows("MD-DD .11C(8)(b)", "second-draw", -30),
    ],
)
def test_a_fold_surrenders_what_was_placed(folded: str, net: int) -> None:
    settled = seats_of(draw(five(1, "As Ks Qs Js Ts", folded=folded)))[1]
    assert settled["net"] == net
    assert {wager["result"] for wager in settled["wagers"].values()} == {"lose"}
    assert {wager["pays"] for wager in settled["wagers"].values()} == {None}


@pytest.mark.clause("MD-DD .11D")
def test_seats_are_settled_from_the_dealers_left() -> None:
    seats = [five(5, "2c 3d 4h 9s Kc"), five(1, "2d 3h 4s 9c Kd"), five(3, "2h 3s 4c 9d Kh")]
    assert [seat["seat"] for seat in settle(draw(*seats))["seats"]] == [1, 3, 5]


@pytest.mark.clause("MD-DD .02B(6)")
@pytest.mark.parametrize(("limit", "limited"), [(None, 0), (229.99, 0.01), (100, 130), (230, 0)])
def test_payout_limit_cuts_ante_draws_and_bonus(limit: float | None, limited: float) -> None:
    document = draw(five(1, "7c 7d 7h 7s *"))
    document |= {} if limit is None else {"payout-limit": limit}
    assert seats_of(document)[1]["limited"] == limited


@pytest.mark.clause("MD-DD .03A")
def test_two_jokers_at_different_seats() -> None:
    settled = seats_of(draw(five(1, "7c 7d 7h 7s *"), five(2, "As Ah Ad Ac *")))
    assert settled[1]["wagers"]["bonus"]["class"] == "four of a kind"
    assert settled[2]["wagers"]["bonus"]["class"] == "five aces"
