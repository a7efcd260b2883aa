"""The front door: the names that people type, their examples, and the page made from them."""

import doctest
import sys

import pytest
from conftest import ROOT, printed

import fairdeal
from fairdeal import api
from fairdeal.api import cards, choices, figures, table
from fairdeal.simulate import simulation


def test_every_name_is_there_and_documented() -> None:
    assert set(fairdeal.__all__) - {"__version__", "simulate"} == set(api.__all__)
    assert set(fairdeal.__all__) == set(dir(fairdeal))
    for name in api.__all__:
        value = getattr(fairdeal, name)
        assert value is getattr(api, name)
        assert name == "GAMES" or (value.__doc__ or "").strip(), name
    with pytest.raises(AttributeError):
        fairdeal.nothing_like_that  # noqa: B018 - asked for its error


def test_the_examples_are_so() -> None:
    for module in (fairdeal, api, cards, choices, figures, table, simulation):
        ran = doctest.testmod(module)
        assert ran.attempted
        assert not ran.failed


def test_the_reference_is_made_from_the_docstrings() -> None:
    sys.path.insert(0, str(ROOT))
    from tools.reference import PAGE, page  # noqa: PLC0415 - beside the package, not in it

    assert PAGE.read_text(encoding="utf-8") == page(), "make reference writes it anew"
    for part in ("CheckResult", "Proposal", "SessionFigures", "Bounded"):
        assert f"\n## `{part}`\n" in page()


def test_importing_it_loads_nothing() -> None:
    code = "import sys, fairdeal; print(*(m for m in sys.modules if m.startswith('fairdeal.')))"
    assert printed(code).split() == []


def test_a_round_in_five_lines_by_value_and_by_dictionary() -> None:
    """Three tens pay 3 to 1 on three bets of $10 (MD-LIR 12.A(1)(g))."""
    table = fairdeal.Table("let-it-ride", deck="Qs Qd Qc Ts 9s Th 2c Td")
    table.sit(1, "ann")
    amounts = {"bet-1": 10, "bet-2": 10, "bet-3": 10}
    table.deal()
    table.do({"do": "place-bets", "seat": 1, "amounts": amounts})
    table.deal()
    assert str(table.cards(1)) == "Ts Th Td"
    while table.in_round:
        table.do(table.actions[0])
        table.deal()
    assert table.state.purses == {"ann": 9000}
    assert "Round 1 is over" in table.last_round()
    with pytest.warns(DeprecationWarning, match=r"last_round\(\)"):
        assert table.told() == table.last_round()
    assert table.view("seat:1")["round"] == 2
    with pytest.raises(fairdeal.Refused) as refused:
        table.do({"do": "ride", "seat": 1})
    assert refused.value.clause


def test_cards_print_as_cards() -> None:
    assert repr(fairdeal.Card("As")) == str(fairdeal.Card(51)) == "As"
    assert str(fairdeal.Cards("As Kd *")) == "As Kd *"
    assert fairdeal.Cards([0, 1]) == fairdeal.Cards("2c 2d")


def test_a_table_says_who_sits_at_it() -> None:
    table = fairdeal.Table("let-it-ride")
    assert repr(table).startswith("<Table let-it-ride in maryland: nobody, ")
    table.sit(1, "ann")
    assert ": ann, " in repr(table)
