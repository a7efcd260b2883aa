"""What became of the wagers of a table's last round, and why."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from fairdeal.floor.tables.published_table import VersionedEvent
from fairdeal.rulebook.game import BetterOf
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.rules import Rules
from fairdeal.table import events as ev
from fairdeal.table.outcome import LOSE, PUSH, WIN, WITHDRAWN, Result, SettlementRow
from fairdeal.table.outcome_events import settlement_row
from fairdeal.table.view import Viewer, seen
from fairdeal.web.pages.table.scene_types import PaidRow, VoidScene
from fairdeal.wording.payments import payment_title, row_sum

#: How a page says what became of a wager.
RESULTS: Final[dict[Result, str]] = {WIN: "won", LOSE: "lost", PUSH: "push", WITHDRAWN: "back"}


def last_round(recent: Iterable[VersionedEvent], viewer: Viewer) -> Iterator[VersionedEvent]:
    """What happened since the bets were last closed, as the viewer may see it."""
    since: list[VersionedEvent] = []
    for one in recent:
        if isinstance(one.event, ev.BetsClosed):
            since = []
        since.append(one)
    for version, before, event in since:
        sent = seen(before, event, viewer)
        if sent is not None:
            yield VersionedEvent(version, before, sent)


def void_of(last: Sequence[VersionedEvent], own: frozenset[int]) -> VoidScene | None:
    """A round that was declared void: why, by which clause, and what came back to whom."""
    voided = ev.voided(one.event for one in last)
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
    """A row a wager that was settled or given back, and a payment beside the wagers."""
    if not last or not isinstance(last[0].event, ev.BetsClosed):
        return
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
            )


def _areas(rules: Rules, row: SettlementRow) -> tuple[str, ...]:
    """The areas whose cards made a hand; none where no hand decided."""
    if not row.wager or row.result is WITHDRAWN:
        return ()
    hand = rules.terms[row.wager].hand
    return () if isinstance(hand, BetterOf) else hand.areas
