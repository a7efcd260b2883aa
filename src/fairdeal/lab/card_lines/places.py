"""Finds the place of the line that applies to a situation, by the game's kernel.

A card names kinds of situations. Which line a kind belongs to follows from the exact values that
the card was made of, and takes seconds to compute; so it is stored like all results of the lab,
and shipped for the paytables of the texts.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from fairdeal.errors import NotAResultError, NotSolvableError
from fairdeal.lab.cache import keys
from fairdeal.lab.cache.code_digest import code_digest
from fairdeal.lab.cache.store import CachedResult, fetch
from fairdeal.lab.card_lines import double_draw, let_it_ride, run_em_twice
from fairdeal.lab.card_lines.line_place import LinePlace
from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.lab.kernels import kernel_of
from fairdeal.lab.kernels.double_draw.kernel import DoubleDrawKernel
from fairdeal.lab.kernels.let_it_ride.kernel import LetItRideKernel
from fairdeal.lab.kernels.run_em_twice.kernel import RunEmTwiceKernel
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation, find_point

PATH: Final = Path(__file__).with_name("shipped.json")
#: By decision, the number of the line by the name of a kind of situations.
LineTable: TypeAlias = list[dict[str, int]]


class ShippedLines(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lines of the cards of every printed paytable, with the digest of the code."""

    made_by: str
    lines: Mapping[str, LineTable] = {}


@cache
def shipped_lines() -> Mapping[str, LineTable]:
    """Return the lines that were computed by exactly this code."""
    try:
        found = msgspec.json.decode(PATH.read_bytes(), type=ShippedLines)
    except (OSError, ValueError):
        return {}
    return found.lines if found.made_by == code_digest() else {}


def line_place(rules: Rules, card: StrategyCard, situation: Situation) -> LinePlace | None:
    """Return the place of the line of a card that applies to a situation, or None."""
    point = find_point(rules.game, situation)
    kernel = kernel_of(rules)
    match kernel:
        case DoubleDrawKernel():
            return double_draw.place(card, situation)
        case RunEmTwiceKernel() if not point.number:
            return run_em_twice.first_place(card, situation)
        case LetItRideKernel():
            kind = let_it_ride.kind(kernel.game, situation)
        case RunEmTwiceKernel():
            kind = run_em_twice.kind(kernel.game, situation)
        case _:
            return None
    table = line_table(rules, card)
    rule = table[point.number].get(kind, len(card.sections[point.number].rules) - 1)
    return LinePlace(point.number, rule)


def line_table(rules: Rules, card: StrategyCard, *, cache: bool = True) -> LineTable:
    """Return the number of the line of each kind of situations, where a game has such kinds."""
    try:
        key = keys.main_key(rules)
    except NotSolvableError:
        key = None
    lengths = [len(section.rules) for section in card.sections]

    def decode(stored: LineTable) -> LineTable:
        if len(stored) != len(lengths) or any(
            not 0 <= place < most
            for table, most in zip(stored, lengths, strict=True)
            for place in table.values()
        ):
            raise NotAResultError("lines of another card")
        return stored

    result = CachedResult[LineTable](
        name=None if key is None else f"lines-{key}",
        shipped=shipped_lines().get(key or ""),
        encoded=LineTable,
        encode=lambda table: table,
        decode=decode,
        compute=lambda: compute_table(rules, card),
    )
    return fetch(result, cache=cache)


def compute_table(rules: Rules, card: StrategyCard) -> LineTable:
    """Compute the lines of a card's kinds from the exact values; empty where it has none."""
    kernel = kernel_of(rules)
    match kernel:
        case LetItRideKernel():
            return let_it_ride.lines(kernel.game, card)
        case RunEmTwiceKernel():
            return run_em_twice.lines(kernel.game, card)
        case _:
            return [{} for _ in card.sections]
