"""The benches: a speed-up of two threads is told by the clock only where the cores were free."""

import pytest

from bench.measure import QUIET, Took, busy_seconds, speed_up, took


def test_two_threads_on_free_cores_are_told_by_the_clock() -> None:
    one = [Took(8.0, 8.0, 0.9), Took(4.0, 4.0, QUIET / 2)]
    two = [Took(2.5, 4.0, 0.0), Took(1.0, 2.0, 1.0)]
    assert speed_up(one, two) == (4.0 / 2.5, "by the clock")


def test_two_threads_beside_other_programs_are_told_by_processor_time() -> None:
    one = [Took(8.0, 4.0, 1.2), Took(9.0, 4.5, 1.0)]
    two = [Took(3.0, 5.0, 0.9), Took(9.0, 6.0, 1.5)]
    times, told = speed_up(one, two)
    assert times == pytest.approx(2 * 4 / 5)
    assert "processor time" in told
    assert "0.9 cores" in told


def test_processor_time_of_a_run_is_counted() -> None:
    before = busy_seconds()
    run = took(lambda: sum(range(3_000_000)))
    assert 0 < run.processor < run.seconds * 1.5
    assert busy_seconds() >= before
