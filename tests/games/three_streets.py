"""Three Streets, a game that nobody plays (XX-TS): jokers, two own cards and five of the board.

It has a shape that no real game here has: three bets of different sizes, the best five of seven
cards with jokers among them, and a side bet of $1, $2 or $5 on the player's own two cards, ranked
in a way that stands in this file. So it shows what holds for any game, and how a file is a game.
"""

from collections.abc import Sequence
from typing import Final

from fairdeal.cards import WITH_TWO_JOKERS, Card, is_joker, rank_of
from fairdeal.games._shared.readings import shared
from fairdeal.hands import FIVE_CARD_WITH_JOKERS, Hand, Ranking
from fairdeal.rulebook.game import (
    OWN,
    SEATS,
    Area,
    BetOrFold,
    Clauses,
    Deal,
    Dealing,
    Direction,
    Game,
    HandOf,
    Limit,
    Reveal,
    Settle,
)
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.paytable import paytables, single
from fairdeal.rulebook.procedure import DealingClauses, Irregularities, Procedure
from fairdeal.rulebook.readings import Reading
from fairdeal.rulebook.wager import AnyAmount, OneOf, Times, Wager

# Hands --------------------------------------------------------------------------------------------

_POCKETS: Final = ("nothing", "pair", "joker", "two jokers")


def _pocket(cards: Sequence[Card]) -> Hand:
    jokers = sum(map(is_joker, cards))
    pair = not jokers and len(set(map(rank_of, cards))) == 1
    name = _POCKETS[jokers + 1 if jokers else int(pair)]
    return Hand(_POCKETS.index(name), (), name, name)


POCKET_CARDS: Final = Ranking(
    "pocket",
    _POCKETS,
    {name: range(cell, cell + 1) for cell, name in enumerate(_POCKETS) if cell},
    2,
    _pocket,
)

BEST_FIVE: Final = HandOf(
    (OWN, "flop", "turn", "river"), FIVE_CARD_WITH_JOKERS, name="best of seven"
)
POCKET_HAND: Final = HandOf((OWN,), POCKET_CARDS, name="pocket")

# Chapter 12: payout odds --------------------------------------------------------------------------

MAIN: Final = paytables(
    "main",
    "XX-TS 12.A",
    FIVE_CARD_WITH_JOKERS,
    "AB",
    {
        "five aces": ["200 to 1", "100 to 1"],
        "natural royal flush": ["100 to 1", "100 to 1"],
        "wild royal flush": ["50 to 1", "40 to 1"],
        "straight flush": ["30 to 1", "30 to 1"],
        "four of a kind": ["10 to 1", "12 to 1"],
        "full house": ["4 to 1", "4 to 1"],
        "flush": ["3 to 1", "3 to 1"],
        "straight": ["2 to 1", "2 to 1"],
        "three of a kind": ["1 to 1", "1 to 1"],
        "two pair": ["push", "push"],
    },
)

POCKET: Final = single(
    "pocket",
    "XX-TS 12.B",
    POCKET_CARDS,
    {"two jokers": "100 to 1", "joker": "6 to 1", "pair": "5 to 1"},
)

# Chapter 7: wagers --------------------------------------------------------------------------------

WAGERS: Final = (
    Wager(
        "ante",
        "Ante",
        clause="XX-TS 7.A",
        size=AnyAmount(binding=True),
        hand=BEST_FIVE,
        pays=MAIN,
        settled="XX-TS 11.H",
    ),
    Wager(
        "flop-bet",
        "Flop Bet",
        clause="XX-TS 7.B",
        size=Times("ante", 1, 2, whole=True),
        hand=BEST_FIVE,
        pays=MAIN,
        settled="XX-TS 11.H",
        needs=("ante",),
    ),
    Wager(
        "turn-bet",
        "Turn Bet",
        clause="XX-TS 7.C",
        size=Times("ante", 1, 3),
        hand=BEST_FIVE,
        pays=MAIN,
        settled="XX-TS 11.H",
        needs=("flop-bet",),
    ),
    Wager(
        "river-bet",
        "River Bet",
        clause="XX-TS 7.D",
        size=Times("flop-bet", 1, 2, whole=True),
        hand=BEST_FIVE,
        pays=MAIN,
        settled="XX-TS 11.H",
        needs=("turn-bet",),
    ),
    Wager(
        "pocket",
        "Pocket",
        clause="XX-TS 7.E",
        size=OneOf((1 * CENTS, 2 * CENTS, 5 * CENTS)),
        hand=POCKET_HAND,
        pays=POCKET,
        settled="XX-TS 11.G",
        side=True,
        needs=("ante",),
    ),
)

# Chapters 3-11 and 13: procedure ------------------------------------------------------------------


def _dealing_clauses(chapter: int) -> DealingClauses:
    return DealingClauses(
        no_more_bets=f"XX-TS {chapter}.A",
        stub=f"XX-TS {chapter}.C",
        count=f"XX-TS {chapter}.D",
        misdealt=f"XX-TS {chapter}.E",
        wrong_deck=f"XX-TS {chapter}.F",
    )


PROCEDURE: Final = Procedure(
    inspect="XX-TS 4.A",
    spread="XX-TS 4.B",
    wash="XX-TS 4.C",
    preshuffled="XX-TS 4.D",
    shuffle="XX-TS 5.A",
    shuffle_ordered="XX-TS 5.A(1)",
    device_report="XX-TS 5.B(1)",
    device_count="XX-TS 5.B",
    cut="XX-TS 5.C",
    recut="XX-TS 5.D",
    idle="XX-TS 5.E",
    reshuffler="XX-TS 5.F",
    reshuffler_count="XX-TS 5.F(1)",
    idle_with_reshuffler=False,
    different_backs="XX-TS 3.B(1)",
    other_deck="XX-TS 3.B(2)",
    alternate="XX-TS 3.B(3)",
    hours_hand="XX-TS 3.C(1)",
    hours_shoe="XX-TS 3.C(2)",
    seated="XX-TS 7.F",
    leaves="XX-TS 7.G",
    place="XX-TS 7.H",
    closed="XX-TS 7.I",
    conduct="XX-TS 11.A",
    clear="XX-TS 11.I",
    dealing={
        Dealing.MANUAL_SHOE: _dealing_clauses(8),
        Dealing.HAND: _dealing_clauses(9),
        Dealing.AUTOMATED_SHOE: _dealing_clauses(10),
    },
    irregular=Irregularities(
        face_up="XX-TS 13.A",
        face_up_voids=True,
        drawn_in_error="XX-TS 13.B",
        wrong_number="XX-TS 13.C",
        shuffler_jam="XX-TS 13.D",
        shoe_jam="XX-TS 13.E",
        out_of_order="XX-TS 13.F",
        exposed_community="XX-TS 13.G",
    ),
)

# The game -----------------------------------------------------------------------------------------


def _dealing(chapter: int, *, stack: bool = False) -> tuple[Deal, ...]:
    """The players' cards, one at a time or as a stack, and then the board."""
    clause = f"XX-TS {chapter}.B"
    own = [Deal(2, SEATS, clause)] if stack else [Deal(1, SEATS, clause)] * 2
    return (*own, Deal(3, "flop", clause), Deal(1, ("turn", "river"), clause))


THREE_STREETS: Final = Game(
    name="three-streets",
    title="Three Streets",
    jurisdiction="atlantis",
    text="XX-TS",
    deck=WITH_TWO_JOKERS,
    seats=5,
    wagers=WAGERS,
    areas=(
        Area("flop", "XX-TS 2.A"),
        Area("turn", "XX-TS 2.B"),
        Area("river", "XX-TS 2.C"),
    ),
    dealing={
        Dealing.MANUAL_SHOE: _dealing(8),
        Dealing.HAND: _dealing(9),
        Dealing.AUTOMATED_SHOE: _dealing(10, stack=True),
    },
    round=(
        BetOrFold("flop-bet", "XX-TS 11.B", fold_clause="XX-TS 11.B(1)"),
        Reveal(("flop",), "XX-TS 11.C"),
        BetOrFold("turn-bet", "XX-TS 11.D", fold_clause="XX-TS 11.D(1)"),
        Reveal(("turn",), "XX-TS 11.E"),
        BetOrFold("river-bet", "XX-TS 11.F", fold_clause="XX-TS 11.F(1)"),
        Reveal(("river",), "XX-TS 11.F(2)"),
        Settle("XX-TS 11.G", Direction.CLOCKWISE),
        Settle("XX-TS 11.H", Direction.CLOCKWISE, collects=True),
    ),
    limit=Limit("XX-TS 12.C"),
    clauses=Clauses(wagers="XX-TS 7.A", one_deck="XX-TS 3.A", two_decks="XX-TS 3.B"),
    procedure=PROCEDURE,
    readings=(
        Reading(
            "pocket-joker",
            ("XX-TS 12.B",),
            "Is a joker with another card a pair?",
            "It has a line of its own.",
        ),
        shared("abandoned", "XX-TS 7.G"),
    ),
    unit="ante",
)
