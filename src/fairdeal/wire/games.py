"""Games of your own: files that stand outside `fairdeal.games`."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from fairdeal.errors import NoGameError
from fairdeal.games import games_in, register
from fairdeal.rulebook.game import Game


def load(path: str | Path) -> tuple[Game, ...]:
    """Add the games of a Python file, or of every one in a folder, for as long as this program
    runs, and answer with them. The file is run: load only what you would run.
    """
    place = Path(path)
    files = sorted(place.glob("*.py")) if place.is_dir() else [place]
    games = tuple(game for file in files for game in games_in(_module(file)))
    if not games:
        raise NoGameError(f"there is no game in {place}")
    register(*games)
    return games


def _module(file: Path) -> ModuleType:
    spec = spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None or not file.is_file():
        raise NoGameError(f"there is no Python file {file}")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
