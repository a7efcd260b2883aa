"""Warnings of `check`: for each a file that earns only it, with figures worked out apart."""

import re
import subprocess
import sys
from fractions import Fraction
from math import ceil
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_check import BROKEN, GOOD, changed
from test_check_fix import several_broken
from warned_rules import (
    FIXED_C,
    FOUR,
    LIR,
    PAYS_C,
    RET,
    ROYAL,
    SAMPLES,
    STRAIGHT_FLUSH,
    better_run_return,
    but,
    figures,
    percent,
    the_one,
)

from fairdeal.errors import BadInputError
from fairdeal.games import registered
from fairdeal.games.run_em_twice import RUN_EM_TWICE
from fairdeal.submission.check import check
from fairdeal.submission.review import review

# The samples --------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_has_no_warning_or_says_why(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    checked = review(text)
    assert checked.findings == ()
    for warning in checked.warnings:
        assert "# check warns" in text.splitlines()[warning.line - 1], warning
    assert text.count("check warns") == len(checked.warnings)


def test_what_the_sample_says_of_the_default_reading() -> None:
    text = but(RET, ('progressive-hand = "first-run"', 'progressive-hand = "better-run"'))
    (told,) = re.findall(r"returns ([\d.]+%)", RET)
    assert told in the_one(text).message


# More than it costs -------------------------------------------------------------------------------


@pytest.mark.clause("MD-RET 12.F(3)")
def test_the_progressive_of_run_em_twice_by_the_better_run_gives_money_away() -> None:
    text = but(
        RET,
        ('progressive-hand = "first-run"', 'progressive-hand = "better-run"'),
        ("minor = 1500", "minor = 1000"),
        ("[progressive]\n", "[progressive]\nstakes = [1]\n"),
    )
    warning = the_one(text)
    assert (warning.field, warning.clause) == ("paytables.progressive", "MD-RET 12.F(3)")
    back = better_run_return({**PAYS_C, "royal": 10_000, "Straight Flush": 1_000})
    # By the first run it is an ordinary five-card hand.
    first = FIXED_C + 10_000 * ROYAL + 1_000 * STRAIGHT_FLUSH
    told = figures(warning)
    assert told[:5] == [percent(back), "$1", "$10,000", "$1,000", percent(back - 1)]
    assert told[5] == percent(first)
    assert "under the reading first-run of progressive-hand" in warning.message


@pytest.mark.clause("MD-RET 12.F(3)")
def test_a_reset_that_gives_money_away() -> None:
    back = FIXED_C + 300_000 * ROYAL + 1_500 * STRAIGHT_FLUSH
    assert back > 1
    text = but(RET, ("major = 10000", "major = 300000"), ("major = 0.15", "major = 0.5"))
    warning = the_one(text)
    assert (warning.field, warning.clause) == ("paytables.progressive", "MD-RET 12.F(3)")
    assert figures(warning)[:2] == [percent(back), "$1"]
    assert percent(back - 1) in figures(warning)


@pytest.mark.clause("MD-LIR 12.D")
def test_dollars_that_do_not_shrink_with_the_stake() -> None:
    """A Super Royal pays the same on a quarter as on a dollar."""
    text = but(LIR, ("chip-step = 1", "chip-step = 0.25"))
    warning = the_one(text)
    assert (warning.field, warning.clause) == ("paytables.six-card-bonus", "MD-LIR 12.D(1)")
    hands = 20_358_520  # six of 52; counts of the literature, the super royals taken out
    lines = {184: 1_000, 1_656: 200, 14_664: 50, 165_984: 20, 205_792: 15, 361_620: 10, 732_160: 5}
    won = sum(count * (1 + odds) for count, odds in lines.items())
    won += 4 * 1 + 4 * 1_000_000 + 4 * 3 * 100_000  # dollars are four stakes a quarter
    assert figures(warning)[:2] == [percent(Fraction(won, hands)), "$0.25"]
    for step in ("0.50", "1"):
        assert review(but(LIR, ("chip-step = 1", f"chip-step = {step}"))).warnings == ()


@pytest.mark.clause("MD-RET 12.F(6)(a)")
def test_a_meter_that_its_rate_brings_over_the_stake() -> None:
    text = but(RET, ("major = 0.15", "major = 0.40"))
    warning = the_one(text)
    assert (warning.field, warning.clause) == ("progressive.rate", "MD-RET 12.F(6)(a)")
    at_reset = FIXED_C + 10_000 * ROYAL + 1_500 * STRAIGHT_FLUSH
    # What goes into the meters comes out of them.
    long_run = at_reset + Fraction("0.40") + Fraction("0.0525")
    assert at_reset < 1 < long_run
    even = 10_000 + (1 - at_reset) / ROYAL
    wagers = ceil((even - 10_000) / Fraction("0.40"))
    assert figures(warning) == [
        percent(at_reset),
        "$1",
        percent(long_run),
        f"${round(10_000 + Fraction('0.40') / ROYAL):,}",
        f"${round(1_500 + Fraction('0.0525') / STRAIGHT_FLUSH):,}",
        "100%",
        f"${round(even):,}",
        f"${wagers:,}",
        f"{(1 - float(ROYAL)) ** wagers:.0%}",
    ]
    assert review(but(RET, ("major = 0.15", "major = 0.35"))).warnings == ()


def test_what_a_single_meter_that_also_pays_a_tenth_shows_on_average() -> None:
    """The mean of the meter at a hit, from a simulation of its own."""
    text = but(RET, ('progressive = "C"', 'progressive = "A"'))
    text = re.sub(r"rate = .*", "rate = { meter = 0.5 }", text)
    text = re.sub(r"reset = .*", "reset = { meter = 20000 }", text)
    warning = the_one(text)
    (told,) = re.findall(r"\(meter \$([\d,]+)\)", warning.message)
    random, meter, shown = Random(12), 20_000.0, []
    hit, whole = float(ROYAL + STRAIGHT_FLUSH), float(ROYAL / (ROYAL + STRAIGHT_FLUSH))
    for _ in range(200_000):
        meter += 0.5 * random.expovariate(hit)
        shown.append(meter)
        meter = 20_000 if random.random() < whole else 0.9 * meter
    # Weighed by what is paid: a royal flush takes ten times the share.
    assert int(told.replace(",", "")) == pytest.approx(sum(shown) / len(shown), rel=0.01)


@pytest.mark.clause("MD-RET 12.F(6)(a)")
def test_envy_of_a_full_table_can_be_what_is_too_much() -> None:
    rates = ("major = 0.15", "major = 0.36")
    warning = the_one(but(RET, rates))
    assert warning.field == "progressive.rate"
    long_run = FIXED_C + 10_000 * ROYAL + 1_500 * STRAIGHT_FLUSH + Fraction("0.4125")
    envy = 5 * (1_000 * ROYAL + 300 * STRAIGHT_FLUSH)
    assert long_run < 1 < long_run + envy
    assert figures(warning)[2:] == [percent(long_run), percent(long_run + envy)]
    game = RUN_EM_TWICE.differs(jurisdiction="atlantis", fewer_seats=True)
    with registered(game):
        there = but(RET, rates, ('"maryland"', '"atlantis"'))
        assert the_one(there).field == "progressive.rate"
        assert review(there.replace("seats = 6", "seats = 2")).warnings == ()


# Hold ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hold", "told"),
    [
        # 3.51 % and 2.3 % are published; 128/5525 is from the counts of three cards.
        ("main = [4, 6]", [percent(Fraction(37_963, 1_082_900)), "4%", "6%"]),
        ("main = [0, 3.5]", [percent(Fraction(37_963, 1_082_900)), "0%", "3.5%"]),
        ("three-card-bonus = [3, 5]", [percent(Fraction(128, 5_525)), "$1", "3%", "5%"]),
    ],
)
def test_hold_outside_the_range(hold: str, told: list[str]) -> None:
    warning = the_one(f"{LIR}[hold]\n{hold}\n")
    assert warning.field == f"hold.{hold.split(maxsplit=1)[0]}"
    assert warning.clause is None
    assert sorted(figures(warning)) == sorted(told)


def test_hold_inside_the_range() -> None:
    text = (
        f"{LIR}[hold]\nmain = [3.5, 3.6]\nthree-card-bonus = [2, 2.5]\nfive-card-bonus = [13, 14]\n"
    )
    assert review(text).warnings == ()


def test_hold_where_it_depends_on_the_stake() -> None:
    """The same dollars are less of a larger stake: the range is asked at both ends."""
    text = f"{LIR}[hold]\nsix-card-bonus = [12, 14]\n"
    warning = the_one(text)
    assert "$100" in warning.message
    assert review(text.replace("[12, 14]", "[12, 20]")).warnings == ()


# Meters -------------------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 12.F(1)")
def test_a_meter_that_is_not_funded() -> None:
    text = but(LIR, ("minor = 0.07", "minor = 0.03"))
    warning = the_one(text)
    assert (warning.field, warning.clause) == ("progressive.rate.minor", "MD-LIR 12.F(1)")
    apart = 1 / FOUR
    assert apart == 4_165
    staked = ceil(250 / Fraction("0.03"))
    bring = f"${float(apart * Fraction('0.03')):.2f}"
    assert figures(warning) == ["$250", bring, "$1", f"${staked:,}"]
    assert f"in {int(apart):,} wagers" in warning.message
    assert f"{ceil(staked / 7):,} rounds with all 7 seats" in warning.message
    # Exactly enough is enough: 250/4165 is a little over 0.06.
    assert review(but(LIR, ("minor = 0.07", "minor = 0.0601"))).warnings == ()
    assert review(but(LIR, ("minor = 0.07", "minor = 0.06"))).warnings
    # Who stakes five dollars brings five times as much.
    five = but(LIR, ("minor = 0.07", "minor = 0.03"), ("stakes = [1, 5]", "stakes = [5]"))
    assert [one.field for one in review(five).warnings] == []


# With findings ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "old", "new"), [pytest.param(*case[:3], id=case[2][:40]) for case in BROKEN]
)
def test_a_finding_makes_no_warning(name: str, old: str, new: str) -> None:
    """What is wrong is a finding, and nothing is said that rests on it."""
    before = {warning.field for warning in review(GOOD[name]).warnings}
    assert {warning.field for warning in review(changed(name, old, new)[0]).warnings} <= before


def test_what_can_be_said_beside_a_finding() -> None:
    unfunded = but(LIR, ("minor = 0.07", "minor = 0.03"))
    for old, new in (
        ("decks = 2", "decks = 9"),
        ("minimum = 10", "minimum = 0"),
        ('main = "A"', 'main = "Q"'),
        ("mega = 20000", "mega = 1"),
        ("mega = 0.10", "mega = 0"),
    ):
        checked = review(but(unfunded, (old, new)))
        assert checked.rules is None
        assert [one.field for one in checked.warnings] == ["progressive.rate.minor"], new
    for old, new in (
        ('game = "let-it-ride"', 'game = "let-it-rid"'),
        ("minor = 0.03", "minor = 0.000001"),
        ("minor = 250", "minor = 1"),
        ("stakes = [1, 5]", "stakes = [2]"),
        ('progressive = "E"', 'progressive = "Z"'),
    ):
        assert review(but(unfunded, (old, new))).warnings == (), new


@given(st.randoms(use_true_random=False))
def test_whatever_is_broken_is_reviewed(choice: Random) -> None:
    """With the same findings as a plain check, and warnings that stand in the file."""
    text = several_broken(choice)
    try:
        plain = check(text)
    except BadInputError:  # two changes together can be no TOML
        return
    checked = review(text)
    assert checked.findings == plain.findings
    lines = text.count("\n") + 1
    assert all(1 <= warning.line <= lines for warning in checked.warnings)


# At once ------------------------------------------------------------------------------------------

_LOADS = """
import sys
from fairdeal.cli import main
try:
    main(["check", "--json", sys.argv[1]])
except SystemExit as done:
    code = done.code
print(code, *(m for m in ("numpy", "numba") if m in sys.modules), file=sys.stderr)
"""


@pytest.mark.parametrize("path", SAMPLES[:4], ids=lambda path: path.stem)
def test_it_loads_nothing_that_counts_deals(path: Path) -> None:
    """How long it takes is told by `python -m bench fresh`."""
    ran = subprocess.run(
        [sys.executable, "-c", _LOADS, str(path)], capture_output=True, text=True, check=True
    )
    assert ran.stderr.split() == ["0"]
