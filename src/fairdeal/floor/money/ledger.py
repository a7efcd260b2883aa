"""The double-entry ledger: every movement of chips is a transfer from one account to another.

Accounts are texts: `player:ID` (a purse), `game:TABLE:ID` (a player's game account at a table),
`layout:TABLE`, `inventory:TABLE`, `drop:TABLE` (what was paid for chips there), `meter:NAME`, and
`bank` for the house. Amounts are in ten-thousandths of a cent, in which meters count, so that chips
and meters are in one ledger. Transfers follow from the events alone. The table's own sums are
independent of them, and `audit verify` and the tests compare the two.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.rulebook.rules import Rules
from fairdeal.table import events as ev
from fairdeal.table.entry import Entry
from fairdeal.table.game_accounts import usual_buy_in
from fairdeal.table.real_cards import is_without_device
from fairdeal.table.state import State, account_cents
from fairdeal.table.walk import walk

BANK: Final = "bank"
#: The purposes of what game accounts are for: chips leave the inventory for money in the drop, and
#: go back to the purse of a player who leaves.
BUY_IN: Final = "buy-in"
CASH_OUT: Final = "cash-out"
#: The purposes of transfers of a table's inventory that are no results of play: those with the
#: bank, chips sold, and those with meters.
BANKED: Final = ("opening", "fill", "credit", "closing", "variance", BUY_IN)
METERED: Final = ("contribution", "hit")


class Transfer(NamedTuple):
    """A transfer of units from one account to another, with its purpose."""

    debit: str
    credit: str
    units: int
    what: str


def player_account(player: str) -> str:
    """Return the account of a person's purse, which is one for the whole floor."""
    return f"player:{player}"


def purse_account(player: str) -> str:
    """Return the account that a player buys chips from and takes them home to. A player without a
    device has no purse: the money and the chips are the cage's, which is the bank.
    """
    return BANK if is_without_device(player) else player_account(player)


def game_account(table: str, player: str) -> str:
    """Return the account of the chips that a player has at a table (COMAR 36.05.02.20F)."""
    return f"game:{table}:{player}"


def drop_account(table: str) -> str:
    """Return the account of what players have paid for chips at a table."""
    return f"drop:{table}"


def is_players(account: str) -> bool:
    """Return whether an account is a player's, which never falls below zero."""
    return account.startswith(("player:", "game:"))


def has_game_accounts(rules: Rules) -> bool:
    """Return whether players buy in at a table: those of early logs bet from their purses."""
    return usual_buy_in(rules) is not None


def chips_account(table: str, rules: Rules, player: str) -> str:
    """Return the account that a player bets from at a table."""
    return game_account(table, player) if has_game_accounts(rules) else player_account(player)


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
            return (_chips(_player(table, state, seat), layout, cents, wager),)
        case (
            ev.WagerTakenBack(seat=seat, wager=wager, cents=cents)
            | ev.BetWithdrawn(seat=seat, wager=wager, cents=cents)
        ):
            return (_chips(layout, _player(table, state, seat), cents, wager),)
        case ev.WagerReturned(seat=seat, wager=wager, cents=cents):
            lies = inventory if wager in state.seats[seat].taken else layout
            return (_chips(lies, _player(table, state, seat), cents, wager),)
        case ev.StakesCollected(wager=wager, seats=seats):
            return [_chips(layout, inventory, state.seats[n].stakes[wager], wager) for n in seats]
        case ev.WagerLost(seat=seat, wager=wager, cents=cents):
            taken = wager in state.seats[seat].taken
            return () if taken else (_chips(layout, inventory, cents, wager),)
        case ev.WagerPaid(seat=seat, wager=wager, cents=cents):
            paid = _chips(inventory, _player(table, state, seat), cents, wager)
            if wager in state.seats[seat].taken:
                return (paid,)
            return (_chips(layout, inventory, state.seats[seat].stakes[wager], wager), paid)
        case ev.EnvyPaid(seat=seat, cents=cents):
            return (_chips(inventory, _player(table, state, seat), cents, "envy"),)
        case ev.PaidByHand(seat=seat, cents=cents):
            return (_chips(inventory, _player(table, state, seat), cents, "by hand"),)
        case ev.BoughtIn(seat=seat, cents=cents):
            return _buy_in(table, state.seats[seat].player, cents)
        case ev.PlayerLeft(seat=seat) | ev.PlayerRemoved(seat=seat):
            return _cash_outs(table, state, [seat])
        case ev.RoundEnded() | ev.RoundVoided():
            return _cash_outs(table, state, [n for n, seat in state.seats.items() if seat.left])
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


def _player(table: str, state: State, seat: int) -> str:
    return chips_account(table, state.rules, state.seats[seat].player)


def _buy_in(table: str, player: str, cents: int) -> Sequence[Transfer]:
    """Return the transfers of chips that are sold: money to the drop, and chips from the tray."""
    return (
        _chips(purse_account(player), drop_account(table), cents, BUY_IN),
        _chips(inventory_account(table), game_account(table, player), cents, BUY_IN),
    )


def _cash_outs(table: str, state: State, freed: Iterable[int]) -> list[Transfer]:
    """Return the transfers to the purses of players who have no seat left once some are free."""
    if not has_game_accounts(state.rules):
        return []
    seats = frozenset(freed)
    stay = {seat.player for number, seat in state.seats.items() if number not in seats}
    leave = dict.fromkeys(state.seats[number].player for number in sorted(seats))
    return [
        _chips(
            game_account(table, player),
            purse_account(player),
            account_cents(state, player),
            CASH_OUT,
        )
        for player in leave
        if player not in stay
    ]


def _chips(debit: str, credit: str, cents: int, what: str) -> Transfer:
    return Transfer(debit, credit, cents * UNITS_PER_CENT, what)


def balance_changes(moves: Sequence[Transfer]) -> dict[str, int]:
    """Return the change of each account's balance by some transfers."""
    sums: dict[str, int] = {}
    for debit, credit, units, _ in moves:
        sums[debit] = sums.get(debit, 0) - units
        sums[credit] = sums.get(credit, 0) + units
    return sums
