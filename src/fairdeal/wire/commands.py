"""Reads and writes commands as JSON, and reads the lines of a script."""

from functools import cache
from typing import Any, Final

import msgspec

from fairdeal.cards import JOKER
from fairdeal.english import all_of, did_you_mean, quoted
from fairdeal.errors import BadInputError
from fairdeal.table import commands as cmd
from fairdeal.table.actors import PLAYER, Actor, Role
from fairdeal.table.state import State
from fairdeal.wire.codec import document_name, from_document, hints_of, to_short_document
from fairdeal.wire.joker_numbers import number_stub_jokers

TAGS: Final = {str(kind.__struct_config__.tag): kind for kind in cmd.COMMANDS}
_MOST: Final = 10**15
#: More items in a list or an object are refused; 54 cards and all wagers are far fewer.
MOST_ITEMS: Final = 200
MAX_KEY: Final = 255


def read_command(state: State, document: Any) -> cmd.Command:
    """Return the command of a JSON document; an invalid document raises `BadInputError`."""
    kind = kind_of(document)
    name = document["do"]
    if not _is_bounded(document):
        raise BadInputError(f"{name}: a number or a list is too large")
    fields = _fields(kind)
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


@cache
def _fields(kind: type[cmd.Command]) -> dict[str, str]:
    """Return for each name in documents the name of the command's field."""
    return {document_name(field, hint): field for field, hint in hints_of(kind).items()}


def kind_of(document: Any) -> type[cmd.Command]:
    """Return the class of the command that a document names."""
    if not isinstance(document, dict) or not isinstance(document.get("do"), str):
        raise BadInputError('a command is an object with "do", such as {"do": "no-more-bets"}')
    name = document["do"]
    kind = TAGS.get(name)
    if kind is None:
        raise BadInputError(f"there is no command {quoted(name)}{did_you_mean(name, TAGS)}")
    return kind


def _is_bounded(value: Any) -> bool:
    """Return whether all numbers, lists and objects are small enough for a table."""
    if isinstance(value, int):
        return abs(value) < _MOST
    if not isinstance(value, dict | list):
        return True
    if len(value) > MOST_ITEMS:
        return False
    for item in value.values() if isinstance(value, dict) else value:
        # Most items are texts, which are not asked about one by one.
        if not isinstance(item, str) and not _is_bounded(item):
            return False
    return True


def command_document(command: cmd.Command) -> dict[str, Any]:
    """Return a command as JSON, without fields that are None."""
    return to_short_document(command)


# The envelope -------------------------------------------------------------------------------------


class Envelope(msgspec.Struct, frozen=True):
    """The part of a script's line around the command.

    It names who acts (`by`), when (`time`), the key of the command (`key`), and the moment of the
    table that the actor saw (`at`).
    """

    by: Actor | None = None
    time: int | None = None
    key: str | None = None
    at: str | None = None


_ENVELOPE: Final = ("by", "time", "key", "at")


def read_line(state: State, document: Any) -> tuple[cmd.Command, Envelope]:
    """Return the command and the envelope of a script's line; `sit` may have `player` for `by`."""
    kind = kind_of(document)
    given = {key: document[key] for key in _ENVELOPE if key in document}
    rest = {key: value for key, value in document.items() if key not in given}
    by = _actor(given["by"], kind) if "by" in given else None
    if kind is cmd.Sit and "player" in rest:
        sitter = Actor(_read_short_text(rest.pop("player"), "player"), PLAYER)
        if by is not None and by.id != sitter.id:
            raise BadInputError("sit: the player is whoever gives the command")
        by = by or sitter
    if kind is cmd.Sit and by is None:
        raise BadInputError("sit needs player")
    time = given.get("time")
    if time is not None and (not isinstance(time, int) or isinstance(time, bool)):
        raise BadInputError(f"time is a whole number of seconds, not {quoted(time)}")
    if time is not None and not 0 <= time < _MOST:
        raise BadInputError(f"time is a number of seconds from 0 on, and less than {_MOST}")
    key = None if given.get("key") is None else _read_short_text(given["key"], "key")
    at = None if given.get("at") is None else _read_short_text(given["at"], "at")
    return read_command(state, rest), Envelope(by, time, key, at)


def _read_short_text(value: Any, what: str) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= MAX_KEY or not value.isprintable():
        rule = f"{what} is a text of up to {MAX_KEY} printable characters"
        raise BadInputError(f"{rule}, not {quoted(value)}")
    return value


def _actor(value: Any, kind: type[cmd.Command]) -> Actor:
    """Return who acts; the default role is the first that may give the command."""
    if not isinstance(value, dict) or not {"id"} <= value.keys() <= {"id", "role", "name"}:
        raise BadInputError('by says who acts: {"id": "dora", "role": "dealer"}')
    role = value.get("role", str(kind.given_by[0]))
    if role not in list(Role):
        names = ", ".join(Role)
        raise BadInputError(f"there is no role {quoted(role)}: {names}")
    name = _read_short_text(value["name"], "a name") if "name" in value else ""
    return Actor(_read_short_text(value["id"], "an id"), Role(role), name)
