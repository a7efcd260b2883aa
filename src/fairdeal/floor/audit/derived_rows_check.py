"""Check of the rows that follow from the log: keys, rounds, snapshots, tables, clocks, seals."""

from collections.abc import Collection, Mapping, Sequence

from fairdeal.english import quoted
from fairdeal.errors import BadEntryError
from fairdeal.floor.audit.findings import AuditFinding, bytes_of, require
from fairdeal.floor.audit.folded_table import FoldedTable
from fairdeal.floor.audit.share import Share
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.play_rows import players_of
from fairdeal.floor.log.schema import has_folded_names, has_plays
from fairdeal.floor.log.seal import is_sealed, read_sealed
from fairdeal.floor.people.names import fold_name
from fairdeal.play.fairness import round_id
from fairdeal.play.sources import CommittedSource
from fairdeal.table.entry import Entry
from fairdeal.table.events import first_void
from fairdeal.table.state import State, moment
from fairdeal.wire.json import parse_json
from fairdeal.wire.state import write_state


class DerivedRowsCheck:
    """Checks each derived row when the audit has come to its entry."""

    def __init__(self, database: Database, share: Share) -> None:
        self._database = database
        self._run = database.execute
        self.keys = 0
        self.rounds = 0
        self._has_plays = has_plays(database)
        #: The snapshots that are not checked yet, by table and entry.
        self._snapshots: set[tuple[str, int]] = {
            (table, number)
            for table, number in self._run("SELECT tbl, number FROM snapshots")
            if share.has(table)
        }

    def check_key(self, leaf: int, digest: str, body: str) -> None:
        """Check the idempotency key of an entry."""
        self.keys += 1
        rows = self._run("SELECT body, leaf FROM keys WHERE digest = ?", [digest])
        require(bool(rows), "the row of its key is missing")
        require(rows[0] == (body, leaf), "the row of its key is for another command")

    def check_round(self, leaf: int, table: FoldedTable, before: State, entry: Entry) -> None:
        """Check the row of the round that an entry ends."""
        self.rounds += 1
        number = before.rounds + 1
        void = int(first_void(entry.events) is not None)
        right = (table.id, number, table.first, entry.number, leaf, entry.time, void)
        rows = self._run(
            "SELECT tbl, number, first, last, leaf, ended, void FROM rounds WHERE round = ?",
            [round_id(table.id, number)],
        )
        table.first = entry.number + 1
        require(
            rows == [right], "the row of the round that it ends is missing or differs from the log"
        )
        if self._has_plays:
            played = [] if void else [(one, leaf) for one in players_of(before)]
            rows = self._run(
                "SELECT person, leaf FROM plays WHERE round = ? ORDER BY person",
                [round_id(table.id, number)],
            )
            require(rows == played, "the rows of who played in the round differ from the log")

    def check_snapshot(self, table: FoldedTable) -> None:
        """Check the snapshot after a table's last entry, if there is one."""
        if (table.id, table.number) not in self._snapshots:
            return
        self._snapshots.discard((table.id, table.number))
        text = bytes_of(self._database, "state")
        rows = self._run(
            f"SELECT version, source, {text} FROM snapshots "  # noqa: S608 - own words
            "WHERE tbl = ? AND number = ?",
            (table.id, table.number),
        )
        right = (table.state.version, "", write_state(table.state))
        require(rows == [right], "the snapshot after it is not the state of the table")

    def snapshot_of_none(
        self, tables: Mapping[str, FoldedTable], last: int
    ) -> tuple[str, AuditFinding] | None:
        """Return the first snapshot without an entry and its place among all snapshots; `last` is
        the last leaf.
        """
        for table, number in sorted(self._snapshots, key=str):
            known = tables.get(table)
            reason = f"there is a snapshot of {table} after entry {number}, which does not exist"
            return str((table, number)), AuditFinding(known.leaf if known else last, reason)
        return None

    def check_end(self, tables: Collection[str], keys: int, rounds: int, last: int) -> None:
        """Check that there are no rows without an entry: of other tables than those of the log, or
        more keys and rounds than all entries have; `last` is the last leaf of the log.
        """
        for name in ("moments", "sealed"):
            for (table,) in self._run(f"SELECT tbl FROM {name}"):  # noqa: S608 - own words
                if table not in tables:
                    reason = f"`{name}` has a row of {quoted(table)}, and there is no such table"
                    raise BadEntryError(last, reason)
        if self._has_plays:
            lost = "SELECT round FROM plays WHERE round NOT IN (SELECT round FROM rounds) LIMIT 1"
            for (number,) in self._run(lost):
                reason = f"`plays` has a row of {quoted(number)}, and there is no such round"
                raise BadEntryError(last, reason)
        for name, right in (("rounds", rounds), ("keys", keys)):
            rows = self._run(f"SELECT count(*) FROM {name}")  # noqa: S608 - own words
            if rows[0][0] != right:
                known = self._run(f"SELECT max(leaf) FROM {name}")[0][0]  # noqa: S608 - own words
                at = known if isinstance(known, int) and 0 <= known <= last else -1
                more = f"the table `{name}` has more rows than follow from the log"
                raise BadEntryError(at if at >= 0 else last, more)

    def check_names(self, last: int) -> None:
        """Check the folded forms of names, by which nobody registers beside somebody else."""
        if not has_folded_names(self._database):
            return
        names = "SELECT id, name, folded FROM people WHERE kind = 'registered'"
        for person, name, folded in self._run(names):
            if fold_name(name) != folded:
                reason = f"the folded name of {quoted(person)} is not that of the name"
                raise BadEntryError(last, reason)

    def check_table(self, table: FoldedTable, places: Sequence[str]) -> None:
        """Check the rows of a table at the end; `places` has the ids of all tables in order."""
        rows = self._run("SELECT place, dealer, closed FROM tables WHERE tbl = ?", [table.id])
        right = (places.index(table.id) + 1, table.dealer, int(table.closed))
        require(rows == [right], "the row of the table differs from the log")
        count = self._run("SELECT count(*) FROM tables")[0][0]
        require(count == len(places), "there are rows of tables that are not in the log")
        rows = self._run("SELECT at, since FROM moments WHERE tbl = ?", [table.id])
        known = () if table.since is None else (table.since, table.began)
        should = [[(moment(table.state), since)] for since in known] or [[]]
        require(rows in should, "the row of the table's deadline differs from the log")
        self._sealed(table)

    def _sealed(self, table: FoldedTable) -> None:
        """Check the sealed secrets against the commitments, and decide the open round again.
        Without the seal key only what is readable of the row is checked.
        """
        source = CommittedSource(table.id, table.hash)
        source.restore(table.replayed.source.snapshot())
        for _, entry in table.undecided:
            for event in entry.events:
                source.follow(table.state, event)
        rows = self._run("SELECT document FROM sealed WHERE tbl = ?", [table.id])
        bound = source.snapshot().secrets
        if bound is None:
            require(
                not rows or parse_json(rows[0][0]) == {},
                "there are sealed secrets, and no deck is in play",
            )
        else:
            require(bool(rows), "the sealed secrets of the deck in play are missing")
            document = parse_json(rows[0][0])
            seal = self._database.seal
            if is_sealed(document):
                told = (document["round"], document["commitments"])
                right = (bound.round, [one for one, _ in bound.made])
                require(told == right, "the sealed secrets are of another round or deck")
                if seal is None or document["key"] != seal.id:
                    return  # without the key the open round is not decided again
            source.unseal(read_sealed(seal, table.id, document))
        held = source.snapshot().secrets
        if held is not None:
            table.decide(held.round, held.made)
