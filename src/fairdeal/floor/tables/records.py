"""Records of finished rounds, which anybody may have: all cards, the secret of the deck, every
entry, and the proof that the entries are in the floor's log.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Any

from msgspec.structs import replace

from fairdeal.cards import card_text
from fairdeal.english import quoted
from fairdeal.errors import BadInputError, UnknownError
from fairdeal.floor.log.merkle import inclusion_proof
from fairdeal.floor.log.signing import known_signer
from fairdeal.floor.log.store import Store, StoredEntry
from fairdeal.floor.tables.history import state_at
from fairdeal.play.fairness import fair_order
from fairdeal.rulebook.money import to_json
from fairdeal.table import events as ev
from fairdeal.table.outcome_events import seat_outcomes
from fairdeal.table.state import State, deck_in_play
from fairdeal.table.walk import Change, walk_entries
from fairdeal.table.words import words_text
from fairdeal.wire.deal import seat_document
from fairdeal.wire.log import read_entries
from fairdeal.wire.rules_digest import document_digest
from fairdeal.wire.state import write_state


def rounds_of(
    store: Store, table: str | None, before: str | None, limit: int
) -> list[dict[str, Any]]:
    """Return finished rounds, the newest first; with `before`, those that ended before that one."""
    where, values = [], []
    if table is not None:
        where.append("tbl = ?")
        values.append(table)
    if before is not None:
        if not store.database.execute("SELECT 1 FROM rounds WHERE round = ?", [before]):
            raise UnknownError(f"no round {quoted(before)} has ended")
        where.append("leaf < (SELECT leaf FROM rounds WHERE round = ?)")
        values.append(before)
    condition = f"WHERE {' AND '.join(where)} " if where else ""
    rows = store.database.execute(
        f"SELECT round, tbl, number, ended, void FROM rounds {condition}"  # noqa: S608 - own words
        f"ORDER BY leaf DESC LIMIT {int(limit)}",
        values,
    )
    return [
        {"round": row[0], "table": row[1], "number": row[2], "ended": row[3], "void": bool(row[4])}
        for row in rows
    ]


def record(store: Store, round_id: str) -> dict[str, Any]:
    """Return the record of a round; `UnknownError` until the round has ended."""
    rows = store.database.execute(
        "SELECT tbl, number, first, last, void FROM rounds WHERE round = ?", [round_id]
    )
    if not rows:
        raise UnknownError(f"no round {quoted(round_id)} has ended")
    table, number, first, last, void = rows[0]
    (opening,) = store.entries(table, last=0)
    # The commitment may be in the entry that ended the round before.
    entries = list(store.entries(table, first=max(first - 1, 1), last=last))
    before = state_at(store, opening.body, table, first - 1)
    texts = (one.body for one in entries if one.number >= first)
    changes = list(walk_entries(before, (one.entry for one in read_entries(before, texts))))
    revealed = None
    for _, event, _ in changes:
        if isinstance(event, ev.SecretsRevealed):
            revealed = event
    documents = [json.loads(one.body) for one in entries]
    # A secret that was lost is empty.
    secret = (revealed.secrets[-1][1] or None) if revealed and revealed.secrets else None
    words = revealed.words if revealed else ""
    cut = revealed.cut if revealed else None
    order: list[str] | None = None
    if secret is not None:
        deck = before.rules.game.deck
        lay = fair_order(deck, secret, table, round_id, words, cut)
        order = [card_text(card) for card in lay]
    return {
        "round": round_id,
        "table": table,
        "number": number,
        "void": bool(void),
        "rules": opening.body,
        "opening": sha256(opening.body.encode()).hexdigest(),
        "commitment": revealed.secrets[-1][0] if revealed and revealed.secrets else None,
        "secret": secret,
        "words": words,
        "cut": cut,
        "order": order,
        "entries": documents,
        "proof": proof(store, [opening, *entries]),
        "before": json.loads(write_state(without_purses(before))),
        "seats": [seat_document(one) for one in seat_outcomes(changes)],
        "rules_digest": digest_in_force(opening.body, changes[-1].after),
        "approved": before.rules.approved,
        # Real cards are committed to in no protocol.
        "protocol": protocol_of(documents, round_id) if before.commits else None,
        "secrets": secrets_of(changes, revealed),
    }


def digest_in_force(opening: str, state: State) -> str:
    """Return the digest of the rules in force: those of a table's opening, with the limits that
    were changed since.
    """
    document = json.loads(opening)["rules"]
    if (limits := state.limits_changed) is not None:
        document |= {"minimum": to_json(limits.minimum), "maximum": to_json(limits.maximum)}
    return document_digest(document)


def protocol_of(entries: Sequence[Mapping[str, Any]], round_id: str) -> int:
    """Return the protocol of a round: 2 where words are pledged, 1 where they were open only."""
    committed = [
        event.get("protocol", 1)
        for entry in entries
        for event in entry["events"]
        if event["event"] == "deck-committed" and event["round"] == round_id
    ]
    return max(committed, default=1)


def secrets_of(
    changes: Iterable[Change], revealed: ev.SecretsRevealed | None
) -> list[dict[str, str]]:
    """Return every commitment of a round in order, with its secret and the players' words that came
    to it; the last one gives the cards.
    """
    if revealed is None:
        return []
    words = {revealed.secrets[-1][0]: revealed.words} if revealed.secrets else {}
    for before, _, after in changes:
        deck = deck_in_play(before)
        if after.late_order and not before.late_order and deck is not None:
            words[deck.commitment] = words_text(before)
    return [
        {"commitment": bound, "secret": secret, "words": words.get(bound, "")}
        for bound, secret in revealed.secrets
    ]


def records_of(store: Store, table: str) -> Iterator[dict[str, Any]]:
    """Yield the records of all finished rounds of a table, the oldest first."""
    run = store.database.execute
    rows = run("SELECT round FROM rounds WHERE tbl = ? ORDER BY leaf", [table])
    if not rows and not run("SELECT 1 FROM tables WHERE tbl = ?", [table]):
        raise BadInputError(f"there is no table {quoted(table)}")
    return (record(store, row[0]) for row in rows)


def without_purses(state: State) -> State:
    """Return a state for the public, without what each player has bought, won or lost so far."""
    return replace(state, purses=dict.fromkeys(state.purses, 0), bought={}, gone=0)


def proof(store: Store, entries: Sequence[StoredEntry]) -> dict[str, Any]:
    """Return the proof that entries are leaves of the log's tree as it is now. It has a signed
    checkpoint if the floor has a key.
    """
    size, signer = store.leaves, known_signer(store.database)
    subtree = cache(store.subtree)  # entries that are close together share most of their hashes
    return {
        "size": size,
        "root": store.root(size).hex(),
        "entries": [
            {
                "leaf": one.leaf,
                "text": one.body,
                "hashes": [h.hex() for h in inclusion_proof(one.leaf, size, subtree)],
            }
            for one in entries
        ],
        "checkpoint": signer.checkpoint(store) if signer else None,
    }
