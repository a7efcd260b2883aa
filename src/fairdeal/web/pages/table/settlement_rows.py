"""What became of the wagers of a table's last round, and why."""

from collections.abc import Iterable, Iterator, Sequence

from fairdeal.floor.tables.published_table import VersionedEvent
from fairdeal.rulebook.game import BetterOf
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.rules import Rules
from fairdeal.table import events as ev
from fairdeal.table.view import Viewer, seen
from fairdeal.web.pages.table.scene_types import PaidRow, VoidScene
from fairdeal.wording.player import payment_sum


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
    voided = next((one.event for one in last if isinstance(one.event, ev.RoundVoided)), None)
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
    """A row a wager that was settled or given back."""
    if not last or not isinstance(last[0].event, ev.BetsClosed):
        return
    wager = rules.game.wager
    for _, before, event in last:
        match event:
            case ev.WagerPaid():
                stake = before.seats[event.seat].stakes[event.wager]
                yield PaidRow(
                    event.seat,
                    wager[event.wager].title,
                    stake,
                    "won" if event.result == "win" else "push",
                    event.cents - stake,
                    event.hand,
                    event.pays,
                    payment_sum(stake, event.cents, event.pays, event.cut),
                    event.clause,
                    event.seat in own,
                    _areas(rules, event.wager),
                    event.wager,
                )
            case ev.WagerLost():
                yield PaidRow(
                    event.seat,
                    wager[event.wager].title,
                    event.cents,
                    "lost",
                    -event.cents,
                    event.hand or "",
                    clause=event.clause,
                    mine=event.seat in own,
                    areas=_areas(rules, event.wager),
                    wager=event.wager,
                )
            case ev.BetWithdrawn() | ev.WagerReturned():
                yield PaidRow(
                    event.seat,
                    wager[event.wager].title,
                    event.cents,
                    "back",
                    0,
                    sum=f"{dollars(event.cents)} back",
                    clause=getattr(event, "clause", None),
                    mine=event.seat in own,
                    wager=event.wager,
                )
            case ev.PaidByHand():
                yield PaidRow(
                    event.seat,
                    "By hand",
                    0,
                    "won",
                    event.cents,
                    sum=f"{dollars(event.cents)} paid by hand: {event.reason}",
                    mine=event.seat in own,
                )
            case ev.EnvyPaid():
                words = f"for seat {event.holder}'s hand"
                yield PaidRow(
                    event.seat,
                    "Envy Bonus",
                    0,
                    "won",
                    event.cents,
                    words,
                    clause=event.clause,
                    mine=event.seat in own,
                )


def _areas(rules: Rules, wager: str) -> tuple[str, ...]:
    hand = rules.terms[wager].hand
    return () if isinstance(hand, BetterOf) else hand.areas
