"""A table on the terminal: a person plays against the automatic dealer, or bots play a round."""

from collections.abc import Mapping

from rich.console import Console

from fairdeal.cards import cards_text
from fairdeal.cli.output import console, with_suit_signs
from fairdeal.cli.prompts import menu, read_amount, read_decision, read_held_cards
from fairdeal.cli.terminal_coach import TerminalCoach
from fairdeal.cli.terminal_session import (
    AskAgainError,
    LeaveTableError,
    TerminalSession,
    narrate,
    print_purses,
    signed_dollars,
)
from fairdeal.english import all_of, one_of, up_to_cards
from fairdeal.errors import NotACardError, UnclearError
from fairdeal.play.bots import bet_of, bets_of_bot, cautious, play_out, required_bets, take_seats
from fairdeal.play.session import Session
from fairdeal.rulebook.money import dollars
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import PLAYER, Actor
from fairdeal.table.legal import Action, legal_actions
from fairdeal.table.next_step import next_command
from fairdeal.table.state import Phase, State
from fairdeal.table.view import PUBLIC, Viewer
from fairdeal.wording.player import hand_so_far

PLAYER_SEAT = 1
PLAYER_ACTOR = Actor("you", PLAYER, "You")
_HELP = "Type ? for what you can do now, pays for the paytables, rules for how to play, q to leave."
_HINT = " At practice: hint tells what each choice is worth."
_MORE = (
    "What a dealer, a floorperson or another player may do is typed as JSON, such as "
    '{"do": "order-recut"}: see docs/commands.md, or fairdeal table --schema. To deal yourself: '
    "--view dealer."
)
_YES = ("y", "yes")


def play_sample_round(session: Session, *, players: int = 2) -> None:
    """Play one round with bots, and print it in words."""
    out = console()
    out.print(f"[bold]{session.state.rules.game.title}[/bold], one round told in words\n")
    narrate(session, out, PUBLIC)
    take_seats(session, players)
    session.run_dealer()
    _bots_bet(session)
    play_out(session)
    print_purses(session, out)


def _bots_bet(session: Session) -> None:
    """Place the bets of every bot that has not bet yet."""
    for number, seat in session.state.seats.items():
        if seat.player != PLAYER_ACTOR.id and not seat.stakes:
            bets = bets_of_bot(session.state, number)
            session.do(cmd.PlaceBets(seat=number, cents=bets))


# A person at the terminal -------------------------------------------------------------------------


def play_at_terminal(session: Session, *, practice: bool = False, bots: int = 0) -> None:
    """Seat a person at seat 1, and play until the person leaves."""
    out = console()
    what = ", practice" if practice else ""
    out.print(f"[bold]{session.state.rules.game.title}[/bold]{what}. Play chips only.")
    out.print(_HELP + (_HINT if practice else "") + "\n", style="dim")
    person = _TerminalPlayer(session, out, practice=practice)
    session.do(cmd.Sit(PLAYER_SEAT), PLAYER_ACTOR)
    take_seats(session, bots, first=PLAYER_SEAT + 1)
    gone = session.state.gone
    try:
        while person.is_seated:
            try:
                person.play_on()
            except AskAgainError:
                continue
    except (LeaveTableError, EOFError, KeyboardInterrupt):
        out.print()
        if person.is_seated:
            session.do(cmd.Leave(seat=PLAYER_SEAT), PLAYER_ACTOR)
    if seat := session.state.seats.get(
        PLAYER_SEAT
    ):  # it stays taken to the end of a round that is on
        if seat.live:
            lose = session.state.rules.readings["abandoned"] == "lose"
            fate = "stay behind, and lose" if lose else "play on, decided at the least cost"
            out.print(f"  The wagers of this round {fate}.")
        session.on_entry = None
        play_out(session)
    person.say_goodbye(session.state.gone - gone)


class _TerminalPlayer(TerminalSession):
    """The player at seat 1: asks the questions of the table and carries out the answers."""

    more = _MORE

    def __init__(self, session: Session, out: Console, *, practice: bool) -> None:
        self._coach = TerminalCoach(out, PLAYER_ACTOR.id) if practice else None
        super().__init__(session, out, Viewer(PLAYER, id=PLAYER_ACTOR.id))
        self._rounds = 0
        self._total = 0
        #: The optional wagers that the player has declined in this round.
        self._declined_wagers: set[str] = set()
        #: The bets of the last round, which the player can repeat.
        self._last_bets: Mapping[str, int] = {}

    @property
    def is_seated(self) -> bool:
        """Return whether the player has not left the table."""
        seat = self._session.state.seats.get(PLAYER_SEAT)
        return seat is not None and not seat.left

    def play_on(self) -> None:
        """Let the dealer work until the next question to the player, and ask it."""
        session = self._session
        if session.state.rounds > self._rounds:
            self._end_round()
        self._prepare_cards()
        if session.state.phase is Phase.OPEN:
            if self._ask_required() or self._ask_optional():
                return
            if next_command(session.state) is None:
                self._wait()
                return
            self._last_bets = dict(session.state.seats[PLAYER_SEAT].stakes) or self._last_bets
        self._deal()
        if session.state.phase is Phase.OPEN:
            return  # the round is over
        if actions := legal_actions(session.state, PLAYER_SEAT):
            self._decide(actions)
        elif self._bot_to_act():
            session.do(cautious(session.state))
        else:
            self._wait()

    def say_goodbye(self, net: int) -> None:
        """Print the coach's summary and the net of the session."""
        if self._coach:
            self._coach.tally()
        self._out.print(f"You leave. In all: {signed_dollars(net)}.", style="bold")

    def _on_event(self, state: State, event: ev.Event) -> None:
        if self._coach:
            self._coach.on_event(state, event)

    def _hint(self) -> None:
        if self._coach is None:
            self._out.print("  A hint is for practice: fairdeal table GAME --practice", style="dim")
        else:
            self._coach.hint(self._session.state, PLAYER_SEAT)

    def _may_leave(self) -> bool:
        """Ask for confirmation if the player would leave wagers behind."""
        seat = self._session.state.seats.get(PLAYER_SEAT)
        if seat is None or not seat.live or self._session.state.phase is Phase.OPEN:
            return True
        lose = self._session.state.rules.readings["abandoned"] == "lose"
        fate = "are lost" if lose else "play on at the least cost"
        total = dollars(sum(seat.stakes.values()))
        self._out.print(f"  The round is on: your wagers, {total}, {fate} if you leave now.")
        answer = self._out.input("[cyan]Leave all the same (y/n)?[/cyan] ").strip().lower()
        return answer in _YES

    def _end_round(self) -> None:
        """Print the net of the round and of the session."""
        state = self._session.state
        self._rounds = state.rounds
        self._declined_wagers.clear()
        total = state.purses[PLAYER_ACTOR.id]
        net, self._total = total - self._total, total
        self._out.print(
            f"  This round: {signed_dollars(net)}. In all: {signed_dollars(total)}\n", style="bold"
        )

    def _bot_to_act(self) -> bool:
        state = self._session.state
        seat = state.seats.get(state.turn or 0)
        return seat is not None and seat.bot and bool(legal_actions(state))

    def _prepare_cards(self) -> None:
        """Let the dealer prepare the cards, up to the closing of bets."""
        while self._session.state.phase is Phase.OPEN:
            command = next_command(self._session.state)
            if command is None or isinstance(command, cmd.NoMoreBets):
                return
            self._say_script()
            self._session.do(command)

    def _deal(self) -> None:
        """Let the dealer work until the next question, and print each step with its clause."""
        rounds = self._session.state.rounds
        while command := next_command(self._session.state):
            # The events of a settlement are printed in the player's words.
            if not isinstance(command, cmd.Settle):
                self._say_script()
            self._session.do(command)
            if self._session.state.rounds > rounds:
                return

    def _wait(self) -> None:
        """Wait for another seat, or for a command that the player types as JSON."""
        self._out.print("  The table waits.", style="dim")
        self._say_script()
        self._ask("Enter to look again, or a command as JSON:", "Wait for another seat.")

    # Wagers before the deal

    def _ask_required(self) -> bool:
        """Ask for the required wagers, unless all are placed with the same amount."""
        actions = required_bets(self._session, PLAYER_SEAT)
        state = self._session.state
        stakes = state.seats[PLAYER_SEAT].stakes
        amounts = {stakes.get(action.wager or "") for action in actions}
        if len(amounts) == 1 and None not in amounts:
            return False
        title, *others = [state.rules.game.wager[one.wager or ""].title for one in actions]
        same = f", and the same on {all_of(others)}" if others else ""
        first = actions[0]
        span = f"{dollars(first.least_cents or 0)} to {dollars(first.most_cents or 0)}"
        default = stakes.get(first.wager or "", first.least_cents or 0)
        now = f"Bet {span} on {title}{same}; Enter bets {dollars(default)}."
        repeat = ""
        if self._last_bets and not stakes:
            now += f" r bets as before: {self._last_bets_words()}."
            repeat = ", r: as before"
        prompt = f"{title}{same}: {span} [{dollars(default)}{repeat}]:"
        cents = self._amount(prompt, default, now, repeats=bool(repeat))
        if cents is None:
            return self._repeat()
        for action in actions:
            bet = bet_of(action, cents)
            if stakes.get(bet.wager) != cents and not self._try(bet):
                break
        return True

    def _last_bets_words(self) -> str:
        titles = self._session.state.rules.game.wager
        return all_of([f"{titles[name].title} {dollars(c)}" for name, c in self._last_bets.items()])

    def _repeat(self) -> bool:
        """Place the bets of the last round again: all of them, or none."""
        if self._try(cmd.PlaceBets(seat=PLAYER_SEAT, cents=dict(self._last_bets))):
            self._declined_wagers = {wager.name for wager in self._session.state.rules.wagers}
        return True

    def _ask_optional(self) -> bool:
        """Ask for the next optional wager that is neither placed nor declined.

        When none is left, the bots bet.
        """
        state = self._session.state
        for action in legal_actions(state, PLAYER_SEAT):
            if action.wager is None:
                continue
            wager = state.rules.game.wager[action.wager]
            lies = wager.name in state.seats[PLAYER_SEAT].stakes
            if lies or not wager.optional or wager.name in self._declined_wagers:
                continue
            amounts = f"{dollars(action.least_cents or 0)} to {dollars(action.most_cents or 0)}"
            if action.amounts_cents:
                amounts = one_of([dollars(amount) for amount in action.amounts_cents])
            now = (
                f"{wager.title} is extra: {amounts}, or Enter for none. "
                f"pays {wager.name} tells what it pays."
            )
            cents = self._amount(f"{wager.title}, {amounts} [none]:", 0, now)
            if cents:
                self._try(bet_of(action, cents))
            else:
                self._declined_wagers.add(wager.name)
            return True
        if any(seat.bot for seat in state.seats.values()):
            _bots_bet(self._session)
        return False

    def _amount(self, prompt: str, default: int, now: str, *, repeats: bool = False) -> int | None:
        """Return the typed amount, or None to repeat the bets of the last round."""
        while True:
            answer = self._ask(prompt, now)
            if repeats and answer.lower() in ("r", "repeat"):
                return None
            cents = read_amount(answer) if answer else default
            if cents is not None:
                return cents
            self._out.print("  an amount of dollars, or Enter", style="red")

    # Decisions in the round

    def _decide(self, actions: list[Action]) -> None:
        state = self._session.state
        own = state.seats[PLAYER_SEAT].cards
        shown_cards = {area: state.board[area][:n] for area, n in state.revealed.items()}
        up = [f"{area} {cards_text(cards)}" for area, cards in shown_cards.items()]
        board = f"; {', '.join(up)}" if up else ""
        made = hand_so_far(state.rules, own, shown_cards)
        words = f"your cards {cards_text(own)}{board}" + (f" ({made})" if made else "")
        self._out.print(with_suit_signs(self._out, f"  {words}", "bold"))
        self._say_script()
        try:
            if actions[0].do == "draw":
                self._draw(actions[0])
            else:
                self._choose(actions)
        except (UnclearError, NotACardError) as error:
            self._print_error(error)
        if self._coach:
            self._coach.judge()

    def _choose(self, actions: list[Action]) -> None:
        choices = menu(actions)
        listed = "  ".join(f"{n}) {choice.label}" for n, choice in enumerate(choices, start=1))
        several = sum(isinstance(choice.command, cmd.Bet) for choice in choices) > 1
        between = ", or an amount between" if several else ""
        now = (
            f"Answer with the number or the first letter of {one_of([c.label for c in choices])}"
            f"{between}; with a $ it is always the amount."
        )
        decision = read_decision(self._ask(f"{listed}{between}:", now).lower(), actions)
        if isinstance(decision, Action):
            least, most = dollars(decision.least_cents or 0), dollars(decision.most_cents or 0)
            span = f"{least} to {most}"
            prompt = f"How much, {span} (Enter: back):"
            cents = self._amount(prompt, 0, f"Bet {span}, or Enter to choose again.")
            if not cents:
                return
            decision = bet_of(decision, cents)
        self._try(decision)

    def _draw(self, action: Action) -> None:
        most = up_to_cards(action.up_to or 0)
        prompt = f"Discard {most}, by face or place, such as 2c or 3 (Enter: none):"
        now = f"Name {most} to throw away: 2c, 10s, or 3 for the third card. Enter keeps all."
        answer = self._ask(prompt, now)
        discard = read_held_cards(answer, self._session.state.seats[PLAYER_SEAT].cards)
        self._try(cmd.Draw(seat=PLAYER_SEAT, discard=discard))
