"""Procedures of a floorperson away from the cards: what is watched, compared and signed."""

from typing import Final

from fairdeal.school.lesson import CASH, CHIPS, OPENING, PROBLEM_GAMBLERS, SHIFTS, TIPS
from fairdeal.school.procedures import (
    DEALER_PROCEDURES,
    NOTES,
    Compare,
    ExerciseStep,
    ProcedureExercise,
    Reckon,
)

_P: Final = "COMAR 36.05.03"

FLOOR_PROCEDURES: Final = (
    ProcedureExercise(
        OPENING,
        "floor",
        "A table of yours is to open. Security has brought a locked container.",
        (
            ExerciseStep("Make sure that it is this table's container", f"{_P}.03B"),
            ExerciseStep("Unlock it", f"{_P}.03B"),
            ExerciseStep("Watch the dealer count", f"{_P}.03C"),
            Compare(
                "The dealer has counted",
                "The slip says",
                f"{_P}.03C",
                (
                    ExerciseStep(
                        "Tell security and the Commission's officer at once", f"{_P}.03F(1)"
                    ),
                    ExerciseStep("Watch the dealer count again, for a new slip", f"{_P}.03F(2)"),
                    ExerciseStep("Write the Error Notification Slip", f"{_P}.03F(3)(a)"),
                    ExerciseStep("Mark the old slip as incorrect, and sign it", f"{_P}.03F(3)(b)"),
                    ExerciseStep("Mark the new slip as correct", f"{_P}.03F(3)(d)"),
                    ExerciseStep("Sign the new slip, with the dealer", f"{_P}.03F(4)"),
                ),
            ),
            ExerciseStep("Sign the slip, with the dealer", f"{_P}.03D"),
        ),
        ("Sign the slip before the count", "Count alone, and call the dealer afterwards"),
    ),
    ProcedureExercise(
        CHIPS,
        "floor",
        "A dealer tells you that the tray runs low.",
        (
            ExerciseStep("Write and sign the request for a fill", f"{_P}.04C(5)"),
            ExerciseStep("Give security a copy of the fill request for the chip bank", f"{_P}.04D"),
            Compare(
                "The request asks for",
                "The Fill Slip says",
                f"{_P}.04N(1)",
                (ExerciseStep("Do not sign, and ask the chip bank about it", f"{_P}.04N(1)"),),
            ),
            ExerciseStep("Sign the copies of the Fill Slip", f"{_P}.04N(2)"),
        ),
        ("Fetch the chips yourself", "Let the dealer write the request alone"),
    ),
    ProcedureExercise(
        CHIPS,
        "floor",
        "A table has more chips than it needs.",
        (
            ExerciseStep("Write and sign the request for a credit", f"{_P}.05C(5)"),
            ExerciseStep(
                "Give security a copy of the credit request for the chip bank", f"{_P}.05D"
            ),
            Compare(
                "The dealer has cut",
                "The Credit Slip says",
                f"{_P}.05P(3)",
                (ExerciseStep("Do not sign, and have the dealer cut again", f"{_P}.05P(3)"),),
            ),
            ExerciseStep("Sign the Credit Slip, now that you saw the chips leave", f"{_P}.05P(3)"),
        ),
        ("Take the chips to another table", "Sign the slip before it has come"),
    ),
    ProcedureExercise(
        PROBLEM_GAMBLERS,
        "floor",
        "A dealer tells you quietly that a player says: I cannot stop.",
        (
            ExerciseStep("Speak with the player away from the table", f"{_P}.17A(7)"),
            ExerciseStep(
                "Give the number of the helpline, and say what exclusion is", f"{_P}.17A(7)"
            ),
            ExerciseStep("Tell your superior, as the house's procedure says", f"{_P}.17A(7)"),
        ),
        ("Tell the table about it", "Offer the player a free meal to stay"),
    ),
    ProcedureExercise(
        OPENING,
        "floor",
        "Play is over at a table of yours for today.",
        (
            ExerciseStep("Watch the dealer count the chips that are left", f"{_P}.08A"),
            ExerciseStep("Write the amounts on the Table Inventory Slip", f"{_P}.08B"),
            Compare(
                "The dealer has counted",
                "On the slip stands",
                f"{_P}.08B",
                (ExerciseStep("Have the dealer count again before anybody signs", f"{_P}.08B"),),
            ),
            ExerciseStep("Sign the original of the slip, with the dealer", f"{_P}.08B"),
            ExerciseStep("See that the dealer puts the original into the drop box", f"{_P}.08C"),
            ExerciseStep("Lock the container once chips and copy are in it", f"{_P}.08D"),
            ExerciseStep("Have security take the container to the cage", f"{_P}.08D"),
        ),
        ("Lock the container before the count", "Let the dealer sign for both of you"),
        edition=3,
    ),
    ProcedureExercise(
        OPENING,
        "floor",
        "The drop box of a table is to be changed, and play goes on there.",
        (
            ExerciseStep("Watch the dealer count the tray", f"{_P}.07B"),
            Compare(
                "The dealer has counted",
                "On the slip stands",
                f"{_P}.07C",
                (ExerciseStep("Have the tray counted again before anybody signs", f"{_P}.07C"),),
            ),
            ExerciseStep("Sign the Table Inventory Slip, with the dealer", f"{_P}.07C"),
            ExerciseStep("See the original go into the box that leaves", f"{_P}.07D(1)"),
            ExerciseStep("See the duplicate go into the box that comes", f"{_P}.07D(2)"),
        ),
        ("Put both copies into your pocket", "Change the box first, and count afterwards"),
        edition=3,
    ),
    ProcedureExercise(
        CASH,
        "floor",
        "A player lays notes on a table of yours, and the dealer spreads them.",
        (
            ExerciseStep("Make sure that you and the cameras see the notes", f"{_P}.06A"),
            Reckon("The dealer has spread", "How much is it in all?", f"{_P}.06A", NOTES),
            Compare(
                "You have counted",
                "The dealer says aloud",
                f"{_P}.06B",
                (ExerciseStep("Stop the exchange, and have the notes counted again", f"{_P}.06B"),),
            ),
            ExerciseStep("See that the player gets as much in chips", f"{_P}.06C"),
            ExerciseStep("See that the notes go into the drop box right after", f"{_P}.06C"),
        ),
        ("Take the notes to the cage yourself", "Look away: cash is the dealer's affair"),
        edition=3,
    ),
    ProcedureExercise(
        TIPS,
        "floor",
        "A player pushes chips to a dealer of yours and says: for you.",
        (
            ExerciseStep("Watch that the dealer names it a tip and shows it", f"{_P}.17A(4)"),
            ExerciseStep("See that it goes into the tip box", f"{_P}.17A(4)"),
            ExerciseStep("See that the dealer shows clear hands and goes on", f"{_P}.17A(4)"),
        ),
        ("Take your share of the tip", "Have the tip put into the tray"),
        edition=3,
    ),
    ProcedureExercise(
        SHIFTS,
        "floor",
        "The shift changes, and the floorperson who relieves you has come.",
        (
            ExerciseStep("Tell of open fills and credits, and of disputes", f"{_P}.17A(5)"),
            ExerciseStep("Name the tables that you hand over, six at the most", f"{_P}.01C(1)"),
            ExerciseStep("See that each table keeps a dealer while they change", f"{_P}.01B(1)"),
            ExerciseStep("Sign what you have watched yourself, and go", f"{_P}.17A(5)"),
        ),
        ("Leave slips unsigned for your relief", "Stop all tables until the change is over"),
        edition=3,
    ),
)

#: All procedures; an exam draws those of its role, chapters and edition, in this order.
PROCEDURES: Final = (*DEALER_PROCEDURES, *FLOOR_PROCEDURES)
