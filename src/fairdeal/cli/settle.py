"""`fairdeal settle`: settle finished rounds from JSON."""

from typing import Any

import typer
from rich.console import Console
from rich.markup import escape

from fairdeal.cli.show import AsJson, Source, console, grid, print_json, print_table
from fairdeal.rulebook.money import UNITS, UNITS_PER_CENT, dollars, parse_amount
from fairdeal.wire.deal import settle as settle_deal
from fairdeal.wire.files import read_text
from fairdeal.wire.json import answer_each, parse_documents


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog="Examples: fairdeal settle deal.json · fairdeal settle --json - < deals.jsonl"
    )(settle)


def settle(source: Source, *, as_json: AsJson = False) -> None:
    """Settle one finished round, or an array or JSON Lines of them."""
    documents, many = parse_documents(read_text(source))
    answers = answer_each(documents, settle_deal) if many else settle_deal(documents)
    if as_json:
        print_json(answers)
    else:
        for answer in answers if isinstance(answers, list) else [answers]:
            show_answer(console(), answer)
    if isinstance(answers, list) and any("error" in answer for answer in answers):
        raise typer.Exit(2)


def show_answer(out: Console, answer: dict[str, Any]) -> None:
    """Print one settlement for a person."""
    if "error" in answer:
        out.print(f"[red]refused:[/red] {escape(str(answer['error']))}\n")
        return
    for seat in answer["seats"]:
        title = f"Seat {seat['seat']}, {escape(seat['player'])}"
        table = grid(
            *("wager", "stake", "result", "hand", "pays", "back", "net", "clause"),
            title=title,
            right="stake back net",
        )
        for name, wager in seat["wagers"].items():
            table.add_row(
                name,
                _amount(wager["stake"]),
                wager["result"],
                wager["hand"],
                wager["pays"] or "",
                _amount(wager["returned"]),
                _amount(wager["net"]),
                wager["clause"] or "",
            )
        print_table(out, table)
        extras = [f"{key} {_amount(seat[key])}" for key in ("envy", "limited") if seat[key]]
        out.print(f"[bold]net {_amount(seat['net'])}[/bold]" + "".join(f", {e}" for e in extras))
        out.print()
    if answer["meters"]:
        shown = [f"{name} {_whole_cents(value)}" for name, value in answer["meters"].items()]
        out.print(f"meters after the round: {', '.join(shown)}\n")


def _whole_cents(meter: float) -> str:
    """What a meter shows: a part of a cent is not yet there."""
    return dollars(parse_amount(meter, per_dollar=UNITS) // UNITS_PER_CENT)


def _amount(value: float) -> str:
    return dollars(parse_amount(value))
