"""Other programs that play cards, as benches measure them beside this one."""

import random
from importlib import import_module
from importlib.util import find_spec
from time import process_time
from typing import Any

from pokerkit import Automation, Mode, NoLimitTexasHoldem

from bench.measure import best_seconds

#: How OpenSpiel comes to where it is not installed.
NO_OPENSPIEL = "not installed: `make bench` does it, from requirements-bench.lock"
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

    return hands / best_seconds(run, runs=10, clock=process_time)


def openspiel_hands(players: int) -> float | None:
    """Hands a second of OpenSpiel's no-limit hold'em, with blinds and stacks as PokerKit's here,
    in which everybody calls and checks down; None where OpenSpiel is not installed.
    """
    poker = {
        "betting": "nolimit",
        "bettingAbstraction": "fullgame",
        "numPlayers": players,
        "stack": " ".join(["200"] * players),
        "blind": " ".join(["1", "2", *["0"] * (players - 2)]),
        "firstPlayer": "2 1 1 1" if players == 2 else "3 1 1 1",
        "numRounds": 4,
        "numSuits": 4,
        "numRanks": 13,
        "numHoleCards": 2,
        "numBoardCards": "0 3 1 1",
    }
    return _openspiel("universal_poker", poker, calls=True)


def openspiel_blackjack() -> float | None:
    """Rounds a second of OpenSpiel's blackjack, its game against a house, with random decisions;
    None where OpenSpiel is not installed.
    """
    return _openspiel("blackjack", {}, calls=False)


def _openspiel(name: str, parameters: dict[str, Any], *, calls: bool) -> float | None:
    """Rounds of a game: the number 1 is the call, and each card that chance may deal is as likely
    as another.
    """
    if find_spec("pyspiel") is None:
        return None
    game: Any = import_module("pyspiel").load_game(name, parameters)
    chance, rounds = random.Random(3), 500

    def run() -> None:
        for _ in range(rounds):
            state = game.new_initial_state()
            while not state.is_terminal():
                if calls and not state.is_chance_node():
                    state.apply_action(1)
                else:
                    state.apply_action(chance.choice(state.legal_actions()))

    return rounds / best_seconds(run, clock=process_time)
