"""The value of each choice at a decision."""

from dataclasses import dataclass
from fractions import Fraction

from fairdeal.cards import Card


@dataclass(frozen=True)
class Choice:
    """An action, and the value in units of the whole round's main wagers after it. `discard` lists
    the cards thrown away where cards are drawn (none to stand pat); `times` is the multiple where a
    bet may be several times another.
    """

    action: str
    ev: Fraction
    discard: tuple[Card, ...] | None = None
    times: int | None = None


@dataclass(frozen=True)
class Decision:
    """All choices in one situation, and the best of them."""

    choices: tuple[Choice, ...]
    best: Choice
