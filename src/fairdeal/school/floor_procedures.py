"""Procedures of a floorperson away from the cards: what is watched, compared and signed."""

from typing import Final

from fairdeal.school.lesson import CASH, CHIPS, OPENING, PROBLEM_GAMBLERS, SHIFTS, TIPS
from fairdeal.school.procedures import (
    DEALER_PROCEDURES,
    NOTES,
    Compare,
    Move,
    Procedure,
    Reckon,
)

_P: Final = "COMAR 36.05.03"

FLOOR_PROCEDURES: Final = (
    Procedure(
        OPENING,
        "floor",
        "A table of yours is to open. Security has brought a locked container.",
        (
            Move("Make sure that it is this table's container", f"{_P}.03B"),
            Move("Unlock it", f"{_P}.03B"),
            Move("Watch the dealer count", f"{_P}.03C"),
            Compare(
                "The dealer has counted",
                "The slip says",
                f"{_P}.03C",
                (
                    Move("Tell security and the Commission's officer at once", f"{_P}.03F(1)"),
                    Move("Watch the dealer count again, for a new slip", f"{_P}.03F(2)"),
                    Move("Write the Error Notification Slip", f"{_P}.03F(3)(a)"),
                    Move("Mark the old slip as incorrect, and sign it", f"{_P}.03F(3)(b)"),
                    Move("Mark the new slip as correct", f"{_P}.03F(3)(d)"),
                    Move("Sign the new slip, with the dealer", f"{_P}.03F(4)"),
                ),
            ),
            Move("Sign the slip, with the dealer", f"{_P}.03D"),
        ),
        ("Sign the slip before the count", "Count alone, and call the dealer afterwards"),
    ),
    Procedure(
        CHIPS,
        "floor",
        "A dealer tells you that the tray runs low.",
        (
            Move("Write and sign the request for a fill", f"{_P}.04C(5)"),
            Move("Give security a copy of the fill request for the chip bank", f"{_P}.04D"),
            Compare(
                "The request asks for",
                "The Fill Slip says",
                f"{_P}.04N(1)",
                (Move("Do not sign, and ask the chip bank about it", f"{_P}.04N(1)"),),
            ),
            Move("Sign the copies of the Fill Slip", f"{_P}.04N(2)"),
        ),
        ("Fetch the chips yourself", "Let the dealer write the request alone"),
    ),
    Procedure(
        CHIPS,
        "floor",
        "A table has more chips than it needs.",
        (
            Move("Write and sign the request for a credit", f"{_P}.05C(5)"),
            Move("Give security a copy of the credit request for the chip bank", f"{_P}.05D"),
            Compare(
                "The dealer has cut",
                "The Credit Slip says",
                f"{_P}.05P(3)",
                (Move("Do not sign, and have the dealer cut again", f"{_P}.05P(3)"),),
            ),
            Move("Sign the Credit Slip, now that you saw the chips leave", f"{_P}.05P(3)"),
        ),
        ("Take the chips to another table", "Sign the slip before it has come"),
    ),
    Procedure(
        PROBLEM_GAMBLERS,
        "floor",
        "A dealer tells you quietly that a player says: I cannot stop.",
        (
            Move("Speak with the player away from the table", f"{_P}.17A(7)"),
            Move("Give the number of the helpline, and say what exclusion is", f"{_P}.17A(7)"),
            Move("Tell your superior, as the house's procedure says", f"{_P}.17A(7)"),
        ),
        ("Tell the table about it", "Offer the player a free meal to stay"),
    ),
    Procedure(
        OPENING,
        "floor",
        "Play is over at a table of yours for today.",
        (
            Move("Watch the dealer count the chips that are left", f"{_P}.08A"),
            Move("Write the amounts on the Table Inventory Slip", f"{_P}.08B"),
            Compare(
                "The dealer has counted",
                "On the slip stands",
                f"{_P}.08B",
                (Move("Have the dealer count again before anybody signs", f"{_P}.08B"),),
            ),
            Move("Sign the original of the slip, with the dealer", f"{_P}.08B"),
            Move("See that the dealer puts the original into the drop box", f"{_P}.08C"),
            Move("Lock the container once chips and copy are in it", f"{_P}.08D"),
            Move("Have security take the container to the cage", f"{_P}.08D"),
        ),
        ("Lock the container before the count", "Let the dealer sign for both of you"),
        edition=3,
    ),
    Procedure(
        OPENING,
        "floor",
        "The drop box of a table is to be changed, and play goes on there.",
        (
            Move("Watch the dealer count the tray", f"{_P}.07B"),
            Compare(
                "The dealer has counted",
                "On the slip stands",
                f"{_P}.07C",
                (Move("Have the tray counted again before anybody signs", f"{_P}.07C"),),
            ),
            Move("Sign the Table Inventory Slip, with the dealer", f"{_P}.07C"),
            Move("See the original go into the box that leaves", f"{_P}.07D(1)"),
            Move("See the duplicate go into the box that comes", f"{_P}.07D(2)"),
        ),
        ("Put both copies into your pocket", "Change the box first, and count afterwards"),
        edition=3,
    ),
    Procedure(
        CASH,
        "floor",
        "A player lays notes on a table of yours, and the dealer spreads them.",
        (
            Move("Make sure that you and the cameras see the notes", f"{_P}.06A"),
            Reckon("The dealer has spread", "How much is it in all?", f"{_P}.06A", NOTES),
            Compare(
                "You have counted",
                "The dealer says aloud",
                f"{_P}.06B",
                (Move("Stop the exchange, and have the notes counted again", f"{_P}.06B"),),
            ),
            Move("See that the player gets as much in chips", f"{_P}.06C"),
            Move("See that the notes go into the drop box right after", f"{_P}.06C"),
        ),
        ("Take the notes to the cage yourself", "Look away: cash is the dealer's affair"),
        edition=3,
    ),
    Procedure(
        TIPS,
        "floor",
        "A player pushes chips to a dealer of yours and says: for you.",
        (
            Move("Watch that the dealer names it a tip and shows it", f"{_P}.17A(4)"),
            Move("See that it goes into the tip box", f"{_P}.17A(4)"),
            Move("See that the dealer shows clear hands and goes on", f"{_P}.17A(4)"),
        ),
        ("Take your share of the tip", "Have the tip put into the tray"),
        edition=3,
    ),
    Procedure(
        SHIFTS,
        "floor",
        "The shift changes, and the floorperson who relieves you has come.",
        (
            Move("Tell of open fills and credits, and of disputes", f"{_P}.17A(5)"),
            Move("Name the tables that you hand over, six at the most", f"{_P}.01C(1)"),
            Move("See that each table keeps a dealer while they change", f"{_P}.01B(1)"),
            Move("Sign what you have watched yourself, and go", f"{_P}.17A(5)"),
        ),
        ("Leave slips unsigned for your relief", "Stop all tables until the change is over"),
        edition=3,
    ),
)

#: All procedures; an exam draws those of its role, chapters and edition, in this order.
PROCEDURES: Final = (*DEALER_PROCEDURES, *FLOOR_PROCEDURES)
