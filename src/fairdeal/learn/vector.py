"""Many copies of a table as one Gymnasium vector environment, played by compiled loops."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from fairdeal.lab.kernels.tables import Ints
from fairdeal.learn.catalog import DEFAULT, kernel_for, rules_of
from fairdeal.learn.environment import new_key, observation_space
from fairdeal.learn.kernels.batch import Flags, Floats, Masks
from fairdeal.rulebook.rules import Rules
from fairdeal.simulate.kernels.deal import Small


class RoundVectorEnv(VectorEnv[Any, Any, Any]):
    """Copies that play rounds of one stream: copy i plays the rounds i, i + n, i + 2n and so on.

    After the end of a round, the next step of a copy begins a new one and ignores the action
    (`AutoresetMode.NEXT_STEP`). With `AutoresetMode.SAME_STEP` the new round begins at once, and
    `info["final_obs"]` has what was seen at the end.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium's
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        environment: str = DEFAULT,
        *,
        rules: Rules | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        self._mode = AutoresetMode(autoreset_mode)
        if self._mode is AutoresetMode.DISABLED:
            raise ValueError("copies begin their rounds by themselves: NEXT_STEP or SAME_STEP")
        if render_mode is not None:
            raise ValueError("a vector environment has no pictures: make one environment instead")
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self.num_envs = num_envs
        self.kernel = kernel_for(rules or rules_of(environment))
        self.single_observation_space = observation_space(self.kernel)
        self.single_action_space = Discrete(len(self.kernel.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._batch = self.kernel.batch(num_envs)
        self._every = np.arange(num_envs, dtype=np.int64)
        self._going = np.zeros(num_envs, np.int64)
        self._truncated = np.zeros(num_envs, np.bool_)
        self._key: int | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Small, dict[str, Any]]:
        """Begin a round in every copy."""
        super().reset(seed=seed)
        del options
        begin = seed is not None or self._key is None
        if begin:
            self._key = new_key(self.np_random)
            self._how = self.kernel.dealing(self._key)
            self._batch.rounds[:] = self._every
        self._deal(self._every, begin=begin)
        return self._batch.observed.copy(), self._info()

    def step(self, actions: Ints) -> tuple[Small, Floats, Flags, Flags, dict[str, Any]]:
        """Make a decision in every copy. What the mask does not allow counts as a fold."""
        if self._key is None:
            raise gymnasium.error.ResetNeeded("call reset() before the first step")
        chosen = np.ascontiguousarray(actions, np.int64)
        last = len(self.kernel.actions) - 1
        if chosen.shape != (self.num_envs,) or chosen.min() < 0 or chosen.max() > last:
            raise ValueError(f"actions are {self.num_envs} numbers from 0 to {last}")
        batch = self._batch
        waiting = self.kernel.step(chosen, batch, self._going)
        if waiting:
            self._deal(self._going[:waiting], begin=False)
        ended = batch.ended.copy()
        info: dict[str, Any] = {}
        if self._mode is AutoresetMode.SAME_STEP and ended.any():
            batch.finals[ended] = batch.observed[ended]
            info["final_obs"], info["_final_obs"] = batch.finals.copy(), ended.copy()
            self._deal(np.flatnonzero(ended), begin=False)
        info |= self._info()
        info["regret"] = batch.numerators / batch.denominators
        info["regret_numerator"] = batch.numerators.copy()
        info["regret_denominator"] = batch.denominators.copy()
        info["illegal"] = batch.illegal.copy()
        return batch.observed.copy(), batch.rewards.copy(), ended, self._truncated.copy(), info

    def _deal(self, which: Ints, *, begin: bool) -> None:
        self.kernel.deal(which, self._batch, self._how, self.num_envs, first=begin)

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self._batch.masks.copy(),
            "round": self._batch.rounds.copy(),
            "seed": self._key,
        }

    def action_masks(self) -> Masks:
        """Return which actions are allowed now in every copy."""
        return self._batch.masks.copy()
