"""Which cards make which hand. A wager names its hand by the value itself, and so does a paytable
that is paid on another hand than its wager's.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from fairdeal.cards import Card
from fairdeal.hands import Hand, Ranking

#: The cards of the board by area.
Board: TypeAlias = Mapping[str, tuple[Card, ...]]

#: A player's own cards, where a hand says what it is made of.
OWN: Final = "cards"


class SeatCards:
    """The cards that one seat's hands are made of.

    A hand is evaluated once, however many wagers are paid on it.
    """

    __slots__ = ("_hands", "cards")

    def __init__(self, board: Board, own: tuple[Card, ...]) -> None:
        self.cards = {**board, OWN: own}
        self._hands: dict[int, Hand] = {}

    def hand(self, spec: "HandSpec") -> Hand:
        """Return the hand that a specification names, once the readings are chosen (`under`)."""
        known = id(spec)
        hand = self._hands.get(known)
        if hand is None:
            assert not isinstance(spec, ByReading), "the readings are chosen"
            hand = self._hands[known] = spec.evaluate(self)
        return hand


@dataclass(frozen=True)
class HandOf:
    """The best hand that the cards of some areas form together."""

    areas: tuple[str, ...]
    ranking: Ranking = field(repr=False)
    #: The game's name for the hand; two hands of the same cards are equal under any name.
    name: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.name

    def reads(self, area: str) -> bool:
        """Return whether the cards of an area belong to the hand."""
        return area in self.areas

    def under(self, readings: Mapping[str, str]) -> "HandOf":
        """Return the hand under the readings in force: there is only one way to read it."""
        del readings
        return self

    def evaluate(self, seat_cards: SeatCards) -> Hand:
        """Name the hand."""
        return self.ranking.evaluate(
            [card for area in self.areas for card in seat_cards.cards[area]]
        )


@dataclass(frozen=True)
class BetterOf:
    """The better of two hands. `push_clauses` are cited for a push, by the hand that is the better
    one.
    """

    first: "HandSpec"
    second: "HandSpec"
    push_clauses: tuple[str, str] | None = None
    name: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.name

    def reads(self, area: str) -> bool:
        """Return whether the cards of an area belong to either hand."""
        return self.first.reads(area) or self.second.reads(area)

    def under(self, readings: Mapping[str, str]) -> "BetterOf":
        """Return the two hands under the readings in force."""
        first, second = self.first.under(readings), self.second.under(readings)
        if first is self.first and second is self.second:
            return self
        return replace(self, first=first, second=second)

    def evaluate(self, seat_cards: SeatCards) -> Hand:
        """Name the better hand."""
        return max(seat_cards.hand(self.first), seat_cards.hand(self.second))

    def push_clause(self, seat_cards: SeatCards) -> str | None:
        """Return the clause of a push, which depends on which hand is the better one."""
        if self.push_clauses is None:
            return None
        return self.push_clauses[seat_cards.hand(self.first) < seat_cards.hand(self.second)]


@dataclass(frozen=True, eq=False)
class ByReading:
    """A hand that depends on how the text is read."""

    reading: str
    choices: Mapping[str, "HandSpec"]
    name: str = ""

    def __str__(self) -> str:
        return self.name

    def reads(self, area: str) -> bool:
        """Return whether the cards of an area belong to the hand under some reading."""
        return any(choice.reads(area) for choice in self.choices.values())

    def under(self, readings: Mapping[str, str]) -> HandOf | BetterOf:
        """Return the hand under the reading in force."""
        return self.choices[readings[self.reading]].under(readings)


HandSpec: TypeAlias = HandOf | BetterOf | ByReading


def parts_of(spec: HandSpec, readings: Mapping[str, str]) -> tuple[HandOf, ...]:
    """Return the hands, each made of all its cards, whose best is this hand under the readings."""
    return tuple(one for one in specs_in(spec.under(readings)) if isinstance(one, HandOf))


def specs_in(spec: HandSpec) -> Iterator[HandSpec]:
    """Yield a hand, and every hand that it is made of under some reading."""
    yield spec
    match spec:
        case BetterOf():
            yield from specs_in(spec.first)
            yield from specs_in(spec.second)
        case ByReading():
            for choice in spec.choices.values():
                yield from specs_in(choice)
        case HandOf():
            pass
