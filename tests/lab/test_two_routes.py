"""Each row of the tables of `mathematics.md` under a payout limit, and with a meter of cents: the
product's answer, and a second route that shares no code with it (`other_*.py`).
"""

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import pytest
from conftest import ROOT
from other_double_draw import OtherDoubleDraw
from other_runs import OtherLetItRide, OtherRunEmTwice, kind_of
from other_session import OtherProgressive, OtherSession, Results

from fairdeal.api import analyze, bet, strategy
from fairdeal.cards import parse_cards

ROUNDS, LIMIT, NEAR = 1_000, 50_000, 2e-9
PAGE = (ROOT / "docs" / "mathematics.md").read_text()


class Shown(NamedTuple):
    """A row of a table."""

    game: str
    stake: int
    value: Fraction
    ahead: float
    even: float
    quantiles: dict[int, Fraction]
    bankroll: int
    ruin: float
    more: float


def rows_after(heading: str) -> Iterator[list[str]]:
    lines = PAGE[PAGE.index(heading) :].splitlines()
    for line in lines[2:]:
        if not line.startswith("|"):
            return
        yield [re.sub(r"[$,]", "", cell).strip() for cell in line.strip("|").split("|")]


def quantiles_of(text: str) -> dict[int, Fraction]:
    return dict(zip((1, 5, 50, 95, 99), map(Fraction, text.split()), strict=True))


ROWS = [
    Shown(
        *(game, int(stake), Fraction(value), float(ahead), float(even), quantiles_of(quantiles)),
        *(int(bankroll), float(ruin), float(more)),
    )
    for game, stake, value, ahead, even, quantiles, bankroll, ruin, more in rows_after(
        "| game, limit of $50,000"
    )
]


@cache
def other_let_it_ride(game: str, stake: int) -> OtherLetItRide:
    return OtherLetItRide(game.removeprefix("Let It Ride "), Fraction(LIMIT, stake))


def asked_of(row: Shown) -> tuple[str, dict[str, Any]]:
    """The row as a call asks for it."""
    *name, last = row.game.lower().replace("'", "").split()
    game = "-".join(name)
    group = {"let-it-ride": "main", "double-draw": "bonus"}.get(game)
    return game, {
        "jurisdiction": "maryland" if group else last,
        "paytables": {group: last.upper()} if group else None,
        "limit_dollars": LIMIT,
    }


def results_in_dollars(row: Shown) -> Results:
    """The results of a round: Let It Ride's by the second route, the others as `bet` has them,
    whose value two other tests find from the cards.
    """
    if row.game.startswith("Let It Ride"):
        found = other_let_it_ride(row.game, row.stake).results()
        return {net * row.stake: chance for net, chance in found.items()}
    game, asked = asked_of(row)
    results = bet(game, {"main": row.stake}, rounds=1, **asked).pattern.results
    assert results is not None
    return results


def slow_unless_quick(row: Shown) -> object:
    marks = () if row.game.startswith("Let It Ride") else (pytest.mark.slow,)
    return pytest.param(row, marks=marks, id=f"{row.game}-{row.stake}")


def test_every_game_has_three_stakes() -> None:
    stakes = Counter(row.game for row in ROWS)
    assert stakes == dict.fromkeys(
        (
            *("Let It Ride A", "Let It Ride B", "Let It Ride C", "Double Draw A", "Double Draw B"),
            *("Run 'Em Twice Maryland", "Run 'Em Twice Pennsylvania"),
        ),
        3,
    )


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.game}-{row.stake}")
def test_rounds_one_by_one(row: Shown) -> None:
    """The figures that are printed, round by round."""
    results = results_in_dollars(row)
    assert sum(results.values()) == 1
    assert sum(net * chance for net, chance in results.items()) == row.value
    session = OtherSession(results, ROUNDS)
    top = max(*row.quantiles.values(), Fraction(0)) + 10 * row.stake
    ahead, even, quantiles = session.figures(top)
    assert ahead == pytest.approx(row.ahead, abs=NEAR)
    assert even == pytest.approx(row.even, abs=NEAR)
    assert quantiles == row.quantiles
    assert session.ruin(Fraction(row.bankroll)) == pytest.approx(row.ruin, abs=NEAR)
    assert session.ruin(Fraction(row.bankroll - 1)) == pytest.approx(row.more, abs=NEAR)
    assert row.ruin <= 0.05 < row.more


@pytest.mark.slow
@pytest.mark.parametrize(
    "row",
    [row for row in ROWS if not row.game.startswith("Run")],
    ids=lambda row: f"{row.game}-{row.stake}",
)
def test_values_from_the_cards(row: Shown) -> None:
    """Every hand, every choice, every card of the whole deck (Double Draw: two minutes a row)."""
    limit = Fraction(LIMIT, row.stake)
    if row.game.startswith("Let It Ride"):
        value = other_let_it_ride(row.game, row.stake).ev
    else:
        value = OtherDoubleDraw(row.game[-1], limit).ev
    assert value * row.stake == row.value


@pytest.mark.slow
@pytest.mark.parametrize("own", ["Kc 7c", "As Ah", "9d 4s", "Th 9h", "2c 2s"])
@pytest.mark.parametrize("stake", [100, 300])
def test_run_em_twice_from_the_cards(own: str, stake: int) -> None:
    """Two own cards with every board and every bet under the limit; the value of all own cards is
    that of an enumeration in C (`test_figures_under_limit`).
    """
    value = OtherRunEmTwice(Fraction(LIMIT, stake)).value_of(tuple(parse_cards(own)))
    found = strategy("run-em-twice", own, stake_dollars=stake, limit_dollars=LIMIT)
    assert found.best.ev == value


@pytest.mark.parametrize("row", [slow_unless_quick(row) for row in ROWS])
def test_the_first_route(row: Shown) -> None:
    """The same figures as `bet` and `analyze` answer them."""
    game, asked = asked_of(row)
    for bankroll, ruin in ((row.bankroll, row.ruin), (row.bankroll - 1, row.more)):
        found = bet(game, {"main": row.stake}, bankroll_dollars=bankroll, **asked)
        document = found.to_dict()
        assert set(document["is"].values()) == {"exact"}
        assert Fraction(document["ev"]) == row.value
        assert document["ahead"] == pytest.approx(row.ahead, abs=NEAR)
        assert document["even"] == pytest.approx(row.even, abs=NEAR)
        assert {int(k): v for k, v in document["quantiles"].items()} == row.quantiles
        assert document["bankroll"] == row.bankroll
        assert document["ruin"] == pytest.approx(ruin, abs=NEAR)
    (main,) = analyze(game, "main", stake_dollars=row.stake, **asked)
    assert main.ev * row.stake == row.value


@pytest.mark.slow
def test_a_progressive_with_cents() -> None:
    """Let It Ride's table A with $54,321.09: every five cards, then dollars and hits of a tenth."""
    ((_, *shown),) = rows_after("| progressive A |")
    ahead, even, quantiles, bankroll, ruin, more = shown
    kinds = Counter(kind_of(*cards) for cards in combinations(range(52), 5))
    hands = sum(kinds.values())
    # For a dollar come back: three, straight, flush, full house, four of a kind (MD-LIR 12.E).
    back = {6: 9, 7: 30, 8: 40, 9: 50, 10: 300}
    whole = {pays - 1: kinds[kind] / hands for kind, pays in back.items()}
    whole[-1] = sum(kinds[kind] for kind in range(6)) / hands
    meter = Fraction("54321.09")
    other = OtherProgressive(whole, kinds[11] / hands, kinds[12] / hands, meter, 2_000)
    found = other.figures()
    assert found[0] == pytest.approx(float(ahead), abs=NEAR)
    assert found[1] == pytest.approx(float(even), abs=NEAR)
    assert found[2] == quantiles_of(quantiles)
    for dollars, chance in ((int(bankroll), ruin), (int(bankroll) - 1, more)):
        assert other.ruin(dollars) == pytest.approx(float(chance), abs=NEAR)
        document = bet(
            "let-it-ride",
            {"progressive": 1},
            rounds=2_000,
            bankroll_dollars=dollars,
            paytables={"progressive": "A"},
            meters_dollars={"meter": meter},
        ).to_dict()
        assert set(document["is"].values()) == {"exact"}
        assert document["ahead"] == pytest.approx(float(ahead), abs=NEAR)
        assert document["bankroll"] == int(bankroll)
        assert document["ruin"] == pytest.approx(float(chance), abs=NEAR)
        told = {int(share): Fraction(str(total)) for share, total in document["quantiles"].items()}
        assert told == found[2]
