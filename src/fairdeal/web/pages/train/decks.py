"""The decks of the drill by game and paytable, and the addresses that lead to them."""

from functools import cache
from urllib.parse import urlencode

import msgspec

from fairdeal.games import GAMES
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.rules import Rules
from fairdeal.school.drill_deck import DrillDeck
from fairdeal.web.pages.assets import assets
from fairdeal.web.pages.games.figures import paytable_of, printed_rules


@cache
def drill_decks() -> dict[str, tuple[DrillDeck, Rules]]:
    """Return every deck with the rules that it is for."""
    found: dict[str, tuple[DrillDeck, Rules]] = {}
    for rules in (one for game in GAMES for one in printed_rules(game)):
        name = deck_name(rules)
        asset = assets().get(f"train/{name}.json")
        if asset is not None and name not in found:
            found[name] = msgspec.json.decode(asset.content, type=DrillDeck), rules
    return found


def deck_name(rules: Rules) -> str:
    """Return the name of the deck of a game and paytable."""
    return "-".join(filter(None, (rules.game.name, paytable_of(rules).lower())))


def drill_address(rules: Rules) -> str | None:
    """Return the address of the drill of a game and paytable; None where there is no deck of it."""
    deck = deck_name(rules)
    return f"/train?deck={deck}" if f"train/{deck}.json" in assets() else None


def drill_line(rules: Rules, section: int, when: str) -> str:
    """Return the drill's name of a line of the strategy card; empty if no deck has it."""
    return f"{deck_name(rules)}|{section}|{when}" if drill_address(rules) else ""


def line_address(line: str) -> str:
    """Return the address of the drill of one line, by the drill's name of it."""
    return f"/train?{urlencode({'deck': line.partition('|')[0], 'line': line})}" if line else ""


def table_drill_address(rules: Rules) -> str:
    """Return the address of the drill with a table's least bet and payout limit; empty where there
    is no deck of its game.
    """
    found = drill_address(rules)
    if found is None:
        return ""
    stake = max(1, (rules.minimum_cents or 0) // CENTS)
    return f"{found}&stake={stake}&limit={(rules.payout_limit_cents or 0) // CENTS}"
