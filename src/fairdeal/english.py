"""Small helpers for sentences that people read."""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from reprlib import Repr
from typing import Final

#: The length at which texts from outside are cut; for a longer one no similar name is looked for.
_LONG: Final = 60

# What would move the cursor or turn the reading direction of a terminal: control characters, line
# separators, marks of direction, halves of characters. A line feed is for the caller to judge.
_CONTROLS: Final = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)


def one_of(names: Sequence[str]) -> str:
    """Join words with "or": `A, B or C`."""
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def all_of(names: Sequence[str]) -> str:
    """Join words with "and": `A, B and C`."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def cards_in_words(number: int) -> str:
    """Return a number of cards in words: `one card`, `3 cards`, `no cards`."""
    return "one card" if number == 1 else f"{number or 'no'} cards"


def up_to_cards(most: int) -> str:
    """Return a largest number of cards in words: `one card`, `up to 3 cards`."""
    return "one card" if most == 1 else f"up to {most} cards"


def counted(number: int, noun: str, several: str = "") -> str:
    """Return a number with its noun in the right form: `1 finding`, `3 findings`."""
    return f"{number:,} {noun if number == 1 else several or f'{noun}s'}"


def how_often(number: int) -> str:
    """Return a number of times in words: `once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


class _Shown(Repr):
    """A `repr` of values from files that stays short, whatever their size or depth."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 3
        self.maxstring = self.maxother = _LONG

    def repr_bool(self, value: bool, _level: int) -> str:
        return str(value).lower()

    def repr_int(self, value: int, _level: int) -> str:
        # Python refuses to write integers of thousands of digits, which a file can hold.
        return str(value) if abs(value) < 10**40 else "a number of many digits"

    def repr_NoneType(self, _value: None, _level: int) -> str:  # noqa: N802 - the type's name
        return "null"

    def repr_Decimal(self, value: object, _level: int) -> str:  # noqa: N802 - as above
        return str(value)

    repr_date = repr_time = repr_datetime = repr_Decimal


_SHOWN: Final = _Shown()


def quoted(value: object) -> str:
    """Return a value from outside in quotes, cut to a readable length."""
    return _cut(_SHOWN.repr(value))


def shown(name: str) -> str:
    """Return a name from outside unquoted, cut to a readable length and on one line."""
    return printable(_cut(name))


def printable(text: str) -> str:
    """Return a text from outside on one line, without characters that control a terminal."""
    return escape_controls(text.replace("\n", "\\n"))


def escape_controls(text: str) -> str:
    """Write control characters other than line feeds as JSON escapes."""
    return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _cut(text: str) -> str:
    return text if len(text) <= _LONG else f"{text[: _LONG - 3]}..."


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Return a hint such as `; did you mean main?`, or an empty text if no name is similar."""
    if len(word) > _LONG:
        return ""
    close = get_close_matches(word, names, n=1)
    return f"; did you mean {close[0]}?" if close else ""


class Hints:
    """Hints from `did_you_mean` for the unknown keys of a file. A file can have very many of them,
    so names are compared for the first hundred only.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self._left = 100

    def __call__(self, word: str) -> str:
        """Return the hint for one key, or an empty text."""
        self._left -= 1
        return did_you_mean(word, self.names) if self._left >= 0 else ""
