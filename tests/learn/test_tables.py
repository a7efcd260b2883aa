"""The full table: PettingZoo's own checks, and the same rounds as the table engine plays."""

from fractions import Fraction

import pytest
from pettingzoo.test import api_test, seed_test

import fairdeal.learn
from fairdeal.errors import BadInputError
from fairdeal.lab.decisions.strategy import strategy
from fairdeal.learn.catalog import rules_of
from fairdeal.rulebook.situation import Situation
from fairdeal.simulate.settings import run_settings
from fairdeal.simulate.table_engine import TableEngine

LIR = "fairdeal/LetItRide-MD-A-v0"


def test_pettingzoo_checks_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    api_test(fairdeal.learn.table_env(LIR, players=3), num_cycles=40)
    seed_test(lambda: fairdeal.learn.table_env(LIR, players=2), num_cycles=20)
    assert "Passed API test" in capsys.readouterr().out


def test_a_full_table_plays_as_the_engine_does() -> None:
    env = fairdeal.learn.table_env(LIR)
    rules = rules_of(LIR)
    assert len(env.possible_agents) == rules.seats
    env.reset(seed=3)
    seed = env.infos["seat_1"]["seed"]
    strategies = ("best",) * len(env.possible_agents)
    settings = run_settings(rules, 1, seed, strategies=strategies)
    engine = TableEngine(settings)
    policy = fairdeal.learn.best_policy(LIR)
    for number in range(3):
        rewards: dict[str, float] = {}
        for agent in env.agent_iter():
            seen, reward, ended, _, info = env.last()
            if ended:
                assert info["round"] == number
                rewards[agent] = reward
                env.step(None)
                continue
            action = policy(seen[None], info["action_mask"][None])[0]
            env.step(action)
            assert env.infos[agent]["regret_numerator"] == 0
        seats = engine.play(number).seats
        expected = {f"seat_{one.seat}": float(Fraction(one.net, settings.unit)) for one in seats}
        assert rewards == expected
        env.reset()


def test_the_regret_of_an_error_is_the_lab_s() -> None:
    env = fairdeal.learn.TableEnv(LIR, players=2, render_mode="ansi")
    env.reset(seed=8)
    seen = env.observe("seat_1")
    assert str(env.render()).startswith("seat_1\nown card:")
    own = tuple(int(card) for card in seen[:3])
    (made,) = strategy(rules_of(LIR), [Situation(own)])
    worst = min(made.choices, key=lambda choice: choice.ev)
    env.step(["withdraw", "ride"].index(worst.action))
    info = env.infos["seat_1"]
    assert Fraction(info["regret_numerator"], info["regret_denominator"]) == (
        made.best.ev - worst.ev
    )
    assert env.agent_selection == "seat_2"
    # A round that is left is played to its end by nobody, and the next one begins.
    env.reset()
    assert env.infos["seat_1"]["round"] == 1


def test_a_table_has_no_more_seats_than_its_rules() -> None:
    with pytest.raises(BadInputError, match="seats"):
        fairdeal.learn.TableEnv(LIR, players=9)
