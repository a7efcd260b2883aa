"""Changes of a table's limits (COMAR 36.05.03.21C): when they come into force, and what they do.

Nobody plays at an empty table, so that a change is in force there at once. Where players are at
the table it is posted, and comes into force by itself after half an hour. The minimum may only be
lowered: to raise it is a change of the rules, which the regulator approves. A wager that was
accepted before is settled whole.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Final
from weakref import WeakKeyDictionary

from fairdeal.rulebook.money import MAX_STAKE, dollars
from fairdeal.rulebook.rules import Rules
from fairdeal.table.events import LimitsPosted
from fairdeal.table.limits import highest_limit
from fairdeal.table.state import OPEN, State

#: The least notice of a change, in seconds.
NOTICE_SECONDS: Final = 30 * 60
#: The clause that allows a change, and the one that forbids all others.
CHANGE_CLAUSE: Final = "COMAR 36.05.03.21C"
NO_CHANGE_CLAUSE: Final = "COMAR 36.05.03.21B"


#: The rules that a table opened with, by those that differ from them in limits alone.
_OPENED_WITH: Final[WeakKeyDictionary[Rules, Rules]] = WeakKeyDictionary()


def with_limits(rules: Rules, minimum_cents: int, maximum_cents: int) -> Rules:
    """Return rules with other limits and all else unchanged. The same rules with the same limits
    are one object, whatever the limits were in between: rules are compared by identity.
    """
    return _with_limits(_OPENED_WITH.get(rules, rules), minimum_cents, maximum_cents)


@lru_cache(maxsize=256)
def _with_limits(opened_with: Rules, minimum_cents: int, maximum_cents: int) -> Rules:
    rules = replace(opened_with, minimum_cents=minimum_cents, maximum_cents=maximum_cents)
    _OPENED_WITH[rules] = opened_with
    return rules


def has_players(state: State) -> bool:
    """Return whether people play at a table; the house's bots need no notice."""
    return any(not seat.bot for seat in state.seats.values())


def in_force_at(state: State) -> int:
    """Return when a change that is posted now comes into force."""
    return state.clock + NOTICE_SECONDS if has_players(state) else state.clock


def notice_due(state: State, time: int) -> LimitsPosted | None:
    """Return the change that is to be made at a time: its notice is over, and no round is on."""
    notice = state.limits_notice
    if notice is None or state.phase is not OPEN or time < notice.in_force_at:
        return None
    return notice


def limits_objection(rules: Rules, minimum: int, maximum: int) -> tuple[str, str] | None:
    """Return why a table may not have these limits from now on, with the clause; None if it may."""
    step = rules.chip_step_cents
    if rules.minimum_cents is None or rules.maximum_cents is None:
        return "the rules of this table have no limits", NO_CHANGE_CLAUSE
    if minimum > rules.minimum_cents:
        reason = "the minimum may be lowered, and is raised by a new submission of the rules only"
        return reason, NO_CHANGE_CLAUSE
    if not 0 < minimum <= maximum <= MAX_STAKE:
        most = dollars(MAX_STAKE)
        reason = f"limits are above $0 and up to {most}, the maximum not below the minimum"
        return reason, CHANGE_CLAUSE
    if minimum % step or maximum % step:
        return f"limits are multiples of the chip step {dollars(step)}", CHANGE_CLAUSE
    return _payout_objection(rules, minimum)


def _payout_objection(rules: Rules, minimum: int) -> tuple[str, str] | None:
    """Return the objection that the payout limit is too high beside a lower minimum."""
    limit = rules.payout_limit_cents
    always = rules.game.limit.cents
    if limit is None or always is None or limit <= always:
        return None
    highest = highest_limit(rules.game, minimum, rules.readings, rules.paytables)
    if highest is None or limit <= highest:
        return None
    reason = (
        f"the payout limit of {dollars(limit)} is above what a minimum of {dollars(minimum)} "
        f"allows, which is {dollars(highest)}"
    )
    return reason, rules.game.limit.clause
