"""Progress of long computations is shown in the context that asks for it, and nowhere else."""

from threading import Thread

import pytest

from fairdeal.lab.progress import reported, shown_by


class Display:
    """Writes down everything that it shows."""

    def __init__(self, shown: list[object], what: str) -> None:
        self._shown = shown
        shown.append(what)

    def progress(self, done: int, total: int) -> None:
        self._shown.append((done, total))

    def end(self) -> None:
        self._shown.append("end")


def compute(error: Exception | None = None) -> None:
    """A computation of two steps, which may fail after the first."""
    with reported(lambda: "counting") as progress:
        if progress:
            progress(1, 2)
        if error is not None:
            raise error
        if progress:
            progress(2, 2)


def test_steps_are_shown_from_the_description_to_the_end() -> None:
    shown: list[object] = []
    with shown_by(lambda what: Display(shown, what)):
        compute()
    assert shown == ["counting", (1, 2), (2, 2), "end"]


def test_a_display_ends_when_the_computation_fails() -> None:
    shown: list[object] = []
    with pytest.raises(ValueError, match="no cards"), shown_by(lambda what: Display(shown, what)):
        compute(ValueError("no cards"))
    assert shown == ["counting", (1, 2), "end"]
    compute()
    assert shown == ["counting", (1, 2), "end"]


def test_without_a_display_no_description_is_made() -> None:
    with reported(lambda: pytest.fail("nobody shows it")) as progress:
        assert progress is None


def test_an_inner_display_replaces_the_outer_one_until_it_ends() -> None:
    outer: list[object] = []
    inner: list[object] = []
    with shown_by(lambda what: Display(outer, what)):
        with shown_by(lambda what: Display(inner, what)):
            compute()
        assert outer == []
        compute()
    assert inner == outer == ["counting", (1, 2), (2, 2), "end"]


def test_another_thread_shows_nothing() -> None:
    shown: list[object] = []
    with shown_by(lambda what: Display(shown, what)):
        thread = Thread(target=compute)
        thread.start()
        thread.join()
    assert shown == []
