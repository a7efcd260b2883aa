"""What a person and the table say to each other on a terminal, whichever side the person is on."""

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
from fairdeal.play.session import Session, told_by_event
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

#: What the script's words have said already, or the line with a person's own cards.
_SCRIPTED_EVENTS = (
    *(ev.DecksReceived, ev.CardsSpread, ev.DeckShuffled, ev.DeckCut),
    *(ev.BetsClosed, ev.BetsCalled, ev.StakesCollected, ev.CardsDealt),
)
#: How many letters an answer may have before it goes over the end of the line.
_ANSWER_WIDTH: Final = 12


class LeaveTableError(Exception):
    """The person has had enough."""


class AskAgainError(Exception):
    """A command was typed and obeyed: what is asked now depends on the table as it is now."""


def wrap_prompt(prompt: str, width: int) -> str:
    """A question with room for its answer on the last line: where it is too long for that, what is
    asked for stands on a line above.
    """
    if len(prompt) + _ANSWER_WIDTH <= width:
        return prompt
    asked, colon, how = prompt.partition(": ")
    parts = [f"{asked}:", how] if colon else [prompt]
    room = max(width - _ANSWER_WIDTH, _ANSWER_WIDTH)
    return "\n".join(line for part in parts for line in wrap(part, room, break_on_hyphens=False))


def narrate(
    session: Session,
    out: Console,
    viewer: Viewer,
    *,
    scripted: bool = False,
    heard: Callable[[State, ev.Event], None] | None = None,
) -> None:
    """Tell every event as it happens; `scripted`: beside the script's words. `heard` is called with
    each, told or not.
    """

    def say(state: State, event: ev.Event) -> None:
        if heard is not None:
            heard(state, event)
        if scripted and isinstance(event, _SCRIPTED_EVENTS):
            return
        if words := event_sentence(state, event, viewer):
            style = "bold" if isinstance(event, ev.WagerPaid | ev.RoundVoided) else ""
            print_indented(out, words, style)

    told_by_event(session, say)


def print_indented(out: Console, words: str, style: str = "") -> None:
    """A sentence of the table, two places in, with the suits of its cards."""
    out.print(Padding(with_suit_signs(out, words, style), (0, 0, 0, 2), expand=False))


def with_clause(line: Instruction) -> str:
    """An instruction with its clause."""
    return f"{line.say} ({line.clause})" if line.clause else line.say


def print_purses(session: Session, out: Console) -> None:
    """What everybody at the table has won or lost."""
    names = {seat.player: seat.name for seat in session.state.seats.values()}
    for player, cents in sorted(session.state.purses.items()):
        out.print(f"{escape(names.get(player, player))}: {signed_dollars(cents)}", style="bold")


def signed_dollars(cents: int) -> str:
    """Dollars won with a plus, lost with a minus."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


class TerminalSession:
    """A person at the terminal: questions, answers, and commands typed as JSON."""

    #: What else may be typed, told at the end of the help.
    more = ""

    def __init__(self, session: Session, out: Console, viewer: Viewer) -> None:
        self._session = session
        self._out = out
        self._viewer = viewer
        narrate(session, out, viewer, scripted=True, heard=self._heard)

    def _heard(self, state: State, event: ev.Event) -> None:
        """An event, for whoever watches more than is told."""

    def _say_script(self, *, style: str = "dim") -> None:
        """What the dealer does next, with the clause."""
        for line in instructions(self._session.state):
            print_indented(self._out, with_clause(line), style)

    def _ask(self, prompt: str, now: str) -> str:
        """A line from the person, who may do `now`. A JSON command is carried out: then there is no
        answer.
        """
        shown = wrap_prompt(prompt, self._out.width)
        while True:
            try:
                answer = self._out.input(f"[cyan]{escape(shown)}[/cyan] ").strip()
            except UnicodeDecodeError:
                answer = "\N{REPLACEMENT CHARACTER}"  # no answer to any question
            word = answer.lower()
            if word in ("q", "quit", "exit"):
                if self._may_go():
                    raise LeaveTableError
            elif word in self._asides:
                self._asides[word](now)
            elif word.startswith("pays "):
                self._show_pays(word.removeprefix("pays ").strip())
            elif not answer.startswith("{"):
                return answer
            elif self._obeyed(answer):
                raise AskAgainError

    @cached_property
    def _asides(self) -> dict[str, Callable[[str], None]]:
        """What may be asked at any question."""
        return {
            **dict.fromkeys(("?", "h", "help"), self._say_what_now),
            "pays": lambda _: self._show_pays(),
            "rules": lambda _: show_game(self._out, self._session.state.rules),
            "hint": lambda _: self._hint(),
        }

    def _may_go(self) -> bool:
        """Whether the person may leave at once."""
        return True

    def _hint(self) -> None:
        """What is best now, where that may be told."""
        self._out.print("  A hint is for a player at practice.", style="dim")

    def _say_what_now(self, now: str) -> None:
        words = f"{now} Also: pays, pays WAGER, rules, hint, q. {self.more}"
        self._out.print(Padding(Text(words, "dim"), (0, 0, 0, 2), expand=False))

    def _obeyed(self, answer: str) -> bool:
        try:
            command, envelope = read_line(self._session.state, parse_json(answer))
        except BadInputError as error:
            self._complain(error)
            return False
        # The script has not said it before: all that happens is told.
        narrate(self._session, self._out, self._viewer, heard=self._heard)
        try:
            return self._try(command, envelope.by)
        finally:
            narrate(self._session, self._out, self._viewer, scripted=True, heard=self._heard)

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
        print_indented(self._out, f"{error}{clause}", "red")

    def _show_pays(self, asked: str = "") -> None:
        """What pays what at this table, or what one wager pays, by its title or name."""
        state = self._session.state
        found = [
            (table, wagers)
            for table, wagers in shared_paytables(state.rules)
            if any(asked in (one.name, one.title.lower(), "") for one in wagers)
        ]
        if not found:
            titles = [wager.title for wager in state.rules.wagers]
            print_indented(self._out, f"There is no wager {quoted(asked)}: {one_of(titles)}", "red")
        for table, wagers in found:
            group = replace(wagers[0].pays, name=joint_title(wagers), tables=(table,))
            show_paytables(self._out, group)
        if asked and not any(table.meters for table, _ in found):
            return
        for name, units in state.meters.units.items():
            shown = dollars(units // UNITS_PER_CENT)
            self._out.print(f"the {name} shows {shown}", style="dim")
