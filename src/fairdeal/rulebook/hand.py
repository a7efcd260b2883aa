"""Which cards make which hand. A wager, and a paytable that goes by another hand than its wager,
names its hand by the value itself.
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
        """The hand that a specification names, once the readings are chosen (`under`)."""
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
    #: What the game calls it; two hands of the same cards are the same under any name.
    name: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.name

    def reads(self, area: str) -> bool:
        """Whether the cards of an area belong to the hand."""
        return area in self.areas

    def under(self, readings: Mapping[str, str]) -> "HandOf":
        """The hand under the readings in force: there is only one way to read it."""
        del readings
        return self

    def evaluate(self, seat_cards: SeatCards) -> Hand:
        """Name the hand."""
        return self.ranking.evaluate(
            [card for area in self.areas for card in seat_cards.cards[area]]
        )


@dataclass(frozen=True)
class BetterOf:
    """The better of two hands; `push_clauses` are cited where it is that one that pushes."""

    first: "HandSpec"
    second: "HandSpec"
    push_clauses: tuple[str, str] | None = None
    name: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.name

    def reads(self, area: str) -> bool:
        """Whether the cards of an area belong to either hand."""
        return self.first.reads(area) or self.second.reads(area)

    def under(self, readings: Mapping[str, str]) -> "BetterOf":
        """The two hands under the readings in force."""
        first, second = self.first.under(readings), self.second.under(readings)
        if first is self.first and second is self.second:
            return self
        return replace(self, first=first, second=second)

    def evaluate(self, seat_cards: SeatCards) -> Hand:
        """Name the better hand."""
        return max(seat_cards.hand(self.first), seat_cards.hand(self.second))

    def push_clause(self, seat_cards: SeatCards) -> str | None:
        """What is cited for a push, by the hand that is the better one."""
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
        """Whether the cards of an area belong to the hand under some reading."""
        return any(choice.reads(area) for choice in self.choices.values())

    def under(self, readings: Mapping[str, str]) -> HandOf | BetterOf:
        """The hand under the reading in force."""
        return self.choices[readings[self.reading]].under(readings)


HandSpec: TypeAlias = HandOf | BetterOf | ByReading


def parts_of(spec: HandSpec, readings: Mapping[str, str]) -> tuple[HandOf, ...]:
    """The hands, each made of all its cards, of which a hand is the best under the readings."""
    return tuple(one for one in specs_in(spec.under(readings)) if isinstance(one, HandOf))


def specs_in(spec: HandSpec) -> Iterator[HandSpec]:
    """A hand, and every hand that it is made of under some reading."""
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
