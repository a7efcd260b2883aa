"""A game that nobody has written a kernel for is analysed all the same."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import ClassVar

import pytest

from fairdeal.cards import parse_cards
from fairdeal.errors import BadInputError
from fairdeal.games.let_it_ride import LET_IT_RIDE
from fairdeal.lab import kernels, results_cache
from fairdeal.lab.analyze import analyze_main
from fairdeal.lab.card import strategy_card
from fairdeal.lab.kernels.kernel import PlainKernel
from fairdeal.lab.situations import Situation
from fairdeal.lab.solver import Solver
from fairdeal.lab.strategy import strategy
from fairdeal.rulebook.rules import Rules, house_rules


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
    """Let It Ride under a name that no kernel knows, and only the top five ranks of the deck."""
    monkeypatch.setenv("FAIRDEAL_CACHE", str(tmp_path))
    rules = house_rules(replace(LET_IT_RIDE, name="a-new-game", title="A New Game"))
    small = parse_cards(" ".join(rank + suit for rank in "TJQKA" for suit in "cdhs"))
    monkeypatch.setattr(PlainKernel, "_solver", Solver(rules, small))
    return rules


def test_it_is_analysed_by_the_solver(unknown: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results_cache, "watch", [Watcher])
    Watcher.told.clear()
    found = analyze_main(unknown)
    exact = kernels.LetItRide(
        kernels.net_by_cell(unknown.paytables["main"]), ranks=(8, 9, 10, 11, 12)
    ).solution
    assert found.ev == exact.ev
    assert found.average_wagered == exact.average_wagered
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


def test_it_has_no_card(unknown: Rules) -> None:
    with pytest.raises(BadInputError, match="no strategy card for A New Game"):
        strategy_card(unknown)
