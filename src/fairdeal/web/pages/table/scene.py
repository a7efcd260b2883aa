"""A scene is set: from what a viewer may see of a table, and what happened in its last round."""

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from msgspec.structs import replace

from fairdeal.cards import Card, card_text
from fairdeal.floor.tables.act_rules import MORE_BELOW_CENTS
from fairdeal.floor.tables.published_table import PublishedTable, VersionedEvent
from fairdeal.rulebook.game import BetOrFold, Call, Draw, Reveal, Settle, TakeBack
from fairdeal.rulebook.money import CENTS, UNITS_PER_CENT, dollars, to_json
from fairdeal.rulebook.rules import Rules
from fairdeal.table import events as ev
from fairdeal.table.legal import Action
from fairdeal.table.questions import adjacent
from fairdeal.table.state import CLOSED, DEALING, OPEN, PLAYING, State, bound
from fairdeal.table.view import HOUSE, PUBLIC, SeatView, View, Viewer, own_seats, view
from fairdeal.web.pages.made_once import MadeOnce
from fairdeal.web.pages.table.scene_types import (
    BetScene,
    BoardScene,
    Button,
    CardScene,
    MeterScene,
    PaidRow,
    Phase,
    Scene,
    SeatScene,
    Slider,
    Step,
)
from fairdeal.web.pages.table.settlement_rows import last_round, paid_rows, void_of
from fairdeal.wire.commands import command_document
from fairdeal.wording.dealer import instructions
from fairdeal.wording.felt import equal_to, inscribed_title
from fairdeal.wording.player import card_name, decision_question, hand_so_far, meter_title

#: By viewer, and why the table is stopped: a published table may be stopped later.
_SCENES: Final[MadeOnce[tuple[Viewer, str | None], Scene]] = MadeOnce()


def scene(face: PublishedTable, viewer: Viewer, balance: int | None = None) -> Scene:
    """The table as a viewer's page draws it: made once for all who see the same, and completed with
    the viewer's own chips.
    """
    # Whoever has no seat and no role here sees what everybody sees.
    same = viewer if viewer.role in HOUSE or own_seats(face.state, viewer) else PUBLIC
    made = _SCENES.get(face, (same, face.stopped), lambda: _scene(face, same))
    if balance is None:
        return made
    return replace(made, balance=balance, more=balance < MORE_BELOW_CENTS)


def _scene(face: PublishedTable, viewer: Viewer) -> Scene:
    state, rules = face.state, face.state.rules
    shown = view(state, viewer)
    own = own_seats(state, viewer)
    last = list(last_round(face.recent, viewer))
    paid = tuple(paid_rows(rules, last, own))
    phase = phase_of(state, own)
    steps = tuple(
        Step(
            line.say,
            line.by,
            line.clause,
            command_document(line.command) if line.command is not None else None,
        )
        for line in instructions(state)
    )
    buttons, slider = _buttons(state, shown, own)
    playing = state.phase is not OPEN
    results = {(row.seat, row.wager): row for row in paid} if playing else {}
    net = sum(row.net for row in paid if row.mine)
    return Scene(
        table=face.id,
        version=shown.version,
        at=shown.at,
        phase=phase,
        round=shown.round,
        headline=headline(face, phase, own),
        clause=steps[0].clause,
        practice=face.practice,
        back=shown.deck or "red",
        seats=tuple(_seats(state, shown, own, last, results)),
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
        steps=steps if viewer.role in HOUSE else (),
        stopped=face.stopped or "",
    )


# What is on ---------------------------------------------------------------------------------------


def phase_of(state: State, own: frozenset[int]) -> Phase:
    """What is on, as a player would say it."""
    if state.phase is CLOSED:
        return "closed"
    if state.phase is OPEN:
        return "bets" if own and bound(state) else "waiting"
    if state.phase is DEALING:
        return "dealing"
    match step := state.current:
        case TakeBack() | BetOrFold() | Draw() if not state.replacing:
            return "mine" if state.turn in own and not waits_for_floor(state) else "others"
        case Reveal():
            return "reveals"
        case TakeBack() | BetOrFold() | Draw() | Call():
            return "dealing"
        case Settle() | None:  # after the last step the cards lie there until they are cleared
            return "settling"
        case _:
            assert_never(step)


def _is_over(state: State) -> bool:
    """Whether all of a round is settled, though its cards may still lie there."""
    return state.phase is OPEN or (state.phase is PLAYING and state.current is None)


def waits_for_floor(state: State) -> bool:
    """Whether nothing goes on before the floorperson has spoken."""
    return state.phase is not CLOSED and bool(state.asked or state.differs)


def headline(face: PublishedTable, phase: Phase, own: frozenset[int]) -> str:
    """The sentence over everything: whose turn it is, what is waited for."""
    state = face.state
    turn = state.seats.get(state.turn) if state.turn else None
    at_seat = f" at seat {state.turn}" if len(own) > 1 else ""
    if waits_for_floor(state):
        return "The table waits for the floorperson"
    match phase:
        case "closed":
            return "The table is closed"
        case "mine":
            return f"Your turn{at_seat}: {decision_question(state.rules.game, state.current)}"
        case "others":
            return f"Seat {state.turn} decides{f': {turn.name}' if turn else ''}"
        case "bets":
            if not all(state.seats[number].ready for number in own):
                return "Place your bets"
            others = any(seat.stakes and not seat.ready for seat in state.seats.values())
            return f"Your bets stand: waiting for the {'others' if others else 'dealer'}"
        case "waiting":
            if not state.seats:
                return "The table waits for its first player: sit down"
            return "Bets are open" if bound(state) else "The dealer prepares the cards"
        case "reveals":
            return "Cards are turned up"
        case "settling":
            if not state.turn:
                return "All wagers are settled"
            return "Settling your wagers" if state.turn in own else f"Settling seat {state.turn}"
        case _:
            drawing = state.replacing and f"Seat {state.turn} draws"
            return drawing or "No more bets: the cards are dealt"


# Seats and board ----------------------------------------------------------------------------------


def card_scene(card: Card | None) -> CardScene:
    """A card, face up or down."""
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
    """The inscribed lines that are looked at: the one whose hand a wager is made on, those whose
    cards are turned.
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
) -> Iterator[SeatScene]:
    rules = state.rules
    taken = {seat.seat: seat for seat in shown.seats}
    up = {name: lying.cards for name, lying in shown.board.items()}
    for number in range(1, rules.seats + 1):
        seat = taken.get(number)
        room = state.phase is not CLOSED and (not own or _beside(rules, own, number))
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
            note=_note(seat),
            hand=hand_so_far(rules, cards, up) if cards else "",
            cards=drawn,
            discards=tuple(_discards(last, number)) if seat.cards_held else (),
            bets=tuple(
                bet
                for bet in _bets(rules, seat, number, results, open_to=open_to)
                # Of others there is only what lies there or has lain there.
                if number in own or bet.cents or bet.state
            ),
        )


def _beside(rules: Rules, own: frozenset[int], number: int) -> bool:
    """Whether a player may take one more box, beside those that he or she has."""
    return len(own) < rules.adjacent_boxes and adjacent([*own, number])


def _note(seat: SeatView) -> str:
    if seat.left:
        return "left"
    if seat.out:
        return "out of the round"
    return "folded" if seat.folded else ""


def _discards(last: Sequence[VersionedEvent], number: int) -> Iterator[CardScene]:
    """What a seat has thrown away in this round, as it may be seen."""
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
    """The betting areas of a seat, as the layout has them."""
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


# What may be done ---------------------------------------------------------------------------------


def _buttons(state: State, shown: View, own: frozenset[int]) -> tuple[list[Button], Slider | None]:
    buttons: list[Button] = []
    slider = None
    for action in shown.actions:
        if action.seat not in own:
            continue
        seat = action.seat
        if action.do == "ready":
            words = "My bets stand"
            buttons.append(Button(f"ready-{seat}", words, "P", {"do": "ready", "seat": seat}))
        elif state.phase is not OPEN:
            found, slider = _decision(state, action, slider)
            buttons += found
    return buttons, slider


def _decision(
    state: State, action: Action, slider: Slider | None
) -> tuple[list[Button], Slider | None]:
    seat, clause = action.seat, getattr(state.current, "clause", None)
    command = {"do": action.do, "seat": seat}
    wager = state.rules.game.wager.get(action.wager or "")
    match action.do:
        case "ride":
            return [Button("ride", "Let it ride", "R", command, kind="main", clause=clause)], slider
        case "withdraw":
            assert wager is not None, "a bet is taken back"
            cents = dollars(state.seats[seat].stakes[wager.name])
            back = state.rules.game.take_back_steps[wager.name].back_clause
            # As players say it, and short: the button has its amount and its key beside it.
            words = "Withdraw " + wager.name.replace("-", " ")
            return [Button("withdraw", words, "W", command, amount=cents, clause=back)], slider
        case "fold":
            fold = getattr(state.current, "fold_clause", None)
            return [Button("fold", "Fold", "F", command, kind="fold", clause=fold)], slider
        case "draw":
            none = {**command, "discard": []}
            draw = Button("draw", "Draw", "D", none, kind="main", clause=clause)
            return [draw, Button("keep", "Keep all", "K", none, clause=clause)], slider
        case "bet":
            assert wager is not None, "a bet is on a wager"
            assert action.least is not None, "a bet has bounds"
            assert action.most is not None, "on both sides"
            command["wager"] = wager.name
            if wager.size.base and action.least < action.most:
                base = state.seats[seat].stakes[wager.size.base]
                times = [n for n in wager.size.multiples if n * base <= action.most]
                found = [
                    Button(
                        f"{n}x",
                        f"{n}x",
                        str(n),
                        {**command, "amount": _amount(n * base)},
                        amount=dollars(n * base),
                        kind="main",
                        clause=clause,
                    )
                    for n in times
                ]
                if action.step and action.step < base:
                    slider = Slider(command, action.least, action.most, action.step)
                return found, slider
            button = Button(
                "bet",
                f"Place {wager.title}",
                "B",
                {**command, "amount": _amount(action.least)},
                amount=dollars(action.least),
                kind="main",
                clause=clause,
            )
            return [button], slider
        case _:
            return [], slider


def _amount(cents: int) -> int | float:
    amount: int | float = to_json(cents, per_dollar=CENTS)
    return amount
