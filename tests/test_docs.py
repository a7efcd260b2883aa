"""The figures, commands and files that the documentation names are real."""

import re
import shlex
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from fairdeal.games import NAMES, find_game
from fairdeal.lab.analyze import analyze

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_modules_that_are_named_exist(page: Path) -> None:
    source = ROOT / "src" / "fairdeal"
    for name in re.findall(
        r"`((?:lab|table|hands|rulebook|games|cli)/[a-z_/]*(?:\.py)?)`",
        page.read_text(encoding="utf-8"),
    ):
        assert (source / name).exists(), name


def figures() -> list[tuple[str, ...]]:
    """The rows of the table of values in docs/mathematics.md."""
    text = (ROOT / "docs" / "mathematics.md").read_text(encoding="utf-8")
    row = r"^\| ([^|]+) \| (-\d+/\d+) \| ([\d.]+) %[^|]* \| ([\d.]+) % \|$"
    return re.findall(row, text, re.MULTILINE)


def test_the_values_in_the_documentation() -> None:
    rows = figures()
    assert len(rows) == 7
    for what, value, edge, risk in rows:
        name = "let-it-ride" if "Ride" in what else "double-draw" if "Double" in what else NAMES[1]
        if name == "double-draw":
            # Solved in its own tests; here only that the row agrees with itself.
            assert f"{-float(Fraction(value)):.3%}" == f"{edge}%"
            continue
        game = find_game(name)
        options = {"readings": {"wheel": "high-only"}} if "ace high" in what else {}
        if name == "let-it-ride":
            options["paytables"] = {"main": game.paytables["main"][what[-1]]}
        (found,) = analyze(game, wager="main", **options)  # type: ignore[arg-type]
        assert found.ev == Fraction(value)
        assert f"{float(found.house_edge):.3%}" == f"{edge}%"
        assert f"{float(found.element_of_risk):.3%}" == f"{risk}%"


def test_what_the_readme_shows_is_what_is_printed(fairdeal: Callable[..., Any]) -> None:
    """Lines of output in README.md are printed by the command above them."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = 0
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            words = shlex.split(command, comments=True)
            lines = [line for line in output.splitlines() if line and line != "..."]
            if words[0] != "fairdeal" or not lines:
                continue
            inside = [ROOT / word if word.startswith("examples/") else word for word in words[1:]]
            printed = [line.rstrip() for line in fairdeal(*inside).out.splitlines()]
            for line in lines:
                assert line.rstrip() in printed, line
                shown += 1
    assert shown > 15
