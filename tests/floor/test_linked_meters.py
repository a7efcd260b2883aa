"""Meters that several tables share: one order, which the log tells, and no unit is lost."""

from collections.abc import Callable
from concurrent.futures import Future
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from conftest import Urls
from harness import Harness
from linked import four_of_a_kind, linked_rules

from fairdeal.errors import Refused
from fairdeal.floor.audit import verify
from fairdeal.floor.floor import CommandResult, Floor
from fairdeal.floor.money.linked_meters import METER_SYSTEM, MeterSystem
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.floor.tables.closing import close_table
from fairdeal.floor.tables.records import record
from fairdeal.floor.tables.replay import replay
from fairdeal.floor.tables.table_acts import hand_over, open_table
from fairdeal.floor.writer import WriterJob
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import AUTOMATIC_DEALER
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

    def last_decision(self, table: str) -> Callable[[Floor], CommandResult]:
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


@pytest.mark.clause("COMAR 36.05.03.24A(2)(a)")
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
    jobs = [WriterJob(night.last_decision(table)) for table in order]
    night.house.writer.run_batch(jobs)
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
    assert isinstance(done.result(timeout=0), CommandResult)


class Misdeal:
    """A person deals at a table, and its round, which has fed the meters, can be void."""

    def __init__(self, night: Night, table: str) -> None:
        self.house, self.table, self.player = night.house, table, night.people[table]
        self.dealer, self.boss, _ = night.house.staff().values()

    def deal(self) -> None:
        """The table is handed over between rounds; the bets are closed, and the deal begun."""
        house, table, player = self.house, self.table, self.player
        house.say(player, table, do="take-back-bet", seat=1, wager="bet-1")
        house.ask(lambda floor: hand_over(floor, self.boss, table, "person"))
        house.say(player, table, do="bet", seat=1, wager="bet-1", amount=5)
        house.say(player, table, do="ready", seat=1)
        while not house.table(table).state.out:
            command = house.table(table).session.next_command()
            assert command is not None
            house.say(self.dealer, table, **command_document(command))

    def void(self) -> None:
        """The dealer reports a wrong number of cards, and the floorperson confirms it."""
        house, table = self.house, self.table
        house.say(self.dealer, table, do="wrong-number", place="seat:1", cards=4)
        asked = house.table(table).state.asked
        assert asked is not None
        house.say(self.boss, table, do="confirm", asked=asked.asked)
        assert house.table(table).state.phase is OPEN

    def given_back(self) -> set[tuple[str, int]]:
        """From which accounts the contributions came back to the table, and how much."""
        rows = self.house.floor.database.execute(
            "SELECT debit, units FROM transfers WHERE what = 'contribution' AND credit = ?",
            [f"inventory:{self.table}"],
        )
        return {(debit, units) for debit, units in rows}


def test_a_void_gives_back_its_own_contribution_and_no_other(urls: Urls) -> None:
    night = Night(urls(), luck=())
    house, ann = night.house, night.people["t1"]
    chips, on_layout = house.floor.chips(ann.id), house.floor.store.balances["layout:t1"]
    misdeal = Misdeal(night, "t1")
    misdeal.deal()
    assert night.minor == RESET + SHARE
    night.ready("t2")
    assert night.minor == RESET + 2 * SHARE
    misdeal.void()
    assert night.minor == RESET + SHARE, "what bob's dollar came to stays"
    assert house.table("t2").state.meters.units["minor"] == RESET + SHARE, "and is shown there"
    assert house.floor.store.balances["layout:t1"] == 0
    assert house.floor.chips(ann.id) * 10_000 == chips * 10_000 + on_layout
    sold = 100 * DOLLAR
    assert house.floor.store.balances["inventory:t1"] == 100_000 * DOLLAR - sold
    house.audit()
    house.close()


#: What a dollar fed the floor's meters, and the table's own.
FED_ELSEWHERE = {("meter:house", 100_100), ("meter:t2.major", 70_000)}


@pytest.mark.clause("MD-LIR 12.G")
def test_what_another_table_has_won_the_house_gives_back(urls: Urls) -> None:
    """Bob's dollar was on the meter that Ann was paid; his round is void after that."""
    night = Night(urls(), luck=("t1",))
    house, bank = night.house, night.house.floor.store.balances["bank"]
    misdeal = Misdeal(night, "t2")
    misdeal.deal()
    night.ready("t1")
    night.house.ask(night.last_decision("t1"))
    assert night.paid("t1") == 250_06
    left = RESET + 2 * SHARE - 6 * 10_000
    assert night.minor == left
    misdeal.void()
    assert night.minor == left, "the meter stays as it is"
    assert house.table("t2").state.meters.units["minor"] == left
    assert misdeal.given_back() == {*FED_ELSEWHERE, ("bank", SHARE)}
    # Ann's hit took the meter back to its reset.
    assert house.floor.store.balances["bank"] == bank - RESET - SHARE
    sold = 100 * DOLLAR
    assert house.floor.store.balances["inventory:t2"] == 100_000 * DOLLAR - sold
    house.audit()
    assert verify(house.real).bad is None
    told = record(house.floor.store, "t2-1")
    assert replay(told).wrong is None, "the record of the void is enough by itself"
    house.ask(lambda floor: hand_over(floor, misdeal.boss, "t2", "auto"))
    closed = house.ask(lambda floor: close_table(floor, misdeal.boss, "t2"))
    assert closed["reconciled"]
    assert closed["result"] == 0
    house.reopen()
    assert verify(house.real).bad is None
    house.close()


def test_what_was_won_before_the_bets_closed_is_no_matter(tmp_path: Path) -> None:
    """Bob's dollar came to a meter that Ann had won already, and comes back from there."""
    night = Night(str(tmp_path / "floor.db"), luck=("t1",))
    misdeal = Misdeal(night, "t2")
    night.ready("t1")
    night.house.ask(night.last_decision("t1"))
    left = night.minor
    misdeal.deal()
    assert night.minor == left + SHARE
    misdeal.void()
    assert night.minor == left
    assert misdeal.given_back() == {*FED_ELSEWHERE, ("meter:small", SHARE)}
    night.house.audit()
    night.house.close()


@pytest.mark.clause("COMAR 36.05.03.24F(3)(b)", "COMAR 36.05.03.24F(3)(d)")
def test_who_wins_a_meter_changes_it_at_every_table_at_once(tmp_path: Path) -> None:
    """Nobody bets on what is gone: t2 shows it with the very commit that pays at t1."""
    night = Night(str(tmp_path / "floor.db"), luck=("t1",))
    night.ready("t1")
    last = night.last_decision("t1")
    night.house.faces.clear()
    night.house.ask(last)
    shown = {face.id: face.state.meters.units["minor"] for face in night.house.faces}
    assert shown == {"t1": night.minor, "t2": night.minor}
    assert night.paid("t1") == 250_03
    night.house.audit()
    night.house.close()


@pytest.mark.parametrize("grown", [False, True], ids=["less", "more"])
def test_a_table_that_was_stopped_hears_of_it_when_it_goes_on(urls: Urls, grown: bool) -> None:
    """Whatever the meter has come to meanwhile: the ledger knows that it was won."""
    night = Night(urls(), luck=("t1",))
    house, misdeal = night.house, Misdeal(night, "t2")
    misdeal.deal()
    house.table("t2").stopped = "the database failed"
    night.ready("t1")
    house.ask(night.last_decision("t1"))
    if grown:  # by two dollars, at two seats of ann's
        ann = night.people["t1"]
        house.sit(ann, "t1", 2)
        for seat in (1, 2):
            house.say(ann, "t1", **house.bets("t1", seat, progressive=1))
        for seat in (1, 2):
            house.say(ann, "t1", do="ready", seat=seat)
    before, left = house.table("t2").state.meters.units["minor"], night.minor
    assert (left > before) is grown
    house.reopen()
    # What somebody is called, or says, is no feeding.
    house.sit(house.guest('"event":"meters-fed"'), "t2", 3)
    house.sit(house.guest("meters-fed"), "t2", 4)
    house.writer.run_batch([])
    if not grown:
        assert house.table("t2").state.meters.units["minor"] == left, "it shows no more than is"
    misdeal.void()
    assert night.minor == left
    assert misdeal.given_back() == {*FED_ELSEWHERE, ("bank", SHARE)}
    house.audit()
    assert verify(house.real).bad is None
    house.close()


def test_two_servers_know_of_each_others_winners(postgres_url: str) -> None:
    night = Night(postgres_url, luck=("t1",))
    misdeal = Misdeal(night, "t2")
    misdeal.deal()
    other = Harness(postgres_url)
    other.keys = night.house.keys
    ann = night.people["t1"]
    other.say(ann, "t1", do="ready", seat=1)
    for _ in range(2):
        other.say(ann, "t1", do="ride", seat=1)
    left = other.floor.store.balances["meter:small"]
    misdeal.void()
    assert night.minor == left
    assert misdeal.given_back() == {*FED_ELSEWHERE, ("bank", SHARE)}
    night.house.audit()
    other.close()
    night.house.close()


def test_the_house_cannot_say_that_a_meter_was_won(tmp_path: Path) -> None:
    """An audit finds chips of the bank that were given back for what is still on a meter."""
    night = Night(str(tmp_path / "floor.db"), luck=())
    misdeal = Misdeal(night, "t2")
    misdeal.deal()
    live = night.house.table("t2")
    units = dict(live.state.meters.units)
    said = cmd.ShowMeters(units, ("minor",))
    night.house.ask(lambda _: live.session.do(said, METER_SYSTEM))
    misdeal.void()
    bad = verify(night.house.real).bad
    assert bad is not None
    assert bad.reason == "the house gives back what the meter 'minor' still holds"
    night.house.close()


def test_the_house_cannot_keep_silent_that_a_meter_was_won(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An audit finds what a meter gave back though another table had been paid it."""
    show = MeterSystem._show
    monkeypatch.setattr(MeterSystem, "_show", lambda self, live, _won: show(self, live, ()))
    monkeypatch.setattr(MeterSystem, "_missed", lambda _self, _live: [])
    night = Night(str(tmp_path / "floor.db"), luck=("t1",))
    misdeal = Misdeal(night, "t2")
    misdeal.deal()
    night.ready("t1")
    night.house.ask(night.last_decision("t1"))
    misdeal.void()
    assert ("bank", SHARE) not in misdeal.given_back()
    bad = verify(night.house.real).bad
    assert bad is not None
    assert bad.reason == "the meter 'minor' gives back what another table has won"
    night.house.close()


def test_a_dealer_who_is_told_again_hears_the_same_without_the_meters(urls: Urls) -> None:
    """The meters that are shown before the bets close are no part of the dealer's answer."""
    night = Night(urls(), luck=())
    house, ann, bob = night.house, night.people["t1"], night.people["t2"]
    dealer, boss, _ = house.staff().values()
    house.say(ann, "t1", do="take-back-bet", seat=1, wager="progressive")
    house.ask(lambda floor: hand_over(floor, boss, "t1", "person"))
    house.say(bob, "t2", do="ready", seat=1)
    first = house.say(dealer, "t1", key="close", do="no-more-bets")
    assert not any(isinstance(one.event, ev.MetersShown) for one in first.events)
    assert any(isinstance(event, ev.MetersShown) for event in night.events("t1"))
    again = house.say(dealer, "t1", key="close", do="no-more-bets")
    assert again.version == first.version
    assert [one.event for one in again.events] == [one.event for one in first.events]
    house.close()


def test_a_table_that_comes_later_takes_the_meter_as_it_stands(urls: Urls) -> None:
    night = Night(urls(), luck=())
    night.ready("t1")
    night.house.ask(lambda floor: open_table(floor, RULES[0], HOUSE))
    assert night.house.table("t3").state.meters.units["minor"] == RESET + SHARE
    assert night.minor == RESET + SHARE, "nothing is put on it twice"
    night.house.audit()
    night.house.close()


def test_a_refused_command_shows_no_meters(tmp_path: Path) -> None:
    """A table is behind until it is next dealt at; what is refused there changes nothing."""
    house = Harness(str(tmp_path / "floor.db"), *RULES)
    ann = house.guest()
    house.sit(ann)
    with patch.object(MeterSystem, "after"):
        house.bet(ann, progressive=1)
        live = house.table("t2")
        behind, entries = dict(live.state.meters.units), live.session.entries
        for command in (cmd.Settle(), cmd.NoMoreBets()):
            with pytest.raises(Refused):
                house.ask(lambda floor: floor.do(live, command, AUTOMATIC_DEALER))  # noqa: B023 - at once
            assert (live.state.meters.units, live.session.entries) == (behind, entries)
    assert house.table().state.meters.units != behind
    house.close()
