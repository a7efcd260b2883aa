"""The table of docs/mathematics.md says of every figure whether it is exact, bounded or sampled."""

import re
from typing import Final, NamedTuple

import pytest
from conftest import ROOT

from fairdeal import bet, seen
from fairdeal.wire.lab_answers import SeenHandsAnswer, StrategyCardAnswer, WagerAnswer

#: What names a figure, or is what a figure was computed for.
NO_FIGURES: Final = {
    *("game", "jurisdiction", "readings", "wager", "paytable", "unit", "stake", "payout_limit"),
    *("bets", "rounds", "risk", "is", "card", "hands", "cards", "exact", "samples"),
}


class Line(NamedTuple):
    """One line of the table."""

    figure: str
    fields: frozenset[str]
    commands: tuple[str, ...]
    kind: str
    route: str


def lines() -> list[Line]:
    page = (ROOT / "docs" / "mathematics.md").read_text(encoding="utf-8")
    (section,) = re.findall(
        r"^## Exact, bounded or sampled\n(.*?)^## ", page, re.MULTILINE | re.DOTALL
    )
    cells = [
        [cell.strip() for cell in row.strip("|").split("|")]
        for row in section.splitlines()
        if row.startswith("|")
    ]
    return [
        Line(
            figure,
            frozenset(re.findall(r"`(\w+)`", fields)),
            tuple(re.findall(r"`(\w+)`", commands)),
            kind,
            route,
        )
        for figure, fields, commands, kind, route in cells[2:]
    ]


def figures_of(command: str) -> set[str]:
    """The fields of a command's JSON that are figures; a decimal belongs to its fraction."""
    fields: set[str]
    match command:
        case "analyze":
            fields = set(WagerAnswer.__struct_fields__)
        case "strategy":
            fields = {*StrategyCardAnswer.__struct_fields__, "choices"} - {"ev", "ev_decimal"}
        case "seen":
            fields = set(SeenHandsAnswer.__struct_fields__)
        case _:
            fields = set(bet("let-it-ride", {"three-card-bonus": 5}, rounds=5).to_dict())
    return {name.removesuffix("_decimal") for name in fields - NO_FIGURES}


@pytest.mark.parametrize("command", ["analyze", "bet", "strategy", "seen"])
def test_every_figure_of_a_command_has_a_line(command: str) -> None:
    told = {field for line in lines() if command in line.commands for field in line.fields}
    # The edge is the value with its sign turned.
    assert figures_of(command) - told - {"house_edge"} == set()


def test_every_line_has_a_kind_and_a_second_route() -> None:
    for line in lines():
        assert re.match(r"exact( or not shown|, else |;| for |$)", line.kind), line
        assert line.commands, line
        assert line.route, line


def test_the_kinds_that_commands_tell() -> None:
    kinds = {
        field: line.kind for line in lines() if "bet" in line.commands for field in line.fields
    }
    told = bet("let-it-ride", {"three-card-bonus": 5}, rounds=5).to_dict()["is"]
    for field, kind in told.items():
        assert kind in ("exact", "bound", None)
        assert "bounded" in kinds[field]
    (line,) = [line for line in lines() if "seen" in line.commands]
    assert "exact for Let It Ride" in line.kind
    assert seen("let-it-ride", [1])[0].exact
