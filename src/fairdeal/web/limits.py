"""How often somebody may ask."""

import time
from collections import OrderedDict
from typing import Final

from fairdeal.web.problems import Problem

#: Whoever has not asked for the longest time is forgotten first.
MOST_KNOWN: Final = 20_000


class Limit:
    """So many in so many seconds for each of many, saved up to that number."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = float(most)
        self._rate = most / seconds
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> None:
        """One more; too many is a problem."""
        now = time.monotonic()
        left, then = self._left.pop(who, (self._most, now))
        left = min(self._most, left + (now - then) * self._rate)
        allowed = left >= 1
        self._left[who] = (left - 1 if allowed else left, now)
        if len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)
        if not allowed:
            raise Problem(429, "too-many", "too many in so short a time: wait a little")
