"""Counts of compiled rounds: endings, sessions and the house's win, as the tally has them."""

from typing import Final, NamedTuple

import numpy as np

from fairdeal.lab.kernels.tables import Ints
from fairdeal.simulate.kernels.compiled import compiled
from fairdeal.simulate.kernels.deal import Endings, Small


class NetResults(NamedTuple):
    """The player's net result in cents, by ending and by side bet and cell."""

    main: Ints
    sides: Ints


class RoundCounts(NamedTuple):
    """Counts over a part of a run; `state` is passed from one chunk to the next."""

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


#: Up to so many endings are counted in lanes, of which there are four.
_FEW: Final = 1_024
_LANES: Final = 4

#: The places of `RoundCounts.state`.
ROUND, HOUR, DAY, MONTH, PLAYED, TOTAL, PEAK, DRAWDOWN, LOSING, LONGEST, RUINED, SESSION, PLACE = (
    range(13)
)
STATES: Final = 13


@compiled
def add_up(
    endings: Endings, side_cells: Small, net_results: NetResults, into: RoundCounts, nets: Ints
) -> None:
    """Count the endings and cells of a seat, and write its net result of each round."""
    counted, main = into.endings, net_results.main
    at = 0
    if counted.size <= _FEW:
        # Rounds in turn are counted apart: the same ending often comes again at once, and a count
        # cannot be read before it is written.
        lanes = np.zeros((_LANES, counted.size), np.int64)
        one, two, three, four = lanes[0], lanes[1], lanes[2], lanes[3]
        at = nets.size // _LANES * _LANES
        for i in range(0, at, _LANES):
            a, b = np.uint64(endings[i]), np.uint64(endings[i + 1])
            c, d = np.uint64(endings[i + 2]), np.uint64(endings[i + 3])
            one[a] += 1
            two[b] += 1
            three[c] += 1
            four[d] += 1
            nets[i], nets[i + 1], nets[i + 2], nets[i + 3] = main[a], main[b], main[c], main[d]
        for place in range(counted.size):
            counted[place] += one[place] + two[place] + three[place] + four[place]
    for i in range(at, nets.size):
        ending = np.uint64(endings[i])
        counted[ending] += 1
        nets[i] = main[ending]
    for side in range(side_cells.shape[0]):
        cells, counted, worths = side_cells[side], into.sides[side], net_results.sides[side]
        for i in range(nets.size):
            cell = np.uint64(cells[i])
            counted[cell] += 1
            nets[i] += worths[cell]


@compiled
def count_periods(  # noqa: PLR0915 - one loop, which helpers with arrays would slow down
    nets: Ints,
    others: Ints,
    into: RoundCounts,
    periods: Ints,
    session: int,
    piece: int,
    bankroll: int,
    places: Ints,
) -> None:
    """Follow the first seat's money through rounds in their order, and the house's. `others` are
    the net results of the other seats together, none where there are none; `periods` the rounds of
    an hour, a day and a month.

    They are taken in stretches in which no hour, session, place of a session or piece ends, so that
    little is done for each round. All is in one loop, because a helper that takes arrays counts a
    reference for each of them, which takes longer than a stretch.
    """
    state = into.state
    number, hour, day, month = state[ROUND], state[HOUR], state[DAY], state[MONTH]
    played, total, peak, drawdown = state[PLAYED], state[TOTAL], state[PEAK], state[DRAWDOWN]
    losing, longest, ruined = state[LOSING], state[LONGEST], state[RUINED]
    ended, place = state[SESSION], state[PLACE]
    size, an_hour = nets.size, periods[0]
    hour_left, piece_left = an_hour - number % an_hour, piece - number % piece
    at = 0
    while at < size:
        stretch = min(size - at, hour_left, piece_left, session - played)
        if place < places.size:
            stretch = min(stretch, places[place] - played)
        before = total
        if bankroll > 0 and ruined == 0:
            for i in range(stretch):
                before += nets[at + i]
                if before <= -bankroll:
                    ruined = played + i + 1
                    break
            before = total
        for i in range(at, at + stretch):
            net = nets[i]
            total += net
            peak = max(peak, total)
            drawdown = max(drawdown, peak - total)
            losing = losing + 1 if net < 0 else 0
            longest = max(longest, losing)
        hour -= total - before
        if others.size > 0:
            for i in range(at, at + stretch):
                hour -= others[i]
        at += stretch
        number += stretch
        played += stretch
        hour_left -= stretch
        piece_left -= stretch
        if hour_left == 0:
            hour_left = an_hour
            into.hours[number // an_hour - 1] = hour
            day += hour
            hour = 0
            if number % periods[1] == 0:
                into.days[number // periods[1] - 1] = day
                month += day
                day = 0
                if number % periods[2] == 0:
                    into.months[number // periods[2] - 1] = month
                    month = 0
        while place < places.size and places[place] == played:
            into.paths[ended, place] = total
            place += 1
        if played == session:
            into.drawdowns[ended], into.losing[ended], into.ruined[ended] = (
                drawdown,
                longest,
                ruined,
            )
            ended += 1
        if played == session or piece_left == 0:
            # A session that is not at its end here is not counted.
            played = total = peak = drawdown = losing = longest = ruined = place = 0
        if piece_left == 0:
            piece_left = piece
    state[ROUND], state[HOUR], state[DAY], state[MONTH] = number, hour, day, month
    state[PLAYED], state[TOTAL], state[PEAK], state[DRAWDOWN] = played, total, peak, drawdown
    state[LOSING], state[LONGEST], state[RUINED] = losing, longest, ruined
    state[SESSION], state[PLACE] = ended, place
