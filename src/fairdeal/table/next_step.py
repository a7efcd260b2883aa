"""The script for a person: what the dealer does next and what is announced, with the clause.

The house's automatic dealer follows the same script: `next_command` says what is to be done, and
`script` puts it into words.
"""

import msgspec

from fairdeal.english import all_of, cards_in_words, up_to_cards
from fairdeal.rulebook.game import BetOrFold, Call, Dealing, Draw, Reveal, Shuffling, TakeBack
from fairdeal.rulebook.money import dollars
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.decide.betting import bounds, incomplete, to_collect
from fairdeal.table.decide.dealing import next_deal, receivers
from fairdeal.table.decide.opening import hours_clause, hours_over, spreads_idle
from fairdeal.table.decide.settling import settle, to_show
from fairdeal.table.state import (
    DECISIONS,
    IN_USE,
    OPEN,
    PLAYING,
    Stage,
    State,
    count_due,
    dealing_clauses,
    deck_in_play,
    deck_ready,
    decks_in_use,
    devices_of,
    reshuffled_from_shoe,
    stub_size,
    stub_to_rack,
    wrong_number_clause,
)

COLORS = ("red", "blue")
#: Where the automatic dealer puts the cover card.
CUT_DEPTH = 26


class Instruction(msgspec.Struct, frozen=True):
    """One line of the script, and whose turn it is."""

    say: str
    clause: str | None
    by: str = "dealer"
    #: The command that tells the table that this is done; of several lines, with the last.
    command: cmd.Command | None = None


# What is to be done -------------------------------------------------------------------------------


def next_command(state: State) -> cmd.Command | None:
    """The next command of the dealer or the floorperson; None where it waits for a player."""
    phase = state.phase
    if phase is PLAYING:
        return _next_playing(state)
    return _next_open(state) if phase is OPEN else _next_dealing(state)


def _next_open(state: State) -> cmd.Command | None:
    missing = decks_in_use(state) - len(state.decks)
    if missing > 0:
        present = [deck.color.strip().casefold() for deck in state.decks]
        colors = [color for color in COLORS if color not in present]
        return cmd.ReceiveDecks(colors=tuple(colors[:missing]))
    if hours_over(state):
        return cmd.RemoveDecks()
    if state.failed and (replaced := _replace_device(state)):
        return replaced
    rules = state.rules
    if state.dealing is not rules.dealing or state.shuffling is not rules.shuffling:
        needed = devices_of(rules.dealing, rules.shuffling)
        if needed.isdisjoint(state.failed):
            return cmd.ChangeMethod(dealing=str(rules.dealing), shuffling=str(rules.shuffling))
    if not state.seats and _is_idle(state):
        return cmd.SpreadIdle()
    for deck in state.decks:
        if deck.stage in _SPREAD and not state.seats:
            return None
        if deck.stage is Stage.STACKED:
            return cmd.Shuffle(deck=deck.color)
        if deck.stage in _PREPARE:
            return _PREPARE[deck.stage]
    betting = [number for number, seat in state.seats.items() if seat.stakes]
    if not betting or any(incomplete(state, number) for number in betting):
        return None
    return cmd.NoMoreBets()


def _is_idle(state: State) -> bool:
    """Whether all have left a table that cards were made ready for, and the cards are spread."""
    if not state.purses or not spreads_idle(state):
        return False
    return all(deck.stage in IN_USE for deck in state.decks)


def _replace_device(state: State) -> cmd.Command | None:
    """A device in use that failed is signed out of order, and done without."""
    in_use = devices_of(state.dealing, state.shuffling)
    failed = [device for device in ("shuffler", "shoe") if device in state.failed & in_use]
    if not failed:
        return None
    for device in failed:
        if device not in state.marked:
            return cmd.MarkOutOfOrder(device=device)
    shuffling = str(Shuffling.MANUAL) if "shuffler" in failed else None
    # The hand needs a machine shuffle, and a reshuffling shoe is one with its shuffler.
    needs_machine = state.dealing is Dealing.HAND or reshuffled_from_shoe(state)
    dealing = None
    if "shoe" in failed or (shuffling and needs_machine):
        dealing = str(Dealing.MANUAL_SHOE)
    return cmd.ChangeMethod(dealing=dealing, shuffling=shuffling)


_PREPARE: dict[Stage, cmd.Command] = {
    Stage.RECEIVED: cmd.InspectCards(),
    Stage.INSPECTED: cmd.VerifyInspection(),
    Stage.VERIFIED: cmd.SpreadCards(),
    Stage.FACE_DOWN: cmd.SpreadIdle(face_up=True),
    Stage.SPREAD: cmd.WashCards(),
    Stage.SHUFFLED: cmd.Cut(depth=CUT_DEPTH),
}


_SPREAD = (Stage.SPREAD, Stage.FACE_DOWN)
_DEALING_WORDS = {
    Dealing.MANUAL_SHOE: "from the manual shoe",
    Dealing.HAND: "from the hand",
    Dealing.AUTOMATED_SHOE: "from the automated shoe",
}


def _next_dealing(state: State) -> cmd.Command:
    if collecting := to_collect(state):
        wager = collecting[0].name
        chips = sum(wager in state.seats[number].stakes for number in state.playing)
        return cmd.Collect(wager=wager, chips=chips)
    if not state.deal_step and not deck_ready(state):
        return _make_ready(state)
    if next_deal(state) is not None:
        return cmd.Deal()
    if misdealt := _misdealt(state):
        return misdealt
    if count_due(state):
        return cmd.CountStub(cards=stub_size(state))
    return cmd.RackStub()


def _make_ready(state: State) -> cmd.Command:
    """Shuffle or cut the deck again, as the floorperson ordered before the first card."""
    if state.failed and (replaced := _replace_device(state)):
        return replaced
    deck = deck_in_play(state)
    assert deck is not None, "a round is dealt from a deck"
    return cmd.Shuffle(deck=deck.color) if deck.stage is Stage.STACKED else _PREPARE[deck.stage]


def _misdealt(state: State) -> cmd.Command | None:
    """A wrong number of cards voids everything, so it goes before a skipped seat."""
    skipped = None
    for number in state.playing:
        seat = state.seats[number]
        if seat.out or len(seat.cards) == state.rules.game.own_cards:
            continue
        if seat.cards:
            return cmd.WrongNumber(place=f"seat:{number}", cards=len(seat.cards))
        skipped = skipped or cmd.Skipped(seat=number)
    for area, cards in state.board.items():
        if len(cards) != state.rules.areas[area]:
            return cmd.WrongNumber(place=area, cards=len(cards))
    return skipped


def _next_playing(state: State) -> cmd.Command | None:
    step, seat = state.current, state.turn
    if isinstance(step, DECISIONS):
        assert seat is not None, "a decision is somebody's"
        return cmd.Timeout(seat=seat) if state.seats[seat].left else None
    if isinstance(step, Reveal):
        return cmd.Reveal()
    if isinstance(step, Call):
        return cmd.NoMoreBets()
    if stub_to_rack(state):
        return cmd.RackStub()
    if step is None:
        return cmd.Clear()
    return cmd.Settle() if to_show(state) is None else cmd.Show()


# In words -----------------------------------------------------------------------------------------


def script(state: State) -> list[Instruction]:
    """What comes next at the table, in words with clauses."""
    command = next_command(state)
    if command is None:
        return _waiting(state)
    *lines, last = _lines(state, command)
    return [*lines, msgspec.structs.replace(last, command=command)]


def _lines(state: State, command: cmd.Command) -> list[Instruction]:
    if isinstance(command, cmd.Settle):
        told = [_payment(state, event) for event in settle(state, command)]
        if lines := [Instruction(*payment) for payment in told if payment]:
            return lines
    say, clause = _told(state, command)
    line = Instruction(say, clause, command.by)
    lock = Instruction("Lock the progressive: it takes no further wager", _lock(state, command))
    if lock.clause is None:
        return [line]
    return [line, lock] if isinstance(command, cmd.NoMoreBets) else [lock, line]


def _lock(state: State, command: cmd.Command) -> str | None:
    """The clause by which the progressive is locked now: before its wagers are collected, or after
    "no more bets" where there are none.
    """
    wager = state.rules.progressive_wager
    if wager is None or state.phase is PLAYING:
        return None
    wagered = any(wager.name in seat.stakes for seat in state.seats.values())
    now = isinstance(command, cmd.NoMoreBets) and not wagered
    now = now or (isinstance(command, cmd.Collect) and command.wager == wager.name)
    return dealing_clauses(state).lock if now else None


def _told(state: State, command: cmd.Command) -> tuple[str, str | None]:
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
            return f"Shuffle the {deck} deck {how}", procedure.shuffle
        case cmd.Cut():
            return "Cut the cards: the cover card at least ten cards in", procedure.cut
        case cmd.NoMoreBets():
            return "Announce: no more bets", step.clause if step else clauses.no_more_bets
        case cmd.Collect(wager=wager, chips=chips):
            return _collect_words(state, wager, chips), clauses.collect.get(wager)
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
        case cmd.CountStub(cards=cards):
            return f"Count the stub face down: {cards} cards should be there", clauses.count
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


def _collect_words(state: State, name: str, chips: int) -> str:
    wager = state.rules.game.wager[name]
    seats = [number for number in state.playing if name in state.seats[number].stakes]
    mark = ", place a lammer for each" if wager.lammer else ""
    count = "one chip" if chips == 1 else f"{chips} chips"
    return f"Collect the {wager.title} wagers of {_seats(seats)}{mark}, and verify {count}"


def _deal_words(state: State) -> tuple[str, str]:
    step = next_deal(state)
    assert step is not None, "cards are dealt by a step of the script"
    places = receivers(state, step)
    if places[0].startswith("seat:"):
        seats = [int(place.removeprefix("seat:")) for place in places]
        stack = "one card" if step.count == 1 else f"a stack of {step.count} cards"
        return f"Deal {stack} face down to {_seats(seats)}", step.clause
    words = all_of([state.rules.game.place_words(place) for place in places])
    burn = f", and discard {step.burn} of them unseen" if step.burn else ""
    return f"Deal {cards_in_words(step.count)} face down to {words}{burn}", step.clause


def _waiting(state: State) -> list[Instruction]:
    """Whom the table waits for."""
    game = state.rules.game
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
    seat = state.turn
    assert seat is not None, "a table that waits in a round waits for a seat"
    match state.current:
        case TakeBack(wager=wager, clause=clause):
            title = game.wager[wager].title
            words = f"Ask seat {seat}: withdraw {title} or let it ride"
        case BetOrFold(wager=wager, clause=clause):
            least, most, _ = bounds(state, game.wager[wager], state.seats[seat].stakes)
            span = dollars(least) if least == most else f"{dollars(least)} to {dollars(most)}"
            words = f"Ask seat {seat}: {game.wager[wager].title} of {span}, or fold"
        case Draw(up_to=up_to, clause=clause):
            words = f"Ask seat {seat}: discard {up_to_cards(up_to)} or none, and deal as many"
        case _:
            raise AssertionError("only decisions wait for a player")
    return [Instruction(words, clause, "player")]


def _payment(state: State, event: ev.Event) -> tuple[str, str | None] | None:
    """What the dealer does with a wager in settlement, in words, and the clause."""
    match event:
        case ev.WagerPaid():
            title = state.rules.game.wager[event.wager].title
            hand = f"seat {event.seat}: {title}, {event.hand}"
            if event.result == "push":
                return f"Push {hand}, {dollars(event.cents)} stays the player's", event.clause
            stake = state.seats[event.seat].stakes[event.wager]
            taken = event.wager in state.seats[event.seat].taken
            paid = dollars(event.cents - (0 if taken else stake))
            cut = f", cut by {dollars(event.cut)} at the payout limit" if event.cut else ""
            return f"Pay {hand}, {event.pays}, {paid}{cut}", event.clause
        case ev.EnvyPaid():
            bonus = dollars(event.cents)
            return f"Pay seat {event.seat}: Envy Bonus for seat {event.holder}'s hand, {bonus}", (
                event.clause
            )
        case ev.WagerLost():
            title = state.rules.game.wager[event.wager].title
            hand = f", {event.hand}" if event.hand else ""
            if event.clause == state.rules.game.procedure.leaves:
                hand = ", abandoned"
            if event.wager in state.seats[event.seat].taken:
                return f"No payment to seat {event.seat}: {title}{hand}", event.clause
            lost = dollars(event.cents)
            return f"Collect from seat {event.seat}: {title}{hand}, {lost}", event.clause
        case _:
            return None


def _seats(numbers: list[int]) -> str:
    names = all_of([str(number) for number in numbers])
    return f"seat {names}" if len(numbers) == 1 else f"seats {names}"
