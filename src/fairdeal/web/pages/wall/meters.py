"""Meters on the wall that need people: closed ones with money on them, and changes that wait."""

from collections.abc import Iterable, Iterator

from fairdeal.floor.log.store import Store
from fairdeal.floor.money.ledger import meter_accounts
from fairdeal.floor.money.meter_moves import second_objection
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.pending_acts import CORRECT, MOVE, MeterRequest
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.rulebook.money import UNITS, UNITS_PER_CENT, dollars, to_json
from fairdeal.table.actors import FLOOR, OPERATOR, Actor
from fairdeal.web.pages.table.scene_types import ScenePart
from fairdeal.wording.player import meter_title


class MeterRequestScene(ScenePart, frozen=True):
    """A change of a meter that waits. `why` says why the viewer may not confirm it."""

    asked: str
    #: The table at which it is confirmed.
    table: str
    words: str
    confirms: bool = False
    #: Whether the viewer may void the request.
    voids: bool = False
    why: str = ""


class ClosedMeterScene(ScenePart, frozen=True):
    """A meter with money on it that no open table shows."""

    meter: str
    words: str
    #: The table at which a change of the meter is asked for.
    table: str


class WallMeterScene(ScenePart, frozen=True):
    """A meter as those in charge see it: `meter` is its account, `shown` its exact dollars."""

    name: str
    title: str
    cents: int
    meter: str
    shown: int | float


def wall_meters(table: PublishedTable) -> tuple[WallMeterScene, ...]:
    """Return the meters of a table."""
    accounts = meter_accounts(table.id, table.state.rules)
    return tuple(
        WallMeterScene(
            name,
            meter_title(name),
            units // UNITS_PER_CENT,
            accounts[name].removeprefix("meter:"),
            to_json(units, per_dollar=UNITS),
        )
        for name, units in table.state.meters.units.items()
    )


def closed_meter_tables(tables: Iterable[PublishedTable]) -> dict[str, list[str]]:
    """Return the accounts of the meters that no open table shows, each with its tables."""
    found: dict[str, list[str]] = {}
    shown: set[str] = set()
    for table in tables:
        for account in meter_accounts(table.id, table.state.rules).values():
            found.setdefault(account, []).append(table.id)
            if not table.closed:
                shown.add(account)
    return {account: at for account, at in sorted(found.items()) if account not in shown}


def closed_meter_scenes(
    store: Store, tables: Iterable[PublishedTable]
) -> tuple[ClosedMeterScene, ...]:
    """Return the closed meters with money on them, from the ledger."""
    at = closed_meter_tables(tables)
    held = store.read_balances(list(at))
    return tuple(
        ClosedMeterScene(
            account.removeprefix("meter:"),
            f"{_amount(held[account])} on a meter that no open table shows; it was at "
            f"{', '.join(names)}. Two people move it or pay it out.",
            names[0],
        )
        for account, names in at.items()
        if held.get(account)
    )


def meter_requests(tables: Iterable[PublishedTable], person: Person) -> Iterator[MeterRequestScene]:
    """Yield the changes of meters that wait for a second person, as somebody sees them."""
    for table in tables:
        for asked in table.pending.meters:
            wrong = second_objection(asked, Actor(person.id, FLOOR))
            charge = bool({FLOOR, OPERATOR} & {*person.roles})
            if not charge:
                wrong = "it waits for a floorperson or the operator"
            why = "" if wrong is None else f"{wrong[:1].upper()}{wrong[1:]}."
            yield MeterRequestScene(asked.id, table.id, _words(asked), wrong is None, charge, why)


def _words(asked: MeterRequest) -> str:
    if asked.kind == MOVE:
        what = f"Move all that is on the meter {asked.meter} to {asked.to}"
    elif asked.kind == CORRECT:
        change = f"from {_amount(asked.shown)} to {_amount(asked.right)}"
        what = f"Correct the meter {asked.meter} {change}"
    else:
        rest = "the rest stays there" if asked.rest == "stays" else "the rest goes to the bank"
        what = f"Pay {dollars(asked.cents)} of the meter {asked.meter} to {asked.player}: {rest}"
    return f"{what}, asked by {asked.by.name}: {asked.reason}"


def _amount(units: int) -> str:
    return dollars(units // UNITS_PER_CENT)
