"""A server on PostgreSQL: odd input, a database that is slow, and one that is gone."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from web_client import ODD_ADDRESSES, PASSWORD, PATIENCE, Server, problem

#: Finds a connection that waits for a lock.
WAITING = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' LIMIT 1"


@pytest.fixture
def server(tmp_path: Path, postgres_url: str) -> Iterator[Server]:
    one = Server(tmp_path, "--pace", "0", "--clock", "0", "--no-bots", db=postgres_url)
    try:
        yield one
    finally:
        code = one.stop()
    assert code == 0


def test_odd_addresses_and_names(server: Server) -> None:
    guest = server.guest()
    for path in ODD_ADDRESSES:
        answer = guest.get(path)
        assert answer.status_code in (404, 422), (path, answer.text)
        assert answer.json()["code"] in ("unknown", "invalid")
    for path in ("/r/t1-1%00", "/tables/%00", "/?x=%00"):
        assert guest.get(path, Accept="text/html").status_code == 404
    odd = {"name": "ann\0", "password": PASSWORD}
    problem(server.public().post("/api/sign-in", odd), 422, "invalid")
    problem(server.public().post("/api/guests", {"name": "ann\0"}), 422, "invalid")
    problem(server.public().post("/api/players", odd), 422, "invalid")
    assert not [line for line in server.lines if "traceback" in line]


def test_a_database_that_does_not_answer(server: Server, postgres_url: str) -> None:
    """Whoever asks for something else is answered: the health of the server first of all."""
    guest = server.guest()
    with ThreadPoolExecutor(4) as waiting, psycopg.connect(postgres_url) as owner:
        with server.public().live("t1") as socket, guest.live("t1") as own:
            socket.recv(timeout=PATIENCE)
            own.recv(timeout=PATIENCE)
            owner.execute("LOCK TABLE sessions, people IN ACCESS EXCLUSIVE MODE")
            told = {"name": "ann", "password": PASSWORD}
            asked = [
                waiting.submit(guest.get, "/api/me"),
                waiting.submit(guest.get, "/", Accept="text/html"),
                waiting.submit(server.public().post, "/api/sign-in", told),
            ]
            with psycopg.connect(postgres_url, autocommit=True) as looking:
                while not looking.execute(WAITING).fetchone():
                    pass
            for _ in range(3):
                for path in ("/healthz", "/api/tables", "/api/tables/t1"):
                    answer = server.http.get(path, timeout=PATIENCE)
                    assert answer.status_code == 200
            assert (
                server.http.get("/healthz", headers=guest.headers, timeout=PATIENCE).status_code
                == 200
            )
            assert socket.ping().wait(timeout=PATIENCE)
            assert not any(one.done() for one in asked)
        owner.rollback()
        codes = [one.result(timeout=PATIENCE).status_code for one in asked]
    assert codes == [200, 200, 401]


def test_a_database_that_went_away(server: Server, postgres_url: str, postgres_server: str) -> None:
    """Its name and its users are for whoever looks after the server."""
    guest = server.guest()
    with psycopg.connect(postgres_url) as one:
        name = one.info.dbname
    with psycopg.connect(postgres_server.format("postgres"), autocommit=True) as owner:
        owner.execute(f"ALTER DATABASE {name} WITH ALLOW_CONNECTIONS false")
        owner.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
        )
        try:
            for answer in (
                *(guest.get("/api/me"), guest.get("/api/rounds"), guest.get("/api/me")),
                *(server.public().post("/api/guests", {"name": "bob"}) for _ in range(2)),
                server.public().post("/api/sign-in", {"name": "ann", "password": PASSWORD}),
            ):
                told = problem(answer, 503, "stopped")
                assert name not in str(told)
                assert "connection" not in str(told)
            page = server.public().raw("/sign-in", f"name=ann&password={PASSWORD}")
            assert page.status_code == 503
            assert name not in page.text
        finally:
            owner.execute(f"ALTER DATABASE {name} WITH ALLOW_CONNECTIONS true")
    assert any(name in line for line in server.lines), "why is in the log"
