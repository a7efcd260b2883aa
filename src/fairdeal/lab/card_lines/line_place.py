"""The place of a line on a strategy card."""

from dataclasses import dataclass

from fairdeal.cards import Card


@dataclass(frozen=True)
class LinePlace:
    """Where a line stands on its card, by numbers from zero. Where the line says what to keep,
    `discards` has every discard that keeps it, each in the order of the cards. Before the first
    draw the one that the card prefers comes first.
    """

    section: int
    rule: int
    discards: tuple[tuple[Card, ...], ...] | None = None
