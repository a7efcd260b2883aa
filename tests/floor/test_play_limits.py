"""Limits that players set for themselves: at once when lower, after a day when higher."""

from pathlib import Path

import pytest
from harness import RIDE, Harness, rules_of

from fairdeal.errors import BadInputError, Forbidden, Refused
from fairdeal.floor.audit import verify
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.guests import register
from fairdeal.floor.people.play_limits import (
    DAY,
    HOUR,
    PlayLimit,
    PlayLimits,
    Today,
    cool_off,
    set_limit,
)
from fairdeal.rulebook.money import UNITS_PER_CENT


def player(house: Harness, name: str = "ann") -> Person:
    """A registered player, whose account lasts longer than a day."""
    return house.ask(lambda floor: register(floor, name, "a hash that nobody signs in by"))[1]


def limit(house: Harness, person: Person, kind: str, amount: object) -> None:
    house.ask(lambda floor: set_limit(floor, person, kind, amount))


def amount(house: Harness, person: Person, kind: str) -> int | None:
    found = house.floor.play_limits.limits(person.id, house.floor.time).get(kind)
    return found.amount if found else None


def test_a_lower_limit_is_in_force_at_once_and_a_higher_one_after_a_day(house: Harness) -> None:
    ann = player(house)
    limit(house, ann, "loss", 100)
    limit(house, ann, "loss", 50)
    assert amount(house, ann, "loss") == 50_00
    limit(house, ann, "loss", 80)
    limit(house, ann, "stake", 20)
    limit(house, ann, "stake", None)
    house.reopen()
    assert (amount(house, ann, "loss"), amount(house, ann, "stake")) == (50_00, 20_00)
    house.time += DAY - 1
    assert (amount(house, ann, "loss"), amount(house, ann, "stake")) == (50_00, 20_00)
    house.time += 1
    assert (amount(house, ann, "loss"), amount(house, ann, "stake")) == (80_00, None)
    assert verify(house.real).valid


def test_a_lower_limit_takes_back_a_raise_that_waits(house: Harness) -> None:
    ann = player(house)
    for dollars in (50, 80, 40):
        limit(house, ann, "loss", dollars)
    house.time += 2 * DAY
    assert amount(house, ann, "loss") == 40_00


def test_a_bet_beyond_the_limit_of_a_round_is_refused(house: Harness) -> None:
    """Three equal bets of five dollars are fifteen."""
    ann = player(house)
    house.sit(ann)
    limit(house, ann, "stake", 14)
    with pytest.raises(Refused, match=r"this makes \$15 in a round, and your limit is \$14"):
        house.say(ann, "t1", **house.bets())
    bob = player(house, "bob")
    house.sit(bob, seat=2)
    limit(house, bob, "stake", 15)
    house.say(bob, "t1", **house.bets(seat=2))


def test_what_lies_on_the_layout_counts_as_lost_today(house: Harness) -> None:
    """Fifteen dollars lie at the first table; five more each are thirty."""
    house.open_table(rules_of(RIDE))
    ann = player(house)
    for table in ("t1", "t2"):
        house.sit(ann, table)
    limit(house, ann, "loss", 29)
    house.say(ann, "t1", **house.bets())
    with pytest.raises(Refused, match=r"you could lose \$30 today, and your limit is \$29"):
        house.say(ann, "t2", **house.bets("t2"))
    house.say(ann, "t1", do="leave", seat=1)  # the bets go along
    house.say(ann, "t2", **house.bets("t2"))


def test_a_decision_of_a_round_is_never_kept_from_a_player(house: Harness) -> None:
    ann = player(house)
    house.sit(ann)
    house.bet(ann)
    house.ask(lambda floor: cool_off(floor, ann, 1))
    house.play_out({1: ann})
    with pytest.raises(Refused, match="you are taking a break"):
        house.say(ann, "t1", **house.bets())


def test_a_day_is_read_again_from_the_ledger(house: Harness) -> None:
    """The same sum after a restart as from step to step; buy-ins are no results."""
    ann = player(house)
    house.sit(ann)
    house.bet(ann)
    house.play_out({1: ann})
    one = house.ask(lambda floor: floor.play_limits.today(floor, ann.id))
    house.reopen()
    other = house.ask(lambda floor: floor.play_limits.today(floor, ann.id))
    assert one == other
    assert one.units == (house.floor.chips(ann.id) - 1_000_00) * UNITS_PER_CENT
    assert one.since == house.floor.time


def test_time_runs_from_the_first_bet_of_the_day(house: Harness) -> None:
    ann = player(house)
    house.sit(ann)
    limit(house, ann, "time", 30)
    house.bet(ann)
    house.play_out({1: ann})
    house.time += 30 * 60 - 1
    house.say(ann, "t1", **house.bets())
    house.time += 1
    with pytest.raises(Refused, match="your limit is 30 minutes a day"):
        house.say(ann, "t1", **house.bets())


def test_a_break_is_kept_to_the_end(house: Harness) -> None:
    ann = player(house)
    house.sit(ann)
    for hours in (3, 1):
        house.ask(lambda floor: cool_off(floor, ann, hours))  # noqa: B023 - at once
    house.time += 2 * HOUR
    for document in (house.bets(), {"do": "sit", "seat": 2}, {"do": "buy-in", "seat": 1}):
        given = {**document, "amount": 20} if document["do"] == "buy-in" else document
        with pytest.raises(Refused, match="you are taking a break: you can play again in 1 h"):
            house.say(ann, "t1", **given)
    house.time += HOUR
    house.say(ann, "t1", **house.bets())
    assert verify(house.real).valid


def test_limits_are_players_own_and_amounts(house: Harness) -> None:
    ann, operator = player(house), house.staff()["operator"]
    with pytest.raises(Forbidden, match="limits are for players"):
        limit(house, operator, "loss", 5)
    for kind, wrong in (("loss", 0), ("loss", True), ("time", 1.5), ("time", 1441), ("luck", 1)):
        with pytest.raises(BadInputError):
            limit(house, ann, kind, wrong)
    a_year = 366 * 24
    for hours in (0, a_year + 1, "2"):
        with pytest.raises(BadInputError, match="a break has"):
            house.ask(lambda floor: cool_off(floor, ann, hours))  # noqa: B023 - at once
    house.ask(lambda floor: cool_off(floor, ann, a_year))
    assert verify(house.real).valid


def test_days_that_are_read_together_are_those_that_are_read_anew(tmp_path: Path) -> None:
    """Whoever is asked for later has the same day as somebody who was asked for all along."""
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    people = {1: house.guest("ann"), 3: house.guest("bob")}
    for seat, person in people.items():
        house.sit(person, "t1", seat)

    def days(limits: PlayLimits) -> list[Today]:
        return house.ask(lambda floor: [limits.today(floor, one.id) for one in people.values()])

    kept = house.floor.play_limits
    house.ask(lambda floor: kept.today(floor, people[1].id))
    for _ in range(3):
        for seat, person in people.items():
            house.time += 60
            house.say(person, "t1", **house.bets("t1", seat))
            assert days(kept) == days(PlayLimits())
        for seat, person in people.items():
            house.say(person, "t1", do="ready", seat=seat)
        house.play_out(people)
        assert days(kept) == days(PlayLimits())
    ann, bob = days(kept)
    assert ann != bob
    won = [house.floor.chips(one.id) - 1_000_00 for one in people.values()]
    assert [one.units // 10_000 for one in (ann, bob)] == won
    house.close()


def told(limits: PlayLimits, kind: str, amount: object, time: int) -> None:
    limits.apply({"act": "limit", "player": "ann", "kind": kind, "amount": amount}, time)


def test_a_raise_waits_for_a_day_to_the_second() -> None:
    limits = PlayLimits()
    told(limits, "loss", 50, 1_000)
    told(limits, "loss", 50.5, 1_000)
    told(limits, "time", 30, 1_000)
    for time, loss in ((1_000, 50_00), (87_399, 50_00), (87_400, 50_50)):
        now = {kind: one.amount for kind, one in limits.limits("ann", time).items()}
        assert now == {"loss": loss, "time": 30}
    assert limits.limits("ann", 1_000)["loss"] == PlayLimit(50_00, 50_50, 87_400)
    told(limits, "loss", 50, 1_000)
    assert limits.limits("ann", 87_400)["loss"] == PlayLimit(50_00), "the same is no raise"
    told(limits, "loss", None, 2_000)
    assert "loss" in limits.limits("ann", 88_399)
    assert "loss" not in limits.limits("ann", 88_400)
    assert limits.limits("bob", 1_000) == {}


def test_the_longest_of_two_breaks_counts_to_its_last_second() -> None:
    limits = PlayLimits()
    for until in (5_000, 9_000, 7_000):
        limits.apply({"act": "cool-off", "player": "ann", "until": until}, 1_000)
    limits.apply({"act": "handover", "player": "ann", "until": 99_000}, 1_000)
    assert (limits.cool_off("ann", 8_999), limits.cool_off("ann", 9_000)) == (9_000, None)
    assert limits.cool_off("bob", 0) is None


def test_a_bet_is_counted_before_it_is_written(house: Harness) -> None:
    """Two bets in one transaction: fifteen dollars, and a side bet of five."""
    ann = player(house)
    house.sit(ann)
    limit(house, ann, "loss", 19)
    first = house.job(ann, "t1", "first", house.bets())
    more = {**house.bets()["amounts"], "bet-1": 10, "bet-2": 10, "bet-3": 10}
    second = house.job(ann, "t1", "second", {"do": "place-bets", "seat": 1, "amounts": more})
    house.writer.run_batch([first, second])
    first.done.result(timeout=0)
    refused = second.done.exception(timeout=0)
    assert isinstance(refused, Refused)
    assert str(refused).startswith("with this you could lose $30 today, and your limit is $19")


def test_the_stakes_of_two_boxes_are_one_persons(tmp_path: Path) -> None:
    two = rules_of(RIDE.replace("adjacent-boxes = 1", "adjacent-boxes = 2"))
    house = Harness(str(tmp_path / "floor.db"), two)
    ann = player(house)
    house.sit(ann, seat=1)
    house.sit(ann, seat=2)
    limit(house, ann, "stake", 30)
    house.say(ann, "t1", **house.bets(seat=1))
    house.say(ann, "t1", **house.bets(seat=2))
    with pytest.raises(Refused, match=r"this makes \$35 in a round, and your limit is \$30"):
        house.say(ann, "t1", do="bet", seat=2, wager="bet-1", amount=10)
    house.close()


@pytest.mark.parametrize(
    ("kind", "most", "stored"),
    [("time", 1_440, 1_440), ("loss", 1_000_000_000, 10**11), ("stake", 0.01, 1)],
)
def test_the_largest_and_the_least_limit(
    house: Harness, kind: str, most: float, stored: int
) -> None:
    ann = player(house)
    limit(house, ann, kind, most)
    assert amount(house, ann, kind) == stored
    beyond = 0.001 if kind == "stake" else most + 1
    with pytest.raises(BadInputError, match="a limit"):
        limit(house, ann, kind, beyond)


def test_another_day_begins_at_midnight_in_utc(house: Harness) -> None:
    """The harness begins at 08:00 UTC: sixteen hours later what lay yesterday counts no more."""
    ann = player(house)
    house.sit(ann)
    house.say(ann, "t1", **house.bets())
    lost = Today(-15_00 * UNITS_PER_CENT, int(house.time))
    for later, day in ((0, lost), (16 * 3_600 - 1, lost), (1, Today())):
        house.time += later
        assert house.ask(lambda floor: floor.play_limits.today(floor, ann.id)) == day
    house.say(ann, "t1", do="leave", seat=1)
    back = house.ask(lambda floor: floor.play_limits.today(floor, ann.id))
    assert back == Today(15_00 * UNITS_PER_CENT), "what came back is no first bet"
