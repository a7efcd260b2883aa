"""The schema of a floor's database, as a series of numbered migrations.

Three database tables are append-only: the log (`entries`), the ledger (`transfers`) and the saved
hashes of the log's tree (`nodes`). Triggers refuse every other change on both databases, and on
PostgreSQL the server's role lacks the right as well. The other tables hold either what follows
from the log and is often needed (`balances`, `rounds`, `plays`, `moments`, `snapshots`, `keys`,
`tables`),
or what is no part of the log: people and sessions, of which the log has digests, exams, people's
statistics of their own play (`judged_rounds`, `coach_help`, `own_play`), and the secrets of decks
in play (`sealed`).
"""

import sqlite3
from collections.abc import Callable
from typing import Final, TypeAlias

from fairdeal.errors import FairdealError, StoreError
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.play_rows import write_all_plays
from fairdeal.floor.log.postgres import SERVER_ROLE, Postgres
from fairdeal.floor.log.sqlite import MEMORY, SQLite
from fairdeal.floor.people.names import fold_name, skeleton

#: Who played in which round, and what people may delete of it.
OWN_PLAY: Final = ("plays", "judged_rounds", "coach_help", "own_play")
#: One step of a migration: a statement, or a function for what no statement can do.
Step: TypeAlias = str | Callable[[Database], None]


def fold_names(database: Database) -> None:
    """Write the folded form of every registered name, by which similar names are found."""
    rows = database.execute("SELECT id, name FROM people WHERE kind = 'registered'")
    for person, name in rows:
        database.execute("UPDATE people SET folded = ? WHERE id = ?", (fold_name(name), person))


def write_skeletons(database: Database) -> None:
    """Write the skeleton of every registered name, by which names that look alike are found."""
    rows = database.execute("SELECT id, name FROM people WHERE kind = 'registered'")
    for person, name in rows:
        database.execute("UPDATE people SET skeleton = ? WHERE id = ?", (skeleton(name), person))


def grant_exams(database: Database) -> None:
    """Let the server's role of an older PostgreSQL database use the exams."""
    _grant(database, "exams")


def grant_own_play(database: Database) -> None:
    """Let the server's role of an older PostgreSQL database use people's statistics of their
    play.
    """
    _grant(database, ", ".join(OWN_PLAY))


def _grant(database: Database, tables: str) -> None:
    if isinstance(database, Postgres) and database.execute(
        "SELECT 1 FROM pg_roles WHERE rolname = ?", [SERVER_ROLE]
    ):
        database.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {tables} TO {SERVER_ROLE}")


#: All migrations in order. A migration that was released is never changed.
MIGRATIONS: Final[tuple[tuple[Step, ...], ...]] = (
    (
        """CREATE TABLE entries (
            leaf BIGINT PRIMARY KEY,
            tbl TEXT NOT NULL,
            number BIGINT NOT NULL,
            version BIGINT NOT NULL,
            body TEXT NOT NULL,
            hash {blob} NOT NULL,
            UNIQUE (tbl, number))""",
        "CREATE INDEX entries_by_version ON entries (tbl, version)",
        """CREATE TABLE nodes (
            level INTEGER NOT NULL,
            number BIGINT NOT NULL,
            hash {blob} NOT NULL,
            PRIMARY KEY (level, number))""",
        """CREATE TABLE transfers (
            leaf BIGINT NOT NULL,
            part INTEGER NOT NULL,
            debit TEXT NOT NULL,
            credit TEXT NOT NULL,
            units BIGINT NOT NULL CHECK (units > 0),
            what TEXT NOT NULL,
            PRIMARY KEY (leaf, part))""",
        "CREATE TABLE balances (account TEXT PRIMARY KEY, units BIGINT NOT NULL)",
        """CREATE TABLE keys (
            digest TEXT PRIMARY KEY,
            body TEXT NOT NULL,
            leaf BIGINT NOT NULL)""",
        """CREATE TABLE tables (
            tbl TEXT PRIMARY KEY,
            place INTEGER NOT NULL,
            dealer TEXT NOT NULL,
            closed INTEGER NOT NULL)""",
        """CREATE TABLE moments (
            tbl TEXT PRIMARY KEY,
            at TEXT NOT NULL,
            since BIGINT NOT NULL)""",
        """CREATE TABLE rounds (
            round TEXT PRIMARY KEY,
            tbl TEXT NOT NULL,
            number BIGINT NOT NULL,
            first BIGINT NOT NULL,
            last BIGINT NOT NULL,
            leaf BIGINT NOT NULL,
            ended BIGINT NOT NULL,
            void INTEGER NOT NULL)""",
        "CREATE INDEX rounds_by_leaf ON rounds (leaf)",
        "CREATE TABLE sealed (tbl TEXT PRIMARY KEY, document TEXT NOT NULL)",
        """CREATE TABLE snapshots (
            tbl TEXT NOT NULL,
            number BIGINT NOT NULL,
            version BIGINT NOT NULL,
            source TEXT NOT NULL,
            state TEXT NOT NULL,
            PRIMARY KEY (tbl, number))""",
        """CREATE TABLE people (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            roles TEXT NOT NULL,
            password TEXT,
            made BIGINT NOT NULL,
            ended BIGINT)""",
        "CREATE UNIQUE INDEX people_by_name ON people (name) WHERE kind = 'registered'",
        """CREATE TABLE sessions (
            token TEXT PRIMARY KEY,
            person TEXT NOT NULL,
            made BIGINT NOT NULL,
            seen BIGINT NOT NULL,
            expires BIGINT NOT NULL)""",
        "CREATE INDEX sessions_by_person ON sessions (person)",
        "CREATE TABLE house (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    ),
    # Similar names count as the same name from here on. People of before keep theirs.
    (
        "ALTER TABLE people ADD COLUMN folded TEXT NOT NULL DEFAULT ''",
        fold_names,
        "CREATE INDEX people_by_folded ON people (folded) WHERE kind = 'registered'",
    ),
    # Names that look alike count as the same name from here on. People of before keep theirs.
    (
        "ALTER TABLE people ADD COLUMN skeleton TEXT NOT NULL DEFAULT ''",
        write_skeletons,
        "CREATE INDEX people_by_skeleton ON people (skeleton) WHERE kind = 'registered'",
    ),
    # Lessons and exams of the school. The examiner's signature is in the log, at `leaf`.
    (
        """CREATE TABLE exams (
            exam TEXT PRIMARY KEY,
            person TEXT NOT NULL,
            kind TEXT NOT NULL,
            role TEXT NOT NULL,
            game TEXT NOT NULL,
            place TEXT NOT NULL,
            made BIGINT NOT NULL,
            done INTEGER NOT NULL,
            summary TEXT NOT NULL,
            document TEXT NOT NULL,
            leaf BIGINT,
            examiner TEXT,
            signed BIGINT,
            passed INTEGER NOT NULL)""",
        "CREATE INDEX exams_by_person ON exams (person)",
        grant_exams,
    ),
    # The log tells of every session from here on. Those of before end.
    ("UPDATE sessions SET expires = 0",),
    # Who played in which round follows from the log. What the other three hold a person may delete:
    # rounds with what the lab says of their decisions, decisions that the coach helped with, and
    # the leaf from which on a person's rounds count.
    (
        """CREATE TABLE plays (
            round TEXT NOT NULL,
            person TEXT NOT NULL,
            leaf BIGINT NOT NULL,
            PRIMARY KEY (round, person))""",
        "CREATE INDEX plays_by_person ON plays (person, leaf)",
        """CREATE TABLE judged_rounds (
            person TEXT NOT NULL,
            round TEXT NOT NULL,
            leaf BIGINT NOT NULL,
            document TEXT NOT NULL,
            PRIMARY KEY (person, round))""",
        """CREATE TABLE coach_help (
            person TEXT NOT NULL,
            tbl TEXT NOT NULL,
            version BIGINT NOT NULL,
            PRIMARY KEY (person, tbl, version))""",
        "CREATE TABLE own_play (person TEXT PRIMARY KEY, since BIGINT NOT NULL)",
        write_all_plays,
        grant_own_play,
    ),
)

#: The number of the migration from which on the log tells of every session.
TELLS_SESSIONS: Final = 5
_MIGRATIONS_TABLE: Final = "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)"
#: The database tables to which rows are only added.
APPEND_ONLY: Final = ("entries", "transfers", "nodes")
#: What the triggers of these tables answer to every other change.
REFUSED: Final = "the log and the ledger are only ever added to"
#: All other database tables.
OTHERS: Final = (
    *("balances", "keys", "tables", "moments", "rounds", "sealed", "snapshots"),
    *("people", "sessions", "house", "exams"),
    *OWN_PLAY,
)
#: The names of the rows of `house`: the key and the name that checkpoints are signed with, and the
#: id of the key that seals secrets.
SIGNING_KEY: Final = "signing-key"
FLOOR_ID: Final = "floor-id"
SEAL_KEY: Final = "seal-key"
#: How many migrations a database has that has these tables.
_SINCE: Final = {"people.folded": 2, "exams": 4, **dict.fromkeys(OWN_PLAY, 6)}


def migrate(database: Database) -> int:
    """Run the migrations that a database lacks, and return how many there were."""
    if is_current(database):
        return 0  # without a transaction: a server's role may not change the schema
    # Servers that start at the same time take turns here.
    database.begin()
    try:
        database.execute(_MIGRATIONS_TABLE)
        done = _done(database)
        if done > len(MIGRATIONS):
            raise StoreError("the database is of a newer version of this program")
        _run_migrations(database, done, len(MIGRATIONS))
        database.commit()
    except BaseException:
        database.rollback()
        raise
    return len(MIGRATIONS) - done


def _run_migrations(database: Database, done: int, wanted: int) -> None:
    """Run the migrations after the first `done` ones, up to the number that is `wanted`."""
    for number in range(done, wanted):
        for statement in MIGRATIONS[number]:
            if isinstance(statement, str):
                database.execute(statement.format(blob=database.blob))
            else:
                statement(database)
        database.execute("INSERT INTO migrations VALUES (?)", [number + 1])
    if done == 0:
        _protect(database)


def schema_of(database: Database) -> dict[tuple[str, str], str]:
    """Return the schema that a SQLite database of this version should have, by kind and name.

    An older database is compared with the migrations that it has.
    """
    fresh = SQLite(MEMORY)
    try:
        fresh.execute(_MIGRATIONS_TABLE)
        _run_migrations(fresh, 0, _done(database))
        rows = fresh.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {(kind, name): sql for kind, name, sql in rows}
    finally:
        fresh.close()


def tables_of(database: Database) -> tuple[str, ...]:
    """Return the database tables with content of a database, which may be an older one."""
    done = _done(database)
    return (*APPEND_ONLY, *(name for name in OTHERS if _SINCE.get(name, 0) <= done))


def has_plays(database: Database) -> bool:
    """Return whether a database tells who played in which round."""
    return _done(database) >= _SINCE["plays"]


def has_folded_names(database: Database) -> bool:
    """Return whether a database has the folded form of every registered name."""
    return _done(database) >= _SINCE["people.folded"]


def has_exams(database: Database) -> bool:
    """Return whether a database has a table for exams."""
    return _done(database) >= _SINCE["exams"]


def trigger_name(table: str) -> str:
    """Return the name of the trigger that protects an append-only table on PostgreSQL."""
    return f"{table}_only_added"


def _done(database: Database) -> int:
    return int(database.execute("SELECT count(*) FROM migrations")[0][0])


def is_current(database: Database) -> bool:
    """Return whether a database has the schema of this version."""
    try:
        return _done(database) == len(MIGRATIONS)
    except Exception:
        return False


def is_known(database: Database) -> bool:
    """Return whether this version can read a database: the schema is its own or an older one."""
    try:
        return 0 < _done(database) <= len(MIGRATIONS)
    except Exception:
        return False


def tells_sessions(database: Database) -> bool:
    """Return whether a database has ended the sessions of which its log does not tell."""
    return _done(database) >= TELLS_SESSIONS


def missing_migrations(database: Database) -> int:
    """Return how many migrations a database lacks; below zero if a newer version has made it."""
    try:
        return len(MIGRATIONS) - _done(database)
    except (sqlite3.Error, FairdealError):
        return len(MIGRATIONS)


def _protect(database: Database) -> None:
    if isinstance(database, Postgres):
        _protect_postgres(database)
        return
    for name in APPEND_ONLY:
        for act in ("UPDATE", "DELETE"):
            database.execute(
                f"CREATE TRIGGER {name}_no_{act.lower()} BEFORE {act} ON {name} "
                f"BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"
            )


def _protect_postgres(database: Postgres) -> None:
    database.execute(
        "CREATE FUNCTION fairdeal_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{REFUSED}'; END $$"
    )
    for name in APPEND_ONLY:
        database.execute(
            f"CREATE TRIGGER {trigger_name(name)} BEFORE UPDATE OR DELETE OR TRUNCATE ON {name} "
            "FOR EACH STATEMENT EXECUTE FUNCTION fairdeal_refuse()"
        )
    # A role belongs to the whole PostgreSQL server: another database may create it just now.
    database.execute(
        f"DO $$ BEGIN CREATE ROLE {SERVER_ROLE} NOLOGIN; "
        "EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$"
    )
    database.execute(f"GRANT {SERVER_ROLE} TO CURRENT_USER")
    database.execute(f"GRANT USAGE ON SCHEMA public TO {SERVER_ROLE}")
    database.execute(f"GRANT SELECT ON migrations TO {SERVER_ROLE}")
    database.execute(f"GRANT SELECT, INSERT ON {', '.join(APPEND_ONLY)} TO {SERVER_ROLE}")
    others = tables_of(database)[len(APPEND_ONLY) :]
    database.execute(
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON {', '.join(others)} TO {SERVER_ROLE}"
    )
