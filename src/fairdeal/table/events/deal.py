"""Events of the deal and of the count of the stub."""

from typing import Literal

from fairdeal.table.events.base import Event
from fairdeal.table.values import Face, Hidden, Place


class CardsDealt(Event, frozen=True, gc=False, tag="cards-dealt"):
    """Cards went face down, one after the other: to a seat (`seat:3`), an area, or unseen to the
    discard rack (`rack`). So many `steps` of the deal are done with it, and so many places of the
    step that follows (`part`). No cards: a step that was begun ended before all had theirs.
    """

    cards: tuple[tuple[Place, Hidden], ...]
    steps: int
    part: int = 0


class CardSetAside(Event, frozen=True, gc=False, tag="card-set-aside"):
    """A card found face up went to the discard rack."""

    card: Face
    clause: str


class CardReported(Event, frozen=True, gc=False, tag="card-reported"):
    """A card that lies face up, or was drawn in error and seen, where that makes all hands void. It
    stays in its place until the floorperson has answered (reading `denied-report`).
    """

    card: Face
    clause: str


class CardDrawnInError(Event, frozen=True, gc=False, tag="card-drawn-in-error"):
    """A card drawn in error will be used as the next card."""

    clause: str


class StubCounted(Event, frozen=True, gc=False, tag="stub-counted"):
    """The stub was counted: so many cards in it, so many in all, and what that shows. A count that
    `differs` waits for the word of a floorperson, who is not the one it is asked `by`; `misdealt`
    are the places with a wrong number.
    """

    cards: int
    total: int
    result: Literal["right", "misdealt", "wrong-deck", "differs"]
    misdealt: tuple[Place, ...] = ()
    by: str = ""


class CountRuled(Event, frozen=True, gc=False, tag="count-ruled"):
    """The floorperson said whether the cards were misdealt."""

    misdealt: bool
    by: str


class StubRacked(Event, frozen=True, gc=False, tag="stub-racked"):
    """The stub lies in the discard rack."""
