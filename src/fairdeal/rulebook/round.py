"""The steps of a round: cards are dealt and turned up, players decide, wagers are settled."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, TypeAlias

#: Where a deal goes to each seat in turn, rather than to areas of the board.
SEATS: Final = "seats"


class Direction(StrEnum):
    """Which way the dealer goes round the table. Seat 1 is farthest to the dealer's left."""

    CLOCKWISE = "clockwise from the dealer's left"
    COUNTERCLOCKWISE = "counterclockwise from the dealer's right"

    def order(self, seats: Iterable[int]) -> list[int]:
        """Return the seats in the order in which they are served."""
        return sorted(seats, reverse=self is Direction.COUNTERCLOCKWISE)


class Dealing(StrEnum):
    """The three ways of dealing."""

    MANUAL_SHOE = "manual-shoe"
    HAND = "hand"
    AUTOMATED_SHOE = "automated-shoe"


class Shuffling(StrEnum):
    """How the cards are shuffled: a counting device counts them after each shuffle, a reshuffling
    one also takes them back continuously.
    """

    #: Whether an automated card shuffling device does it.
    by_machine: bool
    #: Whether the device counts the deck, so that no stub need be counted.
    counts: bool

    MANUAL = "manual"
    AUTOMATED = "automated", True
    COUNTING = "automated-counting", True, True
    RESHUFFLING = "reshuffling", True, True

    def __new__(cls, name: str, by_machine: bool = False, counts: bool = False) -> "Shuffling":
        """Return a way of shuffling by its name in a rules file."""
        way = str.__new__(cls, name)
        way._value_ = name
        way.by_machine = by_machine
        way.counts = counts
        return way


@dataclass(frozen=True, slots=True, eq=False)
class Deal:
    """Cards go face down to each seat in turn (`SEATS`), or to areas of the board."""

    count: int
    to: str | tuple[str, ...]
    clause: str
    #: Cards of the stack that are discarded unseen again.
    burn: int = 0

    @property
    def areas(self) -> tuple[str, ...]:
        """The areas of the board that cards are dealt to; none if they are dealt to the seats."""
        if self.to == SEATS:
            return ()
        return (self.to,) if isinstance(self.to, str) else self.to


def dealt(script: Iterable[Deal]) -> Counter[str]:
    """Return how many cards lie in each place, `SEATS` for every seat, when a script has been
    dealt.
    """
    cards: Counter[str] = Counter()
    for deal in script:
        for place in deal.areas or (SEATS,):
            cards[place] += deal.count - deal.burn
    return cards


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Each player in turn lets a wager ride or takes it back."""

    wager: str
    clause: str
    back_clause: str


@dataclass(frozen=True, slots=True)
class BetOrFold:
    """Each player in turn makes a wager or folds."""

    wager: str
    clause: str
    fold_clause: str


@dataclass(frozen=True, slots=True)
class Draw:
    """Each player who made the wager may discard cards and is given as many new ones."""

    up_to: int
    clause: str
    collect_clause: str
    replace_clause: str


@dataclass(frozen=True, slots=True)
class Call:
    """The dealer announces "no more bets" again."""

    clause: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """Community cards of some areas are turned up, from the dealer's left: `count` of each, or
    all.
    """

    areas: tuple[str, ...]
    clause: str
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Settle:
    """Wagers are settled, seat by seat: those whose own clause of settlement (`Wager.settled`)
    stands under this one, or all of them where the round has no other settlement.
    """

    clause: str
    direction: Direction
    #: Whether a seat's cards are collected as soon as nothing of it is left to settle.
    collects: bool = False
    #: Whether envy for a seat's hand is paid after its wagers, not before them.
    envy_last: bool = False
    #: The hands that are announced by name before a chip moves, each with its clause.
    announces: tuple[tuple[str, str], ...] = ()
    #: The names of the wagers, in the order of the game's; a game fills them in where none is said.
    wagers: tuple[str, ...] = ()

    def covers(self, clause: str) -> bool:
        """Return whether a clause is this step's, or stands under it."""
        return clause == self.clause or clause.startswith(f"{self.clause}(")


#: The steps at which each player in turn makes a decision.
DecisionStep: TypeAlias = TakeBack | BetOrFold | Draw
#: All steps. For a new kind of step, mypy finds each place that distinguishes steps
#: (`assert_never`); all other places use methods of the game (`Game.draws`, `Game.settlements` and
#: the like).
Step: TypeAlias = DecisionStep | Call | Reveal | Settle


@dataclass(frozen=True, slots=True)
class Area:
    """A place on the layout for community cards. With `only_with` it is dealt only if that wager is
    offered.
    """

    name: str
    clause: str
    only_with: str | None = None
    #: The dealer's name for the area, if it is longer than the area's name.
    title: str = ""
    #: How many cards belong there: as many as the game deals to it.
    cards: int = field(default=0, init=False)

    def with_cards(self, cards: int) -> "Area":
        """Return an area of a game that deals this number of cards to it."""
        area = replace(self)
        object.__setattr__(area, "cards", cards)
        return area
