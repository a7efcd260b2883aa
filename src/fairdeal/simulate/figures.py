"""The figures of a run from its tally, each beside the lab's exact one where there is one."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, Final

from fairdeal.lab.figures.analysis import Analysis, cell_label
from fairdeal.lab.figures.bounds import QUANTILES, Bounded
from fairdeal.lab.figures.payouts import MAIN, table_for
from fairdeal.rulebook.money import to_json
from fairdeal.rulebook.paytable import Paytable
from fairdeal.simulate.exact import ExactFigures
from fairdeal.simulate.settings import Settings
from fairdeal.simulate.table_engine import naming_wager
from fairdeal.simulate.tally import Tally

#: So many standard errors to either side hold the mean in 99 of 100 runs.
CI99: Final = 2.5758293035489004
#: The fewest cases that must be expected either way for a share to be judged.
FEWEST: Final = 10


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


def wager_document(
    settings: Settings, tally: Tally, lab: ExactFigures, name: str
) -> dict[str, Any]:
    """Return the figures of the main wagers together, or of a side bet."""
    rules = settings.rules
    wager = naming_wager(rules) if name == MAIN else rules.game.wager[name]
    table = table_for(rules, wager)
    exact = lab.main if name == MAIN else lab.side(wager)
    stake = settings.unit if name == MAIN else dict(settings.stakes)[name]
    nets = Moments.of(tally.values("net", name))
    by_round = Moments.of(tally.values("round", name)) if settings.players > 1 else nets
    ev = nets.mean / stake
    # Seats of one round fall together: the error is that of the totals of rounds.
    error = sqrt(by_round.variance / by_round.count) / (settings.players * stake)
    spread = error
    if exact is not None and settings.players == 1:
        spread = sqrt(exact.variance / nets.count)
    value = lab.main_value if name == MAIN else None if exact is None else exact.ev
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
        chances = _exact_hands(table, exact)
        document |= {
            "exact_standard_deviation": exact.standard_deviation,
            "exact_rounds_won": float(exact.hit_frequency),
            "exact_hands": chances,
        }
        if settings.players == 1:  # The hands of several seats share cards.
            document["hands_z"] = {
                kind: share_z(hands.get(kind, 0), nets.count, chance)
                for kind, chance in chances.items()
            }
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


def share_z(count: int, of: int, chance: float) -> float | None:
    """Return how many standard errors a share is away from its exact chance; None where too few
    cases are expected on either side for that to mean anything.
    """
    if of * min(chance, 1 - chance) < FEWEST:
        return None
    return (count / of - chance) / sqrt(chance * (1 - chance) / of)


def quantile_z(counted: Mapping[int, int], percent: int, exact: float) -> float | None:
    """Return how many standard errors the simulated values are away from an exact quantile: of
    the share of values that do not exceed it, where that is too small, or of those below it, where
    that is too large; 0 where the quantile fits, None where there are too few values.
    """
    of, share = sum(counted.values()), percent / 100
    up_to = sum(n for value, n in counted.items() if value <= exact)
    below = sum(n for value, n in counted.items() if value < exact)
    if of * min(share, 1 - share) < FEWEST:
        return None
    if up_to >= share * of >= below:
        return 0.0
    return share_z(up_to if up_to < share * of else below, of, share)


def figure_document(figure: Bounded | None) -> float | list[float] | None:
    """Return a figure of the lab as JSON: a number, two bounds, or nothing."""
    if figure is None:
        return None
    return figure.least if figure.exact else [figure.least, figure.greatest]


def quantiles_document(counted: Mapping[int, int], *, money: bool) -> dict[str, Any]:
    """Return the quantiles of values by percent, as JSON."""
    found = {str(percent): quantile(counted, percent) for percent in QUANTILES}
    return {name: to_json(one) if money else one for name, one in found.items()}
