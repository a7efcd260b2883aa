"""Small helpers for sentences that people read."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches


def one_of(names: Sequence[str]) -> str:
    """`A, B or C`."""
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def all_of(names: Sequence[str]) -> str:
    """`A, B and C`."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def quoted(value: object) -> str:
    """A value from outside, cut to a readable length."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """`; did you mean main?`, or nothing where no name is close."""
    close = get_close_matches(word, names, n=1)
    return f"; did you mean {close[0]}?" if close else ""


def kebab(name: str) -> str:
    """`NoMoreBets` as `no-more-bets`."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name)[1:]
