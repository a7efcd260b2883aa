"""Every clause that the data or a test cites stands in its rule text."""

import re
from collections.abc import Callable, Iterator

import pytest

from fairdeal.games import GAMES
from fairdeal.rulebook.clauses import clause_form, clauses_of

Texts = Callable[[str], str]

FILES = {"MD-LIR": ("004",), "MD-RET": ("000", "002"), "MD-DD": ("001",)}
#: Printed as (v) behind a list that it does not belong to; readings cite it without the list.
MISPLACED = {"MD-RET 12.F(6)(v)"}

FORMS = [form for game in GAMES if (form := clause_form(game))]

_MARK = re.compile(r"([A-Z])\.\s|\((\d+)\)|\(([a-z]{1,4})\)")
_ROMAN = ("", "i", "ii", "iii", "iv", "v", "vi")


def clauses_in(chapter: str) -> Iterator[str]:
    """The places of a chapter's numbered lines: `A`, `A(1)`, `A(1)(a)`, `A(1)(a)(i)`."""
    place: list[str] = []
    for raw in chapter.splitlines():
        line = raw.strip().removeprefix("- ").strip()
        # Several marks may stand before the words, as in `A. (1) A player ...`.
        while mark := _MARK.match(line):
            section, number, letter = mark.groups()
            if section:
                place = [section]
            elif number and not (len(place) == 4 and int(number) != int(place[1]) + 1):
                place = [*place[:1], number]
            elif number:
                pass  # a list below a Roman mark, which nobody cites
            elif letter in _ROMAN and _continues(place, letter):
                place = [*place[:3], letter]
            else:
                place = [*place[:2], letter]
            yield place[0] + "".join(f"({part})" for part in place[1:])
            line = line[mark.end() :].strip()


def _continues(place: list[str], roman: str) -> bool:
    """Whether a mark goes on with the Roman list, rather than being the letter i or v."""
    if len(place) == 3:
        return roman == "i" and place[2] != "h"
    return len(place) == 4 and _ROMAN.index(roman) == _ROMAN.index(place[3]) + 1


def printed(texts: Texts) -> dict[str, set[str]]:
    """The clauses of each text, chapters themselves included."""
    found: dict[str, set[str]] = {}
    for cite, files in FILES.items():
        dotted = cite == "MD-DD"
        opening = r"^\.(\d\d) (?=[A-Z])" if dotted else r"^Chapter (\d+) [-\u2013]"
        for file in files:
            _, *parts = re.split(opening, texts(file), flags=re.MULTILINE)
            for number, chapter in zip(parts[::2], parts[1::2], strict=True):
                start = f"{cite} .{number}" if dotted else f"{cite} {number}"
                inside = {f"{start}{'' if dotted else '.'}{part}" for part in clauses_in(chapter)}
                found.setdefault(cite, set()).update({start}, inside)
    return found


def missing(clauses: set[str], texts: Texts) -> list[str]:
    known = printed(texts)
    return sorted(
        clause
        for clause in clauses - MISPLACED
        if not any(form.fullmatch(clause) for form in FORMS)
        or (not clause.startswith("PA-RET") and clause not in known[clause.split()[0]])
    )


def test_every_clause_of_the_data(rule_texts: Texts) -> None:
    cited = {clause for game in GAMES for clause in clauses_of(game)}
    assert len(cited) > 300
    assert missing(cited, rule_texts) == []


def test_every_clause_that_a_test_shows(request: pytest.FixtureRequest, rule_texts: Texts) -> None:
    shown = {mark.args[0] for item in request.session.items for mark in item.iter_markers("clause")}
    assert missing(shown, rule_texts) == []


def test_a_clause_that_does_not_exist_is_noticed(rule_texts: Texts) -> None:
    wrong = {"MD-LIR 12.A(1)(j)", "MD-RET 14", "MD-DD .12C", "MD-RET 12.G(3)", "PA-RET envy"}
    assert missing(wrong, rule_texts) == sorted(wrong)
