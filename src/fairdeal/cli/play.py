"""A table on the terminal: a person plays against the automatic dealer, or it plays by itself."""

from collections import Counter

from rich.console import Console
from rich.markup import escape

from fairdeal.cards import Card, card_text, cards_text, is_joker, parse_cards, rank_of
from fairdeal.cli.show import console
from fairdeal.documents import BadInputError, parse_json
from fairdeal.rulebook.money import NotMoneyError, dollars, parse_amount
from fairdeal.rulebook.wager import OneOf
from fairdeal.session import Session
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.documents import read_command
from fairdeal.table.legal import Action, legal_actions
from fairdeal.table.script import script
from fairdeal.table.state import Phase, Refused, State
from fairdeal.table.telling import tell
from fairdeal.words import one_of

SEAT = 1
_HELP = (
    "Answer with the number or the first letter of a choice; q leaves. A command of the floor or "
    'the dealer is typed as JSON, such as {"do": "face-up"}: see --schema.'
)


def by_itself(session: Session, *, players: int = 2) -> None:
    """Play one round with cautious players and tell it in words."""
    out = console()
    game = session.state.rules.game
    out.print(f"[bold]{game.title}[/bold], one round told in words\n")
    _narrate(session, out, "public")
    for number, name in enumerate(("Ann", "Bob", "Cleo")[:players], start=1):
        session.do(cmd.Sit(seat=number, player=name))
    session.run_dealer()
    for number in range(1, players + 1):
        for action in _required(session, number):
            session.do(cmd.Bet(seat=number, wager=action.wager or "", cents=action.least or 0))
    while True:
        session.run_dealer(until_round_ends=True)
        if session.state.phase is Phase.OPEN:
            break
        session.do(cautious(session.state))
    for player, cents in sorted(session.state.purses.items()):
        out.print(f"{player}: {_signed(cents)}", style="bold")


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
            return cmd.Bet(seat=action.seat, wager=action.wager or "", cents=action.least or 0)
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


# A person at the terminal -------------------------------------------------------------------------


class _GoneError(Exception):
    """The player has had enough."""


def at_terminal(session: Session) -> None:
    """Sit a person down at seat 1 and play until the person leaves."""
    out = console()
    out.print(f"[bold]{session.state.rules.game.title}[/bold]. Play chips only.")
    out.print(_HELP + "\n", style="dim")
    _narrate(session, out, f"seat:{SEAT}")
    session.do(cmd.Sit(seat=SEAT, player="You"))
    try:
        while True:
            session.run_dealer()
            if session.state.phase is Phase.OPEN:
                _place_bets(session, out)
            else:
                _decide(session, out)
    except (_GoneError, EOFError, KeyboardInterrupt):
        out.print(f"\nYou leave with {_signed(session.state.purses['You'])}.", style="bold")


def _ask(session: Session, out: Console, prompt: str) -> str:
    """A line from the person; JSON commands are carried out on the way."""
    while True:
        answer = out.input(f"[cyan]{escape(prompt)}[/cyan] ").strip()
        if answer in ("q", "quit"):
            raise _GoneError
        if not answer.startswith("{"):
            return answer
        _carry_out(session, out, answer)


def _carry_out(session: Session, out: Console, text: str) -> None:
    try:
        session.do(read_command(session.state, parse_json(text)))
    except (Refused, BadInputError) as error:
        _complain(out, error)


def _complain(out: Console, error: Exception) -> None:
    clause = f" ({error.clause})" if isinstance(error, Refused) and error.clause else ""
    out.print(f"  {escape(str(error))}{clause}", style="red")


def _place_bets(session: Session, out: Console) -> None:
    """Ask for each wager on offer; nothing is an answer for the optional ones."""
    rules = session.state.rules
    least = rules.minimum_cents or 100
    base = _amount(session, out, f"Bet each, {dollars(least)} at least [{dollars(least)}]:", least)
    for action in _required(session, SEAT):
        _try(session, out, cmd.Bet(seat=SEAT, wager=action.wager or "", cents=base))
    for action in legal_actions(session.state, SEAT):
        wager = rules.game.wager[action.wager or ""]
        if wager.optional:
            amounts = f"{dollars(action.least or 0)} or more"
            if isinstance(wager.size, OneOf):
                least, most = action.least or 0, action.most or 0
                amounts = one_of([dollars(amount) for amount in sorted({least, most})])
            cents = _amount(session, out, f"{wager.title}, {amounts} [none]:", 0)
            if cents:
                _try(session, out, cmd.Bet(seat=SEAT, wager=wager.name, cents=cents))


def _amount(session: Session, out: Console, prompt: str, default: int) -> int:
    while True:
        answer = _ask(session, out, prompt).lstrip("$")
        if not answer:
            return default
        try:
            return parse_amount(parse_json(answer))
        except (NotMoneyError, BadInputError):
            out.print("  an amount of dollars, such as 5", style="red")


def _try(session: Session, out: Console, command: cmd.Command) -> None:
    try:
        session.do(command)
    except Refused as refusal:
        _complain(out, refusal)


def _decide(session: Session, out: Console) -> None:
    state = session.state
    actions = legal_actions(state, SEAT)
    if not actions:
        _ask(session, out, "The table waits (Enter to look again)")
        return
    board = [card_text(c) for area, n in state.revealed.items() for c in state.board[area][:n]]
    up = f", board {' '.join(board)}" if board else ""
    out.print(f"  [bold]your cards {cards_text(state.seats[SEAT].cards)}{up}[/bold]")
    out.print(f"  {escape(script(state)[0].say)}", style="dim")
    if actions[0].do == "draw":
        _draw(session, out, actions[0])
        return
    choices = [choice for action in actions for choice in _choices(action)]
    menu = "  ".join(f"{n}) {label}" for n, (label, _) in enumerate(choices, start=1))
    answer = _ask(session, out, f"{menu}:").lower()
    for number, (label, command) in enumerate(choices, start=1):
        if answer and (answer == str(number) or label.startswith(answer)):
            _try(session, out, command)
            return
    out.print("  choose by number or letter", style="red")


def _choices(action: Action) -> list[tuple[str, cmd.Command]]:
    match action.do:
        case "ride":
            return [("ride", cmd.Ride(seat=SEAT))]
        case "withdraw":
            return [("withdraw", cmd.Withdraw(seat=SEAT))]
        case "fold":
            return [("fold", cmd.Fold(seat=SEAT))]
        case _:
            least, most = action.least or 0, action.most or 0
            sizes = range(least, most + 1, least) if most > least else [least]
            return [
                (f"bet {dollars(cents)}", cmd.Bet(seat=SEAT, wager=action.wager or "", cents=cents))
                for cents in sizes
            ]


def _draw(session: Session, out: Console, action: Action) -> None:
    answer = _ask(session, out, f"Discard up to {action.up_to}, such as 2c 7d (Enter for none):")
    try:
        discard: tuple[Card, ...] = parse_cards(answer)
    except ValueError as error:
        _complain(out, error)
        return
    _try(session, out, cmd.Draw(seat=SEAT, discard=discard))


def _signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)
