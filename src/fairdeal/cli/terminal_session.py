"""The dialogue between a person at the terminal, player or dealer, and a table."""

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from textwrap import wrap
from typing import Final

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from fairdeal.cli.explain import show_game
from fairdeal.cli.games import show_paytables
from fairdeal.cli.output import with_suit_signs
from fairdeal.english import one_of, quoted
from fairdeal.errors import BadInputError, Refused
from fairdeal.play.session import Session, call_on_event
from fairdeal.rulebook.money import UNITS_PER_CENT, dollars
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import Actor
from fairdeal.table.state import State
from fairdeal.table.view import Viewer
from fairdeal.wire.commands import read_line
from fairdeal.wire.json import parse_json
from fairdeal.wording.dealer import Instruction, instructions
from fairdeal.wording.event_words import event_sentence
from fairdeal.wording.wagers import joint_title, shared_paytables

#: Events that the dealer's instructions, or the line with the player's cards, already describe.
_SCRIPTED_EVENTS = (
    *(ev.DecksReceived, ev.CardsSpread, ev.DeckShuffled, ev.DeckCut),
    *(ev.BetsClosed, ev.BetsCalled, ev.StakesCollected, ev.CardsDealt),
)
#: The room for an answer at the end of a prompt's last line, in letters.
_ANSWER_WIDTH: Final = 12


class LeaveTableError(Exception):
    """Raised when the person leaves the table."""


class AskAgainError(Exception):
    """Raised after a typed command has changed the table, so that the question is out of date."""


def wrap_prompt(prompt: str, width: int) -> str:
    """Wrap a prompt so that its last line has room for the answer."""
    if len(prompt) + _ANSWER_WIDTH <= width:
        return prompt
    question, colon, how = prompt.partition(": ")
    parts = [f"{question}:", how] if colon else [prompt]
    room = max(width - _ANSWER_WIDTH, _ANSWER_WIDTH)
    return "\n".join(line for part in parts for line in wrap(part, room, break_on_hyphens=False))


def narrate(
    session: Session,
    out: Console,
    viewer: Viewer,
    *,
    scripted: bool = False,
    on_event: Callable[[State, ev.Event], None] | None = None,
) -> None:
    """Print every event as it happens, and call `on_event` with each.

    With `scripted`, events that the dealer's instructions describe are not printed again.
    """

    def say(state: State, event: ev.Event) -> None:
        if on_event is not None:
            on_event(state, event)
        if scripted and isinstance(event, _SCRIPTED_EVENTS):
            return
        if words := event_sentence(state, event, viewer):
            style = "bold" if isinstance(event, ev.WagerPaid | ev.RoundVoided) else ""
            print_indented(out, words, style)

    call_on_event(session, say)


def print_indented(out: Console, words: str, style: str = "") -> None:
    """Print a sentence about the table, indented, with suit signs for its cards."""
    out.print(Padding(with_suit_signs(out, words, style), (0, 0, 0, 2), expand=False))


def with_clause(line: Instruction) -> str:
    """Return the words of an instruction, with its clause."""
    return f"{line.say} ({line.clause})" if line.clause else line.say


def print_purses(session: Session, out: Console) -> None:
    """Print how much each player has won or lost."""
    names = {seat.player: seat.name for seat in session.state.seats.values()}
    for player, cents in sorted(session.state.purses.items()):
        out.print(f"{escape(names.get(player, player))}: {signed_dollars(cents)}", style="bold")


def signed_dollars(cents: int) -> str:
    """Return an amount of dollars with a plus if it was won, and a minus if it was lost."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


class TerminalSession:
    """Asks a person at the terminal, and carries out commands that are typed as JSON."""

    #: The last sentences of the help, about commands as JSON.
    more = ""

    def __init__(self, session: Session, out: Console, viewer: Viewer) -> None:
        self._session = session
        self._out = out
        self._viewer = viewer
        narrate(session, out, viewer, scripted=True, on_event=self._on_event)

    def _on_event(self, state: State, event: ev.Event) -> None:
        """Handle an event; subclasses override this."""

    def _say_script(self, *, style: str = "dim") -> None:
        """Print the next instructions for the dealer, with their clauses."""
        for line in instructions(self._session.state):
            print_indented(self._out, with_clause(line), style)

    def _ask(self, prompt: str, now: str) -> str:
        """Return the person's answer; `now` is the help for this question.

        Requests such as `pays` are answered, and the question is asked again. A command as JSON is
        carried out, and raises AskAgainError.
        """
        shown = wrap_prompt(prompt, self._out.width)
        while True:
            try:
                answer = self._out.input(f"[cyan]{escape(shown)}[/cyan] ").strip()
            except UnicodeDecodeError:
                answer = "\N{REPLACEMENT CHARACTER}"  # not a valid answer to any question
            word = answer.lower()
            if word in ("q", "quit", "exit"):
                if self._may_leave():
                    raise LeaveTableError
            elif word in self._side_commands:
                self._side_commands[word](now)
            elif word.startswith("pays "):
                self._show_pays(word.removeprefix("pays ").strip())
            elif not answer.startswith("{"):
                return answer
            elif self._run_typed_command(answer):
                raise AskAgainError

    @cached_property
    def _side_commands(self) -> dict[str, Callable[[str], None]]:
        """Return the requests that a person may type at any question."""
        return {
            **dict.fromkeys(("?", "h", "help"), self._print_help),
            "pays": lambda _: self._show_pays(),
            "rules": lambda _: show_game(self._out, self._session.state.rules),
            "hint": lambda _: self._hint(),
        }

    def _may_leave(self) -> bool:
        """Return whether the person may leave at once; subclasses may ask for confirmation."""
        return True

    def _hint(self) -> None:
        """Print the best decision if the table is for practice."""
        self._out.print("  A hint is for a player at practice.", style="dim")

    def _print_help(self, now: str) -> None:
        words = f"{now} Also: pays, pays WAGER, rules, hint, q. {self.more}"
        self._out.print(Padding(Text(words, "dim"), (0, 0, 0, 2), expand=False))

    def _run_typed_command(self, answer: str) -> bool:
        try:
            command, envelope = read_line(self._session.state, parse_json(answer))
        except BadInputError as error:
            self._print_error(error)
            return False
        # No instruction has described this command, so all of its events are printed.
        narrate(self._session, self._out, self._viewer, on_event=self._on_event)
        try:
            return self._try(command, envelope.by)
        finally:
            narrate(self._session, self._out, self._viewer, scripted=True, on_event=self._on_event)

    def _try(self, command: cmd.Command, by: Actor | None = None) -> bool:
        """Give a command, and return whether the table accepted it."""
        try:
            self._session.do(command, by)
        except Refused as refusal:
            self._print_error(refusal)
            return False
        return True

    def _print_error(self, error: Exception) -> None:
        clause = f" ({error.clause})" if isinstance(error, Refused) and error.clause else ""
        print_indented(self._out, f"{error}{clause}", "red")

    def _show_pays(self, wager: str = "") -> None:
        """Print the paytables of this table, or of one wager by its title or name."""
        state = self._session.state
        found = [
            (table, wagers)
            for table, wagers in shared_paytables(state.rules)
            if any(wager in (one.name, one.title.lower(), "") for one in wagers)
        ]
        if not found:
            titles = [wager.title for wager in state.rules.wagers]
            print_indented(self._out, f"There is no wager {quoted(wager)}: {one_of(titles)}", "red")
        for table, wagers in found:
            group = replace(wagers[0].pays, name=joint_title(wagers), tables=(table,))
            show_paytables(self._out, group)
        if wager and not any(table.meters for table, _ in found):
            return
        for name, units in state.meters.units.items():
            shown = dollars(units // UNITS_PER_CENT)
            self._out.print(f"the {name} shows {shown}", style="dim")
