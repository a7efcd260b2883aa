"""Encoding of results for the disk and for the file that is shipped, and decoding with checks.

A decoded result has the form of a result, and its counts add up to all deals.
"""

import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any, Final, TypeAlias

import msgspec

from fairdeal.cards import Card, rank_of, suit_of
from fairdeal.errors import NotAResultError
from fairdeal.lab.decisions.decision import Choice, Decision
from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.lab.figures.analysis import Row
from fairdeal.lab.figures.gain import Gain
from fairdeal.lab.kernel import FirstDecisions, JointResults

#: A whole number or a fraction, with no more digits than a result can have.
_NUMBER: Final = re.compile(r"-?\d{1,400}(/[1-9]\d{0,400})?")


class StoredRow(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """One `Row`. A count may be larger than other readers of JSON can hold, so it is a string."""

    hand: str
    pays: str | None
    net: str
    wagered: str
    combinations: str


#: Own cards, and of each choice the action, the value and how many times the bet is another.
StoredDecision: TypeAlias = tuple[list[int], list[tuple[str, str, int | None]]]
#: The net result of the main wagers, the cells of side bets, and the number of deals.
StoredJointResult: TypeAlias = tuple[str, list[int], str]


class StoredGain(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """One `Gain`."""

    mean: str
    samples: int
    error: float


def number(text: str) -> Fraction:
    """Decode a fraction."""
    if not _NUMBER.fullmatch(text):
        raise NotAResultError(f"{text[:40]!r} is no number")
    return Fraction(text)


def _whole(text: str) -> int:
    value = number(text)
    if value.denominator != 1 or value < 0:
        raise NotAResultError(f"{text[:40]!r} is no count")
    return int(value)


def encode_rows(rows: Sequence[Row]) -> list[StoredRow]:
    """Encode the endings of the main wagers."""
    return [
        StoredRow(one.hand, one.pays, str(one.net), str(one.wagered), str(one.combinations))
        for one in rows
    ]


def decode_rows(stored: Sequence[StoredRow], deals: int) -> list[Row]:
    """Decode the endings of the main wagers; their counts add up to a multiple of all deals."""
    rows = [
        Row(one.hand, one.pays, number(one.net), number(one.wagered), _whole(one.combinations))
        for one in stored
    ]
    _check(sum(row.combinations for row in rows), deals)
    return rows


def encode_counts(counts: Sequence[int]) -> list[str]:
    """Encode counts by cell."""
    return [str(count) for count in counts]


def decode_counts(stored: Sequence[str], deals: int, cells: int) -> tuple[int, ...]:
    """Decode counts, one for each cell."""
    counts = tuple(map(_whole, stored))
    if len(counts) != cells:
        raise NotAResultError(f"{len(counts)} counts for {cells} cells")
    _check(sum(counts), deals)
    return counts


def encode_split(split: Sequence[Fraction] | None) -> list[str] | None:
    """Encode a value that is split by cell."""
    return None if split is None else [str(part) for part in split]


def decode_split(
    stored: Sequence[str] | None, value: Fraction, cells: int
) -> list[Fraction] | None:
    """Decode a value that is split by cell: one part for each, which add up to the value."""
    if stored is None:
        return None
    split = [number(part) for part in stored]
    if len(split) != cells or sum(split) != value:
        raise NotAResultError("the parts are not those of the value")
    return split


def encode_joint(counts: Sequence[Sequence[int]] | None) -> list[list[str]] | None:
    """Encode counts by the cells of two hands."""
    return None if counts is None else [encode_counts(row) for row in counts]


def decode_joint(
    stored: Sequence[Sequence[str]] | None, one: Sequence[int], other: Sequence[int]
) -> list[list[int]] | None:
    """Decode counts by the cells of two hands. For each hand they add up to its counts alone, or
    to a multiple of them.
    """
    if stored is None:
        return None
    counts = [[_whole(count) for count in row] for row in stored]
    if any(len(row) != len(other) for row in counts):
        raise NotAResultError("not every row has all cells")
    _check_share([sum(row) for row in counts], one)
    _check_share([sum(column) for column in zip(*counts, strict=True)], other)
    return counts


def encode_joint_results(results: JointResults | None) -> list[StoredJointResult] | None:
    """Encode counts by the result of the main wagers and the cells of side bets."""
    if results is None:
        return None
    return [(str(net), list(cells), str(count)) for (net, cells), count in results.items()]


def decode_joint_results(
    stored: Sequence[StoredJointResult] | None, rows: Sequence[Row]
) -> JointResults | None:
    """Decode such counts. For each result of the main wagers they add up to its share of deals."""
    if stored is None:
        return None
    found = {(number(net), tuple(cells)): _whole(count) for net, cells, count in stored}
    alone: Counter[Fraction] = Counter()
    together: Counter[Fraction] = Counter()
    for row in rows:
        alone[row.net] += row.combinations
    for (net, _), count in found.items():
        together[net] += count
    nets = sorted(alone | together)
    _check_share([together[net] for net in nets], [alone[net] for net in nets])
    return found


def encode_first_decisions(decisions: FirstDecisions | None) -> list[StoredDecision] | None:
    """Encode the first decisions of all own cards."""
    if decisions is None:
        return None
    return [
        (list(cards), [(one.action, str(one.ev), one.times) for one in decision.choices])
        for cards, decision in decisions.items()
    ]


def decode_first_decisions(
    stored: Sequence[StoredDecision] | None, value: Fraction, deck: int
) -> FirstDecisions | None:
    """Decode the first decisions of two own cards. With best play they add up to the value."""
    if stored is None:
        return None
    found: dict[tuple[Card, ...], Decision] = {}
    total = Fraction(0)
    for cards, choices in stored:
        made = tuple(Choice(action, number(ev), times=times) for action, ev, times in choices)
        best = max(reversed(made), key=lambda choice: choice.ev)
        one, other = found_cards = tuple(cards)
        found[found_cards] = Decision(made, best)
        alike = 6 if rank_of(one) == rank_of(other) else 4 if suit_of(one) == suit_of(other) else 12
        total += alike * best.ev
    if total != value * comb(deck, 2):
        raise NotAResultError("the decisions are not those of the value")
    return found


def _check_share(counts: Sequence[int], alone: Sequence[int]) -> None:
    total, deals = sum(counts), sum(alone)
    if len(counts) != len(alone) or not total:
        raise NotAResultError(f"{len(counts)} counts for {len(alone)} cells")
    if any(count * deals != number * total for count, number in zip(counts, alone, strict=True)):
        raise NotAResultError("the counts are not those of the hand")


def _check(total: int, deals: int) -> None:
    if total <= 0 or total % deals:
        raise NotAResultError(f"{total} deals are not all of them")


def encode_gain(gain: Gain) -> StoredGain:
    """Encode what seen cards are worth."""
    return StoredGain(str(gain.mean), gain.samples, gain.error)


def decode_gain(stored: StoredGain) -> Gain:
    """Decode what seen cards are worth; knowing more is never worth less than nothing."""
    gain = Gain(number(stored.mean), stored.samples, stored.error)
    if gain.mean < 0 or gain.samples < 0 or gain.error < 0 or (gain.exact and gain.error):
        raise NotAResultError("no gain")
    return gain


def encode_card(card: StrategyCard) -> Any:
    """Encode a strategy card."""
    return msgspec.to_builtins(card, enc_hook=str)


def decode_card(stored: Any) -> StrategyCard:
    """Decode a strategy card."""
    return msgspec.convert(stored, StrategyCard, dec_hook=_fraction)


def _fraction(kind: type, text: Any) -> Fraction:
    if kind is not Fraction or not isinstance(text, str):
        raise NotAResultError("no number")
    return number(text)
