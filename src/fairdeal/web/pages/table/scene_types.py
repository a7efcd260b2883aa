"""A table as its page draws it: everything in words and in its place, made from what the viewer may
see and nothing else, so that what is hidden cannot be drawn.
"""

from typing import Any, Literal

import msgspec

#: What a page shows, as a player would say it.
Phase = Literal["waiting", "bets", "dealing", "mine", "others", "reveals", "settling", "closed"]


class ScenePart(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a scene; what is not there is left out."""


class CardScene(ScenePart, frozen=True):
    """A card: `face` is its short name, missing where it lies face down; `name` is for a reader."""

    name: str
    face: str | None = None


class BetScene(ScenePart, frozen=True):
    """A betting area of a seat: what lies there, and what may be put there now."""

    wager: str
    title: str
    cents: int = 0
    #: What became of it: won, lost, push, back (given back), taken (in the inventory already).
    state: str = ""
    #: What was won beside the stake, where it was.
    won: int = 0
    #: Whether a chip may be put here now; then the bounds, and the wagers that it is equal with.
    open: bool = False
    least: int | None = None
    most: int | None = None
    step: int | None = None
    amounts: tuple[int, ...] = ()
    equal: tuple[str, ...] = ()
    #: The wagers that must lie before this one.
    needs: tuple[str, ...] = ()
    #: A progressive wager is a coin in a slot, with a lamp.
    slot: bool = False


class SeatScene(ScenePart, frozen=True):
    """A seat. `hand` names what the cards make so far, to whoever may see them."""

    seat: int
    player: str | None = None
    name: str = ""
    bot: bool = False
    #: Whether the viewer may sit down here: nobody sits, or a bot that gives the seat up.
    free: bool = False
    mine: bool = False
    turn: bool = False
    ready: bool = False
    #: What is to be said of it: folded, left, sits out.
    note: str = ""
    hand: str = ""
    cards: tuple[CardScene, ...] = ()
    discards: tuple[CardScene, ...] = ()
    bets: tuple[BetScene, ...] = ()


class BoardScene(ScenePart, frozen=True):
    """An area of the board."""

    area: str
    title: str
    cards: tuple[CardScene, ...] = ()


class Button(ScenePart, frozen=True):
    """Something that may be done now: its words, its amount, its key, and the command it sends.

    `kind` is main, plain, fold or danger. A `draw` takes the cards that were tapped; a bet between
    bounds has them, for a slider.
    """

    id: str
    words: str
    key: str
    command: dict[str, Any]
    amount: str = ""
    kind: str = "plain"
    clause: str | None = None


class Slider(ScenePart, frozen=True):
    """A bet that may be anything between two bounds: the command is sent with the amount."""

    command: dict[str, Any]
    least: int
    most: int
    step: int


class PaidRow(ScenePart, frozen=True):
    """What became of one wager, and why."""

    seat: int
    title: str
    stake: int
    result: str
    net: int
    hand: str = ""
    line: str = ""
    sum: str = ""
    clause: str | None = None
    mine: bool = False
    #: The areas whose cards make the hand, `cards` for the seat's own.
    areas: tuple[str, ...] = ()
    wager: str = ""


class VoidScene(ScenePart, frozen=True):
    """A round that was declared void: what happened, its clause, what came back to whom."""

    words: str
    clause: str
    back: tuple[str, ...] = ()


class Said(ScenePart, frozen=True):
    """One announcement: `urgent` interrupts a reader, who hears cards as `spoken`."""

    version: int
    words: str
    clause: str | None = None
    urgent: bool = False
    spoken: str = ""


class Step(ScenePart, frozen=True):
    """What comes next by the table's script, with the command that does it where there is one."""

    words: str
    by: str
    clause: str | None = None
    command: dict[str, Any] | None = None


class MeterScene(ScenePart, frozen=True):
    """A meter, in whole cents."""

    name: str
    title: str
    cents: int


class Scene(ScenePart, frozen=True):
    """A table as one viewer's page draws it."""

    table: str
    version: int
    at: str
    phase: Phase
    round: int
    #: The sentence that stands over everything: whose turn it is, what is waited for.
    headline: str
    seats: tuple[SeatScene, ...]
    board: tuple[BoardScene, ...]
    meters: tuple[MeterScene, ...]
    clause: str | None = None
    practice: bool = False
    #: The backs of the deck in play: red or blue.
    back: str = "red"
    buttons: tuple[Button, ...] = ()
    slider: Slider | None = None
    #: How many cards may be tapped for a draw, where one is asked for.
    draw: int | None = None
    #: Whether the house gives more play chips for the asking.
    more: bool = False
    #: What still keeps the viewer's bets from standing, as a sentence.
    missing: str = ""
    paid: tuple[PaidRow, ...] = ()
    net: int | None = None
    #: The viewer's chips, without those on layouts.
    balance: int | None = None
    #: A void, until the next bets.
    void: VoidScene | None = None
    #: The inscribed lines of the board that are looked at now, by their titles.
    lit: tuple[str, ...] = ()
    #: What commits the house to the deck in play.
    commitment: str | None = None
    #: For whoever works at the table.
    steps: tuple[Step, ...] = ()
    #: Why the table takes nothing, where that is so.
    stopped: str = ""
