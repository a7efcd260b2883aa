"""Questions about a settlement: the name of a hand, the chips that are collected and paid."""

from collections.abc import Generator

from fairdeal.rulebook.hand import SeatCards
from fairdeal.school.asks import Answer, Ask, Choice, Kind, Put, Truth
from fairdeal.school.draws import Draws
from fairdeal.school.lesson import WAGERS
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


def settlement_asks(state: State, draws: Draws) -> Generator[Put, Answer, None]:
    """The questions before the wagers of the next seat are settled; none where no wager is."""
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
        question = f"How much do you pay the others in Envy Bonuses for the hand of seat {number}?"
        ask = Ask(Kind.PAY, WAGERS, question, seat=number)
        yield Put(ask, Truth(envy[0].clause, cents=cents))


def _hand(state: State, number: int, row: Change, draws: Draws) -> Put:
    """Ask for the name of the hand that settles a wager: one cell of its ranking."""
    event = row.event
    assert isinstance(event, ev.WagerPaid | ev.WagerLost)
    terms = state.rules.terms[event.wager]
    seat_cards = SeatCards(state.board, state.seats[number].cards)
    cells = terms.table.ranking.cells
    cell = seat_cards.hand(terms.hand).cell
    # The cells that lie nearest are the likeliest errors.
    near = sorted((n for n in range(len(cells)) if n != cell), key=lambda n: abs(n - cell))
    others = draws.mixed(near[: 2 * _NAMES])[: _NAMES - 1]
    choices = [Choice(cells[n], capital(cells[n])) for n in sorted([cell, *others])]
    question = f"Which hand settles the {terms.wager.title} wager of seat {number}?"
    ask = Ask(Kind.HAND, WAGERS, question, (), tuple(choices), number)
    return Put(ask, Truth(event.clause, cells[cell]))


def _collect(state: State, number: int, rows: list[Change]) -> Put:
    """Ask for the chips that are collected from the layout of a seat."""
    lost = [
        event
        for before, event, _ in rows
        if isinstance(event, ev.WagerLost) and event.wager not in before.seats[number].taken
    ]
    question = f"How much do you collect from the layout of seat {number}?"
    clause = lost[0].clause if lost else _clause(state, rows)
    ask = Ask(Kind.COLLECT, WAGERS, question, seat=number)
    return Put(ask, Truth(clause, cents=sum(event.cents for event in lost)))


def _pay(state: State, number: int, rows: list[Change]) -> Put:
    """Ask for the chips that are cut for a seat; stakes that lie there stay out of it."""
    paid = [(before, event) for before, event, _ in rows if isinstance(event, ev.WagerPaid)]
    cents = sum(chips_paid(before, event) for before, event in paid)
    largest = max(paid, key=lambda one: one[1].cents, default=None)
    clause = largest[1].clause if largest else _clause(state, rows)
    question = f"How much do you pay seat {number} from the tray, besides stakes that lie there?"
    return Put(Ask(Kind.PAY, WAGERS, question, seat=number), Truth(clause, cents=cents))


def _clause(state: State, rows: list[Change]) -> str | None:
    """The clause of the first row, or of the settlement."""
    cited: str | None = getattr(rows[0].event, "clause", None)
    return cited or (state.current.clause if state.current else None)
