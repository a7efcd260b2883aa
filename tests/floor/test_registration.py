"""A guest who registers stays the same person, and an audit follows it."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from conftest import Urls
from harness import RIDE, Harness, rules_of
from night import Night, to_player

from fairdeal.errors import Refused
from fairdeal.floor.audit import verify
from fairdeal.floor.floor import Floor
from fairdeal.floor.people.accounts import GUEST_SECONDS, Person, account_digest
from fairdeal.floor.people.guests import add_guest, register
from fairdeal.floor.people.sessions import sign_in
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.wire.json import parse_json

HASHED = "the hash of a password"


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    one = Night(tmp_path / "floor.db")
    yield one
    one.house.close()


def promote(house: Harness, guest: Person, name: str) -> tuple[str, Person]:
    """The guest registers by a name."""
    return house.ask(lambda floor: register(floor, name, HASHED, guest))


def test_a_guest_who_registers_keeps_id_chips_and_seat(urls: Urls) -> None:
    house = Harness(urls(), rules_of(RIDE))
    token, guest = house.ask(lambda floor: add_guest(floor, "Guest 7"))
    house.sit(guest)
    house.bet(guest)
    held = house.floor.chips(guest.id)
    new, player = promote(house, guest, "berta")
    assert player == Person(guest.id, "berta", "registered", guest.roles)
    assert house.floor.chips(player.id) == held
    assert house.table().state.seats[1].player == player.id
    people, now = house.floor.people, house.floor.time
    assert people.find_by_token(token, now) is None
    assert people.find_by_token(new, now) == player
    assert people.find_by_name("BERTA") == (player, HASHED)
    house.play_out({1: player})
    house.audit()
    house.reopen()
    house.audit()
    house.close()


def test_a_seat_keeps_the_guests_name_until_the_player_sits_again(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    guest = house.guest("Guest 7")
    house.sit(guest)
    _, player = promote(house, guest, "berta")
    assert house.table().state.seats[1].name == "Guest 7"
    house.say(player, "t1", do="leave", seat=1)
    house.sit(player)
    assert house.table().state.seats[1].name == "berta"
    house.audit()
    house.close()


def test_an_absent_player_who_was_a_guest_keeps_the_account(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    _, player = promote(house, house.guest("Guest 7"), "berta")
    house.time += GUEST_SECONDS + 700
    house.writer.run_batch([])
    assert house.floor.people.find(player.id) == player
    house.audit()
    house.close()


@pytest.mark.parametrize("name", ["reg", "REG", "r\u0435g", "dealer", "the house", " reg"])
def test_a_name_that_is_refused_leaves_the_guest_as_before(night: Night, name: str) -> None:
    before = night.house.dump()
    with pytest.raises((Refused, ValueError)):
        promote(night.house, night.ann, name)
    assert night.house.dump() == before


def test_the_guests_own_name_may_be_kept(night: Night) -> None:
    _, player = promote(night.house, night.ann, night.ann.name)
    assert (player.id, player.name) == (night.ann.id, night.ann.name)
    assert night.bad() is None


def test_the_act_has_neither_the_password_nor_chips(night: Night) -> None:
    token, player = promote(night.house, night.ann, "berta")
    (last,) = list(night.house.floor.store.entries())[-1:]
    act = parse_json(last.body)
    assert (act["act"], act["player"], act["was"]) == ("register", player.id, "ann")
    assert not act.get("moves")
    assert HASHED not in last.body
    assert token not in last.body


def forged(person: Person, was: str, **more: str) -> dict[str, Any]:
    """An act by which somebody would take over an account with a password of his own."""
    account = account_digest(person.id, "mine", "the hash of my password")
    told = {"player": person.id, "was": was, "account": account, "session": "ab" * 32}
    return {"act": "register", **told, **more}


Forge = Callable[[Night], None]
NOBODY = Person("nobody", "nobody", "guest", ())
ACTS: dict[str, Forge] = {
    "of a player": lambda n: n.act(forged(n.reg, "reg"), HOUSE),
    "of a dealer": lambda n: n.act(forged(n.dora, "dealer"), HOUSE),
    "of nobody": lambda n: n.act(forged(NOBODY, "nobody"), HOUSE),
    "of another name": lambda n: n.act(forged(n.ann, "bob"), HOUSE),
    "by a person": lambda n: n.act(forged(n.ann, "ann"), n.by(n.ann)),
    "with another field": lambda n: n.act(forged(n.ann, "ann", roles="operator"), HOUSE),
    "with chips": lambda n: n.act(
        forged(n.ann, "ann"), HOUSE, to_player(n.ann, 1_000, "play chips")
    ),
}


@pytest.mark.parametrize("what", ACTS)
def test_a_forged_registration_is_found(night: Night, what: str) -> None:
    leaf = night.house.floor.store.leaves
    ACTS[what](night)
    bad = night.bad()
    assert bad is not None
    assert bad.leaf == leaf


def test_a_guest_registers_once(night: Night) -> None:
    promote(night.house, night.ann, "berta")
    leaf = night.house.floor.store.leaves
    night.act(forged(night.ann, "berta"), HOUSE)
    bad = night.bad()
    assert bad is not None
    assert bad.leaf == leaf
    assert "was no guest" in bad.reason


@pytest.mark.parametrize(
    "change",
    [
        "kind = 'registered'",
        "kind = 'registered', password = 'mine'",
        "kind = 'registered', name = 'mine', password = 'mine'",
    ],
)
def test_a_guest_who_was_registered_in_the_database_alone_is_found(
    night: Night, change: str
) -> None:
    assert night.bad() is None
    night.run(f"UPDATE people SET {change} WHERE id = ?", night.ann.id)
    bad = night.bad()
    assert bad is not None
    assert "differs from the log" in bad.reason


@pytest.mark.parametrize("change", ["kind = 'guest'", "name = 'ann'", "password = 'mine'"])
def test_a_registration_that_was_changed_in_the_database_is_found(
    night: Night, change: str
) -> None:
    promote(night.house, night.ann, "berta")
    assert night.bad() is None
    night.run(f"UPDATE people SET {change} WHERE id = ?", night.ann.id)
    bad = night.bad()
    assert bad is not None
    assert "differs from the log" in bad.reason


def test_a_session_of_the_guest_is_not_revived_unseen(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    _, guest = house.ask(lambda floor: add_guest(floor, "Guest 7"))
    promote(house, guest, "berta")
    house.ask(lambda floor: sign_in(floor, guest.id))
    assert verify(house.real).bad is None

    def revive(floor: Floor) -> None:
        floor.database.execute("UPDATE sessions SET expires = seen + 86400 WHERE expires = 0")

    house.ask(revive)
    bad = verify(house.real).bad
    assert bad is not None
    assert bad.reason.endswith("is open that was ended")
    house.close()


def test_a_new_player_without_a_session_gets_play_chips(night: Night) -> None:
    _, player = night.house.ask(partial(register, name="berta", hashed=HASHED))
    assert player.id != night.ann.id
    assert night.house.floor.chips(player.id) == night.house.floor.chips(night.ann.id)
