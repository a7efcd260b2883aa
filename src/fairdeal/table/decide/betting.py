"""Chapter 7: seats and wagers, up to the collection of stakes before the deal."""

from collections.abc import Mapping

from fairdeal.english import one_of, quoted
from fairdeal.errors import Refused
from fairdeal.rulebook.money import MAX_STAKE, dollars
from fairdeal.rulebook.wager import Equal, OneOf, Times, Wager
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.decide.opening import hours_clause, hours_over
from fairdeal.table.state import (
    AUTOMATED_SHOE,
    DEALING,
    IN_USE,
    OPEN,
    SeatState,
    State,
    dealing_clauses,
    decks_in_use,
    reshuffled_from_shoe,
    to_make_ready,
)

#: Long enough for a person, short enough for a layout.
MAX_NAME = 60


def sit(state: State, command: cmd.Sit) -> list[ev.Event]:
    """A seat is taken; more than one box a player only where the operator says so."""
    game = state.rules.game
    clause = game.procedure.seated
    if not 1 <= command.seat <= state.rules.seats:
        raise Refused(f"the table has seats 1 to {state.rules.seats}", game.clauses.seats or clause)
    if command.seat in state.seats:
        raise Refused(f"seat {command.seat} is taken", clause)
    name = command.player
    if not name.isprintable() or name != name.strip() or not 0 < len(name) <= MAX_NAME:
        reason = f"a player has a name of up to {MAX_NAME} letters, with no spaces around it"
        raise Refused(reason, clause)
    boxes = [number for number, seat in state.seats.items() if seat.player == command.player]
    if boxes:
        most = state.rules.adjacent_boxes
        allowed = "one box" if most == 1 else f"{most} adjacent boxes"
        if len(boxes) >= most:
            reason = f"{quoted(command.player)} has {allowed} already"
            raise Refused(reason, game.clauses.boxes or clause)
        if not _adjacent([*boxes, command.seat]):
            raise Refused("a player's boxes are adjacent", game.clauses.boxes or clause)
    return [ev.PlayerSat(command.seat, command.player)]


def _adjacent(boxes: list[int]) -> bool:
    """Whether boxes lie side by side."""
    return max(boxes) - min(boxes) < len(boxes)


def leave(state: State, command: cmd.Leave) -> list[ev.Event]:
    """Between rounds the wagers go along; during a round they are abandoned."""
    seat = seat_of(state, command.seat)
    if seat.in_round:
        if seat.left:
            raise Refused(f"seat {command.seat} has left", state.rules.game.procedure.leaves)
        return [ev.HandAbandoned(command.seat)]
    back: list[ev.Event] = [
        ev.WagerTakenBack(command.seat, wager, cents) for wager, cents in seat.stakes.items()
    ]
    return [*back, ev.PlayerLeft(command.seat)]


def seat_of(state: State, number: int) -> SeatState:
    """The seat, which somebody must sit at."""
    seat = state.seats.get(number)
    if seat is None:
        raise Refused(f"nobody sits at seat {number}", state.rules.game.procedure.seated)
    return seat


def place(state: State, command: cmd.Bet) -> list[ev.Event]:
    """A wager before the deal: placed, raised or lowered."""
    return _place(state, command.seat, {command.wager: command.cents})


def place_bets(state: State, command: cmd.PlaceBets) -> list[ev.Event]:
    """Several wagers of a seat, in the order of the text whatever the order given."""
    game = state.rules.game
    if not command.cents:
        raise Refused("name a wager, with its amount", game.procedure.place)
    wagers = {name: command.cents[name] for name in game.wager if name in command.cents}
    return _place(state, command.seat, {**wagers, **command.cents})


def _place(state: State, number: int, wagers: Mapping[str, int]) -> list[ev.Event]:
    game = state.rules.game
    if state.phase is not OPEN:
        raise Refused('no wager is placed or changed after "no more bets"', game.procedure.closed)
    lying = stakes = seat_of(state, number).stakes
    events: list[ev.Event] = []
    for name, cents in wagers.items():
        wager = game.wager.get(name)
        if wager is None:
            raise Refused(f"{game.title} has no wager {quoted(name)}", game.clauses.wagers)
        if state.rules.table_of(wager) is None:
            raise Refused(f"{name} is not offered at this table", wager.clause)
        if wager.at is not None:
            raise Refused(f"{name} is placed in the round, when it is asked for", wager.clause)
        for needed in state.rules.needs(wager):
            if needed not in stakes:
                raise Refused(f"{name} is placed after {needed}", wager.clause)
        check_amount(state, wager, cents, stakes)
        if name in lying:
            events.append(ev.WagerTakenBack(number, name, lying[name]))
        events.append(ev.WagerPlaced(number, name, cents))
        stakes = {**stakes, name: cents}
    return events


def bounds(state: State, wager: Wager, stakes: Mapping[str, int]) -> tuple[int, int, int]:
    """The least and the most that a wager may be here, and the step between, in cents."""
    rules, size = state.rules, wager.size
    step = rules.chip_step_cents
    if isinstance(size, Times):
        base = stakes[size.of]
        return size.low * base, size.high * base, base if size.whole else step
    if isinstance(size, OneOf):
        offered = _offered(state, size)
        return min(offered), max(offered), max(max(offered) - min(offered), 1)
    if isinstance(size, Equal) and size.to in stakes:
        return stakes[size.to], stakes[size.to], step
    if isinstance(size, Equal) or size.binding:
        return rules.minimum_cents or step, rules.maximum_cents or MAX_STAKE, step
    return step, MAX_STAKE, step


def _offered(state: State, size: OneOf) -> tuple[int, ...]:
    """The amounts that a wager of a few amounts may have at this table."""
    progressive = state.rules.progressive
    if size.by_operator and progressive and progressive.stakes_cents:
        return progressive.stakes_cents
    return size.cents


def check_amount(state: State, wager: Wager, cents: int, stakes: Mapping[str, int]) -> None:
    """Refuse an amount of the wrong size. What must be equal is looked at when bets are closed."""
    size = wager.size
    known = {} if isinstance(size, Equal) and wager.at is None else stakes
    low, high, step = bounds(state, wager, known)
    if isinstance(size, OneOf):
        offered = _offered(state, size)
        if cents not in offered:
            words = one_of([dollars(amount) for amount in offered])
            raise Refused(f"{wager.name} of {dollars(cents)} must be {words}", wager.clause)
    elif not low <= cents <= high:
        least, most = dollars(low), dollars(high)
        span = f"must be {least}" if low == high else f"must be from {least} to {most}"
        raise Refused(f"{wager.name} of {dollars(cents)} {span}", wager.clause)
    elif cents % step and cents not in (low, high):
        says = f"{wager.name} of {dollars(cents)}"
        of = size.of if isinstance(size, Times) and size.whole else "the chip step"
        raise Refused(f"{says} is no multiple of {of} {dollars(step)}", wager.clause)


def take_back(state: State, command: cmd.TakeBackBet) -> list[ev.Event]:
    """A wager goes back to the player before the bets are closed."""
    clause = state.rules.game.procedure.closed
    if state.phase is not OPEN:
        raise Refused('no wager is withdrawn after "no more bets"', clause)
    seat = seat_of(state, command.seat)
    if command.wager not in seat.stakes:
        reason = f"seat {command.seat} has no {quoted(command.wager)} on the layout"
        raise Refused(reason, state.rules.game.procedure.place)
    return [ev.WagerTakenBack(command.seat, command.wager, seat.stakes[command.wager])]


def incomplete(state: State, number: int) -> tuple[str, str] | None:
    """What is wrong with a seat's wagers before the deal, and the clause; None if nothing is."""
    stakes = state.seats[number].stakes
    for wager, needs in state.rules.before_deal:
        if wager.name not in stakes:
            if not wager.side:
                return f"seat {number}: {wager.name} is missing", wager.clause
            continue
        for needed in needs:
            if needed not in stakes:
                return f"seat {number}: {wager.name} needs {needed}", wager.clause
        if isinstance(wager.size, Equal) and stakes[wager.name] != stakes.get(wager.size.to):
            return f"seat {number}: {wager.name} is not equal to {wager.size.to}", wager.clause
    return _scattered(state, number) if state.rules.adjacent_boxes > 1 else None


def _scattered(state: State, number: int) -> tuple[str, str] | None:
    """Whether the boxes that a player wagers on are not adjacent, said at the first of them."""
    player, clause = state.seats[number].player, state.rules.game.clauses.boxes
    boxes = [n for n, seat in state.seats.items() if seat.player == player and seat.stakes]
    if clause is None or _adjacent(boxes) or number != min(boxes):
        return None
    return f"seat {number}: the boxes of {quoted(player)} are not adjacent", clause


def no_more_bets(state: State, command: cmd.NoMoreBets) -> list[ev.Event]:
    """The bets are closed: the seats in the round are known, and the meters fed."""
    del command
    procedure = state.rules.game.procedure
    clauses = dealing_clauses(state)
    if state.phase is not OPEN:
        raise Refused("the bets are closed already", clauses.no_more_bets)
    _require_decks(state)
    if hours_over(state):
        raise Refused(f"the {state.deck} deck's hours are over: change it", hours_clause(state))
    if not state.shuffling.counts and state.uncounted_rounds >= 5:
        raise Refused("the stub was not counted in five rounds", clauses.count)
    shoe_failed = state.dealing is AUTOMATED_SHOE and "shoe" in state.failed
    # A continuous reshuffler that deals is one device with its shoe.
    if shoe_failed or (reshuffled_from_shoe(state) and "shuffler" in state.failed):
        raise Refused("the dealing shoe is out of order", procedure.irregular.out_of_order)
    seats = [number for number in sorted(state.seats) if state.seats[number].stakes]
    if not seats:
        raise Refused("no wager lies on the layout", procedure.place)
    for number in seats:
        if wrong := incomplete(state, number):
            raise Refused(*wrong)
    events: list[ev.Event] = [ev.BetsClosed(tuple(seats))]
    if units := _fed(state, seats):
        events.append(ev.MetersFed(units))
    return events


def _require_decks(state: State) -> None:
    """The deck of this round is ready, and of two decks the other has been inspected and washed."""
    game = state.rules.game
    missing = decks_in_use(state) - len(state.decks)
    if missing:
        lacks = "there is no deck" if not state.decks else "the second deck is missing"
        raise Refused(lacks, game.clauses.two_decks if state.decks else game.procedure.inspect)
    for deck in state.decks:
        # Of two decks the one that rests may wait for its shuffle or its cut.
        waits = to_make_ready(deck, game.procedure)
        if waits and (deck.color == state.deck or deck.stage not in IN_USE):
            todo, clause = waits
            raise Refused(f"the {deck.color} deck must be {todo} first", clause)


def contribution(state: State, cents: int) -> dict[str, int]:
    """What a progressive stake adds to each meter, in meter units."""
    progressive = state.rules.progressive
    if progressive is None or not cents:
        return {}
    return {name: cents * rate for name, rate in progressive.rates.items()}


def _fed(state: State, seats: list[int]) -> dict[str, int]:
    wager = state.rules.progressive_wager
    if wager is None:
        return {}
    total = sum(state.seats[number].stakes.get(wager.name, 0) for number in seats)
    return contribution(state, total)


def to_collect(state: State) -> list[Wager]:
    """The wagers whose stakes are still to be collected before the deal."""
    return [
        wager
        for wager in state.rules.collected
        if wager.name not in state.reconciled
        and any(wager.name in state.seats[number].stakes for number in state.playing)
    ]


def collect(state: State, command: cmd.Collect) -> list[ev.Event]:
    """Stakes go to the table inventory once the chips agree with what was accepted."""
    clauses = dealing_clauses(state)
    if state.phase is not DEALING or state.deal_step:
        reason = 'stakes are collected after "no more bets", before the deal'
        raise Refused(reason, clauses.lock or clauses.no_more_bets)
    wager = next((one for one in to_collect(state) if one.name == command.wager), None)
    if wager is None:
        reason = f"there are no {quoted(command.wager)} stakes to collect"
        raise Refused(reason, clauses.collect.get(command.wager, clauses.no_more_bets))
    seats = tuple(n for n in state.playing if wager.name in state.seats[n].stakes)
    if command.chips != len(seats):
        what = "lammers" if wager.lammer else "wagers accepted by the progressive system"
        reason = f"chips {command.chips}, {what} {len(seats)}: no card is dealt until they agree"
        raise Refused(reason, clauses.collect.get(wager.name))
    return [ev.StakesCollected(wager.name, seats, wager.lammer)]
