"""The finished rounds of a floor as rows of `fairdeal-round-1`."""

from collections.abc import Iterable, Iterator

from fairdeal import __version__
from fairdeal.cards import Card, cards_text
from fairdeal.floor.log.store import Store
from fairdeal.floor.people.own_play import PlayedRound
from fairdeal.floor.tables.history import state_at
from fairdeal.simulate.history import SCHEMA, RoundRow, WagerRow
from fairdeal.table import events as ev
from fairdeal.table.outcome import WITHDRAWN
from fairdeal.table.outcome_events import seat_outcomes
from fairdeal.table.state import PLAYING, State
from fairdeal.table.walk import Change, walk_entries
from fairdeal.wire.log import read_entries
from fairdeal.wire.rules_digest import rules_digest

_SECONDS_OF_A_DAY = 86_400


def round_rows(store: Store, day: int | None = None) -> Iterator[RoundRow]:
    """Yield the rows of all finished rounds in the order of the log, but for void ones; with `day`,
    a number of days since 1970, those that ended on that day (UTC).
    """
    found = store.database.execute(
        "SELECT round, tbl, number, first, last, ended FROM rounds WHERE void = 0 ORDER BY leaf"
    )
    for round_id, table, number, first, last, ended in found:
        if day is None or ended // _SECONDS_OF_A_DAY == day:
            yield from _rows(_changes(store, table, first, last), round_id, table, number, ended)


def rows_of_player(store: Store, player: str, rounds: Iterable[PlayedRound]) -> Iterator[RoundRow]:
    """Yield the rows of one player in some rounds, a row for each box."""
    for one in rounds:
        changes = _changes(store, one.table, one.first, one.last)
        rows = _rows(changes, one.round, one.table, one.number, one.ended)
        yield from (row for row in rows if row.player == player)


def _changes(store: Store, table: str, first: int, last: int) -> list[Change]:
    (opening,) = store.entries(table, last=0)
    before = state_at(store, opening.body, table, first - 1)
    texts = (one.body for one in store.entries(table, first=first, last=last))
    return list(walk_entries(before, (one.entry for one in read_entries(before, texts))))


def _rows(
    changes: list[Change], round_id: str, table: str, number: int, ended: int
) -> Iterator[RoundRow]:
    last = next(before for before, event, _ in changes if isinstance(event, ev.RoundEnded))
    rules = last.rules
    board = tuple(card for area in rules.areas for card in last.board.get(area, ()))
    dealt, decisions = _decisions(changes)
    for outcome in seat_outcomes(changes):
        seat = last.seats.get(outcome.seat)
        if seat is None:
            continue  # the player has left and nobody sits there any more
        wagers = tuple(
            WagerRow(
                row.wager,
                row.stake,
                str(row.result),
                ""
                if row.result is WITHDRAWN or (seat.folded and not _side(last, row.wager))
                else row.called or "",
                row.paid,
                row.limited,
            )
            for row in outcome.rows
        )
        yield RoundRow(
            schema=SCHEMA,
            source="floor",
            version=__version__,
            game=rules.game.name,
            jurisdiction=rules.game.jurisdiction,
            rules=rules_digest(rules),
            seed=None,
            table=table,
            round=round_id,
            number=number,
            ended=ended,
            seat=outcome.seat,
            player=outcome.player,
            dealt=dealt.get(outcome.seat, seat.cards),
            cards=seat.cards,
            board=board,
            decisions=tuple(decisions.get(outcome.seat, ())),
            folded=seat.folded or "",
            wagers=wagers,
            staked=sum(row.stake for row in wagers),
            returned=sum(row.returned for row in wagers),
            envy=outcome.envy,
            net=outcome.net,
        )


def _side(state: State, wager: str) -> bool:
    return state.rules.game.wager[wager].optional


def _decisions(
    changes: list[Change],
) -> tuple[dict[int, tuple[Card, ...]], dict[int, list[str]]]:
    """Return the cards of each seat at its first decision, and its decisions."""
    dealt: dict[int, tuple[Card, ...]] = {}
    found: dict[int, list[str]] = {}
    for before, event, _ in changes:
        if before.phase is not PLAYING:
            continue
        match event:
            case ev.BetRode():
                words = "ride"
            case ev.BetWithdrawn():
                words = "withdraw"
            case ev.HandFolded():
                words = "fold"
            case ev.WagerPlaced():
                words = f"{event.wager} {event.cents}"
            case ev.CardsDiscarded():
                words = f"draw {cards_text(sorted(event.cards or ()))}".strip()
            case _:
                continue
        dealt.setdefault(event.seat, before.seats[event.seat].cards)
        found.setdefault(event.seat, []).append(words)
    return dealt, found
