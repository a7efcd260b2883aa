"""The clock of a table: how long players have to bet or to decide.

A table's clock is counted from the start of the moment that is on (see `table.state.moment`). These
functions are pure: the live table, the pages and the audit ask the same ones.
"""

from fairdeal.table.state import DECISIONS, OPEN, State


def deadline_of(state: State, since: int, clock: int, dealer: str) -> int | None:
    """Return when time is up for the bets or the decision that a table waits for.

    `since` is when the clock started and `clock` the number of seconds that players have. The
    answer is None where the table waits for nobody, and where a human dealer closes the bets.
    """
    by_hand = state.phase is OPEN and dealer == "person"
    return since + clock if clock and not by_hand and _clock_runs(state) else None


def clock_restarts(before: State, after: State) -> bool:
    """Return whether the clock starts anew within the same moment.

    It does with the first bet of a round, and whenever it was halted before: the floorperson has
    ruled, or a second person sits down at a practice table.
    """
    first_bet = after.phase is OPEN and not has_stakes(before) and has_stakes(after)
    return first_bet or (not _clock_runs(before) and _clock_runs(after))


def has_stakes(state: State) -> bool:
    """Return whether any seat has bet."""
    return any(seat.stakes for seat in state.seats.values())


def is_practice(state: State) -> bool:
    """Return whether the rules of a table declare it a practice table."""
    return state.rules.floor is not None and state.rules.floor.practice


def _clock_runs(state: State) -> bool:
    """Return whether there is a time limit for what the table waits for.

    Somebody who practises alone has no time limit. The clock halts while the floorperson is asked
    for a ruling. A mere call for the floorperson does not halt it, because players could then use
    calls to gain time.
    """
    if state.asked is not None or state.differs is not None or _practises_alone(state):
        return False
    if state.phase is OPEN:
        return has_stakes(state)
    return isinstance(state.current, DECISIONS) and not state.replacing


def _practises_alone(state: State) -> bool:
    """Return whether at most one person plays at a practice table.

    Bots do not mind waiting, and nobody waits for a player who has left the round.
    """
    if not is_practice(state):
        return False
    seats = state.seats.values()
    return len({seat.player for seat in seats if not seat.bot and not seat.left}) < 2
