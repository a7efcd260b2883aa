"""Open a floor: its database with the current schema, its first tables and its first operator."""

import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from fairdeal import __version__
from fairdeal.english import quoted
from fairdeal.errors import BadInputError, FairdealError, StoreError
from fairdeal.floor.floor import Floor, FloorSettings
from fairdeal.floor.gaming_day import Calendar
from fairdeal.floor.house import set_house
from fairdeal.floor.known_answers import check_known_answers
from fairdeal.floor.log.connection import connect, is_postgres
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.derived_rows import read_moment, write_secrets
from fairdeal.floor.log.schema import migrate
from fairdeal.floor.log.seal import is_open, note_key_id, seal_of, sealed_by_others
from fairdeal.floor.outages import restart_clocks
from fairdeal.floor.people.accounts import People, account_digest
from fairdeal.floor.people.passwords import hash_password
from fairdeal.floor.stop_reasons import SECRETS_LOST
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.floor.tables.table_acts import open_table
from fairdeal.games import GAMES
from fairdeal.program import program_digest
from fairdeal.rulebook.rules import FloorChoices, Rules, house_rules
from fairdeal.submission.check import check
from fairdeal.table import commands as cmd
from fairdeal.table.actors import AUTOMATIC_DEALER, OPERATOR


def sample_texts() -> dict[str, str]:
    """Return the texts of the sample rules files by file name."""
    folder = files("fairdeal.floor") / "samples"
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    return {name: (folder / name).read_text(encoding="utf-8") for name in names}


def sample_rules() -> list[Rules]:
    """Return the rules of the tables that a new floor opens by default.

    A game of the user's own, which has no sample, is offered under the house's default rules.
    """
    samples = [_checked(text, name) for name, text in sample_texts().items()]
    with_sample = {rules.game for rules in samples}
    own = [game for game in GAMES if game not in with_sample]
    return samples + [replace(house_rules(game), floor=FloorChoices(bots=2)) for game in own]


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
    settings: FloorSettings = FloorSettings(),  # noqa: B008 - a value
    now: Callable[[], float] = time.time,
    seal_key: Path | None = None,
    void_sealed: bool = False,
    house: Calendar | None = None,
    **chance: Any,
) -> Floor:
    """Open the floor of a database; a floor without tables opens one for each of the rules.

    `seal_key` is the file of the key that seals the secrets of decks in play; it is made if the
    floor has none yet. Without a file they are not sealed. `void_sealed`: the key is lost, so the
    rounds in play are void and their stakes go back (reading `lost-secret`). `house` is the
    calendar of the house, if its file is given.
    """
    check_known_answers()
    database = open_database(url, server=True)
    try:
        if seal_key is not None:
            database.seal = seal_of(database, seal_key, lost=void_sealed)
        floor = Floor(database, now=now, settings=settings, **chance)
        floor.begin()
        if seal_key is not None:
            if void_sealed:
                _void_sealed(floor)
            _seal_secrets(floor, seal_key, lost=void_sealed)
        if house is not None:
            set_house(floor, house)
        if not floor.tables:
            for one in rules:
                floor.automatic_dealer.run_due_steps(open_table(floor, one, HOUSE))
        floor.commit()
    except BaseException:
        database.rollback()
        database.close()
        raise
    return floor


def _void_sealed(floor: Floor) -> None:
    """Go on without the secrets that were sealed by a key that is lost, or cannot be read."""
    others = set(sealed_by_others(floor.database, floor.database.seal))
    unreadable = {live.id for live in floor.tables.values() if live.stopped == SECRETS_LOST}
    for table in sorted((others | unreadable) & floor.tables.keys()):
        live = floor.tables[table]
        live.stopped = None
        floor.forget_fault(table)
        read_moment(floor.database, live)
        # Where a person deals, a floorperson confirms.
        floor.do(live, cmd.LoseSecrets(), AUTOMATIC_DEALER)
        write_secrets(floor.store, live)
        floor.automatic_dealer.run_due_steps(live)


def _seal_secrets(floor: Floor, file: Path, *, lost: bool) -> None:
    """Write down which key is in use, and seal the secrets that version 0.1 has stored openly."""
    database = floor.database
    # Again, since another server may have begun with another key meanwhile.
    seal_of(database, file, lost=lost)
    note_key_id(database, database.seal)
    for table, text in database.execute("SELECT tbl, document FROM sealed"):
        live = floor.tables.get(table)  # none of a private table that is closed
        if live is None or live.stopped is not None:
            continue
        if is_open(text):
            write_secrets(floor.store, live)
            floor.changes += 1


def stopped_tables(floor: Floor) -> list[str]:
    """Return a sentence for each table that does not run, for whoever starts the server."""
    lost = "; start once with --void-sealed to make its round void and return the stakes"
    return [
        f"Table {live.id} is stopped: {live.stopped}{lost if live.stopped == SECRETS_LOST else ''}"
        for live in floor.tables.values()
        if live.stopped is not None
    ]


def record_start(floor: Floor, differing: int | None = None) -> None:
    """Write into the log that a server starts to serve, and which program it is. `differing` is the
    number of its files that differ from the release; None where there is no manifest of one.

    Every clock starts anew with it, so that the first page that anybody reads has no deadline of
    before.
    """
    floor.begin()
    what: dict[str, Any] = {"act": "start", "version": __version__, "program": program_digest()}
    if differing is not None:
        what["differing"] = differing
    floor.record_act(what, HOUSE)
    restart_clocks(floor)
    floor.commit()


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
        account = account_digest(person.id, person.name, hashed)
        act = {"act": "person", "person": person.id, "roles": [str(OPERATOR)], "account": account}
        floor.record_act(act, HOUSE)
    floor.commit()
    return None if password or known else made
