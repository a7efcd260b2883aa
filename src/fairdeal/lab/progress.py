"""Progress of long computations.

A caller that can show progress, such as the command line, runs its work inside `shown_by(display)`.
The display belongs to that context alone: other threads and tasks, such as those of a server, show
nothing.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Protocol, TypeAlias

from fairdeal.errors import TooLongError

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
#: The longest duration in seconds of a computation that may begin; None if any may.
_longest: Final[ContextVar[float | None]] = ContextVar("longest", default=None)


@contextmanager
def shown_by(open_display: OpenDisplay, *, longest: float | None = None) -> Iterator[None]:
    """Show the progress of every long computation that runs inside this context, and refuse one
    that would take longer than `longest` seconds by its estimate.
    """
    tokens = _open_display.set(open_display), _longest.set(longest)
    try:
        yield
    finally:
        _open_display.reset(tokens[0])
        _longest.reset(tokens[1])


@contextmanager
def unshown() -> Iterator[None]:
    """Show no progress inside this context, and refuse nothing: the computations are steps of a
    larger one that is shown and was checked as a whole.
    """
    tokens = _open_display.set(None), _longest.set(None)
    try:
        yield
    finally:
        _open_display.reset(tokens[0])
        _longest.reset(tokens[1])


def check_duration(work: str, estimate: Callable[[], float]) -> None:
    """Refuse a computation that would take too long in this context. `estimate` is called only if
    there is a bound, because estimating takes time itself.
    """
    longest = _longest.get()
    if longest is None:
        return
    seconds = estimate()
    if seconds > longest:
        raise TooLongError(f"{work} would take {duration_words(seconds)}: add --patient to wait")


def duration_words(seconds: float) -> str:
    """Return a duration in words: "about 5 hours"."""
    for size, unit in ((86_400, "days"), (3_600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"about {seconds / size:,.0f} {unit}"
    return f"about {seconds:,.0f} seconds"


@contextmanager
def reported(describe: Callable[[], str]) -> Iterator[Progress | None]:
    """Yield the function that a computation reports its progress to, or None if no progress is
    shown. The description is made only if it is shown, because estimating the duration takes time.
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
