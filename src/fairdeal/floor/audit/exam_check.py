"""Check of the exams of the school: what an examiner has signed is in the log, with a digest."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from fairdeal.english import quoted
from fairdeal.errors import BadEntryError
from fairdeal.floor.audit.findings import bytes_of, require
from fairdeal.floor.audit.roster import Roster
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.schema import has_exams
from fairdeal.table.actors import Actor


class _Signed(NamedTuple):
    leaf: int
    time: int
    by: Actor
    what: Mapping[str, Any]


class ExamCheck:
    """The exams that acts of the log have signed so far, and those in the database at the end."""

    def __init__(self) -> None:
        self._signed: dict[str, _Signed] = {}

    def apply(
        self, leaf: int, time: int, what: Mapping[str, Any], by: Actor, roster: Roster
    ) -> None:
        """Check and follow an act that signs an exam."""
        roster.require_known(what["person"])
        require(by.id != what["person"], "nobody examines himself or herself")
        require(isinstance(what["passed"], bool), "a table test is passed, or it is not")
        roster.note_table_test(what)
        require(what["exam"] not in self._signed, "the exam that it signs is signed already")
        self._signed[what["exam"]] = _Signed(leaf, time, by, what)

    def check_rows(self, database: Database, last: int) -> None:
        """Check the rows of exams against the log; `last` is the last leaf of the log.

        What nobody has signed proves nothing, and is only not to look signed.
        """
        missing = dict(self._signed)
        text = bytes_of(database, "document")
        select = (
            "SELECT exam, person, kind, role, game, place, done, leaf, examiner, signed, passed, "  # noqa: S608 - own words
            f"{text} FROM exams ORDER BY exam"
        )
        for exam, *about, document in database.execute(select) if has_exams(database) else ():
            signed = missing.pop(exam, None)
            if signed is None:
                *_, leaf, examiner, time, passed = about
                if (leaf, examiner, time, passed) != (None, None, None, 0):
                    reason = f"the exam {quoted(exam)} is signed, and not in the log"
                    raise BadEntryError(last, reason)
            elif tuple(about) != _row_of(signed) or _digest(document) != signed.what["document"]:
                raise BadEntryError(signed.leaf, "the exam that it signs differs from the log")
        for signed in missing.values():
            raise BadEntryError(signed.leaf, "the exam that it signs is missing")


def _row_of(signed: _Signed) -> tuple[object, ...]:
    """Return the row of a signed exam, from `person` to `passed`."""
    what = signed.what
    about = (what["person"], "exam", what["role"], what["game"], what["jurisdiction"], 1)
    return (*about, signed.leaf, signed.by.shown, signed.time, int(what["passed"]))


def _digest(document: object) -> str:
    return sha256(document).hexdigest() if isinstance(document, bytes) else ""
