"""Decisions of bots: the best play by the lab's exact values, as soon as those are loaded.

Loading takes seconds, and no table should wait for it: until then a bot plays by simple cautious
rules. So do bots at a game that only the general solver can solve. Games are loaded one after the
other, in the lab's thread. An operator may choose other strategies, by seat: the values of
`fairdeal.simulate.strategies`.
"""

from contextlib import suppress
from functools import partial

from fairdeal.errors import BadInputError
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.play.bots import cautious
from fairdeal.play.fairness import opening_hash
from fairdeal.play.session import whose
from fairdeal.rulebook.rules import Rules
from fairdeal.simulate.strategies import (
    ALL_BEST,
    BEST,
    BEST_SEEN,
    NAMES,
    Player,
    SeatStrategies,
    find_strategy,
    player_for_a_floor,
)
from fairdeal.table import commands as cmd
from fairdeal.table.decide import decide
from fairdeal.web.live.lab_worker import LAB_WORKER


class BotAdvisor:
    """Finds the best decision at the tables of a floor. A table is known by the hash of its
    opening, since it becomes another object when it is read from its log again.
    """

    def __init__(self, *, bots: bool = True, strategies: SeatStrategies = ALL_BEST) -> None:
        self._bots = bots
        self._strategies = strategies
        for name in (strategies.common, *strategies.by_seat.values()):
            if name.startswith(BEST_SEEN):
                raise BadInputError(f"{name} knows the cards of others: no bot of a floor does")
            find_strategy(name)
        #: By table and strategy; None while the values of a table are being loaded.
        self._players: dict[tuple[str, str], Player | None] = {}

    @property
    def chosen(self) -> bool:
        """Return whether somebody has chosen other strategies than the best play."""
        return self._strategies != ALL_BEST

    def prepare(self, live: LiveTable) -> None:
        """Load the values of a table where bots play or a coach is used, without waiting."""
        key = opening_hash(live.opening)
        if live.owner is not None:
            return  # it is like another table, whose values are loaded
        used = {self._strategies.of(n) for n in range(1, live.state.rules.seats + 1)}
        for name in dict.fromkeys((BEST, *used)) if live.practice else used:
            if (key, name) not in self._players and (live.practice or (self._bots and live.bots)):
                self._players[key, name] = None
                LAB_WORKER.enqueue(partial(self._load, key, name, live.state.rules))

    def _load(self, key: str, name: str, rules: Rules) -> None:
        with suppress(ModuleNotFoundError):  # without the lab, bots stay cautious
            self._players[key, name] = player_for_a_floor(name, rules)

    def command(self, live: LiveTable) -> cmd.Command:
        """Return the command of the seat whose turn it is. A strategy that fails, or whose command
        the table would refuse, leaves the decision to the cautious rules: no table waits for it.
        """
        state = live.state
        name = self._strategies.of(state.turn or 0)
        player = self._players.get((opening_hash(live.opening), name))
        if player is None:
            return cautious(state)
        if name in NAMES:
            return player(state)
        try:
            command = player(state)
            decide(state, command, whose(state, command))
        except Exception:
            return cautious(state)
        return command
