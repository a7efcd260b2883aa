"""A person deals at the terminal, led by the script; cautious players do the rest."""

from fairdeal.cli.show import console
from fairdeal.cli.terminal import AgainError, AtTerminal, GoneError, tell_purses
from fairdeal.play.bots import bet_of, cautious, required_bets, take_seats
from fairdeal.play.session import Session
from fairdeal.table.actors import DEALER
from fairdeal.table.next_step import next_command
from fairdeal.table.state import Phase
from fairdeal.table.view import Viewer

_HELP = (
    "You are the dealer, and the floorperson. Each step is shown with its clause: Enter does it. "
    'Whatever else happens is typed as JSON, such as {"do": "drawn-in-error"} or '
    '{"do": "wrong-number", "place": "seat:1", "cards": 4}: see docs/commands.md, or fairdeal '
    "table --schema. ? shows what pays what, q leaves."
)


def as_dealer(session: Session, *, players: int = 2) -> None:
    """Lead a dealer through rounds, step by step, until the dealer leaves."""
    out = console()
    out.print(f"[bold]{session.state.rules.game.title}[/bold]. Play chips only.")
    out.print(_HELP + "\n", style="dim")
    dealer = _Dealer(session, out, Viewer(DEALER))
    take_seats(session, players)
    try:
        while True:
            try:
                dealer.go_on()
            except AgainError:
                continue
    except (GoneError, EOFError, KeyboardInterrupt):
        out.print()
    tell_purses(session, out)


class _Dealer(AtTerminal):
    """Whoever deals: the next step, done when the dealer says so."""

    help = _HELP

    def go_on(self) -> None:
        """Show the next step and do it; where a player must act, the player does."""
        session = self._session
        command = next_command(session.state)
        if command is None:
            self._players_act()
            return
        self._say_script(style="bold")
        if self._ask("Enter does it:"):
            self._complain(ValueError("Enter does it; ? helps, q leaves; anything else is JSON"))
            return
        self._try(command)

    def _players_act(self) -> None:
        session, state = self._session, self._session.state
        if state.phase is not Phase.OPEN:
            session.do(cautious(state))
            return
        bets = [
            bet_of(action, action.least or 0)
            for number in state.seats
            for action in required_bets(session, number)
            if state.seats[number].stakes.get(action.wager or "") != action.least
        ]
        for bet in bets:
            self._try(bet)
        if not bets:
            self._say_script()
            self._ask("Nobody bets. Enter to look again, or a command as JSON:")
