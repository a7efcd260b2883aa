"""The rules as implemented: the page says what the data and the tests say."""

import re

import pytest
from conftest import ROOT

from fairdeal.games import GAMES
from fairdeal.rulebook.clauses import clauses_of
from fairdeal.wording.clauses import deeds, in_order, line_clauses
from tools.rules_page import PAGE, marks, page

TEXT = PAGE.read_text(encoding="utf-8")


def parts() -> dict[str, dict[str, list[str]]]:
    """The page's rows by text and clause: what is done, the readings, the tests."""
    found: dict[str, dict[str, list[str]]] = {}
    text = ""
    for line in TEXT.splitlines():
        if heading := re.fullmatch(r"## .* \(([A-Z-]+)\)", line):
            text = heading[1]
        elif line.startswith("| ") and not line.startswith(("| clause", "| ---")):
            clause, *cells = (cell.strip() for cell in line.strip("| ").split(" | "))
            found.setdefault(text, {})[f"{text} {clause}"] = [*cells, "", "", ""][:3]
    return found


def test_the_page_is_written_again_the_same() -> None:
    """From its own tests: the rest must follow from the data."""
    shown: dict[str, list[str]] = {}
    for rows in parts().values():
        for clause, (_, _, tests) in rows.items():
            names = re.findall(r"`([^`]+)`", tests)
            if names:
                shown[clause] = names
    assert page(shown) == TEXT, "make rules writes it again"


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_clause_that_a_game_cites_is_told(game: object) -> None:
    one = next(found for found in GAMES if found is game)
    rows = parts()[one.text]
    cited = {clause for clause in clauses_of(one) if clause.startswith(f"{one.text} ")}
    # A line of a paytable is told with its table.
    assert cited - set(rows) - set(line_clauses(one)) == set()
    assert [clause for clause, (what, *_) in rows.items() if not what] == []
    assert "src/" not in TEXT


def test_every_test_that_shows_a_clause_is_told(request: pytest.FixtureRequest) -> None:
    rows = {clause: cells for text in parts().values() for clause, cells in text.items()}
    missing = [
        (clause, test)
        for clause, test in marks(request.session.items)
        if test not in rows[clause][2]
    ]
    assert missing == [], "make rules tells them"


def test_every_test_that_is_told_exists() -> None:
    named = set(re.findall(r"`(test_\w+\.py): (\w+)`", TEXT))
    assert len(named) > 200
    files = {path.name: path.read_text(encoding="utf-8") for path in ROOT.glob("tests/**/*.py")}
    gone = [(file, name) for file, name in named if f"def test_{name}(" not in files[file]]
    assert gone == []


def test_clauses_stand_in_the_order_of_the_text() -> None:
    places = ["9.A", "10.B(2)", "10.B(10)", "12.F(6)(b)(iv)", "12.F(6)(b)(v)"]
    clauses = [f"MD-RET {place}" for place in places]
    assert sorted({*clauses}, key=in_order) == clauses


def test_what_is_done_is_told_from_the_data() -> None:
    one = next(game for game in GAMES if game.text == "MD-RET")
    told = deeds(one)
    assert told["MD-RET 11.B(1)(a)"] == ["1st Run: 1 to 3 times 1st Ante, at decision 1"]
    assert "all hands are void" in " ".join(told["MD-RET 13.A"])
    assert any("royal flush 500 to 1" in words for words in told["MD-RET 12.B"])
