"""Strategies: ways to decide at a table, as values with a name.

A strategy is the same value wherever it is used: it makes a player for some rules, and the player
answers the state of a table with a command. A name is enough to find it again in another process.
Both engines of a simulation, the bots of a floor, the coach and trained agents use it.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from fairdeal.english import did_you_mean, one_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.lab.decisions.best_player import BestPlayer, situation_of
from fairdeal.lab.decisions.coaching import seat_limit
from fairdeal.lab.decisions.known_cards import decide_knowing
from fairdeal.lab.lazy import kernel_of
from fairdeal.play.bots import cautious
from fairdeal.rulebook.rules import Rules
from fairdeal.simulate.card_player import CardPlayer
from fairdeal.simulate.choices import command_of
from fairdeal.table import commands as cmd
from fairdeal.table.legal import legal_actions
from fairdeal.table.state import State

#: Answers the state of a table, at which a seat has to decide, with that seat's command.
Player: TypeAlias = Callable[[State], cmd.Command]

BEST: Final = "best"
ALWAYS: Final = "always"
NEVER: Final = "never"
CAUTIOUS: Final = "cautious"
#: The strategy that follows the printed strategy card.
CARD: Final = "card"
#: The strategy that knows the cards of other seats: `best-seen-2` knows two hands.
BEST_SEEN: Final = "best-seen-"


@dataclass(frozen=True)
class Strategy:
    """A way to decide, by its name. `make` returns the player for some rules."""

    name: str
    make: Callable[[Rules], Player] = field(repr=False, compare=False)


def _best(rules: Rules) -> Player:
    return BestPlayer(rules).command


def _card(rules: Rules) -> Player:
    player = CardPlayer(rules)
    player.load()
    return player.command


def _always(rules: Rules) -> Player:
    """Stay in whatever comes: let bets ride, bet the most, keep all cards."""
    del rules

    def player(state: State) -> cmd.Command:
        action = legal_actions(state)[-1]
        match action.do:
            case "withdraw":
                return cmd.Ride(seat=action.seat)
            case "bet":
                return cmd.Bet(
                    seat=action.seat, wager=action.wager or "", cents=action.most_cents or 0
                )
            case _:
                return cmd.Draw(seat=action.seat, discard=())

    return player


def _never(rules: Rules) -> Player:
    """Get out as soon as possible: take bets back, fold."""
    del rules

    def player(state: State) -> cmd.Command:
        actions = {action.do: action for action in legal_actions(state)}
        if "withdraw" in actions:
            return cmd.Withdraw(seat=actions["withdraw"].seat)
        if "fold" in actions:
            return cmd.Fold(seat=actions["fold"].seat)
        (action,) = actions.values()
        return cmd.Draw(seat=action.seat, discard=())

    return player


def _cautious(rules: Rules) -> Player:
    del rules
    return cautious


class SeenPlayer:
    """Decides best with the cards of other seats in the round known, the next ones first. The
    values come from the solver that knows no game, which takes its time.
    """

    def __init__(self, rules: Rules, hands: int) -> None:
        self._rules, self._hands = rules, hands

    def command(self, state: State) -> cmd.Command:
        """Return the command of the seat whose turn it is."""
        seat = state.turn
        assert seat is not None, "it is somebody's turn"
        others = [number for number in state.playing if number != seat]
        later = [number for number in others if number > seat]
        order = [*later, *(number for number in others if number < seat)]
        dead = [
            card
            for number in order[: self._hands]
            for card in (*state.seats[number].cards, *state.seats[number].discarded)
        ]
        situation = situation_of(state, seat)
        limit = seat_limit(state, seat)
        choice = decide_knowing(self._rules, situation, dead, limit=limit).best
        return command_of(state, seat, choice)


_NAMED: Final[dict[str, Callable[[Rules], Player]]] = {
    BEST: _best,
    CARD: _card,
    ALWAYS: _always,
    NEVER: _never,
    CAUTIOUS: _cautious,
}
#: The names of the strategies that the product has.
NAMES: Final = tuple(_NAMED)


class SeatStrategies(NamedTuple):
    """The strategy of each seat by its name: one for all, and others for some seats."""

    common: str = BEST
    by_seat: Mapping[int, str] = MappingProxyType({})

    def of(self, seat: int) -> str:
        """Return the name of a seat's strategy."""
        return self.by_seat.get(seat, self.common)

    @classmethod
    def parse(cls, options: Sequence[str], option: str, seats: int) -> "SeatStrategies":
        """Read the values of a command's option: `NAME` is for all seats, `SEAT=NAME` for one."""
        common, by_seat = BEST, {}
        for one in options:
            seat, equals, name = one.partition("=")
            if not equals:
                common = one
            elif not seat.isdigit() or not 1 <= int(seat) <= seats:
                raise BadInputError(
                    f"{option} SEAT=NAME has a seat from 1 to {seats}, not {quoted(seat)}"
                )
            else:
                by_seat[int(seat)] = name
        return cls(common, by_seat)


#: The strategies where nobody has chosen others.
ALL_BEST: Final = SeatStrategies()


def name_of(strategy: "str | Strategy | Player") -> str:
    """Return the name of a strategy: of a function of yours, its module and its name there."""
    if isinstance(strategy, str):
        return strategy
    if isinstance(strategy, Strategy):
        return strategy.name
    module, name = (getattr(strategy, one, "") for one in ("__module__", "__qualname__"))
    known = getattr(sys.modules.get(module), name, None) if name.isidentifier() else None
    if known is not strategy:
        raise BadInputError(
            "a strategy is a name, or a function that stands under its own name in a module: other "
            "processes must find it"
        )
    return f"{module}:{name}"


def find_strategy(name: str) -> Strategy:
    """Return the strategy of a name: one of `NAMES`, `best-seen-K` for the best play with K other
    hands seen, or `module:function`, a function of yours from a table's state to a command.
    """
    if name in _NAMED:
        return Strategy(name, _NAMED[name])
    if name.startswith(BEST_SEEN) and name[len(BEST_SEEN) :].isdigit():
        hands = int(name[len(BEST_SEEN) :])
        return Strategy(name, lambda rules: SeenPlayer(rules, hands).command)
    module, colon, function = name.partition(":")
    if not colon:
        hint = did_you_mean(name, NAMES) or f": choose {one_of(NAMES)}, or module:function"
        raise BadInputError(f"there is no strategy {quoted(name)}{hint}")
    try:
        player: Player = getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadInputError(f"the strategy {quoted(name)} cannot be loaded: {error}") from None
    if not callable(player):
        raise BadInputError(f"the strategy {quoted(name)} is no function")
    return Strategy(name, lambda _: player)


def player_for_a_floor(name: str, rules: Rules) -> Player | None:
    """Return the player of a strategy for a table where people wait; None for best play and the
    card at a game that only the general solver can solve, which would take too long.
    """
    if name in (BEST, CARD) and not kernel_of(rules).quick:
        return None
    return find_strategy(name).make(rules)
