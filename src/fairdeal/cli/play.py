"""A table on the terminal: a person plays against the automatic dealer, or it plays by itself."""

from rich.console import Console

from fairdeal.cards import cards_text
from fairdeal.cli.answers import choose, menu, read_amount, read_cards
from fairdeal.cli.show import console
from fairdeal.cli.terminal import (
    AgainError,
    AtTerminal,
    GoneError,
    narrate,
    signed,
    tell_purses,
)
from fairdeal.english import all_of, one_of, up_to_cards
from fairdeal.errors import NotACardError, UnclearError
from fairdeal.play.bots import bet_of, play_out, required_bets, take_seats
from fairdeal.play.session import Session
from fairdeal.rulebook.money import dollars
from fairdeal.table import commands as cmd
from fairdeal.table.actors import PLAYER, Actor
from fairdeal.table.legal import Action, legal_actions
from fairdeal.table.next_step import next_command
from fairdeal.table.state import Phase
from fairdeal.table.view import PUBLIC, Viewer

SEAT = 1
YOU = Actor("you", PLAYER, "You")
_HELP = (
    "Answer with the number, the first letter or the amount of a choice; with a $ it is always the "
    "amount. ? shows what pays what, q leaves. What a dealer, a floorperson or another player may "
    'do is typed as JSON, such as {"do": "order-recut"}: see docs/commands.md, or fairdeal table '
    "--schema. To deal yourself: --view dealer."
)


def by_itself(session: Session, *, players: int = 2) -> None:
    """Play one round with cautious players and tell it in words."""
    out = console()
    out.print(f"[bold]{session.state.rules.game.title}[/bold], one round told in words\n")
    narrate(session, out, PUBLIC)
    take_seats(session, players)
    session.run_dealer()
    for number in session.state.seats:
        for action in required_bets(session, number):
            session.do(bet_of(action, action.least or 0))
    play_out(session)
    tell_purses(session, out)


# A person at the terminal -------------------------------------------------------------------------


def at_terminal(session: Session) -> None:
    """Sit a person down at seat 1 and play until the person leaves."""
    out = console()
    out.print(f"[bold]{session.state.rules.game.title}[/bold]. Play chips only.")
    out.print(_HELP + "\n", style="dim")
    person = _Person(session, out)
    session.do(cmd.Sit(SEAT), YOU)
    gone = session.state.gone
    try:
        while person.sits:
            try:
                person.go_on()
            except AgainError:
                continue
    except (GoneError, EOFError, KeyboardInterrupt):
        out.print()
        if person.sits:
            session.do(cmd.Leave(seat=SEAT), YOU)
    if seat := session.state.seats.get(SEAT):  # it stays taken to the end of a round that is on
        if seat.live:
            lose = session.state.rules.readings["abandoned"] == "lose"
            fate = "stay behind, and lose" if lose else "play on, decided at the least cost"
            out.print(f"  The wagers of this round {fate}.")
        session.on_entry = None
        play_out(session)
    out.print(f"You leave. In all: {signed(session.state.gone - gone)}.", style="bold")


class _Person(AtTerminal):
    """Whoever sits at seat 1: what the table asks next, and what becomes of the answer."""

    help = _HELP

    def __init__(self, session: Session, out: Console) -> None:
        super().__init__(session, out, Viewer(PLAYER, id=YOU.id))
        self._rounds = 0
        #: The optional wagers of this round that were asked for and not wanted.
        self._passed: set[str] = set()

    @property
    def sits(self) -> bool:
        """Whether the person has not left, in a round or between two."""
        seat = self._session.state.seats.get(SEAT)
        return seat is not None and not seat.left

    def go_on(self) -> None:
        """Let the dealer work up to the next question, and ask that one."""
        session = self._session
        if session.state.rounds > self._rounds:
            self._rounds = session.state.rounds
            self._passed.clear()
            total = signed(session.state.purses[YOU.id])
            self._out.print(f"  In all: {total}\n", style="bold")
        self._make_ready()
        if session.state.phase is Phase.OPEN:
            if self._ask_required() or self._ask_optional():
                return
            if next_command(session.state) is None:
                self._wait()
                return
        self._deal()
        if session.state.phase is Phase.OPEN:
            return  # the round is over
        if actions := legal_actions(session.state, SEAT):
            self._decide(actions)
        else:
            self._wait()

    def _make_ready(self) -> None:
        """The dealer prepares the cards, but closes no bets before the person was asked for all."""
        while self._session.state.phase is Phase.OPEN:
            command = next_command(self._session.state)
            if command is None or isinstance(command, cmd.NoMoreBets):
                return
            self._say_script()
            self._session.do(command)

    def _deal(self) -> None:
        """The automatic dealer goes on to the next question, and says what is done and why."""
        rounds = self._session.state.rounds
        while command := next_command(self._session.state):
            # What is paid is told from the player's side when it is done.
            if not isinstance(command, cmd.Settle):
                self._say_script()
            self._session.do(command)
            if self._session.state.rounds > rounds:
                return

    def _wait(self) -> None:
        """The table waits for somebody else, or for what no question here can put right."""
        self._out.print("  The table waits.", style="dim")
        self._say_script()
        self._ask("Enter to look again, or a command as JSON:")

    # Wagers before the deal

    def _ask_required(self) -> bool:
        """Ask for the wagers that everybody makes, unless they lie there, all of one size."""
        actions = required_bets(self._session, SEAT)
        state = self._session.state
        stakes = state.seats[SEAT].stakes
        lying = {stakes.get(action.wager or "") for action in actions}
        if len(lying) == 1 and None not in lying:
            return False
        title, *others = [state.rules.game.wager[one.wager or ""].title for one in actions]
        same = f", and the same on {all_of(others)}" if others else ""
        first = actions[0]
        span = f"{dollars(first.least or 0)} to {dollars(first.most or 0)}"
        default = stakes.get(first.wager or "", first.least or 0)
        cents = self._amount(f"{title}{same}: {span} [{dollars(default)}]:", default)
        for action in actions:
            bet = bet_of(action, cents)
            if stakes.get(bet.wager) != cents and not self._try(bet):
                break
        return True

    def _ask_optional(self) -> bool:
        """Ask for the next optional wager that neither lies there nor was passed over."""
        state = self._session.state
        for action in legal_actions(state, SEAT):
            if action.wager is None:
                continue
            wager = state.rules.game.wager[action.wager]
            lies = wager.name in state.seats[SEAT].stakes
            if lies or not wager.optional or wager.name in self._passed:
                continue
            amounts = f"{dollars(action.least or 0)} to {dollars(action.most or 0)}"
            if action.amounts:
                amounts = one_of([dollars(amount) for amount in action.amounts])
            cents = self._amount(f"{wager.title}, {amounts} [none]:", 0)
            if cents:
                self._try(bet_of(action, cents))
            else:
                self._passed.add(wager.name)
            return True
        return False

    def _amount(self, prompt: str, default: int) -> int:
        while True:
            answer = self._ask(prompt)
            cents = read_amount(answer) if answer else default
            if cents is not None:
                return cents
            self._out.print("  an amount of dollars, or Enter", style="red")

    # Decisions in the round

    def _decide(self, actions: list[Action]) -> None:
        state = self._session.state
        up = [f"{area} {cards_text(state.board[area][:n])}" for area, n in state.revealed.items()]
        board = f"; {', '.join(up)}" if up else ""
        self._out.print(f"  [bold]your cards {cards_text(state.seats[SEAT].cards)}{board}[/bold]")
        self._say_script()
        try:
            if actions[0].do == "draw":
                self._draw(actions[0])
            else:
                self._choose(actions)
        except (UnclearError, NotACardError) as error:
            self._complain(error)

    def _choose(self, actions: list[Action]) -> None:
        choices = menu(actions)
        listed = "  ".join(f"{n}) {choice.label}" for n, choice in enumerate(choices, start=1))
        several = sum(isinstance(choice.command, cmd.Bet) for choice in choices) > 1
        between = ", or an amount between" if several else ""
        meant = choose(self._ask(f"{listed}{between}:").lower(), actions)
        if isinstance(meant, Action):
            least, most = dollars(meant.least or 0), dollars(meant.most or 0)
            cents = self._amount(f"How much, {least} to {most} (Enter: back):", 0)
            if not cents:
                return
            meant = bet_of(meant, cents)
        self._try(meant)

    def _draw(self, action: Action) -> None:
        most = up_to_cards(action.up_to or 0)
        answer = self._ask(f"Discard {most}, by face or place, such as 2c or 3 (Enter: none):")
        discard = read_cards(answer, self._session.state.seats[SEAT].cards)
        self._try(cmd.Draw(seat=SEAT, discard=discard))
