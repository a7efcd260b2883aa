"""Chapter 11 up to settlement: the players' decisions in turn, calls and reveals."""

from fairdeal.cards import Card, card_text
from fairdeal.english import cards_in_words
from fairdeal.errors import Refused
from fairdeal.rulebook.game import BetOrFold, Call, Draw, Reveal, TakeBack
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.decide.betting import check_amount, place, seat_of
from fairdeal.table.decide.dealing import drawn, next_deal
from fairdeal.table.decide.voiding import void
from fairdeal.table.state import (
    DEALING,
    OPEN,
    State,
    count_due,
    dealing_clauses,
    stub_size,
    stub_to_rack,
)


def _turn(
    state: State, seat: int, kind: type | tuple[type, ...], what: str, *, by_player: bool = True
) -> object:
    """The decision that is on, which must be of that kind and the turn of that seat."""
    if seat_of(state, seat).left and by_player:
        raise Refused(f"seat {seat} has left", state.rules.game.procedure.leaves)
    step = state.current
    if step is None or not isinstance(step, kind):
        clause = step.clause if step else state.rules.game.procedure.closed
        raise Refused(f"{what} is not what the table asks at this point", clause)
    turn = state.turn
    if turn != seat:
        raise Refused(f"it is the turn of seat {turn}, not of seat {seat}", step.clause)
    return step


def bet(state: State, command: cmd.Bet) -> list[ev.Event]:
    """A wager before the deal, or the bet that a decision asks for."""
    step = state.current
    if not isinstance(step, BetOrFold) or step.wager != command.wager:
        return place(state, command)
    _turn(state, command.seat, BetOrFold, command.wager)
    wager = state.rules.game.wager[command.wager]
    check_amount(state, wager, command.cents, state.seats[command.seat].stakes)
    return [ev.WagerPlaced(command.seat, command.wager, command.cents)]


def ride(state: State, command: cmd.Ride) -> list[ev.Event]:
    """The bet stays."""
    step = _turn(state, command.seat, TakeBack, "letting a bet ride")
    assert isinstance(step, TakeBack)
    return [ev.BetRode(command.seat, step.wager)]


def withdraw(state: State, command: cmd.Withdraw) -> list[ev.Event]:
    """The bet goes back to the player."""
    return _withdraw(state, command.seat)


def _withdraw(state: State, seat: int, *, by_player: bool = True) -> list[ev.Event]:
    step = _turn(state, seat, TakeBack, "taking a bet back", by_player=by_player)
    assert isinstance(step, TakeBack)
    cents = state.seats[seat].stakes[step.wager]
    return [ev.BetWithdrawn(seat, step.wager, cents)]


def fold(state: State, command: cmd.Fold) -> list[ev.Event]:
    """The game wagers are lost; the cards stay where an additional wager is live."""
    return _fold(state, command.seat)


def _fold(state: State, number: int, *, by_player: bool = True) -> list[ev.Event]:
    step = _turn(state, number, BetOrFold, "folding", by_player=by_player)
    assert isinstance(step, BetOrFold)
    seat = state.seats[number]
    side = {name for name in seat.stakes if state.rules.game.wager[name].side}
    lost: list[ev.Event] = [
        ev.WagerLost(number, wager, cents, clause=step.fold_clause)
        for wager, cents in seat.stakes.items()
        if wager not in side
    ]
    return [*lost, ev.HandFolded(number, step.wager, bool(side))]


def draw(state: State, command: cmd.Draw) -> list[ev.Event]:
    """Discards, replaced at once. Where the stub runs out the round is void."""
    step = _turn(state, command.seat, Draw, "drawing")
    assert isinstance(step, Draw)
    held = state.seats[command.seat].cards
    discard = _held_ones(command.discard, held)
    if discard is None:
        raise Refused(f"seat {command.seat} does not hold all cards named", step.clause)
    if len(discard) > step.up_to:
        raise Refused(f"at most {cards_in_words(step.up_to)} may be discarded", step.clause)
    if len(discard) > stub_size(state) + state.pending:
        return void(state, step.replace_clause, "too few cards are left to replace the discards")
    cards = drawn(state, command.cards or (), len(discard), step.replace_clause)
    return [ev.CardsDrawn(command.seat, discard, cards)]


def _held_ones(discard: tuple[int, ...], held: tuple[int, ...]) -> tuple[int, ...] | None:
    """The very cards held that are meant: the two jokers look alike."""
    chosen: list[int] = []
    for card in discard:
        face = card_text(card)
        found = [one for one in held if card_text(one) == face and one not in chosen]
        if not found:
            return None
        chosen.append(card if card in found else found[0])
    return tuple(chosen)


def timeout(state: State, command: cmd.Timeout) -> list[ev.Event]:
    """Nobody answers: withdraw, fold, or discard nothing."""
    seat_of(state, command.seat)
    step = state.current
    match step:
        case TakeBack():
            return _withdraw(state, command.seat, by_player=False)
        case BetOrFold():
            return _fold(state, command.seat, by_player=False)
        case _:
            _turn(state, command.seat, Draw, "a decision", by_player=False)
            return [ev.CardsDrawn(command.seat)]


def no_more_bets_again(state: State) -> list[ev.Event]:
    """The call inside the round."""
    step = state.current
    assert isinstance(step, Call)
    return [ev.BetsCalled()]


def reveal(state: State, command: cmd.Reveal) -> list[ev.Event]:
    """The next community cards are turned up, from the dealer's left."""
    del command
    step = state.current
    if not isinstance(step, Reveal):
        raise Refused("no community card is turned up now", next_clause(state))
    turned: list[tuple[str, Card]] = []
    for area in step.areas:
        shown, cards = state.revealed.get(area, 0), state.board[area]
        turned += [(area, card) for card in cards[shown : shown + (step.count or len(cards))]]
    return [ev.CardsRevealed(tuple(turned))]


def next_clause(state: State) -> str:
    """The clause of what comes next, for a refusal of what does not."""
    step = state.current
    if step is not None:
        return step.clause
    clauses = dealing_clauses(state)
    if state.phase is DEALING:
        if deal_step := next_deal(state):
            return deal_step.clause
        if count_due(state):
            return clauses.count
        return clauses.stub if stub_to_rack(state) else clauses.no_more_bets
    if state.phase is OPEN:
        return clauses.no_more_bets
    return state.rules.game.procedure.clear
