"""The dealer's console: the table as whoever works at it sees it, what comes next by the script, and
what may be declared.

What lies on the table is the scene of the viewer's role, from what that role may see. The script and
what may be declared follow from the table's state and name no card.
"""

from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from fairdeal.errors import Refused
from fairdeal.floor.live import Face
from fairdeal.floor.people import Person
from fairdeal.floor.preview import Outcome, preview, preview_of
from fairdeal.rulebook.game import Area
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.rules import Rules
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import AUDITOR, DEALER, FLOOR, OPERATOR, PLAYER, Role
from fairdeal.table.decide.opening import hours_allowed, hours_left
from fairdeal.table.dry_run import SECOND
from fairdeal.table.state import (
    CLOSED,
    COUNT_EVERY,
    State,
    count_due,
    dealing_clauses,
    reshuffled_from_shoe,
)
from fairdeal.web.asking import asking, body_of, required, service_of
from fairdeal.web.following import follow
from fairdeal.web.pages.scene import Part, Said, Scene
from fairdeal.web.pages.shell import person_of, shown
from fairdeal.web.pages.staging import said, scene
from fairdeal.web.pages.table import data
from fairdeal.web.problems import Problem
from fairdeal.web.service import Service
from fairdeal.wire.commands import command_document
from fairdeal.wording.ahead import later
from fairdeal.wording.chips import chips_in_words
from fairdeal.wording.dealer import Instruction, instructions
from fairdeal.wording.irregular import Field, fields_of, irregularities

#: Who may look at a console; the first two may also work there.
MAY_LOOK: Final = (DEALER, FLOOR, OPERATOR, AUDITOR)
#: How many lines of what has happened a console begins with, and how many later steps it shows.
SAID_FIRST: Final = 8
LATER: Final = 2
#: A deck whose hours end so soon is told of, in seconds.
HOURS_SOON: Final = 15 * 60


class Line(Part, frozen=True):
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
    fields: tuple[Field, ...] = ()


class StubGauge(Part, frozen=True):
    """In which round of how many since the last count the table is."""

    round: int
    of: int
    due: bool = False


class DeckGauge(Part, frozen=True):
    """A deck, and for how many seconds of how many it has been used at the table's clock."""

    deck: str
    stage: str
    used: int
    of: int
    clock: int
    in_play: bool = False


class Declared(Part, frozen=True):
    """One thing that may be declared, with what must be typed for it."""

    words: str
    command: dict[str, Any]
    fields: tuple[Field, ...] = ()


class Declaring(Part, frozen=True):
    """Things of one kind that may be declared."""

    title: str
    by: str
    choices: tuple[Declared, ...]
    clause: str | None = None


class Answer(Part, frozen=True):
    """What the second person may say."""

    words: str
    command: dict[str, Any]
    kind: str = "plain"
    fields: tuple[Field, ...] = ()


class Question(Part, frozen=True):
    """What waits for a second person. `answers` are the viewer's; where there are none, `why` says
    why not. `outcomes` are what comes of it.
    """

    asked: int
    words: str
    outcomes: tuple[Outcome, ...]
    clause: str | None = None
    answers: tuple[Answer, ...] = ()
    why: str = ""


class ConsoleScene(Part, frozen=True):
    """A table as a console draws it."""

    version: int
    seen: Scene
    dealer: str
    #: The roles in which the viewer may act here now, and why not, where there is none.
    roles: tuple[str, ...] = ()
    why: str = ""
    lines: tuple[Line, ...] = ()
    later: tuple[Line, ...] = ()
    stub: StubGauge | None = None
    decks: tuple[DeckGauge, ...] = ()
    question: Question | None = None
    #: What the floorperson was called for, and whether the viewer may answer.
    called: str = ""
    answers_call: bool = False
    declaring: tuple[Declaring, ...] = ()
    #: Won or lost by the table so far, in cents.
    won: int = 0


class Spot(Part, frozen=True):
    """A place of the board for so many cards; a gap has no name."""

    area: str = ""
    title: str = ""
    cards: int = 0


class Cloth(Part, frozen=True):
    """What does not change on a table, as the dealer sees it, who stands on the other side: what is
    left to a player is right here, and what is far is near.
    """

    operator: str
    color: str
    words: str
    rows: tuple[tuple[Spot, ...], ...] = ()


class Message(msgspec.Struct, frozen=True):
    """What a console is sent."""

    now: float
    deadline: int | None
    said: tuple[Said, ...]
    scene: ConsoleScene


# Who may do what ----------------------------------------------------------------------------------


def why_not(face: Face, person: Person | None) -> str:
    """Why somebody may not see the console; nothing where he or she may."""
    if person is None:
        return "the console is for whoever deals at this table: sign in first"
    if not set(MAY_LOOK) & set(person.roles):
        return "the console is for dealers and floorpersons: the operator gives these roles"
    if face.viewer(person).role is PLAYER:
        return "you sit at this table: whoever plays does not see the dealer's side"
    return ""


def roles_at(face: Face, person: Person | None) -> tuple[Role, ...]:
    """The roles in which somebody may act at a table now."""
    if person is None or why_not(face, person) or face.closed or face.stopped:
        return ()
    roles = [DEALER] if DEALER in person.roles and face.dealer == "person" else []
    return (*roles, *([FLOOR] if FLOOR in person.roles else ()))


def _read_only(face: Face, person: Person | None, roles: tuple[Role, ...]) -> str:
    """Why the big button is not the viewer's."""
    if face.closed or face.state.phase is CLOSED:
        return "The table is closed."
    if face.stopped:
        return "The table is stopped: nothing is taken until it goes on."
    if face.dealer != "person":
        return "The automatic dealer deals here. The floor hands the table over between rounds."
    if DEALER in roles:
        return ""
    if FLOOR in roles:
        return "You are here as the floorperson: the dealer deals."
    del person
    return "You look on: dealing is for somebody with the role dealer."


# The scene ----------------------------------------------------------------------------------------


def console(face: Face, person: Person | None) -> ConsoleScene:
    """The table as somebody's console draws it."""
    state = face.state
    viewer = face.viewer(person)
    roles = roles_at(face, person)
    asks = state.asked is not None or state.differs is not None
    return ConsoleScene(
        version=state.version,
        seen=scene(face, viewer),
        dealer=face.dealer,
        roles=tuple(str(role) for role in roles),
        why=_read_only(face, person, roles),
        lines=_lines(state, roles),
        later=() if asks else tuple(_line(state, line, ()) for line in later(state, LATER)),
        stub=_stub(state),
        decks=deck_gauges(state),
        question=question(face, person, roles),
        called=state.called or "",
        answers_call=bool(state.called) and FLOOR in roles,
        declaring=tuple(
            Declaring(
                one.title,
                str(one.by),
                tuple(
                    Declared(choice.words, _without(choice.command, choice.fields), choice.fields)
                    for choice in one.choices
                ),
                one.clause,
            )
            for one in irregularities(state, roles)
        ),
        won=state.inventory,
    )


def _lines(state: State, roles: tuple[Role, ...]) -> tuple[Line, ...]:
    """The script from here; what is asked of a second person stands elsewhere."""
    beside = (cmd.AnswerCall, cmd.Confirm, cmd.RuleCount)
    return tuple(
        _line(state, line, roles)
        for line in instructions(state)
        if not isinstance(line.command, beside)
    )


def _line(state: State, line: Instruction, roles: tuple[Role, ...]) -> Line:
    command = line.command
    given_by = command.given_by if command is not None else (line.by,)
    fields = fields_of(state, command) if command is not None else ()
    return Line(
        line.say,
        line.by,
        line.clause,
        None if command is None else _without(command, fields),
        line.cents or 0,
        chips_in_words(line.cents) if line.cents else "",
        any(role in given_by for role in roles),
        fields,
    )


def _without(command: cmd.Command, fields: tuple[Field, ...]) -> dict[str, Any]:
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


def question(face: Face, person: Person | None, roles: tuple[Role, ...]) -> Question | None:
    """What waits for the floorperson, with what comes of it."""
    state = face.state
    asked, differs = state.asked, state.differs
    if asked is None and differs is None:
        return None
    words = next(iter(instructions(state))).say.removeprefix("Floorperson: ")
    words = f"{words[:1].upper()}{words[1:]}"
    by = asked.by if asked is not None else differs.by if differs is not None else ""
    why = ""
    if FLOOR not in roles:
        why = "It waits for the floorperson."
    elif person is not None and person.id == by:
        why = "Whoever reports does not confirm: it takes a second person."
    deny = Field("reason", "What was found instead")
    if asked is not None:
        clause: str | None = asked.clause
        sure: cmd.Command = cmd.Confirm(asked=asked.asked)
        outcomes = _outcomes(face, sure)
        back = sum(one.back for one in outcomes)
        name = "Void" if isinstance(asked, ev.VoidAsked) else "Confirm"
        answers: tuple[Answer, ...] = (
            Answer(_with_amount(name, back), command_document(sure), "danger"),
            Answer("Deny", {"do": "deny", "asked": asked.asked}, fields=(deny,)),
        )
    else:
        clauses = dealing_clauses(state)
        clause = clauses.floor_rules or clauses.count
        rulings = [cmd.RuleCount(misdealt=True), cmd.RuleCount(misdealt=False)]
        titles = ("Misdealt", "Not misdealt")
        found = [
            (title, one, _outcomes(face, one)) for title, one in zip(titles, rulings, strict=True)
        ]
        outcomes = tuple(outcome for _, _, them in found for outcome in them)
        answers = tuple(
            Answer(_with_amount(title, them[0].back), command_document(one), "danger")
            for title, one, them in found
            if them
        )
    number = asked.asked if asked is not None else state.version
    return Question(number, words, outcomes, clause, () if why else answers, why)


def _with_amount(words: str, cents: int) -> str:
    return f"{words}, return {dollars(cents)}" if cents else words


def _outcomes(face: Face, command: cmd.Command) -> tuple[Outcome, ...]:
    try:
        found = preview_of(face.id, face.state, command, SECOND).outcomes
    except Refused:
        return ()
    said = command_document(command)
    return tuple(msgspec.structs.replace(one, said=said) for one in found)


def cloth(rules: Rules) -> Cloth:
    """The cloth of a table."""
    areas = {area.name: area for area in rules.game.areas if area.name in rules.areas}
    low, high, most = rules.minimum_cents, rules.maximum_cents, rules.payout_limit_cents
    words = [rules.game.title]
    words += [f"{dollars(low)} to {dollars(high)}"] if low and high else []
    words += [f"payout limit {dollars(most)}"] if most else []
    rows = tuple(
        tuple(
            Spot(name, _titled(areas[name]), areas[name].cards) if name in areas else Spot()
            for name in reversed(row)
            if not name or name in areas
        )
        for row in reversed(rules.game.felt.board)
    )
    return Cloth(rules.operator, str(rules.game.felt.felt), " · ".join(words), rows)


def _titled(area: Area) -> str:
    """`the community area` is inscribed as Community area."""
    title = (area.title or area.name).removeprefix("the ")
    return f"{title[:1].upper()}{title[1:]}"


# Addresses ----------------------------------------------------------------------------------------


def message(service: Service, face: Face, after: int, person: Person | None) -> Message:
    """The table for a console that knows all up to a version."""
    head: dict[str, Any] = service.head(face)
    fresh = [one for one in face.recent if one.version > after]
    told = said(fresh, face.viewer(person))
    return Message(head["now"], head["deadline"], told, console(face, person))


async def deal(request: Request) -> Response:
    """The console of a table."""
    service = service_of(request)
    face = service.face(request.path_params["table"])
    person = person_of(request)
    if why := why_not(face, person):
        raise Problem(401 if person is None else 403, "forbidden", why)
    first = message(service, face, max(0, face.state.version - SAID_FIRST), person)
    felt = cloth(face.state.rules)
    return shown(
        request,
        "console.html",
        table=face.id,
        name=face.name,
        felt=felt,
        first=data(first),
        felt_data=data(felt),
    )


async def _text(service: Service, face: Face, after: int, person: Person | None) -> str:
    return msgspec.json.encode(message(service, face, after, person)).decode()


async def deal_live(socket: WebSocket) -> None:
    """The feed of a console."""
    try:
        face = service_of(socket).faces.get(socket.path_params["table"])
        if face is not None and (why := why_not(face, asking(socket))):
            raise Problem(403, "forbidden", why)
    except Problem as problem:
        await socket.send_denial_response(problem.response())
        return
    await follow(socket, _text)


async def ask_preview(request: Request) -> Response:
    """What a command would lead to; whoever may not give it may not ask."""
    service, person = service_of(request), required(request)
    name = request.path_params["table"]
    service.face(name)
    if service.command_limit is not None:
        service.command_limit.take(person.id)
    document = await body_of(request)
    told = await service.ask(lambda floor: preview(floor, person, name, document))
    return Response(msgspec.json.encode(told), media_type="application/json")
