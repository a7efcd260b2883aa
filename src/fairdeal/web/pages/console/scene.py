"""The dealer's console: the table as whoever works at it sees it, what comes next by the script,
and what may be declared.

What lies on the table is the scene of the viewer's role, from what that role may see. The script
and what may be declared follow from the table's state and name no card.
"""

from typing import Any, Final

from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.rulebook.game import Area
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.rules import Rules
from fairdeal.table import commands as cmd
from fairdeal.table.actors import FLOOR, Role
from fairdeal.table.questions import hours_allowed, hours_left
from fairdeal.table.state import COUNT_EVERY, State, count_due, reshuffled_from_shoe
from fairdeal.table.view import Viewer
from fairdeal.web.pages.console.access import read_only, roles_at
from fairdeal.web.pages.made_once import MadeOnce
from fairdeal.web.pages.question import Question, question, reporter
from fairdeal.web.pages.table.scene import scene
from fairdeal.web.pages.table.scene_types import Scene, ScenePart
from fairdeal.wire.commands import command_document
from fairdeal.wording.chips import chips_in_words
from fairdeal.wording.dealer import Instruction, instructions
from fairdeal.wording.declarations import InputField, declarations_now, fields_of
from fairdeal.wording.upcoming import later_instructions

#: How many later steps are shown.
LATER: Final = 2


class ScriptLine(ScenePart, frozen=True):
    """A line of the script: what is to be done, by whom and under which clause. The last line of a
    step has its command; `mine` says whether the viewer does it.
    """

    words: str
    by: str
    clause: str | None = None
    command: dict[str, Any] | None = None
    #: A payment in cents, and as chips to cut.
    cents: int = 0
    chips: str = ""
    mine: bool = False
    #: What must be typed with it.
    fields: tuple[InputField, ...] = ()


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


class Declaration(ScenePart, frozen=True):
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
    #: The roles in which the viewer may act here now, and why not, where there is none.
    roles: tuple[str, ...] = ()
    why: str = ""
    lines: tuple[ScriptLine, ...] = ()
    later: tuple[ScriptLine, ...] = ()
    stub: StubGauge | None = None
    decks: tuple[DeckGauge, ...] = ()
    question: Question | None = None
    #: What the floorperson was called for, and whether the viewer may answer.
    called: str = ""
    answers_call: bool = False
    declaring: tuple[Declaration, ...] = ()
    #: Won or lost by the table so far, in cents.
    won: int = 0


class ClothArea(ScenePart, frozen=True):
    """An area of the board with its number of cards. A gap has no name."""

    area: str = ""
    title: str = ""
    cards: int = 0


class Cloth(ScenePart, frozen=True):
    """What does not change on a table, as the dealer sees it, who stands on the other side: what is
    left to a player is right here, and what is far is near.
    """

    operator: str
    color: str
    words: str
    rows: tuple[tuple[ClothArea, ...], ...] = ()


# The scene ----------------------------------------------------------------------------------------


#: By viewer, the roles in which the viewer may act, whether the viewer has reported what waits for
#: an answer, and why the table is stopped.
_CONSOLES: Final[MadeOnce[tuple[Viewer, tuple[Role, ...], bool, str | None], ConsoleScene]] = (
    MadeOnce()
)


def console(face: PublishedTable, person: Person | None) -> ConsoleScene:
    """The table as somebody's console draws it; made once for all who see the same."""
    viewer, roles = face.viewer(person), roles_at(face, person)
    reported = person is not None and person.id == reporter(face.state)
    key = (viewer, roles, reported, face.stopped)
    return _CONSOLES.get(face, key, lambda: _console(face, viewer, roles, reported=reported))


def _console(
    face: PublishedTable, viewer: Viewer, roles: tuple[Role, ...], *, reported: bool
) -> ConsoleScene:
    state = face.state
    asks = state.asked is not None or state.differs is not None
    return ConsoleScene(
        version=state.version,
        seen=scene(face, viewer),
        dealer=face.dealer,
        roles=tuple(str(role) for role in roles),
        why=read_only(face, roles),
        lines=_lines(state, roles),
        later=()
        if asks
        else tuple(_line(state, line, ()) for line in later_instructions(state, LATER)),
        stub=_stub(state),
        decks=deck_gauges(state),
        question=question(face, roles, reported=reported),
        called=state.called or "",
        answers_call=bool(state.called) and FLOOR in roles,
        declaring=tuple(
            Declaration(
                one.title,
                str(one.by),
                tuple(
                    DeclarationChoice(
                        choice.words, _without(choice.command, choice.fields), choice.fields
                    )
                    for choice in one.choices
                ),
                one.clause,
            )
            for one in declarations_now(state, roles)
        ),
        won=state.inventory,
    )


def _lines(state: State, roles: tuple[Role, ...]) -> tuple[ScriptLine, ...]:
    """The script from here; what is asked of a second person stands elsewhere."""
    beside = (cmd.AnswerCall, cmd.Confirm, cmd.RuleCount)
    return tuple(
        _line(state, line, roles)
        for line in instructions(state)
        if not isinstance(line.command, beside)
    )


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
    """A command without what is to be typed."""
    typed = {field.name for field in fields}
    return {name: value for name, value in command_document(command).items() if name not in typed}


def _stub(state: State) -> StubGauge | None:
    if state.shuffling.counts or reshuffled_from_shoe(state):
        return None  # the device counts, or there is no stub
    number = min(COUNT_EVERY, state.uncounted_rounds + 1)
    return StubGauge(number, COUNT_EVERY, count_due(state))


def deck_gauges(state: State) -> tuple[DeckGauge, ...]:
    """Every deck at the table with its hours."""
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
            ClothArea(name, _titled(areas[name]), areas[name].cards)
            if name in areas
            else ClothArea()
            for name in reversed(row)
            if not name or name in areas
        )
        for row in reversed(rules.game.felt.board)
    )
    return Cloth(rules.operator, str(rules.game.felt.colour), " · ".join(words), rows)


def _titled(area: Area) -> str:
    """`the community area` is inscribed as Community area."""
    title = (area.title or area.name).removeprefix("the ")
    return f"{title[:1].upper()}{title[1:]}"
