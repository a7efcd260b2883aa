"""Simulated rounds a second, warm, with best play, beside numpy's Philox and other programs."""

from functools import partial

import numpy as np

from bench.measure import Row, best_seconds, millions
from bench.peers import openspiel_rounds, pokerkit_hands
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


def bench() -> list[Row]:
    """Three rows for each game: a round takes one block of four words of 32 bits."""
    generator = np.random.Philox(7)
    words = 2 * _WORDS / best_seconds(lambda: generator.random_raw(_WORDS))
    rows = _peers()
    for name, (rounds, target) in _GAMES.items():
        rules = house_rules(find_game(name))
        engine = kernel_engine(run_settings(rules, rounds, 7))
        engine.tally(0, 1_000)  # compiled here, and not while it is measured
        rate = rounds / best_seconds(partial(engine.tally, 0, rounds))
        against = f"{4 * rate / words:.2f} of numpy's Philox, {millions(words)} words of 32 bits"
        rows.append(Row("simulate", f"{name}, best play", millions(rate), against, target))
        shared = run_settings(rules, _SHARED[name], 7)
        one, two = (
            shared.rounds
            / best_seconds(
                partial(simulate_rounds, shared, engine=KERNEL, workers=Workers(count=count)),
                runs=3,
            )
            for count in (1, 2)
        )
        against = f"{two / one:.2f} times one thread"
        rows.append(Row("simulate", f"{name}, two threads", millions(two), against, "nearly 2"))
    return rows


def _peers() -> list[Row]:
    """The nearest that others play: none of them has these games."""
    spiel = openspiel_rounds()
    return [
        Row(
            "simulate",
            "PokerKit, no-limit hold'em, 2 players",
            f"{pokerkit_hands(2):,.0f}/s",
            "the nearest that it plays",
        ),
        Row(
            "simulate",
            "OpenSpiel, blackjack",
            "-" if spiel is None else f"{spiel:,.0f}/s",
            "not installed here" if spiel is None else "the nearest that it plays",
        ),
    ]
