"""Cards on the table as the bits of one number, and which suits may change names.

Every card has a column, its suit, and a row, its rank; the two jokers are columns of their own. A
situation is one number: a card's bit is its column's and row's place plus that of the group where
it lies. Where columns are alike, situations that differ only in the columns' order are one.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from math import factorial, prod
from typing import Final, TypeAlias

from fairdeal.cards import JOKER, Card, card_text, is_joker, rank_of, suit_of
from fairdeal.errors import NotSolvableError
from fairdeal.hands import Ranking

#: Columns that may change places.
Classes: TypeAlias = tuple[tuple[int, ...], ...]
#: A situation without the names of columns that are alike.
Key: TypeAlias = int | tuple[int, ...]

_ROWS: Final = 16
_COLUMNS: Final = 6
_GROUP: Final = _ROWS * _COLUMNS
_ONE_COLUMN: Final = (1 << _ROWS) - 1
_ONE_GROUP: Final = (1 << _GROUP) - 1


def column_of(card: Card) -> int:
    """Return a card's suit, or the joker's own column."""
    return 4 + card - JOKER if is_joker(card) else suit_of(card)


def bit_of(card: Card) -> int:
    """Return the card as a bit of the first group."""
    return 1 << (column_of(card) * _ROWS + rank_of(card))


_CARD: Final = {bit_of(card): card for card in range(JOKER + 2)}


def cards_of(mask: int) -> tuple[Card, ...]:
    """Return the cards of one group, in order."""
    cards = []
    while mask:
        lowest = mask & -mask
        cards.append(_CARD[lowest])
        mask ^= lowest
    return tuple(sorted(cards))


class Layout:
    """A deck, the groups that its cards may lie in, and the columns that are alike."""

    def __init__(self, deck: Sequence[Card], groups: int, alike: Classes = ()) -> None:
        self.deck = tuple(sorted(deck))
        for card in self.deck:
            if not 0 <= card < JOKER + 2:
                raise NotSolvableError(f"{card!r} is no card")
            if self.deck.count(card) > 1:
                raise NotSolvableError(f"{card_text(card)} is in the deck twice")
        self.bits = tuple(map(bit_of, self.deck))
        self.alike = alike
        self.one_group = _ONE_GROUP
        self._shifts = tuple(group * _GROUP for group in range(groups))
        self._column = sum(_ONE_COLUMN << shift for shift in self._shifts)
        columns = sorted(set(map(column_of, self.deck)))
        moved = {column for kind in alike for column in kind}
        self._alike = tuple(tuple(_ROWS * column for column in kind) for kind in alike)
        self._fixed = tuple(_ROWS * column for column in columns if column not in moved)
        self._one_kind = self._alike[0] if len(self._alike) == 1 and not self._fixed else ()

    @property
    def symmetries(self) -> int:
        """The number of ways in which columns can change places."""
        return prod(factorial(len(kind)) for kind in self.alike)

    def put(self, cards: Iterable[Card], group: int) -> int:
        """Return the state with these cards in this group."""
        return sum(map(bit_of, cards)) << self._shifts[group]

    def shift(self, group: int) -> int:
        """Return by how many bits a card of this group is shifted."""
        return self._shifts[group]

    def group(self, state: int, group: int) -> int:
        """Return the cards of one group, as bits of the first."""
        return state >> self._shifts[group] & self.one_group

    def bits_of(self, state: int, group: int) -> list[int]:
        """Return the cards of one group, a bit each."""
        held = self.group(state, group)
        return [bit for bit in self.bits if bit & held]

    def unseen(self, state: int) -> list[int]:
        """Return the bits of the cards that do not lie anywhere yet."""
        seen = 0
        for shift in self._shifts:
            seen |= state >> shift
        return [bit for bit in self.bits if not bit & seen]

    def key(self, state: int) -> Key:
        """Return a key that is equal for situations that differ only in columns that are alike."""
        if not self._alike:
            return state
        mask = self._column
        if self._one_kind:
            return tuple(sorted([state >> shift & mask for shift in self._one_kind]))
        words = [state >> shift & mask for shift in self._fixed]
        for kind in self._alike:
            words += sorted([state >> shift & mask for shift in kind])
        return tuple(words)


@cache
def alike_columns(rankings: tuple[Ranking, ...], deck: tuple[Card, ...]) -> Classes:
    """Return the columns of a deck that no ranking distinguishes, found by evaluating every hand.

    Columns change places freely if the deck has the same ranks in each and every hand keeps its
    cell. A ranking that singles out one suit keeps that suit's name.
    """
    rows = defaultdict(set)
    for card in deck:
        rows[column_of(card)].add(rank_of(card))
    kinds = defaultdict(list)
    for column in sorted(rows):
        kinds[frozenset(rows[column])].append(column)
    found = _Hands(rankings, deck)
    candidates = [kind for kind in kinds.values() if len(kind) > 1]
    if candidates and found.told_apart(tuple(map(tuple, candidates))):
        candidates = [part for kind in candidates for part in _parts(found, kind)]
    return tuple(map(tuple, candidates))


def _parts(hands: "_Hands", kind: list[int]) -> list[list[int]]:
    """Split columns into sets that can change places: if a with b and b with c, then all three."""
    parts: list[list[int]] = []
    for column in kind:
        for part in parts:
            if not hands.told_apart(((part[0], column),)):
                part.append(column)
                break
        else:
            parts.append([column])
    return [part for part in parts if len(part) > 1]


class _Hands:
    """Every hand of a deck by each ranking, evaluated once."""

    def __init__(self, rankings: tuple[Ranking, ...], deck: tuple[Card, ...]) -> None:
        self._deck = deck
        self._cells = []
        for ranking in rankings:
            hands = combinations(deck, ranking.size)
            self._cells.append((ranking.size, [ranking.evaluate_exactly(h).cell for h in hands]))

    def told_apart(self, alike: Classes) -> bool:
        """Return whether some hand changes its cell when these columns change places."""
        layout = Layout(self._deck, 1, alike)
        for size, cells in self._cells:
            known: dict[Key, int] = {}
            for bits, cell in zip(combinations(layout.bits, size), cells, strict=True):
                if known.setdefault(layout.key(sum(bits)), cell) != cell:
                    return True
        return False
