"""Finds and changes single keys and values of a TOML text without changing the rest of it.

Comments and spaces stay as they are. The text must have been parsed before, so that it is known to
be TOML.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from json import dumps
from typing import Any, Final

from fairdeal.submission.toml_lines import KEY, key_path
from fairdeal.wire.fields import Path

_BLANK: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE: Final = re.compile(r"[ \t]*")
_KEYS: Final = re.compile(rf"{KEY}(?:[ \t]*\.[ \t]*{KEY})*")
_ONE_KEY: Final = re.compile(KEY)
_STRING: Final = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL
)
_BARE: Final = re.compile(r"[^,\]}\n#]*")
_PLAIN: Final = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class KeyPosition:
    """The positions of a key and of its value; a table's header has no value."""

    key: tuple[int, int]
    value: tuple[int, int] | None = None
    #: Whether the key is on lines of its own, not among others inside braces.
    alone: bool = True


def key_positions(text: str) -> dict[Path, KeyPosition]:
    """Return the positions of every key of a text by its path; the first position counts."""
    return _Finder(text).found


class _Finder:
    def __init__(self, text: str) -> None:
        self.text = text
        self.found: dict[Path, KeyPosition] = {}
        table: Path = ()
        at = self._skip(0)
        while at < len(text):
            if text[at] == "[":
                table, at = self._header(at)
            else:
                at = self._assignment(at, table, alone=True)
            at = self._skip(at)

    def _skip(self, at: int, blank: re.Pattern[str] = _BLANK) -> int:
        match = blank.match(self.text, at)
        return match.end() if match else at

    def _header(self, at: int) -> tuple[Path, int]:
        many = self.text.startswith("[[", at)
        at = self._skip(at + (2 if many else 1), _SPACE)
        path, key, at = self._key(at, ())
        if not many:
            self.found.setdefault(path, KeyPosition(key))
        return path, self.text.index("]", at) + (2 if many else 1)

    def _key(self, at: int, table: Path) -> tuple[Path, tuple[int, int], int]:
        """Return the path of a dotted key, the position of its last part, and its end."""
        match = _KEYS.match(self.text, at)
        assert match is not None, "the text is TOML"
        parts = list(_ONE_KEY.finditer(self.text, at, match.end()))
        path = (*table, *key_path(match[0]))
        for depth, part in enumerate(parts[:-1], start=len(table) + 1):
            # `rates.mega = 1` is also where the key `rates` can be renamed.
            self.found.setdefault(path[:depth], KeyPosition(part.span(), alone=False))
        return path, parts[-1].span(), match.end()

    def _assignment(self, at: int, table: Path, *, alone: bool) -> int:
        path, key, at = self._key(at, table)
        at = self._skip(self.text.index("=", at) + 1, _SPACE)
        end = self._value(at, path)
        self.found.setdefault(path, KeyPosition(key, (at, end), alone))
        return end

    def _value(self, at: int, path: Path) -> int:
        """Return the end of a value, and record the keys inside its braces."""
        if string := _STRING.match(self.text, at):
            return string.end()
        if self.text[at] == "[":
            at = self._skip(at + 1)
            while self.text[at] != "]":
                at = self._next(self._value(at, (*path, "")))
            return at + 1
        if self.text[at] == "{":
            at = self._skip(at + 1)
            while self.text[at] != "}":
                at = self._next(self._assignment(at, path, alone=False))
            return at + 1
        bare = _BARE.match(self.text, at)
        assert bare is not None, "there is a value"
        return at + len(bare[0].rstrip())

    def _next(self, at: int) -> int:
        at = self._skip(at)
        return self._skip(at + 1) if self.text[at] == "," else at


def toml_value(value: Any) -> str:
    """Return a value as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float | Decimal):
        return f"{value:f}" if isinstance(value, Decimal) else str(value)
    if isinstance(value, str):
        return dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_toml_key(key)} = {toml_value(one)}" for key, one in value.items())
        return f"{{ {inside} }}"
    return f"[{', '.join(map(toml_value, value))}]"


def _toml_key(key: str) -> str:
    return key if _PLAIN.fullmatch(key) else dumps(key, ensure_ascii=False)


def replace_value(text: str, place: KeyPosition, value: Any) -> str | None:
    """Return the text with another value for a key, or None if the key has no value."""
    if place.value is None:
        return None
    start, end = place.value
    return f"{text[:start]}{toml_value(value)}{text[end:]}"


def rename_key(text: str, place: KeyPosition, key: str) -> str:
    """Return the text with another name for a key."""
    start, end = place.key
    return f"{text[:start]}{_toml_key(key)}{text[end:]}"


def insert_key(text: str, found: Mapping[Path, KeyPosition], path: Path, value: Any) -> str | None:
    """Return the text with a new key below the last key of its table, or inside its braces.

    Return None if there is no such table.
    """
    *table, key = path
    line = f"{_toml_key(key)} = {toml_value(value)}"
    around = found.get(tuple(table))
    if around is not None and around.value is not None:  # inside braces
        start, end = around.value
        inside = text[start + 1 : end - 1].rstrip()
        comma = "," if inside.strip() else ""
        return f"{text[: start + 1]}{inside}{comma} {line} {text[end - 1 :]}"
    if table and around is None:
        return None
    line_ends = [
        place.value[1]
        for other, place in found.items()
        if place.alone and place.value and other[:-1] == tuple(table)
    ]
    newline = "\r\n" if "\r\n" in text else "\n"
    if around is not None:  # an empty table has only its header
        line_ends.append(around.key[1])
    if not line_ends:
        return f"{line}{newline}{text}"
    after = max(line_ends)
    end = text.find("\n", after) + 1
    if not end:  # the last line has no line feed
        return f"{text}{newline}{line}{newline}"
    return f"{text[:end]}{line}{newline}{text[end:]}"


def comment_out(text: str, place: KeyPosition) -> str | None:
    """Return the text with a key in a comment, or None if the key is not on lines of its own."""
    if not place.alone or place.value is None:
        return None
    start = text.rfind("\n", 0, place.key[0]) + 1
    end = text.find("\n", place.value[1])
    end = len(text) if end < 0 else end
    lines = text[start:end].split("\n")
    return text[:start] + "\n".join(f"# {line}" for line in lines) + text[end:]
