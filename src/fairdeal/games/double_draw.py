"""Double Draw Poker, Maryland (MD-DD): five cards of 54, two draws, jokers.

Ante and bonus before the deal; a wager before each draw, or fold. Two pair or better wins.
"""

from typing import Final

from fairdeal.cards import WITH_TWO_JOKERS
from fairdeal.games.readings import readings_of
from fairdeal.hands import FIVE_CARD_WITH_JOKERS
from fairdeal.rulebook.game import (
    OWN,
    SEATS,
    BetOrFold,
    Call,
    Clauses,
    Deal,
    Dealing,
    Direction,
    Draw,
    Game,
    HandOf,
    Limit,
    Settle,
)
from fairdeal.rulebook.paytable import paytables, single
from fairdeal.rulebook.procedure import DealingClauses, Irregularities, Procedure
from fairdeal.rulebook.wager import AnyAmount, Equal, Wager

# .12: payout odds ---------------------------------------------------------------------------------

# Every permissible hand wins the ante and the draw wagers (reading `winning-hand`).
_HANDS: Final = (
    *("five aces", "natural royal flush", "wild royal flush", "straight flush", "four of a kind"),
    *("full house", "flush", "straight", "three of a kind", "two pair"),
)
MAIN: Final = single(
    "main",
    "MD-DD .12A",
    FIVE_CARD_WITH_JOKERS,
    dict.fromkeys(_HANDS, "1 to 1"),
    line_clauses=["MD-DD .12A"] * len(_HANDS),
)

BONUS: Final = paytables(
    "bonus",
    "MD-DD .12B",
    FIVE_CARD_WITH_JOKERS,
    "AB",
    {
        "five aces": ["500 to 1", "500 to 1"],
        "natural royal flush": ["100 to 1", "100 to 1"],
        "wild royal flush": ["50 to 1", "50 to 1"],
        "straight flush": ["50 to 1", "50 to 1"],
        "four of a kind": ["20 to 1", "20 to 1"],
        "full house": ["5 to 1", "5 to 1"],
        "flush": ["3 to 1", "3 to 1"],
        "straight": ["2 to 1", "2 to 1"],
        "three of a kind": ["1 to 1", "push"],
        "two pair": ["push", "push"],
    },
)

# .07: wagers --------------------------------------------------------------------------------------

WAGERS: Final = (
    Wager(
        "ante",
        "Ante",
        clause="MD-DD .07E(1)",
        size=AnyAmount(binding=True),
        hand="five cards",
        pays=MAIN,
        settled="MD-DD .11D(3)",
    ),
    Wager(
        "bonus",
        "Bonus",
        clause="MD-DD .07E(1)",
        size=Equal(to="ante"),
        hand="five cards",
        pays=BONUS,
        settled="MD-DD .11D(3)",
    ),
    Wager(
        "first-draw",
        "First Draw",
        clause="MD-DD .07E(2)",
        size=Equal(to="ante"),
        hand="five cards",
        pays=MAIN,
        settled="MD-DD .11D(3)",
        at="first-draw",
        needs=("ante", "bonus"),
    ),
    Wager(
        "second-draw",
        "Second Draw",
        clause="MD-DD .07E(3)",
        size=Equal(to="ante"),
        hand="five cards",
        pays=MAIN,
        settled="MD-DD .11D(3)",
        at="second-draw",
        needs=("first-draw",),
    ),
)

# .03-.05, .07-.11 and .13: procedure --------------------------------------------------------------

PROCEDURE: Final = Procedure(
    inspect="MD-DD .04A",
    spread="MD-DD .04B",
    wash="MD-DD .04C",
    preshuffled="MD-DD .04F",
    shuffle="MD-DD .05A",
    shuffle_ordered="MD-DD .05A(3)",
    device_report="MD-DD .05E(1)",
    device_count="MD-DD .05E",
    cut="MD-DD .05F",
    recut="MD-DD .05G",
    idle="MD-DD .05H",
    reshuffler="MD-DD .05I",
    reshuffler_count="MD-DD .05E(2)",
    idle_with_reshuffler=True,
    different_backs="MD-DD .03B(2)",
    other_deck="MD-DD .03B(3)",
    alternate="MD-DD .03B(4)",
    hours_hand="MD-DD .03C(1)",
    hours_shoe="MD-DD .03C(2)",
    seated="MD-DD .07B(1)",
    leaves="MD-DD .07B(3)",
    place="MD-DD .07C",
    closed="MD-DD .07D",
    conduct="MD-DD .11A",
    clear="MD-DD .11F",
    dealing={
        Dealing.MANUAL_SHOE: DealingClauses(
            no_more_bets="MD-DD .08C",
            stub="MD-DD .08D(3)",
            count="MD-DD .08E",
            misdealt="MD-DD .08F(4)",
            wrong_deck="MD-DD .08F(5)",
        ),
        Dealing.HAND: DealingClauses(
            no_more_bets="MD-DD .09A(5)",
            stub="MD-DD .09B(2)",
            count="MD-DD .09C",
            misdealt="MD-DD .09D(4)",
            wrong_deck="MD-DD .09D(5)",
        ),
        Dealing.AUTOMATED_SHOE: DealingClauses(
            no_more_bets="MD-DD .10A(2)",
            stub="MD-DD .10B(2)",
            count="MD-DD .10C",
            misdealt="MD-DD .10C(3)",
            wrong_deck="MD-DD .10C(4)",
        ),
    },
    irregular=Irregularities(
        face_up="MD-DD .13A",
        face_up_voids=False,
        more_face_up="MD-DD .13B",
        drawn_in_error="MD-DD .13C",
        wrong_number=None,  # reading `missing-irregularities`: .08F(4), .09D(4) or .10C(3)
        shuffler_jam="MD-DD .13D",
        shoe_jam="MD-DD .13E",
        out_of_order="MD-DD .13F",
    ),
    stub_in_play=True,
)

# The game -----------------------------------------------------------------------------------------

DOUBLE_DRAW: Final = Game(
    name="double-draw",
    title="Double Draw Poker",
    jurisdiction="maryland",
    text="MD-DD",
    deck=WITH_TWO_JOKERS,  # .03A
    seats=6,  # .02A(1)
    own_cards=5,
    wagers=WAGERS,
    hands={"five cards": HandOf((OWN,), FIVE_CARD_WITH_JOKERS)},
    areas=(),
    # .08, .09 and .10
    dealing={
        Dealing.MANUAL_SHOE: (Deal(1, SEATS, "MD-DD .08D(2)"),) * 5,
        Dealing.HAND: (Deal(1, SEATS, "MD-DD .09B(1)"),) * 5,
        Dealing.AUTOMATED_SHOE: (Deal(5, SEATS, "MD-DD .10B(1)"),),
    },
    # .11
    round=(
        BetOrFold("first-draw", "MD-DD .11C(2)(a)", fold_clause="MD-DD .11C(2)(b)"),
        Call("MD-DD .11C(3)"),
        Draw(3, "MD-DD .11C(4)", collect_clause="MD-DD .11C(5)", replace_clause="MD-DD .11C(6)"),
        BetOrFold("second-draw", "MD-DD .11C(8)(a)", fold_clause="MD-DD .11C(8)(b)"),
        Call("MD-DD .11C(9)"),
        Draw(1, "MD-DD .11C(10)", collect_clause="MD-DD .11C(11)", replace_clause="MD-DD .11C(12)"),
        Settle(("ante", "first-draw", "second-draw", "bonus"), "MD-DD .11D", Direction.CLOCKWISE),
    ),
    limit=Limit("MD-DD .02B(6)"),
    clauses=Clauses(
        wagers="MD-DD .07E",
        one_deck="MD-DD .03A",
        two_decks="MD-DD .03B",
        seats="MD-DD .02A(1)",
        hand_needs_machine="MD-DD .09A(1)",
    ),
    procedure=PROCEDURE,
    readings=readings_of("MD-DD"),
    unit="ante",
)
