"""Environments of Run 'Em Twice and Double Draw: checks, the table's rounds, the lab's regrets.

Each game is solved once, which takes seconds: so a game has one test.
"""

from fractions import Fraction

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import fairdeal.learn
from fairdeal.lab.decisions.best_player import situation_of
from fairdeal.lab.kernels import kernel_of
from fairdeal.learn.catalog import ENVIRONMENTS, kernel_of_environment, rules_of
from fairdeal.learn.environment import RoundEnv
from fairdeal.learn.kernels.step_kernel import StepKernel
from fairdeal.learn.policies import Policy
from fairdeal.learn.seats import observe
from fairdeal.rulebook.game import Draw
from fairdeal.simulate.choices import command_of
from fairdeal.simulate.kernel_engine import kernel_engine
from fairdeal.simulate.settings import run_settings
from fairdeal.simulate.strategies import NEVER
from fairdeal.simulate.table_engine import TableEngine

RET = "fairdeal/RunEmTwice-MD-standard-v0"
PA = "fairdeal/RunEmTwice-PA-standard-v0"
DD = "fairdeal/DoubleDraw-MD-A-v0"


def same_as_the_table(environment: str, rounds: int) -> None:
    """Play the same actions in the environment and at a table: what is seen, the reward, and the
    regret by the lab's own values of the situation.
    """
    env, rules = RoundEnv(environment), rules_of(environment)
    kernel, random = env.kernel, np.random.default_rng(0)
    seen, info = env.reset(seed=11)
    settings = run_settings(rules, 1, info["seed"], strategies=(NEVER,))
    engine = TableEngine(settings)
    for number in range(rounds):
        engine.begin(number)
        ended, reward = False, 0.0
        while state := engine.wait():
            assert not ended
            assert seen.tolist() == observe(kernel, state, 1).tolist()
            allowed = np.flatnonzero(info["action_mask"])
            # A fold seldom, so that later decisions come up.
            action = int(random.choice(allowed)) if random.random() < 0.9 else 0
            choice = kernel.choice(action, seen)
            (made,) = kernel_of(rules).decide([situation_of(state, 1)])
            thrown = sorted(choice.discard or ())
            value = next(
                one.ev
                for one in made.choices
                if (one.action, sorted(one.discard or ())) == (choice.action, thrown)
            )
            engine.decide(command_of(state, 1, choice))
            if choice.discard is not None and (state := engine.wait()):
                assert isinstance(state.current, Draw)
                engine.decide(command_of(state, 1, choice))
            seen, reward, ended, _, info = env.step(action)
            regret = Fraction(info["regret_numerator"], info["regret_denominator"])
            assert regret == made.best.ev - value
        assert ended
        (seat,) = engine.result().seats
        assert Fraction(reward) == Fraction(seat.net, settings.unit)
        seen, info = env.reset()


def copies_agree(environment: str) -> None:
    """Many copies play as one environment does."""
    many = gymnasium.make_vec(environment, num_envs=3, vectorization_mode="vector_entry_point")
    one = RoundEnv(environment)
    seen, info = many.reset(seed=4)
    alone, told = one.reset(seed=4)
    for step in range(30):
        assert seen[0].tolist() == alone.tolist()
        assert info["action_mask"][0].tolist() == told["action_mask"].tolist()
        actions = (np.arange(3) + step) % info["action_mask"].sum(axis=1)
        seen, rewards, ended, _, info = many.step(actions)
        alone, reward, end, _, told = one.step(int(actions[0]))
        assert (rewards[0], ended[0], info["regret"][0]) == (reward, end, told["regret"])
        if end:
            seen, _, _, _, info = many.step(np.zeros(3, np.int64))
            for _ in range(3):
                alone, told = one.reset()


def by_decision(*actions: int) -> Policy:
    """A policy that answers each decision with one action."""

    def policy(seen: np.ndarray, masks: np.ndarray) -> np.ndarray:
        place = {4: 7, 27: 9}[masks.shape[1]]
        chosen: np.ndarray = np.array(actions)[seen[:, place]]
        return chosen

    return policy


def best_at_random(kernel: StepKernel, environment: str, copies: int) -> float:
    """Play random rounds by the best policy, and return the mean regret."""
    policy = fairdeal.learn.best_policy(environment)
    many = fairdeal.learn.RoundVectorEnv(copies, environment)
    seen, info = many.reset(seed=1)
    total = 0.0
    for _ in range(kernel.decisions):
        seen, _, _, _, info = many.step(policy(seen, info["action_mask"]))
        total += float(info["regret"].sum())
    return total


def full_tables(environment: str) -> None:
    """PettingZoo's own checks."""
    api_test(fairdeal.learn.table_env(environment, players=3), num_cycles=40)
    seed_test(lambda: fairdeal.learn.table_env(environment, players=2), num_cycles=20)


def test_run_em_twice() -> None:
    for name in (RET, PA):
        check_env(gymnasium.make(name).unwrapped)
    full_tables(RET)
    same_as_the_table(RET, 12)
    copies_agree(RET)
    kernel = kernel_of_environment(RET)
    assert best_at_random(kernel, RET, 2_000) == 0
    # A fold at once loses two antes, one after a bet of three loses five.
    for actions, lost in (((0, 0, 0), 2), ((3, 0, 0), 5)):
        result = fairdeal.learn.exploit(by_decision(*actions), RET)
        assert result.is_exact
        assert result.value == -lost
    # The law of Pennsylvania differs, the values of the main wagers do not.
    assert kernel_of(rules_of(PA)).rows() == kernel_of(rules_of(RET)).rows()


def test_double_draw() -> None:
    check_env(gymnasium.make(DD).unwrapped)
    same_as_the_table(DD, 4)
    kernel = kernel_of_environment(DD)
    assert best_at_random(kernel, DD, 500) == 0
    # Two cards cannot be thrown at the second draw: that counts as a fold.
    env = RoundEnv(DD)
    env.reset(seed=1)
    _, _, _, _, info = env.step(1)
    assert info["action_mask"].sum() == 7
    _, reward, ended, _, info = env.step(26)
    assert (reward, ended, info["illegal"]) == (-3, True, True)


@pytest.mark.slow
def test_double_draw_at_length() -> None:
    full_tables(DD)
    same_as_the_table(DD, 12)
    copies_agree(DD)
    kernel = kernel_of_environment(DD)
    assert best_at_random(kernel, DD, 2_000) == 0
    # The second draw is an estimate: to fold there loses three antes.
    result = fairdeal.learn.exploit(by_decision(1, 0), DD, samples=200_000)
    assert not result.is_exact
    assert result.decisions[0].kind == "exact"
    assert result.standard_error > 0
    assert abs(float(result.value + 3)) < 5 * result.standard_error


@pytest.mark.slow
@pytest.mark.parametrize("name", [PA, DD.replace("-A-", "-B-")])
def test_the_other_tables_pass_the_checks_too(name: str) -> None:
    check_env(gymnasium.make(name).unwrapped)
    full_tables(name)


def test_every_environment_is_checked_here_or_beside() -> None:
    lir = {f"fairdeal/LetItRide-MD-{one}-v0" for one in "ABC"}
    assert {RET, PA, DD, DD.replace("-A-", "-B-")} | lir == set(ENVIRONMENTS)


@pytest.mark.slow
def test_the_third_decision_of_run_em_twice_is_counted() -> None:
    """To bet the most always is worth what a million rounds bring, within four standard errors."""
    result = fairdeal.learn.exploit(by_decision(3, 3, 3), RET)
    assert result.is_exact
    settings = run_settings(rules_of(RET), 1_000_000, 7, strategies=("always",))
    counts = kernel_engine(settings).tally(0, 1_000_000).values("net", "main")
    mean = sum(net * count for net, count in counts.items()) / 1_000_000
    square = sum(net**2 * count for net, count in counts.items()) / 1_000_000
    error = (square - mean**2) ** 0.5 / 1_000
    assert abs(mean - float(result.value) * settings.unit) < 4 * error
