"""The certificate names person, game, rules, examiner and errors by clause."""

import subprocess
from pathlib import Path

import pytest
from clumsy_dealer import ClumsyDealer

from fairdeal.games import GAMES
from fairdeal.papers.certificate import certificate_of, certificate_pdf
from fairdeal.rulebook.rules import house_rules
from fairdeal.school.exam import Candidate, Sitting, new_exam
from fairdeal.wire.rules_digest import rules_digest


@pytest.mark.clause("COMAR 36.05.03.18C")
def test_it_says_who_was_examined_by_whom_and_with_which_errors(tmp_path: Path) -> None:
    rules = house_rules(GAMES[0])
    dealer = ClumsyDealer(2)
    sitting = Sitting(new_exam(rules, "paper", Candidate("ann", "Ann Example"), rounds=2))
    while sitting.exercise:
        sitting.answer(dealer.answer(sitting.exercise))
    paper = certificate_of(sitting.exam, "d" * 64, "Pat Boss", "2027-01-15 20:00", passed=False)
    assert {row.what: int(row.result) for row in paper.clauses} == dict(dealer.ledger.errors)
    made = certificate_pdf(paper)
    assert made == certificate_pdf(paper), "the same bytes"
    (file := tmp_path / "certificate.pdf").write_bytes(made)
    said = subprocess.run(
        ["pdftotext", "-layout", str(file), "-"], capture_output=True, check=True, text=True
    ).stdout
    for words in ("Ann Example", "Pat Boss", GAMES[0].title, "not passed", rules_digest(rules)):
        assert words in said
    for clause in dealer.ledger.errors:
        assert clause in said
