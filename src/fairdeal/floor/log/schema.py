"""The tables of the database, as numbered steps from nothing to now.

The log (`entries`) and the ledger (`transfers`) are only ever added to: a trigger refuses anything
else on both databases, and on PostgreSQL the server's role has no right to try. What else is here
follows from them and is kept because it is asked for often (`balances`, `rounds`, `moments`), or is
no part of any log: people, sessions, and the secrets of decks in play (`sealed`).
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from fairdeal.errors import StoreError
from fairdeal.floor.log.database import SERVER_ROLE, Database, Postgres
from fairdeal.floor.people.accounts import fold_name

#: A statement, or what no statement can say.
Step: TypeAlias = str | Callable[[Database], None]


def fold_names(database: Database) -> None:
    """Keep how the names of people read."""
    rows = database.execute("SELECT id, name FROM people WHERE kind = 'registered'")
    for person, name in rows:
        database.execute("UPDATE people SET fold_name = ? WHERE id = ?", (fold_name(name), person))


#: Step by step; a step that was released is never changed again.
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
    # Names are told apart as people read them. Those who were there before stay who they are.
    (
        "ALTER TABLE people ADD COLUMN fold_name TEXT NOT NULL DEFAULT ''",
        fold_names,
        "CREATE INDEX people_by_folded ON people (fold_name) WHERE kind = 'registered'",
    ),
)

#: What is only ever added to.
APPEND_ONLY: Final = ("entries", "transfers", "nodes")
_REFUSED: Final = "the log and the ledger are only ever added to"
#: What else there is.
OTHERS: Final = (
    *("balances", "keys", "tables", "moments", "rounds", "sealed", "snapshots"),
    *("people", "sessions", "house"),
)


def migrate(database: Database) -> int:
    """Bring a database to the schema of now, and say how many steps that took."""
    if is_ready(database):
        return 0  # a server that may not change the schema has no need to
    # Two servers that start at once take turns, for the table of steps too.
    database.begin()
    try:
        database.execute("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)")
        done = _done(database)
        if done > len(MIGRATIONS):
            raise StoreError("the database is of a newer version of this program")
        for number in range(done, len(MIGRATIONS)):
            for statement in MIGRATIONS[number]:
                if isinstance(statement, str):
                    database.execute(statement.format(blob=database.blob))
                else:
                    statement(database)
            database.execute("INSERT INTO migrations VALUES (?)", [number + 1])
        if done == 0:
            _protect(database)
        database.commit()
    except BaseException:
        database.rollback()
        raise
    return len(MIGRATIONS) - done


def _done(database: Database) -> int:
    return int(database.execute("SELECT count(*) FROM migrations")[0][0])


def is_ready(database: Database) -> bool:
    """Whether the schema is there and is the one of now."""
    try:
        return _done(database) == len(MIGRATIONS)
    except Exception:
        return False


def is_known(database: Database) -> bool:
    """Whether the schema is one that this program can read: that of now, or an older one."""
    try:
        return 0 < _done(database) <= len(MIGRATIONS)
    except Exception:
        return False


def _protect(database: Database) -> None:
    if isinstance(database, Postgres):
        _protect_postgres(database)
        return
    for name in APPEND_ONLY:
        for act in ("UPDATE", "DELETE"):
            database.execute(
                f"CREATE TRIGGER {name}_no_{act.lower()} BEFORE {act} ON {name} "
                f"BEGIN SELECT RAISE(ABORT, '{_REFUSED}'); END"
            )


def _protect_postgres(database: Postgres) -> None:
    database.execute(
        "CREATE FUNCTION fairdeal_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{_REFUSED}'; END $$"
    )
    for name in APPEND_ONLY:
        database.execute(
            f"CREATE TRIGGER {name}_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON {name} "
            "FOR EACH STATEMENT EXECUTE FUNCTION fairdeal_refuse()"
        )
    # A role belongs to all databases of a server, and another one may make it at this moment.
    database.execute(
        f"DO $$ BEGIN CREATE ROLE {SERVER_ROLE} NOLOGIN; "
        "EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$"
    )
    database.execute(f"GRANT {SERVER_ROLE} TO CURRENT_USER")
    database.execute(f"GRANT USAGE ON SCHEMA public TO {SERVER_ROLE}")
    database.execute(f"GRANT SELECT ON migrations TO {SERVER_ROLE}")
    database.execute(f"GRANT SELECT, INSERT ON {', '.join(APPEND_ONLY)} TO {SERVER_ROLE}")
    database.execute(
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON {', '.join(OTHERS)} TO {SERVER_ROLE}"
    )
