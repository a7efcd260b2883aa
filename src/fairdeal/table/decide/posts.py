"""Who deals: one dealer at a time, who has tapped in, and a second person for what takes two."""

from fairdeal.english import quoted
from fairdeal.errors import Refused
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import DEALER, Actor
from fairdeal.table.decide.citations import clause_of
from fairdeal.table.state import State


def require_post(state: State, kind: type[cmd.Command], by: Actor) -> None:
    """Refuse a dealer's work by anybody but the dealer who has tapped in. Where nobody has, as in
    logs that know no tap-in, it is for every dealer.
    """
    if by.role is DEALER and by.id != state.dealer and kind is not cmd.TapIn:
        reason = f"{quoted(state.dealer_name)} deals at this table: tap in first"
        raise Refused(reason, clause_of(state, kind))


def require_second(state: State, by: Actor, clause: str | None) -> None:
    """Refuse the floorperson's word of somebody who deals the round, and that of the automatic
    floorperson where the dealer is a person (reading `verified-by`).
    """
    if by.id == state.dealer or by.id in state.dealt:
        raise Refused("the dealer of the round may not confirm it: a second person must", clause)
    if by.automatic and state.dealer:
        raise Refused("where a person deals, the floorperson is a person too", clause)


def tap_in(state: State, command: cmd.TapIn, by: Actor) -> list[ev.Event]:
    """Let a dealer take over from nobody or from the named dealer. So of two dealers who come to
    relieve at the same time, only one does.
    """
    clause = clause_of(state, cmd.TapIn)
    if by.automatic:
        raise Refused("the automatic dealer does not tap in", clause)
    if by.id == state.dealer:
        raise Refused("you deal at this table already", clause)
    if command.relieves != state.dealer:
        now = f"{quoted(state.dealer_name)} deals" if state.dealer else "nobody deals"
        raise Refused(
            f"{now} at this table now: load the table again and see whom you relieve", clause
        )
    return [ev.DealerTappedIn(by.id, by.shown, command.relieves)]


def tap_out(state: State, command: cmd.TapOut, by: Actor) -> list[ev.Event]:
    """Record that the dealer leaves the table."""
    del command
    if not state.dealer:
        raise Refused("nobody has tapped in at this table", clause_of(state, cmd.TapOut))
    return [ev.DealerTappedOut(state.dealer, "" if by.id == state.dealer else by.id)]
