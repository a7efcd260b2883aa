"""`fairdeal audit`: check that a floor's log is unchanged and that its rounds were fair."""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from typer.exceptions import Exit

from fairdeal.cli import archive
from fairdeal.cli.open_floor import open_floor
from fairdeal.cli.options import AsJson, Source
from fairdeal.cli.output import TerminalProgress, print_json
from fairdeal.cli.serve import Db, SealKey, database_url, seal_key_file
from fairdeal.cli.terminal_school import detail_lines, summary_lines
from fairdeal.english import quoted
from fairdeal.errors import BadInputError, MismatchError
from fairdeal.floor import audit as audits
from fairdeal.floor.audit.findings import tables_of_real_cards
from fairdeal.floor.log.extension import check_extension
from fairdeal.floor.log.floor_entries import append_act
from fairdeal.floor.log.seal import read_key
from fairdeal.floor.log.signing import make_checkpoint, make_extension, signer_of
from fairdeal.floor.log.store import Store
from fairdeal.floor.tables.records import record as record_of
from fairdeal.floor.tables.records import records_of
from fairdeal.floor.tables.replay import replay as replay_record
from fairdeal.school.exam import mark_exam, read_exam, result_bytes
from fairdeal.simulate.records import NO_PROOF as SIMULATED
from fairdeal.table.real_cards import NO_PROOF
from fairdeal.wire.files import MAX_BYTES, open_input, read_text
from fairdeal.wire.json import json_text
from fairdeal.wire.json_line import dump_line
from fairdeal.wire.nesting import check_json

Key = Annotated[
    str | None,
    typer.Option(
        "--key",
        metavar="VKEY",
        help="The floor's public key, as `audit checkpoint --key` prints it.",
    ),
]
_FAILED: Final = 1


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    group = typer.Typer(
        help="Check a floor's log and its rounds. Works while a server runs.",
        epilog="Examples: fairdeal audit checkpoint > kept.txt · "
        "fairdeal audit verify --checkpoint kept.txt",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    group.command(
        epilog="Examples: fairdeal audit verify · fairdeal audit verify --checkpoint kept.txt "
        "--key fairdeal/1b61...+9ccf...+AfQL... --json"
    )(verify)
    group.command(
        epilog="Examples: fairdeal audit checkpoint > monday.txt · "
        "fairdeal audit checkpoint --key · "
        "fairdeal audit checkpoint --since monday.txt > tuesday.txt"
    )(checkpoint)
    group.command(
        epilog="Example: fairdeal audit extends monday.txt tuesday.txt "
        "--key fairdeal/1b61...+9ccf...+AfQL..."
    )(extends)
    group.command(
        epilog="Examples: fairdeal audit export --round t1-17 -o round.json · "
        "fairdeal audit export --table t1 > rounds.jsonl"
    )(export)
    group.command(
        epilog="Examples: fairdeal audit replay round.json · "
        "fairdeal audit export --table t1 | fairdeal audit replay -"
    )(replay)
    group.command(epilog="Example: fairdeal audit exam exam.json")(exam)
    archive.add_to(group)
    app.add_typer(group, name="audit")


def verify(
    *,
    db: Db = None,
    checkpoint: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE", help="A checkpoint that was stored elsewhere. May be repeated."
        ),
    ] = None,
    key: Key = None,
    seal_key: SealKey = None,
    processes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=256,
            help="Processes that share the tables; by default all cores.",
        ),
    ] = None,
    record: Annotated[
        bool,
        typer.Option("--record", help="Write the result into the log, as a significant event."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check the whole log: its hashes, tree and checkpoints, and the decision of every entry.

    If an entry is bad, the command names the first one and exits with 1. A log that was rewritten
    as a whole is found only with a checkpoint that was stored elsewhere.
    """
    checkpoints = [read_text(str(file)) for file in checkpoint or ()]
    bar = TerminalProgress("reading the log")
    try:
        with open_floor(db) as database:
            file = seal_key_file(database_url(db), seal_key)
            if seal_key is not None or os.access(file, os.R_OK):
                database.seal = read_key(file)
            done = audits.verify(
                database,
                checkpoints,
                key,
                progress=bar.progress,
                processes=processes,
                now=time.time(),
            )
            real = tables_of_real_cards(database) if done.valid else []
    finally:
        bar.end()
    if record:
        _record(db, done)
    document: dict[str, Any] = {"valid": done.valid, "entries": done.entries, "head": done.head}
    if done.bad is not None:
        document["bad"] = done.bad._asdict()
    if real:
        document["real_cards"] = real
    if as_json:
        print_json(document)
    elif done.bad is None:
        rates = [f"{done.entries / max(s, 1e-9):,.0f}" for s in (done.hashed, done.folded)]
        typer.echo(f"valid: {done.entries:,} entries, head {done.head}")
        typer.echo(f"hashes and tree {rates[0]} entries/s, folded and decided again {rates[1]}/s")
        if real:
            typer.echo(f"{', '.join(real)}: {NO_PROOF}")
    else:
        typer.echo(f"NOT VALID: {done.bad}")
    if not done.valid:
        raise Exit(_FAILED)


def _record(url: str | None, done: audits.AuditResult) -> None:
    """Write into the log what an audit has found."""
    what: dict[str, Any] = {
        "act": "audited",
        "valid": done.valid,
        "entries": done.entries,
        "head": done.head,
    }
    if done.bad is not None:
        what["reason"] = str(done.bad)
    with open_floor(url, read_only=False) as database:
        database.begin()
        try:
            append_act(database, int(time.time()), what)
            database.commit()
        except BaseException:
            database.rollback()
            raise


def checkpoint(
    *,
    db: Db = None,
    key: Annotated[bool, typer.Option("--key", help="Print the floor's public key.")] = False,
    since: Annotated[
        Path | None,
        typer.Option(metavar="OLD", help="Also prove that the log extends this checkpoint."),
    ] = None,
) -> None:
    """Print a signed checkpoint of the log, for an auditor to store elsewhere.

    With --since a proof that the log extends an earlier checkpoint is printed first. `audit
    extends` checks that proof without the database.
    """
    old = None if since is None else read_text(str(since))
    with open_floor(db, read_only=False) as database:
        if key:
            text = f"{signer_of(database).vkey}\n"
        elif old is not None:
            text = str(make_extension(database, old))
        else:
            text = make_checkpoint(database)
    typer.echo(text, nl=False)


def extends(
    old: Annotated[Path, typer.Argument(metavar="OLD", help="An earlier checkpoint.")],
    new: Annotated[
        Path, typer.Argument(metavar="NEW", help="The output of `audit checkpoint --since OLD`.")
    ],
    *,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Check without the database that a checkpoint extends an earlier one.

    Then every entry of the earlier log is still in the log, unchanged. If the check fails, the
    command exits with 1. With --key the signatures of both checkpoints are checked too.
    """
    document: dict[str, Any] = {"valid": True}
    try:
        before, after = check_extension(read_text(str(old)), read_text(str(new)), key)
        document |= {"old": before.size, "new": after.size}
        words = f"valid: the log of {before.size:,} entries was extended to {after.size:,}"
    except MismatchError as error:
        document = {"valid": False, "reason": str(error)}
        words = f"NOT VALID: {error}"
    if as_json:
        print_json(document)
    else:
        typer.echo(words)
    if not document["valid"]:
        raise Exit(_FAILED)


def export(
    *,
    round_name: Annotated[
        str | None, typer.Option("--round", metavar="R", help="A finished round, such as t1-17.")
    ] = None,
    table: Annotated[
        str | None, typer.Option(metavar="T", help="All rounds of a table, one record a line.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="The file to write.")
    ] = None,
    db: Db = None,
) -> None:
    """Print the record of a finished round, or of all finished rounds of a table."""
    if (round_name is None) == (table is None):
        raise BadInputError("say --round R or --table T")
    with open_floor(db) as database:
        if round_name is not None:
            texts = iter([json_text(record_of(Store(database), round_name))])
        else:
            texts = map(dump_line, records_of(Store(database), table or ""))
        if output is None:
            for text in texts:
                typer.echo(text)
            return
        try:
            with output.open("w", encoding="utf-8") as file:
                file.writelines(f"{text}\n" for text in texts)
        except OSError as error:
            reason = (error.strerror or "error").lower()
            raise BadInputError(f"{quoted(str(output))} cannot be written: {reason}") from None


def replay(source: Source, *, key: Key = None, as_json: AsJson = False) -> None:
    """Check exported records without the database: their proofs, shuffles, commands and payments.

    The file has one record, or one record on each line. With --key the signature of the log's root
    is checked too.
    """
    done = []
    bar = TerminalProgress("replaying")
    try:
        for record in _records(source):
            done.append(replay_record(record, key))
            if not done[-1].valid:
                break
    finally:
        bar.end()
    if not done:
        raise BadInputError(f"there is no record in {quoted(source)}")
    last = done[-1]
    if as_json:
        document: dict[str, Any] = {
            "valid": last.valid,
            "rounds": len(done),
            "entries": sum(one.entries for one in done),
            "events": sum(one.events for one in done),
        }
        if last.valid:
            document["protocols"] = sorted({one.protocol for one in done if one.protocol})
            if any(one.real_cards for one in done):
                document["real_cards"] = sum(one.real_cards for one in done)
            if any(one.simulated for one in done):
                document["simulated"] = sum(one.simulated for one in done)
        else:
            document["bad"] = {"round": last.round, "reason": last.wrong}
        print_json(document)
    elif last.valid:
        entries, events = (sum(c) for c in zip(*((o.entries, o.events) for o in done), strict=True))
        what = f"round {last.round}" if len(done) == 1 else f"{len(done):,} rounds"
        kinds = " and ".join(str(n) for n in sorted({one.protocol for one in done if one.protocol}))
        words = [f"words as in protocol {kinds}"] if kinds else []
        if any(one.real_cards for one in done):
            words.append(NO_PROOF)
        if any(one.simulated for one in done):
            words.append(SIMULATED)
        typer.echo(
            f"valid: {what}, {entries:,} entries and {events:,} events decided again; "
            f"{'; '.join(words)}"
        )
    else:
        typer.echo(f"NOT VALID: round {last.round}: {last.wrong}")
    if not last.valid:
        raise Exit(_FAILED)


def exam(source: Source, *, as_json: AsJson = False) -> None:
    """Mark a dealer's or floorperson's exam again from its document.

    The document has the rules, the seed and the answers. The same document always gives the same
    marks.
    """
    with open_input(source) as opened:
        result = mark_exam(read_exam(opened.whole(MAX_BYTES)))
    if as_json:
        typer.echo(result_bytes(result).decode())
        return
    who = "floorperson" if result.role == "floor" else "dealer"
    typer.echo(f"{result.person}, {who}, {result.game} ({result.jurisdiction})")
    typer.echo(f"rules {result.digest}")
    for line in summary_lines(result.marks) + detail_lines(result.marks):
        typer.echo(line)
    typer.echo("within the limits" if result.passed else "NOT within the limits:")
    for words in result.failures:
        typer.echo(f"  {words}")


def _records(source: str) -> Iterator[Any]:
    """Yield the records of a file, which holds one record a line or one record over many lines."""
    with open_input(source) as opened:
        first = opened.line(MAX_BYTES)
        try:
            record = _parse_record(opened.text(first))
        except BadInputError:
            yield _parse_record(opened.text(first + opened.whole(MAX_BYTES)))
            return
        yield record
        while line := opened.line(MAX_BYTES):
            if line.strip():
                yield _parse_record(opened.text(line))


def _parse_record(text: str) -> Any:
    check_json(text)
    try:
        return json.loads(text)
    except ValueError:
        raise BadInputError("this is not a record: it is not JSON") from None
