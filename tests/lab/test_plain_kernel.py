"""A game that nobody has written a kernel for is analysed all the same."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from typing import ClassVar

import pytest
from by_settling import Settler
from invented import invented

from fairdeal.cards import Card, parse_cards
from fairdeal.games.let_it_ride import LET_IT_RIDE
from fairdeal.games.run_em_twice import RUN_EM_TWICE
from fairdeal.hands import FIVE_CARD, THREE_CARD, Hand
from fairdeal.lab.decisions.strategy import strategy, strategy_card
from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.lab.figures.analyze import analyze_main
from fairdeal.lab.figures.payouts import net_by_cell
from fairdeal.lab.kernels.plain import PlainKernel
from fairdeal.lab.lazy import plot_analyses
from fairdeal.lab.progress import shown_by
from fairdeal.lab.solver import Solver
from fairdeal.lab.solver.kinds import CardsKind, in_words, kind_of
from fairdeal.lab.solver.plan import main_plan
from fairdeal.rulebook.game import OWN, Game, HandOf, Reveal
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.rulebook.situation import Situation

SMALL = tuple(parse_cards(" ".join(rank + suit for rank in "TJQKA" for suit in "cdhs")))


class Watcher:
    """Writes down what it is told."""

    def __init__(self, what: str) -> None:
        self.told.append(what)

    told: ClassVar[list[str]] = []
    steps: ClassVar[list[tuple[int, int]]] = []

    def progress(self, done: int, total: int) -> None:
        self.steps.append((done, total))

    def end(self) -> None:
        self.told.append("end")


@pytest.fixture
def unknown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Rules:
    """Let It Ride with both community cards turned up at once, which no kernel knows, and only the
    top five ranks of the deck.
    """
    monkeypatch.setenv("FAIRDEAL_CACHE", str(tmp_path))
    steps = [
        replace(step, count=None)
        if isinstance(step, Reveal) and step.areas == ("community",)
        else step
        for step in LET_IT_RIDE.round
        if not (isinstance(step, Reveal) and step.clause == "MD-LIR 11.C(2)")
    ]
    rules = house_rules(replace(LET_IT_RIDE, title="A New Game", round=tuple(steps)))
    monkeypatch.setattr(PlainKernel, "_solver", Solver(rules, SMALL))
    return rules


def by_hand(rules: Rules) -> Fraction:
    """Bet Number 1 rides where three cards promise no loss, bet 2 where five bring none."""
    pays = net_by_cell(rules.paytables["main"])
    ranking = rules.paytables["main"].ranking
    total, hands = Fraction(0), list(combinations(SMALL, 3))
    for own in hands:
        left = [card for card in SMALL if card not in own]
        nets = [pays[ranking.evaluate((*own, *two)).cell] for two in combinations(left, 2)]
        first = max(sum(nets, Fraction(0)), Fraction(0))
        second = sum((max(net, Fraction(0)) for net in nets), Fraction(0))
        total += (first + second + sum(nets, Fraction(0))) / len(nets)
    return total / len(hands)


def test_it_is_analysed_by_the_solver(unknown: Rules) -> None:
    Watcher.told.clear()
    with shown_by(Watcher):
        found = analyze_main(unknown, cache=False)
    shown = list(Watcher.told)
    # Outside the context nobody is told.
    analyze_main(unknown, cache=False)
    assert Watcher.told == shown
    assert found.ev == by_hand(unknown)
    assert sum(outcome.probability for outcome in found.outcomes) == 1
    # Said beforehand how long it takes, and shown while it goes.
    assert Watcher.told[0].startswith("Solving A New Game exactly, about ")
    assert Watcher.told[-1] == "end"
    assert Watcher.steps


def test_its_decisions_are_answered(unknown: Rules) -> None:
    (decision,) = strategy(unknown, [Situation(parse_cards("Ts Th Td"))])
    assert decision.best.action == "ride"
    assert {choice.action for choice in decision.choices} == {"ride", "withdraw"}
    assert decision.best.ev > Fraction(9)


@pytest.mark.parametrize(
    ("game", "situation"),
    [
        (LET_IT_RIDE, Situation(parse_cards("Ts Td 2c"))),
        (LET_IT_RIDE, Situation(parse_cards("Ts Td 2c"), parse_cards("2s"))),
        (
            RUN_EM_TWICE,
            Situation(
                parse_cards("Ac 2d"),
                parse_cards("2h 9d 3s Kd"),
                bets={"first-run": Fraction(3), "second-run": Fraction(3)},
            ),
        ),
    ],
    ids=["three cards", "four cards", "six cards"],
)
def test_one_decision_does_not_look_at_every_hand_first(game: Game, situation: Situation) -> None:
    """Of 52 cards there are 2,598,960; that took 12 seconds."""
    asked = 0

    def counting(cards: Sequence[Card]) -> Hand:
        nonlocal asked
        asked += 1
        return FIVE_CARD.evaluate_exactly(cards)

    solver = Solver(house_rules(game))
    counted = replace(FIVE_CARD, evaluate_exactly=counting)
    parts = tuple(tuple((groups, counted) for groups, _ in hand) for hand in solver.plan.parts)
    solver.plan = replace(solver.plan, parts=parts)
    board, bets = situation.board, situation.bets
    choices = solver.decision(situation.cards, board, bets=bets)
    assert 0 < asked <= 49 * 48
    plain = Solver(house_rules(game), symmetry=False)
    assert choices == plain.decision(situation.cards, board, bets=bets)


def test_it_has_a_plain_card(unknown: Rules) -> None:
    card = strategy_card(unknown, cache=False)
    assert card.ev == by_hand(unknown)
    assert [section.decision for section in card.sections] == [
        "Bet Number 1, by all cards you see",
        "Bet Number 2, by all cards you see",
    ]
    assert card.card_ev == followed(unknown, card)
    assert 0 <= card.cost < Fraction(1, 10)


def followed(rules: Rules, card: StrategyCard) -> Fraction:
    """What the card brings, its lines found by their words, deal by deal."""
    pays = net_by_cell(rules.paytables["main"])
    ranking = rules.paytables["main"].ranking
    total, hands = Fraction(0), list(combinations(SMALL, 3))
    for own in hands:
        left = [card for card in SMALL if card not in own]
        first = rides(card, 0, own)
        nets = []
        for two in combinations(left, 2):
            net = pays[ranking.evaluate((*own, *two)).cell]
            nets.append(net * (1 + first + rides(card, 1, (*own, *two))))
        total += sum(nets, Fraction(0)) / len(nets)
    return total / len(hands)


def rides(card: StrategyCard, section: int, cards: Sequence[Card]) -> bool:
    """Whether the card lets a bet ride: the first line whose words are those of the cards."""
    return _rides(card, section, kind_of(cards))


@cache
def _rides(card: StrategyCard, section: int, kind: CardsKind) -> bool:
    words = {in_words(kind.shape, (), every=True), "anything else", "any cards"} | {
        in_words(kind.shape, ranks, every=False)
        for size in range(1, 6)
        for ranks in combinations(range(8, 13), size)
        if kind.rank in ranks
    }
    fitting = (rule for rule in card.sections[section].rules if rule.when in words)
    return next(fitting).action == "ride"


def test_a_game_with_two_own_cards_has_a_grid() -> None:
    """Its mean over all deals of own cards is the value of the game."""
    one = invented(13)
    card = PlainKernel(one.rules, main_plan(one.rules), one.deck).card()
    deals = {
        cell.name: 6 if cell.high == cell.low else 4 if cell.suited else 12 for cell in card.grid
    }
    assert sum(deals.values()) == comb(len(one.deck), 2)
    total = sum((deals[cell.name] * cell.value for cell in card.grid), Fraction(0))
    assert total / comb(len(one.deck), 2) == card.ev >= card.card_ev


def test_it_is_plotted(unknown: Rules, tmp_path: Path) -> None:
    one = invented(13)
    card = PlainKernel(one.rules, main_plan(one.rules), one.deck).card()
    target = tmp_path / "new.svg"
    found = analyze_main(unknown, cache=False)
    plot_analyses(unknown.game, [found], str(target), card.grid)
    assert "A New Game" in target.read_text()


def test_hands_that_are_ranked_in_different_ways() -> None:
    """A bet on own cards beside bets on five: an ending is told by the first wager's hand."""
    own = HandOf((OWN,), THREE_CARD, name="own three")
    pays = replace(
        LET_IT_RIDE.wager["three-card-bonus"].pays, clause=LET_IT_RIDE.wager["bet-2"].pays.clause
    )
    tables = tuple(replace(one, group="bet-1", name="standard") for one in pays.tables[:1])
    wagers = tuple(
        replace(wager, hand=own, pays=replace(pays, name="bet-1", tables=tables))
        if wager.name == "bet-1"
        else wager
        for wager in LET_IT_RIDE.wagers
    )
    rules = house_rules(replace(LET_IT_RIDE, wagers=wagers))
    kernel = PlainKernel(rules, main_plan(rules), SMALL[4:])
    rows = kernel.rows()
    assert {row.hand for row in rows} <= {*THREE_CARD.lines, *THREE_CARD.cells}
    assert Settler(rules, SMALL[4:12]).ev() == Solver(rules, SMALL[4:12]).ev()
