"""The index of clauses: complete beside the texts, met by code that exists, shown by tests."""

import ast
import re
from functools import cache

import pytest
from conftest import ROOT
from games.three_streets import THREE_STREETS
from lettering import Texts, printed, regulation_places

from fairdeal.clauses.clause_tests import group_by_clause, shipped_tests
from fairdeal.clauses.index import (
    Clause,
    count_by_way,
    index_of,
    index_of_regulation,
    is_within,
    parent_clause,
)
from fairdeal.clauses.regulations import REGULATIONS, Regulation
from fairdeal.clauses.texts import FOLDER, rows_of
from fairdeal.games import GAMES, find_game
from fairdeal.rulebook.clauses import clauses_of, clauses_of_tables
from fairdeal.rulebook.game import Game
from fairdeal.wording.clauses import ComplianceMethod, compliance_by_clause, in_order
from tools.rules_page import marks, name_of

#: The games whose text has an index; another is held to what its data cite.
INDEXED = [game for game in GAMES if rows_of(game.text)]
LAW = {one: index_of_regulation(one, GAMES) for one in REGULATIONS}
INDEX: dict[str, Clause] = {
    clause.name: clause
    for found in [*(index_of(game) for game in GAMES), *LAW.values()]
    for clause in found
}
#: Printed as (v) of a list that it does not belong to; it is cited, and indexed, without the list.
MISPLACED = {"MD-RET 12.F(6)(b)(v)": "MD-RET 12.F(6)(v)"}

every_indexed = pytest.mark.parametrize("game", INDEXED, ids=str)
every_game = pytest.mark.parametrize("game", GAMES, ids=str)
every_regulation = pytest.mark.parametrize("regulation", REGULATIONS, ids=lambda one: one.file)


# Beside the texts ---------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["MD-LIR", "MD-RET", "MD-DD"])
def test_every_letter_of_the_text_is_in_the_index_and_nothing_else(
    text: str, rule_texts: Texts
) -> None:
    letters = [MISPLACED.get(name, name) for name in printed(rule_texts)[text]]
    assert len(letters) > 200
    told = [name for name in INDEX if name.startswith(f"{text} ")]
    assert [name for name in letters if name not in told] == []
    assert [name for name in told if name not in letters] == []
    # The order of the index is that of the text.
    assert told == sorted(letters, key=in_order)


def test_the_lettering_is_read_where_lists_lie_in_lists(rule_texts: Texts) -> None:
    letters = printed(rule_texts)["MD-RET"]
    for place in ("2.B(6)(1)", "2.B(6)(2)", "12.F(6)(b)(iv)(3)", "11.I(3)(e)", "12.H(4)(b)"):
        assert f"MD-RET {place}" in letters
    for place in ("2.B(6)(3)", "12.F(6)(b)(iv)(4)", "14", "12.G(3)", "2.D", "8.b"):
        assert f"MD-RET {place}" not in letters


@pytest.mark.parametrize("text", ["MD-LIR", "MD-RET", "MD-DD"])
def test_the_words_are_our_own(text: str, rule_texts: Texts) -> None:
    """No line of six words or more stands in its text."""
    file = {"MD-LIR": "004", "MD-RET": "000", "MD-DD": "001"}[text]
    words = re.sub(r"[^a-z0-9 ]+", " ", rule_texts(file).lower().replace("\n", " "))
    words = " ".join(words.split())
    for row in rows_of(text):
        line = " ".join(re.sub(r"[^a-z0-9 ]+", " ", row.asks.lower()).split())
        assert len(line.split()) < 6 or line not in words, row


def _above(place: str) -> str:
    return place[: place.rindex("(")] if "(" in place else ""


@every_regulation
def test_every_section_of_a_regulation_is_in_the_index(
    regulation: Regulation, rule_texts: Texts
) -> None:
    """Every section is listed; where a part of a list is, its whole list is, and in its order."""
    printed_places = regulation_places(rule_texts(f"comar-{regulation.text.split()[1]}"))
    listed = [row.place for row in rows_of(regulation.file)]
    opened = {_above(place) for place in listed}
    wanted = [one for one in printed_places if "(" not in one or _above(one) in opened]
    assert len(wanted) > 50
    assert listed == wanted


@every_regulation
def test_the_words_about_a_regulation_are_our_own(
    regulation: Regulation, rule_texts: Texts
) -> None:
    text = rule_texts(f"comar-{regulation.text.split()[1]}").lower()
    words = " ".join(re.sub(r"[^a-z0-9 ]+", " ", text.replace("\n", " ")).split())
    for row in rows_of(regulation.file):
        line = " ".join(re.sub(r"[^a-z0-9 ]+", " ", row.asks.lower()).split())
        assert len(line.split()) < 6 or line not in words, row


@every_indexed
def test_every_clause_has_its_line_but_those_of_paytables(game: Game) -> None:
    lines = {f"{game.text} {row.place}" for row in rows_of(game.text)}
    tables = {name for wager in game.wagers for name in clauses_of_tables(wager.pays)}
    assert [one.name for one in index_of(game) if one.name not in lines | tables] == []


def test_a_card_without_letters_is_indexed_by_its_parts() -> None:
    card = find_game("run-em-twice", "pennsylvania")
    assert [clause.place for clause in index_of(card)] == list(card.headings)
    assert not any(clause.chapter for clause in index_of(card))


# What is cited ------------------------------------------------------------------------------------


@every_indexed
def test_every_clause_of_the_data_is_in_the_index(game: Game) -> None:
    cited = set(clauses_of(game))
    assert len(cited) > 5
    assert sorted(cited - set(INDEX)) == []


def test_every_clause_that_a_test_is_marked_with_is_in_the_index(
    request: pytest.FixtureRequest,
) -> None:
    marked = {clause for clause, _ in marks(request.session.items)}
    assert sorted(marked - set(INDEX)) == []


@pytest.mark.parametrize(
    "wrong",
    ["MD-LIR 12.A(1)(j)", "MD-RET 14", "MD-DD .12C", "MD-RET 12.G(3)", "PA-RET envy", "MD-RET 2.D"],
)
def test_what_does_not_exist_is_in_no_index(wrong: str) -> None:
    assert wrong not in INDEX


# How it is met ------------------------------------------------------------------------------------


@cache
def names_in(file: str) -> set[str]:
    """What a module defines at its top."""
    tree = ast.parse((ROOT / "src" / "fairdeal" / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def test_what_meets_a_clause_exists() -> None:
    for clause in INDEX.values():
        assert clause.asks, clause.name
        for deed in clause.met:
            if deed.way in (
                ComplianceMethod.CODE,
                ComplianceMethod.PROCEDURE,
                ComplianceMethod.PAPER,
            ):
                file, _, name = deed.where.partition(":")
                assert name in names_in(file), (clause.name, deed.where)
            if deed.way is ComplianceMethod.PHYSICAL:
                assert len(deed.words.split()) > 1 or deed.words == "furniture", "and why"
            if deed.way in (ComplianceMethod.OUTSIDE, ComplianceMethod.OPEN):
                assert deed.words, (clause.name, "says why, or what is missing")


@every_game
def test_what_the_data_cite_is_not_told_twice(game: Game) -> None:
    """How a clause is met is written by hand only where no data cite it."""
    done = compliance_by_clause(game)
    twice = [
        row.place for row in rows_of(game.text) if row.met and f"{game.text} {row.place}" in done
    ]
    assert twice == []


@every_indexed
def test_only_what_opens_a_list_is_met_by_nothing(game: Game) -> None:
    """Or what is written down as saying nothing more: that terms are to follow."""
    empty = [
        clause.name
        for clause in index_of(game)
        if clause.way is ComplianceMethod.HEADING and not clause.parts and not clause.chapter
    ]
    assert empty in ([], [f"{game.text} 1.A"], [f"{game.text} .01A"])


def test_every_file_is_of_a_text_and_names_a_place_once() -> None:
    texts = {path.stem for path in FOLDER.iterdir()}
    assert texts >= {"MD-LIR", "MD-RET", "PA-RET", "MD-DD"}
    assert texts == {game.text for game in INDEXED} | {one.file for one in REGULATIONS}
    for text in texts:
        places = [row.place for row in rows_of(text)]
        assert len(places) == len(set(places))


def test_a_paytable_is_told_from_the_data() -> None:
    assert INDEX["MD-LIR 12.A(1)(a)"].asks == "royal flush: 1,000 to 1"
    assert INDEX["MD-RET 12.H(1)(b)"].asks == "straight flush: $300"
    assert INDEX["MD-LIR 12.F(2)(e)"].asks == "E: mega $10,000, major $1,000 and minor $250"
    assert not {"12.A", "12.A(1)", "12.A(1)(a)"} & {row.place for row in rows_of("MD-LIR")}


# Which tests show it ------------------------------------------------------------------------------


def test_no_clause_is_without_a_test() -> None:
    """But for those that only people can meet."""
    clauses = [clause for game in INDEXED for clause in index_of(game)]
    assert [clause.name for clause in clauses if clause.is_missing] == []
    ways = count_by_way(clauses)
    assert ways[ComplianceMethod.PHYSICAL] < 80
    assert sum(ways.values()) == sum(not clause.chapter for clause in clauses)


@every_regulation
def test_what_is_met_of_a_regulation_is_shown_by_a_test(regulation: Regulation) -> None:
    missing = [one for one in LAW[regulation] if one.is_missing]
    assert [one.name for one in missing if one.way is not ComplianceMethod.OPEN] == []


def test_a_section_that_asks_what_a_game_asks_is_met_as_there() -> None:
    section, clause = INDEX["COMAR 36.05.03.27A(2)"], INDEX["MD-RET 5.A(2)"]
    assert section.way is clause.way is ComplianceMethod.PROCEDURE
    assert section.tests == clause.tests != ()
    assert [deed.words for deed in section.met] == ["as MD-RET 5.A(2)"]


def test_every_clause_that_code_meets_lists_a_test_of_its_own() -> None:
    clauses = [one for one in INDEX.values() if not one.chapter]
    by_code = [one for one in clauses if any(deed.way is ComplianceMethod.CODE for deed in one.met)]
    assert len(by_code) > 300
    assert [one.name for one in by_code if not one.tests] == []


@every_game
def test_without_tests_every_clause_that_asks_something_is_missing(game: Game) -> None:
    bare = index_of(game, {})
    missing = {clause.name for clause in bare if clause.is_missing}
    assert missing == {
        clause.name
        for clause in bare
        if clause.way in (ComplianceMethod.CODE, ComplianceMethod.PROCEDURE, ComplianceMethod.PAPER)
        and not clause.chapter
    }


def test_a_clause_is_shown_by_its_parts_if_each_is() -> None:
    game = find_game("let-it-ride")
    rows = [f"MD-LIR 12.A(1)({letter})" for letter in "abcdefghi"]

    def missing(*shown_ones: str) -> set[str]:
        tests = group_by_clause({"tests/test_x.py::test_y": shown_ones})
        return {one.name for one in index_of(game, tests) if one.is_missing}

    assert "MD-LIR 12.A(1)" not in missing(*rows)
    assert "MD-LIR 12.A" in missing(*rows), "B and C are not"
    assert {"MD-LIR 12.A(1)", rows[-1]} <= missing(*rows[:-1])
    # A part is not shown by what it is a part of.
    assert rows[0] in missing("MD-LIR 12.A(1)")


def test_what_is_shipped_is_what_the_tests_say(request: pytest.FixtureRequest) -> None:
    """Of the tests of this run: every mark is shipped, and nothing that no mark says."""
    marked: dict[str, set[str]] = {}
    for clause, test in marks(request.session.items):
        marked.setdefault(test, set()).add(clause)
    shipped: dict[str, set[str]] = {}
    for clause, tests in shipped_tests().items():
        for test in tests:
            shipped.setdefault(test, set()).add(clause)
    assert {
        t: c - shipped.get(t, set()) for t, c in marked.items() if c - shipped.get(t, set())
    } == {}, "make rules ships it"
    config = request.config
    if config.getoption("keyword") or any("::" in one for one in config.args):
        return  # some cases of a test were left out
    ran = {name_of(item) for item in request.session.items}
    left = {t: c - marked.get(t, set()) for t, c in shipped.items() if t in ran}
    assert {t: c for t, c in left.items() if c} == {}, "make rules takes it out"


def test_every_test_that_is_shipped_exists() -> None:
    tests = {test for found in shipped_tests().values() for test in found}
    assert len(tests) > 300
    texts = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in ROOT.glob("tests/**/test_*.py")
    }
    gone = []
    for test in tests:
        file, _, name = test.partition("::")
        if f"def {name}(" not in texts.get(file, "") or "clause(" not in texts[file]:
            gone.append(test)
    assert gone == [], "make rules takes it out"


# Places -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "up"),
    [
        ("MD-RET 11.I(3)(b)", "MD-RET 11.I(3)"),
        ("MD-RET 11.I(3)", "MD-RET 11.I"),
        ("MD-RET 11.I", "MD-RET 11"),
        ("MD-RET 11", ""),
        ("MD-DD .11C(4)", "MD-DD .11C"),
        ("MD-DD .11C", "MD-DD .11"),
        ("MD-DD .11", ""),
        ("PA-RET center", ""),
    ],
)
def test_what_a_clause_is_a_part_of(name: str, up: str) -> None:
    assert parent_clause(name) == up


def test_a_clause_is_within_what_is_above_it() -> None:
    assert is_within("MD-RET 11.I(3)(b)", "MD-RET 11.I")
    assert is_within("MD-RET 11.I(3)(b)", "md-ret 11.i(3)(B)")
    assert not is_within("MD-RET 11.I(3)", "MD-RET 11.I(3)(b)")
    assert not is_within("MD-RET 11.A", "MD-RET 1")
    assert not is_within("MD-LIR 12.A(1)(i)", "MD-LIR 12.A(1)(ii)")


# A game of one's own ------------------------------------------------------------------------------


def test_an_invented_game_needs_no_index() -> None:
    """Its index is what its data cite."""
    found = index_of(THREE_STREETS, {})
    own = {name for name in clauses_of(THREE_STREETS) if name.startswith(f"{THREE_STREETS.text} ")}
    cited_by_readings = {name for one in THREE_STREETS.readings for name in one.clauses}
    assert own - cited_by_readings <= {clause.name for clause in found} <= own
    assert all(clause.asks and clause.met for clause in found)
