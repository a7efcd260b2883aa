"""The accounts and sessions of a floor's people: guests, registered players, staff and bots.

The database has only hashes of passwords and session tokens, so that nobody can sign in with what
it holds. Sessions are on the server, which can end them at once.
"""

import secrets
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, NamedTuple

from fairdeal.english import one_of, quoted
from fairdeal.errors import BadInputError, LogError, Refused
from fairdeal.floor.log.database import Database, Value
from fairdeal.floor.people.names import check_name, fold_name, refuse_house_words, skeleton
from fairdeal.table.actors import AUDITOR, DEALER, FLOOR, OPERATOR, PLAYER, Role

#: How long a session lives without being used, and a guest without being seen, in seconds.
SESSION_SECONDS: Final = 24 * 3600
#: How long a session of somebody who works at the floor lasts at the most, used or not.
STAFF_SESSION_SECONDS: Final = 12 * 3600
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
WHERE s.expires > ? AND (p.roles = 'player' OR s.made > ?) AND p.ended IS NULL
AND s.token IN (TOKENS)
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
        self._check_free(name, kind, roles)
        person = Person(person_id or f"p{self._new_token(9)}", name, kind, tuple(roles))
        self._run(
            "INSERT INTO people (id, name, kind, roles, password, made, ended, folded, skeleton) "
            "VALUES (?, ?, ?, ?, ?, ?, NULL, ?, ?)",
            (
                *(person.id, name, kind, " ".join(person.roles), password, now),
                *(fold_name(name), skeleton(name)),
            ),
        )
        return person

    def promote(self, guest: Person, name: str, hashed: str) -> Person:
        """Give a guest a name and the hash of a password, and end all sessions. The id stays, and
        with it chips, seats and rounds. `Refused` if the name is taken: then nothing changes.
        """
        self._check_free(name, "registered", guest.roles)
        self._run(
            "UPDATE people SET name = ?, kind = 'registered', password = ?, folded = ?, "
            "skeleton = ? WHERE id = ?",
            (name, hashed, fold_name(name), skeleton(name), guest.id),
        )
        self.end_sessions(guest.id)
        return guest._replace(name=name, kind="registered")

    def _check_free(self, name: str, kind: str, roles: Sequence[Role]) -> None:
        """Refuse a name that an account of a kind and with these roles may not have."""
        check_name(name)
        same = self._looking_alike(name)
        if kind == "registered" and same:
            taken = any(fold_name(one.name) == fold_name(name) for one in same)
            how = "is taken" if taken else "looks like a name that is taken: choose another"
            raise Refused(f"the name {quoted(name)} {how}", None)
        if kind != "bot":
            if any(not one.ended and set(one.roles) & set(STAFF_ROLES) for one in same):
                reason = f"somebody who works here is called {quoted(name)}: choose another"
                raise Refused(reason, None)
            if not set(roles) & set(STAFF_ROLES):
                refuse_house_words(name)

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

    def _looking_alike(self, name: str) -> list[Person]:
        """Return the registered people whose names a person may take for this one."""
        rows = self._run(
            f"{_NAMED} AND (folded = ? OR name = ? OR skeleton = ?)",
            (fold_name(name), name, skeleton(name)),
        )
        return [_person(row) for row in rows]

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

    def set_roles(self, person_id: str, roles: Sequence[Role]) -> None:
        """Give a person these roles and no others, and end all sessions. `Refused` where nobody
        would be the operator any more.
        """
        if OPERATOR not in roles:
            self._require_other_operator(person_id)
        self._run("UPDATE people SET roles = ? WHERE id = ?", (" ".join(roles), person_id))
        self.end_sessions(person_id)

    def reinstate(self, person_id: str) -> None:
        """Let a person in again whose account has ended, with the same roles as before."""
        self._run("UPDATE people SET ended = NULL WHERE id = ?", [person_id])

    def revoke(self, person_id: str, now: int) -> None:
        """End the account of a registered person; `Refused` for the last operator."""
        self._require_other_operator(person_id)
        self.end(person_id, now)

    def _require_other_operator(self, person_id: str) -> None:
        found = [one for one in self.all() if OPERATOR in one.roles and not one.ended]
        if [one.id for one in found] == [person_id]:
            raise Refused("this is the last operator: give somebody else the role first", None)

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
            "JOIN people p ON p.id = s.person WHERE s.token = ? AND s.expires > ? "
            "AND (p.roles = 'player' OR s.made > ?)",
            (token_hash(token), now, now - STAFF_SESSION_SECONDS),
        )
        return _person(rows[0]) if rows and rows[0][4] is None else None

    def owner_of_session(self, token: str) -> str | None:
        """Return whose session a token was made for, whether it has ended or not."""
        rows = self._run("SELECT person FROM sessions WHERE token = ?", [token_hash(token)])
        return str(rows[0][0]) if rows else None

    def find_by_tokens(self, tokens: Sequence[str], now: int) -> dict[str, Person]:
        """Return the persons of up to `MOST_TOKENS` sessions by token, without those that ended."""
        hashed = {token_hash(token): token for token in tokens}
        # Filled up with empty values, so that the database prepares one statement only.
        none = [""] * (MOST_TOKENS - len(hashed))
        rows = self._run(_OF_TOKENS, (now, now - STAFF_SESSION_SECONDS, *hashed, *none))
        return {hashed[row[5]]: _person(row) for row in rows}

    def renew_session(self, token: str, now: int) -> None:
        """Note that a session is used, so that it lasts a day longer, and its person is present."""
        self._run(
            "UPDATE sessions SET seen = ?, expires = ? WHERE token = ? AND seen < ? "
            "AND expires > 0",
            (now, now + SESSION_SECONDS, token_hash(token), now - 10),
        )

    def open_session(self, token: str, now: int) -> tuple[str, str] | None:
        """Return the person and the digest of a session that has not ended."""
        rows = self._run(
            "SELECT person, made FROM sessions WHERE token = ? AND expires > ?",
            (token_hash(token), now),
        )
        return (rows[0][0], session_digest(token_hash(token), *rows[0])) if rows else None

    def end_session(self, token: str) -> None:
        """End one session. Its last use stays noted, so that the person is not absent."""
        self._run("UPDATE sessions SET expires = 0 WHERE token = ?", [token_hash(token)])

    def lapsed_sessions(self, now: int, most: int) -> list[tuple[str, str, int]]:
        """Return up to so many sessions that nobody can use any more and that were not ended: the
        hash of the token, the person and the beginning of each.
        """
        rows = self._run(
            "SELECT s.token, s.person, s.made FROM sessions s JOIN people p ON p.id = s.person "
            "WHERE s.expires > 0 AND (s.expires <= ? OR (p.roles <> 'player' AND s.made <= ?)) "
            "ORDER BY s.token LIMIT ?",
            (now, now - STAFF_SESSION_SECONDS, most),
        )
        return [(str(row[0]), str(row[1]), int(row[2])) for row in rows]

    def end_by_hash(self, hashed_tokens: Sequence[str]) -> None:
        """End sessions by the hashes of their tokens."""
        for hashed in hashed_tokens:
            self._run("UPDATE sessions SET expires = 0 WHERE token = ?", [hashed])

    def end_sessions(self, person_id: str) -> None:
        """End all sessions of a person."""
        self._run("UPDATE sessions SET expires = 0 WHERE person = ?", [person_id])


def _person(row: Sequence[Any]) -> Person:
    return Person(row[0], row[1], row[2], _roles(row[3]), row[4] is not None)


@lru_cache(maxsize=100)
def _roles(text: str) -> tuple[Role, ...]:
    """Return roles as the database has them."""
    try:
        return parse_roles(text.split())
    except BadInputError:
        reason = f"the roles of a person are {quoted(str(text))}"
        raise LogError(f"{reason}: run `fairdeal audit verify`") from None


def account_digest(person_id: str, name: str, password: str | None) -> str:
    """Return the digest of a name and of the stored hash of a password, which the log has.

    The hash of a password is salted, so the digest tells nobody anything about the password. It
    shows that neither was changed without an entry in the log.
    """
    return sha256(f"fairdeal account 1|{person_id}|{name}|{password or ''}".encode()).hexdigest()


def session_digest(hashed_token: str, person_id: str, made: int) -> str:
    """Return the digest of a session, which the log has: of the stored hash of its token, its
    person and its beginning. Nobody can come in with it.
    """
    return sha256(f"fairdeal session 1|{hashed_token}|{person_id}|{made}".encode()).hexdigest()


def token_hash(token: str) -> str:
    """Return the hash of a token, which is what the database has."""
    return sha256(f"fairdeal token 1|{token}".encode()).hexdigest()
