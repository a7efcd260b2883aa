"""The lettering of the rule texts: every place that they number, in their order.

It knows how the texts number their lists, and nothing of the data.
"""

import re
from collections.abc import Callable, Iterator

Texts = Callable[[str], str]

#: The files of each text, by the first digits of their names. Two extractions of one text are read
#: as one: what either has is printed.
FILES = {"MD-LIR": ("004",), "MD-RET": ("000", "002"), "MD-DD": ("001",)}

_MARK = re.compile(r"([A-Z])\.\s|\((\d+)\)|\(([a-z]{1,4})\)")
_ROMAN = ("", "i", "ii", "iii", "iv", "v", "vi")


def clauses_in(chapter: str) -> Iterator[str]:
    """The places of a chapter's numbered lines: `A`, `A(1)`, `A(1)(a)`, `A(1)(a)(i)`; and numbers
    once more below a number or a Roman mark, `B(6)(1)`, `F(6)(b)(iii)(1)`.
    """
    place: list[str] = []
    for raw in chapter.splitlines():
        line = raw.strip().removeprefix("- ").strip()
        # Several marks may stand before the words, as in `A. (1) A player ...`.
        while mark := _MARK.match(line):
            section, number, letter = mark.groups()
            if section:
                place = [section]
            elif number:
                place = _numbered(place, number)
            elif letter in _ROMAN and _continues(place[:4], letter):
                place = [*place[:3], letter]
            else:
                place = [*place[:2], letter]
            if place[0].isupper():  # a mark before any section is a garbled one
                yield place[0] + "".join(f"({part})" for part in place[1:])
            line = line[mark.end() :].strip()


def _numbered(place: list[str], number: str) -> list[str]:
    """The place of a number: the next of its section's, or the first or next of a list below."""
    if len(place) == 1 or int(number) == int(place[1]) + 1:
        return [*place[:1], number]
    below = place[-1].isdigit() and len(place) in (3, 5)
    if below and int(number) == int(place[-1]) + 1:
        return [*place[:-1], number]
    if number == "1" and len(place) in (2, 4):
        return [*place, number]
    return [*place[:1], number]


def _continues(place: list[str], roman: str) -> bool:
    """Whether a mark goes on with the Roman list, rather than being the letter i or v."""
    if len(place) == 3:
        return roman == "i" and place[2] != "h"
    return len(place) == 4 and _ROMAN.index(roman) == _ROMAN.index(place[3]) + 1


def printed(texts: Texts) -> dict[str, list[str]]:
    """The clauses of each text in its order, each once, chapters themselves included."""
    found: dict[str, dict[str, None]] = {}
    for cite, files in FILES.items():
        dotted = cite == "MD-DD"
        opening = r"^\.(\d\d) (?=[A-Z])" if dotted else r"^Chapter (\d+) [-\u2013]"
        for file in files:
            _, *parts = re.split(opening, texts(file), flags=re.MULTILINE)
            for number, chapter in zip(parts[::2], parts[1::2], strict=True):
                start = f"{cite} .{number}" if dotted else f"{cite} {number}"
                for place in ("", *clauses_in(chapter)):
                    between = "." if place and not dotted else ""
                    found.setdefault(cite, {})[f"{start}{between}{place}"] = None
    return {cite: list(places) for cite, places in found.items()}


#: A numbered line of a regulation: its depth is in its indentation.
_REGULATION_MARK = re.compile(r"( +)(\.\d\d|[A-Z]\.|\(\w+\))\s")


def regulation_places(text: str) -> list[str]:
    """The places of a regulation's numbered lines, in their order: `.02`, `.02F`, `.02F(3)`."""
    places: list[str] = []
    stack: list[str] = []
    for line in text.splitlines():
        if mark := _REGULATION_MARK.match(line):
            depth = (len(mark[1]) - 2) // 2
            stack = [*stack[:depth], mark[2].rstrip(".")]
            places.append("".join(stack))
    return places
