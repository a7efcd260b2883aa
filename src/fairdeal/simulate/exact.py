"""The lab's exact figures of a run, as far as the lab has them."""

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple, TypeVar

from fairdeal.errors import BadInputError, FairdealError
from fairdeal.lab.decisions.strategy import strategy_card
from fairdeal.lab.figures.analysis import Analysis
from fairdeal.lab.figures.analyze import analyze, analyze_main
from fairdeal.lab.figures.betting_pattern import BettingPattern, betting_pattern
from fairdeal.lab.figures.bounds import QUANTILES, SessionFigures
from fairdeal.lab.figures.payout_limit import cutting_limit, limit_units
from fairdeal.lab.figures.payouts import MAIN, table_for
from fairdeal.lab.progress import shown_by
from fairdeal.rulebook.money import CENTS, UNITS
from fairdeal.rulebook.odds import METER, Odds
from fairdeal.rulebook.wager import Wager
from fairdeal.simulate.lazy import total_figures
from fairdeal.simulate.settings import Settings
from fairdeal.simulate.strategies import BEST, CARD

#: An exact figure that would take longer than this many seconds is left out.
LONGEST_EXACT: Final = 60.0

_Figure = TypeVar("_Figure")


class Win(NamedTuple):
    """The house's win in some rounds of a table with one seat, in dollars: the chance of a loss,
    and quantiles by percent.
    """

    losing: float
    quantiles: dict[int, Fraction]


class _NoDisplay:
    """Shows no progress."""

    def progress(self, done: int, total: int) -> None:
        """Do nothing."""

    def end(self) -> None:
        """Do nothing."""


def known_figure(compute: Callable[[], _Figure]) -> _Figure | None:
    """Return a figure of the lab; None if it is not known or would take too long."""
    with shown_by(lambda _: _NoDisplay(), longest=LONGEST_EXACT):
        try:
            return compute()
        except FairdealError:
            return None


class ExactFigures:
    """The exact figures of a run. Each is None where the lab does not have it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._sides: dict[str, Analysis | None] = {}

    @property
    def players(self) -> int:
        """Return how many seats play."""
        return self._settings.players

    @property
    def deviation(self) -> float | None:
        """Return the standard deviation of a round in dollars; None where there are several seats,
        whose results are not independent, or it is not known.
        """
        if self.players > 1 or not self.best_play or self.pattern is None:
            return None
        return self.pattern.deviations[0] if self.pattern.exact else None

    @property
    def best_play(self) -> bool:
        """Return whether every seat plays best."""
        return set(self._settings.strategies) == {BEST}

    @cached_property
    def main(self) -> Analysis | None:
        """Return the figures of the main wagers at the stake of the run, under its payout limit."""
        stake = Fraction(self._settings.unit, CENTS)
        rules = self._settings.rules
        return known_figure(lambda: analyze_main(rules, stake=stake)) if self.best_play else None

    @cached_property
    def main_value(self) -> Fraction | None:
        """Return the value of the main wagers in units, for best play and for the printed card."""
        if set(self._settings.strategies) != {CARD}:
            return None if self.main is None else self.main.ev
        rules = self._settings.rules
        limit = cutting_limit(rules, limit_units(rules, Fraction(self._settings.unit, CENTS)))
        return known_figure(lambda: strategy_card(rules, limit=limit).card_ev)

    @cached_property
    def value_without_limit(self) -> Fraction | None:
        """Return the value of best play in units where no payout limit counts."""
        rules = self._settings.rules
        found = known_figure(lambda: analyze_main(rules)) if self.best_play else None
        return None if found is None else found.ev

    def side(self, wager: Wager) -> Analysis | None:
        """Return the figures of a side bet at the stake and the meters of the run."""
        if wager.name not in self._sides:
            self._sides[wager.name] = self._side(wager)
        return self._sides[wager.name]

    def _side(self, wager: Wager) -> Analysis | None:
        settings = self._settings
        rules = settings.rules
        known = {meter.name for meter in table_for(rules, wager).meters}
        try:
            (found,) = analyze(
                rules.game,
                paytables=rules.paytables,
                readings=rules.readings,
                wager=wager.name,
                stake=Fraction(dict(settings.stakes)[wager.name], CENTS),
                meters={n: Fraction(units, UNITS) for n, units in settings.meters if n in known},
            )
        except BadInputError:
            return None
        return found

    @cached_property
    def pattern(self) -> BettingPattern | None:
        """Return the figures of all bets of one seat together, without envy."""
        settings = self._settings
        stakes = {MAIN: Fraction(settings.unit, CENTS)}
        for name in settings.side_bets:
            stakes[name] = Fraction(dict(settings.stakes)[name], CENTS)
        meters = {name: Fraction(units, UNITS) for name, units in settings.meters}
        return known_figure(lambda: betting_pattern(settings.rules, stakes, meters=meters))

    @property
    def envy(self) -> Fraction:
        """Return the envy in dollars that all seats together get in a round on average."""
        settings = self._settings
        wager = settings.rules.progressive_wager
        if settings.players == 1 or wager is None or wager.name not in settings.side_bets:
            return Fraction(0)
        found = self.side(wager)
        if found is None or found.progressive is None:
            return Fraction(0)
        stake = Fraction(dict(settings.stakes)[wager.name], CENTS)
        others = settings.players - 1
        return settings.players * others * stake * found.progressive.envy_per_player

    @cached_property
    def session(self) -> SessionFigures | None:
        """Return the figures of a session of the first seat; None where no exact chain covers
        it.
        """
        settings = self._settings
        if settings.strategies[0] != BEST or self.envy:
            return None
        bankroll = None if settings.bankroll is None else Fraction(settings.bankroll, CENTS)
        pattern = self.pattern
        if pattern is None:
            return None
        return known_figure(lambda: pattern.session(settings.session, Fraction(1, 20), bankroll))

    def win(self, rounds: int) -> Win | None:
        """Return the house's win in so many rounds; None where there are several seats, whose
        results are not independent.
        """
        pattern = self.pattern
        if self._settings.players > 1 or not self.best_play or pattern is None:
            return None
        results = known_figure(lambda: pattern.results)
        if results is None:
            return None
        wins = {-net: chance for net, chance in results.items()}
        found = total_figures(wins, rounds, QUANTILES)
        return None if found is None else Win(*found)

    def meter_hits(self, meter: str) -> tuple[Fraction, Fraction] | None:
        """Return the chances that one seat wins a share of a meter in a round, and all of it."""
        wager = self._settings.rules.progressive_wager
        found = None if wager is None else self.side(wager)
        if found is None:
            return None
        some = whole = Fraction(0)
        for outcome in found.outcomes:
            odds = Odds.parse(outcome.pays) if outcome.pays else None
            if odds is not None and odds.form is METER and odds.meter == meter:
                some += outcome.probability
                whole += outcome.probability if odds.amount == 100 else 0
        return some, whole
