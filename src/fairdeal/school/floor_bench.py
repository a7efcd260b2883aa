"""A bench for floorpersons: the dealer reports, and the floorperson rules.

The dealer is a program. False reports and payments of wrong amounts are planted.
"""

from typing import Final

from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.rules import FloorChoices
from fairdeal.school.bench import Bench, BenchPlan, Exercises, with_sight
from fairdeal.school.jackpots import ANSWERS, CONFIRM, DENY, jackpot_exercises
from fairdeal.school.lesson import WAGERS
from fairdeal.school.plants import WRONG_NUMBER, Plant, wrong_number
from fairdeal.school.questions import Exercise, Option, Question, QuestionKind, RightAnswer
from fairdeal.school.steps import ruling_exercise
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import DEALER, FLOOR, Actor
from fairdeal.table.dry_run import possible
from fairdeal.table.state import State, dealing_clauses
from fairdeal.table.values import Place

#: The payment from which two people are needed: low, so that there is something to confirm.
HAND_PAY_CENTS: Final = 50_00
#: In every so many rounds there is a large win to confirm.
JACKPOT_ROUNDS: Final = 4
MISDEALT, DECK = "misdealt", "deck"
_RULINGS: Final = (
    Option(MISDEALT, "The cards were misdealt: the deck stays"),
    Option(DECK, "The deck is not whole: it leaves the table"),
)
_DEALER: Final = Actor("the dealer at the bench", DEALER)
_FLOORPERSON: Final = Actor("the floorperson", FLOOR)


class FloorBench(Bench):
    """A bench that asks for the decisions of the floorperson: at the table where the chapter of
    wagers is learnt, and away from it.
    """

    asks_steps = False
    role = "floor"
    rounds_each = 5

    def __init__(self, plan: BenchPlan) -> None:
        super().__init__(plan, FloorChoices(hand_pay_cents=HAND_PAY_CENTS))
        self._at_table = WAGERS in plan.chapters
        if plan.edition > 2:
            self.rounds_each = 2 if self._at_table else 1
        #: The report of the dealer: whether it is true, and what the floorperson sees of it.
        self._report: tuple[bool, str] = (True, "")

    def _procedure(self, rounds: int) -> Exercises:
        """Yield the exercises of the next procedure, or of a large win, if it is time for one."""
        yield from super()._procedure(rounds)
        if self.plan.edition > 2 and self._at_table and rounds % JACKPOT_ROUNDS == 1:
            yield from jackpot_exercises(
                self.state.rules, self._procedure_draws, self.plan.rate // 2
            )

    def _floor(self, command: cmd.Command) -> Exercises:
        """Give a command of the floorperson, and ask for it if there is something to rule."""
        state = self.state
        if not self._at_table:
            self.session.do(command, _FLOORPERSON)
            return
        if isinstance(command, cmd.RuleCount):
            yield self._count_ruling(state, command)
        elif isinstance(command, cmd.Confirm) and isinstance(state.asked, ev.HandPayAsked):
            yield self._payment(state, state.asked)
        elif isinstance(command, cmd.Confirm) and state.asked is not None:
            is_true, sees = self._report
            self._report = (True, "")
            yield _confirm(state.asked, sees, is_true=is_true)
            if not is_true:
                command = cmd.Deny("it is not so", asked=state.asked.asked)
        self.session.do(command, _FLOORPERSON)

    def _settled(self, command: cmd.Settle) -> Exercises:
        """Settle as the dealer; from the house's limit on, the floorperson is asked later."""
        self.session.do(command, _DEALER)
        yield from ()

    def _step(self, command: cmd.Command) -> Exercises:
        """Do a step of the dealer, or make a true or false report in its place."""
        state = self.state
        if not self._at_table:
            self.session.do(command, _DEALER)
        elif plant := self.planter.before(state, command):
            yield from self._reported(command, plant)
        elif (false := self._false_report(state)) is not None:
            report, sees = false
            self._report = (False, sees)
            self.session.do(report, _DEALER)
        elif isinstance(command, cmd.Collect):
            yield from self._missing_chip(command)
        elif isinstance(command, cmd.CountStub):
            found = self.planter.wrong_count(state, command.cards, (-1, 1))
            self._report = (True, f"You count again: {found} cards are in the stub.")
            self.session.do(cmd.CountStub(found), _DEALER)
        elif isinstance(command, cmd.Deal) and (misdeal := self.planter.misdeal(state)):
            wrongly, self._misdealt = misdeal
            self.session.do(wrongly, _DEALER)
        else:
            self.session.do(command, _DEALER)

    def _reported(self, command: cmd.Command, plant: Plant) -> Exercises:
        """Report an irregularity: ask what follows, and later whether the report is true."""
        del command
        exercise = ruling_exercise(self.state, plant.command, self._question_draws)
        sees = plant.sees or WRONG_NUMBER
        yield with_sight(exercise, f"The dealer reports: {sees}")
        self._report = (True, f"You look for yourself. {sees}")
        self.session.do(plant.command, _DEALER)

    def _missing_chip(self, command: cmd.Collect) -> Exercises:
        """Collect the chips of a wager before the deal, of which one may be missing."""
        state = self.state
        if self.planter.wrong_count(state, command.chips, (-1,), 15) == command.chips:
            self.session.do(command, _DEALER)
            return
        seat = self._question_draws.pick(
            [n for n in state.playing if command.wager in state.seats[n].stakes]
        )
        correct = cmd.CorrectChips(seat, command.wager, "added", "a chip was missing")
        exercise = ruling_exercise(state, correct, self._question_draws)
        told = f"One chip is missing. Seat {seat} adds it."
        yield with_sight(exercise, told)
        self._report = (True, told)
        self.session.do(correct, _DEALER)

    def _false_report(self, state: State) -> tuple[cmd.Command, str] | None:
        """Return a false report that the table would accept, and what is seen instead."""
        places: list[Place] = [
            n for n in state.playing if state.seats[n].cards and not state.seats[n].out
        ]
        found = [
            (command, "You count the cards there: the number is right.")
            for place in places
            if isinstance(place, int)
            and wrong_number(state, place) is None
            and possible(
                state, command := cmd.WrongNumber(place, len(state.seats[place].cards) + 1), _DEALER
            )
        ]
        if not found or not self.planter.is_due(state):
            return None
        self.planter.mark_used()
        return self._question_draws.pick(found)

    def _count_ruling(self, state: State, command: cmd.RuleCount) -> Exercise:
        """Return the exercise what a wrong count of the stub means."""
        total = state.differs.total if state.differs else 0
        right = len(state.rules.game.deck)
        sees = (f"{total} cards are counted in all, of a deck of {right}.",)
        question = Question(QuestionKind.RULING, WAGERS, "Were the cards misdealt?", sees, _RULINGS)
        key = MISDEALT if command.misdealt else DECK
        return Exercise(question, RightAnswer(dealing_clauses(state).floor_rules, key))

    def _payment(self, state: State, asked: ev.HandPayAsked) -> Exercise:
        """Return the exercise whether a payment is confirmed; its amount may be wrong."""
        told = asked.cents + asked.envy
        if wrong := self.planter.is_due(state, 50):
            self.planter.mark_used()
            told += self._question_draws.pick((-5_00, 5_00, 10_00))
        words = f"The dealer asks to pay {dollars(told)} for the hand of seat {asked.seat}"
        words += f": {asked.hand}, {asked.pays}." if asked.hand else "."
        question = Question(
            QuestionKind.CONFIRM, WAGERS, "Do you confirm it?", (words,), ANSWERS, asked.seat
        )
        planted = "!payment" if wrong else ""
        key = DENY if wrong else CONFIRM
        return Exercise(
            question, RightAnswer(asked.clause, key, planted=planted, reports=frozenset({DENY}))
        )


def _confirm(asked: ev.Asked, sees: str, *, is_true: bool) -> Exercise:
    """Return the exercise whether a report of the dealer is confirmed."""
    reason = getattr(asked, "reason", "")
    told = (f"The dealer reports: {reason}.", *((sees,) if sees else ()))
    question = Question(QuestionKind.CONFIRM, WAGERS, "Do you confirm it?", told, ANSWERS)
    solution = RightAnswer(
        getattr(asked, "clause", None),
        CONFIRM if is_true else DENY,
        planted="" if is_true else "!false",
        reports=frozenset({DENY}),
    )
    return Exercise(question, solution)
