"""Warnings of `check`: for each a file that earns only it, with figures worked out here.

The figures come from the published counts of five-card hands and from what the tables print, by
formulas of this file: nothing of the lab is asked for them.
"""

import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import ceil
from pathlib import Path
from random import Random

import eval7
import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st
from test_check import BROKEN, GOOD, changed
from test_fixes import several_broken

from fairdeal.errors import BadInputError
from fairdeal.games import registered
from fairdeal.games.let_it_ride import LET_IT_RIDE
from fairdeal.rulebook.game import SEATS, Deal
from fairdeal.submission.check import check
from fairdeal.submission.findings import Finding
from fairdeal.submission.review import review

SAMPLES = sorted(
    [
        *(ROOT / "examples" / "rules").glob("*.toml"),
        *(ROOT / "src" / "fairdeal" / "floor" / "samples").glob("*.toml"),
    ]
)
LIR, RET, PA, DD = (
    GOOD[name]
    for name in ("let-it-ride", "run-em-twice", "run-em-twice-pennsylvania", "double-draw")
)

#: Five of 52 cards (every book of poker has these counts).
FIVE = 2_598_960
ROYAL, STRAIGHT_FLUSH, FOUR = (Fraction(count, FIVE) for count in (4, 36, 624))
#: What the fixed lines of Run 'Em Twice's progressive C return of a dollar on a five-card hand.
FIXED_C = sum(
    Fraction(count, FIVE) * pays
    for count, pays in ((624, 300), (3_744, 50), (5_108, 40), (10_200, 30), (54_912, 9))
)


#: What progressive C pays of a dollar beside its meters, by the names of another library's hands.
PAYS_C = {"Quads": 300, "Full House": 50, "Flush": 40, "Straight": 30, "Trips": 9}


def better_run_return(pays: dict[str, int]) -> Fraction:
    """What a dollar on the better of two five-card hands returns that share three cards and no
    other: every three up to suits, every two beside them, ranked by another library.
    """
    cards = [eval7.Card(f"{rank}{suit}") for rank in "23456789TJQKA" for suit in "cdhs"]
    turns = [[4 * (n // 4) + turn[n % 4] for n in range(52)] for turn in permutations(range(4))]
    alike = Counter(
        min(tuple(sorted(turn[n] for n in three)) for turn in turns)
        for three in combinations(range(52), 3)
    )
    royal = eval7.evaluate([eval7.Card(f"{rank}s") for rank in "AKQJT"])
    total, back = 0, 0
    for three, weight in alike.items():
        shared = [cards[n] for n in three]
        by_pay: dict[int, list[tuple[int, int]]] = {}
        for pair in combinations([n for n in range(52) if n not in three], 2):
            value = eval7.evaluate([*shared, cards[pair[0]], cards[pair[1]]])
            name = "royal" if value == royal else eval7.handtype(value)
            by_pay.setdefault(pays.get(name, 0), []).append(pair)
        # Two pairs that pay so much or less, and have no card in common: both ways round.
        degrees: Counter[int] = Counter()
        edges = before = 0
        for pay, pairs in sorted(by_pay.items()):
            edges += len(pairs)
            degrees.update(card for pair in pairs for card in pair)
            apart = edges**2 - sum(n * n for n in degrees.values()) + edges
            back += weight * pay * (apart - before)
            before = apart
        total += weight * before
    assert total == 22_100 * 1_176 * 1_081
    return Fraction(back, total)


def but(text: str, *changes: tuple[str, str]) -> str:
    """A file with some things changed, each of which stands there once."""
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def the_one(text: str) -> Finding:
    """The only warning of a file without findings, which stands on the line of its field."""
    checked = review(text)
    assert checked.findings == ()
    assert checked.valid
    (warning,) = checked.warnings
    key = warning.field.split(".")[-1]
    line = text.splitlines()[warning.line - 1]
    assert key in line, (key, line)
    return warning


def figures(warning: Finding) -> list[str]:
    """Its amounts and percentages, in order."""
    return re.findall(r"\$[\d,.]*\d|[\d.,]*\d%", warning.message)


def percent(part: Fraction) -> str:
    return f"{float(part):.2%}"


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
    assert review(but(RET, rates, ("seats = 6", "seats = 2"))).warnings == ()


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


# Signs --------------------------------------------------------------------------------------------


@pytest.mark.clause("MD-RET 12.F(6)(b)(iii)")
def test_a_higher_hand_that_pays_less() -> None:
    """$5 on 300 for 1 are $1,500; the minor meter is paid as it is."""
    warning = the_one(but(RET, ("minor = 1500", "minor = 1499")))
    assert (warning.field, warning.clause) == ("progressive.reset.minor", "MD-RET 12.F(6)(b)(iii)")
    assert figures(warning) == ["$5", "$1,499", "$1,500", "$1,500"]
    one_dollar = ("[progressive]\n", "[progressive]\nstakes = [1]\n")
    assert review(but(RET, ("minor = 1500", "minor = 1000"), one_dollar)).warnings == ()


@pytest.mark.clause("MD-LIR 12.D(1)(b)")
def test_a_super_royal_that_pays_less_than_a_royal_flush() -> None:
    """1,000 to 1 is more than $100,000 from a stake of $100 on."""
    warning = the_one(but(LIR, ("maximum = 100", "maximum = 101")))
    assert (warning.field, warning.clause) == ("paytables.six-card-bonus", "MD-LIR 12.D(1)(b)")
    assert figures(warning) == ["$101", "$100,101", "$101,101", "$100"]
    bound = f"{but(LIR, ('maximum = 100', 'maximum = 500'))}[side-maximum]\nsix-card-bonus = "
    assert review(f"{bound}100\n").warnings == ()
    assert the_one(f"{bound}200\n").field == "side-maximum.six-card-bonus"


@pytest.mark.clause("MD-LIR 12.F(2)(e)")
def test_a_hand_paid_less_for_more() -> None:
    """Five Card Bonus B pays $20,000 for a royal flush on its only dollar."""
    warning = the_one(but(LIR, ("mega = 20000", "mega = 19999")))
    assert (warning.field, warning.clause) == ("progressive.reset.mega", "MD-LIR 12.F(2)(e)")
    assert figures(warning) == ["$19,999", "$5", "$20,000", "$1"]
    stakes = ("stakes = [1, 5]", "stakes = [1]")
    assert review(but(LIR, ("mega = 20000", "mega = 10000"), stakes)).warnings == ()
    without = ('five-card-bonus = "B"\n', "")
    assert review(but(LIR, ("mega = 20000", "mega = 10000"), without)).warnings == ()


@pytest.mark.clause("MD-LIR 12.J")
def test_a_hand_that_brings_others_more_than_its_holder() -> None:
    text = but(LIR, ("major = 2000", "major = 1499"), ('five-card-bonus = "B"\n', ""))
    warning = the_one(text)
    assert (warning.field, warning.clause) == ("progressive.reset.major", "MD-LIR 12.F(2)(e)")
    assert figures(warning) == ["$5", "$1,499", "$1,500", "$1,500"]
    assert review(text.replace("1499", "1500")).warnings == ()


# The most that a hand can win ---------------------------------------------------------------------

#: Q-J-T of one suit are shared: royal flush on one run and center, Q-high straight flush on the
#: other, both antes even.
MOST = 500 + 500 + 100 + 1 + 1


@pytest.mark.clause("MD-RET 12.C(2)")
def test_the_second_branch_of_the_payout_limit_in_dollars() -> None:
    warning = the_one(but(RET, ("minimum = 15", "minimum = 50")))
    assert (warning.field, warning.clause) == ("minimum", "MD-RET 12.C(2)")
    assert figures(warning) == ["$50", f"${50 * MOST:,}", f"${50 * MOST:,}", "$50,000"]
    assert 45 * MOST < 50_000
    assert review(but(RET, ("minimum = 15", "minimum = 45"))).warnings == ()


@pytest.mark.parametrize(
    ("text", "told", "clause"),
    [
        # Three bets of $10 at 1,000 to 1.
        pytest.param(
            but(LIR, ("payout-limit = 50000", "payout-limit = 29999")),
            ["$10", "$30,000", "$29,999"],
            "MD-LIR 2.B(10)",
            marks=pytest.mark.clause("MD-LIR 2.B(10)"),
        ),
        pytest.param(
            but(RET, ("seats = 6", "payout-limit = 16000")),
            ["$15", f"${15 * MOST:,}", "$16,000"],
            "MD-RET 12.C",
            marks=pytest.mark.clause("MD-RET 12.C"),
        ),
        pytest.param(
            but(PA, ("minimum = 5", "minimum = 50")),
            ["$50", f"${50 * MOST:,}", "$50,000"],
            "PA-RET limit",
            marks=pytest.mark.clause("PA-RET limit"),
        ),
    ],
)
def test_a_limit_that_cuts_the_smallest_bets(text: str, told: list[str], clause: str) -> None:
    warning = the_one(text)
    assert (warning.field, warning.clause) == ("payout-limit", clause)
    assert figures(warning) == told


# Seats --------------------------------------------------------------------------------------------


@pytest.mark.clause("MD-DD .13A")
def test_a_deck_with_no_card_to_spare() -> None:
    assert 6 * (5 + 3 + 1) == 54
    warning = the_one(DD)
    assert (warning.field, warning.clause) == ("seats", "MD-DD .13A")
    assert "all 54 cards" in warning.message
    assert review(but(DD, ("seats = 6", "seats = 5"))).warnings == ()


def test_a_deck_that_is_too_small() -> None:
    """A shoe that gives out stacks from which much is thrown away again."""
    stacks = (
        Deal(3, "bonus", "MD-LIR 10.B(1)"),
        Deal(6, "community", "MD-LIR 10.H", burn=4),
        Deal(3, SEATS, "MD-LIR 10.B(3)"),
    )
    game = LET_IT_RIDE.differs(jurisdiction="atlantis", seats=15, reshuffler_dealing=stacks)
    text = but(
        LIR,
        ('"maryland"', '"atlantis"'),
        ('"manual-shoe" ', '"automated-shoe" '),
        ('"automated-counting"', '"reshuffling"'),
        ("seats = 7", "seats = 15"),
    )
    with registered(game):
        warning = the_one(text)
        assert f"{15 * 3 + 6 + 3} cards, and the deck has 52" in warning.message
        assert review(text.replace("seats = 15", "seats = 14")).warnings == ()


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
