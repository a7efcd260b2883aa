"""The clock of a table: how long players have to bet or to decide.

A table's clock is counted from the start of the moment that is on (see `table.state.moment`). These
functions are pure: the live table, the pages and the audit ask the same ones.
"""

from typing import Final

from fairdeal.table.real_cards import is_without_device
from fairdeal.table.state import DEALING, DECISIONS, OPEN, State, bound
from fairdeal.table.words import owed_words

#: The seconds that players have to pledge a word anew, and to reveal one, at a person's pace.
WORD_SECONDS: Final = 2


def deadline_of(
    state: State, since: int, clock: int, dealer: str, words: int = WORD_SECONDS
) -> int | None:
    """Return when time is up for the bets, the words or the decision that a table waits for.

    `since` is when the clock started, `clock` the number of seconds that players have, and `words`
    the number of seconds for pledging and for revealing words. The answer is None where the table
    waits for nobody, and where a human dealer closes the bets.
    """
    if _words_waited_for(state):
        return since + words if _clock_runs(state) else None
    by_hand = state.phase is OPEN and dealer == "person"
    return since + clock if clock and not by_hand and _clock_runs(state) else None


def clock_restarts(before: State, after: State) -> bool:
    """Return whether the clock starts anew within the same moment.

    It does with the first bet of a round, when words are pledged anew or revealed, and whenever it
    was halted before: the floorperson has ruled, or a second person sits down at a practice table.
    """
    if after.phase is OPEN and has_stakes(after) and not has_stakes(before):
        return True
    words = _words_waited_for(after)
    if words and words != _words_waited_for(before):
        return True
    return _clock_runs(after) and not _clock_runs(before)


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
    if state.asked is not None or state.differs is not None:
        return False
    if _words_waited_for(state):
        return True
    if is_practice(state) and _practises_alone(state):
        return False
    if state.phase is OPEN:
        return has_stakes(state)
    if not isinstance(state.current, DECISIONS) or state.replacing:
        return False
    # Who has no device is not timed: the dealer says when a player does not answer.
    return state.turn is None or not is_without_device(state.seats[state.turn].player)


def _words_waited_for(state: State) -> str:
    """Return what of the players' words a table waits for: pledges, words, or nothing."""
    if state.phase is not DEALING or not state.words_round:
        return ""
    if state.to_pledge:
        return "pledges" if bound(state) else ""
    return "words" if owed_words(state) else ""


def _practises_alone(state: State) -> bool:
    """Return whether at most one person plays, at a practice table.

    Bots do not mind waiting, and nobody waits for a player who has left the round.
    """
    seats = state.seats.values()
    return len({seat.player for seat in seats if not seat.bot and not seat.left}) < 2
