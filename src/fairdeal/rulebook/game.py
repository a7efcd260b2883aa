"""What a game is made of. A game of `fairdeal.games` is one value of `Game`; everything that the
product knows about a game it asks of this value.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import TypeAlias

from fairdeal.cards import Card, Deck
from fairdeal.hands import Hand, Ranking
from fairdeal.rulebook.paytable import Paytables
from fairdeal.rulebook.procedure import Procedure
from fairdeal.rulebook.readings import Reading, defaults
from fairdeal.rulebook.wager import Wager

#: The cards of the board by area.
Board: TypeAlias = Mapping[str, tuple[Card, ...]]

OWN = "cards"
SEATS = "seats"


class Direction(StrEnum):
    """Which way the dealer goes round the table. Seat 1 is farthest to the dealer's left."""

    CLOCKWISE = "clockwise from the dealer's left"
    COUNTERCLOCKWISE = "counterclockwise from the dealer's right"

    def order(self, seats: Iterable[int]) -> list[int]:
        """The seats in the order in which they are served."""
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
        """A way of shuffling by its name in a rules file."""
        way = str.__new__(cls, name)
        way._value_ = name
        way.by_machine = by_machine
        way.counts = counts
        return way


# Hands --------------------------------------------------------------------------------------------


class Spread:
    """The cards that one seat's hands are made of.

    A hand is evaluated once, however many wagers are paid on it.
    """

    __slots__ = ("_hands", "cards")

    def __init__(self, board: Board, own: tuple[Card, ...]) -> None:
        self.cards = {**board, OWN: own}
        self._hands: dict[int, Hand] = {}

    def hand(self, spec: "HandSpec") -> Hand:
        """The hand that a specification names, once the readings are chosen (`under`)."""
        hand = self._hands.get(id(spec))
        if hand is None:
            assert not isinstance(spec, ByReading), "the readings are chosen"
            hand = self._hands[id(spec)] = spec.evaluate(self)
        return hand


@dataclass(frozen=True)
class HandOf:
    """The best hand that the cards of some areas form together."""

    areas: tuple[str, ...]
    ranking: Ranking = field(repr=False)

    def reads(self, area: str) -> bool:
        """Whether the cards of an area belong to the hand."""
        return area in self.areas

    def under(self, readings: Mapping[str, str]) -> "HandOf":
        """The hand under the readings in force: there is only one way to read it."""
        del readings
        return self

    def evaluate(self, spread: Spread) -> Hand:
        """Name the hand."""
        return self.ranking.evaluate([card for area in self.areas for card in spread.cards[area]])


@dataclass(frozen=True)
class BetterOf:
    """The better of two hands; `push_clauses` are cited where it is that one that pushes."""

    first: "HandSpec"
    second: "HandSpec"
    push_clauses: tuple[str, str] | None = None

    def reads(self, area: str) -> bool:
        """Whether the cards of an area belong to either hand."""
        return self.first.reads(area) or self.second.reads(area)

    def under(self, readings: Mapping[str, str]) -> "BetterOf":
        """The two hands under the readings in force."""
        return replace(self, first=self.first.under(readings), second=self.second.under(readings))

    def evaluate(self, spread: Spread) -> Hand:
        """Name the better hand."""
        return max(spread.hand(self.first), spread.hand(self.second))

    def push_clause(self, spread: Spread) -> str | None:
        """What is cited for a push, by the hand that is the better one."""
        if self.push_clauses is None:
            return None
        return self.push_clauses[spread.hand(self.first) < spread.hand(self.second)]


@dataclass(frozen=True)
class ByReading:
    """A hand that depends on how the text is read."""

    reading: str
    choices: Mapping[str, "HandSpec"]

    def reads(self, area: str) -> bool:
        """Whether the cards of an area belong to the hand under some reading."""
        return any(choice.reads(area) for choice in self.choices.values())

    def under(self, readings: Mapping[str, str]) -> HandOf | BetterOf:
        """The hand under the reading in force."""
        return self.choices[readings[self.reading]].under(readings)


HandSpec: TypeAlias = HandOf | BetterOf | ByReading

# The steps of a round -----------------------------------------------------------------------------


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
        """The areas of the board that are dealt to; none where it is the seats."""
        if self.to == SEATS:
            return ()
        return (self.to,) if isinstance(self.to, str) else self.to


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
    """Community cards are turned up: so many of an area, from the dealer's left."""

    areas: tuple[str, ...]
    clause: str
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Settle:
    """Wagers are settled, seat by seat."""

    wagers: tuple[str, ...]
    clause: str
    direction: Direction
    #: Whether a seat's cards are collected as soon as nothing of it is left to settle.
    collects: bool = False
    #: Whether envy for a seat's hand is paid after its wagers, not before them.
    envy_last: bool = False
    #: The hands that are announced by name before a chip moves, each with its clause.
    announces: tuple[tuple[str, str], ...] = ()


Step: TypeAlias = TakeBack | BetOrFold | Call | Draw | Reveal | Settle


@dataclass(frozen=True, slots=True)
class Area:
    """A place on the layout for community cards; `only_with`: dealt only if that is offered."""

    name: str
    cards: int
    clause: str
    only_with: str | None = None
    #: What a dealer calls it, where that is more than its name.
    title: str = ""


@dataclass(frozen=True, slots=True)
class Limit:
    """The aggregate payout limit of a hand: none unless the operator sets one, or at most
    `cents`, or what a bettor of the minimum could win if that is more (`or_best_at_minimum`).
    """

    clause: str
    cents: int | None = None
    or_best_at_minimum: bool = False


@dataclass(frozen=True, slots=True)
class Clauses:
    """Where the text speaks of what an operator may choose; None where it does not."""

    wagers: str
    one_deck: str
    seats: str | None = None
    two_decks: str | None = None
    hand_needs_machine: str | None = None
    boxes: str | None = None
    rates: str | None = None
    resets: str | None = None
    progressive_stakes: str | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """A casino poker table game under one regulation."""

    name: str
    title: str
    jurisdiction: str
    text: str
    deck: Deck
    seats: int
    own_cards: int
    wagers: tuple[Wager, ...]
    hands: Mapping[str, HandSpec]
    areas: tuple[Area, ...]
    dealing: Mapping[Dealing, tuple[Deal, ...]]
    round: tuple[Step, ...]
    limit: Limit
    clauses: Clauses
    procedure: Procedure
    readings: tuple[Reading, ...]
    #: What a unit of `analyze` is called.
    unit: str
    #: How a continuous reshuffler changes the automated shoe's script, where it does.
    reshuffler_dealing: tuple[Deal, ...] | None = None
    #: Whether one person may take several adjacent boxes.
    several_boxes: bool = False

    def __repr__(self) -> str:
        return f"<Game {self.name} in {self.jurisdiction}>"

    @cached_property
    def wager(self) -> Mapping[str, Wager]:
        """The wagers by name."""
        return {wager.name: wager for wager in self.wagers}

    @cached_property
    def paytables(self) -> Mapping[str, Paytables]:
        """What an operator chooses by name: `main`, and each wager that has tables of its own."""
        groups = {wager.pays.name: wager.pays for wager in self.wagers}
        return {
            name: group for name, group in groups.items() if name == "main" or name in self.wager
        }

    @cached_property
    def default_readings(self) -> Mapping[str, str]:
        """The choice in force for each reading that has alternatives."""
        return defaults(self.readings)

    def place_words(self, place: int | str) -> str:
        """What a dealer calls a place that is dealt to: a seat or an area."""
        if isinstance(place, int):
            return f"seat {place}"
        titles = {area.name: area.title or f"the {area.name}" for area in self.areas}
        return titles.get(place, place)

    @cached_property
    def draws_until(self) -> int:
        """The step of the round after which no card is drawn any more: 0 where none ever is."""
        return max([at + 1 for at, step in enumerate(self.round) if isinstance(step, Draw)] or [0])

    @property
    def settles(self) -> Direction:
        """The direction in which seats are settled."""
        return next(step.direction for step in self.round if isinstance(step, Settle))

    @property
    def folds(self) -> tuple[str, ...]:
        """The decisions at which a player may fold, in order."""
        return tuple(step.wager for step in self.round if isinstance(step, BetOrFold))

    @property
    def take_backs(self) -> tuple[str, ...]:
        """The wagers that a player may take back, in order."""
        return tuple(step.wager for step in self.round if isinstance(step, TakeBack))

    def differs(
        self,
        *,
        without: tuple[str, ...] = (),
        pays: Mapping[str, Paytables] | None = None,
        cites: Mapping[str, str] | None = None,
        **changes: object,
    ) -> "Game":
        """The same game elsewhere: the wagers it is without there, paytables and clauses of the
        wagers that remain, and whatever else is different.
        """
        pays, cites = pays or {}, cites or {}
        wagers = tuple(
            replace(
                wager,
                pays=(table := pays.get(wager.pays.name, wager.pays)),
                clause=cites.get(wager.name, wager.clause),
                settled=table.clause if wager.pays.name in pays else wager.settled,
            )
            for wager in self.wagers
            if wager.name not in without
        )
        steps: list[Step] = []
        for step in self.round:
            if isinstance(step, Settle):
                kept = tuple(name for name in step.wagers if name not in without)
                steps += [replace(step, wagers=kept)] if kept else []
            elif isinstance(step, BetOrFold) and step.wager in cites:
                clause = cites[step.wager]
                steps.append(replace(step, clause=clause, fold_clause=clause))
            else:
                steps.append(step)
        return replace(
            self,
            wagers=wagers,
            round=tuple(steps),
            **changes,  # type: ignore[arg-type] # of any field's type; the tests build every game
        )
