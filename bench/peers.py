"""Other programs that play cards, as benches measure them beside this one."""

import random
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from pokerkit import Automation, Mode, NoLimitTexasHoldem

from bench.measure import best_seconds

#: PokerKit does all but the players' decisions by itself, as our automatic dealer does.
AUTOMATED = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def pokerkit_hands(players: int) -> float:
    """Hands a second in which everybody calls and checks down."""
    hands = 20

    def run() -> None:
        for _ in range(hands):
            state = NoLimitTexasHoldem.create_state(
                AUTOMATED, True, 0, (1, 2), 2, 200, players, mode=Mode.CASH_GAME
            )
            while state.status:
                state.check_or_call()

    return hands / best_seconds(run, runs=10)


def openspiel_rounds() -> float | None:
    """Rounds a second of OpenSpiel's blackjack, its game against a house, with random decisions;
    None where OpenSpiel is not installed.
    """
    if find_spec("pyspiel") is None:
        return None
    game: Any = import_module("pyspiel").load_game("blackjack")
    chance, rounds = random.Random(3), 2_000

    def run() -> None:
        for _ in range(rounds):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, weights = zip(*state.chance_outcomes(), strict=True)
                    (action,) = chance.choices(actions, weights)
                else:
                    action = chance.choice(state.legal_actions())
                state.apply_action(action)

    return rounds / best_seconds(run)
