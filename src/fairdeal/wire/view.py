"""What a viewer is sent: the table, and each event that happens there."""

from typing import Any

from fairdeal.table import events as ev
from fairdeal.table.state import State
from fairdeal.table.view import Viewer, seen, view
from fairdeal.wire.codec import to_document
from fairdeal.wire.commands import command_document
from fairdeal.wire.log import event_document
from fairdeal.wording.dealer import Instruction, instructions


def view_document(
    state: State, viewer: Viewer, coming: list[dict[str, Any]] | None = None
) -> dict[str, Any]:
    """The table as a viewer is sent it, with what comes next in words: the same for everybody, so
    whoever writes for many says it once.
    """
    return {**to_document(view(state, viewer)), "next": coming or next_documents(state)}


def next_documents(state: State) -> list[dict[str, Any]]:
    """What comes next at the table, in words with clauses."""
    return [_instruction(line) for line in instructions(state)]


def _instruction(line: Instruction) -> dict[str, Any]:
    document: dict[str, Any] = {"say": line.say, "clause": line.clause, "by": line.by}
    if line.command is not None:
        document["command"] = command_document(line.command)
    return document


def seen_document(state: State, event: ev.Event, viewer: Viewer) -> dict[str, Any] | None:
    """An event as a viewer is sent it, or None; `state` is the table's when it happened."""
    sent = seen(state, event, viewer)
    return None if sent is None else event_document(sent)
