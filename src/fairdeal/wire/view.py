"""The JSON that viewers of a table receive: the table as a whole, and each event."""

from collections.abc import Iterable
from typing import Any

from fairdeal.table import events as ev
from fairdeal.table.questions import COUNTED
from fairdeal.table.state import State
from fairdeal.table.view import View, Viewer, event_for, own_seat_views, view
from fairdeal.wire.codec import to_document
from fairdeal.wire.commands import command_document
from fairdeal.wire.log import event_document
from fairdeal.wording.dealer import Instruction, instructions


def view_document(state: State, viewer: Viewer) -> dict[str, Any]:
    """Return the table as a viewer may see it, with the next instructions in words."""
    return document_of(view(state, viewer), next_documents(instructions(state)))


def document_of(shown: View, coming: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a view as JSON, with the next instructions, which are the same for all viewers."""
    return {**to_document(shown), "next": coming}


def player_document(state: State, viewer: Viewer, public: dict[str, Any]) -> dict[str, Any]:
    """Return the table as a player may see it, made from what the public sees: the same document as
    `view_document` returns, in a fraction of the time.
    """
    own = {one.seat: to_document(one) for one in own_seat_views(state, viewer)}
    return {
        **public,
        "viewer": str(viewer),
        "seats": [own.get(seat["seat"], seat) for seat in public["seats"]],
        "actions": [action for action in public["actions"] if action["seat"] in own],
    }


def next_documents(lines: Iterable[Instruction]) -> list[dict[str, Any]]:
    """Return instructions for the dealer as JSON. A command that tells a count lacks the number,
    which whoever counts has to find.
    """
    return [_instruction(line) for line in lines]


def _instruction(line: Instruction) -> dict[str, Any]:
    document: dict[str, Any] = {"say": line.say, "clause": line.clause, "by": line.by}
    if line.command is not None:
        document["command"] = {
            name: value
            for name, value in command_document(line.command).items()
            if name != COUNTED.get(type(line.command))
        }
    return document


def seen_document(state: State, event: ev.Event, viewer: Viewer) -> dict[str, Any] | None:
    """Return an event as a viewer may see it, or None; `state` is the table's state before it."""
    sent = event_for(state, event, viewer)
    return None if sent is None else event_document(sent)
