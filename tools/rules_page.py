"""The rules as implemented, clause by clause: `make rules` asks the tests which clauses they show,
writes that down for the product to ship, and docs/rules.md and docs/regulations.md from it and from
the index.
"""

import contextlib
import io
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from fairdeal import games
from fairdeal.clauses.clause_tests import PATH, ClauseTests, group_by_clause
from fairdeal.clauses.index import Clause, index_of, index_of_regulation
from fairdeal.clauses.regulations import REGULATIONS, Regulation
from fairdeal.clauses.summary import WAY_WORDS, totals_text, ways_met
from fairdeal.games import GAMES, games_in
from fairdeal.rulebook.game import Game
from fairdeal.wording.clauses import ComplianceMethod

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "rules.md"
REGULATIONS_PAGE = ROOT / "docs" / "regulations.md"
_COLLECT = ("--collect-only", "-q", "-p", "no:cacheprovider", "-n0", "-m", "")
_HEAD = """# The rules as implemented

This page lists every clause of the rule texts. Read it beside the texts. Each row says in our own
words what the clause asks, how it is met, by which reading where the text is silent, and which
tests show it. `make rules` writes the page. `fairdeal clauses` prints the same at a terminal, and
`fairdeal readings` prints the readings in full.

| a clause is met by | meaning |
| --- | --- |
| code | the program does it, computes it, or refuses what is against it |
| procedure | the program tells the dealer or the floorperson to do it, and waits |
| paper | it stands on a paper that is hung up or filed |
| physical only | hands, furniture and gestures: people do it, and the program does not claim it |

A clause that opens a list is met by the clauses of the list. The third column links to the code.
Numbers, odds and hands are in the game's own file. A test compares the index with the letters of
the texts (`test_clauses.py`). Another compares every paytable with their digits
(`test_paytables_against_texts.py`). Both need the texts at hand.

[Choices worth knowing](rules-choices.md) lists decisions that reach beyond a single clause.
[The law around the table](regulations.md) does the same for Maryland's regulations.
"""
_REGULATIONS_HEAD = """# The law around the table

The texts of the games refer to Maryland's regulations about equipment, table game procedures,
internal controls and exclusion. This page lists their sections. Each row says in our own words what
the section asks, and how the product meets it. `make rules` writes the page.
`fairdeal clauses COMAR 36.05.03.04` prints a part of it, and `fairdeal clauses --missing` prints
what the product does not meet yet.

| a section is met by | meaning |
| --- | --- |
| code, procedure, paper, physical only | as in [the rules of the games](rules.md) |
| outside the product | it binds the Commission, a building or another game; the row says which |
| not met yet | the product should do it and does not: what is missing is named |

Where a section asks what the text of a game asks too, the row says so with "as". The parts of a
section that lies outside the product are not listed one by one.
"""


class _Collector:
    """Hears which tests there are."""

    def __init__(self) -> None:
        self.found: dict[str, set[str]] = {}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for clause, test in marks(session.items):
            self.found.setdefault(test, set()).add(clause)


def marks(items: Iterable[pytest.Item]) -> Iterator[tuple[str, str]]:
    """The clauses that tests show, each with the test: `tests/FILE::NAME`."""
    for item in items:
        for mark in item.iter_markers("clause"):
            for clause in mark.args:
                yield clause, name_of(item)


def name_of(item: pytest.Item) -> str:
    """A test with all its cases: `tests/FILE::NAME`."""
    name = getattr(item, "originalname", None) or item.name
    return f"{item.path.relative_to(ROOT).as_posix()}::{name}"


def collected() -> dict[str, list[str]]:
    """The clauses of each test, as pytest finds them."""
    collector = _Collector()
    with contextlib.redirect_stdout(io.StringIO()):
        pytest.main([*_COLLECT, str(ROOT / "tests")], plugins=[collector])
    return {test: sorted(clauses) for test, clauses in sorted(collector.found.items())}


def page(tests: ClauseTests) -> str:
    """The page as it should be."""
    return "\n".join([_HEAD, *(_game(game, tests) for game in GAMES)])


def regulations_page(tests: ClauseTests) -> str:
    """The page of the regulations as it should be."""
    return "\n".join([_REGULATIONS_HEAD, *(_regulation(one, tests) for one in REGULATIONS)])


def _regulation(regulation: Regulation, tests: ClauseTests) -> str:
    clauses = index_of_regulation(regulation, GAMES, tests)
    lines = [f"## {regulation.title} ({regulation.text})", "", f"{totals_text(clauses)}.", ""]
    return "\n".join([*lines, *_rows(regulation.text, clauses), ""]).replace("\n\n\n", "\n\n")


def _game(game: Game, tests: ClauseTests) -> str:
    clauses = index_of(game, tests)
    lines = [f"## {game.title}, {game.place} ({game.text})", ""]
    if game.document:
        lines += [f"{game.document}.", ""]
    file = _file(game)
    lines += [f"Its numbers, odds and hands: [{file}](../src/fairdeal/games/{file}).", ""]
    lines += [f"{totals_text(clauses)}.", ""]
    return "\n".join([*lines, *_rows(game.text, clauses), ""]).replace("\n\n\n", "\n\n")


def _rows(text: str, clauses: Sequence[Clause]) -> Iterator[str]:
    """The rows of a text, in a table for each chapter."""
    if not clauses[0].chapter:
        yield from _TABLE
    for clause in clauses:
        if clause.chapter:
            name = clause.name if clause.name.startswith(f"{text}.") else f"{text} {clause.place}"
            yield from ("", f"### {name}: {clause.asks}", "", *_TABLE)
        else:
            yield _row(clause)


def _file(game: Game) -> str:
    """The file that a game stands in."""
    modules = [
        import_module(f"fairdeal.games.{found.name}") for found in iter_modules(games.__path__)
    ]
    (found,) = (module for module in modules if game in games_in(module))
    return f"{found.__name__.rpartition('.')[2]}.py"


_TABLE = ("| clause | what it asks | how it is met | shown by |", "| --- | --- | --- | --- |")


def _row(clause: Clause) -> str:
    how = [_met(way, where, words) for (way, where), words in ways_met(clause).items()]
    if clause.readings:
        how.append("reading " + ", ".join(f"`{name}`" for name in clause.readings))
    by = "<br>".join(f"`{_short(test)}`" for test in clause.tests)
    return f"| {clause.place} | {clause.asks} | {'; '.join(how)} | {by} |"


def _met(way: ComplianceMethod, where: str, words: list[str]) -> str:
    told = ", ".join(words)
    if not where:
        return f"{WAY_WORDS[way]}: {told}"
    file, _, name = where.partition(":")
    return f"{way}: [{name}](../src/fairdeal/{file})" + (f" ({told})" if told else "")


def _short(test: str) -> str:
    file, _, name = test.rpartition("/")[2].partition("::")
    return f"{file}: {name.removeprefix('test_')}"


def main() -> None:
    """Write what the tests say, and the page."""
    found = collected()
    PATH.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page(group_by_clause(found)), encoding="utf-8")
    REGULATIONS_PAGE.write_text(regulations_page(group_by_clause(found)), encoding="utf-8")
    sys.stdout.write(f"{PATH.name}, {PAGE.name} and {REGULATIONS_PAGE.name} are written\n")


if __name__ == "__main__":
    main()
