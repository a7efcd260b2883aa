"""From Python as from the shell: the same choices, and the same documents."""

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Ran

from fairdeal import (
    Cards,
    Paytable,
    Table,
    analyze,
    best_player,
    bet,
    check,
    compare,
    find_game,
    seen,
    settle,
    strategy,
    strategy_card,
    target,
)
from fairdeal import rules as rules_of
from fairdeal.errors import BadInputError
from fairdeal.table import commands

BONUS = "three-card-bonus"
OWN = {"like": "A", "lines": {"flush": "3 to 1"}}
TEXT = 'like = "A"\n[lines]\n"flush" = "3 to 1"\n'
RULES = next((ROOT / "examples" / "rules").glob("*let-it-ride*.toml"))

Command = Callable[..., Ran]


# The documents of commands ------------------------------------------------------------------------


def test_analyze(fairdeal: Command) -> None:
    found = analyze("let-it-ride", BONUS)
    assert found.to_dict() == fairdeal("analyze", "let-it-ride", "--wager", BONUS, "--json").json
    assert [one.to_dict() for one in found] == found.to_dict()["wagers"]
    assert repr(found[0]) == (
        "<WagerAnalysis three-card-bonus A: house edge 2.3167%, value -128/5525>"
    )
    assert repr(found).splitlines()[0] == repr(found[0])


def test_analyze_under_a_rules_file_and_a_limit(fairdeal: Command) -> None:
    arguments = ("analyze", "let-it-ride", "--rules", RULES, "--wager", "main", "--json")
    rules = rules_of(file=RULES)
    assert analyze(rules, "main").to_dict() == fairdeal(*arguments).json
    limited = analyze(rules, "main", stake_dollars=100, limit_dollars=50_000)
    shell = fairdeal(*arguments, "--stake", "100", "--limit", "50000")
    assert limited.to_dict() == shell.json
    assert limited[0].payout_limit == 50_000


def test_own_paytables_in_each_form(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(TEXT)
    game = find_game("let-it-ride")
    table = game.paytables[BONUS]["A"].paying({"flush": "3 to 1"})
    assert isinstance(table, Paytable)
    values = {
        analyze("let-it-ride", BONUS, paytables={BONUS: one})[0].ev
        for one in (OWN, file, str(file), table)
    }
    assert values == {Fraction(-402, 5525)}
    wrong: Any
    for wrong, message in (
        ({"lines": {"flsh": "3 to 1"}}, "flsh"),
        ({"like": "Z", "lines": {"flush": "3 to 1"}}, "like must be"),
        (tmp_path / "none.toml", "none.toml"),
        ("Z", "cannot be 'Z'"),
        (game.paytables["main"]["A"], "pays five-card hands"),
    ):
        with pytest.raises(BadInputError, match=message):
            analyze("let-it-ride", BONUS, paytables={BONUS: wrong})
    with pytest.raises(BadInputError, match="no paytable 'moon'"):
        analyze("let-it-ride", BONUS, paytables={"moon": OWN})


def test_compare(fairdeal: Command, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(TEXT)
    found = compare("let-it-ride", {BONUS: ["A", "B", OWN]}, BONUS)
    shell = fairdeal(
        *("analyze", "let-it-ride", "--wager", BONUS, "--json"),
        *("--paytable", f"{BONUS}=A,B,{file}"),
    )
    assert found.to_dict() == shell.json
    assert [one.paytable for one in found] == ["A", "B", "own"]
    twice = compare("let-it-ride", {BONUS: [OWN, {**OWN, "like": "B"}]}, BONUS)
    assert [one.paytable for one in twice] == ["own 1", "own 2"]


@pytest.mark.parametrize("rules", [None, RULES])
def test_bet(fairdeal: Command, rules: Path | None) -> None:
    stakes = {"five-card-bonus": 1, BONUS: 5}
    found = bet("let-it-ride" if rules is None else rules_of(file=RULES), stakes, rounds=50)
    shell = fairdeal(
        *("bet", "let-it-ride", "five-card-bonus=1", f"{BONUS}=5", "--rounds", "50", "--json"),
        *(() if rules is None else ("--rules", rules)),
    )
    assert found.to_dict() == shell.json
    assert found.ev_dollars == found.pattern.mean
    assert f"house edge {float(found.house_edge):.4%}" in repr(found)
    assert f"value -${-found.ev_dollars} a round" in repr(found)


def test_bet_values_meters_at_the_resets_of_the_rules_file(fairdeal: Command) -> None:
    rules = rules_of(file=RULES)
    assert rules.progressive is not None
    found = bet(rules, {"progressive": 1}, rounds=10)
    arguments = ("bet", "let-it-ride", "progressive=1", "--rounds", "10", "--rules", RULES)
    assert found.to_dict() == fairdeal(*arguments, "--json").json
    resets = {name: Fraction(units, 1_000_000) for name, units in rules.progressive.resets.items()}
    wager = found.pattern.wagers["progressive"].figures.progressive
    assert wager is not None
    assert wager.meters == resets


def test_target(fairdeal: Command) -> None:
    found = target("let-it-ride", BONUS, "0.05")
    arguments = ("target", "let-it-ride", "--wager", BONUS, "--edge", "5", "--json")
    assert found.to_dict() == fairdeal(*arguments).json
    assert "house edge" in repr(found)
    assert found[0].house_edge == -found[0].ev
    assert [one.to_dict() for one in found] == found.to_dict()["tables"]
    hand, odds = found[0].changes[0]
    assert repr(found[0]).startswith(f"<Proposal {hand} {odds}, ")
    assert repr(found).splitlines() == [repr(one) for one in found]
    with pytest.raises(BadInputError, match="no wager 'mian' to change"):
        target("let-it-ride", "mian", "0.05")


def test_strategy(fairdeal: Command) -> None:
    arguments = ("strategy", "let-it-ride", "--cards", "9s 9d 2c", "--board", "9h")
    for dead in ("", "9c"):
        found = strategy("let-it-ride", "9s 9d 2c", board="9h", dead=dead)
        shell = fairdeal(*arguments, *(("--dead", dead) if dead else ()), "--json")
        assert found.to_dict() == shell.json
    # A full house by one of three twos pays 11 to 1, else three of a kind 3 to 1.
    assert strategy("let-it-ride", "9s 9d 2c", board="9h", dead="9c").best.ev == Fraction(
        3 * 165, 47
    )
    assert repr(strategy("let-it-ride", "Ts Td 2c")).startswith(
        "<StrategyDecision Ts Td 2c: ride, value "
    )
    same = [
        strategy("let-it-ride", one, board=board, dead=dead).to_dict()
        for one, board, dead in (
            ("9s 9d 2c", "9h", "9c"),
            (Cards("9s 9d 2c"), Cards("9h"), Cards("9c")),
            (["9s", "9d", "2c"], ("9h",), list(Cards("9c"))),
        )
    ]
    assert same[0] == same[1] == same[2]


def test_strategy_card_and_seen(fairdeal: Command) -> None:
    card = strategy_card("let-it-ride")
    assert card.to_dict() == fairdeal("strategy", "let-it-ride", "--json").json
    assert f"value {card.card_ev}" in repr(card)
    found = seen("let-it-ride", [1])
    assert found.to_dict() == fairdeal("seen", "let-it-ride", "--hands", "1", "--json").json
    assert f"value {found[0].ev}" in repr(found)


def test_check(fairdeal: Command, tmp_path: Path) -> None:
    text = RULES.read_text()
    found = check(text)
    assert found.to_dict() == fairdeal("check", RULES, "--json").json
    # The file says itself that the payout limit cuts at its maximum.
    assert repr(found) == "<CheckResult let-it-ride in maryland: 0 findings, 1 warning>"
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(text.replace("seats = 7", "seats = 70"))
    found = check(wrong.read_text())
    assert found.to_dict() == fairdeal("check", wrong, "--json").json
    assert repr(found).startswith("<CheckResult: 1 finding, ")


def test_a_repr_reads_as_a_person_writes() -> None:
    found = bet("let-it-ride", {BONUS: 5}, rounds=10)
    assert repr(found).endswith("value -$128/1105 a round>")
    assert repr(seen("let-it-ride", [1])).startswith("<SeenAnalysis 1 hand: ")


# Money and cards ----------------------------------------------------------------------------------


def test_results_in_dollars_say_so() -> None:
    (stated,) = analyze(
        "let-it-ride", "main", paytables={"main": "A"}, stake_dollars=100, limit_dollars=50_000
    )
    limit = Fraction(50_000)
    assert (stated.stake_dollars, stated.payout_limit_dollars) == (Fraction(100), limit)
    assert (stated.stake, stated.payout_limit) == (Fraction(100), limit)
    (found,) = analyze(rules_of(file=RULES), "main")
    assert found.stake_dollars is None
    limits = [(one.stake_dollars, one.payout_limit_dollars) for one in found.at_limits]
    assert limits == [(Fraction(10), limit), (Fraction(100), limit)], "as the file has them"
    assert repr(found.at_limits[0]).startswith("<TableLimitAnalysis $10: house edge ")


def test_amounts_say_their_unit() -> None:
    with pytest.warns(DeprecationWarning, match="stake is now called stake_dollars"):
        old = analyze("let-it-ride", BONUS, stake=5)
    assert old[0].ev == analyze("let-it-ride", BONUS, stake_dollars="5.00")[0].ev
    wrong: Any
    for wrong in (0.1, -1, "much", True):
        with pytest.raises(BadInputError, match="stake_dollars"):
            analyze("let-it-ride", BONUS, stake_dollars=wrong)


def test_settle_takes_cards() -> None:
    deal = {
        "game": "double-draw",
        "paytables": {"bonus": "A"},
        "seats": [
            {
                "seat": 1,
                "cards": Cards("7c 7d 7h 7s 2c"),
                "wagers": {"ante": 5, "bonus": 5, "first-draw": 5, "second-draw": 5},
            }
        ],
    }
    assert settle(deal)["seats"][0]["net"] == 115


# Tables -------------------------------------------------------------------------------------------


def started(**options: Any) -> Table:
    table = Table("double-draw", **options)
    table.sit(1, "ann")
    table.do({"do": "place-bets", "seat": 1, "amounts": {"ante": 5, "bonus": 5}})
    table.deal()
    return table


def finish(table: Table) -> list[str]:
    while table.in_round:
        table.do(table.actions[0])
        table.deal()
    return table.last_round()


COPIES: dict[str, Callable[[Table], Table]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda table: pickle.loads(pickle.dumps(table)),
}


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("options", [{"seed": 7}, {"deck": Cards("As Kd")}, {}])
def test_a_table_is_copied_in_the_middle_of_a_round(way: str, options: dict[str, Any]) -> None:
    table = started(**options)
    copied = COPIES[way](table)
    assert copied.view("floor") == table.view("floor")
    before = copied.view("floor")
    told = finish(table)
    assert copied.view("floor") == before, "the copy is a table of its own"
    assert finish(copied) == told
    again = COPIES[way](copied)
    assert again.last_round() == told
    assert repr(again) == repr(table)
    assert repr(table).startswith("<Table double-draw in maryland: ann, ")


def test_a_table_of_a_seed_goes_on_alike_after_a_copy() -> None:
    table = started(seed=3)
    copied = copy.deepcopy(table)
    for one in (table, copied):
        finish(one)
        one.do({"do": "place-bets", "seat": 1, "amounts": {"ante": 5, "bonus": 5}})
        one.deal()
    assert table.cards(1) == copied.cards(1)


def test_the_best_player_at_a_table() -> None:
    table = Table("let-it-ride", deck=Cards("Qs Qd Qc Ts 9s Th 2c Td"))
    table.sit(1, "ann")
    table.do({"do": "place-bets", "seat": 1, "amounts": {"bet-1": 5, "bet-2": 5, "bet-3": 5}})
    table.deal()
    player = best_player(table)
    while table.in_round:
        table.do(player.command(table.state))
        table.deal()
    assert table.state.purses == {"ann": 4500}  # three tens pay 3 to 1 on all three bets


def test_the_best_player_is_pickled_and_plays_on() -> None:
    table = Table("let-it-ride", deck=Cards("Qs Qd Qc Ts 9s Th 2c Td"))
    table.sit(1, "ann")
    table.do({"do": "place-bets", "seat": 1, "amounts": {"bet-1": 5, "bet-2": 5, "bet-3": 5}})
    table.deal()
    player = pickle.loads(pickle.dumps(best_player(table)))
    assert player.command(table.state) == commands.Ride(1)  # a pair of tens is paid already


# Copies of results --------------------------------------------------------------------------------


def test_a_bet_is_pickled() -> None:
    found = bet("let-it-ride", {"main": 5, BONUS: 5}, rounds=10)
    again = pickle.loads(pickle.dumps(found))
    assert again.to_dict() == found.to_dict()
    assert again.pattern.results == found.pattern.results


def test_a_game_and_its_rankings_are_pickled_by_name() -> None:
    game = find_game("run-em-twice", "pennsylvania")
    rules = pickle.loads(pickle.dumps(rules_of("run-em-twice", "pennsylvania")))
    assert rules.game is game
    assert rules.paytables["main"] in game.paytables["main"].tables
    own = replace(game, title="Another")
    assert pickle.loads(pickle.dumps(own)).title == "Another"
    assert copy.deepcopy(game) is game


@pytest.mark.parametrize("limit", ["1000.005", Fraction(1, 3)])
def test_a_limit_is_whole_cents(limit: str | Fraction) -> None:
    """A part of a cent was cut off without a word."""
    with pytest.raises(BadInputError, match="whole cents"):
        bet("let-it-ride", {"main": 10}, limit_dollars=limit)
    with pytest.raises(BadInputError, match="whole cents"):
        analyze("let-it-ride", "main", stake_dollars=100, limit_dollars=limit)
