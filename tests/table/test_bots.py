"""Seats that programs take: where they sit, that they are marked, and what they bet."""

from felt import Felt, at, rules_of
from msgspec.structs import replace

from fairdeal.play.bots import bets_of_bot, take_seats


def test_programs_take_the_seats_that_there_are_and_are_marked() -> None:
    felt = Felt(rules_of("double-draw"))
    take_seats(felt.session, 2)
    seats = felt.state.seats
    assert {number: seat.name for number, seat in seats.items()} == {1: "Ann", 2: "Bob"}
    assert all(seat.bot for seat in seats.values())
    late = Felt(rules_of("double-draw", seats=6))
    take_seats(late.session, 3, first=5)
    assert list(late.state.seats) == [5, 6]


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
