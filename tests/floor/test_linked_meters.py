"""Meters that several tables share: one order, which the log tells, and no unit is lost."""

from collections.abc import Callable
from concurrent.futures import Future
from functools import lru_cache
from typing import Any

import pytest
from conftest import Urls
from harness import Harness
from linked import four_of_a_kind, linked_rules

from fairdeal.floor.floor import HOUSE_ACTOR, Answer, Floor
from fairdeal.floor.people import Person
from fairdeal.floor.tables import hand_over, open_table
from fairdeal.floor.writer import Job
from fairdeal.table import events as ev
from fairdeal.table.evolve import advance_to
from fairdeal.table.state import OPEN, new_table
from fairdeal.wire.commands import command_document
from fairdeal.wire.log import read_entry, read_opening

RULES = (linked_rules("North"), linked_rules("South"))
DOLLAR = 1_000_000
RESET = 250 * DOLLAR
#: What a dollar adds to the minor.
SHARE = 33_300


@lru_cache
def lucky(table: str) -> str:
    """A secret that gives seat 1 alone four of a kind in the table's first round."""
    state = new_table(RULES[0])
    for number in range(100_000):
        secret = number.to_bytes(32).hex()
        if four_of_a_kind(state, secret, table, f"{table}-1", (1,)):
            return secret
    raise AssertionError("there is none")


class Night:
    """Ann at t1 and Bob at t2, each with a deck that is lucky if it should be."""

    def __init__(self, url: str, *, luck: tuple[str, ...] = ("t1", "t2")) -> None:
        self._next = ""
        self.house = Harness(url, *RULES, secret=self._secret)
        self.people: dict[str, Person] = {}
        for table, name in (("t1", "ann"), ("t2", "bob")):
            self.people[table] = self.house.guest(name)
            self._next = lucky(table) if table in luck else ""
            self.house.sit(self.people[table], table)
            self.house.say(self.people[table], table, **self.house.bets(table, 1, progressive=1))

    def _secret(self, size: int) -> str:
        assert size == 32
        return self._next or "5e" * 32

    @property
    def minor(self) -> int:
        return self.house.floor.store.balances["meter:small"]

    def ready(self, table: str) -> None:
        self.house.say(self.people[table], table, do="ready", seat=1)

    def last_decision(self, table: str) -> Callable[[Floor], Answer]:
        """Everything but the decision that ends the round."""
        document: dict[str, Any] = {"do": "ride", "seat": 1}
        self.house.say(self.people[table], table, **document)
        person = self.people[table]
        return lambda floor: floor.command(person, table, document, "last")

    def paid(self, table: str) -> int:
        """What the minor paid at a table, in cents."""
        return sum(
            event.paid // 10_000
            for event in self.events(table)
            if isinstance(event, ev.MeterPaid) and event.meter == "minor"
        )

    def events(self, table: str) -> list[ev.Event]:
        first, *rest = self.house.floor.store.entries(table)
        opening = read_opening(first.body)
        state = new_table(opening.rules, opening.meters, commits=True)
        told: list[ev.Event] = []
        for stored in rest:
            entry = read_entry(state, stored.body)
            told += entry.events
            state = advance_to(state, entry.time, entry.events)
        return told


def test_two_tables_feed_one_meter(urls: Urls) -> None:
    night = Night(urls(), luck=())
    assert night.minor == RESET
    night.ready("t1")
    assert night.minor == RESET + SHARE
    night.ready("t2")
    assert night.minor == RESET + 2 * SHARE
    # The major is each table's own.
    balances = night.house.floor.store.balances
    assert balances["meter:t1.major"] == balances["meter:t2.major"] == 1_000 * DOLLAR + 70_000
    night.house.audit()
    night.house.close()


@pytest.mark.parametrize("first", ["t1", "t2"])
def test_each_is_paid_what_the_meter_shows_at_its_turn(urls: Urls, first: str) -> None:
    """Both tables hold four of a kind; whoever is settled first takes what both fed."""
    night = Night(urls())
    second = "t2" if first == "t1" else "t1"
    night.ready("t1")
    night.ready("t2")
    night.house.ask(night.last_decision(first))
    assert night.paid(first) == 250_06, "$250, and what two dollars came to"
    left = 2 * SHARE - 6 * 10_000
    assert night.minor == RESET + left, "what is left of a cent stays on the meter"
    night.house.ask(night.last_decision(second))
    assert night.paid(second) == 250_00
    assert night.minor == RESET + left
    auditor = night.house.audit()
    assert auditor.hits == 2
    night.house.close()


@pytest.mark.parametrize("order", [("t1", "t2"), ("t2", "t1")])
def test_two_hits_in_one_transaction(urls: Urls, order: tuple[str, str]) -> None:
    night = Night(urls())
    night.ready("t1")
    night.ready("t2")
    jobs = [Job(night.last_decision(table)) for table in order]
    night.house.writer.batch(jobs)
    for job in jobs:
        _answered(job.done)
    assert [night.paid(table) for table in order] == [250_06, 250_00]
    night.house.reopen()
    auditor = night.house.audit()
    assert auditor.hits == 2
    leaves = {
        stored.table: stored.leaf
        for stored in night.house.floor.store.entries()
        if '"meter-paid"' in stored.body
    }
    assert sorted(leaves, key=lambda table: leaves[table]) == list(order), "the log tells the order"
    night.house.close()


def test_a_stake_that_comes_between_two_hits_counts_for_the_second(urls: Urls) -> None:
    """Bob's bets close after Ann was paid: his dollar is on the meter that he wins."""
    night = Night(urls())
    night.ready("t1")
    night.house.ask(night.last_decision("t1"))
    assert night.paid("t1") == 250_03
    night.ready("t2")
    night.house.ask(night.last_decision("t2"))
    assert night.paid("t2") == 250_03
    assert night.minor == RESET + (SHARE - 3 * 10_000) * 2 - 0
    night.house.audit()
    night.house.close()


def _answered(done: "Future[Any]") -> None:
    assert isinstance(done.result(timeout=0), Answer)


def test_a_void_gives_back_its_own_contribution_and_no_other(urls: Urls) -> None:
    night = Night(urls(), luck=())
    house, ann = night.house, night.people["t1"]
    staff = house.staff()
    dealer, boss = staff["dealer"], staff["floor"]
    house.say(ann, "t1", do="take-back-bet", seat=1, wager="bet-1")
    house.ask(lambda floor: hand_over(floor, boss, "t1", "person"))
    chips = house.floor.chips(ann.id)
    house.say(ann, "t1", do="bet", seat=1, wager="bet-1", amount=5)
    on_layout = house.floor.store.balances["layout:t1"]
    house.say(ann, "t1", do="ready", seat=1)
    while not house.table().state.out:
        command = house.table().session.next_command()
        assert command is not None
        house.say(dealer, "t1", **command_document(command))
    assert night.minor == RESET + SHARE
    night.ready("t2")
    assert night.minor == RESET + 2 * SHARE
    house.say(dealer, "t1", do="wrong-number", place="seat:1", cards=4)
    asked = house.table().state.asked
    assert asked is not None
    house.say(boss, "t1", do="confirm", asked=asked.asked)
    assert house.table().state.phase is OPEN
    assert night.minor == RESET + SHARE, "what bob's dollar came to stays"
    assert house.floor.store.balances["layout:t1"] == 0
    assert house.floor.chips(ann.id) * 10_000 == chips * 10_000 - 5 * DOLLAR + on_layout
    assert house.floor.store.balances["inventory:t1"] == 100_000 * DOLLAR
    house.audit()
    house.close()


def test_a_dealer_who_is_told_again_hears_the_same_without_the_meters(urls: Urls) -> None:
    """The meters that are shown before the bets close are no part of the dealer's answer."""
    night = Night(urls(), luck=())
    house, ann, bob = night.house, night.people["t1"], night.people["t2"]
    dealer, boss, _ = house.staff().values()
    house.say(ann, "t1", do="take-back-bet", seat=1, wager="progressive")
    house.ask(lambda floor: hand_over(floor, boss, "t1", "person"))
    house.say(bob, "t2", do="ready", seat=1)
    first = house.say(dealer, "t1", key="close", do="no-more-bets")
    assert not any(isinstance(one.event, ev.MetersShown) for one in first.happened)
    assert any(isinstance(event, ev.MetersShown) for event in night.events("t1"))
    again = house.say(dealer, "t1", key="close", do="no-more-bets")
    assert again.version == first.version
    assert [one.event for one in again.happened] == [one.event for one in first.happened]
    house.close()


def test_a_table_that_comes_later_takes_the_meter_as_it_stands(urls: Urls) -> None:
    night = Night(urls(), luck=())
    night.ready("t1")
    night.house.ask(lambda floor: open_table(floor, RULES[0], HOUSE_ACTOR))
    assert night.house.table("t3").state.meters.units["minor"] == RESET + SHARE
    assert night.minor == RESET + SHARE, "nothing is put on it twice"
    night.house.audit()
    night.house.close()
