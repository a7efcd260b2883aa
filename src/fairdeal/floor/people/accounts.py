"""The accounts and sessions of a floor's people: guests, registered players, staff and bots.

The database has only hashes of passwords and session tokens, so that nobody can sign in with what
it holds. Sessions are on the server, which can end them at once.
"""

import secrets
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from fairdeal.english import one_of, quoted
from fairdeal.errors import BadInputError, Refused
from fairdeal.floor.log.database import Database, Value
from fairdeal.floor.people.names import check_name, fold_name
from fairdeal.table.actors import AUDITOR, DEALER, FLOOR, OPERATOR, PLAYER, Role

#: How long a session lives without being used, and a guest without being seen, in seconds.
SESSION_SECONDS: Final = 24 * 3600
GUEST_SECONDS: Final = 24 * 3600


#: The roles of staff, in the order in which a view is chosen for somebody with several of them.
STAFF_ROLES: Final = (FLOOR, DEALER, AUDITOR, OPERATOR)


class Person(NamedTuple):
    """A person, or a bot, with an account. The program uses the id; the name is for display."""

    id: str
    name: str
    kind: str
    roles: tuple[Role, ...]
    ended: bool = False


def parse_roles(names: Sequence[str]) -> tuple[Role, ...]:
    """Return roles by their names; `BadInputError` names one that does not exist."""
    known = {str(role): role for role in Role}
    for name in names:
        if name not in known:
            raise BadInputError(f"there is no role {quoted(name)}: choose {one_of(list(known))}")
    return tuple(dict.fromkeys(known[name] for name in names))


#: The largest number of tokens for `find_by_tokens`.
MOST_TOKENS: Final = 100
_OF_TOKENS: Final = """\
SELECT p.id, p.name, p.kind, p.roles, p.ended, s.token
FROM sessions s JOIN people p ON p.id = s.person
WHERE s.expires > ? AND p.ended IS NULL AND s.token IN (TOKENS)
""".replace("TOKENS", ", ".join("?" * MOST_TOKENS))


_NAMED: Final = (
    "SELECT id, name, kind, roles, ended, password FROM people WHERE kind = 'registered'"
)


class People:
    """The accounts and sessions in a floor's database."""

    def __init__(
        self, database: Database, token: Callable[[int], str] = secrets.token_urlsafe
    ) -> None:
        self._run = database.execute
        self._new_token = token

    # Accounts -------------------------------------------------------------------------------------

    def add(
        self,
        name: str,
        kind: str,
        now: int,
        *,
        roles: Sequence[Role] = (PLAYER,),
        password: str | None = None,
        person_id: str | None = None,
    ) -> Person:
        """Add an account and return it; `password` is a hash. `Refused` if the name is taken."""
        check_name(name)
        same = self._similar(name)
        if kind == "registered" and same:
            raise Refused(f"the name {quoted(name)} is taken", None)
        working = [one for one, _ in same if not one.ended and set(one.roles) & set(STAFF_ROLES)]
        if working and kind != "bot":
            raise Refused(f"somebody who works here is called {quoted(name)}: choose another", None)
        person = Person(person_id or f"p{self._new_token(9)}", name, kind, tuple(roles))
        self._run(
            "INSERT INTO people (id, name, kind, roles, password, made, ended, folded) "
            "VALUES (?, ?, ?, ?, ?, ?, NULL, ?)",
            (person.id, name, kind, " ".join(person.roles), password, now, fold_name(name)),
        )
        return person

    def find_by_name(self, name: str) -> tuple[Person, str | None] | None:
        """Return a registered person by name, with the hash of the password.

        An exact match comes first, then one similar name. Databases of early versions may have
        several similar names: then none of them is found.
        """
        rows = self._run(f"{_NAMED} AND name = ?", [name])
        alike = [(_person(row), row[5]) for row in rows] or self._similar(name)
        return alike[0] if len(alike) == 1 else None

    def _similar(self, name: str) -> list[tuple[Person, str | None]]:
        """Return the registered people with the same or a similar name."""
        rows = self._run(f"{_NAMED} AND (folded = ? OR name = ?)", (fold_name(name), name))
        return [(_person(row), row[5]) for row in rows]

    def find(self, person_id: str) -> Person | None:
        """Return a person by id; None if there is none."""
        rows = self._run(
            "SELECT id, name, kind, roles, ended FROM people WHERE id = ?", [person_id]
        )
        return _person(rows[0]) if rows else None

    def all(self, kind: str = "registered") -> list[Person]:
        """Return all accounts of a kind, the oldest first."""
        rows = self._run(
            "SELECT id, name, kind, roles, ended FROM people WHERE kind = ? ORDER BY made, id",
            [kind],
        )
        return [_person(row) for row in rows]

    def set_password(self, person_id: str, hashed: str) -> None:
        """Set the hash of a new password, and end all sessions."""
        self._run("UPDATE people SET password = ? WHERE id = ?", (hashed, person_id))
        self.end_sessions(person_id)

    def end(self, person_id: str, now: int) -> None:
        """End an account and all its sessions. Its acts stay in the log."""
        self._run("UPDATE people SET ended = ? WHERE id = ?", (now, person_id))
        self.end_sessions(person_id)

    def absent_guests(self, now: int) -> list[Person]:
        """Return the guests who have not been seen for a day."""
        rows = self._run(
            "SELECT p.id, p.name, p.kind, p.roles, p.ended FROM people p "
            "WHERE p.kind = 'guest' AND p.ended IS NULL AND p.made < ? AND NOT EXISTS "
            "(SELECT 1 FROM sessions s WHERE s.person = p.id AND s.seen >= ?)",
            (now - GUEST_SECONDS, now - GUEST_SECONDS),
        )
        return [_person(row) for row in rows]

    def has_anyone(self, role: Role) -> bool:
        """Return whether any account has a role."""
        rows = self._run(
            "SELECT 1 FROM people WHERE ended IS NULL AND roles LIKE ? LIMIT 1", [f"%{role}%"]
        )
        return bool(rows)

    def find_absent(self, person_id: str, now: int) -> Person | None:
        """Return a registered person who has not been seen for a day; None for all others."""
        rows = self._run(
            "SELECT p.id, p.name, p.kind, p.roles, p.ended FROM people p "
            "WHERE p.id = ? AND p.kind = 'registered' AND p.made < ? AND NOT EXISTS "
            "(SELECT 1 FROM sessions s WHERE s.person = p.id AND s.seen >= ?)",
            (person_id, now - GUEST_SECONDS, now - GUEST_SECONDS),
        )
        return _person(rows[0]) if rows else None

    # Sessions -------------------------------------------------------------------------------------

    def begin_session(self, person_id: str, now: int) -> str:
        """Begin a session and return its token. The database has only the token's hash."""
        token = self._new_token(32)
        values: tuple[Value, ...] = (token_hash(token), person_id, now, now, now + SESSION_SECONDS)
        self._run(
            "INSERT INTO sessions (token, person, made, seen, expires) VALUES (?, ?, ?, ?, ?)",
            values,
        )
        return token

    def find_by_token(self, token: str, now: int) -> Person | None:
        """Return the person of a session that has not ended."""
        rows = self._run(
            "SELECT p.id, p.name, p.kind, p.roles, p.ended FROM sessions s "
            "JOIN people p ON p.id = s.person WHERE s.token = ? AND s.expires > ?",
            (token_hash(token), now),
        )
        return _person(rows[0]) if rows and rows[0][4] is None else None

    def find_by_tokens(self, tokens: Sequence[str], now: int) -> dict[str, Person]:
        """Return the persons of up to `MOST_TOKENS` sessions by token, without those that ended."""
        hashed = {token_hash(token): token for token in tokens}
        # Filled up with empty values, so that the database prepares one statement only.
        none = [""] * (MOST_TOKENS - len(hashed))
        rows = self._run(_OF_TOKENS, (now, *hashed, *none))
        return {hashed[row[5]]: _person(row) for row in rows}

    def renew_session(self, token: str, now: int) -> None:
        """Note that a session is used, so that it lasts a day longer."""
        self._run(
            "UPDATE sessions SET seen = ?, expires = ? WHERE token = ? AND seen < ? "
            "AND expires > 0",
            (now, now + SESSION_SECONDS, token_hash(token), now - 60),
        )

    def end_session(self, token: str) -> None:
        """End one session. Its last use stays noted, so that the person is not absent."""
        self._run("UPDATE sessions SET expires = 0 WHERE token = ?", [token_hash(token)])

    def end_sessions(self, person_id: str) -> None:
        """End all sessions of a person."""
        self._run("UPDATE sessions SET expires = 0 WHERE person = ?", [person_id])


def _person(row: Sequence[object]) -> Person:
    roles = tuple(Role(name) for name in str(row[3]).split())
    return Person(str(row[0]), str(row[1]), str(row[2]), roles, row[4] is not None)


def token_hash(token: str) -> str:
    """Return the hash of a token, which is what the database has."""
    return sha256(f"fairdeal token 1|{token}".encode()).hexdigest()
