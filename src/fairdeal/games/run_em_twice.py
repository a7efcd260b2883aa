"""Run 'Em Twice Poker, Maryland (MD-RET), and the Pennsylvania card (PA-RET).

Five community cards lie in a cross. The player's two cards make one hand with the horizontal line
and another with the vertical line; the center card belongs to both.
"""

from typing import Final

from fairdeal.cards import STANDARD_52
from fairdeal.games.readings import readings_of
from fairdeal.hands import FIVE_CARD, FIVE_CARD_ACE_HIGH, TWO_CARD
from fairdeal.rulebook.game import (
    OWN,
    SEATS,
    Area,
    BetOrFold,
    BetterOf,
    ByReading,
    Clauses,
    Deal,
    Dealing,
    Direction,
    Game,
    HandOf,
    HandSpec,
    Limit,
    Reveal,
    Settle,
)
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.paytable import ROMAN, Paytables, paytables, single
from fairdeal.rulebook.procedure import DealingClauses, Irregularities, Procedure
from fairdeal.rulebook.wager import AnyAmount, Equal, OneOf, Times, Wager

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


def _five(*areas: str) -> ByReading:
    """A five-card hand; whether A-2-3-4-5 is a straight is the reading `wheel`."""
    return ByReading(
        "wheel",
        {
            "low-and-high": HandOf(areas, FIVE_CARD),
            "high-only": HandOf(areas, FIVE_CARD_ACE_HIGH),
        },
    )


FIRST_RUN: Final = _five(OWN, "left", "right", "center")  # 11.I(1)
SECOND_RUN: Final = _five(OWN, "top", "bottom", "center")  # 11.I(2)
COMMUNITY: Final = _five("left", "right", "top", "bottom", "center")

HANDS: Final[dict[str, HandSpec]] = {
    "first run": FIRST_RUN,
    "second run": SECOND_RUN,
    "better run": BetterOf(FIRST_RUN, SECOND_RUN, ("MD-RET 11.I(3)(b)", "MD-RET 11.I(3)(c)")),
    "community cards": COMMUNITY,
    "own cards": HandOf((OWN,), TWO_CARD),
    "progressive hand": ByReading(
        "progressive-hand",
        {
            "better-run": BetterOf(FIRST_RUN, SECOND_RUN),
            "first-run": FIRST_RUN,
            "community": COMMUNITY,
            "best-of-seven": _five(OWN, "left", "right", "top", "bottom", "center"),
        },
    ),
}

# Chapter 7: wagers --------------------------------------------------------------------------------

ANTES: Final = ("first-ante", "second-ante")

WAGERS: Final = (
    Wager(
        "first-ante",
        "1st Ante",
        clause="MD-RET 7.E(1)",
        size=AnyAmount(binding=True),
        hand="first run",
        pays=ANTE,
        settled="MD-RET 11.I(3)",
    ),
    Wager(
        "second-ante",
        "2nd Ante",
        clause="MD-RET 7.E(1)",
        size=Equal(to="first-ante"),
        hand="second run",
        pays=ANTE,
        settled="MD-RET 11.I(3)",
    ),
    Wager(
        "first-run",
        "1st Run",
        clause="MD-RET 11.B(1)(a)",
        size=Times("first-ante", 1, 3),
        hand="first run",
        pays=MAIN,
        settled="MD-RET 11.I(3)",
        at="first-run",
        needs=ANTES,
    ),
    Wager(
        "second-run",
        "2nd Run",
        clause="MD-RET 11.D",
        size=Times("second-ante", 1, 3),
        hand="second run",
        pays=MAIN,
        settled="MD-RET 11.I(3)",
        at="second-run",
        needs=("first-run",),
    ),
    # The center bet plays the better run: it wins if either wins, pushes if the better one pushes.
    Wager(
        "center",
        "Center",
        clause="MD-RET 11.F",
        size=Times("first-ante", 1, 3),
        hand="better run",
        pays=MAIN,
        settled="MD-RET 11.I(3)",
        at="center",
        needs=("first-run", "second-run"),
    ),
    Wager(
        "five-card-bonus",
        "Five Card Bonus",
        clause="MD-RET 7.E(2)(a)",
        size=AnyAmount(),
        hand="community cards",
        pays=FIVE_CARD_BONUS,
        settled="MD-RET 11.H",
        side=True,
        needs=ANTES,
    ),
    Wager(
        "ultimate-pairs",
        "Ultimate Pairs",
        clause="MD-RET 7.E(2)(b)",
        size=AnyAmount(),
        hand="own cards",
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
        hand="progressive hand",
        pays=PROGRESSIVE,
        settled="MD-RET 11.J",
        side=True,
        collected=True,
        needs=ANTES,
    ),
)

# Chapters 3-5, 7-11 and 13: procedure -------------------------------------------------------------

PROCEDURE: Final = Procedure(
    inspect="MD-RET 4.A",
    spread="MD-RET 4.B",
    wash="MD-RET 4.C",
    preshuffled="MD-RET 4.F",
    shuffle="MD-RET 5.A",
    shuffle_ordered="MD-RET 5.A(3)",
    device_report="MD-RET 5.B(1)",
    device_count="MD-RET 5.B",
    cut="MD-RET 5.D",
    recut="MD-RET 5.E",
    idle="MD-RET 5.F",
    reshuffler="MD-RET 5.H",
    reshuffler_count="MD-RET 5.B(2)",
    idle_with_reshuffler=False,
    different_backs="MD-RET 3.B(2)",
    other_deck="MD-RET 3.B(3)",
    alternate="MD-RET 3.B(4)",
    hours_hand="MD-RET 3.C(1)",
    hours_shoe="MD-RET 3.C(2)",
    seated="MD-RET 7.B(1)",
    leaves="MD-RET 7.B(3)",
    place="MD-RET 7.C",
    closed="MD-RET 7.D",
    conduct="MD-RET 11.A",
    forfeit="MD-RET 11.A(5)",
    clear="MD-RET 11.K",
    dealing={
        Dealing.MANUAL_SHOE: DealingClauses(
            no_more_bets="MD-RET 8.C(1)",
            stub="MD-RET 8.D(4)",
            count="MD-RET 8.E",
            misdealt="MD-RET 8.F(4)",
            wrong_deck="MD-RET 8.F(5)",
            collect={"progressive": "MD-RET 8.C(3)"},
            verify={"progressive": "MD-RET 8.C(3)"},
            lock="MD-RET 8.C(2)",
            floor_rules="MD-RET 8.F(3)",
        ),
        Dealing.HAND: DealingClauses(
            no_more_bets="MD-RET 9.A(5)",
            stub="MD-RET 9.B(3)",
            count="MD-RET 9.C",
            misdealt="MD-RET 9.D(4)",
            wrong_deck="MD-RET 9.D(5)",
            collect={"progressive": "MD-RET 9.A(5)(b)"},
            verify={"progressive": "MD-RET 9.A(5)(b)"},
            lock="MD-RET 9.A(5)(a)",
            floor_rules="MD-RET 9.D(3)",
        ),
        Dealing.AUTOMATED_SHOE: DealingClauses(
            no_more_bets="MD-RET 10.A(2)(a)",
            stub="MD-RET 10.B(3)",
            count="MD-RET 10.C",
            misdealt="MD-RET 10.C(3)",
            wrong_deck="MD-RET 10.C(4)",
            collect={"progressive": "MD-RET 10.A(2)(b)(ii)"},
            verify={"progressive": "MD-RET 10.A(2)(b)(ii)"},
            lock="MD-RET 10.A(2)(b)(i)",
        ),
    },
    # An exposed community card and a jammed shuffler have no letter here (reading
    # `missing-irregularities`).
    irregular=Irregularities(
        face_up="MD-RET 13.A",
        face_up_voids=True,
        drawn_in_error="MD-RET 13.B",
        wrong_number="MD-RET 13.C",
        exposed_community="MD-RET 13.A",
        shuffler_jam="MD-RET 5.A",
        shoe_jam="MD-RET 13.D",
        out_of_order="MD-RET 13.E",
        skipped="MD-RET 13.G",
    ),
)

# The game -----------------------------------------------------------------------------------------

CROSS: Final = ("left", "right", "top", "bottom", "center")


def _dealing(cross: str, seats: str, *, stack: bool = False) -> tuple[Deal, ...]:
    """The cross first, then two cards to each seat: one at a time, or as a stack."""
    rounds = [Deal(2, SEATS, seats)] if stack else [Deal(1, SEATS, seats)] * 2
    return (Deal(1, CROSS, cross), *rounds)


RUN_EM_TWICE: Final = Game(
    name="run-em-twice",
    title="Run 'Em Twice Poker",
    jurisdiction="maryland",
    text="MD-RET",
    deck=STANDARD_52,  # 3.A
    seats=6,  # 2.A(1)
    own_cards=2,
    wagers=WAGERS,
    hands=HANDS,
    areas=tuple(Area(name, 1, "MD-RET 2.B(3)") for name in CROSS),
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
        Settle(("five-card-bonus", "ultimate-pairs"), "MD-RET 11.H", Direction.COUNTERCLOCKWISE),
        Settle(
            ("first-ante", "first-run", "second-ante", "second-run", "center"),
            "MD-RET 11.I",
            Direction.COUNTERCLOCKWISE,
            collects=True,
            announces=(("first run", "MD-RET 11.I(1)"), ("second run", "MD-RET 11.I(2)")),
        ),
        Settle(("progressive",), "MD-RET 11.J", Direction.COUNTERCLOCKWISE, collects=True),
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
    readings=readings_of("MD-RET"),
    unit="ante",
)

# Pennsylvania's card: no Ultimate Pairs, no progressive, its own limit. It tells the play and the
# payouts; where it is silent on procedure, Maryland's is followed (reading `pa-procedure`).

_PA_PAYS: Final[dict[str, Paytables]] = {
    "ante": ANTE.cited("PA-RET paytable"),
    "main": MAIN.cited("PA-RET paytable"),
    "five-card-bonus": FIVE_CARD_BONUS.cited("PA-RET five-card-bonus"),
}

PENNSYLVANIA: Final = RUN_EM_TWICE.differs(
    jurisdiction="pennsylvania",
    text="PA-RET",
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
    hands=HANDS
    | {"better run": BetterOf(FIRST_RUN, SECOND_RUN, ("PA-RET center", "PA-RET center"))},
    limit=Limit("PA-RET limit", cents=50_000 * CENTS),
    clauses=Clauses(wagers="PA-RET wagers", one_deck="PA-RET deck"),
    readings=readings_of("MD-RET", "PA-RET"),
)
