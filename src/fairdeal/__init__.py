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
        Card,
        Cards,
        FairdealError,
        Refused,
        Table,
        analyze,
        check,
        find_game,
        load_game,
        rules,
        seen,
        settle,
        strategy,
        strategy_card,
    )

__version__ = "0.2.0"

__all__ = [
    "GAMES",
    "Card",
    "Cards",
    "FairdealError",
    "Refused",
    "Table",
    "__version__",
    "analyze",
    "check",
    "find_game",
    "load_game",
    "rules",
    "seen",
    "settle",
    "strategy",
    "strategy_card",
]


def __getattr__(name: str) -> Any:
    """Open the front door for a name when it is first used."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module("fairdeal.api"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
