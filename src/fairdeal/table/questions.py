"""Questions about a table's state that the rules and those who describe a table both ask: what is
still to be done, how much is allowed, how long a deck may be used.

Other packages ask here, or give `decide` a command; the modules inside `decide` belong to `table`.
"""

from functools import lru_cache
from typing import Final

from fairdeal.english import quoted
from fairdeal.rulebook.game import Deal as DealStep
from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.rulebook.game import Settle as SettleStep
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager
from fairdeal.table import commands as cmd
from fairdeal.table.state import (
    DEALING,
    DeckState,
    SeatState,
    State,
    deck_in_play,
    is_out,
    places_of,
)
from fairdeal.table.values import RACK, Place

#: The least number of cards above and below a cut (reading `cut-depth`).
CUT_MARGIN: Final = 10
HOUR: Final = 3600
#: No more than this is paid by hand at once.
MOST_BY_HAND_CENTS: Final = 50_000_00
#: The commands that take cards from the shoe or the hand.
TAKES_CARDS: Final = frozenset({cmd.Deal, cmd.Replace, cmd.FaceUp, cmd.DrawnInError})

#: The commands that tell a count, with the field of the number that was counted. Counts are blind:
#: whoever is to count is never sent the right number.
COUNTED: Final[dict[type[cmd.Command], str]] = {
    cmd.Collect: "chips",
    cmd.CountStub: "cards",
    cmd.Shuffle: "cards",
}


def tells_count(command: cmd.Command) -> bool:
    """Return whether a command gives a count; a shuffle does where a device counts."""
    name = COUNTED.get(type(command))
    return name is not None and getattr(command, name) is not None


# Decks --------------------------------------------------------------------------------------------


def spreads_idle(state: State) -> bool:
    """Return whether an idle table's cards are spread with the way of shuffling in use."""
    reshuffled = state.shuffling is Shuffling.RESHUFFLING
    return not reshuffled or state.rules.game.procedure.idle_with_reshuffler


def hours_clause(state: State) -> str:
    """Return the clause that says how long decks are used in the way of dealing in use."""
    procedure = state.rules.game.procedure
    return procedure.hours_hand if state.dealing is Dealing.HAND else procedure.hours_shoe


def hours_allowed(state: State) -> int:
    """Return the seconds for which decks are used in the way of dealing in use."""
    return (4 if state.dealing is Dealing.HAND else 8) * HOUR


def hours_left(state: State, deck: DeckState) -> int:
    """Return the seconds until a deck must be changed; due at zero."""
    return deck.received_at + hours_allowed(state) - state.clock


def hours_over(state: State) -> DeckState | None:
    """Return the deck in play, if its hours are over."""
    if not state.clock:
        return None  # no time has passed at all
    deck = deck_in_play(state)
    return deck if deck is not None and hours_left(state, deck) <= 0 else None


# Wagers and payments ------------------------------------------------------------------------------


def adjacent(boxes: list[int]) -> bool:
    """Return whether boxes lie side by side."""
    return max(boxes) - min(boxes) < len(boxes)


def incomplete(state: State, number: int) -> tuple[str, str] | None:
    """Return what is wrong with a seat's wagers before the deal, and the clause; None if nothing
    is.
    """
    rules = state.rules
    wrong = _wrong_stakes(rules, tuple(state.seats[number].stakes.items()))
    if wrong is not None:
        reason, clause = wrong
        return f"seat {number}: {reason}", clause
    return _scattered(state, number) if rules.adjacent_boxes > 1 else None


# Remembered, because players bet the same amounts round after round.
@lru_cache(maxsize=4096)
def _wrong_stakes(rules: Rules, staked: tuple[tuple[str, int], ...]) -> tuple[str, str] | None:
    """Return what is wrong with the wagers of a seat, each with its amount, and the clause."""
    stakes = dict(staked)
    for name, (wager, needs) in rules.to_place.items():
        if name not in stakes:
            if not wager.side:
                return f"{name} is missing", wager.clause
            continue
        for needed in needs:
            if needed not in stakes:
                return f"{name} needs {needed}", wager.clause
        base = wager.size.base
        if base is None:
            continue
        if base not in stakes or not rules.bounds(wager, stakes).allows(stakes[name]):
            return f"{name} is not {wager.size}", wager.clause
    return None


def _scattered(state: State, number: int) -> tuple[str, str] | None:
    """Return the objection that the boxes that a player wagers on are not adjacent, at the first of
    these boxes; None at others.
    """
    player, clause = state.seats[number].player, state.rules.game.clauses.boxes
    name = state.seats[number].name
    boxes = [n for n, seat in state.seats.items() if seat.player == player and seat.stakes]
    if clause is None or adjacent(boxes) or number != min(boxes):
        return None
    return f"seat {number}: the boxes of {quoted(name)} are not adjacent", clause


def to_collect(state: State) -> list[Wager]:
    """Return the wagers whose stakes are still to be collected before the deal, in the text's
    order.
    """
    return [
        wager
        for wager in state.rules.collected
        if wager.name not in state.reconciled
        and any(wager.name in state.seats[number].stakes for number in state.playing)
    ]


def most_by_hand(state: State) -> int:
    """Return the most that is paid by hand at once, in cents: no more than a payout limit, where
    there is one.
    """
    limit = state.rules.payout_limit_cents
    return MOST_BY_HAND_CENTS if limit is None else min(limit, MOST_BY_HAND_CENTS)


# The deal -----------------------------------------------------------------------------------------


def next_deal(state: State) -> DealStep | None:
    """Return the next step of the deal, or None when all are dealt."""
    if state.phase is not DEALING:
        return None
    return state.deal_steps[state.deal_step] if state.deal_step < len(state.deal_steps) else None


def _deals_whole_steps(state: State, command: cmd.Deal) -> bool:
    """Return whether a command deals whole steps to every seat, without an irregularity."""
    for number in state.playing:
        if state.seats[number].out:
            return False
    return not (state.deal_part or command.part or command.skip or command.twice)


def planned_deal(state: State, command: cmd.Deal) -> tuple[tuple[Place, ...], int, int]:
    """Return the places of the cards that a command deals, how many steps are done then, and how
    many places of the next step.
    """
    if state.phase is not DEALING:
        return (), 0, 0
    steps = state.deal_steps[state.deal_step :]
    if not command.rest:
        steps = steps[:1]
    if _deals_whole_steps(state, command):
        return places_of(steps, state.playing), len(steps), 0
    plan = places_of(steps, state.playing)
    done = state.deal_part
    dealt: list[Place] = []
    for place in plan[done:]:
        if command.part and dealt and (command.part == "card" or place not in (dealt[-1], RACK)):
            break
        done += 1
        if place not in command.skip and not is_out(state, place):
            dealt += [place] * (2 if place in command.twice else 1)
    return (tuple(dealt), len(steps), 0) if done == len(plan) else (tuple(dealt), 0, done)


def right_number_so_far(state: State, place: Place) -> int:
    """Return how many cards a place should have by what has been dealt of the deal."""
    done = places_of(state.deal_steps[: state.deal_step], state.playing).count(place)
    if step := next_deal(state):
        done += places_of((step,), state.playing)[: state.deal_part].count(place)
    return done


def has_acted(state: State, number: int) -> bool:
    """Return whether a seat has decided about its cards in the round, or they were turned up."""
    seat = state.seats[number]
    decided = seat.folded or seat.withdrawn or seat.discarded or seat.left or seat.shown
    return bool(decided) or not seat.stakes.keys() <= state.rules.to_place.keys()


def is_skipped_without_cards(state: State, place: Place) -> bool:
    """Return whether a place that is found without cards was skipped: the others play on. Otherwise
    it has a wrong number of cards (reading `skipped-or-short`).
    """
    if not isinstance(place, int) or state.rules.game.procedure.irregular.skipped is None:
        return False
    if not state.seats[place].cards:
        return True
    return next_deal(state) is None and not has_acted(state, place)


def cards_needed(state: State, command: cmd.Command) -> int:
    """Return how many cards the source gives for a command that does not name them."""
    if type(command) is cmd.Deal:
        return len(planned_deal(state, command)[0])
    if type(command) is cmd.Replace:
        return cards_to_replace(state)
    if isinstance(command, cmd.FaceUp):
        return 1
    return int(isinstance(command, cmd.DrawnInError) and command.seen)


def cards_to_replace(state: State) -> int:
    """Return how many cards the seat that discarded is given."""
    if not state.replacing or state.turn is None:
        return 0
    return state.rules.game.own_cards - len(state.seats[state.turn].cards)


# The settlement -----------------------------------------------------------------------------------


def to_show(state: State) -> int | None:
    """Return the seat whose cards are turned up next, before its wagers are settled."""
    step, number = state.current, state.turn
    if not isinstance(step, SettleStep) or number is None:
        return None
    seat = state.seats[number]
    return number if not seat.shown and _shows(state, seat, step) else None


def _shows(state: State, seat: SeatState, step: SettleStep) -> bool:
    """Return whether the cards are turned up in this pass: because a wager that reads them is
    settled, or because a folded hand that was kept is collected, which others may envy.
    """
    reads, stakes, settled = state.rules.reads_own_cards, seat.stakes, seat.settled
    for name in step.wagers:
        if name in stakes and name in reads and name not in settled:
            return True
    return seat.folded is not None and step.collects and not seat.live
