"""Acts of the floorperson and the operator on a table: open it, fill or credit its inventory, hand
it over, and close it. They are acts of the floor, not commands at the table.
"""

from collections.abc import Mapping
from typing import Any

from fairdeal.english import quoted
from fairdeal.errors import BadInputError, Refused
from fairdeal.floor.floor import Floor
from fairdeal.floor.log.derived_rows import write_moment
from fairdeal.floor.log.floor_entries import act_digest
from fairdeal.floor.money.ledger import BANK, Transfer, meter_accounts
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.permission import require_open, require_running
from fairdeal.floor.tables.act_rules import (
    HOUSE,
    MOST_MOVED_CENTS,
    OPENING_FILL_CENTS,
    inventory_transfer,
    opening_fill,
)
from fairdeal.floor.tables.clock import has_stakes
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.play.session import digest_of
from fairdeal.play.sources import CommittedSource
from fairdeal.rulebook.money import CENTS, UNITS_PER_CENT, dollars
from fairdeal.rulebook.rules import Rules
from fairdeal.table import commands as cmd
from fairdeal.table.actors import PLAYER, Actor
from fairdeal.table.entry import Opening
from fairdeal.table.state import OPEN
from fairdeal.wire.log import write_opening


def open_table(floor: Floor, rules: Rules, by: Actor, table: str | None = None) -> LiveTable:
    """Open a table under some rules, with its inventory and its meters, and return it."""
    floor.require_active(by.id, by.shown)
    place = len(floor.tables) + 1
    table = table or f"t{place}"
    if table in floor.tables:
        raise Refused(f"there is a table {table} already", None)
    resets = dict(rules.progressive.resets) if rules.progressive else {}
    accounts = meter_accounts(table, rules)
    for live in floor.tables.values():
        if not live.closed:
            _require_one_meter(live, rules, accounts)
    balances = floor.store.balances
    meters = {name: balances.get(accounts[name]) or units for name, units in resets.items()}
    opening = Opening(rules, meters, CommittedSource.name, table=table, time=floor.time)
    text = write_opening(opening)
    live = floor.build_table(table, text, place)
    asked = rules.floor
    live.dealer = asked.dealer if asked else "auto"
    floor.tables[table] = live
    floor.touch(table)
    moves = [opening_fill(table)]
    for name, units in meters.items():
        missing = units - balances.get(accounts[name], 0)
        if missing:
            moves.append(Transfer(BANK, accounts[name], missing, "reset"))
    floor.store.append(table, 0, 0, text, moves)
    floor.database.execute(
        "INSERT INTO tables (tbl, place, dealer, closed) VALUES (?, ?, ?, 0)",
        (table, place, live.dealer),
    )
    live.since = floor.time
    # The act states the inventory, which no other entry does; the opening states the meters.
    floor.record_act({"act": "open", "table": table, "inventory": OPENING_FILL_CENTS // CENTS}, by)
    floor.bots.prepare(live)
    return live


def _require_one_meter(live: LiveTable, rules: Rules, accounts: Mapping[str, str]) -> None:
    """Refuse to share a meter with a table that calls it otherwise or resets it to another amount:
    after a win one of the two tables would show less than its own reset.
    """
    here, there = rules.progressive, live.state.rules.progressive
    if here is None or there is None:
        return
    theirs = {one: name for name, one in meter_accounts(live.id, live.state.rules).items()}
    for name, account in accounts.items():
        other = theirs.get(account, name)
        meter = quoted(account.removeprefix("meter:"))
        if other != name:
            names = f"{quoted(other)} at table {live.id}, and {quoted(name)} here"
            raise Refused(f"the shared meter {meter} is {names}", None)
        if account in theirs and here.resets[name] != there.resets[name]:
            mine, its = (dollars(one.resets[name] // UNITS_PER_CENT) for one in (here, there))
            amounts = f"{its} at table {live.id}, and to {mine} here"
            raise Refused(f"the shared meter {meter} is reset to {amounts}", None)


def move_inventory(
    floor: Floor,
    person: Person,
    table: str,
    cents: int,
    reason: str,
    *,
    fill: bool,
    key: str | None = None,
) -> None:
    """Bring chips from the bank to a table (a fill) or back (a credit), once for each key."""
    live = floor.table(table)
    if not 0 < cents <= MOST_MOVED_CENTS:
        raise BadInputError("the amount is above zero and up to a billion dollars")
    if not reason.strip() or len(reason) > 200 or not reason.isprintable():
        raise BadInputError("say the reason, in up to 200 printable characters")
    move = inventory_transfer(live.id, cents, fill=fill)
    document: dict[str, Any] = {"act": move.what, "table": live.id, "reason": reason}
    body = ""
    if key is not None:
        document["key"] = digest_of(Actor(person.id, PLAYER), f"{table}|{key}")
        body = act_digest(document, [move])
        if floor.keys.find(document["key"], body) is not None:
            return
    by = floor.supervisor(person)
    require_open(live)
    require_running(live)
    if not fill and floor.store.balances.get(move.debit, 0) < move.units:
        raise Refused("the table does not hold so many chips", None)
    leaf = floor.record_act(document, by, [move])
    if key is not None:
        floor.keys.save(document["key"], body, leaf)


def hand_over(floor: Floor, person: Person, table: str, dealer: str) -> None:
    """Hand a table over to a human dealer or to the automatic one, between rounds."""
    live = floor.table(table)
    if dealer not in ("auto", "person"):
        raise BadInputError('dealer is "auto" or "person"')
    by = floor.supervisor(person)
    require_running(live)
    require_open(live)
    if live.state.phase is not OPEN:
        raise Refused("a table is handed over between rounds", None)
    if live.state.asked or live.state.differs:
        raise Refused("the floorperson is asked to confirm something first", None)
    live.dealer = dealer
    floor.touch(table)
    if dealer == "auto" and has_stakes(live.state):
        # There was no clock for bets while a person dealt: it starts now.
        live.since = floor.time
        write_moment(floor.store, live)
    floor.database.execute("UPDATE tables SET dealer = ? WHERE tbl = ?", (dealer, table))
    floor.record_act({"act": "handover", "table": table, "dealer": dealer}, by)
    floor.automatic_dealer.run_due_steps(live)


def close_table(floor: Floor, person: Person, table: str) -> dict[str, Any]:
    """Close a table between rounds, and return the reconciliation of its chips."""
    by = floor.supervisor(person)
    live = floor.table(table)
    require_running(live)
    if live.closed:
        raise Refused(f"table {table} is closed already", None)
    size = len(live.state.rules.game.deck)
    cards = {deck.color: size for deck in live.state.decks}
    floor.do(live, cmd.CloseTable(cards=cards), HOUSE)
    return floor.reconcile_closed(live, by)
