"""The kernel engine: compiled rounds, for volume."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from fairdeal.cards import Card
from fairdeal.lab.figures.payouts import MAIN
from fairdeal.lab.kernels.tables import Ints
from fairdeal.rulebook.wager import Wager
from fairdeal.simulate.kernels.counting import (
    SESSION,
    STATES,
    NetResults,
    RoundCounts,
    add_up,
    count_periods,
)
from fairdeal.simulate.kernels.deal import Endings, Small
from fairdeal.simulate.kernels.double_draw_kernel import DoubleDrawRounds
from fairdeal.simulate.kernels.endings import MainWagerEnding, Settler
from fairdeal.simulate.kernels.game_kernel import GameKernel
from fairdeal.simulate.kernels.let_it_ride_kernel import LetItRideRounds
from fairdeal.simulate.kernels.run_em_twice_kernel import RunEmTwiceRounds
from fairdeal.simulate.rounds import MeterHit, RoundResult, SimulatedSeat, SimulatedWager, Totals
from fairdeal.simulate.settings import Settings
from fairdeal.simulate.shared_rounds import SharedRounds
from fairdeal.simulate.tally import PERIODS, PLACES, Key, Tally, place_rounds
from fairdeal.table.meters import Meters
from fairdeal.table.outcome import WIN, WITHDRAWN

#: The kernels, each for the shape of one game.
KERNELS: Final[tuple[type[GameKernel], ...]] = (
    LetItRideRounds,
    RunEmTwiceRounds,
    DoubleDrawRounds,
)
#: How many rounds are played before they are counted: few enough to stay in the processor's cache.
_CHUNK: Final = 32_768
#: No ranking has more cells.
_CELLS: Final = 64


def refusal(settings: Settings) -> str | None:
    """Return why no kernel plays a run; None where one does."""
    reasons = [kernel.refusal(settings) for kernel in KERNELS]
    if None in reasons:
        return None
    return next((one for one in reasons if one and "shape" not in one), reasons[0])


def rounds_of_second(settings: Settings) -> int:
    """Return about how many rounds the kernel of a run plays in a second on one core."""
    one_seat = next(one.second for one in KERNELS if one.refusal(settings) is None)
    return max(1, one_seat // settings.players)


@lru_cache(maxsize=64)
def kernel_engine(settings: Settings) -> "KernelEngine":
    """Return the engine for a run, which is ready to play when it has been made."""
    kernel = next(kernel for kernel in KERNELS if kernel.refusal(settings) is None)
    return KernelEngine(settings, kernel(settings))


class KernelEngine:
    """Plays rounds by number; threads may share it."""

    def __init__(self, settings: Settings, kernel: GameKernel) -> None:
        self._settings, self._kernel = settings, kernel
        rules = settings.rules
        self._settler = Settler(rules)
        self._stakes = dict(settings.stakes)
        resets = rules.progressive.resets if rules.progressive else {}
        self._meters = Meters(dict(settings.meters), resets)
        self._endings = {
            number: (ending, tuple(self._settler.main(ending).values()))
            for number in range(kernel.endings)
            if (ending := kernel.ending(number)) is not None
        }
        main, staked = np.zeros((2, kernel.endings), np.int64)
        for number, (_, rows) in self._endings.items():
            main[number] = sum(row.net for row in rows)
            staked[number] = sum(row.stake for row in rows if row.result != WITHDRAWN)
        self._staked = staked
        self._sides = [rules.game.wager[name] for name in settings.side_bets]
        self._side_results = [
            [
                self._settler.side(wager.name, self._stakes[wager.name], cell, self._meters)
                for cell in range(len(rules.terms[wager.name].table.by_cell))
            ]
            for wager in self._sides
        ]
        sides = np.zeros((len(self._sides), _CELLS), np.int64)
        hits = np.zeros((len(self._sides), _CELLS), np.bool_)
        for place, results in enumerate(self._side_results):
            for cell, (row, pays) in enumerate(results):
                sides[place, cell], hits[place, cell] = row.net, bool(pays)
        self._net_results, self._hits = NetResults(main, sides), hits
        self._shared = SharedRounds(settings, self._sides, hits)

    def tally(self, first: int, rounds: int) -> Tally:
        """Play so many rounds from a number on, the first of which begins a piece, and count."""
        settings, kernel = self._settings, self._kernel
        sessions = rounds // settings.session + 1
        periods = np.array([settings.rounds_of(name) for name in PERIODS], np.int64)
        hours, days, months = (np.zeros(rounds // size + 1, np.int64) for size in periods)
        into = RoundCounts(
            np.zeros(kernel.endings, np.int64),
            np.zeros((len(self._sides), _CELLS), np.int64),
            hours,
            days,
            months,
            np.zeros((sessions, PLACES), np.int64),
            drawdowns=np.zeros(sessions, np.int64),
            losing=np.zeros(sessions, np.int64),
            ruined=np.zeros(sessions, np.int64),
            state=np.zeros(STATES, np.int64),
        )
        places = np.array(place_rounds(settings.session), np.int64)
        tally = Tally()
        players, chunk = settings.players, _CHUNK // settings.players
        played, others = self._room(min(chunk, rounds)), np.zeros(0, np.int64)
        for start in range(0, rounds, chunk):
            if rounds - start < played.nets.shape[1]:
                played = self._room(rounds - start)
            self._play(first + start, played)
            for seat in range(players):
                add_up(
                    *(played.endings[seat], played.cells[seat], self._net_results, into),
                    played.nets[seat],
                )
            if players > 1:
                self._count_table(tally, first + start, played)
                others = played.nets[1:].sum(axis=0)
            else:
                tally.hits += self._meter_hits(first + start, played.cells[0])
            count_periods(
                *(played.nets[0], others, into, periods),
                *(settings.session, settings.piece, settings.bankroll or 0, places),
            )
        self._add(tally.counts, into, rounds)
        return tally

    def _room(self, rounds: int) -> "RoundArrays":
        return RoundArrays.room(self._settings.players, len(self._sides), rounds)

    def _play(self, first: int, played: "RoundArrays") -> None:
        """Play as many rounds from a number on as there is room for."""
        none = np.zeros((0, 0), np.uint8)
        self._kernel.play(first, played.endings, played.cells, none, none[None])

    def _count_table(self, tally: Tally, first: int, played: "RoundArrays") -> None:
        """Count what only a table with several seats has: what all of them win together, and the
        rounds in which they share a meter or pay envy, which the table engine has played.
        """
        counts = tally.counts
        mains = self._net_results.main[played.endings].sum(axis=0)
        sides = [
            self._net_results.sides[place][played.cells[:, place]].sum(axis=0)
            for place in range(len(self._sides))
        ]
        for at, result in self._shared.rounds(first, played.cells):
            tally.hits += result.hits
            for seat, told in enumerate(result.seats):
                if told.envy:
                    counts["envy", told.envy] += 1
                    played.nets[seat, at] += told.envy
                rows = {row.wager: row for row in told.wagers}
                for place, wager in enumerate(self._sides):
                    counted, _ = self._side_results[place][played.cells[seat, place, at]]
                    row = rows[wager.name]
                    counts["net", wager.name, counted.net] -= 1
                    counts["net", wager.name, row.net] += 1
                    played.nets[seat, at] += row.net - counted.net
                    sides[place][at] += row.net - counted.net
        _count_values(counts, ("round", MAIN), mains)
        for wager, total in zip(self._sides, sides, strict=True):
            _count_values(counts, ("round", wager.name), total)

    def totals(self, first: int, rounds: int, seats: int) -> Totals:
        """Return what each of so many rounds from a number on came to for the first seats, all
        their bets together.
        """
        played = self._room(rounds)
        self._play(first, played)
        nets = self._net_results.main[played.endings]
        for place in range(len(self._sides)):
            nets += self._net_results.sides[place][played.cells[:, place]]
        staked = self._staked[played.endings] + sum(self._stakes[one.name] for one in self._sides)
        hits: dict[int, tuple[str, ...]] = {}
        if self._settings.players > 1:
            for at, result in self._shared.rounds(first, played.cells):
                nets[:, at] = [seat.net for seat in result.seats]
                hits[first + at] = tuple(hit.pays for hit in result.hits)
        else:
            for hit in self._meter_hits(first, played.cells[0]):
                hits[hit.round] = (*hits.get(hit.round, ()), hit.pays)
        return Totals(nets[:seats].sum(axis=0).tolist(), staked[:seats].sum(axis=0).tolist(), hits)

    def _meter_hits(self, first: int, cells: Small) -> Iterator[MeterHit]:
        for place, results in enumerate(self._side_results):
            if self._hits[place].any():
                for at in np.flatnonzero(self._hits[place][cells[place]]).tolist():
                    yield MeterHit(first + at, 0, results[cells[place, at]][1])

    def _add(self, counts: Counter[Key], into: RoundCounts, rounds: int) -> None:
        """Turn arrays into the counts of a tally."""
        counts["rounds",] += rounds
        for number in np.flatnonzero(into.endings).tolist():
            ending, rows = self._endings[number]
            self._add_main(counts, ending, rows, int(into.endings[number]))
        for place, wager in enumerate(self._sides):
            self._add_side(counts, wager, place, into.sides[place])
        for name, won, size in zip(
            PERIODS,
            (into.hours, into.days, into.months),
            (self._settings.rounds_of(name) for name in PERIODS),
            strict=True,
        ):
            _add_values(counts, (name,), won[: rounds // size])
        sessions = int(into.state[SESSION])
        if not sessions:
            return
        counts["sessions",] += sessions
        _add_values(counts, ("drawdown",), into.drawdowns[:sessions])
        _add_values(counts, ("losing-run",), into.losing[:sessions])
        ruined = into.ruined[:sessions]
        _add_values(counts, ("ruined-after",), ruined[ruined > 0])
        lowest = into.paths[:sessions].min(axis=1)
        _add_values(counts, ("buy-ins",), np.maximum(1, -(lowest // self._settings.buy_in)))
        for place in range(PLACES):
            _add_values(counts, ("path", place + 1), into.paths[:sessions, place])

    def _add_main(
        self,
        counts: Counter[Key],
        ending: MainWagerEnding,
        rows: Iterable[SimulatedWager],
        times: int,
    ) -> None:
        net = sum(row.net for row in rows)
        limited = sum(row.limited for row in rows)
        staked = sum(row.stake for row in rows if row.result != WITHDRAWN)
        counts["net", MAIN, net] += times
        counts["hand", MAIN, self._settler.hand(ending)] += times
        counts["staked", MAIN] += staked * times
        counts["won", MAIN] += times if net > 0 else 0
        if limited:
            counts["limited", limited] += times

    def _add_side(self, counts: Counter[Key], wager: Wager, place: int, cells: Ints) -> None:
        name = wager.name
        for cell in np.flatnonzero(cells).tolist():
            row, _ = self._side_results[place][cell]
            times = int(cells[cell])
            counts["net", name, row.net] += times
            counts["hand", name, row.called] += times
            counts["staked", name] += row.stake * times
            counts["won", name] += times if row.result == WIN else 0

    def rounds(self, first: int, rounds: int) -> Iterator[RoundResult]:
        """Play so many rounds from a number on, and tell each of them."""
        kernel, players = self._kernel, self._settings.players
        for start in range(first, first + rounds, _CHUNK):
            size = min(_CHUNK, first + rounds - start)
            played = self._room(size)
            cards = np.zeros((size, kernel.cards), np.uint8)
            made = np.zeros((players, size, kernel.made), np.uint8)
            kernel.play(start, played.endings, played.cells, cards, made)
            shared = dict(self._shared.rounds(start, played.cells)) if players > 1 else {}
            for at in range(size):
                yield shared.get(at) or self._round_result(start, at, played, cards, made)

    def _round_result(
        self, start: int, at: int, played: "RoundArrays", cards: Small, made: Small
    ) -> RoundResult:
        """Return a round that was played, in which no seats share a meter."""
        order = {name: place for place, name in enumerate(self._settings.rules.terms)}
        hits: list[MeterHit] = []
        seats: list[SimulatedSeat] = []
        board: tuple[tuple[str, tuple[Card, ...]], ...] = ()
        for seat in range(self._settings.players):
            ending, rows = self._endings[int(played.endings[seat, at])]
            told = self._kernel.trace(seat, cards[at].tolist(), made[seat, at].tolist())
            board = told.board
            sides = [
                results[played.cells[seat, place, at]]
                for place, results in enumerate(self._side_results)
            ]
            hits += [MeterHit(start + at, 0, pays) for _, pays in sides if pays]
            wagers = sorted((*rows, *(row for row, _ in sides)), key=lambda row: order[row.wager])
            seats.append(
                SimulatedSeat(
                    seat + 1,
                    told.dealt,
                    told.cards,
                    told.decisions,
                    ending.folded,
                    self._settler.hand(ending),
                    tuple(wagers),
                )
            )
        return RoundResult(start + at, board, tuple(seats), tuple(hits))


class RoundArrays(NamedTuple):
    """Rounds as they were played: by seat their endings, the cells of side bets and the net
    results.
    """

    endings: Endings
    cells: Small
    nets: Ints

    @classmethod
    def room(cls, seats: int, sides: int, rounds: int) -> "RoundArrays":
        """Return room for so many rounds."""
        return cls(
            np.zeros((seats, rounds), np.uint16),
            np.zeros((seats, sides, rounds), np.uint8),
            np.zeros((seats, rounds), np.int64),
        )


def _count_values(counts: Counter[Key], key: Key, values: Ints) -> None:
    """Count values of a kind."""
    found, times = np.unique(values, return_counts=True)
    for value, count in zip(found.tolist(), times.tolist(), strict=True):
        counts[(*key, value)] += count


def _add_values(counts: Counter[Key], key: Key, values: Ints) -> None:
    """Count values of a kind that has not been counted."""
    found, times = np.unique(values, return_counts=True)
    keys = [(*key, value) for value in found.tolist()]
    # A counter adds one by one.
    dict.update(counts, zip(keys, times.tolist(), strict=True))
