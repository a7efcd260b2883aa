"""Fairdeal: regulated casino poker table games. One rulebook, everything derived.

For study, training, test and simulation with play chips; real-money use needs a licence.

>>> import fairdeal
>>> table = fairdeal.Table("let-it-ride", seed=7)
>>> table.sit(1, "ann")

The names that people type are those of `fairdeal.api`; they load when they are used, so that
`import fairdeal` alone costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fairdeal.api import (
        GAMES,
        BetAnalysis,
        Card,
        Cards,
        FairdealError,
        GameAnalysis,
        GameStrategyCard,
        Paytable,
        Refused,
        SeenAnalysis,
        StrategyDecision,
        Table,
        TargetAnalysis,
        WagerAnalysis,
        analyze,
        best_player,
        bet,
        check,
        compare,
        find_game,
        load_game,
        rules,
        seen,
        settle,
        strategy,
        strategy_card,
        target,
    )
    from fairdeal.simulate.simulation import simulate

__version__ = "0.2.0"

__all__ = [
    "GAMES",
    "BetAnalysis",
    "Card",
    "Cards",
    "FairdealError",
    "GameAnalysis",
    "GameStrategyCard",
    "Paytable",
    "Refused",
    "SeenAnalysis",
    "StrategyDecision",
    "Table",
    "TargetAnalysis",
    "WagerAnalysis",
    "__version__",
    "analyze",
    "best_player",
    "bet",
    "check",
    "compare",
    "find_game",
    "load_game",
    "rules",
    "seen",
    "settle",
    "simulate",
    "strategy",
    "strategy_card",
    "target",
]


def __getattr__(name: str) -> Any:
    """Open the front door for a name when it is first used."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # The package `fairdeal.simulate` is itself the function of that name.
    value = (
        import_module("fairdeal.simulate")
        if name == "simulate"
        else getattr(import_module("fairdeal.api"), name)
    )
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
