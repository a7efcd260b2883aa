"""Reads and writes the log of a table: one line of JSON for each entry; the first opens the table.

The state of the table at any entry can be rebuilt from the lines alone. The format has a number,
and logs of older formats stay readable.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from fairdeal.cards import card_text, parse_card
from fairdeal.english import quoted
from fairdeal.errors import BadInputError, FairdealError
from fairdeal.rulebook.money import UNITS, parse_amount, to_json
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import Actor, Role
from fairdeal.table.entry import FORMAT, Entry, Opening
from fairdeal.table.evolve import advance_to, evolve
from fairdeal.table.state import State
from fairdeal.wire.codec import from_document, to_document
from fairdeal.wire.commands import command_document, read_command
from fairdeal.wire.joker_numbers import number_deck_jokers, number_event_jokers
from fairdeal.wire.json import parse_json
from fairdeal.wire.json_line import dump_line, parse_own_line
from fairdeal.wire.rules import read_rules, rules_document

EVENT_TAGS: Final = {str(kind.__struct_config__.tag): kind for kind in ev.EVENTS}


def event_document(event: ev.Event) -> dict[str, Any]:
    """Return an event as JSON, either whole or as a viewer may see it."""
    return to_document(event)


def read_event(state: State, document: Any) -> ev.Event:
    """Return the event of a JSON document; `state` is the table's state before it."""
    name = document.get("event") if isinstance(document, dict) else None
    kind = EVENT_TAGS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise BadInputError(f"there is no event {quoted(name)}")
    event: ev.Event = from_document(kind, document, str(name))
    return number_event_jokers(state, event) if state.rules.game.deck.jokers else event


# Entries ------------------------------------------------------------------------------------------


def actor_document(actor: Actor) -> dict[str, Any]:
    """Return an actor as the log writes it."""
    document: dict[str, Any] = {"id": actor.id, "name": actor.shown, "role": str(actor.role)}
    if actor.automatic:
        document["automatic"] = True
    return document


def entry_document(entry: Entry) -> dict[str, Any]:
    """Return an entry as JSON."""
    document: dict[str, Any] = {
        "entry": entry.number,
        "time": entry.time,
        "by": actor_document(entry.by),
        "command": command_document(entry.command),
    }
    if entry.at is not None:
        document["at"] = entry.at
    if entry.key is not None:
        document["key"] = entry.key
    document["events"] = [to_document(event) for event in entry.events]
    return document


def write_entry(entry: Entry) -> str:
    """Return an entry as a line of a log, without a line feed."""
    return dump_line(entry_document(entry))


def read_entry(state: State, line: str, *, canonical: bool = False) -> Entry:
    """Return the entry of a log's line; `state` is the table's state before it.

    With `canonical` the line is read in a quicker way, which takes other forms of JSON too: the
    caller writes the entry again and compares both texts.
    """
    document = parse_own_line(line) if canonical else parse_json(line)
    jokers = bool(state.rules.game.deck.jokers)
    try:
        by = document["by"]
        actor = Actor(by["id"], Role(by["role"]), by["name"], by.get("automatic", False))
        command: cmd.Command = read_command(state, document["command"])
        events: list[ev.Event] = []
        for one in document["events"]:
            events.append(read_event(state, one))
            if jokers:  # which joker a card is depends on the cards that have left the deck
                state = evolve(state, events[-1])
        return Entry(
            document["entry"],
            document["time"],
            actor,
            command,
            tuple(events),
            document.get("at"),
            document.get("key"),
        )
    except (KeyError, TypeError, IndexError, ValueError) as error:
        if isinstance(error, FairdealError):
            raise BadInputError(f"an entry of the log cannot be read: {error}") from None
        raise BadInputError(
            "a line of the log is not an entry: restore the log from a copy"
        ) from None


class LoggedEntry(NamedTuple):
    """An entry of a log with the table's state before it and after it."""

    before: State
    entry: Entry
    after: State


def read_entries(state: State, lines: Iterable[str]) -> Iterator[LoggedEntry]:
    """Yield the entries of consecutive lines of a log; `state` is the table's before the first."""
    for line in lines:
        entry = read_entry(state, line)
        after = advance_to(state, entry.time, entry.events)
        yield LoggedEntry(state, entry, after)
        state = after


# The opening --------------------------------------------------------------------------------------


def opening_document(opening: Opening) -> dict[str, Any]:
    """Return the first entry of a log as JSON."""
    document: dict[str, Any] = {
        "entry": 0,
        "format": FORMAT,
        "time": opening.time,
        "table": opening.table,
        "rules": rules_document(opening.rules),
        "meters": {n: to_json(units, per_dollar=UNITS) for n, units in opening.meters.items()},
        "cards": opening.cards,
    }
    if opening.seed is not None:
        document["seed"] = opening.seed
    if opening.first:
        document["first"] = [card_text(card) for card in opening.first]
    if opening.owner is not None:
        document["owner"] = opening.owner
    if opening.program is not None:
        version, digest = opening.program
        document["program"] = {"version": version, "digest": digest}
    return document


def write_opening(opening: Opening) -> str:
    """Return the first line of a log, without a line feed."""
    return dump_line(opening_document(opening))


def _program_of(document: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return version and digest of the program that opened a table, where a log tells them."""
    if "program" not in document:
        return None
    version, digest = document["program"]["version"], document["program"]["digest"]
    if not isinstance(version, str) or not isinstance(digest, str):
        raise BadInputError("`program` has a version and a digest")
    return version, digest


def read_opening(line: str) -> Opening:
    """Return the opening that the first line of a log holds."""
    document = parse_json(line)
    if not isinstance(document, dict) or document.get("entry") != 0:
        raise BadInputError("its first line opens no table")
    if document.get("format") != FORMAT:
        found_format = quoted(document.get("format"))
        raise BadInputError(f"the log is of format {found_format}, and this program reads {FORMAT}")
    try:
        rules = read_rules(document["rules"])
        return Opening(
            rules,
            {name: parse_amount(v, per_dollar=UNITS) for name, v in document["meters"].items()},
            document["cards"],
            document.get("seed"),
            number_deck_jokers(
                rules.game.deck, [parse_card(text) for text in document.get("first", [])]
            ),
            document["table"],
            document["time"],
            document.get("owner"),
            _program_of(document),
        )
    except FairdealError as error:
        raise BadInputError(f"the first line of the log cannot be read: {error}") from None
    except (AttributeError, LookupError, TypeError, ValueError):
        raise BadInputError("the first line of the log opens no table") from None
