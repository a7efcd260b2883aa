"""The line that keeps the time and the result of the day in sight of a player."""

import pytest
from harness import Harness
from web_client import Server

from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.play_limits import set_limit
from fairdeal.web.pages.table.play_clock import play_words


def words(house: Harness, person: Person) -> tuple[str, ...]:
    return house.ask(lambda floor: play_words(floor, person))


def test_nobody_is_told_of_play_that_was_not(house: Harness) -> None:
    ann = house.guest()
    house.sit(ann)
    assert words(house, ann) == ()


def test_bets_on_the_layout_count_as_lost_until_they_come_back(house: Harness) -> None:
    ann = house.guest()
    house.ask(lambda floor: set_limit(floor, ann, "loss", 50))
    house.ask(lambda floor: set_limit(floor, ann, "time", 90))
    assert words(house, ann) == ("$50 to limit",)
    house.sit(ann)
    house.bet(ann)
    assert words(house, ann) == ("-$15 today", "0 of 90 min", "$35 to limit")
    house.play_out({1: ann})
    before = house.floor.chips(ann.id) - 1_000_00
    assert words(house, ann)[0].strip("+-") == f"${abs(before) // 100} today"


@pytest.mark.parametrize(
    ("minutes", "told"), [(59, False), (60, True), (89, True), (90, False), (120, True)]
)
def test_a_break_is_suggested_after_every_hour(house: Harness, minutes: int, told: bool) -> None:
    ann = house.guest()
    house.sit(ann)
    house.bet(ann)
    house.time += 60 * minutes
    assert ("take a break" in words(house, ann)) is told


def test_the_line_stands_in_our_own_pages_only(server: Server) -> None:
    answer = server.public().get("/play-clock")
    assert answer.headers["refresh"] == "60"
    assert "frame-ancestors 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["x-frame-options"] == "SAMEORIGIN"
    other = server.public().get("/tables/t1")
    assert "frame-ancestors 'none'" in other.headers["content-security-policy"]
    assert other.headers["x-frame-options"] == "DENY"
