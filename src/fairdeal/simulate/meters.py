"""The history of a run's meters: fed by every round, paid at every hit, in the order of rounds.

The rounds of a run are played apart, each with the meters as the run has them. What the meters
would have shown one round after the other follows exactly from the hits, because every round feeds
the same amount.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from fairdeal.rulebook.money import UNITS, UNITS_PER_CENT, to_json
from fairdeal.rulebook.odds import Odds
from fairdeal.simulate.exact import ExactFigures
from fairdeal.simulate.figures import quantiles_document, share_z
from fairdeal.simulate.rounds import MeterHit
from fairdeal.simulate.settings import Settings
from fairdeal.simulate.tally import Tally
from fairdeal.table.meters import Meters

#: At how many places of a run the amounts are told.
PLACES: Final = 20


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
    #: How often so many rounds went from one hit to the next.
    waits: Counter[int] = field(default_factory=Counter)
    last_hit: int | None = None
    #: What it showed after so many rounds.
    places: list[tuple[int, int]] = field(default_factory=list)

    def hit(self, number: int) -> None:
        """Count a hit in the round of this number."""
        self.hits += 1
        if self.last_hit is not None:
            self.waits[number - self.last_hit] += 1
        self.last_hit = number

    def document(self, rounds: int) -> dict[str, Any]:
        """Return the history as JSON, in dollars."""
        return {
            "hits": self.hits,
            "full_hits": self.full_hits,
            "rounds_between_hits": rounds / self.hits if self.hits else None,
            "waits": quantiles_document(self.waits, money=False) if self.waits else None,
            "fed": _dollars(self.fed),
            "paid": _dollars(self.paid),
            "funded": _dollars(self.funded),
            "greatest": _dollars(self.greatest),
            "shown": _dollars(self.shown),
            "history": [
                {"rounds": played, "shown": _dollars(units)} for played, units in self.places
            ],
        }


def meters_document(settings: Settings, tally: Tally, lab: ExactFigures) -> dict[str, Any]:
    """Describe each meter, with the exact number of hits that is expected, and what the operator
    is expected to put up: the amount at the start and a reset for each full hit.
    """
    found = {}
    resets = _resets(settings)
    trials = settings.rounds * settings.players
    for name, history in meter_histories(settings, tally.hits).items():
        document = history.document(settings.rounds)
        document |= {"exact": None, "z": None}
        chances = lab.meter_hits(name)
        if chances is not None and chances[0]:
            some, whole = chances
            funded = dict(settings.meters)[name] + trials * whole * resets[name]
            document["exact"] = {
                "hits": float(trials * some),
                "rounds_between_hits": float(1 / (settings.players * some)),
                "funded": float(funded / UNITS),
            }
            if settings.players == 1:  # Seats of one round share cards.
                document["z"] = share_z(history.hits, trials, float(some))
        found[name] = document
    return found


def meter_histories(settings: Settings, hits: Iterable[MeterHit]) -> dict[str, MeterHistory]:
    """Follow the meters through a run."""
    if not settings.meters or not any(settings.fed().values()):
        return {}
    fed, resets = settings.fed(), _resets(settings)
    meters = Meters(dict(settings.meters), resets)
    found = {
        name: MeterHistory(funded=units, greatest=units) for name, units in meters.units.items()
    }
    places = [settings.rounds * place // PLACES for place in range(1, PLACES + 1)]
    places = sorted({place for place in places if place})
    played = told = 0

    def feed(rounds: int) -> Meters:
        for name, one in found.items():
            one.fed += rounds * fed[name]
        grown = {name: units + rounds * fed[name] for name, units in meters.units.items()}
        for name, units in grown.items():
            found[name].greatest = max(found[name].greatest, units)
        return meters.showing(grown)

    def tell(before: int) -> None:
        """Write what the meters show at the places that come before a round's stakes."""
        nonlocal told
        while told < len(places) and places[told] <= before:
            for name, units in meters.units.items():
                grown = units + (places[told] - played) * fed[name]
                found[name].places.append((places[told], grown))
            told += 1

    for hit in sorted(hits):
        tell(hit.round)
        meters = feed(hit.round + 1 - played)
        played = hit.round + 1
        odds = Odds.parse(hit.pays)
        cents, meters = meters.paid(odds)
        one = found[odds.meter]
        one.hit(hit.round)
        one.paid += cents * UNITS_PER_CENT
        if odds.amount == 100:
            one.full_hits += 1
            one.funded += resets[odds.meter]
    tell(settings.rounds)
    meters = feed(settings.rounds - played)
    for name, units in meters.units.items():
        found[name].shown = units
    return found


def _resets(settings: Settings) -> dict[str, int]:
    progressive = settings.rules.progressive
    return dict(progressive.resets) if progressive else {}


def _dollars(units: int) -> int | float:
    return to_json(units, per_dollar=UNITS)
