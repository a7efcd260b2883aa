"""The people of a floor: guests, registered players, and those who work there.

Passwords are kept as argon2 hashes, tokens of sessions as SHA-256: whoever reads the database can
sign in as nobody. A session lives on the server and can be ended there at once.
"""

import secrets
import unicodedata
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from fairdeal.english import one_of, quoted
from fairdeal.errors import BadInputError, Refused
from fairdeal.floor.log.database import Database, Value
from fairdeal.table.actors import AUDITOR, DEALER, FLOOR, OPERATOR, PLAYER, Role

#: How long a session lives without being used, and a guest without being seen, in seconds.
SESSION_SECONDS: Final = 24 * 3600
GUEST_SECONDS: Final = 24 * 3600
MAX_NAME: Final = 40
LEAST_PASSWORD: Final = 8
MAX_PASSWORD: Final = 256


class Person(NamedTuple):
    """Somebody known to the floor. Everything goes by the id; the name is for show."""

    id: str
    name: str
    kind: str
    roles: tuple[Role, ...]
    ended: bool = False


def check_name(name: object) -> str:
    """A name that people can be shown."""
    if (
        not isinstance(name, str)
        or not 0 < len(name) <= MAX_NAME
        or not name.isprintable()
        or name != name.strip()
    ):
        raise BadInputError(
            f"a name has 1 to {MAX_NAME} printable characters, with no spaces around it"
        )
    return name


def fold_name(name: str) -> str:
    """A name as it is told from others: two that people read alike are one (NFKC, and again after
    capitals are gone, which may leave what is not).
    """
    small = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", small)


def check_password(password: object) -> str:
    """A password that is long enough to be one."""
    if not isinstance(password, str) or not LEAST_PASSWORD <= len(password) <= MAX_PASSWORD:
        raise BadInputError(f"a password has {LEAST_PASSWORD} to {MAX_PASSWORD} characters")
    return password


def parse_roles(names: Sequence[str]) -> tuple[Role, ...]:
    """Roles by name."""
    known = {str(role): role for role in Role}
    for name in names:
        if name not in known:
            raise BadInputError(f"there is no role {quoted(name)}: choose {one_of(list(known))}")
    return tuple(dict.fromkeys(known[name] for name in names))


def hash_password(password: str) -> str:
    """The argon2 hash of a password."""
    from argon2 import PasswordHasher  # noqa: PLC0415 - loaded where somebody has a password

    return PasswordHasher().hash(password)


def verify_password(hashed: str | None, password: str) -> bool:
    """Whether a password is the one; as long to find out for a name that nobody has."""
    from argon2 import PasswordHasher  # noqa: PLC0415 - loaded where somebody has a password
    from argon2.exceptions import Argon2Error  # noqa: PLC0415 - as above

    try:
        PasswordHasher().verify(hashed or _NOBODY, password)
        return hashed is not None
    except Argon2Error:
        return False


#: The hash of a password that nobody knows, for names that nobody has.
_NOBODY: Final = (
    "$argon2id$v=19$m=65536,t=3,p=4$Z3Vlc3NpbmdpcyBpZGxl$"
    "W3OVvy1m8cWrg5Jc5vLxzXGdPzq5hXlV1dBZ0uIyXyE"
)


#: So many sessions are asked for at once.
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
    """Those whom a floor knows, and their sessions, on its database."""

    def __init__(
        self, database: Database, chance: Callable[[int], str] = secrets.token_urlsafe
    ) -> None:
        self._run = database.execute
        self._chance = chance

    # People ---------------------------------------------------------------------------------------

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
        """Somebody new; `password` is the hash of one."""
        check_name(name)
        same = self._alike(name)
        if kind == "registered" and same:
            raise Refused(f"the name {quoted(name)} is taken", None)
        working = [one for one, _ in same if not one.ended and set(one.roles) & set(STAFF_ROLES)]
        if working and kind != "bot":
            raise Refused(f"somebody who works here is called {quoted(name)}: choose another", None)
        person = Person(person_id or f"p{self._chance(9)}", name, kind, tuple(roles))
        self._run(
            "INSERT INTO people (id, name, kind, roles, password, made, ended, folded) "
            "VALUES (?, ?, ?, ?, ?, ?, NULL, ?)",
            (person.id, name, kind, " ".join(person.roles), password, now, fold_name(name)),
        )
        return person

    def find_by_name(self, name: str) -> tuple[Person, str | None] | None:
        """A registered person by name, with the hash of the password: by the very name first, then
        by one that reads alike. Where several do, who came before that was asked, none of them is
        meant.
        """
        rows = self._run(f"{_NAMED} AND name = ?", [name])
        alike = [(_person(row), row[5]) for row in rows] or self._alike(name)
        return alike[0] if len(alike) == 1 else None

    def _alike(self, name: str) -> list[tuple[Person, str | None]]:
        """The registered people whose name reads alike."""
        rows = self._run(f"{_NAMED} AND (folded = ? OR name = ?)", (fold_name(name), name))
        return [(_person(row), row[5]) for row in rows]

    def find(self, person_id: str) -> Person | None:
        """Somebody by id."""
        rows = self._run(
            "SELECT id, name, kind, roles, ended FROM people WHERE id = ?", [person_id]
        )
        return _person(rows[0]) if rows else None

    def all(self, kind: str = "registered") -> list[Person]:
        """Everybody of a kind, in the order in which they came."""
        rows = self._run(
            "SELECT id, name, kind, roles, ended FROM people WHERE kind = ? ORDER BY made, id",
            [kind],
        )
        return [_person(row) for row in rows]

    def set_password(self, person_id: str, hashed: str) -> None:
        """Another password; every session of the old one ends."""
        self._run("UPDATE people SET password = ? WHERE id = ?", (hashed, person_id))
        self.end_sessions(person_id)

    def end(self, person_id: str, now: int) -> None:
        """Somebody may not come back: all sessions end. What he or she did stays in the log."""
        self._run("UPDATE people SET ended = ? WHERE id = ?", (now, person_id))
        self.end_sessions(person_id)

    def absent_guests(self, now: int) -> list[Person]:
        """The guests who have not been seen for a day."""
        rows = self._run(
            "SELECT p.id, p.name, p.kind, p.roles, p.ended FROM people p "
            "WHERE p.kind = 'guest' AND p.ended IS NULL AND p.made < ? AND NOT EXISTS "
            "(SELECT 1 FROM sessions s WHERE s.person = p.id AND s.seen >= ?)",
            (now - GUEST_SECONDS, now - GUEST_SECONDS),
        )
        return [_person(row) for row in rows]

    def has_anyone(self, role: Role) -> bool:
        """Whether somebody has a role."""
        rows = self._run(
            "SELECT 1 FROM people WHERE ended IS NULL AND roles LIKE ? LIMIT 1", [f"%{role}%"]
        )
        return bool(rows)

    def find_absent(self, person_id: str, now: int) -> Person | None:
        """Somebody who has a password and has not been seen for a day."""
        rows = self._run(
            "SELECT p.id, p.name, p.kind, p.roles, p.ended FROM people p "
            "WHERE p.id = ? AND p.kind = 'registered' AND p.made < ? AND NOT EXISTS "
            "(SELECT 1 FROM sessions s WHERE s.person = p.id AND s.seen >= ?)",
            (person_id, now - GUEST_SECONDS, now - GUEST_SECONDS),
        )
        return _person(rows[0]) if rows else None

    # Sessions -------------------------------------------------------------------------------------

    def begin_session(self, person_id: str, now: int) -> str:
        """A new token, which only its owner has: the database keeps its hash."""
        token = self._chance(32)
        values: tuple[Value, ...] = (token_hash(token), person_id, now, now, now + SESSION_SECONDS)
        self._run(
            "INSERT INTO sessions (token, person, made, seen, expires) VALUES (?, ?, ?, ?, ?)",
            values,
        )
        return token

    def find_by_token(self, token: str, now: int) -> Person | None:
        """Whose session a token is, while it lasts."""
        rows = self._run(
            "SELECT p.id, p.name, p.kind, p.roles, p.ended FROM sessions s "
            "JOIN people p ON p.id = s.person WHERE s.token = ? AND s.expires > ?",
            (token_hash(token), now),
        )
        return _person(rows[0]) if rows and rows[0][4] is None else None

    def find_by_tokens(self, tokens: Sequence[str], now: int) -> dict[str, Person]:
        """Whose sessions up to `MOST_TOKENS` tokens are; what has ended is left out."""
        hashed = {token_hash(token): token for token in tokens}
        # Always the same statement, so that it need not be read again.
        none = [""] * (MOST_TOKENS - len(hashed))
        rows = self._run(_OF_TOKENS, (now, *hashed, *none))
        return {hashed[row[5]]: _person(row) for row in rows}

    def renew_session(self, token: str, now: int) -> None:
        """A session is used: it lasts a day longer."""
        self._run(
            "UPDATE sessions SET seen = ?, expires = ? WHERE token = ? AND seen < ? "
            "AND expires > 0",
            (now, now + SESSION_SECONDS, token_hash(token), now - 60),
        )

    def end_session(self, token: str) -> None:
        """Sign out. When somebody was seen last stays: who signs out is not gone for a day."""
        self._run("UPDATE sessions SET expires = 0 WHERE token = ?", [token_hash(token)])

    def end_sessions(self, person_id: str) -> None:
        """Sign somebody out everywhere."""
        self._run("UPDATE sessions SET expires = 0 WHERE person = ?", [person_id])


def _person(row: Sequence[object]) -> Person:
    roles = tuple(Role(name) for name in str(row[3]).split())
    return Person(str(row[0]), str(row[1]), str(row[2]), roles, row[4] is not None)


def token_hash(token: str) -> str:
    """What the database keeps of a token."""
    return sha256(f"fairdeal token 1|{token}".encode()).hexdigest()


#: Who works at a floor, in the order in which a view is chosen for somebody with several roles.
STAFF_ROLES: Final = (FLOOR, DEALER, AUDITOR, OPERATOR)
