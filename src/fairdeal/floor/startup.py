"""Open a floor: its database with the current schema, its first tables and its first operator."""

import secrets
import time
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

from fairdeal.english import quoted
from fairdeal.errors import BadInputError, FairdealError, StoreError
from fairdeal.floor.floor import Floor, Settings
from fairdeal.floor.log.connection import connect, is_postgres
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.schema import migrate
from fairdeal.floor.people.accounts import People
from fairdeal.floor.people.passwords import hash_password
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.floor.tables.table_acts import open_table
from fairdeal.rulebook.rules import Rules
from fairdeal.submission.check import check
from fairdeal.table.actors import OPERATOR


def sample_texts() -> dict[str, str]:
    """Return the texts of the sample rules files by file name."""
    folder = files("fairdeal.floor") / "samples"
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    return {name: (folder / name).read_text(encoding="utf-8") for name in names}


def sample_rules() -> list[Rules]:
    """Return the rules of the tables that a new floor opens by default."""
    return [_checked(text, name) for name, text in sample_texts().items()]


def rules_in(folder: Path) -> list[Rules]:
    """Return the rules of every file in a folder, in the order of the file names."""
    try:
        found = sorted(folder.glob("*.toml"))
        texts = [(file.name, file.read_text(encoding="utf-8")) for file in found]
    except (OSError, UnicodeDecodeError) as error:
        raise BadInputError(f"the rules in {quoted(str(folder))} cannot be read: {error}") from None
    if not texts:
        raise BadInputError(f"there is no rules file (*.toml) in {quoted(str(folder))}")
    return [_checked(text, name) for name, text in texts]


def _checked(text: str, name: str) -> Rules:
    checked = check(text)
    if checked.rules is None:
        first = checked.findings[0]
        raise BadInputError(f"{name}, line {first.line}: {first.message}")
    return checked.rules


def open_database(url: str, *, server: bool = False) -> Database:
    """Open a floor's database and run the migrations that it lacks.

    On PostgreSQL the migrations run as the user of the URL, who owns the schema. A server then
    connects again under its own role.
    """
    database = connect(url, server=server and not is_postgres(url))
    try:
        migrate(database)
    except FairdealError:
        database.close()
        raise
    except Exception as error:
        database.close()
        reason = str(error).partition("\n")[0]
        raise StoreError(f"the schema of the database cannot be made: {reason}") from None
    if server and is_postgres(url):
        database.close()
        database = connect(url, server=True)
    return database


def open_floor(
    url: str,
    rules: list[Rules],
    *,
    settings: Settings = Settings(),  # noqa: B008 - a value
    now: Callable[[], float] = time.time,
    **chance: Any,
) -> Floor:
    """Open the floor of a database; a floor without tables opens one for each of the rules."""
    database = open_database(url, server=True)
    try:
        floor = Floor(database, now=now, settings=settings, **chance)
        floor.begin()
        if not floor.tables:
            for one in rules:
                floor.automatic_dealer.run_due_steps(open_table(floor, one, HOUSE))
        floor.commit()
    except BaseException:
        database.rollback()
        database.close()
        raise
    return floor


def first_operator(floor: Floor, password: str | None) -> str | None:
    """Add the first operator if there is none, and return the password if one was made up."""
    people = People(floor.database)
    made = password or secrets.token_urlsafe(12)
    hashed = hash_password(made)
    # Inside the transaction, since two servers may start at the same time.
    floor.begin()
    known = any(OPERATOR in person.roles for person in people.all())
    if not known:
        person = people.add(
            "operator", "registered", floor.time, roles=(OPERATOR,), password=hashed
        )
        floor.record_act({"act": "person", "person": person.id, "roles": [str(OPERATOR)]}, HOUSE)
    floor.commit()
    return None if password or known else made
