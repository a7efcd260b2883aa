"""Staff come and go: roles, reinstatement, passwords, sessions, and never without an operator."""

from pathlib import Path

import pytest
from night import Night

from fairdeal.cli import users
from fairdeal.errors import BadInputError, LogError, Refused
from fairdeal.floor.people.accounts import STAFF_SESSION_SECONDS
from fairdeal.floor.people.sessions import sign_in
from fairdeal.table.actors import DEALER, FLOOR, OPERATOR


@pytest.fixture
def night(tmp_path: Path) -> Night:
    return Night(tmp_path / "floor.db")


def roles(night: Night, name: str) -> tuple[str, ...]:
    found = night.house.floor.people.find_by_name(name)
    assert found is not None
    return tuple(str(role) for role in found[0].roles)


def test_a_change_of_roles_is_in_the_log_and_ends_sessions(night: Night) -> None:
    token = night.house.ask(lambda floor: sign_in(floor, night.dora.id))
    users.roles("dealer", role=["dealer", "floor"], db=night.path)
    assert roles(night, "dealer") == (str(DEALER), str(FLOOR))
    people, time = night.house.floor.people, night.house.floor.time
    assert people.find_by_token(token, time) is None
    assert night.bad() is None
    last = list(night.house.floor.store.entries(""))[-1].body
    assert '"act":"roles"' in last
    night.run("UPDATE people SET roles = 'operator' WHERE id = ?", night.dora.id)
    assert night.bad() is not None, "a role that the log does not tell"
    night.house.close()


def test_somebody_who_was_revoked_comes_back(night: Night) -> None:
    users.revoke("dealer", db=night.path)
    with pytest.raises(BadInputError, match="was revoked"):
        users.roles("dealer", role=["floor"], db=night.path)
    users.reinstate("dealer", db=night.path)
    with pytest.raises(BadInputError, match="was not revoked"):
        users.reinstate("dealer", db=night.path)
    found = night.house.floor.people.find_by_name("dealer")
    assert found is not None
    assert not found[0].ended
    # The floor that runs has read both acts, and takes requests of the person again.
    night.house.ask(lambda floor: floor.require_active(night.dora.id, "dealer"))
    assert night.bad() is None
    night.house.close()


def test_the_last_operator_stays(night: Night) -> None:
    for operator in night.house.floor.people.all():
        if OPERATOR in operator.roles and operator.id != night.olga.id:
            users.revoke(operator.name, db=night.path)
    before = night.house.dump()
    with pytest.raises(Refused, match="last operator"):
        users.revoke("operator", db=night.path)
    with pytest.raises(Refused, match="last operator"):
        users.roles("operator", role=["floor"], db=night.path)
    assert night.house.dump() == before
    users.roles("floor", role=["floor", "operator"], db=night.path)
    users.revoke("operator", db=night.path)
    assert night.bad() is None
    night.house.close()


def test_a_session_of_staff_ends_after_twelve_hours_however_it_is_used(night: Night) -> None:
    floor = night.house.floor
    staff, player = (
        night.house.ask(lambda floor, one=one: sign_in(floor, one.id))  # type: ignore[misc]
        for one in (night.dora, night.reg)
    )
    hour = STAFF_SESSION_SECONDS / 12
    for passed in [hour] * 11 + [hour - 1]:
        night.house.time += passed
        for token in (staff, player):
            night.house.ask(lambda f, token=token: f.people.renew_session(token, f.time))  # type: ignore[misc]
    assert floor.people.find_by_token(staff, floor.time) is not None
    night.house.time += 1
    night.house.ask(lambda f: f.people.renew_session(player, f.time))
    assert floor.people.find_by_token(staff, floor.time) is None
    assert set(floor.people.find_by_tokens([staff, player], floor.time)) == {player}
    night.house.close()


@pytest.mark.parametrize("spoiled", ["x", "operator, floor", "5"])
def test_roles_that_do_not_exist_are_one_sentence(night: Night, spoiled: str) -> None:
    night.run("UPDATE people SET roles = ? WHERE id = ?", spoiled, night.dora.id)
    with pytest.raises(LogError, match=r"roles of a person .* run `fairdeal audit verify`"):
        night.house.floor.people.all()
    night.house.close()
