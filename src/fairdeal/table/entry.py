"""The unit of truth: one accepted command with who gave it, when, and what it led to.

A table's log is an `Opening` and then entries, numbered from 1. Whatever is in them may be
published once the round is over: keys are digests, and no purse is told.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from fairdeal.rulebook.rules import Rules
from fairdeal.table.actors import Actor
from fairdeal.table.commands import Command
from fairdeal.table.events import Event

#: What a log says of itself. A reader knows all formats that there ever were.
FORMAT = 1


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One accepted command. `time` is the table's clock in seconds, `at` the moment that the
    command was decided on (where its giver said so), `key` the digest of its giver's key.
    """

    number: int
    time: int
    by: Actor
    command: Command
    events: tuple[Event, ...]
    at: str | None = None
    key: str | None = None


@dataclass(frozen=True)
class Opening:
    """What a log begins with: the rules with all choices, the meters as they stood, and where the
    cards come from: a `seed`, `first` cards, named from outside, or sealed orders.
    """

    rules: Rules
    meters: Mapping[str, int] = field(default_factory=dict)
    cards: str = "sealed"
    seed: str | None = None
    first: tuple[int, ...] = ()
    table: str = ""
    time: int = 0
    #: The person whose private practice table it is.
    owner: str | None = None
    #: The version of the program that opened the table, and the digest of its files. Logs of early
    #: versions, and of tables without a floor, do not tell it.
    program: tuple[str, str] | None = None
