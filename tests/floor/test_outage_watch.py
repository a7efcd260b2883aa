"""When the house last took commands: what counts as an outage, to the second."""

import pytest

from fairdeal.floor.outages import OutageWatch


@pytest.fixture
def watch() -> OutageWatch:
    """A watch of a house that took commands at second 100, and showed all."""
    one = OutageWatch()
    assert one.had_outage(100.0), "a start is the end of an outage"
    one.note_service(100.0, 100.0, shown=True)
    return one


def test_more_than_three_seconds_without_service_are_an_outage(watch: OutageWatch) -> None:
    assert not watch.had_outage(103.0)
    assert watch.had_outage(103.1)
    watch.note_service(103.0, 103.0, shown=True)
    assert not watch.had_outage(106.0)


def test_what_takes_long_is_an_outage_from_its_beginning(watch: OutageWatch) -> None:
    watch.note_service(101.0, 104.0, shown=True)
    assert watch.had_outage(104.0), "it took four seconds since the last service"
    watch.note_service(104.0, 107.5, shown=True)
    assert watch.had_outage(107.5), "and more than three again"
    watch.note_service(107.5, 110.5, shown=True)
    assert not watch.had_outage(110.5)


def test_what_is_not_shown_is_no_service(watch: OutageWatch) -> None:
    watch.note_service(102.0, 102.0, shown=False)
    assert not watch.had_outage(103.0)
    watch.note_service(103.0, 103.0, shown=False)
    assert watch.had_outage(103.5), "nothing was shown since second 100"


def test_a_failure_is_an_outage(watch: OutageWatch) -> None:
    watch.note_failure()
    assert watch.had_outage(100.0)


def test_a_clock_that_is_set_back_is_none(watch: OutageWatch) -> None:
    watch.clock_set_back(40.0)
    assert not watch.had_outage(43.0)
    assert watch.had_outage(43.5)
    watch.note_failure()
    watch.clock_set_back(30.0)
    assert watch.had_outage(30.0)
