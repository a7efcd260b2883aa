"""`fairdeal check`: a Rules Submission against the regulation."""

import os
import sys
from dataclasses import asdict
from datetime import date
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Any, Final

import typer
from rich.console import Console

from fairdeal.cli.files import replace_file
from fairdeal.cli.options import AsJson
from fairdeal.cli.output import (
    console,
    discard_output,
    print_dropped_columns,
    print_json,
    print_line,
    print_rows,
)
from fairdeal.english import counted, printable
from fairdeal.errors import BadInputError
from fairdeal.rulebook.money import dollars
from fairdeal.submission.check import CheckResult
from fairdeal.submission.check import check as check_rules
from fairdeal.submission.findings import Finding
from fairdeal.submission.fixes import Fix, FixedText, fix_text
from fairdeal.submission.review import review
from fairdeal.submission.schema import rules_schema
from fairdeal.submission.tax_thresholds import reaching_lines, threshold_on
from fairdeal.wire.files import MAX_TOML_BYTES, read_text

_TEMPLATE = "fairdeal check my-rules.toml"

#: If more keys are missing than this, the output mentions `fairdeal init`.
_MAX_MISSING: Final = 3


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog=(
            f"Examples: {_TEMPLATE} · fairdeal check --json my-rules.toml · fairdeal check --fix "
            "my-rules.toml · fairdeal check --fix --write my-rules.toml · fairdeal check --schema "
            "> fairdeal-rules.schema.json"
        )
    )(check)


def check(
    source: Annotated[
        str | None, typer.Argument(metavar="RULES.toml", help="The rules file, or -.")
    ] = None,
    *,
    fix: Annotated[
        bool, typer.Option("--fix", help="Show the nearest lawful values, and change nothing.")
    ] = False,
    write: Annotated[
        bool,
        typer.Option("--write", help="With --fix: write the fixes to the file (for -, print it)."),
    ] = False,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of rules files, for editors.")
    ] = False,
    tax_forms: Annotated[
        str | None,
        typer.Option(
            metavar="YYYY-MM-DD",
            help="List the lines of the paytables that can need a tax form on that day.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a Rules Submission against the regulation, and list all findings and warnings.

    A finding breaks the regulation; the command then exits with 1. A warning is lawful, but a
    prudent operator would want to know it, such as a wager that returns more than it costs. Both
    name the field, the line and the clause.
    """
    if schema:
        print_json(rules_schema())
        return
    if source is None:
        raise BadInputError("name a rules file, or - for standard input")
    if write and not fix:
        raise BadInputError("--write is for --fix: it puts the fixes into the file")
    text = read_text(source, most=MAX_TOML_BYTES)
    fixed = fix_text(text) if fix else None
    if fixed is not None and write and fixed.fixes and source != "-":
        replace_file(Path(source), fixed.text)
    if tax_forms is not None:
        _show_tax_forms(text, tax_forms, as_json=as_json)
        return
    # After fixes have been written, the result is that of the fixed file.
    checked = review(fixed.text if fixed is not None and write else text)
    try:
        if as_json:
            print_json(_document(checked, fixed))
        elif fixed is not None and write and source == "-":
            typer.echo(fixed.text, nl=False)
        else:
            # A file name may hold bytes that are not UTF-8, and control characters.
            name = printable(os.fsencode(Path(source).name).decode(errors="replace"))
            if fixed is not None:
                _show_fixes(name, fixed, written=write)
            if fixed is None or write:
                _show(name, checked)
    except BrokenPipeError:
        discard_output(sys.stdout)  # the exit code still reports the result
    if not checked.valid:
        raise typer.Exit(1)


def _show_tax_forms(text: str, day: str, *, as_json: bool) -> None:
    """Print the lines that can need a tax form, by the dated table of thresholds."""
    try:
        on = date.fromisoformat(day)
    except ValueError:
        raise BadInputError("a day is like 2026-11-18") from None
    rules = check_rules(text).rules
    if rules is None:
        raise BadInputError("the rules have findings: put them in order first")
    row, lines = threshold_on(on), reaching_lines(rules, on)
    if as_json:
        print_json(
            {
                "since": row.since.isoformat(),
                "least": row.least_cents / 100,
                "odds": row.least_odds,
                "source": row.source,
                "lines": [
                    {"wager": wager, "hand": hand, "stake": cents / 100}
                    for wager, hand, cents in lines
                ],
            }
        )
        return
    least = f"{dollars(row.least_cents)} and {row.least_odds} to 1"
    typer.echo(f"A form is due from {least} on, since {row.since}: {row.source}.")
    for wager, hand, cents in lines:
        typer.echo(f"{wager}: {hand}{f', from a stake of {dollars(cents)}' if cents else ''}")


def _document(checked: CheckResult, fixed: FixedText | None) -> dict[str, Any]:
    document = checked.to_dict()
    if fixed is not None:
        document["fixes"] = [asdict(one) for one in fixed.fixes]
        document["unfixed"] = [asdict(finding) for finding in fixed.left]
    return document


def _show(name: str, checked: CheckResult) -> None:
    out = console()
    findings, warnings = checked.findings, checked.warnings
    if findings:
        _show_findings(out, findings)
    for one in warnings:
        _show_warning(out, one)
    also = f", {counted(len(warnings), 'warning')}" if warnings else ""
    if sum(" is missing" in one.message for one in findings) > _MAX_MISSING:
        print_line(out, ("a whole file to start from: fairdeal init GAME", "dim"))
    if findings:
        print_line(out, (f"{name}: {counted(len(findings), 'finding')}{also}", "red"))
    else:
        print_line(out, (f"{name}: in order, no findings{also}", "yellow" if also else "green"))


def _show_findings(out: Console, findings: tuple[Finding, ...]) -> None:
    rows = [
        (str(one.line), printable(one.field), printable(one.message), one.clause or "")
        for one in findings
    ]
    columns = ("line", "field", "finding", "clause")
    if dropped_columns := print_rows(out, columns, rows, right="line", drop=("clause",)):
        print_dropped_columns(out, dropped_columns)
    print_line(out)


def _show_warning(out: Console, one: Finding) -> None:
    """Print a warning as a paragraph: with its figures it is too long for a column of a table."""
    print_line(out, ("warning", "yellow"), f": {_place(one)}")
    _show_words(out, one.message)
    print_line(out)


def _show_fixes(name: str, fixed: FixedText, *, written: bool) -> None:
    """Print the fixes as a diff, and the findings that a person has to resolve."""
    out = console()
    for one in fixed.fixes:
        print_line(out, ("fixed" if written else "fix", "green"), f": {_place(one)}")
        _show_words(out, one.message)
        for sign, colour, lines in (("-", "red", one.old), ("+", "green", one.new)):
            for line in lines.split("\n") if lines else ():
                _show_line(out, sign, printable(line.rstrip()), colour)
        print_line(out)
    if written:
        return
    for finding in fixed.left:
        print_line(out, ("yours to decide", "yellow"), f": {_place(finding)}")
        _show_words(out, finding.message)
        print_line(out)
    offered, left = counted(len(fixed.fixes), "fix", "fixes"), len(fixed.left)
    rest = f", {counted(left, 'finding')} left" if left else ""
    how = "; --fix --write puts them in" if fixed.fixes else ""
    nothing = "in order, nothing to fix" if not left else f"nothing to offer{rest}"
    print_line(out, f"{name}: {f'{offered} offered{rest}{how}' if fixed.fixes else nothing}")


def _show_line(out: Console, sign: str, line: str, colour: str) -> None:
    """Print a line of the file with its sign; the lines it wraps onto have no sign."""
    shown = wrap(line, max(out.width - 4, 20), break_on_hyphens=False) or [""]
    for at, words in enumerate(shown):
        print_line(out, (f"  {' ' if at else sign} {words}".rstrip(), colour))


def _place(one: Finding | Fix) -> str:
    clause = f" ({one.clause})" if one.clause else ""
    return f"line {one.line}, {printable(one.field)}{clause}"


def _show_words(out: Console, message: str) -> None:
    for words in wrap(printable(message), max(out.width - 2, 20), break_on_hyphens=False):
        print_line(out, f"  {words}")
