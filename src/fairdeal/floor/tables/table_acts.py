"""Acts of the floorperson and the operator on a table: open it, and hand it over. They are acts of
the floor, not commands at the table. `chip_requests` has fills and credits, `closing` the end.
"""

from collections.abc import Mapping
from dataclasses import fields, replace

from fairdeal import __version__
from fairdeal.english import quoted
from fairdeal.errors import BadInputError, Refused
from fairdeal.floor.floor import Floor
from fairdeal.floor.log.derived_rows import write_moment
from fairdeal.floor.money.ledger import BANK, Transfer, meter_accounts
from fairdeal.floor.money.linked_odds import require_alike
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.permission import require_open, require_running
from fairdeal.floor.tables.act_rules import (
    BUY_IN_MINIMUMS,
    HAND_PAY_CENTS,
    HOUSE,
    LEAST_MINIMUM_CENTS,
    OPENING_FILL_CENTS,
    opening_fill,
)
from fairdeal.floor.tables.clock import has_stakes
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.play.sources import CommittedSource, NamedCards
from fairdeal.program import program_digest
from fairdeal.rulebook.money import CENTS, UNITS_PER_CENT, dollars
from fairdeal.rulebook.rules import FloorChoices, Rules
from fairdeal.table import commands as cmd
from fairdeal.table.actors import Actor
from fairdeal.table.entry import Opening
from fairdeal.table.game_accounts import FloorTerms, usual_buy_in
from fairdeal.table.real_cards import deals_real_cards
from fairdeal.table.state import OPEN
from fairdeal.wire.log import write_opening


def open_table(
    floor: Floor, rules: Rules, by: Actor, table: str | None = None, owner: str | None = None
) -> LiveTable:
    """Open a table under some rules, with its inventory and its meters, and return it.

    `owner` is the person whose private practice table it is.
    """
    floor.require_active(by.id, by.shown)
    rules = _with_defaults(rules)
    place = floor.places + 1
    table = table or f"t{place}"
    if table in floor.tables:
        raise Refused(f"there is a table {table} already", None)
    resets = dict(rules.progressive.resets) if rules.progressive else {}
    accounts = meter_accounts(table, rules)
    for live in floor.tables.values():
        if not live.closed:
            _require_one_meter(live, rules, accounts)
    balances = floor.store.balances
    # What a payment by two people has left of a closed meter may be less than its reset.
    meters = {name: max(balances.get(accounts[name], 0), n) for name, n in resets.items()}
    source = NamedCards if deals_real_cards(rules) else CommittedSource
    opening = Opening(
        rules,
        meters,
        source.name,
        table=table,
        time=floor.time,
        owner=owner,
        program=(__version__, program_digest()),
    )
    text = write_opening(opening)
    live = floor.build_table(table, text, place)
    asked = rules.floor
    live.dealer = asked.dealer if asked else "auto"
    floor.tables[table] = live
    floor.places = place
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


def _with_defaults(rules: Rules) -> Rules:
    """Return rules that say from which payment on a second person is asked, and what players buy in
    for: logs of tables without these figures are from before there were such a limit and game
    accounts.
    """
    choices = rules.floor or FloorChoices()
    pay, buy_in = choices.hand_pay_cents, usual_buy_in(rules)
    if pay is None:
        pay = HAND_PAY_CENTS
    if buy_in is None:
        buy_in = BUY_IN_MINIMUMS * (rules.minimum_cents or LEAST_MINIMUM_CENTS)
    told = {one.name: getattr(choices, one.name) for one in fields(choices)}
    terms = FloorTerms(**{**told, "hand_pay_cents": pay, "buy_in_cents": buy_in})
    return replace(rules, floor=terms)


def _require_one_meter(live: LiveTable, rules: Rules, accounts: Mapping[str, str]) -> None:
    """Refuse to share a meter with a table that calls it otherwise or resets it to another amount,
    since after a win one of the two would show less than its own reset; or whose players stake or
    may win something else.
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
        if account in theirs:
            shared = account.removeprefix("meter:")
            require_alike(name, shared, rules, live.state.rules, live.id)


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
    if dealer == "auto" and deals_real_cards(live.state.rules):
        raise Refused("real cards are dealt by a person: the automatic dealer has none", None)
    if dealer == "auto" and live.state.dealer:
        floor.do(live, cmd.TapOut(), HOUSE)
    live.dealer = dealer
    floor.touch(table)
    if dealer == "auto" and has_stakes(live.state):
        # There was no clock for bets while a person dealt: it starts now.
        live.since = floor.time
        write_moment(floor.store, live)
    floor.database.execute("UPDATE tables SET dealer = ? WHERE tbl = ?", (dealer, table))
    floor.record_act({"act": "handover", "table": table, "dealer": dealer}, by)
    floor.automatic_dealer.run_due_steps(live)
