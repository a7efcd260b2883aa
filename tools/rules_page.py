"""The rules as implemented, clause by clause: `make rules` writes docs/rules.md from the games'
data and from the marks on the tests.
"""

import contextlib
import io
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from fairdeal.games import GAMES
from fairdeal.rulebook.game import Game
from fairdeal.wording.clauses import deeds, in_order, line_clauses

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "rules.md"
_COLLECT = ("--collect-only", "-q", "-p", "no:cacheprovider", "-n0", "-m", "")
_HEAD = """# The rules as implemented

Made by `make rules` from the games' data and from the marks on the tests: clause by clause, what
the program does, by which reading where the text is silent, and which test shows it. Readings in
full: `fairdeal readings`. What a clause asks of hands, furniture and gestures only is for people to
see to; the program neither knows nor claims it, and such clauses are not listed. A clause without
a test has none of its own: every paytable is compared with the digits of its text
(`test_paytables_against_texts.py`), and every clause that is cited is looked up there
(`test_clauses_exist.py`).

What was decided beyond single clauses is told in [choices worth knowing](rules-choices.md).
"""

#: By clause, the tests that show it.
Shown = Mapping[str, Iterable[str]]


class _Collector:
    """Hears which tests there are."""

    def __init__(self) -> None:
        self.found: dict[str, dict[str, None]] = {}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for clause, test in marks(session.items):
            self.found.setdefault(clause, {})[test] = None


def marks(items: Iterable[pytest.Item]) -> Iterable[tuple[str, str]]:
    """The clauses that tests show, each with the test's name."""
    for item in items:
        for mark in item.iter_markers("clause"):
            name = getattr(item, "originalname", None) or item.name
            yield mark.args[0], f"{item.path.name}: {name.removeprefix('test_')}"


def shown_by() -> Shown:
    """The tests by clause, as pytest finds them."""
    collector = _Collector()
    with contextlib.redirect_stdout(io.StringIO()):
        pytest.main(
            [
                "--collect-only",
                "-q",
                "-p",
                "no:cacheprovider",
                "-n0",
                "-m",
                "",
                str(ROOT / "tests"),
            ],
            plugins=[collector],
        )
    return collector.found


def page(shown: Shown) -> str:
    """The page as it should be."""
    return "\n".join([_HEAD, *(_game(game, shown) for game in GAMES)])


def _game(game: Game, shown: Shown) -> str:
    lines = [f"## {game.title}, {game.place} ({game.text})", ""]
    if game.document:
        lines += [f"{game.document}.", ""]
    done = {c: words for c, words in deeds(game).items() if c.startswith(f"{game.text} ")}
    readings: dict[str, list[str]] = {}
    for reading in game.readings:
        for clause in reading.clauses:
            if clause.startswith(f"{game.text} "):
                readings.setdefault(clause, []).append(reading.id)
    tests = {c: list(names) for c, names in shown.items() if c.startswith(f"{game.text} ")}
    lines_of = line_clauses(game)
    answers = {reading.id: reading.answer for reading in game.readings}
    lines += ["| clause | what is done | reading | shown by |", "| --- | --- | --- | --- |"]
    for clause in sorted({*done, *readings, *tests}, key=in_order):
        what = "; ".join(done.get(clause, [])) or _above(clause, done, lines_of)
        what = what or " ".join(answers[name] for name in readings.get(clause, []))
        what = what or "; ".join(dict.fromkeys(map(_in_words, sorted(tests.get(clause, [])))))
        asked = ", ".join(f"`{name}`" for name in readings.get(clause, []))
        by = "<br>".join(f"`{name}`" for name in sorted(tests.get(clause, [])))
        lines.append(f"| {clause.removeprefix(f'{game.text} ')} | {what} | {asked} | {by} |")
    return "\n".join([*lines, ""])


def _in_words(test: str) -> str:
    """What a test shows, by its name without the clause that some begin with."""
    words = test.partition(": ")[2].replace("_", " ")
    return re.sub(r"^(?:\d+ [a-z](?: \d+)* (?:to [a-z] )?)?", "", words)


def _above(clause: str, done: Mapping[str, list[str]], lines_of: Mapping[str, str]) -> str:
    """A place below one that says what is done, or a line of a paytable."""
    if clause in lines_of:
        return f"a line of {lines_of[clause].partition(' ')[2]}"
    above = clause
    while "(" in above:
        above = above[: above.rindex("(")]
        if above in done:
            return f"under {above.partition(' ')[2]}"
    return ""


if __name__ == "__main__":
    PAGE.write_text(page(shown_by()), encoding="utf-8")
    sys.stdout.write(f"{PAGE.name} is written\n")
