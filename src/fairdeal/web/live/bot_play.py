"""Decisions of bots: the best play by the lab's exact values, as soon as those are loaded.

Loading takes seconds, and no table should wait for it: until then a bot plays by simple cautious
rules. So do bots at a game that only the general solver can solve. Games are loaded one after the
other, in the lab's thread.
"""

from contextlib import suppress
from functools import partial

from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.lab.decisions.best_player import BestPlayer
from fairdeal.lab.lazy import kernel_of
from fairdeal.play.bots import cautious
from fairdeal.play.fairness import opening_hash
from fairdeal.rulebook.rules import Rules
from fairdeal.table import commands as cmd
from fairdeal.web.live.lab_worker import LAB_WORKER


class BotAdvisor:
    """Finds the best decision at the tables of a floor. A table is known by the hash of its
    opening, since it becomes another object when it is read from its log again.
    """

    def __init__(self, *, bots: bool = True) -> None:
        self._bots = bots
        #: None while the values of a table are being loaded.
        self._players: dict[str, BestPlayer | None] = {}

    def prepare(self, live: LiveTable) -> None:
        """Load the values of a table where bots play or a coach is used, without waiting."""
        key = opening_hash(live.opening)
        if live.owner is not None:
            return  # it is like another table, whose values are loaded
        if key not in self._players and (live.practice or (self._bots and live.bots)):
            self._players[key] = None
            LAB_WORKER.enqueue(partial(self._load, key, live.state.rules))

    def _load(self, key: str, rules: Rules) -> None:
        with suppress(ModuleNotFoundError):  # without the lab, bots stay cautious
            if kernel_of(rules).quick:
                self._players[key] = BestPlayer(rules)

    def command(self, live: LiveTable) -> cmd.Command:
        """Return the command of the seat whose turn it is."""
        player = self._players.get(opening_hash(live.opening))
        return player.command(live.state) if player else cautious(live.state)
