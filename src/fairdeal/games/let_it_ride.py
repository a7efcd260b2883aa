"""Let It Ride Poker, Maryland (MD-LIR).

Three equal bets, of which the player may take back two: the first after seeing three cards, the
second after one community card. The five cards then play against a paytable.
"""

from typing import Final

from fairdeal.cards import STANDARD_52
from fairdeal.games._shared.maryland import (
    from_automated_shoe,
    from_hand,
    from_manual_shoe,
    maryland,
)
from fairdeal.games._shared.readings import shared
from fairdeal.hands import FIVE_CARD, MINI, SIX_CARD, THREE_CARD
from fairdeal.rulebook.game import (
    OWN,
    SEATS,
    Area,
    Clauses,
    Deal,
    Dealing,
    Direction,
    Document,
    Game,
    HandOf,
    Layout,
    Limit,
    Reveal,
    Settle,
    TakeBack,
)
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.paytable import paytables
from fairdeal.rulebook.procedure import Irregularities
from fairdeal.rulebook.readings import Reading
from fairdeal.rulebook.wager import AnyAmount, Equal, OneOf, Wager

# Hands --------------------------------------------------------------------------------------------

FIVE_CARDS: Final = HandOf((OWN, "community"), FIVE_CARD, name="five cards")  # 1.B(4)
THREE_CARDS: Final = HandOf((OWN,), THREE_CARD, name="three cards")  # 6.D
SIX_CARDS: Final = HandOf((OWN, "bonus"), SIX_CARD, name="six cards")  # 6.E
# 12.E(2)-(3): paytables B and C of the progressive go by the player's three cards.
MINI_CARDS: Final = HandOf((OWN,), MINI, name="three cards, progressive")

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
    hand=MINI_CARDS,
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
            f"Bet Number {bet[-1]}",
            clause="MD-LIR 7.E(1)",
            size=AnyAmount(binding=True) if bet == "bet-1" else Equal(to="bet-1"),
            hand=FIVE_CARDS,
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
        hand=FIVE_CARDS,
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
        hand=THREE_CARDS,
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
        hand=SIX_CARDS,
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
        hand=FIVE_CARDS,
        pays=PROGRESSIVE,
        settled="MD-LIR 11.E(4)",
        side=True,
        collected=True,
        needs=BETS,
    ),
)

# Chapters 3-5, 7-11 and 13: procedure -------------------------------------------------------------

PROCEDURE: Final = maryland(
    "MD-LIR",
    seated="7.B",
    leaves="7.B(2)",
    clear="11.G",
    dealing={
        Dealing.MANUAL_SHOE: from_manual_shoe(
            no_more_bets="8.C",
            stub="8.D(4)",
            count="8.D(5)",
            misdealt="8.F(1)",
            wrong_deck="8.F(2)",
            floor_rules="8.F",
            collect={"five-card-bonus": "8.C(1)", "progressive": "8.C(3)"},
            verify={"five-card-bonus": "8.C(1)(c)", "progressive": "8.C(3)(b)"},
            lock="8.C(2)",
        ),
        Dealing.HAND: from_hand(
            no_more_bets="9.A(3)",
            stub="9.D",
            count="9.E",
            misdealt="9.H(1)",
            wrong_deck="9.H(2)",
            floor_rules="9.H",
            collect={"five-card-bonus": "9.A(3)(a)", "progressive": "9.A(3)(c)"},
            verify={"five-card-bonus": "9.A(3)(a)(iii)", "progressive": "9.A(3)(c)(ii)"},
            lock="9.A(3)(b)",
        ),
        Dealing.AUTOMATED_SHOE: from_automated_shoe(
            no_more_bets="10.A(1)(a)",
            stub="10.C",
            count="10.D",
            misdealt="10.G(1)",
            wrong_deck="10.G(2)",
            floor_rules="10.G",
            collect={"five-card-bonus": "10.A(1)(b)", "progressive": "10.A(1)(d)"},
            verify={"five-card-bonus": "10.A(1)(b)(iii)", "progressive": "10.A(1)(d)(ii)"},
            lock="10.A(1)(c)",
        ),
    },
    irregular=Irregularities(
        face_up="13.A",
        face_up_voids=False,
        more_face_up="13.B",
        drawn_in_error="13.C",
        wrong_number="13.D",
        exposed_community="13.E",
        shuffler_jam="13.F",
        shoe_jam="13.G",
        out_of_order="13.H",
    ),
)

# How the text is read -----------------------------------------------------------------------------

READINGS: Final = (
    shared("to-and-for", "MD-LIR 12"),
    shared("meter-turn", "MD-LIR 12.G"),
    shared("meter-feed", "MD-LIR 12.F(1)"),
    shared("progressive-stakes", "MD-LIR 12.I", "MD-LIR 12.J"),
    shared("envy-holder", "MD-LIR 1.B(2)", "MD-LIR 1.B(3)"),
    shared("abandoned", "MD-LIR 7.B(2)"),
    shared("cut-depth", "MD-LIR 5.F"),
    shared("device-count", "MD-LIR 5.E"),
    shared("deck-change", "MD-LIR 3.C"),
    shared("stub-count", "MD-LIR 8.D(5)"),
    shared("community-order", "MD-LIR 8.D(3)"),
    shared("payout-limit-scope", "MD-LIR 2.B(10)"),
    Reading(
        "five-card-stake",
        ("MD-LIR 12.B",),
        "For what stake are the dollar amounts of the Five Card Bonus?",
        "For $1, and no other stake is taken.",
    ),
    Reading(
        "five-card-floor",
        ("MD-LIR 11.E(1)", "MD-LIR 12.B"),
        "Does the Five Card Bonus start at two pair, as the procedure has it?",
        "It starts where the chosen paytable starts.",
    ),
    Reading(
        "six-card-needs",
        ("MD-LIR 7.E(5)",),
        "Which wagers must stand before a Six Card Bonus?",
        "The three base bets: the two bonus wagers that are named with them are optional.",
        (
            ("base-only", "the three base bets"),
            ("both-bonuses", "the base bets, the Five Card Bonus and the Three Card Bonus"),
        ),
    ),
    Reading(
        "six-card-box",
        ("MD-LIR 8.D(2)", "MD-LIR 9.B", "MD-LIR 10.B(1)"),
        "Is the bonus box dealt when the Six Card Bonus is not offered?",
        "No. Where it is dealt it is turned up after the second community card, before settlement.",
    ),
    Reading(
        "super-royal",
        ("MD-LIR 12.D",),
        "Do the dollars of a Super Royal grow with the stake?",
        "No; the stake comes back as well.",
    ),
    Reading(
        "progressive-b-top",
        ("MD-LIR 12.E(2)(a)", "MD-LIR 12.I(2)"),
        "Of which suit is the top hand of progressive paytable B?",
        "Spades, as in paytable C and in both envy tables.",
    ),
    Reading(
        "mini-hands",
        ("MD-LIR 12.E(2)", "MD-LIR 12.E(3)"),
        "Is a suited ace-king-queen also a straight flush?",
        "It pays its own line only. A straight flush is any other suited three in sequence, "
        "ace-two-three included.",
    ),
    Reading(
        "reshuffler-stack",
        ("MD-LIR 10.H",),
        "Which of three community cards is discarded?",
        "The third, unseen.",
    ),
    shared("payout-limit", "MD-LIR 2.B(10)"),
    shared("stub-count-duty", "MD-LIR 10.D"),
    shared("preshuffled", "MD-LIR 5.D(2)"),
    shared("hours", "MD-LIR 3.C"),
    shared("idle-spread", "MD-LIR 5.I"),
    shared("ordered-shuffle", "MD-LIR 5.A(3)"),
    shared("late-order", "MD-LIR 5.A(3)", "MD-LIR 5.G"),
    shared("lost-secret", "MD-LIR 13.G"),
    shared("device-out", "MD-LIR 9.A"),
    shared("void-reach", "MD-LIR 13"),
    shared("forfeit", "MD-LIR 11.A"),
    shared("abandoned-envy", "MD-LIR 7.B(2)"),
    shared("drawn-and-seen", "MD-LIR 13.C"),
    shared("floor-rules", "MD-LIR 8.F", "MD-LIR 9.H", "MD-LIR 10.G"),
    shared("verified-by", "MD-LIR 4.A"),
    shared("denied-report", "MD-LIR 13.B", "MD-LIR 13.C"),
    shared("positions", "MD-LIR 2.A(1)"),
    Reading(
        "bonus-box-count",
        ("MD-LIR 13.D",),
        "Do the bonus box and the community cards count for a wrong number of cards?",
        "Yes.",
    ),
    Reading(
        "reshuffler-deal",
        ("MD-LIR 10.H",),
        "May a reshuffling shoe deal the community stack another way?",
        "With such a shoe it is always dealt so, and there is no stub.",
    ),
    shared(
        "chips-differ",
        "MD-LIR 8.C(1)(c)",
        "MD-LIR 8.C(3)(b)",
        "MD-LIR 9.A(3)(a)(iii)",
        "MD-LIR 9.A(3)(c)(ii)",
        "MD-LIR 10.A(1)(b)(iii)",
        "MD-LIR 10.A(1)(d)(ii)",
    ),
    shared("incomplete", "MD-LIR 7.E(1)", "MD-LIR 8"),
    shared("maximum", "MD-LIR 7"),
    shared("off-limit", "MD-LIR 7"),
    shared("late-jam", "MD-LIR 13.G"),
    Reading(
        "lammers",
        ("MD-LIR 11", "MD-LIR 8.C(1)(b)"),
        "Which wager do lammers mark?",
        "Let It Ride's Five Card Bonus only. In Run 'Em Twice the bonus stays on the layout.",
    ),
    shared("losing-first", "MD-LIR 11.D", "MD-LIR 11.E"),
    Reading(
        "collect-order",
        ("MD-LIR 8.C", "MD-LIR 9.A(3)", "MD-LIR 10.A(1)"),
        "In which order are the stakes collected and the progressive locked?",
        "The Five Card Bonus, then the lock, then the progressive stakes. No stake is added after "
        "'no more bets', whenever the lock is named.",
    ),
    shared("other-deck", "MD-LIR 3.B(3)", "MD-LIR 3.B(4)", "MD-LIR 3.B(5)"),
    shared("device-reports", "MD-LIR 5.E(1)"),
    shared("reshuffler-count", "MD-LIR 5.I"),
    shared("method-change-count", "MD-LIR 8.D(5)"),
    shared("defect-found", "MD-LIR 4.A"),
    shared("idle-again", "MD-LIR 5.H(3)"),
    shared("meter-void-linked", "MD-LIR 12.F", "MD-LIR 12.G"),
)

# Chapter 2: the layout ----------------------------------------------------------------------------

LAYOUT: Final = Layout(
    "MD-LIR 2.B",
    box=(
        ("three-card-bonus", "five-card-bonus", "six-card-bonus", "progressive"),
        BETS,
    ),
    board=(("bonus", "community"),),
    clauses={
        "operator": "MD-LIR 2.B(1)",
        **dict.fromkeys(BETS, "MD-LIR 2.B(2)"),
        "cards": "MD-LIR 2.B(3)",
        "five-card-bonus": "MD-LIR 2.B(5)",
        "three-card-bonus": "MD-LIR 2.B(6)",
        "six-card-bonus": "MD-LIR 2.B(7)",
        "progressive": "MD-LIR 2.B(8)",
        "odds": "MD-LIR 2.B(9)",
        "limit": "MD-LIR 2.B(10)",
    },
)

# The game -----------------------------------------------------------------------------------------

LET_IT_RIDE: Final = Game(
    name="let-it-ride",
    title="Let It Ride Poker",
    jurisdiction="maryland",
    text="MD-LIR",
    document=Document(
        "Maryland State Lottery and Gaming Control Agency",
        "Standard Rules, Let It Ride Poker, chapters 1-13",
        "no edition printed",
        "no date printed",
        "standard rules",
    ),
    deck=STANDARD_52,  # 3.A
    seats=7,  # 2.A(1)
    several_boxes=True,  # 7.F
    wagers=WAGERS,
    areas=(
        Area("bonus", "MD-LIR 8.D(2)", only_with="six-card-bonus", title="the bonus box"),
        Area("community", "MD-LIR 2.B(4)", title="the community area"),
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
    readings=READINGS,
    layout=LAYOUT,
    unit="base bet",
)
