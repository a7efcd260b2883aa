"""The list of all forms, by name."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, NamedTuple

from fairdeal.english import did_you_mean, one_of, quoted
from fairdeal.errors import UnknownError
from fairdeal.office.book.book import Book
from fairdeal.office.book.facts import Where
from fairdeal.office.forms import chips, people
from fairdeal.office.forms.form import OfficeForm


class FormKind(NamedTuple):
    """A kind of form: its title, how one is made by its number, and which there are."""

    title: str
    make: Callable[[Book, str], OfficeForm]
    every: Callable[[Book], Iterable[tuple[str, Where]]]


FORMS: Final[dict[str, FormKind]] = {
    "table-inventory-slip": FormKind("Table Inventory Slip", chips.inventory_slip, chips.slips),
    "closed-table": FormKind("Closed Table", people.closed_table, people.closed_tables),
    "error-notification": FormKind(
        "Error Notification Slip", people.error_notification, people.errors
    ),
    "incident-report": FormKind("Incident Report", people.incident_report, people.incidents),
    **{
        name: FormKind(
            f"{kind.capitalize()} {title}",
            partial(make, kind=kind),
            partial(chips.moves, kind=kind),
        )
        for kind in ("fill", "credit")
        for name, title, make in (
            (f"{kind}-request", "Request Slip", chips.chip_request),
            (kind, "Slip", chips.chip_slip),
        )
    },
    "payout": FormKind("Table Game Payout", people.payout, people.payouts),
    "limits": FormKind("Change of Limits", people.limit_change, people.limits),
}


def make_form(book: Book, name: str, number: str) -> OfficeForm:
    """Make a form by its name and number; `UnknownError` says which there are."""
    if name not in FORMS:
        hint = did_you_mean(name, list(FORMS)) or f": {one_of(list(FORMS))}"
        raise UnknownError(f"there is no form {quoted(name)}{hint}")
    return FORMS[name].make(book, number)
