"""Situations of a dealer's training that are not about cards, by chapter. Those of a floorperson
are in `fairdeal.school.floor_situations`.

The first answer is the right one. If a clause says what is done, that clause is cited. If a clause
only requires training in a topic, that clause is cited, and the answer is our reading.
"""

from typing import Final, Literal, NamedTuple

from fairdeal.school.lesson import CASH as CASH_CHAPTER
from fairdeal.school.lesson import CHIPS, OPENING, PROBLEM_GAMBLERS, SHIFTS, TIPS


class TrainingSituation(NamedTuple):
    """A situation with its answers, the right one first."""

    chapter: int
    question: str
    answers: tuple[str, ...]
    clause: str
    role: Literal["dealer", "floor"] = "dealer"


_P: Final = "COMAR 36.05.03"

DEALER_SITUATIONS: Final = (
    TrainingSituation(
        OPENING,
        "The container with the table inventory has been unlocked. What do you do?",
        (
            "Count the chips while the floorperson watches, and compare with the slip",
            "Begin to deal, and count when a player asks for change",
            "Sign the slip; the chips were counted when the table closed",
        ),
        f"{_P}.03C",
    ),
    TrainingSituation(
        OPENING,
        "Your count of the inventory differs from the slip. What comes first?",
        (
            "Report it at once, and count again in front of the floorperson",
            "Write your figure over the figure on the slip",
            "Open the table, and correct the slip at its closing",
        ),
        f"{_P}.03F(1)",
    ),
    TrainingSituation(
        OPENING,
        "Play is over at the table. Who counts the chips that remain?",
        (
            "You count, in the presence of the floorperson",
            "The floorperson counts after you have left",
            "Security counts at the cage",
        ),
        f"{_P}.08A",
    ),
    TrainingSituation(
        OPENING,
        "The closing slip is signed. Where does its original go?",
        (
            "Into the drop box of this table, at once",
            "Into the container with the chips",
            "To the cage, with the security officer",
        ),
        f"{_P}.08C",
    ),
    TrainingSituation(
        CHIPS,
        "Your tray runs low. Who prepares the request for a fill?",
        (
            "A pit clerk, or a floorperson or above",
            "You, on a slip that you sign yourself",
            "The security officer who is nearest",
        ),
        f"{_P}.04A",
    ),
    TrainingSituation(
        CHIPS,
        "The chips of a fill have come to your table. When do you sign the Fill Slip?",
        (
            "When you have received the chips and verified their amounts",
            "Before the chips leave the chip bank",
            "At the end of the shift, all slips together",
        ),
        f"{_P}.04P(3)",
    ),
    TrainingSituation(
        CHIPS,
        "The Fill Slip is signed by everybody. What do you do with its drop box copy?",
        (
            "Put it into the drop box at once, while security watches",
            "Give it back to the security officer",
            "Keep it in the tray until the table closes",
        ),
        f"{_P}.04Q(1)",
    ),
    TrainingSituation(
        CHIPS,
        "Chips are to be removed from your table. What do you compare them with?",
        (
            "With the drop box copy of the Credit Slip, and then you sign it",
            "With nothing: the cashier counts them",
            "With the inventory slip of the opening",
        ),
        f"{_P}.05O",
    ),
    TrainingSituation(
        CASH_CHAPTER,
        "A player puts bills on the layout for chips. What do you do first?",
        (
            "Spread the bills in full view, and say the amount aloud",
            "Put the bills into the drop box, then cut the chips",
            "Cut the chips, and count the bills at the end of the round",
        ),
        f"{_P}.06A",
    ),
    TrainingSituation(
        CASH_CHAPTER,
        "The player has the chips. When do the bills go into the drop box?",
        (
            "At once after the chips were given",
            "After the round",
            "When the floorperson asks for them",
        ),
        f"{_P}.06C",
    ),
    TrainingSituation(
        TIPS,
        "A player pushes you a $5 chip as a tip. Where does it go?",
        (
            "You show it, and it goes into the tip box",
            "Into the tray, and a chip of your own goes out at the end",
            "Into your pocket, once the round is over",
        ),
        f"{_P}.17A(4)",
    ),
    TrainingSituation(
        TIPS,
        "A player offers you a tip if you show the next card. What do you do?",
        (
            "Refuse, and call the floorperson",
            "Take the tip, and show nothing",
            "Say nothing, and deal on",
        ),
        f"{_P}.17A(4)",
    ),
    TrainingSituation(
        SHIFTS,
        "Your relief stands behind you in the middle of a round. What do you do?",
        (
            "Finish what you are doing, show clear hands, and say who takes over",
            "Leave the deck on the layout, and go",
            "Let your relief deal from the other side of the table",
        ),
        f"{_P}.17A(5)",
    ),
    TrainingSituation(
        SHIFTS,
        "You relieve another dealer. How many dealers are at the table then?",
        (
            "One: the dealer whom you relieve leaves the table",
            "Two, until the next round",
            "None, until the floorperson has counted the tray",
        ),
        f"{_P}.01B(1)",
    ),
    TrainingSituation(
        PROBLEM_GAMBLERS,
        "A player has lost all, borrows from others, and says that he cannot stop. What do you do?",
        (
            "Inform the floorperson quietly, and go on dealing",
            "Tell the player before everybody that he is an addict",
            "Nothing: it is the player's own affair",
        ),
        f"{_P}.17A(7)",
    ),
    TrainingSituation(
        PROBLEM_GAMBLERS,
        "Which of these is a sign of a gambling problem that you report?",
        (
            "A player raises the bets again and again to win back what was lost",
            "A player asks how the paytable works",
            "A player leaves the table after a win",
        ),
        f"{_P}.17A(7)",
    ),
    TrainingSituation(
        PROBLEM_GAMBLERS,
        "A player asks you for help with gambling too much. What do you do?",
        (
            "Call the floorperson, who has the information on help",
            "Advise smaller bets",
            "Ask the player to come back on another day",
        ),
        f"{_P}.17A(7)",
    ),
)
