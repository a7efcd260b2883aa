"""Answers about rounds that have ended, and about meters."""

import msgspec

from fairdeal.web.api.answers.base import Answer, Document, Dollars


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


class ShownMeter(Answer, frozen=True):
    """A progressive meter, and the tables that feed it."""

    meter: str
    amount: Dollars
    tables: list[str]
