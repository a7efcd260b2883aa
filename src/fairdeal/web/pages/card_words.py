"""Rewrites the cards of a sentence, such as `Kd`, as K♦ to see or "king of diamonds" to hear."""

import re
from typing import Final

from markupsafe import Markup, escape

from fairdeal.cards import parse_card
from fairdeal.table import events as ev
from fairdeal.wording.player import card_name

#: The events whose sentences name cards.
CARDS: Final = (
    *(ev.CardsDealt, ev.CardsDiscarded, ev.CardsReplaced, ev.CardsRevealed),
    *(ev.HandShown, ev.CardSetAside, ev.CardReported),
)
_SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_CARD: Final = re.compile(r"(?<![^ ])(?:([2-9TJQKA])([cdhs])|(\*))(?![^ ,;])")


def faces(words: str) -> Markup:
    """Return the sentence as HTML, with coloured suit signs for its cards."""

    def sign(found: re.Match[str]) -> str:
        return f'<span class="pip pip-{found[2] or "w"}">{_sign(found)}</span>'

    return Markup(_CARD.sub(sign, str(escape(words))))  # noqa: S704 - escaped before


def with_suit_signs(words: str) -> str:
    """Return the sentence as plain text, with suit signs for its cards."""
    return _CARD.sub(_sign, words)


def with_card_names(words: str) -> str:
    """Return the sentence with the full names of its cards, for screen readers."""

    def name(found: re.Match[str]) -> str:
        another = _CARD.match(words, found.end() + 1)
        return f"{card_name(parse_card(found[0]))}{',' if another else ''}"

    return _CARD.sub(name, words)


def _sign(found: re.Match[str]) -> str:
    rank, suit, joker = found.groups()
    return "joker" if joker else f"{'10' if rank == 'T' else rank}{_SUITS[suit]}"
