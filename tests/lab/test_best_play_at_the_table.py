"""The lab's exact value against best play through the real table: two routes that share no code but
the hands and the paytables. A seed fixes every card, so a run is the same each time.
"""

import os
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import sqrt

import pytest
from invented import invented

from fairdeal.cards import Card
from fairdeal.games import find_game
from fairdeal.lab.decisions import best_player
from fairdeal.lab.decisions.best_player import BestPlayer, situation_of
from fairdeal.lab.decisions.decision import Choice, Decision
from fairdeal.lab.figures.analyze import analyze_main
from fairdeal.lab.solver import Solver
from fairdeal.play.session import open_table
from fairdeal.play.sources import SeededSource
from fairdeal.rulebook.game import BetOrFold, Reveal, Step
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.rulebook.situation import Situation
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
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


def crossed() -> Rules:
    """Two runs whose cards are turned up one of each at a time, and whose areas the game lists in
    another order than that of turning up.
    """
    game = next(one.rules.game for seed in range(9) if (one := invented(seed)).shape == "cross")
    first, second, *_, middle = (area for area in game.areas)
    bets = [step for step in game.round if isinstance(step, BetOrFold)]
    one_of_each = Reveal((first.name, second.name), "XX-TS 11.C", count=1)
    last = Reveal((middle.name,), "XX-TS 11.F(2)")
    steps: tuple[Step, ...] = (
        bets[0],
        one_of_each,
        bets[1],
        one_of_each,
        bets[2],
        last,
        *game.settlements,
    )
    return house_rules(replace(game, areas=(middle, second, first), round=steps))


class Asked:
    """A kernel that bets whatever it is asked, and remembers what that was."""

    def __init__(self) -> None:
        self.situations: list[Situation] = []

    def decide(self, situations: Sequence[Situation]) -> list[Decision]:
        self.situations += situations
        bet = Choice("bet", Fraction(0), times=1)
        return [Decision((bet,), bet) for _ in situations]


def test_cards_stay_in_their_hands_however_the_board_is_dealt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The lab is asked about the cards in the order in which they are turned up, and cards of
    different hands never change places: what it answers is then right for the hand that is held.
    """
    rules, kernel = crossed(), Asked()
    monkeypatch.setattr(best_player, "kernel_of", lambda _: kernel)
    best, solver = BestPlayer(rules), Solver(rules, symmetry=False)
    session = open_table(rules, SeededSource(4))
    session.do(cmd.Sit(1), player("best"))
    checked = 0
    for _ in range(100):
        session.run_dealer()
        for wager in rules.game.wagers:
            if wager.at is None and not wager.optional:
                session.do(cmd.Bet(seat=1, wager=wager.name, cents=BASE))
        turned_up: list[Card] = []
        session.on_entry = lambda _, entry, up=turned_up: up.extend(
            card
            for event in entry.events
            if isinstance(event, ev.CardsRevealed)
            for _, card in event.cards
        )
        while True:
            session.run_dealer(until_round_ends=True)
            if session.state.phase is Phase.OPEN:
                break
            situation = situation_of(session.state, 1)
            assert situation.board == tuple(turned_up)
            kernel.situations.clear()
            session.do(best.command(session.state))
            if len(turned_up) == 4 and kernel.situations:
                (asked,) = kernel.situations
                values = [
                    [one.ev for one in solver.decision(s.cards, s.board, bets=dict(s.bets))]
                    for s in (situation, asked)
                ]
                assert values[0] == values[1]
                checked += 1
    assert checked > 90


def without_limit(name: str) -> Rules:
    """The house's rules; the payout limit, which the lab leaves out, is out of reach of $10."""
    return replace(house_rules(find_game(name)), payout_limit_cents=None)


@pytest.mark.parametrize("name", ["let-it-ride", "run-em-twice"])
def test_a_few_rounds_agree_with_the_exact_value(name: str) -> None:
    rules = without_limit(name)
    exact = analyze_main(rules)
    mean, error = play(rules, 300, seed=3)
    # The sample's own spread misses rare hands: the exact deviation is the honest one.
    expected = max(error, exact.standard_deviation / sqrt(300))
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
