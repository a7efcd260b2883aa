"""Policies: functions from many observations to an action for each.

A policy takes the observations of many situations (a row each) and their action masks, and returns
the numbers of the chosen actions. The same function is trained, measured by `exploit`, and seated
at a real table by `player`.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.errors import BadInputError
from fairdeal.lab.kernels.tables import Ints
from fairdeal.learn.catalog import DEFAULT, kernel_of_environment
from fairdeal.learn.kernels.batch import Masks
from fairdeal.learn.kernels.step_kernel import StepKernel
from fairdeal.simulate.kernels.deal import Small

Policy: TypeAlias = Callable[[Small, Masks], NDArray[Any]]


def best_policy(environment: str = DEFAULT) -> Policy:
    """Return the policy that never errs: of the choices with the highest value the last, which
    keeps the most money in play.
    """
    kernel = kernel_of_environment(environment)

    def policy(observations: Small, masks: Masks) -> Ints:
        values, _ = kernel.values(np.ascontiguousarray(observations, np.uint8))
        values = np.where(masks > 0, values, np.iinfo(np.int64).min)
        last = values.shape[1] - 1
        chosen: Ints = last - values[:, ::-1].argmax(axis=1)
        return chosen

    return policy


def ask(policy: Policy, kernel: StepKernel, seen: Small) -> Ints:
    """Return the actions of a policy in some situations, checked."""
    masks = kernel.masks(seen)
    actions = np.asarray(policy(seen, masks))
    if actions.shape != (len(seen),):
        raise BadInputError(
            f"a policy returns one action for each of {len(seen)} observations, "
            f"not an array of shape {actions.shape}"
        )
    actions = actions.astype(np.int64)
    if ((actions < 0) | (actions >= len(kernel.actions))).any():
        raise BadInputError(f"an action is a number from 0 to {len(kernel.actions) - 1}")
    # What is not allowed counts as a fold, as in the environment.
    return np.where(masks[np.arange(len(seen)), actions] > 0, actions, 0)
