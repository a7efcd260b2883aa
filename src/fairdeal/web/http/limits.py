"""How often somebody may ask."""

import ipaddress
import math
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

from fairdeal.web.http.problems import Problem

#: Whoever has not times for the longest time is forgotten first.
MAX_TRACKED: Final = 20_000


@lru_cache(maxsize=MAX_TRACKED)
def client_network(address: str) -> str:
    """Whom an address stands for: of the newer kind (IPv6) everybody is given as many as the lower
    half of one can name, and so only the upper half tells one from another.
    """
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:  # a proxy's own word for somebody
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((int(known) >> 64 << 64, 64)))


class ConcurrencyLimit:
    """So many at the same time, for each of many."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._active: Counter[str] = Counter()

    def acquire(self, who: str) -> bool:
        """One more; False where that is too many."""
        if self._active[who] >= self.most:
            return False
        self._active[who] += 1
        return True

    def release(self, who: str) -> None:
        """One less."""
        self._active[who] -= 1
        if not self._active[who]:
            del self._active[who]


class LogReadLimit:
    """Reading far back in the log: so many begin in a minute, and so many go on at once, for each
    of many.
    """

    def __init__(self, starts: "RateLimit", most: int) -> None:
        self.starts = starts
        self._active = ConcurrencyLimit(most)

    @contextmanager
    def reading(self, who: str) -> Iterator[None]:
        """One more while it lasts; too many is a problem."""
        self.starts.take(who)
        if not self._active.acquire(who):
            detail = f"{self._active.most} at once that read far back, and no more: wait a little"
            raise Problem(429, "too-many", detail)
        try:
            yield
        finally:
            self._active.release(who)


class RateLimit:
    """So many in any so many seconds, for each of many."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def take(self, who: str) -> None:
        """One more; too many is a problem."""
        now = time.monotonic()
        times = self._times.pop(who, None) or deque()
        self._times[who] = times
        if len(self._times) > MAX_TRACKED:
            self._times.popitem(last=False)
        while times and now - times[0] >= self._seconds:
            times.popleft()
        if len(times) >= self._most:
            wait = math.ceil(times[0] + self._seconds - now)
            detail = f"{self._most} in {self._seconds} seconds, and no more: wait a little"
            raise Problem(429, "too-many", detail, retry_seconds=max(1, wait))
        times.append(now)

    def give_back(self, who: str) -> None:
        """The last one did not count after all."""
        if times := self._times.get(who):
            times.pop()


class SignInAttempts:
    """Passwords that are tried for a name, from wherever: so many failures ones, and no more for a
    while. Whoever has signed in from an address before is counted apart there, so that no stranger
    can keep a person out of the own place.
    """

    def __init__(self, failures: RateLimit) -> None:
        self._failures = failures
        self._known_places: OrderedDict[str, None] = OrderedDict()

    def take(self, name: str, address: str) -> str:
        """One more try; too many are a problem. What is answered, `right` is told."""
        own = f"{name} {address}"
        who = own if own in self._known_places else name
        self._failures.take(who)
        return who

    def succeeded(self, who: str, name: str, address: str) -> None:
        """It was the right one: it does not count, and the address is known."""
        self._failures.give_back(who)
        own = f"{name} {address}"
        self._known_places[own] = None
        self._known_places.move_to_end(own)
        if len(self._known_places) > MAX_TRACKED:
            self._known_places.popitem(last=False)
