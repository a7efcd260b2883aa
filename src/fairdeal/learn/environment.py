"""One table with one seat as a Gymnasium environment. An episode is a round."""

from fractions import Fraction
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete, MultiDiscrete, Space

from fairdeal.cards import card_text
from fairdeal.learn.catalog import DEFAULT, kernel_for, rules_of
from fairdeal.learn.kernels.batch import Batch, Masks
from fairdeal.learn.kernels.step_kernel import StepKernel
from fairdeal.rulebook.rules import Rules
from fairdeal.simulate.kernels.deal import Small
from fairdeal.simulate.philox import SEEDS


def observation_space(kernel: StepKernel) -> Space[Any]:
    """Return the space of a kernel's observations."""
    small: Any = np.uint8
    return MultiDiscrete(np.array(kernel.sizes), dtype=small)


def new_key(generator: np.random.Generator) -> int:
    """Return a seed for the rounds of an environment, as `fairdeal simulate` takes it. It fits into
    the signed numbers that Gymnasium collects infos in.
    """
    return int(generator.integers(0, SEEDS // 2, dtype=np.uint64))


class RoundEnv(gymnasium.Env[Any, Any]):
    """A round of the main wagers, in units of the base bet.

    The reward is the net result, at the end of the round. `info` has the mask of the actions, and
    after a step the exact regret of the decision: what it is worth less than the best one. The
    rounds are those of `fairdeal simulate` with `info["seed"]` as the seed, `info["round"]` as the
    number.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium's

    def __init__(
        self,
        environment: str = DEFAULT,
        *,
        rules: Rules | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.kernel = kernel_for(rules or rules_of(environment))
        self.render_mode = render_mode
        self.observation_space = observation_space(self.kernel)
        self.action_space = Discrete(len(self.kernel.actions))
        self._batch: Batch = self.kernel.batch(1)
        self._which, self._going = np.zeros(1, np.int64), np.zeros(1, np.int64)
        self._key: int | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Small, dict[str, Any]]:
        """Begin a round: the first one of a new stream where a seed is given, else the next."""
        super().reset(seed=seed)
        del options
        begin = seed is not None or self._key is None
        if begin:
            self._key = new_key(self.np_random)
            self._how = self.kernel.dealing(self._key)
            self._batch.rounds[0] = 0
        self.kernel.deal(self._which, self._batch, self._how, 1, first=begin)
        return self._batch.observed[0].copy(), self._info()

    def step(self, action: int) -> tuple[Small, float, bool, bool, dict[str, Any]]:
        """Make a decision. What the mask does not allow counts as a fold."""
        if not self.action_space.contains(action):
            raise ValueError(
                f"an action is a number from 0 to {len(self.kernel.actions) - 1}, not {action!r}"
            )
        if self._key is None or self._batch.ended[0]:
            raise gymnasium.error.ResetNeeded("the round has ended: call reset() first")
        batch = self._batch
        self.kernel.step(np.array([action], np.int64), batch, self._going)
        regret = Fraction(int(batch.numerators[0]), int(batch.denominators[0]))
        info = self._info()
        info["regret"] = float(regret)
        info["regret_numerator"], info["regret_denominator"] = (
            regret.numerator,
            regret.denominator,
        )
        info["illegal"] = bool(batch.illegal[0])
        ended = bool(batch.ended[0])
        return batch.observed[0].copy(), float(batch.rewards[0]), ended, False, info

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self._batch.masks[0].copy(),
            "round": int(self._batch.rounds[0]),
            "seed": self._key,
        }

    def action_masks(self) -> Masks:
        """Return which actions are allowed now, as MaskablePPO asks for them."""
        masks: Masks = self._batch.masks[0].copy()
        return masks

    def action_values(self) -> list[Fraction]:
        """Return the exact value of every action now, in units, if all later choices are the
        best.
        """
        values, over = self.kernel.values(self._batch.observed)
        return [Fraction(int(value), int(over[0])) for value in values[0]]

    def render(self) -> str | None:
        """Return the table in words, in the mode `ansi`."""
        if self.render_mode != "ansi":
            return None
        return describe(self.kernel, self._batch.observed[0])


def describe(kernel: StepKernel, seen: Small) -> str:
    """Return an observation in words: each part by its name, with cards as they are written."""
    found: dict[str, list[str]] = {}
    for place, part in enumerate(kernel.parts):
        number = int(seen[place])
        if place >= kernel.cards:
            words = str(number)
        else:
            words = "?" if number == kernel.hidden else card_text(number)
        found.setdefault(part, []).append(words)
    return "\n".join(f"{part}: {' '.join(words)}" for part, words in found.items())
