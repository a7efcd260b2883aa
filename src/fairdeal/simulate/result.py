"""The result of a run: its document, tables and plots."""

from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from fairdeal import __version__
from fairdeal.errors import BadInputError
from fairdeal.lab.figures.payouts import MAIN
from fairdeal.lab.figures.plot_files import plot_path
from fairdeal.simulate.exact import ExactFigures
from fairdeal.simulate.figures import wager_document
from fairdeal.simulate.house import house_document, limit_document
from fairdeal.simulate.lazy import plot_simulation
from fairdeal.simulate.meters import meters_document
from fairdeal.simulate.paths import paths_document
from fairdeal.simulate.plan_figures import plan_document
from fairdeal.simulate.settings import Settings
from fairdeal.simulate.tally import Tally, place_rounds


@dataclass(frozen=True)
class Simulation:
    """The result of a run.

    `to_dict()` is the document that `fairdeal simulate --json` prints. It is the same for the same
    game, rules, rounds, seed, bets and strategies, whatever the engine and the workers.
    """

    settings: Settings
    tally: Tally = field(repr=False)

    @cached_property
    def _document(self) -> dict[str, Any]:
        settings, tally = self.settings, self.tally
        game = settings.rules.game
        lab = ExactFigures(settings)
        return {
            "game": game.name,
            "jurisdiction": game.jurisdiction,
            "rules": settings.rules_digest,
            "version": __version__,
            "rounds": settings.rounds,
            "seed": str(settings.seed),
            "players": settings.players,
            "strategies": list(settings.strategies),
            "readings": dict(settings.rules.readings),
            "wagers": [
                wager_document(settings, tally, lab, name) for name in (MAIN, *settings.side_bets)
            ],
            "paths": paths_document(settings, tally, lab, place_rounds(settings.session)),
            "house": house_document(settings, tally, lab),
            "limit": limit_document(settings, tally, lab),
            "meters": meters_document(settings, tally, lab),
            **({"plan": plan_document(settings, tally)} if settings.plan else {}),
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the result as the JSON document of `fairdeal simulate`."""
        return dict(self._document)

    @property
    def wagers(self) -> list[dict[str, Any]]:
        """Return the figures of each wager, as in the document."""
        return list(self._document["wagers"])

    def to_pandas(self) -> Any:
        """Return the wagers as a pandas data frame, a row for each; pandas must be installed."""
        try:
            frames = import_module("pandas")
        except ModuleNotFoundError:
            raise BadInputError("to_pandas needs pandas: pip install pandas") from None
        plain = [{k: v for k, v in one.items() if "hands" not in k} for one in self.wagers]
        return frames.DataFrame(plain).set_index("wager")

    def plot(self, path: str | Path) -> None:
        """Draw the figures beside the exact ones into a file such as `run.svg`: the return of each
        wager, the hands, the bankroll over a session, the house's wins, and the meters.
        """
        plot_simulation(self._document, plot_path(str(path)))

    def __repr__(self) -> str:
        main = self.wagers[0]
        game = self.settings.rules.game
        z = "" if main["z"] is None else f", z {main['z']:+.2f}"
        return f"<Simulation {game.name}: {self.settings.rounds:,} rounds, {main['ev']:+.6f}{z}>"
