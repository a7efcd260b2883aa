"""A table on the terminal: a person plays against the automatic dealer, or it plays by itself."""

from collections import Counter
from dataclasses import replace

from rich.console import Console
from rich.markup import escape

from fairdeal.cards import NotACardError, cards_text, is_joker, rank_of
from fairdeal.cli.answers import UnclearError, bet_of, choose, menu, read_amount, read_cards
from fairdeal.cli.games import show_paytables
from fairdeal.cli.show import console
from fairdeal.documents import BadInputError, parse_json
from fairdeal.rulebook.money import UNITS_PER_CENT, dollars
from fairdeal.rulebook.rules import Terms
from fairdeal.rulebook.wager import OneOf
from fairdeal.session import Session
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.documents import read_command
from fairdeal.table.legal import Action, legal_actions
from fairdeal.table.script import next_command, script
from fairdeal.table.state import Phase, Refused, State
from fairdeal.table.telling import tell
from fairdeal.words import all_of, one_of, up_to_cards

SEAT = 1
_HELP = (
    "Answer with the number, the first letter or the amount of a choice; with a $ it is always the "
    "amount. ? shows what pays what, q leaves. What a dealer, a floorperson or another player may "
    'do is typed as JSON, such as {"do": "order-recut"}: see fairdeal table --schema.'
)


def by_itself(session: Session, *, players: int = 2) -> None:
    """Play one round with cautious players and tell it in words."""
    out = console()
    rules = session.state.rules
    players = min(players, rules.seats)
    out.print(f"[bold]{rules.game.title}[/bold], one round told in words\n")
    _narrate(session, out, "public")
    for number, name in enumerate(("Ann", "Bob", "Cleo")[:players], start=1):
        session.do(cmd.Sit(seat=number, player=name))
    session.run_dealer()
    for number in range(1, players + 1):
        for action in _required(session, number):
            session.do(bet_of(action, action.least or 0))
    _play_out(session)
    for player, cents in sorted(session.state.purses.items()):
        out.print(f"{player}: {_signed(cents)}", style="bold")


def _play_out(session: Session) -> None:
    """Bring the round to its end, with cautious players."""
    while True:
        session.run_dealer(until_round_ends=True)
        if session.state.phase is Phase.OPEN:
            return
        session.do(cautious(session.state))


def cautious(state: State) -> cmd.Command:
    """What a cautious player does now: rides a made pair, bets the least, keeps what pairs."""
    action = legal_actions(state)[-1]
    cards = state.seats[action.seat].cards
    pairs = Counter(rank_of(card) for card in cards)
    match action.do:
        case "withdraw":
            tens = any(count > 1 and rank >= 8 for rank, count in pairs.items())
            return cmd.Ride(seat=action.seat) if tens else cmd.Withdraw(seat=action.seat)
        case "bet":
            return bet_of(action, action.least or 0)
        case _:
            single = [c for c in cards if pairs[rank_of(c)] == 1 and not is_joker(c)]
            return cmd.Draw(seat=action.seat, discard=tuple(sorted(single)[: action.up_to]))


def _required(session: Session, number: int) -> list[Action]:
    game = session.state.rules.game
    return [
        action
        for action in legal_actions(session.state, number)
        if action.wager and not game.wager[action.wager].optional
    ]


def _narrate(session: Session, out: Console, viewer: str) -> None:
    def say(state: State, event: ev.Event) -> None:
        if words := tell(state, event, viewer):
            style = "bold" if isinstance(event, ev.WagerPaid | ev.RoundVoided) else None
            out.print(f"  {escape(words)}", style=style)

    session.on_event = say


def _signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


# A person at the terminal -------------------------------------------------------------------------


class _GoneError(Exception):
    """The player has had enough."""


class _AgainError(Exception):
    """A command was typed and obeyed: what is asked now depends on the table as it is now."""


def at_terminal(session: Session) -> None:
    """Sit a person down at seat 1 and play until the person leaves."""
    out = console()
    out.print(f"[bold]{session.state.rules.game.title}[/bold]. Play chips only.")
    out.print(_HELP + "\n", style="dim")
    _narrate(session, out, f"seat:{SEAT}")
    session.do(cmd.Sit(seat=SEAT, player="You"))
    person = _Person(session, out)
    try:
        while person.sits:
            try:
                person.go_on()
            except _AgainError:
                continue
    except (_GoneError, EOFError, KeyboardInterrupt):
        out.print()
        if person.sits:
            session.do(cmd.Leave(seat=SEAT))
    if seat := session.state.seats.get(SEAT):  # it stays taken to the end of a round that is on
        if seat.live:
            lose = session.state.rules.readings["abandoned"] == "lose"
            fate = "stay behind, and lose" if lose else "play on, decided at the least cost"
            out.print(f"  The wagers of this round {fate}.")
        session.on_event = None
        _play_out(session)
    out.print(f"You leave. In all: {_signed(session.state.purses['You'])}.", style="bold")


class _Person:
    """Whoever sits at seat 1: what the table asks next, and what becomes of the answer."""

    def __init__(self, session: Session, out: Console) -> None:
        self._session = session
        self._out = out
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
            total = _signed(session.state.purses["You"])
            self._out.print(f"  In all: {total}\n", style="bold")
        self._make_ready()
        if session.state.phase is Phase.OPEN:
            if self._ask_required() or self._ask_optional():
                return
            if next_command(session.state) is None:
                self._wait()
                return
        session.run_dealer(until_round_ends=True)
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
            self._session.do(command)

    def _wait(self) -> None:
        """The table waits for somebody else, or for what no question here can put right."""
        for line in script(self._session.state):
            clause = f" ({line.clause})" if line.clause else ""
            self._out.print(f"  The table waits. {escape(line.say)}{clause}", style="dim")
        self._ask("Enter to look again, or a command as JSON:")

    def _ask(self, prompt: str) -> str:
        """A line from the person. A JSON command is carried out: then there is no answer."""
        while True:
            try:
                answer = self._out.input(f"[cyan]{escape(prompt)}[/cyan] ").strip()
            except UnicodeDecodeError:
                answer = "\N{REPLACEMENT CHARACTER}"  # no answer to any question
            if answer.lower() in ("q", "quit", "exit"):
                raise _GoneError
            if answer.lower() in ("?", "h", "help"):
                self._explain()
            elif not answer.startswith("{"):
                return answer
            elif self._obeyed(answer):
                raise _AgainError

    def _obeyed(self, answer: str) -> bool:
        try:
            command = read_command(self._session.state, parse_json(answer))
        except BadInputError as error:
            self._complain(error)
            return False
        return self._try(command)

    def _try(self, command: cmd.Command) -> bool:
        """Whether the table obeyed."""
        try:
            self._session.do(command)
        except Refused as refusal:
            self._complain(refusal)
            return False
        return True

    def _complain(self, error: Exception) -> None:
        clause = f" ({error.clause})" if isinstance(error, Refused) and error.clause else ""
        self._out.print(f"  {escape(str(error))}{clause}", style="red")

    def _explain(self) -> None:
        """The help, and what pays what at this table."""
        state = self._session.state
        self._out.print(_HELP, style="dim")
        paid_by: dict[str, list[Terms]] = {}
        for terms in state.rules.terms.values():
            paid_by.setdefault(terms.wager.pays.name, []).append(terms)
        for alike in paid_by.values():
            titles = all_of([terms.wager.title for terms in alike])
            group = replace(alike[0].wager.pays, name=titles, tables=(alike[0].table,))
            show_paytables(self._out, group)
        for name, units in state.meters.units.items():
            shown = dollars(units // UNITS_PER_CENT)
            self._out.print(f"the {name} shows {shown}", style="dim")

    # Wagers before the deal

    def _ask_required(self) -> bool:
        """Ask for the wagers that everybody makes, unless they lie there, all of one size."""
        actions = _required(self._session, SEAT)
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
            wager = state.rules.game.wager[action.wager or ""]
            lies = wager.name in state.seats[SEAT].stakes
            if lies or not wager.optional or wager.name in self._passed:
                continue
            amounts = f"{dollars(action.least or 0)} or more"
            if isinstance(wager.size, OneOf):
                offered = sorted({action.least or 0, action.most or 0})
                amounts = one_of([dollars(amount) for amount in offered])
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
        self._out.print(f"  {escape(script(state)[0].say)}", style="dim")
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
