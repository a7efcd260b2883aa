"""The strategy `card` plays as the printed card says, and is worth what the lab says it is."""

from fractions import Fraction

import numpy as np
import pytest

import fairdeal
import fairdeal.learn
from fairdeal.games import find_game
from fairdeal.lab.card_lines.line import card_line
from fairdeal.lab.decisions.strategy import strategy_card
from fairdeal.learn.catalog import rules_of
from fairdeal.learn.kernels.batch import Masks
from fairdeal.rulebook.rules import house_rules
from fairdeal.rulebook.situation import Situation
from fairdeal.simulate.card_player import CardPlayer
from fairdeal.simulate.kernel_engine import kernel_engine, refusal
from fairdeal.simulate.kernels.deal import Small
from fairdeal.simulate.settings import run_settings
from fairdeal.simulate.table_engine import TableEngine


@pytest.mark.parametrize("paytable", ["A", "B"])
def test_the_cost_of_following_the_card_is_counted_twice(paytable: str) -> None:
    """The lab adds up kinds of hands; `exploit` goes through all situations with the player."""
    environment = f"fairdeal/LetItRide-MD-{paytable}-v0"
    rules = rules_of(environment)
    player = CardPlayer(rules)

    def policy(seen: Small, masks: Masks) -> np.ndarray:
        del masks
        # What a card says depends on the ranks, and on whether all cards are of one suit.
        known = 3 + int(seen[0, 5])
        cards = seen[:, :known].astype(np.int64)
        suited = (cards % 4 == cards[:, :1] % 4).all(axis=1)
        ranks = np.sort(cards // 4, axis=1)
        number = ranks @ 13 ** np.arange(known) * 2 + suited
        _, first, back = np.unique(number, return_index=True, return_inverse=True)
        chosen = []
        for row in cards[first].tolist():
            situation = Situation(tuple(row[:3]), tuple(row[3:]))
            chosen.append(player.choice(situation).action == "ride")
        actions: np.ndarray = np.array(chosen, np.int64)[back.ravel()]
        return actions

    assert fairdeal.learn.exploit(policy, environment).cost == strategy_card(rules).cost


def test_both_engines_follow_the_card_of_let_it_ride() -> None:
    settings = run_settings(
        house_rules(find_game("let-it-ride")), 60, 5, strategies=("card",), bets={}
    )
    assert refusal(settings) is None
    played = list(TableEngine(settings).rounds(0, 60))
    assert list(kernel_engine(settings).rounds(0, 60)) == played


def test_the_value_of_the_card_stands_beside_the_simulated_one() -> None:
    run = fairdeal.simulate("let-it-ride", 200_000, seed=3, strategy="card")
    (main,) = run.to_dict()["wagers"]
    card = strategy_card(house_rules(find_game("let-it-ride")))
    assert Fraction(main["exact_fraction"]) == card.card_ev
    assert abs(main["z"]) < 4


@pytest.mark.parametrize("game", ["run-em-twice", "double-draw"])
def test_the_card_is_followed_at_the_table(game: str) -> None:
    run = fairdeal.simulate(game, 150, seed=3, strategy="card", engine="table")
    (main,) = run.to_dict()["wagers"]
    assert main["exact"] is not None
    assert abs(main["z"]) < 4


def test_of_several_discards_the_card_prefers_the_higher_cards() -> None:
    """Two jacks and two nines with a three: the card keeps both pairs or one, as its line says, and
    what is kept is never the lower pair alone.
    """
    rules = house_rules(find_game("double-draw"))
    cards = tuple(map(int, (4 * 9, 4 * 9 + 1, 4 * 7, 4 * 7 + 1, 4 * 1 + 2)))
    choice = CardPlayer(rules).choice(Situation(cards))
    line = card_line(rules, Situation(cards))
    assert line is not None
    assert line.agrees(choice)
    assert {4 * 9, 4 * 9 + 1}.isdisjoint(choice.discard or ())
