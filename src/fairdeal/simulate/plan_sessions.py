"""The sessions of a player who follows a betting plan, counted.

Each way to bet is played as a run of its own, and a session takes from each the rounds in which the
player bets so. So both engines come to the same sessions, and a payout limit cuts at the stake that
was bet.
"""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, TypeAlias

from fairdeal.rulebook.odds import Odds
from fairdeal.simulate.engine import CountingEngine
from fairdeal.simulate.lazy import kernel_engine, kernel_refusal
from fairdeal.simulate.plan import variants
from fairdeal.simulate.rounds import Totals
from fairdeal.simulate.settings import BettingPlan, Settings
from fairdeal.simulate.table_engine import TableEngine
from fairdeal.simulate.tally import Tally
from fairdeal.table.meters import Meters
from fairdeal.table.outcome import WITHDRAWN

#: How a session ended.
BY_LOSS, BY_WIN, BY_ROUNDS = "loss", "win", "rounds"
#: So many compiled rounds are played at once.
_CHUNK: Final = 4_096


class PlannedRoundResult(NamedTuple):
    """What a round came to for the player: in cents, and the shares of meters that were won."""

    net: int
    staked: int
    hits: tuple[str, ...]


#: Plays the round of a number in one way to bet.
PlayRound: TypeAlias = Callable[[int], PlannedRoundResult]


def plan_tally(settings: Settings, compiled: bool, first: int, count: int) -> Tally:
    """Count the sessions under a plan of so many rounds, the first of which begins a piece; or a
    session, where all of them are of one piece.
    """
    plan = settings.plan
    assert plan is not None, "the run has a plan"
    tally = Tally()
    ways = [_round_player(one.settings, plan, compiled) for one in variants(settings)]
    player = _SessionPlayer(settings, plan, ways, tally)
    for start in range(first, first + count, settings.piece):
        end = min(start + settings.piece, first + count)
        for number in range(start, end - settings.session + 1, settings.session):
            player.session(range(number, number + settings.session))
    return tally


def _round_player(settings: Settings, plan: BettingPlan, compiled: bool) -> PlayRound:
    # A payout limit may change the best play at a greater stake, which no kernel plays.
    mine = settings.players if plan.one_player else 1
    if compiled and kernel_refusal(settings) is None:
        return _Chunks(kernel_engine(settings), mine).round
    seats = range(mine)
    table = TableEngine(settings)

    def play(number: int) -> PlannedRoundResult:
        result = table.play(number)
        mine = [result.seats[seat] for seat in seats]
        staked = sum(row.stake for seat in mine for row in seat.wagers if row.result != WITHDRAWN)
        hits = tuple(hit.pays for hit in result.hits) if plan.meter else ()
        return PlannedRoundResult(sum(seat.net for seat in mine), staked, hits)

    return play


class _Chunks:
    """Compiled rounds, some thousands of which are played at once."""

    def __init__(self, engine: CountingEngine, seats: int) -> None:
        self._engine, self._seats = engine, seats
        self._chunk = -1
        self._totals = Totals([], [], {})

    def round(self, number: int) -> PlannedRoundResult:
        chunk, place = divmod(number, _CHUNK)
        if chunk != self._chunk:
            self._chunk, self._totals = (
                chunk,
                self._engine.totals(chunk * _CHUNK, _CHUNK, self._seats),
            )
        nets, staked, hits = self._totals
        return PlannedRoundResult(nets[place], staked[place], hits.get(number, ()))


class _SessionPlayer:
    """Follows the player through sessions."""

    def __init__(
        self, settings: Settings, plan: BettingPlan, ways: list[PlayRound], tally: Tally
    ) -> None:
        self._settings, self._plan, self._ways = settings, plan, ways
        self._counts = tally.counts
        rules = settings.rules
        resets = dict(rules.progressive.resets) if rules.progressive else {}
        self._meters = Meters(dict(settings.meters), resets)
        self._fed = settings.fed()

    def session(self, numbers: Iterable[int]) -> None:
        """Play a session until the player stops."""
        plan, counts, levels = self._plan, self._counts, len(self._plan.stakes)
        low = float("-inf") if plan.stop_loss is None else -plan.stop_loss
        high = float("inf") if plan.stop_win is None else plan.stop_win
        total = level = played = staked = lowest = greatest = 0
        bets = [0] * len(self._ways)
        shown = self._meters
        ended = BY_ROUNDS
        for number in numbers:
            way = level
            if plan.meter and shown.units[plan.meter] < plan.above:
                way += levels
            net, stake, hits = self._ways[way](number)
            if plan.meter:
                net, shown = self._meter(net, shown, hits, on=way < levels)
            bets[way] += 1
            played += 1
            staked += stake
            total += net
            lowest = min(lowest, total)
            greatest = max(greatest, level)
            if total <= low or total >= high:
                ended = BY_LOSS if total <= low else BY_WIN
                break
            if net < 0:
                level = min(level + 1, levels - 1)
            elif net > 0:
                level = 0
        counts["plan", "ended", ended] += 1
        counts["plan", "result", total] += 1
        counts["plan", "lowest", lowest] += 1
        counts["plan", "played", played] += 1
        counts["plan", "greatest", plan.stakes[greatest]] += 1
        counts["plan", "staked", ""] += staked
        for way, times in enumerate(bets):
            if times:
                counts["plan", "bets", way] += times

    def _meter(
        self, net: int, shown: Meters, hits: tuple[str, ...], *, on: bool
    ) -> tuple[int, Meters]:
        """Return a result with the meter as it is in the session, and the meters after the round:
        the round was played with the meters as the run has them.
        """
        meter, grows = self._plan.meter, self._plan.grows
        units = {name: n + (self._fed[name] if on else 0) for name, n in shown.units.items()}
        units[meter] += grows
        shown, assumed = shown.showing(units), self._meters
        for pays in hits:
            odds = Odds.parse(pays)
            before, assumed = assumed.paid(odds)
            cents, shown = shown.paid(odds)
            net += cents - before
        return net, shown
