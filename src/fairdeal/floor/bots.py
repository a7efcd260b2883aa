"""The bots of a floor: they fill seats, bet the least and decide by the best known play.

What a bot does next is found from the table's state alone, as for the automatic dealer.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from fairdeal.errors import Refused
from fairdeal.floor.tables.act_rules import bot_chips, bot_id
from fairdeal.floor.tables.clock import has_stakes
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.play.bots import bets_of_bot, cautious
from fairdeal.table import commands as cmd
from fairdeal.table.actors import PLAYER, Actor
from fairdeal.table.decide import decide
from fairdeal.table.evolve import advance_to
from fairdeal.table.state import OPEN, State, bound

if TYPE_CHECKING:
    from fairdeal.floor.floor import Floor

BOT_NAMES: Final = ("Ada", "Blaise", "Carl", "Daniel", "Emmy", "Fermat", "Gerolamo")


class Bots:
    """Seats and plays the bots at the tables of a floor."""

    def __init__(self, floor: "Floor") -> None:
        self._floor = floor
        #: Chooses a bot's decision. The server replaces it by one that knows the best play.
        self.choose: Callable[[LiveTable], cmd.Command] = lambda live: cautious(live.state)
        #: Called with each table that opens or is loaded, so that the best play is ready in time.
        self.prepare: Callable[[LiveTable], None] = lambda _: None

    def free_seat(self, live: LiveTable) -> int | None:
        """Return the seat that a bot takes next; None where the table has its bots, is in a round,
        or would have no free seat left for a person.
        """
        state = live.state
        if not self._floor.settings.bots or state.phase is not OPEN or state.held:
            return None
        seated = [seat for seat in state.seats.values() if seat.bot]
        free = _free_seats(state)
        return None if len(seated) >= live.bots or len(free) < 2 else free[-1]

    def last_seat(self, live: LiveTable) -> int | None:
        """Return the only free seat of a table at which nobody bets and no bot sits. A bot takes it
        when people have let the bets lie open for a while, so that the table goes on.
        """
        state = live.state
        if not self._floor.settings.bots or not live.bots or state.held or not bound(state):
            return None
        if has_stakes(state) or any(seat.bot for seat in state.seats.values()):
            return None
        free = _free_seats(state)
        return free[0] if len(free) == 1 else None

    def sit(self, live: LiveTable, number: int) -> None:
        """Have a bot take a seat."""
        present = {seat.player for seat in live.state.seats.values()}
        ids = [bot_id(live.id, n) for n in range(1, live.state.rules.seats + 1)]
        which = next(n for n, one in enumerate(ids) if one not in present)
        name = f"Bot {BOT_NAMES[which % len(BOT_NAMES)]}"
        floor, bot = self._floor, ids[which]
        if floor.people.find(bot) is None:
            floor.people.add(name, "bot", floor.time, person_id=bot)
        floor.do(live, cmd.Sit(number), Actor(bot, PLAYER, name, automatic=True))

    def make_room(self, live: LiveTable, command: cmd.Sit, by: Actor) -> None:
        """Have a bot leave the seat that a person wants, between rounds.

        The bot stays if the person would be refused the free seat as well.
        """
        number, state = command.seat, live.state
        seat = state.seats.get(number)
        if seat is None or not seat.bot:
            return
        if state.phase is not OPEN:
            reason = f"seat {number} belongs to a bot: ask for it after this round"
            raise Refused(reason, state.rules.game.procedure.seated)
        leave, bot = cmd.Leave(number), Actor(seat.player, PLAYER, seat.name, automatic=True)
        decide(advance_to(state, state.clock, decide(state, leave, bot)), command, by)
        self._floor.do(live, leave, bot)

    def bet(self, live: LiveTable, number: int) -> None:
        """Place a bot's bets, the least of each that is required and one side bet, and be ready."""
        state = live.state
        seat = state.seats[number]
        by = self._with_chips(live, number)
        if not seat.stakes:
            bets = cmd.PlaceBets(seat=number, cents=bets_of_bot(state, number))
            self._floor.do(live, bets, by)
        self._floor.do(live, cmd.Ready(number), by)

    def decide(self, live: LiveTable) -> None:
        """Give the decision of the bot whose turn it is."""
        by = self._with_chips(live, live.state.turn or 0)
        self._floor.do(live, self.choose(live), by)

    def _with_chips(self, live: LiveTable, number: int) -> Actor:
        """Return the bot at a seat, after it was given chips for whatever a round may cost: a bot
        that cannot pay would hold up the table.
        """
        floor, seat = self._floor, live.state.seats[number]
        by = Actor(seat.player, PLAYER, seat.name, automatic=True)
        chips = bot_chips(seat.player, floor.chips(seat.player), live.state.rules)
        if chips is not None:
            floor.record_act({"act": "chips", "player": seat.player}, by, [chips])
        return by


def _free_seats(state: State) -> list[int]:
    return [number for number in range(1, state.rules.seats + 1) if number not in state.seats]
