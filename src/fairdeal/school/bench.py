"""A table to learn at: bots play, and whenever the dealer owes something, a question is put.

After the answer the right command is given, whatever was answered. So a bench goes its way by its
plan alone, apart from one question: what follows is asked only of who has noticed.
"""

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from fairdeal.play.bots import bet_of, cautious, take_seats
from fairdeal.play.session import open_table
from fairdeal.play.sources import SeededSource
from fairdeal.rulebook.money import CENTS, dollars
from fairdeal.rulebook.rules import FloorChoices, Rules
from fairdeal.school.asks import Answer, Ask, Choice, Kind, Put, Truth
from fairdeal.school.draws import Draws
from fairdeal.school.lesson import CASH, OPENING, WAGERS
from fairdeal.school.plants import HARMLESS, Plant, Planter, wrong_number
from fairdeal.school.settling import settlement_asks
from fairdeal.school.situations import SITUATIONS
from fairdeal.school.steps import chapter_of, ruling_ask, step_ask, timeout_ask
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
    Choice(RIGHT, "The count is right: go on"),
    Choice(DIFFERS, "The count differs: report it"),
)
_FLOORPERSON: Final = Actor("the floorperson", FLOOR)

#: The questions of a bench in turn; each takes the answer to the one before.
Questions: TypeAlias = Generator[Put, Answer, None]


@dataclass(frozen=True)
class Plan:
    """What a bench is made from: the same plan and the same answers give the same questions."""

    rules: Rules
    seed: str
    rounds: int
    chapters: tuple[int, ...]
    #: The chance that a round has an irregularity planted, in percent.
    rate: int


class Bench:
    """A table with its questions; `state` is the table at the question that is put."""

    #: Whether the steps of the dealer are asked for.
    asks_steps = True

    def __init__(self, plan: Plan, floor: FloorChoices | None = None) -> None:
        self.plan = plan
        # For dealers without `floor`: payments that take two people are the floorperson's lesson.
        self.session = open_table(replace(plan.rules, floor=floor), SeededSource(plan.seed))
        self.planter = Planter(plan.seed, plan.rate)
        self._asked = Draws(plan.seed, "asks")
        self._bets = Draws(plan.seed, "bets")
        self._misdealt: int | None = None
        self._bank = [one for one in SITUATIONS if one.chapter in plan.chapters]

    @property
    def state(self) -> State:
        """The table as it is."""
        return self.session.state

    def questions(self) -> Questions:
        """The questions from the opening of the table to its closing."""
        take_seats(self.session, PLAYERS)
        if self.asks_steps:
            yield from self._situations()
        while self.state.rounds < self.plan.rounds:
            yield from self._on()
        yield from self._closing()

    # The table ------------------------------------------------------------------------------------

    def _on(self) -> Questions:
        """Whatever comes next at the table."""
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

    def _floor(self, command: cmd.Command) -> Questions:
        """A word of the floorperson's."""
        self.session.do(command)
        yield from ()

    def _settled(self, command: cmd.Settle) -> Questions:
        """The wagers of the next seat are settled."""
        if WAGERS in self.plan.chapters:
            yield from settlement_asks(self.state, self._asked)
        self.session.do(command)

    def _step(self, command: cmd.Command) -> Questions:
        """A step of the dealer, or an irregularity that is found in its place."""
        state = self.state
        if chapter_of(state, command) not in self.plan.chapters:
            self.session.do(command)
            return
        if plant := self.planter.before(state, command):
            yield from self._reported(command, plant)
            return
        sees = (self._asked.pick(HARMLESS),) if self._asked.chance(20) else ()
        yield step_ask(state, command, None, self._asked, sees)
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

    def _reported(self, command: cmd.Command, plant: Plant) -> Questions:
        """An irregularity in place of a step: whoever notices it is asked what follows."""
        sees = (plant.sees,) if plant.sees else ()
        answer = yield step_ask(self.state, command, plant, self._asked, sees)
        if answer.choice == plant.key:
            yield ruling_ask(self.state, plant.command, self._asked)
        self.session.do(plant.command)

    # Counts ---------------------------------------------------------------------------------------

    def _count(self, words: str, clause: str | None, *, wrong: bool, chapter: int = WAGERS) -> Put:
        """Ask whether a count is right."""
        ask = Ask(Kind.COUNT, chapter, "Is the count right?", (words,), _COUNTED)
        key = DIFFERS if wrong else RIGHT
        planted = "!count" if wrong else ""
        return Put(ask, Truth(clause, key, planted=planted, reports=frozenset({DIFFERS})))

    def _collected(self, command: cmd.Collect) -> Questions:
        """The chips of a wager that is collected before the deal: one may be missing."""
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
        how = self._asked.pick(("added", "give-back"))
        correct = cmd.CorrectChips(
            self._asked.pick(seats),
            command.wager,
            "added" if how == "added" else "give-back",
            "its chip was missing",
        )
        if answer.choice == DIFFERS:
            put = ruling_ask(state, correct, self._asked)
            told = "The player adds the chip." if how == "added" else "The player has no chip left."
            yield Put(replace_sees(put.ask, told), put.truth)
        self.session.do(correct)

    def _stub_counted(self, command: cmd.CountStub) -> Questions:
        """The stub is counted: a card may be missing, or be one too many."""
        state = self.state
        found = self.planter.wrong_count(state, command.cards, (-1, 1))
        words = f"You count {found} cards in the stub, of a deck of {len(state.rules.game.deck)}."
        clause, wrong = dealing_clauses(state).count, found != command.cards
        answer = yield self._count(words, clause, wrong=wrong)
        counted = cmd.CountStub(found)
        if wrong and answer.choice == DIFFERS:
            yield ruling_ask(state, counted, self._asked)
        self.session.do(counted)

    def _closing(self) -> Questions:
        """The end of the day: the cards of each deck are counted, and the table is closed."""
        state, right = self.state, len(self.state.rules.game.deck)
        counts = {deck.color: right for deck in state.decks}
        if self.asks_steps and OPENING in self.plan.chapters:
            for color in list(counts):
                found = counts[color] = self.planter.wrong_count(state, right, (-1,))
                words = f"The table closes. You count {found} cards in the {color} deck."
                clause, wrong = hours_clause(state), found != right
                yield self._count(words, clause, wrong=wrong, chapter=OPENING)
        self.session.do(cmd.CloseTable(counts), _FLOORPERSON)

    # Players --------------------------------------------------------------------------------------

    def _players_bet(self) -> None:
        """Each bot bets what its own draws say: the least, or some times as much, and side bets."""
        for number in sorted(self.state.seats):
            times = 1 + self._bets.below(8)
            side = self._bets.chance(60)
            for one in (times, 1):
                if self._bet(number, one, side=side):
                    break

    def _bet(self, number: int, times: int, *, side: bool) -> bool:
        """Try to bet so many times the least; what does not come to complete wagers goes back."""
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

    def _decision(self) -> Questions:
        """A player decides, or does not answer in time."""
        state, number = self.state, self.state.turn
        assert number is not None, "a decision is somebody's"
        late = (
            self.asks_steps
            and WAGERS in self.plan.chapters
            and self._bets.chance(self.plan.rate // 4)
        )
        if late:
            yield timeout_ask(state, number, self._asked)
            self.session.do(cmd.Timeout(number))
            return
        may_fold = any(action.do == "fold" for action in legal_actions(state))
        folds = may_fold and self._bets.chance(15)
        self.session.do(cmd.Fold(number) if folds else cautious(state))

    # Away from the cards --------------------------------------------------------------------------

    def _situations(self) -> Questions:
        """A situation of each chapter that has some."""
        for chapter in self.plan.chapters:
            if found := [one for one in self._bank if one.chapter == chapter]:
                one = self._asked.pick(found)
                answers = self._asked.mixed(one.answers)
                choices = tuple(map(Choice, "abc", answers))
                ask = Ask(Kind.SITUATION, chapter, one.question, (), choices)
                yield Put(ask, Truth(one.clause, "abc"[answers.index(one.answers[0])]))

    def _cash(self) -> Questions:
        """A player may put cash down for chips."""
        if CASH not in self.plan.chapters or not self._asked.chance(50):
            return
        notes = [
            (100, 1 + self._asked.below(4)),
            (20, self._asked.below(5)),
            (5, self._asked.below(4)),
        ]
        told = " and ".join(f"{n} x {dollars(value * CENTS)}" for value, n in notes if n)
        cents = sum(value * n for value, n in notes) * CENTS
        seat = self._asked.pick(sorted(self.state.seats))
        question = f"Seat {seat} puts cash down: {told}. How much in chips do you cut?"
        yield Put(
            Ask(Kind.CASH, CASH, question, seat=seat), Truth("COMAR 36.05.03.06C", cents=cents)
        )


def replace_sees(ask: Ask, words: str) -> Ask:
    """The same question, with something that is seen."""
    return Ask(ask.kind, ask.chapter, ask.question, (words,), ask.choices, ask.seat)
