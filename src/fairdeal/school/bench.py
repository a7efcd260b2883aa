"""A bench: a table to learn at, where bots play and the dealer is asked before each step.

After an answer the right command is given, whatever the answer was. So the course of a bench
follows from its plan alone. The one exception: only a person who has noticed an irregularity is
asked what follows from it.
"""

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import msgspec

from fairdeal.play.bots import bet_of, cautious, take_seats
from fairdeal.play.session import open_table
from fairdeal.play.sources import SeededSource
from fairdeal.rulebook.money import CENTS, dollars
from fairdeal.rulebook.rules import FloorChoices, Rules
from fairdeal.school.draws import SeededChoices
from fairdeal.school.floor_procedures import PROCEDURES
from fairdeal.school.floor_situations import SITUATIONS
from fairdeal.school.lesson import CASH, OPENING, WAGERS
from fairdeal.school.plants import HARMLESS, WRONG_NUMBER, Plant, Planter, wrong_number
from fairdeal.school.procedure_exercises import procedure_exercises
from fairdeal.school.procedures import ProcedureExercise
from fairdeal.school.questions import Exercise, Option, Question, QuestionKind, Reply, RightAnswer
from fairdeal.school.settling import settlement_exercises
from fairdeal.school.steps import chapter_of, ruling_exercise, step_exercise, timeout_exercise
from fairdeal.table import commands as cmd
from fairdeal.table.actors import FLOOR, Actor
from fairdeal.table.legal import legal_actions
from fairdeal.table.next_step import next_command
from fairdeal.table.questions import hours_clause, incomplete
from fairdeal.table.state import Phase, State, dealing_clauses

#: How many bots play at a bench.
PLAYERS: Final = 3
RIGHT, DIFFERS = "right", "differs"
_COUNTED: Final = (
    Option(RIGHT, "The count is right: go on"),
    Option(DIFFERS, "The count differs: report it"),
)
_FLOORPERSON: Final = Actor("the floorperson", FLOOR)

#: The exercises of a bench in turn; each takes the answer to the one before.
Exercises: TypeAlias = Generator[Exercise, Reply, None]


@dataclass(frozen=True)
class BenchPlan:
    """The plan of a bench: the same plan and the same answers give the same questions."""

    rules: Rules
    seed: str
    rounds: int
    chapters: tuple[int, ...]
    #: The chance that a round has an irregularity planted, in percent.
    rate: int
    #: The edition of the questions; see `fairdeal.school.exam`.
    edition: int = 4


class Bench:
    """A table with its questions; `state` is the table at the current question."""

    #: Whether the person is asked for the steps of the dealer.
    asks_steps = True
    #: Whose procedures are asked, and in every how many rounds there is one.
    role = "dealer"
    rounds_each = 1

    def __init__(self, plan: BenchPlan, floor: FloorChoices | None = None) -> None:
        self.plan = plan
        # For dealers without `floor`: payments that take two people are the floorperson's lesson.
        self.session = open_table(replace(plan.rules, floor=floor), SeededSource(plan.seed))
        rounds = plan.rounds if plan.edition > 3 else None
        self._counts_decks = self.asks_steps and OPENING in plan.chapters
        self.planter = Planter(plan.seed, plan.rate, rounds, closing=self._counts_decks)
        self._question_draws = SeededChoices(plan.seed, "asks")
        self._bet_draws = SeededChoices(plan.seed, "bets")
        self._misdealt: int | None = None
        self._procedure_draws = SeededChoices(plan.seed, "procedures")
        #: The procedures that are still to come; when all have come, they come again.
        self._procedures: list[ProcedureExercise] = []
        self._bank = [
            one for one in SITUATIONS if one.role == self.role and one.chapter in plan.chapters
        ]

    @property
    def state(self) -> State:
        """Return the current state of the table."""
        return self.session.state

    def exercises(self) -> Exercises:
        """Yield the exercises from the opening of the table to its closing."""
        take_seats(self.session, PLAYERS)
        if self.asks_steps or self.plan.edition > 2:
            yield from self._situations()
        asked = -1
        while self.state.rounds < self.plan.rounds:
            if self.state.rounds != asked:
                asked = self.state.rounds
                yield from self._procedure(asked)
            yield from self._next_event()
        yield from self._closing()

    # The table ------------------------------------------------------------------------------------

    def _next_event(self) -> Exercises:
        """Do the next thing at the table, with the questions that it brings."""
        state = self.state
        if state.phase is Phase.OPEN:
            self._misdealt = None
        command = next_command(state)
        if self._misdealt is not None and (plant := wrong_number(state, self._misdealt)):
            self._misdealt = None
            yield from self._reported(command or plant.command, plant)
        elif command is None and state.phase is Phase.OPEN:
            self._players_bet()
            if self.asks_steps:
                yield from self._cash()
        elif command is None:
            yield from self._decision()
        elif command.given_by[0] is FLOOR:
            yield from self._floor(command)
        elif isinstance(command, cmd.Settle):
            yield from self._settled(command)
        else:
            yield from self._step(command)

    def _floor(self, command: cmd.Command) -> Exercises:
        """Give a command of the floorperson."""
        self.session.do(command)
        yield from ()

    def _settled(self, command: cmd.Settle) -> Exercises:
        """Settle the wagers of the next seat."""
        if WAGERS in self.plan.chapters:
            yield from settlement_exercises(self.state, self._question_draws)
        self.session.do(command)

    def _step(self, command: cmd.Command) -> Exercises:
        """Do a step of the dealer, or report an irregularity that is found in its place."""
        state = self.state
        if chapter_of(state, command) not in self.plan.chapters:
            self.session.do(command)
            return
        if plant := self.planter.before(state, command):
            yield from self._reported(command, plant)
            return
        sees = (self._question_draws.pick(HARMLESS),) if self._question_draws.chance(20) else ()
        yield step_exercise(state, command, None, self._question_draws, sees)
        match command:
            case cmd.Collect():
                yield from self._collected(command)
            case cmd.CountStub():
                yield from self._stub_counted(command)
            case cmd.Deal() if misdeal := self.planter.misdeal(state):
                wrongly, self._misdealt = misdeal
                self.session.do(wrongly)
            case _:
                self.session.do(command)

    def _reported(self, command: cmd.Command, plant: Plant) -> Exercises:
        """Report an irregularity in place of a step; who noticed it is asked what follows."""
        sees = (plant.sees,) if plant.sees else ()
        answer = yield step_exercise(self.state, command, plant, self._question_draws, sees)
        if answer.choice == plant.key:
            exercise = ruling_exercise(self.state, plant.command, self._question_draws)
            yield with_sight(exercise, plant.sees or WRONG_NUMBER)
        self.session.do(plant.command)

    # Counts ---------------------------------------------------------------------------------------

    def _count(
        self, words: str, clause: str | None, *, wrong: bool, chapter: int = WAGERS
    ) -> Exercise:
        """Return the exercise whether a count is right."""
        question = Question(QuestionKind.COUNT, chapter, "Is the count right?", (words,), _COUNTED)
        key = DIFFERS if wrong else RIGHT
        planted = "!count" if wrong else ""
        return Exercise(
            question, RightAnswer(clause, key, planted=planted, reports=frozenset({DIFFERS}))
        )

    def _collected(self, command: cmd.Collect) -> Exercises:
        """Collect the chips of a wager before the deal, of which one may be missing."""
        state = self.state
        wager = state.rules.game.wager[command.wager]
        found = self.planter.wrong_count(state, command.chips, (-1,), 15)
        clauses = dealing_clauses(state)
        clause = clauses.verify.get(command.wager) or clauses.collect.get(command.wager)
        what = "lammers lie there" if wager.lammer else "such wagers were accepted"
        words = f"{wager.title}: chips of {found} seats are counted, and {command.chips} {what}."
        wrong = found != command.chips
        answer = yield self._count(words, clause, wrong=wrong)
        if not wrong:
            self.session.do(command)
            return
        seats = [n for n in state.playing if command.wager in state.seats[n].stakes]
        how = self._question_draws.pick(("added", "give-back"))
        correct = cmd.CorrectChips(
            self._question_draws.pick(seats),
            command.wager,
            "added" if how == "added" else "give-back",
            "a chip was missing",
        )
        if answer.choice == DIFFERS:
            exercise = ruling_exercise(state, correct, self._question_draws)
            told = "The player adds the chip." if how == "added" else "The player has no chip left."
            yield with_sight(exercise, words, told)
        self.session.do(correct)

    def _stub_counted(self, command: cmd.CountStub) -> Exercises:
        """Count the stub, in which a card may be missing or be one too many."""
        state = self.state
        found = self.planter.wrong_count(state, command.cards, (-1, 1))
        words = f"You count {found} cards in the stub, of a deck of {len(state.rules.game.deck)}."
        clause, wrong = dealing_clauses(state).count, found != command.cards
        answer = yield self._count(words, clause, wrong=wrong)
        counted = cmd.CountStub(found)
        if wrong and answer.choice == DIFFERS:
            yield with_sight(ruling_exercise(state, counted, self._question_draws), words)
        self.session.do(counted)

    def _closing(self) -> Exercises:
        """Count the cards of each deck at the end of the day, and close the table."""
        state, right = self.state, len(self.state.rules.game.deck)
        counts = {deck.color: right for deck in state.decks}
        if self._counts_decks:
            for left, color in zip(range(len(counts), 0, -1), list(counts), strict=True):
                found = counts[color] = self.planter.closing_count(state, right, left)
                words = f"The table closes. You count {found} cards in the {color} deck."
                clause, wrong = hours_clause(state), found != right
                yield self._count(words, clause, wrong=wrong, chapter=OPENING)
        self.session.do(cmd.CloseTable(counts), _FLOORPERSON)

    # Players --------------------------------------------------------------------------------------

    def _players_bet(self) -> None:
        """Place the bets of each bot by random draws: the least or a multiple, and side bets."""
        for number in sorted(self.state.seats):
            times = 1 + self._bet_draws.below(8)
            side = self._bet_draws.chance(60)
            for one in (times, 1):
                if self._bet(number, one, side=side):
                    break

    def _bet(self, number: int, times: int, *, side: bool) -> bool:
        """Bet a multiple of the least; return False, with all bets taken back, if that fails."""
        wagers = self.state.rules.game.wager
        placed: set[str] = set()
        while True:
            actions = [
                one
                for one in legal_actions(self.state, number)
                if one.wager
                and one.wager not in placed
                and (side or not wagers[one.wager].optional)
            ]
            if not actions:
                break
            action = actions[0]
            placed.add(action.wager or "")
            least, most = action.least_cents or 0, action.most_cents or 0
            cents = least if action.amounts_cents else min(least * times, most)
            cents -= (cents - least) % (action.step_cents or 1)
            self.session.do(bet_of(action, cents))
        if incomplete(self.state, number) is None:
            return True
        for wager in reversed(list(self.state.seats[number].stakes)):
            if wager in self.state.seats[number].stakes:
                self.session.do(cmd.TakeBackBet(number, wager))
        return False

    def _decision(self) -> Exercises:
        """Make the decision of a player, who may not answer in time."""
        state, number = self.state, self.state.turn
        assert number is not None, "a decision belongs to a seat"
        late = (
            self.asks_steps
            and WAGERS in self.plan.chapters
            and self._bet_draws.chance(self.plan.rate // 4)
        )
        if late:
            yield timeout_exercise(state, number, self._question_draws)
            self.session.do(cmd.Timeout(number))
            return
        may_fold = any(action.do == "fold" for action in legal_actions(state))
        folds = may_fold and self._bet_draws.chance(15)
        self.session.do(cmd.Fold(number) if folds else cautious(state))

    # Away from the cards --------------------------------------------------------------------------

    def _procedure(self, rounds: int) -> Exercises:
        """Yield the exercises of the next procedure before a round, if it is time for one."""
        if self.plan.edition < 2 or rounds % self.rounds_each:
            return
        if not self._procedures:
            chapters = self.plan.chapters
            known = [
                one
                for one in PROCEDURES
                if one.role == self.role
                and one.chapter in chapters
                and one.edition <= self.plan.edition
            ]
            self._procedures = self._procedure_draws.shuffled(known)
        if self._procedures:
            one = self._procedures.pop()
            yield from procedure_exercises(one, self._procedure_draws, self.plan.rate // 2)

    def _situations(self) -> Exercises:
        """Yield one situation of each chapter that has situations."""
        for chapter in self.plan.chapters:
            if found := [one for one in self._bank if one.chapter == chapter]:
                one = self._question_draws.pick(found)
                answers = self._question_draws.shuffled(one.answers)
                choices = tuple(map(Option, "abc", answers))
                question = Question(QuestionKind.SITUATION, chapter, one.question, (), choices)
                yield Exercise(
                    question, RightAnswer(one.clause, "abc"[answers.index(one.answers[0])])
                )

    def _cash(self) -> Exercises:
        """Yield the exercise of a player who puts cash down for chips, at random."""
        if CASH not in self.plan.chapters or not self._question_draws.chance(50):
            return
        notes = [
            (100, 1 + self._question_draws.below(4)),
            (20, self._question_draws.below(5)),
            (5, self._question_draws.below(4)),
        ]
        told = " and ".join(f"{n} x {dollars(value * CENTS)}" for value, n in notes if n)
        cents = sum(value * n for value, n in notes) * CENTS
        seat = self._question_draws.pick(sorted(self.state.seats))
        words = f"Seat {seat} puts cash down: {told}. How much in chips do you cut?"
        yield Exercise(
            Question(QuestionKind.CASH, CASH, words, seat=seat),
            RightAnswer("COMAR 36.05.03.06C", cents=cents),
        )


def with_sight(exercise: Exercise, *sees: str) -> Exercise:
    """Return the same exercise with words for what is seen besides the table."""
    return Exercise(msgspec.structs.replace(exercise.question, sees=sees), exercise.solution)
