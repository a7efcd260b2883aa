"""Counts of compiled rounds: endings, sessions and the house's win, as the tally has them."""

from typing import Final, NamedTuple

from fairdeal.lab.kernels.tables import Ints
from fairdeal.simulate.kernels.compiled import compiled
from fairdeal.simulate.kernels.deal import Small


class Worth(NamedTuple):
    """The player's net result in cents, by ending and by side bet and cell."""

    main: Ints
    sides: Ints


class Counts(NamedTuple):
    """What is counted over a part of a run; `state` goes on from one chunk to the next."""

    endings: Ints
    sides: Ints
    hours: Ints
    days: Ints
    months: Ints
    paths: Ints
    drawdowns: Ints
    losing: Ints
    ruined: Ints
    state: Ints


#: The places of `Counts.state`.
ROUND, HOUR, DAY, MONTH, PLAYED, TOTAL, PEAK, DRAWDOWN, LOSING, LONGEST, RUINED, SESSION, PLACE = (
    range(13)
)
STATES: Final = 13


@compiled
def count(
    endings: Ints,
    side_cells: Small,
    worth: Worth,
    into: Counts,
    periods: Ints,
    session: int,
    piece: int,
    bankroll: int,
    places: Ints,
) -> None:
    """Count rounds in their order. `periods` are the rounds of an hour, a day and a month."""
    state = into.state
    number, hour, day, month = state[ROUND], state[HOUR], state[DAY], state[MONTH]
    played, total, peak, drawdown = state[PLAYED], state[TOTAL], state[PEAK], state[DRAWDOWN]
    losing, longest, ruined = state[LOSING], state[LONGEST], state[RUINED]
    at, place = state[SESSION], state[PLACE]
    sides = side_cells.shape[0]
    hour_left = periods[0] - number % periods[0]
    for i in range(endings.size):
        ending = endings[i]
        into.endings[ending] += 1
        net = worth.main[ending]
        for side in range(sides):
            cell = side_cells[side, i]
            into.sides[side, cell] += 1
            net += worth.sides[side, cell]
        hour -= net
        hour_left -= 1
        if hour_left == 0:
            into.hours[number // periods[0]] = hour
            day += hour
            hour = 0
            hour_left = periods[0]
            if number % periods[1] == periods[1] - 1:
                into.days[number // periods[1]] = day
                month += day
                day = 0
                if number % periods[2] == periods[2] - 1:
                    into.months[number // periods[2]] = month
                    month = 0
        number += 1
        played += 1
        total += net
        peak = max(peak, total)
        drawdown = max(drawdown, peak - total)
        losing = losing + 1 if net < 0 else 0
        longest = max(longest, losing)
        if bankroll > 0 and ruined == 0 and total <= -bankroll:
            ruined = played
        while place < places.size and places[place] == played:
            into.paths[at, place] = total
            place += 1
        if played == session:
            into.drawdowns[at], into.losing[at], into.ruined[at] = drawdown, longest, ruined
            at += 1
            played = total = peak = drawdown = losing = longest = ruined = place = 0
        if number % piece == 0:
            # A session that is not at its end here is not counted.
            played = total = peak = drawdown = losing = longest = ruined = place = 0
    state[ROUND], state[HOUR], state[DAY], state[MONTH] = number, hour, day, month
    state[PLAYED], state[TOTAL], state[PEAK], state[DRAWDOWN] = played, total, peak, drawdown
    state[LOSING], state[LONGEST], state[RUINED] = losing, longest, ruined
    state[SESSION], state[PLACE] = at, place
