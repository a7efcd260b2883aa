"""`fairdeal papers`: write the papers that an operator posts or files, as PDF."""

from pathlib import Path
from typing import Annotated

import typer

from fairdeal.cli.game_options import read_rules_file
from fairdeal.cli.options import LONGEST, Patient
from fairdeal.cli.output import TerminalProgress
from fairdeal.english import printable, quoted
from fairdeal.errors import BadInputError
from fairdeal.lab.progress import shown_by
from fairdeal.papers.catalogue import PAPERS, choose_papers


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog=(
            "Examples: fairdeal papers my-rules.toml -o papers · fairdeal papers my-rules.toml "
            "--only sign,layout · cat my-rules.toml | fairdeal papers - -o papers. Papers: "
            + ", ".join(f"{paper.name} ({paper.about})" for paper in PAPERS.values())
        )
    )(papers)


def papers(
    source: Annotated[str, typer.Argument(metavar="RULES.toml", help="The rules file, or -.")],
    *,
    folder: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="The folder for the PDFs.")
    ] = Path("papers"),
    only: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help=f"Write only these papers: {','.join(PAPERS)}."),
    ] = None,
    solve: Annotated[
        bool,
        typer.Option(
            "--solve",
            help="Compute the math report's figures anew, for a filing; this takes minutes.",
        ),
    ] = False,
    patient: Patient = False,
) -> None:
    """Write the papers of a table as PDF: sign, layout, rack card, dealer's card, Rules Submission
    and math report.

    The same rules file gives the same bytes. The math report may take minutes the first time; its
    figures are then cached.
    """
    names = None if only is None else [name.strip() for name in only.split(",") if name.strip()]
    if names == []:
        raise BadInputError(f"--only names papers, such as sign,layout, not {quoted(only)}")
    chosen = choose_papers(names)
    rules = read_rules_file(source)
    for paper in chosen:
        path = folder / paper.file
        bar = TerminalProgress(f"writing the {paper.title[:1].lower()}{paper.title[1:]}")
        try:
            with shown_by(bar.part, longest=None if patient else LONGEST):
                content = paper.make(rules, solve=solve)
        finally:
            bar.end()
        _write(path, content)
        # The line is not wrapped, so that the path can be copied.
        typer.echo(f"{printable(str(path))}  {paper.title}: {paper.about}")


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        reason = (error.strerror or "error").lower()
        raise BadInputError(f"{quoted(str(path))} cannot be written: {reason}") from None
