"""Let It Ride settled, clause by clause; amounts worked out by hand from the text."""

from typing import Any

import pytest
from deals import box, only, ride, seats_of, shows

from fairdeal.wire.deal import settle

# Three cards, two community cards, and what $10 on bet 3 wins under main A, B and C (12.A).
MAIN = [
    shows("MD-LIR 12.A(1)(a)", "As Ks Qs", "Js Ts", "royal flush", 10_000, 5_000, 1_000),
    shows("MD-LIR 12.A(1)(b)", "9h 8h 7h", "6h 5h", "straight flush", 2_000, 1_000, 500),
    shows("MD-LIR 6.C(2)", "Ad 2d 3d", "4d 5d", "straight flush", 2_000, 1_000, 500),
    shows("MD-LIR 12.A(1)(c)", "7c 7d 7h", "7s 2c", "four of a kind", 500, 250, 300),
    shows("MD-LIR 12.A(1)(d)", "7c 7d 7h", "2s 2c", "full house", 110, 150, 150),
    shows("MD-LIR 12.A(1)(e)", "Kc 9c 2c", "7c 3c", "flush", 80, 100, 90),
    shows("MD-LIR 12.A(1)(f)", "Ac Kd Qh", "Js Tc", "straight", 50, 50, 60),
    shows("MD-LIR 6.A(1)", "Ac 2d 3h", "4s 5c", "straight", 50, 50, 60),
    shows("MD-LIR 6.A(2)", "Qc Kd Ah", "2s 3c", "nothing", -10, -10, -10),
    shows("MD-LIR 12.A(1)(g)", "2c 2d 2h", "9s Kc", "three of a kind", 30, 30, 30),
    shows("MD-LIR 12.A(1)(h)", "3c 3d 2h", "2s Kc", "two pair", 20, 20, 20),
    shows("MD-LIR 12.A(1)(i)", "Tc Td 2h", "7s Kc", "pair", 10, 10, 10),
    shows("MD-LIR 12.A(1)(i)", "Ac 3d 2h", "7s Ad", "pair", 10, 10, 10),
    shows("MD-LIR 6.C(9)", "9c 9d 2h", "7s Kc", "pair", -10, -10, -10),
]


@pytest.mark.parametrize(("cards", "community", "called", "a", "b", "c"), MAIN)
def test_main(cards: str, community: str, called: str, a: int, b: int, c: int) -> None:
    for table, net in zip("ABC", (a, b, c), strict=True):
        bet = only(ride(community, box(1, cards, withdrawn=["bet-1", "bet-2"]), main=table))[
            "bet-3"
        ]
        assert (bet["class"], bet["net"], bet["returned"]) == (called, net, net + 10)
        assert bet["result"] == ("win" if net > 0 else "lose")
        assert (bet["pays"] is None) == (bet["clause"] is None) == (net < 0)


@pytest.mark.parametrize(
    ("withdrawn", "results", "net"),
    [
        shows("MD-LIR 11.B(1)(a)", [], "win win win", 3 * 30),
        shows("MD-LIR 11.B(1)(b)", ["bet-1"], "withdrawn win win", 2 * 30),
        shows("MD-LIR 11.C(1)(b)", ["bet-2"], "win withdrawn win", 2 * 30),
        shows("MD-LIR 11.C(1)(b)", ["bet-2", "bet-1"], "withdrawn withdrawn win", 30),
    ],
)
def test_bets_taken_back(withdrawn: list[str], results: str, net: int) -> None:
    (seat,) = settle(ride("9s Kc", box(1, "2c 2d 2h", withdrawn=withdrawn)))["seats"]
    assert [bet["result"] for bet in seat["wagers"].values()] == results.split()
    assert seat["net"] == net
    for name in withdrawn:
        taken = seat["wagers"][name]
        assert (taken["returned"], taken["net"]) == (10, 0)
        assert taken["pays"] is taken["clause"] is None


# Five Card Bonus: $1, collected before the deal, so the dollars are all that comes back.
@pytest.mark.parametrize(
    ("cards", "community", "table", "result", "returned"),
    [
        shows("MD-LIR 12.B(1)(a)", "As Ks Qs", "Js Ts", "A", "win", 20_000),
        shows("MD-LIR 12.B(4)(a)", "As Ks Qs", "Js Ts", "D", "win", 10_000),
        shows("MD-LIR 12.B(7)(c)", "7c 7d 7h", "7s 2c", "G", "win", 300),
        shows("MD-LIR 12.B(5)(d)", "7c 7d 7h", "2s 2c", "E", "win", 100),
        shows("MD-LIR 12.B(1)(i)", "Tc Td 2h", "7s Kc", "A", "win", 2),
        shows("MD-LIR 12.B(2)(i)", "Tc Td 2h", "7s Kc", "B", "win", 1),
        shows("MD-LIR 12.B(3)", "Tc Td 2h", "7s Kc", "C", "lose", 0),
        shows("MD-LIR 11.E(1)", "3c 3d 2h", "2s Kc", "C", "win", 6),
        shows("MD-LIR 12.B(7)", "3c 3d 2h", "2s Kc", "G", "lose", 0),
        shows("MD-LIR 12.B(1)", "9c 9d 2h", "7s Kc", "A", "lose", 0),
    ],
)
def test_five_card_bonus(
    cards: str, community: str, table: str, result: str, returned: int
) -> None:
    wager = only(ride(community, box(1, cards, five_card_bonus=1), five_card_bonus=table))[
        "five-card-bonus"
    ]
    assert (wager["result"], wager["returned"], wager["net"]) == (result, returned, returned - 1)


@pytest.mark.parametrize(
    ("cards", "table", "called", "net"),
    [
        shows("MD-LIR 12.C(1)(a)", "As Ks Qs", "A", "straight flush", 200),
        shows("MD-LIR 6.D(3)", "Ah 2h 3h", "A", "straight flush", 200),
        shows("MD-LIR 12.C(1)(b)", "2c 2d 2h", "B", "three of a kind", 150),
        shows("MD-LIR 12.C(1)(c)", "4c 5d 6h", "A", "straight", 30),
        shows("MD-LIR 12.C(2)(c)", "4c 5d 6h", "B", "straight", 25),
        shows("MD-LIR 6.D(3)", "Ac 2d 3h", "C", "straight", 30),
        shows("MD-LIR 6.D(3)", "Kc Ad 2h", "C", "nothing", -5),
        shows("MD-LIR 12.C(1)(d)", "2c 9c Kc", "A", "flush", 20),
        shows("MD-LIR 12.C(3)(d)", "2c 9c Kc", "C", "flush", 15),
        shows("MD-LIR 12.C(1)(e)", "2c 2d Kc", "A", "pair", 5),
        shows("MD-LIR 11.E(2)", "2c 7d Kh", "A", "nothing", -5),
    ],
)
def test_three_card_bonus(cards: str, table: str, called: str, net: int) -> None:
    wager = only(ride("9s Jd", box(1, cards, three_card_bonus=5), three_card_bonus=table))[
        "three-card-bonus"
    ]
    assert (wager["class"], wager["net"]) == (called, net)


SUPER = "super royal"


@pytest.mark.parametrize(
    ("cards", "bonus", "table", "called", "pays", "returned"),
    [
        shows("MD-LIR 12.D(1)(a)", "Ad Kd Qd", "Jd Td 9d", "A", SUPER, "$1,000,000", 10**6 + 5),
        shows("MD-LIR 12.D(2)(a)", "Ad Kd Qd", "Jd Td 9d", "B", SUPER, "$100,000", 10**5 + 5),
        shows("MD-LIR 12.D(1)(b)", "As Ks Qs", "Js Ts 9s", "A", SUPER, "$100,000", 10**5 + 5),
        shows("MD-LIR 12.D(1)(c)", "As Ks Qs", "Js Ts 2c", "A", "royal flush", "1,000 to 1", 5_005),
        shows("MD-LIR 12.D(1)(c)", "As Ks Qs", "Js Ts 9h", "A", "royal flush", "1,000 to 1", 5_005),
        shows("MD-LIR 12.D(1)(d)", "Ks Qs Js", "Ts 9s 8s", "A", "straight flush", "200 to 1", 1005),
        shows("MD-LIR 12.D(1)(e)", "7c 7d 7h", "7s 2c 2d", "B", "four of a kind", "50 to 1", 255),
        shows("MD-LIR 12.D(1)(f)", "7c 7d 7h", "2s 2c 2d", "A", "full house", "20 to 1", 105),
        shows("MD-LIR 12.D(1)(g)", "Kc 9c 2c", "7c 3c 8d", "A", "flush", "15 to 1", 80),
        shows("MD-LIR 12.D(1)(h)", "Ac 2d 3h", "4s 5c Kd", "A", "straight", "10 to 1", 55),
        shows("MD-LIR 12.D(1)(i)", "2c 2d 2h", "9s Kc Jd", "A", "three of a kind", "5 to 1", 30),
        shows("MD-LIR 12.D(1)", "2c 2d 9h", "9s Kc Jd", "A", "two pair", None, 0),
        shows("MD-LIR 12.D(1)", "Ac Ad 9h", "8s Kc Jd", "A", "pair", None, 0),
    ],
)  # fmt: skip
def test_six_card_bonus(
    cards: str, bonus: str, table: str, called: str, pays: str | None, returned: int
) -> None:
    document = ride("6s 6h", box(1, cards, six_card_bonus=5), bonus=bonus, six_card_bonus=table)
    wager = only(document)["six-card-bonus"]
    assert (wager["class"], wager["pays"], wager["returned"]) == (called, pays, returned)


@pytest.mark.clause("MD-LIR 7.E(7)")
def test_side_bets_do_not_depend_on_the_bets_taken_back() -> None:
    taken = box(1, "2c 2d 2h", withdrawn=["bet-1", "bet-2"], three_card_bonus=5, progressive=1)
    left = box(1, "2c 2d 2h", three_card_bonus=5, progressive=1)
    tables: Any = {"three_card_bonus": "A", "progressive": "A"}
    for name in ("three-card-bonus", "progressive"):
        assert (
            only(ride("9s Kc", taken, **tables))[name] == only(ride("9s Kc", left, **tables))[name]
        )


# Progressive A, D, E and F on five cards; "for 1" is with the stake, shares of a meter without.
@pytest.mark.parametrize(
    ("cards", "community", "table", "stake", "pays", "returned"),
    [
        shows("MD-LIR 12.E(1)(a)", "As Ks Qs", "Js Ts", "A", 1, "100% of meter", 1_000),
        shows("MD-LIR 12.E(1)(b)", "9h 8h 7h", "6h 5h", "A", 5, "10% of meter", 100),
        shows("MD-LIR 12.E(1)(c)", "7c 7d 7h", "7s 2c", "A", 5, "300 for 1", 1_500),
        shows("MD-LIR 12.E(1)(d)", "7c 7d 7h", "2s 2c", "A", 1, "50 for 1", 50),
        shows("MD-LIR 12.E(1)(e)", "Kc 9c 2c", "7c 3c", "A", 1, "40 for 1", 40),
        shows("MD-LIR 12.E(1)(f)", "Ac Kd Qh", "Js Tc", "A", 1, "30 for 1", 30),
        shows("MD-LIR 12.E(1)(g)", "2c 2d 2h", "9s Kc", "A", 5, "9 for 1", 45),
        shows("MD-LIR 11.E(4)", "3c 3d 2h", "2s Kc", "A", 5, None, 0),
        shows("MD-LIR 12.E(4)(a)", "As Ks Qs", "Js Ts", "D", 1, "100% of major", 1_000),
        shows("MD-LIR 12.E(4)(b)", "9h 8h 7h", "6h 5h", "D", 1, "100% of minor", 250),
        shows("MD-LIR 12.E(5)(a)", "As Ks Qs", "Js Ts", "E", 1, "100% of mega", 10_000),
        shows("MD-LIR 12.E(5)(c)", "7c 7d 7h", "7s 2c", "E", 1, "100% of minor", 250),
        shows("MD-LIR 12.E(5)(g)", "2c 2d 2h", "9s Kc", "E", 1, "10 for 1", 10),
        shows("MD-LIR 12.E(6)(g)", "2c 2d 2h", "9s Kc", "F", 1, "9 for 1", 9),
    ],
)
def test_progressive_on_five_cards(
    cards: str, community: str, table: str, stake: int, pays: str | None, returned: int
) -> None:
    wager = only(ride(community, box(1, cards, progressive=stake), progressive=table))[
        "progressive"
    ]
    assert (wager["pays"], wager["returned"], wager["net"]) == (pays, returned, returned - stake)


SPADES, OTHERS = "ace-king-queen of spades", "ace-king-queen of hearts, diamonds or clubs"


@pytest.mark.parametrize(
    ("cards", "called", "b", "c"),
    [
        shows("MD-LIR 12.E(2)(a)", "As Ks Qs", SPADES, 1_000, 1_000),
        shows("MD-LIR 12.E(3)(b)", "Ah Kh Qh", OTHERS, 500, 500),
        shows("MD-LIR 12.E(2)(c)", "Ks Qs Js", "straight flush", 70, 100),
        shows("MD-LIR 12.E(2)(c)", "As 2s 3s", "straight flush", 70, 100),
        shows("MD-LIR 12.E(2)(d)", "2c 2d 2h", "three of a kind", 60, 90),
        shows("MD-LIR 12.E(2)(e)", "As Kd Qs", "straight", 6, 0),
        shows("MD-LIR 12.E(2)", "As Ks 2s", "flush", 0, 0),
        shows("MD-LIR 12.E(3)", "As Ad 2s", "pair", 0, 0),
    ],
)
def test_progressive_on_three_cards(cards: str, called: str, b: int, c: int) -> None:
    """The community cards would make a straight flush or four of a kind: they do not count."""
    for table, returned in (("B", b), ("C", c)):
        wager = only(ride("Jh Th", box(1, cards, progressive=1), progressive=table))["progressive"]
        assert (wager["class"], wager["returned"]) == (called, returned)
        assert wager["result"] == ("win" if returned else "lose")


# Reading six-card-needs: the two bonuses that 7.E(5) names are needed under one choice only.
@pytest.mark.clause("MD-LIR 7.E(5)")
def test_six_card_bonus_with_both_bonuses_needed() -> None:
    tables: Any = {"five_card_bonus": "A", "three_card_bonus": "A", "six_card_bonus": "A"}
    needs = {"six-card-needs": "both-bonuses"}
    seat = box(1, "2c 2d 2h", five_card_bonus=1, three_card_bonus=5, six_card_bonus=5)
    document = ride("9s Kc", seat, bonus="5c 6c 7c", readings=needs, **tables)
    assert only(document)["six-card-bonus"]["result"] == "win"


@pytest.mark.clause("MD-LIR 11.D")
def test_seats_are_settled_from_the_dealers_right() -> None:
    document = ride("9s Kc", box(2, "2c 2d 2h"), box(7, "3c 3d 3h"), box(5, "4c 4d 4h"))
    assert [seat["seat"] for seat in settle(document)["seats"]] == [7, 5, 2]


# Reading payout-limit: none unless the operator has one, which cuts the three bets together.
@pytest.mark.parametrize(
    ("limit", "limited"),
    [
        shows("MD-LIR 2.B(10)", None, 0),
        shows("MD-LIR 2.B(10)", 25_000, 5_000),
        shows("MD-LIR 2.B(10)", 30_000, 0),
        shows("MD-LIR 2.B(10)", 0.01, 29_999.99),
    ],
)
def test_payout_limit(limit: float | None, limited: float) -> None:
    more: Any = {} if limit is None else {"payout_limit": limit}
    seat = box(1, "As Ks Qs", three_card_bonus=5)
    settled = seats_of(ride("Js Ts", seat, three_card_bonus="A", **more))[1]
    assert settled["limited"] == limited
    assert settled["net"] == pytest.approx(3 * 10_000 + 200 - limited)
    assert settled["wagers"]["bet-1"]["net"] == 10_000
