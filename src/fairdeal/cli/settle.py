"""`fairdeal settle`: settle finished rounds that are written as JSON."""

from functools import lru_cache
from typing import Any, Final

import typer
from rich.console import Console

from fairdeal.cli.options import AsJson, Source
from fairdeal.cli.output import (
    console,
    print_array,
    print_dropped_columns,
    print_json,
    print_line,
    print_rows,
)
from fairdeal.english import printable
from fairdeal.rulebook.money import UNITS, UNITS_PER_CENT, dollars, parse_amount
from fairdeal.wire.deal import settle as settle_deal
from fairdeal.wire.document_stream import open_documents

_COLUMNS: Final = ("wager", "stake", "result", "hand", "pays", "back", "net", "clause")
#: The columns that are dropped on a narrow terminal, in this order.
_DROP: Final = ("clause", "back", "stake")


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog="Examples: fairdeal settle deal.json · fairdeal settle --json - < deals.jsonl"
    )(settle)


def settle(source: Source, *, as_json: AsJson = False) -> None:
    """Settle a finished round: the result, payment and clause of every wager.

    The file has one round as a JSON object, or many as an array or as JSON Lines.
    """
    with open_documents(source) as deals:
        answers = deals.answers(settle_deal) if deals.many else map(settle_deal, deals.each)
        if not as_json:
            out = console()
            for answer in answers:
                show_answer(out, answer)
        elif deals.many:
            print_array(answers)
        else:
            print_json(next(answers))
    if deals.refused:
        raise typer.Exit(2)


def show_answer(out: Console, answer: dict[str, Any]) -> None:
    """Print one settlement for a person."""
    if "error" in answer:
        print_line(out, ("refused:", "red"), f" {printable(answer['error'])}")
        print_line(out)
        return
    dropped_columns: list[str] = []
    for seat in answer["seats"]:
        rows = [
            (
                name,
                _amount(wager["stake"]),
                wager["result"],
                wager["hand"],
                wager["pays"] or "",
                _amount(wager["returned"]),
                _amount(wager["net"]),
                wager["clause"] or "",
            )
            for name, wager in seat["wagers"].items()
        ]
        title = f"Seat {seat['seat']}, {printable(seat['player'])}"
        dropped = print_rows(out, _COLUMNS, rows, title=title, right="stake back net", drop=_DROP)
        dropped_columns = max(dropped_columns, dropped, key=len)
        extras = [f", {key} {_amount(seat[key])}" for key in ("envy", "limited") if seat[key]]
        print_line(out, (f"net {_amount(seat['net'])}", "bold"), "".join(extras))
        print_line(out)
    if answer["meters"]:
        shown = [f"{name} {_whole_cents(value)}" for name, value in answer["meters"].items()]
        print_line(out, f"meters after the round: {', '.join(shown)}")
        print_line(out)
    if dropped_columns:
        print_dropped_columns(out, dropped_columns)
        print_line(out)


@lru_cache(maxsize=4096)
def _whole_cents(meter: float) -> str:
    """Return the amount that a meter shows, without fractions of a cent."""
    return dollars(parse_amount(meter, per_dollar=UNITS) // UNITS_PER_CENT)


@lru_cache(maxsize=4096)
def _amount(value: float) -> str:
    return dollars(parse_amount(value))
