"""Chapter 11's end: seat by seat, the cards are shown and the wagers settled, then cleared away."""

from itertools import takewhile
from typing import Final

from fairdeal.errors import Refused
from fairdeal.rulebook.game import SeatCards
from fairdeal.rulebook.game import Settle as SettleStep
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.rulebook.odds import Odds
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import Actor
from fairdeal.table.decide.hand_pay import hand_pay
from fairdeal.table.decide.playing import next_clause
from fairdeal.table.evolve import advance_to
from fairdeal.table.outcome import LOSE, PUSH, SettlementRow
from fairdeal.table.payout import settle_wager
from fairdeal.table.questions import to_show
from fairdeal.table.state import OPEN, PLAYING, State, dealing_clauses, stub_to_rack


def _next_seat(state: State) -> tuple[SettleStep, int]:
    """Return the current pass and the seat whose turn it is."""
    step = state.current
    number = state.turn
    if not isinstance(step, SettleStep) or number is None:
        raise Refused("nothing is to be settled now", next_clause(state))
    if stub_to_rack(state):
        raise Refused("the stub goes to the discard rack first", dealing_clauses(state).stub)
    return step, number


def show(state: State, command: cmd.Show, by: Actor) -> list[ev.Event]:
    """Turn up the cards of the next seat."""
    del command, by
    step, number = _next_seat(state)
    if to_show(state) is None:
        raise Refused(f"the cards of seat {number} are not turned up now", step.clause)
    return [ev.HandShown(number, state.seats[number].cards)]


def settle(state: State, command: cmd.Settle, by: Actor) -> list[ev.Event]:
    """Settle the wagers of the next seat of the current pass, and once what others get for its
    hand; or only its next row, or the rows of several seats one after the other. From the house's
    limit on, a payment is first asked of the floorperson, for the seat as a whole.
    """
    if command.seats:
        return _settle_seats(state, command, by)
    events = settlement(state)
    asked = hand_pay(state, events, by)
    if command.row:
        row = _first_row(events)
        others = len(events) - len(row) > 1  # beside the end of the seat's settlement
        if others and (asked is None or not any(isinstance(event, _PAYS) for event in row)):
            return row
    return events if asked is None else [asked]


#: The events that pay somebody.
_PAYS: Final = (ev.WagerPaid, ev.MeterPaid, ev.EnvyPaid)


def settlement(state: State) -> list[ev.Event]:
    """Return the events that are left for the next seat of the current pass."""
    step, number = _next_seat(state)
    if to_show(state) is not None:
        raise Refused(f"turn up the cards of seat {number} first", step.clause)
    events = _settled(state, step, number)
    seat = state.seats[number]
    collected = step.collects and seat.stakes.keys() <= seat.settled.union(step.wagers)
    events.append(ev.SeatSettled(number, collected))
    return events


def _settle_seats(state: State, command: cmd.Settle, by: Actor) -> list[ev.Event]:
    """Settle the next seats of the pass in its order; the cards of each are turned up first."""
    first, _ = _next_seat(state)
    if command.row:
        raise Refused("settle a row of the next seat, or whole seats, not both", first.clause)
    settled: list[ev.Event] = []
    for number in command.seats:
        if state.current is not first or state.turn != number:
            raise Refused(f"seat {number} is not next in this settlement", first.clause)
        events = show(state, cmd.Show(), by) if to_show(state) is not None else []
        shown = advance_to(state, state.clock, events) if events else state
        events += settle(shown, cmd.Settle(), by)
        settled += events
        if isinstance(events[-1], ev.HandPayAsked):
            break  # the seats after it are settled when the floorperson has answered
        state = advance_to(state, state.clock, events)
    return settled


def _first_row(events: list[ev.Event]) -> list[ev.Event]:
    """Return the events of the next row: one event, that of a meter with its payment, or what all
    others get for the hand.
    """
    if isinstance(events[0], ev.EnvyPaid):
        return list(takewhile(lambda event: isinstance(event, ev.EnvyPaid), events))
    return events[:2] if isinstance(events[0], ev.MeterPaid) else events[:1]


def _settled(state: State, step: SettleStep, number: int) -> list[ev.Event]:
    """Return the events that are left for the wagers of a seat in a pass, in the text's order."""
    seat, rules = state.seats[number], state.rules
    stakes, done, terms_of = seat.stakes, seat.settled, rules.terms
    standing = [name for name in step.wagers if name in stakes and name not in done]
    seat_cards = SeatCards(state.board, seat.cards)
    folded = seat.folded is not None
    loses = seat.left and rules.readings["abandoned"] == "lose"
    told: list[ev.Event] = []
    if step.announces and standing and not (folded or loses):
        told = _announced(state, step, number, seat_cards)[state.announced :]
    envy = _envy(state, number) if seat.shown and not seat.envied else []
    # Losing wagers are collected, pushes told, winning wagers paid (reading `losing-first`); side
    # bets come after that in the text's own order.
    lost: list[ev.Event] = []
    pushed: list[ev.Event] = []
    paid: list[ev.Event] = []
    beside: list[ev.Event] = []
    meters, won = state.meters, seat.won
    for name in standing:
        terms = terms_of[name]
        wager = terms.wager
        settled, after = settle_wager(
            terms, number, stakes[name], seat_cards, meters, folded=folded
        )
        if loses or settled.result is LOSE:
            group = beside if wager.side else lost
            group.append(_lost(rules, wager, settled, abandoned=loses))
            continue
        payment = _paid(rules, wager, settled, won)
        if wager.side:
            group = beside
        else:
            won += max(0, payment.cents - stakes[name])
            group = pushed if settled.result is PUSH else paid
        if after is not meters:
            meters = after
            meter = Odds.parse(settled.pays or "").meter
            paid_out = settled.returned * UNITS_PER_CENT
            group.append(ev.MeterPaid(meter, meters.units[meter], paid_out))
        group.append(payment)
    first, last = ([], envy) if step.envy_last else (envy, [])
    return [*told, *first, *lost, *pushed, *paid, *beside, *last]


def _announced(
    state: State, step: SettleStep, number: int, seat_cards: SeatCards
) -> list[ev.Event]:
    """Return the events of naming hands, which the dealer does before a chip moves."""
    hands = state.rules.hands
    return [
        ev.HandAnnounced(number, of, seat_cards.hand(hands[of]).name, clause)
        for of, clause in step.announces
    ]


def _lost(rules: Rules, wager: Wager, settled: SettlementRow, *, abandoned: bool) -> ev.WagerLost:
    return ev.WagerLost(
        settled.seat,
        wager.name,
        settled.stake,
        "abandoned" if abandoned else "hand",
        rules.game.procedure.leaves if abandoned else wager.settled,
        settled.hand,
        settled.called,
    )


def _paid(rules: Rules, wager: Wager, settled: SettlementRow, won: int) -> ev.WagerPaid:
    """Return the event of a payment; over the payout limit, the wagers paid last are cut."""
    cut = 0
    if rules.payout_limit_cents is not None and not wager.side:
        left = max(0, rules.payout_limit_cents - won)
        cut = max(0, settled.net - left)
    return ev.WagerPaid(
        settled.seat,
        wager.name,
        settled.returned - cut,
        "push" if settled.result is PUSH else "win",
        settled.hand or "",
        settled.called or "",
        settled.pays or "",
        settled.clause or wager.settled,
        cut,
        rules.game.limit.clause if cut else None,
    )


def _envy(state: State, holder: int) -> list[ev.Event]:
    """Return the events of envy bonuses, paid to all at once when the qualifying hand has been
    shown.
    """
    wager = state.rules.progressive_wager
    if wager is None:
        return []
    _, spec, table = state.rules.terms[wager.name]
    seat = state.seats[holder]
    if not any(wager.name in other.stakes for other in state.seats.values() if other is not seat):
        return []
    hand = SeatCards(state.board, seat.cards).hand(spec)
    line = table.envy_by_cell[hand.cell]
    if line is None:
        return []
    events: list[ev.Event] = []
    for number in state.rules.game.settles.order(state.playing):
        other = state.seats[number]
        stake = other.stakes.get(wager.name)
        if stake is None or other.player == seat.player or other.left or other.out:
            continue
        events.append(ev.EnvyPaid(number, holder, line.pays_cents[stake], line.clauses[stake]))
    return events


def clear(state: State, command: cmd.Clear, by: Actor) -> list[ev.Event]:
    """Put the cards into the discard rack in an order from which each hand can be read again."""
    del command, by
    if state.phase is OPEN:
        raise Refused("no round is on", state.rules.game.procedure.clear)
    if state.phase is not PLAYING or state.current is not None:
        raise Refused("wagers are still to be settled", next_clause(state))
    if stub_to_rack(state):
        raise Refused("the stub goes to the discard rack first", dealing_clauses(state).stub)
    return [ev.RoundEnded()]
