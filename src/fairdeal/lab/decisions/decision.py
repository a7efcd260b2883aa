"""The value of each choice at a decision."""

from dataclasses import dataclass
from fractions import Fraction

from fairdeal.cards import Card


@dataclass(frozen=True)
class Choice:
    """An action and the value of the whole round's main wagers after it, in units; `discard` where
    cards are drawn, empty to stand pat; `times` where a bet may be several times another.
    """

    action: str
    ev: Fraction
    discard: tuple[Card, ...] | None = None
    times: int | None = None


@dataclass(frozen=True)
class Decision:
    """Every choice of a situation, and the best one."""

    choices: tuple[Choice, ...]
    best: Choice
