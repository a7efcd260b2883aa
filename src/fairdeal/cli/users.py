"""`fairdeal users`: the people of a floor who come with a password, and their roles."""

import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from fairdeal.cli.output import AsJson, print_json
from fairdeal.cli.serve import Db, database_url, read_password
from fairdeal.english import quoted
from fairdeal.errors import BadInputError
from fairdeal.floor.log.connection import connect
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.floor_entries import append_act
from fairdeal.floor.people.accounts import People, Person
from fairdeal.floor.people.accounts import parse_roles as roles_of
from fairdeal.floor.people.names import check_name
from fairdeal.floor.people.passwords import check_password, hash_password
from fairdeal.floor.startup import open_database

T = TypeVar("T")
PasswordFile = Annotated[
    Path | None,
    typer.Option(
        metavar="F", help="a file with the password; without it, one is made and shown once"
    ),
]
Name = Annotated[str, typer.Argument(metavar="NAME")]


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    users = typer.Typer(
        help="Add, list and revoke the people of a floor. Works while a server runs.",
        epilog="Examples: fairdeal users add dora --role dealer · fairdeal users list · "
        "fairdeal users revoke dora",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    users.command("add")(add)
    users.command("list")(show)
    users.command("password")(password)
    users.command("revoke")(revoke)
    app.add_typer(users, name="users")


def add(
    name: Name,
    *,
    role: Annotated[
        list[str] | None,
        typer.Option(
            metavar="R", help="player, dealer, floor, auditor or operator; may be repeated"
        ),
    ] = None,
    password_file: PasswordFile = None,
    db: Db = None,
) -> None:
    """Add a person with one role or several (player if none is given)."""
    check_name(name)
    roles = roles_of(role or ["player"])
    made, hashed = _password(password_file)

    def adding(people: People, now: int) -> dict[str, Any]:
        person = people.add(name, "registered", now, roles=roles, password=hashed)
        return {"act": "person", "person": person.id, "roles": [str(one) for one in roles]}

    _write(db, adding, begins=True)
    typer.echo(f"{quoted(name)} is {', '.join(roles)}")
    _show(made)


def show(*, db: Db = None, as_json: AsJson = False) -> None:
    """List everybody who has a password, with their roles."""
    database = _open(db)
    try:
        everybody = People(database).all()
    finally:
        database.close()
    if as_json:
        print_json(
            [
                {
                    "id": one.id,
                    "name": one.name,
                    "roles": [str(role) for role in one.roles],
                    "revoked": one.ended,
                }
                for one in everybody
            ]
        )
        return
    width = max((len(one.name) for one in everybody), default=0)
    for one in everybody:
        ended = ", revoked" if one.ended else ""
        typer.echo(f"{one.name:<{width}}  {', '.join(one.roles)}{ended}")


def password(name: Name, *, password_file: PasswordFile = None, db: Db = None) -> None:
    """Set a new password for a person, and end all of his or her sessions."""
    made, hashed = _password(password_file)

    def changing(people: People, now: int) -> dict[str, Any]:
        del now
        person = _known(people, name)
        people.set_password(person.id, hashed)
        return {"act": "password", "person": person.id}

    _write(db, changing)
    typer.echo(f"{quoted(name)} has another password, and is signed out everywhere")
    _show(made)


def revoke(name: Name, *, db: Db = None) -> None:
    """Lock a person out: every session ends at once. What he or she did stays in the log."""

    def ending(people: People, now: int) -> dict[str, Any]:
        person = _known(people, name)
        people.end(person.id, now)
        return {"act": "revoke", "person": person.id}

    _write(db, ending)
    typer.echo(f"{quoted(name)} is revoked, and signed out everywhere")


def _open(db: str | None, *, begins: bool = False) -> Database:
    """The database of a floor. A name that was misspelt makes no new one, unless that may begin
    with its people.
    """
    url = database_url(db)
    if not begins:
        connect(url, read_only=True).close()
    return open_database(url)


def _write(
    db: str | None, do: Callable[[People, int], dict[str, Any]], *, begins: bool = False
) -> None:
    """Do something with the people of a floor, and have it in the floor's log."""
    database = _open(db, begins=begins)
    now = int(time.time())
    try:
        database.begin()
        try:
            append_act(database, now, do(People(database), now))
            database.commit()
        except BaseException:
            database.rollback()
            raise
    finally:
        database.close()


def _known(people: People, name: str) -> Person:
    known = people.find_by_name(name)
    if known is None:
        raise BadInputError(f"there is nobody called {quoted(name)}: `fairdeal users list`")
    if known[0].ended:
        raise BadInputError(f"{quoted(name)} was revoked")
    return known[0]


def _password(file: Path | None) -> tuple[str | None, str]:
    """A password that was made, where none was given, and its hash."""
    given = read_password(file)
    if given is not None:
        return None, hash_password(check_password(given))
    made = secrets.token_urlsafe(12)
    return made, hash_password(made)


def _show(made: str | None) -> None:
    if made is not None:
        typer.echo(f"The password is {made} (shown this once)")
