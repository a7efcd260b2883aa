"""What happens at a table by itself, and when: the automatic dealer's steps, the clock, and bots.

The next step is always found from the table's state and nothing is stored of it. So a server that
was restarted, or another server of the same floor, finds the same step.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from fairdeal.errors import FairdealError, ShortTrayError
from fairdeal.floor.stop_reasons import PROGRAM_FAILED
from fairdeal.floor.tables.absent_players import PATIENCE_SECONDS, decision_ends, plays
from fairdeal.floor.tables.act_rules import HOUSE, PACES
from fairdeal.floor.tables.chip_requests import fill_automatically
from fairdeal.floor.tables.clock import has_stakes
from fairdeal.floor.tables.day_end import drop_time, may_drop
from fairdeal.floor.tables.inventory_counts import drop_by_itself
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.play.sources import CommittedSource
from fairdeal.table import commands as cmd
from fairdeal.table.actors import AUTOMATIC_DEALER, AUTOMATIC_FLOOR, FLOOR, PLAYER, Actor
from fairdeal.table.entry import Entry
from fairdeal.table.next_step import DEAL_STEP, next_command
from fairdeal.table.questions import incomplete
from fairdeal.table.real_cards import is_without_device
from fairdeal.table.state import DEALING, DECISIONS, OPEN, State, bound
from fairdeal.table.words import LEAST_SECONDS

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
_BOT_PAUSE: Final = 0.9
#: The pause between two rounds in which only bots play.
_IDLE_PAUSE: Final = 4.0
#: A bound on the steps in a row, which no table comes near.
_MOST_STEPS: Final = 1_000


class ScheduledStep(NamedTuple):
    """A step that is due at a time of the floor's clock."""

    when: float
    run: Callable[[], None]
    #: Whether it ends the time that players have.
    by_clock: bool = False


class AutomaticDealer:
    """Finds and takes the steps of tables that no person takes: those of the automatic dealer and
    floorperson, of the clock, and of the bots.
    """

    def __init__(self, floor: "Floor") -> None:
        self._floor = floor
        #: By table, the step that was found last and was not due.
        self._found: dict[str, _FoundStep] = {}

    def next_step(self, live: LiveTable) -> ScheduledStep | None:
        """Return the next step that a table takes by itself; None where it waits for a person."""
        if live.stopped is not None or live.closed:
            return None
        floor = self._floor
        now = floor.now()
        # If the machine's clock was set back, steps must not wait until the old time is reached.
        live.last_act = min(live.last_act, now)
        if now < live.since:
            live.since = int(now)
            # The deadline has changed: publish the table.
            floor.touched.add(live.id)
        if live.linked and floor.meters.behind(live):
            return ScheduledStep(now, lambda: floor.meters.catch_up(live))
        step = self._seating(live) if floor.settings.bots else None
        step = step or self._dealing(live, int(now)) or self._waiting(live)
        if live.pending.counted_at is not None:
            step = self._drop_first(live, step, now)
        return self._limits_first(live, step)

    def _drop_first(
        self, live: LiveTable, step: ScheduledStep | None, now: float
    ) -> ScheduledStep | None:
        """Return the step that drops a table at the end of the gaming day: it comes before all
        others once the day has ended.
        """
        due = drop_time(live, self._floor.calendar)
        if due is None or (step is not None and step.when < due and now < due):
            return step
        return ScheduledStep(due, lambda: self._drop(live)) if may_drop(live) else step

    def _drop(self, live: LiveTable) -> None:
        drop_by_itself(self._floor, live)
        self.run_due_steps(live)

    def _limits_first(self, live: LiveTable, step: ScheduledStep | None) -> ScheduledStep | None:
        """Return the step that brings posted limits into force if it comes before another step."""
        state = live.state
        notice = state.limits_notice
        if notice is None or state.phase is not OPEN:
            return step
        if step is not None and step.when < notice.in_force_at:
            return step
        return ScheduledStep(notice.in_force_at, lambda: self._enforce_limits(live))

    def _enforce_limits(self, live: LiveTable) -> None:
        self._floor.do(live, cmd.EnforceLimits(), HOUSE)

    def run_due_steps(self, live: LiveTable) -> None:
        """Take all steps that are due, on a floor without pauses; otherwise the writer's schedule
        takes them.
        """
        for _ in range(_MOST_STEPS):
            if self.pace_of(live) or not self.run_next_step(live, clock=False):
                return

    def step_after(self, live: LiveTable) -> ScheduledStep | None:
        """Return the next step of a table after a transaction. Without pauses it was found in the
        transaction already, unless the table has changed since.
        """
        found = self._found.pop(live.id, None)
        if found is None or self._floor.settings.pace or live.linked or not found.is_of(live):
            return self.next_step(live)
        return found.step

    def run_without_pauses(self, live: LiveTable) -> None:
        """Take all steps of the dealer at once, until a table waits for a player."""
        for _ in range(_MOST_STEPS):
            if live.stopped is not None or (step := self._dealing(live, self._floor.time)) is None:
                return
            with self.stop_on_failure(live):
                step.run()

    def pace_of(self, live: LiveTable, *, skips: bool = True) -> float:
        """Return the pauses at a table as a multiple of a person's; 0 is without pauses.

        With `skips` there are none where every person in the round skips to the result.
        """
        pace = self._floor.settings.pace
        if pace and live.owner is not None:
            pace *= PACES[live.pace]
        return 0.0 if skips and live.skipping and _all_skip(live) else pace

    def run_next_step(self, live: LiveTable, *, clock: bool = True) -> bool:
        """Take the next step if it is due, and return whether it was.

        Without `clock` nobody's time ends: a command of that player may still wait in the queue.
        """
        changes = self._floor.changes
        try:
            step = self.next_step(live)
            if step is None or (step.by_clock and not clock) or step.when > self._floor.now():
                self._found[live.id] = _FoundStep(step, live)
                return False
            step.run()
        except Exception as error:
            self._stop(live, error, changes)
            return False
        return True

    @contextmanager
    def stop_on_failure(self, live: LiveTable) -> Iterator[None]:
        """Stop a table, and only this one, if what the house does there by itself fails.

        The command before it, which shares the transaction, keeps its result. But if the database
        failed, or something was changed before the failure, the error is raised again: the whole
        transaction is lost, and this table is among those that stop.
        """
        changes = self._floor.changes
        try:
            yield
        except Exception as error:
            self._stop(live, error, changes)

    def _stop(self, live: LiveTable, error: Exception, changes: int) -> None:
        """Stop a table for an error; raise the error again where more than the table is lost.
        `changes` is what the floor had counted before.
        """
        floor = self._floor
        if isinstance(error, FairdealError):
            floor.stop(live, why := f"the house cannot go on: {error}")
            floor.on_stopped({live.id: why}, error)
            return
        floor.touched.add(live.id)
        if not isinstance(error, floor.database.errors):
            floor.stop(live, PROGRAM_FAILED)
        if not floor.is_isolated(error, changes):
            raise error
        floor.on_stopped({live.id: PROGRAM_FAILED}, error)

    def _after_pause(
        self, live: LiveTable, seconds: float, do: Callable[[], None], *, skips: bool = True
    ) -> ScheduledStep:
        return ScheduledStep(live.last_act + seconds * self.pace_of(live, skips=skips), do)

    def _seating(self, live: LiveTable) -> ScheduledStep | None:
        seat = self._floor.bots.free_seat(live)
        if seat is None:
            return None
        return self._after_pause(live, _SHORT_PAUSE, lambda: self._floor.bots.sit(live, seat))

    # The dealer -----------------------------------------------------------------------------------

    def _dealing(self, live: LiveTable, time: int) -> ScheduledStep | None:
        if live.dealer == "person":
            return None  # nor does the automatic floorperson stand in for a person
        state = live.state
        if time > state.clock:
            # The hours of a deck may have run out since the last entry.
            state = replace(state, clock=time)
        command = next_command(state)
        if command is None:
            return None
        by = AUTOMATIC_FLOOR if command.given_by[0] is FLOOR else AUTOMATIC_DEALER
        if isinstance(command, cmd.Confirm) and not _reported_by_dealer(state):
            return None  # a second person confirms what a person has reported
        if isinstance(command, cmd.NoMoreBets) and state.phase is OPEN:
            return None  # the clock and the players decide when: see `_betting`
        source = live.session.source
        if isinstance(command, cmd.Cut) and isinstance(source, CommittedSource):
            command = cmd.Cut(depth=source.cut_depth(state))
        if command is DEAL_STEP and not self.pace_of(live):
            command = cmd.Deal(rest=True)
        chosen = command
        return self._after_pause(
            live,
            _PAUSES.get(type(chosen), _SHORT_PAUSE),
            lambda: self.give(live, chosen, by),
            # Who has skipped to the result wants to read it.
            skips=not isinstance(chosen, cmd.Clear),
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

    def give(self, live: LiveTable, command: cmd.Command, by: Actor) -> None:
        """Give a command of the automatic pair; the tray is filled first where it is short."""
        try:
            self._floor.do(live, command, by)
        except ShortTrayError as short:
            # The step is still to be taken, and is found again.
            fill_automatically(self._floor, live, short.fill_cents)

    # Waiting for people ---------------------------------------------------------------------------

    def _waiting(self, live: LiveTable) -> ScheduledStep | None:
        state = live.state
        if state.phase is OPEN:
            return self._betting(live)
        if state.phase is DEALING:
            return self._words(live)
        if not isinstance(state.current, DECISIONS) or state.turn is None or state.replacing:
            return None
        if state.asked or state.differs:
            return None  # the floorperson rules first
        seat = state.seats[state.turn]
        if seat.bot:
            return self._after_pause(live, _BOT_PAUSE, lambda: self._floor.bots.decide(live))
        if is_without_device(seat.player):
            return None
        deadline: float | None = self._deadline(live)
        if deadline is None:
            deadline = decision_ends(self._floor, live, seat)
        turn = state.turn
        return ScheduledStep(
            deadline, lambda: self.give(live, cmd.Timeout(turn), AUTOMATIC_DEALER), by_clock=True
        )

    def _deadline(self, live: LiveTable) -> int | None:
        settings = self._floor.settings
        return live.deadline(settings.clock, settings.word_seconds)

    def _words(self, live: LiveTable) -> ScheduledStep | None:
        """Wait for the words that players have pledged, at a table that any dealer deals at."""
        deadline = self._deadline(live)
        if deadline is None:
            return None
        # Deadlines are whole seconds, counted from an entry's time, which is rounded down.
        whole = live.last_act + self._floor.settings.word_seconds
        # If the machine's clock was set back, the table's clock stands still. The seconds have
        # passed all the same.
        over = live.state.words_since + LEAST_SECONDS
        return ScheduledStep(
            max(deadline, whole),
            lambda: self._close_words(live, over),
            by_clock=True,
        )

    def _close_words(self, live: LiveTable, over: int) -> None:
        self._floor.do(live, cmd.CloseWords(), AUTOMATIC_DEALER, not_before=over)

    def _betting(self, live: LiveTable) -> ScheduledStep | None:
        state = live.state
        if state.held or not bound(state):
            return None
        people = [n for n, seat in state.seats.items() if not seat.bot]
        bet = any(state.seats[number].stakes for number in people)
        # Bots wait for whoever takes part, but not for a player who is gone or only watches.
        active = people
        if self._floor.settings.pace or live.bots:
            active = [number for number in people if plays(self._floor, live, number)]
        alone = not active and bool(self._floor.settings.pace)
        begun = has_stakes(state)
        if active and not begun and live.bots:
            return self._without_watchers(live) or self._last_seat(live)
        if alone or bet or (begun and self._floor.settings.pace):
            waiting = [n for n, seat in state.seats.items() if seat.bot and not seat.ready]
            if waiting:
                wait = _IDLE_PAUSE if alone and not begun else _BOT_PAUSE / 2
                return self._after_pause(live, wait, lambda: self._floor.bots.bet(live, waiting[0]))
        if not begun and (last := self._last_seat(live)):
            return last
        if live.dealer == "person":
            return None
        betting = [number for number, seat in state.seats.items() if seat.stakes]
        if not betting:
            return None
        if all(state.seats[number].ready for number in betting):
            return self._after_pause(live, _PAUSES[cmd.NoMoreBets], lambda: self._close_bets(live))
        deadline = self._deadline(live)
        if deadline is None:
            return None
        return ScheduledStep(deadline, lambda: self._close_bets(live), by_clock=True)

    def _without_watchers(self, live: LiveTable) -> ScheduledStep | None:
        """Have the bots begin a round when those who are there have not bet for a while."""
        settings, state = self._floor.settings, live.state
        bots = [n for n, seat in state.seats.items() if seat.bot and not seat.ready]
        if not settings.pace or live.owner is not None or not bots:
            return None
        begins = live.since + (settings.clock or PATIENCE_SECONDS)
        return ScheduledStep(begins, lambda: self._floor.bots.bet(live, bots[0]), by_clock=True)

    def _last_seat(self, live: LiveTable) -> ScheduledStep | None:
        """Have a bot take the last free seat when those who are there have not bet for a while."""
        settings, seat = self._floor.settings, self._floor.bots.last_seat(live)
        if not settings.pace or live.owner is not None or seat is None:
            return None
        begins = live.since + (settings.clock or PATIENCE_SECONDS)
        return ScheduledStep(begins, lambda: self._floor.bots.sit(live, seat), by_clock=True)

    def _close_bets(self, live: LiveTable) -> None:
        """Close the bets; first give back those that are incomplete, one seat at a time."""
        state = live.state
        for number, seat in state.seats.items():
            if seat.stakes and incomplete(state, number) is not None:
                self.give(live, cmd.GiveBack(seat=number), AUTOMATIC_DEALER)
                return
        self.give(live, cmd.NoMoreBets(), AUTOMATIC_DEALER)


class _FoundStep:
    """The step that was found for a table, with what it was found from."""

    __slots__ = ("_closed", "_dealer", "_pending", "_since", "_state", "_stopped", "step")

    def __init__(self, step: ScheduledStep | None, live: LiveTable) -> None:
        self.step = step
        self._state, self._pending, self._dealer = live.state, live.pending, live.dealer
        self._since, self._closed, self._stopped = live.since, live.closed, live.stopped

    def is_of(self, live: LiveTable) -> bool:
        """Return whether the table is as it was."""
        return (
            self._state is live.state
            and self._pending is live.pending
            and (self._dealer, self._since) == (live.dealer, live.since)
            and (self._closed, self._stopped) == (live.closed, live.stopped)
        )


def _all_skip(live: LiveTable) -> bool:
    """Return whether every person in a round has folded and asked to skip to the result."""
    seats = live.state.seats.values()
    people = [seat for seat in seats if seat.in_round and not seat.bot and not seat.left]
    return bool(people) and all(
        (seat.folded or seat.out) and seat.player in live.skipping for seat in people
    )


def _reported_by_dealer(state: State) -> bool:
    """Return whether the automatic dealer reported what waits for confirmation."""
    return state.asked is None or state.asked.by == AUTOMATIC_DEALER.id
