"""The games. Every file of this folder is a game; what several of them share is in `_shared`.

A game is found by its name and jurisdiction. A game of your own, in a file that stands elsewhere,
is added with `fairdeal.wire.games.load`.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Final, Generic, TypeVar, overload

from fairdeal.english import did_you_mean, one_of, quoted
from fairdeal.errors import BadGameError, NoGameError
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.readings import Reading, merged

_T = TypeVar("_T")


class Listing(Sequence[_T], Generic[_T]):
    """A list to read, in which a game shows as soon as it is added."""

    def __init__(self) -> None:
        self._items: tuple[_T, ...] = ()

    @overload
    def __getitem__(self, index: int) -> _T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[_T, ...]: ...
    def __getitem__(self, index: int | slice) -> _T | tuple[_T, ...]:
        return self._items[index]

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[_T]:
        return iter(self._items)

    def __contains__(self, item: object) -> bool:
        return item in self._items

    def __repr__(self) -> str:
        return repr(self._items)

    def _be(self, items: Iterable[_T]) -> None:
        self._items = tuple(dict.fromkeys(items))


#: Every game under every regulation, the default jurisdiction of each first.
GAMES: Final = Listing[Game]()
NAMES: Final = Listing[str]()
JURISDICTIONS: Final = Listing[str]()
#: Every reading once, with the clauses of all games that ask it.
READINGS: Final = Listing[Reading]()


def jurisdictions_of(name: str) -> tuple[str, ...]:
    """Return where a game may be played."""
    return tuple(game.jurisdiction for game in GAMES if game.name == name)


def find_game(name: str, jurisdiction: str | None = None) -> Game:
    """Return the game of that name under the regulation of that jurisdiction; of the first that its
    file has, where none is named.
    """
    if name not in NAMES:
        hint = did_you_mean(name, NAMES) or f": choose {one_of(NAMES)}"
        raise NoGameError(f"there is no game {quoted(name)}{hint}")
    for game in GAMES:
        if game.name == name and jurisdiction in (None, game.jurisdiction):
            return game
    places = one_of(jurisdictions_of(name))
    raise NoGameError(f"{name} has no rules for {quoted(jurisdiction)}: choose {places}")


def register(*games: Game) -> None:
    """Add games for as long as this program runs."""
    for game in games:
        if game.jurisdiction in jurisdictions_of(game.name):
            raise BadGameError(game.name, [f"{game.jurisdiction} has a game of this name"])
    _list([*GAMES, *games])


@contextmanager
def registered(*games: Game) -> Iterator[None]:
    """Add games for a while: `with registered(MINE): ...`."""
    before = tuple(GAMES)
    register(*games)
    try:
        yield
    finally:
        _list(before)


def games_in(module: ModuleType) -> list[Game]:
    """Return the games of a module in the order in which it defines them, without private ones."""
    return [
        value
        for name, value in vars(module).items()
        if isinstance(value, Game) and not name.startswith("_")
    ]


def _found() -> list[Game]:
    """Return the games of this folder by file name, those with a plain deck before those with
    jokers.
    """
    modules = [
        import_module(f"{__name__}.{found.name}")
        for found in iter_modules(__path__)
        if not found.name.startswith("_")
    ]
    games = [game for module in modules for game in games_in(module)]
    return sorted(games, key=lambda game: len(game.deck))


def _list(games: Iterable[Game]) -> None:
    listed = list(games)
    READINGS._be(merged(game.readings for game in listed))
    GAMES._be(listed)
    NAMES._be(game.name for game in listed)
    JURISDICTIONS._be(game.jurisdiction for game in listed)


_list(_found())
#: The games of the product, without games of one's own.
SHIPPED: Final = tuple(GAMES)
