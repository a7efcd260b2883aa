"""Answers about tables, and about the acts of a table."""

from msgspec import UNSET, UnsetType

from fairdeal.web.api.answers.base import Answer, Document, Dollars, EventDocument, ViewText
from fairdeal.web.live.messages import TableWarning


class SeatedPlayer(Answer, frozen=True):
    """A person or a bot in a seat."""

    id: str
    name: str
    bot: bool


class SeatSummary(Answer, frozen=True):
    """A seat of a table in the list of tables."""

    seat: int
    player: SeatedPlayer | None


class TableSummary(Answer, frozen=True):
    """A table in the list of tables."""

    table: str
    name: str
    game: str
    jurisdiction: str
    practice: bool
    minimum: Dollars | None
    maximum: Dollars | None
    phase: str
    seats: list[SeatSummary]
    meters: dict[str, Dollars]
    #: The day on which the regulator approved the rules; null if not yet.
    approved: str | None
    #: Only where the table takes no commands, after a fault.
    stopped: bool | UnsetType = UNSET


class OpenedTable(Answer, frozen=True):
    """The id of a new table."""

    table: str


class TableAnswer(Answer, frozen=True):
    """One table, as the person who asks may see it."""

    table: str
    version: int
    at: str
    now: float
    deadline: int | None
    commitment: str | None
    rules: Document
    view: ViewText
    rules_digest: str
    #: The day on which the regulator approved the rules; null if not yet.
    approved: str | None
    #: What the game's text is, with its edition and date; empty for a game of one's own.
    edition: str
    #: In the last minute before all seats of a full table come free because nobody bets.
    warning: TableWarning | UnsetType = UNSET


class CommandAnswer(Answer, frozen=True):
    """What a command led to, and the table as it is now."""

    version: int
    events: list[EventDocument]
    at: str
    view: ViewText


class NumberedEvent(Answer, frozen=True):
    """An event with the table's version after it."""

    version: int
    event: EventDocument


class CountedTable(Answer, frozen=True):
    """What two people counted when a table closed, and its difference from the log."""

    count: str
    chips: dict[str, int]
    cards: dict[str, int]
    total: Dollars
    difference: Dollars


class InventorySlip(Answer, frozen=True):
    """A Table Inventory Slip: what two people counted at an open table, and its difference from the
    log.
    """

    count: str
    chips: dict[str, int]
    total: Dollars
    difference: Dollars


class CountedInventory(Answer, frozen=True):
    """The id of a count, whether it differs from that of another person before it, and the slip if
    two people have counted the same.
    """

    asked: str
    differs: bool
    slip: InventorySlip | None = None


class ClosedTable(Answer, frozen=True):
    """The chips of a table from its opening to its closing, and whether they agree. Before the
    second of two people has counted the same, only `asked` and `differs` say something.
    """

    #: The id of the count, and whether it differs from that of another person before it.
    asked: str
    closed: bool
    differs: bool = False
    opening: Dollars | None = None
    fills: Dollars | None = None
    credits: Dollars | None = None
    #: What players bought in for; absent at a table without game accounts.
    drop: Dollars | None = None
    result: Dollars | None = None
    inventory: Dollars | None = None
    reconciled: bool | None = None
    counted: CountedTable | None = None


class PracticeSeat(Answer, frozen=True):
    """A seat at a private practice table."""

    table: str
    seat: int


class TablePace(Answer, frozen=True):
    """How fast the dealer deals at a private practice table from now on."""

    table: str
    pace: str


class Handover(Answer, frozen=True):
    """Who deals at a table from now on."""

    table: str
    dealer: str


class AskedChips(Answer, frozen=True):
    """Chips that are to go to a table or to come from it; a second person confirms `asked`."""

    table: str
    amount: Dollars
    asked: str


class AskedMeter(Answer, frozen=True):
    """A change of a meter that is asked for; a second person confirms `asked` at the table."""

    table: str
    meter: str
    asked: str


class ClosedMeter(Answer, frozen=True):
    """A meter with money on it that no open table shows, and the tables that showed it."""

    meter: str
    amount: Dollars
    tables: list[str]
