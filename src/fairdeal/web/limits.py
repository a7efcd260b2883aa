"""How often somebody may ask."""

import math
import time
from collections import OrderedDict, deque
from typing import Final

from fairdeal.web.problems import Problem

#: Whoever has not asked for the longest time is forgotten first.
MOST_KNOWN: Final = 20_000


class Limit:
    """So many in any so many seconds, for each of many."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._asked: OrderedDict[str, deque[float]] = OrderedDict()

    def take(self, who: str) -> None:
        """One more; too many is a problem."""
        now = time.monotonic()
        asked = self._asked.pop(who, None) or deque()
        self._asked[who] = asked
        if len(self._asked) > MOST_KNOWN:
            self._asked.popitem(last=False)
        while asked and now - asked[0] >= self._seconds:
            asked.popleft()
        if len(asked) >= self._most:
            wait = math.ceil(asked[0] + self._seconds - now)
            detail = f"{self._most} in {self._seconds} seconds, and no more: wait a little"
            raise Problem(429, "too-many", detail, wait=max(1, wait))
        asked.append(now)
