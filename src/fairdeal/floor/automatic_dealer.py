"""What happens at a table by itself, and when: the automatic dealer's steps, the clock, and bots.

The next step is always found from the table's state and nothing is stored of it. So a server that
was restarted, or another server of the same floor, finds the same step.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from fairdeal.errors import FairdealError
from fairdeal.floor.stop_reasons import PROGRAM_FAILED
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.play.sources import CommittedSource
from fairdeal.table import commands as cmd
from fairdeal.table.actors import AUTOMATIC_DEALER, AUTOMATIC_FLOOR, FLOOR, PLAYER, Actor
from fairdeal.table.entry import Entry
from fairdeal.table.next_step import DEAL_STEP, next_command
from fairdeal.table.questions import incomplete
from fairdeal.table.state import DECISIONS, OPEN, State, bound

if TYPE_CHECKING:
    from fairdeal.floor.floor import Floor

#: The pause before each of the dealer's commands, in seconds at pace 1, as a person takes them.
_PAUSES: Final[dict[type[cmd.Command], float]] = {
    cmd.Shuffle: 2.0,
    cmd.WashCards: 2.0,
    cmd.NoMoreBets: 1.0,
    cmd.Deal: 1.2,
    cmd.Reveal: 1.5,
    cmd.Show: 1.0,
    cmd.Settle: 1.8,
    # Players read the results of the round.
    cmd.Clear: 3.0,
    cmd.Replace: 1.0,
    # Without a pause, so that a player who calls again and again delays nobody.
    cmd.AnswerCall: 0.0,
}
#: The pause before all other commands.
_SHORT_PAUSE: Final = 0.5
_BOT_PAUSE: Final = 1.2
#: The pause between two rounds in which only bots play.
_IDLE_PAUSE: Final = 4.0
#: A bound on the steps in a row, which no table comes near.
_MOST_STEPS: Final = 1_000


class ScheduledStep(NamedTuple):
    """A step that is due at a time of the floor's clock."""

    when: float
    run: Callable[[], None]


class AutomaticDealer:
    """Finds and takes the steps of tables that no person takes: those of the automatic dealer and
    floorperson, of the clock, and of the bots.
    """

    def __init__(self, floor: "Floor") -> None:
        self._floor = floor

    def next_step(self, live: LiveTable) -> ScheduledStep | None:
        """Return the next step that a table takes by itself; None where it waits for a person."""
        if live.stopped is not None or live.closed:
            return None
        now = self._floor.now()
        # If the machine's clock was set back, steps must not wait until the old time is reached.
        live.last_act = min(live.last_act, now)
        if now < live.since:
            live.since = int(now)
            # The deadline has changed: publish the table.
            self._floor.touched.add(live.id)
        if live.linked and self._floor.meters.behind(live):
            return ScheduledStep(now, lambda: self._floor.meters.catch_up(live))
        return self._seating(live) or self._dealing(live) or self._waiting(live)

    def run_due_steps(self, live: LiveTable) -> None:
        """Take all steps that are due, on a floor without pauses; otherwise the writer's schedule
        takes them.
        """
        if self._floor.settings.pace:
            return
        for _ in range(_MOST_STEPS):
            if not self.run_next_step(live):
                return

    def run_next_step(self, live: LiveTable) -> bool:
        """Take the next step if it is due, and return whether it was."""
        taken = False
        with self.stop_on_failure(live):
            step = self.next_step(live)
            if step is not None and step.when <= self._floor.now():
                step.run()
                taken = True
        return taken

    @contextmanager
    def stop_on_failure(self, live: LiveTable) -> Iterator[None]:
        """Stop a table, and only this one, if what the house does there by itself fails.

        The command before it, which shares the transaction, keeps its result. But if the database
        failed, or something was changed before the failure, the error is raised again: the whole
        transaction is lost, and this table is among those that stop.
        """
        floor, changes = self._floor, self._floor.changes
        try:
            yield
        except FairdealError as error:
            floor.stop(live, why := f"the house cannot go on: {error}")
            floor.on_stopped({live.id: why}, error)
        except Exception as error:
            floor.touched.add(live.id)
            if not isinstance(error, floor.database.errors):
                floor.stop(live, PROGRAM_FAILED)
            if not floor.is_isolated(error, changes):
                raise
            floor.on_stopped({live.id: PROGRAM_FAILED}, error)

    def _after_pause(
        self, live: LiveTable, seconds: float, do: Callable[[], None]
    ) -> ScheduledStep:
        return ScheduledStep(live.last_act + seconds * self._floor.settings.pace, do)

    def _seating(self, live: LiveTable) -> ScheduledStep | None:
        seat = self._floor.bots.free_seat(live)
        if seat is None:
            return None
        return self._after_pause(live, _SHORT_PAUSE, lambda: self._floor.bots.sit(live, seat))

    # The dealer -----------------------------------------------------------------------------------

    def _dealing(self, live: LiveTable) -> ScheduledStep | None:
        state = live.state
        if self._floor.time > state.clock:
            # The hours of a deck may have run out since the last entry.
            state = replace(state, clock=self._floor.time)
        command = next_command(state)
        if command is None:
            return None
        by = AUTOMATIC_FLOOR if command.given_by[0] is FLOOR else AUTOMATIC_DEALER
        if live.dealer == "person" and not isinstance(command, cmd.VerifyInspection):
            return None
        if isinstance(command, cmd.Confirm) and not _reported_by_dealer(state):
            return None  # a second person confirms what a person has reported
        if isinstance(command, cmd.NoMoreBets) and state.phase is OPEN:
            return None  # the clock and the players decide when: see `_betting`
        source = live.session.source
        if isinstance(command, cmd.Cut) and isinstance(source, CommittedSource):
            command = cmd.Cut(depth=source.cut_depth(state))
        if command is DEAL_STEP and not self._floor.settings.pace:
            command = cmd.Deal(rest=True)
        chosen = command
        return self._after_pause(
            live,
            _PAUSES.get(type(chosen), _SHORT_PAUSE),
            lambda: self._give(live, chosen, by),
        )

    def pauses_after(self, entry: Entry) -> bool:
        """Return whether the dealer pauses after an entry.

        It does not after commands that a player may repeat at will, nor after the answer to a call:
        they could put off the next step for ever.
        """
        if isinstance(entry.command, cmd.AnswerCall):
            return False
        player = entry.by.role is PLAYER and not entry.by.automatic
        return not player or isinstance(entry.command, cmd.Ready)

    def _give(self, live: LiveTable, command: cmd.Command, by: Actor) -> None:
        self._floor.do(live, command, by)

    # Waiting for people ---------------------------------------------------------------------------

    def _waiting(self, live: LiveTable) -> ScheduledStep | None:
        state = live.state
        if state.phase is OPEN:
            return self._betting(live)
        if not isinstance(state.current, DECISIONS) or state.turn is None or state.replacing:
            return None
        if state.asked or state.differs:
            return None  # the floorperson rules first
        seat = state.seats[state.turn]
        if seat.bot:
            return self._after_pause(live, _BOT_PAUSE, lambda: self._floor.bots.decide(live))
        deadline = live.deadline(self._floor.settings.clock)
        if deadline is None:
            return None
        turn = state.turn
        return ScheduledStep(
            deadline, lambda: self._give(live, cmd.Timeout(turn), AUTOMATIC_DEALER)
        )

    def _betting(self, live: LiveTable) -> ScheduledStep | None:
        state = live.state
        if state.held or not bound(state):
            return None
        people = [seat for seat in state.seats.values() if not seat.bot]
        alone = not people and bool(self._floor.settings.pace)
        if alone or any(seat.stakes for seat in people):
            waiting = [n for n, seat in state.seats.items() if seat.bot and not seat.ready]
            if waiting:
                begun = any(seat.stakes for seat in state.seats.values())
                wait = _IDLE_PAUSE if alone and not begun else _BOT_PAUSE / 2
                return self._after_pause(live, wait, lambda: self._floor.bots.bet(live, waiting[0]))
        if live.dealer == "person":
            return None
        betting = [number for number, seat in state.seats.items() if seat.stakes]
        if not betting:
            return None
        if all(state.seats[number].ready for number in betting):
            return self._after_pause(live, _PAUSES[cmd.NoMoreBets], lambda: self._close_bets(live))
        deadline = live.deadline(self._floor.settings.clock)
        return None if deadline is None else ScheduledStep(deadline, lambda: self._close_bets(live))

    def _close_bets(self, live: LiveTable) -> None:
        """Close the bets; first give back those that are incomplete, one seat at a time."""
        state = live.state
        for number, seat in state.seats.items():
            if seat.stakes and incomplete(state, number) is not None:
                self._give(live, cmd.GiveBack(seat=number), AUTOMATIC_DEALER)
                return
        self._give(live, cmd.NoMoreBets(), AUTOMATIC_DEALER)


def _reported_by_dealer(state: State) -> bool:
    """Return whether the automatic dealer reported what waits for confirmation."""
    return state.asked is None or state.asked.by == AUTOMATIC_DEALER.id
