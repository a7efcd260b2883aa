"""The interface of a game's compiled rounds."""

from abc import ABC, abstractmethod
from collections.abc import Container
from typing import ClassVar, NamedTuple

from fairdeal.cards import Card
from fairdeal.simulate.kernels.deal import Endings, Small
from fairdeal.simulate.kernels.endings import MainWagerEnding
from fairdeal.simulate.settings import Settings


def unknown_strategy(settings: Settings, known: Container[str]) -> str | None:
    """Return why a kernel that knows some strategies does not play a run; None where it does."""
    for name in settings.strategies:
        if name not in known:
            return f"it has no table for the strategy {name}"
    return None


class Trace(NamedTuple):
    """The cards and decisions of one seat in a round, as the table engine reports them."""

    dealt: tuple[Card, ...]
    cards: tuple[Card, ...]
    board: tuple[tuple[str, tuple[Card, ...]], ...]
    decisions: tuple[str, ...]


class GameKernel(ABC):
    """Plays rounds of one seat or more."""

    #: How many numbers of endings there are.
    endings: ClassVar[int]
    #: About how many rounds are played in a second on one core.
    second: ClassVar[int]
    #: How many cards are dealt at most, and how many decisions are traced.
    cards: int
    made: ClassVar[int]

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    @staticmethod
    @abstractmethod
    def refusal(settings: Settings) -> str | None:
        """Return why a run cannot be played; None where it can."""

    @abstractmethod
    def play(
        self, first: int, endings: Endings, side_cells: Small, cards: Small, made: Small
    ) -> None:
        """Play rounds from a number on: by seat the endings, the cells of side bets and the
        decisions, and the cards; cards and decisions only where there is room for them.
        """

    @abstractmethod
    def ending(self, number: int) -> MainWagerEnding | None:
        """Return the ending with a number; None where there is no such ending."""

    @abstractmethod
    def trace(self, seat: int, cards: list[Card], made: list[int]) -> Trace:
        """Return the events of a round at a seat, counted from 0, from the top of the deck and the
        seat's decisions.
        """
