"""`fairdeal users`: manage the people of a floor who have a password, and their roles."""

import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from fairdeal.cli.options import AsJson
from fairdeal.cli.output import print_json
from fairdeal.cli.serve import Db, database_url, read_password
from fairdeal.english import quoted
from fairdeal.errors import BadInputError
from fairdeal.floor.log.connection import connect
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.floor_entries import append_act
from fairdeal.floor.people.accounts import People, Person, account_digest
from fairdeal.floor.people.accounts import parse_roles as roles_of
from fairdeal.floor.people.exclusion import (
    Exclusions,
    day_of,
    exclusion_act,
    read_until,
    readmission_act,
)
from fairdeal.floor.people.names import check_name
from fairdeal.floor.people.passwords import check_password, hash_password
from fairdeal.floor.startup import open_database

PasswordFile = Annotated[
    Path | None,
    typer.Option(
        metavar="F",
        help="Read the password from this file. Without it, a password is made and shown once.",
    ),
]
Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of the person.")]


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    users = typer.Typer(
        help="Add, list and revoke the people of a floor. Works while a server runs.",
        epilog="Examples: fairdeal users add dora --role dealer · fairdeal users list · "
        "fairdeal users revoke dora",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    users.command("add", epilog="Example: fairdeal users add dora --role dealer")(add)
    users.command("list", epilog="Example: fairdeal users list --json")(show)
    users.command("password", epilog="Example: fairdeal users password dora")(password)
    users.command("roles", epilog="Example: fairdeal users roles dora --role dealer --role floor")(
        roles
    )
    users.command("revoke", epilog="Example: fairdeal users revoke dora")(revoke)
    users.command("reinstate", epilog="Example: fairdeal users reinstate dora")(reinstate)
    users.command(
        "exclude", epilog="Example: fairdeal users exclude ann --reason request --until 2027-01-31"
    )(exclude)
    users.command("readmit", epilog="Example: fairdeal users readmit ann --reason ended")(readmit)
    app.add_typer(users, name="users")


def add(
    name: Name,
    *,
    role: Annotated[
        list[str] | None,
        typer.Option(
            metavar="R",
            help="The role: player, dealer, floor, auditor or operator. May be repeated.",
        ),
    ] = None,
    password_file: PasswordFile = None,
    db: Db = None,
) -> None:
    """Add a person with one role or several. The default role is player."""
    check_name(name)
    roles = roles_of(role or ["player"])
    new_password, hashed = _password(password_file)

    def add_person(people: People, now: int) -> dict[str, Any]:
        person = people.add(name, "registered", now, roles=roles, password=hashed)
        return {
            "act": "person",
            "person": person.id,
            "roles": [str(one) for one in roles],
            "account": account_digest(person.id, person.name, hashed),
        }

    _write(db, add_person, may_create=True)
    typer.echo(f"{quoted(name)} is {', '.join(roles)}")
    _print_password(new_password)


def show(*, db: Db = None, as_json: AsJson = False) -> None:
    """List the people who have a password, with their roles."""
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
    new_password, hashed = _password(password_file)

    def change_password(people: People, now: int) -> dict[str, Any]:
        del now
        person = _find_person(people, name)
        people.set_password(person.id, hashed)
        account = account_digest(person.id, person.name, hashed)
        return {"act": "password", "person": person.id, "account": account}

    _write(db, change_password)
    typer.echo(f"{quoted(name)} has another password, and is signed out everywhere")
    _print_password(new_password)


def revoke(name: Name, *, db: Db = None) -> None:
    """Lock a person out, and end all of his or her sessions. The log keeps past acts.

    The last operator cannot be revoked.
    """

    def revoke_person(people: People, now: int) -> dict[str, Any]:
        person = _find_person(people, name)
        people.revoke(person.id, now)
        return {"act": "revoke", "person": person.id}

    _write(db, revoke_person)
    typer.echo(f"{quoted(name)} is revoked, and signed out everywhere")


def roles(
    name: Name,
    *,
    role: Annotated[
        list[str],
        typer.Option(
            metavar="R",
            help="The role: player, dealer, floor, auditor or operator. May be repeated.",
        ),
    ],
    db: Db = None,
) -> None:
    """Give a person other roles than before, and end all of his or her sessions.

    The last operator stays one.
    """
    new_roles = roles_of(role)

    def change_roles(people: People, now: int) -> dict[str, Any]:
        del now
        person = _find_person(people, name)
        people.set_roles(person.id, new_roles)
        return {"act": "roles", "person": person.id, "roles": [str(one) for one in new_roles]}

    _write(db, change_roles)
    typer.echo(f"{quoted(name)} is {', '.join(new_roles)} now, and is signed out everywhere")


def reinstate(name: Name, *, db: Db = None) -> None:
    """Let a person in again who was revoked, with the same password and roles."""

    def reinstate_person(people: People, now: int) -> dict[str, Any]:
        del now
        found = people.find_by_name(name)
        if found is None:
            raise BadInputError(f"there is nobody called {quoted(name)}: `fairdeal users list`")
        if not found[0].ended:
            raise BadInputError(f"{quoted(name)} was not revoked")
        people.reinstate(found[0].id)
        return {"act": "reinstate", "person": found[0].id}

    _write(db, reinstate_person)
    typer.echo(f"{quoted(name)} may sign in again")


def exclude(
    name: Name,
    *,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why.")],
    until: Annotated[
        str | None,
        typer.Option(metavar="YYYY-MM-DD", help="The last day (UTC); without it there is no end."),
    ] = None,
    db: Db = None,
) -> None:
    """Keep a person out: no entry, no play, no jackpot. A name without an account is kept out too.

    Bets that were accepted before are settled. Only floorpersons, auditors and the operator see
    the list.
    """
    end = read_until(until)

    def exclude_person(people: People, now: int) -> dict[str, Any]:
        return exclusion_act(people, name, reason, end, now)

    _write(db, exclude_person)
    typer.echo(f"{quoted(name)} is excluded{'' if end is None else f' until {day_of(end)} (UTC)'}")


def readmit(
    name: Name,
    *,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why.")],
    db: Db = None,
) -> None:
    """Let a person in again who was excluded."""
    database = _open(db)
    exclusions = Exclusions()
    try:
        exclusions.load(database)
    finally:
        database.close()

    def readmit_person(people: People, now: int) -> dict[str, Any]:
        del now
        return readmission_act(people, exclusions, name, reason)

    _write(db, readmit_person)
    typer.echo(f"{quoted(name)} may come in again")


def _open(db: str | None, *, may_create: bool = False) -> Database:
    """Open the database of a floor.

    A missing database is an error, so that a misspelt name creates none, unless `may_create`.
    """
    url = database_url(db)
    if not may_create:
        connect(url, read_only=True).close()
    return open_database(url)


def _write(
    db: str | None, do: Callable[[People, int], dict[str, Any]], *, may_create: bool = False
) -> None:
    """Change the people of a floor, and write the change to the floor's log."""
    database = _open(db, may_create=may_create)
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


def _find_person(people: People, name: str) -> Person:
    found = people.find_by_name(name)
    if found is None:
        raise BadInputError(f"there is nobody called {quoted(name)}: `fairdeal users list`")
    if found[0].ended:
        raise BadInputError(f"{quoted(name)} was revoked")
    return found[0]


def _password(file: Path | None) -> tuple[str | None, str]:
    """Return a new password, or None if a file gives one, and the hash of the password."""
    given = read_password(file)
    if given is not None:
        return None, hash_password(check_password(given))
    new_password = secrets.token_urlsafe(12)
    return new_password, hash_password(new_password)


def _print_password(new_password: str | None) -> None:
    if new_password is not None:
        typer.echo(f"The password is {new_password} (shown this once)")
