"""`fairdeal clauses` as a regulator, a lab or a developer asks it."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Ran

from fairdeal.clauses import clause_tests, index
from fairdeal.games import GAMES

Run = Callable[..., Ran]


def listed(ran: Ran) -> list[str]:
    assert ran.code == 0, ran.err
    return [one["clause"] for one in ran.json["clauses"]]


def test_all_texts_by_chapter_with_the_counts_at_the_end(fairdeal: Run) -> None:
    ran = fairdeal("clauses")
    assert ran.code == 0
    for game in GAMES:
        assert f"{game.text}: {game.title}, {game.place}" in ran.out
    assert "\n2  The table\n" in ran.out
    assert "\n.12  Payout odds\n" in ran.out
    counted = re.search(
        r"^([\d,]+) clauses: (\d+) code, (\d+) procedure, (\d+) paper, (\d+) physical only, "
        r"(\d+) outside the product, (\d+) not met yet, (\d+) opening a list; 0 without a test\.$",
        " ".join(ran.out.rsplit("\n\n", 1)[1].split("One clause")[0].split()),
        re.MULTILINE,
    )
    assert counted
    total, *ways = (int(number.replace(",", "")) for number in counted.groups())
    of_games = 495 + 353 + 10 + 213  # the letters of the four texts
    assert total == sum(ways) > of_games
    of_law = fairdeal("clauses", "COMAR", "--json").json["clauses"]
    assert total == of_games + len(of_law)


def test_a_regulation_a_section_and_what_there_is_none_of(fairdeal: Run) -> None:
    every = listed(fairdeal("clauses", "COMAR 36.05.03", "--json"))
    assert every[0] == "COMAR 36.05.03.01A"
    assert listed(fairdeal("clauses", "comar", "36.05.03.14C", "--json")) == ["COMAR 36.05.03.14C"]
    assert {
        one.rpartition("(")[0]
        for one in listed(fairdeal("clauses", "COMAR", "36.05.03.04C", "--json"))
    } == {"", "COMAR 36.05.03.04C"}
    ran = fairdeal("clauses", "COMAR 36.05.03.04C(9)")
    assert ran.code == 2
    assert "COMAR 36.05.03.04C has no such part" in ran.err


def test_what_is_not_met_yet_says_what_is_missing(fairdeal: Run) -> None:
    ran = fairdeal("clauses", "COMAR", "--missing", "--json")
    assert (ran.code == 1) == bool(ran.json["clauses"])
    for one in ran.json["clauses"]:
        assert one["met"] == "open"
        assert all(how["words"] != [""] for how in one["how"])


@pytest.mark.parametrize(
    "asked",
    [(), ("let-it-ride",), ("MD-RET", "11"), ("MD-RET", "11.I(3)"), ("double-draw", "--missing")],
)
def test_eighty_columns_are_enough(
    fairdeal: Run, monkeypatch: pytest.MonkeyPatch, asked: tuple[str, ...]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    ran = fairdeal("clauses", *asked)
    assert ran.code == 0
    assert max(len(line) for line in ran.out.splitlines()) <= 80


@pytest.mark.parametrize(
    ("asked", "first", "last"),
    [
        (["let-it-ride"], "MD-LIR 1.A", "MD-LIR 13.H(2)"),
        (["run-em-twice"], "MD-RET 1.A", "PA-RET helpline"),
        (["MD-RET"], "MD-RET 1.A", "MD-RET 13.G"),
        (["md-dd"], "MD-DD .01A", "MD-DD .13F(2)"),
        (["MD-RET 11.I"], "MD-RET 11.I", "MD-RET 11.I(3)(e)"),
        (["MD-RET", "11.I"], "MD-RET 11.I", "MD-RET 11.I(3)(e)"),
        (["run-em-twice", "11.i(3)"], "MD-RET 11.I(3)", "MD-RET 11.I(3)(e)"),
        (["MD-LIR", "1"], "MD-LIR 1.A", "MD-LIR 1.B(6)"),
        (["MD-DD", ".05F"], "MD-DD .05F", "MD-DD .05F(3)"),
        (["PA-RET", "center"], "PA-RET center", "PA-RET center"),
    ],
)
def test_a_game_a_text_or_a_clause(fairdeal: Run, asked: list[str], first: str, last: str) -> None:
    found = listed(fairdeal("clauses", *asked, "--json"))
    assert (found[0], found[-1]) == (first, last)
    assert len(found) == len(set(found))


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["run-em-twic"], "did you mean run-em-twice?"),
        (["MD-LIT"], "did you mean MD-LIR?"),
        (["MD-RET", "11.Z"], "MD-RET 11 has no such part"),
        (["md-ret", "11.i(3)(z)"], "MD-RET 11.I(3) has no such part"),
        (["MD-RET", "99"], "there is no clause 'MD-RET 99'"),
        (["PA-RET", "centre"], "did you mean PA-RET center?"),
        (["nothing", "of", "this"], "there is no game and no text 'nothing'"),
    ],
)
def test_what_there_is_not_is_told_kindly(fairdeal: Run, asked: list[str], told: str) -> None:
    ran = fairdeal("clauses", *asked)
    assert ran.code == 2
    assert ran.out == ""
    assert told in ran.err
    assert len(ran.err.splitlines()) == 1


def test_one_clause_with_all_that_is_known_of_it(fairdeal: Run) -> None:
    out = fairdeal("clauses", "MD-RET 11.I(3)(b)").out
    assert "11.I(3)(b)  1st Run pushes, 2nd loses: the Center pushes" in out
    assert "code: src/fairdeal/table/payout.py:settle_wager" in out
    assert "reading: center-outcome" in out
    assert re.search(r"shown by tests/test_settle_run_em_twice\.py *\n +test_center *\n", out)


def test_what_only_people_can_meet_says_why(fairdeal: Run) -> None:
    assert "physical only: the dealer's hands" in fairdeal("clauses", "MD-LIR 9.A(2)(a)").out


def test_the_document(fairdeal: Run) -> None:
    ran = fairdeal("clauses", "MD-LIR", "5.F", "--json")
    (cut, bottom, _) = ran.json["clauses"]
    tests = cut.pop("tests")
    name = "test_5_f_the_cut_is_ten_cards_in_and_ten_from_the_bottom"
    assert f"tests/table/test_chapter_5_shuffle_and_cut.py::{name}" in tests
    assert cut == {
        "clause": "MD-LIR 5.F",
        "game": "let-it-ride",
        "jurisdiction": "maryland",
        "asks": "the cover card goes in ten cards deep at least",
        "met": "procedure",
        "how": [
            {
                "way": "procedure",
                "where": "table/decide/opening.py:cut",
                "words": ["the cards are cut, the cover card at least ten cards in"],
            }
        ],
        "readings": ["cut-depth"],
        "missing": False,
    }
    assert bottom["clause"] == "MD-LIR 5.F(1)"
    met = {"procedure": 2, "physical": 1}
    assert {way: number for way, number in ran.json["counts"].items() if number} == met
    assert ran.json["missing"] == 0


def test_none_is_missing(fairdeal: Run) -> None:
    for game in GAMES:
        ran = fairdeal("clauses", game.text, "--missing")
        assert (ran.code, ran.out.strip()) == (0, "Every clause is met, and shown by a test.")
        assert fairdeal("clauses", game.text, "--missing", "--json").json["clauses"] == []


def test_one_that_is_missing_is_listed_and_fails(
    fairdeal: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    without = {
        name: tests for name, tests in clause_tests.shipped_tests().items() if name != "MD-RET 11.G"
    }
    monkeypatch.setattr(index, "shipped_tests", lambda: without)
    ran = fairdeal("clauses", "MD-RET", "--missing")
    assert ran.code == 1
    assert "11.G" in ran.out
    assert "no test shows it" in ran.out
    assert ran.out.rstrip().endswith("1 clause: 1 procedure; 1 without a test.")
    told: Any = fairdeal("clauses", "MD-RET", "--missing", "--json")
    assert (told.code, told.json["missing"]) == (1, 1)
    assert fairdeal("clauses", "--missing", "let-it-ride").code == 0


def test_it_works_where_there_are_no_tests(fairdeal_process: Run, tmp_path: Path) -> None:
    """What the marks say is data of the package: no file of the tests is read."""
    source = (ROOT / "src" / "fairdeal" / "clauses").rglob("*.py")
    assert not any("pytest" in path.read_text(encoding="utf-8") for path in source)
    ran = fairdeal_process("clauses", "MD-DD .11C(4)", "--json", HOME=str(tmp_path))
    (clause,) = json.loads(ran.out)["clauses"]
    assert clause["tests"]
