"""The results of the wagers of a table's last round, with the reasons."""

from collections.abc import Iterator, Reversible, Sequence
from typing import Final

from fairdeal.floor.tables.published_table import VersionedEvent
from fairdeal.rulebook.game import BetterOf
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.rules import Rules
from fairdeal.table import events as ev
from fairdeal.table.outcome import LOSE, PUSH, WIN, WITHDRAWN, Result, SettlementRow
from fairdeal.table.outcome_events import settlement_row
from fairdeal.table.view import Viewer, event_for
from fairdeal.web.pages.table.scene_types import PaidRow, VoidScene
from fairdeal.wording.payments import payment_title, row_sum

#: The words of a page for the result of a wager.
RESULTS: Final[dict[Result, str]] = {WIN: "won", LOSE: "lost", PUSH: "push", WITHDRAWN: "back"}

#: The least of the rarest hands.
_FLOOR: Final = "straight flush"


#: The events of a round that a scene shows by themselves; it shows the rest as the table's state.
_SHOWN: Final = frozenset(
    {
        *(ev.BetsClosed, ev.HandFolded, ev.CardsDiscarded, ev.BetWithdrawn, ev.WagerReturned),
        *(ev.WagerPaid, ev.WagerLost, ev.EnvyPaid, ev.PaidByHand, ev.RoundVoided),
    }
)


def last_round(recent: Reversible[VersionedEvent], viewer: Viewer) -> Iterator[VersionedEvent]:
    """Yield the events that a scene shows since bets were last closed, as the viewer may see
    them.
    """
    since: list[VersionedEvent] = []
    for one in reversed(recent):
        kind = type(one.event)
        if kind in _SHOWN:
            since.append(one)
        if kind is ev.BetsClosed:
            break
    for version, before, event in reversed(since):
        sent = event_for(before, event, viewer)
        if sent is not None:
            yield VersionedEvent(version, before, sent)


def void_of(last: Sequence[VersionedEvent], own: frozenset[int]) -> VoidScene | None:
    """Return the void of the last round, if it was declared void."""
    voided = ev.first_void(one.event for one in last)
    if voided is None:
        return None
    returned: dict[int, int] = {}
    for one in last:
        if isinstance(one.event, ev.WagerReturned):
            seat = one.event.seat
            returned[seat] = returned.get(seat, 0) + one.event.cents
    back = (
        f"{dollars(cents)} back to {f'you at seat {seat}' if seat in own else f'seat {seat}'}"
        for seat, cents in sorted(returned.items())
    )
    return VoidScene(f"All hands are void: {voided.reason}", voided.clause, tuple(back))


def paid_rows(
    rules: Rules, last: Sequence[VersionedEvent], own: frozenset[int]
) -> Iterator[PaidRow]:
    """Return a row for each wager that was settled or given back, and for each envy payment."""
    if not last or not isinstance(last[0].event, ev.BetsClosed):
        return
    late = {
        event.seat
        for _, _, event in last
        if isinstance(event, ev.HandFolded) and event.cause == "clock"
    }
    for _, before, event in last:
        row = settlement_row(before, event)
        if row is not None:
            yield PaidRow(
                row.seat,
                payment_title(rules.game, row),
                row.stake,
                RESULTS[row.result],
                row.gain,
                f"for seat {row.holder}'s hand" if row.holder else row.hand or "",
                row.pays or "",
                row_sum(row),
                row.clause,
                row.seat in own,
                _areas(rules, row),
                row.wager,
                late=row.why == "clock" or (row.why == "fold" and row.seat in late),
                rare=_is_rare(rules, row),
            )


def _is_rare(rules: Rules, row: SettlementRow) -> bool:
    """Return whether a row is paid for one of the rarest hands of its paytable."""
    if row.result is not WIN or row.wager not in rules.terms:
        return False
    return row.called in rare_hands(rules.terms[row.wager].table)


def rare_hands(table: Paytable) -> frozenset[str]:
    """Return the rarest hands that a paytable pays, by the names that its wager calls them.

    They are a straight flush and what ranks above it. Where the hands are too small for a straight
    flush, it is the best hand that is paid.
    """
    ranking = table.ranking
    paid = [cell for cell, line in enumerate(table.by_cell) if line is not None]
    first = ranking.cells.index(_FLOOR) if _FLOOR in ranking.cells else max(paid, default=0)
    lines = ((cell, table.by_cell[cell]) for cell in paid if cell >= first)
    return frozenset(
        line.hand if ranking.called_by_line else ranking.cells[cell]
        for cell, line in lines
        if line is not None
    )


def _areas(rules: Rules, row: SettlementRow) -> tuple[str, ...]:
    """Return the areas whose cards made the hand of a row; none if no hand decided it."""
    if not row.wager or row.result is WITHDRAWN:
        return ()
    hand = rules.terms[row.wager].hand
    return () if isinstance(hand, BetterOf) else hand.areas
