"""The movements of every meter, by gaming day and shift, in ten-thousandths of a cent."""

from datetime import date

from fairdeal.office.book.facts import Hit


class MeterSums:
    """What moved one meter in one shift."""

    __slots__ = ("fed", "funded", "moved", "paid")

    def __init__(self) -> None:
        self.fed = 0
        self.funded = 0
        self.paid = 0
        self.moved = 0

    @property
    def change(self) -> int:
        """Return the change of the meter."""
        return self.fed + self.funded - self.paid - self.moved


class MeterLife:
    """One meter account, which several tables may share."""

    __slots__ = ("account", "hits", "shifts", "shown", "shown_on", "tables")

    def __init__(self, account: str) -> None:
        self.account = account
        self.shifts: dict[tuple[date, str], MeterSums] = {}
        self.hits: list[Hit] = []
        self.tables: dict[str, str] = {}
        #: What the tables show, by table: the table's own count, apart from the sums here.
        self.shown: dict[str, int] = {}
        #: What the table showed that told a change last, at the end of each shift.
        self.shown_on: dict[tuple[date, str], int] = {}

    def show(self, day: date, shift: str, table: str, units: int) -> None:
        """Note what a table shows now."""
        self.shown[table] = units
        self.shown_on.pop((day, shift), None)  # so that the latest stands last
        self.shown_on[day, shift] = units

    def move(self, day: date, shift: str, units: int) -> None:
        """Note what two people moved to the meter, or away from it below zero. Open tables tell
        themselves what they show then; a closed meter is shown here alone.
        """
        self.at(day, shift).moved -= units
        self.shown_on.pop((day, shift), None)
        self.shown_on[day, shift] = self.amount

    def at(self, day: date, shift: str) -> MeterSums:
        """Return the sums of a shift."""
        return self.shifts.setdefault((day, shift), MeterSums())

    @property
    def amount(self) -> int:
        """Return the amount of the meter by its movements."""
        return sum(one.change for one in self.shifts.values())
