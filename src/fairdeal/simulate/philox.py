"""The random numbers of a simulation: Philox4x32-10, in plain Python.

Philox (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011) turns a
counter and a key into four words of 32 bits. The key is the seed of the run. The counter names the
number of the round (two words), the block of four words inside the round, and the draw (which
shuffle of the round it is; the deal is 0). So every round has its own numbers, whoever plays it and
in which order.

From words to cards. The deck lies in the order `2c 2d 2h 2s 3c … As`, then the jokers. Place 0 is
the top. For place i the card is chosen among the n - i cards from place i on, and changes places
with the card that lies there. Three places share one word: with s0, s1 and s2 cards to choose
among, `word * s0` has the first choice in its high 32 bits; the low 32 bits times s1 have the
second in theirs, and so on. The word is rejected, and the next one taken, if what is left in the
low 32 bits is below `2**32 mod (s0 * s1 * s2)`. So every choice is exactly as likely as any other
(Lemire, "Fast random integer generation in an interval", 2019).

`fairdeal.simulate.kernels.deal` has the same in compiled form.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import Final, TypeAlias

from fairdeal.cards import Card, Deck
from fairdeal.english import quoted
from fairdeal.errors import BadInputError

#: Four words of 32 bits.
Block: TypeAlias = tuple[int, int, int, int]

MULTIPLIERS: Final = (0xD2511F53, 0xCD9E8D57)
WEYL: Final = (0x9E3779B9, 0xBB67AE85)
ROUNDS: Final = 10
_MASK: Final = 0xFFFFFFFF
_SPAN: Final = 1 << 32
#: How many places of the deck one word fills.
PLACES_OF_A_WORD: Final = 3
#: The draw of the deal; other numbers are free for other uses of a round.
DEAL: Final = 0
#: Seeds are below this number.
SEEDS: Final = 1 << 64


def philox4x32(counter: Block, key: tuple[int, int]) -> Block:
    """Return the four words of a counter under a key."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(ROUNDS):
        one, two = MULTIPLIERS[0] * c0, MULTIPLIERS[1] * c2
        c0, c1, c2, c3 = (two >> 32) ^ c1 ^ k0, two & _MASK, (one >> 32) ^ c3 ^ k1, one & _MASK
        k0, k1 = (k0 + WEYL[0]) & _MASK, (k1 + WEYL[1]) & _MASK
    return c0, c1, c2, c3


def seed_number(seed: int | str) -> int:
    """Return the key of a run: a number below 2**64 is its own key, any other text is hashed."""
    try:
        number = int(seed)
    except ValueError:
        return int.from_bytes(sha256(f"fairdeal simulate 1|{seed}".encode()).digest()[:8], "big")
    if not 0 <= number < SEEDS:
        raise BadInputError(f"a seed is from 0 to {SEEDS - 1}, or a text, not {quoted(seed)}")
    return number


def round_words(seed: int, number: int, draw: int = DEAL) -> Iterator[int]:
    """Yield the words of one draw of a round, without end."""
    key = seed & _MASK, seed >> 32
    block = 0
    while True:
        yield from philox4x32((number & _MASK, number >> 32, block, draw), key)
        block += 1


class RoundDeck:
    """The deck of one round, from the top; each card is drawn when it is first asked for."""

    def __init__(self, deck: Deck, seed: int, number: int, draw: int = DEAL) -> None:
        self._cards: list[Card] = list(deck.cards)
        self._jokers = deck.joker_cards
        self._words = round_words(seed, number, draw)
        self._drawn = 0

    def top(self, count: int) -> tuple[Card, ...]:
        """Return the first cards, so many of them. Jokers look alike: the first is the first."""
        while self._drawn < min(count, len(self._cards)):
            self._draw_places()
        return self._numbered(self._cards[:count])

    def _draw_places(self) -> None:
        cards, first = self._cards, self._drawn
        last = min(first + PLACES_OF_A_WORD, len(cards))
        choices = 1
        for place in range(first, last):
            choices *= len(cards) - place
        rejected_below = _SPAN % choices
        while True:
            rest, chosen = next(self._words), []
            for place in range(first, last):
                product = rest * (len(cards) - place)
                chosen.append(place + (product >> 32))
                rest = product & _MASK
            if rest >= rejected_below:
                break
        for place, other in zip(range(first, last), chosen, strict=True):
            cards[place], cards[other] = cards[other], cards[place]
        self._drawn = last

    def _numbered(self, cards: list[Card]) -> tuple[Card, ...]:
        if not self._jokers:
            return tuple(cards)
        left = iter(self._jokers)
        return tuple(next(left) if card in self._jokers else card for card in cards)
