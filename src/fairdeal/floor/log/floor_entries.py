"""The entries of the floor's own acts (chips, people, opening, handing over, closing) in its log.

An act is no command at a table. Its entry holds who did it, when, what was done, and the chips that
it moved. `tables.act_rules` says which acts there are and who may do them.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from fairdeal.errors import BadInputError
from fairdeal.floor.log.database import Database
from fairdeal.floor.log.store import Store
from fairdeal.floor.money.ledger import Transfer
from fairdeal.floor.tables.act_rules import COMMAND_LINE, objection
from fairdeal.rulebook.money import UNITS, parse_amount, to_json
from fairdeal.table.actors import Actor
from fairdeal.wire.json_line import dump_line
from fairdeal.wire.log import actor_document


def act_line(
    number: int, time: int, by: Actor, what: Mapping[str, Any], moves: Sequence[Transfer] = ()
) -> str:
    """Return an act as a line of the log, with its transfers; `BadInputError` if it is not allowed.

    The transfers stand in the line because they follow from no event of a table.
    """
    if wrong := objection(what, by, moves):
        raise BadInputError(wrong)
    document = {"floor": number, "time": time, "by": actor_document(by), **what}
    if moves:
        document["moves"] = [
            {
                "from": move.debit,
                "to": move.credit,
                "amount": to_json(move.units, per_dollar=UNITS),
                "what": move.what,
            }
            for move in moves
        ]
    return dump_line(document)


def transfers_in(document: Mapping[str, Any]) -> list[Transfer]:
    """Return the transfers of an act from its document in the log."""
    return [
        Transfer(
            move["from"], move["to"], parse_amount(move["amount"], per_dollar=UNITS), move["what"]
        )
        for move in document.get("moves", ())
    ]


def act_digest(document: Mapping[str, Any], moves: Sequence[Transfer]) -> str:
    """Return the digest of what an act does, which its idempotency key is bound to. Who did it,
    when, and the key itself are not part of it.
    """
    content = [document["act"], document["table"], document["reason"], *moves]
    if document["act"] == "request":
        content += [document["kind"], document["amount"], document["chips"]]
    return sha256(dump_line(content).encode()).hexdigest()


def people_ended_by(what: Mapping[str, Any]) -> set[str]:
    """Return the ids of the people whose accounts an act ends."""
    match what:
        case {"act": "gone", "player": str(who)} | {"act": "revoke", "person": str(who)}:
            return {who}
        case _:
            return set()


def person_reinstated_by(what: Mapping[str, Any]) -> set[str]:
    """Return the id of the person whom an act lets in again."""
    return {what["person"]} if what.get("act") == "reinstate" else set()


def next_act_number(database: Database) -> int:
    """Return the number that the next act of the floor gets."""
    rows = database.execute("SELECT coalesce(max(number) + 1, 0) FROM entries WHERE tbl = ''")
    return int(rows[0][0])


def append_act(database: Database, now: int, what: dict[str, Any]) -> None:
    """Add an act of the command line to the log, inside a transaction, without a server."""
    store = Store(database)
    number = next_act_number(database)
    store.append("", number, number, act_line(number, now, COMMAND_LINE, what))
    store.flush()
    database.notify()
