"""Finds the line of each key of a TOML file, which the standard library's parser does not give.

The text must have been parsed before, so that it is known to be TOML.
"""

import re
import tomllib
from typing import Final

from fairdeal.wire.fields import Path

#: One part of a key, bare or in quotes.
KEY: Final = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_DOTTED: Final = rf"{KEY}(?:\s*\.\s*{KEY})*"
_HEADER: Final = re.compile(rf"\s*\[\[?\s*({_DOTTED})\s*\]")
_ASSIGNMENT: Final = re.compile(rf"\s*({_DOTTED})\s*=")
# Strings of four kinds and comments, in which brackets do not count.
_TOKEN: Final = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*|[\[\]\n]',
    re.DOTALL,
)


class KeyLines(dict[Path, int]):
    """The line, from 1, of every table header and every key, by its full path."""

    def __init__(self) -> None:
        super().__init__()
        #: The first line below each path that only dotted keys or headers imply.
        self.implied: dict[Path, int] = {}

    def add(self, path: Path, line: int, table: Path = ()) -> None:
        """Add the line of a path inside a table; of several lines the first counts."""
        self.setdefault(path, line)
        for depth in range(len(table) + 1, len(path)):
            self.implied.setdefault(path[:depth], line)


def find_key_lines(text: str) -> KeyLines:
    """Return the lines of the keys of a text."""
    lines = KeyLines()
    table: Path = ()
    for number, line in _logical_lines(text):
        if header := _HEADER.match(line):
            table = key_path(header[1])
            lines.add(table, number)
        elif assignment := _ASSIGNMENT.match(line):
            lines.add(table + key_path(assignment[1]), number, table)
    return lines


def line_of(lines: KeyLines, path: Path) -> int:
    """Return the line of a key.

    For an implied key it is the line of the first key below it. For a missing key it is the line
    of the nearest table around it, or 1.
    """
    if path not in lines and path in lines.implied:
        return lines.implied[path]
    while path:
        if path in lines:
            return lines[path]
        path = path[:-1]
    return 1


def _logical_lines(text: str) -> list[tuple[int, str]]:
    """Return the lines of a text, with a value over many lines as one line."""
    found, start, number, depth, first = [], 0, 1, 0, 1
    for token in _TOKEN.finditer(text + "\n"):
        mark = token[0]
        if mark == "\n" and depth <= 0:
            found.append((first, text[start : token.start()]))
            start, depth = token.end(), 0
        depth += {"[": 1, "]": -1}.get(mark, 0)
        number += mark.count("\n")
        if start == token.end():
            first = number
    return found


def key_path(dotted: str) -> Path:
    """Return the keys of a dotted key, without quotes and escapes."""
    if '"' not in dotted and "'" not in dotted:
        return tuple(key.strip() for key in dotted.split("."))
    keys = []
    value: object = tomllib.loads(f"{dotted} = 0")
    while isinstance(value, dict):
        ((key, value),) = value.items()
        keys.append(key)
    return tuple(keys)
