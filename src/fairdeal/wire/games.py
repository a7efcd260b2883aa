"""Loads games from Python files outside `fairdeal.games`."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from fairdeal.errors import BadGameError, FairdealError, NoGameError
from fairdeal.games import games_in, register
from fairdeal.rulebook.game import Game


def load(path: str | Path) -> tuple[Game, ...]:
    """Register and return the games of a Python file, or of all Python files of a folder.

    They are known as long as this program runs. Loading a file runs its code: load only files that
    you trust. `BadGameError` says why a file is no game.
    """
    place = Path(path)
    files = sorted(place.glob("*.py")) if place.is_dir() else [place]
    games = tuple(game for file in files for game in games_in(_module(file)))
    if not games:
        raise NoGameError(f"there is no game in {place}")
    register(*games)
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
