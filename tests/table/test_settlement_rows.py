"""The rows of a settlement as pages show them."""

import pytest
from felt import dealt

from fairdeal.floor.tables.published_table import VersionedEvent
from fairdeal.games import find_game
from fairdeal.rulebook.rules import house_rules
from fairdeal.table import events as ev
from fairdeal.web.pages.table.settlement_rows import paid_rows, rare_hands


@pytest.mark.parametrize(
    ("game", "wager", "hands"),
    [
        ("let-it-ride", "bet-1", {"straight flush", "royal flush"}),
        ("let-it-ride", "three-card-bonus", {"straight flush"}),
        (
            "let-it-ride",
            "six-card-bonus",
            {
                *("straight flush", "royal flush"),
                *("super royal of hearts, spades or clubs", "super royal of diamonds"),
            },
        ),
        (
            "double-draw",
            "ante",
            {"straight flush", "wild royal flush", "natural royal flush", "five aces"},
        ),
        # Two cards make no straight flush: the best line of the table.
        ("run-em-twice", "ultimate-pairs", {"pair of aces"}),
    ],
)
def test_the_rarest_hands_of_a_paytable(game: str, wager: str, hands: set[str]) -> None:
    terms = house_rules(find_game(game, "maryland")).terms[wager]
    assert rare_hands(terms.table) == hands


@pytest.mark.parametrize(
    ("hand", "rare"),
    [("royal flush", True), ("straight flush", True), ("four of a kind", False)],
)
def test_a_row_paid_for_a_rare_hand_is_marked(hand: str, rare: bool) -> None:
    before = dealt("let-it-ride").state
    paid = ev.WagerPaid(1, "bet-1", 2000, "win", hand, hand, "1 to 1", "C")
    last = [VersionedEvent(1, before, ev.BetsClosed((1,))), VersionedEvent(2, before, paid)]
    (row,) = paid_rows(before.rules, last, frozenset({1}))
    assert row.rare is rare
