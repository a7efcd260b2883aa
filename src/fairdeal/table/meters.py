"""Progressive meters: fed by stakes, paid in turn (readings `meter-feed`, `meter-turn`)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.rulebook.odds import Odds


@dataclass(frozen=True, slots=True)
class Meters:
    """What each meter shows and what it falls back to, in ten-thousandths of a cent."""

    units: Mapping[str, int]
    resets: Mapping[str, int]

    def showing(self, units: Mapping[str, int]) -> "Meters":
        """Return the same meters with other amounts on them."""
        return Meters(units, self.resets)

    def fed(self, stake_cents: int, rates: Mapping[str, int]) -> "Meters":
        """Return the meters after a stake has fed them; rates are in ten-thousandths of the
        stake.
        """
        grown = {
            name: units + stake_cents * rates.get(name, 0) for name, units in self.units.items()
        }
        return replace(self, units=grown)

    def paid(self, odds: Odds) -> tuple[int, "Meters"]:
        """Return the whole cents that a share of a meter comes to, and the meters after it is paid.

        What is left of a cent stays on the meter, on top of the reset after a 100 percent hit.
        """
        shown = self.units[odds.meter]
        cents = shown * odds.amount // (100 * UNITS_PER_CENT)
        left = shown - cents * UNITS_PER_CENT
        if odds.amount == 100:
            left += self.resets[odds.meter]
        return cents, replace(self, units={**self.units, odds.meter: left})
