"""The types of a scene: a table as its page draws it, with all words.

A scene is made only from what its viewer may see, so that hidden cards cannot reach the page.
"""

from typing import Any, Literal

import msgspec

#: The phase of a round from the viewer's point of view; `mine` is the viewer's turn.
Phase = Literal["waiting", "bets", "dealing", "mine", "others", "reveals", "settling", "closed"]


class ScenePart(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a scene; fields that have their default are not sent."""


class CardScene(ScenePart, frozen=True):
    """A card. `face` is its short name, None if it is face down; `name` is for screen readers."""

    name: str
    face: str | None = None


class BetScene(ScenePart, frozen=True):
    """A betting area of a seat: its chips, and the amounts that may be bet there now."""

    wager: str
    title: str
    cents: int = 0
    #: The result: won, lost, push, back (given back), or taken (already in the inventory).
    state: str = ""
    #: The winnings, without the stake.
    won: int = 0
    #: Whether a chip may be put here now; then the bounds, and the wagers that must equal it.
    open: bool = False
    least: int | None = None
    most: int | None = None
    step: int | None = None
    amounts: tuple[int, ...] = ()
    equal: tuple[str, ...] = ()
    #: The wagers that must be placed before this one.
    needs: tuple[str, ...] = ()
    #: Whether it is a coin slot with a lamp, for a progressive wager.
    slot: bool = False


class SeatScene(ScenePart, frozen=True):
    """A seat. `hand` names the hand so far, for a viewer who may see the cards."""

    seat: int
    player: str | None = None
    name: str = ""
    bot: bool = False
    #: Whether the viewer may sit down here: the seat is empty, or a bot's.
    free: bool = False
    mine: bool = False
    turn: bool = False
    ready: bool = False
    #: What the viewer's own seat is to do for its word: pledge or reveal-word.
    word: str = ""
    #: A note about the seat: folded, left, sits out.
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
    """A button for something that the viewer may do now: its words, amount, key and command.

    `kind` is choice, plain, fold or danger. The choices of a decision look alike, so that the page
    recommends none. A `draw` is sent with the cards that were tapped.
    """

    id: str
    words: str
    key: str
    command: dict[str, Any]
    amount: str = ""
    kind: str = "plain"
    clause: str | None = None


class Slider(ScenePart, frozen=True):
    """A bet between two bounds; the command is sent with the amount."""

    command: dict[str, Any]
    least: int
    most: int
    step: int


class PaidRow(ScenePart, frozen=True):
    """The result of one wager, and the reason for it."""

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
    #: The areas whose cards make the hand; `cards` are the seat's own.
    areas: tuple[str, ...] = ()
    wager: str = ""
    #: Whether it ended so because the time to decide ran out.
    late: bool = False
    #: Whether it was paid for one of the rarest hands of its paytable.
    rare: bool = False


class VoidScene(ScenePart, frozen=True):
    """A void round: the reason, its clause, and the chips that were returned."""

    words: str
    clause: str
    back: tuple[str, ...] = ()


class Announcement(ScenePart, frozen=True):
    """An event in words. `urgent` interrupts a screen reader, which reads `spoken` if it is set."""

    version: int
    words: str
    clause: str | None = None
    urgent: bool = False
    spoken: str = ""


class OwnEvent(ScenePart, frozen=True):
    """Something that happened at the viewer's seat without the viewer."""

    version: int
    words: str


class NextStep(ScenePart, frozen=True):
    """The next step of the dealing procedure, with its command if it has one."""

    words: str
    by: str
    clause: str | None = None
    command: dict[str, Any] | None = None


class NoticeScene(ScenePart, frozen=True):
    """Other limits that are posted, and when they come into force."""

    limits: str
    at: int


class MeterScene(ScenePart, frozen=True):
    """A progressive meter, in whole cents."""

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
    #: The sentence at the top: whose turn it is, or what play waits for. If it `warns` that the
    #: viewer's seat comes free, it is read aloud at once.
    headline: str
    seats: tuple[SeatScene, ...]
    board: tuple[BoardScene, ...]
    meters: tuple[MeterScene, ...]
    clause: str | None = None
    practice: bool = False
    #: The pace of the viewer's private practice table; empty at all other tables.
    pace: str = ""
    #: Whether the viewer has folded and may skip to the result of the round.
    skip: bool = False
    #: The colour of the backs of the deck in play: red or blue.
    back: str = "red"
    buttons: tuple[Button, ...] = ()
    slider: Slider | None = None
    #: The most cards that the viewer may discard, if it is the viewer's turn to draw.
    draw: int | None = None
    #: Whether the viewer has so few chips that the house gives more.
    more: bool = False
    #: A sentence about what is missing before the viewer's bets are complete.
    missing: str = ""
    paid: tuple[PaidRow, ...] = ()
    net: int | None = None
    #: The chips that the viewer may bet here, without those on layouts, and those of them that are
    #: in the game account.
    balance: int | None = None
    account: int | None = None
    #: The void of the last round, until the next bets.
    void: VoidScene | None = None
    #: The titles of the board's lines to highlight now.
    lit: tuple[str, ...] = ()
    #: The house's commitment to the deck in play.
    commitment: str | None = None
    #: The round to which words are pledged, where they are.
    words_round: str | None = None
    #: The next steps, for a viewer who works at the table.
    steps: tuple[NextStep, ...] = ()
    #: Why the table accepts no commands; empty if it does.
    stopped: str = ""
    #: The limits and the digest of the rules, where limits were changed since the table opened.
    limits: str = ""
    digest: str = ""
    notice: NoticeScene | None = None
    warns: bool = False
