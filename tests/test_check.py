"""`check`: for each of its rules a file that breaks only that one; good files have no findings."""

import re
from pathlib import Path

import pytest
from conftest import ROOT

from fairdeal.errors import BadInputError
from fairdeal.games import GAMES
from fairdeal.submission.check import check
from fairdeal.submission.findings import Finding
from fairdeal.wire.json import parse_toml
from fairdeal.wire.rules import read_rules

EXAMPLES = ROOT / "examples" / "rules"
GOOD = {path.stem: path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.glob("*.toml"))}

LIR, RET, PA, DD = "let-it-ride", "run-em-twice", "run-em-twice-pennsylvania", "double-draw"


@pytest.mark.parametrize("name", [LIR, RET, PA, DD])
def test_the_example_files_are_in_order(name: str) -> None:
    checked = check(GOOD[name])
    assert checked.findings == ()
    assert checked.valid
    assert checked.rules is not None
    assert checked.rules.operator


def test_there_is_an_example_for_every_game_and_jurisdiction() -> None:
    rules = [check(text).rules for text in GOOD.values()]
    assert {found.game for found in rules if found} == set(GAMES)


def changed(name: str, old: str, new: str) -> tuple[str, int]:
    """The file with one thing changed, and the line where that stands."""
    text = GOOD[name]
    assert text.count(old) == 1, f"{old!r} must stand once in {name}"
    return text.replace(old, new), text[: text.index(old)].count("\n") + 1


def found(text: str) -> list[tuple[str | None, str, int]]:
    return [(finding.clause, finding.field, finding.line) for finding in check(text).findings]


# File, what stands there, what is put in its place, the clause and the field of the one finding,
# which is on the changed line.
BROKEN = [
    # who and what
    (LIR, 'operator = "Chesapeake Casino"', 'operator = ""', None, "operator"),
    (LIR, 'operator = "Chesapeake Casino"', "operator = 5", None, "operator"),
    (LIR, 'game = "let-it-ride"', 'game = "let-it-rid"', None, "game"),
    (LIR, 'jurisdiction = "maryland"', 'jurisdiction = "nevada"', None, "jurisdiction"),
    (LIR, 'jurisdiction = "maryland"', 'jurisdiction = "pennsylvania"', None, "jurisdiction"),
    # amounts
    (LIR, "minimum = 10", "minimum = 0", None, "minimum"),
    (LIR, "minimum = 10", "minimum = -10", None, "minimum"),
    (LIR, "minimum = 10", 'minimum = "10"', None, "minimum"),
    (LIR, "minimum = 10", "minimum = true", None, "minimum"),
    (LIR, "minimum = 10", "minimum = 10.005", None, "minimum"),
    (LIR, "minimum = 10", "minimum = nan", None, "minimum"),
    (LIR, "minimum = 10", "minimum = inf", None, "minimum"),
    (LIR, "minimum = 10", "minimum = 1e400", None, "minimum"),
    (LIR, "minimum = 10", f"minimum = 0x{'f' * 5_000}", None, "minimum"),
    (LIR, "minimum = 10", "minimum = 10.50", None, "minimum"),  # chip step 1
    (RET, "minimum = 15", "minimum = 12", None, "minimum"),
    (RET, "maximum = 300", "maximum = 301", None, "maximum"),
    (LIR, "maximum = 100", "maximum = 5", None, "maximum"),
    (LIR, "maximum = 100", "maximum = 10000001", None, "maximum"),
    (LIR, "chip-step = 1", "chip-step = 0", None, "chip-step"),
    # dealing, shuffling, decks, seats
    (LIR, 'dealing = "manual-shoe" ', 'dealing = "shoe" ', None, "dealing"),
    (LIR, '"automated-counting"', '"by-hand"', None, "shuffling"),
    (RET, 'shuffling = "automated"', 'shuffling = "manual"', "MD-RET 9.A(1)", "dealing"),
    (LIR, '"automated-counting"', '"manual"', "MD-LIR 3.B", "decks"),
    (LIR, "decks = 2", "decks = 3", "MD-LIR 3.A", "decks"),
    (RET, "decks = 1", "decks = 0", "MD-RET 3.A", "decks"),
    (PA, "decks = 1", "decks = 2", "PA-RET deck", "decks"),
    (DD, "decks = 1", "decks = 1.5", None, "decks"),
    (LIR, "seats = 7", "seats = 8", "MD-LIR 2.A(1)", "seats"),
    (RET, "seats = 6", "seats = 7", "MD-RET 2.A(1)", "seats"),
    (RET, "seats = 6", "seats = 5", "MD-RET 2.A(1)", "seats"),
    (PA, "decks = 1", "decks = 1\nseats = 5", None, "seats"),
    (DD, "seats = 6", "seats = 0", "MD-DD .02A(1)", "seats"),
    (PA, "decks = 1", "decks = 1\nseats = 7", None, "seats"),
    (LIR, "adjacent-boxes = 2", "adjacent-boxes = 8", "MD-LIR 7.F", "adjacent-boxes"),
    (LIR, "adjacent-boxes = 2", "adjacent-boxes = 0", "MD-LIR 7.F", "adjacent-boxes"),
    (DD, "seats = 6", "adjacent-boxes = 1", None, "adjacent-boxes"),
    # approval and license
    (LIR, "seats = 7", 'seats = 7\napproved = "soon"', None, "approved"),
    (LIR, "seats = 7", "seats = 7\napproved = 2026", None, "approved"),
    (LIR, "seats = 7", "seats = 7\napproved = 2026-01-31T12:00:00", None, "approved"),
    (LIR, "seats = 7", 'seats = 7\nlicense = " "', None, "license"),
    (LIR, "seats = 7", "seats = 7\nlicense = 4711", None, "license"),
    # payout limit
    (LIR, "payout-limit = 50000", "payout-limit = 0", "MD-LIR 2.B(10)", "payout-limit"),
    (PA, "payout-limit = 50000", "payout-limit = 50001", "PA-RET limit", "payout-limit"),
    (RET, "seats = 6", "payout-limit = 50000.01", "MD-RET 12.C", "payout-limit"),
    # paytables
    (LIR, 'main = "A"', 'main = "D"', "MD-LIR 12.A", "paytables.main"),
    (LIR, 'main = "A"', "main = 1", None, "paytables.main"),
    (RET, 'main = "standard"', 'main = "A"', "MD-RET 12.B", "paytables.main"),
    (LIR, 'five-card-bonus = "B"', 'five-card-bonus = "H"',
     "MD-LIR 12.B", "paytables.five-card-bonus"),
    (LIR, 'six-card-bonus = "A"', 'six-card-bonus = "C"',
     "MD-LIR 12.D", "paytables.six-card-bonus"),
    (RET, 'ultimate-pairs = "C"', 'ultimate-pairs = "F"',
     "MD-RET 12.E", "paytables.ultimate-pairs"),
    (RET, 'progressive = "C"', 'progressive = "E"', "MD-RET 12.F", "paytables.progressive"),
    (DD, 'bonus = "A"', 'bonus = "C"', "MD-DD .12B", "paytables.bonus"),
    (LIR, 'main = "A"', 'main = "A"\nultimate-pairs = "A"',
     "MD-LIR 7.E", "paytables.ultimate-pairs"),
    (DD, 'bonus = "A"', 'bonus = "A"\nprogressive = "A"', "MD-DD .07E", "paytables.progressive"),
    (PA, 'five-card-bonus = "standard"', 'ultimate-pairs = "A"',
     "PA-RET wagers", "paytables.ultimate-pairs"),
    (PA, 'five-card-bonus = "standard"', 'progressive = "A"',
     "PA-RET wagers", "paytables.progressive"),
    (LIR, 'main = "A"', 'main = "A"\nmain-bet = "A"', None, "paytables.main-bet"),
    # progressive
    (LIR, "stakes = [1, 5]", "stakes = [1, 2]", "MD-LIR 12.I", "progressive.stakes"),
    (LIR, "stakes = [1, 5]", "stakes = [1, 1]", "MD-LIR 12.I", "progressive.stakes"),
    (LIR, "stakes = [1, 5]", "stakes = 1", None, "progressive.stakes"),
    (LIR, "stakes = [1, 5]", "stakes = [true]", None, "progressive.stakes"),
    (LIR, "stakes = [1, 5]", "stake = [1, 5]", None, "progressive.stake"),
    (LIR, "mega = 0.10", "mega = 0", "MD-LIR 12.F(1)", "progressive.rate.mega"),
    (LIR, "mega = 0.10", "mega = 0.00001", "MD-LIR 12.F(1)", "progressive.rate.mega"),
    (LIR, "mega = 0.10", 'mega = "0.1"', None, "progressive.rate.mega"),
    (LIR, "mega = 0.10", "mega = 0.9001", "MD-LIR 12.F(1)", "progressive.rate"),
    (LIR, "mega = 0.10, ", "", "MD-LIR 12.F(1)", "progressive.rate.mega"),
    (LIR, "minor = 0.07", "minor = 0.07, mini = 0.01", "MD-LIR 12.F(1)", "progressive.rate.mini"),
    (LIR, "mega = 20000", "mega = 9999.99", "MD-LIR 12.F(2)(e)", "progressive.reset.mega"),
    (LIR, "minor = 250 }", "minor = 249 }", "MD-LIR 12.F(2)(e)", "progressive.reset.minor"),
    (LIR, ", minor = 250 }", " }", "MD-LIR 12.F(2)", "progressive.reset.minor"),
    (RET, "minor = 1500 }", "minor = 999 }", "MD-RET 12.F(6)(b)(iii)", "progressive.reset.minor"),
    (RET, "reset = { major = 10000, minor = 1500 }", "reset = 10000", None, "progressive.reset"),
    # readings
    (LIR, 'six-card-needs = "base-only"', 'six-card-needs = "all"',
     None, "readings.six-card-needs"),
    (LIR, 'six-card-needs = "base-only"', "six-card-needs = 1", None, "readings.six-card-needs"),
    (LIR, 'six-card-needs = "base-only"', 'wheel = "high-only"', None, "readings.wheel"),
    (RET, 'wheel = "low-and-high"', 'meter-turn = "later"', None, "readings.meter-turn"),
    (RET, 'wheel = "low-and-high"', 'wheels = "high-only"', None, "readings.wheels"),
    # unknown keys and wrong types
    (LIR, "seats = 7", "seat = 7", None, "seat"),
    (LIR, "[readings]", "[reading]", None, "reading"),
    (LIR, "[readings]", "[[readings]]", None, "readings"),
    (LIR, "[progressive]", "[[progressive]]", None, "progressive"),
    (LIR, "[paytables]", "[[paytables]]", None, "paytables"),
]  # fmt: skip


# What needs a shuffling device is found where that need is, a line above or below the shuffling.
ELSEWHERE: dict[str | None, int] = {"MD-RET 9.A(1)": -1, "MD-LIR 3.B": 1}


@pytest.mark.parametrize(
    ("name", "old", "new", "clause", "field"),
    [
        pytest.param(*case, id=f"{case[0]}: {case[2][:40]}".replace("\n", " "),
                     marks=[pytest.mark.clause(case[3])] if case[3] else [])
        for case in BROKEN
    ],
)  # fmt: skip
def test_one_thing_wrong_is_one_finding(
    name: str, old: str, new: str, clause: str | None, field: str
) -> None:
    text, line = changed(name, old, new)
    line += new.count("\n") + ELSEWHERE.get(clause, 0)
    assert found(text) == [(clause, field, line)]


# The line of the sample has a comment behind it.
MAXIMUM = next(line for line in GOOD[LIR].splitlines() if line.startswith("maximum = "))
# A key that is missing is found at its table's header, or at line 1.
MISSING = [
    (LIR, 'operator = "Chesapeake Casino"\n', None, "operator", None),
    (LIR, 'jurisdiction = "maryland"\n', None, "jurisdiction", None),
    (LIR, 'game = "let-it-ride"\n', None, "game", None),
    (LIR, "minimum = 10\n", None, "minimum", None),
    (LIR, f"{MAXIMUM}\n", None, "maximum", None),
    (LIR, "chip-step = 1\n", None, "chip-step", None),
    (DD, 'dealing = "automated-shoe"\n', None, "dealing", None),
    (DD, 'shuffling = "reshuffling"\n', None, "shuffling", None),
    (DD, "decks = 1\n", None, "decks", None),
    (LIR, "adjacent-boxes = 2\n", "MD-LIR 7.F", "adjacent-boxes", None),
    (LIR, 'main = "A"\n', "MD-LIR 12.A", "paytables.main", "[paytables]"),
    (DD, 'bonus = "A"\n', "MD-DD .12B", "paytables.bonus", "[paytables]"),
    (DD, '[paytables]\nbonus = "A"\n', "MD-DD .12B", "paytables.bonus", None),
    (
        *(LIR, "reset = { mega = 20000, major = 2000, minor = 250 }\n"),
        *("MD-LIR 12.F(2)", "progressive.reset", "[progressive]"),
    ),
    (
        *(RET, "rate = { major = 0.15, minor = 0.0525 }\n"),
        *("MD-RET 12.F(6)(a)", "progressive.rate", "[progressive]"),
    ),
]


@pytest.mark.parametrize(("name", "old", "clause", "field", "header"), MISSING)
def test_a_missing_key(
    name: str, old: str, clause: str | None, field: str, header: str | None
) -> None:
    text, _ = changed(name, old, "")
    line = text[: text.index(header)].count("\n") + 1 if header else 1
    assert found(text) == [(clause, field, line)]
    (finding,) = check(text).findings
    wanted = r"is missing: (write|choose) .+"
    assert re.search(wanted, finding.message), "it says what to write"


def test_a_missing_operator_is_named_once() -> None:
    text, _ = changed(LIR, 'operator = "Chesapeake Casino"\n', "")
    with pytest.raises(BadInputError) as refusal:
        read_rules(parse_toml(text))
    assert str(refusal.value) == (
        'operator is missing: write who submits the rules, such as "Chesapeake Casino"'
    )


@pytest.mark.parametrize(
    ("name", "old"),
    [
        (LIR, "seats = 7\n"),
        (LIR, "payout-limit = 50000\n"),
        (LIR, "stakes = [1, 5]\n"),
        (LIR, '[readings]\nsix-card-needs = "base-only"\n'),
        (RET, 'main = "standard"\n'),
        (RET, "seats = 6\n"),
        (PA, '[paytables]\nfive-card-bonus = "standard"\n'),
    ],
)
def test_what_may_be_left_out(name: str, old: str) -> None:
    assert found(changed(name, old, "")[0]) == []


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        # A reshuffling device is an automated shuffler: for two decks and for the hand.
        (LIR, '"automated-counting"', '"reshuffling"'),
        (RET, 'shuffling = "automated"', 'shuffling = "reshuffling"'),
        (RET, 'shuffling = "automated"', 'shuffling = "automated-counting"'),
        (LIR, "seats = 7", "seats = 2"),
        (DD, "seats = 6", "seats = 5"),
        (LIR, "adjacent-boxes = 2", "adjacent-boxes = 7"),
        (LIR, "stakes = [1, 5]", "stakes = [5]"),
        (LIR, "mega = 0.10", "mega = 0.86"),
        (LIR, "mega = 20000", "mega = 10000.01"),
        (LIR, "payout-limit = 50000", "payout-limit = 999999"),
        (RET, "minimum = 15", "minimum = 15\npayout-limit = 50000"),
        (RET, "minimum = 15", "minimum = 50\npayout-limit = 55100"),
        (PA, "payout-limit = 50000", "payout-limit = 1"),
        (LIR, '"base-only"', '"both-bonuses"'),
        (LIR, 'six-card-needs = "base-only"', 'abandoned = "least-costly"'),
    ],
)
def test_what_is_allowed(name: str, old: str, new: str) -> None:
    assert found(changed(name, old, new)[0]) == []


@pytest.mark.clause("MD-LIR 7.E(5)")
@pytest.mark.parametrize("missing", ['five-card-bonus = "B"\n', 'three-card-bonus = "A"\n'])
def test_six_card_bonus_needs_both_bonuses_under_its_other_reading(missing: str) -> None:
    text = GOOD[LIR].replace(missing, "").replace('"base-only"', '"both-bonuses"')
    line = text.splitlines().index('six-card-bonus = "A"') + 1
    assert found(text) == [("MD-LIR 7.E(5)", "paytables.six-card-bonus", line)]
    assert found(text.replace('"both-bonuses"', '"base-only"')) == []


@pytest.mark.clause("MD-RET 12.C(2)")
def test_the_payout_limit_may_follow_the_minimum() -> None:
    text = GOOD[RET].replace("minimum = 15", "minimum = 50\npayout-limit = 55100.01")
    assert found(text) == [("MD-RET 12.C", "payout-limit", 6)]


@pytest.mark.clause("MD-LIR 7.E(6)")
def test_progressive_section_and_wager_go_together() -> None:
    without_wager = GOOD[LIR].replace('progressive = "E"\n', "")
    header = without_wager.splitlines().index("[progressive]") + 1
    assert found(without_wager) == [("MD-LIR 7.E(6)", "progressive", header)]
    start, end = GOOD[LIR].index("[progressive]"), GOOD[LIR].index("[readings]")
    without_section = GOOD[LIR][:start] + GOOD[LIR][end:]
    assert found(without_section) == [
        ("MD-LIR 12.F(1)", "progressive.rate", 1),
        ("MD-LIR 12.F(2)", "progressive.reset", 1),
    ]
    single = without_section.replace('"E"', '"A"') + "[progressive]\n"
    rate, reset = "rate = { meter = 0.2 }\n", "reset = { meter = 1000 }\n"
    assert found(single + rate + reset) == []
    wrong = found(single + "rate = 0.2\n" + reset)
    assert [(clause, field) for clause, field, _ in wrong] == [(None, "progressive.rate")]


def test_all_findings_come_at_once_in_the_order_of_lines() -> None:
    text = GOOD[LIR].replace("minimum = 10", "minimum = 0").replace("decks = 2", "decks = 9")
    text = text.replace('main = "A"', 'main = "Q"').replace("mega = 20000", "mega = 1")
    fields = [field for _, field, _ in found(text)]
    assert fields == ["minimum", "decks", "paytables.main", "progressive.reset.mega"]


def test_an_empty_file_lacks_everything() -> None:
    required = {
        *("operator", "jurisdiction", "game", "minimum", "maximum", "chip-step"),
        *("dealing", "shuffling", "decks"),
    }
    assert {(field, line) for _, field, line in found("")} == {(name, 1) for name in required}


def test_findings_say_what_is_wrong() -> None:
    text, line = changed(LIR, "mega = 20000", "mega = 5000")
    message = "the reset of mega is $5,000, at least $10,000 is required"
    assert check(text).findings == (
        Finding("MD-LIR 12.F(2)(e)", "progressive.reset.mega", line, message),
    )


@pytest.mark.parametrize(
    "text",
    [
        "minimum = ",
        "minimum 10",
        "a = 1\na = 2",
        "[x\n",
        "x = 1e99999999999999999999",
        "x = " + "[" * 5_000,
        "\x00",
    ],
)
def test_what_is_not_toml(text: str) -> None:
    with pytest.raises(BadInputError, match=r"^not TOML") as refusal:
        check(text)
    assert "\n" not in str(refusal.value)


def test_examples_lie_where_the_manual_says() -> None:
    assert {Path(name).name for name in GOOD} == {LIR, RET, PA, DD}


def test_types_are_found_without_a_game() -> None:
    broken = {'game = "double-draw"': 'game = "nope"', "seats = 6": 'seats = "x"'}
    text = (ROOT / "examples" / "rules" / "double-draw.toml").read_text()
    for old, new in broken.items():
        assert old in text
        text = text.replace(old, new)
    text += "[readings]\nabandoned = 3\n[progressive]\nstake = [1]\n"
    fields = {finding.field for finding in check(text).findings}
    assert {"game", "seats", "readings.abandoned", "progressive.stake"} <= fields


def test_no_bound_is_told_that_depends_on_an_unreadable_minimum() -> None:
    sample = (ROOT / "examples" / "rules" / "run-em-twice.toml").read_text()
    text = sample.replace("minimum = 15", 'minimum = "x"')
    assert text != sample
    text = "payout-limit = 60000\n" + "\n".join(
        line for line in text.splitlines() if not line.startswith("payout-limit")
    )
    assert [finding.field for finding in check(text).findings] == ["minimum"]
