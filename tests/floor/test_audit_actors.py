"""The audit of actors: everybody has the role, and the accounts agree with the log."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from harness import RIDE, move_chips, rules_of, works
from night import Night

from fairdeal.cli import users
from fairdeal.errors import Forbidden, Refused
from fairdeal.floor.floor import Floor
from fairdeal.floor.money.linked_meters import METER_SYSTEM
from fairdeal.floor.people.accounts import GUEST_SECONDS
from fairdeal.floor.people.guests import more_chips
from fairdeal.floor.tables.act_rules import COMMAND_LINE, HOUSE
from fairdeal.floor.tables.chip_requests import request_chips
from fairdeal.floor.tables.closing import close_table
from fairdeal.floor.tables.table_acts import hand_over, open_table
from fairdeal.table import commands as cmd
from fairdeal.table.actors import (
    AUDITOR,
    AUTOMATIC_DEALER,
    AUTOMATIC_FLOOR,
    DEALER,
    FLOOR,
    OPERATOR,
    PLAYER,
    Actor,
)


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    one = Night(tmp_path / "floor.db")
    yield one
    one.house.close()


# A floor as it was --------------------------------------------------------------------------------


def test_all_that_may_be_done_is_valid(night: Night, tmp_path: Path) -> None:
    house, ann = night.house, night.ann
    house.sit(ann)
    house.sit(night.reg, seat=2)
    amounts = {f"bet-{number}": 200 for number in (1, 2, 3)}
    house.say(ann, "t1", do="place-bets", seat=1, amounts=amounts)
    house.say(ann, "t1", do="ready", seat=1)
    house.say(ann, "t1", do="leave", seat=1)
    house.ask(lambda floor: more_chips(floor, ann))
    (secret := tmp_path / "secret").write_text("correct horse battery")
    users.add("vera", role=["dealer", "floor"], password_file=secret, db=night.path)
    users.password("vera", password_file=secret, db=night.path)
    users.revoke("vera", db=night.path)
    users.revoke("reg", db=night.path)
    boss = night.boss
    both = (boss, night.olga)
    house.ask(lambda floor: move_chips(floor, both, "t1", 500, "low", fill=True))
    house.ask(lambda floor: move_chips(floor, both[::-1], "t1", 500, "high", fill=False))
    house.ask(lambda floor: request_chips(floor, boss, "t1", 500, "low", fill=True, key="k"))
    for who in ("person", "auto"):
        house.ask(lambda floor, who=who: hand_over(floor, boss, "t1", who))  # type: ignore[misc]
    house.ask(lambda floor: close_table(floor, night.olga, "t2"))
    assert night.bad() is None
    # The guest is gone, and the seat of one who was revoked is freed.
    house.time += GUEST_SECONDS + 700
    house.writer.run_batch([])
    ended = house.real.execute("SELECT count(*) FROM people WHERE ended IS NOT NULL")
    assert ended == [(3,)]
    assert all(seat.bot for seat in house.table().state.seats.values())
    assert night.bad() is None


# The people who are kept --------------------------------------------------------------------------

WHO = "WHERE id = '{ann}'"
STRANGER = (
    "INSERT INTO people (id, name, kind, roles, password, made, ended) "
    "VALUES ('{id}', 'eve', '{kind}', '{roles}', NULL, 1, NULL)"
)


@pytest.mark.parametrize(
    "statement",
    [
        f"UPDATE people SET roles = 'player operator' {WHO}",
        f"UPDATE people SET roles = 'operator' {WHO}",
        f"UPDATE people SET roles = '' {WHO}",
        f"UPDATE people SET ended = 5 {WHO}",
        f"UPDATE people SET kind = 'bot' {WHO}",
        f"UPDATE people SET id = 'another' {WHO}",
        f"DELETE FROM people {WHO}",
        "UPDATE people SET roles = 'player floor' WHERE kind = 'registered' AND roles = 'player'",
        "UPDATE people SET kind = 'guest' WHERE roles = 'operator'",
        "UPDATE people SET ended = NULL WHERE roles = 'auditor'",
        "UPDATE people SET roles = 'operator' WHERE kind = 'bot'",
        "UPDATE people SET kind = 'registered' WHERE kind = 'bot'",
        "DELETE FROM people WHERE kind = 'bot'",
        STRANGER.format(id="peve", kind="registered", roles="operator"),
        STRANGER.format(id="peve", kind="guest", roles="player"),
        STRANGER.format(id="bot-t1-9", kind="bot", roles="player"),
    ],
)
def test_people_who_were_changed_in_the_database(night: Night, statement: str) -> None:
    night.house.ask(lambda floor: works(floor, "gone", AUDITOR))
    users.revoke("gone", db=night.path)
    assert night.bad() is None
    night.run(statement.format(ann=night.ann.id))
    bad = night.bad()
    assert bad is not None
    assert "table of people" in bad.reason


def test_it_names_the_act_with_which_somebody_came(night: Night) -> None:
    night.run("UPDATE people SET roles = 'operator' WHERE id = ?", night.ann.id)
    bad = night.bad()
    assert bad is not None
    (row,) = night.house.real.execute("SELECT body FROM entries WHERE leaf = ?", [bad.leaf])
    assert f'"act":"welcome","player":"{night.ann.id}"' in row[0]


# Who gives commands -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "says"),
    [
        (Actor("nobody", FLOOR), "not one of the people"),
        (Actor("ann", FLOOR), None),  # she sits at the table
        (Actor("dora", FLOOR), "acts as the floorperson, without that role"),
        (Actor("ann", FLOOR, automatic=True), "does not act at tables by itself"),
        (Actor("dealer", FLOOR, automatic=True), "does not act at tables by itself"),
        (Actor("floor", FLOOR), "not one of the people"),
        (HOUSE, "does not act at tables by itself"),
        (COMMAND_LINE, None),
        (Actor("boss", FLOOR), ""),
        (AUTOMATIC_FLOOR, ""),
    ],
)
def test_who_speaks_as_the_floorperson(night: Night, by: Actor, says: str | None) -> None:
    night.house.sit(night.ann)
    people = {"ann": night.ann, "dora": night.dora, "boss": night.boss}
    if by.id in people:
        by = Actor(people[by.id].id, by.role, by.id, by.automatic)
    order = cmd.RemovePlayer(seat=1, reason="so")
    if says is None:
        with pytest.raises(Refused):
            night.do(order, by)
        return
    night.do(order, by)
    bad = night.bad()
    assert (bad is None) == (says == "")
    assert bad is None or says in bad.reason


def test_nobody_acts_after_the_end(night: Night) -> None:
    users.revoke("floor", db=night.path)
    night.house.sit(night.ann)
    night.do(cmd.RemovePlayer(seat=1, reason="so"), night.by(night.boss, FLOOR))
    bad = night.bad()
    assert bad is not None
    assert "is no longer one of the people" in bad.reason


def test_what_was_asked_before_the_end_and_comes_after_it(night: Night) -> None:
    """A session is looked at before whatever is asked with it gets its turn."""
    house, boss = night.house, night.boss
    house.sit(night.reg)
    house.ask(lambda floor: works(floor, "another operator", OPERATOR))
    for name in ("floor", "reg", "operator"):
        users.revoke(name, db=night.path)
    rules, by = rules_of(RIDE), night.by(night.olga, OPERATOR)
    remove = {"do": "remove-player", "seat": 1, "reason": "so"}
    late: list[Callable[[Floor], Any]] = [
        lambda floor: floor.command(night.reg, "t1", house.bets(), "k"),
        lambda floor: floor.command(boss, "t1", remove, "k"),
        lambda floor: request_chips(floor, boss, "t1", 500, "low", fill=True),
        lambda floor: hand_over(floor, boss, "t1", "person"),
        lambda floor: close_table(floor, boss, "t1"),
        lambda floor: open_table(floor, rules, by),
        lambda floor: more_chips(floor, night.reg),
    ]
    for do in late:
        with pytest.raises(Forbidden, match="has no account on this floor any more"):
            house.ask(do)
    house.reopen()
    with pytest.raises(Forbidden, match="has no account on this floor any more"):
        house.ask(late[2])
    assert night.bad() is None


@pytest.mark.parametrize("bot", ["bot-t2-1", "bot-t1-9", "ann"])
def test_a_bot_of_no_table(night: Night, bot: str) -> None:
    night.do(cmd.Sit(3), Actor(bot, PLAYER, automatic=True))
    bad = night.bad()
    assert bad is not None
    assert "is no bot of the table" in bad.reason


def test_who_shows_meters(night: Night) -> None:
    meters = dict(night.house.table("t2").state.meters.units)
    night.do(cmd.ShowMeters(meters), METER_SYSTEM, "t2")
    assert night.bad() is None
    night.do(cmd.ShowMeters(meters), COMMAND_LINE, "t2")
    bad = night.bad()
    assert bad is not None
    assert "does not act at tables by itself" in bad.reason


ANNOUNCE = cmd.Announce("a word")


def test_who_deals(night: Night) -> None:
    """A person where the automatic dealer has the table, and the other way round."""
    night.do(ANNOUNCE, AUTOMATIC_DEALER)
    night.house.ask(lambda floor: hand_over(floor, night.boss, "t1", "person"))
    night.do(ANNOUNCE, night.by(night.dora, DEALER))
    assert night.bad() is None
    night.do(ANNOUNCE, AUTOMATIC_DEALER)
    bad = night.bad()
    assert bad is not None
    assert "where a person deals" in bad.reason


def test_a_person_deals_at_a_table_of_the_automatic_dealer(night: Night) -> None:
    night.do(ANNOUNCE, night.by(night.dora, DEALER))
    bad = night.bad()
    assert bad is not None
    assert "at a table of the automatic dealer" in bad.reason
