"""Check of the database itself: its schema, the types of its values, and the floor's own key.

Nothing of this follows from the log. A trigger that was dropped changes no row, yet it lets later
changes through; a text that is stored as bytes has the same hash, yet no server can read it.
"""

from collections.abc import Iterator
from typing import Any, Final

from fairdeal.english import quoted
from fairdeal.floor.audit.findings import AuditFinding
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.postgres import Postgres
from fairdeal.floor.log.schema import (
    APPEND_ONLY,
    FLOOR_ID,
    REFUSED,
    SEAL_KEY,
    SIGNING_KEY,
    schema_of,
    trigger_name,
)
from fairdeal.floor.log.signing import known_signer
from fairdeal.floor.log.value_types import mistyped

#: PostgreSQL's bits of a trigger: before the statement, on deletion, update and truncation.
_BEFORE_ANY_CHANGE: Final = 2 | 8 | 16 | 32


def schema_finding(database: Database, last: int, key: str | None = None) -> AuditFinding | None:
    """Return the first thing that is wrong with the database itself; None if there is nothing.

    It stands at the first entry that has a value of another type, else at `last`, the last entry.
    `key` is the floor's public key as an auditor knows it.
    """
    for leaf, wrong in mistyped(database, "entries", "leaf"):
        return AuditFinding(leaf if isinstance(leaf, int) else last, wrong)
    found = next(_errors(database, key), None)
    return None if found is None else AuditFinding(last, found)


def _errors(database: Database, key: str | None) -> Iterator[str]:
    signer = known_signer(database)
    if key is not None and signer is not None and signer.vkey != key.strip():
        yield f"the floor signs as {signer.vkey}, and not with the key that was kept"
    if key is not None and signer is None:
        yield "the floor has no key any more, and one was kept"
    for (name,) in database.execute("SELECT name FROM house ORDER BY name"):
        if name not in (SIGNING_KEY, FLOOR_ID, SEAL_KEY):
            yield f"`house` has a row {quoted(name)} that no version of this program makes"
    if isinstance(database, Postgres):
        yield from _postgres_errors(database)
    else:
        yield from _sqlite_errors(database)


def _sqlite_errors(database: Database) -> Iterator[str]:
    expected = schema_of(database)
    found = {(kind, name): sql for kind, name, sql in database.execute(_SQLITE_SCHEMA)}
    for kind, name in sorted(expected.keys() | found.keys()):
        if (kind, name) not in found:
            yield f"the {kind} {quoted(name)} of the database is missing"
        elif (kind, name) not in expected:
            yield f"the database has a {kind} {quoted(name)} that no version of this program makes"
        elif found[kind, name] != expected[kind, name]:
            yield f"the {kind} {quoted(name)} of the database is not as this program makes it"
    for kind, name in expected:
        if kind == "table":
            yield from (reason for _, reason in mistyped(database, name))


_SQLITE_SCHEMA: Final = (
    "SELECT type, name, sql FROM sqlite_master "
    "WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~' AND sql IS NOT NULL"
)


def _postgres_errors(database: Postgres) -> Iterator[str]:
    triggers: dict[str, list[Any]] = {
        name: rest
        for name, *rest in database.execute(
            "SELECT t.tgname, c.relname, t.tgtype::int, t.tgenabled::text, p.proname, p.prosrc "
            "FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
            "JOIN pg_namespace n ON n.oid = c.relnamespace "
            "JOIN pg_proc p ON p.oid = t.tgfoid "
            "WHERE NOT t.tgisinternal AND n.nspname = 'public'"
        )
    }
    for name in APPEND_ONLY:
        trigger = triggers.pop(trigger_name(name), None)
        if trigger is None:
            yield f"the trigger {quoted(trigger_name(name))} of the database is missing"
            continue
        *about, source = trigger
        right = [name, _BEFORE_ANY_CHANGE, "O", "fairdeal_refuse"]
        if about != right or f"RAISE EXCEPTION '{REFUSED}'" not in source:
            yield f"the trigger {quoted(trigger_name(name))} is not as this program makes it"
    for name in sorted(triggers):
        yield f"the database has a trigger {quoted(name)} that no version of this program makes"
    rules = database.execute("SELECT rulename FROM pg_rules WHERE schemaname = 'public' LIMIT 1")
    for (name,) in rules:
        yield f"the database has a rule {quoted(name)} that no version of this program makes"
