"""Situations of a floorperson's training, by chapter: the first answer is the right one.

If a clause says what is done, that clause is cited. If a clause only requires training in a topic,
that clause is cited, and the answer is our reading.
"""

from typing import Final

from fairdeal.school.lesson import CASH, CHIPS, OPENING, PROBLEM_GAMBLERS, SHIFTS, TIPS, WAGERS
from fairdeal.school.situations import DEALER_SITUATIONS, TrainingSituation

_P: Final = "COMAR 36.05.03"


def _floor(chapter: int, clause: str, question: str, *answers: str) -> TrainingSituation:
    return TrainingSituation(chapter, question, answers, f"{_P}{clause}", "floor")


FLOOR_SITUATIONS: Final = (
    _floor(
        OPENING,
        ".03H",
        "The opening count differs from the slip by $250, and so does the recount. What is due?",
        "Security or surveillance investigates, and reports in writing within 24 hours",
        "Nothing: the new slip settles it",
        "The dealer pays the difference",
    ),
    _floor(
        OPENING,
        ".03F(3)(b)",
        "The recount has given another amount. Which slip do you mark as the incorrect copy?",
        "The one that lay in the container with the inventory",
        "The one that the dealer has just written",
        "Neither: you tear the wrong one up",
    ),
    _floor(
        CHIPS,
        ".04N(1)",
        "The Fill Slip says $500 less than the Fill Request Slip. What do you do?",
        "You do not sign, and have the chip bank clear it up",
        "You sign, and write the right amount beside it",
        "You sign, since the dealer has counted the chips",
    ),
    _floor(
        CHIPS,
        ".05P(3)",
        "When do you sign the Credit Slip of a table?",
        "When you have seen the chips leave the tray, and the slips compared",
        "Before the dealer cuts the chips",
        "When security is back with the receipt",
    ),
    _floor(
        CASH,
        ".06B",
        "You have not heard what amount of cash the dealer named. What do you do?",
        "Have the dealer say it again aloud, before chips go out",
        "Ask the player after the round",
        "Read it off the drop box at the end of the day",
    ),
    _floor(
        CASH,
        ".06C",
        "A dealer puts the notes into the drop box before the player has chips. What do you say?",
        "The chips come first, and the notes right after them",
        "That is the right order",
        "The notes stay on the layout until the round is over",
    ),
    _floor(
        TIPS,
        ".17A(4)",
        "A dealer puts a chip that was a tip into the tray. What do you do?",
        "Have it taken out again, shown to the cameras, and put into the tip box",
        "Nothing: the tray is the house's",
        "Let the dealer take it at the end of the shift",
    ),
    _floor(
        SHIFTS,
        ".01C(1)",
        "You have six tables in play, and a colleague asks you to watch one more. What do you say?",
        "No: a floorperson supervises six of these tables at the most",
        "Yes, for an hour",
        "Yes, if its dealer is experienced",
    ),
    _floor(
        SHIFTS,
        ".01B(1)",
        "A dealer's relief has not come, and the dealer wants to leave. What do you do?",
        "The dealer stays, or the table closes: a table in play has a dealer",
        "You let the dealer go; the players wait",
        "You deal from another table meanwhile",
    ),
    _floor(
        WAGERS,
        ".27F",
        "The cards were cut badly, and no card has been dealt yet. What may you require?",
        "That the cards are cut again",
        "Nothing: a cut stands",
        "That all bets are void",
    ),
    _floor(
        WAGERS,
        ".26A",
        "A dealer has received new decks and inspected them. What is your part?",
        "You verify the inspection",
        "You shuffle the cards once",
        "None: the dealer signs for the cards",
    ),
    _floor(
        WAGERS,
        ".21C(2)",
        "Players ask for a higher maximum while they play. When can it be in force?",
        "After 30 minutes with a sign and an announcement",
        "From the next round on",
        "Never while the table is open",
    ),
    _floor(
        WAGERS,
        ".23C(1)",
        "A player has won $60,000 in one payment that needs a Form W-2G. How is it paid?",
        "By check",
        "In chips from the tray",
        "In cash, if the player asks for cash",
    ),
    _floor(
        PROBLEM_GAMBLERS,
        ".17A(7)",
        "A player asks you how to be kept out of the casino. What do you do?",
        "Tell of voluntary exclusion and of the helpline, away from the table",
        "Advise to come with less money",
        "Say that nobody can be kept out",
    ),
    _floor(
        PROBLEM_GAMBLERS,
        ".17A(7)",
        "A dealer tells you that a player borrows from others and cannot stop. What comes first?",
        "You speak with the player away from the table",
        "You tell the whole table",
        "You raise the minimum of the table",
    ),
)

#: All situations; an exam draws those of its role and chapters, in this order.
SITUATIONS: Final = (*DEALER_SITUATIONS, *FLOOR_SITUATIONS)
