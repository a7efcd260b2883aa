"""What waits for a second person beside a table's commands, as the console and the wall draw it:
requests for chips, counts of a table that closes, and the fill that a payment needs first.
"""

from typing import Final

from fairdeal.errors import Forbidden, Refused
from fairdeal.floor.money.ledger import event_transfers
from fairdeal.floor.money.tray import fill_needed
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.permission import worker_role
from fairdeal.floor.tables.act_rules import PAYOUT_LINES, payout_objection
from fairdeal.floor.tables.chip_requests import SLIP_LINES, second_objection, signature_objection
from fairdeal.floor.tables.inventory_counts import OF, count_objection
from fairdeal.floor.tables.pending_acts import ChipRequest, DuePayout, InventoryCount
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import UNITS_PER_CENT, dollars
from fairdeal.table import commands as cmd
from fairdeal.table.actors import AUTOMATIC_DEALER, DEALER, Actor
from fairdeal.table.dry_run import SECOND, dry_runs
from fairdeal.table.next_step import next_command
from fairdeal.table.state import OPEN
from fairdeal.web.pages.table.scene_types import ScenePart

_TITLES: Final = {"fill": "Fill", "credit": "Credit"}


class SlipLineScene(ScenePart, frozen=True):
    """A line of a slip: who has signed it, or whether the viewer may sign it now."""

    line: str
    by: str = ""
    may: bool = False


class RequestScene(ScenePart, frozen=True):
    """A fill or a credit that waits. `why` says why the viewer may not confirm it."""

    asked: str
    words: str
    chips: dict[str, int]
    confirms: bool = False
    voids: bool = False
    why: str = ""
    lines: tuple[SlipLineScene, ...] = ()


class InventoryScene(ScenePart, frozen=True):
    """A count of the open table that waits for a second person: what is counted, and by whom."""

    of: str
    by: str
    #: Whether the viewer has counted.
    here: bool = False


class PayoutScene(ScenePart, frozen=True):
    """A payout whose document waits for signatures, with its lines."""

    payout: str
    words: str
    lines: tuple[SlipLineScene, ...] = ()
    voids: bool = False


class PendingScene(ScenePart, frozen=True):
    """What waits at one table."""

    requests: tuple[RequestScene, ...] = ()
    #: Who has counted the table to close it, and whether that was the viewer.
    counted_by: str = ""
    counted_here: bool = False
    #: The decks that are counted, and whether the viewer may count now.
    decks: tuple[str, ...] = ()
    counts: bool = False
    #: The fill that the next payment needs, in cents, and whether the viewer may ask for it.
    fill: int = 0
    asks: bool = False
    #: A count of the open table that waits, and the counts that the viewer may make now.
    inventory: InventoryScene | None = None
    open_counts: tuple[str, ...] = ()
    payouts: tuple[PayoutScene, ...] = ()


def pending_worker(table: PublishedTable, person: Person | None) -> Actor | None:
    """Return as whom a person sees what waits at a table; None if he or she does not work there.

    While nothing waits that somebody has signed, all with the same role see the same, and the actor
    has neither id nor name.
    """
    by = _worker(table, person)
    pending = table.pending
    if by is None or pending.requests or pending.counted or pending.inventory or pending.payouts:
        return by
    return Actor("", by.role)


def pending_scene(table: PublishedTable, by: Actor | None) -> PendingScene:
    """Return what waits at a table for a person who works there, and for others if `by` is None."""
    pending, state = table.pending, table.state
    counted = pending.counted
    between = state.phase is OPEN and not (state.asked or state.differs)
    fill = next_fill(table)
    return PendingScene(
        tuple(_request(one, by) for one in pending.requests),
        counted.by.name if counted else "",
        counted is not None and by is not None and counted.by.id == by.id,
        tuple(deck.color for deck in state.decks),
        by is not None and table.dealer == "person" and between and not table.closed,
        fill,
        bool(fill) and by is not None and all(one.kind != "fill" for one in pending.requests),
        _inventory(pending.inventory, by),
        _open_counts(table) if by is not None else (),
        tuple(_payout(state.rules.game, one, by) for one in pending.payouts),
    )


def _payout(game: Game, due: DuePayout, by: Actor | None) -> PayoutScene:
    signed = {line: who.name for line, who in due.signed}

    def may(line: str) -> bool:
        if by is None:
            return False
        return payout_objection(line, due.cents, by, due.signers, due.player) is None

    lines = tuple(SlipLineScene(line, signed.get(line, ""), may(line)) for line in PAYOUT_LINES)
    voids = by is not None and by.role is not DEALER and bool(signed) and by.id != due.player
    _, seat, wager = due.id.rsplit(".", 2)
    words = (
        f"Payout {due.id}: {dollars(due.cents)} to seat {seat} for {game.wager[wager].title}, "
        "held until its document is signed"
    )
    return PayoutScene(due.id, words, lines, voids)


def _inventory(count: InventoryCount | None, by: Actor | None) -> InventoryScene | None:
    if count is None:
        return None
    return InventoryScene(count.of, count.by.name, by is not None and by.id == count.by.id)


def _open_counts(table: PublishedTable) -> tuple[str, ...]:
    """Return what people may count of a table that stays open."""
    if table.dealer != "person" or table.closed:
        return ()
    return tuple(one for one in OF if count_objection(table.state, table.pending, one) is None)


def _worker(table: PublishedTable, person: Person | None) -> Actor | None:
    if person is None or table.closed or table.stopped:
        return None
    try:
        return worker_role(table.state, table.dealer, person)
    except Forbidden:
        return None


def _request(request: ChipRequest, by: Actor | None) -> RequestScene:
    words = f"{_TITLES[request.kind]} of {dollars(request.cents)}, asked by {request.by.name}"
    wrong = second_objection(request, by) if by else "it waits for a second person"
    own = by is not None and (by.role is not DEALER or by.id == request.by.id)
    return RequestScene(
        request.id,
        f"{words}: {request.reason}",
        dict(request.chips),
        wrong is None,
        own,
        "" if wrong is None else f"{wrong[:1].upper()}{wrong[1:]}.",
        tuple(_line(request, line, by) for line in SLIP_LINES),
    )


def _line(request: ChipRequest, line: str, by: Actor | None) -> SlipLineScene:
    signed = next((who.name for one, who in request.signed if one == line), "")
    may = by is not None and signature_objection(request, line, by) is None
    return SlipLineScene(line, signed, may)


def next_fill(table: PublishedTable) -> int:
    """Return the fill in cents that the payment of the next step needs; 0 if it needs none."""
    state = table.state
    if table.closed or table.stopped:
        return 0
    command = next_command(state)
    if not isinstance(command, cmd.Settle | cmd.Confirm):
        return 0
    by = SECOND if isinstance(command, cmd.Confirm) else AUTOMATIC_DEALER
    try:
        runs = dry_runs(state, command, by)
    except Refused:
        return 0
    held = table.tray * UNITS_PER_CENT
    needed = 0
    for run in runs:
        moves = [
            move
            for before, event, _ in run.changes
            for move in event_transfers(table.id, before, event)
        ]
        needed = max(needed, fill_needed(table.id, held, moves))
    return needed
