"""What happened on a floor, one line each, for the reports that are lists."""

from datetime import date
from typing import NamedTuple


class Where(NamedTuple):
    """When and where something happened. `leaf` is the place of its entry in the floor's log."""

    leaf: int
    time: int
    day: date
    shift: str
    table: str
    round: str
    dealer: str


class Signature(NamedTuple):
    """A signature under a report or a form, or that an event was seen: who, in which role, when."""

    by: str
    name: str
    role: str
    time: int
    automatic: bool = False


class SlipLine(NamedTuple):
    """A line of the slip of a fill or a credit that is signed, by whom and when."""

    line: str
    by: str
    time: int
    role: str = ""


class Hit(NamedTuple):
    """A meter paid: the account of the meter, and units paid, put back by the house, shown then."""

    where: Where
    meter: str
    seat: int
    player: str
    hand: str
    paid: int
    funded: int
    shown: int


class Irregularity(NamedTuple):
    """A void, a wrong count, a defect, a denied report: with its clause and who answered it."""

    where: Where
    kind: str
    clause: str
    what: str
    reported_by: str
    answer: str
    answered_by: str
    #: Stakes that went back to players in cents, and what came back from meters in units.
    returned: int
    meters: int


class HandPayment(NamedTuple):
    """A payment beside the settlement, a correction, or a large payment that takes two people."""

    where: Where
    kind: str
    seat: int
    player: str
    cents: int
    reason: str
    clause: str
    asked_by: str
    confirmed_by: str


class Payout(NamedTuple):
    """A payment that a tax form names: id, whose it is, the hand, and stake and winnings in cents.
    `automatic` says that the automatic pair signs its document.
    """

    where: Where
    id: str
    seat: int
    player: str
    wager: str
    hand: str
    stake: int
    winnings: int
    automatic: bool


class Duty(NamedTuple):
    """A dealer's time at a table; `until` is None while it lasts."""

    dealer: str
    name: str
    table: str
    since: Where
    until: int | None


class Significant(NamedTuple):
    """A significant event: number (its entry's place in the log), kind, severity, who, values."""

    where: Where
    kind: str
    severity: str
    words: str
    by: str
    before: str
    after: str


class ChipMove(NamedTuple):
    """A request for chips and what became of it."""

    where: Where
    serial: str
    kind: str
    cents: int
    chips: tuple[tuple[str, int], ...]
    reason: str
    requested_by: str
    state: str
    answered_by: str
    answered: int | None
    #: The lines of its slip that are signed.
    lines: tuple[SlipLine, ...] = ()
    #: Who has asked for it, and who has confirmed or voided it.
    asked: Signature | None = None
    answer: Signature | None = None
    #: Why it is void.
    void: str = ""


class Inventory(NamedTuple):
    """What came into and went out of a tray through the bank, in units, with who did it."""

    where: Where
    kind: str
    units: int
    by: str


class CountSlip(NamedTuple):
    """A Table Inventory Slip: the counted chips of a tray by denomination."""

    where: Where
    #: What was counted: the `opening`, the `drop` or the `closing`.
    of: str
    chips: dict[str, int]
    #: The difference from the log, in cents, and who counted.
    cents: int
    counted_by: tuple[str, ...]
    #: The name of the count, such as `inventory-12`, and both signatures.
    name: str = ""
    signed: tuple[Signature, ...] = ()


class LimitChange(NamedTuple):
    """A change of a table's limits: who posted it, from what to what, and what became of it."""

    where: Where
    by: str
    was: str
    to: str
    in_force_at: int
    #: `posted`, `in force`, `withdrawn` or `replaced` by another notice; and since when.
    state: str = "posted"
    changed: int | None = None


class VarianceNote(NamedTuple):
    """A paper about a variance: what it says, who wrote it and when."""

    words: str
    by: str
    time: int
    role: str = ""


class CountVariance(NamedTuple):
    """A count of a table that differs from the log, and the papers about it (36.05.03.03F-H)."""

    where: Where
    #: The name of the count, such as `count-12`, and what was counted: `opening` or `closing`.
    name: str
    kind: str
    #: The difference from the log, in cents.
    cents: int
    counted_by: tuple[str, ...]
    notification: VarianceNote | None = None
    resolved: bool = False
    incident: VarianceNote | None = None
