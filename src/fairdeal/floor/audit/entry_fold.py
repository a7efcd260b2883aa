"""The second pass of an audit: every entry is applied again, as the floor did it."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import groupby
from typing import Final

from fairdeal.english import quoted
from fairdeal.errors import BadEntryError, MismatchError
from fairdeal.floor.audit.acts_check import ActsCheck
from fairdeal.floor.audit.derived_rows_check import DerivedRowsCheck
from fairdeal.floor.audit.exam_check import ExamCheck
from fairdeal.floor.audit.findings import AuditFinding, Progress, bytes_of, finding_of, require
from fairdeal.floor.audit.folded_table import FoldedTable
from fairdeal.floor.audit.ledger_check import LedgerCheck
from fairdeal.floor.audit.roster import Roster
from fairdeal.floor.audit.session_check import SessionCheck
from fairdeal.floor.audit.share import Ended, Folded, Share
from fairdeal.floor.log.database import Database, Row
from fairdeal.floor.log.seal import read_sealed
from fairdeal.floor.money.ledger import BANK, Transfer, entry_transfers, inventory_account
from fairdeal.floor.money.payouts import won_by
from fairdeal.floor.money.tray import fill_needed
from fairdeal.floor.tables.act_rules import opening_fill
from fairdeal.floor.tables.replayed_table import UNREADABLE, check_secrets, entry_text, revealed_in
from fairdeal.play.fairness import round_id
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.entry import Entry
from fairdeal.table.evolve import advance_to
from fairdeal.wire.commands import command_document
from fairdeal.wire.json import parse_json
from fairdeal.wire.json_line import dump_line
from fairdeal.wire.log import read_entry

#: The number of rows that are read at once.
_BATCH: Final = 1_000

#: The events that have transfers.
_MONEY: Final[frozenset[type[ev.Event]]] = frozenset(
    {
        *(ev.WagerPlaced, ev.WagerTakenBack, ev.BetWithdrawn, ev.WagerReturned, ev.StakesCollected),
        *(ev.WagerLost, ev.WagerPaid, ev.EnvyPaid, ev.PaidByHand),
        *(ev.MetersFed, ev.MetersUnfed, ev.MeterPaid),
        *(ev.BoughtIn, ev.PlayerLeft, ev.PlayerRemoved, ev.RoundEnded, ev.RoundVoided),
    }
)


class EntryFold:
    """Applies the entries of a floor's log in order, and checks all that follows from those of its
    share. `WholeFold` puts all shares together.
    """

    def __init__(
        self, database: Database, size: int, share: Share, progress: Progress | None = None
    ) -> None:
        self._database = database
        self._run = database.execute
        self._size = size
        self._share = share
        self._progress = progress
        self._tables: dict[str, FoldedTable] = {}
        #: The ids of the tables of all shares, in the order of their opening.
        self.places: list[str] = []
        self.ledger = LedgerCheck()
        self.derived_rows = DerivedRowsCheck(database, share)
        self.roster = Roster(_founder(database))
        self._acts = ActsCheck(self.roster, self._tables, self.ledger, self.derived_rows, share)

    @property
    def sessions(self) -> SessionCheck:
        """Return the sessions of the acts so far."""
        return self._acts.sessions

    @property
    def exams(self) -> ExamCheck:
        """Return the exams that the acts so far have signed."""
        return self._acts.exams

    def fold(self) -> Folded:
        """Apply all entries, up to a bad one."""
        return Folded(
            self._check(),
            self.derived_rows.keys,
            self.derived_rows.rounds,
            frozenset(bot for table in self._tables.values() for bot in table.bots),
            self.roster.bots,
            self._acts.layouts,
        )

    def _check(self) -> AuditFinding | None:
        leaf = 0
        try:
            for leaf, table, number, version, body, moves in self._entries():
                if table != "" and not self._share.has(table):
                    self.ledger.follow(leaf, moves)
                    if number == 0:
                        self.places.append(table)
                        with suppress(*UNREADABLE):
                            self._acts.meters.opened(table, body.decode())
                    continue
                text = body.decode()
                if table == "":
                    self._acts.check_act(leaf, number, version, text, moves)
                elif number == 0:
                    self._opening(leaf, table, version, text, moves)
                else:
                    self._entry(leaf, table, number, version, text, moves)
        except UNREADABLE as error:
            return finding_of(error, leaf)
        return None

    def first_before(self, leaf: int) -> AuditFinding | None:
        """Return the first bad entry before one that was found: an earlier entry may be bad as
        well, in a round that was not decided again yet.
        """
        found: AuditFinding | None = None
        for table in self._tables.values():
            secrets = self._ahead(table)
            if secrets is None:
                continue
            table.undecided = [one for one in table.undecided if one[0] < leaf]
            try:
                table.decide(*secrets)
            except BadEntryError as other:
                found, leaf = AuditFinding(other.leaf, str(other)), other.leaf
        return found

    def _ahead(self, table: FoldedTable) -> tuple[str, list[tuple[str, str]]] | None:
        """Return the current round of a table and its secrets, revealed later or still sealed."""
        number = round_id(table.id, table.replayed.session.state.rounds + 1)
        if table.deals_real_cards:
            return None
        try:
            if (revealed := self._revealed_ahead(table, number)) is not None:
                return number, revealed
            rows = self._run("SELECT document FROM sealed WHERE tbl = ?", [table.id])
            sealed = read_sealed(self._database.seal, table.id, parse_json(rows[0][0]))
            if sealed and sealed["round"] == number:
                return number, [(one["commitment"], one["secret"]) for one in sealed["secrets"]]
            return None
        except (*UNREADABLE, sqlite3.Error):
            return None

    def _revealed_ahead(self, table: FoldedTable, number: str) -> list[tuple[str, str]] | None:
        """Return the secrets of a round that the log reveals later; None where it does not."""
        rows = self._run(
            "SELECT body FROM entries WHERE tbl = ? AND number >= ? "
            "AND body LIKE '%secrets-revealed%' ORDER BY number LIMIT 1",
            (table.id, table.replayed.session.entries + 1),
        )
        for event in json.loads(rows[0][0])["events"] if rows else ():
            if event["event"] == "secrets-revealed" and event["round"] == number:
                return [(bound, secret) for bound, secret in event["secrets"]]
        return None

    def _given_again(self, table: FoldedTable, text: str) -> Entry | None:
        """Return an entry in the quick way, where the secrets of its round are revealed; None where
        it has to be read, to be decided again when its round ends.
        """
        if table.deals_real_cards:
            return table.give_again(text)
        if table.undecided:
            return None
        current = table.state.rounds + 1
        if table.looked_up != current:
            table.looked_up, table.revealed = current, False
            number = round_id(table.id, current)
            try:
                secrets = self._revealed_ahead(table, number)
                if secrets and all(secret for _, secret in secrets):
                    table.replayed.source.open(number, secrets)
                    table.revealed = True
            except (*UNREADABLE, sqlite3.Error):
                return None
        return table.give_again(text) if table.revealed else None

    def _entries(self) -> Iterator[tuple[int, str, int, int, bytes, list[Row]]]:
        select = (
            f"SELECT leaf, tbl, number, version, {bytes_of(self._database, 'body')} "  # noqa: S608 - own words
            "FROM entries WHERE leaf >= ? AND leaf < ? ORDER BY leaf"
        )
        money = (
            "SELECT leaf, part, debit, credit, units, what FROM transfers "
            "WHERE leaf >= ? AND leaf < ? ORDER BY leaf, part"
        )
        for start in range(0, self._size, _BATCH):
            bounds = (start, start + _BATCH)
            moved = groupby(self._run(money, bounds), lambda row: row[0])
            moves = {leaf: [row[1:] for row in rows] for leaf, rows in moved}
            rows = self._run(select, bounds)
            lost = sorted(moves.keys() - {row[0] for row in rows})
            for row in rows:
                if lost and lost[0] < row[0]:
                    break
                yield (*row, moves.get(row[0], []))
            if lost:
                raise BadEntryError(lost[0], "there are transfers that belong to no entry")
            if self._progress:
                self._progress(min(start + _BATCH, self._size), self._size)

    # Entries --------------------------------------------------------------------------------------

    def _opening(self, leaf: int, name: str, version: int, text: str, moves: Sequence[Row]) -> None:
        if name in self._tables:
            raise MismatchError(f"table {name} is opened a second time")
        table = FoldedTable(text)
        require(table.id == name, f"it opens table {quoted(table.id)}, not {quoted(name)}")
        require(version == 0, "its version is not 0")
        transfers = [opening_fill(name)]
        for meter, units in table.opening.meters.items():
            account = table.meters[meter]
            # A meter that is on another table already comes to this one as it stands.
            if missing := units - self.ledger.balance(account):
                transfers.append(Transfer(BANK, account, missing, "reset"))
        self.ledger.move(leaf, moves, transfers)
        table.move(transfers)
        table.leaf = leaf
        self._tables[name] = table
        self.places.append(name)
        self._acts.meters.opened(name, text)

    def _entry(
        self, leaf: int, name: str, number: int, version: int, text: str, moves: Sequence[Row]
    ) -> None:
        table = self._tables.get(name)
        if table is None or not table.opened:
            raise MismatchError(f"table {quoted(name)} is not open")
        before = table.state
        again = self._given_again(table, text)
        entry = read_entry(before, text, canonical=True) if again is None else again
        require(entry.number == number, f"it says that it is entry {entry.number}")
        require(number == table.number + 1, f"entry {table.number + 1} of table {name} is next")
        if again is None:
            require(
                entry_text(name, entry) == text,
                "its text is not in the form in which the program writes it",
            )
            require(
                entry.time >= before.clock, "its time is earlier than that of the entry before it"
            )
            table.state = advance_to(before, entry.time, entry.events)
        after = table.state
        table.number, table.leaf = number, leaf
        require(version == after.version, f"its version is {after.version}, not {version}")
        self.roster.check_entry(leaf, table, entry)
        table.record_clock(before, entry)
        transfers = entry_transfers(name, before, entry) if _moves_chips(entry) else []
        if table.two_people and transfers:
            held = self.ledger.balance(inventory_account(name))
            require(not fill_needed(name, held, transfers), "it pays more than the tray holds")
        self.ledger.move(leaf, moves, transfers)
        table.move(transfers)
        if isinstance(entry.command, cmd.CloseTable):
            table.closed_with = dict(entry.command.cards)
        table.won = won_by(name, before, entry.events)
        for event in entry.events:
            if isinstance(event, ev.MetersFed):
                table.fed = leaf
            elif isinstance(event, ev.MetersUnfed):
                self.ledger.check_given_back(table, event)
        if transfers or isinstance(entry.command, cmd.ShowMeters):
            shown = isinstance(entry.command, cmd.ShowMeters | cmd.NoMoreBets | cmd.Settle)
            self.ledger.check(table, every_meter=shown)
        if entry.key is not None:
            asked = {"at": entry.at, **command_document(entry.command)}
            self.derived_rows.check_key(
                leaf, entry.key, sha256(dump_line(asked).encode()).hexdigest()
            )
        if again is None:
            table.undecided.append((leaf, entry))
        revealed = None if table.deals_real_cards else revealed_in(entry)
        if table.deals_real_cards:
            table.decide("", ())
        elif revealed is not None:
            check_secrets(table.id, table.hash, revealed, lost=table.lost_secrets)
            table.decide(revealed.round, revealed.secrets)
        elif after.rounds != before.rounds:
            raise MismatchError("a round ends, and its secrets are not revealed")
        if after.rounds != before.rounds:
            self.derived_rows.check_round(leaf, table, before, entry)
        self.derived_rows.check_snapshot(table)

    # The end of the log ---------------------------------------------------------------------------

    def end(self) -> Ended:
        """Check the rows of the tables of this share, after all entries."""
        last = self._size - 1
        return Ended(self.derived_rows.snapshot_of_none(self._tables, last), self._end_of_tables())

    def _end_of_tables(self) -> tuple[int, AuditFinding] | None:
        for table in self._tables.values():
            try:
                require(table.opened, "nobody has opened the table")
                self.derived_rows.check_table(table, self.places)
            except BadEntryError as error:
                return self.places.index(table.id), AuditFinding(error.leaf, str(error))
            except UNREADABLE as error:
                return self.places.index(table.id), AuditFinding(table.leaf, str(error))
        return None


def _founder(database: Database) -> str | None:
    """Return the id of the first operator, where the log has no act for that, as in early versions.

    It is the account with that name and role only, on a floor where the house has added nobody.
    """
    added = database.execute(
        "SELECT 1 FROM entries WHERE tbl = '' AND body LIKE ? AND body LIKE ? LIMIT 1",
        ('%"act":"person"%', '%"id":"house"%'),
    )
    if added:
        return None
    rows = database.execute(
        "SELECT id FROM people WHERE kind = 'registered' AND roles = 'operator' "
        "AND name = 'operator'"
    )
    return str(rows[0][0]) if rows else None


def _moves_chips(entry: Entry) -> bool:
    return not _MONEY.isdisjoint(map(type, entry.events))
