"""Parts of pages that are made once for all viewers who see the same."""

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

    def get(self, face: PublishedTable, key: K, make: Callable[[], V]) -> V:
        """The value of a key; `make` is called where there is none yet."""
        made = self._made.setdefault(face, {})
        if key not in made:
            made[key] = make()
        return made[key]
