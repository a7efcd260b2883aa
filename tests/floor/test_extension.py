"""Checkpoints that extend an earlier one: the proof, and its check without the database."""

from base64 import b64encode
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from conftest import Ran

from fairdeal.errors import BadInputError, LogError, MismatchError
from fairdeal.floor.audit import verify
from fairdeal.floor.log.connection import connect
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.extension import check_extension, checkpoint_in, read_extension
from fairdeal.floor.log.floor_entries import append_act
from fairdeal.floor.log.signing import make_checkpoint, make_extension, signer_of
from fairdeal.floor.people.accounts import People
from fairdeal.floor.startup import open_database
from fairdeal.table.actors import AUDITOR


def grow(database: Database, *names: str) -> None:
    """Add people from the command line, which are entries of the log."""
    for name in names:
        database.begin()
        person = People(database).add(name, "registered", 1, roles=(AUDITOR,))
        what = {"act": "person", "person": person.id, "roles": ["auditor"]}
        append_act(database, 1, what)
        database.commit()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A floor whose log has three entries."""
    file = tmp_path / "floor.db"
    database = open_database(str(file))
    grow(database, "ann", "bob", "cid")
    database.close()
    return file


@pytest.fixture
def database(path: Path) -> Database:
    return connect(str(path))


@pytest.mark.parametrize("more", [0, 1, 2, 5, 6])
def test_a_log_that_grows_extends_each_earlier_checkpoint(database: Database, more: int) -> None:
    old, key = make_checkpoint(database), signer_of(database).vkey
    grow(database, *(f"person {n}" for n in range(more)))
    new = str(make_extension(database, old))
    before, after = check_extension(old, new, key)
    assert (before.size, after.size) == (3, 3 + more)
    assert check_extension(old, new) == (before, after)
    assert checkpoint_in(new) == make_checkpoint(database)
    assert verify(database, [old, new], key).valid
    database.close()


def test_each_day_goes_on_from_the_day_before(database: Database) -> None:
    days = [make_checkpoint(database)]
    for day in ("monday", "tuesday", "wednesday"):
        grow(database, day)
        days.append(str(make_extension(database, days[-1])))
    key = signer_of(database).vkey
    for old, new in pairwise(days):
        check_extension(old, new, key)
    with pytest.raises(MismatchError, match="the proof is for 5 entries"):
        check_extension(days[0], days[-1], key)
    database.close()


def test_no_proof_is_made_of_a_log_that_was_written_anew(database: Database) -> None:
    old = make_checkpoint(database)
    database.execute("DROP TRIGGER entries_no_update")
    database.execute("UPDATE entries SET hash = ? WHERE leaf = 1", [bytes(32)])
    grow(database, "dot")
    with pytest.raises(LogError, match="does not begin with the entries"):
        make_extension(database, old)
    database.close()


def test_no_proof_is_made_for_a_longer_log(database: Database) -> None:
    grow(database, "dot")
    longer = make_checkpoint(database)
    database.execute("DROP TRIGGER entries_no_delete")
    database.execute("DELETE FROM entries WHERE leaf = 3")
    with pytest.raises(LogError, match="does not begin with the entries"):
        make_extension(database, longer)
    database.close()


def test_whatever_is_changed_in_a_proof_is_found(database: Database) -> None:
    old, key = make_checkpoint(database), signer_of(database).vkey
    grow(database, "dot", "eve")
    good = make_extension(database, old)
    assert len(good.proof) > 1
    wrong = [
        good._replace(proof=good.proof[:-1]),
        good._replace(proof=(*good.proof, bytes(32))),
        *(
            good._replace(proof=(*good.proof[:n], bytes(32), *good.proof[n + 1 :]))
            for n in range(len(good.proof))
        ),
        good._replace(proof=()),
        good._replace(old_size=2),
        good._replace(checkpoint=old),
    ]
    for one in wrong:
        with pytest.raises(MismatchError):
            check_extension(old, str(one), key)
    database.close()


def test_a_checkpoint_of_another_floor(database: Database, tmp_path: Path) -> None:
    other = open_database(str(tmp_path / "other.db"))
    grow(other, "ann", "bob", "cid")
    theirs, ours = make_checkpoint(other), make_checkpoint(database)
    with pytest.raises(MismatchError, match="belong to two logs"):
        check_extension(theirs, str(make_extension(database, ours)))
    with pytest.raises(BadInputError, match="belongs to the log"):
        make_extension(database, theirs)
    with pytest.raises(BadInputError, match="belongs to the log"):
        check_extension(ours, str(make_extension(database, ours)), signer_of(other).vkey)
    other.close()
    database.close()


@pytest.mark.parametrize(
    "text",
    ["", "old \n\n", "old x\n\ncheckpoint\n", "old 1", "old 1\nnot base64\n\nx\n", "a\n1\n\n"],
)
def test_texts_without_a_proof(text: str) -> None:
    with pytest.raises(BadInputError):
        read_extension(text)


def test_a_proof_is_read_as_it_is_written(database: Database) -> None:
    old = make_checkpoint(database)
    grow(database, "dot")
    made = make_extension(database, old)
    assert read_extension(str(made)) == made
    assert str(made).startswith(f"old 3\n{b64encode(made.proof[0]).decode()}\n")
    database.close()


def test_on_the_command_line(
    path: Path, database: Database, tmp_path: Path, fairdeal: Callable[..., Ran]
) -> None:
    db, old, new = ("--db", str(path)), tmp_path / "old.txt", tmp_path / "new.txt"
    key = signer_of(database).vkey
    old.write_text(fairdeal("audit", "checkpoint", *db).out, "utf-8")
    grow(database, "dot")
    database.close()
    new.write_text(fairdeal("audit", "checkpoint", *db, "--since", old).out, "utf-8")
    ran = fairdeal("audit", "extends", old, new, "--key", key)
    assert (ran.code, ran.out) == (0, "valid: the log of 3 entries was extended to 4\n")
    ran = fairdeal("audit", "extends", old, new, "--json")
    assert ran.json == {"valid": True, "old": 3, "new": 4}
    ran = fairdeal("audit", "extends", new, new, "--json")
    assert (ran.code, ran.json["valid"]) == (1, False)
    ran = fairdeal("audit", "extends", new, new)
    assert ran.out.startswith("NOT VALID: the proof is for 3 entries")
    ran = fairdeal("audit", "extends", new, old)
    assert ran.code == 2
    assert "there is no proof" in ran.err
    ran = fairdeal("audit", "verify", *db, "--checkpoint", new, "--key", key)
    assert ran.code == 0
