"""Commands as the outside writes them, and the line of a script with the envelope around one."""

from typing import Any, Final

import msgspec

from fairdeal.cards import JOKER
from fairdeal.english import all_of, did_you_mean, quoted
from fairdeal.errors import BadInputError
from fairdeal.table import commands as cmd
from fairdeal.table.actors import PLAYER, Actor, Role
from fairdeal.table.state import State
from fairdeal.wire.codec import document_name, from_document, hints_of, to_document
from fairdeal.wire.joker_numbers import number_stub_jokers

TAGS: Final = {str(kind.__struct_config__.tag): kind for kind in cmd.COMMANDS}
_MOST: Final = 10**15
#: No command comes near it: 54 cards, and every wager of a game.
MOST_ITEMS: Final = 200
MAX_KEY: Final = 255


def read_command(state: State, document: Any) -> cmd.Command:
    """A command from its JSON; `BadInputError` says what is wrong with it."""
    kind = kind_of(document)
    name = document["do"]
    if not _countable(document):
        raise BadInputError(f"{name}: a number or a list is too large to be meant")
    fields = {document_name(field, hint): field for field, hint in hints_of(kind).items()}
    for key in document:
        if key == "cents":
            written = next((k for k, field in fields.items() if field == "cents"), "amount")
            raise BadInputError(f"{name}: an amount is written in dollars, as {written}")
        if key != "do" and key not in fields:
            takes = f"it takes {all_of(tuple(fields))}" if fields else "it stands alone"
            raise BadInputError(f"{name} has no {quoted(key)}: {takes}")
    command: cmd.Command = from_document(kind, document, name)
    cards: tuple[int, ...] | None = getattr(command, "cards", None)
    if isinstance(cards, tuple) and JOKER in cards:
        command = msgspec.structs.replace(command, cards=number_stub_jokers(state, cards))
    return command


def kind_of(document: Any) -> type[cmd.Command]:
    """Which command a document is."""
    if not isinstance(document, dict) or not isinstance(document.get("do"), str):
        raise BadInputError('a command is an object with "do", such as {"do": "no-more-bets"}')
    name = document["do"]
    kind = TAGS.get(name)
    if kind is None:
        raise BadInputError(f"there is no command {quoted(name)}{did_you_mean(name, TAGS)}")
    return kind


def _countable(value: Any) -> bool:
    """Whether no number and no list is beyond all that a table could be told."""
    if isinstance(value, dict):
        return len(value) <= MOST_ITEMS and all(map(_countable, value.values()))
    if isinstance(value, list):
        return len(value) <= MOST_ITEMS and all(map(_countable, value))
    return not isinstance(value, int) or abs(value) < _MOST


def command_document(command: cmd.Command) -> dict[str, Any]:
    """A command as JSON, without what it leaves out."""
    return {key: value for key, value in to_document(command).items() if value is not None}


# The envelope -------------------------------------------------------------------------------------


class Envelope(msgspec.Struct, frozen=True):
    """What a line of a script may say beside the command: who, when, with which key, and the moment
    that it was decided on.
    """

    by: Actor | None = None
    time: int | None = None
    key: str | None = None
    at: str | None = None


_ENVELOPE: Final = ("by", "time", "key", "at")


def read_line(state: State, document: Any) -> tuple[cmd.Command, Envelope]:
    """A line of a script: the command, and its envelope. `sit` may name its `player` instead."""
    kind = kind_of(document)
    given = {key: document[key] for key in _ENVELOPE if key in document}
    rest = {key: value for key, value in document.items() if key not in given}
    by = _actor(given["by"], kind) if "by" in given else None
    if kind is cmd.Sit and "player" in rest:
        sitter = Actor(_short(rest.pop("player"), "player"), PLAYER)
        if by is not None and by.id != sitter.id:
            raise BadInputError("sit: the player is whoever gives the command")
        by = by or sitter
    if kind is cmd.Sit and by is None:
        raise BadInputError("sit needs player")
    time = given.get("time")
    if time is not None and (not isinstance(time, int) or isinstance(time, bool)):
        raise BadInputError(f"time is a whole number of seconds, not {quoted(time)}")
    if time is not None and not 0 <= time < _MOST:
        raise BadInputError("time is a number of seconds from 0 on that can be meant")
    key = None if given.get("key") is None else _short(given["key"], "key")
    at = None if given.get("at") is None else _short(given["at"], "at")
    return read_command(state, rest), Envelope(by, time, key, at)


def _short(value: Any, what: str) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= MAX_KEY or not value.isprintable():
        told = f"{what} is a text of up to {MAX_KEY} printable characters"
        raise BadInputError(f"{told}, not {quoted(value)}")
    return value


def _actor(value: Any, kind: type[cmd.Command]) -> Actor:
    """Who acts: an id and a role; without a role, that of whoever the command belongs to."""
    if not isinstance(value, dict) or not {"id"} <= value.keys() <= {"id", "role", "name"}:
        raise BadInputError('by says who acts: {"id": "dora", "role": "dealer"}')
    role = value.get("role", str(kind.given_by[0]))
    if role not in list(Role):
        names = ", ".join(Role)
        raise BadInputError(f"there is no role {quoted(role)}: {names}")
    name = _short(value["name"], "a name") if "name" in value else ""
    return Actor(_short(value["id"], "an id"), Role(role), name)
