"""The queueing model of `docs/capacity.md`, held against what queueing theory says of it."""

import statistics

import pytest

from bench.queueing import further_seconds, simulated

#: Seconds of a command alone, and of each further one of a batch.
ALONE, MORE = 0.002, 0.0005


@pytest.mark.parametrize("count", [1, 8, 24])
def test_players_who_never_pause_all_wait_for_each_batch(count: int) -> None:
    """Everybody asks again at once, so that every batch has the commands of all."""
    batch = ALONE + MORE * (count - 1)
    took, rate = simulated([ALONE], MORE, count, 0.0)
    assert rate == pytest.approx(count / batch, rel=1e-6)
    assert took == pytest.approx([batch] * len(took))


@pytest.mark.parametrize("thought", [0.004, 0.02, 0.2])
def test_the_model_keeps_littles_law(thought: float) -> None:
    """Players, rate, time of a command and time to think: N = X (R + Z)."""
    took, rate = simulated([ALONE, 3 * ALONE], MORE, 24, thought)
    assert rate * (statistics.mean(took) + thought) == pytest.approx(24, rel=0.02)


def test_a_single_player_never_waits_for_another() -> None:
    took, _ = simulated([ALONE], MORE, 1, 0.01)
    assert took == pytest.approx([ALONE] * len(took))


def test_waiting_grows_with_the_load() -> None:
    means = [statistics.mean(simulated([ALONE], MORE, 24, z)[0]) for z in (0.2, 0.05, 0.01)]
    assert ALONE < means[0] < means[1] < means[2] < ALONE + 23 * MORE


@pytest.mark.parametrize("more", [0.0001, 0.0005, 0.0015])
def test_the_time_of_a_further_command_is_found_from_the_rate(more: float) -> None:
    rate = 24 / (ALONE + 23 * more)
    assert further_seconds([ALONE], rate) == pytest.approx(more, rel=0.01)
