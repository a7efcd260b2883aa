"""Failed sign-ins as significant events: many within a while are one act in the log."""

from typing import TYPE_CHECKING, Final

from fairdeal.floor.tables.act_rules import HOUSE

if TYPE_CHECKING:
    from fairdeal.floor.floor import Floor

#: How many failures within how many seconds are written; then none is for as long.
MANY: Final = 5
SECONDS: Final = 600


class FailedSignIns:
    """The failures of the last while, by the floor's time."""

    def __init__(self) -> None:
        self._times: list[int] = []
        self._written = -SECONDS

    def add(self, time: int) -> int:
        """Add a failure, and return how many are to be written now; 0 for none."""
        self._times = [one for one in self._times if time - one < SECONDS] + [time]
        if len(self._times) < MANY or time - self._written < SECONDS:
            return 0
        self._written, count = time, len(self._times)
        self._times.clear()
        return count


def note_failed_sign_in(floor: "Floor") -> None:
    """Note that a name and a password did not belong together, without saying which."""
    count = floor.failed_sign_ins.add(floor.time)
    if count:
        floor.record_act({"act": "failed-sign-ins", "count": count}, HOUSE)
