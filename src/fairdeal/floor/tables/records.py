"""A finished round as anybody may have it: all cards, the secret of the deck, every entry, and the
proof that they stand in the floor's log.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from typing import Any

from msgspec.structs import replace

from fairdeal.cards import card_text
from fairdeal.english import quoted
from fairdeal.errors import BadInputError, UnknownError
from fairdeal.floor.log.floor_entries import state_at
from fairdeal.floor.log.merkle import inclusion_proof
from fairdeal.floor.log.signing import known_signer
from fairdeal.floor.log.store import Store, StoredEntry
from fairdeal.play.fairness import fair_order
from fairdeal.rulebook.game import Spread
from fairdeal.rulebook.money import CENTS, to_json
from fairdeal.table import events as ev
from fairdeal.table.entry import Entry
from fairdeal.table.evolve import advance_to
from fairdeal.table.state import State
from fairdeal.table.walk import walk
from fairdeal.wire.log import read_entries
from fairdeal.wire.state import write_state


def rounds_of(
    store: Store, table: str | None, before: str | None, limit: int
) -> list[dict[str, Any]]:
    """Finished rounds, the newest first; `before` is the id of one that is known already."""
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
    """The record of a round; it is unknown until the round has ended."""
    rows = store.database.execute(
        "SELECT tbl, number, first, last, void FROM rounds WHERE round = ?", [round_id]
    )
    if not rows:
        raise UnknownError(f"no round {quoted(round_id)} has ended")
    table, number, first, last, void = rows[0]
    (opening,) = store.entries(table, last=0)
    # What a table did before its first bet, and the commitment, may stand in the entry that ended
    # the round before.
    entries = list(store.entries(table, first=max(first - 1, 1), last=last))
    before = state_at(store, opening.body, table, first - 1)
    told = told_of(before, _read(before, [one for one in entries if one.number >= first]))
    revealed = told.revealed
    secret = revealed.secrets[-1][1] if revealed and revealed.secrets else None
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
        "entries": [json.loads(one.body) for one in entries],
        "proof": proof(store, [opening, *entries]),
        "before": json.loads(write_state(without_purses(before))),
        "seats": told.seats(),
    }


def records_of(store: Store, table: str) -> Iterator[dict[str, Any]]:
    """The records of all finished rounds of a table, the first one first."""
    run = store.database.execute
    rows = run("SELECT round FROM rounds WHERE tbl = ? ORDER BY leaf", [table])
    if not rows and not run("SELECT 1 FROM tables WHERE tbl = ?", [table]):
        raise BadInputError(f"there is no table {quoted(table)}")
    return (record(store, row[0]) for row in rows)


def without_purses(state: State) -> State:
    """A state that anybody may have: what people won or lost before is theirs."""
    return replace(state, purses=dict.fromkeys(state.purses, 0), gone=0)


def proof(store: Store, entries: Sequence[StoredEntry]) -> dict[str, Any]:
    """That entries are leaves of the floor's tree as it is now; signed, where the floor has a key
    by now.
    """
    size, signer = store.leaves, known_signer(store.database)
    subtree = cache(store.subtree)  # entries that lie close together share most of their proofs
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


class Told:
    """What became of every seat's wagers, from the events of a round."""

    def __init__(self) -> None:
        self.revealed: ev.SecretsRevealed | None = None
        self._seats: dict[int, dict[str, Any]] = {}

    def hear(self, state: State, event: ev.Event) -> None:
        """An event, and the state before it."""
        match event:
            case ev.BetsClosed(seats=seats):
                for number in seats:
                    self._seats[number] = {
                        "seat": number,
                        "player": state.seats[number].player,
                        "wagers": {},
                        "envy": 0,
                        "limited": 0,
                    }
            case ev.WagerPaid():
                stake = state.seats[event.seat].stakes[event.wager]
                won = event.result if event.result == "push" else "win"
                self._seats[event.seat]["limited"] += event.cut
                self._wager(
                    event.seat,
                    event.wager,
                    stake,
                    won,
                    event.hand,
                    event.called,
                    event.pays or None,
                    event.clause,
                    event.cents + event.cut,
                )
            case ev.WagerLost():
                stake = state.seats[event.seat].stakes[event.wager]
                self._wager(
                    event.seat, event.wager, stake, "lose", event.hand, event.called, None, None, 0
                )
            case ev.BetWithdrawn():
                self._wager(
                    event.seat,
                    event.wager,
                    event.cents,
                    "withdrawn",
                    "",
                    "nothing",
                    None,
                    None,
                    event.cents,
                )
            case ev.WagerReturned() if event.seat in self._seats:
                # As `settle` says it: the stake went back. Why, the event tells.
                self._wager(
                    event.seat,
                    event.wager,
                    event.cents,
                    "withdrawn",
                    "",
                    "nothing",
                    None,
                    None,
                    event.cents,
                )
            case ev.EnvyPaid():
                self._seats[event.seat]["envy"] += event.cents
            case ev.SecretsRevealed():
                self.revealed = event
            case ev.RoundEnded():
                self._name_hands(state)
            case _:
                pass

    def _name_hands(self, state: State) -> None:
        """A hand that was folded, or whose bet went back, was not turned up: it is named now."""
        rules = state.rules
        whole = all(len(state.board.get(area, ())) == n for area, n in rules.areas.items())
        for number, seat in self._seats.items():
            cards = state.seats[number].cards if number in state.seats else ()
            if not whole or len(cards) != rules.game.own_cards:
                continue
            for name, wager in seat["wagers"].items():
                if not wager["hand"]:
                    _, spec, table = rules.terms[name]
                    hand = Spread(state.board, cards).hand(spec)
                    line = table.by_cell[hand.cell]
                    by_line = table.ranking.called_by_line
                    called = (line.hand if line else "nothing") if by_line else hand.kind
                    wager.update({"hand": hand.name, "class": called})

    def _wager(
        self,
        seat: int,
        wager: str,
        stake: int,
        result: str,
        hand: str | None,
        called: str | None,
        pays: str | None,
        clause: str | None,
        returned: int,
    ) -> None:
        self._seats[seat]["wagers"][wager] = {
            "stake": stake,
            "result": result,
            "hand": hand,
            "class": called,
            "pays": pays,
            "clause": clause,
            "returned": returned,
            "net": returned - stake,
        }

    def seats(self) -> list[dict[str, Any]]:
        """Every seat of the round, amounts in dollars."""
        told = []
        for seat in self._seats.values():
            net = sum(one["net"] for one in seat["wagers"].values())
            net += seat["envy"] - seat["limited"]
            money = ("stake", "returned", "net")
            wagers = {
                name: {
                    key: to_json(value, per_dollar=CENTS) if key in money else value
                    for key, value in one.items()
                }
                for name, one in seat["wagers"].items()
            }
            told.append(
                {
                    **seat,
                    "wagers": wagers,
                    "envy": to_json(seat["envy"], per_dollar=CENTS),
                    "limited": to_json(seat["limited"], per_dollar=CENTS),
                    "net": to_json(net, per_dollar=CENTS),
                }
            )
        return told


def told_of(state: State, entries: Iterable[Entry]) -> Told:
    """What became of the wagers of a round; `state` is the table's before its first entry."""
    told = Told()
    for entry in entries:
        for before, event, _ in walk(state, entry.events):
            told.hear(before, event)
        state = advance_to(state, entry.time, entry.events)
    return told


def _read(state: State, entries: Sequence[StoredEntry]) -> Iterator[Entry]:
    for one in read_entries(state, (stored.body for stored in entries)):
        yield one.entry
