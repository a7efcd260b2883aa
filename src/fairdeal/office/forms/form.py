"""A form of the back office: fields, chips by denomination, signatures, and what it says in words.

Every rendering (JSON, PDF) is made from this value. The digest is that of its canonical JSON.
"""

from hashlib import sha256
from typing import Any, Final

import msgspec

from fairdeal import __version__
from fairdeal.floor.money.denominations import DENOMINATIONS
from fairdeal.office.book.book import Book
from fairdeal.office.book.facts import Signature, Where
from fairdeal.office.report import Kind, iso_time, json_cell, shown_cell
from fairdeal.office.reports.statistical import game_title
from fairdeal.program import program_digest
from fairdeal.rulebook.money import CENTS, to_json
from fairdeal.table.actors import Role
from fairdeal.wire.json_line import dump_bytes

#: What a form says of a line that nobody has signed.
UNSIGNED: Final = "not signed yet"


class FormLine(msgspec.Struct, frozen=True):
    """A line for a signature: what it is for, and who has signed it, with role and number."""

    title: str
    name: str = ""
    role: str = ""
    number: str = ""
    time: int | None = None


class OfficeForm(msgspec.Struct, frozen=True):
    """A form that was filled in on a floor."""

    name: str
    id: str
    title: str
    fields: tuple[tuple[str, str], ...]
    lines: tuple[FormLine, ...]
    citation: str
    #: The chips, as the log has them, where the form is about chips.
    chips: tuple[tuple[str, int], ...] | None = None
    #: Whole texts that somebody wrote, each with its title.
    texts: tuple[tuple[str, str], ...] = ()
    #: What is written across it, such as `Void`.
    mark: str = ""
    #: Who gets a part of it.
    parts: tuple[str, ...] = ()

    @property
    def waits_for(self) -> tuple[str, ...]:
        """Return the lines that are still to be signed."""
        if self.mark == VOID:
            return ()
        return tuple(line.title for line in self.lines if not line.name)

    @property
    def amounts(self) -> tuple[tuple[str, int, int], ...]:
        """Return each denomination with the number of its chips and their value in cents."""
        values = {str(to_json(value, per_dollar=CENTS)): value for value in DENOMINATIONS}
        return tuple((text, number, values[text] * number) for text, number in self.chips or ())

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the canonical JSON, in hex."""
        return sha256(dump_bytes(self._content())).hexdigest()

    def document(self) -> dict[str, Any]:
        """Return the form as JSON has it, with its digest and the program that made it."""
        program = {"version": __version__, "digest": program_digest()}
        return {**self._content(), "digest": self.digest, "program": program}

    def _content(self) -> dict[str, Any]:
        amounts = self.amounts
        chips = [
            {"denomination": f"${text}", "number": number, "amount": _dollars(cents)}
            for text, number, cents in amounts
        ]
        return {
            "form": self.name,
            "id": self.id,
            "title": self.title,
            "mark": self.mark,
            "open": bool(self.waits_for),
            "fields": [{"field": field, "value": value} for field, value in self.fields],
            "chips": chips,
            "total": None if self.chips is None else _dollars(sum(one[2] for one in amounts)),
            "texts": [{"title": title, "text": text} for title, text in self.texts],
            "signatures": [
                {
                    "line": line.title,
                    "by": line.name,
                    "role": line.role,
                    "number": line.number,
                    "time": None if line.time is None else iso_time(line.time),
                }
                for line in self.lines
            ],
            "parts": list(self.parts),
            "citation": self.citation,
        }


VOID: Final = "Void"


def _dollars(cents: int) -> Any:
    return json_cell(Kind.MONEY, cents)


def place_fields(book: Book, where: Where) -> tuple[tuple[str, str], ...]:
    """Return the fields that most forms begin with: day, shift, time, game and table."""
    table = book.tables[where.table]
    named = table.name if table.name == table.id else f"{table.name} ({table.id})"
    return (
        ("Gaming day", where.day.isoformat()),
        ("Shift", where.shift),
        ("Time (UTC)", shown_cell(Kind.TIME, where.time)),
        ("Game", game_title(table)),
        ("Table", named),
    )


def line_of(title: str, signed: Signature | None, automatic: str = "") -> FormLine:
    """Return a line with a signature, or an empty one. `automatic` names who signs where no person
    does.
    """
    if signed is None:
        return FormLine(title)
    if signed.automatic:
        return FormLine(title, automatic or "automatic pair", time=signed.time)
    return FormLine(title, signed.name, role_words(signed.role), signed.by, signed.time)


def role_words(role: str) -> str:
    """Return a role as a form names it."""
    words = Role(role).words if role in {str(one) for one in Role} else role
    return words.removeprefix("the ").removeprefix("a ").removeprefix("an ")
