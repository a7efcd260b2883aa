"""The double-entry ledger: every movement of chips is a transfer from one account to another.

Accounts are texts: `player:ID`, `layout:TABLE`, `inventory:TABLE`, `meter:NAME`, and `bank` for the
house. Amounts are in ten-thousandths of a cent, in which meters count, so that chips and meters are
in one ledger. Transfers follow from the events alone. The table's own sums are independent of them,
and `audit verify` and the tests compare the two.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.rulebook.rules import Rules
from fairdeal.table import events as ev
from fairdeal.table.entry import Entry
from fairdeal.table.state import State
from fairdeal.table.walk import walk

BANK: Final = "bank"
#: The purposes of transfers between a table's inventory and the bank, and between the inventory and
#: meters. All others are results of play.
BANKED: Final = ("opening", "fill", "credit", "closing")
METERED: Final = ("contribution", "hit")


class Transfer(NamedTuple):
    """A transfer of units from one account to another, with its purpose."""

    debit: str
    credit: str
    units: int
    what: str


def player_account(player: str) -> str:
    """Return the account of a person's chips, which is one for the whole floor."""
    return f"player:{player}"


def layout_account(table: str) -> str:
    """Return the account of the chips on a table's layout."""
    return f"layout:{table}"


def inventory_account(table: str) -> str:
    """Return the account of a table's own chips."""
    return f"inventory:{table}"


def meter_accounts(table: str, rules: Rules) -> dict[str, str]:
    """Return the account of each meter of a table, which several tables may share."""
    links: Mapping[str, str] = rules.floor.linked if rules.floor else {}
    return {
        name: f"meter:{links[name]}" if name in links else f"meter:{table}.{name}"
        for name in (rules.progressive.resets if rules.progressive else ())
    }


def entry_transfers(table: str, state: State, entry: Entry) -> list[Transfer]:
    """Return the transfers of an entry; `state` is the table's state before it."""
    return [
        move
        for before, event, _ in walk(state, entry.events)
        for move in event_transfers(table, before, event)
    ]


def event_transfers(table: str, state: State, event: ev.Event) -> list[Transfer]:
    """Return the transfers of one event; `state` is the table's state before it."""
    return [move for move in _moves(table, state, event) if move.units]


def _moves(table: str, state: State, event: ev.Event) -> Sequence[Transfer]:
    layout, inventory = layout_account(table), inventory_account(table)
    match event:
        case ev.WagerPlaced(seat=seat, wager=wager, cents=cents):
            return (_chips(_player(state, seat), layout, cents, wager),)
        case (
            ev.WagerTakenBack(seat=seat, wager=wager, cents=cents)
            | ev.BetWithdrawn(seat=seat, wager=wager, cents=cents)
        ):
            return (_chips(layout, _player(state, seat), cents, wager),)
        case ev.WagerReturned(seat=seat, wager=wager, cents=cents):
            lies = inventory if wager in state.seats[seat].taken else layout
            return (_chips(lies, _player(state, seat), cents, wager),)
        case ev.StakesCollected(wager=wager, seats=seats):
            return [_chips(layout, inventory, state.seats[n].stakes[wager], wager) for n in seats]
        case ev.WagerLost(seat=seat, wager=wager, cents=cents):
            taken = wager in state.seats[seat].taken
            return () if taken else (_chips(layout, inventory, cents, wager),)
        case ev.WagerPaid(seat=seat, wager=wager, cents=cents):
            paid = _chips(inventory, _player(state, seat), cents, wager)
            if wager in state.seats[seat].taken:
                return (paid,)
            return (_chips(layout, inventory, state.seats[seat].stakes[wager], wager), paid)
        case ev.EnvyPaid(seat=seat, cents=cents):
            return (_chips(inventory, _player(state, seat), cents, "envy"),)
        case ev.PaidByHand(seat=seat, cents=cents):
            return (_chips(inventory, _player(state, seat), cents, "by hand"),)
        case ev.MetersFed(units=units):
            meters = meter_accounts(table, state.rules)
            return [
                Transfer(inventory, meters[name], amount, "contribution")
                for name, amount in units.items()
            ]
        case ev.MetersUnfed(units=units, house=house):
            meters = meter_accounts(table, state.rules)
            return [
                *(
                    Transfer(meters[n], inventory, more, "contribution")
                    for n, more in units.items()
                ),
                *(Transfer(BANK, inventory, more, "contribution") for more in house.values()),
            ]
        case ev.MeterPaid(meter=meter, units=after, paid=paid):
            account = meter_accounts(table, state.rules)[meter]
            # The house puts back what the meter shows beyond what the win has left of it.
            reset = after - (state.meters.units[meter] - paid)
            return (
                Transfer(account, inventory, paid, "hit"),
                Transfer(BANK, account, reset, "reset"),
            )
        case _:
            return ()


def _player(state: State, seat: int) -> str:
    return player_account(state.seats[seat].player)


def _chips(debit: str, credit: str, cents: int, what: str) -> Transfer:
    return Transfer(debit, credit, cents * UNITS_PER_CENT, what)


def balance_changes(moves: Sequence[Transfer]) -> dict[str, int]:
    """Return the change of each account's balance by some transfers."""
    sums: dict[str, int] = {}
    for debit, credit, units, _ in moves:
        sums[debit] = sums.get(debit, 0) - units
        sums[credit] = sums.get(credit, 0) + units
    return sums
