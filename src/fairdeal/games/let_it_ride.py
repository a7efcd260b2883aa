"""Let It Ride Poker, Maryland (MD-LIR).

Three equal bets, of which the player may take back two: the first after seeing three cards, the
second after one community card. The five cards then play against a paytable.
"""

from typing import Final

from fairdeal.cards import STANDARD_52
from fairdeal.games.readings import readings_of
from fairdeal.hands import FIVE_CARD, MINI, SIX_CARD, THREE_CARD
from fairdeal.rulebook.game import (
    OWN,
    SEATS,
    Area,
    Clauses,
    Deal,
    Dealing,
    Direction,
    Game,
    HandOf,
    Limit,
    Reveal,
    Settle,
    TakeBack,
)
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.paytable import paytables
from fairdeal.rulebook.procedure import DealingClauses, Irregularities, Procedure
from fairdeal.rulebook.wager import AnyAmount, Equal, OneOf, Wager

# Chapter 12: payout odds --------------------------------------------------------------------------

MAIN: Final = paytables(
    "main",
    "MD-LIR 12.A",
    FIVE_CARD,
    "ABC",
    {
        "royal flush": ["1,000 to 1", "500 to 1", "100 to 1"],
        "straight flush": ["200 to 1", "100 to 1", "50 to 1"],
        "four of a kind": ["50 to 1", "25 to 1", "30 to 1"],
        "full house": ["11 to 1", "15 to 1", "15 to 1"],
        "flush": ["8 to 1", "10 to 1", "9 to 1"],
        "straight": ["5 to 1", "5 to 1", "6 to 1"],
        "three of a kind": ["3 to 1", "3 to 1", "3 to 1"],
        "two pair": ["2 to 1", "2 to 1", "2 to 1"],
        "pair of tens or better": ["1 to 1", "1 to 1", "1 to 1"],
    },
)

# For a stake of $1, which the dealer has already collected (reading `five-card-stake`).
FIVE_CARD_BONUS: Final = paytables(
    "five-card-bonus",
    "MD-LIR 12.B",
    FIVE_CARD,
    "ABCDEFG",
    {
        "royal flush": [*["$20,000"] * 3, *["$10,000"] * 3, "$20,000"],
        "straight flush": ["$2,000"] * 7,
        "four of a kind": ["$150", "$200", "$100", "$200", "$200", "$100", "$300"],
        "full house": ["$75", "$75", "$75", "$75", "$100", "$75", "$150"],
        "flush": ["$50"] * 7,
        "straight": ["$25"] * 7,
        "three of a kind": ["$4", "$5", "$9", "$5", "$10", "$9", "$5"],
        "two pair": ["$3", "$4", "$6", "$4", "$6", "$6", None],
        "pair of tens or better": ["$2", "$1", None, "$1", None, None, None],
    },
)

THREE_CARD_BONUS: Final = paytables(
    "three-card-bonus",
    "MD-LIR 12.C",
    THREE_CARD,
    "ABC",
    {
        "straight flush": ["40 to 1", "40 to 1", "40 to 1"],
        "three of a kind": ["30 to 1", "30 to 1", "30 to 1"],
        "straight": ["6 to 1", "5 to 1", "6 to 1"],
        "flush": ["4 to 1", "4 to 1", "3 to 1"],
        "pair": ["1 to 1", "1 to 1", "1 to 1"],
    },
)

SIX_CARD_BONUS: Final = paytables(
    "six-card-bonus",
    "MD-LIR 12.D",
    SIX_CARD,
    "AB",
    {
        "super royal of diamonds": ["$1,000,000", "$100,000"],
        "super royal of hearts, spades or clubs": ["$100,000", "$100,000"],
        "royal flush": ["1,000 to 1", "1,000 to 1"],
        "straight flush": ["200 to 1", "200 to 1"],
        "four of a kind": ["50 to 1", "50 to 1"],
        "full house": ["20 to 1", "20 to 1"],
        "flush": ["15 to 1", "15 to 1"],
        "straight": ["10 to 1", "10 to 1"],
        "three of a kind": ["5 to 1", "5 to 1"],
    },
)

PROGRESSIVE: Final = paytables(
    "progressive",
    "MD-LIR 12.E",
    FIVE_CARD,
    "ADEF",
    {
        "royal flush": ["100% of meter", "100% of major", "100% of mega", "100% of mega"],
        "straight flush": ["10% of meter", "100% of minor", "100% of major", "100% of major"],
        "four of a kind": ["300 for 1", "300 for 1", "100% of minor", "100% of minor"],
        "full house": ["50 for 1", "50 for 1", "50 for 1", "50 for 1"],
        "flush": ["40 for 1", "40 for 1", "40 for 1", "40 for 1"],
        "straight": ["30 for 1", "30 for 1", "30 for 1", "30 for 1"],
        "three of a kind": ["9 for 1", "9 for 1", "10 for 1", "9 for 1"],
    },
    resets={
        "A": {"meter": 1_000},
        "D": {"major": 1_000, "minor": 250},
        "E": {"mega": 10_000, "major": 1_000, "minor": 250},
        "F": {"mega": 10_000, "major": 1_000, "minor": 250},
    },
    reset_clause="MD-LIR 12.F(2)",
    envy={"royal flush": {1: 1_000, 5: 5_000}, "straight flush": {1: 300, 5: 1_500}},
    envy_clauses={1: "MD-LIR 12.I", 5: "MD-LIR 12.J"},
) | paytables(
    "progressive",
    "MD-LIR 12.E",
    MINI,
    "BC",
    {
        "ace-king-queen of spades": ["100% of meter", "100% of meter"],
        "ace-king-queen of hearts, diamonds or clubs": ["500 for 1", "500 for 1"],
        "straight flush": ["70 for 1", "100 for 1"],
        "three of a kind": ["60 for 1", "90 for 1"],
        "straight": ["6 for 1", None],
    },
    hand="three cards, progressive",
    resets={"B": {"meter": 1_000}, "C": {"meter": 1_000}},
    reset_clause="MD-LIR 12.F(2)",
    envy={
        "ace-king-queen of spades": {1: 100, 5: 500},
        "ace-king-queen of hearts, diamonds or clubs": {1: 25, 5: 125},
    },
    envy_clauses={1: "MD-LIR 12.I", 5: "MD-LIR 12.J"},
)

# Chapter 7: wagers --------------------------------------------------------------------------------

BETS: Final = ("bet-1", "bet-2", "bet-3")

WAGERS: Final = (
    *(
        Wager(
            bet,
            f"Bet {bet[-1]}",
            clause="MD-LIR 7.E(1)",
            size=AnyAmount(binding=True) if bet == "bet-1" else Equal(to="bet-1"),
            hand="five cards",
            pays=MAIN,
            settled="MD-LIR 11.D(3)",
        )
        for bet in BETS
    ),
    Wager(
        "five-card-bonus",
        "Five Card Bonus",
        clause="MD-LIR 7.E(3)",
        size=OneOf((1 * CENTS,)),
        hand="five cards",
        pays=FIVE_CARD_BONUS,
        settled="MD-LIR 11.E(1)",
        side=True,
        collected=True,
        lammer=True,
        needs=BETS,
    ),
    Wager(
        "three-card-bonus",
        "Three Card Bonus",
        clause="MD-LIR 7.E(4)",
        size=AnyAmount(),
        hand="three cards",
        pays=THREE_CARD_BONUS,
        settled="MD-LIR 11.E(2)",
        side=True,
        needs=BETS,
    ),
    Wager(
        "six-card-bonus",
        "Six Card Bonus",
        clause="MD-LIR 7.E(5)",
        size=AnyAmount(),
        hand="six cards",
        pays=SIX_CARD_BONUS,
        settled="MD-LIR 11.E(3)",
        side=True,
        needs=BETS,
        needs_by_reading=(
            "six-card-needs",
            "both-bonuses",
            ("five-card-bonus", "three-card-bonus"),
        ),
    ),
    Wager(
        "progressive",
        "Progressive",
        clause="MD-LIR 7.E(6)",
        size=OneOf((1 * CENTS, 5 * CENTS), by_operator=True),
        hand="five cards",
        pays=PROGRESSIVE,
        settled="MD-LIR 11.E(4)",
        side=True,
        collected=True,
        needs=BETS,
    ),
)

# Chapters 3-5, 7-11 and 13: procedure -------------------------------------------------------------

PROCEDURE: Final = Procedure(
    inspect="MD-LIR 4.A",
    spread="MD-LIR 4.B",
    wash="MD-LIR 4.C",
    preshuffled="MD-LIR 4.F",
    shuffle="MD-LIR 5.A",
    shuffle_ordered="MD-LIR 5.A(3)",
    device_report="MD-LIR 5.E(1)",
    device_count="MD-LIR 5.E",
    cut="MD-LIR 5.F",
    recut="MD-LIR 5.G",
    idle="MD-LIR 5.H",
    reshuffler="MD-LIR 5.I",
    reshuffler_count="MD-LIR 5.E(2)",
    idle_with_reshuffler=True,
    different_backs="MD-LIR 3.B(2)",
    other_deck="MD-LIR 3.B(3)",
    alternate="MD-LIR 3.B(4)",
    hours_hand="MD-LIR 3.C(1)",
    hours_shoe="MD-LIR 3.C(2)",
    seated="MD-LIR 7.B",
    leaves="MD-LIR 7.B(2)",
    place="MD-LIR 7.C",
    closed="MD-LIR 7.D",
    conduct="MD-LIR 11.A",
    clear="MD-LIR 11.G",
    dealing={
        Dealing.MANUAL_SHOE: DealingClauses(
            no_more_bets="MD-LIR 8.C",
            stub="MD-LIR 8.D(4)",
            count="MD-LIR 8.D(5)",
            misdealt="MD-LIR 8.F(1)",
            wrong_deck="MD-LIR 8.F(2)",
            collect={"five-card-bonus": "MD-LIR 8.C(1)", "progressive": "MD-LIR 8.C(3)"},
            verify={"five-card-bonus": "MD-LIR 8.C(1)(c)", "progressive": "MD-LIR 8.C(3)(b)"},
            lock="MD-LIR 8.C(2)",
        ),
        Dealing.HAND: DealingClauses(
            no_more_bets="MD-LIR 9.A(3)",
            stub="MD-LIR 9.D",
            count="MD-LIR 9.E",
            misdealt="MD-LIR 9.H(1)",
            wrong_deck="MD-LIR 9.H(2)",
            collect={"five-card-bonus": "MD-LIR 9.A(3)(a)", "progressive": "MD-LIR 9.A(3)(c)"},
            verify={
                "five-card-bonus": "MD-LIR 9.A(3)(a)(iii)",
                "progressive": "MD-LIR 9.A(3)(c)(ii)",
            },
            lock="MD-LIR 9.A(3)(b)",
        ),
        Dealing.AUTOMATED_SHOE: DealingClauses(
            no_more_bets="MD-LIR 10.A(1)(a)",
            stub="MD-LIR 10.C",
            count="MD-LIR 10.D",
            misdealt="MD-LIR 10.G(1)",
            wrong_deck="MD-LIR 10.G(2)",
            collect={"five-card-bonus": "MD-LIR 10.A(1)(b)", "progressive": "MD-LIR 10.A(1)(d)"},
            verify={
                "five-card-bonus": "MD-LIR 10.A(1)(b)(iii)",
                "progressive": "MD-LIR 10.A(1)(d)(ii)",
            },
            lock="MD-LIR 10.A(1)(c)",
        ),
    },
    irregular=Irregularities(
        face_up="MD-LIR 13.A",
        face_up_voids=False,
        more_face_up="MD-LIR 13.B",
        drawn_in_error="MD-LIR 13.C",
        wrong_number="MD-LIR 13.D",
        exposed_community="MD-LIR 13.E",
        shuffler_jam="MD-LIR 13.F",
        shoe_jam="MD-LIR 13.G",
        out_of_order="MD-LIR 13.H",
    ),
)

# The game -----------------------------------------------------------------------------------------

LET_IT_RIDE: Final = Game(
    name="let-it-ride",
    title="Let It Ride Poker",
    jurisdiction="maryland",
    text="MD-LIR",
    deck=STANDARD_52,  # 3.A
    seats=7,  # 2.A(1)
    own_cards=3,
    several_boxes=True,  # 7.F
    wagers=WAGERS,
    hands={
        "five cards": HandOf((OWN, "community"), FIVE_CARD),  # 1.B(4)
        "three cards": HandOf((OWN,), THREE_CARD),  # 6.D
        "three cards, progressive": HandOf((OWN,), MINI),  # 12.E(2)-(3)
        "six cards": HandOf((OWN, "bonus"), SIX_CARD),  # 6.E
    },
    areas=(
        Area("bonus", 3, "MD-LIR 8.D(2)", only_with="six-card-bonus", title="the bonus box"),
        Area("community", 2, "MD-LIR 2.B(4)", title="the community area"),
    ),
    # Chapters 8, 9 and 10
    dealing={
        Dealing.MANUAL_SHOE: (
            Deal(3, "bonus", "MD-LIR 8.D(2)"),
            Deal(1, SEATS, "MD-LIR 8.D(3)(a)"),
            Deal(1, "community", "MD-LIR 8.D(3)(b)"),
            Deal(1, SEATS, "MD-LIR 8.D(3)(c)"),
            Deal(1, "community", "MD-LIR 8.D(3)(d)"),
            Deal(1, SEATS, "MD-LIR 8.D(3)(e)"),
        ),
        Dealing.HAND: (
            Deal(3, "bonus", "MD-LIR 9.B"),
            Deal(1, SEATS, "MD-LIR 9.C(1)"),
            Deal(1, "community", "MD-LIR 9.C(2)"),
            Deal(1, SEATS, "MD-LIR 9.C(3)"),
            Deal(1, "community", "MD-LIR 9.C(4)"),
            Deal(1, SEATS, "MD-LIR 9.C(5)"),
        ),
        Dealing.AUTOMATED_SHOE: (
            Deal(3, "bonus", "MD-LIR 10.B(1)"),
            Deal(2, "community", "MD-LIR 10.B(2)"),
            Deal(3, SEATS, "MD-LIR 10.B(3)"),
        ),
    },
    reshuffler_dealing=(
        Deal(3, "bonus", "MD-LIR 10.B(1)"),
        Deal(3, "community", "MD-LIR 10.H", burn=1),
        Deal(3, SEATS, "MD-LIR 10.B(3)"),
    ),
    # Chapter 11
    round=(
        TakeBack("bet-1", "MD-LIR 11.B", back_clause="MD-LIR 11.B(1)(b)"),
        Reveal(("community",), "MD-LIR 11.B(2)", count=1),
        TakeBack("bet-2", "MD-LIR 11.C", back_clause="MD-LIR 11.C(1)(b)"),
        Reveal(("community",), "MD-LIR 11.C(2)", count=1),
        Reveal(("bonus",), "MD-LIR 11.E(3)"),
        Settle(
            (*BETS, "five-card-bonus", "three-card-bonus", "six-card-bonus", "progressive"),
            "MD-LIR 11.D",
            Direction.COUNTERCLOCKWISE,
            envy_last=True,  # 11.E(5)
        ),
    ),
    limit=Limit("MD-LIR 2.B(10)"),
    clauses=Clauses(
        wagers="MD-LIR 7.E",
        one_deck="MD-LIR 3.A",
        two_decks="MD-LIR 3.B",
        seats="MD-LIR 2.A(1)",
        hand_needs_machine="MD-LIR 9.A(1)",
        boxes="MD-LIR 7.F",
        rates="MD-LIR 12.F(1)",
        resets="MD-LIR 12.F(2)",
        progressive_stakes="MD-LIR 12.I",
    ),
    procedure=PROCEDURE,
    readings=readings_of("MD-LIR"),
    unit="base bet",
)
