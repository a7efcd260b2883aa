"""The writer is killed between every two statements of a command.

Afterwards the command is wholly there or not at all, and the client's retry with the same key makes
it exactly one.
"""

from collections.abc import Callable
from typing import Any

import pytest
from conftest import Urls
from faulty_disk import Killed
from harness import RIDE, Harness, move_chips, rules_of

from fairdeal.floor.floor import CommandResult, Floor
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.guests import add_guest, free_abandoned_seats
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.floor.tables.closing import close_table
from fairdeal.floor.tables.table_acts import hand_over, open_table
from fairdeal.play.bots import cautious
from fairdeal.table.actors import FLOOR, OPERATOR
from fairdeal.table.state import OPEN
from fairdeal.wire.commands import command_document

Do = Callable[[Floor], Any]


class Evening:
    """A table of Let It Ride with ann in seat 1, brought to some point."""

    def __init__(self, url: str) -> None:
        self.house = Harness(url, rules_of(RIDE))
        self.ann: Person = self.house.guest()
        staff = self.house.staff()
        self.boss, self.operator = staff[str(FLOOR)], staff[str(OPERATOR)]

    def seated(self) -> None:
        self.house.sit(self.ann)

    def bet(self) -> None:
        self.seated()
        self.house.say(self.ann, "t1", **self.house.bets())

    def dealt(self) -> None:
        self.bet()
        self.house.say(self.ann, "t1", do="ready", seat=1)

    def last_decision(self) -> None:
        self.dealt()
        self.house.decide(self.ann)

    def command(self, **document: Any) -> Do:
        return lambda floor: floor.command(self.ann, "t1", document, "the key")

    def decision(self) -> Do:
        return self.command(**command_document(cautious(self.house.table().state)))


def _sit(one: Evening) -> Do:
    return one.command(do="sit", seat=1)


def _place(one: Evening) -> Do:
    one.seated()
    return one.command(**one.house.bets())


def _ready(one: Evening) -> Do:
    one.bet()
    return one.command(do="ready", seat=1, word="luck")


def _decide(one: Evening) -> Do:
    one.dealt()
    return one.decision()


def _end(one: Evening) -> Do:
    one.last_decision()
    return one.decision()


def _leave(one: Evening) -> Do:
    one.dealt()
    return one.command(do="leave", seat=1)


def _guest(one: Evening) -> Do:
    del one
    return lambda floor: add_guest(floor, "bob")


def _fill(one: Evening) -> Do:
    both = (one.boss, one.operator)
    return lambda floor: move_chips(floor, both, "t1", 500_00, "large bets", fill=True)


def _open(one: Evening) -> Do:
    del one
    rules = rules_of(RIDE)
    return lambda floor: floor.automatic_dealer.run_due_steps(open_table(floor, rules, HOUSE))


def _close(one: Evening) -> Do:
    one.bet()
    return lambda floor: close_table(floor, one.boss, "t1")


def _hand_over(one: Evening) -> Do:
    return lambda floor: hand_over(floor, one.boss, "t1", "person")


def _gone(one: Evening) -> Do:
    # Before the deal: whoever is in a round keeps the seat until it is over.
    one.bet()
    one.house.time += 100_000
    return free_abandoned_seats


#: What is done, how many statements it has at least, and whether it has a key.
CASES: dict[str, tuple[Callable[[Evening], Do], int, bool]] = {
    "sitting down": (_sit, 8, True),
    "a bet": (_place, 8, True),
    "a ready that starts the deal": (_ready, 7, True),
    "a decision": (_decide, 4, True),
    "the decision that ends the round": (_end, 9, True),
    "leaving a round": (_leave, 9, True),
    "a guest": (_guest, 6, False),
    "a fill": (_fill, 6, False),
    "opening a table": (_open, 9, False),
    "closing a table": (_close, 8, False),
    "handing over": (_hand_over, 4, False),
    "a guest who is gone": (_gone, 9, False),
}


@pytest.mark.parametrize("name", CASES)
def test_killed_between_every_two_statements(urls: Urls, name: str) -> None:
    situation, least, keyed = CASES[name]
    one = Evening(urls())
    do = situation(one)
    house = one.house
    before = house.dump()
    statements = 0
    while True:
        house.disk.plan("kill", statements)
        try:
            answer = house.ask(do)
        except Killed:
            house.reopen()
            assert house.dump() == before, f"killed at statement {statements}: half of it is there"
            statements += 1
            continue
        break
    assert statements > least, "there was hardly anything to kill"
    house.disk.trouble = ""
    after = house.dump()
    assert after["entries"][: len(before["entries"])] == before["entries"]
    assert len(after["entries"]) > len(before["entries"])
    house.reopen()
    assert house.dump() == after
    house.audit()
    if keyed:
        _told_again(one, do, answer)
    if house.table().state.phase is not OPEN and not house.table().closed:
        house.play_out({1: one.ann})
    house.audit()
    house.close()


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case[2]])
def test_killed_after_the_commit_and_before_the_answer(urls: Urls, name: str) -> None:
    situation, _, _ = CASES[name]
    one = Evening(urls())
    do = situation(one)
    house = one.house
    before = house.dump()
    house.disk.plan("kill-before-commit")
    with pytest.raises(Killed):
        house.ask(do)
    house.reopen()
    assert house.dump() == before, "what is not committed is not there"
    house.disk.plan("kill-after-commit")
    with pytest.raises(Killed):
        house.ask(do)
    house.reopen()
    after = house.dump()
    assert len(after["entries"]) > len(before["entries"]), "what is committed is there"
    _told_again(one, do, house.ask(do))
    assert house.dump() == after, "once"
    house.audit()
    house.close()


def _told_again(one: Evening, do: Do, answer: Any) -> None:
    """The retry with the same key: the same answer, and nothing happens."""
    assert isinstance(answer, CommandResult)
    before = one.house.dump()
    again = one.house.ask(do)
    assert isinstance(again, CommandResult)
    assert again.version == answer.version
    told = [(happened.version, happened.event) for happened in answer.events]
    assert told == [(happened.version, happened.event) for happened in again.events]
    assert one.house.dump() == before


def test_the_first_opening_of_a_floor_is_whole_or_not_there(urls: Urls) -> None:
    """The tables that a floor opens with come in one transaction."""
    house = Harness(urls())
    rules = [rules_of(RIDE), rules_of(RIDE)]

    def do(floor: Floor) -> None:
        for one in rules:
            floor.automatic_dealer.run_due_steps(open_table(floor, one, HOUSE))

    for statement in range(0, 60, 7):
        house.disk.plan("kill", statement)
        try:
            house.ask(do)
        except Killed:
            house.reopen()
            assert not house.floor.tables
            continue
        break
    house.disk.trouble = ""
    if not house.floor.tables:
        house.ask(do)
    assert sorted(house.floor.tables) == ["t1", "t2"]
    house.audit()
    house.close()
