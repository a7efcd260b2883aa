"""The history of a run's meters: fed by every round, paid at every hit, in the order of rounds.

The rounds of a run are played apart, each with the meters as the run has them. What the meters
would have shown one round after the other follows exactly from the hits, because every round feeds
the same amount.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from fairdeal.rulebook.money import UNITS, UNITS_PER_CENT, to_json
from fairdeal.rulebook.odds import Odds
from fairdeal.simulate.rounds import MeterHit
from fairdeal.simulate.settings import Settings
from fairdeal.table.meters import Meters


@dataclass
class MeterHistory:
    """One meter: what it showed and paid over a run, in meter units."""

    hits: int = 0
    fed: int = 0
    paid: int = 0
    #: What the operator put on it: the amount at the start, and the reset after each full hit.
    funded: int = 0
    shown: int = 0
    greatest: int = 0
    full_hits: int = 0

    def document(self, rounds: int) -> dict[str, Any]:
        """Return the history as JSON, in dollars."""
        return {
            "hits": self.hits,
            "full_hits": self.full_hits,
            "rounds_between_hits": rounds / self.hits if self.hits else None,
            "fed": to_json(self.fed, per_dollar=UNITS),
            "paid": to_json(self.paid, per_dollar=UNITS),
            "funded": to_json(self.funded, per_dollar=UNITS),
            "greatest": to_json(self.greatest, per_dollar=UNITS),
            "shown": to_json(self.shown, per_dollar=UNITS),
        }


def meter_histories(settings: Settings, hits: Iterable[MeterHit]) -> dict[str, MeterHistory]:
    """Follow the meters through a run."""
    if not settings.meters or not any(settings.fed().values()):
        return {}
    fed = settings.fed()
    progressive = settings.rules.progressive
    resets = dict(progressive.resets) if progressive else {}
    meters = Meters(dict(settings.meters), resets)
    found = {
        name: MeterHistory(funded=units, greatest=units) for name, units in meters.units.items()
    }
    played = 0

    def feed(rounds: int) -> Meters:
        for name, one in found.items():
            one.fed += rounds * fed[name]
        grown = {name: units + rounds * fed[name] for name, units in meters.units.items()}
        for name, units in grown.items():
            found[name].greatest = max(found[name].greatest, units)
        return meters.showing(grown)

    for hit in sorted(hits):
        meters = feed(hit.round + 1 - played)
        played = hit.round + 1
        odds = Odds.parse(hit.pays)
        cents, meters = meters.paid(odds)
        one = found[odds.meter]
        one.hits += 1
        one.paid += cents * UNITS_PER_CENT
        if odds.amount == 100:
            one.full_hits += 1
            one.funded += resets[odds.meter]
    meters = feed(settings.rounds - played)
    for name, units in meters.units.items():
        found[name].shown = units
    return found
