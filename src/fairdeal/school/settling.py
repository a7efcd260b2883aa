"""Questions about a settlement: the name of a hand, the chips that are collected and paid."""

from collections.abc import Generator

from fairdeal.rulebook.hand import SeatCards
from fairdeal.school.draws import SeededChoices
from fairdeal.school.lesson import WAGERS
from fairdeal.school.questions import Exercise, Option, Question, QuestionKind, Reply, RightAnswer
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import AUTOMATIC_DEALER
from fairdeal.table.dry_run import dry_runs
from fairdeal.table.state import State
from fairdeal.table.walk import Change
from fairdeal.wording.payments import chips_paid
from fairdeal.wording.phrases import capital

#: How many names of hands are offered.
_NAMES = 5


def settlement_exercises(state: State, draws: SeededChoices) -> Generator[Exercise, Reply, None]:
    """Yield the exercises before the wagers of the next seat are settled, if it has any."""
    number = state.turn
    if number is None:
        return
    changes = dry_runs(state, cmd.Settle(), AUTOMATIC_DEALER)[0].changes
    rows = [one for one in changes if isinstance(one.event, ev.WagerPaid | ev.WagerLost)]
    if not rows:
        return
    named = [one for one in rows if getattr(one.event, "hand", None)]
    if named:
        yield _hand(state, number, draws.pick(named), draws)
    yield _collect(state, number, rows)
    yield _pay(state, number, rows)
    if envy := [one.event for one in changes if isinstance(one.event, ev.EnvyPaid)]:
        cents = sum(event.cents for event in envy)
        words = f"How much do you pay the others in Envy Bonuses for the hand of seat {number}?"
        question = Question(QuestionKind.PAY, WAGERS, words, seat=number)
        yield Exercise(question, RightAnswer(envy[0].clause, cents=cents))


def _hand(state: State, number: int, row: Change, draws: SeededChoices) -> Exercise:
    """Return the exercise of naming the hand that settles a wager: one cell of its ranking."""
    event = row.event
    assert isinstance(event, ev.WagerPaid | ev.WagerLost)
    terms = state.rules.terms[event.wager]
    seat_cards = SeatCards(state.board, state.seats[number].cards)
    cells = terms.table.ranking.cells
    cell = seat_cards.hand(terms.hand).cell
    # The cells that lie nearest are the likeliest errors.
    near = sorted((n for n in range(len(cells)) if n != cell), key=lambda n: abs(n - cell))
    others = draws.shuffled(near[: 2 * _NAMES])[: _NAMES - 1]
    choices = [Option(cells[n], capital(cells[n])) for n in sorted([cell, *others])]
    words = f"Which hand settles the {terms.wager.title} wager of seat {number}?"
    question = Question(QuestionKind.HAND, WAGERS, words, (), tuple(choices), number)
    return Exercise(question, RightAnswer(event.clause, cells[cell]))


def _collect(state: State, number: int, rows: list[Change]) -> Exercise:
    """Return the exercise of the chips that are collected from the layout of a seat."""
    lost = [
        event
        for before, event, _ in rows
        if isinstance(event, ev.WagerLost) and event.wager not in before.seats[number].taken
    ]
    words = f"How much do you collect from the layout of seat {number}?"
    clause = lost[0].clause if lost else _clause(state, rows)
    question = Question(QuestionKind.COLLECT, WAGERS, words, seat=number)
    return Exercise(question, RightAnswer(clause, cents=sum(event.cents for event in lost)))


def _pay(state: State, number: int, rows: list[Change]) -> Exercise:
    """Return the exercise of the chips that are cut for a seat, without stakes that lie there."""
    paid = [(before, event) for before, event, _ in rows if isinstance(event, ev.WagerPaid)]
    cents = sum(chips_paid(before, event) for before, event in paid)
    largest = max(paid, key=lambda one: one[1].cents, default=None)
    clause = largest[1].clause if largest else _clause(state, rows)
    words = f"How much do you pay seat {number} from the tray, besides stakes that lie there?"
    return Exercise(
        Question(QuestionKind.PAY, WAGERS, words, seat=number), RightAnswer(clause, cents=cents)
    )


def _clause(state: State, rows: list[Change]) -> str | None:
    """Return the clause of the first row, or of the settlement."""
    cited: str | None = getattr(rows[0].event, "clause", None)
    return cited or (state.current.clause if state.current else None)
