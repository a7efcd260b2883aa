"""Kinds of limits and how each counts: by rate, by number at the same time, and for passwords."""

import ipaddress
import math
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

from fairdeal.web.http.problems import Problem

#: How many clients or people a limit tracks; the one not seen for the longest time goes first.
MAX_TRACKED: Final = 20_000


@lru_cache(maxsize=MAX_TRACKED)
def client_network(address: str) -> str:
    """Return what limits count an address as: an IPv4 address, or the network of an IPv6 address,
    since every customer is given all addresses of a network.
    """
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:  # a proxy may name its client in another way
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((int(known) >> 64 << 64, 64)))


class ConcurrencyLimit:
    """A limit on how many are active at the same time, for each client."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._active: Counter[str] = Counter()

    def acquire(self, who: str) -> bool:
        """Count one more; return False, and count nothing, where the limit is reached."""
        if self._active[who] >= self.most:
            return False
        self._active[who] += 1
        return True

    def release(self, who: str) -> None:
        """Decrease the count by one."""
        self._active[who] -= 1
        if not self._active[who]:
            del self._active[who]


class LogReadLimit:
    """A limit on reading far back in the log: on how many reads a client begins in some time, and
    on how many it has at once.
    """

    def __init__(self, starts: "RateLimit", most: int) -> None:
        self.starts = starts
        self._active = ConcurrencyLimit(most)

    @contextmanager
    def reading(self, who: str) -> Iterator[None]:
        """Count a read while the context lasts; raise a `Problem` where the limit is reached."""
        self.starts.take(who)
        if not self._active.acquire(who):
            detail = f"{self._active.most} at once that read far back, and no more: wait a little"
            raise Problem(429, "too-many", detail)
        try:
            yield
        finally:
            self._active.release(who)


class RateLimit:
    """A limit on how many there are in any so many seconds, for each client or person."""

    def __init__(
        self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = most
        self._clock = clock
        self._seconds = seconds
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def take(self, who: str) -> None:
        """Count one more; raise a `Problem` where the limit is reached."""
        now = self._clock()
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
        """Count the last one no longer."""
        if times := self._times.get(who):
            times.pop()


class Allowance:
    """A limit for each client that grows again steadily: so many at once, and so many a second on
    average. It holds two numbers for a client, however many are allowed.
    """

    def __init__(
        self, most: int, a_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = most
        self._a_second = a_second
        self._clock = clock
        #: What each client has left, and when that was so.
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> bool:
        """Count one more; return False, and count nothing, where nothing is left."""
        now = self._clock()
        left, since = self._left.pop(who, (float(self._most), now))
        left = min(self._most, left + (now - since) * self._a_second)
        allowed = left >= 1
        self._left[who] = (left - 1 if allowed else left, now)
        if len(self._left) > MAX_TRACKED:
            self._left.popitem(last=False)
        return allowed

    def problem(self) -> Problem:
        """Return what a client is told that has nothing left."""
        detail = f"{self._a_second:g} a second from one address, and no more: wait a little"
        return Problem(429, "too-many", detail)


class SignInAttempts:
    """A limit on wrong passwords for a name, from all clients together. A client from which the
    person has signed in before is counted apart, so that no stranger can keep a person out.
    """

    def __init__(self, failures: RateLimit) -> None:
        self._failures = failures
        self._known_places: OrderedDict[str, None] = OrderedDict()

    def take(self, name: str, address: str) -> str:
        """Count an attempt, and return what it was counted as, for `succeeded`."""
        own = f"{name} {address}"
        who = own if own in self._known_places else name
        self._failures.take(who)
        return who

    def note_success(self, who: str, name: str, address: str) -> None:
        """Count an attempt no longer, since its password was right, and remember the client."""
        self._failures.give_back(who)
        own = f"{name} {address}"
        self._known_places[own] = None
        self._known_places.move_to_end(own)
        if len(self._known_places) > MAX_TRACKED:
            self._known_places.popitem(last=False)
