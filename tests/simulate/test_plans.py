"""Betting plans: the same in both engines, and beside the exact figures where there are any."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from conftest import Ran
from small_runs import LIR

import fairdeal
from fairdeal.errors import BadInputError
from fairdeal.lab.figures.deepest_loss import deepest_loss
from fairdeal.simulate.engines import KERNEL, TABLE
from fairdeal.simulate.kernel_engine import kernel_engine
from fairdeal.simulate.plan import PlanChoices, plan_of
from fairdeal.simulate.plan_figures import plan_document
from fairdeal.simulate.plan_sessions import plan_tally
from fairdeal.simulate.run import simulate_rounds
from fairdeal.simulate.settings import Settings, run_settings
from fairdeal.simulate.stops import stopped_chances
from fairdeal.simulate.table_engine import TableEngine

assert LIR.progressive is not None
METER = next(iter(LIR.progressive.resets))


def run_of(rounds: int = 120, strategy: str = "always", **options: Any) -> Settings:
    return run_settings(LIR, rounds, 3, strategies=(strategy,), session=30, per_hour=1, **options)


def net(settings: Settings, stake: int, number: int) -> int:
    """What a round comes to for the first seat at a stake, from the table itself."""
    bets = {"main": Fraction(stake)}
    flat = run_settings(LIR, 1, settings.seed, strategies=settings.strategies, bets=bets)
    return TableEngine(flat).play(number).seats[0].net


def by_hand(settings: Settings, loss: int, win: int, stakes: tuple[int, ...]) -> Counter[int]:
    """The results of the sessions of a run, round by round."""
    found: Counter[int] = Counter()
    for first in range(0, settings.rounds, settings.session):
        total = level = 0
        for number in range(first, first + settings.session):
            one = net(settings, stakes[level], number)
            total += one
            if total <= -loss or total >= win:
                break
            if one < 0:
                level = min(level + 1, len(stakes) - 1)
            elif one > 0:
                level = 0
        found[total] += 1
    return found


def test_both_engines_follow_a_plan_as_a_person_does() -> None:
    settings = run_of()
    plan: PlanChoices = {
        "stop_loss": 300,
        "stop_win": 150,
        "raise_after_loss": 2,
        "raise_most": 35,
    }
    planned = plan_of(settings, plan)
    assert planned.plan is not None
    assert planned.plan.stakes == (500, 1_000, 2_000, 3_500)
    table = plan_tally(planned, False, 0, 120)
    assert plan_tally(planned, True, 0, 120).document() == table.document()
    assert table.values("plan", "result") == by_hand(settings, 30_000, 15_000, (5, 10, 20, 35))
    # The flat figures of the run are as they were.
    both, flat = (simulate_rounds(one, engine=TABLE) for one in (planned, settings))
    assert {key: n for key, n in both.counts.items() if key[0] != "plan"} == flat.counts
    assert simulate_rounds(planned, engine=KERNEL).document() == both.document()


def test_a_run_without_a_plan_is_the_same_run() -> None:
    settings = run_of()
    assert plan_of(settings, {}) is settings
    assert "plan" not in settings.document()
    assert plan_of(settings, {"stop_loss": 100}).digest != settings.digest


def test_several_seats_of_one_player_add_up() -> None:
    settings = run_settings(LIR, 60, 3, strategies=("always", "never"), session=30, per_hour=1)
    rounds = list(TableEngine(settings).rounds(0, 60))
    for together in (False, True):
        planned = plan_of(settings, {"one_player": together, "stop_loss": 100_000})
        totals = Counter(
            sum(
                sum(seat.net for seat in one.seats[: 2 if together else 1])
                for one in rounds[first : first + 30]
            )
            for first in (0, 30)
        )
        assert plan_tally(planned, False, 0, 60).values("plan", "result") == totals


def test_a_meter_that_is_only_played_above_a_sum() -> None:
    bets = {"main": Fraction(5), "progressive": Fraction(1)}
    settings = run_settings(
        LIR, 300_000, 3, strategies=("never",), bets=bets, session=300, per_hour=1
    )
    plain = run_settings(
        LIR, 300_000, 3, strategies=("never",), bets={"main": Fraction(5)}, session=300, per_hour=1
    )
    hit = next(
        one for one in kernel_engine(settings).tally(0, settings.piece * 200).hits if one.pays
    )
    first = hit.round // settings.piece * settings.piece
    at = (hit.round - first) % settings.session

    def result(choices: PlanChoices, run: Settings = settings) -> int:
        found = plan_tally(plan_of(run, choices), True, first, settings.piece)
        return sum(total * n for total, n in found.values("plan", "result").items())

    never = result({"meter_above": {METER: 10**9}})
    assert never == result({"stop_win": 10**7}, plain)
    always = result({"meter_above": {METER: 1}})
    grown = result({"meter_above": {METER: 1}, "meter_grows": 100})
    share = Fraction(hit.pays.removesuffix("%").partition("%")[0].split()[0]) / 100
    hits = [
        one
        for one in kernel_engine(settings).tally(first, settings.piece).hits
        if one.round < first + settings.piece
    ]
    assert hits[0] == hit
    assert len(hits) == 1
    assert grown - always == pytest.approx(share * 10_000 * (at + 1), abs=1)


def test_the_chain_of_two_stops_is_right() -> None:
    half = Fraction(1, 2)
    fair = {Fraction(5): half, Fraction(-5): half}
    found = stopped_chances(fair, 5_000, Fraction(20), Fraction(60))
    assert found is not None
    # Gambler's ruin: from 4 chips, with 12 to win.
    assert list(found) == pytest.approx([0.75, 0.25], abs=1e-9)
    # With a win that nobody reaches, it is the deepest loss, by Lindley's recursion.
    odd = {Fraction(-10): Fraction(3, 5), Fraction(5): Fraction(1, 5), Fraction(25): Fraction(1, 5)}
    alone = deepest_loss(odd, 40)
    both = stopped_chances(odd, 40, Fraction(80), Fraction(25 * 40 + 5))
    assert alone is not None
    assert both is not None
    assert both[0] == pytest.approx(alone.ruin(Fraction(80))[0], abs=1e-9)
    assert both[1] == 0
    assert stopped_chances(fair, 10**9, Fraction(10**6), Fraction(10**6)) is None


def told(rounds: int, plan: PlanChoices) -> dict[str, Any]:
    """What a run of best play tells of a plan."""
    settings = run_settings(LIR, rounds, 5, session=100, per_hour=1)
    settings = plan_of(settings, plan)
    return plan_document(settings, plan_tally(settings, True, 0, rounds))


def test_flat_bets_stand_beside_the_exact_chances() -> None:
    plans: tuple[PlanChoices, ...] = (
        {"stop_loss": 100},
        {"stop_win": 50},
        {"stop_loss": 100, "stop_win": 50},
    )
    for plan in plans:
        document = told(57_600, plan)
        assert set(document["exact"]) == {name.removeprefix("stop_") for name in plan}
        for name, exact in document["exact"].items():
            assert abs(document["z"][name]) < 4
            assert document["ended"][name] == pytest.approx(exact, abs=0.1)
        assert abs(document["expected"]["z"]) < 4
    raised = told(57_600, {"raise_after_loss": 3})
    assert raised["exact"] == {}
    assert abs(raised["expected"]["z"]) < 4
    # What is expected is the edge on every base bet: no plan changes it.
    edge, flat = Fraction(37963, 1082900), told(28_800, {"stop_win": 10**6})
    bets = flat["sessions"] * 100
    assert flat["expected"]["result"] == pytest.approx(float(-edge * 5 * bets))


def test_other_seats_do_not_change_it() -> None:
    document = fairdeal.simulate(
        "let-it-ride",
        40,
        seed=5,
        players=2,
        strategy="never",
        session=20,
        per_hour=1,
        plan={"stop_loss": 20},
    ).to_dict()["plan"]
    assert document["exact"] == {}
    assert document["expected"] is None


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ({"raise_after_loss": 1}, "a factor above 1"),
        ({"raise_most": 50}, "needs raise-after-loss"),
        ({"raise_after_loss": "1.0001"}, "raised too often"),
        ({"stop_loss": "0.001"}, "whole cents"),
        ({"meter_above": {METER: 1}}, "needs the progressive bet"),
        ({"meter_above": {"giga": 1}}, "no meter"),
        ({"meter_grows": 1}, "needs meter-above"),
    ],
)
def test_plans_that_no_table_takes(plan: PlanChoices, said: str) -> None:
    with pytest.raises(BadInputError, match=said):
        plan_of(run_of(), plan)


def test_the_command_tells_the_plan(fairdeal: Callable[..., Ran]) -> None:
    run = ("simulate", "let-it-ride", "--rounds", "60", "--seed", "7", "--session", "20")
    plan = ("--per-hour", "1", "--stop-loss", "50", "--raise-after-loss", "2")
    ran = fairdeal(*run, *plan, "--strategy", "never")
    assert "stops when $50.00 are lost" in ran.out
    assert "no exact chain covers this plan" in ran.out
    document = fairdeal(*run, *plan, "--strategy", "never", "--json").json["plan"]
    assert document["stakes"][:3] == [5, 10, 20]
    assert sum(document["ended"].values()) == pytest.approx(1)
