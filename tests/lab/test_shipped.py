"""The answers that come with the product: all of them, worked out again, and never out of date."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from conftest import ROOT

from fairdeal.games import GAMES
from fairdeal.games.double_draw import DOUBLE_DRAW
from fairdeal.games.let_it_ride import LET_IT_RIDE
from fairdeal.lab.cache import codec, keys, results, shipped
from fairdeal.lab.cache.code_digest import code_digest
from fairdeal.lab.cache.shipped import PATH, read_shipped
from fairdeal.lab.decisions.strategy import strategy_card
from fairdeal.lab.figures.analyze import analyze, analyze_main
from fairdeal.lab.lazy import count_side_bet, joint_cells, kernel_of, main_by_side_cell
from fairdeal.rulebook.rules import Rules, house_rules
from tools.answers import compute_results, file_content
from tools.printed_rules import (
    printed_main,
    printed_main_with_side,
    printed_side_pairs,
    printed_sides,
    samples_under_limits,
)

STALE = (
    "the answers that are shipped were made by other code: `make answers` works them out again, "
    "which takes minutes"
)


def test_they_are_of_this_code() -> None:
    assert read_shipped().code_digest == code_digest(), STALE


def test_every_printed_paytable_reading_and_jurisdiction_is_there() -> None:
    found = read_shipped()
    main = {keys.main_key(rules) for game in GAMES for rules in printed_main(game)}
    limited = {keys.main_key(rules, limit) for rules, limit in samples_under_limits()}
    # Let It Ride and Run 'Em Twice have sample tables whose maximum the limit cuts.
    assert {rules.game.name for rules, _ in samples_under_limits()} == {
        *("let-it-ride", "run-em-twice"),
    }
    assert main == set(found.cards)
    assert main | limited == set(found.rows)
    sides = {keys.side_key(*one) for game in GAMES for one in printed_sides(game)}
    assert sides == set(found.counts)
    splits = {
        keys.main_by_side_cell_key(*one) for game in GAMES for one in printed_main_with_side(game)
    }
    assert splits == set(found.main_by_side_cell)
    joint = {keys.joint_cells_key(*one) for game in GAMES for one in printed_side_pairs(game)}
    assert joint == set(found.joint_cells)
    # Every table that a text prints, and both ways to read the wheel, have been asked.
    tables = {
        (game.name, name, table.name)
        for game in GAMES
        for name, group in game.paytables.items()
        for table in group.tables
    }
    asked = {
        (game.name, name, rules.paytables[name].name)
        for game in GAMES
        for rules in [*printed_main(game), *(rules for rules, _ in printed_sides(game))]
        for name in rules.paytables
    }
    assert asked == tables


def test_their_counts_add_up() -> None:
    found = read_shipped()
    for game in GAMES:
        for rules in printed_main(game):
            key = keys.main_key(rules)
            assert key is not None
            rows = codec.decode_rows(found.rows[key], keys.main_deals(rules))
            value = sum((row.net * row.combinations for row in rows), Fraction(0))
            card = codec.decode_card(found.cards[key])
            # Two results of one key, made in two ways.
            assert value / sum(row.combinations for row in rows) == card.ev >= card.card_ev


def test_a_part_of_them_worked_out_again() -> None:
    found = read_shipped()
    for rules in printed_main(LET_IT_RIDE):
        key = keys.main_key(rules)
        assert key is not None
        assert tuple(codec.encode_rows(kernel_of(rules).rows())) == found.rows[key]
    for rules, limit in samples_under_limits():
        if rules.game is LET_IT_RIDE:
            key = keys.main_key(rules, limit)
            assert key is not None
            rows = codec.encode_rows(kernel_of(rules, limit).rows())
            assert tuple(rows) == found.rows[key]
    seen = set()
    for game in GAMES:
        for rules, wager in printed_sides(game):
            key = keys.side_key(rules, wager)
            assert key is not None
            if key not in seen:
                seen.add(key)
                counted = tuple(codec.encode_counts(count_side_bet(rules, wager)))
                assert counted == found.counts[key]


def test_wagers_together_worked_out_again() -> None:
    """Let It Ride's; those of Run 'Em Twice take longer."""
    found = read_shipped()
    asked = {
        str(keys.main_by_side_cell_key(rules, wager)): (rules, wager)
        for rules, wager in printed_main_with_side(LET_IT_RIDE)
    }
    for key, (rules, wager) in asked.items():
        split = main_by_side_cell(kernel_of(rules), rules, wager)
        assert split is not None
        assert tuple(codec.encode_split(split) or ()) == found.main_by_side_cell[key]
    for rules, one, other in printed_side_pairs(LET_IT_RIDE):
        counts = joint_cells(kernel_of(rules), rules, one, other)
        told = tuple(map(tuple, codec.encode_joint(counts) or ()))
        assert told == found.joint_cells[str(keys.joint_cells_key(rules, one, other))]


@pytest.mark.slow
def test_all_of_them_worked_out_again() -> None:
    assert file_content(compute_results()) == PATH.read_bytes()


# Used, or not -------------------------------------------------------------------------------------


@pytest.fixture
def worked_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> list[str]:
    """What was not there and had to be worked out, by the name of the game's table."""
    monkeypatch.setenv("FAIRDEAL_CACHE", str(tmp_path_factory.mktemp("cache")))
    asked: list[str] = []
    solve: Callable[[Rules, Fraction | None], Any] = results.solve_main

    def watched(rules: Rules, limit: Fraction | None) -> Any:
        asked.append(rules.paytables["main"].name)
        return solve(rules, limit)

    monkeypatch.setattr(results, "solve_main", watched)
    return asked


def test_what_is_printed_is_answered_at_once(worked_out: list[str]) -> None:
    for game in GAMES:
        analyze(game)
        for rules in printed_main(game):
            strategy_card(rules)
    assert worked_out == []
    # MD-LIR paytable A and Double Draw's A, as they have been published and counted before.
    assert analyze_main(house_rules(LET_IT_RIDE)).ev == Fraction(-37_963, 1_082_900)
    assert analyze_main(house_rules(DOUBLE_DRAW)).ev == Fraction(-2249790643, 33502998438)


def test_a_changed_rule_leaves_them_unused(worked_out: list[str]) -> None:
    rules = house_rules(LET_IT_RIDE)
    changed = replace(rules.paytables["main"].paying({"flush": "9 to 1"}), name="own")
    found = analyze_main(replace(rules, paytables={**rules.paytables, "main": changed}))
    assert worked_out == ["own"]
    assert found.ev != analyze_main(rules).ev


def test_changed_code_leaves_them_unused(
    worked_out: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipped, "code_digest", lambda: "other code")
    monkeypatch.setattr(results, "shipped_results", shipped.shipped_results.__wrapped__)
    assert analyze_main(house_rules(LET_IT_RIDE)).ev == Fraction(-37_963, 1_082_900)
    assert worked_out == ["A"]


def test_no_cache_computes(worked_out: list[str]) -> None:
    analyze_main(house_rules(LET_IT_RIDE), cache=False)
    assert worked_out == ["A"]


@pytest.mark.parametrize(
    "arguments",
    [["analyze", game.name, "--jurisdiction", game.jurisdiction] for game in GAMES]
    + [["strategy", game.name, "--jurisdiction", game.jurisdiction] for game in GAMES],
    ids=" ".join,
)
def test_an_answer_loads_nothing_heavy(arguments: list[str]) -> None:
    """What takes long to load is loaded to compute, and nothing is computed."""
    code = (
        "import sys\nfrom fairdeal.cli import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit as done:\n    assert done.code == 0\n"
        "assert not {'numpy', 'numba', 'matplotlib', 'pydantic'} & set(sys.modules)\n"
    )
    subprocess.run(
        [sys.executable, "-c", code, *arguments, "--json"],
        check=True,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
