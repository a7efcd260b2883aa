"""The lab's exact value against best play through the real table: two routes that share no code but
the hands and the paytables. A seed fixes every card, so a run is the same each time.
"""

import os
from dataclasses import replace
from math import sqrt

import pytest

from fairdeal.games import find_game
from fairdeal.lab.decisions.best_player import BestPlayer
from fairdeal.lab.figures.analyze import analyze_main
from fairdeal.play.session import open_table
from fairdeal.play.sources import SeededSource
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.table import commands as cmd
from fairdeal.table.actors import player
from fairdeal.table.state import Phase

BASE = 1_000
#: Beyond this many standard errors lies one run in a thousand.
Z = 3.2905


def play(rules: Rules, rounds: int, seed: int) -> tuple[float, float]:
    """The mean result of a round and its standard error, in base bets."""
    session = open_table(rules, SeededSource(seed))
    best = BestPlayer(rules)
    session.do(cmd.Sit(1), player("best"))
    wagers = [one.name for one in rules.game.wagers if one.at is None and not one.optional]
    total = squares = 0
    for _ in range(rounds):
        before = session.state.purses["best"]
        session.run_dealer()
        for wager in wagers:
            session.do(cmd.Bet(seat=1, wager=wager, cents=BASE))
        while True:
            session.run_dealer(until_round_ends=True)
            if session.state.phase is Phase.OPEN:
                break
            session.do(best.command(session.state))
        won = session.state.purses["best"] - before
        total += won
        squares += won * won
    mean = total / rounds
    spread = sqrt((squares / rounds - mean * mean) / rounds)
    return mean / BASE, spread / BASE


def without_limit(name: str) -> Rules:
    """The house's rules; the payout limit, which the lab leaves out, is out of reach of $10."""
    return replace(house_rules(find_game(name)), payout_limit_cents=None)


@pytest.mark.parametrize("name", ["let-it-ride", "run-em-twice"])
def test_a_few_rounds_agree_with_the_exact_value(name: str) -> None:
    rules = without_limit(name)
    exact = analyze_main(rules)
    mean, error = play(rules, 1_500, seed=3)
    # The sample's own spread misses rare hands: the exact deviation is the honest one.
    expected = max(error, exact.standard_deviation / sqrt(1_500))
    assert abs(mean - float(exact.ev)) < Z * expected


@pytest.mark.slow
@pytest.mark.parametrize("name", ["let-it-ride", "run-em-twice", "double-draw"])
def test_many_rounds_agree_with_the_exact_value(name: str) -> None:
    """Ten million rounds unless `FAIRDEAL_ROUNDS` says otherwise; that takes an hour or more."""
    rounds = int(os.environ.get("FAIRDEAL_ROUNDS", "10000000"))
    rules = without_limit(name)
    exact = analyze_main(rules)
    mean, _ = play(rules, rounds, seed=20_261_115)
    expected = exact.standard_deviation / sqrt(rounds)
    print(f"{name}: {rounds:,} rounds, mean {mean:+.6f}, exact {float(exact.ev):+.6f}, ", end="")
    print(f"{(mean - float(exact.ev)) / expected:+.2f} standard errors of {expected:.6f}")
    assert abs(mean - float(exact.ev)) < Z * expected
