"""Pickle games and rankings by name, so that a copy has those of the program that reads it.

A game of one's own is pickled whole.
"""

import copyreg
from typing import Any

from fairdeal.games import SHIPPED, find_game
from fairdeal.hands import RANKINGS, Ranking
from fairdeal.rulebook.game import Game


def register_reducers() -> None:
    """Tell `pickle` and `copy` how a game and a ranking are written."""
    copyreg.pickle(Game, _reduce_game)
    copyreg.pickle(Ranking, _reduce_ranking)


def ranking_at(place: int) -> Ranking:
    """Return a ranking by its place in the list of rankings."""
    return RANKINGS[place]


def _reduce_game(game: Game) -> Any:
    if any(game is one for one in SHIPPED):
        return find_game, (game.name, game.jurisdiction)
    return object.__reduce_ex__(game, 2)


def _reduce_ranking(ranking: Ranking) -> Any:
    for place, one in enumerate(RANKINGS):
        if ranking is one:
            return ranking_at, (place,)
    return object.__reduce_ex__(ranking, 2)
