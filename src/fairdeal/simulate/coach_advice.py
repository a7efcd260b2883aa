"""What the coach goes by at a decision: the exact value of each choice, and what strategies do.

What is called best is what the strategy of best play does, and the line of the card is what the
strategy of the card follows: the same strategies drive bots and both engines of a simulation.
"""

from functools import lru_cache

from fairdeal.lab.card_lines.line import card_line
from fairdeal.lab.decisions.best_player import situation_of
from fairdeal.lab.decisions.coaching import Moves, decision_at, seat_limit
from fairdeal.lab.decisions.decision import Decision
from fairdeal.rulebook.rules import Rules
from fairdeal.simulate.strategies import BEST, CARD, Player, player_for_a_floor
from fairdeal.table import commands as cmd
from fairdeal.table.state import State


def coach_advice(state: State) -> tuple[Decision, Moves]:
    """Return the values of the decision of the seat whose turn it is, and what strategies do."""
    seat, rules = state.turn, state.rules
    assert seat is not None, "it is somebody's turn"
    situation = situation_of(state, seat)
    return decision_at(rules, situation, limit=seat_limit(state, seat)), moves_at(state)


def moves_at(state: State) -> Moves:
    """Return what best play and the card do at the decision of the seat whose turn it is."""
    seat = state.turn
    assert seat is not None, "it is somebody's turn"
    line = card_line(state.rules, situation_of(state, seat))
    # Without a line for the situation, the card says nothing.
    card = None if line is None else _move(CARD, state)
    return Moves(_move(BEST, state), card, line)


def _move(name: str, state: State) -> cmd.Command | None:
    """Return what a strategy does; None where it would take too long at this game."""
    player = _player(name, state.rules)
    return None if player is None else player(state)


@lru_cache(maxsize=64)
def _player(name: str, rules: Rules) -> Player | None:
    return player_for_a_floor(name, rules)
