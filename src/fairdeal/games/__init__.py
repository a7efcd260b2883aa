"""The games, one file each. A game is found by its name and jurisdiction."""

from typing import Final

from fairdeal.english import did_you_mean, one_of, quoted
from fairdeal.errors import NoGameError
from fairdeal.games.double_draw import DOUBLE_DRAW
from fairdeal.games.let_it_ride import LET_IT_RIDE
from fairdeal.games.run_em_twice import PENNSYLVANIA, RUN_EM_TWICE
from fairdeal.rulebook.game import Game

#: Every game under every regulation, the default jurisdiction of each first.
GAMES: Final = (LET_IT_RIDE, RUN_EM_TWICE, PENNSYLVANIA, DOUBLE_DRAW)

NAMES: Final = tuple(dict.fromkeys(game.name for game in GAMES))
JURISDICTIONS: Final = tuple(dict.fromkeys(game.jurisdiction for game in GAMES))


def jurisdictions_of(name: str) -> tuple[str, ...]:
    """Where a game may be played."""
    return tuple(game.jurisdiction for game in GAMES if game.name == name)


def find_game(name: str, jurisdiction: str | None = None) -> Game:
    """The game of that name, under the regulation of that jurisdiction (Maryland by default)."""
    if name not in NAMES:
        hint = did_you_mean(name, NAMES) or f": choose {one_of(NAMES)}"
        raise NoGameError(f"there is no game {quoted(name)}{hint}")
    for game in GAMES:
        if game.name == name and jurisdiction in (None, game.jurisdiction):
            return game
    places = one_of(jurisdictions_of(name))
    raise NoGameError(f"{name} has no rules for {quoted(jurisdiction)}: choose {places}")
