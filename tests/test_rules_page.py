"""The rules as implemented: the page says what the index and the tests say."""

import re
from collections.abc import Iterator

import pytest

from fairdeal.clauses.clause_tests import PATH, shipped_tests
from fairdeal.clauses.index import index_of
from fairdeal.games import GAMES
from fairdeal.rulebook.game import Game
from fairdeal.wording.clauses import ComplianceMethod, compliance_by_clause, in_order
from tools.rules_page import PAGE, REGULATIONS_PAGE, page, regulations_page

TEXT = PAGE.read_text(encoding="utf-8")


def rows() -> Iterator[tuple[str, list[str]]]:
    """The page's rows: the clause, what it asks, how it is met, the tests."""
    text = ""
    for line in TEXT.splitlines():
        if heading := re.fullmatch(r"## .* \(([A-Z-]+)\)", line):
            text = heading[1]
        elif line.startswith("| ") and not line.startswith(("| clause", "| ---")):
            place, *cells = (cell.strip() for cell in line[1:-1].split(" | "))
            yield f"{text} {place}", cells


ROWS = dict(rows())


def test_the_page_is_written_again_the_same() -> None:
    assert page(shipped_tests()) == TEXT, "make rules writes it again"
    regulations = REGULATIONS_PAGE.read_text(encoding="utf-8")
    assert regulations_page(shipped_tests()) == regulations, "make rules writes it again"


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_clause_is_told(game: Game) -> None:
    for clause in index_of(game):
        if clause.chapter:
            assert f"### {clause.name}: {clause.asks}\n" in TEXT
            continue
        asks, how, tests = ROWS[clause.name]
        assert asks == clause.asks
        assert bool(how) == (clause.way is not ComplianceMethod.HEADING or bool(clause.readings))
        assert tests.count("`") == 2 * len(clause.tests)
        assert ("physical only: " in how) == (clause.way is ComplianceMethod.PHYSICAL)


def test_every_link_leads_somewhere() -> None:
    text = TEXT + REGULATIONS_PAGE.read_text(encoding="utf-8")
    links = set(re.findall(r"\]\(([^)#]+)\)", text))
    assert len(links) > 20
    assert [link for link in links if not (PAGE.parent / link).is_file()] == []


def test_what_is_shipped_has_the_tests_in_order() -> None:
    """So that two who add tests meet in few lines."""
    tests = re.findall(r'^ "([^"]+)": \[', PATH.read_text(encoding="utf-8"), re.MULTILINE)
    assert tests == sorted(tests)


def test_clauses_stand_in_the_order_of_the_text() -> None:
    places = ["9.A", "10.B(2)", "10.B(10)", "12.F(6)(b)(iv)", "12.F(6)(b)(v)"]
    clauses = [f"MD-RET {place}" for place in places]
    assert sorted({*clauses}, key=in_order) == clauses


def test_what_is_done_is_told_from_the_data() -> None:
    one = next(game for game in GAMES if game.text == "MD-RET")
    told = {
        name: [deed.words for deed in found] for name, found in compliance_by_clause(one).items()
    }
    assert told["MD-RET 11.B(1)(a)"] == ["1st Run: 1 to 3 times 1st Ante, at decision 1"]
    assert "all hands are void" in " ".join(told["MD-RET 13.A"])
    assert any("royal flush 500 to 1" in words for words in told["MD-RET 12.B"])
