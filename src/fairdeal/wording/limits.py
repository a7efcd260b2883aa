"""A table's limits and changes of them, in words."""

from datetime import UTC, datetime
from typing import Protocol

from fairdeal.rulebook.money import dollars
from fairdeal.table.state import State


class HasLimits(Protocol):
    """What has a minimum and a maximum in cents."""

    @property
    def minimum(self) -> int:
        """Return the least bet."""

    @property
    def maximum(self) -> int:
        """Return the largest bet."""


def limits_words(limits: HasLimits) -> str:
    """Return limits as a sign has them, such as `$5 to $500`."""
    return f"{dollars(limits.minimum)} to {dollars(limits.maximum)}"


def clock_words(time: int) -> str:
    """Return a time of day in UTC, such as `14:35 UTC`."""
    return f"{datetime.fromtimestamp(time, UTC):%H:%M} UTC"


def notice_words(state: State) -> str:
    """Return the sign of a change that is posted; an empty text where none is."""
    notice = state.limits_notice
    if notice is None:
        return ""
    return f"From {clock_words(notice.in_force_at)} on: bets {limits_words(notice)}"
