"""Five-card hands by look-up: the readable evaluators, tabulated.

Each card has a code whose low bits are a rank key and whose high bits count its suit. The keys are
chosen so that the sum over five cards tells the five ranks apart in any order, and the high bits
tell whether one suit holds them all. Two tables, with and without a flush, are filled by asking the
evaluator about one representative hand for each set of ranks, 7,462 hands instead of 2,598,960.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, product
from typing import TYPE_CHECKING, Any, Final

from fairdeal.cards import JOKER, Card
from fairdeal.hands.five import FIVE_CARD, FIVE_CARD_ACE_HIGH
from fairdeal.hands.hand import Hand, Ranking
from fairdeal.hands.joker import FIVE_CARD_WITH_JOKERS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Found by taking, rank by rank, the smallest number that keeps all sums of five apart (at most four
# of a rank, two jokers). `Lookup.build` would notice a clash.
_JOKER_KEY: Final = 0
_RANK_KEYS: Final = (1, 4, 16, 67, 222, 707, 2214, 5314, 11782, 20119, 45152, 81787, 141158)
KEY_BITS: Final = 20
KEY_MASK: Final = (1 << KEY_BITS) - 1

CODES: Final = (
    *(_RANK_KEYS[card >> 2] | 1 << (KEY_BITS + 3 * (card & 3)) for card in range(JOKER)),
    *(_JOKER_KEY, _JOKER_KEY),
)
# One suit only: at most one of the four three-bit counters is not zero.
ONE_SUIT: Final = frozenset(count << 3 * suit for suit in range(4) for count in range(6))


@dataclass(frozen=True, eq=False)
class Lookup:
    """One ranking's hands in order, and the tables that find a hand's place among them."""

    hands: tuple[Hand, ...]
    by_ranks: dict[int, int]
    by_ranks_suited: dict[int, int]

    @classmethod
    def build(cls, ranking: Ranking, *, jokers: int = 0) -> "Lookup":
        """Tabulate a five-card ranking whose hands hold at most `jokers` jokers."""
        plain = dict(_evaluated(ranking, _rank_sets(jokers), suited=False))
        suited = dict(_evaluated(ranking, _suited_rank_sets(jokers), suited=True))
        hands = tuple(sorted({*plain.values(), *suited.values()}))
        place = {hand: index for index, hand in enumerate(hands)}
        return cls(
            hands,
            {key: place[hand] for key, hand in plain.items()},
            {key: place[hand] for key, hand in suited.items()},
        )

    def index(self, cards: Sequence[Card]) -> int:
        """Return the place of exactly five cards among `hands`; a greater place is a better
        hand.
        """
        total = sum(CODES[card] for card in cards)
        table = self.by_ranks_suited if total >> KEY_BITS in ONE_SUIT else self.by_ranks
        return table[total & KEY_MASK]

    def hand(self, cards: Sequence[Card]) -> Hand:
        """Return the hand of exactly five cards, as the readable evaluator gives it."""
        return self.hands[self.index(cards)]

    def arrays(self) -> "Arrays":
        """Return these tables as numpy arrays, for vectorised and compiled code."""
        import numpy as np  # noqa: PLC0415 - numpy is an extra, loaded only by those who compute

        size = 1 << KEY_BITS  # whatever five cards sum up to lies inside
        ranks, suited = np.zeros((2, size), dtype=np.uint16)
        for table, places in ((ranks, self.by_ranks), (suited, self.by_ranks_suited)):
            table[list(places)] = list(places.values())
        one_suit = np.zeros(1 << 12, dtype=np.bool_)
        one_suit[list(ONE_SUIT)] = True
        return Arrays(
            codes=np.array(CODES, dtype=np.uint32),
            one_suit=one_suit,
            by_ranks=ranks,
            by_ranks_suited=suited,
            cells=np.array([hand.cell for hand in self.hands], dtype=np.uint8),
        )


@dataclass(frozen=True, eq=False)
class Arrays:
    """A `Lookup` as numpy arrays; `cells[index]` is the hand's cell in its ranking."""

    codes: "NDArray[np.uint32]"
    one_suit: "NDArray[np.bool_]"
    by_ranks: "NDArray[np.uint16]"
    by_ranks_suited: "NDArray[np.uint16]"
    cells: "NDArray[np.uint8]"

    def index(self, hands: "NDArray[Any]") -> "NDArray[np.uint16]":
        """Return the places of many hands, one hand a row of five cards."""
        import numpy as np  # noqa: PLC0415 - as above

        total = self.codes[hands].sum(axis=-1, dtype=np.uint32)
        keys = total & KEY_MASK
        suited = self.one_suit[total >> KEY_BITS]
        places: NDArray[np.uint16] = self.by_ranks[keys]
        places[suited] = self.by_ranks_suited[keys[suited]]
        return places


def hands_in_cell(ranking: Ranking, cell: int) -> Iterator[frozenset[Card]]:
    """Yield every five-card hand of the 52 cards that falls into a cell, found by its ranks."""
    for ranks, suited in _ranks_by_cell(ranking).get(cell, ()):
        for cards in _suits_chosen(ranks):
            flush = len({card & 3 for card in cards}) == 1
            if len(set(ranks)) < 5 or flush is suited:
                yield cards


@cache
def _ranks_by_cell(ranking: Ranking) -> dict[int, list[tuple[tuple[int, ...], bool]]]:
    """Return the sets of ranks whose hands fall into each cell, in one suit or not."""
    found: dict[int, list[tuple[tuple[int, ...], bool]]] = {}
    for ranks in _rank_sets(0):
        for suited in (False, True) if len(set(ranks)) == 5 else (False,):
            cell = ranking.evaluate_exactly(_representative(ranks, suited=suited)).cell
            found.setdefault(cell, []).append((ranks, suited))
    return found


def _suits_chosen(ranks: tuple[int, ...]) -> Iterator[frozenset[Card]]:
    """Yield the ranks in every choice of suits."""
    groups = [
        [[rank * 4 + suit for suit in suits] for suits in combinations(range(4), count)]
        for rank, count in Counter(ranks).items()
    ]
    return (frozenset(chain.from_iterable(chosen)) for chosen in product(*groups))


@cache
def lookup(ranking: Ranking) -> Lookup:
    """Return the table of a five-card ranking, which is built by the first call."""
    if ranking is FIVE_CARD_WITH_JOKERS:
        return Lookup.build(ranking, jokers=2)
    if ranking in (FIVE_CARD, FIVE_CARD_ACE_HIGH):
        return Lookup.build(ranking)
    raise ValueError(f"there is no look-up table for {ranking.name} hands")


def _rank_sets(jokers: int) -> Iterator[tuple[int, ...]]:
    """Ranks of five cards less the jokers, no more than four of each; at least three cards."""
    for held in range(jokers + 1):
        for ranks in combinations_with_replacement(range(13), 5 - held):
            if all(ranks.count(rank) <= 4 for rank in ranks):
                yield ranks


def _suited_rank_sets(jokers: int) -> Iterator[tuple[int, ...]]:
    for held in range(jokers + 1):
        yield from combinations(range(13), 5 - held)


def _evaluated(
    ranking: Ranking, rank_sets: Iterator[tuple[int, ...]], *, suited: bool
) -> Iterator[tuple[int, Hand]]:
    seen = set()
    for ranks in rank_sets:
        cards = _representative(ranks, suited=suited)
        cards += [JOKER + joker for joker in range(5 - len(cards))]
        key = sum(CODES[card] for card in cards) & KEY_MASK
        assert key not in seen, "two sets of ranks share a key"
        seen.add(key)
        yield key, ranking.evaluate_exactly(cards)


def _representative(ranks: tuple[int, ...], *, suited: bool) -> list[Card]:
    """Cards of these ranks, in one suit or not: equal ranks stand side by side, so turning the
    suits keeps cards apart and mixes suits.
    """
    return [rank * 4 + (0 if suited else place % 4) for place, rank in enumerate(ranks)]
