"""Several paytables of a wager side by side."""

import csv
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from conftest import ROOT, Ran

from fairdeal.games import find_game
from fairdeal.lab.figures.analyze import analyze
from fairdeal.lab.figures.compare import compare

Run = Callable[..., Ran]


def test_each_table_is_as_if_it_were_asked_alone() -> None:
    game = find_game("let-it-ride")
    group = game.paytables["five-card-bonus"]
    found = compare(game, {"five-card-bonus": [group["G"], group["A"]]}, wager="five-card-bonus")
    assert [one.paytable for one in found] == ["G", "A"]
    for one in found:
        (alone,) = analyze(
            game, paytables={"five-card-bonus": group[one.paytable]}, wager="five-card-bonus"
        )
        assert one == alone


def test_the_summary_has_the_differences(fairdeal: Run, tmp_path: Path) -> None:
    """Line by line from the counts of five-card hands: a pair of tens or better comes 422,400 times
    in 2,598,960, so a dollar less on it is worth that share of the stake.
    """
    mine = tmp_path / "mine.toml"
    mine.write_text('like = "A"\n[lines]\n"pair of tens or better" = "$1"\n')
    arguments = ("analyze", "let-it-ride", "--wager", "five-card-bonus")
    tables = f"five-card-bonus=A,{mine}"
    wagers = fairdeal(*arguments, "--paytable", tables, "--json").json["wagers"]
    assert [one["paytable"] for one in wagers] == ["A", "mine"]
    change = Fraction(wagers[0]["ev"]) - Fraction(wagers[1]["ev"])
    assert change == Fraction(422_400, 2_598_960)
    rows = list(csv.DictReader(fairdeal(*arguments, "--paytable", tables, "--csv").out.split("\n")))
    assert [row["paytable"] for row in rows] == ["A", "mine"]
    assert float(rows[1]["edge_change"]) == float(change)
    assert "abandoned=lose" in rows[0]["readings"]
    text = fairdeal(*arguments, "--paytable", tables, "--brief").out
    assert f"{float(change):+.4%}" in text
    assert "pair of tens or better" in text
    assert "four of a kind" not in text, "only where they differ"
    assert "readings in force: abandoned lose" in text
    assert "additional wagers: $1 staked" in text


def test_tables_of_other_places_are_compared(fairdeal: Run) -> None:
    arguments = ("analyze", "run-em-twice", "--wager", "five-card-bonus", "--brief", "--paytable")
    text = fairdeal(*arguments, "five-card-bonus=standard,pennsylvania:standard").out
    assert "pennsylvania:standard" in text
    assert "the tables pay the same" in text


def test_all_wagers_of_a_rules_file_stand_on_one_screen(
    fairdeal: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    rules = ROOT / "examples" / "rules" / "let-it-ride.toml"
    text = fairdeal("analyze", "let-it-ride", "--rules", rules, "--brief").out
    assert len(text.splitlines()) < 24
    for title in ("all main wagers", "Five Card Bonus", "Six Card Bonus", "Progressive"):
        assert title in text
    assert "mega $20,000" in " ".join(text.split()), "the resets of the file"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--paytable", "five-card-bonus=A,A"], "names 'A' twice"),
        (["--paytable", "five-card-bonus=A,Z"], "cannot be 'Z'"),
        (["--paytable", "five-card-bonus=A,utah:A"], "no rules for 'utah'"),
        (["--csv", "--json"], "not both"),
        (["--plot", "x.gif"], "not '.gif'"),
        (["--plot", "/no/such/folder/x.svg"], "there is no such folder"),
    ],
)
def test_what_is_wrong_is_said_before_any_work(
    arguments: list[str], words: str, fairdeal: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(*_: object, **__: object) -> None:
        raise AssertionError("the work has begun")

    monkeypatch.setattr("fairdeal.cli.analyze.compare", work)
    ran = fairdeal("analyze", "let-it-ride", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err
