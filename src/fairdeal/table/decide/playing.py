"""Chapter 11 up to settlement: the players' decisions in turn, calls and reveals."""

from itertools import repeat

from fairdeal.cards import Card, is_joker
from fairdeal.english import cards_in_words
from fairdeal.errors import Refused
from fairdeal.rulebook.game import BetOrFold, Call, Draw, Reveal, TakeBack
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import Actor
from fairdeal.table.decide.betting import check_amount, place, require_acceptance
from fairdeal.table.decide.betting import no_more_bets as close_bets
from fairdeal.table.decide.dealing import drawn
from fairdeal.table.decide.seats import seat_of
from fairdeal.table.decide.voiding import ask_void
from fairdeal.table.questions import cards_to_replace, next_deal
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
    """Return the current decision, which must be of that kind and the turn of that seat."""
    step, turn = state.current, state.turn
    if turn == seat and isinstance(step, kind) and not (by_player and state.seats[seat].left):
        return step
    if seat_of(state, seat).left and by_player:
        raise Refused(f"seat {seat} has left", state.rules.game.procedure.leaves)
    if step is None or not isinstance(step, kind):
        clause = step.clause if step else state.rules.game.procedure.closed
        raise Refused(f"the table does not ask for {what} now", clause)
    raise Refused(f"it is the turn of seat {turn}, not of seat {seat}", step.clause)


def bet(state: State, command: cmd.Bet, by: Actor) -> list[ev.Event]:
    """Place a wager before the deal, or make the bet that a decision asks for."""
    step = state.current
    if not isinstance(step, BetOrFold) or step.wager != command.wager:
        return place(state, command, by)
    require_acceptance(state, command, by)
    _turn(state, command.seat, BetOrFold, command.wager)
    wager = state.rules.game.wager[command.wager]
    check_amount(state, wager, command.cents, state.seats[command.seat].stakes)
    return [ev.WagerPlaced(command.seat, command.wager, command.cents)]


def ride(state: State, command: cmd.Ride, by: Actor) -> list[ev.Event]:
    """Let the bet ride."""
    del by
    step = _turn(state, command.seat, TakeBack, "letting a bet ride")
    assert isinstance(step, TakeBack)
    return [ev.BetRode(command.seat, step.wager)]


def withdraw(state: State, command: cmd.Withdraw, by: Actor) -> list[ev.Event]:
    """Give the bet back to the player."""
    del by
    return _withdraw(state, command.seat, "player")


def _withdraw(state: State, seat: int, cause: ev.Cause) -> list[ev.Event]:
    step = _turn(state, seat, TakeBack, "taking a bet back", by_player=cause == "player")
    assert isinstance(step, TakeBack)
    cents = state.seats[seat].stakes[step.wager]
    return [ev.BetWithdrawn(seat, step.wager, cents, cause)]


def fold(state: State, command: cmd.Fold, by: Actor) -> list[ev.Event]:
    """Fold: the game wagers are lost, and the cards stay where an additional wager is live."""
    del by
    return _fold(state, command.seat, "player")


def _fold(state: State, number: int, cause: ev.Cause) -> list[ev.Event]:
    step = _turn(state, number, BetOrFold, "folding", by_player=cause == "player")
    assert isinstance(step, BetOrFold)
    seat = state.seats[number]
    side = {name for name in seat.stakes if state.rules.game.wager[name].side}
    lost: list[ev.Event] = [
        ev.WagerLost(number, wager, cents, "fold", step.fold_clause)
        for wager, cents in seat.stakes.items()
        if wager not in side
    ]
    return [*lost, ev.HandFolded(number, step.wager, bool(side), cause)]


def draw(state: State, command: cmd.Draw, by: Actor) -> list[ev.Event]:
    """Discard cards; the dealer replaces them before the next seat is asked."""
    del by
    step = _turn(state, command.seat, Draw, "drawing")
    assert isinstance(step, Draw)
    if state.replacing:
        raise Refused(f"seat {command.seat} has discarded already", step.replace_clause)
    discard = _held_ones(command.discard, state.seats[command.seat].cards)
    if discard is None:
        raise Refused(f"seat {command.seat} does not hold all cards named", step.clause)
    if len(discard) > step.up_to:
        raise Refused(f"at most {cards_in_words(step.up_to)} may be discarded", step.clause)
    return [ev.CardsDiscarded(command.seat, len(discard), discard)]


def replace_discards(state: State, command: cmd.Replace, by: Actor) -> list[ev.Event]:
    """Replace the discards of a seat. Where the stub runs out, the round is void."""
    step = state.current
    if not isinstance(step, Draw) or not state.replacing or state.turn is None:
        raise Refused("no seat waits for its discards to be replaced", next_clause(state))
    if command.seat not in (None, state.turn):
        raise Refused(
            f"seat {state.turn} has discarded: replace its cards first", step.replace_clause
        )
    count = cards_to_replace(state)
    if count > stub_size(state) + state.pending:
        reason = "too few cards are left to replace the discards"
        return ask_void(state, by, step.replace_clause, reason)
    cards = drawn(state, command.cards, count, step.replace_clause)
    return [ev.CardsReplaced(state.turn, count, cards)]


def _held_ones(discard: tuple[int, ...], held: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the very cards that a discard means. Jokers look alike, so the first one held goes."""
    chosen: list[int] = []
    for card in discard:
        meant = card
        if is_joker(card):
            jokers = [one for one in held if is_joker(one) and one not in chosen]
            meant = min(jokers, default=card)
        if meant not in held or meant in chosen:
            return None
        chosen.append(meant)
    return tuple(chosen)


def timeout(state: State, command: cmd.Timeout, by: Actor) -> list[ev.Event]:
    """Decide for a player who does not answer: withdraw, fold, or discard nothing."""
    del by
    cause: ev.Cause = "left" if seat_of(state, command.seat).left else "clock"
    match state.current:
        case TakeBack():
            return _withdraw(state, command.seat, cause)
        case BetOrFold():
            return _fold(state, command.seat, cause)
        case _:
            step = _turn(state, command.seat, Draw, "a decision", by_player=False)
            assert isinstance(step, Draw)
            if state.replacing:
                raise Refused("replace the discards of this seat first", step.replace_clause)
            return [ev.CardsDiscarded(command.seat, 0, (), cause)]


def no_more_bets(state: State, command: cmd.NoMoreBets, by: Actor) -> list[ev.Event]:
    """Close the bets before the deal, or announce "no more bets" again in the round."""
    if isinstance(state.current, Call):
        return no_more_bets_again()
    return close_bets(state, command, by)


def no_more_bets_again() -> list[ev.Event]:
    """Return the event of the call inside the round."""
    return [ev.BetsCalled()]


def reveal(state: State, command: cmd.Reveal, by: Actor) -> list[ev.Event]:
    """Turn up the next community cards, from the dealer's left."""
    del command, by
    step = state.current
    if not isinstance(step, Reveal):
        raise Refused("no community card is turned up now", next_clause(state))
    turned: list[tuple[str, Card]] = []
    for area in step.areas:
        shown, cards = state.revealed.get(area, 0), state.board[area]
        turned += zip(repeat(area), cards[shown : shown + (step.count or len(cards))])
    return [ev.CardsRevealed(tuple(turned))]


def next_clause(state: State) -> str:
    """Return the clause of the next step, which a refusal of another step cites."""
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
