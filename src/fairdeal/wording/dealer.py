"""Instructions for the dealer: what to do and to announce next, with the clause."""

from collections.abc import Sequence
from typing import assert_never

import msgspec

from fairdeal.english import all_of, cards_in_words, one_of, up_to_cards
from fairdeal.rulebook.game import (
    BetOrFold,
    Call,
    Dealing,
    Draw,
    Reveal,
    Settle,
    Shuffling,
    TakeBack,
)
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.wager import Bounds
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import AUTOMATIC_DEALER
from fairdeal.table.decide import decide
from fairdeal.table.next_step import command_during_call, next_command
from fairdeal.table.questions import cards_to_replace, hours_clause, incomplete, next_deal, to_show
from fairdeal.table.state import (
    CLOSED,
    OPEN,
    Stage,
    State,
    dealing_clauses,
    still_dealt_to,
    wrong_number_clause,
)
from fairdeal.table.words import waits_for_words
from fairdeal.wording.payments import chips_paid, hand_pay_words, limit_words
from fairdeal.wording.pending import Instruction, pending_instructions

__all__ = ["Instruction", "instructions", "pending_instructions", "step_lines", "waiting_words"]

_DEALING_WORDS = {
    Dealing.MANUAL_SHOE: "from the manual shoe",
    Dealing.HAND: "from the hand",
    Dealing.AUTOMATED_SHOE: "from the automated shoe",
}


#: More amounts than that are told by the least and the most.
MOST_AMOUNTS = 3


def instructions(state: State) -> list[Instruction]:
    """Describe the next steps at the table, with clauses: first what follows from the last events,
    then the next step. A call for the floorperson is an instruction of its own, and delays nothing.
    """
    at_hand = pending_instructions(state)
    command = next_command(state)
    if isinstance(command, cmd.AnswerCall):
        at_hand += step_lines(state, command)
        command = command_during_call(state)
    return [*at_hand, *(step_lines(state, command) if command else waiting_words(state))]


def step_lines(state: State, command: cmd.Command) -> list[Instruction]:
    """Return a step of dealer or floorperson line by line; the last line has the command."""
    *lines, last = _lines(state, command)
    return [*lines, msgspec.structs.replace(last, command=command)]


def _lines(state: State, command: cmd.Command) -> list[Instruction]:
    if isinstance(command, cmd.Settle):
        *moves, settled = decide(state, command, AUTOMATIC_DEALER)
        if isinstance(settled, ev.HandPayAsked):
            words = f"Call the floorperson to confirm {hand_pay_words(state, settled)}"
            return [Instruction(words, settled.clause, cents=settled.cents or None)]
        told = [payment_line(state, event) for event in moves]
        if lines := [line for line in told if line]:
            return [*lines, *collected_lines(state, settled)]
    if isinstance(command, cmd.Replace) and isinstance(state.current, Draw):
        collect = f"Collect the discards of seat {state.turn} into the discard rack"
        give = f"Give {cards_in_words(cards_to_replace(state))} face down to seat {state.turn}"
        return [
            Instruction(collect, state.current.collect_clause),
            Instruction(give, state.current.replace_clause),
        ]
    say, clause = _step_words(state, command)
    line = Instruction(say, clause, str(command.given_by[0]))
    lock = Instruction("Lock the progressive: it takes no further wager", _lock(state, command))
    if lock.clause is None:
        return [line]
    progressive = state.rules.progressive_wager
    before = isinstance(command, cmd.Collect) and progressive is not None
    before = before and getattr(command, "wager", "") == (progressive.name if progressive else "")
    return [lock, line] if before else [line, lock]


def collected_lines(state: State, settled: ev.Event) -> list[Instruction]:
    """Describe which cards are collected because nothing of their seat is left to settle, where the
    text has it.
    """
    if not isinstance(settled, ev.SeatSettled) or not settled.collected or not state.current:
        return []
    words = f"Put the cards of seat {settled.seat} into the discard rack"
    return [Instruction(words, state.current.clause)]


def _lock(state: State, command: cmd.Command) -> str | None:
    """Return the clause by which the progressive is locked now, in the text's order: after the
    stakes collected before it, and before its own (reading `collect-order`).
    """
    wager = state.rules.progressive_wager
    if wager is None or not isinstance(command, cmd.NoMoreBets | cmd.Collect) or state.current:
        return None
    stakes = [seat.stakes for seat in state.seats.values()]
    collected = [one.name for one in state.rules.collected if any(one.name in s for s in stakes)]
    if wager.name in collected:
        now = isinstance(command, cmd.Collect) and command.wager == wager.name
    elif collected:
        now = isinstance(command, cmd.Collect) and command.wager == collected[-1]
    else:
        now = isinstance(command, cmd.NoMoreBets)
    return dealing_clauses(state).lock if now else None


def _step_words(  # noqa: PLR0915 - one line a command
    state: State, command: cmd.Command
) -> tuple[str, str | None]:
    game = state.rules.game
    procedure = game.procedure
    irregular = procedure.irregular
    clauses = dealing_clauses(state)
    step = state.current
    match command:
        case cmd.ReceiveDecks(colors=colors):
            decks = all_of([f"a {color} deck" for color in colors])
            return f"Receive {decks} at the table", procedure.inspect
        case cmd.RemoveDecks():
            decks = "deck: its" if len(state.decks) == 1 else "decks: their"
            return f"Change the {decks} hours are over", hours_clause(state)
        case cmd.MarkOutOfOrder(device=device):
            words = f"Cover the {device}, or mark it with a sign: it is out of order"
            return words, irregular.out_of_order
        case cmd.ChangeMethod(dealing=dealing, shuffling=shuffling):
            ways = [f"deal {_DEALING_WORDS[Dealing(dealing)]}"] if dealing else []
            by_hand = shuffling == Shuffling.MANUAL
            ways += ["shuffle by hand" if by_hand else "shuffle by machine"] if shuffling else []
            return f"Floorperson: from now on {all_of(ways)}", irregular.out_of_order
        case cmd.Confirm() if state.asked:
            return _confirm_words(state, state.asked)
        case cmd.RuleCount():
            total = state.differs.total if state.differs else 0
            words = f"Floorperson: {total} cards are counted in all. Were the cards misdealt?"
            return words, clauses.floor_rules
        case cmd.AnswerCall():
            return "Floorperson: come to the table", None  # what for, the house's view tells
        case cmd.InspectCards():
            return "Inspect the cards for defects", procedure.inspect
        case cmd.VerifyInspection():
            return "Floorperson: verify the inspection", procedure.inspect
        case cmd.SpreadCards():
            words = "Spread the cards face up, by suit and in sequence, for the first player"
            return words, procedure.spread
        case cmd.WashCards():
            words = "Let the first player look; then turn the cards down, wash and stack them"
            return words, procedure.wash
        case cmd.Shuffle(deck=deck):
            how = "by machine" if state.shuffling.by_machine else "by hand"
            count = ", and read its count" if command.cards is not None else ""
            return f"Shuffle the {deck} deck {how}{count}", procedure.shuffle
        case cmd.Cut():
            return "Cut the cards: the cover card at least ten cards in", procedure.cut
        case cmd.NoMoreBets():
            return "Announce: no more bets", step.clause if step else clauses.no_more_bets
        case cmd.Collect(wager=wager):
            return _collect_words(state, wager), clauses.collect.get(wager)
        case cmd.Deal():
            return _deal_words(state)
        case cmd.WrongNumber(place=place, cards=cards):
            where = game.place_words(place)
            words = (
                f"{where[:1].upper()}{where[1:]} has {cards_in_words(cards)}: all hands are void"
            )
            return words, wrong_number_clause(state)
        case cmd.Skipped(seat=seat):
            if irregular.skipped:
                words = f"Seat {seat} was skipped: give its wagers back"
                return words, irregular.skipped
            return f"Seat {seat} has no cards: all hands are void", wrong_number_clause(state)
        case cmd.CountStub():
            return "Count the stub face down", clauses.count
        case cmd.RackStub():
            return "Rack the stub, its cards unseen", clauses.stub
        case cmd.Timeout(seat=seat):
            return f"Seat {seat} has left: the least costly decision is made", procedure.leaves
        case cmd.SpreadIdle(face_up=True):
            return "Turn the cards face up for the player who has come", procedure.idle
        case cmd.SpreadIdle():
            return "Nobody plays: take all cards and spread them face down", procedure.idle
        case cmd.Reveal() if isinstance(step, Reveal):
            areas = all_of([game.place_words(area) for area in step.areas])
            if step.count is None:
                several = sum(len(state.board[area]) for area in step.areas) > 1
                return f"Turn up the card{'s' * several} at {areas}", step.clause
            return f"Turn up the next card of {areas}, from the dealer's left", step.clause
        case cmd.Settle() if step is not None:
            return f"Collect the folded cards of seat {state.turn}", step.clause
        case cmd.Show():
            return f"Turn up the cards of seat {to_show(state)}", step.clause if step else None
        case _:
            words = "Put all cards into the discard rack, so that each hand can be told again"
            return words, procedure.clear


def _confirm_words(state: State, asked: ev.Asked) -> tuple[str, str | None]:
    match asked:
        case ev.VoidAsked():
            deck = f", and the {asked.removes} deck leaves the table" if asked.removes else ""
            words = f"that {asked.reason}: all hands are void{deck}"
        case ev.PaymentAsked():
            paid = f"{dollars(asked.cents)} by hand to seat {asked.seat}"
            words = f"the payment of {paid} ({asked.reason})"
        case ev.HandPayAsked():
            words = hand_pay_words(state, asked)
        case ev.CorrectionAsked():
            title = state.rules.game.wager[asked.wager].title
            what = "its chip was added" if asked.how == "added" else "it is given back"
            words = f"for {title} of seat {asked.seat}: {what} ({asked.reason})"
        case _:
            assert_never(asked)
    return f"Floorperson: confirm {words}", asked.clause


def _collect_words(state: State, name: str) -> str:
    """Say what is collected; how many chips there should be is not told, nor at which seats."""
    wager = state.rules.game.wager[name]
    mark = ", place a lammer for each" if wager.lammer else ""
    return f"Collect the {wager.title} wagers{mark}, and count the chips"


def _deal_words(state: State) -> tuple[str, str]:
    step = next_deal(state)
    assert step is not None, "cards are dealt by a step of the script"
    places = still_dealt_to(state, step)
    seats = [place for place in places if isinstance(place, int)]
    if seats:
        stack = "one card" if step.count == 1 else f"a stack of {step.count} cards"
        return f"Deal {stack} face down to {_seats(seats)}", step.clause
    if not places:
        return f"Discard {cards_in_words(step.burn)} of the stack, unseen", step.clause
    words = all_of([state.rules.game.place_words(place) for place in places])
    burn = f", and discard {step.burn} of them unseen" if step.burn else ""
    each = step.count if len(step.areas) > 1 else step.count - state.deal_part
    return f"Deal {cards_in_words(each)} face down to {words}{burn}", step.clause


def waiting_words(state: State) -> list[Instruction]:
    """Say which players the table waits for."""
    game = state.rules.game
    if state.phase is CLOSED:
        return [Instruction("The table is closed", None, "floor")]
    if state.phase is OPEN:
        betting = [number for number, seat in state.seats.items() if seat.stakes]
        wrong = [found for number in betting if (found := incomplete(state, number))]
        if wrong:
            return [Instruction(f"Put right, or give back: {why}", clause) for why, clause in wrong]
        if not state.seats:
            stages = {deck.stage for deck in state.decks}
            clause = game.procedure.place
            if Stage.FACE_DOWN in stages:
                clause = game.procedure.idle
            elif Stage.SPREAD in stages:
                clause = game.procedure.spread
            return [Instruction("Wait for the first player", clause, "player")]
        return [Instruction("Wait for wagers", game.procedure.place, "player")]
    if waits_for_words(state):
        what = "pledge their words anew" if state.to_pledge else "reveal their words"
        words = f"Wait while players {what} for the shuffle"
        return [Instruction(words, dealing_clauses(state).no_more_bets, "player")]
    seat = state.turn
    assert seat is not None, "a table that waits in a round waits for a seat"
    match state.current:
        case TakeBack(wager=wager, clause=clause):
            title = game.wager[wager].title
            words = f"Ask seat {seat}: withdraw {title} or let it ride"
        case BetOrFold(wager=wager, clause=clause):
            span = _span(state.rules.bounds(game.wager[wager], state.seats[seat].stakes))
            words = f"Ask seat {seat}: {game.wager[wager].title} of {span}, or fold"
        case Draw(up_to=up_to, clause=clause):
            words = f"Ask seat {seat}: discard {up_to_cards(up_to)} or none"
        case Call() | Reveal() | Settle() | None:
            raise AssertionError("only decisions wait for a player")
        case _:
            assert_never(state.current)
    return [Instruction(words, clause, "player")]


def _span(of: Bounds) -> str:
    """Describe which amounts a bet may have: the amounts themselves where they are few."""
    amounts: Sequence[int] = of.amounts or range(of.least, of.most + 1, of.step)
    even = of.least % of.step == 0 or of.least == of.most
    if even and len(amounts) <= MOST_AMOUNTS:
        return one_of([dollars(amount) for amount in amounts])
    return f"{dollars(of.least)} to {dollars(of.most)}"


def payment_line(state: State, event: ev.Event) -> Instruction | None:
    """Describe what the dealer does with a wager in settlement, with the clause and the chips."""
    match event:
        case ev.HandAnnounced():
            words = f"Announce for seat {event.seat}, {event.of}: {event.hand}"
            return Instruction(words, event.clause)
        case ev.WagerPaid():
            title = state.rules.game.wager[event.wager].title
            hand = f"seat {event.seat}: {title}, {event.hand}"
            if event.result == "push":
                words = f"Push {hand}, {dollars(event.cents)} stays the player's"
                return Instruction(words, event.clause)
            paid = chips_paid(state, event)
            words = f"Pay {hand}, {event.pays}, {dollars(paid)}{limit_words(event)}"
            return Instruction(words, event.clause, cents=paid)
        case ev.EnvyPaid():
            bonus = dollars(event.cents)
            words = f"Pay seat {event.seat}: Envy Bonus for seat {event.holder}'s hand, {bonus}"
            return Instruction(words, event.clause, cents=event.cents)
        case ev.WagerLost():
            title = state.rules.game.wager[event.wager].title
            hand = f", {event.hand}" if event.hand else ""
            if event.cause == "abandoned":
                hand = ", abandoned"
            if event.wager in state.seats[event.seat].taken:
                return Instruction(f"No payment to seat {event.seat}: {title}{hand}", event.clause)
            lost = dollars(event.cents)
            words = f"Collect from seat {event.seat}: {title}{hand}, {lost}"
            return Instruction(words, event.clause)
        case _:
            return None


def _seats(numbers: list[int]) -> str:
    names = all_of([str(number) for number in numbers])
    return f"seat {names}" if len(numbers) == 1 else f"seats {names}"
