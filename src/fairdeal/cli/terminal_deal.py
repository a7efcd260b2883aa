"""A person deals at the terminal, guided through the procedure; the players are bots."""

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
    "Type ? for what else you can do, pays for the paytables, rules for how to play, q to leave."
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
                dealer.deal_on()
            except AskAgainError:
                continue
    except (LeaveTableError, EOFError, KeyboardInterrupt):
        out.print()
    print_purses(session, out)


class _TerminalDealer(TerminalSession):
    """The dealer at the terminal, who confirms each step of the procedure."""

    more = _MORE
    #: The chores, such as taking in a folded hand, that the dealer has finished.
    _finished_chores: tuple[ev.Event, ...] = ()

    def deal_on(self) -> None:
        """Show the next step, and take it once the dealer confirms.

        A chore after a player's decision is a step, and so is asking the next player.
        """
        state = self._session.state
        if not state.chores:
            self._finished_chores = ()
        if state.chores != self._finished_chores and (lines := pending_instructions(state)):
            self._say(lines)
            if self._is_confirmed():
                self._finished_chores = state.chores
            return
        command = next_command(state)
        if command is None and state.phase is Phase.OPEN:
            self._players_bet()
            return
        self._say(instructions(state)[len(pending_instructions(state)) :])
        if self._is_confirmed():
            # Without a command of the dealer's, a bot decides.
            self._try(cautious(state) if command is None else command)

    def _say(self, lines: list[Instruction]) -> None:
        for line in lines:
            print_indented(self._out, with_clause(line), "bold")

    def _is_confirmed(self) -> bool:
        if not self._ask("Enter does it:", _NOW):
            return True
        self._print_error(ValueError("Enter does it; ? helps, q leaves; anything else is JSON"))
        return False

    def _players_bet(self) -> None:
        state = self._session.state
        betting = [number for number, seat in state.seats.items() if not seat.stakes]
        for number in betting:
            self._try(cmd.PlaceBets(seat=number, cents=bets_of_bot(state, number)))
        if not betting:
            self._say_script()
            self._ask("Nobody bets. Enter to look again, or a command as JSON:", "Wait for bets.")
