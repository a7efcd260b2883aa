"""Whatever comes from outside is bounded in size, depth and count, and told so in one sentence."""

import json
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Ran
from deals import draw, five

from fairdeal.english import did_you_mean, quoted
from fairdeal.errors import BadInputError
from fairdeal.submission.check import check
from fairdeal.submission.toml_lines import find_key_lines, line_of
from fairdeal.wire.json import parse_json, parse_toml
from fairdeal.wire.nesting import MAX_DEPTH, MAX_DOTS

Run = Callable[..., Ran]

TEXT = json.dumps(draw(five(1, "7c 7d 7h 7s 2c")))
MIB = 1024 * 1024
HALF_MIB = MIB // 2


def in_little_memory(command: str, path: Path) -> subprocess.CompletedProcess[str]:
    """A command on a file in less than 160 MiB of address space. An empty file takes 30 MiB, and
    what once held all of these files in memory took several times as much as 160.
    """
    whole = (
        f"ulimit -v {160 * 1024}; {sys.executable} -m fairdeal {command} {shlex.quote(str(path))}"
    )
    return subprocess.run(
        ["bash", "-c", whole],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin"},
    )


def one_sentence(ran: subprocess.CompletedProcess[str], *words: str) -> None:
    assert (ran.returncode, ran.stdout) == (2, "")
    (line,) = ran.stderr.splitlines()
    assert line.startswith("fairdeal: ")
    assert all(word in line for word in words)


# Depth --------------------------------------------------------------------------------------------


def nested(depth: int, opening: str = "[", closing: str = "]") -> str:
    return opening * depth + closing * depth


def test_json_is_read_to_a_depth_and_no_deeper() -> None:
    assert parse_json(nested(MAX_DEPTH))
    assert parse_json(json.dumps("[" * 1_000)) == "[" * 1_000
    assert parse_json(json.dumps({'"]\\' + "{" * 99: ["[" * 99] * 99})) is not None
    for text in (nested(MAX_DEPTH + 1), nested(600), nested(10**6), "[" * 10**6):
        with pytest.raises(BadInputError, match="nested too deeply"):
            parse_json(text)
    with pytest.raises(BadInputError, match="nested too deeply"):
        parse_json(nested(MAX_DEPTH + 1, '{"a":[', "]}"))
    with pytest.raises(BadInputError, match="nested too deeply"):
        parse_json('["\\"", ' + nested(600) + "]")


def test_toml_is_read_to_a_depth_and_no_deeper() -> None:
    assert parse_toml("x = " + nested(MAX_DEPTH))
    assert parse_toml('x = "' + "[" * 99 + '"\ny = """\n' + "a." * 99 + '"""\nz = 1 # ' + "[." * 99)
    assert parse_toml("x = '" + "[" * 99 + "'\ny = '''\n'" + "a." * 99 + "''''")
    deep = (
        *("x = " + nested(MAX_DEPTH + 1), "x = " + nested(600), "x = " + "{x = " * 600),
        *(
            "a." * MAX_DEPTH + "a = 1",
            "[" + "a." * MAX_DEPTH + "a]",
            "x = {" + "a." * 99 + "a = 1}",
        ),
        *('"a".' * MAX_DEPTH + "a = 1", "a . " * MAX_DEPTH + "a = 1"),
    )
    for text in deep:
        with pytest.raises(BadInputError, match=r"^not TOML that can be read: nested too deeply"):
            parse_toml(text)
    with pytest.raises(BadInputError, match="more than 10,000 dots"):
        parse_toml("".join(f"k{n}.a = 1\n" for n in range(MAX_DOTS + 1)))


@pytest.mark.parametrize(
    "text", ['"' + '\\"' * 200_000, '{"a": ' * 60 + '"' * 200_000, "x = '" * 100_000]
)
def test_a_broken_text_is_scanned_once(text: str) -> None:
    """A text that is never closed took as many scans as it has quotes."""
    start = time.process_time()
    for parse in (parse_json, parse_toml):
        with pytest.raises(BadInputError):
            parse(text)
    assert time.process_time() - start < 5


def test_one_line_of_brackets_is_an_error_in_its_place(fairdeal: Run) -> None:
    line = '{"game": ' + nested(600) + "}"
    ran = fairdeal("settle", "--json", "-", stdin=f"{TEXT}\n{line}\n{TEXT}\n")
    assert ran.code == 2
    assert [set(answer) for answer in ran.json][1] == {"error"}
    assert "error" not in ran.json[2]
    for command in (("settle",), ("strategy", "let-it-ride", "--from"), ("check",)):
        ran = fairdeal(*command, "-", stdin=line if command != ("check",) else f"x = {nested(600)}")
        assert ran.code == 2
        assert "nested too deeply" in ran.err + ran.out


@pytest.mark.parametrize("depth", [MAX_DEPTH, 600, 100_000])
def test_one_deep_element_of_an_array_is_an_error_in_its_place(fairdeal: Run, depth: int) -> None:
    deep = '{"a": "]", "game": ' + nested(depth) + ', "b": "\\"}"}'
    ran = fairdeal("settle", "--json", "-", stdin=f"[{TEXT},\n{deep} ,{TEXT}, {deep}]")
    assert ran.code == 2
    assert len(ran.json) == 4
    assert ran.json[1] == ran.json[3] == {"error": "not JSON that can be read: nested too deeply"}
    assert ran.json[0] == ran.json[2]
    assert "seats" in ran.json[0]
    # As a line it is read to the same depth.
    ran = fairdeal("settle", "--json", "-", stdin=f"{TEXT}\n{deep}\n")
    assert ran.json[1] == {"error": "not JSON that can be read: nested too deeply"}


def test_an_element_as_deep_as_a_line_may_be_is_read_in_an_array(fairdeal: Run) -> None:
    deep = '{"game": ' + nested(MAX_DEPTH - 1) + "}"
    one, other = (
        fairdeal("settle", "--json", "-", stdin=text).json[1]["error"]
        for text in (f"[{TEXT}, {deep}]", f"{TEXT}\n{deep}\n")
    )
    assert one == other
    assert "nested" not in one


@pytest.mark.parametrize("rest", ["[" * 100, '{"a":' * 100 + '"', "[" * 100 + "]" * 60])
def test_a_deep_element_that_never_ends_takes_the_array_with_it(fairdeal: Run, rest: str) -> None:
    ran = fairdeal("settle", "--json", "-", stdin=f"[{TEXT}, {rest}")
    assert ran.code == 2
    assert "nested too deeply" in ran.err


def test_what_is_quoted_may_be_of_any_size_and_depth() -> None:
    value: Any = []
    for _ in range(100_000):
        value = [value]
    for one in (value, {"a": value}, "x" * 10**6, 10**5_000, ["x" * 10**6] * 10**5):
        assert len(quoted(one)) <= 60
    while value:  # a list so deep cannot be let go of at once
        value = value[0]


# Size and count -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("x\n" * HALF_MIB, "expecting value at line 1, column 1", id="short bad lines"),
        pytest.param("{\n" * HALF_MIB, "nested too deeply", id="lines that open"),
        pytest.param("[" + "0,\n" * HALF_MIB, "not JSON", id="half an array"),
        pytest.param('{"game": "' + "x" * 2 * MIB + '"}', "larger than 1 MiB", id="a long line"),
        pytest.param("[[" + "[]," * MIB + "[]]]", "larger than 1 MiB", id="a large element"),
        pytest.param(
            '{"a": [\n' + "1,\n" * HALF_MIB + "1]}",
            "the document is larger than 1 MiB",
            id="one large",
        ),
    ],
)
def test_settle_takes_little_memory(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "deals"
    path.write_text(text)
    one_sentence(in_little_memory("settle --json", path), words)


@pytest.mark.parametrize("opening", ["", "["], ids=["lines", "an array"])
def test_many_impossible_deals_take_little_memory(opening: str, tmp_path: Path) -> None:
    path = tmp_path / "deals"
    deals = ["{}"] * 50_000
    path.write_text(json.dumps([{}] * len(deals)) if opening else "\n".join(deals))
    ran = in_little_memory("settle --json", path)
    assert (ran.returncode, ran.stderr) == (2, "")
    assert ran.stdout.count('"error": "the deal does not say which game it is"') == len(deals)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a" + ".a" * 50_000 + " = 1\n", id="one dotted key"),
        pytest.param("[" + "a." * 50_000 + "a]\n", id="one dotted header"),
        pytest.param("".join(f"[{n:x}.a.a.a.a]\n" for n in range(15_000)), id="many headers"),
        pytest.param("x = " + "[" * 500_000, id="brackets"),
    ],
)
def test_check_takes_little_memory(text: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(text)
    one_sentence(in_little_memory("check", path), "not TOML that can be read")


def test_thousands_of_wrong_keys_are_told_whole(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    count = 25_000
    path.write_text("".join(f"k{n:x} = 1\n" for n in range(count)))
    ran = in_little_memory("check", path)
    assert (ran.returncode, ran.stderr) == (1, "")
    assert f"rules.toml: {count + 9:,} findings" in ran.stdout


def seconds(text: str) -> float:
    start = time.process_time()
    assert check(text).findings
    return time.process_time() - start


@pytest.mark.parametrize(
    "table", ["", "[readings]\n", "[progressive]\n", "[paytables]\n", "[a.b]\n"]
)
def test_findings_take_time_in_proportion(table: str) -> None:
    """Ten times the wrong keys took a hundred times as long."""
    few, many = (table + "".join(f"k{n:x} = 1\n" for n in range(n)) for n in (3_000, 30_000))
    assert seconds(many) < 30 * max(seconds(few), 0.02)


def test_the_line_of_a_key_is_looked_up_not_searched() -> None:
    def looked_up(count: int) -> float:
        lines = find_key_lines("".join(f"a.k{n} = 1\n" for n in range(count)))
        start = time.process_time()
        for n in range(2_000):
            assert line_of(lines, ("a", f"k{n}")) == n + 1
            assert line_of(lines, ("a",)) == 1
            assert line_of(lines, ("a", "missing")) == 1
        return time.process_time() - start

    assert looked_up(100_000) < 10 * max(looked_up(2_000), 0.005)


def test_no_name_is_looked_for_like_a_very_long_one() -> None:
    assert did_you_mean("let-it-rid", ["let-it-ride"]) == "; did you mean let-it-ride?"
    assert did_you_mean("let-it-ride" * 10**5, ["let-it-ride" * 10**5]) == ""


def test_a_key_beyond_all_reading_is_cut() -> None:
    long = "k" * 900_000
    (finding,) = [one for one in check(f"{long} = 1").findings if one.line == 1 and "k" in one.field
                  and "kkk" in one.field]  # fmt: skip
    assert len(finding.field) <= 60
    assert len(finding.message) < 120


def test_a_long_line_does_not_hide_those_after_it(fairdeal: Run) -> None:
    long = '{"game": "' + "x" * 3 * MIB + '"}'
    ran = fairdeal("settle", "--json", "-", stdin=f"{TEXT}\n{long}\n{TEXT}\n")
    assert ran.code == 2
    assert ran.json[1] == {"error": "the line is larger than 1 MiB"}
    assert ran.json[0] == ran.json[2]
    assert "seats" in ran.json[0]


def test_a_line_that_is_no_text_is_an_error_in_its_place(fairdeal: Run) -> None:
    data = TEXT.encode() + b"\n\xff\xfe\n" + TEXT.encode()
    ran = fairdeal("settle", "--json", "-", stdin=data)
    assert ran.json[1] == {"error": "the line is not text in UTF-8"}
    assert ran.json[0] == ran.json[2]


def test_a_bet_that_is_too_fine_is_one_sentence(fairdeal: Run) -> None:
    options = ("run-em-twice", "--cards", "Kc 7c", "--board", "8d Kh")
    ran = fairdeal("strategy", *options, "--bets", "first-run=1.0000001")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "fairdeal: the bet on first-run has more than 6 decimals\n"
    assert fairdeal("strategy", *options, "--bets", "first-run=1.100000000").code == 0
    for bet in ("1e999999", "nan", "-inf", "1e-999999"):
        assert fairdeal("strategy", *options, "--bets", f"first-run={bet}").code == 2


@pytest.mark.parametrize("amount", ["10000000.01", "1e12", "1e400", "9" * 5_000])
def test_stakes_of_options_are_bounded(amount: str, fairdeal: Run) -> None:
    ran = fairdeal("analyze", "let-it-ride", "--wager", "three-card-bonus", "--stake", amount)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
