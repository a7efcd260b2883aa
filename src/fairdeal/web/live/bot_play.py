"""What bots do: the best play, by the lab's exact values, as soon as the lab is warm.

A kernel takes seconds to compile, and a table is not to wait for that: until then a bot is merely
cautious. Kernels are made one after the other, beside the server's own work.
"""

from contextlib import suppress
from functools import partial

from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.lab.decisions.best_player import BestPlayer
from fairdeal.play.bots import cautious
from fairdeal.play.fairness import opening_hash
from fairdeal.rulebook.rules import Rules
from fairdeal.table import commands as cmd
from fairdeal.web.live.lab_worker import LAB_WORKER


class BotAdvisor:
    """Knows the best decision at the tables of a floor, by the hash of each table's opening: a
    table that is read from its log again is another object, and the same table.
    """

    def __init__(self, *, bots: bool = True) -> None:
        self._bots = bots
        #: A table that is being learned has nobody yet.
        self._players: dict[str, BestPlayer | None] = {}

    def prepare(self, live: LiveTable) -> None:
        """Make ready for a table where bots play or a coach is asked, without anybody waiting."""
        key = opening_hash(live.opening)
        if key not in self._players and (live.practice or (self._bots and live.bots)):
            self._players[key] = None
            LAB_WORKER.enqueue(partial(self._load, key, live.state.rules))

    def _load(self, key: str, rules: Rules) -> None:
        with suppress(ModuleNotFoundError):  # without the lab bots stay cautious
            self._players[key] = BestPlayer(rules)

    def command(self, live: LiveTable) -> cmd.Command:
        """What the seat whose turn it is does now."""
        player = self._players.get(opening_hash(live.opening))
        return player.command(live.state) if player else cautious(live.state)
