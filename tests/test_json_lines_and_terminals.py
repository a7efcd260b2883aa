"""JSON Lines are answered line by line, and nothing that is told is obeyed by a terminal."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest
from conftest import ROOT, Ran
from deals import draw, five
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.markup import escape

from fairdeal.cli.output import console, plain_table, print_rows, print_table
from fairdeal.wire.deal import settle

Run = Callable[..., Ran]

GOOD = draw(five(1, "7c 7d 7h 7s 2c"))
BAD = draw(five(1, "7c 7c 7h 7s 2c"))
REFUSED = {"error": "7c is there twice"}
FAIRDEAL = [sys.executable, "-m", "fairdeal"]
ENVIRON = {**os.environ, "PYTHONPATH": str(ROOT / "src")}


def test_the_bytes_of_a_stream_are_those_of_the_whole(fairdeal: Run) -> None:
    for deals, answers in (
        ([GOOD, BAD, GOOD], [settle(GOOD), REFUSED, settle(GOOD)]),
        ([GOOD], [settle(GOOD)]),
        ([], []),
    ):
        whole = json.dumps(answers, indent=2, ensure_ascii=False) + "\n"
        assert fairdeal("settle", "--json", "-", stdin=json.dumps(deals)).out == whole
        if len(deals) > 1:
            lines = "\n".join(map(json.dumps, deals))
            assert fairdeal("settle", "--json", "-", stdin=lines).out == whole
    single = fairdeal("settle", "--json", "-", stdin=json.dumps(GOOD)).out
    assert single == json.dumps(settle(GOOD), indent=2, ensure_ascii=False) + "\n"


def test_an_error_tells_the_place_in_its_own_line(fairdeal: Run) -> None:
    good = json.dumps(GOOD)
    for text in (f'{good}\n\n{{"a":\n', f'\n{{"a":\n{good}\n'):
        told = fairdeal("settle", "--json", "-", stdin=text).json
        assert {"error": "not JSON: expecting value at line 1, column 6"} in told


@pytest.mark.parametrize(
    "command", [["settle", "--json", "-"], ["strategy", "let-it-ride", "--json", "--from", "-"]]
)
def test_each_line_is_answered_before_the_next_is_there(command: list[str]) -> None:
    line = json.dumps(GOOD) if command[0] == "settle" else '{"cards": "Ts Td 2c"}'
    with subprocess.Popen(
        [*FAIRDEAL, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=ENVIRON
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        # The second line tells that there are many; each answer is there while more may come.
        print(line, line, sep="\n", file=process.stdin, flush=True)
        told = process.stdout.readline() + process.stdout.readline()
        assert told.split() == ["[", "{"]
        for _ in range(3):
            while (told := process.stdout.readline()).rstrip() not in ("  },", "  }"):
                assert told
            print(line, file=process.stdin, flush=True)
        process.stdin.close()
        assert process.stdout.read().rstrip().endswith("]")
    assert process.returncode == 0


def test_an_endless_stream_takes_little_memory() -> None:
    """The lines and their answers together would not fit."""
    writer = f"line = {json.dumps(json.dumps(BAD))}\nfor n in range(20_000): print(line)"
    whole = f"ulimit -v {144 * 1024}; exec {sys.executable} -m fairdeal settle --json -"
    source = subprocess.Popen([sys.executable, "-c", writer], stdout=subprocess.PIPE)
    with source:
        ran = subprocess.run(
            ["bash", "-c", whole],
            stdin=source.stdout,
            capture_output=True,
            text=True,
            check=False,
            env=ENVIRON,
        )
    assert (ran.returncode, ran.stderr) == (2, "")
    assert json.loads(ran.stdout) == [REFUSED] * 20_000


# For a person -------------------------------------------------------------------------------------

CELLS = st.text(st.sampled_from("ab [/]王é:"), max_size=9)


@given(
    # A number has no space at its end.
    st.lists(st.tuples(CELLS, CELLS, CELLS.map(str.rstrip)), min_size=1, max_size=5),
    st.none() | CELLS,
)
def test_a_table_for_a_pipe_is_laid_out_as_rich_does(
    rows: list[tuple[str, str, str]], title: str | None
) -> None:
    columns = ("wager", "pays", "net")
    out, again, expected = StringIO(), StringIO(), StringIO()
    table = plain_table(*columns, title=None if title is None else escape(title), right="net")
    for row in rows:
        table.add_row(*map(escape, row))
    Console(file=expected, width=110, highlight=False, emoji=False).print(table)
    with patch("sys.stdout", out):
        print_rows(console(), columns, rows, title=title, right="net")
    with patch("sys.stdout", again):
        print_table(console(), table)
    assert out.getvalue() == again.getvalue() == expected.getvalue()


def test_thousands_of_deals_for_a_person_take_little_longer_than_settling_them(
    fairdeal: Run,
) -> None:
    """Laying the tables out took a hundred times as long as settling."""
    lines = "\n".join([json.dumps(GOOD)] * 1_000)

    def seconds(*command: str) -> float:
        start = time.process_time()
        assert fairdeal(*command, "-", stdin=lines).code == 0
        return time.process_time() - start

    seconds("settle")
    assert seconds("settle") < 5 * seconds("settle", "--json")


HOSTILE = "\x1b[2J\x9b31m\u202eann\r\n\x00\u2028\x7f[/bold]"


def harmless(text: str) -> None:
    allowed = {"\n"}
    assert not {c for c in text if not c.isprintable()} - allowed, ascii(text)


def test_names_and_keys_reach_a_terminal_without_control_characters(fairdeal: Run) -> None:
    deal = GOOD | {"seats": [GOOD["seats"][0] | {"player": HOSTILE}]}
    person = fairdeal("settle", "-", stdin=json.dumps(deal))
    assert person.code == 0
    assert "ann" in person.out
    assert "[/bold]" in person.out
    program = fairdeal("settle", "--json", "-", stdin=json.dumps(deal))
    assert program.json["seats"][0]["player"] == HOSTILE
    key = json.dumps(HOSTILE)
    ran = [
        person,
        program,
        fairdeal("settle", "-", stdin=json.dumps([GOOD | {HOSTILE: 1}])),
        fairdeal("settle", "-", stdin=json.dumps(GOOD | {HOSTILE: 1})),
        fairdeal("settle", "--json", "-", stdin=json.dumps([GOOD | {HOSTILE: 1}])),
        fairdeal("settle", HOSTILE.replace("\x00", "").replace("/", "")),
        fairdeal("check", "-", stdin=f"{key} = 1\n[readings]\n{key} = 1\n"),
        fairdeal("check", "--json", "-", stdin=f"{key} = 1\n[readings]\n{key} = 1\n"),
        fairdeal("strategy", "run-em-twice", "--cards", "Kc 7c", "--bets", f"{HOSTILE}=1"),
        fairdeal("strategy", "run-em-twice", "--from", "-",
                 stdin=json.dumps({"cards": "Kc 7c", "bets": {HOSTILE: 1}})),
        fairdeal("games", HOSTILE),
        fairdeal(HOSTILE),
    ]  # fmt: skip
    for one in ran:
        harmless(one.out + one.err)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("settle {bold}", 2),
        ("check {bold}", 2),
        ("check {rules}", 0),
        ("table double-draw --rules {rules} --schema", 0),
        ("table let-it-ride --rules {rules} --schema", 2),
        ("analyze let-it-ride --rules {bold}", 2),
        ("analyze let-it-ride --paytable main={bold}.toml", 2),
        ("analyze let-it-ride --wager three-card-bonus --plot {bold}.svg", 0),
        ("strategy let-it-ride --from {bold}", 2),
        ("games {bold}", 2),
    ],
)
def test_a_path_that_looks_like_markup(
    command: str, code: int, fairdeal: Run, tmp_path: Path
) -> None:
    (tmp_path / "[").mkdir()
    bold = tmp_path / "[" / "bold]"
    rules = tmp_path / "[" / "bold].toml"
    sample = ROOT / "examples" / "rules" / "double-draw.toml"
    if "{rules}" in command:
        rules.write_text(sample.read_text())
    ran = fairdeal(*(word.format(bold=bold, rules=rules) for word in command.split()))
    assert ran.code == code
    if code:
        assert ran.err.count("\n") == 1
    if "--plot" in command:
        assert "/[/bold].svg" in ran.out.replace("\n", "")


# Where the program finds itself -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("settle examples/deal.json", 0),
        ("settle nosuch", 2),
        ("check examples/faulty-rules.toml", 1),
        ("analyze let-it-ride --wager main --no-cache", 0),
        ("nosuch", 2),
    ],
)
def test_standard_error_may_be_closed(command: str, code: int) -> None:
    shell = f"{sys.executable} -m fairdeal {command} 2>&-"
    ran = subprocess.run(
        ["bash", "-c", shell], capture_output=True, cwd=ROOT, env=ENVIRON, check=False
    )
    assert ran.returncode == code
    assert b"Traceback" not in ran.stdout


def test_a_user_may_have_no_home(fairdeal: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "XDG_CACHE_HOME", "FAIRDEAL_CACHE"):
        monkeypatch.delenv(name, raising=False)
    with patch("pathlib.Path.home", side_effect=RuntimeError("no home")):
        assert fairdeal("analyze", "let-it-ride", "--wager", "main").code == 0


@pytest.mark.parametrize(
    "command",
    [
        *("--help", "settle --help", "settle examples/deal.json", "check examples/rules/"),
        *("table --schema", "games", "readings", "settle --json examples/deals.jsonl"),
    ],
)
def test_without_docstrings_and_assertions(command: str) -> None:
    words = command.replace("rules/", "rules/let-it-ride.toml").split()
    ran = subprocess.run(
        [sys.executable, "-OO", "-m", "fairdeal", *words],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=ENVIRON,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    if "--help" not in command and "--schema" not in command:
        plain = subprocess.run(
            [*FAIRDEAL, *words], capture_output=True, text=True, cwd=ROOT, env=ENVIRON, check=True
        )
        assert ran.stdout == plain.stdout
