"""The names behind `import fairdeal`, reached as `fairdeal.NAME`.

>>> import fairdeal
>>> len(fairdeal.GAMES)
4
>>> fairdeal.settle({"game": "double-draw", "paytables": {"bonus": "A"}, "seats": [
...     {"seat": 1, "cards": "7c 7d 7h 7s 2c",
...      "wagers": {"ante": 5, "bonus": 5, "first-draw": 5, "second-draw": 5}}]})["seats"][0]["net"]
115
"""

from collections.abc import Mapping
from typing import Any

from fairdeal.api.cards import Card, Cards, plain_document
from fairdeal.api.choices import rules
from fairdeal.api.figures import (
    analyze,
    best_player,
    bet,
    compare,
    seen,
    strategy,
    strategy_card,
    target,
)
from fairdeal.api.pickling import register_reducers
from fairdeal.api.results import (
    BetAnalysis,
    GameAnalysis,
    GameStrategyCard,
    SeenAnalysis,
    StrategyDecision,
    TargetAnalysis,
    WagerAnalysis,
)
from fairdeal.api.table import Table
from fairdeal.errors import FairdealError, Refused
from fairdeal.games import GAMES, find_game
from fairdeal.rulebook.paytable import Paytable
from fairdeal.submission.review import review as check
from fairdeal.wire import deal as wire_deal
from fairdeal.wire.games import load as load_game

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
    "strategy",
    "strategy_card",
    "target",
]

register_reducers()


def settle(deal: Mapping[str, Any]) -> dict[str, Any]:
    """Settle one finished round; an impossible round raises `BadInputError`.

    Amounts are dollars. Cards are texts such as `As Td`, lists of texts, or `Cards`.
    """
    return wire_deal.settle(plain_document(deal))
