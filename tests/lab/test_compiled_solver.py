"""The general solver with compiled loops against the plain one: values, endings, decisions."""

from dataclasses import replace
from fractions import Fraction

import pytest
from invented import THREE_STREETS, Invented, invented
from solver_cases import RUN_EM_TWICE, deck_of

from fairdeal.cards import JOKER, Card
from fairdeal.hands import (
    FIVE_CARD,
    FIVE_CARD_WITH_JOKERS,
    MINI,
    SIX_CARD,
    THREE_CARD,
    TWO_CARD,
    Ranking,
)
from fairdeal.lab.kernels.general import engine, solver
from fairdeal.lab.kernels.general.engine import Size
from fairdeal.lab.kernels.general.hand_tables import HandTable, alike_columns
from fairdeal.lab.kernels.general.solver import CompiledSolver, general_solver
from fairdeal.lab.kernels.plain import PlainKernel
from fairdeal.lab.solver import Solver, layout
from fairdeal.lab.solver.plan import main_plan
from fairdeal.lab.solver.strategy_card import plain_card
from fairdeal.rulebook.rules import house_rules

#: Games without draws, of each shape, with decks of a few cards more than a round takes.
GAMES = [
    replace(game, deck=game.deck[: main_plan(game.rules).cards + 4])
    for seed in range(24)
    if (game := invented(seed)).shape != "draw"
][:9]
TINY = [*deck_of((3, 12)), JOKER, JOKER + 1]


LIMIT = Fraction(11, 3)
#: Under a limit each way to bet has payments of its own, and a cross has many ways.
SOLVED = [
    pytest.param(
        *(one, limit),
        id=f"{one} {'limited' if limit else 'free'}",
        marks=[pytest.mark.slow] if limit and one.shape == "cross" else [],
    )
    for one in GAMES
    for limit in (None, LIMIT)
]


@pytest.mark.parametrize(("one", "limit"), SOLVED)
def test_the_same_solution(one: Invented, limit: Fraction | None) -> None:
    plain = Solver(one.rules, one.deck, limit=limit).solve()
    found = CompiledSolver(one.rules, one.deck, limit=limit).solve()
    assert (found.ev, found.total, found.wagers, found.hands) == (
        *(plain.ev, plain.total, plain.wagers, plain.hands),
    )
    assert found.endings == plain.endings
    assert found.net == plain.net


def test_the_same_class_by_class(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where not all situations fit into memory, own cards are solved class by class."""
    monkeypatch.setattr(engine, "_AT_ONCE", 0)
    for one in GAMES[:3]:
        found = CompiledSolver(one.rules, one.deck)
        assert not found.at_once
        plain = Solver(one.rules, one.deck).solve()
        assert found.solve().endings == plain.endings
        assert found.ev() == plain.ev


def test_jokers_and_three_bets() -> None:
    rules = house_rules(THREE_STREETS)
    for limit in (None, Fraction(25)):
        plain = Solver(rules, TINY, limit=limit).solve()
        assert CompiledSolver(rules, TINY, limit=limit).solve().endings == plain.endings


@pytest.mark.parametrize("one", GAMES[:4], ids=str)
def test_results_by_the_cell_of_a_side_bet(one: Invented) -> None:
    for wager in one.rules.wagers:
        if wager.side:
            plain = Solver(one.rules, one.deck, side=wager)
            found = CompiledSolver(one.rules, one.deck, side=wager)
            assert found.mean_by_cell() == plain.mean_by_cell()


def test_the_same_decisions_and_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "_FEW_DEALS", 0)
    rules = house_rules(THREE_STREETS)
    plain, found = Solver(rules, TINY), CompiledSolver(rules, TINY)
    own, board = TINY[:2], TINY[2:6]
    assert found.decision(own) == plain.decision(own)
    for limit in (None, Fraction(25)):
        plain, found = Solver(rules, TINY, limit=limit), CompiledSolver(rules, TINY, limit=limit)
        bets: dict[str, int | Fraction] = {"flop-bet": 2}
        assert found.decision(own, board[:3], bets=bets) == plain.decision(
            own, board[:3], bets=bets
        )
        bets["turn-bet"] = Fraction(3, 2)
        assert found.decision(own, board, bets=bets) == plain.decision(own, board, bets=bets)
    assert plain_card(CompiledSolver(rules, TINY), "A") == plain_card(Solver(rules, TINY), "A")


def test_two_own_cards_and_five_of_a_board_fit() -> None:
    """Jokers, 54 cards, three bets: about a minute of work, all situations in memory."""
    rules = house_rules(THREE_STREETS)
    size = Size(main_plan(rules), rules.game.deck.cards)
    assert size.fits
    assert size.at_once
    kernel = PlainKernel(rules, main_plan(rules), rules.game.deck.cards)
    assert isinstance(kernel._solver, CompiledSolver)
    assert 0 < kernel.seconds() < 60


def test_what_does_not_fit_is_solved_plainly() -> None:
    one = next(game for seed in range(40) if (game := invented(seed)).rules.game.draws)
    assert not Size(main_plan(one.rules), one.deck).fits
    assert type(general_solver(one.rules, one.rules.game.deck.cards)) is Solver
    # A few deals need no compiler.
    assert type(general_solver(GAMES[0].rules, GAMES[0].tiny)) is Solver
    # Payouts whose sums could leave 64 bits.
    rules = house_rules(THREE_STREETS)
    table = rules.paytables["main"]
    line = table.lines[0]
    huge = replace(line, pays=replace(line.pays, amount=10**15))
    large = replace(table, lines=(huge, *table.lines[1:]))
    rules = replace(rules, paytables={**rules.paytables, "main": large})
    assert not Size(main_plan(rules), rules.game.deck.cards).fits


@pytest.mark.parametrize(
    ("rankings", "deck"),
    [
        ((FIVE_CARD,), deck_of((9, 10, 11, 12))),
        ((FIVE_CARD_WITH_JOKERS,), [*deck_of((9, 10, 11, 12)), 52, 53]),
        ((THREE_CARD,), deck_of((9, 10, 11, 12))),
        ((MINI,), deck_of((9, 10, 11, 12))),
        ((TWO_CARD,), deck_of((9, 10, 11, 12))),
        ((FIVE_CARD, MINI), deck_of((9, 10, 11, 12))),
        ((SIX_CARD,), deck_of((8, 9, 10, 11, 12))),
        ((FIVE_CARD,), deck_of((9, 10, 11, 12))[1:]),
    ],
)
def test_suits_that_are_alike(rankings: tuple[Ranking, ...], deck: list[Card]) -> None:
    """The same as the plain solver finds by looking at every hand."""
    tables = [HandTable(ranking, deck) for ranking in rankings]
    assert alike_columns(tables, deck) == layout.alike_columns(rankings, tuple(deck))


@pytest.mark.slow
def test_run_em_twice_with_the_whole_deck() -> None:
    """The compiled general solver and the kernel, which share no loop."""
    rules = house_rules(RUN_EM_TWICE)
    assert CompiledSolver(rules).ev() == Fraction(-579091, 6689228)
