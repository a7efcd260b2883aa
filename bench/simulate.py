"""Simulated rounds a second on one core, warm, with best play, beside numpy's Philox."""

from functools import partial

import numpy as np

from bench.measure import Row, best_seconds, millions
from fairdeal.games import find_game
from fairdeal.rulebook.rules import house_rules
from fairdeal.simulate.kernel_engine import kernel_engine
from fairdeal.simulate.settings import run_settings

_WORDS = 4_000_000
#: Rounds in a measurement, and the rate that a game should reach.
_GAMES = {
    "let-it-ride": (4_000_000, "25 M/s, 0.6"),
    "run-em-twice": (2_000_000, "5 M/s"),
    "double-draw": (500_000, "1 M/s"),
}


def bench() -> list[Row]:
    """One row for each game; a round takes one block of four words of 32 bits."""
    generator = np.random.Philox(7)
    words = 2 * _WORDS / best_seconds(lambda: generator.random_raw(_WORDS))
    rows = []
    for name, (rounds, target) in _GAMES.items():
        engine = kernel_engine(run_settings(house_rules(find_game(name)), rounds, 7))
        engine.tally(0, 1_000)  # compiled here, and not while it is measured
        rate = rounds / best_seconds(partial(engine.tally, 0, rounds))
        against = f"{4 * rate / words:.2f} of numpy's Philox, {millions(words)} words of 32 bits"
        rows.append(Row("simulate", f"{name}, best play", millions(rate), against, target))
    return rows
