"""The figures of a run from its tally, each beside the lab's exact one where there is one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, Final

from fairdeal.errors import BadInputError, FairdealError
from fairdeal.lab.decisions.strategy import strategy_card
from fairdeal.lab.figures.analysis import Analysis, cell_label
from fairdeal.lab.figures.analyze import analyze, analyze_main
from fairdeal.lab.figures.betting_pattern import betting_pattern
from fairdeal.lab.figures.bounded import QUANTILES, Bounded, SessionFigures
from fairdeal.lab.figures.payout_limit import cutting_limit, limit_units
from fairdeal.lab.figures.payouts import MAIN, table_for
from fairdeal.lab.progress import shown_by
from fairdeal.rulebook.money import CENTS, UNITS, to_json
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.wager import Wager
from fairdeal.simulate.settings import Settings
from fairdeal.simulate.strategies import BEST, CARD
from fairdeal.simulate.table_engine import naming_wager
from fairdeal.simulate.tally import PERIODS, Tally

#: So many standard errors to either side hold the mean in 99 of 100 runs.
CI99: Final = 2.5758293035489004
#: The fewest sessions that must be expected to end one way for a share to be judged.
FEWEST: Final = 10
#: An exact figure that would take longer than so many seconds is left out.
LONGEST_EXACT: Final = 60.0


@dataclass(frozen=True)
class Moments:
    """Number, mean and variance of whole numbers that were counted."""

    count: int
    total: int
    squares: int

    @classmethod
    def of(cls, counted: Mapping[int, int]) -> "Moments":
        """Return the moments of values with their counts."""
        return cls(
            sum(counted.values()),
            sum(value * n for value, n in counted.items()),
            sum(value * value * n for value, n in counted.items()),
        )

    @property
    def mean(self) -> Fraction:
        """Return the mean."""
        return Fraction(self.total, self.count)

    @property
    def variance(self) -> Fraction:
        """Return the variance of the sample; zero where there is one value only."""
        if self.count < 2:
            return Fraction(0)
        around = Fraction(self.squares) - Fraction(self.total * self.total, self.count)
        return around / (self.count - 1)


class _NoDisplay:
    """Shows no progress."""

    def progress(self, done: int, total: int) -> None:
        """Show nothing."""

    def end(self) -> None:
        """End nothing."""


def quantile(counted: Mapping[int, int], percent: Fraction | int) -> int:
    """Return the least value that at least so many percent of all values do not exceed."""
    needed, seen = sum(counted.values()) * Fraction(percent, 100), 0
    for value in sorted(counted):
        seen += counted[value]
        if seen >= needed:
            return value
    raise ValueError("no round was counted")


def kind_of_cell(table: Paytable, cell: int) -> str:
    """Return the name of a settlement for the hands of a cell."""
    if table.ranking.called_by_line:
        line = table.by_cell[cell]
        return line.hand if line else "nothing"
    name = table.ranking.cells[cell]
    for kind in ("pair", "super royal"):
        if name.startswith(f"{kind} of"):
            return kind
    return name


def exact_main(settings: Settings) -> Analysis | None:
    """Return the lab's figures of the main wagers at the stake of a run; None where nobody knows
    them.
    """
    if set(settings.strategies) != {BEST}:
        return None
    stake = Fraction(settings.unit, CENTS)
    with shown_by(lambda _: _NoDisplay(), longest=LONGEST_EXACT):
        try:
            return analyze_main(settings.rules, stake=stake)
        except FairdealError:
            return None


def exact_card_value(settings: Settings) -> Fraction | None:
    """Return the exact value of the main wagers for whoever follows the printed card, in units, at
    the stake of a run; None where nobody knows it.
    """
    rules = settings.rules
    limit = cutting_limit(rules, limit_units(rules, Fraction(settings.unit, CENTS)))
    with shown_by(lambda _: _NoDisplay(), longest=LONGEST_EXACT):
        try:
            return strategy_card(rules, limit=limit).card_ev
        except FairdealError:
            return None


def exact_side(settings: Settings, wager: Wager) -> Analysis | None:
    """Return the lab's figures of a side bet at the stake and the meters of a run."""
    rules = settings.rules
    stake = Fraction(dict(settings.stakes)[wager.name], CENTS)
    known = {meter.name for meter in table_for(rules, wager).meters}
    meters = {n: Fraction(units, UNITS) for n, units in settings.meters if n in known}
    try:
        (found,) = analyze(
            rules.game,
            paytables=rules.paytables,
            readings=rules.readings,
            wager=wager.name,
            stake=stake,
            meters=meters,
        )
    except BadInputError:
        return None
    return found


def exact_session(settings: Settings) -> SessionFigures | None:
    """Return the lab's figures of a session of the first seat; None where no exact chain covers
    it.
    """
    if settings.strategies[0] != BEST or (settings.players > 1 and _has_envy(settings)):
        return None
    stakes = {MAIN: Fraction(settings.unit, CENTS)}
    for name in settings.side_bets:
        stakes[name] = Fraction(dict(settings.stakes)[name], CENTS)
    meters = {name: Fraction(units, UNITS) for name, units in settings.meters}
    bankroll = None if settings.bankroll is None else Fraction(settings.bankroll, CENTS)
    with shown_by(lambda _: _NoDisplay(), longest=LONGEST_EXACT):
        try:
            pattern = betting_pattern(settings.rules, stakes, meters=meters)
            return pattern.session(settings.session, Fraction(1, 20), bankroll)
        except FairdealError:
            return None


def _has_envy(settings: Settings) -> bool:
    wager = settings.rules.progressive_wager
    return wager is not None and wager.name in settings.side_bets


def wager_document(settings: Settings, tally: Tally, name: str) -> dict[str, Any]:
    """Return the figures of the main wagers together, or of a side bet."""
    rules = settings.rules
    wager = naming_wager(rules) if name == MAIN else rules.game.wager[name]
    table = table_for(rules, wager)
    exact = exact_main(settings) if name == MAIN else exact_side(settings, wager)
    stake = settings.unit if name == MAIN else dict(settings.stakes)[name]
    nets = Moments.of(tally.values("net", name))
    by_round = Moments.of(tally.values("round", name)) if settings.players > 1 else nets
    ev = nets.mean / stake
    # Seats of one round fall together: the error is that of the totals of rounds.
    error = sqrt(by_round.variance / by_round.count) / (settings.players * stake)
    spread = error
    if exact is not None and settings.players == 1:
        spread = sqrt(exact.variance / nets.count)
    value = None if exact is None else exact.ev
    if name == MAIN and set(settings.strategies) == {CARD}:
        value = exact_card_value(settings)
    z = float(ev - value) / spread if value is not None and spread else None
    hands = tally.values("hand", name)
    document: dict[str, Any] = {
        "wager": name,
        "paytable": table.name if exact is None else exact.paytable,
        "unit": rules.game.unit if name == MAIN else "stake",
        "stake": to_json(stake),
        "bets": nets.count,
        "wagered": to_json(tally.counts["staked", name]),
        "ev": float(ev),
        "standard_deviation": sqrt(nets.variance) / stake,
        "ci99": [float(ev) - CI99 * error, float(ev) + CI99 * error],
        "exact": None if value is None else float(value),
        "exact_fraction": None if value is None else str(value),
        "z": z,
        "rounds_won": tally.counts["won", name],
        "hands": dict(sorted(hands.items(), key=lambda one: (one[1], one[0]))),
    }
    if exact is not None:
        document["exact_hands"] = _exact_hands(table, exact)
    return document


def _exact_hands(table: Paytable, exact: Analysis) -> dict[str, float]:
    """Return the exact probability of each class of hand, with those that were not seen."""
    cells = range(len(table.ranking.cells))
    kinds = {cell_label(table, cell)[0]: kind_of_cell(table, cell) for cell in cells}
    found: dict[str, Fraction] = {}
    for outcome in exact.outcomes:
        kind = kinds.get(outcome.hand, outcome.hand)
        found[kind] = found.get(kind, Fraction(0)) + outcome.probability
    order = sorted(found.items(), key=lambda one: (one[1], one[0]))
    return {kind: float(chance) for kind, chance in order}


def paths_document(settings: Settings, tally: Tally, places: Sequence[int]) -> dict[str, Any]:
    """Describe how the first seat's money goes over sessions of equal length."""
    sessions = tally.counts["sessions",]
    document: dict[str, Any] = {
        "rounds": settings.session,
        "sessions": sessions,
        "places": list(places),
        "bankroll": None if settings.bankroll is None else to_json(settings.bankroll),
    }
    if not sessions:
        return document
    totals: list[dict[int, int]] = [{} for _ in places]
    for key, count in tally.counts.items():
        if key[0] == "path":
            _, place, total = (int(part) if part != "path" else 0 for part in key)
            totals[place - 1][total] = count
    last = totals[-1]
    ruined = tally.values("ruined-after")
    ahead = sum(count for total, count in last.items() if total > 0)
    document |= {
        "quantiles": {
            str(percent): [to_json(quantile(one, percent)) for one in totals]
            for percent in QUANTILES
        },
        "ahead": ahead / sessions,
        "even": last.get(0, 0) / sessions,
        "ruin": None if settings.bankroll is None else sum(ruined.values()) / sessions,
        "rounds_to_ruin": quantile(ruined, 50) if ruined else None,
        "drawdown": _quantiles(tally.values("drawdown"), money=True),
        "losing_run": _quantiles(tally.values("losing-run"), money=False),
    }
    exact = exact_session(settings)
    document["exact"] = None
    if exact is not None and exact.ahead is not None:
        document["exact"] = {
            "ahead": _bounded(exact.ahead),
            "even": _bounded(exact.even),
            "quantiles": {str(p): _bounded(one) for p, one in exact.quantiles.items()},
            "ruin": None if settings.bankroll is None else _bounded(exact.ruin),
        }
        document["z"] = {
            "ahead": _share_z(ahead, sessions, exact.ahead),
            "even": _share_z(last.get(0, 0), sessions, exact.even),
            "ruin": None
            if settings.bankroll is None
            else _share_z(sum(ruined.values()), sessions, exact.ruin),
        }
    return document


def _bounded(figure: Bounded | None) -> float | list[float] | None:
    if figure is None:
        return None
    return figure.least if figure.exact else [figure.least, figure.greatest]


def _share_z(count: int, sessions: int, exact: Bounded | None) -> float | None:
    """Return how many standard errors a share is away from its exact chance; None where too few
    sessions are expected on either side for that to mean anything.
    """
    if exact is None or not exact.exact or sessions * min(exact.least, 1 - exact.least) < FEWEST:
        return None
    error = sqrt(exact.least * (1 - exact.least) / sessions)
    return (count / sessions - exact.least) / error


def _quantiles(counted: Mapping[int, int], *, money: bool) -> dict[str, Any]:
    found = {str(percent): quantile(counted, percent) for percent in QUANTILES}
    return {name: to_json(one) if money else one for name, one in found.items()}


def house_document(settings: Settings, tally: Tally) -> dict[str, Any]:
    """Describe what the table takes in and keeps, in all and by hour, day and month at a pace."""
    handle = sum(count for key, count in tally.counts.items() if key[0] == "staked")
    nets = [(key, count) for key, count in tally.counts.items() if key[0] == "net"]
    envy = sum(cents * count for cents, count in tally.values("envy").items())
    limited = sum(cents * count for cents, count in tally.values("limited").items())
    win = -sum(int(key[2]) * count for key, count in nets) - envy
    document: dict[str, Any] = {
        "per_hour": settings.per_hour,
        "handle": to_json(handle),
        "win": to_json(win),
        "hold": win / handle,
        "envy": to_json(envy),
        "limited": to_json(limited),
        "limited_hands": sum(tally.values("limited").values()),
    }
    for period in PERIODS:
        counted = tally.values(period)
        if not counted:
            document[period] = None
            continue
        moments = Moments.of(counted)
        document[period] = {
            "periods": moments.count,
            "handle": to_json(
                round(Fraction(handle * settings.rounds_of(period), settings.rounds))
            ),
            "win": float(moments.mean / CENTS),
            "standard_deviation": sqrt(moments.variance) / CENTS,
            "quantiles": _quantiles(counted, money=True),
            "losing": sum(n for won, n in counted.items() if won < 0) / moments.count,
        }
    return document
