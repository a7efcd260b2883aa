"""Amounts, odds and paytables as values: what is read, what comes back, what is refused."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from fairdeal.cards import parse_card, plural
from fairdeal.english import all_of, one_of, quoted
from fairdeal.errors import NoPaytableError, NotACardError, NotMoneyError, NotOddsError
from fairdeal.games import find_game
from fairdeal.hands import FIVE_CARD
from fairdeal.rulebook.money import UNITS, dollars, parse_amount, to_json
from fairdeal.rulebook.odds import Odds
from fairdeal.rulebook.paytable import paytables, single


@pytest.mark.parametrize(
    ("value", "cents"),
    [
        (10, 1_000),
        (0.1, 10),
        (0.29, 29),
        (1.1, 110),
        (4.35, 435),
        (Decimal("0.01"), 1),
        (Decimal("5.000"), 500),
        (Decimal("1e3"), 100_000),
        (-0.5, -50),
        (0, 0),
        (Decimal("0e999999999"), 0),
    ],
)
def test_amounts_are_exact(value: Any, cents: int) -> None:
    assert parse_amount(value) == cents
    assert parse_amount(to_json(cents)) == cents


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("10", "must be a number"),
        (True, "must be a number"),
        (None, "must be a number"),
        (float("nan"), "must be a number"),
        (Decimal("Infinity"), "must be a number"),
        (0.001, "more than 2 decimals"),
        (Decimal("1e-999999999"), "more than 2 decimals"),
        (10**13, "too large"),
        (-(10**13), "too large"),
        (Decimal("1e999999999"), "too large"),
        pytest.param(10**5_000, "too large", id="5,001 digits"),
    ],
)
def test_what_is_no_amount(value: Any, words: str) -> None:
    with pytest.raises(NotMoneyError, match=words):
        parse_amount(value)


@pytest.mark.parametrize(
    ("units", "json"),
    [
        (10_000_000_000, 10_000),
        (1, 0.000001),
        (1_000_007_891, 1_000.007891),
        (10**15 - 1, 999_999_999.999999),
    ],
)
def test_meters_go_out_and_come_in_with_six_decimals(units: int, json: float) -> None:
    assert to_json(units, per_dollar=UNITS) == json
    assert parse_amount(json, per_dollar=UNITS) == units


@pytest.mark.parametrize(
    ("cents", "words"),
    [(0, "$0"), (1, "$0.01"), (-1_500, "-$15"), (123_450, "$1,234.50"), (5_000_000, "$50,000")],
)
def test_dollars_for_people(cents: int, words: str) -> None:
    assert dollars(cents) == words


# Reading to-and-for: what a stake of $3 brings back, lying on the layout and collected before.
@pytest.mark.parametrize(
    ("odds", "lying", "collected"),
    [
        ("50 to 1", 15_300, 15_300),
        ("1 to 1", 600, 600),
        ("3 to 2", 750, 750),
        ("9 for 1", 2_700, 2_700),
        ("$20,000", 2_000_300, 2_000_000),
        ("push", 300, 300),
    ],
)
def test_what_comes_back(odds: str, lying: int, collected: int) -> None:
    parsed = Odds.parse(odds)
    assert str(parsed) == odds
    assert parsed.returned(300, collected=False) == lying
    assert parsed.returned(300, collected=True) == collected
    net = parsed.net_per_unit(stake=Fraction(3), collected=True)
    assert net == Fraction(collected - 300, 300)


def test_parts_of_a_cent_are_not_paid() -> None:
    assert Odds.parse("3 to 2").returned(1, collected=False) == 2


@pytest.mark.parametrize(
    "text",
    ["", "50", "50 to", "to 1", "50 to 0", "0% of meter", "101% of meter", "-1 to 1", "1.5 to 1",
     "$", "$1.50", ", to 1", "9" * 13 + " to 1", "50% of the meter", "PUSH"],
)  # fmt: skip
def test_what_is_no_payout(text: str) -> None:
    with pytest.raises(NotOddsError):
        Odds.parse(text)


def test_a_share_of_a_meter_depends_on_the_meter() -> None:
    share = Odds.parse("10% of major")
    with pytest.raises(ValueError, match="meter"):
        share.returned(100, collected=True)
    with pytest.raises(ValueError, match="meter"):
        share.net_per_unit()


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ({"five aces": "1 to 1"}, "'five aces' is no five-card hand"),
        ({"pair": "1 to 1", "pair of aces": "2 to 1"}, "'pair of aces' is never reached"),
        ({"royal flush": "9 to 1", "flush": "1 to 1"}, "is not paid, though a lower hand is"),
    ],
)  # fmt: skip
def test_paytables_that_cannot_be(rows: dict[str, str], words: str) -> None:
    with pytest.raises(NoPaytableError, match=words):
        single("main", "X 1", FIVE_CARD, rows)


def test_what_if_a_line_paid_something_else() -> None:
    table = find_game("let-it-ride").paytables["main"]["A"]
    changed = table.paying({"royal flush": "500 to 1"})
    assert str(changed.lines[0].pays) == "500 to 1"
    assert changed.lines[1:] == table.lines[1:]
    with pytest.raises(NoPaytableError, match="no line 'five aces'"):
        table.paying({"five aces": "1 to 1"})


def test_each_table_letters_its_own_lines() -> None:
    rows: dict[str, list[str | None]] = {
        "royal flush": ["9 to 1", "9 to 1"],
        "straight flush": [None, "2 to 1"],
    }
    both = paytables("x", "X 1.", FIVE_CARD, "AB", rows)
    assert [line.clause for line in both["A"].lines] == ["X 1.(1)(a)"]
    assert [line.clause for line in both["B"].lines] == ["X 1.(2)(a)", "X 1.(2)(b)"]


@pytest.mark.parametrize("text", ["", "A", "as", "AS", "1s", "Ax", "10s", "**", " As", "A♠"])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(NotACardError):
        parse_card(text)


def test_words() -> None:
    assert one_of(["A"]) == "A"
    assert one_of(["A", "B", "C"]) == "A, B or C"
    assert all_of(["A", "B"]) == "A and B"
    assert [plural(rank) for rank in (0, 4, 12)] == ["twos", "sixes", "aces"]
    assert quoted([None, True, Decimal("1.50")]) == "[null, true, 1.50]"
    assert len(quoted("x" * 1_000)) <= 60
    assert len(quoted([["y" * 50] * 50] * 50)) <= 60
