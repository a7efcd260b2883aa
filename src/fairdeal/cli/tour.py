"""`fairdeal tour`: a walk through the product, with a sample round of each game."""

from importlib.resources import files
from typing import Any

import typer

from fairdeal.cli.games import show_paytables
from fairdeal.cli.settle import show_answer
from fairdeal.cli.show import console
from fairdeal.documents import parse_json
from fairdeal.games import find_game
from fairdeal.settle import settle


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog="Example: fairdeal tour")(tour)


def sample_deals() -> list[dict[str, Any]]:
    """The sample rounds that come with the product."""
    text = files("fairdeal.cli").joinpath("samples.json").read_text(encoding="utf-8")
    deals: list[dict[str, Any]] = parse_json(text)
    return deals


def tour() -> None:
    """Walk through the games: a paytable and a settled sample round of each."""
    out = console()
    out.print("[bold]Fairdeal[/bold]: one rulebook, everything derived.")
    out.print(
        "Play chips only: for study, training, test and simulation. "
        "Real-money use needs a licence.\n",
        style="dim",
    )
    for sample in sample_deals():
        deal = sample["deal"]
        game = find_game(deal["game"], deal.get("jurisdiction"))
        out.rule(f"[bold]{game.title}[/bold] ({game.jurisdiction})", align="left")
        out.print(f"\n{sample['about']}\n")
        show_paytables(out, game.paytables[sample["shows"]])
        board = deal.get("board", {})
        if board:
            words = [f"{name} {_cards(cards)}" for name, cards in board.items()]
            out.print(f"\nboard: {', '.join(words)}")
        for seat in deal["seats"]:
            out.print(f"seat {seat['seat']}: {_cards(seat['cards'])}")
        out.print()
        show_answer(out, settle(deal))
    out.rule(align="left")
    out.print("Go on with:")
    for command, what in (
        ("fairdeal games let-it-ride", "every wager and paytable of a game"),
        ("fairdeal readings", "how the silences of the texts are read"),
        ("fairdeal settle deal.json", "settle a round of your own"),
        ("fairdeal check rules.toml", "check a Rules Submission against the regulation"),
        ("fairdeal --help", "everything else"),
    ):
        out.print(f"  {command:<30} {what}")
    out.print("(the command is .venv/bin/fairdeal after make install)", style="dim")


def _cards(cards: str | list[str]) -> str:
    return cards if isinstance(cards, str) else " ".join(cards)
