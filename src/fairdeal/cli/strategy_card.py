"""Print a strategy card for people, or as JSON."""

from fractions import Fraction
from typing import Final

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from fairdeal.cards import RANKS
from fairdeal.cli.figures import limit_words
from fairdeal.cli.output import console, print_json
from fairdeal.lab.decisions.strategy import strategy_card
from fairdeal.lab.decisions.strategy_card import GridCell, StrategyCard
from fairdeal.lab.documents import card_answer
from fairdeal.lab.figures.payout_limit import StakeLimit, limit_units, stake_limit
from fairdeal.lab.figures.payouts import main_table
from fairdeal.rulebook.rules import Rules
from fairdeal.wire.lab_answers import answer_document

_STYLES: Final = {
    "fold": "white on red",
    "withdraw": "red",
    "bet-1x": "black on bright_black",
    "bet-3x": "black on green",
    "ride": "green",
}
_RULE_STYLES: Final = {"fold": "red", "withdraw": "red", "bet-3x": "green", "ride": "green"}


def print_card(rules: Rules, *, stake: Fraction | None = None, cache: bool, as_json: bool) -> None:
    """Print the strategy card of a game under these rules.

    The caller shows the progress. With a stake of one unit in dollars its values are those under
    the payout limit of the rules.
    """
    card = strategy_card(rules, limit=limit_units(rules, stake), cache=cache)
    if as_json:
        print_json(answer_document(card_answer(rules, card, stake=stake)))
    else:
        _show(rules, card, stake_limit(rules, stake))


def _show(rules: Rules, card: StrategyCard, counted: StakeLimit | None) -> None:
    out = console()
    table = f", paytable {main_table(rules)}" if main_table(rules) != "standard" else ""
    out.print(f"[bold]{card.title}[/bold], {rules.game.place}{table}: strategy card")
    out.print("In each part, the first line that fits says what to do.\n", style="dim")
    for section in card.sections:
        out.print(f"[bold]{section.decision}[/bold]")
        if section.note:
            out.print(Padding(section.note, (0, 0, 0, 2)), style="dim")
        lines = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
        for number, rule in enumerate(section.rules, 1):
            lines.add_row(
                Text(f"{number:4}", "dim"),
                rule.when,
                Text(rule.do, _RULE_STYLES.get(rule.action, "")),
            )
        out.print(lines)
        out.print()
        if card.grid and section is card.sections[0]:
            out.print(_grid(card.grid))
            out.print()
    out.print(f"best play {float(card.ev):+.8f} of one {card.unit}, exactly {card.ev}")
    out.print(f"this card {float(card.card_ev):+.8f} of one {card.unit}, exactly {card.card_ev}")
    cost = f"{float(card.cost):.4%} of one {card.unit}, exactly {card.cost}"
    out.print(f"[bold]following the card costs {cost if card.cost else 'nothing'}[/bold]")
    out.print(limit_words(rules.game, counted), style="dim")


def _grid(cells: tuple[GridCell, ...]) -> Text:
    """Return the grid of two own cards: pairs on the diagonal, suited hands above it."""
    by_hand = {(cell.high, cell.low, cell.suited): cell for cell in cells}
    text = Text("     " + "".join(f"{rank:^4}" for rank in reversed(RANKS)) + "\n", "dim")
    for row in reversed(range(13)):
        text.append(f"   {RANKS[row]} ", "dim")
        for column in reversed(range(13)):
            cell = by_hand.get((max(row, column), min(row, column), row > column))
            # A hand is missing if the deck does not have its ranks.
            word = cell.do.removeprefix("bet-") if cell else ""
            text.append(f"{word.replace('fold', '-'):^4}", _STYLES.get(cell.do, "") if cell else "")
        text.append("\n")
    text.append("     suited above the diagonal, unsuited below; - is a fold", "dim")
    return text
