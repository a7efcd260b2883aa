"""Settlement rows from the events that say what became of wagers."""

from collections.abc import Iterable, Iterator

from fairdeal.rulebook.game import SeatCards
from fairdeal.table import events as ev
from fairdeal.table.outcome import LOSE, PUSH, WIN, WITHDRAWN, SeatOutcome, SettlementRow, hand_made
from fairdeal.table.state import State
from fairdeal.table.walk import Change


def settlement_row(before: State, event: ev.Event) -> SettlementRow | None:
    """Return the row of an event that settles, returns or pays; None for every other event."""
    match event:
        case ev.WagerPaid():
            return SettlementRow(
                event.seat,
                event.wager,
                before.seats[event.seat].stakes[event.wager],
                PUSH if event.result == "push" else WIN,
                event.hand,
                event.called,
                event.cents + event.cut,
                event.pays or None,
                event.clause,
                event.cut,
            )
        case ev.WagerLost():
            return SettlementRow(
                event.seat,
                event.wager,
                event.cents,
                LOSE,
                event.hand,
                event.called,
                0,
                clause=event.clause,
                why=event.cause,
            )
        case ev.BetWithdrawn():
            return _returned(event, clause=None, why=event.cause)
        case ev.WagerReturned():
            return _returned(event, clause=event.clause, why=event.reason)
        case ev.EnvyPaid():
            return _bonus_row(event, clause=event.clause, holder=event.holder)
        case ev.PaidByHand():
            return _bonus_row(event, why=event.reason)
        case _:
            return None


def _returned(
    event: ev.BetWithdrawn | ev.WagerReturned, *, clause: str | None, why: str
) -> SettlementRow:
    stake = event.cents
    return SettlementRow(
        event.seat,
        event.wager,
        stake,
        WITHDRAWN,
        "",
        "nothing",
        stake,
        clause=clause,
        why=why,
    )


def _bonus_row(
    event: ev.EnvyPaid | ev.PaidByHand, *, clause: str | None = None, why: str = "", holder: int = 0
) -> SettlementRow:
    return SettlementRow(
        event.seat, "", 0, WIN, None, None, event.cents, clause=clause, why=why, holder=holder
    )


def seat_outcomes(changes: Iterable[Change]) -> tuple[SeatOutcome, ...]:
    """Return the results of the wagers of every seat, from all events of one round."""
    players: dict[int, str] = {}
    rows: dict[int, dict[str, SettlementRow]] = {}
    envy: dict[int, int] = {}
    limited: dict[int, int] = {}
    for before, event, _ in changes:
        if isinstance(event, ev.BetsClosed):
            for number in event.seats:
                players[number], rows[number] = before.seats[number].player, {}
                envy[number] = limited[number] = 0
        elif isinstance(event, ev.RoundEnded):
            rows = {number: dict(_named(before, found)) for number, found in rows.items()}
        row = settlement_row(before, event)
        if row is None or row.seat not in rows:
            continue  # what goes back before the bets are closed is no part of the settlement
        if row.wager:
            rows[row.seat][row.wager] = row
            limited[row.seat] += row.limited
        elif row.holder:
            envy[row.seat] += row.returned
    return tuple(
        SeatOutcome(number, player, tuple(rows[number].values()), envy[number], limited[number])
        for number, player in players.items()
    )


def _named(state: State, rows: dict[str, SettlementRow]) -> Iterator[tuple[str, SettlementRow]]:
    """Yield the rows with the names of hands that were folded, or whose bets went back. These hands
    were not turned up, and are named once the round is over.
    """
    rules = state.rules
    whole = all(len(state.board.get(area, ())) == n for area, n in rules.areas.items())
    for name, row in rows.items():
        cards = state.seats[row.seat].cards if row.seat in state.seats else ()
        if row.hand or not whole or len(cards) != rules.game.own_cards:
            yield name, row
        else:
            hand, _, called = hand_made(rules.terms[name], SeatCards(state.board, cards))
            yield name, row._replace(hand=hand.name, called=called)
