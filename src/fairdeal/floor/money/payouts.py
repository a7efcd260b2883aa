"""Payouts that a tax form names, at tables where people deal (COMAR 36.05.03.23).

The settlement credits the winnings, and the log says in the same transaction that the payout is
due. Until its document has all three signatures the amount is held: the player has it, and uses
none of it. The other seats are settled meanwhile. The cards stay on the layout until the witness
has verified the winning hand.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from fairdeal.errors import Refused
from fairdeal.floor.gaming_day import gaming_day
from fairdeal.floor.money.ledger import BANK, CASH_OUT, Transfer, is_players
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.play.fairness import round_id
from fairdeal.rulebook.money import CENTS, UNITS_PER_CENT, dollars, to_json
from fairdeal.submission.tax_thresholds import needs_form
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.state import State

if TYPE_CHECKING:
    from fairdeal.floor.floor import Floor
    from fairdeal.floor.tables.live_table import LiveTable
    from fairdeal.floor.tables.pending_acts import DuePayout

CLAUSE: Final = "COMAR 36.05.03.23E"


def winnings(table: str, state: State, paid: ev.WagerPaid) -> tuple[str, str, int]:
    """Return the number of a payment, whose it is, and what it brings beyond the stake, in cents;
    `state` is the table's before it.
    """
    seat = state.seats[paid.seat]
    number = f"{round_id(table, state.rounds + 1)}.{paid.seat}.{paid.wager}"
    return number, seat.player, paid.cents - seat.stakes[paid.wager]


def won_by(table: str, before: State, events: Sequence[ev.Event]) -> dict[str, tuple[str, int]]:
    """Return what the events of an entry paid beyond stakes, by number: to whom, and the cents."""
    found = (winnings(table, before, one) for one in events if isinstance(one, ev.WagerPaid))
    return {number: (player, cents) for number, player, cents in found}


def note_due(floor: "Floor", live: "LiveTable", before: State, events: Sequence[ev.Event]) -> None:
    """Write into the log which payments of an entry need a document of people. A bot, which plays
    with the house's chips, gets none.
    """
    if live.dealer != "person" or live.practice:
        return
    day = gaming_day(live.state.clock, floor.calendar)
    for event in events:
        if not isinstance(event, ev.WagerPaid) or before.seats[event.seat].bot:
            continue
        number, player, cents = winnings(live.id, before, event)
        if needs_form(before.seats[event.seat].stakes[event.wager], cents, day):
            amount = to_json(cents, per_dollar=CENTS)
            what = {"act": "payout-due", "table": live.id, "payout": number}
            floor.record_act({**what, "player": player, "amount": amount}, HOUSE)


def require_verified(live: "LiveTable", command: cmd.Command) -> None:
    """Refuse to take the cards away before the winning hand is verified."""
    if not isinstance(command, cmd.Clear):
        return
    played = f"{round_id(live.id, live.state.rounds + 1)}."
    for one in live.pending.payouts:
        if one.id.startswith(played) and "verified" not in one.signers:
            raise Refused(f"the cards lie until payout {one.id} is verified", f"{CLAUSE}(2)")


def require_not_held(floor: "Floor", moves: Sequence[Transfer]) -> None:
    """Refuse transfers by which a player would use what waits for signatures. Money and chips that
    a player without a device takes to the cage are no part of it.
    """
    changes = _changes(moves)
    for player, units in changes.items():
        if units >= 0:
            continue
        held = held_payouts(floor, player)
        left = floor.chips(player) * UNITS_PER_CENT + units
        if held and left < sum(one.cents for one in held) * UNITS_PER_CENT:
            one = held[0]
            words = f"{dollars(one.cents)} of your chips wait for the signatures of payout {one.id}"
            raise Refused(words, CLAUSE)


def held_payouts(floor: "Floor", player: str) -> "list[DuePayout]":
    """Return the payouts of a player that wait for signatures, at all tables."""
    tables = floor.tables.values()
    return [one for live in tables for one in live.pending.payouts if one.player == player]


def _changes(moves: Sequence[Transfer]) -> Mapping[str, int]:
    """Return what each player gains or loses over all accounts."""
    sums: dict[str, int] = {}
    for debit, credit, units, what in moves:
        if what == CASH_OUT and credit == BANK:
            continue
        for account, change in ((debit, -units), (credit, units)):
            if is_players(account):
                player = account.rsplit(":", 1)[-1]
                sums[player] = sums.get(player, 0) + change
    return sums
