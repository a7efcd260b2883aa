"""What warnings are computed from: the valid fields of a file, and figures of the lab."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, Protocol

from fairdeal.lab.cache import known
from fairdeal.lab.figures.counts import Counts
from fairdeal.lab.figures.meters import MetersAtStake, meters_of
from fairdeal.lab.figures.payouts import net_by_cell, table_for
from fairdeal.rulebook.money import CENTS, UNITS, dollars
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager
from fairdeal.wire.fields import Path


class RulesWarning(NamedTuple):
    """One warning: its place, its words, and its clause if one applies."""

    path: Path
    message: str
    clause: str | None = None


class IsSound(Protocol):
    """Tells whether fields of the file have no findings."""

    def __call__(self, *paths: Path) -> bool:
        """Return whether a warning may depend on these fields."""


@dataclass
class WarningContext:
    """The file for which warnings are computed."""

    rules: Rules
    is_sound: IsSound
    _counts: dict[str, Counts | None] = field(default_factory=dict)

    @cached_property
    def resets(self) -> Mapping[str, Fraction]:
        """Return the reset of each meter in dollars."""
        progressive = self.rules.progressive
        units = {} if progressive is None else progressive.resets
        return {name: Fraction(reset, UNITS) for name, reset in units.items()}

    def side_bets(self) -> Iterator[tuple[Wager, Paytable]]:
        """Yield the side bets on offer whose fields have no findings."""
        for wager in self.rules.wagers:
            if not wager.optional:
                continue
            needs: list[Path] = [("paytables", wager.pays.name), ("readings",)]
            if wager.progressive:
                needs.append(("progressive",))
            if not wager.size.amounts:
                needs += [("chip-step",), ("minimum",), ("maximum",), ("side-maximum", wager.name)]
            if self.is_sound(*needs):
                yield wager, table_for(self.rules, wager)

    def stakes(self, wager: Wager) -> tuple[Fraction, ...]:
        """Return the allowed amounts of a wager in dollars; of a range, the least and the most."""
        bounds = self.rules.limits[wager.name]
        few = bounds.amounts or dict.fromkeys((bounds.least, bounds.most))
        return tuple(Fraction(cents, CENTS) for cents in few)

    def counts(self, wager: Wager) -> Counts | None:
        """Return how often each hand of a side bet occurs, or None if that takes long."""
        if wager.name not in self._counts:
            self._counts[wager.name] = known.side_counts(self.rules, wager)
        return self._counts[wager.name]

    @cached_property
    def main_ev(self) -> Fraction | None:
        """Return the value of the main wagers, or None if that takes long."""
        return known.main_ev(self.rules)

    def returned(self, wager: Wager, stake: Fraction, counts: Counts | None) -> Fraction | None:
        """Return how much a side bet returns of one unit, with the meters at their resets."""
        if counts is None:
            return None
        table = table_for(self.rules, wager)
        net = net_by_cell(table, stake=stake, collected=wager.collected, meters=self.resets)
        return 1 + counts.ev(net)

    def meters(self, wager: Wager, table: Paytable, stake: Fraction) -> MetersAtStake | None:
        """Return the long-run figures of a progressive's meters, or None if they are not known."""
        counts, progressive = self.counts(wager), self.rules.progressive
        if counts is None or progressive is None or not table.meters:
            return None
        return meters_of(table, counts, progressive, stake)

    def under(self, reading: str, choice: str) -> "WarningContext":
        """Return the same file under another reading."""
        readings = {**self.rules.readings, reading: choice}
        return WarningContext(replace(self.rules, readings=readings), self.is_sound)


def percent(part: Fraction) -> str:
    """Return a share in percent, such as `108.56%`."""
    return f"{float(part):.2%}"


def amount(of: Fraction) -> str:
    """Return dollars such as `$1,250`; only amounts below $1,000 have cents."""
    cents = round(of * CENTS)
    return dollars(cents if abs(of) < 1_000 else round(of) * CENTS)
