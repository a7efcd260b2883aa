"""Excluded people come in no more, play no more, and claim no jackpot (COMAR 36.03.06)."""

from pathlib import Path

import pytest
from harness import RIDE, Harness, rest, rules_of
from typer.testing import CliRunner

from fairdeal.cli import app
from fairdeal.errors import BadInputError, Forbidden, Refused
from fairdeal.floor.audit import verify
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.exclusion import (
    LEFT,
    exclude,
    read_until,
    readmit,
    refusal_of_account,
    refusal_of_newcomer,
)
from fairdeal.floor.people.guests import register
from fairdeal.office.book.book import Book

HASHED = "$argon2id$v=19$m=65536,t=3,p=4$Z3Vlc3NpbmdpcyBpZGxl$W3OVvy1m8cWrg5Jc5vLxzXGdPzq5hX"
DAY = 86_400


def registered(house: Harness, name: str = "ann") -> tuple[str, Person]:
    return house.ask(lambda floor: register(floor, name, HASHED))


def excluded(house: Harness, operator: Person, name: str, until: int | None = None) -> None:
    house.ask(lambda floor: exclude(floor, operator, name, "asked for it", until))


def attempts(house: Harness) -> list[tuple[str, str]]:
    book = Book().read(house.floor.store)
    found = book.significant.values()
    return [(one.severity, one.words) for one in found if "tried to come in" in one.words]


@pytest.mark.clause("COMAR 36.03.06.01E(1)(a)", "COMAR 36.03.06.02A(9)(a)", "COMAR 36.03.06.01D(1)")
@pytest.mark.clause("COMAR 36.03.06.02A(10)")
def test_no_session_begins_for_an_excluded_person(house: Harness) -> None:
    """Not by the password, the name, or as a guest in the same browser; each is an alarm."""
    operator = house.staff()["operator"]
    token, ann = registered(house)
    assert house.ask(lambda floor: refusal_of_account(floor, ann)) is None
    excluded(house, operator, "ann")
    assert house.floor.people.find_by_token(token, house.floor.time) is None
    refused = house.ask(lambda floor: refusal_of_account(floor, ann))
    assert refused is not None
    assert refused.startswith("you are excluded from this floor")
    for name, known in (("Ann", None), ("somebody", token)):
        assert house.ask(lambda floor: refusal_of_newcomer(floor, name, known, "guest"))  # noqa: B023 - at once
    assert house.ask(lambda floor: refusal_of_newcomer(floor, "bob", None, "guest")) is None
    assert attempts(house) == [
        ("alarm", f"{ann.id}, who is excluded, tried to come in: sign-in"),
        ("alarm", f"{ann.id}, who is excluded, tried to come in: guest"),
    ]
    assert verify(house.real).valid


@pytest.mark.clause("COMAR 36.03.06.01E(3)")
def test_a_refused_name_tells_nothing_of_the_list(house: Harness) -> None:
    operator = house.staff()["operator"]
    excluded(house, operator, "Mallory Jones")
    refused = house.ask(lambda floor: refusal_of_newcomer(floor, "mallory jones", None, "register"))
    assert refused is not None
    assert "exclu" not in refused


@pytest.mark.clause("COMAR 36.03.06.01E(1)(b)", "COMAR 36.03.06.02A(9)(b)", "COMAR 36.03.06.01E(2)")
def test_an_excluded_person_leaves_the_table_and_takes_no_seat(house: Harness) -> None:
    operator = house.staff()["operator"]
    _, ann = registered(house)
    house.sit(ann)
    before = house.floor.chips(ann.id)
    excluded(house, operator, "ann")
    assert 1 not in house.table().state.seats
    assert house.floor.chips(ann.id) == before
    with pytest.raises(Forbidden, match="you are excluded"):
        house.sit(ann)
    removed = [one.body for one in house.floor.store.entries() if '"player-removed"' in one.body]
    assert f'"reason":"{LEFT}"' in removed[0], "what everybody at the table reads"
    assert verify(house.real).valid


@pytest.mark.clause("COMAR 36.03.06.02A(9)(c)")
def test_no_stake_of_an_excluded_person_is_made_after_the_act(house: Harness) -> None:
    """What was bet before is settled as it lies; a bet after it is refused, and wins no meter."""
    operator = house.staff()["operator"]
    _, ann = registered(house)
    house.sit(ann)
    bets = house.bets()
    house.say(ann, "t1", **bets)
    excluded(house, operator, "ann")
    assert 1 not in house.table().state.seats
    with pytest.raises(Forbidden, match="you are excluded"):
        house.say(ann, "t1", **bets)
    assert house.floor.store.balances.get("layout:t1", 0) == 0


def test_a_seat_in_a_round_is_free_when_the_round_is_over(house: Harness) -> None:
    operator = house.staff()["operator"]
    _, ann = registered(house)
    bob = house.guest("bob")
    house.sit(ann)
    house.sit(bob, seat=2)
    house.say(ann, "t1", **house.bets())
    house.bet(bob, seat=2)
    house.say(ann, "t1", do="ready", seat=1)
    assert house.table().state.seats[1].in_round
    excluded(house, operator, "ann")
    assert 1 in house.table().state.seats
    house.say(ann, "t1", do="leave", seat=1)
    house.play_out({2: bob})
    rest(house, 10)
    assert 1 not in house.table().state.seats
    assert verify(house.real).valid


def test_an_exclusion_ends_on_its_day_or_by_an_act(house: Harness) -> None:
    operator = house.staff()["operator"]
    _, ann = registered(house)
    excluded(house, operator, "ann", house.floor.time + DAY)
    house.reopen()
    assert house.floor.exclusions.of_person(ann.id, house.floor.time)
    house.time += DAY
    assert house.ask(lambda floor: refusal_of_account(floor, ann)) is None
    excluded(house, operator, ann.id)
    house.ask(lambda floor: readmit(floor, operator, "ann", "a year is over"))
    assert house.floor.exclusions.in_force(house.floor.time) == []
    house.sit(ann)
    assert verify(house.real).valid
    with pytest.raises(BadInputError, match="is not excluded"):
        house.ask(lambda floor: readmit(floor, operator, "ann", "again"))


def test_only_the_operator_excludes_and_nobody_who_works_here(house: Harness) -> None:
    staff = house.staff()
    with pytest.raises(Forbidden, match="the operator excludes"):
        excluded(house, staff["floor"], "ann")
    with pytest.raises(Refused, match="revoke the account instead"):
        excluded(house, staff["operator"], "dealer")
    with pytest.raises(BadInputError, match="a later day"):
        excluded(house, staff["operator"], "ann", house.floor.time)


def test_the_audit_finds_an_excluded_person_who_plays(tmp_path: Path) -> None:
    """As a program without the rule would have let it happen."""
    house = Harness(str(tmp_path / "wrong.db"), rules_of(RIDE))
    operator = house.staff()["operator"]
    _, ann = registered(house)
    excluded(house, operator, "ann")
    house.floor.exclusions._by_key.clear()
    house.sit(ann)
    found = verify(house.real)
    assert not found.valid
    assert "is excluded, and plays" in str(found)
    house.close()


def test_the_command_line_excludes_and_a_server_follows(house: Harness) -> None:
    _, ann = registered(house)
    house.sit(ann)
    run = CliRunner().invoke
    base = ["--reason", "asked for it", "--db", house.url]
    done = run(app(["users"]), ["users", "exclude", "ann", "--until", "2100-01-01", *base])
    assert done.exit_code == 0, done.output
    house.ask(lambda floor: floor.time)  # the next transaction reads what others have written
    rest(house, 10)
    assert 1 not in house.table().state.seats
    assert house.ask(lambda floor: refusal_of_account(floor, ann))
    done = run(app(["users"]), ["users", "readmit", "ann", *base])
    assert done.exit_code == 0, done.output
    assert house.ask(lambda floor: refusal_of_account(floor, ann)) is None


def test_days_are_read_with_their_end() -> None:
    assert read_until("1970-01-01") == DAY
    assert read_until(None) is None
    with pytest.raises(BadInputError, match="a day is like"):
        read_until("soon")
