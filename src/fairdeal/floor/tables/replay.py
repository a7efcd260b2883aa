"""Check the record of a finished round without a database: proofs, cards, decisions, payments.

A record holds the table's state when the round began (`before`). Where the entries of the round do
not depend on that state, it is taken on trust: only `audit verify` has the earlier entries.
"""

import json
from hashlib import sha256
from itertools import pairwise
from typing import Any, NamedTuple

from fairdeal.cards import card_text
from fairdeal.errors import FairdealError, MismatchError
from fairdeal.floor.log.checkpoint import parse_and_verify, read_unverified
from fairdeal.floor.log.merkle import leaf_hash, verify_inclusion
from fairdeal.floor.tables.records import digest_in_force, protocol_of, secrets_of
from fairdeal.floor.tables.replayed_table import (
    UNREADABLE,
    ReplayedTable,
    check_secrets,
    entry_text,
    require_known_cards,
    revealed_in,
)
from fairdeal.play.fairness import fair_order, round_id
from fairdeal.play.sources import Secrets, SourceState
from fairdeal.simulate.records import check_record, is_simulated
from fairdeal.table import events as ev
from fairdeal.table.entry import Entry, Opening
from fairdeal.table.evolve import advance_to
from fairdeal.table.outcome_events import seat_outcomes
from fairdeal.table.real_cards import deals_real_cards
from fairdeal.table.state import State, new_table
from fairdeal.table.walk import walk_entries
from fairdeal.wire.deal import seat_document
from fairdeal.wire.log import read_entry, read_opening
from fairdeal.wire.state import read_state, write_state


class ReplayResult(NamedTuple):
    """Whether a record is valid, how much of it was replayed, and what is wrong with it."""

    valid: bool
    round: str
    entries: int
    events: int
    wrong: str | None = None
    #: How the players' words came: 2 where they are pledged, 1 where they were open; None where
    #: the record is not valid, and where the cards were real.
    protocol: int | None = None
    #: Whether the round was dealt from real cards, so that nothing proves its shuffle.
    real_cards: bool = False
    #: Whether the round was simulated: its cards follow from a seed that is in the record.
    simulated: bool = False


def replay(record: Any, key: str | None = None) -> ReplayResult:
    """Check a record. With the floor's public key the signature of the root is checked too."""
    round_name = record.get("round") if isinstance(record, dict) else None
    name = round_name if isinstance(round_name, str) else "?"
    simulated = is_simulated(record)
    try:
        if simulated:
            if key is not None:
                raise MismatchError("a simulated round is in no log: check it without --key")
            return ReplayResult(True, name, *check_record(record), simulated=True)
        one = _Record(record)
        one.check_proof(key)
        one.check_round()
        if one.real_cards:
            one.check_nothing_promised()
        else:
            one.check_fairness()
        entries, events = one.decide()
    except MismatchError as error:
        return ReplayResult(False, name, 0, 0, str(error))
    except UNREADABLE as error:
        said = str(error) if isinstance(error, FairdealError) else type(error).__name__
        return ReplayResult(False, name, 0, 0, f"this is no whole record ({said})")
    return ReplayResult(True, name, entries, events, None, one.protocol, one.real_cards)


class _Record:
    """A record in the course of its check."""

    def __init__(self, record: Any) -> None:
        self.record = record
        self.proof = record["proof"]
        proved = self.proof["entries"]
        self.texts: list[str] = [one["text"] for one in proved]
        self.line = self.texts[0]
        self.table: str = record["table"]
        self.number: int = record["number"]
        self.entries: list[Entry] = []
        self.protocol: int | None = 1
        #: Whether the commands name the cards, as the rules of the table say.
        self.real_cards = False
        self.opening: Opening
        self.before: State

    def check_proof(self, key: str | None) -> None:
        """Check that the entries stand, byte for byte, in a log with the record's root."""
        size, root = self.proof["size"], bytes.fromhex(self.proof["root"])
        _require_equal(self.line, self.record["rules"], "the opening entry is not `rules`")
        digest = sha256(self.line.encode()).hexdigest()
        _require_equal(digest, self.record["opening"], "`opening` is not the hash of the rules")
        day = json.loads(self.line)["rules"].get("approved")
        said = self.record.get("approved", day)
        _require_equal(day, said, "`approved` is not the day of the rules")
        for one in self.proof["entries"]:
            hashes = [bytes.fromhex(text) for text in one["hashes"]]
            leaf = leaf_hash(one["text"].encode())
            if not verify_inclusion(leaf, one["leaf"], size, hashes, root):
                raise MismatchError(f"the proof of entry {one['leaf']} does not lead to the root")
        leaves = [one["leaf"] for one in self.proof["entries"]]
        if not all(a < b for a, b in pairwise(leaves)):
            raise MismatchError("the entries are not in the order of the log")
        entries = [json.loads(text) for text in self.texts[1:]]
        _require_equal(entries, self.record["entries"], "`entries` are not those that are proved")
        numbers = [one["entry"] for one in entries]
        if not all(a + 1 == b for a, b in pairwise(numbers)):
            raise MismatchError("the entries do not follow one another")
        signed = self.proof.get("checkpoint")
        if signed is not None:
            point = parse_and_verify(signed, key) if key else read_unverified(signed)
            _require_equal(
                (point.size, point.root), (size, root), "the checkpoint has another root"
            )
        elif key:
            raise MismatchError("the record has no signed checkpoint: verify it without --key")

    def check_round(self) -> None:
        """Check that the entries are one whole round of the table."""
        record = self.record
        self.opening = opening = read_opening(self.line)
        _require_equal(opening.table, self.table, "the opening entry is of another table")
        require_known_cards(opening)
        self.real_cards = deals_real_cards(opening.rules)
        _require_equal(
            round_id(self.table, self.number), record["round"], "the number is another round's"
        )
        self.before = read_state(opening.rules, json.dumps(record["before"]).encode())
        _require_equal(
            json.loads(write_state(self.before)), record["before"], "`before` is no whole state"
        )
        _require_equal(self.before.rounds + 1, self.number, "`before` is of another round")
        if self.before.commits == self.real_cards:
            raise MismatchError("`before` is of a table whose cards come from elsewhere")
        first = json.loads(self.texts[1])["entry"]
        state, texts = self.before, self.texts[1:]
        if self.number == 1:
            _require_equal(first, 1, "the entries do not begin with the first")
            fresh = new_table(opening.rules, opening.meters, commits=not self.real_cards)
            _require_equal(
                write_state(fresh), write_state(state), "`before` is not a table that opens"
            )
        else:
            self._check_ended(texts[0])
            texts = texts[1:]
        for text in texts:
            entry = read_entry(state, text)
            _require_equal(
                entry_text(self.table, entry),
                text,
                f"the text of entry {entry.number} is not in the form of the program",
            )
            if state.rounds >= self.number:
                raise MismatchError(f"entry {entry.number} comes after the round")
            state = advance_to(state, entry.time, entry.events)
            self.entries.append(entry)
        _require_equal(state.rounds, self.number, "the entries do not end the round")
        # Records of version 0.1 do not name the digest.
        named = digest_in_force(self.line, state)
        said = self.record.get("rules_digest", named)
        _require_equal(named, said, "`rules_digest` is not the digest of the rules")

    def _check_ended(self, text: str) -> None:
        """Check that the first entry is the one that ended the round before, so that the record
        holds everything that was done or committed to since.
        """
        entry = json.loads(text)
        _require_equal(entry["table"], self.table, "the entry before the round is of another table")
        if self.real_cards:
            if not {"round-ended", "round-voided"} & {one["event"] for one in entry["events"]}:
                raise MismatchError("the entries do not begin with the end of the round before")
            return
        last = round_id(self.table, self.number - 1)
        ends = [one for one in entry["events"] if one["event"] == "secrets-revealed"]
        if [one["round"] for one in ends] != [last]:
            raise MismatchError("the entries do not begin with the end of the round before")

    def check_nothing_promised(self) -> None:
        """Check that the record of a round with real cards has no proof of a shuffle, which it
        could not have.
        """
        self.protocol = None
        for name in ("commitment", "secret", "cut", "order", "protocol"):
            _require_equal(None, self.record[name], f"`{name}` is of a round without real cards")
        _require_equal("", self.record["words"], "`words` is of a round without real cards")
        _require_equal([], self.record["secrets"], "`secrets` is of a round without real cards")

    def check_fairness(self) -> None:
        """Check commitment, words, cut and order of the deck against the log."""
        record = self.record
        revealed = revealed_in(self.entries[-1])
        if revealed is None or revealed.round != record["round"]:
            raise MismatchError("the last entry does not reveal the secrets of the round")
        check_secrets(self.table, record["opening"], revealed)
        bound, secret = revealed.secrets[-1]
        for name, right in (
            ("commitment", bound),
            ("secret", secret),
            ("words", revealed.words),
            ("cut", revealed.cut),
        ):
            _require_equal(right, record[name], f"`{name}` is not what the log reveals")
        self.protocol = protocol_of(record["entries"], record["round"])
        _require_named(record, "protocol", self.protocol)
        changes = walk_entries(self.before, self.entries)
        _require_named(record, "secrets", secrets_of(changes, revealed))
        deck = self.opening.rules.game.deck
        order = fair_order(deck, secret, self.table, record["round"], revealed.words, revealed.cut)
        _require_equal(
            [card_text(card) for card in order], record["order"], "`order` does not follow"
        )

    def decide(self) -> tuple[int, int]:
        """Decide every command again; return the numbers of entries and events."""
        table = ReplayedTable(self.opening, self.line)
        table.session.state = self.before
        table.session.entries = self.entries[0].number - 1
        if not self.real_cards:
            revealed = revealed_in(self.entries[-1])
            assert revealed is not None, "check_fairness has found it"
            table.source.restore(SourceState({}, secrets=self._bound()))
            table.source.open(revealed.round, revealed.secrets)
        for entry in self.entries:
            try:
                table.decide(entry)
            except MismatchError as error:
                raise MismatchError(f"entry {entry.number} of the table: {error}") from None
        outcomes = seat_outcomes(walk_entries(self.before, self.entries))
        seats = [seat_document(one) for one in outcomes]
        _require_equal(seats, self.record["seats"], "`seats` are not what the entries come to")
        void = ev.first_void(self.entries[-1].events) is not None
        _require_equal(void, self.record["void"], "`void` is not what the last entry says")
        return len(self.entries), sum(len(entry.events) for entry in self.entries)

    def _bound(self) -> Secrets:
        """Return what the house had committed to before the first entry of the round."""
        if self.number == 1:
            return Secrets()
        ended = json.loads(self.texts[1])
        made = [
            one
            for one in ended["events"]
            if one["event"] == "deck-committed" and one["round"] == self.record["round"]
        ]
        held = {deck.commitment for deck in self.before.decks if deck.commitment}
        _require_equal({one["commitment"] for one in made}, held, "`before` has another commitment")
        pairs = tuple((one["commitment"], "") for one in made)
        return Secrets(self.record["round"], made[-1]["deck"], pairs) if made else Secrets()


def _require_named(record: Any, name: str, right: object) -> None:
    """Check a value that records of before do not have."""
    _require_equal(right, record.get(name, right), f"`{name}` is not what the log has")


def _require_equal(right: object, value: object, otherwise: str) -> None:
    if right != value or type(right) is not type(value):
        raise MismatchError(otherwise)
