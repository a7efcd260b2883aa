"""Simulated rounds a second, warm, with best play, beside numpy's Philox and other programs."""

from functools import partial
from time import process_time

import numpy as np

from bench.measure import Row, best_seconds, millions, speed_up, took
from bench.peers import NO_OPENSPIEL, openspiel_blackjack, openspiel_hands, pokerkit_hands
from fairdeal.games import find_game
from fairdeal.rulebook.rules import house_rules
from fairdeal.simulate.engines import KERNEL
from fairdeal.simulate.kernel_engine import kernel_engine
from fairdeal.simulate.run import simulate_rounds
from fairdeal.simulate.settings import run_settings
from fairdeal.simulate.workers import Workers

_WORDS = 4_000_000
#: Rounds in a measurement, and the rate that a game should reach.
_GAMES = {
    "let-it-ride": (4_000_000, "25 M/s, 0.6"),
    "run-em-twice": (2_000_000, "5 M/s"),
    "double-draw": (500_000, "1 M/s"),
}
#: Rounds that two threads share, by game.
_SHARED = {"let-it-ride": 40_000_000, "run-em-twice": 8_000_000, "double-draw": 1_000_000}


#: How often each number of threads is measured, in turn: what disturbs them changes with time.
_TURNS = 4


def bench() -> list[Row]:
    """Three rows for each game: a round takes one block of four words of 32 bits. One thread is
    measured by processor time, which other programs on the machine do not change.
    """
    generator = np.random.Philox(7)
    words = 2 * _WORDS / best_seconds(partial(generator.random_raw, _WORDS), clock=process_time)
    rows = _peers()
    for name, (rounds, target) in _GAMES.items():
        rules = house_rules(find_game(name))
        engine = kernel_engine(run_settings(rules, rounds, 7))
        engine.tally(0, 1_000)  # compiled here, and not while it is measured
        rate = rounds / best_seconds(partial(engine.tally, 0, rounds), clock=process_time)
        against = f"{4 * rate / words:.2f} of numpy's Philox, {millions(words)} words of 32 bits"
        rows += [
            Row("simulate", f"{name}, best play", millions(rate), against, target),
            _two_threads(name, rate),
        ]
    return rows


def _two_threads(name: str, rate: float) -> Row:
    """Two threads beside one, in turn."""
    settings = run_settings(house_rules(find_game(name)), _SHARED[name], 7)
    one, two = (
        partial(simulate_rounds, settings, engine=KERNEL, workers=Workers(count=count))
        for count in (1, 2)
    )
    runs = [(took(one), took(two)) for _ in range(_TURNS)]
    times, how = speed_up([run for run, _ in runs], [run for _, run in runs])
    against = f"{times:.2f} times one thread, {how}"
    return Row("simulate", f"{name}, two threads", millions(times * rate), against, "nearly 2")


def _peers() -> list[Row]:
    """The nearest that others play: none of them has these games."""
    peers = {
        "PokerKit, no-limit hold'em, 2 players": pokerkit_hands(2),
        "OpenSpiel, no-limit hold'em, 2 players": openspiel_hands(2),
        "OpenSpiel, blackjack": openspiel_blackjack(),
    }
    return [
        Row("simulate", what, "-", NO_OPENSPIEL)
        if rate is None
        else Row("simulate", what, f"{rate:,.0f}/s", "the nearest that it plays")
        for what, rate in peers.items()
    ]
