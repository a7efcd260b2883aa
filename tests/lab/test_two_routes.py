"""Each row of the tables of `mathematics.md` under a payout limit, and with a meter of cents: the
product's answer, and a second route that shares no code with it (`other_*.py`).
"""

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

import pytest
from conftest import ROOT
from other_runs import OtherLetItRide, kind_of
from other_session import OtherProgressive, OtherSession, Results

from fairdeal.api import analyze, bet

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
def one_round(game: str, limit: Fraction) -> tuple[Fraction, Results]:
    """The value and the results of a round in units, by the second route."""
    found = OtherLetItRide(game.removeprefix("Let It Ride "), limit)
    return found.ev, found.results()


def test_every_game_has_three_stakes() -> None:
    stakes = Counter(row.game for row in ROWS)
    assert stakes == {"Let It Ride A": 3, "Let It Ride B": 3, "Let It Ride C": 3}


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.game}-{row.stake}")
def test_the_second_route(row: Shown) -> None:
    """The figures that are printed, from the cards up and round by round."""
    value, results = one_round(row.game, Fraction(LIMIT, row.stake))
    assert sum(results.values()) == 1
    assert sum(net * chance for net, chance in results.items()) == value
    assert value * row.stake == row.value
    session = OtherSession({net * row.stake: p for net, p in results.items()}, ROUNDS)
    top = max(*row.quantiles.values(), Fraction(0)) + 10 * row.stake
    ahead, even, quantiles = session.figures(top)
    assert ahead == pytest.approx(row.ahead, abs=NEAR)
    assert even == pytest.approx(row.even, abs=NEAR)
    assert quantiles == row.quantiles
    assert session.ruin(Fraction(row.bankroll)) == pytest.approx(row.ruin, abs=NEAR)
    assert session.ruin(Fraction(row.bankroll - 1)) == pytest.approx(row.more, abs=NEAR)
    assert row.ruin <= 0.05 < row.more


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.game}-{row.stake}")
def test_the_first_route(row: Shown) -> None:
    """The same figures as `bet` and `analyze` answer them."""
    *name, last = row.game.lower().replace("'", "").split()
    game, table = "-".join(name), last.upper()
    jurisdiction = last if game == "run-em-twice" else "maryland"
    group = {"let-it-ride": "main", "double-draw": "bonus"}.get(game)
    asked = {
        "jurisdiction": jurisdiction,
        "paytables": {group: table} if group else None,
        "limit_dollars": LIMIT,
    }
    for bankroll, ruin in ((row.bankroll, row.ruin), (row.bankroll - 1, row.more)):
        found = bet(game, {"main": row.stake}, bankroll_dollars=bankroll, **asked)  # type: ignore[arg-type]
        document = found.to_dict()
        assert set(document["is"].values()) == {"exact"}
        assert Fraction(document["ev"]) == row.value
        assert document["ahead"] == pytest.approx(row.ahead, abs=NEAR)
        assert document["even"] == pytest.approx(row.even, abs=NEAR)
        assert {int(k): v for k, v in document["quantiles"].items()} == row.quantiles
        assert document["bankroll"] == row.bankroll
        assert document["ruin"] == pytest.approx(ruin, abs=NEAR)
    (main,) = analyze(game, "main", stake_dollars=row.stake, **asked)  # type: ignore[arg-type]
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
