"""Loads games from Python files outside `fairdeal.games`."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

from fairdeal.errors import BadGameError, FairdealError, NoGameError
from fairdeal.games import games_in, register
from fairdeal.rulebook.game import Game

#: The file that each game was loaded from, by name and jurisdiction.
_FILES: Final[dict[tuple[str, str], str]] = {}


def file_of(game: Game) -> str:
    """Return the path of the file that a game was loaded from; empty for the product's own."""
    return _FILES.get((game.name, game.jurisdiction), "")


def load(path: str | Path) -> tuple[Game, ...]:
    """Register and return the games of a Python file, or of all Python files of a folder.

    They are known as long as this program runs. Loading a file runs its code: load only files that
    you trust. `BadGameError` says why a file is no game.
    """
    place = Path(path)
    files = sorted(place.glob("*.py")) if place.is_dir() else [place]
    found = [(file, game) for file in files for game in games_in(_module(file))]
    games = tuple(game for _, game in found)
    if not games:
        raise NoGameError(f"there is no game in {place}")
    register(*games)
    for file, game in found:
        _FILES[game.name, game.jurisdiction] = str(file.resolve())
    return games


def _module(file: Path) -> ModuleType:
    """Run a file and return it as a module; an error of its code is a `BadGameError`."""
    name = f"fairdeal_game_{file.stem}"
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None or not file.is_file():
        raise NoGameError(f"there is no Python file {file}")
    # Classes that the file defines are found by the name of their module.
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except FairdealError:
        raise
    except Exception as error:
        raise BadGameError(str(file), [f"{type(error).__name__}: {error}"]) from error
    return module
