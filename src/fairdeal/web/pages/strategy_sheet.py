"""A strategy card as pages show it: its rules with notes, the grid of own cards, and its cost."""

from functools import lru_cache

import msgspec

from fairdeal.cards import RANKS
from fairdeal.lab.decisions.strategy import strategy_card
from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.rulebook.rules import Rules


class StrategyRule(msgspec.Struct, frozen=True):
    """A rule of a strategy card: with which cards to do what."""

    when: str
    do: str


class StrategySection(msgspec.Struct, frozen=True):
    """The rules of a strategy card for one decision."""

    decision: str
    rules: tuple[StrategyRule, ...]
    note: str


class GridRow(msgspec.Struct, frozen=True):
    """A row of the grid: the rank of its hands, and what to do with each, by the other rank."""

    rank: str
    cells: tuple[str, ...]


class StrategySheet(msgspec.Struct, frozen=True):
    """A strategy card as the page shows it, with what following it costs against best play.

    The grid has the first decision for two own cards: suited ones above the diagonal.
    """

    title: str
    paytable: str
    sections: tuple[StrategySection, ...]
    cost: str
    grid: tuple[GridRow, ...]


@lru_cache(maxsize=64)
def strategy_sheet(rules: Rules) -> StrategySheet:
    """Return the card of a game under its rules."""
    card = strategy_card(rules)
    sections = tuple(
        StrategySection(
            section.decision,
            tuple(StrategyRule(rule.when, rule.do) for rule in section.rules),
            section.note,
        )
        for section in card.sections
    )
    return StrategySheet(card.title, card.paytable, sections, _cost(card, rules), _grid(card))


def _cost(card: StrategyCard, rules: Rules) -> str:
    """Describe the cost of following the card, as a whole sentence."""
    words = (
        f"Following the card costs {float(card.cost * 100):.4f} percent of the {card.unit} a round"
    )
    if not card.cost:
        words = "Following the card costs nothing: it is best play"
    limit = "" if rules.payout_limit_cents is None else ", no payout limit counted"
    return f"{words}{limit}."


def _grid(card: StrategyCard) -> tuple[GridRow, ...]:
    """Return the grid with a row and a column for each rank, aces first."""
    if not card.grid:
        return ()
    cells = {(one.high, one.low, one.suited): _short(one.do) for one in card.grid}
    ranks = range(len(RANKS) - 1, -1, -1)
    return tuple(
        GridRow(
            RANKS[row],
            tuple(cells.get((max(row, col), min(row, col), col < row), "") for col in ranks),
        )
        for row in ranks
    )


def _short(action: str) -> str:
    return action.removeprefix("bet-")
