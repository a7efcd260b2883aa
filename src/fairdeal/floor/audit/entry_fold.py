"""The second pass of an audit: every entry is applied again, as the floor did it."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Final

from fairdeal.english import quoted
from fairdeal.errors import BadEntryError, FairdealError, MismatchError
from fairdeal.floor.audit.acts_check import ActsCheck
from fairdeal.floor.audit.derived_rows_check import DerivedRowsCheck
from fairdeal.floor.audit.findings import Finding, Progress, bytes_of, require
from fairdeal.floor.audit.folded_table import FoldedTable
from fairdeal.floor.audit.ledger_check import LedgerCheck
from fairdeal.floor.audit.roster import Roster
from fairdeal.floor.log.database import Database, Row
from fairdeal.floor.money.ledger import BANK, Transfer, entry_transfers
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
_MONEY: Final = (
    *(ev.WagerPlaced, ev.WagerTakenBack, ev.BetWithdrawn, ev.WagerReturned, ev.StakesCollected),
    *(ev.WagerLost, ev.WagerPaid, ev.EnvyPaid, ev.PaidByHand),
    *(ev.MetersFed, ev.MetersUnfed, ev.MeterPaid),
)


class EntryFold:
    """Applies the entries of a floor's log in order, and checks all that follows from them."""

    def __init__(self, database: Database, size: int, progress: Progress | None) -> None:
        self._database = database
        self._run = database.execute
        self._size = size
        self._progress = progress
        self._tables: dict[str, FoldedTable] = {}
        self._ledger = LedgerCheck()
        self._derived_rows = DerivedRowsCheck(database)
        self._roster = Roster(_founder(database))
        self._acts = ActsCheck(self._roster, self._tables, self._ledger, self._derived_rows)

    def check(self, *, whole: bool) -> Finding | None:
        """Return the first bad entry. If the log is not `whole`, the rows of the latest state
        cannot agree with it, and are not checked.
        """
        leaf = 0
        try:
            for leaf, table, number, version, body, moves in self._entries():
                text = body.decode()
                if table == "":
                    self._acts.check_act(leaf, number, version, text, moves)
                elif number == 0:
                    self._opening(leaf, table, version, text, moves)
                else:
                    self._entry(leaf, table, number, version, text, moves)
            leaf = max(self._size - 1, 0)
            if whole:
                self._end()
        except BadEntryError as found:
            return self._first(Finding(found.leaf, str(found)))
        except MismatchError as error:
            return self._first(Finding(leaf, str(error)))
        except UNREADABLE as error:
            reason = str(error) if isinstance(error, FairdealError) else type(error).__name__
            return self._first(Finding(leaf, f"it cannot be read ({reason})"))
        return None

    def _first(self, found: Finding) -> Finding:
        """Return the first bad entry when one is found: an earlier entry may be bad as well, in a
        round that was not decided again yet.
        """
        for table in self._tables.values():
            secrets = self._ahead(table)
            if secrets is None:
                continue
            table.undecided = [one for one in table.undecided if one[0] < found.leaf]
            try:
                table.decide(*secrets)
            except BadEntryError as other:
                found = Finding(other.leaf, str(other))
        return found

    def _ahead(self, table: FoldedTable) -> tuple[str, list[tuple[str, str]]] | None:
        """Return the current round of a table and its secrets, revealed later or still sealed."""
        number = round_id(table.id, table.replayed.session.state.rounds + 1)
        try:
            rows = self._run(
                "SELECT body FROM entries WHERE tbl = ? AND number >= ? "
                "AND body LIKE '%secrets-revealed%' ORDER BY number LIMIT 1",
                (table.id, table.replayed.session.entries + 1),
            )
            for event in json.loads(rows[0][0])["events"] if rows else ():
                if event["event"] == "secrets-revealed" and event["round"] == number:
                    return number, [(bound, secret) for bound, secret in event["secrets"]]
            rows = self._run("SELECT document FROM sealed WHERE tbl = ?", [table.id])
            sealed = parse_json(rows[0][0])
            if sealed and sealed["round"] == number:
                return number, [(one["commitment"], one["secret"]) for one in sealed["secrets"]]
            return None
        except (*UNREADABLE, sqlite3.Error):
            return None

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
            for row in self._run(select, bounds):
                yield (*row, moves.pop(row[0], []))
            if moves:
                raise BadEntryError(min(moves), "there are transfers of no entry")
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
            if missing := units - self._ledger.held(account):
                transfers.append(Transfer(BANK, account, missing, "reset"))
        self._ledger.move(leaf, moves, transfers)
        table.move(transfers)
        table.leaf = leaf
        self._tables[name] = table

    def _entry(
        self, leaf: int, name: str, number: int, version: int, text: str, moves: Sequence[Row]
    ) -> None:
        table = self._tables.get(name)
        if table is None or not table.opened:
            raise MismatchError(f"table {quoted(name)} is not open")
        before = table.state
        entry = read_entry(before, text)
        require(entry.number == number, f"it says that it is entry {entry.number}")
        require(number == table.number + 1, f"entry {table.number + 1} of table {name} is next")
        require(entry_text(name, entry) == text, "it is written otherwise")
        require(entry.time >= before.clock, "it is from before the entry before it")
        table.state = after = advance_to(before, entry.time, entry.events)
        table.number, table.leaf = number, leaf
        require(version == after.version, f"its version is {after.version}, not {version}")
        self._roster.check_entry(leaf, table, entry)
        table.record_clock(before, entry)
        transfers = entry_transfers(name, before, entry) if _moves_chips(entry) else []
        self._ledger.move(leaf, moves, transfers)
        table.move(transfers)
        for event in entry.events:
            if isinstance(event, ev.MetersFed):
                table.fed = leaf
            elif isinstance(event, ev.MetersUnfed):
                self._ledger.check_given_back(table, event)
        if transfers or isinstance(entry.command, cmd.ShowMeters):
            shown = isinstance(entry.command, cmd.ShowMeters | cmd.NoMoreBets | cmd.Settle)
            self._ledger.check(table, every_meter=shown)
        if entry.key is not None:
            asked = {"at": entry.at, **command_document(entry.command)}
            self._derived_rows.check_key(
                leaf, entry.key, sha256(dump_line(asked).encode()).hexdigest()
            )
        table.undecided.append((leaf, entry))
        revealed = revealed_in(entry)
        if revealed is not None:
            check_secrets(table.id, table.hash, revealed)
            table.decide(revealed.round, revealed.secrets)
        elif after.rounds != before.rounds:
            raise MismatchError("a round ends, and its secrets are not revealed")
        if after.rounds != before.rounds:
            self._derived_rows.check_round(leaf, table, before, entry)
        self._derived_rows.check_snapshot(table)

    # The end of the log ---------------------------------------------------------------------------

    def _end(self) -> None:
        beyond = self._run(
            "SELECT count(*) FROM transfers WHERE leaf < 0 OR leaf >= ?", [self._size]
        )
        require(not beyond[0][0], "there are transfers of no entry")
        self._ledger.check_end(self._run("SELECT account, units FROM balances"), self._size - 1)
        self._derived_rows.check_end(self._tables, self._size - 1)
        people = self._run("SELECT id, kind, roles, ended FROM people")
        self._roster.check_rows(people, self._tables.values(), self._size - 1)
        for table in self._tables.values():
            try:
                require(table.opened, "nobody has opened the table")
                self._derived_rows.check_table(table, list(self._tables))
            except BadEntryError:
                raise
            except UNREADABLE as error:
                raise BadEntryError(table.leaf, str(error)) from None


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
    return any(isinstance(event, _MONEY) for event in entry.events)
