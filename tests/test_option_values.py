"""The values of options: texts are passed as they were typed, numbers are converted."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from conftest import Ran
from typer.main import get_command

from fairdeal.cli import app
from fairdeal.cli.fast_start import KNOWN_RELEASES, skip_conversions

Run = Callable[..., Ran]


@pytest.mark.skipif(
    not typer.__version__.startswith(KNOWN_RELEASES), reason="another release of Typer"
)
def test_a_command_starts_without_pydantic() -> None:
    code = (
        "import sys\n"
        "from fairdeal.cli import main\n"
        "try:\n    main(['games', 'let-it-ride', '--json'])\n"
        "finally:\n    sys.exit('pydantic' in sys.modules)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_an_unknown_typer_converts_every_value(
    fairdeal: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("bet", "let-it-ride", "main=10", "five-card-bonus=1", "--rounds", "7", "--json")
    skipped = fairdeal(*asked)
    monkeypatch.setattr("typer.__version__", "99.0.0")
    command = get_command(app())
    skip_conversions(command)
    assert all("process_value" not in vars(parameter) for parameter in command.params)
    assert fairdeal(*asked) == skipped
    assert skipped.json["rounds"] == 7


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--per-hour", "often"], "--per-hour"),
        (["--per-hour", "0"], "--per-hour"),
        (["--rounds", "1000001"], "--rounds"),
        (["--rounds", "1e3"], "--rounds"),
    ],
    ids=" ".join,
)
def test_a_number_out_of_range_is_refused(fairdeal: Run, options: list[str], words: str) -> None:
    ran = fairdeal("bet", "let-it-ride", "main=10", *options)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err


def test_a_text_beyond_ascii_is_passed_unchanged(fairdeal: Run, tmp_path: Path) -> None:
    file = tmp_path / "Königs-Regeln ♠.toml"
    file.write_text("")
    assert file.name in fairdeal("check", file).out + fairdeal("check", file).err
    told = fairdeal("strategy", "let-it-ride", "--cards", "T♠ T♦ 2♣", "--json").json
    assert told["situation"]["cards"] == ["Ts", "Td", "2c"]


def test_bytes_that_are_no_text_are_refused_in_one_line(fairdeal_process: Run) -> None:
    ran = fairdeal_process("games", b"let-\xffit")
    assert ran.code == 2
    assert "Traceback" not in ran.err
    assert len(ran.err.splitlines()) == 1
