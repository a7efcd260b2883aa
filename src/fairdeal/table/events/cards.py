"""Events of the cards' life, from the delivery of a deck until it leaves the table."""

from typing import Literal, TypeAlias

from fairdeal.table.events.base import Event

#: Why a deck leaves the table.
RemovalCause: TypeAlias = Literal["hours", "day", "defect", "count", "method"]


class DecksReceived(Event, frozen=True, gc=False, tag="decks-received"):
    """Decks arrived."""

    colors: tuple[str, ...]
    preshuffled: bool


class CardsInspected(Event, frozen=True, gc=False, tag="cards-inspected"):
    """The dealer has inspected the cards."""

    by: str


class DefectFound(Event, frozen=True, gc=False, tag="defect-found"):
    """The inspection found a defect in a deck."""

    deck: str
    found: str


class InspectionVerified(Event, frozen=True, gc=False, tag="inspection-verified"):
    """The floorperson has verified the inspection."""

    by: str


class CardsSpread(Event, frozen=True, gc=False, tag="cards-spread"):
    """The cards lie spread on the table."""

    face_up: bool


class CardsWashed(Event, frozen=True, gc=False, tag="cards-washed"):
    """The cards were turned down, washed and stacked."""


class DeckShuffled(Event, frozen=True, gc=False, tag="deck-shuffled"):
    """A deck was shuffled, by hand or by a device, which may have counted the cards."""

    deck: str
    by_machine: bool
    cards: int | None = None


class DeckCut(Event, frozen=True, gc=False, tag="deck-cut"):
    """The deck was cut so many cards from the top."""

    deck: str
    depth: int


class RecutOrdered(Event, frozen=True, gc=False, tag="recut-ordered"):
    """The cut is to be made again."""

    deck: str


class ShuffleOrdered(Event, frozen=True, gc=False, tag="shuffle-ordered"):
    """The deck is to be shuffled again."""

    deck: str
    reason: str


class DeckCounted(Event, frozen=True, gc=False, tag="deck-counted"):
    """A deck was counted before it left the table: by hand, or by a device that found it wrong."""

    deck: str
    cards: int
    right: bool


class DeckRemoved(Event, frozen=True, gc=False, tag="deck-removed"):
    """A deck left the table: at the end of its hours or of the day, with a defect or a wrong count,
    or because the way of shuffling in use has no second deck.
    """

    deck: str
    clause: str
    cause: RemovalCause = "hours"


class DeckCommitted(Event, frozen=True, gc=False, omit_defaults=True, tag="deck-committed"):
    """The house bound itself to the order of a deck before the bets of a round: `commitment` is the
    digest of a secret that is revealed when the round has ended. `protocol` is 2 where players
    pledge their words; in the first one words were open only.
    """

    deck: str
    round: str
    commitment: str
    protocol: int = 1


class SecretsRevealed(Event, frozen=True, gc=False, tag="secrets-revealed"):
    """What the commitments of a round were made from: each commitment with its secret, in order, so
    that the last is that of the deck that was dealt from. With the players' `words` and the depth
    of the `cut`, if there was one, it gives the order of the cards.
    """

    round: str
    secrets: tuple[tuple[str, str], ...]
    words: str = ""
    cut: int | None = None


class SecretsLost(Event, frozen=True, gc=False, tag="secrets-lost"):
    """The secrets of the round up to now are lost: they are revealed as empty texts, and nobody can
    check the order of the cards.
    """

    reason: str
