"""Acts of the back office: a report is signed, and a significant event is acknowledged.

Both are checked inside the transaction that writes them, by the log itself. So of two people who
sign the same line at two servers, the second one is refused.
"""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from fairdeal.english import one_of
from fairdeal.errors import BadInputError, Forbidden, Refused
from fairdeal.floor.money.variances import LONGEST_REPORT
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.act_rules import OFFICE, SIGNED_LINES, payout_objection
from fairdeal.floor.tables.chip_requests import require_reason
from fairdeal.rulebook.money import CENTS, to_json
from fairdeal.table.actors import DEALER, FLOOR, OPERATOR, Actor
from fairdeal.wire.json import parse_json

if TYPE_CHECKING:
    from fairdeal.floor.floor import Floor
    from fairdeal.floor.tables.pending_acts import DuePayout

_DIGEST: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)


def sign_report(
    floor: "Floor", person: Person, report: str, asked: Mapping[str, str], digest: str, line: str
) -> None:
    """Write into the log that a person has signed a line of a report, by the report's digest.

    Each line is signed once, and each by another person, under whatever role.
    """
    by = _worker(floor, person)
    if line not in SIGNED_LINES:
        raise BadInputError(f"a report has the lines {one_of(SIGNED_LINES)}")
    if not _DIGEST.fullmatch(digest):
        raise BadInputError("the digest of a report is 64 digits from 0 to f")
    known = {
        act["line"]: act["by"]
        for act in _acts(floor, f'"act":"sign",%"digest":"{digest}",')
        if act["digest"] == digest
    }
    if line in known:
        raise Refused(f"the line is signed already, by {known[line]['name']}", None)
    if any(one["id"] == by.id for one in known.values()):
        raise Refused("one person signs one line of a report: it takes a second person", None)
    what = {"act": "sign", "report": report, "asked": dict(asked), "digest": digest, "line": line}
    floor.record_act(what, by)


def acknowledge(floor: "Floor", person: Person, event: int) -> None:
    """Write into the log that a person has seen a significant event, by its entry's place."""
    by = _worker(floor, person)
    if not 0 <= event < floor.store.leaves:
        raise BadInputError("a significant event is named by the place of its entry in the log")
    for act in _acts(floor, f'"act":"acknowledge","event":{event}}}'):
        if act["event"] == event:
            raise Refused(f"{act['by']['name']} has acknowledged it before", None)
    floor.record_act({"act": "acknowledge", "event": event}, by)


def close_investigation(floor: "Floor", person: Person, day: str, of: str, note: str) -> None:
    """Write into the log what an investigation of a result outside of its 95 % interval found."""
    by = _worker(floor, person)
    if not note.strip() or len(note) > LONGEST_REPORT:
        raise BadInputError(f"say what was found in up to {LONGEST_REPORT} characters")
    floor.record_act({"act": "investigation", "day": day, "of": of, "note": note.strip()}, by)


def sign_payout(floor: "Floor", person: Person, payout: str, cents: int, line: str) -> None:
    """Write into the log that a person has signed a line of a payout document."""
    floor.require_active(person.id, person.name)
    roles = [role for role in (OPERATOR, FLOOR, DEALER) if role in person.roles]
    if not roles:
        raise Forbidden("dealers, floorpersons and the operator sign payout documents")
    by = Actor(person.id, roles[0], person.name)
    table, due = _due(floor, payout)
    if due is not None:
        cents, known, player = due.cents, due.signers, due.player
    else:
        player, known = (
            "",
            {
                act["line"]: act["by"]["id"]
                for act in _acts(floor, '"act":"payout",')
                if act["payout"] == payout
            },
        )
    wrong = payout_objection(line, cents, by, known, player)
    if wrong is not None:
        raise Refused(wrong, "COMAR 36.05.03.23")
    amount = to_json(cents, per_dollar=CENTS)
    what = {"act": "payout", "payout": payout, "amount": amount, "line": line}
    floor.record_act({**what, "table": table} if due is not None else what, by)


def void_payout(floor: "Floor", person: Person, payout: str, reason: str) -> None:
    """Void the document of a payout that is not paid yet: it is prepared and signed anew."""
    by = floor.supervisor(person)
    require_reason(reason)
    table, due = _due(floor, payout)
    if due is None:
        raise Refused("no payout of this number waits for signatures", "COMAR 36.05.03.23E(8)(c)")
    if wrong := void_objection(due.signers, by, due.player):
        raise Refused(wrong, "COMAR 36.05.03.23E(8)(c)")
    what = {"act": "void-payout", "table": table, "payout": payout, "reason": reason}
    floor.record_act(what, by)


def void_objection(signed: Mapping[str, str], by: Actor, player: str) -> str | None:
    """Return why somebody may not void the document of a payout; None if he or she may."""
    if by.id == player:
        return "whoever is paid voids no payout document"
    return None if signed else "nobody has signed this document: there is nothing to void"


def _due(floor: "Floor", payout: str) -> "tuple[str, DuePayout | None]":
    """Return the table and the payout of a number that waits for signatures."""
    for live in floor.tables.values():
        if found := live.pending.payout(payout):
            return live.id, found
    return "", None


def _acts(floor: "Floor", written: str) -> list[dict[str, Any]]:
    """Return the acts of the floor whose lines have something in them, the queued ones too."""
    rows = floor.store.query(
        "SELECT body FROM entries WHERE tbl = '' AND body LIKE ? ORDER BY number", [f"%{written}%"]
    )
    return [parse_json(body) for (body,) in rows]


def _worker(floor: "Floor", person: Person) -> Actor:
    floor.require_active(person.id, person.name)
    for role in OFFICE:
        if role in person.roles:
            return Actor(person.id, role, person.name)
    raise Forbidden("this is for floorpersons, auditors and the operator")
