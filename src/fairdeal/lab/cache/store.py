"""Results that take long: shipped with the product, or kept on disk once they have been worked out.

Both go by a key of the rules and of the code itself, so a result is never served after something
that it depends on has changed. Nothing that is read is believed blindly: a file has a digest of its
content, counts add up to all deals, and whatever is wrong about it, the result is worked out again.
"""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

import msgspec

from fairdeal.errors import BadInputError, NotSolvableError
from fairdeal.lab import lazy
from fairdeal.lab.cache import codec, keys
from fairdeal.lab.cache.code_digest import code_digest
from fairdeal.lab.cache.private_dir import private, read_file, write_file
from fairdeal.lab.cache.shipped import answers
from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.lab.figures.analysis import Row
from fairdeal.lab.figures.gain import Gain
from fairdeal.lab.figures.payouts import table_for
from fairdeal.lab.kernel import Kernel
from fairdeal.lab.lazy import count_side_bet, kernel_of
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager

_Made = TypeVar("_Made")
#: Everything that a damaged result can end in.
_SPOILT: Final = (ValueError, TypeError, ArithmeticError, RecursionError)


class Watching(Protocol):
    """Somebody who watches long work."""

    def progress(self, done: int, total: int) -> None:
        """So much is done."""

    def end(self) -> None:
        """It is over."""


#: Called when work begins that may take long: told what it is, and what is known of how long.
watch: list[Callable[[str], Watching]] = []


def main_rows(rules: Rules) -> list[Row]:
    """Every ending of the main wagers under the best play, from where it is known."""
    try:
        key, deals = keys.main_key(rules), keys.main_deals(rules)
    except NotSolvableError as error:
        raise BadInputError(str(error)) from None
    if key is None:
        return solve_main(rules)
    return _known(
        f"main-{key}",
        answers().rows.get(key),
        list[codec.KeptRow],
        lambda read: codec.rows_of(read, deals),
        lambda: solve_main(rules),
        codec.tell_rows,
    )


def main_rows_at_hand(rules: Rules) -> list[Row] | None:
    """Every ending of the main wagers where it is shipped or was worked out before; None where it
    would have to be worked out now.
    """
    try:
        key, deals = keys.main_key(rules), keys.main_deals(rules)
    except NotSolvableError:
        return None
    if key is None:
        return None
    return _at_hand(
        f"main-{key}",
        answers().rows.get(key),
        list[codec.KeptRow],
        lambda read: codec.rows_of(read, deals),
    )


def solve_main(rules: Rules) -> list[Row]:
    """Every ending of the main wagers under the best play, worked out now."""
    return _watched(rules, "Solving", lambda kernel: kernel.rows())


def card(rules: Rules) -> StrategyCard:
    """The strategy card, from where it is known."""
    try:
        key = keys.main_key(rules)
    except NotSolvableError as error:
        raise BadInputError(str(error)) from None
    if key is None:
        return make_card(rules)
    return _known(
        f"card-{key}",
        answers().cards.get(key),
        Any,
        codec.card_of,
        lambda: make_card(rules),
        codec.tell_card,
    )


def make_card(rules: Rules) -> StrategyCard:
    """The strategy card, made now."""
    return _watched(rules, "Making the card of", lambda kernel: kernel.card())


def gain(rules: Rules, dead: int, samples: int, seed: int, workers: int = 1) -> Gain:
    """What it adds to best play to know so many cards of others, from where it is known."""
    try:
        key = keys.main_key(rules)
    except NotSolvableError as error:
        raise BadInputError(str(error)) from None
    if key is None:
        return work_out_gain(rules, dead, samples, seed, workers)
    return _known(
        f"gain-{key}-{dead}-{samples}-{seed}",
        None,
        codec.KeptGain,
        codec.gain_of,
        lambda: work_out_gain(rules, dead, samples, seed, workers),
        codec.tell_gain,
    )


def work_out_gain(rules: Rules, dead: int, samples: int, seed: int, workers: int = 1) -> Gain:
    """What it adds to best play to know so many cards of others, worked out now."""
    kernel = kernel_of(rules)
    watching = [one(f"{rules.game.title} with {dead} cards of others seen") for one in watch]
    kernel.progress, kernel.workers = _told(watching), workers
    try:
        return kernel.gain(dead, samples, seed)
    finally:
        kernel.workers = 1
        for one in watching:
            one.end()


def side_counts(rules: Rules, wager: Wager) -> tuple[int, ...]:
    """In how many deals a side bet's hand falls into each cell, from where it is known."""
    try:
        key, deals = keys.side_key(rules, wager), keys.side_deals(rules, wager)
    except NotSolvableError as error:
        raise BadInputError(str(error)) from None
    table = rules.table_of(wager)
    assert table is not None, f"{wager.name} is on offer"
    cells = len(table.ranking.cells)
    if key is None:
        return count_side_bet(rules, wager)
    return _known(
        f"side-{key}",
        answers().counts.get(key),
        list[str],
        lambda read: codec.counts_of(read, deals, cells),
        lambda: count_side_bet(rules, wager),
        codec.tell_counts,
    )


def side_counts_at_hand(rules: Rules, wager: Wager) -> tuple[int, ...] | None:
    """A side bet's counts where they are shipped or were worked out before; else None."""
    try:
        key, deals = keys.side_key(rules, wager), keys.side_deals(rules, wager)
    except NotSolvableError:
        return None
    table = rules.table_of(wager)
    if key is None or table is None:
        return None
    cells = len(table.ranking.cells)
    return _at_hand(
        f"side-{key}",
        answers().counts.get(key),
        list[str],
        lambda read: codec.counts_of(read, deals, cells),
    )


def main_beside(rules: Rules, side: Wager) -> list[Fraction] | None:
    """The value of a round, split by the cell of a side bet's hand, from where it is known; None
    where it is not counted.
    """
    try:
        key = keys.beside_key(rules, side)
    except NotSolvableError:
        return None

    def make() -> list[Fraction] | None:
        words = f"Counting {side.title} beside"
        return _watched(rules, words, lambda kernel: lazy.main_beside(kernel, rules, side))

    if key is None:
        return make()
    value = _value(main_rows(rules))
    cells = len(table_for(rules, side).ranking.cells)
    return _known(
        f"beside-{key}",
        answers().beside.get(key),
        list[str] | None,
        lambda read: codec.split_of(read, value, cells),
        make,
        codec.tell_split,
    )


def cells_together(rules: Rules, one: Wager, other: Wager) -> list[list[int]] | None:
    """In how many deals the hands of two side bets fall into which cells, from where it is known;
    None where it is not counted.
    """
    try:
        key = keys.together_key(rules, one, other)
    except NotSolvableError:
        return None

    def make() -> list[list[int]] | None:
        words = f"Counting {one.title} with {other.title} in"
        return _watched(rules, words, lambda kernel: lazy.cells_together(kernel, rules, one, other))

    if key is None:
        return make()
    alone = side_counts(rules, one), side_counts(rules, other)
    return _known(
        f"together-{key}",
        answers().together.get(key),
        list[list[str]] | None,
        lambda read: codec.together_of(read, *alone),
        make,
        codec.tell_together,
    )


def _value(rows: list[Row]) -> Fraction:
    deals = sum(row.combinations for row in rows)
    return sum((row.net * row.combinations for row in rows), Fraction(0)) / deals


def _at_hand(name: str, shipped: Any, form: Any, read: Callable[[Any], _Made]) -> _Made | None:
    """A result that is shipped, or from disk, where it is there and in order."""
    if shipped is not None:
        with suppress(*_SPOILT):
            return read(shipped)
    path = _path(name)
    content = None if path is None else read_file(path)
    if content is not None:
        digest, _, written = content.partition(b"\n")
        if digest == _digest(written):
            with suppress(*_SPOILT):
                return read(msgspec.json.decode(written, type=form))
    return None


def _path(name: str) -> Path | None:
    """Where a result is kept on disk; None where nothing can be."""
    folder = private("results")
    if folder is None:
        return None
    return folder / f"{hashlib.sha256((name + code_digest()).encode()).hexdigest()[:32]}.json"


def _known(
    name: str,
    shipped: Any,
    form: Any,
    read: Callable[[Any], _Made],
    make: Callable[[], _Made],
    tell: Callable[[_Made], Any],
) -> _Made:
    """A result that is shipped, or from disk where it is there and in order; else it is made, and
    codec.
    """
    found = _at_hand(name, shipped, form, read)
    if found is not None:
        return found
    made = make()
    if made is not None and (path := _path(name)) is not None:
        written = msgspec.json.encode(tell(made))
        write_file(path, _digest(written) + b"\n" + written)
    return made


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()


def _watched(rules: Rules, doing: str, work: Callable[[Kernel], _Made]) -> _Made:
    """Tell whoever watches while a kernel works."""
    kernel = kernel_of(rules)
    takes = kernel.takes() if watch else ""
    watching = [one(f"{doing} {rules.game.title} exactly{takes}") for one in watch]
    kernel.progress = _told(watching)
    try:
        return work(kernel)
    finally:
        for one in watching:
            one.end()


def _told(watching: list[Watching]) -> Callable[[int, int], None]:
    def progress(done: int, total: int) -> None:
        for one in watching:
            one.progress(done, total)

    return progress
