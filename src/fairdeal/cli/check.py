"""`fairdeal check`: a Rules Submission against the regulation."""

import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from fairdeal.cli.show import AsJson, console, print_json, print_line, print_rows, write_no_more
from fairdeal.english import counted, printable
from fairdeal.submission.check import check as check_text
from fairdeal.submission.paper import Finding
from fairdeal.wire.files import MAX_TOML_BYTES, read_text

_TEMPLATE = "fairdeal check my-rules.toml"


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=f"Examples: {_TEMPLATE} · fairdeal check --json my-rules.toml")(check)


def check(
    source: Annotated[str, typer.Argument(metavar="RULES.toml", help="a rules file, or -")],
    *,
    as_json: AsJson = False,
) -> None:
    """Validate a Rules Submission: all findings at once.

    Each names its field and line, and its clause where a text has one.
    """
    checked = check_text(read_text(source, most=MAX_TOML_BYTES))
    try:
        if as_json:
            print_json(
                {
                    "valid": checked.valid,
                    "findings": [asdict(finding) for finding in checked.findings],
                    "warnings": [asdict(warning) for warning in checked.warnings],
                }
            )
        else:
            # A file name may hold bytes that are no text, and others that a terminal obeys.
            name = os.fsencode(Path(source).name).decode(errors="replace")
            _show(printable(name), checked.findings)
    except BrokenPipeError:
        write_no_more(sys.stdout)  # the exit code still tells the verdict
    if not checked.valid:
        raise typer.Exit(1)


def _show(name: str, findings: tuple[Finding, ...]) -> None:
    out = console()
    if not findings:
        print_line(out, (f"{name}: in order, no findings", "green"))
        return
    rows = [
        (str(one.line), printable(one.field), printable(one.message), one.clause or "")
        for one in findings
    ]
    print_rows(out, ("line", "field", "finding", "clause"), rows, right="line", drop=("clause",))
    print_line(out)
    print_line(out, (f"{name}: {counted(len(findings), 'finding')}", "red"))
