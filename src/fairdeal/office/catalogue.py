"""The list of all reports, by name."""

import dataclasses
from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.structs import replace

from fairdeal.english import did_you_mean, one_of, quoted
from fairdeal.errors import BadInputError, UnknownError
from fairdeal.office.book.book import Book
from fairdeal.office.remarks import with_remarks
from fairdeal.office.report import Report
from fairdeal.office.reports import (
    drop_and_win,
    electronic,
    forms,
    lists,
    meters,
    payouts,
    people,
    shift_summary,
    statistical,
    table_inventory,
    variances,
)
from fairdeal.office.scope import Scope


class Listed(NamedTuple):
    """A report in the list: its title, a description, and the function that makes it."""

    title: str
    about: str
    make: Callable[[Book, Scope], Report]


REPORTS: Final[dict[str, Listed]] = {
    "drop-and-win": Listed(
        "Drop and Win",
        "opener, fills, credits, drop, closer, win and hold of every table (Master Game Report)",
        drop_and_win.drop_and_win,
    ),
    "statistical": Listed(
        "Statistical",
        "handle, win, exact expectation, deviation and 95 % interval by table and game",
        statistical.statistical,
    ),
    "wager-mix": Listed(
        "Wager mix",
        "each wager's bets, handle and win beside its exact edge",
        statistical.wager_mix,
    ),
    "meter-movement": Listed(
        "Meter movement", "start, fed, funded, paid and end of every meter", meters.meter_movement
    ),
    "jackpots": Listed(
        "Meters won", "what meters paid, with round, hand and amount", meters.jackpots
    ),
    "fills-and-credits": Listed(
        "Fill and Credit register",
        "every request for chips, its people and what became of it",
        lists.fills_and_credits,
    ),
    "table-inventory": Listed(
        "Table Inventory",
        "opener, fills, credits, closer and variance of every tray by denomination",
        table_inventory.table_inventory,
    ),
    "error-notifications": Listed(
        "Error notifications and incidents",
        "counts that differ from the log, and the papers about them",
        variances.error_notifications,
    ),
    "forms": Listed(
        "Forms",
        "every slip and document with its number, and which signatures it lacks",
        forms.form_register,
    ),
    "irregularities": Listed(
        "Irregularities and voids",
        "voids, wrong counts, defects and denied reports with their clauses",
        lists.irregularities,
    ),
    "corrections": Listed(
        "Corrections and hand payments",
        "payments by hand, large payments and corrections with their two people",
        lists.corrections,
    ),
    "payouts": Listed(
        "Payout register",
        "payments that a tax form names, with the signatures of their documents",
        payouts.payout_register,
    ),
    "cards-log": Listed(
        "Cards log", "every deck: received, inspected, verified, counted, removed", people.cards_log
    ),
    "dealers": Listed(
        "Dealers", "in, out, rounds an hour, and irregularities by clause", people.dealers
    ),
    "players": Listed(
        "Player sessions", "time, handle, result and theoretical loss by session", people.players
    ),
    "electronic-totals": Listed(
        "Electronic table totals",
        "deposited, won, lost and withdrawn by player and table, and the table's win",
        electronic.electronic_totals,
    ),
    "significant-events": Listed(
        "Significant events",
        "one list with kind, severity, who, before and after",
        lists.significant_events,
    ),
    "shift-summary": Listed(
        "Shift summary",
        "one page of the other reports' totals, with what is open",
        shift_summary.shift_summary,
    ),
}


#: The reports of what tables won, which tell what should lie in a tray.
TELL_WIN: Final = frozenset(
    {
        *("drop-and-win", "statistical", "wager-mix", "players", "electronic-totals"),
        "shift-summary",
    }
)


def make_report(name: str, book: Book, scope: Scope) -> Report:
    """Make a report by its name; `UnknownError` names the ones that there are."""
    if name not in REPORTS:
        hint = did_you_mean(name, list(REPORTS)) or f": {one_of(list(REPORTS))}"
        raise UnknownError(f"there is no report {quoted(name)}{hint}")
    if name not in TELL_WIN:
        scope = dataclasses.replace(scope, blind=frozenset())
    if name != "significant-events" and (scope.kind or scope.severity):
        raise BadInputError("only significant events have a kind and a severity")
    made = with_remarks(REPORTS[name].make(book, scope), book, scope)
    signed = book.signed.get(made.digest)
    if not signed:
        return made
    lines = tuple((line, one.name, one.role, one.time) for line, one in signed.items())
    return replace(made, signatures=lines)
