"""The book of a floor: its log, folded entry by entry into sums and lists.

The book reads the entries alone: no ledger, no snapshot and no other row of the database. It can be
kept while a floor runs, since each reading applies only the entries that are new.
"""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Final

import msgspec

from fairdeal.floor.gaming_day import DEFAULT_CALENDAR, Calendar, gaming_day, moment, shift_bounds
from fairdeal.floor.log.store import Store, StoredEntry
from fairdeal.office.book import acts
from fairdeal.office.book.facts import (
    ChipMove,
    CountSlip,
    CountVariance,
    HandPayment,
    Hit,
    Inventory,
    Irregularity,
    LimitChange,
    Payout,
    Signature,
    Significant,
    Where,
)
from fairdeal.office.book.handlers import HANDLERS
from fairdeal.office.book.meter_book import MeterLife
from fairdeal.office.book.sums import RoundSums, Slot
from fairdeal.office.book.table_fold import TableEntry, TableFold
from fairdeal.rulebook.money import UNITS_PER_CENT, dollars

#: The path of the house's win has one point in this many seconds.
PATH_SECONDS: Final = 600
#: How severe a significant event is, from the least on.
SEVERITIES: Final = ("notice", "warning", "alarm")
#: The entries of tables, and all others: the floor's acts and the openings of tables.
_DECODER: Final = msgspec.json.Decoder(TableEntry, float_hook=Decimal)
_OTHERS: Final = msgspec.json.Decoder(float_hook=Decimal)


class Book:
    """Everything that reports tell, up to the last entry that was applied."""

    def __init__(self, calendar: Calendar = DEFAULT_CALENDAR) -> None:
        self.calendar = calendar
        #: The number of entries applied, and the time of the latest one.
        self.leaves = 0
        self.time = 0
        self.tables: dict[str, TableFold] = {}
        self.slots: dict[Slot, RoundSums] = {}
        #: Rounds and win in units of the house, by gaming day and ten minutes.
        self.path: dict[date, dict[int, tuple[int, int]]] = {}
        self.meters: dict[str, MeterLife] = {}
        self.irregularities: list[Irregularity] = []
        self.payments: list[HandPayment] = []
        #: Payments that a tax form names, and who signed which line of their documents.
        self.payouts: dict[str, Payout] = {}
        self.payout_lines: dict[str, dict[str, Signature]] = {}
        #: Those that are held until they are signed, and documents that were voided: by whom, why,
        #: and who had signed.
        self.payouts_due: set[str] = set()
        self.void_payouts: dict[
            str, list[tuple[Signature, str, tuple[tuple[str, Signature], ...]]]
        ] = {}
        self.chip_moves: dict[str, ChipMove] = {}
        self.inventories: list[Inventory] = []
        #: The Table Inventory Slips of each table, in the order of the log.
        self.slips: dict[str, list[CountSlip]] = {}
        #: The Closed Table forms: the gaming day and the table that each is about, and who signed.
        self.closed_tables: dict[str, tuple[Where, Signature]] = {}
        #: The first gaming day at whose end an open table was dropped and counted.
        self.drops_since: date | None = None
        #: Notes that closed an investigation, by gaming day and line of the Statistical report.
        self.investigations: dict[tuple[date, str], list[tuple[Signature, str]]] = {}
        #: Changes of limits, in the order in which they were posted.
        self.limit_changes: list[LimitChange] = []
        #: Counts that differ from the log, by the name of the count.
        self.variances: dict[str, CountVariance] = {}
        #: The program that served last, as far as the log tells it.
        self.program = ""
        #: The time of the latest act, the roles of people, and the limits that players set.
        self.act_time = 0
        self.roles: dict[str, str] = {}
        self.player_limits: dict[tuple[str, str], str] = {}
        self.significant: dict[int, Significant] = {}
        #: Who has acknowledged significant events, and who has signed reports, by line.
        self.acknowledged: dict[int, Signature] = {}
        self.signed: dict[str, dict[str, Signature]] = {}
        #: Names of people by id, as far as the log tells them.
        self.names: dict[str, str] = {}
        self._shift: tuple[int, int, date, str] = (0, 0, date.min, "")

    # Reading --------------------------------------------------------------------------------------

    def read(self, store: Store) -> "Book":
        """Apply the entries of a log that are new, and return the book."""
        self.apply(store.entries(first=self.leaves, batch=5_000))
        return self

    def apply(self, entries: Iterable[StoredEntry]) -> None:
        """Apply entries in the order of the log."""
        decode, tables = _DECODER.decode, self.tables
        for stored in entries:
            if stored.table and stored.number:
                entry = decode(stored.body)
                fold = tables.get(stored.table)
                if fold is not None:  # all but private tables
                    fold.apply(stored.leaf, entry, HANDLERS)
                time = entry.time
            else:
                time = self._apply_act_or_opening(stored)
            self.time = max(self.time, time)
            self.leaves = stored.leaf + 1

    def _apply_act_or_opening(self, stored: StoredEntry) -> int:
        """Apply an act of the floor or the opening of a table, and return its time."""
        document = _OTHERS.decode(stored.body)
        time: int = document["time"]
        where = self.place(stored.leaf, time)
        if not stored.table:
            acts.apply(self, where, document)
        elif document.get("owner") is None:
            self.tables[stored.table] = TableFold(self, stored.table, stored.body, where)
        return time

    def place(self, leaf: int, time: int) -> Where:
        """Return the place of an entry: its gaming day and its shift."""
        first, end, day, shift = self._shift
        if not first <= time < end:
            day, shift = moment(time, self.calendar)
            self._shift = (*shift_bounds(day, shift, self.calendar), day, shift)
        return Where(leaf, time, day, shift, "", "", "")

    def change_calendar(self, calendar: Calendar) -> None:
        """Take another calendar, which has the days of before as they were."""
        self.calendar = calendar
        self._shift = (0, 0, date.min, "")

    # Writing --------------------------------------------------------------------------------------

    def sums(self, slot: Slot) -> RoundSums:
        """Return the sums of a slot, which may still be empty."""
        found = self.slots.get(slot)
        if found is None:
            found = self.slots[slot] = RoundSums()
        return found

    def add_to_path(self, where: Where, units: int) -> None:
        """Add a round to the path of the house's win."""
        path, at = self.path.setdefault(where.day, {}), where.time // PATH_SECONDS
        rounds, won = path.get(at, (0, 0))
        path[at] = (rounds + 1, won + units)

    def meter(self, account: str) -> MeterLife:
        """Return a meter by its account."""
        found = self.meters.get(account)
        if found is None:
            found = self.meters[account] = MeterLife(account)
        return found

    def note(
        self,
        where: Where,
        kind: str,
        severity: str,
        words: str,
        line: Irregularity | None = None,
        by: str = "",
        before: str = "",
        after: str = "",
    ) -> None:
        """Note a significant event. An entry is one event: what else it led to is added to its
        words, and the most severe of it gives the kind, the severity, who, and the values.
        """
        who = by or (line.answered_by or line.reported_by if line else "")
        earlier = self.significant.get(where.leaf)
        event = Significant(where, kind, severity, words, who, before, after)
        if earlier is not None:
            worse = SEVERITIES.index(severity) > SEVERITIES.index(earlier.severity)
            event = (event if worse else earlier)._replace(words=f"{earlier.words}; {words}")
        self.significant[where.leaf] = event

    def note_hit(self, hit: Hit) -> None:
        """Note that a meter has paid."""
        before = dollars((hit.shown - hit.funded + hit.paid) // UNITS_PER_CENT)
        after = dollars(hit.shown // UNITS_PER_CENT)
        paid = dollars(hit.paid // UNITS_PER_CENT)
        words = f"meter {hit.meter.removeprefix('meter:')} paid {paid}: {hit.hand}"
        self.note(hit.where, "jackpot", "warning", words, None, hit.player, before, after)

    # Looking up -----------------------------------------------------------------------------------

    @property
    def today(self) -> date:
        """Return the gaming day of the latest entry."""
        return gaming_day(self.time, self.calendar)

    def name_of(self, person: str) -> str:
        """Return the name of a person by id, or the id where the log has no name."""
        return self.names.get(person, person)
