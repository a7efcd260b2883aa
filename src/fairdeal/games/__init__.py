"""The games, one file each. A game is found by its name and jurisdiction."""

from typing import Final

from fairdeal.games.double_draw import DOUBLE_DRAW
from fairdeal.games.let_it_ride import LET_IT_RIDE
from fairdeal.games.run_em_twice import PENNSYLVANIA, RUN_EM_TWICE
from fairdeal.rulebook.game import Game

#: Every game under every regulation, the default jurisdiction of each first.
GAMES: Final = (LET_IT_RIDE, RUN_EM_TWICE, PENNSYLVANIA, DOUBLE_DRAW)

NAMES: Final = tuple(dict.fromkeys(game.name for game in GAMES))
JURISDICTIONS: Final = tuple(dict.fromkeys(game.jurisdiction for game in GAMES))


class NoGameError(ValueError):
    """A game or jurisdiction that there is none of."""


def jurisdictions_of(name: str) -> tuple[str, ...]:
    """Where a game may be played."""
    return tuple(game.jurisdiction for game in GAMES if game.name == name)


def find_game(name: str, jurisdiction: str | None = None) -> Game:
    """The game of that name, under the regulation of that jurisdiction (Maryland by default)."""
    if name not in NAMES:
        raise NoGameError(f"there is no game {name[:40]!r}: choose {one_of(NAMES)}")
    for game in GAMES:
        if game.name == name and jurisdiction in (None, game.jurisdiction):
            return game
    places = one_of(jurisdictions_of(name))
    raise NoGameError(f"{name} has no rules for {str(jurisdiction)[:40]!r}: choose {places}")


def one_of(names: tuple[str, ...]) -> str:
    """`A, B or C`, for a sentence."""
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
