"""The table as a person in training sees it: stakes, cards and meters.

Nothing in a picture tells the next step or names a hand.
"""

import msgspec

from fairdeal.cards import card_text
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table.state import State
from fairdeal.wording.player import meter_title


class StakePicture(msgspec.Struct, frozen=True):
    """A wager of a seat; `where` is `layout` or `inventory`, where its chips are, or `settled`."""

    title: str
    cents: int
    where: str


class SeatPicture(msgspec.Struct, frozen=True):
    """A seat: its cards as texts, None for a card that lies face down."""

    seat: int
    name: str
    stakes: tuple[StakePicture, ...]
    cards: tuple[str | None, ...]
    folded: bool
    turn: bool


class AreaPicture(msgspec.Struct, frozen=True):
    """A place of the board with its cards."""

    title: str
    cards: tuple[str | None, ...]


class Picture(msgspec.Struct, frozen=True):
    """The table: the phase of the round in one word, and what lies where."""

    round: int
    phase: str
    seats: tuple[SeatPicture, ...]
    board: tuple[AreaPicture, ...]
    decks: tuple[str, ...]
    #: What each meter shows, in whole cents, by its name on the sign.
    meters: dict[str, int]


def picture_of(state: State) -> Picture:
    """Return the table as a person in training sees it."""
    game = state.rules.game
    board = []
    for area, cards in state.board.items():
        up = state.revealed.get(area, 0)
        texts = tuple(card_text(card) if n < up else None for n, card in enumerate(cards))
        board.append(AreaPicture(game.place_words(area), texts))
    return Picture(
        state.rounds + 1,
        str(state.phase),
        tuple(_seat(state, number) for number in sorted(state.seats)),
        tuple(board),
        tuple(f"{deck.color}: {deck.stage}" for deck in state.decks),
        {meter_title(name): units // UNITS_PER_CENT for name, units in state.meters.units.items()},
    )


def _seat(state: State, number: int) -> SeatPicture:
    seat, wagers = state.seats[number], state.rules.game.wager
    stakes = []
    for name, cents in seat.stakes.items():
        where = "inventory" if name in seat.taken else "layout"
        stakes.append(
            StakePicture(wagers[name].title, cents, "settled" if name in seat.settled else where)
        )
    return SeatPicture(
        number,
        seat.name or seat.player,
        tuple(stakes),
        tuple(card_text(card) if seat.shown else None for card in seat.cards),
        seat.folded is not None,
        state.turn == number,
    )
