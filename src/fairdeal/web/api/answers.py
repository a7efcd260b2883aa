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


class Me(Answer, frozen=True):
    """The person who asks: chips without those on a layout, and seats."""

    player: PlayerName
    roles: list[str]
    chips: Dollars
    seats: list[OwnSeat]


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


class ClosedTable(Answer, frozen=True):
    """The chips of a table from its opening to its closing, and whether they agree."""

    opening: Dollars
    fills: Dollars
    credits: Dollars
    result: Dollars
    inventory: Dollars
    reconciled: bool


class Handover(Answer, frozen=True):
    """Who deals at a table from now on."""

    table: str
    dealer: str


class MovedChips(Answer, frozen=True):
    """Chips that went to a table or came from it."""

    table: str
    amount: Dollars


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


class Meter(Answer, frozen=True):
    """A progressive meter, and the tables that feed it."""

    meter: str
    amount: Dollars
    tables: list[str]


# The server ---------------------------------------------------------------------------------------


class Health(Answer, frozen=True):
    """Whether the server works, and which tables have stopped after a fault."""

    status: str
    tables: int
    stopped: list[str]
