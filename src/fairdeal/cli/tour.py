"""`fairdeal tour`: a first look at the product.

At a terminal it opens a table to play at. Without one it plays a round of each game and prints it
in words. With `--samples` it settles a sample round of each game and shows the paytable.
"""

import sys
from importlib.resources import files
from typing import Annotated, Any

import typer
from rich.console import Console

from fairdeal.cli import terminal_play
from fairdeal.cli.games import show_paytables
from fairdeal.cli.output import console
from fairdeal.cli.settle import show_answer
from fairdeal.games import NAMES, find_game
from fairdeal.play.session import open_table
from fairdeal.play.sources import SeededSource, SystemSource
from fairdeal.rulebook.rules import house_rules
from fairdeal.wire.deal import settle
from fairdeal.wire.json import parse_json


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog="Examples: fairdeal tour · fairdeal tour --samples")(tour)


def tour(
    *,
    samples: Annotated[
        bool, typer.Option("--samples", help="Settle a sample round of each game instead.")
    ] = False,
) -> None:
    """Play at a table of your choice; without a terminal, watch a round of each game."""
    out = console()
    out.print("[bold]Fairdeal[/bold]: one rulebook, everything derived.")
    out.print(
        "Play chips only: for study, training, test and simulation. "
        "Real-money use needs a licence.\n",
        style="dim",
    )
    if samples:
        _show_samples(out)
    elif sys.stdin.isatty():
        _open_table(out)
    else:
        for name in NAMES:
            terminal_play.play_sample_round(
                open_table(house_rules(find_game(name)), SeededSource(1))
            )
            out.print()
    out.print("Go on with:")
    for command, what in (
        ("fairdeal explain let-it-ride", "how it is played, on one screen"),
        ("fairdeal table let-it-ride --practice", "sit down, with a coach"),
        ("fairdeal games let-it-ride", "every wager and paytable of a game"),
        ("fairdeal settle examples/deal.json", "settle a finished round"),
        ("fairdeal check examples/faulty-rules.toml", "check a Rules Submission"),
        ("fairdeal analyze let-it-ride", "exact returns of every wager"),
        ("fairdeal --help", "everything else"),
    ):
        out.print(f"  {command:<42} {what}")
    out.print("(the command is .venv/bin/fairdeal after make install)", style="dim")


def _open_table(out: Console) -> None:
    for number, name in enumerate(NAMES, start=1):
        out.print(f"  {number}) {find_game(name).title}")
    while True:
        try:
            answer = out.input("[cyan]Which game (1 to 3, q to leave)?[/cyan] ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            answer = "q"
        if answer in ("q", "quit"):
            return
        chosen = [n for k, n in enumerate(NAMES, start=1) if answer in (str(k), n, n[0])]
        if chosen and answer:
            terminal_play.play_at_terminal(
                open_table(house_rules(find_game(chosen[0])), SystemSource())
            )
            return


def sample_deals() -> list[dict[str, Any]]:
    """Return the sample rounds that come with the product."""
    text = files("fairdeal.cli").joinpath("samples.json").read_text(encoding="utf-8")
    deals: list[dict[str, Any]] = parse_json(text)
    return deals


def _show_samples(out: Console) -> None:
    for sample in sample_deals():
        deal = sample["deal"]
        game = find_game(deal["game"], deal.get("jurisdiction"))
        out.rule(f"[bold]{game.title}[/bold] ({game.jurisdiction})", align="left")
        out.print(f"\n{sample['about']}\n")
        show_paytables(out, game.paytables[sample["shows"]])
        if board := deal.get("board"):
            words = [f"{name} {_cards(cards)}" for name, cards in board.items()]
            out.print(f"\nboard: {', '.join(words)}")
        for seat in deal["seats"]:
            out.print(f"seat {seat['seat']}: {_cards(seat['cards'])}")
        out.print()
        show_answer(out, settle(deal))


def _cards(cards: str | list[str]) -> str:
    return cards if isinstance(cards, str) else " ".join(cards)
