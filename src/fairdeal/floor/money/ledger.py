"""The double-entry ledger: every movement of chips is a transfer from one account to another.

Accounts are texts: `player:ID` (a purse), `game:TABLE:ID` (a player's game account at a table),
`layout:TABLE`, `inventory:TABLE`, `drop:TABLE` (what was paid for chips there), `meter:NAME`, and
`bank` for the house. Amounts are in ten-thousandths of a cent, in which meters count, so that chips
and meters are in one ledger. Transfers follow from the events alone. The table's own sums are
independent of them, and `audit verify` and the tests compare the two.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

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
    moves = _MOVES.get(type(event))
    return [] if moves is None else [move for move in moves(table, state, event) if move.units]


def _wager_placed(table: str, state: State, event: ev.WagerPlaced) -> Sequence[Transfer]:
    bets_from = _player(table, state, event.seat)
    return (_chips(bets_from, layout_account(table), event.cents, event.wager),)


def _wager_taken_back(
    table: str, state: State, event: ev.WagerTakenBack | ev.BetWithdrawn
) -> Sequence[Transfer]:
    back_to = _player(table, state, event.seat)
    return (_chips(layout_account(table), back_to, event.cents, event.wager),)


def _wager_returned(table: str, state: State, event: ev.WagerReturned) -> Sequence[Transfer]:
    taken = event.wager in state.seats[event.seat].taken
    lies = inventory_account(table) if taken else layout_account(table)
    return (_chips(lies, _player(table, state, event.seat), event.cents, event.wager),)


def _stakes_collected(table: str, state: State, event: ev.StakesCollected) -> Sequence[Transfer]:
    layout, inventory, wager = layout_account(table), inventory_account(table), event.wager
    return [_chips(layout, inventory, state.seats[n].stakes[wager], wager) for n in event.seats]


def _wager_lost(table: str, state: State, event: ev.WagerLost) -> Sequence[Transfer]:
    if event.wager in state.seats[event.seat].taken:
        return ()
    return (_chips(layout_account(table), inventory_account(table), event.cents, event.wager),)


def _wager_paid(table: str, state: State, event: ev.WagerPaid) -> Sequence[Transfer]:
    inventory, wager, seat = inventory_account(table), event.wager, state.seats[event.seat]
    paid = _chips(inventory, _player(table, state, event.seat), event.cents, wager)
    if wager in seat.taken:
        return (paid,)
    return (_chips(layout_account(table), inventory, seat.stakes[wager], wager), paid)


def _envy_paid(table: str, state: State, event: ev.EnvyPaid) -> Sequence[Transfer]:
    paid_to = _player(table, state, event.seat)
    return (_chips(inventory_account(table), paid_to, event.cents, "envy"),)


def _paid_by_hand(table: str, state: State, event: ev.PaidByHand) -> Sequence[Transfer]:
    paid_to = _player(table, state, event.seat)
    return (_chips(inventory_account(table), paid_to, event.cents, "by hand"),)


def _bought_in(table: str, state: State, event: ev.BoughtIn) -> Sequence[Transfer]:
    """Return the transfers of chips that are sold: money to the drop, and chips from the tray."""
    player = state.seats[event.seat].player
    return (
        _chips(purse_account(player), drop_account(table), event.cents, BUY_IN),
        _chips(inventory_account(table), game_account(table, player), event.cents, BUY_IN),
    )


def _seat_freed(
    table: str, state: State, event: ev.PlayerLeft | ev.PlayerRemoved
) -> Sequence[Transfer]:
    return _cash_outs(table, state, [event.seat])


def _round_over(
    table: str, state: State, event: ev.RoundEnded | ev.RoundVoided
) -> Sequence[Transfer]:
    del event
    return _cash_outs(table, state, [n for n, seat in state.seats.items() if seat.left])


def _meters_fed(table: str, state: State, event: ev.MetersFed) -> Sequence[Transfer]:
    inventory, meters = inventory_account(table), meter_accounts(table, state.rules)
    return [
        Transfer(inventory, meters[name], amount, "contribution")
        for name, amount in event.units.items()
    ]


def _meters_unfed(table: str, state: State, event: ev.MetersUnfed) -> Sequence[Transfer]:
    inventory, meters = inventory_account(table), meter_accounts(table, state.rules)
    return [
        *(Transfer(meters[n], inventory, more, "contribution") for n, more in event.units.items()),
        *(Transfer(BANK, inventory, more, "contribution") for more in event.house.values()),
    ]


def _meter_paid(table: str, state: State, event: ev.MeterPaid) -> Sequence[Transfer]:
    inventory = inventory_account(table)
    account = meter_accounts(table, state.rules)[event.meter]
    # The house puts back what the meter shows beyond what the win has left of it.
    reset = event.units - (state.meters.units[event.meter] - event.paid)
    return (
        Transfer(account, inventory, event.paid, "hit"),
        Transfer(BANK, account, reset, "reset"),
    )


def _player(table: str, state: State, seat: int) -> str:
    return chips_account(table, state.rules, state.seats[seat].player)


def _cash_outs(table: str, state: State, freed: Iterable[int]) -> list[Transfer]:
    """Return the transfers to the purses of players who have no seat left once some are free."""
    if not has_game_accounts(state.rules):
        return []
    seats = frozenset(freed)
    if not seats:
        return []
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


#: The functions that return the transfers of an event, by its class. No other event moves chips.
_MOVES: Final[dict[type[ev.Event], Callable[[str, State, Any], Sequence[Transfer]]]] = {
    ev.WagerPlaced: _wager_placed,
    ev.WagerTakenBack: _wager_taken_back,
    ev.BetWithdrawn: _wager_taken_back,
    ev.WagerReturned: _wager_returned,
    ev.StakesCollected: _stakes_collected,
    ev.WagerLost: _wager_lost,
    ev.WagerPaid: _wager_paid,
    ev.EnvyPaid: _envy_paid,
    ev.PaidByHand: _paid_by_hand,
    ev.BoughtIn: _bought_in,
    ev.PlayerLeft: _seat_freed,
    ev.PlayerRemoved: _seat_freed,
    ev.RoundEnded: _round_over,
    ev.RoundVoided: _round_over,
    ev.MetersFed: _meters_fed,
    ev.MetersUnfed: _meters_unfed,
    ev.MeterPaid: _meter_paid,
}
#: The classes of events that move chips.
MOVING: Final = frozenset(_MOVES)
