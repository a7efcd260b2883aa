"""Linked tables of other stakes: allowed where the chance of the meter is in proportion to them."""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest
from harness import Harness, rules_of

from fairdeal.errors import Refused
from fairdeal.floor.money.linked_odds import proportion_notices
from fairdeal.games import find_game, registered
from fairdeal.hands import FIVE_CARD
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.paytable import paytables
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import OneOf

TEXT = """
operator = "Fairdeal House"
jurisdiction = "{jurisdiction}"
game = "let-it-ride"
minimum = 5
maximum = 500
chip-step = 5
dealing = "automated-shoe"
shuffling = "reshuffling"
decks = 1
seats = 5
adjacent-boxes = 1

[paytables]
main = "A"
progressive = "A"

[progressive]
stakes = {stakes}
rate = {{ meter = {rate} }}
reset = {{ meter = 1000 }}

[floor]
linked = {{ meter = "house" }}
"""
#: Of all hands of five cards, 4 are royal flushes, and 40 straight flushes with them.
DEALS = comb(52, 5)


def variant(place: str, straight_flush: str, dollars: tuple[int, ...]) -> Game:
    """Let It Ride elsewhere, with a progressive of its own: other stakes, another line."""
    table = paytables(
        "progressive",
        "MD-LIR 12.E",
        FIVE_CARD,
        "A",
        {"royal flush": ["100% of meter"], "straight flush": [straight_flush]},
        resets={"A": {"meter": 1_000}},
        reset_clause="MD-LIR 12.F(2)",
    )
    game = find_game("let-it-ride", "maryland").differs(
        jurisdiction=place, pays={"progressive": table}
    )
    size = OneOf(tuple(one * CENTS for one in dollars), by_operator=True)
    wagers = tuple(
        replace(wager, size=size) if wager.name == "progressive" else wager for wager in game.wagers
    )
    return replace(game, wagers=wagers)


def rules(place: str, stakes: list[int], rate: str = "0.1") -> Rules:
    return rules_of(TEXT.format(jurisdiction=place, stakes=stakes, rate=rate))


@pytest.fixture(scope="module", autouse=True)
def variants() -> Iterator[None]:
    """In mu a straight flush wins the meter too, which makes the chance ten times as large."""
    stakes = (1, 5, 10)
    with registered(variant("mu", "100% of meter", stakes), variant("nu", "50 for 1", stakes)):
        yield


def refused(house: Harness, other: Rules) -> Refused:
    before = list(house.floor.tables)
    with pytest.raises(Refused) as error:
        house.open_table(other)
    assert list(house.floor.tables) == before
    return error.value


@pytest.mark.clause("COMAR 36.05.03.24I(1)")
def test_ten_times_the_chance_is_linked_for_ten_times_the_stake(tmp_path: Path) -> None:
    assert Fraction(40, DEALS) == 10 * Fraction(4, DEALS) == 10 * Fraction(1, 649_740)
    house = Harness(str(tmp_path / "floor.db"), rules("nu", [1]))
    house.open_table(rules("mu", [10]))
    assert list(house.floor.tables) == ["t1", "t2"]
    ann = house.guest()
    house.sit(ann, "t2")
    house.bet(ann, "t2", progressive=10)
    assert house.floor.store.balances["meter:house"] == 1_001_000_000, "a tenth of ten dollars"
    house.play_out({1: ann}, "t2")
    house.audit()
    house.close()


@pytest.mark.clause("COMAR 36.05.03.24I(1)")
def test_another_stake_without_its_chance_is_refused_with_the_figures(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules("nu", [1]))
    error = refused(house, rules("mu", [5]))
    assert error.clause == "COMAR 36.05.03.24I(1)"
    assert str(error).startswith(
        "the shared meter 'house' pays 100 % once in 649,740 for $1 at table t1, and 100 % once in "
        "64,974 for $5 here; in proportion to the stake it would be 100 % once in 129,948"
    )
    house.close()


def test_a_table_of_two_stakes_has_no_proportion(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules("nu", [1]))
    error = refused(house, rules("mu", [1, 10]))
    assert error.clause == "COMAR 36.05.03.24H(2)(a)"
    assert re.search("where each takes one stake", str(error))
    house.close()


@pytest.mark.clause("COMAR 36.05.03.24H(2)(b)")
def test_the_rate_is_one_at_all_tables_of_a_meter(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules("nu", [1]))
    assert refused(house, rules("mu", [10], "0.05")).clause == "COMAR 36.05.03.24H(2)(b)"
    house.close()


@pytest.mark.clause("COMAR 36.05.03.24I(2)")
def test_a_notice_tells_the_chance_of_each_stake() -> None:
    one, ten = rules("nu", [1]), rules("mu", [10])
    (notice,) = proportion_notices("t2", ten, [("t1", one), ("t2", ten)])
    assert notice == (
        "The chance of the shared meter 'house' is in proportion to the stake: it pays 100 % once "
        "in 64,974 for $10 at this table, 100 % once in 649,740 for $1 at table t1."
    )
    assert proportion_notices("t1", one, [("t1", one), ("t3", one)]) == ()
