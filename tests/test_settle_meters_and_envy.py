"""Progressive meters paid in turn and fed by stakes, and the envy bonus; by hand from the texts."""

from typing import Any

import pytest
from deals import Deal, box, cross, hand, ride, seats_of, shows

from fairdeal.wire.deal import settle

# Meters -------------------------------------------------------------------------------------------

# Seat 4 and seat 1 both hold a straight flush; seat 4 is paid first.
TWO_HITS = "9h 8h 2c 3d 7h"


def two_hits(**more: Any) -> Deal:
    return cross(TWO_HITS, hand(1, "Th Jh", progressive=5), hand(4, "6h 5h", progressive=1), **more)


@pytest.mark.parametrize(
    ("table", "more", "first", "second", "after"),
    [
        shows("MD-RET 12.F(6)(v)", "A", {}, 1_000, 900, {"meter": 8_100}),
        shows("MD-RET 12.F(6)(v)", "B", {}, 200, 180, {"meter": 1_620}),
        # 10,000.05 and 6 x 0.20; a tenth is 1,000.125, then of 9,001.13 it is 900.113.
        shows(
            "MD-RET 12.F(6)(a)",
            "A",
            {"meters": {"meter": 10_000.05}, "rate": 0.2},
            1_000.12,
            900.11,
            {"meter": 8_101.02},
        ),
        # The second hit finds the reset, with the part of a cent that the first left.
        shows(
            "MD-RET 12.F(3)(b)",
            "C",
            {"meters": {"minor": 1_234.567891}},
            1_234.56,
            1_000,
            {"major": 10_000, "minor": 1_000.007891},
        ),
        shows(
            "MD-RET 12.F(6)(b)(iii)",
            "C",
            {"meters": {"major": 12_000}, "reset": {"minor": 1_500.25}},
            1_500.25,
            1_500.25,
            {"major": 12_000, "minor": 1_500.25},
        ),
        shows(
            "MD-RET 12.F(4)(b)",
            "D",
            {"rate": {"mega": 0.1, "major": 0.05, "minor": 0.0001}},
            1_000.30,
            1_000,
            {"mega": 10_000.6, "major": 1_000, "minor": 250.0006},
        ),
        # A meter that shows less than its reset is paid as it shows, or not at all.
        shows("MD-RET 12.F(6)(v)", "A", {"meters": {"meter": 0.09}}, 0, 0, {"meter": 0.09}),
        shows("MD-RET 12.F(6)(v)", "C", {"meters": {"minor": 0}}, 0, 1_000,
              {"major": 10_000, "minor": 1_000}),
    ],
)  # fmt: skip
def test_hits_are_paid_what_the_meter_shows_in_turn(
    table: str, more: Deal, first: float, second: float, after: Deal
) -> None:
    answer = settle(two_hits(progressive=table, **more))
    paid = [seat["wagers"]["progressive"]["returned"] for seat in answer["seats"]]
    assert [seat["seat"] for seat in answer["seats"]] == [4, 1]
    assert paid == [first, second]
    assert answer["meters"] == after


@pytest.mark.clause("MD-LIR 12.G")
def test_let_it_ride_pays_meters_in_turn() -> None:
    """4s-8s and 7s-Js around the community cards 7s 8s: 10 percent each, from the right."""
    seats = [box(3, "4s 5s 6s", progressive=1), box(1, "9s Ts Js", progressive=1)]
    answer = settle(ride("7s 8s", *seats, progressive="A", meters={"meter": 3_333.33}))
    paid = [seat["wagers"]["progressive"]["returned"] for seat in answer["seats"]]
    # 3,333.33 less 333.33 is 3,000.00, of which a tenth is 300.
    assert paid == [333.33, 300]
    assert answer["meters"] == {"meter": 2_700}


@pytest.mark.clause("MD-LIR 12.F(1)")
@pytest.mark.parametrize(
    ("rate", "after"),
    [
        (None, 1_000),
        (0.2, 1_001.2),
        ({"meter": 0.2}, 1_001.2),
        (1, 1_006),
        (0.0001, 1_000.0006),
        (0.3333, 1_001.9998),
    ],
)
def test_each_stake_feeds_the_meter(rate: Any, after: float) -> None:
    seats = [
        box(1, "2c 7d Kh", progressive=1),
        box(2, "2d 7h Ks", progressive=5),
        box(3, "3d 8h Qs"),
    ]
    more: Any = {} if rate is None else {"rate": rate}
    assert settle(ride("4c Js", *seats, progressive="A", **more))["meters"] == {"meter": after}


@pytest.mark.clause("MD-RET 12.F(6)(a)")
def test_a_folded_players_stake_feeds_the_meter_too() -> None:
    seat = hand(1, "2c 7d", folded="first-run", bets=(), progressive=5)
    assert settle(cross("Ah Kd Qs Jc 9s", seat, progressive="B", rate=0.1))["meters"] == {
        "meter": 2_000.5
    }


def test_one_answers_meters_feed_the_next_deal() -> None:
    meters: Deal = {"meter": 2_000}
    for _ in range(3):
        document = cross("Ah Kd Qs Jc 9s", hand(1, "2c 7d", progressive=1), progressive="B")
        meters = settle(document | {"meters": meters, "rate": 0.1234})["meters"]
    assert meters == {"meter": 2_000.3702}
    without = settle(cross("Ah Kd Qs Jc 9s", hand(1, "2c 7d")))["meters"]
    assert without == {}
    assert settle(cross("Ah Kd Qs Jc 9s", hand(1, "2c 7d"), meters=without))["meters"] == {}


# Envy ---------------------------------------------------------------------------------------------


def envy(document: Deal) -> dict[int, float]:
    return {number: seat["envy"] for number, seat in seats_of(document).items()}


@pytest.mark.clause("MD-LIR 1.B(3)")
@pytest.mark.parametrize(
    ("table", "cards", "for_one", "for_five"),
    [
        shows("MD-LIR 12.I(1)(a)", "A", "As Ks Qs", 1_000, 5_000),
        shows("MD-LIR 12.I(1)(b)", "A", "9s Ks Qs", 300, 1_500),
        shows("MD-LIR 12.J(4)(a)", "D", "As Ks Qs", 1_000, 5_000),
        shows("MD-LIR 12.J(5)(b)", "E", "9s Ks Qs", 300, 1_500),
        shows("MD-LIR 12.J(6)(a)", "F", "As Ks Qs", 1_000, 5_000),
        shows("MD-LIR 12.I(2)(a)", "B", "As Ks Qs", 100, 500),
        shows("MD-LIR 12.I(3)(b)", "C", "Ah Kh Qh", 25, 125),
        shows("MD-LIR 12.J(2)(b)", "B", "Ac Kc Qc", 25, 125),
        # Five cards would make a straight flush; table B goes by the three.
        shows("MD-LIR 12.I(2)", "B", "9s Ks Qs", 0, 0),
        shows("MD-LIR 12.I(1)", "A", "Js Jd Jc", 0, 0),
    ],
)
def test_envy_amounts(table: str, cards: str, for_one: int, for_five: int) -> None:
    """The holder has no stake of his own, and a player without a stake gets nothing."""
    board = "Jh Ts" if "J" in cards else "Js Ts"
    seats = [
        box(1, cards),
        box(2, "2c 7d 4h", progressive=1),
        box(3, "2d 7h 4s", progressive=5),
        box(4, "2h 7s 4c"),
    ]
    assert envy(ride(board, *seats, progressive=table)) == {1: 0, 2: for_one, 3: for_five, 4: 0}


@pytest.mark.clause("MD-LIR 1.B(2)")
def test_nobody_envies_himself_and_every_box_with_a_stake_gets_it() -> None:
    seats = [
        box(1, "As Ks Qs", player="ann", progressive=5),
        box(2, "2c 7d 4h", player="ann", progressive=5),
        box(3, "2d 7h 4s", player="bob", progressive=1),
        box(4, "2h 7s 4c", player="bob", progressive=5),
        box(5, "3d 8h 6s", player="bob"),
    ]
    document = ride("Js Ts", *seats, progressive="A")
    assert envy(document) == {1: 0, 2: 0, 3: 1_000, 4: 5_000, 5: 0}


@pytest.mark.clause("MD-RET 12.G", "MD-RET 12.H", "MD-RET 12.I")
def test_envy_once_for_each_qualifying_hand() -> None:
    document = two_hits(progressive="A")
    document["seats"] += [hand(2, "2d 7c", progressive=1), hand(3, "2s 7s", progressive=5)]
    assert envy(document) == {1: 1_500, 4: 300, 2: 600, 3: 3_000}


@pytest.mark.clause("MD-RET 11.B(2)", "MD-RET 11.B(3)")
@pytest.mark.parametrize(
    ("side", "got"),
    [
        ({}, 0),
        ({"progressive": 1}, 300),
        ({"ultimate_pairs": 5}, 300),
        ({"five_card_bonus": 5}, 300),
    ],
)
def test_a_folded_hand_gives_envy_only_where_it_was_kept(side: Deal, got: int) -> None:
    """The one who gets it has folded too: his stake is live."""
    seats = [
        hand(1, "Th Jh", folded="center", bets=(10, 10), **side),
        hand(2, "2d 7c", folded="first-run", bets=(), progressive=1),
    ]
    document = cross(TWO_HITS, *seats, progressive="A", ultimate_pairs="A")
    assert envy(document)[2] == got


@pytest.mark.clause("MD-RET 12.G")
@pytest.mark.parametrize(
    ("reading", "got"),
    [
        # A royal flush on the board: nobody's run, everybody's community hand.
        ("better-run", {1: 0, 2: 0, 3: 0}),
        ("community", {1: 2_000, 2: 10_000, 3: 0}),
        ("best-of-seven", {1: 2_000, 2: 10_000, 3: 0}),
    ],
)
def test_a_hand_of_the_board_gives_envy_from_every_seat(
    reading: str, got: dict[int, float]
) -> None:
    seats = [hand(1, "2c 7d", progressive=1), hand(2, "2d 7h", progressive=5), hand(3, "2h 7s")]
    document = cross("As Ks Qs Js Ts", *seats, progressive="A")
    assert envy(document | {"readings": {"progressive-hand": reading}}) == got


@pytest.mark.clause("MD-RET 12.F(6)(v)")
def test_a_royal_of_the_board_empties_the_meter_once() -> None:
    seats = [hand(1, "2c 7d", progressive=1), hand(2, "2d 7h", progressive=5)]
    document = cross("As Ks Qs Js Ts", *seats, progressive="A", meters={"meter": 15_000.5})
    answer = settle(document | {"readings": {"progressive-hand": "community"}})
    paid = {seat["seat"]: seat["wagers"]["progressive"]["returned"] for seat in answer["seats"]}
    assert paid == {2: 15_000.5, 1: 10_000}
    assert answer["meters"] == {"meter": 10_000}


def test_envy_is_in_the_seats_net() -> None:
    seats = [box(1, "As Ks Qs"), box(2, "2c 7d 4h", progressive=1)]
    settled = seats_of(ride("Js Ts", *seats, progressive="A"))[2]
    assert settled["net"] == -30 - 1 + 1_000
