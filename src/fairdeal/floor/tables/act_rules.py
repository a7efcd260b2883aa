"""The acts of a floor beside the commands at its tables: who may do each, its fields, and the chips
that it moves. The floor writes acts by these rules, and the audit checks them by the same rules.

Where a figure changes, logs that were written under the old figure must stay valid.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from fairdeal.english import quoted
from fairdeal.floor.money.ledger import BANK, Transfer, inventory_account, player_account
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.rulebook.rules import Rules
from fairdeal.table import commands as cmd
from fairdeal.table.actors import DEALER, FLOOR, OPERATOR, PLAYER, Actor, Role

# Actors of the house ------------------------------------------------------------------------------

HOUSE: Final = Actor("house", FLOOR, automatic=True)
#: A person who uses the command line on the server's machine.
COMMAND_LINE: Final = Actor("command-line", OPERATOR, automatic=True)
#: The commands of the automatic dealer and floorperson at a table where a person deals.
BESIDE_HUMAN_DEALER: Final = cmd.Timeout | cmd.VerifyInspection


def bot_id(table: str, number: int) -> str:
    """Return the id of a table's bot, which stays the same when the bot comes back."""
    return f"bot-{table}-{number}"


def may_deal(dealer: str, by: Actor, command: cmd.Command) -> bool:
    """Return whether an actor may give a command at a table whose dealer is "auto" or "person".

    A human dealer deals only where a person deals, and the automatic dealer only where none does.
    """
    if by.automatic:
        return dealer == "auto" or isinstance(command, BESIDE_HUMAN_DEALER)
    return by.role is not DEALER or dealer == "person"


# Acts ---------------------------------------------------------------------------------------------


class Act(NamedTuple):
    """One kind of act."""

    #: The fields of its entry beside the envelope.
    fields: frozenset[str]
    #: The roles of people, and the actors of the house, that may do it.
    roles: tuple[Role, ...] = ()
    house: tuple[Actor, ...] = ()
    #: The purposes of its transfers.
    moves: tuple[str, ...] = ()
    #: Whether it may have an idempotency key.
    keyed: bool = False

    def is_for(self, by: Actor) -> bool:
        """Return whether an actor may do it."""
        # Bots are players: they get chips as people do.
        if not by.automatic or by.role is PLAYER:
            return by.role in self.roles
        return any((one.id, one.role) == (by.id, by.role) for one in self.house)


_PLAYER: Final = frozenset({"player"})
_PERSON: Final = frozenset({"person"})
_MOVED: Final = frozenset({"table", "reason"})
_IN_CHARGE: Final = (FLOOR, OPERATOR)

#: All acts by name.
ACTS: Final[dict[str, Act]] = {
    "welcome": Act(_PLAYER, house=(HOUSE,), moves=("play chips",)),
    "chips": Act(_PLAYER, (PLAYER,), moves=("chips", "bot")),
    "gone": Act(_PLAYER, house=(HOUSE,)),
    "person": Act(_PERSON | {"roles"}, house=(HOUSE, COMMAND_LINE)),
    "password": Act(_PERSON, house=(COMMAND_LINE,)),
    "revoke": Act(_PERSON, house=(COMMAND_LINE,)),
    "open": Act(frozenset({"table", "inventory"}), (OPERATOR,), (HOUSE,)),
    "fill": Act(_MOVED, _IN_CHARGE, moves=("fill",), keyed=True),
    "credit": Act(_MOVED, _IN_CHARGE, moves=("credit",), keyed=True),
    "handover": Act(frozenset({"table", "dealer"}), _IN_CHARGE),
    "close": Act(frozenset({"table", "reconciled"}), _IN_CHARGE, moves=("closing",)),
}


def objection(what: Mapping[str, Any], by: Actor, moves: Sequence[Transfer]) -> str | None:
    """Return why an act is not allowed; None if it is."""
    name = what.get("act")
    act = ACTS.get(name) if isinstance(name, str) else None
    if act is None:
        return f"there is no act {quoted(name)}"
    fields = what.keys() - {"act", "key"} if act.keyed else what.keys() - {"act"}
    if fields != act.fields:
        return f"{quoted(name)} tells {quoted(', '.join(sorted(act.fields)))} and nothing else"
    if not act.is_for(by):
        return f"{quoted(name)} is not for {quoted(by.id)} to do as {by.role.words}"
    if any(move.what not in act.moves for move in moves):
        return f"{quoted(name)} does not move such chips"
    return None


# Chips --------------------------------------------------------------------------------------------

#: The chips of a new player, in cents. A player with less than the second figure may have more.
GUEST_CENTS: Final = 1_000_00
MORE_BELOW_CENTS: Final = GUEST_CENTS // 2
#: A bot that holds less than the first figure is given that and the second one.
BOT_LEAST_CENTS: Final = 500_00
BOT_CENTS: Final = 5_000_00
#: A bot, which bets the least, never has more than this many times the minimum on a layout.
BOT_LEAST_BETS: Final = 20
#: The inventory that a table opens with.
OPENING_FILL_CENTS: Final = 100_000_00
#: The largest fill or credit.
MOST_MOVED_CENTS: Final = 10**11


def play_chips(player: str) -> Transfer:
    """Return the transfer of chips to a new player."""
    return _from_bank(player, GUEST_CENTS, "play chips")


def more_chips(player: str, held: int) -> Transfer | None:
    """Return the transfer to a player who asks for chips and holds `held` cents; None if that is
    enough.
    """
    if held >= MORE_BELOW_CENTS:
        return None
    return _from_bank(player, GUEST_CENTS - held, "chips")


def bot_chips(bot: str, held: int, rules: Rules) -> Transfer | None:
    """Return the transfer to a bot that holds `held` cents; None if that is enough for a round."""
    least = max(BOT_LEAST_CENTS, BOT_LEAST_BETS * (rules.minimum_cents or 0))
    return _from_bank(bot, least + BOT_CENTS, "bot") if held < least else None


def opening_fill(table: str) -> Transfer:
    """Return the transfer of the inventory that a table opens with."""
    units = OPENING_FILL_CENTS * UNITS_PER_CENT
    return Transfer(BANK, inventory_account(table), units, "opening")


def inventory_transfer(table: str, cents: int, *, fill: bool) -> Transfer:
    """Return the transfer of a fill, from the bank to a table, or of a credit, back to the bank."""
    account, units = inventory_account(table), cents * UNITS_PER_CENT
    if fill:
        return Transfer(BANK, account, units, "fill")
    return Transfer(account, BANK, units, "credit")


def _from_bank(player: str, cents: int, what: str) -> Transfer:
    return Transfer(BANK, player_account(player), cents * UNITS_PER_CENT, what)
