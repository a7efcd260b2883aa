"""`fairdeal doctor`: check the health of a floor's database, machine and settings."""

import os
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Final, NamedTuple

import typer
from typer.exceptions import Exit

from fairdeal import __version__
from fairdeal.cli.options import AsJson
from fairdeal.cli.output import console, print_json
from fairdeal.cli.release import ManifestFile, release_manifest
from fairdeal.cli.serve import Db, database_url
from fairdeal.errors import BadInputError, FairdealError
from fairdeal.floor.audit.integrity import ledger_error
from fairdeal.floor.log.connection import connect, is_postgres, server_version, sqlite_path
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.postgres import Postgres
from fairdeal.floor.log.schema import missing_migrations
from fairdeal.floor.log.sqlite import is_served
from fairdeal.floor.log.store import Store
from fairdeal.program import differences, program_digest
from fairdeal.wire.json import parse_json

LIBRARIES: Final = (
    *("msgspec", "typer", "rich", "starlette", "uvicorn", "argon2-cffi"),
    *("cryptography", "prometheus-client", "psycopg"),
)
#: A disk that makes fewer durable writes a second slows a busy floor down.
MIN_SYNCS_PER_SECOND: Final = 100
SYNC_SECONDS: Final = 0.25
#: With less free space on the disk than this, the doctor warns.
MIN_FREE_BYTES: Final = 1 << 30
#: The machine's clock may be this far behind the last entry of the log.
MAX_SECONDS_BEHIND_LOG: Final = 5
#: A clock that shows an earlier time than this is wrong: the program did not exist then.
EARLIEST_TIME: Final = 1_735_689_600


class Diagnosis(NamedTuple):
    """The result of one check: its subject, its state (`ok`, `warn` or `fail`), and details."""

    what: str
    state: str
    detail: str


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog="Examples: fairdeal doctor · fairdeal doctor --json --db postgresql://localhost/f · "
        "fairdeal doctor --self --manifest fairdeal-0.2.0.manifest"
    )(doctor)


def doctor(
    *,
    db: Db = None,
    program: Annotated[
        bool,
        typer.Option(
            "--self", help="Compare every file of the program with the manifest of its release."
        ),
    ] = False,
    manifest: ManifestFile = None,
    as_json: AsJson = False,
) -> None:
    """Check a floor: versions, database, schema, log, ledger, settings, clock and disk.

    Works while a server runs. Exits with 1 if something is wrong. With --self it checks the program
    and no database.
    """
    if manifest is not None and not program:
        raise BadInputError("--manifest needs --self")
    findings = list(_program(manifest) if program else examine(database_url(db)))
    healthy = all(one.state != "fail" for one in findings)
    if as_json:
        print_json({"well": healthy, "findings": [one._asdict() for one in findings]})
    else:
        out = console()
        for what, state, detail in findings:
            start = f"{state:<4}  {what:<10}  "
            lines = [detail]  # one line for each result if a program reads the output
            if out.is_terminal:
                lines = wrap(detail, max(out.width - len(start), 20), break_on_hyphens=False)
            typer.echo(start + f"\n{' ' * len(start)}".join(lines))
    if not healthy:
        raise Exit(1)


def examine(url: str) -> Iterator[Diagnosis]:
    """Yield the result of each check of a floor's database and of the machine."""
    right = sys.version_info >= (3, 11)
    yield Diagnosis("python", "ok" if right else "fail", platform.python_version())
    yield Diagnosis("fairdeal", "ok", __version__)
    yield _libraries()
    try:
        database = connect(url, read_only=not is_postgres(url))
    except FairdealError as error:
        yield Diagnosis("database", "fail", str(error))
        yield _clock(None)
        return
    try:
        for what, check in _CHECKS:
            try:
                yield check(database)
            except Exception as error:
                yield Diagnosis(what, "fail", f"{type(error).__name__}: {error}")
    finally:
        database.close()
    if not is_postgres(url):
        path = Path(sqlite_path(url))
        yield _disk(path.resolve().parent)
        yield _file(path)
        using = "a server has it open" if is_served(str(path)) else "no server has it open"
        yield Diagnosis("server", "ok", using)


def _program(manifest: Path | None) -> Iterator[Diagnosis]:
    """Yield the program's identity, and its comparison with a release."""
    yield Diagnosis("fairdeal", "ok", __version__)
    yield Diagnosis("digest", "ok", program_digest())
    release = release_manifest(manifest)
    if release is None:
        how = "a checkout has no manifest; --manifest FILE names one"
        yield Diagnosis("manifest", "warn", f"nothing to compare with: {how}")
    elif found := differences(release):
        yield Diagnosis("manifest", "fail", f"not the release: {found}")
    else:
        yield Diagnosis("manifest", "ok", f"all {len(release):,} files are those of the release")


def _libraries() -> Diagnosis:
    found, missing = [], []
    for name in LIBRARIES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(name)
    if missing:
        how = "pip install 'fairdeal[floor]'"
        return Diagnosis("libraries", "fail", f"missing: {', '.join(missing)}; {how}")
    return Diagnosis("libraries", "ok", ", ".join(found))


def _database(database: Database) -> Diagnosis:
    database.execute("SELECT 1")
    return Diagnosis("database", "ok", server_version(database))


def _schema(database: Database) -> Diagnosis:
    missing = missing_migrations(database)
    if missing < 0:
        return Diagnosis("schema", "fail", "of a newer version of this program")
    if missing:
        return Diagnosis("schema", "fail", f"{missing} steps behind: `fairdeal serve` makes them")
    return Diagnosis("schema", "ok", "the one of this version")


def _log(database: Database) -> Diagnosis:
    store = Store(database)
    store.check_tail()
    return Diagnosis("log", "ok", f"{store.leaves:,} entries, the last ones in order")


def _ledger(database: Database) -> Diagnosis:
    wrong = ledger_error(database)
    return Diagnosis("ledger", "fail" if wrong else "ok", wrong or "all accounts together are zero")


def _settings(database: Database) -> Diagnosis:
    """Check that the database's settings make a commit durable."""
    if isinstance(database, Postgres):
        settings = {
            name: str(database.execute(f"SHOW {name}")[0][0])
            for name in ("fsync", "synchronous_commit", "full_page_writes")
        }
        wrong = [name for name, value in settings.items() if value == "off"]
    else:
        settings = {"journal": str(database.execute("PRAGMA journal_mode")[0][0])}
        wrong = [] if settings["journal"] == "wal" else ["journal"]
        checked = database.execute("PRAGMA quick_check(1)")[0][0]
        if checked != "ok":
            return Diagnosis("settings", "fail", f"the file is damaged: {checked}")
    words = ", ".join(f"{name} {value}" for name, value in settings.items())
    return Diagnosis("settings", "fail" if wrong else "ok", words)


def _clock(database: Database | None) -> Diagnosis:
    now = time.time()
    shown = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(now))
    if now < EARLIEST_TIME:
        return Diagnosis("clock", "fail", f"it says {shown}")
    if database is not None:
        rows = database.execute("SELECT body FROM entries ORDER BY leaf DESC LIMIT 1")
        last = parse_json(rows[0][0]).get("time", 0) if rows else 0
        if last > now + MAX_SECONDS_BEHIND_LOG:
            behind = int(last - now)
            return Diagnosis("clock", "warn", f"it stands {behind} seconds behind the log's end")
    return Diagnosis("clock", "ok", shown)


def _disk(folder: Path) -> Diagnosis:
    """Measure the durable writes a second and the free space of the disk."""
    free = shutil.disk_usage(folder).free
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            began, done = time.perf_counter(), 0
            while (took := time.perf_counter() - began) < SYNC_SECONDS:
                file.write(b"\0" * 4096)
                file.flush()
                os.fsync(file.fileno())
                done += 1
    except OSError as error:
        return Diagnosis("disk", "fail", f"nothing can be written beside the database: {error}")
    rate = int(done / took)
    words = f"{rate:,} durable writes a second, {free / MIN_FREE_BYTES:.1f} GiB free"
    return Diagnosis(
        "disk", "ok" if rate >= MIN_SYNCS_PER_SECOND and free >= MIN_FREE_BYTES else "warn", words
    )


def _file(path: Path) -> Diagnosis:
    mode = path.stat().st_mode & 0o777
    if mode & 0o077:
        return Diagnosis(
            "file", "warn", f"others may read or write it (mode {mode:03o}): chmod 600"
        )
    return Diagnosis("file", "ok", f"mode {mode:03o}")


_CHECKS: Final[tuple[tuple[str, Callable[[Database], Diagnosis]], ...]] = (
    ("database", _database),
    ("schema", _schema),
    ("log", _log),
    ("ledger", _ledger),
    ("settings", _settings),
    ("clock", _clock),
)
