"""A payout limit in the answers of `analyze`, `strategy` and `target`, and at a real table."""

import csv
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import msgspec
import pytest
from conftest import ROOT, Ran
from test_coaching import ACES, RULES

from fairdeal.lab.decisions.best_player import situation_of
from fairdeal.lab.decisions.coaching import decision_at, seat_limit

Run = Callable[..., Ran]

FILE = ROOT / "examples" / "rules" / "let-it-ride.toml"
MAIN = ("--wager", "main", "--paytable", "main=A")


def test_analyze_at_a_stake(fairdeal: Run) -> None:
    asked = ("analyze", "let-it-ride", *MAIN, "--stake", "100", "--limit", "50000")
    (found,) = fairdeal(*asked, "--json").json["wagers"]
    assert (found["ev"], found["stake"], found["payout_limit"]) == ("-1647/41650", 100, 50_000)
    assert "at_limits" not in found
    assert "with $100 as one base bet and a payout limit of $50,000 a hand" in fairdeal(*asked).out


def test_analyze_without_a_stake_says_that_no_limit_is_counted(fairdeal: Run) -> None:
    (found,) = fairdeal("analyze", "let-it-ride", *MAIN, "--json").json["wagers"]
    assert (found["ev"], found["stake"], found["payout_limit"]) == ("-37963/1082900", None, None)
    assert "no payout limit is counted" in fairdeal("analyze", "let-it-ride", *MAIN).out


def test_analyze_with_a_rules_file_has_its_minimum_and_maximum(fairdeal: Run) -> None:
    asked = ("analyze", "let-it-ride", "--rules", FILE, "--wager", "main")
    (found,) = fairdeal(*asked, "--json").json["wagers"]
    assert (found["ev"], found["stake"]) == ("-37963/1082900", None)
    assert [(one["stake"], one["ev"]) for one in found["at_limits"]] == [
        (10, "-37963/1082900"),
        (100, "-1647/41650"),
    ]
    assert "3.9544%  of one base bet of $100, payout limit $50,000" in fairdeal(*asked).out


def test_strategy_at_a_stake(fairdeal: Run) -> None:
    """Four to a royal flush: the third bet can lose, and wins nothing over the limit."""
    asked = ("strategy", "let-it-ride", "--cards", "As Ks Qs", "--board", "Js", "--json")
    assert fairdeal(*asked).json["best"] == {"action": "ride"}
    limited = fairdeal(*asked, "--stake", "40000", "--limit", "50000").json
    assert limited["best"] == {"action": "withdraw"}
    assert [one["ev"] for one in limited["choices"]] == ["-7/8", "-3/8"]


@pytest.mark.parametrize("command", ["analyze", "strategy"])
def test_a_limit_without_a_stake_is_refused(fairdeal: Run, command: str) -> None:
    ran = fairdeal(command, "let-it-ride", "--limit", "50000")
    assert ran.code == 2
    assert "--limit counts only with a stake" in ran.err


def test_the_coach_counts_the_limit_of_the_table() -> None:
    """Four aces in the first run and a second one that wins too: any center bet reaches a limit of
    60 antes, and of equal values the largest bet counts.
    """
    assert seat_limit(ACES, 1) is None
    table = replace(RULES, payout_limit_cents=60 * 1_500)
    state = msgspec.structs.replace(ACES, rules=table)
    assert seat_limit(state, 1) == Fraction(60)
    decision = decision_at(table, situation_of(state, 1), limit=seat_limit(state, 1))
    assert [choice.ev for choice in decision.choices[1:]] == [60, 60, 60]
    assert decision.best.times == 3


def test_the_summary_with_a_rules_file_has_its_minimum_and_maximum(fairdeal: Run) -> None:
    asked = ("analyze", "let-it-ride", "--rules", FILE, "--wager", "main")
    (found,) = fairdeal(*asked, "--json").json["wagers"]
    least, most = found["at_limits"]
    shown = " ".join(fairdeal(*asked, "--brief").out.split())
    for one in (least, most):
        assert f"{one['house_edge']:.4%} at ${one['stake']}" in shown
    assert "payout limit $50,000" in shown
    assert "no payout limit is counted" not in shown
    (row,) = csv.DictReader(fairdeal(*asked, "--csv").out.splitlines())
    told = [
        (float(row[name]), float(row[f"house_edge_at_{name}"])) for name in ("minimum", "maximum")
    ]
    assert told == [(one["stake"], one["house_edge"]) for one in (least, most)]
    assert row["table_payout_limit"] == "50000.0"
    (row,) = csv.DictReader(fairdeal("analyze", "let-it-ride", *MAIN, "--csv").out.splitlines())
    assert row["minimum"] == row["house_edge_at_maximum"] == ""
