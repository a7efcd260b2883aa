"""`fairdeal explain`: how a game is played, in plain words, on one screen."""

from collections.abc import Sequence
from dataclasses import asdict
from itertools import zip_longest

import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from fairdeal.cli.options import RulesFile, choose_rules
from fairdeal.cli.output import AsJson, GameName, Jurisdiction, console, print_json
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
    """How a game is played, in plain words, on one screen."""
    offered = choose_rules(game, jurisdiction, rules)
    if as_json:
        print_json(_document(offered))
    else:
        show_game(console(), offered)


def _document(rules: Rules) -> dict[str, object]:
    told = how_to_play(rules)
    return {
        "title": rules.game.title,
        "jurisdiction": rules.game.jurisdiction,
        **asdict(told),
        "board": _board(rules),
        "box": _box(rules),
    }


def show_game(out: Console, rules: Rules) -> None:
    """Print how a game is played as it is offered."""
    told = how_to_play(rules)
    title = f"{rules.game.title}, {rules.game.place}"
    out.print(Text.assemble((title, "bold"), f": {told.about}"))
    _show_layout(out, _board(rules), _box(rules))
    for hand in told.hands:
        words = Text.assemble((hand.name, "bold"), f" = {hand.made_of}: ")
        _hanging(out, "", words.append(", ".join(hand.wagers), "cyan"))
    for number, moment in enumerate(told.moments, start=1):
        _hanging(out, f"{number}.", Text(moment.words))
    out.print(Text(told.folding, "bold"))
    for line in (*told.notes, told.limit):
        out.print(Text(line))


def _hanging(out: Console, mark: str, words: Text) -> None:
    """A line with a mark, whose later lines stand under its words."""
    for at, line in enumerate(words.wrap(out, out.width - 4)):
        out.print(Text(f"{mark if at == 0 else '':>3} ").append(line))


# The layout ---------------------------------------------------------------------------------------


def _show_layout(out: Console, board: Sequence[str], box: Sequence[str]) -> None:
    """The board and a player's box: side by side where there is room."""
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
    """The board's areas as they lie, from the dealer's side down."""
    return _drawn([[_area(rules, name) for name in row] for row in rules.game.felt.board])


def _box(rules: Rules) -> list[str]:
    """A player's betting areas as they lie."""
    titles = {wager.name: wager.title for wager in rules.wagers}
    return _drawn([[titles.get(name, "") for name in row] for row in rules.game.felt.box])


def _area(rules: Rules, name: str) -> str:
    """An area of the board with the number of its cards, where there are several."""
    cards = rules.areas.get(name, 0)
    return "" if not cards else name if cards == 1 else f"{name}, {cards} cards"


def _drawn(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of a layout, the places of one column below each other where all rows have as many."""
    kept = [row for row in rows if any(row)]
    if not kept:
        return []
    even = len({len(row) for row in kept}) == 1 and len(kept) > 1
    widths = [max(len(row[at]) for row in kept) for at in range(len(kept[0]))] if even else []
    lines = []
    for row in kept:
        cells = [
            (f"[{name:^{widths[at]}}]" if even else f"[{name}]")
            if name
            else " " * (widths[at] + 2 if even else 0)
            for at, name in enumerate(row)
        ]
        lines.append(" ".join(cell for cell in cells if cell or even))
    wide = max(map(len, lines))
    return [line.rstrip() if even else f"{line:^{wide}}".rstrip() for line in lines]
