"""Outages of the house: times in which it could take no commands, or could not show what it asked.

After an outage every clock starts anew, so that no player's time runs out by the house's fault.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.floor.tables.live_table import LiveTable

if TYPE_CHECKING:
    from fairdeal.floor.floor import Floor

#: How long the writer may fail to take commands, or what it wrote may stay unshown, before it
#: counts as an outage, in seconds.
OUTAGE_SECONDS: Final = 3.0


class OutageWatch:
    """When the house last took commands and all was shown, by the floor's time."""

    def __init__(self) -> None:
        #: None at the start, and after an outage until clocks were started anew.
        self._served: float | None = None

    def had_outage(self, now: float) -> bool:
        """Return whether there was an outage up to now. A start counts as the end of one."""
        return self._served is None or now - self._served > OUTAGE_SECONDS

    def note_service(self, began: float, now: float, *, shown: bool) -> None:
        """Note that commands were taken from `began` to `now`; if that took long, it was an outage.

        `shown` says whether all that was published before has been shown to people.
        """
        if now - (began if self._served is None else self._served) > OUTAGE_SECONDS:
            self._served = None
        elif shown:
            self._served = now

    def note_failure(self) -> None:
        """Note that the database or the program has failed."""
        self._served = None

    def clock_set_back(self, now: float) -> None:
        """Note that the machine's clock was set back."""
        if self._served is not None:
            self._served = min(self._served, now)


def clock_runs(floor: "Floor") -> set[str]:
    """Return the tables at which somebody's time to bet or to decide runs out."""
    seconds = floor.settings.clock
    return {t for t, live in floor.tables.items() if live.deadline(seconds) is not None}


def restart_clocks(floor: "Floor") -> set[str]:
    """Start every clock anew, and return the tables that are to be published for that. Do nothing
    if no clock runs.
    """
    running = clock_runs(floor)
    if running:
        floor.record_act({"act": "resume"}, HOUSE)
        floor.database.execute("UPDATE moments SET since = ?", [floor.time])
        set_clocks(floor.tables.values(), floor.time)
    return running


def set_clocks(tables: Iterable[LiveTable], time: int) -> None:
    """Set when the clocks of tables started."""
    for live in tables:
        live.since = time
