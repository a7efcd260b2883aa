"""Chapter 11's end: seat by seat, the cards are shown and the wagers settled, then cleared away."""

from fairdeal.errors import Refused
from fairdeal.rulebook.game import Settle as SettleStep
from fairdeal.rulebook.game import Spread
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.decide.playing import next_clause
from fairdeal.table.payout import LOSE, Settled, settle_wager
from fairdeal.table.state import OPEN, PLAYING, SeatState, State, dealing_clauses, stub_to_rack


def _next_seat(state: State) -> tuple[SettleStep, int]:
    """The pass that is on and the seat whose turn it is."""
    step = state.current
    number = state.turn
    if not isinstance(step, SettleStep) or number is None:
        raise Refused("nothing is to be settled now", next_clause(state))
    if stub_to_rack(state):
        raise Refused("the stub goes to the discard rack first", dealing_clauses(state).stub)
    return step, number


def to_show(state: State) -> int | None:
    """The seat whose cards are turned up next, before its wagers are settled."""
    step, number = state.current, state.turn
    if not isinstance(step, SettleStep) or number is None:
        return None
    seat = state.seats[number]
    return number if not seat.shown and _shows(state, seat, step) else None


def show(state: State, command: cmd.Show) -> list[ev.Event]:
    """The next seat's cards are turned up."""
    del command
    step, number = _next_seat(state)
    if to_show(state) is None:
        raise Refused(f"the cards of seat {number} are not turned up now", step.clause)
    return [ev.HandShown(number, state.seats[number].cards)]


def settle(state: State, command: cmd.Settle) -> list[ev.Event]:
    """The wagers of the next seat of the pass that is on, and once what others get for its hand."""
    del command
    step, number = _next_seat(state)
    if to_show(state) is not None:
        raise Refused(f"turn up the cards of seat {number} first", step.clause)
    seat = state.seats[number]
    envy = _envy(state, number) if seat.shown and not seat.envied else []
    events: list[ev.Event] = [] if step.envy_last else [*envy]
    standing = [n for n in step.wagers if n in seat.stakes and n not in seat.settled]
    loses = seat.left and state.rules.readings["abandoned"] == "lose"
    meters, won = state.meters, seat.won
    spread = Spread(state.board, seat.cards)
    stakes, folded = seat.stakes, seat.folded is not None
    for name in standing:
        terms = state.rules.terms[name]
        wager = terms.wager
        settled, meters_after = settle_wager(terms, stakes[name], spread, meters, folded=folded)
        if loses or settled.result is LOSE:
            clause = state.rules.game.procedure.leaves if loses else wager.settled
            events.append(_lost(number, settled, clause))
            continue
        if meters_after is not meters:
            meters = meters_after
            meter = settled.pays.meter if settled.pays else ""
            events.append(ev.MeterPaid(meter, meters.units[meter]))
        paid = _paid(state.rules, number, wager, settled, won)
        if not wager.side:
            won += max(0, paid.cents - stakes[name])
        events.append(paid)
    events += envy if step.envy_last else []
    collected = step.collects and all(name in standing for name in seat.standing())
    events.append(ev.SeatSettled(number, collected))
    return events


def _shows(state: State, seat: SeatState, step: SettleStep) -> bool:
    """Whether the cards are turned in this pass: a wager that reads them is settled, or a folded
    hand that was kept is collected, which others may envy.
    """
    if seat.folded and step.collects and not seat.live:
        return True
    reads = state.rules.reads_own_cards
    return any(
        name in reads and name in seat.stakes and name not in seat.settled for name in step.wagers
    )


def _lost(number: int, settled: Settled, clause: str) -> ev.WagerLost:
    return ev.WagerLost(
        number, settled.wager, settled.stake, settled.hand.name, settled.called, clause
    )


def _paid(rules: Rules, number: int, wager: Wager, settled: Settled, won: int) -> ev.WagerPaid:
    """A payment; over the payout limit the wagers paid last are cut."""
    cut = 0
    if rules.payout_limit_cents is not None and not wager.side:
        left = max(0, rules.payout_limit_cents - won)
        cut = max(0, settled.net - left)
    return ev.WagerPaid(
        number,
        wager.name,
        settled.returned - cut,
        settled.result,
        settled.hand.name,
        settled.called,
        settled.pays.text if settled.pays else "",
        settled.clause or wager.settled,
        cut,
    )


def _envy(state: State, holder: int) -> list[ev.Event]:
    """Envy bonuses, to all at once when the qualifying hand has been shown."""
    wager = state.rules.progressive_wager
    if wager is None:
        return []
    _, spec, table = state.rules.terms[wager.name]
    seat = state.seats[holder]
    if not any(wager.name in other.stakes for other in state.seats.values() if other is not seat):
        return []
    hand = Spread(state.board, seat.cards).hand(spec)
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


def clear(state: State, command: cmd.Clear) -> list[ev.Event]:
    """The cards go to the discard rack in an order that tells each hand again."""
    del command
    if state.phase is OPEN:
        raise Refused("no round is on", state.rules.game.procedure.clear)
    if state.phase is not PLAYING or state.current is not None:
        raise Refused("wagers are still to be settled", next_clause(state))
    if stub_to_rack(state):
        raise Refused("the stub goes to the discard rack first", dealing_clauses(state).stub)
    return [ev.RoundEnded()]
