"""A person deals at the terminal, led by the script; cautious players do the rest."""

from fairdeal.cli.output import console
from fairdeal.cli.terminal_session import (
    AskAgainError,
    LeaveTableError,
    TerminalSession,
    print_indented,
    print_purses,
    with_clause,
)
from fairdeal.play.bots import bets_of_bot, cautious, take_seats
from fairdeal.play.session import Session
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import DEALER
from fairdeal.table.next_step import next_command
from fairdeal.table.state import Phase
from fairdeal.table.view import Viewer
from fairdeal.wording.dealer import Instruction, instructions, pending_instructions

_HELP = (
    "You are the dealer, and the floorperson. Each step is shown with its clause: Enter does it. "
    "? says what else you can do, pays what pays what, rules how it is played; q leaves."
)
_MORE = (
    'Whatever else happens is typed as JSON, such as {"do": "drawn-in-error"} or '
    '{"do": "wrong-number", "place": "seat:1", "cards": 4}: see docs/commands.md, or fairdeal '
    "table --schema."
)
_NOW = "Enter does the step that is shown."


def deal_at_terminal(session: Session, *, players: int = 2) -> None:
    """Lead a dealer through rounds, step by step, until the dealer leaves."""
    out = console()
    out.print(f"[bold]{session.state.rules.game.title}[/bold]. Play chips only.")
    out.print(_HELP + "\n", style="dim")
    dealer = _TerminalDealer(session, out, Viewer(DEALER))
    take_seats(session, players)
    try:
        while True:
            try:
                dealer.go_on()
            except AskAgainError:
                continue
    except (LeaveTableError, EOFError, KeyboardInterrupt):
        out.print()
    print_purses(session, out)


class _TerminalDealer(TerminalSession):
    """Whoever deals: the next step, done when the dealer says so."""

    more = _MORE
    #: The folds, returned wagers and the like that have been seen to.
    _seen_to: tuple[ev.Event, ...] = ()

    def go_on(self) -> None:
        """Show the next step and do it. What is at hand for what a player did is a step, and so is
        asking the next player.
        """
        state = self._session.state
        if not state.chores:
            self._seen_to = ()
        if state.chores != self._seen_to and (lines := pending_instructions(state)):
            self._say(lines)
            if self._does_it():
                self._seen_to = state.chores
            return
        command = next_command(state)
        if command is None and state.phase is Phase.OPEN:
            self._players_bet()
            return
        self._say(instructions(state)[len(pending_instructions(state)) :])
        if self._does_it():
            # Whoever is asked answers at once.
            self._try(cautious(state) if command is None else command)

    def _say(self, lines: list[Instruction]) -> None:
        for line in lines:
            print_indented(self._out, with_clause(line), "bold")

    def _does_it(self) -> bool:
        if not self._ask("Enter does it:", _NOW):
            return True
        self._complain(ValueError("Enter does it; ? helps, q leaves; anything else is JSON"))
        return False

    def _players_bet(self) -> None:
        state = self._session.state
        betting = [number for number, seat in state.seats.items() if not seat.stakes]
        for number in betting:
            self._try(cmd.PlaceBets(seat=number, cents=bets_of_bot(state, number)))
        if not betting:
            self._say_script()
            self._ask("Nobody bets. Enter to look again, or a command as JSON:", "Wait for bets.")
