"""A full table as a PettingZoo environment, played through the code of the live table."""

from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Discrete, Space
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from fairdeal.english import counted
from fairdeal.errors import BadInputError
from fairdeal.lab.decisions.decision import Choice
from fairdeal.learn.catalog import DEFAULT, kernel_for, rules_of
from fairdeal.learn.environment import describe, new_key
from fairdeal.learn.exploit import regrets_of
from fairdeal.learn.seats import observe
from fairdeal.rulebook.game import Draw
from fairdeal.rulebook.rules import Rules
from fairdeal.simulate.choices import command_of
from fairdeal.simulate.kernels.deal import Small
from fairdeal.simulate.settings import run_settings
from fairdeal.simulate.strategies import NEVER
from fairdeal.simulate.table_engine import TableEngine
from fairdeal.table.state import State


class TableEnv(AECEnv):  # type: ignore[misc] # PettingZoo has no types
    """A round of a table with several seats, in the order in which the dealer asks them.

    A seat sees what it sees in the environment of one seat: the same policy plays both. The rewards
    come when the round has ended, in units of the base bet. `infos` has the mask of the actions
    and the exact regret of the seat's last decision.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "fairdeal_table_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        environment: str = DEFAULT,
        *,
        players: int | None = None,
        rules: Rules | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._rules = rules or rules_of(environment)
        seats = players or self._rules.seats or self._rules.game.seats
        if not 1 <= seats <= (self._rules.seats or self._rules.game.seats):
            raise BadInputError(f"this table has {counted(self._rules.game.seats, 'seat')}")
        self.kernel = kernel_for(self._rules)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{number}" for number in range(1, seats + 1)]
        self._seats = {name: number for number, name in enumerate(self.possible_agents, start=1)}
        actions = len(self.kernel.actions)
        highest = np.array(self.kernel.sizes, np.uint8) - 1
        self.observation_spaces = {
            name: Box(np.zeros_like(highest), highest, dtype=np.uint8)
            for name in self.possible_agents
        }
        self.action_spaces = {name: Discrete(actions) for name in self.possible_agents}
        self._random: np.random.Generator | None = None
        self._engine: TableEngine | None = None

    def observation_space(self, agent: str) -> Space[Any]:
        """Return the space of what a seat sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the actions of a seat."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a round: the first one of a new stream where a seed is given, else the next."""
        del options
        if seed is not None or self._random is None or self._engine is None:
            self._random, _ = seeding.np_random(seed)
            self._key, self._round = new_key(self._random), 0
            strategies = (NEVER,) * len(self.possible_agents)
            settings = run_settings(self._rules, 1, self._key, strategies=strategies)
            self._unit = settings.unit
            self._engine = TableEngine(settings)
        else:
            self._round += 1
            self._finish()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {name: self._info() for name in self.agents}
        self._waiting: dict[int, Choice] = {}
        self._engine.begin(self._round)
        self._go_on()

    def _finish(self) -> None:
        """Let every seat get out of a round that was left before its end."""
        assert self._engine is not None, "it was reset"
        while state := self._engine.wait():
            seat = state.turn or 0
            seen = observe(self.kernel, state, seat)
            self._engine.decide(command_of(state, seat, self.kernel.choice(0, seen)))

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": np.ones(len(self.kernel.actions), np.int8),
            "round": self._round,
            "seed": self._key,
        }

    def _go_on(self) -> None:
        """Let the dealer go on to the next seat that has to decide, or to the end."""
        assert self._engine is not None, "it was reset"
        while True:
            self._state: State | None = self._engine.wait()
            if self._state is None:
                self._settle()
                return
            seat = self._state.turn or 0
            if isinstance(self._state.current, Draw) and seat in self._waiting:
                # The cards to throw were named together with the bet.
                choice = self._waiting.pop(seat)
                self._engine.decide(command_of(self._state, seat, choice))
                continue
            self.agent_selection = self.possible_agents[seat - 1]
            mask = self.kernel.masks(observe(self.kernel, self._state, seat)[None])[0]
            self.infos[self.agent_selection]["action_mask"] = mask
            return

    def _settle(self) -> None:
        assert self._engine is not None, "it was reset"
        for seat in self._engine.result().seats:
            name = self.possible_agents[seat.seat - 1]
            self.rewards[name] = float(Fraction(seat.net, self._unit))
            self.terminations[name] = True
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Small:
        """Return what a seat sees now; at the end of a round, hidden cards only."""
        if self._state is None:
            seen = np.zeros(len(self.kernel.sizes), np.uint8)
            seen[: self.kernel.cards] = self.kernel.hidden
            seen[self.kernel.decision_at] = self.kernel.decisions
            return seen
        return observe(self.kernel, self._state, self._seats[agent])

    def step(self, action: int | None) -> None:
        """Make the decision of the seat that was asked. What is not allowed counts as a fold."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert self._engine is not None, "it was reset"
        assert self._state is not None, "somebody is asked"
        assert action is not None, "a seat that plays decides"
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        seat = self._seats[agent]
        seen = observe(self.kernel, self._state, seat)
        chosen = int(action) if self.kernel.masks(seen[None])[0, int(action)] else 0
        regrets, over = regrets_of(self.kernel, seen[None], np.array([chosen]))
        regret = Fraction(int(regrets[0]), int(over[0]))
        self.infos[agent] = {
            **self._info(),
            "regret": float(regret),
            "regret_numerator": regret.numerator,
            "regret_denominator": regret.denominator,
            "illegal": chosen != int(action),
        }
        choice = self.kernel.choice(chosen, seen)
        self._engine.decide(command_of(self._state, seat, choice))
        if choice.discard is not None:
            self._waiting[seat] = choice
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the seat that is asked, in words, in the mode `ansi`."""
        if self.render_mode != "ansi" or self._state is None:
            return None
        seen = observe(self.kernel, self._state, self._seats[self.agent_selection])
        return f"{self.agent_selection}\n{describe(self.kernel, seen)}"

    def close(self) -> None:
        """Do nothing, because the environment holds nothing open."""


def table_env(environment: str = DEFAULT, **options: Any) -> Any:
    """Return a full table with the checks that PettingZoo's environments have around them."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TableEnv(environment, **options)))
