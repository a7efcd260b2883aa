"""`check --fix`: fewer findings and never a new one, and nothing else in the file is touched."""

import json
import random
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Ran
from hypothesis import given
from hypothesis import strategies as st
from test_check import BROKEN, GOOD, changed

from fairdeal.errors import BadInputError
from fairdeal.submission.check import check
from fairdeal.submission.fixes import fix_text
from fairdeal.submission.toml_positions import (
    comment_out,
    key_positions,
    rename_key,
    replace_value,
    toml_value,
)

LIR, RET, PA, DD = (
    "let-it-ride",
    "run-em-twice",
    "run-em-twice-pennsylvania",
    "double-draw",
)
Run = Callable[..., Ran]


def told(text: str) -> Counter[tuple[str | None, str, str]]:
    return Counter((one.clause, one.field, one.message) for one in check(text).findings)


# What is nearest ----------------------------------------------------------------------------------

# What stands in a good file, what is put there and breaks it, and what it is mended to.
NEAREST = [
    # Bounds of the text.
    (LIR, "seats = 7", "seats = 9", "seats = 7"),
    (RET, "seats = 6", "seats = 5", "seats = 6"),
    (LIR, "adjacent-boxes = 2", "adjacent-boxes = 0", "adjacent-boxes = 1"),
    (LIR, "decks = 2", "decks = 5", "decks = 2"),
    (LIR, "mega = 20000", "mega = 500", "mega = 10000"),
    (RET, "minor = 1500", "minor = 999.99", "minor = 1000"),
    (PA, "payout-limit = 50000", "payout-limit = 75000", "payout-limit = 50000"),
    # $50 a unit make 1,102 units worth $55,100, which is above $50,000.
    (RET, "minimum = 15", "minimum = 50\npayout-limit = 60000",
     "minimum = 50\npayout-limit = 55100"),
    (LIR, "stakes = [1, 5]", "stakes = [2, 5, 5]", "stakes = [5]"),
    (LIR, "stakes = [1, 5]", "stakes = [10]", "stakes = [1, 5]"),
    (LIR, "stakes = [1, 5]", "stakes = 5", "stakes = [5]"),
    (PA, "decks = 1", "decks = 2", "decks = 1"),
    # Amounts: decimals, multiples of the chip, order.
    (LIR, "minimum = 10", "minimum = 10.004", "minimum = 10"),
    (RET, "minimum = 15", "minimum = 13", "minimum = 15"),
    (RET, "minimum = 15", "minimum = 12", "minimum = 10"),
    (RET, "minimum = 15", "minimum = 2", "minimum = 5"),
    (RET, "maximum = 300", "maximum = 298", "maximum = 300"),
    (LIR, "maximum = 100", "maximum = 4", "maximum = 10"),
    (LIR, "mega = 0.10", "mega = 0.12345", "mega = 0.1235"),
    (LIR, "mega = 0.10", 'mega = "0.2"', "mega = 0.2"),
    (LIR, "minimum = 10", 'minimum = "$10"', "minimum = 10"),
    # Names that are misspelt, or in other letters.
    (LIR, "seats = 7", "seat = 7", "seats = 7"),
    (LIR, "chip-step = 1", "chip_step = 1", "chip-step = 1"),
    (LIR, "[readings]", "[reading]", "[readings]"),
    (LIR, 'game = "let-it-ride"', 'game = "Let It Ride"', 'game = "let-it-ride"'),
    (LIR, '"maryland"', '"Maryland"', '"maryland"'),
    (LIR, '"automated-counting"', '"automated_counting"', '"automated-counting"'),
    (LIR, 'main = "A"', 'main = "a"', 'main = "A"'),
    (LIR, "minor = 0.07", "miner = 0.07", "minor = 0.07"),
    (LIR, 'three-card-bonus = "A"', 'three-card-bonu = "A"', 'three-card-bonus = "A"'),
    (RET, 'wheel = "low-and-high"', 'wheels = "low-and-hi"', 'wheel = "low-and-high"'),
    (RET, 'five-card-bonus = "standard"', 'five-card-bonus = "A"', 'five-card-bonus = "standard"'),
    # A key that is spelt right and then out of bounds.
    (LIR, "seats = 7", "seat = 70", "seats = 7"),
    # What has no place in this game stays as a comment.
    (DD, 'bonus = "A"', 'bonus = "A"\nprogressive = "A"', 'bonus = "A"\n# progressive = "A"'),
    (LIR, 'six-card-needs = "base-only"', 'wheel = "high-only"', '# wheel = "high-only"'),
    # What a machine is missing for.
    (RET, 'dealing = "hand"        # manual-shoe, hand, automated-shoe\nshuffling = "automated"',
     'dealing = "hand"        # manual-shoe, hand, automated-shoe\nshuffling = "manual"',
     'dealing = "manual-shoe"        # manual-shoe, hand, automated-shoe\nshuffling = "manual"'),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "old", "broken", "mended"),
    [pytest.param(*case, id=f"{case[0]}: {case[2][:40]}") for case in NEAREST],
)
def test_the_nearest_lawful_value(name: str, old: str, broken: str, mended: str) -> None:
    text, line = changed(name, old, broken)
    assert told(text)
    found = fix_text(text)
    assert found.text == changed(name, old, mended)[0]
    assert found.left == ()
    assert found.fixes
    for fix in found.fixes:
        assert line <= fix.line <= line + broken.count("\n")
        assert fix.old in text
        assert fix.new in found.text


# A line of a good file that is left out, and what is put below the last line of its table.
MISSING = [
    (LIR, "decks", "decks = 1"),
    (LIR, "chip-step", "chip-step = 1"),
    (LIR, "adjacent-boxes", "adjacent-boxes = 1"),
    (DD, "jurisdiction", 'jurisdiction = "maryland"'),
    # The least that MD-LIR 12.F(2)(e) allows.
    (LIR, "reset", "reset = { mega = 10000, major = 1000, minor = 250 }"),
    # MD-RET 12.F(6)(b)(iii), paytable C.
    (RET, "reset", "reset = { major = 10000, minor = 1000 }"),
]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(("name", "key", "added"), MISSING)
def test_a_missing_key_is_added_where_a_value_is_usual(
    name: str, key: str, added: str, newline: str
) -> None:
    lines = GOOD[name].split("\n")
    (at,) = (n for n, line in enumerate(lines) if line.startswith(f"{key} ="))
    text = newline.join([*lines[:at], *lines[at + 1 :]])
    found = fix_text(text)
    assert (found.left, [(fix.old, fix.new.rstrip()) for fix in found.fixes]) == ((), [("", added)])
    after = found.text.split(newline)
    assert [line for line in after if line != added] == text.split(newline)
    assert "\n" not in found.text.replace(newline, "")
    assert "=" in after[after.index(added) - 1], "beside the other keys of its table"


@pytest.mark.parametrize("key", ["operator", "game", "minimum", "maximum", "dealing", "shuffling"])
def test_a_missing_key_that_is_the_operators_is_left(key: str) -> None:
    lines = [line for line in GOOD[RET].split("\n") if not line.startswith(f"{key} =")]
    found = fix_text("\n".join(lines))
    assert found.fixes == ()
    assert [one.field for one in found.left] == [key]
    # In two places it is played: which of them is the operator's to say.
    lines = [line for line in GOOD[RET].split("\n") if not line.startswith("jurisdiction =")]
    assert fix_text("\n".join(lines)).fixes == ()


def test_one_meter_is_added_among_the_others() -> None:
    text = GOOD[LIR].replace("reset = { mega = 20000, major", "reset = { major")
    found = fix_text(text)
    assert found.left == ()
    assert tomllib.loads(found.text)["progressive"]["reset"] == {
        **tomllib.loads(GOOD[LIR])["progressive"]["reset"],
        "mega": 10000,
    }


def test_who_has_just_begun_is_told_of_init(fairdeal: Run) -> None:
    ran = fairdeal("check", "-", stdin="")
    assert ran.code == 1
    assert "9 findings" in ran.out
    assert "fairdeal init GAME" in ran.out
    assert "fairdeal init" not in fairdeal("check", FAULTY).out


@pytest.mark.parametrize(
    ("name", "old", "broken"),
    [
        (LIR, 'operator = "Chesapeake Casino"', 'operator = ""'),
        (LIR, 'jurisdiction = "maryland"', 'jurisdiction = "nevada"'),
        (LIR, 'jurisdiction = "maryland"', 'jurisdiction = "pennsylvania"'),
        (LIR, "minimum = 10", "minimum = -5"),
        (LIR, 'main = "A"', 'main = "Q"'),
        (LIR, "mega = 0.10", "mega = 0.95"),
        (LIR, "decks = 2", "decks = 1.5"),
        (LIR, "[readings]", "[[readings]]"),
    ],
)
def test_what_is_the_operators_to_decide_is_left(name: str, old: str, broken: str) -> None:
    text, _ = changed(name, old, broken)
    found = fix_text(text)
    assert (found.text, found.fixes) == (text, ())
    assert found.left == check(text).findings


def test_a_file_in_order_has_nothing_to_mend() -> None:
    for text in GOOD.values():
        assert fix_text(text) == type(fix_text(text))(text, (), ())
    with pytest.raises(BadInputError, match="not TOML"):
        fix_text("minimum =")


# Fewer findings, and never a new one --------------------------------------------------------------

BY_GAME = {
    name: [(old, new) for game, old, new, *_ in BROKEN if game == name]
    for name in (LIR, RET, PA, DD)
}


def several_broken(choice: random.Random) -> str:
    """A good file with some things broken, as far as they do not touch each other."""
    name = choice.choice([LIR, RET, PA, DD])
    text = GOOD[name]
    for old, new in choice.sample(BY_GAME[name], k=choice.randint(1, min(6, len(BY_GAME[name])))):
        if text.count(old) == 1:
            text = text.replace(old, new)
    return text


@given(st.randoms(use_true_random=False))
def test_fewer_findings_and_never_a_new_one(choice: random.Random) -> None:
    text = several_broken(choice)
    try:
        before = told(text)
    except BadInputError:  # two changes together can be no TOML
        return
    found = fix_text(text)
    after = told(found.text)
    assert not after - before
    assert bool(found.fixes) == (found.text != text)
    if found.fixes:
        assert after.total() < before.total()
    assert Counter((one.clause, one.field, one.message) for one in found.left) == after
    # Once is enough.
    again = fix_text(found.text)
    assert (again.fixes, again.text) == ((), found.text)
    # Comments stay, and no line comes or goes.
    pairs = zip(text.splitlines(), found.text.splitlines(), strict=True)
    assert all(new.endswith(old[old.index("# ") :]) for old, new in pairs if "# " in old)


# Places in a text ---------------------------------------------------------------------------------

ODD = """\
# a = 1
a = 1 # one
"b c" = "x # = ]" # two
'd' = '''
e = 2
''' # three
f = [
  1, # ]
  { g = 3 },
] # four
h.i . j = 4
[k."l m"] # five
n = { o = 5, p = { q = "}" , r = [1, 2] } } # six
s = 1979-05-27 07:32:00 # seven
t = \"\"\"
[u]
\\\"\"\" \"\"\" # eight
[[v]]
w = 6
"""


def at(document: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_every_key_and_value_is_found(newline: str) -> None:
    text = ODD.replace("\n", newline)
    document = tomllib.loads(text)
    found = key_positions(text)
    values = {
        ("a",), ("b c",), ("d",), ("f",), ("h", "i", "j"), ("k", "l m", "n"),
        ("k", "l m", "n", "o"), ("k", "l m", "n", "p"), ("k", "l m", "n", "p", "q"),
        ("k", "l m", "n", "p", "r"), ("k", "l m", "s"), ("k", "l m", "t"),
    }  # fmt: skip
    for path in values:
        place = found[path]
        assert place.value is not None
        start, end = place.value
        assert tomllib.loads(f"x = {text[start:end]}")["x"] == at(document, path)
        # Changed, it is that value, and everything else is as it was.
        after = replace_value(text, place, "new")
        assert after is not None
        assert at(tomllib.loads(after), path) == "new"
        assert text[:start] == after[:start]
        assert after.endswith(text[end:])
        renamed = tomllib.loads(rename_key(text, place, "re named"))
        assert at(renamed, (*path[:-1], "re named")) == at(document, path)
        gone = comment_out(text, place)
        if gone is not None:
            with pytest.raises(KeyError):
                at(tomllib.loads(gone), path)
            assert gone.count("\n") == text.count("\n")


@pytest.mark.parametrize(
    "value", [1, 0.25, True, 'a "text"', [1, 5], {"mega": 0.1, "a b": [True, "x"]}]
)
def test_a_value_is_written_as_it_is_read(value: Any) -> None:
    assert tomllib.loads(f"x = {toml_value(value)}")["x"] == value


# The command --------------------------------------------------------------------------------------

FAULTY = ROOT / "examples" / "faulty-rules.toml"


def test_it_offers_and_changes_nothing(fairdeal: Run, tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_bytes(FAULTY.read_bytes())
    ran = fairdeal("check", "--fix", file)
    assert (ran.code, ran.err) == (1, "")
    assert "  - decks = 2\n  + decks = 1\n" in ran.out
    assert "  + reset = { mega = 10000, major = 2000, minor = 250 }" in ran.out
    assert "rules.toml: 2 fixes offered; --fix --write puts them in" in ran.out
    assert file.read_bytes() == FAULTY.read_bytes()


def test_it_is_written_when_told(fairdeal: Run, tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_bytes(FAULTY.read_bytes().replace(b"\n", b"\r\n"))
    file.chmod(0o640)
    ran = fairdeal("check", "--fix", "--write", file)
    assert (ran.code, ran.err) == (0, "")
    assert "rules.toml: in order, no findings" in ran.out
    lines = (
        FAULTY.read_text().replace("decks = 2", "decks = 1").replace("mega = 9000", "mega = 10000")
    )
    assert file.read_bytes() == lines.replace("\n", "\r\n").encode()
    assert file.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["rules.toml"]


def test_what_is_left_is_told(fairdeal: Run) -> None:
    text = FAULTY.read_text().replace('main = "A"', 'main = "Q"')
    ran = fairdeal("check", "--fix", "-", stdin=text)
    assert ran.code == 1
    assert "yours to decide: line 16, paytables.main (MD-LIR 12.A)" in ran.out
    assert "2 fixes offered, 1 finding left" in ran.out
    ran = fairdeal("check", "--fix", "--write", "-", stdin=text)
    assert ran.code == 1
    assert tomllib.loads(ran.out)["decks"] == 1


def test_it_is_told_in_json(fairdeal: Run) -> None:
    text = FAULTY.read_text().replace('main = "A"', 'main = "Q"')
    document = fairdeal("check", "--fix", "--json", "-", stdin=text).json
    assert list(document) == ["valid", "findings", "warnings", "fixes", "unfixed"]
    assert [one["field"] for one in document["fixes"]] == ["decks", "progressive.reset.mega"]
    assert document["fixes"][0] == {
        "clause": "MD-LIR 3.B",
        "field": "decks",
        "line": 10,
        "message": "two decks need an automated card shuffling device",
        "old": "decks = 2",
        "new": "decks = 1",
    }
    assert [one["field"] for one in document["unfixed"]] == ["paytables.main"]
    assert json.dumps(document["findings"]).count("message") == 3


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--write", FAULTY), "--write is for --fix"),
        (("--fix",), "name a rules file"),
    ],
)
def test_what_cannot_be_asked(fairdeal: Run, arguments: tuple[str, ...], words: str) -> None:
    ran = fairdeal("check", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err


def test_a_file_that_cannot_be_written(fairdeal: Run, tmp_path: Path) -> None:
    file = tmp_path / "gone" / "rules.toml"
    ran = fairdeal("check", "--fix", "--write", file)
    assert ran.code == 2


def test_very_many_findings_end_soon() -> None:
    text = GOOD[LIR] + "[floor]\n" + "".join(f"namee{n} = {n}\n" for n in range(1_000))
    found = fix_text(text)
    assert len(found.fixes) <= 400
    assert not told(found.text) - told(text)
