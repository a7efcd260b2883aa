"""`evolve(state, event) -> state`: what an event changes. It asks nothing and refuses nothing."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from fairdeal.cards import Card
from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.table import events as ev
from fairdeal.table.state import (
    CLOSED,
    DEALING,
    FACE_DOWN,
    INSPECTED,
    LIES_IN_ORDER,
    OPEN,
    PLAYING,
    READY,
    RECEIVED,
    SHUFFLED,
    SPREAD,
    STACKED,
    VERIFIED,
    DeckState,
    SeatState,
    Stage,
    State,
    dealing_steps,
    deck_ready,
    decks_in_use,
    reshuffled_from_shoe,
    voided_by_lost_secret,
)
from fairdeal.table.turns import acted, advance, begin_or_advance, begin_play, next_step
from fairdeal.table.values import RACK, Place


def evolve(state: State, event: ev.Event) -> State:
    """Return the state after one more event."""
    version = state.version + 1
    stepped = state.stepped if type(event) in _BESIDE else version
    return replace(_EVOLVE[type(event)](state, event), version=version, stepped=stepped)


def advance_to(state: State, time: int, events: Sequence[ev.Event]) -> State:
    """Return the state after an entry: its time is set, and its events are applied one after the
    other.
    """
    version, stepped, chores = state.version + len(events), state.stepped, state.chores
    if type(events[0]) not in _BESIDE:
        chores = ()
    for place in range(len(events), 0, -1):  # nearly always the last one
        if type(events[place - 1]) not in _BESIDE:
            stepped = state.version + place
            break
    state = replace(state, version=version, stepped=stepped, clock=time, chores=chores)
    for event in events:
        state = _EVOLVE[type(event)](state, event)
    return state


#: What happens beside the dealer's work, and leaves what is at hand to be done: a dealer's step
#: that was read before it is still the next one.
_BESIDE = frozenset(
    {
        *(ev.PlayerSat, ev.PlayerLeft, ev.HandAbandoned, ev.PlayerReady, ev.WagerPlaced),
        *(ev.WagerTakenBack, ev.Announced, ev.FloorCalled, ev.CallAnswered, ev.MetersShown),
        *(ev.DealerTappedIn, ev.DealerTappedOut, ev.BoughtIn),
        *(ev.WordPledged, ev.PledgesClosed, ev.WordRevealed, ev.WordWithheld),
    }
)


# Helpers ------------------------------------------------------------------------------------------


def _seats(state: State, number: int, **changes: Any) -> dict[int, SeatState]:
    return {**state.seats, number: replace(state.seats[number], **changes)}


def _seat(state: State, number: int, **changes: Any) -> State:
    seat = replace(state.seats[number], **changes)
    return replace(state, seats={**state.seats, number: seat})


def _acted(state: State, number: int, *, ends: bool = False) -> State:
    """Return the state after a seat has acted, which differs only in the place of play."""
    step, current, done, turn = acted(state, number, state.seats, ends=ends)
    return replace(state, step=step, current=current, acted=done, turn=turn)


def _purses(state: State, number: int, cents: int) -> dict[str, int]:
    player = state.seats[number].player
    return {**state.purses, player: state.purses[player] + cents}


def _decks(state: State, stage: Stage, *, only: str | None = None, cut: int = 0) -> State:
    return replace(state, decks=_decks_at(state, stage, only=only, cut=cut))


def _decks_at(
    state: State, stage: Stage, *, only: str | None, cut: int = 0
) -> tuple[DeckState, ...]:
    # A cut leaves the shuffle as it was; whatever else is done with a deck ends its commitment.
    keeps = stage in LIES_IN_ORDER
    return tuple(
        [
            replace(deck, stage=stage, cut=cut, commitment=deck.commitment if keeps else "")
            if only in (None, deck.color)
            else deck
            for deck in state.decks
        ]
    )


def _round_over(state: State, *, counts: bool) -> State:
    """Clear the round away: the cards are to be shuffled, and seats of players who left are
    free.
    """
    for number, seat in state.seats.items():
        if seat.left:
            state = _free(state, number)
    seats = {
        number: SeatState(seat.player, seat.name, seat.bot) if seat.in_round else seat
        for number, seat in state.seats.items()
    }
    deck = state.deck
    if decks_in_use(state) == 2:
        # A deck that has gone leaves its turn to the one that comes in its place.
        deck = next((one.color for one in state.decks if one.color != deck), "")
    # A device that counts does for a count from round to round; it does not make up for rounds
    # that nobody counted before it came back, unless it deals as well and leaves no stub.
    device = state.shuffling.counts and not state.uncounted_rounds
    counted = state.counted or device or reshuffled_from_shoe(state)
    uncounted = 0 if counted else state.uncounted_rounds + counts
    return replace(
        state,
        rounds=state.rounds + 1,
        phase=OPEN,
        decks=_decks_at(state, STACKED, only=state.deck),
        deck=deck,
        seats=seats,
        playing=(),
        reopened=0,
        fed={},
        won_elsewhere=frozenset(),
        reconciled=frozenset(),
        deal_step=0,
        deal_part=0,
        step=0,
        current=None,
        acted=frozenset(),
        turn=None,
        replacing=False,
        board={},
        revealed={},
        out=frozenset(),
        pending=False,
        burned=(),
        set_aside=(),
        uncounted_rounds=uncounted,
        counted=False,
        stub_racked=False,
        announced=0,
        paid=False,
        asked=None,
        reported=None,
        differs=None,
        held=state.called is not None,
        words_round="",
        pledges={},
        to_pledge=frozenset(),
        words_since=0,
        late_order=False,
        secret_lost=False,
    )


def _round_voided(state: State, event: ev.RoundVoided) -> State:
    state = _round_over(state, counts=False)
    return replace(state, chores=(*state.chores, event))


# The cards' life ----------------------------------------------------------------------------------


def _decks_received(state: State, event: ev.DecksReceived) -> State:
    stage = RECEIVED
    if event.preshuffled:
        # Cut as after a shuffle by hand; nothing is cut that a continuous reshuffler takes in.
        reshuffled = state.shuffling is Shuffling.RESHUFFLING
        stage = READY if reshuffled else SHUFFLED
    new = tuple(DeckState(color, state.clock, stage) for color in event.colors)
    # Where the deck whose turn it was has gone, the turn is that of the deck in its place.
    return replace(state, decks=(*state.decks, *new), deck=state.deck or event.colors[0])


def _decks_where(state: State, before: Stage, after: Stage) -> State:
    """Move the decks of one stage to another one, in which their cards have no order yet."""
    decks = tuple(
        replace(deck, stage=after, commitment="") if deck.stage is before else deck
        for deck in state.decks
    )
    return replace(state, decks=decks)


def _deck_committed(state: State, event: ev.DeckCommitted) -> State:
    decks = tuple(
        replace(deck, commitment=event.commitment) if deck.color == event.deck else deck
        for deck in state.decks
    )
    round_pledged_to = event.round if event.protocol > 1 else ""
    # From now on those who have to pledge anew can do so.
    since = state.clock if state.to_pledge else 0
    return replace(state, decks=decks, words_round=round_pledged_to, words_since=since)


def _secrets_lost(state: State, event: ev.SecretsLost) -> State:
    """Drop the other questions to the floorperson from a round that has to be void."""
    del event
    if not voided_by_lost_secret(state):
        return state
    state = replace(state, secret_lost=True)
    return _for_floor(state, asked=None, reported=None, differs=None)


def _late_order(state: State) -> State:
    """Make the cards ready again after "no more bets", which happens once a round, and start the
    time for words again.
    """
    if state.phase is not DEALING or (state.commits and not state.words_round):
        return state  # in the first protocol the words stood
    if not state.words_round:
        return replace(state, late_order=True)
    said = frozenset(n for n in state.playing if state.seats[n].word or n in state.pledges)
    seats = {n: replace(seat, word=None) if n in said else seat for n, seat in state.seats.items()}
    return replace(state, seats=seats, pledges={}, to_pledge=said, late_order=True)


def _cards_spread(state: State, event: ev.CardsSpread) -> State:
    to_show = {VERIFIED, FACE_DOWN} & {deck.stage for deck in state.decks}
    if not event.face_up or not to_show:
        return _decks(_reopened(state), SPREAD if event.face_up else FACE_DOWN)
    for stage in to_show:
        state = _decks_where(state, stage, SPREAD)
    return state


def _deck_shuffled(state: State, event: ev.DeckShuffled) -> State:
    stage = READY if event.by_machine else SHUFFLED
    return _decks(state, stage, only=event.deck)


def _deck_removed(state: State, event: ev.DeckRemoved) -> State:
    decks = tuple(deck for deck in state.decks if deck.color != event.deck)
    if event.deck == state.deck:
        state = _reopened(state)
    deck = "" if state.deck == event.deck else state.deck
    return replace(state, decks=decks, deck=deck, chores=(*state.chores, event))


# Seats and wagers ---------------------------------------------------------------------------------


def _player_sat(state: State, event: ev.PlayerSat) -> State:
    seat = SeatState(event.player, event.name, event.bot)
    seats = dict(sorted({**state.seats, event.seat: seat}.items()))
    purses = {event.player: 0, **state.purses}
    return replace(state, seats=seats, purses=purses, visited=True)


def _free(state: State, number: int) -> State:
    """Free a seat; a player without another box takes his or her purse along. A payment by hand
    that was asked for at this seat is dropped, because the next player there is another person.
    """
    player = state.seats[number].player
    if isinstance(state.asked, ev.PaymentAsked) and state.asked.seat == number:
        state = _for_floor(state, asked=None)
    seats = {n: seat for n, seat in state.seats.items() if n != number}
    state = replace(state, pledges=_unpledged(state, number))
    if any(seat.player == player for seat in seats.values()):
        return replace(state, seats=seats)
    purses = {name: cents for name, cents in state.purses.items() if name != player}
    gone = state.gone + state.purses[player]
    if player in state.bought:
        bought = {name: cents for name, cents in state.bought.items() if name != player}
        state = replace(state, bought=bought)
    return replace(state, seats=seats, purses=purses, gone=gone)


def _bought_in(state: State, event: ev.BoughtIn) -> State:
    player = state.seats[event.seat].player
    more = state.bought.get(player, 0) + event.cents
    return replace(state, bought={**state.bought, player: more})


def _wager_placed(state: State, event: ev.WagerPlaced) -> State:
    number, cents, purses = event.seat, event.cents, state.purses
    seat = state.seats[number]
    placed = replace(seat, stakes={**seat.stakes, event.wager: cents})
    seats = {**state.seats, number: placed}
    purses = {**purses, seat.player: purses[seat.player] - cents}
    if state.phase is not PLAYING:
        return replace(state, seats=seats, purses=purses)
    step, current, done, turn = acted(state, number, seats)
    return replace(
        state, seats=seats, purses=purses, step=step, current=current, acted=done, turn=turn
    )


def _without(seat: SeatState, wager: str) -> dict[str, int]:
    return {name: cents for name, cents in seat.stakes.items() if name != wager}


def _wager_taken_back(state: State, event: ev.WagerTakenBack) -> State:
    stakes = _without(state.seats[event.seat], event.wager)
    return replace(
        state,
        seats=_seats(state, event.seat, stakes=stakes),
        purses=_purses(state, event.seat, event.cents),
    )


def _inspection_verified(state: State, event: ev.InspectionVerified) -> State:
    del event
    return _decks_where(state, INSPECTED, VERIFIED)


def _cards_inspected(state: State, event: ev.CardsInspected) -> State:
    decks = tuple(
        replace(deck, stage=INSPECTED, inspected_by=event.by) if deck.stage is RECEIVED else deck
        for deck in state.decks
    )
    return replace(state, decks=decks)


def _shuffle_ordered(state: State, event: ev.ShuffleOrdered) -> State:
    if event.deck == state.deck:
        state = _late_order(_reopened(state))
    return _decks(state, STACKED, only=event.deck)


def _recut_ordered(state: State, event: ev.RecutOrdered) -> State:
    state = _late_order(state)
    if state.late_order and state.commits:
        # Nobody may know the order when it is ordered: it takes a new secret.
        state = replace(
            state,
            decks=tuple(
                replace(deck, commitment="") if deck.color == event.deck else deck
                for deck in state.decks
            ),
        )
    return _decks(state, SHUFFLED, only=event.deck)


def _reopened(state: State) -> State:
    """Take back that seats are ready, before "no more bets", because a new order will come."""
    if state.phase is not OPEN:
        return state
    state = replace(state, reopened=state.reopened + 1)
    if not any(seat.ready for seat in state.seats.values()):
        return state
    seats = {n: replace(seat, ready=False, word=None) for n, seat in state.seats.items()}
    return replace(state, seats=seats, pledges={})


def _word_pledged(state: State, event: ev.WordPledged) -> State:
    pledges = {**state.pledges, event.seat: event.pledge}
    state = replace(state, pledges=pledges)
    return _not_to_pledge(state, {event.seat}) if state.to_pledge else state


def _not_to_pledge(state: State, seats: Iterable[int]) -> State:
    """Remove seats that have pledged a word again, or whose time is over, from those that owe a
    pledge.
    """
    left = state.to_pledge.difference(seats)
    since = state.words_since if left else state.clock
    return replace(state, to_pledge=left, words_since=since)


def _word_withheld(state: State, event: ev.WordWithheld) -> State:
    return replace(state, pledges=_unpledged(state, event.seat))


def _unpledged(state: State, number: int) -> dict[int, str]:
    if number not in state.pledges:
        return state.pledges
    return {n: pledge for n, pledge in state.pledges.items() if n != number}


def _bets_closed(state: State, event: ev.BetsClosed) -> State:
    seats = {
        number: replace(seat, in_round=True) if number in event.seats else seat
        for number, seat in state.seats.items()
    }
    dealt = frozenset({state.dealer} if state.dealer else ())
    since = state.clock if state.pledges else 0
    return replace(
        state,
        seats=seats,
        playing=event.seats,
        phase=DEALING,
        dealt=dealt,
        words_since=since,
    )


def _meters_fed(state: State, event: ev.MetersFed) -> State:
    units = {name: value + event.units.get(name, 0) for name, value in state.meters.units.items()}
    return replace(state, meters=state.meters.showing(units), fed=event.units)


def _meters_unfed(state: State, event: ev.MetersUnfed) -> State:
    units = {name: value - event.units.get(name, 0) for name, value in state.meters.units.items()}
    back = {**event.units, **event.house}
    fed = {name: value - back.get(name, 0) for name, value in state.fed.items()}
    return replace(state, meters=state.meters.showing(units), fed=fed)


def _stakes_collected(state: State, event: ev.StakesCollected) -> State:
    seats = dict(state.seats)
    inventory = state.inventory
    for number in event.seats:
        seat = seats[number]
        seats[number] = replace(seat, taken=seat.taken | {event.wager})
        inventory += seat.stakes[event.wager]
    reconciled = state.reconciled | {event.wager}
    return replace(state, seats=seats, inventory=inventory, reconciled=reconciled)


def _wager_returned(state: State, event: ev.WagerReturned) -> State:
    seat = state.seats[event.seat]
    return replace(
        state,
        seats=_seats(
            state,
            event.seat,
            stakes=_without(seat, event.wager),
            taken=seat.taken - {event.wager},
            ready=seat.ready and state.phase is not OPEN,
            word=None if state.phase is OPEN else seat.word,
        ),
        purses=_purses(state, event.seat, event.cents),
        inventory=state.inventory - (event.cents if event.wager in seat.taken else 0),
        chores=(*state.chores, event),
        pledges=_unpledged(state, event.seat) if state.phase is OPEN else state.pledges,
    )


def _hand_abandoned(state: State, event: ev.HandAbandoned) -> State:
    return advance(_seat(state, event.seat, left=True))


def _hand_forfeited(state: State, event: ev.HandForfeited) -> State:
    state = _seat(state, event.seat, out=True, collected=True)
    state = replace(state, chores=(*state.chores, event))
    return begin_or_advance(state)


def _player_skipped(state: State, event: ev.PlayerSkipped) -> State:
    # Cards that are recorded for the seat never lay there.
    collected = bool(state.seats[event.seat].cards)
    return begin_or_advance(_seat(state, event.seat, out=True, collected=collected))


# The deal -----------------------------------------------------------------------------------------


def _cards_dealt(state: State, event: ev.CardsDealt) -> State:
    dealt: dict[Place, list[Card]] = defaultdict(list)
    for place, card in event.cards:
        dealt[place].append(card)  # type: ignore[arg-type] # never hidden here
    out = state.out.union(*dealt.values())
    seats, board, burned = dict(state.seats), dict(state.board), state.burned
    for place, cards in dealt.items():
        if isinstance(place, int):
            seats[place] = replace(seats[place], cards=(*seats[place].cards, *cards))
        elif place == RACK:
            burned = (*burned, *cards)
        else:
            board[place] = (*board.get(place, ()), *cards)
    state = replace(
        state,
        seats=seats,
        board=board,
        out=out,
        pending=False,
        burned=burned,
        deal_step=state.deal_step + event.steps,
        deal_part=event.part,
    )
    return begin_play(state)


def _card_set_aside(state: State, event: ev.CardSetAside) -> State:
    return replace(
        state,
        set_aside=(*state.set_aside, event.card),
        out=state.out | {event.card},
        chores=(*state.chores, event),
    )


def _card_drawn_in_error(state: State, event: ev.CardDrawnInError) -> State:
    return replace(state, pending=True, chores=(*state.chores, event))


def _stub_counted(state: State, event: ev.StubCounted) -> State:
    if event.result == "differs":
        return _for_floor(state, differs=event)
    if event.result != "right":
        return state  # what comes of it is another event
    return begin_or_advance(replace(state, counted=True))


def _stub_racked(state: State, event: ev.StubRacked) -> State:
    del event
    return begin_or_advance(replace(state, stub_racked=True))


# Decisions ----------------------------------------------------------------------------------------


def _bet_withdrawn(state: State, event: ev.BetWithdrawn) -> State:
    number = event.seat
    seat = state.seats[number]
    stakes, withdrawn = _without(seat, event.wager), seat.withdrawn | {event.wager}
    state = replace(
        state,
        seats=_seats(state, number, stakes=stakes, withdrawn=withdrawn),
        purses=_purses(state, number, event.cents),
        chores=(*state.chores, event),
    )
    return _acted(state, number)


def _hand_folded(state: State, event: ev.HandFolded) -> State:
    state = _seat(state, event.seat, folded=event.at, collected=not event.kept)
    return _acted(replace(state, chores=(*state.chores, event)), event.seat, ends=True)


def _wager_lost(state: State, event: ev.WagerLost) -> State:
    number, wager, inventory = event.seat, {event.wager}, state.inventory
    seat = state.seats[number]
    if event.wager not in seat.taken:
        inventory += event.cents
    lost = replace(seat, taken=seat.taken | wager, settled=seat.settled | wager)
    seats = {**state.seats, number: lost}
    # A fold or a forfeit takes wagers as well; only settlement ends the way back.
    if event.cause == "fold":
        return replace(state, seats=seats, inventory=inventory)
    if event.cause == "forfeit":
        chores = (*state.chores, event)
        return replace(state, seats=seats, inventory=inventory, chores=chores)
    return replace(state, seats=seats, inventory=inventory, paid=True)


def _bets_called(state: State, event: ev.BetsCalled) -> State:
    del event
    step, current, done, turn = next_step(state)
    return replace(state, step=step, current=current, acted=done, turn=turn)


def _cards_discarded(state: State, event: ev.CardsDiscarded) -> State:
    number, cards = event.seat, event.cards
    if not cards:
        return _acted(state, number)
    seat = state.seats[number]
    kept = tuple([card for card in seat.cards if card not in cards])
    seat = replace(seat, cards=kept, discarded=seat.discarded + cards)
    return replace(state, seats={**state.seats, number: seat}, replacing=True)


def _cards_replaced(state: State, event: ev.CardsReplaced) -> State:
    number, cards = event.seat, event.cards or ()
    seat = state.seats[number]
    seats = {**state.seats, number: replace(seat, cards=seat.cards + cards)}
    step, current, done, turn = acted(state, number, seats)
    return replace(
        state,
        seats=seats,
        out=state.out.union(cards),
        pending=False,
        replacing=False,
        step=step,
        current=current,
        acted=done,
        turn=turn,
    )


def _cards_revealed(state: State, event: ev.CardsRevealed) -> State:
    revealed = dict(state.revealed)
    for place, _ in event.cards:
        area = str(place)
        revealed[area] = revealed.get(area, 0) + 1
    step, current, done, turn = next_step(state)
    return replace(state, revealed=revealed, step=step, current=current, acted=done, turn=turn)


# Settlement ---------------------------------------------------------------------------------------


def _wager_paid(state: State, event: ev.WagerPaid) -> State:
    number, cents, seats, purses = event.seat, event.cents, state.seats, state.purses
    seat = seats[number]
    stake, won = seat.stakes[event.wager], seat.won
    if cents > stake and not state.rules.game.wager[event.wager].side:
        won += cents - stake
    on_layout = 0 if event.wager in seat.taken else stake
    paid = replace(seat, settled=seat.settled | {event.wager}, won=won)
    return replace(
        state,
        seats={**seats, number: paid},
        purses={**purses, seat.player: purses[seat.player] + cents},
        inventory=state.inventory - cents + on_layout,
        paid=True,
    )


def _meters_shown(state: State, event: ev.MetersShown) -> State:
    meters = state.meters.showing({**state.meters.units, **event.units})
    won = state.won_elsewhere.union(name for name in event.won if name in state.fed)
    asked = state.asked
    if isinstance(asked, ev.HandPayAsked) and asked.meter in event.units:
        # It was asked about another amount: the dealer settles again, and asks anew.
        state = _for_floor(state, asked=None)
    return replace(state, meters=meters, won_elsewhere=won)


def _meter_paid(state: State, event: ev.MeterPaid) -> State:
    units = {**state.meters.units, event.meter: event.units}
    return replace(state, meters=state.meters.showing(units))


def _envy_paid(state: State, event: ev.EnvyPaid) -> State:
    purses = _purses(state, event.seat, event.cents)
    inventory, seats = state.inventory - event.cents, _seats(state, event.holder, envied=True)
    return replace(state, seats=seats, purses=purses, inventory=inventory, paid=True)


def _paid_by_hand(state: State, event: ev.PaidByHand) -> State:
    purses = _purses(state, event.seat, event.cents)
    return replace(state, purses=purses, inventory=state.inventory - event.cents)


def _seat_settled(state: State, event: ev.SeatSettled) -> State:
    seat, seats = state.seats[event.seat], state.seats
    if event.collected or seat.shown:
        seats = _seats(state, event.seat, collected=event.collected, envied=seat.shown)
    step, current, done, turn = acted(state, event.seat, seats, ends=True)
    return replace(
        state, seats=seats, step=step, current=current, acted=done, turn=turn, announced=0
    )


def _tapped_in(state: State, event: ev.DealerTappedIn) -> State:
    dealt = state.dealt | {event.by}
    return replace(state, dealer=event.by, dealer_name=event.name, dealt=dealt)


def _tapped_out(state: State, event: ev.DealerTappedOut) -> State:
    del event
    return replace(state, dealer="", dealer_name="")


def _device_returned(state: State, event: ev.DeviceReturned) -> State:
    device = {event.device}
    return replace(state, failed=state.failed - device, marked=state.marked - device)


def _method_changed(state: State, event: ev.MethodChanged) -> State:
    dealing, shuffling = Dealing(event.dealing), Shuffling(event.shuffling)
    deck = state.deck
    if not deck and state.decks and not shuffling.by_machine:
        deck = state.decks[0].color  # the only one there is now
    steps = dealing_steps(state.rules, dealing, shuffling)
    state = replace(state, dealing=dealing, shuffling=shuffling, deal_steps=steps, deck=deck)
    # A deck that the failed device had made ready is shuffled again in the new way.
    if deck_ready(state):
        state = _late_order(_reopened(state))
    return _decks_where(state, READY, STACKED)


def _keep(state: State, event: ev.Event) -> State:
    """Return the state unchanged, for an event that is only recorded."""
    del event
    return state


def _table_closed(state: State, event: ev.TableClosed) -> State:
    del event
    return _for_floor(replace(state, phase=CLOSED), called=None)


def _for_floor(state: State, **changes: Any) -> State:
    """Record a question to the floorperson, or that it was answered."""
    state = replace(state, **changes)
    waits = state.asked or state.differs or state.called or state.phase is CLOSED
    return replace(state, held=bool(waits))


def _asked(state: State, event: ev.Asked) -> State:
    return _for_floor(state, asked=event)


def _confirmed(state: State, event: ev.Confirmed) -> State:
    del event
    asked = state.asked
    state = _for_floor(state, asked=None, reported=None)
    if not isinstance(asked, ev.HandPayAsked):
        return state
    # The dealer has the payment at hand now.
    chores = (*state.chores, asked)
    return replace(state, chores=chores, hand_paid=asked, hand_paid_at=state.clock)


_EVOLVE: dict[type[ev.Event], Callable[[State, Any], State]] = {
    ev.DecksReceived: _decks_received,
    ev.CardsInspected: _cards_inspected,
    ev.DefectFound: _keep,
    ev.InspectionVerified: _inspection_verified,
    ev.CardsSpread: _cards_spread,
    ev.CardsWashed: lambda s, _: _decks_where(s, SPREAD, STACKED),
    ev.DeckShuffled: _deck_shuffled,
    ev.DeckCut: lambda s, event: _decks(s, READY, only=event.deck, cut=event.depth),
    ev.RecutOrdered: _recut_ordered,
    ev.ShuffleOrdered: _shuffle_ordered,
    ev.DeckCounted: _keep,
    ev.DeckRemoved: _deck_removed,
    ev.DeckCommitted: _deck_committed,
    ev.SecretsRevealed: _keep,
    ev.SecretsLost: _secrets_lost,
    ev.PlayerSat: _player_sat,
    ev.BoughtIn: _bought_in,
    ev.PlayerLeft: lambda s, event: _free(s, event.seat),
    ev.PlayerRemoved: lambda s, event: _free(s, event.seat),
    ev.PlayerReady: lambda s, event: _seat(s, event.seat, ready=True, word=event.word),
    ev.WordPledged: _word_pledged,
    ev.PledgesClosed: lambda s, event: _not_to_pledge(s, event.seats),
    ev.WordRevealed: lambda s, event: _seat(s, event.seat, word=event.word),
    ev.WordWithheld: _word_withheld,
    ev.HandAbandoned: _hand_abandoned,
    ev.HandForfeited: _hand_forfeited,
    ev.PlayerSkipped: _player_skipped,
    ev.WagerPlaced: _wager_placed,
    ev.WagerTakenBack: _wager_taken_back,
    ev.BetsClosed: _bets_closed,
    ev.MetersFed: _meters_fed,
    ev.StakesCollected: _stakes_collected,
    ev.ChipAdded: _keep,
    ev.WagerReturned: _wager_returned,
    ev.MetersUnfed: _meters_unfed,
    ev.CardsDealt: _cards_dealt,
    ev.CardSetAside: _card_set_aside,
    ev.CardReported: lambda s, event: replace(s, reported=event.card),
    ev.CardDrawnInError: _card_drawn_in_error,
    ev.StubCounted: _stub_counted,
    ev.CountRuled: lambda s, _: _for_floor(s, differs=None),
    ev.StubRacked: _stub_racked,
    ev.BetRode: lambda s, event: _acted(s, event.seat),
    ev.BetWithdrawn: _bet_withdrawn,
    ev.HandFolded: _hand_folded,
    ev.WagerLost: _wager_lost,
    ev.BetsCalled: _bets_called,
    ev.CardsDiscarded: _cards_discarded,
    ev.CardsReplaced: _cards_replaced,
    ev.CardsRevealed: _cards_revealed,
    ev.HandShown: lambda s, event: _seat(s, event.seat, shown=True),
    ev.HandAnnounced: lambda s, _: replace(s, announced=s.announced + 1),
    ev.WagerPaid: _wager_paid,
    ev.MeterPaid: _meter_paid,
    ev.MetersShown: _meters_shown,
    ev.EnvyPaid: _envy_paid,
    ev.SeatSettled: _seat_settled,
    ev.RoundVoided: _round_voided,
    ev.RoundEnded: lambda s, _: _round_over(s, counts=True),
    ev.VoidAsked: _asked,
    ev.CorrectionAsked: _asked,
    ev.PaymentAsked: _asked,
    ev.PaidByHand: _paid_by_hand,
    ev.HandPayAsked: _asked,
    ev.Confirmed: _confirmed,
    ev.Denied: lambda s, _: _for_floor(s, asked=None, reported=None, differs=None),
    ev.DeviceFailed: lambda s, event: replace(s, failed=s.failed | {event.device}),
    ev.DeviceMarked: lambda s, event: replace(s, marked=s.marked | {event.device}),
    ev.DeviceReturned: _device_returned,
    ev.MethodChanged: _method_changed,
    ev.DealerTappedIn: _tapped_in,
    ev.DealerTappedOut: _tapped_out,
    ev.Announced: _keep,
    ev.FloorCalled: lambda s, event: _for_floor(s, called=event.reason),
    ev.CallAnswered: lambda s, _: _for_floor(s, called=None),
    ev.TableClosed: _table_closed,
}
