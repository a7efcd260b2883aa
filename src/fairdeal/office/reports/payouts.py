"""The Payout register, and the document of one payout (COMAR 36.05.03.23)."""

from typing import Final

from fairdeal.errors import UnknownError
from fairdeal.floor.tables.act_rules import PAYOUT_LINES, PIT_MANAGER_CENTS
from fairdeal.office.book.book import Book
from fairdeal.office.book.facts import Payout
from fairdeal.office.book.payouts import signers
from fairdeal.office.report import TABLE, TIME, Cell, Column, Kind, Report, shown_cell
from fairdeal.office.scope import Scope
from fairdeal.submission.tax_thresholds import threshold_on

_COLUMNS: Final = (
    Column("number", "Number"),
    TIME,
    TABLE,
    Column("seat", "Seat", Kind.NUMBER),
    Column("player", "Player's number"),
    Column("hand", "Hand"),
    Column("stake", "Stake", Kind.MONEY),
    Column("amount", "Amount", Kind.MONEY),
    Column("by", "By"),
    Column("form", "Tax form"),
    *(Column(line, line.capitalize()) for line in PAYOUT_LINES),
)
_CITATION: Final = "COMAR 36.05.03.23"


def payout_register(book: Book, scope: Scope) -> Report:
    """Make the register of the payments that the dated table of tax thresholds names."""
    found = [one for one in book.payouts.values() if scope.has(book, one.where)]
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            one.id,
            one.where.time,
            one.where.table,
            one.seat,
            one.player,
            f"{one.wager}: {one.hand}",
            one.stake,
            one.winnings,
            paid_by(one),
            "W-2G",
            *(signers(book, one).get(line, "") for line in PAYOUT_LINES),
        )
        for one in found
    )
    total = sum(one.winnings for one in found)
    last = threshold_on(scope.day)
    return Report(
        "payouts",
        "Payout register",
        scope.words(book),
        scope.fields(),
        _COLUMNS,
        rows,
        (("All", *[None] * 6, total, *[None] * 5),) if rows else (),
        (
            (
                f"A form is due for winnings beyond the stake of at least "
                f"{shown_cell(Kind.MONEY, last.least_cents)} and {last.least_odds} to 1, from "
                f"{last.since.isoformat()} on: {last.source}."
            ),
            "Play chips only: no form is filed. An empty line is not signed yet.",
        ),
        _CITATION,
        open=scope.is_open(book),
    )


def payout_of(book: Book, number: str) -> Payout:
    """Return a payout by its number; `UnknownError` if there is none."""
    if number not in book.payouts:
        raise UnknownError(f"there is no payout {number[:60]!r}")
    return book.payouts[number]


def payout_document(book: Book, number: str) -> Report:
    """Make the document of one payout, with the seven fields of .23E(4)."""
    one = payout_of(book, number)
    signed = signers(book, one)
    fields = (
        ("Number", one.id),
        ("Date and time (UTC)", shown_cell(Kind.TIME, one.where.time)),
        ("Table", one.where.table),
        ("Winning hand", f"{one.wager}: {one.hand}"),
        ("Amount", f"{shown_cell(Kind.MONEY, one.winnings)}, {paid_by(one)}"),
        *((f"{line.capitalize()} by", signed.get(line, "not signed yet")) for line in PAYOUT_LINES),
        ("Player's number", one.player),
        ("Round", f"/rounds/{one.where.round}"),
    )
    scope = Scope(one.where.day, table=one.where.table)
    return Report(
        "payout-document",
        "Table Game Payout",
        scope.words(book),
        {**scope.fields(), "payout": one.id},
        (Column("field", "Field"), Column("value", "Value")),
        fields,
        (),
        ("Two parts: one for the player, one for accounting.",),
        _CITATION,
        open=len(signed) < len(PAYOUT_LINES),
    )


def paid_by(one: Payout) -> str:
    """Return in which way a payout is paid (.23C)."""
    return "check" if one.winnings >= PIT_MANAGER_CENTS else "cash or check"
