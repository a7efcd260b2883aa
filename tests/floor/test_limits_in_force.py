"""Changes of limits on a floor: in force by themselves, whoever is there, and held by the audit."""

import pytest
from harness import Harness, rest

from fairdeal.errors import Forbidden, Refused
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.records import record
from fairdeal.floor.tables.replay import replay
from fairdeal.floor.tables.table_acts import hand_over
from fairdeal.wire.rules_digest import rules_digest


def post(house: Harness, who: Person, minimum: int, maximum: int) -> None:
    house.say(who, "t1", do="post-limits", minimum=minimum, maximum=maximum)


def limits(house: Harness) -> tuple[int | None, int | None]:
    rules = house.table().state.rules
    return rules.minimum_cents, rules.maximum_cents


def play_round(house: Harness, ann: Person) -> None:
    house.bet(ann)
    house.play_out({1: ann})


@pytest.mark.clause("COMAR 36.05.03.21C(2)(a)")
@pytest.mark.parametrize("dealer", ["auto", "person"])
def test_a_change_comes_into_force_at_its_time_without_anybody(house: Harness, dealer: str) -> None:
    staff, ann = house.staff(), house.guest()
    house.sit(ann)
    house.ask(lambda floor: hand_over(floor, staff["floor"], "t1", dealer))
    post(house, staff["operator"], 5, 1_000)
    house.time += 1_799
    rest(house, 0.5)
    assert limits(house) == (5_00, 500_00)
    rest(house, 1)
    assert limits(house) == (5_00, 1_000_00)
    assert house.table().state.limits_notice is None


def test_a_bet_at_the_very_time_is_under_the_new_limits(house: Harness) -> None:
    """Also where the writer has not looked yet, and after a restart."""
    staff, ann = house.staff(), house.guest()
    house.sit(ann)
    post(house, staff["operator"], 5, 50)
    house.reopen()
    house.time += 1_800
    with pytest.raises(Refused, match=r"from \$5 to \$50"):
        house.say(ann, "t1", do="bet", seat=1, wager="bet-1", amount=55)
    house.say(ann, "t1", do="bet", seat=1, wager="bet-1", amount=50)


@pytest.mark.clause("COMAR 36.05.03.14C", "COMAR 36.05.03.19D")
def test_a_round_under_other_limits_has_their_digest_and_is_replayed(house: Harness) -> None:
    staff, ann = house.staff(), house.guest()
    house.sit(ann)
    play_round(house, ann)
    post(house, staff["operator"], 5, 10)
    house.say(ann, "t1", **{**house.bets(), "amounts": {"bet-1": 20, "bet-2": 20, "bet-3": 20}})
    house.time += 1_800
    house.say(ann, "t1", do="ready", seat=1)
    house.play_out({1: ann})
    second = record(house.floor.store, "t1-2")
    play_round(house, ann)
    assert {one["stake"] for one in second["seats"][0]["wagers"].values()} == {20}, "settled whole"
    first, third = (record(house.floor.store, f"t1-{n}") for n in (1, 3))
    rules = house.table().state.rules
    assert first["rules_digest"] == rules_digest(house.table().session.opening.rules)
    assert second["rules_digest"] == third["rules_digest"] == rules_digest(rules)
    assert first["rules_digest"] != third["rules_digest"]
    for one in (first, second, third):
        done = replay(one)
        assert done.valid, done.wrong
    assert not replay({**third, "rules_digest": first["rules_digest"]}).valid
    house.reopen()
    assert limits(house) == (5_00, 10_00)


def test_only_the_operator_posts_limits(house: Harness) -> None:
    staff = house.staff()
    for who in (staff["dealer"], staff["floor"], house.guest()):
        with pytest.raises(Forbidden):
            post(house, who, 5, 50)
    with pytest.raises(Forbidden, match="only the program itself"):
        house.say(staff["operator"], "t1", do="enforce-limits")
