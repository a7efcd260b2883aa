"""The register of forms: every slip and document of a period, and who is still to sign it."""

from typing import Final

from fairdeal.office.book.book import Book
from fairdeal.office.forms.catalogue import FORMS
from fairdeal.office.report import TABLE, TIME, Cell, Column, Report
from fairdeal.office.scope import Scope

_COLUMNS: Final = (
    Column("number", "Number"),
    Column("form", "Form"),
    TIME,
    TABLE,
    Column("state", "State"),
    Column("waits_for", "Not signed yet"),
    Column("digest", "Digest"),
)


def form_register(book: Book, scope: Scope) -> Report:
    """Make the register of the forms that were filled in."""
    rows: list[tuple[Cell, ...]] = []
    for name, kind in FORMS.items():
        for number, where in kind.every(book):
            if not scope.has(book, where):
                continue
            made = kind.make(book, number)
            state = made.mark.lower() or ("open" if made.waits_for else "signed")
            waits = ", ".join(made.waits_for)
            rows.append((number, name, where.time, where.table, state, waits, made.digest[:16]))
    return Report(
        "forms",
        "Forms",
        scope.words(book),
        scope.fields(),
        _COLUMNS,
        tuple(rows),
        (),
        (
            (
                "A form belongs to the period in which it was begun, a Closed Table form to the "
                "gaming day that it is about. Its PDF has the whole digest."
            ),
        ),
        "COMAR 36.05.03.02-.08, .21C, .23",
        open=scope.is_open(book),
    )
