"""`fairdeal rng`: the live shuffle as a stream for other programs, and a laboratory's report."""

import sys
from pathlib import Path
from typing import Annotated, Final

import typer
from typer.exceptions import Exit

from fairdeal.cli.options import AsJson
from fairdeal.cli.output import TerminalProgress, console, plain_table, print_json, print_table
from fairdeal.english import quoted
from fairdeal.errors import BadInputError
from fairdeal.papers.randomness_report import randomness_paper
from fairdeal.papers.typesetting import typeset
from fairdeal.rng.lazy import make_report, write_bytes, write_decks

_FAILED: Final = 1

Seed = Annotated[
    str | None,
    typer.Option(
        metavar="TEXT",
        help="Take secrets that follow from a text, so that a run can be repeated. Live play, and "
        "a run without it, takes them from the operating system.",
    ),
]
Cards = Annotated[
    int, typer.Option("--cards", metavar="NUMBER", help="Cards of a deck: 52, or 54 with jokers.")
]


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    group = typer.Typer(
        help="Test the live shuffle: a stream for other programs, or a report with its power.",
        epilog="Examples: fairdeal rng report · fairdeal rng stream --bytes | dieharder -a -g 200",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    group.command(
        epilog="Examples: fairdeal rng stream --bytes | dieharder -a -g 200 · "
        "fairdeal rng stream --decks --count 1000000 > decks.bin"
    )(stream)
    group.command(
        epilog="Examples: fairdeal rng report · fairdeal rng report --decks 5000000 -o shuffle.pdf "
        "· fairdeal rng report --cards 54 --json"
    )(report)
    app.add_typer(group, name="rng")


def stream(
    *,
    decks: Annotated[bool, typer.Option("--decks", help="Write decks, a byte a card.")] = False,
    as_bytes: Annotated[
        bool, typer.Option("--bytes", help="Write the bytes that shuffle decks (the default).")
    ] = False,
    count: Annotated[
        int | None,
        typer.Option(metavar="NUMBER", min=1, help="How many decks or bytes; without it, no end."),
    ] = None,
    cards: Cards = 52,
    cut: Annotated[bool, typer.Option("--cut", help="Cut each deck as the dealer does.")] = False,
    seed: Seed = None,
) -> None:
    """Write the live derivation of cards to standard output, for other programs to test.

    It is the one that live tables use: a secret, HMAC-SHA256, the shuffle and the cut. A byte of a
    deck is the card's place in a new deck: 0 is the two of clubs, 51 the ace of spades.
    """
    if decks and as_bytes:
        raise BadInputError("give --decks or --bytes, not both")
    if cards not in (52, 54):
        raise BadInputError("a deck has 52 cards, or 54 with two jokers")
    if sys.stdout.isatty():
        raise BadInputError("this writes bytes for a program: send it to a pipe or a file")
    out = sys.stdout.buffer
    try:
        if decks:
            write_decks(out.write, count, size=cards, cut=cut, seed=seed)
        else:
            write_bytes(out.write, count, seed=seed)
        out.flush()
    except KeyboardInterrupt:
        raise Exit(130) from None


def report(
    *,
    decks: Annotated[
        int, typer.Option("--decks", metavar="NUMBER", help="The decks to test.")
    ] = 1_000_000,
    cards: Cards = 52,
    replicates: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, help="How often each planted fault is tried.")
    ] = 10,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write a PDF.")
    ] = None,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Test decks of the live shuffle as a laboratory does, and say what the tests can find.

    Each test compares counts with their exact law. P-values are corrected for many tests by Holm's
    method. Beside each test stands how often it found shuffles with planted faults. The command
    exits with 1 if a test has a finding; a perfect shuffle has one in 1 % of all reports.
    """
    bar = TerminalProgress("testing decks")
    try:
        found = make_report(
            decks, size=cards, seed=seed, replicates=replicates, progress=bar.progress
        )
    finally:
        bar.end()
    if output is not None:
        pdf = typeset("randomness_report", randomness_paper(found.to_dict()))
        try:
            output.write_bytes(pdf)
        except OSError as error:
            raise BadInputError(
                f"{quoted(str(output))} cannot be written: {error.strerror}"
            ) from None
    if as_json:
        print_json(found.to_dict())
    else:
        _print_report(found.to_dict())
        if output is not None:
            console().print(f"\n{output} is written")
    if not found.passed:
        raise Exit(_FAILED)


def _print_report(document: dict[str, object]) -> None:
    paper = randomness_paper(document)
    out = console()
    out.print(f"[bold]{paper.title}[/bold]: {paper.summary}\n")
    table = plain_table(
        "test", "statistic", "p-value", "corrected", "", right="statistic p-value corrected"
    )
    for row in paper.tests:
        table.add_row(row.name, row.statistic, row.p_value, row.corrected, row.verdict)
    print_table(out, table)
    out.print(f"\n{paper.power_note}\n")
    table = plain_table("found by", *paper.faults)
    for column in table.columns[1:]:
        column.justify = "right"
    for line in paper.power:
        table.add_row(line.name, *line.found)
    print_table(out, table)
