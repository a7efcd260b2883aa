"""The core reads no clock, no random source and no setting: they are handed in."""

import ast
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import fairdeal
from fairdeal.floor.tables.preview import DeckChange, PreviewedOutcome
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.state import State

SOURCE = Path(fairdeal.__file__).parent
PURE = ["hands", "rulebook", "games", "table"]
FORBIDDEN = {"random", "time", "datetime", "os", "secrets", "sys", "pathlib", "uuid", "socket"}
FILES = [SOURCE / "cards.py", *(file for part in PURE for file in (SOURCE / part).glob("**/*.py"))]


def imported(file: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").split(".")[0])
    return names


def test_there_is_something_to_look_at() -> None:
    assert len(FILES) > 30


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_imports_no_source_of_surprise(file: Path) -> None:
    assert not imported(file) & FORBIDDEN


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_calls_neither_input_nor_open(file: Path) -> None:
    calls = {
        node.func.id
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & {"open", "input", "print", "exec", "eval", "__import__"}


def test_the_table_asks_no_game_for_its_name() -> None:
    """One rulebook: no `if game == ...` outside the games' own files."""
    for file in FILES:
        if file.parent.name != "games":
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant):
                    assert node.value not in ("let-it-ride", "run-em-twice", "double-draw"), file


def kinds_of(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for one in kind.__subclasses__():
        yield one
        yield from kinds_of(one)


def test_no_state_event_command_or_preview_is_changed_in_place() -> None:
    """What is kept of a table, and what others hold of it, stays what it was."""
    layers = ("fairdeal.table", "fairdeal.floor")
    found = [one for one in kinds_of(msgspec.Struct) if one.__module__.startswith(layers)]
    assert {State, cmd.Bet, ev.WagerPlaced, DeckChange, PreviewedOutcome} <= {*found}
    assert [one for one in found if not one.__struct_config__.frozen] == []
