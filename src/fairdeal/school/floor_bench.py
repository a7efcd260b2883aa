"""A table for floorpersons to learn at: the dealer reports, and the floorperson rules.

The dealer is a program. A report that is not so, and a payment of a wrong amount, are planted.
"""

from typing import Final

from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.rules import FloorChoices
from fairdeal.school.asks import Ask, Choice, Kind, Put, Truth
from fairdeal.school.bench import Bench, Plan, Questions
from fairdeal.school.lesson import WAGERS
from fairdeal.school.plants import Plant, wrong_number
from fairdeal.school.steps import ruling_ask
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import DEALER, FLOOR, Actor
from fairdeal.table.dry_run import possible
from fairdeal.table.state import State, dealing_clauses
from fairdeal.table.values import Place

#: At these benches a payment takes two people early, so that there is something to confirm.
HAND_PAY_CENTS: Final = 50_00
CONFIRM, DENY = "confirm", "deny"
_ANSWERS: Final = (Choice(CONFIRM, "Confirm it"), Choice(DENY, "Deny it: it is not so"))
MISDEALT, DECK = "misdealt", "deck"
_RULINGS: Final = (
    Choice(MISDEALT, "The cards were misdealt: the deck stays"),
    Choice(DECK, "The deck is not whole: it leaves the table"),
)
_DEALER: Final = Actor("the dealer at the bench", DEALER)
_FLOORPERSON: Final = Actor("the floorperson", FLOOR)


class FloorBench(Bench):
    """A table whose questions are the floorperson's."""

    asks_steps = False

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan, FloorChoices(hand_pay_cents=HAND_PAY_CENTS))
        #: What the floorperson sees of a report: whether it is so, and why.
        self._report: tuple[bool, str] = (True, "")

    def _floor(self, command: cmd.Command) -> Questions:
        """A word of the floorperson's, which is asked for where there is something to rule."""
        state = self.state
        if isinstance(command, cmd.RuleCount):
            yield self._count_ruling(state, command)
        elif isinstance(command, cmd.Confirm) and isinstance(state.asked, ev.HandPayAsked):
            yield self._payment(state, state.asked)
        elif isinstance(command, cmd.Confirm) and state.asked is not None:
            so, sees = self._report
            self._report = (True, "")
            yield _confirm(state.asked, sees, so=so)
            if not so:
                command = cmd.Deny("it is not so", asked=state.asked.asked)
        self.session.do(command, _FLOORPERSON)

    def _settled(self, command: cmd.Settle) -> Questions:
        """The dealer settles; from the house's limit on the floorperson is asked."""
        self.session.do(command, _DEALER)
        yield from ()

    def _step(self, command: cmd.Command) -> Questions:
        """A step of the dealer's, or a report in its place, which may not be so."""
        state = self.state
        if plant := self.planter.before(state, command):
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

    def _reported(self, command: cmd.Command, plant: Plant) -> Questions:
        """An irregularity that the dealer reports: what follows is asked, then whether it is so."""
        del command
        put = ruling_ask(self.state, plant.command, self._asked)
        sees = plant.sees or "A seat has another number of cards than it should have."
        yield Put(_seen(put.ask, f"The dealer reports: {sees}"), put.truth)
        self._report = (True, f"You look for yourself. {sees}")
        self.session.do(plant.command, _DEALER)

    def _missing_chip(self, command: cmd.Collect) -> Questions:
        """The chips of a wager that is collected before the deal: one may be missing."""
        state = self.state
        if self.planter.wrong_count(state, command.chips, (-1,), 15) == command.chips:
            self.session.do(command, _DEALER)
            return
        seat = self._asked.pick(
            [n for n in state.playing if command.wager in state.seats[n].stakes]
        )
        correct = cmd.CorrectChips(seat, command.wager, "added", "its chip was missing")
        put = ruling_ask(state, correct, self._asked)
        told = f"One chip is missing. Seat {seat} adds it."
        yield Put(_seen(put.ask, told), put.truth)
        self._report = (True, told)
        self.session.do(correct, _DEALER)

    def _false_report(self, state: State) -> tuple[cmd.Command, str] | None:
        """A report that the table would take and that is not so, with what is seen instead."""
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
        if not found or not self.planter.now(state):
            return None
        self.planter.used()
        return self._asked.pick(found)

    def _count_ruling(self, state: State, command: cmd.RuleCount) -> Put:
        """Ask what a wrong count of the stub means."""
        total = state.differs.total if state.differs else 0
        right = len(state.rules.game.deck)
        sees = (f"{total} cards are counted in all, of a deck of {right}.",)
        ask = Ask(Kind.RULING, WAGERS, "Were the cards misdealt?", sees, _RULINGS)
        key = MISDEALT if command.misdealt else DECK
        return Put(ask, Truth(dealing_clauses(state).floor_rules, key))

    def _payment(self, state: State, asked: ev.HandPayAsked) -> Put:
        """Ask whether a payment is confirmed; its amount may be wrong."""
        told = asked.cents + asked.envy
        if wrong := self.planter.now(state, 50):
            self.planter.used()
            told += self._asked.pick((-5_00, 5_00, 10_00))
        words = f"The dealer asks to pay {dollars(told)} for the hand of seat {asked.seat}"
        words += f": {asked.hand}, {asked.pays}." if asked.hand else "."
        ask = Ask(Kind.CONFIRM, WAGERS, "Do you confirm it?", (words,), _ANSWERS, asked.seat)
        planted = "!payment" if wrong else ""
        key = DENY if wrong else CONFIRM
        return Put(ask, Truth(asked.clause, key, planted=planted, reports=frozenset({DENY})))


def _confirm(asked: ev.Asked, sees: str, *, so: bool) -> Put:
    """Ask whether a report of the dealer's is confirmed."""
    reason = getattr(asked, "reason", "")
    told = (f"The dealer reports: {reason}.", *((sees,) if sees else ()))
    ask = Ask(Kind.CONFIRM, WAGERS, "Do you confirm it?", told, _ANSWERS)
    truth = Truth(
        getattr(asked, "clause", None),
        CONFIRM if so else DENY,
        planted="" if so else "!false",
        reports=frozenset({DENY}),
    )
    return Put(ask, truth)


def _seen(ask: Ask, words: str) -> Ask:
    return Ask(ask.kind, ask.chapter, ask.question, (words,), ask.choices, ask.seat)
