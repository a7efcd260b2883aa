"""Forms about chips: Table Inventory Slips, and the requests and slips of fills and credits."""

from collections.abc import Iterator
from typing import Final

from fairdeal.errors import UnknownError
from fairdeal.office.book.book import Book
from fairdeal.office.book.facts import ChipMove, CountSlip, SlipLine, Where
from fairdeal.office.forms.form import VOID, FormLine, OfficeForm, line_of, place_fields, role_words
from fairdeal.office.report import Kind, shown_cell
from fairdeal.table.actors import DEALER

#: What a Table Inventory Slip counts, in words.
_COUNTED: Final = {
    "opening": "Opener",
    "drop": "Drop of an open table",
    "closing": "Closer",
}
#: The lines of a slip in the order in which they are signed: a fill's, and a credit's.
_LINES: Final = {
    "fill": ("chip bank", "carrier", "dealer", "floorperson"),
    "credit": ("dealer", "floorperson", "carrier", "chip bank"),
}
_SAID: Final = {
    "chip bank": "Chip bank",
    "carrier": "Carrier",
    "dealer": "Dealer at the table",
    "floorperson": "Floorperson at the table",
}
_CLAUSES: Final = {"fill": "COMAR 36.05.03.04", "credit": "COMAR 36.05.03.05"}


# Table Inventory Slips ----------------------------------------------------------------------------


def slips(book: Book) -> Iterator[tuple[str, Where]]:
    """Yield the Table Inventory Slips: their ids, and when and where they were written."""
    for found in book.slips.values():
        yield from ((one.name, one.where) for one in found)


def inventory_slip(book: Book, number: str) -> OfficeForm:
    """Make a Table Inventory Slip: the opener, the closer, or the drop of an open table."""
    for found in book.slips.values():
        for at, one in enumerate(found):
            if one.name == number:
                after = found[at + 1] if at + 1 < len(found) else None
                return _inventory_slip(book, one, after)
    raise UnknownError(f"there is no Table Inventory Slip {number[:60]!r}")


def _inventory_slip(book: Book, one: CountSlip, after: CountSlip | None) -> OfficeForm:
    differs = (
        () if not one.cents else (("Differs from the log", shown_cell(Kind.MONEY, one.cents)),)
    )
    first, second = (*one.signed, None, None)[:2]
    if second is not None and second.role == DEALER and first is not None:
        first, second = second, first
    watched = line_of("Floorperson who watched the count", second, "automatic floorperson")
    counted = line_of("Dealer who counted", first, "automatic dealer")
    # The chips of a new table come from the bank: nobody has counted them yet.
    lines = (line_of("House", first, "automatic bank"),) if second is None else (counted, watched)
    return OfficeForm(
        "table-inventory-slip",
        one.name,
        "Table Inventory Slip",
        (("Count", _COUNTED[one.of]), *place_fields(book, one.where), *differs),
        lines,
        "COMAR 36.05.03.02F, .03, .07, .08",
        chips=tuple(one.chips.items()),
        mark=_copy_mark(one, after),
        parts=("Original: drop box", "Duplicate: table inventory container"),
    )


def _copy_mark(one: CountSlip, after: CountSlip | None) -> str:
    """Return whether a slip is the correct or the incorrect copy of a count that differed when the
    table opened (.03F).
    """
    if one.of == "opening" and one.cents:
        return "Correct Copy"
    wrong = after is not None and after.of == "opening" and after.cents
    return "Incorrect Copy" if wrong else ""


# Fills and credits --------------------------------------------------------------------------------


def moves(book: Book, kind: str) -> Iterator[tuple[str, Where]]:
    """Yield the fills or the credits."""
    yield from ((one.serial, one.where) for one in book.chip_moves.values() if one.kind == kind)


def chip_request(book: Book, serial: str, kind: str) -> OfficeForm:
    """Make the request slip of a fill or a credit, which the floorperson signs."""
    one = _move(book, serial, kind)
    asked = line_of("Requested by", one.asked, "automatic dealer")
    if one.asked is None:
        asked = FormLine("Requested by", "nobody: an early version asked for no request")
    return OfficeForm(
        f"{kind}-request",
        serial,
        f"{kind.capitalize()} Request Slip",
        _fields(book, one),
        (asked,),
        f"{_CLAUSES[kind]}C",
        chips=one.chips,
        mark=VOID if one.state == "void" else "",
        parts=("Chip bank", "Drop box"),
    )


def chip_slip(book: Book, serial: str, kind: str) -> OfficeForm:
    """Make the slip of a fill or a credit, with each signature at its own moment."""
    one = _move(book, serial, kind)
    lines = tuple(_slip_line(book, one, line) for line in _LINES[kind])
    if one.state == "void" and one.answer is not None:
        lines = (*lines, line_of("Voided by", one.answer))
    return OfficeForm(
        kind,
        serial,
        f"{kind.capitalize()} Slip",
        _fields(book, one),
        lines,
        f"{_CLAUSES[kind]}H, K, P" if kind == "fill" else f"{_CLAUSES[kind]}I, L, P",
        chips=one.chips,
        mark=VOID if one.state == "void" else "",
        parts=("Drop box", "Acknowledgement", "Chip bank"),
    )


def _fields(book: Book, one: ChipMove) -> tuple[tuple[str, str], ...]:
    reason = one.reason.removesuffix(f"; void: {one.void}") if one.void else one.reason
    void = (("Void because", one.void),) if one.void else ()
    amount = ("Amount", shown_cell(Kind.MONEY, one.cents))
    about = (amount, ("Reason", reason), *void)
    return (("Serial number", one.serial), *place_fields(book, one.where), *about)


def _slip_line(book: Book, one: ChipMove, line: str) -> FormLine:
    for signed in one.lines:
        if signed.line == line:
            return _signed(book, one, signed)
    if one.state == "done":
        return FormLine(_SAID[line], "automatic bank", time=one.answered)
    return FormLine(_SAID[line])


def _signed(book: Book, one: ChipMove, signed: SlipLine) -> FormLine:
    title = _SAID[signed.line]
    if one.answer is not None and one.answer.automatic:
        return FormLine(title, "automatic pair", time=signed.time)
    return FormLine(title, book.name_of(signed.by), role_words(signed.role), signed.by, signed.time)


def _move(book: Book, serial: str, kind: str) -> ChipMove:
    one = book.chip_moves.get(serial)
    if one is None or one.kind != kind:
        raise UnknownError(f"there is no {kind} {serial[:60]!r}")
    return one
