"""The script for a person: what the dealer does next and what is announced, with the clause.

The house's automatic dealer reads the same script: where an instruction has a command, giving that
command carries it out.
"""

import msgspec

from fairdeal.rulebook.game import SEATS, BetOrFold, Call, Draw, Reveal, TakeBack
from fairdeal.rulebook.game import Settle as SettleStep
from fairdeal.rulebook.money import dollars
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.betting import bounds, incomplete, to_collect
from fairdeal.table.dealing import next_deal, receivers
from fairdeal.table.opening import hours_clause, hours_over
from fairdeal.table.settling import settle, to_show
from fairdeal.table.state import (
    Phase,
    Stage,
    State,
    count_due,
    current_step,
    dealing_clauses,
    decks_in_use,
    in_round,
    right_number,
    stub_size,
    stub_to_rack,
    to_act,
)
from fairdeal.words import all_of

COLORS = ("red", "blue")
#: Where the automatic dealer puts the cover card.
CUT_DEPTH = 26


class Instruction(msgspec.Struct, frozen=True):
    """One line of the script. `command` carries it out; None where it waits for somebody."""

    say: str
    clause: str | None
    by: str = "dealer"
    command: cmd.Command | None = None


def script(state: State) -> list[Instruction]:
    """What comes next at the table; the first instruction is the one to carry out."""
    match state.phase:
        case Phase.OPEN:
            return _open(state)
        case Phase.DEALING:
            return _dealing(state)
        case _:
            return _playing(state)


def _dealer(say: str, clause: str | None, command: cmd.Command) -> Instruction:
    return Instruction(say, clause, command.by, command)


# Before the round ---------------------------------------------------------------------------------


def _open(state: State) -> list[Instruction]:
    procedure = state.rules.game.procedure
    present = [deck.color for deck in state.decks]
    missing = decks_in_use(state) - len(present)
    if missing > 0:
        colors = tuple(color for color in COLORS if color not in present)[:missing]
        words = f"Receive {all_of([f'a {color} deck' for color in colors])} at the table"
        return [_dealer(words, procedure.inspect, cmd.ReceiveDecks(colors=colors))]
    if hours_over(state):
        words = "Change the decks: their hours are over"
        return [_dealer(words, hours_clause(state), cmd.RemoveDecks())]
    for deck in state.decks:
        if instruction := _prepare(state, deck.color, deck.stage):
            return [instruction]
    return _bets(state)


def _prepare(state: State, color: str, stage: Stage) -> Instruction | None:
    procedure = state.rules.game.procedure
    match stage:
        case Stage.RECEIVED:
            words = "Inspect the cards for defects"
            return _dealer(words, procedure.inspect, cmd.InspectCards())
        case Stage.INSPECTED:
            words = "Floorperson: verify the inspection"
            return _dealer(words, procedure.inspect, cmd.VerifyInspection())
        case Stage.VERIFIED:
            words = "Spread the cards face up, by suit and in sequence, for the first player"
            return _dealer(words, procedure.spread, cmd.SpreadCards())
        case Stage.SPREAD if not state.seats:
            return Instruction("Wait for the first player to look at the cards", procedure.spread)
        case Stage.SPREAD:
            words = "Let the first player look; then turn the cards down, wash and stack them"
            return _dealer(words, procedure.wash, cmd.WashCards())
        case Stage.STACKED:
            how = "by machine" if state.shuffling.by_machine else "by hand"
            words = f"Shuffle the {color} deck {how}"
            return _dealer(words, procedure.shuffle, cmd.Shuffle(deck=color))
        case Stage.SHUFFLED:
            words = f"Cut the {color} deck: the cover card at least ten cards in"
            return _dealer(words, procedure.cut, cmd.Cut(depth=CUT_DEPTH))
        case _:
            return None


def _bets(state: State) -> list[Instruction]:
    clauses = dealing_clauses(state)
    betting = [number for number in sorted(state.seats) if state.seats[number].stakes]
    if not betting:
        who = "wagers" if state.seats else "players"
        return [Instruction(f"Wait for {who}", state.rules.game.procedure.place, "player")]
    wrong = [found for number in betting if (found := incomplete(state, number))]
    if wrong:
        return [
            Instruction(f"Put right, or give back: {reason}", clause) for reason, clause in wrong
        ]
    return [_dealer("Announce: no more bets", clauses.no_more_bets, cmd.NoMoreBets())]


# The deal -----------------------------------------------------------------------------------------


def _dealing(state: State) -> list[Instruction]:
    clauses = dealing_clauses(state)
    if collecting := to_collect(state):
        return [_collect(state, wager.name, lammer=wager.lammer) for wager in collecting]
    step = next_deal(state)
    if step is not None:
        return [_dealer(_deal_words(state), step.clause, cmd.Deal())]
    if misdealt := _misdealt(state):
        return misdealt
    if count_due(state):
        words = f"Count the stub face down: {stub_size(state)} cards should be there"
        return [_dealer(words, clauses.count, cmd.CountStub(cards=stub_size(state)))]
    words = "Place the stub in the discard rack without exposing it"
    return [_dealer(words, clauses.stub, cmd.RackStub())]


def _collect(state: State, wager: str, *, lammer: bool) -> Instruction:
    clauses = dealing_clauses(state)
    seats = [n for n in in_round(state) if wager in state.seats[n].stakes]
    title = state.rules.game.wager[wager].title
    mark = ", place a lammer for each" if lammer else ""
    words = f"Collect the {title} wagers of {_seats(seats)}{mark}, and verify {len(seats)} chips"
    return _dealer(words, clauses.collect.get(wager), cmd.Collect(wager=wager, chips=len(seats)))


def _deal_words(state: State) -> str:
    step = next_deal(state)
    assert step is not None
    what = "one card" if step.count == 1 else f"{step.count} cards"
    if step.to == SEATS:
        seats = [int(place.removeprefix("seat:")) for place in receivers(state, step)]
        stack = "one card" if step.count == 1 else f"a stack of {step.count} cards"
        return f"Deal {stack} to {_seats(seats)}"
    burn = f", and discard {step.burn} of them unseen" if step.burn else ""
    return f"Deal {what} face down to {step.to}{burn}"


def _misdealt(state: State) -> list[Instruction]:
    irregular = state.rules.game.procedure.irregular
    found = []
    for number in in_round(state):
        seat = state.seats[number]
        if seat.out or len(seat.cards) == state.rules.game.own_cards:
            continue
        if not seat.cards:
            clause = irregular.skipped or irregular.wrong_number
            command: cmd.Command = cmd.Skipped(seat=number)
            found.append(_dealer(f"Seat {number} was skipped", clause, command))
        else:
            command = cmd.WrongNumber(place=f"seat:{number}", cards=len(seat.cards))
            words = f"Seat {number} has {len(seat.cards)} cards: all hands are void"
            found.append(_dealer(words, irregular.wrong_number, command))
    for area, cards in state.board.items():
        if len(cards) != right_number(state, area):
            command = cmd.WrongNumber(place=area, cards=len(cards))
            words = f"{area} has {len(cards)} cards: all hands are void"
            found.append(_dealer(words, irregular.wrong_number, command))
    # A wrong number voids everything, so it goes before a skipped seat.
    return sorted(found, key=lambda one: isinstance(one.command, cmd.Skipped))


# The round ----------------------------------------------------------------------------------------


def _playing(state: State) -> list[Instruction]:
    game = state.rules.game
    step = current_step(state)
    clauses = dealing_clauses(state)
    if (step is None or isinstance(step, SettleStep)) and stub_to_rack(state):
        words = "Place the stub in the discard rack without exposing it"
        return [_dealer(words, clauses.stub, cmd.RackStub())]
    seat = to_act(state)
    if seat is not None and not isinstance(step, SettleStep) and state.seats[seat].left:
        words = f"Seat {seat} has left: make the least costly decision"
        return [_dealer(words, game.procedure.leaves, cmd.Timeout(seat=seat))]
    match step:
        case TakeBack(wager=wager, clause=clause):
            title = game.wager[wager].title
            return [
                Instruction(f"Ask seat {seat}: withdraw {title} or let it ride", clause, "player")
            ]
        case BetOrFold(wager=wager, clause=clause):
            assert seat is not None
            least, most, _ = bounds(state, game.wager[wager], state.seats[seat].stakes)
            span = dollars(least) if least == most else f"{dollars(least)} to {dollars(most)}"
            words = f"Ask seat {seat}: {game.wager[wager].title} of {span}, or fold"
            return [Instruction(words, clause, "player")]
        case Draw(up_to=up_to, clause=clause):
            cards = "one card" if up_to == 1 else f"up to {up_to} cards"
            words = f"Ask seat {seat}: discard {cards}, and replace them"
            return [Instruction(words, clause, "player")]
        case Call(clause=clause):
            return [_dealer("Announce: no more bets", clause, cmd.NoMoreBets())]
        case Reveal(areas=areas, clause=clause, count=count):
            which = all_of(areas) if count is None else f"the next card of {all_of(areas)}"
            return [_dealer(f"Turn up {which}", clause, cmd.Reveal())]
        case SettleStep(clause=clause):
            return _settle(state, clause)
        case _:
            words = "Put all cards into the discard rack, so that each hand can be told again"
            return [_dealer(words, game.procedure.clear, cmd.Clear())]


def _settle(state: State, clause: str) -> list[Instruction]:
    number = to_show(state)
    if number is not None:
        return [_dealer(f"Turn up the cards of seat {number}", clause, cmd.Show())]
    lines = [
        Instruction(words, cited)
        for event in settle(state, cmd.Settle())
        if (told := tell_payment(state, event))
        for words, cited in [told]
    ]
    first, *rest = lines
    return [_dealer(first.say, first.clause, cmd.Settle()), *rest]


def tell_payment(state: State, event: ev.Event) -> tuple[str, str | None] | None:
    """What the dealer does with a wager in settlement, in words, and the clause."""
    match event:
        case ev.WagerPaid():
            title = state.rules.game.wager[event.wager].title
            verb = "Push" if event.result == "push" else "Pay"
            stake = state.seats[event.seat].stakes[event.wager]
            back = dollars(event.cents)
            won = "" if event.result == "push" else f", {dollars(event.cents - stake)}"
            cut = f", cut by {dollars(event.cut)} at the payout limit" if event.cut else ""
            words = f"{verb} seat {event.seat}: {title}, {event.hand}, {event.pays}{won}"
            return f"{words} ({back} back){cut}", event.clause
        case ev.WagerLost():
            title = state.rules.game.wager[event.wager].title
            taken = event.wager in state.seats[event.seat].taken
            verb = "No payment for" if taken else "Collect from"
            hand = f", {event.hand}" if event.hand else ""
            lost = "" if taken else f", {dollars(event.cents)}"
            return f"{verb} seat {event.seat}: {title}{hand}{lost}", event.clause
        case _:
            return None


def _seats(numbers: list[int]) -> str:
    names = all_of([str(number) for number in numbers])
    return f"seat {names}" if len(numbers) == 1 else f"seats {names}"
