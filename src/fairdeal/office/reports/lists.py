"""Reports that are lists: irregularities, corrections, chips that came and went, events."""

from typing import Final

from fairdeal.office.book.book import Book
from fairdeal.office.book.facts import ChipMove
from fairdeal.office.report import TABLE, TIME, Cell, Column, Kind, Report, iso_time
from fairdeal.office.scope import Scope

_IRREGULARITIES: Final = (
    TIME,
    TABLE,
    Column("round", "Round"),
    Column("kind", "Kind"),
    Column("clause", "Clause"),
    Column("what", "What"),
    Column("reported_by", "Reported by"),
    Column("answer", "Answer"),
    Column("answered_by", "Answered by"),
    Column("returned", "Returned", Kind.MONEY),
    Column("meters", "Meters gave back", Kind.METER),
)


def irregularities(book: Book, scope: Scope) -> Report:
    """Make the list of irregularities and voids with their clauses."""
    found = [one for one in book.irregularities if scope.has(book, one.where)]
    rows = tuple(
        (
            one.where.time,
            one.where.table,
            one.where.round,
            one.kind,
            one.clause,
            one.what,
            book.name_of(one.reported_by),
            one.answer,
            book.name_of(one.answered_by),
            one.returned,
            one.meters,
        )
        for one in found
    )
    returned, meters = sum(one.returned for one in found), sum(one.meters for one in found)
    voids = sum(one.kind == "void" for one in found)
    return Report(
        "irregularities",
        "Irregularities and voids",
        scope.words(book),
        scope.fields(),
        _IRREGULARITIES,
        rows,
        ((None, "All", None, f"{voids} void", *[None] * 5, returned, meters),) if rows else (),
        ("A void is told when its round has ended, with everything that went back to players.",),
        "COMAR 36.05.02, 36.05.03",
        open=scope.is_open(book),
    )


_PAYMENTS: Final = (
    TIME,
    TABLE,
    Column("round", "Round"),
    Column("seat", "Seat", Kind.NUMBER),
    Column("player", "Player"),
    Column("kind", "Kind"),
    Column("amount", "Amount", Kind.MONEY),
    Column("reason", "Reason"),
    Column("clause", "Clause"),
    Column("asked_by", "Asked by"),
    Column("confirmed_by", "Confirmed by"),
)


def corrections(book: Book, scope: Scope) -> Report:
    """Make the list of corrections and hand payments, each with its two people."""
    found = [one for one in book.payments if scope.has(book, one.where)]
    rows = tuple(
        (
            one.where.time,
            one.where.table,
            one.where.round,
            one.seat,
            one.player,
            one.kind,
            one.cents,
            one.reason,
            one.clause,
            book.name_of(one.asked_by),
            book.name_of(one.confirmed_by),
        )
        for one in found
    )
    beside = sum(one.cents for one in found if one.kind == "payment")
    large = sum(one.cents for one in found if one.kind == "large payment")
    blank = (None,) * 4
    totals = (
        (None, "Beside the settlement", None, None, None, None, beside, *blank),
        (None, "Large payments of settlements", None, None, None, None, large, *blank),
    )
    return Report(
        "corrections",
        "Corrections and hand payments",
        scope.words(book),
        scope.fields(),
        _PAYMENTS,
        rows,
        totals if rows else (),
        (
            (
                "A payment beside the settlement is not part of the win of bets. A large payment "
                "is a settlement that two people answer for. A correction moves no chips of the "
                "house."
            ),
        ),
        "COMAR 36.05.03",
        open=scope.is_open(book),
    )


_CHIPS: Final = (
    Column("serial", "Serial"),
    TIME,
    TABLE,
    Column("kind", "Kind"),
    Column("denominations", "Denominations"),
    Column("total", "Total", Kind.MONEY),
    Column("state", "State"),
    Column("reason", "Reason"),
    Column("requested_by", "Requested by"),
    Column("answered_by", "Confirmed or voided by"),
    Column("answered", "At", Kind.TIME),
    Column("chip_bank", "Chip bank"),
    Column("carrier", "Carrier"),
    Column("dealer", "Dealer"),
    Column("floorperson", "Floorperson at the table"),
)
_SLIP_LINES: Final = ("chip bank", "carrier", "dealer", "floorperson")


def fills_and_credits(book: Book, scope: Scope) -> Report:
    """Make the register of fills and credits, voids included."""
    end = scope.seconds(book)[1]
    found = [one for one in book.chip_moves.values() if scope.has(book, one.where)]
    rows: list[tuple[Cell, ...]] = []
    for one in found:
        done = one.answered is not None and one.answered < end
        rows.append(
            (
                one.serial,
                one.where.time,
                one.where.table,
                one.kind,
                " + ".join(f"{number} x ${value}" for value, number in one.chips),
                one.cents,
                one.state if done else "requested",
                one.reason,
                book.name_of(one.requested_by),
                book.name_of(one.answered_by) if done else "",
                one.answered if done else None,
                *(_signed(book, one, line, end) for line in _SLIP_LINES),
            )
        )
    sums = [
        sum(int(row[5] or 0) for row in rows if row[3] == kind and row[6] == "done")
        for kind in ("fill", "credit")
    ]
    totals = tuple(
        (title, None, None, None, None, amount, "done", *[None] * 8)
        for title, amount in zip(("All fills", "All credits"), sums, strict=True)
    )
    return Report(
        "fills-and-credits",
        "Fill and Credit register",
        scope.words(book),
        scope.fields(),
        _CHIPS,
        tuple(rows),
        totals if rows else (),
        (
            "A request stands in the period in which it was made; only those that are done count.",
            (
                "Each line of a slip is signed by another person at its own moment. The automatic "
                "bank stands for the lines that nobody signed, the automatic pair for its tables."
            ),
        ),
        "COMAR 36.05.03.04, .05",
        open=scope.is_open(book),
    )


def _signed(book: Book, one: ChipMove, line: str, end: int) -> str:
    """Return who signed a line of a slip, and when."""
    for signed, who, time, _ in one.lines:
        if signed == line and time < end:
            return f"{book.name_of(who)}, {iso_time(time)}"
    done = one.state == "done" and one.answered is not None and one.answered < end
    return "automatic bank" if done else ""


_EVENTS: Final = (
    Column("number", "Number", Kind.NUMBER),
    TIME,
    TABLE,
    Column("kind", "Kind"),
    Column("severity", "Severity"),
    Column("what", "What"),
    Column("who", "Who"),
    Column("before", "Before"),
    Column("after", "After"),
    Column("acknowledged_by", "Acknowledged by"),
    Column("acknowledged", "At", Kind.TIME),
)


def significant_events(book: Book, scope: Scope) -> Report:
    """Make the list of significant events."""
    rows = []
    for number, one in book.significant.items():
        right = scope.kind in (None, one.kind) and scope.severity in (None, one.severity)
        if right and scope.has(book, one.where):
            seen = book.acknowledged.get(number)
            rows.append(
                (
                    number,
                    one.where.time,
                    one.where.table,
                    one.kind,
                    one.severity,
                    one.words,
                    book.name_of(one.by),
                    one.before,
                    one.after,
                    seen.name if seen else "",
                    seen.time if seen else None,
                )
            )
    return Report(
        "significant-events",
        "Significant events",
        scope.words(book),
        scope.fields(),
        _EVENTS,
        tuple(rows),
        (),
        (
            "The number of an event is the place of its entry in the floor's log.",
            (
                "Told from the log: voids, denied reports, meters won, wrong counts, defects, "
                "devices, variances, restarts, changed clocks, roles and accounts, payments by "
                "hand, payouts, exclusions, limits of players and tables, failed sign-ins, the "
                "disk, failed writes, and checks of the whole log."
            ),
        ),
        "COMAR 36.03.10",
        open=scope.is_open(book),
    )
