"""What the clauses of the rule texts ask, one line each, in our own words.

A text's lines lie in `texts/` under its name: `PLACE | what it asks | how it is met`. What a game's
data cite needs no "how": that follows from the data (`fairdeal.wording.clauses`). The rest says
`code FILE:NAME`, `procedure FILE:NAME`, `paper NAME`, `physical WHY`, or `heading` where it only
opens a list. A regulation around the table may also say `as CLAUSE` where a game's text asks the
same, `outside WHY` where it binds somebody else, and `open WHAT` where something is still missing.
"""

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from fairdeal.wording.clauses import Compliance, ComplianceMethod

FOLDER: Final = Path(__file__).with_name("texts")


class ClauseRow(NamedTuple):
    """A line of a text's index: a place, what it asks, and how it is met where that is written."""

    place: str
    asks: str
    met: Compliance | None
    #: The clause of a game's text that asks the same, and is met in the same way.
    same_as: str = ""


@cache
def rows_of(text: str) -> tuple[ClauseRow, ...]:
    """Return the index of a text by its name; an empty one for a text that has no file."""
    path = FOLDER / f"{text}.txt"
    if not path.is_file():
        return ()
    lines = path.read_text(encoding="utf-8").splitlines()
    return tuple(_row(line) for line in lines if line.strip() and not line.startswith("#"))


def _row(line: str) -> ClauseRow:
    place, asks, *how = (part.strip() for part in line.split("|"))
    if how and how[0].startswith("as "):
        return ClauseRow(place, asks, None, how[0].removeprefix("as "))
    return ClauseRow(place, asks, _met(how[0]) if how else None)


def _met(how: str) -> Compliance:
    way, _, rest = how.partition(" ")
    match ComplianceMethod(way):
        case ComplianceMethod.PHYSICAL | ComplianceMethod.OUTSIDE | ComplianceMethod.OPEN as found:
            return Compliance(rest, found, "")
        case ComplianceMethod.PAPER:
            module = rest.replace("-", "_")
            return Compliance("", ComplianceMethod.PAPER, f"papers/{module}.py:{module}_of")
        case found:
            return Compliance("", found, rest)
