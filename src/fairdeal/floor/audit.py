"""Whether a floor's database is what it was: every hash, the tree, and every entry folded again.

Two passes. The first goes through the hashes of the whole log, the tree over them, and checkpoints
that somebody kept elsewhere. The second reads every entry as the floor did: it folds the tables
again, decides every command of a finished round again with the secrets that it revealed, and works
out again whatever is kept beside the log: transfers, balances, snapshots, rounds, keys.

Without a checkpoint from elsewhere nobody can tell a log from one that was written anew as a whole;
with one, a tail that was cut off or written anew is found.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from time import perf_counter
from typing import Any, Final, NamedTuple

from fairdeal.english import quoted
from fairdeal.errors import BadInputError, FairdealError
from fairdeal.floor.acts import body_of, moves_of
from fairdeal.floor.checkpoint import Checkpoint, parse_and_verify
from fairdeal.floor.database import Database, Postgres, Row
from fairdeal.floor.ledger import (
    BANK,
    Transfer,
    changes,
    inventory_account,
    layout_account,
    meter_accounts,
    transfers_of,
)
from fairdeal.floor.merkle import Frontier
from fairdeal.floor.records import record
from fairdeal.floor.replay import (
    UNREADABLE,
    Again,
    Different,
    check_secrets,
    entry_text,
    revealed_in,
)
from fairdeal.floor.signing import known_signer
from fairdeal.floor.store import SPAN, STRIDE, Store
from fairdeal.play.fairness import opening_hash, round_id
from fairdeal.play.sources import CommittedSource
from fairdeal.rulebook.money import UNITS, UNITS_PER_CENT, parse_amount
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.entry import Entry
from fairdeal.table.evolve import advance_to
from fairdeal.table.state import OPEN, State, layout, moment, new_table
from fairdeal.wire.commands import command_document
from fairdeal.wire.json import parse_json
from fairdeal.wire.line import dump_line
from fairdeal.wire.log import read_entry, read_opening, write_opening
from fairdeal.wire.state import write_state

#: How many rows are fetched at once: for the hashes whole blocks of the tree, for folding fewer.
_ROWS: Final = 64 * SPAN
_FOLDED: Final = 1_000

#: Told how many entries are done, of how many.
Progress = Callable[[int, int], None]


class Bad(NamedTuple):
    """The first bad entry: its place in the floor's log from 0, its table (empty for the floor's
    own acts) and number there, where there is such an entry, and what is wrong with it.
    """

    leaf: int
    table: str | None
    number: int | None
    reason: str

    def __str__(self) -> str:
        if self.table is None:
            return f"entry {self.leaf} of the floor: {self.reason}"
        where = f"entry {self.number} of table {self.table}" if self.table else "an act"
        return f"entry {self.leaf} of the floor ({where}): {self.reason}"


class Verified(NamedTuple):
    """What came of an audit: how many entries there are, the root over them in hex, the first bad
    one, and the seconds that hashing and folding took.
    """

    valid: bool
    entries: int
    head: str
    bad: Bad | None = None
    hashed: float = 0.0
    folded: float = 0.0


def verify(
    database: Database,
    checkpoints: str | Sequence[str] = (),
    key: str | None = None,
    *,
    fold: bool = True,
    progress: Progress | None = None,
) -> Verified:
    """Check a floor's whole database, given checkpoints that an auditor kept.

    `key` is the floor's public key as the auditor knows it; left out, the database's own is taken.
    `fold=False` stops after the hashes, the tree and the checkpoints.
    """
    texts = [checkpoints] if isinstance(checkpoints, str) else checkpoints
    points = sorted({_point(database, text, key) for text in texts}, key=lambda one: one.size)
    _begin_reading(database)
    try:
        began = perf_counter()
        hashed = _Hashes(database, points, progress)
        bad, suspect = hashed.check()
        middle = perf_counter()
        if bad is None and fold:
            bad = _Fold(database, hashed.size, progress).check(whole=not hashed.cut)
        bad = bad or suspect
        told = None
        if bad is not None:
            rows = database.execute("SELECT tbl, number FROM entries WHERE leaf = ?", [bad.leaf])
            table, number = rows[0] if rows else (None, None)
            told = Bad(bad.leaf, table, number, bad.reason)
        done = perf_counter()
        times = (middle - began, done - middle)
        return Verified(told is None, hashed.size, hashed.head, told, *times)
    finally:
        database.rollback()


def _begin_reading(database: Database) -> None:
    """From here on the database is seen as it is now, whatever others write."""
    if isinstance(database, Postgres):
        database.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    else:
        database.execute("BEGIN")


def _point(database: Database, text: str, key: str | None) -> Checkpoint:
    if key is None:
        signer = known_signer(database)
        if signer is None:
            raise BadInputError("the database has no key: it never signed a checkpoint")
        key = signer.vkey
    return parse_and_verify(text, key)


def _bytes_of(database: Database, column: str) -> str:
    """A text as its bytes, whatever they are."""
    if isinstance(database, Postgres):
        return f"convert_to({column}, 'UTF8')"
    return f"CAST({column} AS BLOB)"


class _Found(NamedTuple):
    leaf: int
    reason: str


# Hashes -------------------------------------------------------------------------------------------


class _Hashes:
    """The first pass: hashes, places, the kept nodes of the tree, checkpoints."""

    def __init__(
        self, database: Database, points: Sequence[Checkpoint], progress: Progress | None
    ) -> None:
        self._run = database.execute
        self._points = list(points)
        self._progress = progress
        self._select = (
            f"SELECT leaf, hash, {_bytes_of(database, 'body')} FROM entries "  # noqa: S608 - own words
            f"WHERE leaf > ? ORDER BY leaf LIMIT {_ROWS}"
        )
        self.size = 0
        #: The tree over complete blocks, and the leaves after the last one.
        self._blocks = Frontier()
        self._rest: list[bytes] = []
        #: How many entries a checkpoint has vouched for by now.
        self._good = 0
        #: Whether entries are missing at the end.
        self.cut = False

    @property
    def head(self) -> str:
        """The root over all that was read, in hex."""
        return self._root(self._rest).hex()

    def check(self) -> tuple[_Found | None, _Found | None]:
        """The first entry that is bad for certain, and one that is suspected: something at it or
        after it is.
        """
        total = self._run("SELECT count(*) FROM entries")[0][0]
        suspect: _Found | None = None
        while rows := self._run(self._select, [self.size - 1 if self.size else -(2**62)]):
            leaves, kept, bodies = zip(*rows, strict=True)
            hashes = [sha256(b"\x00" + body).digest() for body in bodies]
            if list(kept) != hashes or leaves != tuple(range(self.size, self.size + len(rows))):
                return self._first_bad(rows, hashes), None
            found = self._grow(hashes)
            suspect = suspect or found
            if self._progress:
                self._progress(self.size, total)
        if total != self.size:
            return _Found(self.size, "there are entries without a place in the log"), suspect
        return None, self._no_more_nodes(suspect) or self._after_the_end()

    def _first_bad(self, rows: Sequence[Row], hashes: Sequence[bytes]) -> _Found:
        for (leaf, kept, _), right in zip(rows, hashes, strict=True):
            if leaf != self.size:
                if isinstance(leaf, int) and leaf > self.size:
                    reason = "it is missing"
                else:
                    reason = f"an entry stands at {quoted(leaf)}, where there is no place"
                return _Found(self.size, reason)
            if kept != right:
                return _Found(leaf, "its text is not the one that was hashed")
            self._rest.append(right)
            self.size += 1
        raise AssertionError("one of them is bad")

    def _root(self, rest: Sequence[bytes]) -> bytes:
        last = Frontier()
        last.extend(rest)
        return Frontier(
            (self._blocks.size << STRIDE) + last.size, [*self._blocks.hashes, *last.hashes]
        ).root()

    def _grow(self, hashes: list[bytes]) -> _Found | None:
        """Add leaves; a suspicion where a kept node or a checkpoint is another than theirs."""
        found: _Found | None = None
        start, self.size = self.size - len(self._rest), self.size + len(hashes)
        leaves = self._rest + hashes
        for at in range(0, len(leaves), SPAN):
            block = leaves[at : at + SPAN]
            found = found or self._checkpoints(start + at, block)
            if len(block) == SPAN:
                found = found or self._block(block)
                self._rest = []
            else:
                self._rest = block
        return found

    def _checkpoints(self, start: int, block: list[bytes]) -> _Found | None:
        while self._points and self._points[0].size <= start + len(block):
            point = self._points[0]
            if self._root(block[: point.size - start]) != point.root:
                self._points = []
                return _Found(self._good, _not_those(self._good, point.size))
            self._good = point.size
            self._points.pop(0)
        return None

    def _block(self, leaves: list[bytes]) -> _Found | None:
        """A complete block: its hash must be the one that is kept, and so on above it."""
        level = leaves
        while len(level) > 1:
            pairs = zip(level[::2], level[1::2], strict=True)
            level = [sha256(b"\x01" + left + right).digest() for left, right in pairs]
        number = self._blocks.size
        done = self._blocks.append(level[0])
        for height in range(0, len(done), STRIDE):
            at = (height + STRIDE, number >> height)
            rows = self._run("SELECT hash FROM nodes WHERE level = ? AND number = ?", at)
            if not rows or rows[0][0] != done[height]:
                first, last = at[1] << at[0], ((at[1] + 1) << at[0]) - 1
                reason = "is missing" if not rows else "is another"
                return _Found(first, f"the kept hash over the entries {first} to {last} {reason}")
        return None

    def _no_more_nodes(self, suspect: _Found | None) -> _Found | None:
        should, blocks = 0, self._blocks.size
        while blocks:
            should += blocks
            blocks >>= STRIDE
        if suspect is None and self._run("SELECT count(*) FROM nodes")[0][0] != should:
            return _Found(max(self.size - 1, 0), "there are kept hashes of no entries")
        return suspect

    def _after_the_end(self) -> _Found | None:
        for point in self._points:
            if point.size > self.size:
                self.cut = True
                reason = f"it is missing: the checkpoint was made of {point.size} entries"
                return _Found(self.size, reason)
        return None


def _not_those(good: int, size: int) -> str:
    since = f"from {good} to {size - 1}" if size - good > 1 else f"at {good}"
    return f"the entries {since} are not those that the checkpoint was made of"


# Folding ------------------------------------------------------------------------------------------


class _Table:
    """A table as its entries come, and what should be kept of it."""

    def __init__(self, line: str) -> None:
        self.opening = opening = read_opening(line)
        if write_opening(opening) != line:
            raise Different("it is written otherwise")
        if opening.cards != CommittedSource.name:
            raise Different("the table does not commit to its cards")
        self.id = opening.table
        self.hash = opening_hash(line)
        self.state: State = new_table(opening.rules, opening.meters, commits=True)
        self.again = Again(opening, line)
        self.number = 0
        #: The entries whose secrets are not revealed yet, each with its leaf.
        self.waiting: list[tuple[int, Entry]] = []
        #: The first entry of the round that is on, and the leaf of the table's last one.
        self.first = 1
        self.leaf = 0
        floor = opening.rules.floor
        self.dealer = floor.dealer if floor else "auto"
        self.closed = False
        self.since: int | None = None
        self.meters = meter_accounts(self.id, opening.rules)
        linked = floor.linked if floor else {}
        self.own_meters = [name for name in self.meters if name not in linked]
        #: The chips that it opens with, until the floor has said so too.
        self.fill = 0
        #: What of its inventory came from the bank and the meters, and not from play.
        self.beside = 0

    def hear(self, before: State, entry: Entry) -> None:
        """Keep the clock as the floor does."""
        after = self.state
        began = after.phase is OPEN and _stakes(after) and not _stakes(before)
        changed = moment(after) != moment(before)
        if changed or began:
            self.since = entry.time


def _stakes(state: State) -> bool:
    return any(seat.stakes for seat in state.seats.values())


class _Fold:
    """The second pass: everything again, as it was done."""

    def __init__(self, database: Database, size: int, progress: Progress | None) -> None:
        self._database = database
        self._run = database.execute
        self._size = size
        self._progress = progress
        self._tables: dict[str, _Table] = {}
        self._acts = 0
        self._keys = 0
        self._rounds = 0
        self._balances: dict[str, int] = {}
        #: The last leaf that moved an account.
        self._moved: dict[str, int] = {}
        self._snapshots: set[tuple[str, int]] = {
            (table, number) for table, number in self._run("SELECT tbl, number FROM snapshots")
        }

    def check(self, *, whole: bool) -> _Found | None:
        """The first bad entry. What is kept of now agrees with a log only where that is `whole`."""
        leaf = 0
        try:
            for leaf, table, number, version, body, moves in self._entries():
                text = body.decode()
                if table == "":
                    self._act(leaf, number, version, text, moves)
                elif number == 0:
                    self._opening(leaf, table, version, text, moves)
                else:
                    self._entry(leaf, table, number, version, text, moves)
            leaf = max(self._size - 1, 0)
            if whole:
                self._end()
        except _At as found:
            return self._first(_Found(found.leaf, str(found)))
        except Different as error:
            return self._first(_Found(leaf, str(error)))
        except UNREADABLE as error:
            told = str(error) if isinstance(error, FairdealError) else type(error).__name__
            return self._first(_Found(leaf, f"it cannot be read ({told})"))
        return None

    def _first(self, found: _Found) -> _Found:
        """An entry is bad; one before it may be, in a round that could not be decided so far."""
        for table in self._tables.values():
            secrets = self._ahead(table)
            if secrets is None:
                continue
            table.waiting = [one for one in table.waiting if one[0] < found.leaf]
            try:
                self._decide(table, *secrets)
            except _At as other:
                found = _Found(other.leaf, str(other))
        return found

    def _ahead(self, table: _Table) -> tuple[str, list[tuple[str, str]]] | None:
        """The round that is on at a table, and its secrets: revealed later on, or still sealed."""
        number = round_id(table.id, table.again.session.state.rounds + 1)
        try:
            rows = self._run(
                "SELECT body FROM entries WHERE tbl = ? AND number >= ? "
                "AND body LIKE '%secrets-revealed%' ORDER BY number LIMIT 1",
                (table.id, table.again.session.entries + 1),
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
            f"SELECT leaf, tbl, number, version, {_bytes_of(self._database, 'body')} "  # noqa: S608 - own words
            "FROM entries WHERE leaf >= ? AND leaf < ? ORDER BY leaf"
        )
        money = (
            "SELECT leaf, part, debit, credit, units, what FROM transfers "
            "WHERE leaf >= ? AND leaf < ? ORDER BY leaf, part"
        )
        for start in range(0, self._size, _FOLDED):
            bounds = (start, start + _FOLDED)
            moved = groupby(self._run(money, bounds), lambda row: row[0])
            moves = {leaf: [row[1:] for row in rows] for leaf, rows in moved}
            for row in self._run(select, bounds):
                yield (*row, moves.pop(row[0], []))
            if moves:
                raise _At(min(moves), "there are transfers of no entry")
            if self._progress:
                self._progress(min(start + _FOLDED, self._size), self._size)

    # One entry

    def _opening(self, leaf: int, name: str, version: int, text: str, moves: Sequence[Row]) -> None:
        if name in self._tables:
            raise Different(f"table {name} is opened a second time")
        table = _Table(text)
        _require(table.id == name, f"it opens table {quoted(table.id)}, not {quoted(name)}")
        _require(version == 0, "its version is not 0")
        table.fill = moves[0][3] if moves else 0
        told = [Transfer(BANK, inventory_account(name), table.fill, "opening")]
        for meter, units in table.opening.meters.items():
            account = table.meters[meter]
            # A meter that is on another table already comes to this one as it stands.
            if missing := units - self._balances.get(account, 0):
                told.append(Transfer(BANK, account, missing, "reset"))
        self._move(leaf, moves, told)
        table.beside = table.fill
        table.leaf = leaf
        self._tables[name] = table

    def _act(self, leaf: int, number: int, version: int, text: str, moves: Sequence[Row]) -> None:
        document = json.loads(text)
        _require(dump_line(document) == text, "it is written otherwise")
        numbers = (document["floor"], number, version)
        _require(numbers == (self._acts,) * 3, f"it is act {self._acts} of the floor")
        self._acts += 1
        told = moves_of(document)
        _require(all((one.debit == BANK) != (one.credit == BANK) for one in told), _ONLY_BANK)
        self._move(leaf, moves, told)
        if "key" in document:
            self._key(leaf, document["key"], body_of(document, told))
        table = self._tables.get(document.get("table", ""))
        _require(table is not None or "table" not in document, "it is of a table that is not open")
        if table is None:
            return
        account = inventory_account(table.id)
        table.beside += changes(told).get(account, 0)
        match document["act"]:
            case "handover":
                table.dealer = document["dealer"]
            case "close":
                table.closed = True
                _require(not self._balances.get(account), "chips stay in a table that closes")
            case "open":
                fill = parse_amount(document["inventory"], per_dollar=UNITS)
                if fill != table.fill:
                    raise _At(
                        table.leaf, "the table does not open with the chips that it was given"
                    )
                table.fill = 0
                self._check_money(table, every_meter=True)

    def _entry(
        self, leaf: int, name: str, number: int, version: int, text: str, moves: Sequence[Row]
    ) -> None:
        table = self._tables.get(name)
        if table is None or table.fill:
            raise Different(f"table {quoted(name)} is not open")
        before = table.state
        entry = read_entry(before, text)
        _require(entry.number == number, f"it says that it is entry {entry.number}")
        _require(number == table.number + 1, f"entry {table.number + 1} of table {name} is next")
        _require(entry_text(name, entry) == text, "it is written otherwise")
        _require(entry.time >= before.clock, "it is from before the entry before it")
        table.state = after = advance_to(before, entry.time, entry.events)
        table.number, table.leaf = number, leaf
        _require(version == after.version, f"its version is {after.version}, not {version}")
        table.hear(before, entry)
        told = transfers_of(name, before, entry) if _moves_chips(entry) else []
        self._move(leaf, moves, told)
        for move in told:
            if move.what in ("contribution", "hit"):
                table.beside += move.units if move.what == "hit" else 0
                table.beside += _contributed(table.id, move)
        if told or isinstance(entry.command, cmd.ShowMeters):
            shown = isinstance(entry.command, cmd.ShowMeters | cmd.NoMoreBets | cmd.Settle)
            self._check_money(table, every_meter=shown)
        if entry.key is not None:
            asked = {"at": entry.at, **command_document(entry.command)}
            self._key(leaf, entry.key, sha256(dump_line(asked).encode()).hexdigest())
        table.waiting.append((leaf, entry))
        revealed = revealed_in(entry)
        if revealed is not None:
            check_secrets(table.id, table.hash, revealed)
            self._decide(table, revealed.round, revealed.secrets)
        elif after.rounds != before.rounds:
            raise Different("a round ends, and its secrets are not revealed")
        if after.rounds != before.rounds:
            self._round(leaf, table, before, entry)
        if (name, number) in self._snapshots:
            self._snapshot(table)

    def _move(self, leaf: int, rows: Sequence[Row], told: Sequence[Transfer]) -> None:
        """The transfers of an entry are those that should be; nobody spends what is not there."""
        right = [(part, *move) for part, move in enumerate(told)]
        if list(rows) != right:
            raise Different(_other_transfers(rows, right))
        for account, units in changes(told).items():
            if not units:
                continue
            after = self._balances[account] = self._balances.get(account, 0) + units
            self._moved[account] = leaf
            if after < 0 and account.startswith("player:"):
                raise Different(f"the account {account} falls below zero")

    def _check_money(self, table: _Table, *, every_meter: bool) -> None:
        """The ledger and the table's own sums agree."""
        state, held = table.state, self._balances
        chips = layout(state) * UNITS_PER_CENT
        agree = held.get(layout_account(table.id), 0) == chips
        _require(agree, "the chips on the layout are not those of the ledger")
        own = held.get(inventory_account(table.id), 0) - table.beside
        agree = own == state.inventory * UNITS_PER_CENT
        _require(agree, "the table's inventory is not that of the ledger")
        for name in table.meters if every_meter else table.own_meters:
            agree = held.get(table.meters[name], 0) == state.meters.units[name]
            _require(agree, f"the meter {quoted(name)} is not that of the ledger")

    def _key(self, leaf: int, digest: str, body: str) -> None:
        self._keys += 1
        rows = self._run("SELECT body, leaf FROM keys WHERE digest = ?", [digest])
        _require(bool(rows), "its key is not kept")
        _require(rows[0] == (body, leaf), "its key is kept for something else")

    def _decide(self, table: _Table, number: str, secrets: Iterable[tuple[str, str]]) -> None:
        """With the secrets of a round every command of it is decided again."""
        table.again.source.open(number, secrets)
        waiting, table.waiting = table.waiting, []
        for leaf, entry in waiting:
            try:
                table.again.decide(entry)
            except Different as error:
                raise _At(leaf, str(error)) from None

    def _round(self, leaf: int, table: _Table, before: State, entry: Entry) -> None:
        self._rounds += 1
        number = before.rounds + 1
        void = int(any(isinstance(event, ev.RoundVoided) for event in entry.events))
        right = (table.id, number, table.first, entry.number, leaf, entry.time, void)
        rows = self._run(
            "SELECT tbl, number, first, last, leaf, ended, void FROM rounds WHERE round = ?",
            [round_id(table.id, number)],
        )
        table.first = entry.number + 1
        _require(rows == [right], "the round that it ends is not kept, or otherwise")

    def _snapshot(self, table: _Table) -> None:
        self._snapshots.discard((table.id, table.number))
        text = _bytes_of(self._database, "state")
        rows = self._run(
            f"SELECT version, source, {text} FROM snapshots "  # noqa: S608 - own words
            "WHERE tbl = ? AND number = ?",
            (table.id, table.number),
        )
        right = (table.state.version, "", write_state(table.state))
        _require(rows == [right], "the snapshot after it is not the state of the table")

    # The end

    def _end(self) -> None:
        beyond = self._run(
            "SELECT count(*) FROM transfers WHERE leaf < 0 OR leaf >= ?", [self._size]
        )
        _require(not beyond[0][0], "there are transfers of no entry")
        self._end_balances()
        self._end_kept()
        for table in self._tables.values():
            try:
                self._end_table(table)
            except _At:
                raise
            except UNREADABLE as error:
                raise _At(table.leaf, str(error)) from None

    def _end_balances(self) -> None:
        kept: dict[str, int] = dict(self._run("SELECT account, units FROM balances"))
        for account in sorted({*kept, *self._balances}, key=lambda a: self._moved.get(a, -1)):
            if kept.get(account) != self._balances.get(account):
                at = self._moved.get(account, self._size - 1)
                what = f"the balance of {quoted(account)} after it is not the sum of its transfers"
                raise _At(at, what)

    def _end_kept(self) -> None:
        for table, number in sorted(self._snapshots, key=str):
            known = self._tables.get(table)
            at = known.leaf if known else self._size - 1
            raise _At(at, f"there is a snapshot of {table} after entry {number}, which is none")
        for name, right in (("rounds", self._rounds), ("keys", self._keys)):
            rows = self._run(f"SELECT count(*) FROM {name}")  # noqa: S608 - own words
            if rows[0][0] != right:
                known = self._run(f"SELECT max(leaf) FROM {name}")[0][0]  # noqa: S608 - own words
                at = known if isinstance(known, int) and 0 <= known < self._size else -1
                more = f"the table `{name}` has more than the log tells of"
                raise _At(at if at >= 0 else self._size - 1, more)

    def _end_table(self, table: _Table) -> None:
        places = list(self._tables)
        rows = self._run("SELECT place, dealer, closed FROM tables WHERE tbl = ?", [table.id])
        right = (places.index(table.id) + 1, table.dealer, int(table.closed))
        _require(rows == [right], "what is kept of the table is not what the log tells")
        count = self._run("SELECT count(*) FROM tables")[0][0]
        _require(count == len(places), "there are tables that the log does not tell of")
        rows = self._run("SELECT at, since FROM moments WHERE tbl = ?", [table.id])
        should = [(moment(table.state), table.since)] if table.since is not None else []
        _require(rows == should, "the moment that is on is kept otherwise")
        self._end_sealed(table)

    def _end_sealed(self, table: _Table) -> None:
        """The secrets of the deck in play are there, and what the log committed to."""
        source = CommittedSource(table.id, table.hash)
        source.bring_back(table.again.source.keep())
        for _, entry in table.waiting:
            for event in entry.events:
                source.follow(table.state, event)
        rows = self._run("SELECT document FROM sealed WHERE tbl = ?", [table.id])
        bound = source.keep().secrets
        if bound is None:
            _require(not rows or parse_json(rows[0][0]) == {}, "secrets are kept of no deck")
        else:
            _require(bool(rows), "the secrets of the deck in play are not kept")
            source.unseal(parse_json(rows[0][0]))
        held = source.keep().secrets
        if held is not None:
            self._decide(table, held.round, held.made)


class _At(Different):
    """A finding at another entry than the one that is read."""

    def __init__(self, leaf: int, reason: str) -> None:
        super().__init__(reason)
        self.leaf = leaf


_ONLY_BANK: Final = "an act of the floor moves chips between the bank and one other account only"

#: The events with which chips or meters move.
_MONEY: Final = (
    *(ev.WagerPlaced, ev.WagerTakenBack, ev.BetWithdrawn, ev.WagerReturned, ev.StakesCollected),
    *(ev.WagerLost, ev.WagerPaid, ev.EnvyPaid, ev.MetersFed, ev.MetersUnfed, ev.MeterPaid),
)


def _moves_chips(entry: Entry) -> bool:
    return any(isinstance(event, _MONEY) for event in entry.events)


def _contributed(table: str, move: Transfer) -> int:
    """What a contribution to a meter, or one taken back, leaves in the inventory."""
    if move.what != "contribution":
        return 0
    return move.units if move.credit == inventory_account(table) else -move.units


def _other_transfers(rows: Sequence[Row], right: Sequence[Row]) -> str:
    if len(rows) != len(right):
        return f"it has {len(rows)} transfers in the ledger, and leads to {len(right)}"
    part = next(n for n, (a, b) in enumerate(zip(rows, right, strict=True)) if a != b)
    return f"its transfer {part + 1} in the ledger is not the one that it leads to"


def _require(right: bool, otherwise: str) -> None:
    if not right:
        raise Different(otherwise)


# Records ------------------------------------------------------------------------------------------


def export_round(database: Database, round_name: str) -> dict[str, Any]:
    """The record of a finished round, as the API gives it."""
    return record(Store(database), round_name)


def export_table(database: Database, table: str) -> Iterator[dict[str, Any]]:
    """The records of all finished rounds of a table, the first one first."""
    store = Store(database)
    rows = database.execute("SELECT round FROM rounds WHERE tbl = ? ORDER BY leaf", [table])
    if not rows and not database.execute("SELECT 1 FROM tables WHERE tbl = ?", [table]):
        raise BadInputError(f"there is no table {quoted(table)}")
    return (record(store, row[0]) for row in rows)
