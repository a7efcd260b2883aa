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

#: Whoever has not asked for the longest time is forgotten first.
MOST_KNOWN: Final = 20_000


@lru_cache(maxsize=MOST_KNOWN)
def household(address: str) -> str:
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


class AtOnce:
    """So many at the same time, for each of many."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._there: Counter[str] = Counter()

    def enter(self, who: str) -> bool:
        """One more; False where that is too many."""
        if self._there[who] >= self.most:
            return False
        self._there[who] += 1
        return True

    def leave(self, who: str) -> None:
        """One less."""
        self._there[who] -= 1
        if not self._there[who]:
            del self._there[who]


class LongReads:
    """Reading far back in the log: so many begin in a minute, and so many go on at once, for each
    of many.
    """

    def __init__(self, begun: "Limit", most: int) -> None:
        self.begun = begun
        self._at_once = AtOnce(most)

    @contextmanager
    def one(self, who: str) -> Iterator[None]:
        """One more while it lasts; too many is a problem."""
        self.begun.take(who)
        if not self._at_once.enter(who):
            detail = f"{self._at_once.most} at once that read far back, and no more: wait a little"
            raise Problem(429, "too-many", detail)
        try:
            yield
        finally:
            self._at_once.leave(who)


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

    def give_back(self, who: str) -> None:
        """The last one did not count after all."""
        if asked := self._asked.get(who):
            asked.pop()


class Names:
    """Passwords that are tried for a name, from wherever: so many wrong ones, and no more for a
    while. Whoever has signed in from an address before is counted apart there, so that no stranger
    can keep a person out of the own place.
    """

    def __init__(self, wrong: Limit) -> None:
        self._wrong = wrong
        self._known: OrderedDict[str, None] = OrderedDict()

    def take(self, name: str, address: str) -> str:
        """One more try; too many are a problem. What is answered, `right` is told."""
        own = f"{name} {address}"
        who = own if own in self._known else name
        self._wrong.take(who)
        return who

    def right(self, who: str, name: str, address: str) -> None:
        """It was the right one: it does not count, and the address is known."""
        self._wrong.give_back(who)
        own = f"{name} {address}"
        self._known[own] = None
        self._known.move_to_end(own)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
