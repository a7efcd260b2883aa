"""The state of a table, and the questions that everybody asks of it."""

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from fairdeal.cards import Card
from fairdeal.rulebook.game import (
    SEATS,
    BetOrFold,
    Deal,
    Dealing,
    Draw,
    Shuffling,
    Step,
    TakeBack,
)
from fairdeal.rulebook.procedure import DealingClauses, Procedure
from fairdeal.rulebook.rules import Rules
from fairdeal.table.meters import Meters

DECISIONS = (TakeBack, BetOrFold, Draw)
AUTOMATED_SHOE, RESHUFFLING = Dealing.AUTOMATED_SHOE, Shuffling.RESHUFFLING


class Phase(StrEnum):
    """Where a table is between two rounds and inside one."""

    OPEN = "open"  # cards are prepared, players sit down and bet
    DEALING = "dealing"  # bets are closed, stakes collected, cards dealt
    PLAYING = "playing"  # the round's steps, from the first decision to the last settlement


# A name of its own for each: the table asks for them with every command.
OPEN, DEALING, PLAYING = Phase


class Stage(StrEnum):
    """What has been done with a deck."""

    RECEIVED = "received"
    INSPECTED = "inspected"
    VERIFIED = "verified"
    FACE_DOWN = "spread face down"  # of an idle table
    SPREAD = "spread"  # face up
    STACKED = "stacked"  # to be shuffled: washed, or back from a round
    SHUFFLED = "shuffled"  # to be cut
    READY = "ready"


#: A deck that has been washed and is dealt from, or waits for it.
IN_USE = frozenset({Stage.STACKED, Stage.SHUFFLED, Stage.READY})


class DeckState(msgspec.Struct, frozen=True, gc=False):
    """A deck at the table."""

    color: str
    received_at: int
    stage: Stage
    #: Whether the order it lies in comes from a cut.
    cut: bool = False


class SeatState(msgspec.Struct, frozen=True, gc=False):
    """A seat: who sits there, and in a round its cards, wagers and decisions."""

    player: str
    in_round: bool = False
    #: Every stake of the round that did not go back to the player, in cents.
    stakes: dict[str, int] = {}
    #: Those whose chips are in the table inventory: collected before the deal, or lost.
    taken: frozenset[str] = frozenset()
    settled: frozenset[str] = frozenset()
    withdrawn: frozenset[str] = frozenset()
    cards: tuple[Card, ...] = ()
    discarded: tuple[Card, ...] = ()
    folded: str | None = None
    left: bool = False
    #: Out of the round with nothing more to win: forfeited or skipped.
    out: bool = False
    shown: bool = False
    #: Whether the others have been paid for this hand, if they envy it.
    envied: bool = False
    #: Whether the cards have gone to the discard rack.
    collected: bool = False
    #: Winnings of the paytable wagers so far, for the payout limit.
    won: int = 0

    @property
    def live(self) -> bool:
        """Whether a wager is still to be settled."""
        return not self.stakes.keys() <= self.settled

    def standing(self) -> Iterator[str]:
        """The wagers that are still to be settled."""
        return (name for name in self.stakes if name not in self.settled)


class State(msgspec.Struct, frozen=True, gc=False):
    """A table after so many events."""

    rules: Rules
    meters: Meters
    version: int = 0
    clock: int = 0
    #: Rounds completed, void ones included.
    rounds: int = 0
    phase: Phase = OPEN
    dealing: Dealing = Dealing.MANUAL_SHOE
    shuffling: Shuffling = Shuffling.MANUAL
    #: The dealing steps of a round in the way of dealing in use.
    script: tuple[Deal, ...] = ()
    decks: tuple[DeckState, ...] = ()
    #: The colour of the deck that is used in this round, or comes next; empty while the deck whose
    #: turn it is has still to come to the table.
    deck: str = ""
    seats: dict[int, SeatState] = {}
    #: The seats that are in the round, from the dealer's left.
    playing: tuple[int, ...] = ()
    #: What each player has won or lost, in cents; chips on the layout are out of the purse.
    purses: dict[str, int] = {}
    inventory: int = 0
    fed: dict[str, int] = {}
    reconciled: frozenset[str] = frozenset()
    deal_step: int = 0
    step: int = 0
    #: The step of the round that is on; None before the first decision and after the last step.
    current: Step | None = None
    #: Seats that have acted, or were settled, in the current step.
    acted: frozenset[int] = frozenset()
    #: The seat whose turn it is: to decide, or to be settled.
    turn: int | None = None
    board: dict[str, tuple[Card, ...]] = {}
    revealed: dict[str, int] = {}
    #: Every card that has left the shoe or the hand in this round.
    out: frozenset[Card] = frozenset()
    #: Whether a card that was drawn in error lies there to be used as the next one.
    pending: bool = False
    burned: tuple[Card, ...] = ()
    set_aside: tuple[Card, ...] = ()
    uncounted_rounds: int = 0
    counted: bool = False
    stub_racked: bool = False
    #: Whether settlement has moved chips, so that nothing can be void any more.
    paid: bool = False
    failed: frozenset[str] = frozenset()
    marked: frozenset[str] = frozenset()


def dealing_script(rules: Rules, dealing: Dealing, shuffling: Shuffling) -> tuple[Deal, ...]:
    """The dealing steps of a round: those of areas that are not in use fall away."""
    game = rules.game
    script = game.dealing[dealing]
    if dealing is AUTOMATED_SHOE and shuffling is RESHUFFLING and game.reshuffler_dealing:
        script = game.reshuffler_dealing
    idle = {area.name for area in game.areas} - set(rules.areas)
    return tuple(step for step in script if step.to not in idle)


def new_table(rules: Rules) -> State:
    """A table before any cards have come to it."""
    resets = dict(rules.progressive.resets) if rules.progressive else {}
    return State(
        rules=rules,
        meters=Meters(resets, resets),
        dealing=rules.dealing,
        shuffling=rules.shuffling,
        script=dealing_script(rules, rules.dealing, rules.shuffling),
    )


# Questions ----------------------------------------------------------------------------------------


def dealing_clauses(state: State) -> DealingClauses:
    """The clauses of the way of dealing in use."""
    return state.rules.game.procedure.dealing[state.dealing]


def wrong_number_clause(state: State) -> str:
    """The clause by which a wrong number of cards voids the round."""
    return state.rules.game.procedure.irregular.wrong_number or dealing_clauses(state).misdealt


def reshuffled_from_shoe(state: State) -> bool:
    """Whether a continuous reshuffler deals, so that there is no stub."""
    return state.shuffling is RESHUFFLING and state.dealing is AUTOMATED_SHOE


def decks_in_use(state: State) -> int:
    """How many decks the table plays with: the second needs a shuffling device."""
    return state.rules.decks if state.shuffling.by_machine else 1


def devices_of(dealing: Dealing, shuffling: Shuffling) -> frozenset[str]:
    """The automated devices that a way of dealing and of shuffling need."""
    devices = {"shuffler"} if shuffling.by_machine else set()
    return frozenset(devices | ({"shoe"} if dealing is AUTOMATED_SHOE else set()))


def deck_in_play(state: State) -> DeckState | None:
    """The deck of this round, or of the next one between rounds."""
    for deck in state.decks:
        if deck.color == state.deck:
            return deck
    return None


def deck_ready(state: State) -> bool:
    """Whether the deck of this round can be dealt from."""
    deck = deck_in_play(state)
    return deck is not None and deck.stage is Stage.READY


def before_first_card(state: State) -> bool:
    """Whether the cards may still be cut and shuffled: no card of the round has left the deck."""
    if state.phase is DEALING:
        return not state.out and not state.pending
    return state.phase is OPEN


def to_make_ready(deck: DeckState, procedure: Procedure) -> tuple[str, str] | None:
    """What must be done with a deck next before it can be dealt from, and the clause."""
    if deck.stage is Stage.READY:
        return None
    return {
        Stage.RECEIVED: ("inspected", procedure.inspect),
        Stage.INSPECTED: ("verified by a floorperson", procedure.inspect),
        Stage.VERIFIED: ("spread for the first player", procedure.spread),
        Stage.FACE_DOWN: ("turned face up for the first player", procedure.idle),
        Stage.SPREAD: ("washed", procedure.wash),
        Stage.STACKED: ("shuffled", procedure.shuffle),
        Stage.SHUFFLED: ("cut", procedure.cut),
    }[deck.stage]


def stub_size(state: State) -> int:
    """How many cards the stub should hold."""
    return len(state.rules.game.deck) - len(state.out) - state.pending


def count_due(state: State) -> bool:
    """Whether the stub must be counted in this round."""
    return not state.shuffling.counts and state.uncounted_rounds >= 4 and not state.counted


def stub_to_rack(state: State) -> bool:
    """Whether the stub must go to the discard rack before play goes on."""
    if state.stub_racked or reshuffled_from_shoe(state):
        return False
    game = state.rules.game
    if not game.procedure.stub_in_play:
        return True
    return state.phase is PLAYING and state.step >= game.draws_until


def right_number(state: State, place: str) -> int | None:
    """How many cards a seat or an area should have been dealt; None for no place of the round."""
    game = state.rules.game
    if place.startswith("seat:"):
        known = any(place == f"seat:{n}" and not state.seats[n].out for n in state.playing)
        return game.own_cards if known else None
    return state.rules.areas.get(place)


def right_number_so_far(state: State, place: str) -> int:
    """How many cards a place should have by the steps of the script that have been dealt."""
    steps = state.script[: state.deal_step]
    at_seat = place.startswith("seat:")
    return sum(
        step.count - step.burn
        for step in steps
        if (step.to == SEATS if at_seat else place in step.areas)
    )


def layout(state: State) -> int:
    """The chips on the layout, in cents."""
    return sum(
        cents
        for seat in state.seats.values()
        for wager, cents in seat.stakes.items()
        if wager not in seat.taken and wager not in seat.settled
    )
