"""A paytable for a wanted edge: exact, printable, and the nearest there is."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from conftest import Ran

from fairdeal.errors import NoPaytableError
from fairdeal.games import find_game
from fairdeal.lab.figures.analyze import analyze
from fairdeal.lab.figures.paytable_search import main_proposals, printable_amounts, side_proposals
from fairdeal.rulebook.rules import house_rules

Run = Callable[..., Ran]
LIR = house_rules(find_game("let-it-ride"))


def test_what_a_sign_would_have() -> None:
    assert printable_amounts(18, 40) == [18, 19, 20, 25, 30, 35, 40]
    assert printable_amounts(95, 130) == [95, 100, 110, 120, 130]
    assert printable_amounts(4_900, 7_500) == [4_900, 5_000, 6_000, 7_000]


@pytest.mark.parametrize(("wager", "percent"), [("three-card-bonus", 5), ("five-card-bonus", 10)])
def test_every_proposal_is_what_analyze_says_of_its_table(wager: str, percent: int) -> None:
    found = side_proposals(LIR, wager, Fraction(percent, 100))
    assert found
    off = [abs(one.house_edge - Fraction(percent, 100)) for one in found]
    assert off == sorted(off)
    for one in found:
        table = LIR.paytables[wager].paying(dict(one.changes))
        (alone,) = analyze(LIR.game, paytables={wager: table}, wager=wager)
        assert alone.ev == one.ev


def test_no_pair_of_lines_is_nearer() -> None:
    """The three-card bonus A by its own 22,100 hands, every change tried one by one."""
    counts = {"straight flush": 48, "three of a kind": 52, "straight": 720, "flush": 1_096}
    counts["pair"] = 3_744
    table = LIR.paytables["three-card-bonus"]
    pays = {line.hand: line.pays.amount for line in table.lines}
    assert set(pays) == set(counts)
    losing = 22_100 - sum(counts.values())

    def edge(changed: dict[str, int]) -> Fraction:
        won = sum(counts[hand] * (pays | changed)[hand] for hand in counts)
        return Fraction(losing - won, 22_100)

    wanted = Fraction(5, 100)
    nearest = min(
        abs(edge({a: x, b: y}) - wanted)
        for a, b in combinations(counts, 2)
        for x in printable_amounts(1, 80)
        for y in printable_amounts(1, 80)
        if falls([(pays | {a: x, b: y})[line.hand] for line in table.lines])
    )
    best, *_ = side_proposals(LIR, "three-card-bonus", wanted)
    assert abs(best.house_edge - wanted) == nearest


def falls(amounts: list[int]) -> bool:
    return all(above >= below for above, below in pairwise(amounts))


def test_the_main_wagers_are_played_anew() -> None:
    found = main_proposals(LIR, Fraction(3, 100), lines=["flush", "full house"])
    assert {hand for one in found for hand, _ in one.changes} == {"flush", "full house"}
    for one in found:
        table = LIR.paytables["main"].paying(dict(one.changes))
        (alone,) = analyze(LIR.game, paytables={"main": table}, wager="main", cache=False)
        assert alone.ev == one.ev


def test_what_is_wrong_is_said(fairdeal: Run) -> None:
    for arguments, words in (
        (["--wager", "main", "--edge", "x"], "a percentage such as 5"),
        (["--wager", "mian", "--edge", "5"], "did you mean main?"),
        (["--wager", "three-card-bonus", "--edge", "5", "--line", "flsh"], "did you mean flush?"),
    ):
        ran = fairdeal("target", "let-it-ride", *arguments)
        assert ran.code == 2
        assert words in ran.err
    with pytest.raises(NoPaytableError):
        LIR.paytables["main"].paying({"flsh": "1 to 1"})


def test_the_command_says_the_edge_exactly(fairdeal: Run) -> None:
    arguments = ("target", "let-it-ride", "--wager", "three-card-bonus", "--edge", "5")
    first = fairdeal(*arguments, "--json").json["tables"][0]
    text = fairdeal(*arguments).out
    assert str(-Fraction(first["ev"])) in text
    assert "$1 staked" in text
