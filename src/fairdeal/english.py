"""Small helpers for sentences that people read."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from reprlib import Repr
from typing import Final


def one_of(names: Sequence[str]) -> str:
    """`A, B or C`."""
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def all_of(names: Sequence[str]) -> str:
    """`A, B and C`."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def cards_in_words(number: int) -> str:
    """`one card`, `3 cards`, `no cards`."""
    return "one card" if number == 1 else f"{number or 'no'} cards"


def up_to_cards(most: int) -> str:
    """`one card`, `up to 3 cards`."""
    return "one card" if most == 1 else f"up to {most} cards"


class _Shown(Repr):
    """Values as the files write them, whatever their size or depth."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 3
        self.maxstring = self.maxother = 60

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
    """A value from outside, cut to a readable length."""
    text = _SHOWN.repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """`; did you mean main?`, or nothing where no name is close."""
    close = get_close_matches(word, names, n=1)
    return f"; did you mean {close[0]}?" if close else ""


def kebab(name: str) -> str:
    """`NoMoreBets` as `no-more-bets`."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name)[1:]
