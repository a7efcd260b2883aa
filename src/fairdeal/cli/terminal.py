"""What a person and the table say to each other on a terminal, whichever side the person is on."""

from dataclasses import replace

from rich.console import Console
from rich.markup import escape

from fairdeal.cli.games import show_paytables
from fairdeal.english import all_of
from fairdeal.errors import BadInputError, Refused
from fairdeal.play.session import Session, told_by_event
from fairdeal.rulebook.money import UNITS_PER_CENT, dollars
from fairdeal.rulebook.rules import Terms
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import Actor
from fairdeal.table.state import State
from fairdeal.table.view import Viewer
from fairdeal.wire.commands import read_line
from fairdeal.wire.json import parse_json
from fairdeal.wording.dealer import instructions
from fairdeal.wording.round import tell

#: What the script's words have said already, or the line with a person's own cards.
_SAID_BEFORE = (
    *(ev.DecksReceived, ev.CardsSpread, ev.DeckShuffled, ev.DeckCut),
    *(ev.BetsClosed, ev.BetsCalled, ev.StakesCollected, ev.CardsDealt),
)


class GoneError(Exception):
    """The person has had enough."""


class AgainError(Exception):
    """A command was typed and obeyed: what is asked now depends on the table as it is now."""


def narrate(session: Session, out: Console, viewer: Viewer, *, scripted: bool = False) -> None:
    """Tell every event as it happens; `scripted`: beside the script's words."""

    def say(state: State, event: ev.Event) -> None:
        if scripted and isinstance(event, _SAID_BEFORE):
            return
        if words := tell(state, event, viewer):
            style = "bold" if isinstance(event, ev.WagerPaid | ev.RoundVoided) else None
            out.print(f"  {escape(words)}", style=style)

    told_by_event(session, say)


def tell_purses(session: Session, out: Console) -> None:
    """What everybody at the table has won or lost."""
    names = {seat.player: seat.name for seat in session.state.seats.values()}
    for player, cents in sorted(session.state.purses.items()):
        out.print(f"{escape(names.get(player, player))}: {signed(cents)}", style="bold")


def signed(cents: int) -> str:
    """Dollars won with a plus, lost with a minus."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


class AtTerminal:
    """A person at the terminal: questions, answers, and commands typed as JSON."""

    help = ""

    def __init__(self, session: Session, out: Console, viewer: Viewer) -> None:
        self._session = session
        self._out = out
        self._viewer = viewer
        narrate(session, out, viewer, scripted=True)

    def _say_script(self, *, style: str = "dim") -> None:
        """What the dealer does next, with the clause."""
        for line in instructions(self._session.state):
            clause = f" ({line.clause})" if line.clause else ""
            self._out.print(f"  {escape(line.say)}{clause}", style=style)

    def _ask(self, prompt: str) -> str:
        """A line from the person. A JSON command is carried out: then there is no answer."""
        while True:
            try:
                answer = self._out.input(f"[cyan]{escape(prompt)}[/cyan] ").strip()
            except UnicodeDecodeError:
                answer = "\N{REPLACEMENT CHARACTER}"  # no answer to any question
            if answer.lower() in ("q", "quit", "exit"):
                raise GoneError
            if answer.lower() in ("?", "h", "help"):
                self._explain()
            elif not answer.startswith("{"):
                return answer
            elif self._obeyed(answer):
                raise AgainError

    def _obeyed(self, answer: str) -> bool:
        try:
            command, envelope = read_line(self._session.state, parse_json(answer))
        except BadInputError as error:
            self._complain(error)
            return False
        # The script has not said it before: all that happens is told.
        narrate(self._session, self._out, self._viewer)
        try:
            return self._try(command, envelope.by)
        finally:
            narrate(self._session, self._out, self._viewer, scripted=True)

    def _try(self, command: cmd.Command, by: Actor | None = None) -> bool:
        """Whether the table obeyed."""
        try:
            self._session.do(command, by)
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
        self._out.print(self.help, style="dim")
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
