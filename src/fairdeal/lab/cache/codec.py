"""Results as they are kept, on disk or in the product: written, read again, and looked at closely.

What is read is believed only if it has the form of a result and its counts add up to all deals.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

import msgspec

from fairdeal.errors import NotAResultError
from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.lab.figures.analysis import Row
from fairdeal.lab.figures.gain import Gain

#: A whole number or a fraction, with no more digits than a result can have.
_NUMBER: Final = re.compile(r"-?\d{1,400}(/[1-9]\d{0,400})?")


class KeptRow(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """One `Row`; a count may be larger than other readers of JSON can hold, so it is a text."""

    hand: str
    pays: str | None
    net: str
    wagered: str
    combinations: str


class KeptGain(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """One `Gain`."""

    mean: str
    samples: int
    error: float


def number(text: str) -> Fraction:
    """A fraction as it is written."""
    if not _NUMBER.fullmatch(text):
        raise NotAResultError(f"{text[:40]!r} is no number")
    return Fraction(text)


def _whole(text: str) -> int:
    value = number(text)
    if value.denominator != 1 or value < 0:
        raise NotAResultError(f"{text[:40]!r} is no count")
    return int(value)


def tell_rows(rows: Sequence[Row]) -> list[KeptRow]:
    """Rows as they are kept."""
    return [
        KeptRow(one.hand, one.pays, str(one.net), str(one.wagered), str(one.combinations))
        for one in rows
    ]


def rows_of(kept: Sequence[KeptRow], deals: int) -> list[Row]:
    """Rows again; their counts add up to a multiple of all deals."""
    rows = [
        Row(one.hand, one.pays, number(one.net), number(one.wagered), _whole(one.combinations))
        for one in kept
    ]
    _check(sum(row.combinations for row in rows), deals)
    return rows


def tell_counts(counts: Sequence[int]) -> list[str]:
    """Counts by cell as they are kept."""
    return [str(count) for count in counts]


def counts_of(kept: Sequence[str], deals: int, cells: int) -> tuple[int, ...]:
    """Counts again, one for each cell."""
    counts = tuple(map(_whole, kept))
    if len(counts) != cells:
        raise NotAResultError(f"{len(counts)} counts for {cells} cells")
    _check(sum(counts), deals)
    return counts


def tell_split(split: Sequence[Fraction] | None) -> list[str] | None:
    """A value in parts as it is kept."""
    return None if split is None else [str(part) for part in split]


def split_of(kept: Sequence[str] | None, value: Fraction, cells: int) -> list[Fraction] | None:
    """A value in parts again, one for each cell."""
    if kept is None:
        return None
    split = [number(part) for part in kept]
    if len(split) != cells or sum(split) != value:
        raise NotAResultError("the parts are not those of the value")
    return split


def tell_together(counts: Sequence[Sequence[int]] | None) -> list[list[str]] | None:
    """Counts by two hands as they are kept."""
    return None if counts is None else [tell_counts(row) for row in counts]


def together_of(
    kept: Sequence[Sequence[str]] | None, one: Sequence[int], other: Sequence[int]
) -> list[list[int]] | None:
    """Counts by two hands again; for each hand they are what it has alone, or a multiple of it."""
    if kept is None:
        return None
    counts = [[_whole(count) for count in row] for row in kept]
    if any(len(row) != len(other) for row in counts):
        raise NotAResultError("not every row has all cells")
    _check_share([sum(row) for row in counts], one)
    _check_share([sum(column) for column in zip(*counts, strict=True)], other)
    return counts


def _check_share(counts: Sequence[int], alone: Sequence[int]) -> None:
    total, deals = sum(counts), sum(alone)
    if len(counts) != len(alone) or not total:
        raise NotAResultError(f"{len(counts)} counts for {len(alone)} cells")
    if any(count * deals != number * total for count, number in zip(counts, alone, strict=True)):
        raise NotAResultError("the counts are not those of the hand")


def _check(total: int, deals: int) -> None:
    if total <= 0 or total % deals:
        raise NotAResultError(f"{total} deals are not all of them")


def tell_gain(gain: Gain) -> KeptGain:
    """What seen cards are worth, as it is kept."""
    return KeptGain(str(gain.mean), gain.samples, gain.error)


def gain_of(kept: KeptGain) -> Gain:
    """What seen cards are worth again: knowing more is never worse, where all was counted."""
    gain = Gain(number(kept.mean), kept.samples, kept.error)
    if gain.mean < 0 or gain.samples < 0 or gain.error < 0 or (gain.exact and gain.error):
        raise NotAResultError("no gain")
    return gain


def tell_card(card: StrategyCard) -> Any:
    """A strategy card as it is kept."""
    return msgspec.to_builtins(card, enc_hook=str)


def card_of(kept: Any) -> StrategyCard:
    """A strategy card again."""
    return msgspec.convert(kept, StrategyCard, dec_hook=_fraction)


def _fraction(kind: type, text: Any) -> Fraction:
    if kind is not Fraction or not isinstance(text, str):
        raise NotAResultError("no number")
    return number(text)
