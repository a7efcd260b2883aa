"""Changes of a table's limits: at an empty table at once, else after half an hour's notice."""

from dataclasses import replace

import pytest
from felt import Felt, at, at_round

from fairdeal.games import find_game
from fairdeal.rulebook.rules import house_rules
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import FLOOR, OPERATOR, PLAYER, Actor
from fairdeal.table.limit_changes import limits_objection
from fairdeal.table.state import OPEN

OLGA = Actor("olga", OPERATOR)
HOUSE = Actor("house", FLOOR, automatic=True)
HALF_AN_HOUR = 1_800


def post(felt: Felt, minimum: int, maximum: int, *, time: int = 1_000) -> list[ev.Event]:
    return felt.play((cmd.PostLimits(minimum, maximum), OLGA), time=time)


def limits(felt: Felt) -> tuple[int | None, int | None]:
    return felt.state.rules.minimum_cents, felt.state.rules.maximum_cents


@pytest.mark.clause("COMAR 36.05.03.21C(1)")
def test_at_an_empty_table_a_change_is_in_force_at_once() -> None:
    felt = at("let-it-ride")
    felt.play((cmd.Leave(1), Actor("p1", PLAYER)))
    posted, changed = post(felt, 300, 80_000)
    assert isinstance(posted, ev.LimitsPosted)
    assert posted.posted_at == posted.in_force_at == 1_000
    assert changed == ev.LimitsChanged(300, 80_000)
    assert limits(felt) == (300, 80_000)
    assert felt.state.limits_notice is None


def test_bots_need_no_notice_but_play_their_round_to_its_end() -> None:
    felt = at("let-it-ride")
    felt.play((cmd.Leave(1), Actor("p1", PLAYER)))
    felt.play((cmd.Sit(2), Actor("bot", PLAYER, automatic=True)))
    assert post(felt, 500, 60_000)[-1] == ev.LimitsChanged(500, 60_000)


@pytest.mark.clause("COMAR 36.05.03.21C(2)(a)")
def test_players_have_half_an_hours_notice() -> None:
    felt = at("let-it-ride")
    (posted,) = post(felt, 300, 20_000)
    assert posted == ev.LimitsPosted("olga", 500, 50_000, 300, 20_000, 1_000, 2_800)
    assert limits(felt) == (500, 50_000)
    felt.bet(1, "bet-1", 50_000)
    early = (cmd.EnforceLimits(), HOUSE)
    felt.refuses(early, "COMAR 36.05.03.21C", "no change of limits is due")
    felt.play(cmd.TakeBackBet(1, "bet-1"))
    assert felt.play(early, time=1_000 + HALF_AN_HOUR) == [ev.LimitsChanged(300, 20_000)]
    assert limits(felt) == (300, 20_000)
    felt.refuses(cmd.Bet(1, "bet-1", 50_000), felt.game.wager["bet-1"].clause, "$3 to $200")
    felt.bet(1, "bet-1", 300)


@pytest.mark.clause("COMAR 36.05.03.14C", "COMAR 36.05.03.21C")
def test_a_wager_that_lies_there_is_settled_whole() -> None:
    felt = at_round("let-it-ride")
    stakes = dict(felt.state.seats[1].stakes)
    post(felt, 300, 400)
    felt.dealer()
    assert felt.state.phase is not OPEN
    due = (cmd.EnforceLimits(), HOUSE)
    felt.play(cmd.Ride(1) if felt.state.turn == 1 else cmd.Ride(felt.state.turn or 0), time=9_000)
    felt.refuses(due, "COMAR 36.05.03.21C", "no change of limits is due")
    while felt.state.phase is not OPEN:
        felt.dealer()
        if felt.state.turn is not None and felt.state.phase is not OPEN:
            felt.play(cmd.Ride(felt.state.turn))
    lost = sum(one.cents for one in felt.happened(ev.WagerLost) if one.seat == 1)
    paid = [one for one in felt.happened(ev.WagerPaid) if one.seat == 1]
    staked = sum(stakes.values())
    assert lost + sum(stakes[one.wager] for one in paid) == staked, (
        "each is settled as it lay there"
    )
    assert felt.play(due) == [ev.LimitsChanged(300, 400)]


def test_bets_that_lie_there_when_the_notice_is_over_stay() -> None:
    felt = at("let-it-ride").base(1, cents=5_000)
    post(felt, 500, 2_000)
    felt.play((cmd.EnforceLimits(), HOUSE), time=5_000)
    felt.play(cmd.Ready(1))
    assert set(felt.state.seats[1].stakes.values()) == {5_000}


@pytest.mark.clause("COMAR 36.05.03.21B")
def test_the_minimum_is_lowered_only() -> None:
    felt = at("let-it-ride")
    up = (cmd.PostLimits(600, 50_000), OLGA)
    felt.refuses(up, "COMAR 36.05.03.21B", "raised by a new submission")


@pytest.mark.parametrize(
    ("minimum", "maximum"), [(0, 100), (500, 400), (450, 1_050), (500, 10**12)]
)
def test_limits_that_no_table_may_have(minimum: int, maximum: int) -> None:
    felt = at("let-it-ride")
    felt.refuses((cmd.PostLimits(minimum, maximum), OLGA), "COMAR 36.05.03.21C", "limits are")


def test_the_payout_limit_holds_a_minimum_up() -> None:
    """At most $50,000, or what a bettor of the minimum could win if that is more (MD-RET 12.C)."""
    felt = at("run-em-twice", minimum_cents=10_000, maximum_cents=50_000)
    game = felt.game.limit
    assert game.cents is not None
    high = at(
        "run-em-twice",
        minimum_cents=10_000,
        maximum_cents=50_000,
        payout_limit_cents=game.cents + 100,
    )
    high.refuses((cmd.PostLimits(100, 50_000), OLGA), game.clause, "the payout limit")
    felt.play((cmd.PostLimits(100, 50_000), OLGA))
    # A royal flush wins 500 to 1 (12.B): $49,500 for each of the wagers at a minimum of $99.
    high.play((cmd.PostLimits(9_900, 50_000), OLGA))


@pytest.mark.clause("COMAR 36.05.03.21B")
def test_rules_without_limits_have_none_to_change() -> None:
    rules = replace(house_rules(find_game("let-it-ride")), minimum_cents=None, maximum_cents=None)
    objection = limits_objection(rules, 500, 50_000)
    assert objection == ("the rules of this table have no limits", "COMAR 36.05.03.21B")


def test_the_limits_in_force_withdraw_a_notice_and_another_one_replaces_it() -> None:
    felt = at("let-it-ride")
    same = (cmd.PostLimits(500, 50_000), OLGA)
    felt.refuses(same, "COMAR 36.05.03.21C", "are in force")
    post(felt, 500, 60_000)
    post(felt, 400, 60_000, time=2_000)
    assert felt.state.limits_notice is not None
    assert felt.state.limits_notice.in_force_at == 2_000 + HALF_AN_HOUR
    assert felt.play(same) == [ev.LimitsWithdrawn("olga")]
    felt.refuses((cmd.EnforceLimits(), HOUSE), "COMAR 36.05.03.21C", "no change")


def test_no_person_brings_them_into_force() -> None:
    felt = at("let-it-ride")
    post(felt, 500, 60_000)
    fred = Actor("fred", FLOOR)
    felt.refuses((cmd.EnforceLimits(), fred), "COMAR 36.05.03.21C", "by themselves")
