"""What warnings are made from: the rules of a file as far as they are sound, and the lab."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, Protocol

from fairdeal.lab.cache import known
from fairdeal.lab.figures.counts import Counts
from fairdeal.lab.figures.meters import Meters, meters_of
from fairdeal.lab.figures.payouts import net_by_cell, table_for
from fairdeal.rulebook.money import CENTS, UNITS, dollars
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager
from fairdeal.wire.fields import Path


class RulesWarning(NamedTuple):
    """One warning: where it stands, what it says, and the clause where a text speaks."""

    path: Path
    message: str
    clause: str | None = None


class IsSound(Protocol):
    """Whether nothing was found at some places of the file."""

    def __call__(self, *paths: Path) -> bool:
        """True where a warning may rest on them."""


@dataclass
class WarningContext:
    """A file that is being looked at."""

    rules: Rules
    is_sound: IsSound
    _counts: dict[str, Counts | None] = field(default_factory=dict)

    @cached_property
    def resets(self) -> Mapping[str, Fraction]:
        """What each meter is reset to, in dollars."""
        progressive = self.rules.progressive
        units = {} if progressive is None else progressive.resets
        return {name: Fraction(reset, UNITS) for name, reset in units.items()}

    def side_bets(self) -> Iterator[tuple[Wager, Paytable]]:
        """The additional wagers on offer, as far as they are told soundly."""
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
        """The amounts in dollars that a wager may be; of very many, the least and the most."""
        bounds = self.rules.limits[wager.name]
        few = bounds.amounts or dict.fromkeys((bounds.least, bounds.most))
        return tuple(Fraction(cents, CENTS) for cents in few)

    def counts(self, wager: Wager) -> Counts | None:
        """How often each hand of a side bet comes; None where that is not known at once."""
        if wager.name not in self._counts:
            self._counts[wager.name] = known.side_counts(self.rules, wager)
        return self._counts[wager.name]

    @cached_property
    def main_ev(self) -> Fraction | None:
        """What the main wagers bring; None where that is not known at once."""
        return known.main_ev(self.rules)

    def returned(self, wager: Wager, stake: Fraction, counts: Counts | None) -> Fraction | None:
        """What a unit of a side bet returns, its meters at their resets."""
        if counts is None:
            return None
        table = table_for(self.rules, wager)
        net = net_by_cell(table, stake=stake, collected=wager.collected, meters=self.resets)
        return 1 + counts.ev(net)

    def meters(self, wager: Wager, table: Paytable, stake: Fraction) -> Meters | None:
        """The life of a progressive's meters; None where it is not known at once."""
        counts, progressive = self.counts(wager), self.rules.progressive
        if counts is None or progressive is None or not table.meters:
            return None
        return meters_of(table, counts, progressive, stake)

    def under(self, reading: str, choice: str) -> "WarningContext":
        """The same under another reading."""
        readings = {**self.rules.readings, reading: choice}
        return WarningContext(replace(self.rules, readings=readings), self.is_sound)


def percent(part: Fraction) -> str:
    """`108.56%`."""
    return f"{float(part):.2%}"


def amount(of: Fraction) -> str:
    """Dollars for people: `$1,250`, cents only where they are few."""
    cents = round(of * CENTS)
    return dollars(cents if abs(of) < 1_000 else round(of) * CENTS)
