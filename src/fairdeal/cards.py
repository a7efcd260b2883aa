"""Cards and decks.

A card is a small integer, so that a hand can be summed, packed and looked up: `rank * 4 + suit`,
ranks from the two (0) to the ace (12), suits in the order clubs, diamonds, hearts, spades. The two
jokers are 52 and 53; on paper both are written `*`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from fairdeal.errors import NotACardError

Card: TypeAlias = int

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
JOKER: Final[Card] = 52
SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")
RANK_NAMES: Final = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)

_TEXT: Final = (*(rank + suit for rank in RANKS for suit in SUITS), "*", "*")
_CARDS: Final = {text: card for card, text in enumerate(_TEXT[:53])}
# Suits as symbols, full or outlined.
_SYMBOLS: Final = {
    symbol: suit
    for suit, symbols in zip(SUITS, ("♣♧", "♦♢", "♥♡", "♠♤"), strict=True)
    for symbol in symbols
}
#: The character that follows a suit's sign to ask for its coloured picture.
_AS_PICTURE: Final = "\N{VARIATION SELECTOR-16}"
_ONE: Final = re.compile(
    rf"\*|(?:10|[{RANKS}])[{SUITS}{''.join(_SYMBOLS)}]{_AS_PICTURE}?", re.IGNORECASE | re.ASCII
)
_SEVERAL: Final = re.compile(rf"(?:{_ONE.pattern})+", re.IGNORECASE | re.ASCII)

#: The suits as they are drawn, in the order of `SUITS`.
SUIT_SIGNS: Final = "♣♦♥♠"
#: A card as people type it. A character that asks for the sign's picture or its text may follow the
#: sign.
_TYPED: Final = re.compile(r"(10|[2-9tjqka])([cdhs♣♦♥♠♧♢♡♤])[\ufe0e\ufe0f]?|\*", re.IGNORECASE)
_SUIT_TYPED: Final = {
    sign: suit
    for signs in (SUITS, SUIT_SIGNS, "♧♢♡♤")
    for sign, suit in zip(signs, SUITS, strict=True)
}


def rank_of(card: Card) -> int:
    """Return the rank: 0 for a two to 12 for an ace. A joker has no rank; for it the result is
    13.
    """
    return card >> 2


def suit_of(card: Card) -> int:
    """Return the suit's place in `SUITS`; a joker has none, so ask `is_joker` first."""
    return card & 3


def is_joker(card: Card) -> bool:
    """Return whether the card is one of the two jokers."""
    return card >= JOKER


def plural(rank: int) -> str:
    """Return the plural of a rank as a dealer says it: `sixes`, `jacks`."""
    name = RANK_NAMES[rank]
    return name + ("es" if name == "six" else "s")


def parse_card(text: str) -> Card:
    """Read one card in the form that logs use: `As`, `Td`, or `*` for a joker."""
    try:
        return _CARDS[text]
    except KeyError:
        raise NotACardError(
            f"{text[:20]!r} is not a card: write a rank of {RANKS} and a suit of {SUITS}, "
            "such as As or Td, or * for a joker"
        ) from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read several cards as people write them: `As Td *`, `10s, td`, `AsTd2c`, `A♠ T♦`."""
    cards: list[Card] = []
    for word in text.replace(",", " ").split():
        if word not in _CARDS and _SEVERAL.fullmatch(word):
            cards += (parse_card(_plain(one[0])) for one in _ONE.finditer(word))
        else:
            cards.append(parse_card(word))
    return tuple(cards)


def _plain(text: str) -> str:
    """Convert a card in one of the forms that people write to the form that logs use."""
    if text == "*":
        return text
    short = text.upper().replace("10", "T")
    return short[0] + _SYMBOLS.get(short[1], short[1].lower())


def card_text(card: Card) -> str:
    """Write a card as `parse_card` reads it."""
    return _TEXT[card]


def cards_text(cards: Iterable[Card]) -> str:
    """Write several cards with spaces between them."""
    return " ".join(_TEXT[card] for card in cards)


@dataclass(frozen=True)
class Deck:
    """The cards that a game is played with."""

    jokers: int = 0

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card once, in the order of a new deck."""
        return tuple(range(len(self)))

    @cached_property
    def joker_cards(self) -> range:
        """The jokers, which look alike."""
        return range(JOKER, len(self))

    @cached_property
    def each(self) -> frozenset[Card]:
        """Every card once, in no order."""
        return frozenset(self.cards)

    def __len__(self) -> int:
        return JOKER + self.jokers

    def __contains__(self, card: Card) -> bool:
        return 0 <= card < len(self)

    def copies(self, card: Card) -> int:
        """Return how often a card of this face is in the deck (the jokers look alike)."""
        return self.jokers if is_joker(card) else 1


STANDARD_52: Final = Deck()
WITH_TWO_JOKERS: Final = Deck(jokers=2)
