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
from fairdeal.table.actors import (
    AUDITOR,
    AUTOMATIC_DEALER,
    AUTOMATIC_FLOOR,
    DEALER,
    FLOOR,
    OPERATOR,
    PLAYER,
    Actor,
    Role,
)

# Actors of the house ------------------------------------------------------------------------------

HOUSE: Final = Actor("house", FLOOR, automatic=True)
#: A person who uses the command line on the server's machine.
COMMAND_LINE: Final = Actor("command-line", OPERATOR, automatic=True)
#: The commands of the automatic dealer and floorperson at a table where a person deals: those of
#: the table's clock, and of a server that starts without the key of sealed secrets. Version 0.1
#: verified inspections so; where a dealer has tapped in, the table refuses it.
BESIDE_HUMAN_DEALER: Final = (
    cmd.Timeout | cmd.CloseWords | cmd.LoseSecrets | cmd.VerifyInspection | cmd.RemovePlayer
)


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


#: The paces of a private practice table, as multiples of the floor's.
PACES: Final[dict[str, float]] = {"leisurely": 1.0, "quick": 0.35, "instant": 0.0}
DEFAULT_PACE: Final = "quick"

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
    #: Fields that it may have or lack.
    optional: frozenset[str] = frozenset()

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
_AT_TABLES: Final = (DEALER, FLOOR, OPERATOR)
#: Those who see reports, sign them, and acknowledge significant events.
OFFICE: Final = (FLOOR, OPERATOR, AUDITOR)
#: The lines of a report that are signed, each by another person.
SIGNED_LINES: Final = ("prepared", "reviewed")
_REQUEST: Final = frozenset({"request"})
_METER: Final = _MOVED | {"meter"}
_EXCLUDED: Final = frozenset({"person", "name"})
#: The limits that a player may set: loss of a day, stake of a round, minutes of a day. The
#: largest amount in cents, and the longest break in seconds.
LIMITS: Final = ("loss", "stake", "time")
MOST_LIMITED: Final = 10**11
LONGEST_COOL_OFF: Final = 366 * 86_400
#: The lines of a payout document, each signed by another person. From the first amount on
#: surveillance is told; from the second one a pit manager, whose part the operator plays, verifies,
#: and the payment is by check (COMAR 36.05.03.23).
PAYOUT_LINES: Final = ("prepared", "verified", "paid")
SURVEILLANCE_CENTS: Final = 25_000_00
PIT_MANAGER_CENTS: Final = 50_000_00
#: Where an excluded person tries to come in.
ATTEMPTS: Final = ("sign-in", "register", "guest")
#: The digest of a name and of a stored password (`people.accounts.account_digest`). Acts of early
#: versions have none.
_ACCOUNT: Final = frozenset({"account"})
#: The digest of a session (`people.accounts.session_digest`).
_SESSION: Final = frozenset({"session"})

#: The act of a Closed Table form.
CLOSED_TABLE: Final = "closed-table"

#: All acts by name.
ACTS: Final[dict[str, Act]] = {
    "welcome": Act(_PLAYER, house=(HOUSE,), moves=("play chips",), optional=_ACCOUNT | _SESSION),
    "register": Act(_PLAYER | _ACCOUNT | _SESSION | {"was"}, house=(HOUSE,)),
    "chips": Act(_PLAYER, (PLAYER,), moves=("chips", "bot"), optional=frozenset({"layout"})),
    "gone": Act(_PLAYER, house=(HOUSE,)),
    "start": Act(
        frozenset({"version", "program"}), house=(HOUSE,), optional=frozenset({"differing"})
    ),
    "house": Act(frozenset({"day", "shifts", "zone"}), house=(HOUSE,)),
    "sign-in": Act(_PERSON | _SESSION, house=(HOUSE,)),
    "sign-out": Act(_PERSON | _SESSION, house=(HOUSE,)),
    "lapse": Act(frozenset({"sessions"}), house=(HOUSE,)),
    "resume": Act(frozenset(), house=(HOUSE,)),
    "person": Act(_PERSON | {"roles"}, house=(HOUSE, COMMAND_LINE), optional=_ACCOUNT),
    "password": Act(_PERSON, tuple(Role), (COMMAND_LINE,), optional=_ACCOUNT),
    "roles": Act(_PERSON | {"roles"}, (OPERATOR,), (COMMAND_LINE,)),
    "revoke": Act(_PERSON, (OPERATOR,), (COMMAND_LINE,)),
    "reinstate": Act(_PERSON, (OPERATOR,), (COMMAND_LINE,)),
    "open": Act(frozenset({"table", "inventory"}), (OPERATOR,), (HOUSE,)),
    "request": Act(
        _MOVED | {"kind", "amount", "chips"}, _AT_TABLES, (AUTOMATIC_DEALER,), keyed=True
    ),
    "fill": Act(
        _MOVED, _AT_TABLES, (AUTOMATIC_FLOOR,), moves=("fill",), keyed=True, optional=_REQUEST
    ),
    "credit": Act(_MOVED, _AT_TABLES, moves=("credit",), keyed=True, optional=_REQUEST),
    "sign-slip": Act(frozenset({"table", "request", "line"}), _AT_TABLES),
    "void-request": Act(_MOVED | _REQUEST, _AT_TABLES),
    "meter-request": Act(
        _METER | {"kind"},
        _IN_CHARGE,
        optional=frozenset({"from", "to", "player", "amount", "rest"}),
    ),
    "move-meter": Act(_METER | _REQUEST | {"to"}, _IN_CHARGE, moves=("moved",)),
    "pay-out-meter": Act(
        _METER | _REQUEST | {"player", "amount"}, _IN_CHARGE, moves=("paid out", "rest")
    ),
    "correct-meter": Act(_METER | _REQUEST | {"from", "to"}, _IN_CHARGE, moves=("correction",)),
    "count": Act(frozenset({"table", "chips", "cards"}), _AT_TABLES, (AUTOMATIC_DEALER,)),
    "inventory-count": Act(frozenset({"table", "of", "chips"}), _AT_TABLES, (AUTOMATIC_DEALER,)),
    "inventory-slip": Act(
        frozenset({"table", "of", "counted"}),
        _AT_TABLES,
        (AUTOMATIC_FLOOR,),
        moves=("variance", "drop"),
        optional=frozenset({"day"}),
    ),
    CLOSED_TABLE: Act(frozenset({"table", "day"}), _IN_CHARGE),
    "handover": Act(frozenset({"table", "dealer"}), _IN_CHARGE),
    "close": Act(
        frozenset({"table", "reconciled"}),
        _AT_TABLES,
        (HOUSE,),
        moves=("closing", "variance", "drop"),
        optional=frozenset({"counted"}),
    ),
    "error-notification": Act(frozenset({"table", "count", "explanation", "resolved"}), _IN_CHARGE),
    "incident-report": Act(frozenset({"table", "count", "report"}), _IN_CHARGE),
    "pace": Act(frozenset({"table", "pace"}), (PLAYER,)),
    "sign": Act(frozenset({"report", "asked", "digest", "line"}), OFFICE),
    "exclude": Act(
        _EXCLUDED | {"reason"}, (OPERATOR,), (COMMAND_LINE,), optional=frozenset({"until"})
    ),
    "readmit": Act(_EXCLUDED | {"reason"}, (OPERATOR,), (COMMAND_LINE,)),
    "limit": Act(_PLAYER | {"kind", "amount"}, (PLAYER,)),
    "cool-off": Act(_PLAYER | {"until"}, (PLAYER,)),
    "payout-due": Act(frozenset({"table", "payout", "player", "amount"}), house=(HOUSE,)),
    "payout": Act(
        frozenset({"payout", "amount", "line"}), _AT_TABLES, optional=frozenset({"table"})
    ),
    "void-payout": Act(_MOVED | {"payout"}, _IN_CHARGE),
    "failed-sign-ins": Act(frozenset({"count"}), house=(HOUSE,)),
    "disk": Act(frozenset({"state", "free"}), house=(HOUSE,)),
    "fault": Act(frozenset({"tables", "reasons"}), house=(HOUSE,)),
    "clock": Act(frozenset({"before", "after"}), house=(HOUSE,)),
    "audited": Act(
        frozenset({"valid", "entries", "head"}),
        house=(COMMAND_LINE,),
        optional=frozenset({"reason"}),
    ),
    "attempt": Act(_EXCLUDED | {"at"}, house=(HOUSE,)),
    "exam": Act(
        _PERSON | {"exam", "role", "game", "jurisdiction", "digest", "document", "passed"},
        (OPERATOR,),
    ),
    "investigation": Act(frozenset({"day", "of", "note"}), OFFICE),
    "acknowledge": Act(frozenset({"event"}), OFFICE),
}


def objection(what: Mapping[str, Any], by: Actor, moves: Sequence[Transfer]) -> str | None:
    """Return why an act is not allowed; None if it is."""
    name = what.get("act")
    act = ACTS.get(name) if isinstance(name, str) else None
    if act is None:
        return f"there is no act {quoted(name)}"
    fields = what.keys() - {"act", *act.optional, *(("key",) if act.keyed else ())}
    if fields != act.fields:
        return f"{quoted(name)} tells {quoted(', '.join(sorted(act.fields)))} and nothing else"
    if not act.is_for(by):
        return f"{quoted(name)} is not for {quoted(by.id)} to do as {by.role.words}"
    if any(move.what not in act.moves for move in moves):
        return f"{quoted(name)} does not move such chips"
    return None


def payout_objection(
    line: object, cents: int, by: Actor, signed: Mapping[str, str], player: str = ""
) -> str | None:
    """Return why somebody may not sign a line of a payout document; None if he or she may.
    `signed` has the ids of those who have signed, by line, and `player` is the one who is paid.
    """
    if player and by.id == player:
        return "whoever is paid signs no line of the payout document"
    if line not in PAYOUT_LINES:
        return f"a payout document has the lines {', '.join(PAYOUT_LINES)}"
    if line in signed:
        return "the line is signed already"
    if by.id in signed.values():
        return "one person signs one line of a payout document: it takes another person"
    if line != "prepared" and "prepared" not in signed:
        return "a payout document is prepared first"
    if line == "paid" and "verified" not in signed:
        return "a payout is verified before it is paid"
    if line == "verified" and by.role is DEALER:
        return "a floorperson verifies a payout"
    if line == "verified" and cents >= PIT_MANAGER_CENTS and by.role is not OPERATOR:
        return "the operator, as pit manager, verifies a payout of $50,000 or more"
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
#: From this payment on a table asks a second person, unless its rules file says otherwise.
HAND_PAY_CENTS: Final = 10_000_00
#: What a player usually buys in for, in minimums, unless the rules file says an amount. The second
#: figure stands for the minimum of rules that have none.
BUY_IN_MINIMUMS: Final = 20
LEAST_MINIMUM_CENTS: Final = 1_00
#: A fill that a payment needs is rounded up to a multiple of this.
FILL_STEP_CENTS: Final = 1_000_00
#: The largest fill or credit.
MOST_MOVED_CENTS: Final = 10**11


def play_chips(player: str) -> Transfer:
    """Return the transfer of chips to a new player."""
    return _from_bank(player, GUEST_CENTS, "play chips")


def more_chips(player: str, held: int) -> Transfer | None:
    """Return the transfer to a player who asks for chips and holds `held` cents, those on the
    layouts of all tables included; None if that is enough.
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
