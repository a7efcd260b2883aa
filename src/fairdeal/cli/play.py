"""A table on the terminal: a person plays against the automatic dealer, or it plays by itself."""

from collections import Counter
from dataclasses import replace

from rich.console import Console
from rich.markup import escape

from fairdeal.cards import Card, cards_text, is_joker, parse_cards, rank_of
from fairdeal.cli.games import show_paytables
from fairdeal.cli.show import console
from fairdeal.documents import BadInputError, parse_json
from fairdeal.rulebook.money import UNITS_PER_CENT, NotMoneyError, dollars, parse_amount
from fairdeal.rulebook.wager import OneOf, Wager
from fairdeal.session import Session
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.documents import read_command
from fairdeal.table.legal import Action, legal_actions
from fairdeal.table.script import script
from fairdeal.table.state import Phase, Refused, State
from fairdeal.table.telling import tell
from fairdeal.words import all_of, one_of

SEAT = 1
_HELP = (
    "Answer with the number, the first letter or the amount of a choice; ? shows what pays what, q "
    'leaves. What a dealer or floorperson may do is typed as JSON, such as {"do": "order-recut"}: '
    "see fairdeal table --schema."
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


class _AgainError(Exception):
    """Something else happened at the table: the question must be asked anew."""


def at_terminal(session: Session) -> None:
    """Sit a person down at seat 1 and play until the person leaves."""
    out = console()
    out.print(f"[bold]{session.state.rules.game.title}[/bold]. Play chips only.")
    out.print(_HELP + "\n", style="dim")
    _narrate(session, out, f"seat:{SEAT}")
    session.do(cmd.Sit(seat=SEAT, player="You"))
    try:
        while SEAT in session.state.seats:
            try:
                _go_on(session, out)
            except _AgainError:
                continue
    except (_GoneError, EOFError, KeyboardInterrupt):
        out.print()
        if session.state.phase is not Phase.OPEN:
            out.print("  The wagers of this round stay behind, and lose.")
        session.do(cmd.Leave(seat=SEAT))
        if session.state.phase is not Phase.OPEN:
            session.on_event = None
            session.run_dealer(until_round_ends=True)
    out.print(f"You leave. In all: {_signed(session.state.purses['You'])}.", style="bold")


def _go_on(session: Session, out: Console) -> None:
    """Let the dealer work, tell how a round ended, and ask what is to be asked."""
    rounds = session.state.rounds
    session.run_dealer(until_round_ends=True)
    if session.state.rounds > rounds:
        out.print(f"  In all: {_signed(session.state.purses['You'])}\n", style="bold")
        session.run_dealer()
    if session.state.phase is Phase.OPEN:
        _place_bets(session, out)
    else:
        _decide(session, out)


def _ask(session: Session, out: Console, prompt: str) -> str:
    """A line from the person. A JSON command is carried out, and the question is asked anew."""
    while True:
        answer = out.input(f"[cyan]{escape(prompt)}[/cyan] ").strip()
        if answer.lower() in ("q", "quit", "exit"):
            raise _GoneError
        if answer.lower() in ("?", "h", "help"):
            _explain(session, out)
        elif answer.startswith("{"):
            try:
                session.do(read_command(session.state, parse_json(answer)))
            except (Refused, BadInputError) as error:
                _complain(out, error)
            raise _AgainError
        else:
            return answer


def _explain(session: Session, out: Console) -> None:
    """The help, and what pays what at this table."""
    rules = session.state.rules
    out.print(_HELP, style="dim")
    for name, table in rules.paytables.items():
        group = rules.game.paytables[name]
        show_paytables(out, replace(group, tables=(table,)))
    for name, units in session.state.meters.units.items():
        out.print(f"the {name} shows {dollars(units // UNITS_PER_CENT)}", style="dim")


def _complain(out: Console, error: Exception) -> None:
    clause = f" ({error.clause})" if isinstance(error, Refused) and error.clause else ""
    out.print(f"  {escape(str(error))}{clause}", style="red")


def _place_bets(session: Session, out: Console) -> None:
    """Ask for the wagers before the deal; nothing is an answer for the optional ones."""
    rules = session.state.rules
    first, *others = _required(session, SEAT)
    same = [rules.game.wager[one.wager or ""].title for one in others]
    title = rules.game.wager[first.wager or ""].title
    least, most = dollars(first.least or 0), dollars(first.most or 0)
    prompt = f"{title}, and the same on {all_of(same)}: {least} to {most} [{least}]:"
    while first.wager not in session.state.seats[SEAT].stakes:
        cents = _amount(session, out, prompt, first.least or 0)
        if _try(session, out, cmd.Bet(seat=SEAT, wager=first.wager or "", cents=cents)):
            for one in others:
                session.do(cmd.Bet(seat=SEAT, wager=one.wager or "", cents=cents))
    for wager in rules.wagers:
        if wager.optional and wager.at is None:
            _offer(session, out, wager)


def _offer(session: Session, out: Console, wager: Wager) -> None:
    """Ask for one optional wager until it is placed or passed over."""
    actions = [a for a in legal_actions(session.state, SEAT) if a.wager == wager.name]
    if not actions or wager.name in session.state.seats[SEAT].stakes:
        return
    amounts = f"{dollars(actions[0].least or 0)} or more"
    if isinstance(wager.size, OneOf):
        offered = sorted({actions[0].least or 0, actions[0].most or 0})
        amounts = one_of([dollars(amount) for amount in offered])
    while True:
        cents = _amount(session, out, f"{wager.title}, {amounts} [none]:", 0)
        if not cents or _try(session, out, cmd.Bet(seat=SEAT, wager=wager.name, cents=cents)):
            return


def _amount(session: Session, out: Console, prompt: str, default: int) -> int:
    while True:
        answer = _ask(session, out, prompt).lstrip("$")
        if not answer:
            return default
        try:
            return parse_amount(parse_json(answer))
        except (NotMoneyError, BadInputError):
            out.print("  an amount of dollars, or Enter", style="red")


def _try(session: Session, out: Console, command: cmd.Command) -> bool:
    """Whether the table obeyed."""
    try:
        session.do(command)
    except Refused as refusal:
        _complain(out, refusal)
        return False
    return True


def _decide(session: Session, out: Console) -> None:
    state = session.state
    actions = legal_actions(state, SEAT)
    if not actions:
        _ask(session, out, "The table waits (Enter to look again)")
        return
    up = [f"{area} {cards_text(state.board[area][:n])}" for area, n in state.revealed.items()]
    board = f"; {', '.join(up)}" if up else ""
    out.print(f"  [bold]your cards {cards_text(state.seats[SEAT].cards)}{board}[/bold]")
    out.print(f"  {escape(script(state)[0].say)}", style="dim")
    if actions[0].do == "draw":
        _draw(session, out, actions[0])
        return
    choices = [choice for action in actions for choice in _choices(action)]
    menu = "  ".join(f"{n}) {label}" for n, (label, _) in enumerate(choices, start=1))
    chosen = _chosen(_ask(session, out, f"{menu}:").lower(), choices)
    if chosen is None:
        out.print("  choose by its number, its first letter or its amount", style="red")
    else:
        _try(session, out, chosen)


def _chosen(answer: str, choices: list[tuple[str, cmd.Command]]) -> cmd.Command | None:
    """The one choice that an answer means: a number, an amount, or the beginning of its name."""
    if answer.isdecimal() and 1 <= int(answer) <= len(choices):
        return choices[int(answer) - 1][1]
    amount = f"bet ${answer.removeprefix('bet').strip().lstrip('$')}"
    found = [one for label, one in choices if answer and label.startswith(answer)]
    found = [one for label, one in choices if label == amount] or found
    return found[0] if len(found) == 1 else None


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
    most = "one card" if action.up_to == 1 else f"up to {action.up_to} cards"
    answer = _ask(session, out, f"Discard {most}, by face or place, such as 2c or 3 (Enter: none):")
    try:
        discard = _named(answer, session.state.seats[SEAT].cards)
    except ValueError as error:
        _complain(out, error)
        return
    _try(session, out, cmd.Draw(seat=SEAT, discard=discard))


def _named(answer: str, held: tuple[Card, ...]) -> tuple[Card, ...]:
    """Cards by face in any case, or by their place in the hand."""
    named: list[Card] = []
    for word in answer.replace(",", " ").split():
        if word.isdecimal() and 1 <= int(word) <= len(held):
            named.append(held[int(word) - 1])
        else:
            named += parse_cards(word[:1].upper() + word[1:].lower())
    return tuple(named)


def _signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)
