"""Tables that several kernels use: cells by look-up, payouts as integers, classes of suits."""

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from io import BytesIO
from itertools import combinations, permutations
from math import lcm
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from fairdeal.cards import Card, card_text, rank_of
from fairdeal.errors import BadInputError
from fairdeal.hands import RANKINGS, Ranking
from fairdeal.hands.lookup import lookup
from fairdeal.lab.cache.code_digest import code_digest
from fairdeal.lab.cache.private_dir import private_folder, read_file, write_file

Ints: TypeAlias = NDArray[np.int64]
#: Net result of one unit staked, by cell of the ranking: 1 for "1 to 1", 0 for a push, -1 lost.
Payouts: TypeAlias = Sequence[Fraction | int]

#: The number of low bits of a sum of codes that are the key of the ranks; the others count suits.
KEY_BITS: Final = 20
KEY_MASK: Final = (1 << KEY_BITS) - 1

ALL_RANKS: Final = tuple(range(13))
SUIT_ORDERS: Final = np.array(list(permutations(range(4))), dtype=np.int64)


class CellTables(NamedTuple):
    """The cell of any five cards: the low bits of the sum of their codes find it, the high bits
    show whether they are of one suit.
    """

    codes: Ints
    plain: NDArray[np.uint8]
    suited: NDArray[np.uint8]
    one_suit: NDArray[np.bool_]

    def cells(self, codes: Ints) -> Ints:
        """Return the cells of many hands, given the sums of their codes."""
        keys = codes & KEY_MASK
        flush = self.one_suit[codes >> KEY_BITS]
        cells: Ints = np.where(flush, self.suited[keys], self.plain[keys]).astype(np.int64)
        return cells


@cache
def cell_tables(ranking: Ranking) -> CellTables:
    """Return the look-up tables of a five-card ranking that lead to cells."""
    path = _tables_path(ranking)
    if path is not None and (found := _read_tables(path)) is not None:
        return found
    arrays = lookup(ranking).arrays()
    tables = CellTables(
        codes=arrays.codes.astype(np.int64),
        plain=arrays.cells[arrays.by_ranks],
        suited=arrays.cells[arrays.by_ranks_suited],
        one_suit=arrays.one_suit,
    )
    if path is not None:
        written = BytesIO()
        np.savez_compressed(written, **tables._asdict())
        write_file(path, written.getvalue())
    return tables


def _tables_path(ranking: Ranking) -> Path | None:
    """Return the file that stores a ranking's tables, in a folder named by a digest of all code
    that they can depend on. They are stored because a few thousand hands are ranked to make them,
    which takes longer than a decision.
    """
    folder = private_folder(f"tables-{code_digest()[:32]}")
    return folder / f"cells-{RANKINGS.index(ranking)}.npz" if folder else None


def _read_tables(path: Path) -> CellTables | None:
    """Return the tables of a file if it is there and complete: every array is stored with its
    checksum.
    """
    content = read_file(path)
    if content is None:
        return None
    try:
        with np.load(BytesIO(content), allow_pickle=False) as kept:
            return CellTables(**{name: kept[name] for name in CellTables._fields})
    except (OSError, ValueError, EOFError, KeyError, BadZipFile, zlib.error):
        return None


def scaled(peak: int, *tables: Payouts) -> tuple[int, list[Ints]]:
    """Return payouts as whole numbers of 1/scale with one scale for all, because kernels compute in
    integers.

    Numbers above `peak`, which could exceed 64 bits in the kernel's sums, are refused.
    """
    exact = [[Fraction(value) for value in table] for table in tables]
    scale = lcm(*(value.denominator for table in exact for value in table))
    whole = [[int(value * scale) for value in table] for table in exact]
    if max(scale, *(abs(value) for table in whole for value in table)) > peak:
        raise BadInputError("payouts are too large, or too odd fractions, to count with")
    return scale, [np.array(table, dtype=np.int64) for table in whole]


def check_game(ranking: Ranking, ranks: tuple[int, ...], *tables: Payouts) -> None:
    """Refuse payouts that do not fit the ranking and decks that are not whole ranks."""
    if any(len(table) != len(ranking.cells) for table in tables):
        raise ValueError(f"payouts are one for each of {len(ranking.cells)} cells")
    if len(ranks) < 2 or list(ranks) != sorted(set(ranks) & set(ALL_RANKS)):
        raise ValueError(f"a deck is at least two of the ranks 0 to 12, in order, not {ranks}")


def whole_ranks(deck: Sequence[Card]) -> tuple[int, ...] | None:
    """Return the ranks of a deck that has at least two, each in all four suits, and no joker; None
    for any other deck.
    """
    ranks = tuple(sorted(set(map(rank_of, deck))))
    whole = [4 * rank + suit for rank in ranks for suit in range(4)]
    known = len(ranks) > 1 and set(ranks) <= set(ALL_RANKS)
    return ranks if known and sorted(deck) == whole else None


def whole_deck(ranks: Iterable[int]) -> Ints:
    """Return the cards of these ranks in all four suits, in order."""
    return np.array([4 * rank + suit for rank in sorted(ranks) for suit in range(4)], np.int64)


def check_cards(
    own: Sequence[Card], count: int, board: Sequence[Card], turned: int, ranks: Sequence[int]
) -> list[Card]:
    """Return all known cards, own ones first. Cards that no deal from this deck can show are
    refused.
    """
    if len(own) != count:
        raise ValueError(f"a player has {count} cards, not {len(own)}")
    if len(board) != turned:
        raise ValueError(f"{turned} cards are turned up at this decision, not {len(board)}")
    cards = [*own, *board]
    for card in cards:
        if not 0 <= card < 52 or rank_of(card) not in ranks:
            name = card_text(card) if 0 <= card < 54 else repr(card)
            raise ValueError(f"{name} is not in this deck")
    for card in cards:
        if cards.count(card) > 1:
            raise ValueError(f"{card_text(card)} is there twice")
    return cards


@dataclass(frozen=True, eq=False)
class SuitClasses:
    """Classes of hands that differ only in the names of suits, one class a row."""

    hands: Ints
    weights: Ints


@cache
def suit_classes(ranks: tuple[int, ...], size: int) -> SuitClasses:
    """Return all hands of `size` cards of a whole deck by class: one representative of each class,
    and the number of its hands. There are 169 classes of two cards and 1,755 of three.
    """
    hands = np.array(list(combinations(whole_deck(ranks).tolist(), size)), dtype=np.int64)
    representatives, weights = np.unique(_representative(hands), axis=0, return_counts=True)
    return SuitClasses(representatives, weights.astype(np.int64))


@cache
def every_class(ranks: tuple[int, ...], size: int) -> dict[tuple[Card, ...], tuple[Card, ...]]:
    """Return every hand of a whole deck, its cards in order, with the representative of its
    class.
    """
    hands = list(combinations(whole_deck(ranks).tolist(), size))
    representatives = _representative(np.array(hands, dtype=np.int64)).tolist()
    return dict(zip(hands, map(tuple, representatives), strict=True))


@cache
def other_card_classes(ranks: tuple[int, ...], own: tuple[Card, ...], size: int) -> SuitClasses:
    """Return the sets of `size` other cards up to the names of suits, own cards given: one set of
    each class, as places among the cards without the own ones.
    """
    deck, hand = whole_deck(ranks), np.array(own, np.int64)
    live = deck[~np.isin(deck, own)]
    sets = live[np.array(list(combinations(range(live.size), size)), np.int64)]
    same = [order for order in SUIT_ORDERS if set(rename_suits(hand, order).tolist()) == set(own)]
    digits = 64 ** np.arange(size - 1, -1, -1, dtype=np.int64)
    codes = np.stack([np.sort(rename_suits(sets, order), axis=1) @ digits for order in same])
    kept, weights = np.unique(codes.min(axis=0), return_counts=True)
    places = np.searchsorted(live, kept[:, None] // digits % 64)
    return SuitClasses(places.astype(np.int64), weights.astype(np.int64))


def class_of(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the representative that `suit_classes` has for this hand."""
    hand = np.array([sorted(cards)], dtype=np.int64)
    return tuple(_representative(hand)[0].tolist())


def _representative(hands: Ints) -> Ints:
    """Return, for each hand, the first in order of its images under all 24 renamings of the
    suits.
    """
    weights = 64 ** np.arange(hands.shape[1] - 1, -1, -1, dtype=np.int64)
    codes = np.stack(
        [np.sort(rename_suits(hands, order), axis=1) @ weights for order in SUIT_ORDERS]
    ).min(axis=0)
    representatives: Ints = codes[:, None] // weights % 64
    return representatives


def rename_suits(cards: Ints, order: Ints) -> Ints:
    """Return the cards with their suits renamed."""
    cards_renamed: Ints = (cards & ~3) | order[cards & 3]
    return cards_renamed
