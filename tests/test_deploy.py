"""What `deploy/` holds is what the program is: commands, options, files and units are real."""

import configparser
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import typer
from conftest import ROOT

from fairdeal.cli import app

DEPLOY = ROOT / "deploy"


def commands() -> dict[str, set[str]]:
    """Every command with its options."""
    group = typer.main.get_command(app())
    found: dict[str, set[str]] = {}
    for name, command in group.commands.items():  # type: ignore[attr-defined]
        found[name] = {option for one in command.params for option in one.opts}
    return found


def check(line: list[str]) -> None:
    """That a line starts the program as it can be started."""
    options = commands()[line[0]]
    for word in line[1:]:
        if word.startswith("--"):
            assert word in options, word


def test_the_unit() -> None:
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string((DEPLOY / "fairdeal.service").read_text())
    assert set(unit.sections()) == {"Unit", "Service", "Install"}
    program, *line = shlex.split(unit["Service"]["ExecStart"])
    assert program == "/opt/fairdeal/bin/fairdeal"
    check(line)
    assert unit["Service"]["UMask"] == "0077"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_the_unit_is_one_for_systemd(tmp_path: Path) -> None:
    # The program need not be where the unit says: another that is there stands for it.
    text = (
        (DEPLOY / "fairdeal.service").read_text().replace("/opt/fairdeal/bin/fairdeal", "/bin/true")
    )
    (unit := tmp_path / "fairdeal.service").write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    told = [line for line in done.stderr.splitlines() if "fairdeal.service" in line]
    assert told == []


def test_the_dockerfile() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    for names in re.findall(r"^COPY ((?!--from)[^\n]+) \S+$", text, re.MULTILINE):
        for name in names.split():
            assert (ROOT / name).exists(), name
    (line,) = re.findall(r"^CMD (\[.*\])$", text, re.MULTILINE)
    check([word.strip(' "') for word in line.strip("[]").split(",")])
    assert "USER fairdeal" in text


def test_the_compose_file() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    (line,) = re.findall(r"exec fairdeal (.*)", text)
    check(shlex.split(line))
    (dockerfile,) = re.findall(r"dockerfile: (\S+)", text)
    (context,) = re.findall(r"context: (\S+)", text)
    assert (DEPLOY / context / dockerfile).is_file()
    assert "PASSWORD:" not in text, "a password stands in a file"
    assert "secrets/" in (ROOT / ".gitignore").read_text()
    assert "\t" not in text


def test_commands_of_the_readme() -> None:
    text = (DEPLOY / "README.md").read_text()
    known = commands()
    for name in re.findall(r"`fairdeal ([a-z]+)", text):
        assert name in known
    for name in re.findall(r"deploy/([a-zA-Z.]+)", text):
        assert (DEPLOY / name).exists() or name.startswith("secrets")
