"""What a floor may do beside its tables' own commands: every act, who may do it, what it tells, and
the chips that it moves. Whoever writes an act and whoever audits the log go by this.

A figure here that changes one day has to stay valid for the logs that were written before.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from fairdeal.english import quoted
from fairdeal.floor.money.ledger import BANK, Transfer, inventory_account, player_account
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.rulebook.rules import Rules
from fairdeal.table import commands as cmd
from fairdeal.table.actors import DEALER, FLOOR, OPERATOR, PLAYER, Actor, Role

# Who acts by itself -------------------------------------------------------------------------------

HOUSE: Final = Actor("house", FLOOR, automatic=True)
#: Whoever works at the machine itself.
COMMAND_LINE: Final = Actor("command-line", OPERATOR, automatic=True)
#: What the automatic dealer and floorperson do at a table where a person deals.
BESIDE_HUMAN_DEALER: Final = cmd.Timeout | cmd.VerifyInspection


def bot_id(table: str, number: int) -> str:
    """A bot of a table, which is the same one whenever it comes back."""
    return f"bot-{table}-{number}"


def may_deal(dealer: str, by: Actor, command: cmd.Command) -> bool:
    """Whether a command of the dealer's, or of the automatic floorperson, is given by the one who
    has the table: `dealer` is "auto" or "person".
    """
    if by.automatic:
        return dealer == "auto" or isinstance(command, BESIDE_HUMAN_DEALER)
    return by.role is not DEALER or dealer == "person"


# Acts ---------------------------------------------------------------------------------------------


class Act(NamedTuple):
    """One kind of act: what it tells, the people who may do it and which of the house's own, what
    its transfers are for, and whether it may come with a key.
    """

    fields: frozenset[str]
    roles: tuple[Role, ...] = ()
    house: tuple[Actor, ...] = ()
    moves: tuple[str, ...] = ()
    keyed: bool = False

    def is_for(self, by: Actor) -> bool:
        """Whether somebody may do it in that role."""
        # A bot plays, and asks for chips, as people do.
        if not by.automatic or by.role is PLAYER:
            return by.role in self.roles
        return any((one.id, one.role) == (by.id, by.role) for one in self.house)


_PLAYER: Final = frozenset({"player"})
_PERSON: Final = frozenset({"person"})
_MOVED: Final = frozenset({"table", "reason"})
_IN_CHARGE: Final = (FLOOR, OPERATOR)

#: All that there are.
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
    """Why something is no act that somebody may do; None where it is one."""
    name = what.get("act")
    act = ACTS.get(name) if isinstance(name, str) else None
    if act is None:
        return f"there is no act {quoted(name)}"
    told = what.keys() - {"act", "key"} if act.keyed else what.keys() - {"act"}
    if told != act.fields:
        return f"{quoted(name)} tells {quoted(', '.join(sorted(act.fields)))} and nothing else"
    if not act.is_for(by):
        return f"{quoted(name)} is not for {quoted(by.id)} to do as {by.role.words}"
    if any(move.what not in act.moves for move in moves):
        return f"{quoted(name)} does not move such chips"
    return None


# Chips --------------------------------------------------------------------------------------------

#: What a guest is given, in cents; and whoever has less than the other is given more, up to it.
GUEST_CENTS: Final = 1_000_00
MORE_BELOW_CENTS: Final = GUEST_CENTS // 2
#: A bot that holds less is given chips again, beyond what it should hold at least.
BOT_LEAST_CENTS: Final = 500_00
BOT_CENTS: Final = 5_000_00
#: Whoever bets the least, as bots do, cannot have more than so many times the minimum on a layout.
BOT_LEAST_BETS: Final = 20
#: What a table's inventory is opened with.
OPENING_FILL_CENTS: Final = 100_000_00
#: No fill and no credit is larger.
MOST_MOVED_CENTS: Final = 10**11


def play_chips(player: str) -> Transfer:
    """What whoever comes is given."""
    return _given(player, GUEST_CENTS, "play chips")


def more_chips(player: str, held: int) -> Transfer | None:
    """What somebody is given who holds so many cents; None where that is enough."""
    if held >= MORE_BELOW_CENTS:
        return None
    return _given(player, GUEST_CENTS - held, "chips")


def bot_chips(bot: str, held: int, rules: Rules) -> Transfer | None:
    """What a bot is given that holds so many cents; None where that is enough for a round under
    the rules of its table.
    """
    least = max(BOT_LEAST_CENTS, BOT_LEAST_BETS * (rules.minimum_cents or 0))
    return _given(bot, least + BOT_CENTS, "bot") if held < least else None


def opening_fill(table: str) -> Transfer:
    """The chips that a table opens with."""
    units = OPENING_FILL_CENTS * UNITS_PER_CENT
    return Transfer(BANK, inventory_account(table), units, "opening")


def inventory_transfer(table: str, cents: int, *, fill: bool) -> Transfer:
    """A fill brings chips from the bank to a table, a credit takes them back."""
    account, units = inventory_account(table), cents * UNITS_PER_CENT
    if fill:
        return Transfer(BANK, account, units, "fill")
    return Transfer(account, BANK, units, "credit")


def _given(player: str, cents: int, what: str) -> Transfer:
    return Transfer(BANK, player_account(player), cents * UNITS_PER_CENT, what)
