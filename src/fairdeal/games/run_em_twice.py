"""Run 'Em Twice Poker, Maryland (MD-RET), and the Pennsylvania card (PA-RET).

Five community cards lie in a cross. The player's two cards make one hand with the horizontal line
and another with the vertical line; the center card belongs to both.
"""

from dataclasses import replace
from typing import Final

from fairdeal.cards import STANDARD_52
from fairdeal.games._shared.maryland import (
    from_automated_shoe,
    from_hand,
    from_manual_shoe,
    maryland,
)
from fairdeal.games._shared.readings import shared
from fairdeal.hands import FIVE_CARD, FIVE_CARD_ACE_HIGH, TWO_CARD
from fairdeal.rulebook.game import (
    OWN,
    SEATS,
    Area,
    BetOrFold,
    BetterOf,
    BoardLine,
    ByReading,
    Clauses,
    Deal,
    Dealing,
    Direction,
    Document,
    FeltColour,
    Game,
    HandOf,
    Inscription,
    Layout,
    Limit,
    Reveal,
    Settle,
)
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.paytable import ROMAN, Paytables, paytables, single
from fairdeal.rulebook.procedure import Irregularities
from fairdeal.rulebook.readings import Reading
from fairdeal.rulebook.wager import AnyAmount, Equal, OneOf, Times, Wager

CROSS: Final = ("left", "right", "top", "bottom", "center")

# Chapter 12: payout odds --------------------------------------------------------------------------

# Both antes: even money where their own run wins, a push where it pushes (reading `ante-outcome`).
_WINS: Final = (
    *("royal flush", "straight flush", "four of a kind", "full house", "flush", "straight"),
    *("three of a kind", "two pair", "pair of jacks or better"),
)
ANTE: Final = single(
    "ante",
    "MD-RET 12.A",
    FIVE_CARD,
    dict.fromkeys(_WINS, "1 to 1") | {"pair of sixes to tens": "push"},
    line_clauses=[*["MD-RET 12.A"] * len(_WINS), "MD-RET 12.B(10)"],
)

MAIN: Final = single(
    "main",
    "MD-RET 12.B",
    FIVE_CARD,
    {
        "royal flush": "500 to 1",
        "straight flush": "100 to 1",
        "four of a kind": "40 to 1",
        "full house": "12 to 1",
        "flush": "8 to 1",
        "straight": "5 to 1",
        "three of a kind": "3 to 1",
        "two pair": "2 to 1",
        "pair of jacks or better": "1 to 1",
        "pair of sixes to tens": "push",
    },
)

FIVE_CARD_BONUS: Final = single(
    "five-card-bonus",
    "MD-RET 12.D",
    FIVE_CARD,
    {
        "royal flush": "250 to 1",
        "straight flush": "100 to 1",
        "four of a kind": "40 to 1",
        "full house": "15 to 1",
        "flush": "10 to 1",
        "straight": "6 to 1",
        "three of a kind": "4 to 1",
        "two pair": "3 to 1",
        "pair of sixes or better": "1 to 1",
    },
)

# Paytable A prints its last lines in another order than B to E.
ULTIMATE_PAIRS: Final = paytables(
    "ultimate-pairs",
    "MD-RET 12.E",
    TWO_CARD,
    "A",
    {
        "pair of aces": ["30 to 1"],
        "ace-king suited": ["25 to 1"],
        "ace with queen or jack, suited": ["20 to 1"],
        "ace-king offsuit": ["15 to 1"],
        "pair of jacks, queens or kings": ["10 to 1"],
        "ace with queen or jack, offsuit": ["5 to 1"],
        "pair of tens or lower": ["3 to 1"],
    },
) | paytables(
    "ultimate-pairs",
    "MD-RET 12.E",
    TWO_CARD,
    "BCDE",
    {
        "aces of hearts and diamonds": [None, "100 to 1", "50 to 1", None],
        "pair of aces": ["30 to 1", "30 to 1", "25 to 1", "25 to 1"],
        "ace-king suited": ["20 to 1", "20 to 1", "20 to 1", "20 to 1"],
        "ace with queen or jack, suited": ["20 to 1", "20 to 1", "20 to 1", "20 to 1"],
        "ace-king offsuit": ["10 to 1", "10 to 1", "10 to 1", "10 to 1"],
        "ace with queen or jack, offsuit": ["10 to 1", "10 to 1", "10 to 1", "10 to 1"],
        "pair of jacks, queens or kings": ["5 to 1", "4 to 1", "5 to 1", "5 to 1"],
        "pair of tens or lower": ["5 to 1", "4 to 1", "5 to 1", "5 to 1"],
    },
)

PROGRESSIVE: Final = paytables(
    "progressive",
    "MD-RET 12.F",
    FIVE_CARD,
    "ABCD",
    {
        "royal flush": ["100% of meter", "100% of meter", "100% of major", "100% of mega"],
        "straight flush": ["10% of meter", "10% of meter", "100% of minor", "100% of major"],
        "four of a kind": ["300 for 1", "300 for 1", "300 for 1", "100% of minor"],
        "full house": ["50 for 1", "50 for 1", "50 for 1", "50 for 1"],
        "flush": ["40 for 1", "40 for 1", "40 for 1", "40 for 1"],
        "straight": ["30 for 1", "30 for 1", "30 for 1", "30 for 1"],
        "three of a kind": ["9 for 1", "9 for 1", "9 for 1", "9 for 1"],
    },
    resets={
        "A": {"meter": 10_000},
        "B": {"meter": 2_000},
        "C": {"major": 10_000, "minor": 1_000},
        "D": {"mega": 10_000, "major": 1_000, "minor": 250},
    },
    reset_clause="MD-RET 12.F(6)(b)",
    reset_places=ROMAN,
    envy={"royal flush": {1: 1_000, 5: 5_000}, "straight flush": {1: 300, 5: 1_500}},
    envy_clauses={1: "MD-RET 12.H", 5: "MD-RET 12.I"},
)

# Chapters 6 and 11: hands -------------------------------------------------------------------------


def _five(name: str, *areas: str) -> ByReading:
    """Return a five-card hand; whether A-2-3-4-5 is a straight is the reading `wheel`."""
    return ByReading(
        "wheel",
        {
            "low-and-high": HandOf(areas, FIVE_CARD, name),
            "high-only": HandOf(areas, FIVE_CARD_ACE_HIGH, name),
        },
        name,
    )


FIRST_RUN: Final = _five("first run", OWN, "left", "right", "center")  # 11.I(1)
SECOND_RUN: Final = _five("second run", OWN, "top", "bottom", "center")  # 11.I(2)
COMMUNITY: Final = _five("community cards", *CROSS)


def _better_run(first_pushes: str, second_pushes: str) -> BetterOf:
    """Return what the center bet plays: it wins if either run wins, pushes if the better one
    pushes.
    """
    return BetterOf(FIRST_RUN, SECOND_RUN, (first_pushes, second_pushes), name="better run")


PROGRESSIVE_HAND: Final = ByReading(
    "progressive-hand",
    {
        "better-run": BetterOf(FIRST_RUN, SECOND_RUN),
        "first-run": FIRST_RUN,
        "community": COMMUNITY,
        "best-of-seven": _five("all seven cards", OWN, *CROSS),
    },
    name="progressive hand",
)

# Chapter 7: wagers --------------------------------------------------------------------------------

ANTES: Final = ("first-ante", "second-ante")

WAGERS: Final = (
    Wager(
        "first-ante",
        "1st Ante",
        clause="MD-RET 7.E(1)",
        size=AnyAmount(binding=True),
        hand=FIRST_RUN,
        pays=ANTE,
        settled="MD-RET 11.I(3)",
    ),
    Wager(
        "second-ante",
        "2nd Ante",
        clause="MD-RET 7.E(1)",
        size=Equal(to="first-ante"),
        hand=SECOND_RUN,
        pays=ANTE,
        settled="MD-RET 11.I(3)",
    ),
    Wager(
        "first-run",
        "1st Run",
        clause="MD-RET 11.B(1)(a)",
        size=Times("first-ante", 1, 3),
        hand=FIRST_RUN,
        pays=MAIN,
        settled="MD-RET 11.I(3)",
        needs=ANTES,
    ),
    Wager(
        "second-run",
        "2nd Run",
        clause="MD-RET 11.D",
        size=Times("second-ante", 1, 3),
        hand=SECOND_RUN,
        pays=MAIN,
        settled="MD-RET 11.I(3)",
        needs=("first-run",),
    ),
    Wager(
        "center",
        "Center",
        clause="MD-RET 11.F",
        size=Times("first-ante", 1, 3),
        hand=_better_run("MD-RET 11.I(3)(b)", "MD-RET 11.I(3)(c)"),
        pays=MAIN,
        settled="MD-RET 11.I(3)",
        needs=("first-run", "second-run"),
    ),
    Wager(
        "five-card-bonus",
        "Five Card Bonus",
        clause="MD-RET 7.E(2)(a)",
        size=AnyAmount(),
        hand=COMMUNITY,
        pays=FIVE_CARD_BONUS,
        settled="MD-RET 11.H",
        side=True,
        needs=ANTES,
    ),
    Wager(
        "ultimate-pairs",
        "Ultimate Pairs Bonus",
        clause="MD-RET 7.E(2)(b)",
        size=AnyAmount(),
        hand=HandOf((OWN,), TWO_CARD, name="own cards"),
        pays=ULTIMATE_PAIRS,
        settled="MD-RET 11.H",
        side=True,
        needs=ANTES,
    ),
    Wager(
        "progressive",
        "Progressive",
        clause="MD-RET 7.E(2)(c)",
        size=OneOf((1 * CENTS, 5 * CENTS), by_operator=True),
        hand=PROGRESSIVE_HAND,
        pays=PROGRESSIVE,
        settled="MD-RET 11.J",
        side=True,
        collected=True,
        needs=ANTES,
    ),
)

# Chapters 3-5, 7-11 and 13: procedure -------------------------------------------------------------

PROCEDURE: Final = maryland(
    "MD-RET",
    device_report="5.B(1)",
    device_count="5.B",
    cut="5.D",
    recut="5.E",
    idle="5.F",
    reshuffler="5.H",
    reshuffler_count="5.B(2)",
    idle_with_reshuffler=False,
    forfeit="11.A(5)",
    clear="11.K",
    dealing={
        Dealing.MANUAL_SHOE: from_manual_shoe(
            no_more_bets="8.C(1)",
            stub="8.D(4)",
            collect={"progressive": "8.C(3)"},
            verify={"progressive": "8.C(3)"},
            lock="8.C(2)",
            floor_rules="8.F(3)",
        ),
        Dealing.HAND: from_hand(
            no_more_bets="9.A(5)",
            stub="9.B(3)",
            collect={"progressive": "9.A(5)(b)"},
            verify={"progressive": "9.A(5)(b)"},
            lock="9.A(5)(a)",
            floor_rules="9.D(3)",
        ),
        Dealing.AUTOMATED_SHOE: from_automated_shoe(
            no_more_bets="10.A(2)(a)",
            stub="10.B(3)",
            collect={"progressive": "10.A(2)(b)(ii)"},
            verify={"progressive": "10.A(2)(b)(ii)"},
            lock="10.A(2)(b)(i)",
            floor_rules="10.C(2)",
        ),
    },
    # An exposed community card and a jammed shuffler have no letter here (reading
    # `missing-irregularities`).
    irregular=Irregularities(
        face_up="13.A",
        face_up_voids=True,
        drawn_in_error="13.B",
        wrong_number="13.C",
        exposed_community="13.A",
        shuffler_jam="5.A",
        shoe_jam="13.D",
        out_of_order="13.E",
        skipped="13.G",
    ),
)

# How the text is read -----------------------------------------------------------------------------

READINGS: Final = (
    shared("to-and-for", "MD-RET 12"),
    shared("meter-turn", "MD-RET 12.F(6)(v)"),
    shared("meter-feed", "MD-RET 12.F(6)(a)"),
    shared("progressive-stakes", "MD-RET 12.H", "MD-RET 12.I"),
    shared("envy-holder", "MD-RET 12.G"),
    shared("abandoned", "MD-RET 7.B(3)"),
    shared("cut-depth", "MD-RET 5.D"),
    shared("device-count", "MD-RET 5.B"),
    shared("deck-change", "MD-RET 3.C"),
    shared("stub-count", "MD-RET 8.E"),
    shared("community-order", "MD-RET 8.D(2)"),
    shared("payout-limit-scope", "MD-RET 12.C"),
    Reading(
        "betting-areas",
        ("MD-RET 2.B(2)", "MD-RET 7.E(1)"),
        "Six areas are asked for, yet chapter 7 requires five wagers. Which are the six?",
        "One before each of the six players, with a place in it for every wager that is required.",
    ),
    Reading(
        "ante-outcome",
        ("MD-RET 12.A",),
        "When does an ante win?",
        "With its own run: jacks or better win even money, sixes to tens push, the rest loses.",
    ),
    Reading(
        "center-outcome",
        ("MD-RET 11.I(3)(b)", "MD-RET 11.I(3)(c)", "MD-RET 11.I(3)(d)"),
        "How is the center bet settled?",
        "It wins if either run wins, at the odds of the better hand; it pushes if none wins and "
        "one at least pushes; it loses if both lose.",
    ),
    Reading(
        "bet-sizes",
        ("MD-RET 1.B(4)", "MD-RET 11.B", "MD-RET 11.D", "MD-RET 11.F"),
        "Is a bet between one and three antes a whole multiple?",
        "Any amount from one to three antes in the table's chip step.",
    ),
    Reading(
        "wheel",
        ("MD-RET 6.A", "MD-RET 6.C"),
        "Is A-2-3-4-5 a straight, though this text does not say so?",
        "Yes, as in the other games.",
        (
            ("low-and-high", "the ace stands above the king and below the two"),
            ("high-only", "the ace stands above the king only"),
        ),
    ),
    Reading(
        "progressive-hand",
        ("MD-RET 7.E(2)(c)", "MD-RET 12.F(5)"),
        "Of which cards is the progressive hand?",
        "The better of the two runs.",
        (
            ("better-run", "the better of the two run hands"),
            ("first-run", "the first run hand"),
            ("community", "the five community cards"),
            ("best-of-seven", "the best five of all seven cards"),
        ),
    ),
    Reading(
        "folded-side-bets",
        ("MD-RET 11.B(3)", "MD-RET 11.D(2)", "MD-RET 11.F(2)"),
        "What happens to the additional wagers of a player who folds?",
        "They stay live, and the player's cards stay on the table.",
    ),
    Reading(
        "all-fold",
        ("MD-RET 11",),
        "What if everybody folds?",
        "The community cards are turned if an additional wager is live; otherwise the round ends.",
    ),
    Reading(
        "limit-floor",
        ("MD-RET 12.C(2)",),
        "What is the most that a bettor of the minimum could win?",
        "The highest total over all deals with both antes at the minimum and every bet at one "
        "ante. It is computed.",
    ),
    Reading(
        "skipped",
        ("MD-RET 13.G",),
        "What becomes of the wagers of a player who was skipped?",
        "They are returned; the player is in the next round.",
    ),
    shared("stub-count-duty", "MD-RET 10.C"),
    shared("missing-irregularities", "MD-RET 13"),
    shared("preshuffled", "MD-RET 5.C(2)"),
    shared("hours", "MD-RET 3.C"),
    shared("idle-spread", "MD-RET 5.H"),
    shared("ordered-shuffle", "MD-RET 5.A(3)"),
    shared("late-order", "MD-RET 5.A(3)", "MD-RET 5.E"),
    shared("lost-secret", "MD-RET 13.D"),
    shared("device-out", "MD-RET 9.A", "MD-RET 3.B"),
    Reading(
        "pairs-shown",
        ("MD-RET 11.H", "MD-RET 11.I"),
        "Ultimate Pairs is settled before the players' cards are turned. How?",
        "The cards of a seat with that wager are turned then.",
    ),
    Reading(
        "progressive-moment",
        ("MD-RET 11.J", "MD-RET 11.I"),
        "When is the progressive settled, and from which side?",
        "In a last pass from the dealer's right; those seats' cards stay until then. Envy is paid "
        "to all at once when the qualifying hand has been shown.",
    ),
    Reading(
        "skipped-or-short",
        ("MD-RET 13.G", "MD-RET 13.C", "MD-RET 13.F"),
        "Is a player without cards skipped, or dealt a wrong number?",
        "Without any card: skipped, wagers and meter contribution returned. With one of two: a "
        "wrong number, void.",
    ),
    shared("void-reach", "MD-RET 13"),
    shared("forfeit", "MD-RET 11.A(5)"),
    shared("abandoned-envy", "MD-RET 7.B(3)"),
    shared("drawn-and-seen", "MD-RET 13.B"),
    shared("verified-by", "MD-RET 4.A"),
    shared("denied-report", "MD-RET 13.A", "MD-RET 13.B"),
    shared("positions", "MD-RET 2.A(1)", "MD-RET 2.B(2)"),
    shared("chips-differ", "MD-RET 8.C(3)", "MD-RET 9.A(5)(b)", "MD-RET 10.A(2)(b)(ii)"),
    shared("incomplete", "MD-RET 7.E(1)", "MD-RET 8"),
    shared("maximum", "MD-RET 7"),
    shared("off-limit", "MD-RET 7"),
    shared("late-jam", "MD-RET 13.D"),
    shared("losing-first", "MD-RET 11.I(3)(a)", "MD-RET 11.I(3)(e)"),
    Reading(
        "run-announced",
        ("MD-RET 11.I(1)", "MD-RET 11.I(2)"),
        "When are a player's two hands announced?",
        "At the seat's turn, the first run by name and then the second, before a chip of that step "
        "moves; also where the cards were turned up earlier for Ultimate Pairs.",
    ),
    shared("other-deck", "MD-RET 3.B(3)", "MD-RET 3.B(4)", "MD-RET 3.B(5)"),
    shared("device-reports", "MD-RET 5.B(1)"),
    shared("method-change-count", "MD-RET 8.E"),
    shared("floor-rules", "MD-RET 8.F(3)", "MD-RET 9.D(3)", "MD-RET 10.C(2)"),
    shared("defect-found", "MD-RET 4.A"),
    shared("idle-again", "MD-RET 5.F"),
    shared("meter-void-linked", "MD-RET 12.F(6)"),
)

# Chapter 2: the layout ----------------------------------------------------------------------------

LAYOUT: Final = Layout(
    "MD-RET 2.B",
    box=(
        (*ANTES, "progressive"),
        ("first-run", "center", "second-run"),
        ("five-card-bonus", "ultimate-pairs"),
    ),
    board=(("", "top", ""), ("left", "center", "right"), ("", "bottom", "")),
    lines=(
        BoardLine("1st Ante", ("left", "center", "right"), "MD-RET 2.B(3)(a)"),
        BoardLine("Center", ("center",), "MD-RET 2.B(3)(b)"),
        BoardLine("2nd Ante", ("top", "center", "bottom"), "MD-RET 2.B(3)(c)"),
    ),
    clauses={
        "operator": "MD-RET 2.B(1)",
        **dict.fromkeys((*ANTES, "first-run", "second-run", "center"), "MD-RET 2.B(2)"),
        "five-card-bonus": "MD-RET 2.B(4)(a)",
        "ultimate-pairs": "MD-RET 2.B(4)(b)",
        "progressive": "MD-RET 2.B(4)(c)",
        "odds": "MD-RET 2.B(5)",
    },
    colour=FeltColour.BLUE,
)

# The game -----------------------------------------------------------------------------------------


def _dealing(cross: str, seats: str, *, stack: bool = False) -> tuple[Deal, ...]:
    """Return the cross first, then two cards to each seat: one at a time, or as a stack."""
    rounds = [Deal(2, SEATS, seats)] if stack else [Deal(1, SEATS, seats)] * 2
    return (Deal(1, CROSS, cross), *rounds)


RUN_EM_TWICE: Final = Game(
    name="run-em-twice",
    title="Run 'Em Twice Poker",
    jurisdiction="maryland",
    text="MD-RET",
    document=Document(
        "Maryland State Lottery and Gaming Control Agency",
        "Standard Rules, Run 'Em Twice Poker, chapters 1-13",
        "Version 1.0",
        "no date printed",
        "standard rules",
    ),
    deck=STANDARD_52,  # 3.A
    seats=6,  # 2.A(1)
    fewer_seats=False,  # reading `positions`
    wagers=WAGERS,
    areas=tuple(Area(name, "MD-RET 2.B(3)") for name in CROSS),
    # Chapters 8, 9 and 10
    dealing={
        Dealing.MANUAL_SHOE: _dealing("MD-RET 8.D(2)", "MD-RET 8.D(3)"),
        Dealing.HAND: _dealing("MD-RET 9.B(1)", "MD-RET 9.B(2)"),
        Dealing.AUTOMATED_SHOE: _dealing("MD-RET 10.B(1)", "MD-RET 10.B(2)", stack=True),
    },
    # Chapter 11
    round=(
        BetOrFold("first-run", "MD-RET 11.B(1)", fold_clause="MD-RET 11.B(2)"),
        Reveal(("left", "right"), "MD-RET 11.C"),
        BetOrFold("second-run", "MD-RET 11.D", fold_clause="MD-RET 11.D(1)"),
        Reveal(("top", "bottom"), "MD-RET 11.E"),
        BetOrFold("center", "MD-RET 11.F", fold_clause="MD-RET 11.F(1)"),
        Reveal(("center",), "MD-RET 11.G"),
        Settle("MD-RET 11.H", Direction.COUNTERCLOCKWISE),
        Settle(
            "MD-RET 11.I",
            Direction.COUNTERCLOCKWISE,
            collects=True,
            announces=((FIRST_RUN.name, "MD-RET 11.I(1)"), (SECOND_RUN.name, "MD-RET 11.I(2)")),
        ),
        Settle("MD-RET 11.J", Direction.COUNTERCLOCKWISE, collects=True),
    ),
    limit=Limit("MD-RET 12.C", cents=50_000 * CENTS, or_best_at_minimum=True),
    clauses=Clauses(
        wagers="MD-RET 7.E",
        one_deck="MD-RET 3.A",
        two_decks="MD-RET 3.B",
        seats="MD-RET 2.A(1)",
        hand_needs_machine="MD-RET 9.A(1)",
        rates="MD-RET 12.F(6)(a)",
        resets="MD-RET 12.F(6)(b)",
        progressive_stakes="MD-RET 12.H",
    ),
    procedure=PROCEDURE,
    readings=READINGS,
    layout=LAYOUT,
    unit="ante",
)

# Pennsylvania's card: no Ultimate Pairs, no progressive, its own limit. It tells the play and the
# payouts; where it is silent on procedure, Maryland's is followed (reading `pa-procedure`).

_PA_PAYS: Final[dict[str, Paytables]] = {
    "ante": ANTE.cited("PA-RET paytable"),
    "main": MAIN.cited("PA-RET paytable"),
    "five-card-bonus": FIVE_CARD_BONUS.cited("PA-RET five-card-bonus"),
}

# The card asks for no layout. The felt has what the card tells a player.
_PA_LAYOUT: Final = replace(
    LAYOUT,
    clause="PA-RET deck",
    lines=(
        BoardLine("1st Run", ("left", "center", "right"), "PA-RET first-run"),
        BoardLine("Center", ("center",), "PA-RET center"),
        BoardLine("2nd Run", ("top", "center", "bottom"), "PA-RET second-run"),
    ),
    inscriptions=(
        Inscription("Players must be 21 or older", "PA-RET age"),
        Inscription("A gambling problem? Help: 1-800-GAMBLER", "PA-RET helpline"),
    ),
    clauses={"odds": "PA-RET paytable", "limit": "PA-RET limit"},
)

PENNSYLVANIA: Final = RUN_EM_TWICE.differs(
    jurisdiction="pennsylvania",
    text="PA-RET",
    document=Document(
        "Pennsylvania Gaming Control Board",
        "rack card, Run 'Em Twice Poker",
        "no edition printed",
        "February 14, 2025",
        "approved",
    ),
    headings=(
        *("deck", "wagers", "first-run", "second-run", "center"),
        *("five-card-bonus", "paytable", "limit", "age", "helpline"),
    ),
    without=("ultimate-pairs", "progressive"),
    pays=_PA_PAYS,
    cites={
        "first-ante": "PA-RET wagers",
        "second-ante": "PA-RET wagers",
        "first-run": "PA-RET first-run",
        "second-run": "PA-RET second-run",
        "center": "PA-RET center",
        "five-card-bonus": "PA-RET five-card-bonus",
    },
    hands={"center": _better_run("PA-RET center", "PA-RET center")},
    limit=Limit("PA-RET limit", cents=50_000 * CENTS, per="per player per round"),
    layout=_PA_LAYOUT,
    clauses=Clauses(wagers="PA-RET wagers", one_deck="PA-RET deck"),
    asks={
        "to-and-for": "PA-RET paytable",
        "payout-limit-scope": "PA-RET limit",
        "ante-outcome": "PA-RET wagers",
        "center-outcome": "PA-RET center",
    },
    # About the wagers and the limit that it does not have.
    unasked=(
        *("progressive-hand", "progressive-stakes", "progressive-moment", "chips-differ"),
        *("meter-turn", "meter-feed", "meter-void-linked", "envy-holder", "abandoned-envy"),
        *("pairs-shown", "limit-floor"),
    ),
    readings=(
        Reading(
            "limit-pa",
            ("PA-RET limit",),
            "Does Pennsylvania's limit grow with the minimum, as Maryland's does?",
            "No: $50,000 a player and round, the Five Card Bonus left out.",
        ),
        Reading(
            "pa-procedure",
            ("PA-RET deck", "PA-RET wagers"),
            "The card tells the play and the payouts only. Which procedure does the dealer follow?",
            "Maryland's, as far as the card says nothing else.",
        ),
    ),
)
