"""What a text asks of every paper: whose it is, what its limit covers, its edition and approval."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from reading import RULES, Pdf, drawing, paper

from fairdeal.lab.cache import store
from fairdeal.lab.cache.shipped import PATH
from fairdeal.lab.figures.analyze import analyze
from fairdeal.papers.catalogue import PAPERS
from fairdeal.papers.math_report import math_report_of
from fairdeal.papers.wager_report import wager_report
from fairdeal.program import files_digest, program_digest
from fairdeal.rulebook.odds import Form
from fairdeal.wire.rules_digest import rules_digest
from fairdeal.wording.how_to_play import limit_words

every = pytest.mark.parametrize("of", RULES)
PLAYERS = ["sign", "layout", "rack-card"]
for_players = pytest.mark.parametrize("name", PLAYERS)
PENNSYLVANIA = [name for name, rules in RULES.items() if rules.game.text == "PA-RET"]
in_pennsylvania = pytest.mark.parametrize("of", PENNSYLVANIA)


# Pennsylvania -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PAPERS)
def test_pennsylvanias_papers_cite_no_clause_of_maryland(name: str) -> None:
    text = paper(name, "sample 3").text
    assert "MD-" not in text
    assert not re.search(r"\b\d+\.[A-K]\b", text), "a clause of Maryland without its text's name"
    assert "PA-RET" in text


@in_pennsylvania
@pytest.mark.clause("PA-RET limit")
@for_players
def test_pennsylvanias_limit_is_per_player_and_round(name: str, of: str) -> None:
    text = paper(name, of).text
    assert "Payout limit $50,000 per player per round" in text
    assert "not the Five Card Bonus" in text
    assert "per hand" not in text


@in_pennsylvania
@pytest.mark.clause("PA-RET limit")
@pytest.mark.parametrize("name", ["dealers-card", "submission"])
def test_pennsylvanias_dealer_reads_the_limit_of_a_round(name: str, of: str) -> None:
    text = paper(name, of).text
    assert "Over $50,000 per player per round" in text
    assert "(not the Five Card Bonus)" in text
    assert "for one hand" not in text


@in_pennsylvania
@pytest.mark.clause("PA-RET limit")
def test_pennsylvanias_players_are_told_the_limit_of_a_round(of: str) -> None:
    told = "At most $50,000 in winnings per player per round (not the Five Card Bonus)."
    assert limit_words(RULES[of]) == told


@in_pennsylvania
@pytest.mark.clause("PA-RET age", "PA-RET helpline")
@for_players
def test_pennsylvanias_players_read_the_age_and_the_helpline(name: str, of: str) -> None:
    text = paper(name, of).text
    assert "must be 21 or older" in text
    assert "1-800-GAMBLER" in text


# The payout limit ---------------------------------------------------------------------------------


@every
@pytest.mark.clause("MD-LIR 2.B(10)", "MD-DD .02B(6)")
@for_players
def test_a_limit_says_what_it_covers(name: str, of: str) -> None:
    rules, text = RULES[of], paper(name, of).text
    if rules.payout_limit_cents is None:
        assert "The limit covers" not in text
        return
    said = re.search(r"The limit covers (.*?) together(.*)", text)
    assert said
    for wager in rules.wagers:
        number = wager.title.rpartition(" ")[2] if wager.title.startswith("Bet Number") else ""
        assert ((number or wager.title) in said[1]) == (not wager.side)
    outside = [wager.title for wager in rules.wagers if wager.side]
    if len(outside) > 1:
        meters = " and meters" if rules.progressive else ""
        assert said[2].startswith(f"; side bets{meters} are outside of it")


# Edition, approval and digest ---------------------------------------------------------------------


@pytest.mark.clause("COMAR 36.05.03.19D")
@every
def test_each_page_of_the_submission_says_whether_it_is_approved(of: str) -> None:
    made = paper("submission", of)
    for number, text in enumerate(pages(made), 1):
        assert "Not yet approved" in text, number
        assert "Approved 20" not in text


@pytest.mark.clause("COMAR 36.05.03.19D")
def test_each_page_of_the_submission_has_approval_license_and_edition() -> None:
    rules = replace(RULES["sample 4"], approved="2026-01-31", license="GL-07 4711")
    made = Pdf(PAPERS["submission"].make(rules))
    for number, text in enumerate(pages(made), 1):
        assert "Approved 2026-01-31" in text, number
        assert "license GL-07 4711" in text
        assert "COMAR 36.05.19" in text
        assert "June 18, 2015; proposed" in text


def pages(made: Pdf) -> list[str]:
    """The text of each page."""
    count = len(made.sizes)
    words = [[word.text for word in made.words if word.page == at + 1] for at in range(count)]
    return [" ".join(page) for page in words]


def test_the_day_of_approval_does_not_change_what_was_approved() -> None:
    rules = RULES["sample 1"]
    assert rules_digest(replace(rules, approved="2026-01-31")) == rules_digest(rules)
    assert rules_digest(replace(rules, license="4711")) != rules_digest(rules)


@every
def test_the_sign_has_the_whole_digest(of: str) -> None:
    assert rules_digest(RULES[of]) in paper("sign", of).text.replace(" ", "")


@pytest.mark.clause("COMAR 36.05.03.14E")
@every
@pytest.mark.parametrize("name", [*PLAYERS, "submission"])
def test_odds_are_told_with_to_unless_the_paytable_says_for(name: str, of: str) -> None:
    """COMAR 36.05.03.14E."""
    lines = [line for terms in RULES[of].terms.values() for line in terms.table.lines]
    allowed = {str(line.pays) for line in lines if line.pays.form is Form.FOR}
    text = paper(name, of).text
    if "“9 for 1” pays" in text:
        assert allowed
        allowed.add("9 for 1")
    told = {"".join(one) for one in re.findall(r"([\d,]+)( for )\$?(\d+)", text)}
    assert told <= allowed
    assert not re.search(r"\bfor \$\d", text)


# The digest of the program ------------------------------------------------------------------------


def test_the_programs_digest_covers_the_shipped_figures(tmp_path: Path) -> None:
    copy = tmp_path / "lab" / "cache"
    copy.mkdir(parents=True)
    (copy / "code.py").write_text("code = 1\n")
    shipped = copy / PATH.name
    shipped.write_text('{"rows": 1}')
    before = files_digest(tmp_path)
    shipped.write_text('{"rows": 2}')
    after = files_digest(tmp_path)
    assert before != after
    (copy / "__pycache__").mkdir()
    (copy / "__pycache__" / "code.pyc").write_bytes(b"made by Python")
    assert files_digest(tmp_path) == after
    assert program_digest() in paper("math-report", "sample 1").text.replace(" ", "")


def test_a_report_that_is_filed_takes_no_figure_from_a_store(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = RULES["sample 5"]
    known = math_report_of(rules)
    assert not known.solved

    def refuse(result: object) -> None:
        raise AssertionError(f"{result} was looked up")

    monkeypatch.setattr(store, "find", refuse)
    solved = math_report_of(rules, solve=True)
    assert solved.solved
    assert solved.wagers == known.wagers
    assert solved.strategy == known.strategy


# The layout and the math report -------------------------------------------------------------------


@pytest.mark.clause("MD-RET 2.B(3)(b)")
def test_the_key_of_the_cross_has_center_on_the_center_alone() -> None:
    rows = {row.what: row.size for row in drawing("run-em-twice").key}
    assert rows["Inscription 1st Ante"] == "on left and right"
    assert rows["Inscription Center"] == "on center"
    assert rows["Inscription 2nd Ante"] == "on top and bottom"


@pytest.mark.parametrize("of", ["sample 1", "sample 2", "sample 3", "sample 4"])
def test_no_page_of_a_math_report_has_a_few_lines_only(of: str) -> None:
    made = paper("math-report", of)
    for page in range(1, len(made.sizes) + 1):
        assert len({round(word.top) for word in made.words if word.page == page}) > 14


def test_intervals_are_exact_quantiles() -> None:
    """Three Card Bonus A after 1,000 rounds, by adding one round after the other."""
    counts = {40: 48, 30: 52, 6: 720, 4: 1096, 1: 3744, -1: 16440}
    chances = {net: count / 22_100 for net, count in counts.items()}
    total = np.ones(1)  # from minus the number of rounds on
    for _ in range(1_000):
        grown = np.zeros(len(total) + 41)
        for net, chance in chances.items():
            grown[net + 1 : net + 1 + len(total)] += chance * total
        total = grown
    below = np.cumsum(total)
    low, high = (int(np.searchsorted(below, share)) - 1_000 for share in (0.025, 0.975))
    text = paper("math-report", "sample 1").text
    assert f"{-high / 1_000:+.3%} to {-low / 1_000:+.3%}" in text


@pytest.mark.parametrize("of", ["sample 1", "house run-em-twice maryland"])
def test_no_interval_holds_more_than_can_be_lost(of: str) -> None:
    rules = RULES[of]
    for one in analyze(rules.game, paytables=rules.paytables, readings=rules.readings):
        if one.wager in ("main", "progressive"):
            most = float(-min(one.results))
            told = wager_report(rules, one, "Title", one.wager)
            ends = [end for each in told.intervals for span in each.ends for end in span]
            assert ends
            assert max(ends) <= most
            for each in told.intervals:
                assert bool(each.spans) == bool(each.ends)
