"""Double Draw Poker, Maryland (MD-DD): five cards of 54, two draws, jokers.

Ante and bonus before the deal; a wager before each draw, or fold. Two pair or better wins.
"""

from typing import Final

from fairdeal.cards import WITH_TWO_JOKERS
from fairdeal.games._shared.maryland import (
    from_automated_shoe,
    from_hand,
    from_manual_shoe,
    maryland,
)
from fairdeal.games._shared.readings import shared
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
    Document,
    Draw,
    FeltColour,
    Game,
    HandOf,
    Inscription,
    Layout,
    Limit,
    Settle,
)
from fairdeal.rulebook.paytable import paytables, single
from fairdeal.rulebook.procedure import Irregularities
from fairdeal.rulebook.readings import Reading
from fairdeal.rulebook.wager import AnyAmount, Equal, Wager

# The hand -----------------------------------------------------------------------------------------

FIVE_CARDS: Final = HandOf((OWN,), FIVE_CARD_WITH_JOKERS, name="five cards")

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
        hand=FIVE_CARDS,
        pays=MAIN,
        settled="MD-DD .11D(3)",
    ),
    Wager(
        "bonus",
        "Bonus",
        clause="MD-DD .07E(1)",
        size=Equal(to="ante"),
        hand=FIVE_CARDS,
        pays=BONUS,
        settled="MD-DD .11D(3)",
    ),
    Wager(
        "first-draw",
        "First Draw",
        clause="MD-DD .07E(2)",
        size=Equal(to="ante"),
        hand=FIVE_CARDS,
        pays=MAIN,
        settled="MD-DD .11D(3)",
        needs=("ante", "bonus"),
    ),
    Wager(
        "second-draw",
        "Second Draw",
        clause="MD-DD .07E(3)",
        size=Equal(to="ante"),
        hand=FIVE_CARDS,
        pays=MAIN,
        settled="MD-DD .11D(3)",
        needs=("first-draw",),
    ),
)

# .03-.05, .07-.11 and .13: procedure --------------------------------------------------------------

PROCEDURE: Final = maryland(
    "MD-DD",
    dotted=True,
    clear=".11F",
    dealing={
        Dealing.MANUAL_SHOE: from_manual_shoe(
            no_more_bets=".08C", stub=".08D(3)", floor_rules=".08F(3)"
        ),
        Dealing.HAND: from_hand(no_more_bets=".09A(5)", stub=".09B(2)", floor_rules=".09D(3)"),
        Dealing.AUTOMATED_SHOE: from_automated_shoe(
            no_more_bets=".10A(2)", stub=".10B(2)", floor_rules=".10C(2)"
        ),
    },
    irregular=Irregularities(
        face_up=".13A",
        face_up_voids=False,
        more_face_up=".13B",
        drawn_in_error=".13C",
        wrong_number=None,  # reading `missing-irregularities`: .08F(4), .09D(4) or .10C(3)
        shuffler_jam=".13D",
        shoe_jam=".13E",
        out_of_order=".13F",
    ),
    stub_in_play=True,
)

# How the text is read -----------------------------------------------------------------------------

READINGS: Final = (
    shared("to-and-for", "MD-DD .12"),
    shared("abandoned", "MD-DD .07B(3)"),
    shared("cut-depth", "MD-DD .05F"),
    shared("device-count", "MD-DD .05E"),
    shared("deck-change", "MD-DD .03C"),
    shared("stub-count", "MD-DD .08E"),
    shared("payout-limit-scope", "MD-DD .02B(6)"),
    shared("payout-limit", "MD-DD .02B(6)"),
    Reading(
        "winning-hand",
        ("MD-DD .06D", "MD-DD .12A"),
        "Which hands win the ante and the draw wagers?",
        "Two pair or better, the lowest hand that the ranking permits.",
    ),
    Reading(
        "bonus-equal",
        ("MD-DD .01B(2)", "MD-DD .07E(1)"),
        "May the bonus wager be less than the ante?",
        "No. It is required, and equal to the ante.",
    ),
    Reading(
        "joker",
        ("MD-DD .06B(2)",),
        "What is a joker?",
        "The card that completes the best royal flush, straight flush, flush or straight, or an "
        "ace if that is better; never a third king.",
    ),
    Reading(
        "stub-runs-out",
        ("MD-DD .11C", "MD-DD .13A"),
        "Six players who draw four each use all 54 cards. What if a card was set aside?",
        "The round is void and every wager is returned.",
    ),
    Reading(
        "stub-in-play",
        ("MD-DD .08D(3)", "MD-DD .09B(2)", "MD-DD .10B(2)", "MD-DD .11C"),
        "The stub is racked after the deal, yet players draw from it. Where is it?",
        "With the dealer until the last draw. A count that is due is made right after the deal and "
        "keeps the order.",
    ),
    shared("stub-count-duty", "MD-DD .10C", "MD-DD .08F"),
    shared("missing-irregularities", "MD-DD .13"),
    shared("preshuffled", "MD-DD .05D(2)"),
    shared("hours", "MD-DD .03C"),
    shared("idle-spread", "MD-DD .05H", "MD-DD .05I"),
    shared("ordered-shuffle", "MD-DD .05A(3)"),
    shared("late-order", "MD-DD .05A(3)", "MD-DD .05G"),
    shared("lost-secret", "MD-DD .13E"),
    shared("device-out", "MD-DD .09A"),
    Reading(
        "further-calls",
        ("MD-DD .11C(3)", "MD-DD .11C(9)"),
        "Is 'no more bets' called again inside the round?",
        "Yes, after each draw wager.",
    ),
    Reading(
        "draw-equal",
        ("MD-DD .01B(3)", "MD-DD .01B(6)", "MD-DD .07E"),
        "May a draw wager be less than the ante?",
        "No, it equals the ante.",
    ),
    Reading(
        "draw-order",
        ("MD-DD .11C",),
        "In which order do players decide, discard and draw?",
        "All decide in turn; then seat by seat each discards and is given the replacements at "
        "once. A player who does not answer in time after the wager discards nothing.",
    ),
    shared("void-reach", "MD-DD .13"),
    shared("forfeit", "MD-DD .11A"),
    shared("drawn-and-seen", "MD-DD .13C"),
    shared("floor-rules", "MD-DD .08F(3)", "MD-DD .09D(3)", "MD-DD .10C(2)"),
    shared("verified-by", "MD-DD .04A"),
    shared("denied-report", "MD-DD .13B", "MD-DD .13C"),
    shared("positions", "MD-DD .02A(1)"),
    Reading(
        "bonus-order",
        ("MD-DD .02B(2)", "MD-DD .02B(6)", "MD-DD .12"),
        "In which order are the winning wagers of a hand paid, so that a payout limit cuts the "
        "last of them?",
        "As .02B(2) lists them: ante, bonus, first draw, second draw. The bonus is paid before the "
        "draw wagers, and the limit cuts what is paid last.",
    ),
    shared("incomplete", "MD-DD .07E(1)", "MD-DD .08"),
    shared("maximum", "MD-DD .07"),
    shared("off-limit", "MD-DD .07"),
    shared("late-jam", "MD-DD .13E"),
    shared("losing-first", "MD-DD .11D(3)"),
    shared("other-deck", "MD-DD .03B(3)", "MD-DD .03B(4)", "MD-DD .03B(5)"),
    shared("device-reports", "MD-DD .05E(1)"),
    shared("reshuffler-count", "MD-DD .05I"),
    shared("method-change-count", "MD-DD .08E"),
    shared("defect-found", "MD-DD .04A"),
    shared("idle-again", "MD-DD .05H(4)"),
    Reading(
        "draw-replaced",
        (
            "MD-DD .11C(4)",
            "MD-DD .11C(5)",
            "MD-DD .11C(6)",
            "MD-DD .11C(10)",
            "MD-DD .11C(11)",
            "MD-DD .11C(12)",
        ),
        "Who does what in a draw?",
        "The player discards; the dealer collects the discards and replaces them. No player ever "
        "names a card to come.",
    ),
)

# .02: the layout ----------------------------------------------------------------------------------

LAYOUT: Final = Layout(
    "MD-DD .02B",
    box=(("ante", "bonus"), ("first-draw", "second-draw")),
    inscriptions=(
        Inscription("A joker is an ace, or fills a straight or a flush", "MD-DD .02B(5)"),
    ),
    clauses={
        "operator": "MD-DD .02B(1)",
        **dict.fromkeys(("ante", "bonus", "first-draw", "second-draw"), "MD-DD .02B(2)"),
        "odds": "MD-DD .02B(4)",
        "limit": "MD-DD .02B(6)",
    },
    discards="MD-DD .02B(3)",
    colour=FeltColour.BURGUNDY,
)

# The game -----------------------------------------------------------------------------------------

DOUBLE_DRAW: Final = Game(
    name="double-draw",
    title="Double Draw Poker",
    jurisdiction="maryland",
    text="MD-DD",
    document=Document(
        "Maryland State Lottery and Gaming Control Agency",
        "COMAR 36.05.19, Double Draw Poker, regulations .01-.13",
        "notice of proposed action",
        "Commission's meeting of June 18, 2015",
        "proposed",
    ),
    deck=WITH_TWO_JOKERS,  # .03A
    seats=6,  # .02A(1)
    wagers=WAGERS,
    areas=(),
    # .08, .09 and .10
    dealing={
        Dealing.MANUAL_SHOE: (Deal(1, SEATS, "MD-DD .08D(2)"),) * 5,
        Dealing.HAND: (Deal(1, SEATS, "MD-DD .09B(1)"),) * 5,
        Dealing.AUTOMATED_SHOE: (Deal(5, SEATS, "MD-DD .10B(1)"),),
    },
    # .11
    round=(
        BetOrFold("first-draw", "MD-DD .11C(1)", fold_clause="MD-DD .11C(2)(b)"),
        Call("MD-DD .11C(3)"),
        Draw(3, "MD-DD .11C(4)", collect_clause="MD-DD .11C(5)", replace_clause="MD-DD .11C(6)"),
        BetOrFold("second-draw", "MD-DD .11C(7)", fold_clause="MD-DD .11C(8)(b)"),
        Call("MD-DD .11C(9)"),
        Draw(1, "MD-DD .11C(10)", collect_clause="MD-DD .11C(11)", replace_clause="MD-DD .11C(12)"),
        Settle("MD-DD .11D", Direction.CLOCKWISE),
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
    readings=READINGS,
    layout=LAYOUT,
    unit="ante",
)
