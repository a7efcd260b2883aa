"""Buy-ins: chips for the game account of a player whose bet is beyond it (COMAR 36.05.02.20F).

A buy-in is an entry of its own in the table's log, before the bet that needs it. A player who
chooses the amount gives the same command.
"""

from typing import TYPE_CHECKING, NamedTuple

from fairdeal.errors import Refused, ShortTrayError
from fairdeal.floor.tables.chip_requests import fill_automatically
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.rulebook.money import dollars
from fairdeal.table import commands as cmd
from fairdeal.table.actors import PLAYER, Actor
from fairdeal.table.game_accounts import usual_buy_in

if TYPE_CHECKING:
    from fairdeal.floor.floor import Floor


class ShortAccount(NamedTuple):
    """A game account that holds too few chips for a bet: what it holds, and what is missing."""

    held_cents: int
    missing_cents: int


def provide_chips(
    floor: "Floor",
    live: LiveTable,
    command: cmd.Command,
    by: Actor,
    refusal: Refused,
    short: ShortAccount | None,
) -> bool:
    """Provide the chips for lack of which a player's command was refused, and return whether there
    are enough now; False where the refusal has another reason.
    """
    if isinstance(refusal, ShortTrayError):
        if not isinstance(command, cmd.BuyIn) or live.dealer != "auto":
            return False
        fill_automatically(floor, live, refusal.fill_cents)
        return True
    if by.role is not PLAYER:
        return False  # what is entered for a player is paid for at the table, and counted there
    seat: int | None = getattr(command, "seat", None)
    usual = usual_buy_in(live.state.rules)
    if short is None or seat is None or usual is None:
        return False
    purse = floor.purse(by.id)
    if purse < short.missing_cents:
        raise Refused(_too_few(floor, by, short), refusal.clause)
    # What the bet needs if that is more than usual, and no more than the purse holds.
    amount = min(max(usual, short.missing_cents), purse)
    floor.do(live, cmd.BuyIn(seat, amount), by)
    return True


def _too_few(floor: "Floor", by: Actor, short: ShortAccount) -> str:
    purse = floor.purse(by.id)
    here = short.held_cents + purse
    takes = dollars(short.held_cents + short.missing_cents)
    reason = f"this needs {takes} in chips, and you have {dollars(here)}"
    others = floor.chips(by.id) - here
    return f"{reason}, and {dollars(others)} in game accounts at other tables" if others else reason
