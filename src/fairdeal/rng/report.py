"""The report of a laboratory over the live shuffle: results, correction for many tests, power."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np

from fairdeal import __version__
from fairdeal.errors import BadInputError
from fairdeal.lab.kernels.threads import map_in_threads
from fairdeal.lab.progress import Progress
from fairdeal.rng.battery import BatteryResult, DeckCounts, cut_depth_result
from fairdeal.rng.derivation import (
    SECRET_BYTES,
    Bytes,
    Secrets,
    live_cuts,
    live_decks,
    system_secrets,
)
from fairdeal.rng.faults import FAULTS
from fairdeal.rng.statistics import holm
from fairdeal.table.questions import CUT_MARGIN

#: The number of decks that are made and counted in one lot.
LOT: Final = 20_000
LEAST_DECKS: Final = 1_000
MOST_DECKS: Final = 1_000_000_000
SIZES: Final = (52, 54)
#: A corrected p-value below this is a finding.
LEVEL: Final = 0.01
#: How often each planted fault is tried, and with how many decks at the most. A small fault is
#: tried with as many decks as the report has.
REPLICATES: Final = 10
MOST_POWER_DECKS: Final = 50_000


@dataclass(frozen=True)
class ReportedTest:
    """A test with its corrected p-value, and how often it has found each planted fault."""

    result: BatteryResult
    corrected: float
    power: dict[str, Fraction]

    @property
    def passed(self) -> bool:
        """Return whether the test has no finding."""
        return self.corrected >= LEVEL

    def to_dict(self) -> dict[str, Any]:
        """Return the test as JSON."""
        return {
            **self.result._asdict(),
            "corrected": self.corrected,
            "passed": self.passed,
            "power": {name: float(share) for name, share in self.power.items()},
        }


@dataclass(frozen=True)
class RandomnessReport:
    """What a laboratory finds in the decks of the live derivation."""

    decks: int
    size: int
    power_decks: int
    replicates: int
    tests: tuple[ReportedTest, ...]
    #: The kinds of hands of the first five cards: how many there were, and the exact probability.
    hands: tuple[tuple[str, int, Fraction], ...]
    #: How often the whole battery has found each planted fault.
    found: dict[str, Fraction]

    @property
    def passed(self) -> bool:
        """Return whether no test has a finding after correction for many tests."""
        return all(test.passed for test in self.tests)

    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON."""
        return {
            "program": f"fairdeal {__version__}",
            "decks": self.decks,
            "cards": self.size,
            "level": LEVEL,
            "passed": self.passed,
            "tests": [test.to_dict() for test in self.tests],
            "hands": [
                {"hand": kind, "counted": counted, "expected": float(chance * self.decks)}
                for kind, counted, chance in self.hands
            ],
            "power": {
                "decks": self.power_decks,
                "replicates": self.replicates,
                "faults": {fault.name: fault.explanation for fault in FAULTS},
                "found": {name: float(share) for name, share in self.found.items()},
            },
        }


def make_report(
    decks: int,
    *,
    size: int = 52,
    secrets: Secrets = system_secrets,
    replicates: int = REPLICATES,
    workers: int = 1,
    progress: Progress | None = None,
) -> RandomnessReport:
    """Test so many decks of the live derivation, and the battery itself with planted faults."""
    if not LEAST_DECKS <= decks <= MOST_DECKS:
        raise BadInputError(f"a report takes {LEAST_DECKS:,} to {MOST_DECKS:,} decks")
    if size not in SIZES:
        raise BadInputError("a deck has 52 cards, or 54 with two jokers")
    power_decks = min(decks, MOST_POWER_DECKS)
    steps = _Steps(progress, -(-decks // LOT) + replicates * len(FAULTS))
    counts, depths = _count_live(decks, size, secrets, workers, steps)
    results = [*counts.results(), cut_depth_result(depths, size, CUT_MARGIN)]
    found: dict[str, list[dict[str, bool]]] = {}
    for number, fault in enumerate(FAULTS):
        found[fault.name] = []
        for replicate in range(replicates):
            random = np.random.Generator(np.random.Philox([number, replicate]))
            trial = DeckCounts(size)
            trial_decks = decks if fault.small else power_decks
            for at in range(0, trial_decks, LOT):
                trial.add(fault.decks(random, min(LOT, trial_decks - at), size))
            some = trial.results()
            if fault.cuts is not None:
                cuts = fault.cuts(random, trial_decks, size)
                some.append(cut_depth_result(cuts, size, CUT_MARGIN))
            found[fault.name].append(_findings(some))
            steps.done()
    tests = tuple(
        ReportedTest(result, corrected, _power(found, result.name))
        for result, corrected in zip(
            results, holm([result.p_value for result in results]), strict=True
        )
    )
    whole = {
        name: _share(any(trial.values()) for trial in trials) for name, trials in found.items()
    }
    hands = tuple(counts.hand_table())
    return RandomnessReport(decks, size, power_decks, replicates, tests, hands, whole)


def _findings(results: list[BatteryResult]) -> dict[str, bool]:
    """Return for each test whether it has a finding after correction for all of them."""
    corrected = holm([result.p_value for result in results])
    return {result.name: p < LEVEL for result, p in zip(results, corrected, strict=True)}


def _power(found: dict[str, list[dict[str, bool]]], test: str) -> dict[str, Fraction]:
    return {
        fault: _share(trial.get(test, False) for trial in trials) for fault, trials in found.items()
    }


def _share(outcomes: Iterator[bool]) -> Fraction:
    every = list(outcomes)
    return Fraction(sum(every), len(every)) if every else Fraction(0)


def _count_live(
    decks: int, size: int, secrets: Secrets, workers: int, steps: "_Steps"
) -> tuple[DeckCounts, Bytes]:
    """Make the decks in threads, a few lots at a time, and count them in order."""
    counts, depths = DeckCounts(size), np.empty(decks, dtype=np.uint8)
    starts = range(0, decks, LOT)
    for first in range(0, len(starts), workers):
        some = starts[first : first + workers]
        lots = [(at, secrets(min(LOT, decks - at))) for at in some]

        def make(lot: tuple[int, bytes]) -> tuple[Bytes, Bytes]:
            at, keys = lot
            return (
                live_decks(keys, size=size, first_round=at + 1),
                live_cuts(keys, size=size, first_round=at + 1),
            )

        made = map_in_threads(make, lots, workers)
        for (at, keys), (some_decks, some_depths) in zip(lots, made, strict=True):
            counts.add(some_decks)
            depths[at : at + len(keys) // SECRET_BYTES] = some_depths
            steps.done()
    return counts, depths


class _Steps:
    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress, self._total, self._done = progress, total, 0

    def done(self) -> None:
        self._done += 1
        if self._progress:
            self._progress(self._done, self._total)
