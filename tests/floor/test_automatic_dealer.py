"""The automatic dealer, the clock and absent people: clocks that jump, decks whose hours end."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from conftest import Urls
from harness import DRAW, RIDE, Harness, rest, rules_of
from linked import linked_rules
from msgspec.structs import replace

from fairdeal.errors import Forbidden, Refused, StoppedError
from fairdeal.floor.audit import verify
from fairdeal.floor.floor import FloorSettings
from fairdeal.floor.people.accounts import GUEST_SECONDS
from fairdeal.floor.people.guests import register
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.floor.tables.table_acts import hand_over
from fairdeal.table import commands as cmd
from fairdeal.table.actors import DEALER
from fairdeal.table.next_step import next_command
from fairdeal.table.state import OPEN
from fairdeal.wire.commands import command_document
from fairdeal.wire.json import parse_json

HOUR = 3_600


@pytest.mark.parametrize("pace", [0, 1])
def test_a_clock_that_is_set_back_holds_nobody_up(urls: Urls, pace: int) -> None:
    """The seconds for bets and decisions begin anew; no table waits for the hour to come again."""
    house = Harness(urls(), rules_of(RIDE), settings=FloorSettings(pace=pace, clock=20, bots=False))
    rest(house, 30)
    ann = house.guest()
    house.sit(ann)
    rest(house, 30)
    house.say(ann, "t1", **house.bets())
    house.time -= HOUR
    rest(house, 60)
    assert house.table().state.phase is not OPEN, "the bets were closed in time"
    house.time -= HOUR
    rest(house, 120)
    assert house.table().state.rounds == 1, "the clock decided, and the round ended"
    house.audit()
    house.close()


def test_a_clock_that_is_set_back_over_a_restart(urls: Urls) -> None:
    house = Harness(urls(), rules_of(RIDE), settings=FloorSettings(pace=0, clock=20, bots=False))
    ann = house.guest()
    house.sit(ann)
    house.say(ann, "t1", **house.bets())
    house.time -= HOUR
    house.reopen()
    rest(house, 90)
    assert house.table().state.rounds == 1
    house.audit()
    house.close()


@pytest.mark.parametrize("restart", [False, True])
def test_a_clock_that_is_set_back_is_shown(urls: Urls, *, restart: bool) -> None:
    """Nobody is shown a deadline in an hour."""
    house = Harness(urls(), rules_of(RIDE), settings=FloorSettings(pace=0, clock=20, bots=False))
    ann = house.guest()
    house.sit(ann)
    house.say(ann, "t1", **house.bets())
    version = house.faces[-1].state.version
    house.time -= HOUR
    if restart:
        house.reopen()
    else:
        house.writer.run_batch([])
    shown = house.faces[-1]
    assert (shown.state.version, shown.since) == (version, int(house.time))
    assert house.table().deadline(20) == int(house.time) + 20
    house.close()


def test_the_step_that_was_found_in_a_transaction_is_the_next_one(urls: Urls) -> None:
    """After each command of a round, and not after an act that changes what the table waits for."""
    house = Harness(urls(), rules_of(RIDE), settings=FloorSettings(pace=0, clock=20, bots=False))
    ann = house.guest()
    house.sit(ann)
    floor, live = house.writer.floor, house.table()
    dealer = floor.automatic_dealer
    withdraw = {"do": "withdraw", "seat": 1}
    waits = []
    for number in range(12):
        said = (house.bets(), {"do": "ready", "seat": 1}, withdraw, withdraw)[number % 4]
        floor.begin()
        floor.command(ann, live.id, said, f"step {number}")
        floor.commit()
        found, now = dealer.step_after(live), dealer.next_step(live)
        waits.append(now is not None)
        assert (found and found[::2]) == (now and now[::2])
        house.time += 1
    assert any(waits)
    assert live.state.rounds == 3
    floor.begin()
    floor.command(ann, live.id, house.bets(), "again")
    live.closed = True
    assert dealer.step_after(live) is None
    live.closed = False
    floor.commit()
    house.close()


CHANGES: dict[str, Callable[[LiveTable], object]] = {
    "state": lambda live: replace(live.state, clock=live.state.clock + 1),
    "pending": lambda live: live.pending._replace(opened=True),
    "dealer": lambda _: "person",
    "since": lambda live: live.since + 1,
    "closed": lambda _: True,
    "stopped": lambda _: "a reason",
}


@pytest.mark.parametrize("name", ["nothing", *CHANGES])
def test_a_step_is_looked_for_again_where_anything_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    dealer, live = house.floor.automatic_dealer, house.table()
    looked: list[str] = []
    with monkeypatch.context() as patched:
        assert not dealer.run_next_step(live), "it waits for bets"
        patched.setattr(dealer, "next_step", lambda live: looked.append(live.id))
        if name in CHANGES:
            holder = live.session if name == "state" else live
            patched.setattr(holder, name, CHANGES[name](live))
        dealer.step_after(live)
    assert looked == (["t1"] if name in CHANGES else [])
    house.close()


@pytest.mark.parametrize("rules", [RIDE, DRAW], ids=["let-it-ride", "double-draw"])
def test_a_deck_whose_hours_ended_while_nothing_happened(urls: Urls, rules: str) -> None:
    """The house changes it before it deals, whoever bets first."""
    house = Harness(urls(), rules_of(rules))
    token, ann = house.ask(lambda floor: register(floor, "ann", "the hash of a password"))
    house.sit(ann)
    for _ in range(4):
        house.time += 23 * HOUR
        house.ask(lambda floor: floor.people.renew_session(token, floor.time))
        if not house.table().state.seats[1].stakes:
            house.say(ann, "t1", **house.bets())
        house.time += 5 * HOUR
        house.say(ann, "t1", do="ready", seat=1)
        assert house.table().stopped is None
        if house.table().state.phase is OPEN:
            # The deck was changed under the bets: they wait for the new one.
            house.say(ann, "t1", do="ready", seat=1)
        assert house.table().state.phase is not OPEN
        house.play_out({1: ann})
    assert house.table().state.rounds == 4
    house.audit()
    house.close()


def test_bots_wait_until_a_person_who_deals_has_the_cards_ready(urls: Urls) -> None:
    house = Harness(
        urls(),
        linked_rules("North", bots=1),
        settings=FloorSettings(pace=0, clock=20, bots=True),
    )
    ann, boss = house.guest(), house.staff()["floor"]
    house.sit(ann)
    house.ask(lambda floor: hand_over(floor, boss, "t1", "person"))
    house.say(ann, "t1", **house.bets())
    house.say(boss, "t1", do="order-shuffle")
    rest(house, 60)
    assert house.table().stopped is None
    house.audit()
    house.close()


def test_the_clock_begins_anew_when_the_floorperson_has_spoken(urls: Urls) -> None:
    """Nobody decides while the floorperson is asked, and nobody's time is over after it."""
    house = Harness(urls(), rules_of(RIDE), settings=FloorSettings(pace=0, clock=20, bots=False))
    ann, staff = house.guest(), house.staff()
    house.sit(ann)
    house.ask(lambda floor: hand_over(floor, staff["floor"], "t1", "person"))
    house.say(ann, "t1", **house.bets())
    assert house.table().deadline(20) is None, "whoever deals closes the bets"
    while house.table().state.turn is None:
        command = house.table().session.next_command()
        assert command is not None
        house.say(staff["dealer"], "t1", **command_document(command))
    assert house.table().deadline(20) == house.time + 20
    house.say(staff["dealer"], "t1", do="wrong-number", place="seat:1", cards=4)
    assert house.table().deadline(20) is None
    rest(house, 60)
    assert house.table().stopped is None
    asked = house.table().state.asked
    assert asked is not None
    house.say(staff["floor"], "t1", do="deny", asked=asked.asked, reason="there are three")
    assert house.table().state.asked is None
    assert house.table().deadline(20) == house.time + 20
    house.reopen()
    assert house.table().deadline(20) == house.time + 20, "after a restart too"
    rest(house, 19)
    assert house.table().state.seats[1].withdrawn == frozenset()
    rest(house, 2)
    assert house.table().state.seats[1].withdrawn == {"bet-1"}, "the clock has decided"
    assert house.table().stopped is None
    house.audit()
    assert verify(house.real).bad is None
    house.close()


def test_bets_that_lie_have_their_time_when_the_automatic_dealer_takes_over(urls: Urls) -> None:
    url = urls()
    house = Harness(url, rules_of(RIDE), settings=FloorSettings(pace=0, clock=20, bots=False))
    ann, staff = house.guest(), house.staff()
    house.sit(ann)
    house.ask(lambda floor: hand_over(floor, staff["floor"], "t1", "person"))
    house.say(ann, "t1", **house.bets())
    rest(house, 60)
    house.ask(lambda floor: hand_over(floor, staff["floor"], "t1", "auto"))
    assert house.table().state.phase is OPEN
    assert house.table().deadline(20) == house.time + 20
    house.reopen()
    assert house.table().deadline(20) == house.time + 20
    assert verify(house.real).bad is None
    rest(house, 21)
    assert house.table().state.phase is not OPEN
    house.audit()
    house.close()


def test_a_bot_may_be_called_like_somebody_who_works_here(tmp_path: Path) -> None:
    settings = FloorSettings(pace=0, clock=20, bots=True)
    rules = rules_of(RIDE + '\n[floor]\nname = "Company"\nbots = 1\n')
    house = Harness(str(tmp_path / "floor.db"), settings=settings)
    house.ask(lambda floor: floor.people.add("bot ada", "registered", 1, roles=(DEALER,)))
    house.open_table(rules)
    assert house.table().stopped is None
    assert house.table().state.seats
    house.close()


#: A report of a person who deals.
WRONG = cmd.WrongNumber(place=1, cards=4)


@pytest.mark.parametrize(("older", "bad"), [(0, False), (1, True)])
def test_a_moment_as_older_versions_kept_it(tmp_path: Path, older: int, bad: bool) -> None:
    """Their clock ran on while the floorperson was asked: the log is as good."""
    path = tmp_path / "floor.db"
    house = Harness(str(path), rules_of(RIDE), settings=FloorSettings(pace=0, clock=20, bots=False))
    ann, staff = house.guest(), house.staff()
    house.sit(ann)
    house.ask(lambda floor: hand_over(floor, staff["floor"], "t1", "person"))
    house.bet(ann)
    while (command := next_command(house.table().state)) is not None:
        house.say(staff["dealer"], "t1", **command_document(command))
    began = int(house.time)
    house.time += 2
    house.say(staff["dealer"], "t1", **command_document(WRONG))
    house.time += 2
    asked = house.table().state.asked
    assert asked is not None
    house.say(staff["floor"], "t1", do="deny", asked=asked.asked, reason="there are three")
    house.close()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE moments SET since = ?", [began + older])
    database.close()
    again = Harness(str(path))
    assert (verify(again.real).bad is not None) is bad
    again.close()


def test_a_call_for_the_floorperson_wins_no_time(tmp_path: Path) -> None:
    settings = FloorSettings(pace=0, clock=20, bots=False)
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE), settings=settings)
    ann = house.guest()
    house.sit(ann)
    house.say(ann, "t1", **house.bets())
    began = house.time
    rest(house, 15)
    house.say(ann, "t1", do="call-floor", reason="a chip is missing")
    assert house.table().deadline(20) == began + 20
    rest(house, 6)
    assert house.table().state.phase is not OPEN
    house.close()


PRACTICE = RIDE.replace("adjacent-boxes = 1", "adjacent-boxes = 2") + (
    '\n[floor]\nname = "Practice"\npractice = true\nbots = 2\n'
)


def test_nobody_who_is_gone_holds_up_the_others_at_practice(tmp_path: Path) -> None:
    """There is no clock for whoever sits there alone, with two boxes and beside bots too."""
    settings = FloorSettings(pace=0, clock=20, bots=True)
    house = Harness(str(tmp_path / "floor.db"), rules_of(PRACTICE), settings=settings)
    eve = house.ask(lambda floor: register(floor, "eve", "the hash of a password"))[1]
    for seat in (1, 2):
        house.sit(eve, seat=seat)
        house.say(eve, "t1", **house.bets(seat=seat))
    for seat in (1, 2):
        house.say(eve, "t1", do="ready", seat=seat)
    assert house.table().state.turn == 1
    rest(house, 2 * HOUR, step=60)
    assert house.table().state.turn == 1
    assert house.table().deadline(20) is None
    bob = house.guest("bob")
    house.sit(bob, seat=3)
    assert house.table().deadline(20) == house.time + 20, "her time begins when he sits down"
    house.reopen()
    assert house.table().deadline(20) == house.time + 20
    rest(house, 120)
    assert house.table().state.rounds == 1
    house.bet(bob, seat=3)
    house.play_out({3: bob})
    assert house.table().state.rounds == 2
    house.say(bob, "t1", do="leave", seat=3)
    house.say(eve, "t1", **house.bets())
    assert house.table().deadline(20) is None, "she is alone again"
    house.audit()
    assert verify(house.real).bad is None
    house.close()


def test_a_guest_who_is_gone_leaves_every_table(urls: Urls) -> None:
    """The round that she is in is played to its end first, and what is left of it is hers."""
    house = Harness(urls(), rules_of(RIDE), rules_of(RIDE))
    ann = house.guest()
    house.sit(ann, "t1")
    house.sit(ann, "t2")
    house.bet(ann, "t1")
    house.say(ann, "t2", **house.bets("t2"))
    house.time += GUEST_SECONDS + 700
    house.writer.run_batch([])
    rest(house, 800, step=2.5)
    assert all(not live.state.seats for live in house.floor.tables.values())
    assert house.table("t1").state.rounds == 1
    assert not any(live.stopped for live in house.floor.tables.values())
    with pytest.raises(Forbidden, match="no account on this floor"):
        house.sit(ann, "t1")
    house.audit()
    house.close()


def test_a_guest_who_left_a_round_that_is_still_on(urls: Urls) -> None:
    house = Harness(urls(), rules_of(RIDE))
    ann, bob = house.guest(), house.guest("bob")
    house.sit(ann, seat=1)
    house.sit(bob, seat=2)
    house.say(ann, "t1", **house.bets(seat=1))
    house.bet(bob, seat=2)
    house.say(ann, "t1", do="ready", seat=1)
    house.say(ann, "t1", do="leave", seat=1)
    assert house.table().state.seats[1].left
    house.time += GUEST_SECONDS + 700
    house.writer.run_batch([])
    assert house.table().stopped is None
    house.audit()
    house.close()


def test_a_guest_at_a_table_that_is_stopped_goes_when_it_goes_on(urls: Urls) -> None:
    house = Harness(urls(), rules_of(RIDE))
    ann = house.guest()
    house.sit(ann)
    house.disk.plan("fsync")
    with pytest.raises(StoppedError):
        house.say(ann, "t1", **house.bets())
    house.time += GUEST_SECONDS + 700
    house.writer.run_batch([])
    found = house.floor.people.find(ann.id)
    assert found is not None
    assert not found.ended
    house.reopen()
    house.time += 700
    house.writer.run_batch([])
    assert not house.table().state.seats
    found = house.floor.people.find(ann.id)
    assert found is not None
    assert found.ended
    house.audit()
    house.close()


def test_a_step_of_the_house_that_is_refused_stops_that_table_alone(
    urls: Urls, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever gave the command before it is told that it was done."""
    house = Harness(urls(), rules_of(RIDE), rules_of(RIDE))
    ann = house.guest()
    house.sit(ann, "t1")
    house.sit(ann, "t2")
    house.say(ann, "t1", **house.bets())

    def refused(*_: object) -> None:
        raise Refused("no", None)

    with monkeypatch.context() as patch:
        patch.setattr(house.floor.automatic_dealer, "_close_bets", refused)
        answer = house.say(ann, "t1", key="ready", do="ready", seat=1)
    assert "cannot go on" in (house.table().stopped or "")
    assert house.faces[-1].stopped
    house.bet(ann, "t2")
    house.reopen()
    assert house.say(ann, "t1", key="ready", do="ready", seat=1).version == answer.version
    house.writer.run_batch([])
    house.play_out({1: ann}, "t1")
    assert house.table().state.rounds == 1
    house.audit()
    house.close()


def test_every_commitment_is_opened_after_a_snapshot_and_a_restart(
    urls: Urls, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A shuffle that is ordered after the snapshot makes a second commitment for the round; the
    first, which stands in the entry of the snapshot, is opened as well.
    """
    monkeypatch.setattr("fairdeal.floor.tables.live_table.SNAPSHOT_EVERY", 1)
    house = Harness(urls(), rules_of(RIDE))
    ann, boss = house.guest(), house.staff()["floor"]
    house.sit(ann)
    house.bet(ann)
    house.play_out({1: ann})
    house.say(boss, "t1", do="order-shuffle")
    house.reopen()
    house.bet(ann)
    house.play_out({1: ann})
    house.audit()
    *_, last = [
        event
        for stored in house.floor.store.entries("t1", first=1)
        for event in parse_json(stored.body)["events"]
        if event["event"] == "secrets-revealed"
    ]
    assert len(last["secrets"]) == 2
    house.close()
