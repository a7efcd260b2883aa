"""Changes of the table's limits: posted by the operator, in force by themselves (36.05.03.21C)."""

from fairdeal.errors import Refused
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import Actor
from fairdeal.table.limit_changes import (
    CHANGE_CLAUSE,
    has_players,
    in_force_at,
    limits_objection,
    notice_due,
)
from fairdeal.table.state import OPEN, State


def post_limits(state: State, command: cmd.PostLimits, by: Actor) -> list[ev.Event]:
    """Post other limits. Where nobody plays they are in force at once, or when the round of the
    bots is over.
    """
    rules, notice = state.rules, state.limits_notice
    now = (rules.minimum_cents, rules.maximum_cents)
    if (command.minimum, command.maximum) == now:
        if notice is None:
            raise Refused("these limits are in force", CHANGE_CLAUSE)
        return [ev.LimitsWithdrawn(by.id)]
    if wrong := limits_objection(rules, command.minimum, command.maximum):
        raise Refused(*wrong)
    minimum, maximum = now
    assert minimum is not None, "checked above"
    assert maximum is not None, "checked above"
    wanted = (command.minimum, command.maximum)
    posted = ev.LimitsPosted(by.id, minimum, maximum, *wanted, state.clock, in_force_at(state))
    if has_players(state) or state.phase is not OPEN:
        return [posted]
    return [posted, ev.LimitsChanged(*wanted)]


def enforce_limits(state: State, command: cmd.EnforceLimits, by: Actor) -> list[ev.Event]:
    """Make the change whose notice is over. Wagers that lie on the layout stay as they are."""
    del command
    if not by.automatic:
        raise Refused("posted limits come into force by themselves", CHANGE_CLAUSE)
    notice = notice_due(state, state.clock)
    if notice is None:
        raise Refused("no change of limits is due", CHANGE_CLAUSE)
    return [ev.LimitsChanged(notice.minimum, notice.maximum)]
