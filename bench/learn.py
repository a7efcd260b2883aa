"""Environments: steps a second through `make_vec`, beside Gymnasium's own copies of one."""

from functools import partial
from time import process_time
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import VectorEnv
from numpy.typing import NDArray

import fairdeal.learn
from bench.measure import Row, best_seconds, millions

_COPIES = 4_096
_STEPS = 50
#: Gymnasium's own copies are slower by far: fewer of them are enough.
_SYNC_COPIES = 64


def _run(copies: VectorEnv[Any, Any, Any], actions: NDArray[np.int64]) -> None:
    for row in actions:
        copies.step(row)


def _rate(environment: str, copies: int, mode: str) -> float:
    many = gymnasium.make_vec(environment, num_envs=copies, vectorization_mode=mode)
    many.reset(seed=1)
    space: Any = many.single_action_space
    actions = np.random.default_rng(1).integers(1, space.n, (_STEPS, copies))
    _run(many, actions[:3])
    return copies * _STEPS / best_seconds(partial(_run, many, actions), clock=process_time)


def bench() -> list[Row]:
    """One row for each game."""
    rows = []
    for name in ("LetItRide-MD-A", "RunEmTwice-MD-standard", "DoubleDraw-MD-A"):
        environment = f"fairdeal/{name}-v0"
        assert environment in fairdeal.learn.ENVIRONMENTS
        rate = _rate(environment, _COPIES, "vector_entry_point")
        peer = _rate(environment, _SYNC_COPIES, "sync")
        against = f"{rate / peer:.0f} times Gymnasium's own copies of one, {millions(peer)}"
        rows.append(Row("learn", f"{name}, {_COPIES} copies", millions(rate), against, "1 M/s"))
    return rows
