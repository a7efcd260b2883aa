"""The answers of the HTTP API, field by field in the order in which they are sent.

The OpenAPI description is made of these types, so that nothing is answered that it does not say.
"""

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType


def _component(name: str) -> Meta:
    """Refer to a schema that is made of the table's own types."""
    return Meta(extra_json_schema={"$ref": f"#/components/schemas/{name}"})


#: A view of a table as JSON text, which is written once for all who see the same.
ViewText: TypeAlias = Annotated[msgspec.Raw, _component("view")]
#: An event of a table as its viewer may see it.
EventDocument: TypeAlias = Annotated[dict[str, Any], _component("event")]
#: An object whose fields are described elsewhere: a rules file, an entry of the log.
Document: TypeAlias = dict[str, Any]
#: An amount in dollars.
Dollars: TypeAlias = int | float


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An object of an answer, which has no other fields than these."""


# People -------------------------------------------------------------------------------------------


class PlayerName(Answer, frozen=True):
    """A person's id and name."""

    id: str
    name: str


class NewGuest(Answer, frozen=True):
    """A new guest, and the token of the session."""

    token: str
    player: PlayerName


class NewSession(Answer, frozen=True):
    """A person who has signed in, and the token of the session."""

    token: str
    player: PlayerName
    roles: list[str]


class OwnSeat(Answer, frozen=True):
    """A seat of the person who asks."""

    table: str
    seat: int


class OwnAccount(Answer, frozen=True):
    """The game account of the person who asks, at one table."""

    table: str
    amount: Dollars


class Me(Answer, frozen=True):
    """The person who asks: seats, and chips, which are those in the purse and in the game accounts,
    without those on a layout.
    """

    player: PlayerName
    roles: list[str]
    chips: Dollars
    seats: list[OwnSeat]
    purse: Dollars
    accounts: list[OwnAccount]
    layout: Dollars


# Tables -------------------------------------------------------------------------------------------


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


# Rounds and meters --------------------------------------------------------------------------------


class RoundSummary(Answer, frozen=True):
    """A round that has ended."""

    round: str
    table: str
    number: int
    ended: int
    void: bool


class WagerResult(Answer, frozen=True):
    """What became of a wager."""

    stake: Dollars
    result: str
    hand: str | None
    hand_class: str | None = msgspec.field(name="class")
    pays: str | None
    clause: str | None
    returned: Dollars
    net: Dollars


class SeatResult(Answer, frozen=True):
    """What became of the wagers of a seat."""

    seat: int
    player: str
    wagers: dict[str, WagerResult]
    envy: Dollars
    limited: Dollars
    net: Dollars


class EntryProof(Answer, frozen=True):
    """The hashes that prove that an entry is a leaf of the floor's tree."""

    leaf: int
    text: str
    hashes: list[str]


class Proof(Answer, frozen=True):
    """The tree of the floor's log, and the proofs of a record's entries."""

    size: int
    root: str
    entries: list[EntryProof]
    checkpoint: str | None


class RoundSecret(Answer, frozen=True):
    """A commitment of a round, its secret, and the players' words that were shuffled with it."""

    commitment: str
    secret: str
    words: str


class RoundRecord(Answer, frozen=True):
    """The record of a round that has ended, with which anybody can check it."""

    round: str
    table: str
    number: int
    void: bool
    rules: str
    opening: str
    commitment: str | None
    secret: str | None
    words: str
    cut: int | None
    order: list[str] | None
    entries: list[Document]
    proof: Proof
    before: Document
    seats: list[SeatResult]
    rules_digest: str
    approved: str | None
    protocol: int | None
    secrets: list[RoundSecret]


class Meter(Answer, frozen=True):
    """A progressive meter, and the tables that feed it."""

    meter: str
    amount: Dollars
    tables: list[str]


# The back office ----------------------------------------------------------------------------------


class ReportListing(Answer, frozen=True):
    """A report that can be asked for: its name, its title, and what it tells."""

    report: str
    title: str
    about: str


class ReportColumn(Answer, frozen=True):
    """A column of a report: its name in every row, its heading, and what it holds."""

    name: str
    title: str
    kind: str


class ReportProgram(Answer, frozen=True):
    """The program that made a report: its version, and the digest of its files."""

    version: str
    digest: str


class ReportSignature(Answer, frozen=True):
    """A signed line of a report: who, in which role, and when."""

    line: str
    by: str
    role: str
    time: str


class OwnLimit(Answer, frozen=True):
    """A limit of one's own in dollars or minutes; `after` is in force from `since` on, where a
    limit was raised or given up.
    """

    kind: str
    amount: float
    after: float | None
    since: str | None


class OwnLimits(Answer, frozen=True):
    """One's own limits, and the day so far (UTC): the result with stakes on layouts counted as
    lost, the first bet, and until when a break lasts.
    """

    limits: list[OwnLimit]
    result: float
    playing_since: str | None
    cool_off: str | None
    time: str


class Excluded(Answer, frozen=True):
    """An exclusion; `player` is null for a name that has no account, `until` for no end."""

    player: str | None
    name: str
    reason: str
    by: str
    since: str
    until: str | None


class SignificantEvent(Answer, frozen=True):
    """A significant event by its entry's place in the log, and who has acknowledged it."""

    number: int
    time: str
    table: str
    kind: str
    severity: str
    what: str
    who: str
    before: str
    after: str
    acknowledged_by: str | None
    acknowledged: str | None


class ReportDocument(Answer, frozen=True):
    """A report; rows and totals are objects by the names of the columns."""

    report: str
    title: str
    scope: str
    asked: dict[str, str]
    open: bool
    columns: list[ReportColumn]
    rows: list[Document]
    totals: list[Document]
    notes: list[str]
    citation: str
    digest: str
    program: ReportProgram
    signatures: list[ReportSignature]


# The server ---------------------------------------------------------------------------------------


class Health(Answer, frozen=True):
    """Whether the server works, and which tables have stopped after a fault."""

    status: str
    tables: int
    stopped: list[str]
