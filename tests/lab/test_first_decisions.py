"""First decisions that are shipped: the same as the kernel's, and at once."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from threading import Lock

import pytest
from solver_cases import deck_of

from fairdeal.cards import JOKER, WITH_TWO_JOKERS, Card, parse_cards
from fairdeal.games import find_game
from fairdeal.lab.cache.codec import decode_first_decisions
from fairdeal.lab.cache.results import find_first_decisions
from fairdeal.lab.cache.shipped import read_shipped
from fairdeal.lab.decisions.strategy import strategy
from fairdeal.lab.figures.analyze import analyze_main
from fairdeal.lab.kernels import kernel_for
from fairdeal.lab.kernels.double_draw import decisions
from fairdeal.lab.kernels.double_draw.decisions import DrawDecision
from fairdeal.lab.kernels.double_draw.kernel import DoubleDrawKernel
from fairdeal.lab.lazy import kernel_of
from fairdeal.lab.solver import Solver
from fairdeal.rulebook.rules import house_rules
from fairdeal.rulebook.situation import Situation

RULES = house_rules(find_game("run-em-twice"))


def test_every_kind_of_own_cards_is_shipped() -> None:
    known = find_first_decisions(RULES)
    assert known is not None
    assert len(known) == 169
    assert find_first_decisions(house_rules(find_game("double-draw"))) is None


@pytest.mark.parametrize("cards", ["Ah Kd", "2c 2s", "7h 2h", "Jd Tc"])
def test_a_shipped_decision_is_the_kernel_s(cards: str) -> None:
    situation = Situation(tuple(parse_cards(cards)))
    assert strategy(RULES, [situation]) == kernel_of(RULES).decide([situation])


def test_decisions_that_do_not_make_the_value_are_not_used() -> None:
    value = analyze_main(RULES).ev
    for stored in read_shipped().first_decisions.values():
        with pytest.raises(ValueError, match="not those of the value"):
            decode_first_decisions(stored[1:], value, 52)


@pytest.mark.parametrize(
    "situation",
    [
        ("run-em-twice", "--cards", "Ah Kd"),
        ("double-draw", "--cards", "As Kd 7h 2c *"),
        ("double-draw", "--cards", "As Kd 7h 2c *", "--discards", "3c 4d"),
    ],
    ids=["two cards", "five cards", "after a draw"],
)
def test_a_first_decision_compiles_nothing(tmp_path: Path, situation: tuple[str, ...]) -> None:
    """Compiling takes seconds on a machine that has never solved the game."""
    code = (
        "import sys; from fairdeal.cli import main\n"
        f"try: main({['strategy', *situation, '--json']})\n"
        "finally: assert 'numba' not in sys.modules"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "FAIRDEAL_CACHE": str(tmp_path)},
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert '"best"' in ran.stdout


def draw_decisions(
    hand: list[Card], thrown: list[Card], deck: list[Card], monkeypatch: pytest.MonkeyPatch
) -> list[list[DrawDecision]]:
    """Both decisions of one hand without compiled loops, and then with them."""
    kernel = kernel_for(house_rules(find_game("double-draw")), deck)
    assert isinstance(kernel, DoubleDrawKernel)
    found: list[list[DrawDecision]] = []
    for asked in (Lock(), Lock()):
        monkeypatch.setattr(decisions, "_first_asked", asked)
        if found:
            asked.acquire()
        first = decisions.first_decisions([hand], kernel.net, deck=deck)
        if not found:
            asked.release()
        second = decisions.second_decisions([(hand, thrown)], kernel.net, deck=deck)
        found.append([*first, *second])
    return found


@pytest.mark.parametrize("seed", range(3))
def test_one_hand_without_compiled_loops(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same values as by the compiled loops: jokers held, thrown and in the deck."""
    draw, cards = Random(seed), sorted(WITH_TWO_JOKERS.cards)
    hand = draw.sample(cards, 5)
    hand[0:seed] = [JOKER, JOKER + 1][:seed]
    hand = list(dict.fromkeys(hand))
    hand += draw.sample([card for card in cards if card not in hand], 5 - len(hand))
    thrown = draw.sample([card for card in cards if card not in hand], seed)
    without, compiled = draw_decisions(hand, thrown, cards, monkeypatch)
    assert without == compiled


def test_one_hand_by_the_general_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    deck = [*deck_of((0, 9, 12)), JOKER]
    hand, thrown = [deck[n] for n in (0, 4, 8, 9, 12)], [deck[1]]
    (first, second), _ = draw_decisions(hand, thrown, deck, monkeypatch)
    solver = Solver(house_rules(find_game("double-draw")), deck)
    for found, choices in (
        (first, solver.decision(hand)),
        (second, solver.decision(hand, discards=thrown)),
    ):
        assert {one.discards and frozenset(one.discards): one.ev for one in found.choices} == {
            one.discard and frozenset(one.discard): one.ev for one in choices
        }
