"""Chapter 7: wagers, up to the collection of stakes before the deal."""

from collections.abc import Mapping
from functools import lru_cache

from fairdeal.english import one_of, quoted
from fairdeal.errors import Refused
from fairdeal.rulebook.money import MAX_STAKE, dollars
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Bounds, Wager
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import DEALER, Actor
from fairdeal.table.decide.seats import require_words, seat_of
from fairdeal.table.decide.voiding import contribution
from fairdeal.table.decide.words import require_no_real_cards, require_pledge, require_word
from fairdeal.table.questions import hours_clause, hours_over, incomplete, to_collect
from fairdeal.table.state import (
    AUTOMATED_SHOE,
    DEALING,
    OPEN,
    SHUFFLED,
    STACKED,
    SeatState,
    State,
    bound,
    dealing_clauses,
    decks_in_use,
    reshuffled_from_shoe,
    to_make_ready,
)


def place(state: State, command: cmd.Bet, by: Actor) -> list[ev.Event]:
    """Place a wager before the deal, raise it or lower it."""
    require_acceptance(state, command, by)
    wagers = {command.wager: command.cents}
    return _place(state, command.seat, wagers, accepted=command.accepted)


def place_bets(state: State, command: cmd.PlaceBets, by: Actor) -> list[ev.Event]:
    """Place several wagers of a seat, in the order of the text, whatever the order in the
    command.
    """
    require_acceptance(state, command, by)
    if not command.cents:
        raise Refused("name a wager, with its amount", state.rules.game.procedure.place)
    return _place(state, command.seat, command.cents, accepted=command.accepted)


def require_acceptance(state: State, command: cmd.Bet | cmd.PlaceBets, by: Actor) -> None:
    """Refuse that a player accepts a wager outside of the limits: that is the dealer's."""
    if command.accepted and by.role is not DEALER:
        reason = "a wager outside of the table's limits is accepted by the dealer alone"
        raise Refused(reason, state.rules.game.procedure.place)


def _in_text_order(rules: Rules, wagers: Mapping[str, int]) -> dict[str, int]:
    """Return wagers in the order of the text; names that no wager of the game has come last."""
    known = {name: wagers[name] for name in rules.game.wager if name in wagers}
    return {**known, **wagers}


# Remembered, because players bet the same amounts round after round. All names are of wagers.
@lru_cache(maxsize=4096)
def _placed_alone(rules: Rules, wagers: tuple[tuple[str, int], ...]) -> tuple[str, ...] | None:
    """Return the names of wagers in the order of the text, if a seat without any may place them;
    else None.
    """
    ordered = _in_text_order(rules, dict(wagers))
    before: set[str] = set()
    for name, cents in ordered.items():
        _, needs = rules.to_place[name]
        if not before.issuperset(needs) or not rules.limits[name].allows(cents):
            return None
        before.add(name)
    # Names alone: whoever bets the same amount may have written it in another way, as 500.0.
    return tuple(ordered)


def _place(
    state: State, number: int, wagers: Mapping[str, int], *, accepted: bool
) -> list[ev.Event]:
    if state.phase is not OPEN:
        reason = 'no wager is placed or changed after "no more bets"'
        raise Refused(reason, state.rules.game.procedure.closed)
    _require_bound(state)
    seat = seat_of(state, number)
    _require_open(state, seat, number)
    lying, rules = seat.stakes, state.rules
    if not lying and wagers.keys() <= rules.to_place.keys():
        alone = _placed_alone(rules, tuple(wagers.items()))
        if alone is not None:
            return [ev.WagerPlaced(number, name, wagers[name]) for name in alone]
    stakes = lying.copy()
    events: list[ev.Event] = []
    for name, cents in _in_text_order(rules, wagers).items():
        if name not in rules.to_place:
            raise _not_placed(rules, name)
        wager, needs = rules.to_place[name]
        for needed in needs:
            if needed not in stakes:
                raise Refused(f"{name} is placed after {needed}", wager.clause)
        check_amount(state, wager, cents, stakes, accepted=accepted)
        if name in lying:
            events.append(ev.WagerTakenBack(number, name, lying[name]))
        events.append(ev.WagerPlaced(number, name, cents))
        stakes[name] = cents
    return events


def _not_placed(rules: Rules, name: str) -> Refused:
    """Return the refusal of a wager that cannot be placed before the deal at this table."""
    game = rules.game
    wager = game.wager.get(name)
    if wager is None:
        return Refused(f"{game.title} has no wager {quoted(name)}", game.clauses.wagers)
    if rules.table_of(wager) is None:
        return Refused(f"{name} is not offered at this table", wager.clause)
    return Refused(f"{name} is placed in the round, when it is asked for", wager.clause)


def _require_bound(state: State) -> None:
    """Refuse bets, and the words that go with them, before the house has bound itself to the order
    of the cards: it does so without knowing either.
    """
    if not bound(state):
        reason = "bets open when the house has committed to the order of the cards"
        raise Refused(reason, state.rules.game.procedure.place)


def _require_open(state: State, seat: SeatState, number: int) -> None:
    """Refuse to change bets that the player has said are ready."""
    if seat.ready:
        reason = f"seat {number} is ready: its bets cannot be changed any more"
        raise Refused(reason, state.rules.game.procedure.closed)


def check_amount(
    state: State, wager: Wager, cents: int, stakes: Mapping[str, int], *, accepted: bool = False
) -> None:
    """Refuse an amount of the wrong size. Before the deal any stake may still change, so a stake is
    compared with the wager that it goes by when the bets are closed (`incomplete`). What a dealer
    has accepted outside of the table's limits stands, and is settled whole (COMAR 36.05.03.14C).
    """
    rules = state.rules
    base = None if wager.at is None else wager.size.base
    base_cents = None if base is None else stakes.get(base)
    if _allows(rules, wager.name, cents, base_cents):
        return
    bounds = _bounds(rules, wager, base_cents)
    if accepted and not bounds.amounts and 0 < cents <= MAX_STAKE and cents % bounds.step == 0:
        return
    if bounds.amounts:
        wrong = f"must be {one_of([dollars(amount) for amount in bounds.amounts])}"
    elif bounds.least <= cents <= bounds.most:
        wrong = wager.size.off_step(bounds.step)
    elif bounds.least == bounds.most:
        wrong = f"must be {dollars(bounds.least)}"
    else:
        wrong = f"must be from {dollars(bounds.least)} to {dollars(bounds.most)}"
    raise Refused(f"{wager.name} of {dollars(cents)} {wrong}", wager.clause)


def _bounds(rules: Rules, wager: Wager, base_cents: int | None) -> Bounds:
    """Return the bounds of a wager, with so much on the wager that it goes by."""
    base = wager.size.base
    return rules.bounds(wager, {} if base is None or base_cents is None else {base: base_cents})


# Remembered, because players bet the same amounts round after round.
@lru_cache(maxsize=4096)
def _allows(rules: Rules, name: str, cents: int, base_cents: int | None) -> bool:
    return _bounds(rules, rules.game.wager[name], base_cents).allows(cents)


def ready(state: State, command: cmd.Ready, by: Actor) -> list[ev.Event]:
    """Record that a seat's bets are complete and do not change any more."""
    del by
    clause = state.rules.game.procedure.place
    if state.phase is not OPEN:
        raise Refused("the bets are closed already", state.rules.game.procedure.closed)
    _require_bound(state)
    seat = seat_of(state, command.seat)
    if seat.ready:
        raise Refused(f"seat {command.seat} is ready already", clause)
    if not seat.stakes:
        raise Refused(f"seat {command.seat} has no wager on the layout", clause)
    if wrong := incomplete(state, command.seat):
        raise Refused(*wrong)
    if command.word is not None:
        require_no_real_cards(state, clause)
        require_word(command.word, clause)
    events: list[ev.Event] = [ev.PlayerReady(command.seat, command.word)]
    if command.pledge is not None:
        if command.word is not None:
            raise Refused("send a pledge or an open word, not both", clause)
        require_pledge(state, command.pledge, clause)
        events.append(ev.WordPledged(command.seat, command.pledge))
    return events


def give_back(state: State, command: cmd.GiveBack, by: Actor) -> list[ev.Event]:
    """Give back wagers that cannot stay, with all that depend on them; the seat sits out. The
    dealer does it where wagers are incomplete, the floorperson for a reason.
    """
    clause = state.rules.game.procedure.place
    if state.phase is not OPEN:
        reason = 'the dealer gives wagers back only before "no more bets"'
        raise Refused(reason, state.rules.game.procedure.closed)
    stakes = seat_of(state, command.seat).stakes
    if command.wager is not None and command.wager not in stakes:
        reason = f"seat {command.seat} has no {quoted(command.wager)} on the layout"
        raise Refused(reason, clause)
    if not stakes:
        raise Refused(f"seat {command.seat} has no wager on the layout", clause)
    wrong = incomplete(state, command.seat)
    if by.role is DEALER and wrong is None:
        reason = (
            f"the wagers of seat {command.seat} are in order: only the "
            "floorperson may give them back"
        )
        raise Refused(reason, clause)
    if wrong is None or command.reason:
        require_words(command.reason, "the reason", clause)
    why, cited = wrong or (command.reason, clause)
    names = list(stakes) if command.wager is None else with_dependents(state, command.wager)
    return [
        ev.WagerReturned(command.seat, name, stakes[name], cited, command.reason or why)
        for name in names
        if name in stakes
    ]


def with_dependents(state: State, name: str) -> list[str]:
    """Return a wager and all wagers that need it."""
    gone = [name]
    for wager, needs in state.rules.to_place.values():
        if wager.name not in gone and ({*needs, wager.size.base} & set(gone)):
            gone.append(wager.name)
    return gone


def take_back(state: State, command: cmd.TakeBackBet, by: Actor) -> list[ev.Event]:
    """Give a wager back to the player before the bets are closed."""
    del by
    clause = state.rules.game.procedure.closed
    if state.phase is not OPEN:
        raise Refused('no wager is withdrawn after "no more bets"', clause)
    seat = seat_of(state, command.seat)
    if command.wager not in seat.stakes:
        reason = f"seat {command.seat} has no {quoted(command.wager)} on the layout"
        raise Refused(reason, state.rules.game.procedure.place)
    _require_open(state, seat, command.seat)
    return [ev.WagerTakenBack(command.seat, command.wager, seat.stakes[command.wager])]


def no_more_bets(state: State, command: cmd.NoMoreBets, by: Actor) -> list[ev.Event]:
    """Close the bets: decide which seats are in the round, and feed the meters."""
    del command, by
    procedure = state.rules.game.procedure
    clauses = dealing_clauses(state)
    if state.phase is not OPEN:
        raise Refused("the bets are closed already", clauses.no_more_bets)
    _require_decks(state)
    if hours_over(state):
        raise Refused(f"the {state.deck} deck's hours are over: change it", hours_clause(state))
    shoe_failed = state.dealing is AUTOMATED_SHOE and "shoe" in state.failed
    # A continuous reshuffler that deals is one device with its shoe.
    if shoe_failed or (reshuffled_from_shoe(state) and "shuffler" in state.failed):
        raise Refused("the dealing shoe is out of order", procedure.irregular.out_of_order)
    seats = [number for number, seat in state.seats.items() if seat.stakes]
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
    """Refuse to close the bets before the deck of this round is ready. Of two decks, the other one
    must have been inspected and washed.
    """
    game = state.rules.game
    missing = decks_in_use(state) - len(state.decks)
    if missing:
        lacks = "there is no deck" if not state.decks else "the second deck is missing"
        raise Refused(lacks, game.clauses.two_decks if state.decks else game.procedure.inspect)
    for deck in state.decks:
        # Of two decks the one that rests may wait for its cut, not for its shuffle: nothing of the
        # new round may reach the discard rack while it lies there.
        waits = to_make_ready(deck, game.procedure)
        rests = deck.color != state.deck
        if waits and not (rests and deck.stage is SHUFFLED):
            todo, clause = waits
            if rests and deck.stage is STACKED:
                clause = game.procedure.other_deck
            raise Refused(f"the {deck.color} deck must be {todo} first", clause)


def _fed(state: State, seats: list[int]) -> dict[str, int]:
    wager = state.rules.progressive_wager
    if wager is None:
        return {}
    total = sum(state.seats[number].stakes.get(wager.name, 0) for number in seats)
    return contribution(state, total)


def collect(state: State, command: cmd.Collect, by: Actor) -> list[ev.Event]:
    """Collect stakes into the table inventory, once the chips agree with what was accepted."""
    del by
    clauses = dealing_clauses(state)
    if state.phase is not DEALING or state.deal_step or state.deal_part:
        reason = 'stakes are collected after "no more bets", before the deal'
        raise Refused(reason, clauses.lock or clauses.no_more_bets)
    waiting = to_collect(state)
    wager = next((one for one in waiting if one.name == command.wager), None)
    if wager is None:
        reason = f"there are no {quoted(command.wager)} stakes to collect"
        raise Refused(reason, clauses.collect.get(command.wager, clauses.no_more_bets))
    first = waiting[0].name
    if wager.name != first:
        raise Refused(f"{first} is collected before {wager.name}", clauses.collect.get(first))
    seats = tuple(n for n in state.playing if wager.name in state.seats[n].stakes)
    if command.chips != len(seats):
        what = "lammers" if wager.lammer else "wagers accepted by the progressive system"
        reason = f"chips {command.chips}, {what} {len(seats)}: no card is dealt until they agree"
        raise Refused(reason, clauses.verify.get(wager.name, clauses.no_more_bets))
    return [ev.StakesCollected(wager.name, seats, wager.lammer)]
