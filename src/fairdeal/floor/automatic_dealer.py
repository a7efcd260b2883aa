"""What the house does by itself: the automatic dealer, the clock, and the bots.

It looks at a table and finds the next thing to do and when: nothing of it is kept, so that whoever
looks after a crash, or at another server, finds the same.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from fairdeal.errors import FairdealError, Refused
from fairdeal.floor.stop_reasons import PROGRAM_FAILED
from fairdeal.floor.tables.act_rules import bot_chips, bot_id
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.play.bots import bets_of_bot, cautious
from fairdeal.play.sources import CommittedSource
from fairdeal.table import commands as cmd
from fairdeal.table.actors import AUTOMATIC_DEALER, AUTOMATIC_FLOOR, FLOOR, PLAYER, Actor
from fairdeal.table.decide import decide
from fairdeal.table.decide.betting import incomplete
from fairdeal.table.entry import Entry
from fairdeal.table.evolve import advance_to
from fairdeal.table.next_step import DEAL_STEP, next_command
from fairdeal.table.state import DECISIONS, OPEN, State, bound

if TYPE_CHECKING:
    from fairdeal.floor.floor import Floor

#: How long a person takes for an act, in seconds; what is not here takes a moment.
SECONDS: Final[dict[type[cmd.Command], float]] = {
    cmd.Shuffle: 2.0,
    cmd.WashCards: 2.0,
    cmd.NoMoreBets: 1.0,
    cmd.Deal: 1.2,
    cmd.Reveal: 1.5,
    cmd.Show: 1.0,
    cmd.Settle: 1.8,
    # Everybody reads what the round came to.
    cmd.Clear: 3.0,
    cmd.Replace: 1.0,
    # At once, and no pause comes of it: who calls again and again holds up nobody.
    cmd.AnswerCall: 0.0,
}
MOMENT: Final = 0.5
BOT_SECONDS: Final = 1.2
#: Between two rounds of bots alone.
IDLE_SECONDS: Final = 4.0
BOT_NAMES: Final = ("Ada", "Blaise", "Carl", "Daniel", "Emmy", "Fermat", "Gerolamo")
#: No table needs more steps of the house in a row than this.
MOST_STEPS: Final = 1_000


class ScheduledStep(NamedTuple):
    """Something to do, and when."""

    when: float
    do: Callable[[], None]


class AutomaticDealer:
    """The automatic dealer and floorperson, the clock and the bots of a floor."""

    def __init__(self, floor: "Floor") -> None:
        self._floor = floor
        #: What a bot does when it is asked: the best play where somebody knows it.
        self.advise: Callable[[LiveTable], cmd.Command] = lambda live: cautious(live.state)
        #: Told of every table that opens or is read, so that there is time to learn its best play.
        self.expect: Callable[[LiveTable], None] = lambda _: None

    def due(self, live: LiveTable) -> ScheduledStep | None:
        """What comes next at a table without anybody else, and when; None where people must act."""
        if live.stopped is not None or live.closed:
            return None
        now = self._floor.now()
        # The machine's clock may have been set back: nobody waits for the time that it had been.
        live.last_act = min(live.last_act, now)
        if now < live.since:
            live.since = int(now)
            # Everybody is shown the deadline that comes of it.
            self._floor.touched.add(live.id)
        if live.linked and self._floor.meters.behind(live):
            return ScheduledStep(now, lambda: self._floor.meters.catch_up(live))
        return self._company(live) or self._dealing(live) or self._waiting(live)

    def run_due_steps(self, live: LiveTable) -> None:
        """At a floor without pauses: do all that is due at once."""
        if self._floor.settings.pace:
            return
        for _ in range(MOST_STEPS):
            if not self.run_next_step(live):
                return

    def run_next_step(self, live: LiveTable) -> bool:
        """Do what is due by now; False where nothing is."""
        done = False
        with self.stop_on_failure(live):
            due = self.due(live)
            if due is not None and due.when <= self._floor.now():
                due.do()
                done = True
        return done

    @contextmanager
    def stop_on_failure(self, live: LiveTable) -> Iterator[None]:
        """What the house does at a table by itself: whatever goes wrong stops this table, and the
        others go on. Whoever gave the command before it has done nothing wrong, and has an answer.

        Where the database failed, or something had changed already, the transaction is lost all the
        same, and this table is among those that stop: it would only fail again.
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

    def _at(self, live: LiveTable, seconds: float, do: Callable[[], None]) -> ScheduledStep:
        return ScheduledStep(live.last_act + seconds * self._floor.settings.pace, do)

    # The dealer -----------------------------------------------------------------------------------

    def _dealing(self, live: LiveTable) -> ScheduledStep | None:
        state = live.state
        if self._floor.time > state.clock:
            # A deck's hours may have ended while nothing happened.
            state = replace(state, clock=self._floor.time)
        command = next_command(state)
        if command is None:
            return None
        by = AUTOMATIC_FLOOR if command.given_by[0] is FLOOR else AUTOMATIC_DEALER
        if live.dealer == "person" and not isinstance(command, cmd.VerifyInspection):
            return None
        if isinstance(command, cmd.Confirm) and not _asked_by_the_house(state):
            return None  # what a person asks for, another person confirms
        if isinstance(command, cmd.NoMoreBets) and state.phase is OPEN:
            return None  # when it is time, which the clock and the players say
        source = live.session.source
        if isinstance(command, cmd.Cut) and isinstance(source, CommittedSource):
            command = cmd.Cut(depth=source.cut_depth(state))
        if command is DEAL_STEP and not self._floor.settings.pace:
            command = cmd.Deal(rest=True)
        chosen = command
        return self._at(
            live,
            SECONDS.get(type(chosen), MOMENT),
            lambda: self._do(live, chosen, by),
        )

    def pauses_after(self, entry: Entry) -> bool:
        """Whether the house takes its time after an entry. What a player may say as often as he or
        she likes does not count, nor what answers it: it would put off the next step for ever.
        """
        if isinstance(entry.command, cmd.AnswerCall):
            return False
        player = entry.by.role is PLAYER and not entry.by.automatic
        return not player or isinstance(entry.command, cmd.Ready)

    def _do(self, live: LiveTable, command: cmd.Command, by: Actor) -> None:
        self._floor.do(live, command, by)

    # Waiting for people ---------------------------------------------------------------------------

    def _waiting(self, live: LiveTable) -> ScheduledStep | None:
        state = live.state
        if state.phase is OPEN:
            return self._betting(live)
        if not isinstance(state.current, DECISIONS) or state.turn is None or state.replacing:
            return None
        if state.asked or state.differs:
            return None  # nobody decides before the floorperson has
        seat = state.seats[state.turn]
        if seat.bot:
            return self._at(live, BOT_SECONDS, lambda: self._decide(live))
        deadline = live.deadline(self._floor.settings.clock)
        if deadline is None:
            return None
        turn = state.turn
        return ScheduledStep(deadline, lambda: self._do(live, cmd.Timeout(turn), AUTOMATIC_DEALER))

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
                wait = IDLE_SECONDS if alone and not begun else BOT_SECONDS / 2
                return self._at(live, wait, lambda: self._bet(live, waiting[0]))
        if live.dealer == "person":
            return None
        betting = [number for number, seat in state.seats.items() if seat.stakes]
        if not betting:
            return None
        if all(state.seats[number].ready for number in betting):
            return self._at(live, SECONDS[cmd.NoMoreBets], lambda: self._close_bets(live))
        deadline = live.deadline(self._floor.settings.clock)
        return None if deadline is None else ScheduledStep(deadline, lambda: self._close_bets(live))

    def _close_bets(self, live: LiveTable) -> None:
        """Time: bets that cannot stand go back, and the others are closed."""
        state = live.state
        for number, seat in state.seats.items():
            if seat.stakes and incomplete(state, number) is not None:
                self._do(live, cmd.GiveBack(seat=number), AUTOMATIC_DEALER)
                return
        self._do(live, cmd.NoMoreBets(), AUTOMATIC_DEALER)

    # Bots -----------------------------------------------------------------------------------------

    def _company(self, live: LiveTable) -> ScheduledStep | None:
        """Bots sit down where there is room for one more person beside them."""
        state = live.state
        if not self._floor.settings.bots or state.phase is not OPEN or state.held:
            return None
        seated = [seat for seat in state.seats.values() if seat.bot]
        free = [n for n in range(1, state.rules.seats + 1) if n not in state.seats]
        if len(seated) >= live.bots or len(free) < 2:
            return None
        return self._at(live, MOMENT, lambda: self._seat_bot(live, free[-1]))

    def _seat_bot(self, live: LiveTable, number: int) -> None:
        present = {seat.player for seat in live.state.seats.values()}
        ids = [bot_id(live.id, n) for n in range(1, live.state.rules.seats + 1)]
        which = next(n for n, one in enumerate(ids) if one not in present)
        name = f"Bot {BOT_NAMES[which % len(BOT_NAMES)]}"
        floor, bot = self._floor, ids[which]
        if floor.people.find(bot) is None:
            floor.people.add(name, "bot", floor.time, person_id=bot)
        self._do(live, cmd.Sit(number), Actor(bot, PLAYER, name, automatic=True))

    def make_room(self, live: LiveTable, command: cmd.Sit, by: Actor) -> None:
        """A bot gives up its seat to a person who wants it, between rounds; it stays where the
        person would be refused all the same.
        """
        number, state = command.seat, live.state
        seat = state.seats.get(number)
        if seat is None or not seat.bot:
            return
        if state.phase is not OPEN:
            reason = f"seat {number} is a bot's, and is yours for the asking after this round"
            raise Refused(reason, state.rules.game.procedure.seated)
        leave, bot = cmd.Leave(number), Actor(seat.player, PLAYER, seat.name, automatic=True)
        decide(advance_to(state, state.clock, decide(state, leave, bot)), command, by)
        self._do(live, leave, bot)

    def _bet(self, live: LiveTable, number: int) -> None:
        """A bot bets the least of what must be bet, one side bet where it is offered, and stands
        by it.
        """
        state = live.state
        seat = state.seats[number]
        by = self._with_chips(live, number)
        if not seat.stakes:
            self._do(live, cmd.PlaceBets(seat=number, cents=bets_of_bot(state, number)), by)
        self._do(live, cmd.Ready(number), by)

    def _decide(self, live: LiveTable) -> None:
        by = self._with_chips(live, live.state.turn or 0)
        self._do(live, self.advise(live), by)

    def _with_chips(self, live: LiveTable, number: int) -> Actor:
        """A bot who can pay whatever a round of this table may cost: one that cannot go on would
        hold up everybody.
        """
        floor, seat = self._floor, live.state.seats[number]
        by = Actor(seat.player, PLAYER, seat.name, automatic=True)
        chips = bot_chips(seat.player, floor.chips(seat.player), live.state.rules)
        if chips is not None:
            floor.record_act({"act": "chips", "player": seat.player}, by, [chips])
        return by


def _asked_by_the_house(state: State) -> bool:
    """Whether it is the automatic dealer who reported what waits to be confirmed."""
    return state.asked is None or state.asked.by == AUTOMATIC_DEALER.id
