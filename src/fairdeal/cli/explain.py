"""`fairdeal explain`: how a game is played, in plain words, on one screen."""

from dataclasses import asdict
from itertools import zip_longest

import typer
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from fairdeal.cli.show import AsJson, GameName, Jurisdiction, console, print_json
from fairdeal.cli.terms import RulesFile, rules_for
from fairdeal.wording.explain import GameTold
from fairdeal.wording.explain import explain as explain_rules


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
    told = explain_rules(rules_for(game, jurisdiction, rules))
    if as_json:
        print_json(asdict(told))
    else:
        show_game(console(), told)


def show_game(out: Console, told: GameTold) -> None:
    """Print a game that was put into words."""
    out.print(f"[bold]{escape(told.title)}[/bold]: {escape(told.about)}")
    _show_layout(out, told)
    for hand in told.hands:
        words = Text.assemble((hand.name, "bold"), f" = {hand.made_of}: ")
        _hanging(out, "", words.append(", ".join(hand.wagers), "cyan"))
    for number, step in enumerate(told.steps, start=1):
        _hanging(out, f"{number}.", Text(step))
    for line in (told.folding, *told.notes):
        out.print(Text(line), style="bold" if line is told.folding else "")


def _hanging(out: Console, mark: str, words: Text) -> None:
    """A line with a mark, whose later lines stand under its words."""
    for at, line in enumerate(words.wrap(out, out.width - 4)):
        out.print(Text(f"{mark if at == 0 else '':>3} ").append(line))


def _show_layout(out: Console, told: GameTold) -> None:
    """The board and a player's box: side by side where there is room."""
    board = max(map(len, told.board), default=0)
    box = max(map(len, told.box), default=0)
    if board and board + box + 8 <= out.width:
        for left, right in zip_longest(told.board, told.box, fillvalue=""):
            out.print(Padding(Text(f"{left:<{board + 4}}{right}", "cyan"), (0, 0, 0, 2)))
        return
    for drawing in (told.board, told.box):
        for line in drawing:
            out.print(Padding(Text(line, "cyan"), (0, 0, 0, 2)))
