"""Parts of pages that are made once for all viewers who see the same."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from fairdeal.floor.tables.published_table import PublishedTable

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class MadeOnce(Generic[K, V]):
    """Values by published table and key. They are dropped with the table that they were made from,
    so there are at most as many as there are keys for one version of each table.
    """

    def __init__(self) -> None:
        self._made: WeakKeyDictionary[PublishedTable, dict[K, V]] = WeakKeyDictionary()

    def get(self, table: PublishedTable, key: K, make: Callable[[], V]) -> V:
        """Return the value of a key; `make` is called if there is none yet."""
        made = self._made.setdefault(table, {})
        if key not in made:
            made[key] = make()
        return made[key]


class LastUsed(Generic[K, V]):
    """Values by key, of which those are held that were used last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K, make: Callable[[], V]) -> V:
        """Return the value of a key; `make` is called if there is none."""
        if key in self._made:
            self._made.move_to_end(key)
            return self._made[key]
        value = self._made[key] = make()
        if len(self._made) > self._most:
            self._made.popitem(last=False)
        return value

    def drop(self, key: K) -> None:
        """Drop the value of a key, so that it is made anew when it is wanted next."""
        self._made.pop(key, None)
