"""The command line as a process: completion, streams that close, signals, the locale."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Ran
from deals import draw as double_draw
from deals import five

from fairdeal.errors import BadInputError
from fairdeal.wire.json import parse_json

Run = Callable[..., Ran]

GOOD = double_draw(five(1, "7c 7d 7h 7s 2c"))
BAD = double_draw(five(1, "7c 7c 7h 7s 2c"))
TEXT = json.dumps(GOOD)
RULES = ROOT / "examples" / "rules" / "double-draw.toml"


def test_completion_can_be_shown(fairdeal_process: Run) -> None:
    # The shell is named, since the one that started the tests may be any.
    named = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    ran = fairdeal_process("--show-completion", "bash", **named)
    assert ran.code == 0
    assert "_FAIRDEAL_COMPLETE" in ran.out


def test_completion_offers_the_games(fairdeal_process: Run) -> None:
    words = {"COMP_WORDS": "fairdeal games l", "COMP_CWORD": "2"}
    ran = fairdeal_process(_FAIRDEAL_COMPLETE="complete_bash", **words)
    assert ran.out.split() == ["let-it-ride"]


def test_a_process_answers_as_the_call_does(fairdeal: Run, fairdeal_process: Run) -> None:
    for arguments, stdin in (
        (["settle", "--json", "-"], TEXT),
        (["settle", "-"], TEXT),
        (["settle", "--json", "-"], json.dumps([GOOD, BAD])),
        (["settle", "--json", "-"], "[" * 100_000),
        (["check", "-"], "decks = 3"),
        (["nosuch"], ""),
    ):
        assert fairdeal_process(*arguments, stdin=stdin) == fairdeal(*arguments, stdin=stdin)


def test_a_file_name_that_is_no_text(fairdeal_process: Run, tmp_path: Path) -> None:
    ran = fairdeal_process("settle", b"x\xff")
    assert (ran.code, ran.out) == (2, "")
    (line,) = ran.err.splitlines()
    assert line.startswith("fairdeal: ")
    assert "no such file" in line
    path = bytes(tmp_path) + b"/rules\xff.toml"
    Path(os.fsdecode(path)).write_text(RULES.read_text())
    strict = {"PYTHONIOENCODING": "utf-8:strict"}
    assert "in order" in fairdeal_process("check", path, **strict).out


def test_no_colour_in_a_pipe(fairdeal_process: Run) -> None:
    assert "\x1b" not in fairdeal_process("tour").out


def test_a_missing_extra_is_one_sentence() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None; from fairdeal.cli import main; "
        "main(['strategy', 'let-it-ride', '--cards', 'Ts Td 2c'])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == (
        "fairdeal: this needs numpy: pip install 'fairdeal[lab]', or `make install` in a checkout\n"
    )


def test_a_reader_that_goes_away_is_no_failure() -> None:
    command = f"{sys.executable} -m fairdeal games --json | head -c 10; exit ${{PIPESTATUS[0]}}"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_reader_that_goes_away_does_not_change_the_verdict(tmp_path: Path) -> None:
    file = tmp_path / "many.toml"
    file.write_text("".join(f"unknown-{n} = 1\n" for n in range(3_000)))
    command = f"{sys.executable} -m fairdeal check {file} | head -c 10; exit ${{PIPESTATUS[0]}}"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (1, "")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("settle - <&-", "standard input is closed"),
        ("check - <&-", "standard input is closed"),
        ("table let-it-ride --script - <&-", "standard input is closed"),
        ("games --json >&-", "standard output is closed"),
        ("games --json >/dev/full", "cannot write: no space left on device"),
        ("games >/dev/full", "cannot write: no space left on device"),
        ("table --schema >/dev/full", "cannot write: no space left on device"),
    ],
)
def test_closed_and_full_streams_are_one_sentence(command: str, said: str) -> None:
    shell = f"{sys.executable} -m fairdeal {command}"
    ran = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (2, f"fairdeal: {said}\n")


def test_an_interrupted_command_ends_with_130() -> None:
    # A parent that ignores the signal, as a shell does for background jobs, must not matter here.
    program = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from fairdeal.cli import main; main(['table', 'let-it-ride', '--script', '-'])"
    )
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", program], stdin=pipe, stdout=pipe) as ran:
        assert ran.stdin is not None
        assert ran.stdout is not None
        ran.stdin.write(b'{"do": "sit", "seat": 1, "player": "ann"}\n')
        ran.stdin.flush()
        assert ran.stdout.readline(), "the command waits for the next line"
        ran.send_signal(signal.SIGINT)
        assert ran.wait(timeout=30) == 130


def test_an_interrupt_before_the_command_begins_ends_with_130(
    fairdeal_process: Run, tmp_path: Path
) -> None:
    """The games of the environment are loaded first, which may take a while."""
    file = tmp_path / "game.py"
    file.write_text("raise KeyboardInterrupt\n", encoding="utf-8")
    ran = fairdeal_process("games", FAIRDEAL_GAMES=str(file))
    assert (ran.code, ran.out, ran.err) == (130, "", "")


def test_the_bytes_do_not_depend_on_the_locale() -> None:
    script = '{"do": "sit", "seat": 1, "player": "Zoë"}\n'
    command = [sys.executable, "-m", "fairdeal", "table", "let-it-ride", "--script", "-"]
    told = [
        subprocess.run(
            command,
            input=script.encode(),
            env={**os.environ, "PYTHONIOENCODING": encoding},
            capture_output=True,
            check=True,
        ).stdout
        for encoding in ("ascii", "latin-1", "utf-8")
    ]
    assert "Zoë".encode() in told[0]
    assert len(set(told)) == 1


def test_a_repeated_key_is_found_at_once() -> None:
    """Looking for it among all others again and again took a minute."""
    keys = ",".join(f'"k{n}": 1' for n in range(100_000))
    with pytest.raises(BadInputError, match="'k99999' stands twice"):
        parse_json("{" + keys + ', "k99999": 2}')


def test_bad_input_is_2_where_the_sentence_cannot_be_written() -> None:
    shell = f"{sys.executable} -m fairdeal check /none 2>/dev/full"
    assert subprocess.run(["bash", "-c", shell], check=False).returncode == 2
