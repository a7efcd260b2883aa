"""Procedures of a dealer away from the cards, which a person in training carries out step by step.
Those of a floorperson are in `fairdeal.school.floor_procedures`.

A procedure is a list of parts: steps to choose in their order, chips to count, and counts to
compare. If a clause says what is done, that clause is cited. If a clause only requires training in
a topic, that clause is cited, and the order is our reading.
"""

from typing import Final, Literal, NamedTuple, TypeAlias

from fairdeal.school.lesson import CASH, CHIPS, OPENING, PROBLEM_GAMBLERS, SHIFTS, TIPS

_P: Final = "COMAR 36.05.03"


class ExerciseStep(NamedTuple):
    """A step of a procedure, with its clause."""

    words: str
    clause: str


class Reckon(NamedTuple):
    """Chips or notes whose value is reckoned. `told` begins the sentence that lists them; `pieces`
    has each value in dollars with its colour, and the most of it that lie there.
    """

    told: str
    asks: str
    clause: str
    pieces: tuple[tuple[int, str, int], ...]
    cash: bool = False


class Compare(NamedTuple):
    """Two amounts that should be the same: chips that were reckoned before, or else an amount that
    was `counted`, and what is `written`. Whoever notices that they are not goes on with `after`,
    and the rest of the procedure falls away.
    """

    counted: str
    written: str
    clause: str
    after: tuple[ExerciseStep, ...]


Part: TypeAlias = ExerciseStep | Reckon | Compare


class ProcedureExercise(NamedTuple):
    """A procedure: what has happened, its parts in order, and steps that are always wrong.

    `edition` is the first edition of the questions that has it; see `fairdeal.school.exam`.
    """

    chapter: int
    role: Literal["dealer", "floor"]
    told: str
    parts: tuple[Part, ...]
    never: tuple[str, ...]
    edition: int = 2


_TRAY: Final = ((500, "purple", 9), (100, "black", 60), (25, "green", 99), (5, "red", 99))
_FILL: Final = ((100, "black", 20), (25, "green", 60), (5, "red", 80), (1, "white", 60))
_TIPS: Final = ((25, "green", 2), (5, "red", 6), (1, "white", 9))
NOTES: Final = ((100, "notes", 5), (20, "notes", 9), (5, "notes", 5))

_OPENING_DIFFERS: Final = (
    ExerciseStep("Tell floorperson, security and the Commission's officer at once", f"{_P}.03F(1)"),
    ExerciseStep("Count again in front of the floorperson, for a new slip", f"{_P}.03F(2)"),
    ExerciseStep("Sign the new slip, with the floorperson", f"{_P}.03F(4)"),
    ExerciseStep(
        "Put the wrong slip and both copies of the new one into the drop box", f"{_P}.03F(5)"
    ),
)
_STOP: Final = "Do not sign, and show the floorperson what differs"

DEALER_PROCEDURES: Final = (
    ProcedureExercise(
        OPENING,
        "dealer",
        "Your table is to open. Security has brought the container with its inventory.",
        (
            ExerciseStep("Have the floorperson check and unlock the container", f"{_P}.03B"),
            ExerciseStep("Count the chips in front of the floorperson", f"{_P}.03C"),
            Reckon("In the container lie", "How much is it in all?", f"{_P}.03C", _TRAY),
            Compare("You have counted", "The slip says", f"{_P}.03C", _OPENING_DIFFERS),
            ExerciseStep("Sign the slip, with the floorperson", f"{_P}.03D"),
            ExerciseStep("Put the signed slip into the drop box", f"{_P}.03E"),
        ),
        ("Open the container yourself", "Deal, and count at the first pause"),
    ),
    ProcedureExercise(
        OPENING,
        "dealer",
        "Play is over at your table for today, and the cards are put away.",
        (
            ExerciseStep("Count the chips that are left, in front of the floorperson", f"{_P}.08A"),
            Reckon("On the table lie", "How much is it in all?", f"{_P}.08A", _TRAY),
            ExerciseStep(
                "Have the floorperson write the slip, and sign it, both of you", f"{_P}.08B"
            ),
            ExerciseStep("Put the original of the slip into the drop box", f"{_P}.08C"),
            ExerciseStep("Put the chips and the copy of the slip into the container", f"{_P}.08D"),
            ExerciseStep("Have the floorperson lock the container", f"{_P}.08D"),
        ),
        ("Carry the chips to the cage yourself", "Leave the chips for the next shift to count"),
    ),
    ProcedureExercise(
        CHIPS,
        "dealer",
        "Your tray runs low on chips.",
        (
            ExerciseStep("Ask the floorperson for a fill", f"{_P}.04A"),
            ExerciseStep("Lay the copy of the fill request where the cameras see it", f"{_P}.04E"),
            ExerciseStep("Take the chips from security, and count them", f"{_P}.04P(3)"),
            Reckon("Security brings", "How much is it in all?", f"{_P}.04P(3)", _FILL),
            Compare(
                "The chips that came are worth",
                "The Fill Slip says",
                f"{_P}.04P(3)",
                (ExerciseStep(_STOP, f"{_P}.04P(3)"),),
            ),
            ExerciseStep("Sign the Fill Slip", f"{_P}.04P(3)"),
            ExerciseStep(
                "Put slip and request into the drop box while security looks", f"{_P}.04Q(1)"
            ),
        ),
        ("Borrow chips from the next table", "Sign the slip before the chips have come"),
    ),
    ProcedureExercise(
        CHIPS,
        "dealer",
        "The floorperson has requested that chips leave your table for the chip bank.",
        (
            ExerciseStep(
                "Lay the copy of the credit request where the cameras see it", f"{_P}.05E"
            ),
            ExerciseStep(
                "Leave it there until the Credit Slip has come from the chip bank", f"{_P}.05F"
            ),
            Reckon("The Credit Slip lists", "How much do you cut?", f"{_P}.05O", _FILL),
            Compare(
                "You have cut",
                "The Credit Slip says",
                f"{_P}.05O",
                (ExerciseStep(_STOP, f"{_P}.05O"),),
            ),
            ExerciseStep("Sign the Credit Slip as the chips leave the tray", f"{_P}.05P(2)"),
            ExerciseStep("Lay the copy of the slip where the cameras see it", f"{_P}.05Q(2)"),
            ExerciseStep("Put all copies into the drop box once security is back", f"{_P}.05Q(4)"),
        ),
        ("Carry the chips to the chip bank", "Give the chips to a player who asks for change"),
    ),
    ProcedureExercise(
        CASH,
        "dealer",
        "A player lays notes on the table and asks for chips.",
        (
            ExerciseStep("Spread the notes in full view", f"{_P}.06A"),
            Reckon("You spread", "How much do you say aloud?", f"{_P}.06B", NOTES, cash=True),
            ExerciseStep("Say the amount aloud", f"{_P}.06B"),
            ExerciseStep("Give the chips to the player", f"{_P}.06C"),
            ExerciseStep("Put the notes into the drop box", f"{_P}.06C"),
        ),
        ("Take the notes from the player's hand", "Put the notes into the tray"),
    ),
    ProcedureExercise(
        TIPS,
        "dealer",
        "A player pushes chips to you and says that they are for you.",
        (
            Reckon("The player gives", "How much is it?", f"{_P}.17A(4)", _TIPS),
            ExerciseStep("Say that it is a tip, and show it to the cameras", f"{_P}.17A(4)"),
            ExerciseStep("Put it into the tip box", f"{_P}.17A(4)"),
            ExerciseStep("Show clear hands, and go on with the round", f"{_P}.17A(4)"),
        ),
        ("Put the chips into your pocket", "Put the chips into the tray"),
    ),
    ProcedureExercise(
        SHIFTS,
        "dealer",
        "Your relief stands beside you while you settle a round.",
        (
            ExerciseStep("Finish the payment that you have begun", f"{_P}.17A(5)"),
            ExerciseStep("Show clear hands to the cameras", f"{_P}.17A(5)"),
            ExerciseStep("Tap out, and leave the place to your relief", f"{_P}.01B(1)"),
        ),
        ("Pay the next seat together", "Give your relief the chips for the next payment"),
    ),
    ProcedureExercise(
        PROBLEM_GAMBLERS,
        "dealer",
        "A player has lost all, borrows from a neighbour, and says: I cannot stop.",
        (
            ExerciseStep("Go on dealing, and say nothing of it to the table", f"{_P}.17A(7)"),
            ExerciseStep("Tell the floorperson quietly at the next pause", f"{_P}.17A(7)"),
            ExerciseStep(
                "Leave the talk, and the words on help, to the floorperson", f"{_P}.17A(7)"
            ),
        ),
        ("Refuse the player's next bet on your own", "Advise the player to bet less"),
    ),
)
