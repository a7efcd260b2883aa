"""Makes the scene of a table from what a viewer may see, and from the events of its last round."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from fairdeal.cards import Card, card_text
from fairdeal.floor.money.ledger import has_game_accounts
from fairdeal.floor.tables.act_rules import MORE_BELOW_CENTS
from fairdeal.floor.tables.published_table import PublishedTable, VersionedEvent
from fairdeal.rulebook.game import BetOrFold, Reveal
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.rulebook.rules import Rules
from fairdeal.table import events as ev
from fairdeal.table.questions import adjacent
from fairdeal.table.state import (
    CLOSED,
    DEALING,
    OPEN,
    PLAYING,
    State,
    account_cents,
    bound,
    layout_cents,
)
from fairdeal.table.view import HOUSE, PUBLIC, SeatView, View, Viewer, own_seats
from fairdeal.web.live.shared_parts import MadeOnce
from fairdeal.web.pages.table.decision_buttons import decision_buttons
from fairdeal.web.pages.table.headline import headline, phase_of, seat_comes_free
from fairdeal.web.pages.table.scene_types import (
    BetScene,
    BoardScene,
    CardScene,
    MeterScene,
    NextStep,
    NoticeScene,
    PaidRow,
    Scene,
    SeatScene,
)
from fairdeal.web.pages.table.settlement_rows import last_round, paid_rows, void_of
from fairdeal.wire.commands import command_document
from fairdeal.wire.rules_digest import rules_digest
from fairdeal.wording.felt import equal_to, felt_of, inscribed_title
from fairdeal.wording.limits import limits_words
from fairdeal.wording.player import card_name, hand_so_far, meter_title

#: The key has the viewer, and why the table is stopped: that may change on a published table.
_SCENES: Final[MadeOnce[tuple[Viewer, str | None], Scene]] = MadeOnce()
#: The key also has the viewer's chips.
_TEXTS: Final[MadeOnce[tuple[Viewer, str | None, int | None, int], bytes]] = MadeOnce()


def scene(
    table: PublishedTable, viewer: Viewer, balance: int | None = None, elsewhere: int = 0
) -> Scene:
    """Return the scene of a table for a viewer.

    It is made once for all who see the same, and completed with the viewer's own chips: those of
    the purse, and those that lie on other layouts. All are in cents.
    """
    same = _same(table, viewer)
    made = _SCENES.get(table, (same, table.stopped), lambda: _scene(table, same))
    if balance is None:
        return made
    held = balance + elsewhere + layout_cents(table.state, viewer.id)
    more = held < MORE_BELOW_CENTS
    return replace(made, balance=balance, account=own_account(table.state, viewer.id), more=more)


def own_account(state: State, player: str) -> int | None:
    """Return the game account of a player who has a seat at a table with such accounts."""
    if player not in state.purses or not has_game_accounts(state.rules):
        return None
    return account_cents(state, player)


def scene_text(
    table: PublishedTable, viewer: Viewer, balance: int | None = None, elsewhere: int = 0
) -> bytes:
    """Return the scene as JSON text, written once for all who see the same with the same chips."""
    key = (_same(table, viewer), table.stopped, balance, elsewhere)
    return _TEXTS.get(
        table, key, lambda: msgspec.json.encode(scene(table, viewer, balance, elsewhere))
    )


def _same(table: PublishedTable, viewer: Viewer) -> Viewer:
    """Return as whom a viewer sees a scene: without a seat and without a role here, as the public
    does.
    """
    return viewer if viewer.role in HOUSE or own_seats(table.state, viewer) else PUBLIC


def _scene(table: PublishedTable, viewer: Viewer) -> Scene:
    state, rules = table.state, table.state.rules
    shown = table.seen(viewer)
    own = own_seats(state, viewer)
    last = list(last_round(table.recent, viewer))
    paid = tuple(paid_rows(rules, last, own))
    phase = phase_of(state, own)
    steps = tuple(
        NextStep(
            line.say,
            line.by,
            line.clause,
            command_document(line.command) if line.command is not None else None,
        )
        for line in table.instructions()
    )
    buttons, slider = decision_buttons(state, shown, own)
    playing = state.phase is not OPEN
    results = {(row.seat, row.wager): row for row in paid} if playing else {}
    net = sum(row.net for row in paid if row.mine)
    return Scene(
        table=table.id,
        version=shown.version,
        at=shown.at,
        phase=phase,
        round=shown.round,
        headline=headline(table, phase, own),
        clause=steps[0].clause,
        practice=table.practice,
        pace=table.pace if table.owner is not None and table.owner == viewer.id else "",
        skip=_may_skip(table, own),
        back=shown.deck or "red",
        seats=tuple(_seats(state, shown, own, last, results, table.missed)),
        board=tuple(_board(rules, shown)),
        meters=tuple(
            MeterScene(name, meter_title(name), units // UNITS_PER_CENT)
            for name, units in shown.meters.items()
        ),
        buttons=tuple(buttons),
        slider=slider,
        draw=next((a.up_to for a in shown.actions if a.do == "draw" and a.seat in own), None),
        paid=paid,
        net=net if any(row.mine for row in paid) and _is_over(state) else None,
        void=void_of(last, own),
        lit=tuple(_lit(state)),
        commitment=shown.commitment,
        words_round=shown.words_round,
        steps=steps if viewer.role in HOUSE else (),
        stopped=table.stopped or "",
        limits=" · ".join(felt_of(rules).limits) if state.limits_changed else "",
        digest=rules_digest(rules) if state.limits_changed else "",
        notice=_notice(state),
        warns=phase == "bets" and seat_comes_free(table, own),
    )


def _notice(state: State) -> NoticeScene | None:
    notice = state.limits_notice
    return NoticeScene(limits_words(notice), notice.in_force_at) if notice else None


def _may_skip(table: PublishedTable, own: frozenset[int]) -> bool:
    """Return whether a viewer has folded in the round and may skip to its result."""
    state = table.state
    playing = [seat for number in own if (seat := state.seats[number]).in_round]
    folded = bool(playing) and all(seat.folded or seat.out for seat in playing)
    asked = all(seat.player in table.skipping for seat in playing)
    return folded and not asked and state.phase is PLAYING and not _is_over(state)


def _is_over(state: State) -> bool:
    """Return whether a round is settled, although its cards may still be on the table."""
    return state.phase is OPEN or (state.phase is PLAYING and state.current is None)


# Seats and board ----------------------------------------------------------------------------------


def card_scene(card: Card | None) -> CardScene:
    """Return the scene of a card, face up or down."""
    return CardScene(card_name(card), None if card is None else card_text(card))


def _board(rules: Rules, shown: View) -> Iterator[BoardScene]:
    titles = {area.name: area.title or area.name for area in rules.game.areas}
    for name in rules.areas:
        lying = shown.board.get(name)
        cards: tuple[CardScene, ...] = ()
        if lying is not None:
            down = (card_scene(None),) * lying.face_down
            cards = (*(card_scene(card) for card in lying.cards), *down)
        yield BoardScene(name, inscribed_title(titles[name]), cards)


def _lit(state: State) -> Iterator[str]:
    """Return the lines of the board to highlight: that of the open decision's hand, and those whose
    cards are being turned up.
    """
    step = state.current
    for line in state.rules.game.felt.lines:
        match step:
            case BetOrFold():
                hand = state.rules.terms[step.wager].hand
                looked_at = all(map(hand.reads, line.areas))
            case Reveal():
                looked_at = set(step.areas) <= set(line.areas)
            case _:
                looked_at = False
        if looked_at:
            yield line.title


def _seats(
    state: State,
    shown: View,
    own: frozenset[int],
    last: Sequence[VersionedEvent],
    results: dict[tuple[int, str], PaidRow],
    missed: Mapping[int, int],
) -> Iterator[SeatScene]:
    rules = state.rules
    taken = {seat.seat: seat for seat in shown.seats}
    up = {name: lying.cards for name, lying in shown.board.items()}
    words = {one.seat: one.do for one in shown.actions if state.phase is DEALING}
    for number in range(1, rules.seats + 1):
        seat = taken.get(number)
        room = state.phase is not CLOSED and (not own or _may_take_box(rules, own, number))
        if seat is None:
            yield SeatScene(number, free=room)
            continue
        cards = seat.cards
        if cards is not None:
            drawn = tuple(card_scene(card) for card in cards)
        else:
            drawn = (card_scene(None),) * (seat.cards_held or 0)
        open_to = number in own and state.phase is OPEN and bound(state) and not seat.ready
        yield SeatScene(
            number,
            player=seat.player,
            name=seat.name,
            bot=seat.bot,
            free=seat.bot and room,
            mine=number in own,
            turn=number == shown.turn,
            ready=seat.ready and state.phase is OPEN,
            word=words.get(number, "") if number in own else "",
            note=_note(seat) or ("sits out" if number in missed and not seat.wagers else ""),
            hand=hand_so_far(rules, cards, up) if cards else "",
            cards=drawn,
            discards=tuple(_discards(last, number)) if seat.cards_held else (),
            bets=tuple(
                bet
                for bet in _bets(rules, seat, number, results, open_to=open_to)
                # Other players' areas are shown only if they have or had chips.
                if number in own or bet.cents or bet.state
            ),
        )


def _may_take_box(rules: Rules, own: frozenset[int], number: int) -> bool:
    """Return whether a player may take one more box, next to those that he or she has."""
    return len(own) < rules.adjacent_boxes and adjacent([*own, number])


def _note(seat: SeatView) -> str:
    if seat.left:
        return "left"
    if seat.out:
        return "out of the round"
    return "folded" if seat.folded else ""


def _discards(last: Sequence[VersionedEvent], number: int) -> Iterator[CardScene]:
    """Return the discards of a seat in this round, as the viewer may see them."""
    for one in last:
        event = one.event
        if isinstance(event, ev.CardsDiscarded) and event.seat == number:
            yield from map(card_scene, event.cards or (None,) * event.count)


def _bets(
    rules: Rules,
    seat: SeatView,
    number: int,
    results: dict[tuple[int, str], PaidRow],
    *,
    open_to: bool,
) -> Iterator[BetScene]:
    """Return the betting areas of a seat in the order of the layout."""
    offered = {wager.name: wager for wager in rules.wagers}
    for name in (name for row in rules.game.felt.box for name in row if name in offered):
        wager = offered[name]
        row = results.get((number, name))
        state = row.result if row else ""
        if not state:
            state = "taken" if name in (seat.taken or ()) else ""
            state = "back" if name in (seat.withdrawn or ()) else state
        yet = BetScene(
            name,
            wager.title,
            cents=seat.wagers.get(name, 0),
            state=state,
            won=row.net if row and state == "won" else 0,
            slot=wager.progressive,
        )
        if not open_to or name not in rules.to_place:
            yield yet
            continue
        least, most, step, amounts = rules.limits[name]
        yield BetScene(
            name,
            wager.title,
            cents=yet.cents,
            slot=yet.slot,
            open=True,
            least=least,
            most=most,
            step=step,
            amounts=amounts,
            equal=equal_to(rules, name),
            needs=rules.to_place[name][1],
        )
