"""The tally of a run: whole numbers that add up in any order.

A tally counts how often things happened: each net result of each wager, each class of hand, the
house's win of each hour, a player's total at twenty places of a session. Tallies of parts of a run
are added, so the whole is the same however the rounds were shared among workers.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from fairdeal.lab.figures.payouts import MAIN
from fairdeal.simulate.rounds import MeterHit, RoundResult, SimulatedSeat
from fairdeal.simulate.settings import Settings
from fairdeal.table.outcome import WIN, WITHDRAWN

#: What is counted: the kind of figure, then what it is about.
Key: TypeAlias = tuple[str | int, ...]

#: At how many places of a session a player's total is looked at.
PLACES: Final = 20
#: The periods whose win is counted.
PERIODS: Final = ("hour", "day", "month")


@dataclass
class Tally:
    """Counts by key, and the shares of meters that were won, in no order."""

    counts: Counter[Key] = field(default_factory=Counter)
    hits: list[MeterHit] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Add another tally."""
        self.counts.update(other.counts)
        self.hits += other.hits

    def values(self, *kind: str) -> dict[Any, int]:
        """Return the counts of one kind, by what follows in their keys."""
        size = len(kind)
        return {key[size]: n for key, n in self.counts.items() if key[:size] == kind}

    def document(self) -> dict[str, Any]:
        """Return the tally as JSON, in an order that depends on its content only."""
        ordered = sorted(self.counts.items(), key=lambda one: tuple(map(str, one[0])))
        return {
            "counts": [[list(key), count] for key, count in ordered if count],
            "hits": [list(hit) for hit in sorted(self.hits)],
        }

    @classmethod
    def of(cls, document: dict[str, Any]) -> "Tally":
        """Read a tally from JSON."""
        counts = Counter({tuple(key): int(count) for key, count in document["counts"]})
        return cls(counts, [MeterHit(*hit) for hit in document["hits"]])


class RoundSeries(NamedTuple):
    """The results of rounds in their order: the first seat's net results and the house's wins, in
    cents. Sessions and hours are counted from them.
    """

    nets: list[int]
    wins: list[int]


class BlockTally(NamedTuple):
    """The tally of a block of rounds. A block that is no whole piece of the run has its series as
    well, because sessions and hours reach over its ends.
    """

    tally: Tally
    series: RoundSeries | None = None


def place_rounds(session: int) -> list[int]:
    """Return after how many rounds of a session a player's total is looked at."""
    return [-(-session * place // PLACES) for place in range(1, PLACES + 1)]


def buy_ins(lowest: int, amount: int) -> int:
    """Return how often a player buys in for an amount whose total was at its lowest so: once, and
    again whenever what was bought is lost.
    """
    return max(1, -(lowest // amount))


class SessionCounter:
    """Follows one player through sessions of equal length."""

    def __init__(self, settings: Settings, counts: Counter[Key]) -> None:
        self._length, self._bankroll = settings.session, settings.bankroll
        self._buy_in = settings.buy_in
        self._piece, self._rounds = settings.piece, 0
        self._counts = counts
        self._places: dict[int, list[int]] = {}
        for place, played in enumerate(place_rounds(settings.session), start=1):
            self._places.setdefault(played, []).append(place)
        self._start()

    def _start(self) -> None:
        self._played = self._total = self._peak = self._drawdown = 0
        self._losing = self._longest = self._ruined = 0
        self._path: list[tuple[int, int]] = []

    def add(self, net: int) -> None:
        """Add the player's result of the next round."""
        self._played += 1
        self._total += net
        self._peak = max(self._peak, self._total)
        self._drawdown = max(self._drawdown, self._peak - self._total)
        self._losing = self._losing + 1 if net < 0 else 0
        self._longest = max(self._longest, self._losing)
        if self._bankroll is not None and not self._ruined and self._total <= -self._bankroll:
            self._ruined = self._played
        for place in self._places.get(self._played, ()):
            self._path.append((place, self._total))
        self._rounds += 1
        if self._played == self._length:
            self._finish()
        elif self._rounds % self._piece == 0:
            # A session that is not at its end here is not counted.
            self._start()

    def _finish(self) -> None:
        counts = self._counts
        counts["sessions",] += 1
        counts["drawdown", self._drawdown] += 1
        counts["losing-run", self._longest] += 1
        lowest = min(total for _, total in self._path)
        counts["buy-ins", buy_ins(lowest, self._buy_in)] += 1
        for place, total in self._path:
            counts["path", place, total] += 1
        if self._ruined:
            counts["ruined-after", self._ruined] += 1
        self._start()


class HouseCounter:
    """Adds up what the table wins in whole hours, days and months."""

    def __init__(self, settings: Settings, counts: Counter[Key]) -> None:
        self._periods = tuple((name, settings.rounds_of(name)) for name in PERIODS)
        self._won = [0, 0, 0]
        self._played = 0
        self._counts = counts

    def add(self, win: int) -> None:
        """Add the house's win of the next round."""
        self._played += 1
        for place, (name, length) in enumerate(self._periods):
            self._won[place] += win
            if self._played % length == 0:
                self._counts[name, self._won[place]] += 1
                self._won[place] = 0


def tally_rounds(settings: Settings, rounds: Iterable[RoundResult]) -> Tally:
    """Count rounds, the first of which begins a piece of the run."""
    tally, series = Tally(), RoundSeries([], [])
    count_rounds(settings, rounds, tally, series)
    tally.add(count_periods(settings, series))
    return tally


def count_rounds(
    settings: Settings, rounds: Iterable[RoundResult], tally: Tally, series: RoundSeries
) -> None:
    """Count what each round has for itself, and add its results to the series."""
    counts = tally.counts
    wager = settings.rules.game.wager
    optional = {name for name, _ in settings.stakes if wager[name].optional}
    for one in rounds:
        counts["rounds",] += 1
        totals: Counter[str] = Counter()
        for seat in one.seats:
            _count_seat(counts, optional, totals, seat)
        if len(one.seats) > 1:
            for name, total in totals.items():
                counts["round", name, total] += 1
        series.nets.append(one.seats[0].net)
        series.wins.append(-sum(seat.net for seat in one.seats))
        tally.hits += one.hits


def count_periods(settings: Settings, series: RoundSeries) -> Tally:
    """Count the sessions and periods of rounds, the first of which begins a piece of the run."""
    tally = Tally()
    sessions = SessionCounter(settings, tally.counts)
    house = HouseCounter(settings, tally.counts)
    for net, win in zip(*series, strict=True):
        sessions.add(net)
        house.add(win)
    return tally


def _count_seat(
    counts: Counter[Key], optional: set[str], totals: Counter[str], seat: SimulatedSeat
) -> None:
    main = staked = limited = 0
    for row in seat.wagers:
        if row.wager in optional:
            counts["net", row.wager, row.net] += 1
            counts["hand", row.wager, row.called] += 1
            counts["staked", row.wager] += row.stake
            counts["won", row.wager] += row.result == WIN
            totals[row.wager] += row.net
        else:
            main += row.net
            limited += row.limited
            staked += 0 if row.result == WITHDRAWN else row.stake
    counts["net", MAIN, main] += 1
    counts["hand", MAIN, seat.hand] += 1
    counts["staked", MAIN] += staked
    counts["won", MAIN] += main > 0
    totals[MAIN] += main
    if limited:
        counts["limited", limited] += 1
    if seat.envy:
        counts["envy", seat.envy] += 1
