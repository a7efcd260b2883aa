"""Failed sign-ins become an act when there are many within a while, and then none for as long."""

from fairdeal.floor.people.failed_sign_ins import FailedSignIns


def counts(*times: int) -> list[int]:
    """What is to be written after each failure."""
    failures = FailedSignIns()
    return [failures.add(time) for time in times]


def test_five_within_ten_minutes_are_written() -> None:
    assert counts(0, 1, 2, 3, 599) == [0, 0, 0, 0, 5]
    assert counts(0, 1, 2, 3, 600) == [0, 0, 0, 0, 0], "the first was ten minutes before"
    assert counts(0, 1, 2, 3, 600, 600) == [0, 0, 0, 0, 0, 5]


def test_then_none_is_written_for_ten_minutes() -> None:
    """Eight more follow: ten minutes after the act they are one more act."""
    assert counts(0, 1, 2, 3, 4, *range(597, 605))[4:] == [5, 0, 0, 0, 0, 0, 0, 0, 8]
    assert counts(*[5] * 12) == [0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0]
