"""What bots do: the best play, by the lab's exact values, as soon as the lab is warm.

A kernel takes seconds to compile, and a table is not to wait for that: until then a bot is merely
cautious. Kernels are made one after the other, beside the server's own work.
"""

from collections.abc import Iterable
from contextlib import suppress
from functools import partial

from fairdeal.lab.player import BestPlayer
from fairdeal.play.bots import cautious
from fairdeal.rulebook.rules import Rules
from fairdeal.table import commands as cmd
from fairdeal.table.state import State
from fairdeal.web.thinking import THINKING


class Advice:
    """Knows the best decision at the tables of a floor."""

    def __init__(self) -> None:
        self._players: dict[int, BestPlayer] = {}

    def begin(self, tables: Iterable[Rules]) -> None:
        """Make ready for some tables, without anybody waiting."""
        for rules in tables:
            THINKING.begin(partial(self._learn, rules))

    def _learn(self, rules: Rules) -> None:
        with suppress(ModuleNotFoundError):  # without the lab bots stay cautious
            self._players[id(rules)] = BestPlayer(rules)

    def command(self, state: State) -> cmd.Command:
        """What the seat whose turn it is does now."""
        player = self._players.get(id(state.rules))
        return player.command(state) if player else cautious(state)
