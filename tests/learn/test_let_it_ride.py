"""Environments of Let It Ride: Gymnasium's checks, the same rounds as at a table, exact regrets."""

import subprocess
import sys
from fractions import Fraction
from math import comb

import gymnasium
import numpy as np
import pytest
from conftest import ROOT
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import fairdeal.learn
from fairdeal.errors import BadInputError
from fairdeal.lab.decisions.strategy import strategy
from fairdeal.learn.catalog import ENVIRONMENTS, kernel_of_environment, rules_of
from fairdeal.learn.policies import Policy
from fairdeal.rulebook.situation import Situation
from fairdeal.simulate.settings import run_settings
from fairdeal.simulate.table_engine import TableEngine

LIR = "fairdeal/LetItRide-MD-A-v0"
RIDE, WITHDRAW = 1, 0


def constant(action: int) -> Policy:
    return lambda seen, _: np.full(len(seen), action)


def test_every_game_law_and_paytable_has_an_id() -> None:
    assert set(ENVIRONMENTS) == {
        "fairdeal/LetItRide-MD-A-v0",
        "fairdeal/LetItRide-MD-B-v0",
        "fairdeal/LetItRide-MD-C-v0",
        "fairdeal/RunEmTwice-MD-standard-v0",
        "fairdeal/RunEmTwice-PA-standard-v0",
        "fairdeal/DoubleDraw-MD-A-v0",
        "fairdeal/DoubleDraw-MD-B-v0",
    }
    assert set(ENVIRONMENTS) <= set(gymnasium.registry)
    with pytest.raises(BadInputError, match="did you mean fairdeal/LetItRide-MD-"):
        rules_of("fairdeal/LetItRide-MD-Z-v0")


def test_an_id_with_the_package_registers_in_a_new_process() -> None:
    code = f"import gymnasium; print(gymnasium.make('fairdeal.learn:{LIR}').spec.id)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == LIR


@pytest.mark.parametrize("paytable", ["A", "B", "C"])
def test_gymnasium_checks_the_environment(paytable: str) -> None:
    check_env(gymnasium.make(f"fairdeal/LetItRide-MD-{paytable}-v0").unwrapped)


def test_rounds_are_those_of_the_table_and_regrets_those_of_the_lab() -> None:
    env = fairdeal.learn.RoundEnv(LIR)
    rules = rules_of(LIR)
    seen, info = env.reset(seed=5)
    engine = TableEngine(run_settings(rules, 1, info["seed"], strategies=("always",)))
    unit = run_settings(rules, 1, 0).unit
    for number in range(40):
        assert info["round"] == number
        (seat,) = engine.play(number).seats
        assert seen[:3].tolist() == sorted(seat.dealt)
        reward, actions = 0.0, []
        withdrawn: tuple[str, ...] = ()
        for decision in range(2):
            board = tuple(int(card) for card in seen[3 : 3 + decision])
            own = tuple(int(card) for card in seen[:3])
            (made,) = strategy(rules, [Situation(own, board, withdrawn=withdrawn)])
            values = {choice.action: choice.ev for choice in made.choices}
            assert env.action_values() == [values["withdraw"], values["ride"]]
            # Every way to play comes up.
            action = number >> decision & 1
            seen, reward, ended, _, info = env.step(action)
            taken = ("withdraw", "ride")[action]
            regret = Fraction(info["regret_numerator"], info["regret_denominator"])
            assert regret == max(values.values()) - values[taken]
            assert info["regret"] == float(regret)
            withdrawn = () if action else ("bet-1",)
            actions.append(action)
            assert ended == (decision == 1)
        # All three bets of the table are paid alike.
        assert Fraction(reward) == Fraction(seat.net, 3 * unit) * (1 + sum(actions))
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step(RIDE)
        seen, info = env.reset()


def test_copies_play_every_round_once_as_one_environment_does() -> None:
    copies, rounds = 7, 5
    many = gymnasium.make_vec(LIR, num_envs=copies, vectorization_mode="vector_entry_point")
    assert many.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    one = fairdeal.learn.RoundEnv(LIR)
    played = []
    seen, info = one.reset(seed=9)
    for _ in range(copies * rounds):
        first = seen, one.step(info["round"] % 2)
        played.append((first, one.step(RIDE)))
        seen, info = one.reset()
    seen, info = many.reset(seed=9)
    for turn in range(rounds):
        numbers = [turn * copies + copy for copy in range(copies)]
        assert info["round"].tolist() == numbers
        for copy, number in enumerate(numbers):
            assert seen[copy].tolist() == played[number][0][0].tolist()
        for decision in range(2):
            actions = info["round"] % 2 if decision == 0 else np.ones(copies, np.int64)
            seen, rewards, ended, _, info = many.step(actions)
            assert info["action_mask"].dtype == np.int8
            for copy, number in enumerate(numbers):
                expected = played[number][0][1] if decision == 0 else played[number][1]
                assert seen[copy].tolist() == expected[0].tolist()
                assert (rewards[copy], ended[copy]) == (expected[1], expected[2])
                assert info["regret"][copy] == expected[4]["regret"]
        # The next step begins the next round, whatever the action is.
        seen, rewards, ended, _, info = many.step(np.zeros(copies, np.int64))
        assert not rewards.any()
        assert not ended.any()
        assert not info["regret"].any()


def test_copies_that_begin_again_at_once_say_how_the_round_ended() -> None:
    many = fairdeal.learn.RoundVectorEnv(4, LIR, autoreset_mode=AutoresetMode.SAME_STEP)
    many.reset(seed=2)
    many.step(np.ones(4, np.int64))
    seen, _, ended, _, info = many.step(np.ones(4, np.int64))
    assert ended.all()
    assert (info["final_obs"][:, 5] == 2).all()
    assert (seen[:, 5] == 0).all()
    assert info["round"].tolist() == [4, 5, 6, 7]


def test_wrong_actions_are_refused() -> None:
    env = fairdeal.learn.RoundEnv(LIR)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="from 0 to 1"):
        env.step(2)
    many = fairdeal.learn.RoundVectorEnv(3, LIR)
    many.reset(seed=1)
    with pytest.raises(ValueError, match="3 numbers from 0 to 1"):
        many.step(np.array([0, 1, 2]))
    with pytest.raises(BadInputError, match="one action for each"):
        fairdeal.learn.exploit(lambda _, masks: masks, LIR)


def test_the_table_in_words() -> None:
    env = gymnasium.make(LIR, render_mode="ansi")
    env.reset(seed=3)
    words = str(env.render())
    assert "card of the board: ? ?" in words
    assert env.unwrapped.action_masks().tolist() == [1, 1]  # type: ignore[attr-defined]


#: Hands of five cards, by what the main paytable A pays to one: 2,598,960 in all. The numbers are
#: the classical ones; 1,098,240 pairs are 84,480 of each rank, and five ranks are tens or better.
PAYS_A = {
    1000: 4,
    200: 36,
    50: 624,
    11: 3_744,
    8: 5_108,
    5: 10_200,
    3: 54_912,
    2: 123_552,
    1: 5 * 84_480,
}


def value_of_one_bet() -> Fraction:
    won = sum(pays * hands for pays, hands in PAYS_A.items())
    lost = comb(52, 5) - sum(PAYS_A.values())
    return Fraction(won - lost, comb(52, 5))


@pytest.mark.parametrize(
    ("policy", "bets"),
    [
        (constant(RIDE), 3),
        (constant(WITHDRAW), 1),
        (lambda seen, _: (seen[:, 5] == 0).astype(int), 2),
        (lambda seen, _: (seen[:, 5] == 1).astype(int), 2),
    ],
    ids=["always", "never", "first", "second"],
)
def test_a_policy_that_does_not_look_at_its_cards_is_worth_so_many_bets(
    policy: Policy, bets: int
) -> None:
    result = fairdeal.learn.exploit(policy, LIR)
    assert result.is_exact
    assert result.value == bets * value_of_one_bet()
    # The best play, as published: see the tests of the lab.
    assert result.best == Fraction(-37_963, 1_082_900)


def test_the_best_policy_costs_nothing_and_plays_as_the_strategy_does() -> None:
    policy = fairdeal.learn.best_policy(LIR)
    result = fairdeal.learn.exploit(policy, LIR)
    assert result.cost == 0
    assert [one.situations for one in result.decisions] == [22_100, 1_082_900]
    rules = rules_of(LIR)
    by_strategy = TableEngine(run_settings(rules, 1, 4, strategies=("best",)))
    by_policy = TableEngine(run_settings(rules, 1, 4, strategies=("best",)))
    play = fairdeal.learn.player(policy, LIR)
    for number in range(30):
        by_policy.begin(number)
        while state := by_policy.wait():
            by_policy.decide(play(state))
        assert by_policy.result() == by_strategy.play(number)


def test_the_example_learns_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "examples"))
    example = __import__("learn_let_it_ride")
    agent = example.train(4_000_000)
    assert fairdeal.learn.exploit(agent, LIR).cost < Fraction(1, 1000)


def test_values_are_the_same_for_cards_that_differ_in_suits_only() -> None:
    kernel = kernel_of_environment(LIR)
    seen = np.array([[0, 5, 10, 52, 52, 0, 0], [1, 6, 11, 52, 52, 0, 0]], np.uint8)
    values, over = kernel.values(seen)
    assert values[0].tolist() == values[1].tolist()
    assert over[0] == over[1]
