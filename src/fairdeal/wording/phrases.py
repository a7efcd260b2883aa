"""Small phrases that several modules of this package use."""

from typing import Final

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def number_words(number: int) -> str:
    """Write a number as a word, as in `three`; from ten on in figures."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def capital(words: str) -> str:
    """Return words with a capital, as the beginning of a line or a sentence."""
    return words[:1].upper() + words[1:]
