"""Presence: nobody waits for a player who is gone or only watches, and such seats come free."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Urls
from harness import RIDE, TWICE, Harness, rest, rules_of

from fairdeal.errors import Refused
from fairdeal.floor.floor import FloorSettings
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.presence import COMMAND_SECONDS
from fairdeal.floor.people.sessions import sign_in
from fairdeal.floor.tables.absent_players import ABSENT_SECONDS, IDLE_ROUNDS, STANDSTILL_SECONDS
from fairdeal.table import events as ev
from fairdeal.table.state import OPEN
from fairdeal.table.view import PUBLIC
from fairdeal.web.pages.table.scene import scene

GONE = COMMAND_SECONDS + ABSENT_SECONDS
PEOPLE = FloorSettings(pace=0, clock=20, bots=False)
BOTS = FloorSettings(pace=1, clock=20, bots=True)
WITH_BOTS = RIDE + "\n[floor]\nbots = 2\n"


def connected(house: Harness, *people: Person) -> Callable[[float], None]:
    """Time passes while people have a connection."""

    def pass_time(seconds: float) -> None:
        for _ in range(int(seconds / 2)):
            for person in people:
                house.floor.presence.note_connection(person.id)
            rest(house, 2, step=1)

    return pass_time


def two_seated(folder: Path) -> tuple[Harness, Person, Person]:
    """Ann sits at the first seat, Bob at the second."""
    house = Harness(str(folder / "floor.db"), rules_of(RIDE), settings=PEOPLE)
    ann, bob = house.guest(), house.guest("bob")
    house.sit(ann)
    house.sit(bob, seat=2)
    return house, ann, bob


def plays_alone(house: Harness, bob: Person) -> None:
    """Bob plays a round, in which the first seat has no bet."""
    house.bet(bob, seat=2)
    house.play_out({2: bob})


def removals(house: Harness) -> list[ev.PlayerRemoved]:
    events = [one.event for face in house.faces for one in face.recent]
    return [event for event in events if isinstance(event, ev.PlayerRemoved)]


def test_a_seat_comes_free_two_minutes_after_its_player_has_gone(urls: Urls) -> None:
    house = Harness(urls(), rules_of(RIDE), settings=PEOPLE)
    ann = house.guest()
    house.sit(ann)
    rest(house, GONE - 1)
    assert 1 in house.table().state.seats
    rest(house, 8)
    assert 1 not in house.table().state.seats
    assert [one.reason for one in removals(house)] == ["away for 2 minutes"]
    assert house.floor.chips(ann.id) == 1_000_00
    house.sit(ann, seat=2)
    house.audit()
    house.close()


def test_a_bet_that_lies_before_the_deal_goes_along(tmp_path: Path) -> None:
    house = Harness(
        str(tmp_path / "floor.db"), rules_of(RIDE), settings=FloorSettings(0, 0, bots=False)
    )
    ann = house.guest()
    house.sit(ann)
    house.say(ann, "t1", **house.bets())
    rest(house, GONE + 8)
    assert not house.table().state.seats
    assert house.floor.chips(ann.id) == 1_000_00
    house.audit()
    house.close()


def test_a_connection_keeps_the_seat(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE), settings=PEOPLE)
    ann = house.guest()
    house.sit(ann)
    connected(house, ann)(600)
    assert house.table().state.seats[1].player == ann.id
    rest(house, ABSENT_SECONDS + 30)
    assert not house.table().state.seats
    house.close()


def test_an_absence_of_three_rounds_frees_the_seat(tmp_path: Path) -> None:
    house, _, bob = two_seated(tmp_path)
    rest(house, COMMAND_SECONDS + 1)
    for number in range(3):
        rest(house, 6)
        assert 1 in house.table().state.seats, number
        plays_alone(house, bob)
    rest(house, 6)
    assert 1 not in house.table().state.seats
    assert [one.reason for one in removals(house)] == ["away for 3 rounds"]
    house.audit()
    house.close()


def test_rounds_that_were_watched_are_no_absence(tmp_path: Path) -> None:
    """Ann watches five rounds, then her phone sleeps for half a minute."""
    house, ann, bob = two_seated(tmp_path)
    watch = connected(house, ann, bob)
    for _ in range(5):
        watch(20)
        plays_alone(house, bob)
    rest(house, 30)
    assert not house.floor.presence.is_present(ann.id)
    assert house.table().missed_rounds(1) == 5
    assert 1 in house.table().state.seats
    watch(20)
    rest(house, 30)
    for number in range(3):
        assert 1 in house.table().state.seats, number
        plays_alone(house, bob)
        rest(house, 6)
    assert [one.reason for one in removals(house)] == ["away for 3 rounds"]
    house.audit()
    house.close()


def test_ten_rounds_without_a_bet_free_the_seat_of_one_who_is_there(tmp_path: Path) -> None:
    house, ann, bob = two_seated(tmp_path)
    watch = connected(house, ann, bob)
    for number in range(IDLE_ROUNDS):
        watch(6)
        assert house.table().missed_rounds(1) == number
        plays_alone(house, bob)
    watch(6)
    assert [one.reason for one in removals(house)] == ["no bet for 10 rounds"]
    assert 2 in house.table().state.seats
    house.audit()
    house.close()


def test_a_bet_ends_sitting_out(tmp_path: Path) -> None:
    house, ann, bob = two_seated(tmp_path)
    for _ in range(4):
        plays_alone(house, bob)
    assert house.table().missed_rounds(1) == 4
    house.reopen()
    assert house.table().missed_rounds(1) == 4, "it follows from the log"
    house.say(ann, "t1", **house.bets(seat=1))
    house.bet(bob, seat=2)
    house.say(ann, "t1", do="ready", seat=1)
    house.play_out({1: ann, 2: bob})
    assert house.table().missed_rounds(1) == 0
    house.close()


def test_who_sits_down_during_a_round_has_not_missed_it(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE), settings=PEOPLE)
    ann, bob = house.guest(), house.guest("bob")
    house.sit(bob, seat=2)
    house.bet(bob, seat=2)
    house.sit(ann)
    house.play_out({2: bob})
    assert house.table().missed_rounds(1) == 0
    house.close()


def test_bots_play_on_without_a_player_who_is_gone(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(WITH_BOTS), settings=BOTS)
    rest(house, 40)
    house.sit(house.guest())
    rest(house, COMMAND_SECONDS + 1)
    rounds = house.table().state.rounds
    rest(house, 45)
    assert 1 in house.table().state.seats, "the seat is not free yet"
    assert house.table().state.rounds > rounds
    house.audit()
    house.close()


def test_bots_play_on_without_a_player_who_only_watches(tmp_path: Path) -> None:
    """They wait for the length of the clock once, and then not at all until the player bets."""
    house = Harness(str(tmp_path / "floor.db"), rules_of(WITH_BOTS), settings=BOTS)
    ann = house.guest()
    house.sit(ann)
    watch = connected(house, ann)
    watch(200)
    table = house.table()
    assert table.state.rounds > 2
    assert table.missed_rounds(1) == table.state.rounds
    while table.state.phase is not OPEN or not house.bets()["amounts"]:
        watch(2)
    house.say(ann, "t1", **house.bets())
    house.say(ann, "t1", do="ready", seat=1)
    watch(20)
    assert table.state.seats[1].in_round
    house.audit()
    house.close()


def test_without_a_clock_bots_wait_twenty_seconds_for_the_first_bet(tmp_path: Path) -> None:
    """Somebody is there who does not bet."""
    untimed = FloorSettings(pace=1, clock=0, bots=True)
    house = Harness(str(tmp_path / "floor.db"), rules_of(WITH_BOTS), settings=untimed)
    ann = house.guest()
    house.sit(ann)
    house.floor.presence.note_connection(ann.id)
    rest(house, 10)
    house.floor.presence.note_connection(ann.id)
    step = house.floor.automatic_dealer.next_step(house.table())
    assert step is not None
    assert step.when == house.table().since + 20
    house.close()


def test_a_bot_gives_its_seat_up_between_rounds_only(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(WITH_BOTS), settings=BOTS)
    ann, bea = house.guest("ann"), house.guest("bea")
    house.sit(ann)
    watch = connected(house, ann, bea)
    while house.table().state.phase is OPEN:
        watch(2)
    number = next(n for n, seat in house.table().state.seats.items() if seat.bot)
    with pytest.raises(Refused, match=f"seat {number} belongs to a bot: ask for it after this"):
        house.sit(bea, seat=number)
    assert house.table().state.seats[number].bot
    while house.table().state.phase is not OPEN:
        watch(2)
    house.sit(bea, seat=number)
    assert house.table().state.seats[number].player == bea.id
    house.audit()
    house.close()


def idlers(house: Harness, seats: int = 5) -> tuple[list[Person], Callable[[float], None]]:
    """People who take seats, bots' seats too, and do not bet; and how time passes for them."""
    people = []
    for number in range(1, seats + 1):
        people.append(house.guest(f"guest {number}"))
        while house.table().state.phase is not OPEN:
            rest(house, 1)
        house.sit(people[-1], seat=number)
    return people, connected(house, *people)


def test_a_table_with_a_free_seat_does_not_stand_still_for_those_who_watch(
    tmp_path: Path,
) -> None:
    """Four of five seats are people's who do not bet, and the bots have given up theirs."""
    house = Harness(str(tmp_path / "floor.db"), rules_of(WITH_BOTS), settings=BOTS)
    rest(house, 40)
    people, watch = idlers(house)
    house.say(people[3], "t1", do="leave", seat=4)
    assert not any(seat.bot for seat in house.table().state.seats.values())
    rounds = house.table().state.rounds
    watch(PEOPLE.clock - 4)
    assert 4 not in house.table().state.seats, "a person may still take it"
    watch(60)
    assert house.table().state.seats[4].bot
    assert house.table().state.rounds > rounds
    while house.table().state.phase is not OPEN:
        watch(2)
    house.sit(house.guest("late"), seat=4)
    house.audit()
    house.close()


def test_without_a_clock_a_bot_takes_the_last_seat_after_twenty_seconds(tmp_path: Path) -> None:
    untimed = FloorSettings(pace=1, clock=0, bots=True)
    house = Harness(str(tmp_path / "floor.db"), rules_of(WITH_BOTS), settings=untimed)
    rest(house, 40)
    people, watch = idlers(house)
    house.say(people[3], "t1", do="leave", seat=4)
    table = house.table()
    watch(table.since + 20 - house.time - 4)
    assert 4 not in table.state.seats, "a person may still take it"
    watch(10)
    assert table.state.seats[4].bot
    house.close()


def test_people_who_never_bet_do_not_keep_a_full_table_for_ever(tmp_path: Path) -> None:
    """No bot has a seat, so that no rounds are counted."""
    house = Harness(str(tmp_path / "floor.db"), rules_of(WITH_BOTS), settings=BOTS)
    rest(house, 40)
    people, watch = idlers(house)
    watch(STANDSTILL_SECONDS - 20)
    assert len(house.table().state.seats) == 5
    house.time += 60  # the machine stands still: nobody's time runs in an outage
    watch(STANDSTILL_SECONDS - 20)
    assert [seat.bot for seat in house.table().state.seats.values()] == [False] * 5
    watch(40)
    told = removals(house)
    assert [one.reason for one in told] == ["no bet for 5 minutes at a full table"] * 5
    watch(60)
    assert sum(seat.bot for seat in house.table().state.seats.values()) == 2
    assert [house.floor.chips(one.id) for one in people] == [1_000_00] * 5
    house.audit()
    house.close()


def freed_at(house: Harness) -> float | None:
    """When people are told that all seats come free."""
    return house.faces[-1].freed_at


def test_who_does_not_bet_at_a_full_table_is_warned_a_minute_before(tmp_path: Path) -> None:
    """And no more once somebody bets, or after a pause of the house."""
    house = Harness(str(tmp_path / "floor.db"), rules_of(WITH_BOTS), settings=BOTS)
    rest(house, 40)
    people, watch = idlers(house)
    began = house.time
    watch(STANDSTILL_SECONDS - 70)
    assert freed_at(house) is None
    watch(20)
    assert freed_at(house) == pytest.approx(began + STANDSTILL_SECONDS, abs=6)
    house.time += 60  # the machine stands still, and everybody's time begins anew
    watch(10)
    assert freed_at(house) is None
    watch(STANDSTILL_SECONDS - 30)
    assert freed_at(house) is not None
    house.bet(people[0])
    assert freed_at(house) is None
    assert len(house.table().state.seats) == 5
    house.close()


def test_the_warning_stands_on_the_page_of_those_who_sit_there(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(WITH_BOTS), settings=BOTS)
    rest(house, 40)
    people, watch = idlers(house)
    watch(STANDSTILL_SECONDS - 30)
    face = house.faces[-1]
    seated, watching = scene(face, face.viewer(people[0])), scene(face, PUBLIC)
    assert seated.headline == "Bet within a minute, or your seat comes free"
    assert seated.warns
    assert watching.headline == "Bets are open"
    assert not watching.warns
    house.close()


def test_who_bets_at_a_full_table_keeps_it_for_all(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(WITH_BOTS), settings=BOTS)
    rest(house, 40)
    people, watch = idlers(house)
    watch(STANDSTILL_SECONDS - 20)
    house.bet(people[0])
    watch(40)
    assert len(house.table().state.seats) == 5
    house.audit()
    house.close()


def test_bots_play_on_at_a_practice_table_that_is_nobodys_own(tmp_path: Path) -> None:
    """Whoever watches such a table sees it go on, beside a player who does not bet."""
    rules = rules_of(WITH_BOTS + "practice = true\n")
    house = Harness(str(tmp_path / "floor.db"), rules, settings=BOTS)
    ann = house.guest()
    house.sit(ann)
    connected(house, ann)(120)
    assert house.table().state.rounds > 0
    assert 1 in house.table().state.seats
    house.audit()
    house.close()


@pytest.mark.clause("MD-RET 7.B(3)")
def test_without_a_clock_the_least_costly_decision_is_made_for_one_who_is_gone(
    urls: Urls,
) -> None:
    """Absence is not leaving: the wagers are not abandoned, and the table does not stand still."""
    house = Harness(urls(), rules_of(RIDE), settings=FloorSettings(pace=0, clock=0, bots=False))
    ann = house.guest()
    house.sit(ann)
    house.bet(ann)
    rest(house, GONE - 2)
    assert house.table().state.seats[1].withdrawn == frozenset()
    rest(house, 20)
    assert house.table().state.rounds == 1, "both bets were withdrawn, and the round has ended"
    rest(house, 8)
    assert not house.table().state.seats
    events = [one.event for face in house.faces for one in face.recent]
    withdrawn = [one for one in events if isinstance(one, ev.BetWithdrawn)]
    assert [(one.wager, one.cause) for one in withdrawn] == [("bet-1", "clock"), ("bet-2", "clock")]
    house.audit()
    house.close()


def test_nobody_is_taken_from_a_round(tmp_path: Path) -> None:
    """Ann is long gone when her turn comes, since bob thinks for long."""
    house = Harness(
        str(tmp_path / "floor.db"), rules_of(TWICE), settings=FloorSettings(0, 0, bots=False)
    )
    ann, bob = house.guest(), house.guest("bob")
    house.sit(bob, seat=1)
    house.sit(ann, seat=2)
    house.say(ann, "t1", **house.bets(seat=2))
    house.bet(bob, seat=1)
    house.say(ann, "t1", do="ready", seat=2)
    assert house.table().state.turn == 1
    connected(house, bob)(GONE + 60)
    assert house.table().state.seats[2].folded is None
    assert not house.table().state.seats[2].left
    house.close()


def test_after_an_outage_everybody_counts_as_present(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE), settings=PEOPLE)
    ann = house.guest()
    house.sit(ann)
    house.time += 3_600
    house.reopen()
    rest(house, GONE - 10)
    assert 1 in house.table().state.seats
    house.time += 3_600
    rest(house, GONE - 10)
    assert 1 in house.table().state.seats, "a machine that stood still noticed nobody"
    rest(house, 20)
    assert 1 not in house.table().state.seats
    house.close()


def test_a_clock_that_is_set_back_does_not_keep_a_seat(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE), settings=PEOPLE)
    house.sit(house.guest())
    house.time -= 3_600
    rest(house, GONE + 10)
    assert not house.table().state.seats
    house.close()


def test_servers_of_one_floor_share_what_they_know_of_presence(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann has her connection at another server, which notes her session now and then."""
    house = Harness(postgres_url, rules_of(RIDE), settings=PEOPLE)
    ann = house.guest()
    monkeypatch.setattr(house.floor.database, "shared", True)
    token = house.ask(lambda floor: sign_in(floor, ann.id))
    house.sit(ann)
    for _ in range(12):
        rest(house, 20, step=2)
        house.ask(lambda floor: floor.people.renew_session(token, floor.time))
    assert 1 in house.table().state.seats
    rest(house, 180, step=2)
    assert 1 not in house.table().state.seats
    house.close()
