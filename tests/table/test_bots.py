"""Seats that programs take: where they sit, that they are marked, and what they bet."""

import pytest
from felt import Felt, at, dealt, rules_of
from msgspec.structs import replace

from fairdeal.cards import parse_cards
from fairdeal.play.bots import bet_of, bets_of_bot, cautious, required_bets, take_seats
from fairdeal.table import commands as cmd


def test_programs_take_the_seats_that_there_are_and_are_marked() -> None:
    felt = Felt(rules_of("double-draw"))
    take_seats(felt.session, 2)
    seats = felt.state.seats
    assert {number: seat.name for number, seat in seats.items()} == {1: "Ann", 2: "Bob"}
    assert all(seat.bot for seat in seats.values())
    late = Felt(rules_of("double-draw", seats=6))
    take_seats(late.session, 3, first=5)
    assert list(late.state.seats) == [5, 6]


def test_programs_have_names_and_no_seat_is_made_for_one_too_many() -> None:
    felt = Felt(rules_of("let-it-ride"))
    take_seats(felt.session, 5)
    seats = felt.state.seats
    assert {number: (seat.player, seat.name) for number, seat in seats.items()} == {
        1: ("ann", "Ann"),
        2: ("bob", "Bob"),
        3: ("cleo", "Cleo"),
    }


def test_what_a_seat_must_bet_is_asked_whatever_lies_there() -> None:
    """Neither side bets nor the word that the bets stand are among it."""
    felt = at("run-em-twice")
    antes = ["first-ante", "second-ante"]
    assert [action.wager for action in required_bets(felt.session, 1)] == antes
    felt.base(1)
    required = required_bets(felt.session, 1)
    assert [action.wager for action in required] == antes
    assert [bet_of(action, 700) for action in required] == [
        cmd.Bet(seat=1, wager="first-ante", cents=700),
        cmd.Bet(seat=1, wager="second-ante", cents=700),
    ]


@pytest.mark.parametrize(
    ("own", "rides"),
    [
        ("Ts Td 2c", True),  # a pair of tens is paid
        ("As 4d Ac", True),
        ("9s 9d 2c", False),
        ("As Kd Qc", False),
    ],
)
def test_a_cautious_player_lets_a_made_pair_ride(own: str, rides: bool) -> None:
    felt = dealt("let-it-ride", without=("three-card-bonus",), deck=f"3h 5s {own}")
    state = felt.state
    held = replace(state.seats[1], cards=tuple(parse_cards(own)))
    state = replace(state, seats={1: held})
    assert cautious(state) == (cmd.Ride(seat=1) if rides else cmd.Withdraw(seat=1))


@pytest.mark.parametrize(
    ("own", "discard"),
    [
        ("2c 2d 5h 9s Kc", "5h 9s Kc"),
        ("2c 2d 5h 5s Kc", "Kc"),
        ("2c 3d 5h 9s Kc", "2c 3d 5h"),  # three at most are exchanged, the lowest
        ("2c 2d 2h 5s 5c", ""),
        ("* 3d 5h 5s Kc", "3d Kc"),  # a joker is kept
    ],
)
def test_a_cautious_player_keeps_paired_cards_and_jokers(own: str, discard: str) -> None:
    felt = at("double-draw")
    felt.base(1).dealer()
    assert cautious(felt.state) == cmd.Bet(seat=1, wager="first-draw", cents=500), "the least"
    felt.play(cautious(felt.state))
    felt.dealer()
    held = replace(felt.state.seats[1], cards=tuple(parse_cards(own)))
    state = replace(felt.state, seats={1: held})
    assert cautious(state) == cmd.Draw(seat=1, discard=tuple(sorted(parse_cards(discard))))


def test_the_next_seat_and_the_next_round_have_the_next_side_bet() -> None:
    felt = at("run-em-twice", seats=(1, 2, 3))
    required = {"first-ante": 500, "second-ante": 500}
    # By name: the bonus of five cards, the progressive, and the pairs.
    side = ["five-card-bonus", "progressive", "ultimate-pairs"]

    def chosen(seat: int, rounds: int) -> str:
        bets = bets_of_bot(replace(felt.state, rounds=rounds), seat)
        (name,) = bets.keys() - required.keys()
        assert {wager: bets[wager] for wager in required} == required
        assert bets[name] == 100, "the least"
        return name

    first = side.index(chosen(1, 0))
    for seat, rounds in ((2, 0), (3, 0), (1, 1), (1, 2), (2, 2)):
        assert chosen(seat, rounds) == side[(first + seat - 1 + rounds) % 3]
