"""The interface of a game's compiled rounds."""

from abc import ABC, abstractmethod
from typing import ClassVar, NamedTuple

from fairdeal.cards import Card
from fairdeal.simulate.kernels.deal import Endings, Small
from fairdeal.simulate.kernels.endings import Ending
from fairdeal.simulate.settings import Settings


class Trace(NamedTuple):
    """The cards and decisions of one round, as the table engine reports them."""

    dealt: tuple[Card, ...]
    cards: tuple[Card, ...]
    board: tuple[tuple[str, tuple[Card, ...]], ...]
    decisions: tuple[str, ...]


class GameKernel(ABC):
    """Plays rounds of one seat."""

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
        """Play rounds from a number on; cards and decisions only where there is room for them."""

    @abstractmethod
    def ending(self, number: int) -> Ending | None:
        """Return the ending with a number; None where there is no such ending."""

    @abstractmethod
    def trace(self, cards: list[Card], made: list[int]) -> Trace:
        """Return the events of a round, from the top of its deck and its decisions."""
