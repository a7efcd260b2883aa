"""Progress of long computations.

A caller that can show progress, such as the command line, runs its work inside `shown_by(display)`.
The display belongs to that context alone: other threads and tasks, such as those of a server, show
nothing.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Protocol, TypeAlias

#: Called with the number of steps that are done and the number of all steps.
Progress: TypeAlias = Callable[[int, int], None]


class Display(Protocol):
    """Shows the progress of one computation."""

    def progress(self, done: int, total: int) -> None:
        """Show how many of all steps are done."""

    def end(self) -> None:
        """Stop showing: the computation has ended."""


#: Opens a display, given a description of the computation that begins.
OpenDisplay: TypeAlias = Callable[[str], Display]

_open_display: Final[ContextVar[OpenDisplay | None]] = ContextVar("open_display", default=None)


@contextmanager
def shown_by(open_display: OpenDisplay) -> Iterator[None]:
    """Show the progress of every long computation that runs inside this context."""
    token = _open_display.set(open_display)
    try:
        yield
    finally:
        _open_display.reset(token)


@contextmanager
def reported(describe: Callable[[], str]) -> Iterator[Progress | None]:
    """Yield the function that a computation reports its progress to, or None where nobody shows
    it. The description is made only where it is shown: an estimate of the duration takes time.
    """
    open_display = _open_display.get()
    if open_display is None:
        yield None
        return
    display = open_display(describe())
    try:
        yield display.progress
    finally:
        display.end()
