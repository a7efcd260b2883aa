"""The table engine: whole rounds through the state machine of the live table.

Every seat sits down, bets, decides by its strategy, and is dealt to and settled by the automatic
dealer under the same rules as on a floor. Each round begins with the meters as the run has them, so
that a round depends on its number and on nothing that came before it.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from fairdeal.cards import Card, cards_text
from fairdeal.play.session import open_table
from fairdeal.rulebook.game import SeatCards
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager
from fairdeal.simulate.rounds import MeterHit, RoundResult, SimulatedSeat, SimulatedWager
from fairdeal.simulate.settings import Settings
from fairdeal.simulate.sources import PhiloxSource
from fairdeal.simulate.strategies import find_strategy
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import player
from fairdeal.table.entry import Entry
from fairdeal.table.meters import Meters
from fairdeal.table.outcome import WITHDRAWN, hand_made
from fairdeal.table.outcome_events import settlement_row
from fairdeal.table.state import OPEN, State

_SETTLES: Final = (ev.WagerPaid, ev.WagerLost, ev.BetWithdrawn, ev.EnvyPaid)
_DECIDES: Final = (cmd.Ride, cmd.Withdraw, cmd.Fold, cmd.Bet, cmd.Draw)


def naming_wager(rules: Rules) -> Wager:
    """Return the main wager whose hand names a round, as in the lab's outcomes: of those with the
    most paytables to choose from the last.
    """
    main = [wager for wager in rules.wagers if not wager.optional]
    return max(reversed(main), key=lambda wager: len(wager.pays.tables))


def folded_at(name: str) -> str:
    """Return the name of a folded hand, as in the lab's outcomes."""
    return f"folded at {name}"


class TableEngine:
    """A table whose rounds can be played by number, in any order."""

    def __init__(self, settings: Settings) -> None:
        rules = settings.rules
        self._rules = rules
        self._source = PhiloxSource(settings.seed)
        self._session = open_table(rules, self._source, dict(settings.meters))
        fed = settings.fed()
        # The meters show what the run has them at when the stakes of the round have fed them.
        start = {name: units - fed[name] for name, units in settings.meters}
        self._meters = Meters(start, self._session.state.meters.resets)
        self._who = {n: player(f"player {n}") for n in range(1, settings.players + 1)}
        self._bets = [cmd.PlaceBets(seat=n, cents=dict(settings.stakes)) for n in self._who]
        made = {name: find_strategy(name).make(rules) for name in set(settings.strategies)}
        self._players = {n: made[settings.strategies[n - 1]] for n in self._who}
        self._naming = rules.terms[naming_wager(rules).name]
        self._entries: list[tuple[State, Entry]] = []
        self._session.on_entry = lambda before, entry: self._entries.append((before, entry))
        for number, who in self._who.items():
            self._session.do(cmd.Sit(number), who)

    def rounds(self, first: int, count: int) -> Iterator[RoundResult]:
        """Play so many rounds from a number on."""
        for number in range(first, first + count):
            yield self.play(number)

    def play(self, number: int) -> RoundResult:
        """Play the round of this number."""
        self.begin(number)
        while state := self.wait():
            self.decide(self._players[state.turn or 0](state))
        return self.result()

    def begin(self, number: int) -> None:
        """Begin the round of this number: every seat makes its bets."""
        session = self._session
        self._source.round = number
        session.run_dealer()
        session.state = replace(session.state, meters=self._meters)
        self._entries.clear()
        for bet in self._bets:
            session.do(bet, self._who[bet.seat])

    def wait(self) -> State | None:
        """Let the dealer go on, and return the state in which a seat has to decide; None when the
        round has ended.
        """
        self._session.run_dealer(until_round_ends=True)
        state = self._session.state
        return None if state.phase is OPEN else state

    def decide(self, command: cmd.Command) -> None:
        """Give the command of the seat whose turn it is."""
        self._session.do(command, self._who[self._session.state.turn or 0])

    def result(self) -> RoundResult:
        """Return the result of the round that has ended."""
        number, entries = self._source.round, self._entries
        wagers: dict[int, dict[str, SimulatedWager]] = {seat: {} for seat in self._who}
        decisions: dict[int, list[str]] = {seat: [] for seat in self._who}
        dealt: dict[int, tuple[Card, ...]] = {}
        envy = dict.fromkeys(self._who, 0)
        hits: list[MeterHit] = []
        last = entries[-1][0]
        for before, entry in entries:
            command = entry.command
            if type(command) in _DECIDES and before.phase is not OPEN:
                if not dealt:
                    dealt = {seat: before.seats[seat].cards for seat in before.playing}
                decisions[before.turn or 0].append(_decision(command))
            for event in entry.events:
                if isinstance(event, ev.MeterPaid):
                    hits.append(MeterHit(number, len(hits), ""))
                elif type(event) in _SETTLES:
                    row = settlement_row(before, event)
                    assert row is not None, "it settles"
                    if row.holder:
                        envy[row.seat] += row.returned
                        continue
                    called = "" if row.result is WITHDRAWN else row.called or ""
                    wagers[row.seat][row.wager] = SimulatedWager(
                        row.wager, row.stake, str(row.result), called, row.paid, row.limited
                    )
                    if hits and not hits[-1].pays:
                        hits[-1] = hits[-1]._replace(pays=row.pays or "")
                elif isinstance(event, ev.RoundVoided):
                    raise AssertionError(f"round {number} was void: {event.reason}")
        order = {name: place for place, name in enumerate(self._rules.terms)}
        seats = []
        for seat in self._who:
            held = last.seats[seat]
            folded = held.folded or ""
            rows = sorted(wagers[seat].values(), key=lambda row: order[row.wager])
            seats.append(
                SimulatedSeat(
                    seat,
                    dealt[seat],
                    held.cards,
                    tuple(decisions[seat]),
                    folded,
                    folded_at(folded) if folded else self._called(last, held.cards),
                    tuple(rows),
                    envy[seat],
                )
            )
        board = tuple((area, last.board.get(area, ())) for area in self._rules.areas)
        return RoundResult(number, board, tuple(seats), tuple(hits))

    def _called(self, state: State, cards: tuple[Card, ...]) -> str:
        _, _, called = hand_made(self._naming, SeatCards(state.board, cards))
        return called


def _decision(command: cmd.Command) -> str:
    match command:
        case cmd.Bet():
            return f"{command.wager} {command.cents}"
        case cmd.Draw():
            return f"draw {cards_text(sorted(command.discard))}".strip()
        case _:
            return type(command).__name__.lower()
