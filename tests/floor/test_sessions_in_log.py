"""Sessions are bound to the log: one added, revived or prolonged in the database is found."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import Urls
from harness import RIDE, Harness, rules_of
from night import Night

from fairdeal.cli import users
from fairdeal.english import quoted
from fairdeal.floor.audit import verify
from fairdeal.floor.log import schema
from fairdeal.floor.people.accounts import (
    SESSION_SECONDS,
    STAFF_SESSION_SECONDS,
    People,
    Person,
    session_digest,
    token_hash,
)
from fairdeal.floor.people.guests import register
from fairdeal.floor.people.sessions import sign_in, sign_out
from fairdeal.wire.json import parse_json

MINE = "a token that a thief knows"


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    one = Night(tmp_path / "floor.db")
    yield one
    one.house.close()


def forge(house: Harness, person: Person) -> None:
    """Add a session of somebody, by whoever can write to the database."""
    now = int(house.time)
    row = (token_hash(MINE), person.id, now, now, now + SESSION_SECONDS)
    insert = "INSERT INTO sessions (token, person, made, seen, expires) VALUES (?, ?, ?, ?, ?)"
    house.ask(lambda floor: floor.database.execute(insert, row))
    assert house.floor.people.find_by_token(MINE, now) is not None


def found(house: Harness) -> str:
    bad = verify(house.real).bad
    return "" if bad is None else bad.reason


@pytest.mark.parametrize("who", ["staff", "player", "guest"])
def test_a_session_that_was_added_to_the_database_is_found(urls: Urls, who: str) -> None:
    house = Harness(urls(), rules_of(RIDE))
    people = {"staff": house.staff()["floor"], "guest": house.guest("ann")}
    people["player"] = house.ask(lambda floor: register(floor, "bob", "the hash of a password"))[1]
    for person in people.values():
        house.ask(lambda floor, person=person: sign_in(floor, person.id))  # type: ignore[misc]
    assert not found(house)
    forge(house, people[who])
    reason = f"a session of {quoted(people[who].id)} is open that no entry began"
    assert found(house) == reason
    house.close()


def test_the_log_has_no_token_of_a_session_and_no_hash_of_one(night: Night) -> None:
    token = night.house.ask(lambda floor: sign_in(floor, night.dora.id))
    (last,) = list(night.house.floor.store.entries())[-1:]
    assert parse_json(last.body)["act"] == "sign-in"
    assert token not in last.body
    assert token_hash(token) not in last.body


Change = Callable[[Night, str], None]


def _of_another(night: Night, hashed: str) -> None:
    night.run("UPDATE sessions SET person = ? WHERE token = ?", night.olga.id, hashed)


def _made_later(night: Night, hashed: str) -> None:
    night.run("UPDATE sessions SET made = made + 5 WHERE token = ?", hashed)


def _prolonged(night: Night, hashed: str) -> None:
    night.run("UPDATE sessions SET expires = expires + 1 WHERE token = ?", hashed)


def _removed(night: Night, hashed: str) -> None:
    night.run("DELETE FROM sessions WHERE token = ?", hashed)


@pytest.mark.parametrize("change", [_of_another, _made_later, _prolonged, _removed])
def test_a_session_that_was_changed_in_the_database_is_found(night: Night, change: Change) -> None:
    token = night.house.ask(lambda floor: sign_in(floor, night.dora.id))
    assert night.bad() is None
    change(night, token_hash(token))
    assert found(night.house).startswith("a session of ")


def test_a_session_that_was_used_later_than_now_is_found(night: Night) -> None:
    token = night.house.ask(lambda floor: sign_in(floor, night.reg.id))
    now = night.house.time
    assert verify(night.house.real, now=now).bad is None
    night.house.ask(
        lambda floor: floor.people.renew_session(token, floor.time + 10 * SESSION_SECONDS)
    )
    bad = verify(night.house.real, now=now).bad
    assert bad is not None
    assert "prolonged" in bad.reason


def _signs_out(night: Night, token: str) -> None:
    night.house.ask(lambda floor: sign_out(floor, token))


def _other_roles(night: Night, _token: str) -> None:
    users.roles("dealer", role=["dealer", "floor"], db=night.path)


def _revoked(night: Night, _token: str) -> None:
    users.revoke("dealer", db=night.path)


@pytest.mark.parametrize("end", [_signs_out, _other_roles, _revoked])
def test_a_session_that_has_ended_is_not_revived_unseen(night: Night, end: Change) -> None:
    token = night.house.ask(lambda floor: sign_in(floor, night.dora.id))
    end(night, token)
    night.house.reopen()
    assert night.house.floor.people.find_by_token(token, night.house.floor.time) is None
    assert night.bad() is None
    revive = "UPDATE sessions SET expires = seen + ? WHERE token = ?"
    night.run(revive, SESSION_SECONDS, token_hash(token))
    assert found(night.house).endswith("is open that was ended")


def test_a_session_is_signed_out_once_in_the_log(night: Night) -> None:
    token = night.house.ask(lambda floor: sign_in(floor, night.reg.id))
    size = night.house.floor.store.leaves
    for _ in range(2):
        night.house.ask(lambda floor: sign_out(floor, token))
    assert night.house.floor.store.leaves == size + 1
    assert night.bad() is None


REVIVE = "UPDATE sessions SET seen = ?, expires = ? WHERE token = ?"


@pytest.mark.parametrize("who", ["staff", "player", "guest"])
def test_a_session_that_lapsed_is_not_revived_by_moving_its_times(urls: Urls, who: str) -> None:
    house = Harness(urls(), rules_of(RIDE))
    people = {"staff": house.staff()["floor"], "guest": house.guest("ann")}
    people["player"] = house.ask(lambda floor: register(floor, "bob", "the hash of a password"))[1]
    person = people[who]
    token = house.ask(lambda floor: sign_in(floor, person.id))
    house.time += SESSION_SECONDS + 601
    house.writer.run_batch([])
    assert house.floor.people.find_by_token(token, int(house.time)) is None
    assert not found(house)
    now = int(house.time)
    house.ask(
        lambda floor: floor.database.execute(
            REVIVE, (now, now + SESSION_SECONDS, token_hash(token))
        )
    )
    assert found(house) == f"a session of {quoted(person.id)} is open that was ended"
    house.close()


def test_a_session_of_staff_has_lapsed_after_twelve_hours(night: Night) -> None:
    token = night.house.ask(lambda floor: sign_in(floor, night.dora.id))
    night.house.time += STAFF_SESSION_SECONDS
    night.house.ask(lambda floor: floor.people.renew_session(token, floor.time))
    night.house.writer.run_batch([])
    (last,) = list(night.house.floor.store.entries())[-1:]
    act = parse_json(last.body)
    assert act["act"] == "lapse"
    made = night.house.time - STAFF_SESSION_SECONDS
    assert session_digest(token_hash(token), night.dora.id, int(made)) in act["sessions"]
    assert night.bad() is None


def test_sessions_that_lapse_are_told_once(night: Night) -> None:
    night.house.ask(lambda floor: sign_in(floor, night.reg.id))
    night.house.time += SESSION_SECONDS + 601
    night.house.writer.run_batch([])
    size = night.house.floor.store.leaves
    night.house.time += 601
    night.house.writer.run_batch([])
    assert night.house.floor.store.leaves == size
    assert night.bad() is None


def test_sessions_of_before_the_log_told_of_them_end_with_the_upgrade(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database of an older version is valid as it is, and the upgrade ends its sessions."""
    url = str(tmp_path / "floor.db")
    with monkeypatch.context() as then:
        then.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[: schema.TELLS_SESSIONS - 1])
        house = Harness(url, rules_of(RIDE))
        dora = house.staff()["dealer"]
        token = house.ask(lambda floor: People(floor.database).begin_session(dora.id, floor.time))
        assert not found(house)
    house.reopen()
    assert house.floor.people.find_by_token(token, house.floor.time) is None
    assert not found(house)
    house.close()
