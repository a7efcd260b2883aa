"""Options are taken as they were typed, and what must be looked at is looked at."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran
from typer.main import get_command

from fairdeal.cli import app
from fairdeal.cli.values import take_as_given

Run = Callable[..., Ran]


def test_every_option_is_taken_as_given() -> None:
    """Were typer to do it in another way, commands would only be slower: this says so."""
    command = get_command(app())
    take_as_given(command)
    below = [command, *getattr(command, "commands", {}).values()]
    assert len(below) > 10
    for one in below:
        for parameter in one.params:
            assert type(parameter._runtime_param).__module__ == "fairdeal.cli.values", parameter


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
def test_numbers_are_looked_at(fairdeal: Run, options: list[str], words: str) -> None:
    ran = fairdeal("bet", "let-it-ride", "main=10", *options)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err
    assert fairdeal("bet", "let-it-ride", "main=10", "--rounds", "7", "--json").json["rounds"] == 7


def test_texts_stay_what_they_are(fairdeal: Run, tmp_path: Path) -> None:
    file = tmp_path / "Königs-Regeln ♠.toml"
    file.write_text("")
    assert file.name in fairdeal("check", file).out + fairdeal("check", file).err
    told = fairdeal("strategy", "let-it-ride", "--cards", "T♠ T♦ 2♣", "--json").json
    assert told["situation"]["cards"] == ["Ts", "Td", "2c"]


def test_what_is_no_text_is_told(fairdeal_process: Run) -> None:
    ran = fairdeal_process("games", b"let-\xffit")
    assert ran.code == 2
    assert "Traceback" not in ran.err
    assert len(ran.err.splitlines()) == 1
