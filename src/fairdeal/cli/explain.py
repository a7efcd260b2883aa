"""`fairdeal explain`: explain on one screen how a game is played."""

from collections.abc import Sequence
from dataclasses import asdict
from itertools import zip_longest

import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from fairdeal.cli.game_options import choose_rules
from fairdeal.cli.options import AsJson, GameName, Jurisdiction, RulesFile
from fairdeal.cli.output import console, print_json
from fairdeal.rulebook.rules import Rules
from fairdeal.wording.how_to_play import how_to_play


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog="Examples: fairdeal explain run-em-twice · fairdeal explain double-draw --json"
    )(explain)


def explain(
    game: GameName,
    *,
    jurisdiction: Jurisdiction = None,
    rules: RulesFile = None,
    as_json: AsJson = False,
) -> None:
    """Explain on one screen how a game is played."""
    offered = choose_rules(game, jurisdiction, rules)
    if as_json:
        print_json(_document(offered))
    else:
        show_game(console(), offered)


def _document(rules: Rules) -> dict[str, object]:
    guide = how_to_play(rules)
    return {
        "title": rules.game.title,
        "jurisdiction": rules.game.jurisdiction,
        **asdict(guide),
        "board": _board(rules),
        "box": _box(rules),
    }


def show_game(out: Console, rules: Rules) -> None:
    """Print how a game is played with the wagers that these rules offer."""
    guide = how_to_play(rules)
    title = f"{rules.game.title}, {rules.game.place}"
    out.print(Text.assemble((title, "bold"), f": {guide.about}"))
    _show_layout(out, _board(rules), _box(rules))
    for hand in guide.hands:
        words = Text.assemble((hand.name, "bold"), f" = {hand.made_of}: ")
        _print_hanging(out, "", words.append(", ".join(hand.wagers), "cyan"))
    for number, moment in enumerate(guide.moments, start=1):
        _print_hanging(out, f"{number}.", Text(moment.words))
    out.print(Text(guide.folding, "bold"))
    for line in (*guide.notes, guide.limit):
        out.print(Text(line))


def _print_hanging(out: Console, mark: str, words: Text) -> None:
    """Print words after a mark, with all further lines indented to the first word."""
    for at, line in enumerate(words.wrap(out, out.width - 4)):
        out.print(Text(f"{mark if at == 0 else '':>3} ").append(line))


# The layout ---------------------------------------------------------------------------------------


def _show_layout(out: Console, board: Sequence[str], box: Sequence[str]) -> None:
    """Print the board and a player's box, side by side if the terminal is wide enough."""
    wide = max(map(len, board), default=0)
    if wide and wide + max(map(len, box), default=0) + 8 <= out.width:
        rows = [
            f"{left:<{wide + 4}}{right}" for left, right in zip_longest(board, box, fillvalue="")
        ]
    else:
        rows = [*board, *box]
    for row in rows:
        out.print(Padding(Text(row, "cyan"), (0, 0, 0, 2)))


def _board(rules: Rules) -> list[str]:
    """Return the lines that draw the areas of the board, the dealer's side first."""
    return _layout_lines([[_area(rules, name) for name in row] for row in rules.game.felt.board])


def _box(rules: Rules) -> list[str]:
    """Return the lines that draw a player's betting areas."""
    titles = {wager.name: wager.title for wager in rules.wagers}
    return _layout_lines([[titles.get(name, "") for name in row] for row in rules.game.felt.box])


def _area(rules: Rules, name: str) -> str:
    """Return the name of an area, with the number of its cards if it has several."""
    cards = rules.areas.get(name, 0)
    return "" if not cards else name if cards == 1 else f"{name}, {cards} cards"


def _layout_lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines that draw rows of areas; rows of equal length are aligned in columns."""
    filled = [row for row in rows if any(row)]
    if not filled:
        return []
    even = len({len(row) for row in filled}) == 1 and len(filled) > 1
    widths = [max(len(row[at]) for row in filled) for at in range(len(filled[0]))] if even else []
    lines = []
    for row in filled:
        cells = [
            (f"[{name:^{widths[at]}}]" if even else f"[{name}]")
            if name
            else " " * (widths[at] + 2 if even else 0)
            for at, name in enumerate(row)
        ]
        lines.append(" ".join(cell for cell in cells if cell or even))
    wide = max(map(len, lines))
    return [line.rstrip() if even else f"{line:^{wide}}".rstrip() for line in lines]
