"""Where cards come from. The table does not know which source it is.

A seeded source gives the same cards for the same seed; live play shuffles with the operating
system's cryptographic source.
"""

import random
from collections.abc import Sequence
from typing import Protocol

from fairdeal.cards import Card, Deck


class Source(Protocol):
    """What gives cards: decks by their colour, one of them in play."""

    def shuffle(self, color: str, deck: Deck) -> None:
        """Bring a whole deck into a new order."""

    def cut(self, color: str, depth: int) -> None:
        """Put the cards above the cover card to the bottom."""

    def begin(self, color: str) -> None:
        """A round begins with this deck."""

    def peek(self, count: int) -> tuple[Card, ...]:
        """The next cards of the deck in play; fewer where the stub runs out."""

    def take(self, cards: Sequence[Card]) -> None:
        """Cards have left the stub, in this order."""


class ShuffledSource:
    """Decks shuffled by a random generator: seeded, or `random.SystemRandom()` for live play.

    `first` are the cards that come first, in that order, in the first round, whatever the cut: for
    tests and scripts.
    """

    def __init__(self, generator: random.Random, first: Sequence[Card] = ()) -> None:
        self._random = generator
        self._first = tuple(first)
        self._stacks: dict[str, list[Card]] = {}
        self._stub: list[Card] = []

    def shuffle(self, color: str, deck: Deck) -> None:
        """Bring a whole deck into a new order."""
        # Each card gets a random number and the cards are put in the order of these: with no two
        # alike every order is as likely as any other, and it is quicker than swapping.
        chance, cards = self._random.random, deck.cards
        numbers: list[float] = []
        while len(set(numbers)) < len(cards):
            numbers = [chance() for _ in cards]
        self._stacks[color] = sorted(cards, key=numbers.__getitem__)

    def cut(self, color: str, depth: int) -> None:
        """Put the cards above the cover card to the bottom."""
        stack = self._stacks[color]
        self._stacks[color] = stack[depth:] + stack[:depth]

    def begin(self, color: str) -> None:
        """A round begins with this deck, or the deck has a new order before its first card."""
        stack = self._stacks.get(color, [])
        if first := self._first:
            stack = [*first, *(card for card in stack if card not in first)]
        # The next card is the last of the list.
        self._stub = stack[::-1]

    def peek(self, count: int) -> tuple[Card, ...]:
        """The next cards of the deck in play; fewer where the stub runs out."""
        return tuple(self._stub[: -count - 1 : -1])

    def take(self, cards: Sequence[Card]) -> None:
        """Cards have left the stub; what was to come first has begun to come."""
        self._first = ()
        if cards and tuple(cards) == self.peek(len(cards)):
            del self._stub[-len(cards) :]
        else:
            self._stub = [card for card in self._stub if card not in cards]
