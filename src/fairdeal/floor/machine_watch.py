"""What the house notes about its own machine: space on the disk, failed writes, and the clock.

Each is an act of the house in the log, which the back office shows as a significant event. A write
that failed cannot be told in the transaction that was lost; it is told in the first one after it.
"""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

#: The disk is low below the first figure, and has enough space again from the second one on.
LOW_BYTES: Final = 2**30
ENOUGH_BYTES: Final = 2 * LOW_BYTES
#: How often the space is measured, in seconds.
DISK_SECONDS: Final = 60.0
#: The clock of the house was changed if it moved this many seconds more or less than time did.
CLOCK_SECONDS: Final = 3
#: What the act about the disk says.
DISK_STATES: Final = ("low", "enough")


def free_bytes_beside(path: str) -> Callable[[], int | None]:
    """Return a function that measures the free space of the disk on which a file lies."""

    def measure() -> int | None:
        try:
            return shutil.disk_usage(Path(path).resolve().parent).free
        except OSError:
            return None

    return measure


class MachineWatch:
    """Finds what is to be noted. `free_bytes` measures the free space, None where it is not known.
    `steady` is a clock that nobody can set, in seconds; without it the clock is not watched.
    """

    def __init__(
        self,
        free_bytes: Callable[[], int | None] = lambda: None,
        steady: Callable[[], float] | None = None,
    ) -> None:
        self._free_bytes = free_bytes
        self._steady = steady
        self._measured: float | None = None
        self._low = False
        #: The floor's time and the steady one, when they were compared last.
        self._compared: tuple[float, float] | None = None
        #: The tables that a failure stopped, and why.
        self._failed: Mapping[str, str] | None = None

    def note_failure(self, tables: Mapping[str, str]) -> None:
        """Remember that a transaction failed, and which tables are stopped since, with the reasons.
        A failure that goes on is noted once.
        """
        if self._failed is None:
            self._failed = dict(tables)

    def lost_transaction(self) -> dict[str, Any] | None:
        """Return the act about a transaction that failed before, and forget it."""
        failed, self._failed = self._failed, None
        if failed is None:
            return None
        reasons = sorted(set(failed.values()))
        return {"act": "fault", "tables": sorted(failed), "reasons": reasons}

    def changes(self, now: float) -> list[dict[str, Any]]:
        """Return the acts about what has changed since the last look: `now` is the floor's time."""
        found = (self._clock(now), self._disk(now))
        return [act for act in found if act is not None]

    def _clock(self, now: float) -> dict[str, Any] | None:
        if self._steady is None:
            return None
        steady = self._steady()
        before, self._compared = self._compared, (now, steady)
        if before is None:
            return None
        moved = (now - before[0]) - (steady - before[1])
        if abs(moved) < CLOCK_SECONDS:
            return None
        return {"act": "clock", "before": round(now - moved), "after": round(now)}

    def _disk(self, now: float) -> dict[str, Any] | None:
        if self._measured is not None and abs(now - self._measured) < DISK_SECONDS:
            return None
        self._measured = now
        free = self._free_bytes()
        if free is None or (self._low and free < ENOUGH_BYTES):
            return None
        if self._low == (free < LOW_BYTES):
            return None
        self._low = not self._low
        return {"act": "disk", "state": DISK_STATES[not self._low], "free": free}


def machine_objection(leaf: int, what: Mapping[str, Any]) -> str | None:
    """Return what is wrong with an act about the machine or about an audit; None if nothing is.
    `leaf` is the place of its entry.
    """
    match what:
        case {"act": "start"}:
            number = what.get("differing", 0)
            if type(number) is not int or number < 0:
                return "the number of files that differ is a whole number from 0 on"
            right = True
        case {"act": "disk", "state": state, "free": int(free)}:
            right = state in DISK_STATES and free >= 0
        case {"act": "fault", "tables": list(tables), "reasons": list(reasons)}:
            right = all(isinstance(one, str) for one in (*tables, *reasons))
        case {"act": "clock", "before": int(before), "after": int(after)}:
            right = before != after
        case {"act": "audited", "valid": bool(valid), "entries": int(entries), "head": str()}:
            right = 0 <= entries <= leaf and valid == ("reason" not in what)
        case _:
            right = False
    return None if right else "it does not say what was found at the machine"
