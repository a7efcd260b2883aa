"""The dealer's console: the table for a person who works there, the next steps, and declarations.

The cards and chips come from the scene of the viewer's role, so the console shows only what that
role may see. The steps and the declarations are made from the table's state and name no card.
"""

from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.rulebook.game import Area
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.rules import Rules
from fairdeal.table import commands as cmd
from fairdeal.table.actors import DEALER, FLOOR, Actor, Role
from fairdeal.table.next_step import command_during_call
from fairdeal.table.presses import settlement_press
from fairdeal.table.questions import hours_allowed, hours_left, tells_count
from fairdeal.table.state import COUNT_EVERY, State, count_due, reshuffled_from_shoe
from fairdeal.table.view import Viewer
from fairdeal.web.live.shared_parts import MadeOnce
from fairdeal.web.pages.console.access import may_tap, read_only, roles_at
from fairdeal.web.pages.console.player_entries import Entering, entering
from fairdeal.web.pages.pending_requests import PendingScene, pending_scene, pending_worker
from fairdeal.web.pages.question import FloorQuestion, question, why_no_judge
from fairdeal.web.pages.table.scene import scene
from fairdeal.web.pages.table.scene_types import Scene, ScenePart
from fairdeal.wire.commands import command_document
from fairdeal.wording.chips import chips_in_words
from fairdeal.wording.dealer import Instruction, instructions
from fairdeal.wording.declarations import InputField, declarations_now, fields_of
from fairdeal.wording.pending import pending_instructions
from fairdeal.wording.presses import press_instruction
from fairdeal.wording.upcoming import later_instructions

#: How many later steps are shown.
LATER: Final = 2


class ScriptLine(ScenePart, frozen=True):
    """A line of the dealer's instructions: the words, the role that acts, and the clause.

    The last line of a step has its command. `mine` says whether the viewer is to act.
    """

    words: str
    by: str
    clause: str | None = None
    command: dict[str, Any] | None = None
    #: A payment in cents, and as chips to cut.
    cents: int = 0
    chips: str = ""
    mine: bool = False
    #: The fields that the dealer must type.
    fields: tuple[InputField, ...] = ()
    #: What a step consists of that settles whole seats, and the command that does only the first.
    rows: tuple["ScriptLine", ...] = ()
    row_command: dict[str, Any] | None = None


class Tap(ScenePart, frozen=True):
    """A tap-in or tap-out that the viewer may do now."""

    words: str
    command: dict[str, Any]


class StubGauge(ScenePart, frozen=True):
    """The rounds since the last stub count, and after how many rounds the next is due."""

    round: int
    of: int
    due: bool = False


class DeckGauge(ScenePart, frozen=True):
    """The hours of a deck: seconds used by the table's clock, and seconds allowed."""

    deck: str
    stage: str
    used: int
    of: int
    clock: int
    in_play: bool = False


class DeclarationChoice(ScenePart, frozen=True):
    """One choice of a declaration, with the fields that its command needs."""

    words: str
    command: dict[str, Any]
    fields: tuple[InputField, ...] = ()
    #: Whether it is a count, of which nobody is told beforehand what follows.
    blind: bool = False


class DeclarationScene(ScenePart, frozen=True):
    """One kind of irregularity that may be declared, with its choices."""

    title: str
    by: str
    choices: tuple[DeclarationChoice, ...]
    clause: str | None = None


class ConsoleScene(ScenePart, frozen=True):
    """A table as a console draws it."""

    version: int
    seen: Scene
    dealer: str
    #: The roles in which the viewer may act here now, and the reason if there is none.
    roles: tuple[str, ...] = ()
    why: str = ""
    #: The name of the dealer who has tapped in, and what the viewer may do about it.
    dealing: str = ""
    taps: tuple[Tap, ...] = ()
    lines: tuple[ScriptLine, ...] = ()
    later: tuple[ScriptLine, ...] = ()
    stub: StubGauge | None = None
    decks: tuple[DeckGauge, ...] = ()
    question: FloorQuestion | None = None
    #: Why the floorperson was called, and whether the viewer may answer the call.
    called: str = ""
    answers_call: bool = False
    declaring: tuple[DeclarationScene, ...] = ()
    #: What may be entered for players without a device, at a table of real cards.
    entering: Entering | None = None
    #: What waits for a second person beside the table's commands.
    pending: PendingScene | None = None


class ClothArea(ScenePart, frozen=True):
    """An area of the board with its inscription, its place and its number of cards. A gap has no
    name.
    """

    area: str = ""
    title: str = ""
    place: str = ""
    cards: int = 0


class Cloth(ScenePart, frozen=True):
    """The fixed parts of a table from the dealer's side, on which the players' left is right."""

    operator: str
    color: str
    words: str
    rows: tuple[tuple[ClothArea, ...], ...] = ()


# The scene ----------------------------------------------------------------------------------------


#: The key has the viewer, the roles in which the viewer may act, whether the viewer may tap in, why
#: the viewer may not answer the question that waits, as whom the viewer sees what else waits, and
#: why the table is stopped.
_Key: TypeAlias = tuple[Viewer, tuple[Role, ...], bool, str, Actor | None, str | None]
_CONSOLES: Final[MadeOnce[_Key, ConsoleScene]] = MadeOnce()


def console(table: PublishedTable, person: Person | None) -> ConsoleScene:
    """Return the console of a person, which is made once for all who see the same."""
    viewer, roles = table.viewer(person), roles_at(table, person)
    barred = why_no_judge(table.state, person.id) if person else ""
    taps = may_tap(table, person)
    worker = pending_worker(table, person)
    key = (viewer, roles, taps, barred, worker, table.stopped)
    return _CONSOLES.get(
        table,
        key,
        lambda: _console(table, viewer, roles, barred=barred, taps=taps, worker=worker),
    )


def _console(
    table: PublishedTable,
    viewer: Viewer,
    roles: tuple[Role, ...],
    *,
    barred: str,
    taps: bool,
    worker: Actor | None,
) -> ConsoleScene:
    state = table.state
    asks = state.asked is not None or state.differs is not None
    return ConsoleScene(
        version=state.version,
        seen=scene(table, viewer),
        dealer=table.dealer,
        roles=tuple(str(role) for role in roles),
        why=read_only(table, roles, taps=taps),
        dealing=state.dealer_name,
        taps=_taps(state, roles, taps=taps),
        lines=_lines(state, roles),
        later=() if asks else tuple(_line(state, line, ()) for line in _later(state, roles)),
        stub=_stub(state),
        decks=deck_gauges(state),
        question=question(table, roles, barred=barred),
        called=state.called or "",
        answers_call=bool(state.called) and FLOOR in roles,
        declaring=tuple(
            DeclarationScene(
                one.title,
                str(one.by),
                tuple(
                    DeclarationChoice(
                        choice.words,
                        _without(choice.command, choice.fields),
                        choice.fields,
                        tells_count(choice.command),
                    )
                    for choice in one.choices
                ),
                one.clause,
            )
            for one in declarations_now(state, roles)
        ),
        entering=entering(state, roles),
        pending=pending_scene(table, worker),
    )


def _taps(state: State, roles: tuple[Role, ...], *, taps: bool) -> tuple[Tap, ...]:
    out = {"do": "tap-out"}
    if DEALER in roles:
        return (Tap("Tap out", out),)
    found = (
        (Tap(f"Have {state.dealer_name} leave", out),) if FLOOR in roles and state.dealer else ()
    )
    if not taps:
        return found
    words = f"Relieve {state.dealer_name}" if state.dealer else "Tap in"
    return (Tap(words, command_document(cmd.TapIn(relieves=state.dealer))), *found)


def _lines(state: State, roles: tuple[Role, ...]) -> tuple[ScriptLine, ...]:
    """Return the next instructions, without those that the question for a second person shows.

    A settlement is told to those who work at the table only, since one press turns cards up and
    says what comes of them.
    """
    if roles and (press := press_instruction(state)):
        step = _line(state, press.step, roles)
        rows = tuple(_line(state, row, ()) for row in press.rows)
        single = command_during_call(state)
        one = cmd.Settle(row=True) if isinstance(single, cmd.Settle) else cmd.Show()
        at_hand = tuple(_line(state, line, roles) for line in pending_instructions(state))
        return (*at_hand, replace(step, rows=rows, row_command=command_document(one)))
    shown_elsewhere = (cmd.AnswerCall, cmd.Confirm, cmd.RuleCount)
    return tuple(
        _line(state, line, roles)
        for line in instructions(state)
        if not isinstance(line.command, shown_elsewhere)
    )


def _later(state: State, roles: tuple[Role, ...]) -> list[Instruction]:
    """Return the steps after the next one, which in a settlement may be several seats."""
    press = settlement_press(state) if roles else None
    if press is None:
        return later_instructions(state, LATER)
    return later_instructions(press.changes[-1].after, LATER, from_next=True)


def _line(state: State, line: Instruction, roles: tuple[Role, ...]) -> ScriptLine:
    command = line.command
    given_by = command.given_by if command is not None else (line.by,)
    fields = fields_of(state, command) if command is not None else ()
    return ScriptLine(
        line.say,
        line.by,
        line.clause,
        None if command is None else _without(command, fields),
        line.cents or 0,
        chips_in_words(line.cents) if line.cents else "",
        any(role in given_by for role in roles),
        fields,
    )


def _without(command: cmd.Command, fields: tuple[InputField, ...]) -> dict[str, Any]:
    """Return a command without the fields that the dealer is to type."""
    typed = {field.name for field in fields}
    return {name: value for name, value in command_document(command).items() if name not in typed}


def _stub(state: State) -> StubGauge | None:
    if state.shuffling.counts or reshuffled_from_shoe(state):
        return None  # the device counts, or there is no stub
    number = min(COUNT_EVERY, state.uncounted_rounds + 1)
    return StubGauge(number, COUNT_EVERY, count_due(state))


def deck_gauges(state: State) -> tuple[DeckGauge, ...]:
    """Return the hours of every deck at the table."""
    whole = hours_allowed(state)
    return tuple(
        DeckGauge(
            deck.color,
            str(deck.stage),
            whole - hours_left(state, deck),
            whole,
            state.clock,
            deck.color == state.deck,
        )
        for deck in state.decks
    )


def cloth(rules: Rules) -> Cloth:
    """Return the cloth of a table."""
    areas = {area.name: area for area in rules.game.areas if area.name in rules.areas}
    low, high, most = rules.minimum_cents, rules.maximum_cents, rules.payout_limit_cents
    words = [rules.game.title]
    words += [f"{dollars(low)} to {dollars(high)}"] if low and high else []
    words += [f"payout limit {dollars(most)}"] if most else []
    rows = tuple(
        tuple(
            ClothArea(name, *_inscribed(rules, areas[name]), areas[name].cards)
            if name in areas
            else ClothArea()
            for name in reversed(row)
            if not name or name in areas
        )
        for row in reversed(rules.game.felt.board)
    )
    return Cloth(rules.operator, str(rules.game.felt.colour), " · ".join(words), rows)


def _inscribed(rules: Rules, area: Area) -> tuple[str, str]:
    """Return the inscription of an area, and its place if the inscription is that of a line of
    areas: of two lines that cross, the crossing has its own.
    """
    lines = [line for line in rules.game.felt.lines if area.name in line.areas]
    if not lines:
        return _capital_title(area), ""
    return min(lines, key=lambda line: len(line.areas)).title, area.name


def _capital_title(area: Area) -> str:
    """Return the title of an area as the console shows it: `the first area` as First area."""
    title = (area.title or area.name).removeprefix("the ")
    return f"{title[:1].upper()}{title[1:]}"
