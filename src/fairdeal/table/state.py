"""The state of a table, and the questions that everybody asks of it."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache

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
from fairdeal.table.events import Asked, Event, HandPayAsked, StubCounted
from fairdeal.table.meters import Meters
from fairdeal.table.values import RACK, Place

DECISIONS = (TakeBack, BetOrFold, Draw)
#: The stub is counted at least once in so many rounds.
COUNT_EVERY = 5
AUTOMATED_SHOE = Dealing.AUTOMATED_SHOE
COUNTING, RESHUFFLING = Shuffling.COUNTING, Shuffling.RESHUFFLING


class Phase(StrEnum):
    """Where a table is between two rounds and inside one."""

    OPEN = "open"  # cards are prepared, players sit down and bet
    DEALING = "dealing"  # bets are closed, stakes collected, cards dealt
    PLAYING = "playing"  # the round's steps, from the first decision to the last settlement
    CLOSED = "closed"  # the end of the day


# A name of its own for each: the table asks for them with every command.
OPEN, DEALING, PLAYING, CLOSED = Phase


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


# For these as well: an enumeration looks its members up anew each time that one is asked for.
RECEIVED, INSPECTED, VERIFIED, FACE_DOWN, SPREAD, STACKED, SHUFFLED, READY = Stage


#: A deck that has been washed and is dealt from, or waits for it.
IN_USE = frozenset({STACKED, SHUFFLED, READY})
#: A deck that lies in the order that a shuffle gave it.
LIES_IN_ORDER = (SHUFFLED, READY)


class DeckState(msgspec.Struct, frozen=True, gc=False):
    """A deck at the table."""

    color: str
    received_at: int
    stage: Stage
    #: How many cards from the top it was cut last; 0 where its order comes from a shuffle alone.
    cut: int = 0
    #: Who inspected it, by id: somebody else verifies.
    inspected_by: str = ""
    #: What binds the house to the order it lies in, at a table that commits to its cards.
    commitment: str = ""


class SeatState(msgspec.Struct, frozen=True, gc=False):
    """A seat: who sits there, by id, and in a round its cards, wagers and decisions."""

    player: str
    name: str = ""
    bot: bool = False
    in_round: bool = False
    #: Whether the bets stand, and the player's word for the shuffle.
    ready: bool = False
    word: str | None = None
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
        """Return whether a wager is still to be settled."""
        return not self.stakes.keys() <= self.settled

    def standing(self) -> Iterator[str]:
        """Yield the wagers that are still to be settled."""
        return (name for name in self.stakes if name not in self.settled)


class State(msgspec.Struct, frozen=True, gc=False):
    """A table after so many events."""

    rules: Rules
    meters: Meters
    #: Whether the house commits to the order of the cards before a bet is taken.
    commits: bool = False
    version: int = 0
    #: The version after the last event that was more than a player's own between two rounds: a step
    #: that was read before it has passed.
    stepped: int = 0
    clock: int = 0
    #: The dealer who has tapped in, by id, and the name; empty where nobody has.
    dealer: str = ""
    dealer_name: str = ""
    #: Everybody who has dealt since the bets of the round were closed, or of the last round, by id.
    dealt: frozenset[str] = frozenset()
    #: Rounds completed, void ones included.
    rounds: int = 0
    phase: Phase = OPEN
    dealing: Dealing = Dealing.MANUAL_SHOE
    shuffling: Shuffling = Shuffling.MANUAL
    #: The steps of a deal in the way of dealing in use.
    deal_steps: tuple[Deal, ...] = ()
    decks: tuple[DeckState, ...] = ()
    #: The colour of the deck that is used in this round, or comes next; empty while the deck whose
    #: turn it is has still to come to the table.
    deck: str = ""
    seats: dict[int, SeatState] = {}
    #: The seats that are in the round, from the dealer's left.
    playing: tuple[int, ...] = ()
    #: What each player at the table has won or lost, in cents, by id; chips on the layout are out
    #: of the purse, and who leaves takes it along.
    purses: dict[str, int] = {}
    #: What each player has bought in at the table since he or she sat down, in cents, by id. With
    #: what was won or lost it is the game account.
    bought: dict[str, int] = {}
    #: What those who left have won or lost in all.
    gone: int = 0
    inventory: int = 0
    #: Whether a player has been at the table, so that its cards were looked at.
    visited: bool = False
    #: How often in this round the bets were opened again: the deck they wait for was taken away.
    reopened: int = 0
    #: What this round's stakes fed the meters, and those that another table has won since.
    fed: dict[str, int] = {}
    won_elsewhere: frozenset[str] = frozenset()
    reconciled: frozenset[str] = frozenset()
    deal_step: int = 0
    #: How many places of that step have been dealt to.
    deal_part: int = 0
    step: int = 0
    #: The step of the round that is on; None before the first decision and after the last step.
    current: Step | None = None
    #: Seats that have acted, or were settled, in the current step.
    acted: frozenset[int] = frozenset()
    #: The seat whose turn it is: to decide, or to be settled.
    turn: int | None = None
    #: Whether that seat has discarded and waits for its replacements.
    replacing: bool = False
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
    #: How many hands of the seat that is settled have been announced.
    announced: int = 0
    #: Whether settlement has moved chips, so that nothing can be void any more.
    paid: bool = False
    failed: frozenset[str] = frozenset()
    marked: frozenset[str] = frozenset()
    #: What the floorperson is asked to confirm, and a stub count that waits for the floorperson.
    asked: Asked | None = None
    #: The card that this is about, which is still in its place.
    reported: Card | None = None
    differs: StubCounted | None = None
    #: What the floorperson was called for.
    called: str | None = None
    #: The last payment that two people made, and when it was confirmed.
    hand_paid: HandPayAsked | None = None
    hand_paid_at: int = 0
    #: Whether any of these waits for the floorperson, or the table is closed: looked at with every
    #: command, so kept as one.
    held: bool = False
    #: What the dealer has at hand to do for what just happened: collecting a fold, giving back.
    chores: tuple[Event, ...] = ()
    #: The round to which players pledge their words; empty where words are not pledged: at a table
    #: that commits to nothing, and in a round of the first protocol.
    words_round: str = ""
    #: The pledges of words by seat. A word that was revealed is the seat's.
    pledges: dict[int, str] = {}
    #: The seats that may still pledge a word anew, after the cards were ordered to be made ready
    #: again.
    to_pledge: frozenset[int] = frozenset()
    #: When pledges, or words that were pledged, began to be waited for.
    words_since: int = 0
    #: Whether the cards were ordered to be shuffled or cut again after "no more bets".
    late_order: bool = False
    #: Whether the round can only be void, because the secret of its cards is lost.
    secret_lost: bool = False


def dealing_steps(rules: Rules, dealing: Dealing, shuffling: Shuffling) -> tuple[Deal, ...]:
    """Return the dealing steps of a round, without those of areas that are not in use."""
    game = rules.game
    steps = game.dealing[dealing]
    if dealing is AUTOMATED_SHOE and shuffling is RESHUFFLING and game.reshuffler_dealing:
        steps = game.reshuffler_dealing
    idle = {area.name for area in game.areas} - set(rules.areas)
    return tuple(step for step in steps if step.to not in idle)


def new_table(
    rules: Rules, meters: Mapping[str, int] | None = None, *, commits: bool = False
) -> State:
    """Return a table before any cards have come to it; meters not carried over stand at their
    reset.
    """
    resets = dict(rules.progressive.resets) if rules.progressive else {}
    return State(
        rules=rules,
        meters=Meters({**resets, **(meters or {})}, resets),
        commits=commits,
        dealing=rules.dealing,
        shuffling=rules.shuffling,
        deal_steps=dealing_steps(rules, rules.dealing, rules.shuffling),
    )


# Questions ----------------------------------------------------------------------------------------


def dealing_clauses(state: State) -> DealingClauses:
    """Return the clauses of the way of dealing in use."""
    return state.rules.game.procedure.dealing[state.dealing]


@lru_cache(maxsize=1024)
def places_of(steps: tuple[Deal, ...], seats: tuple[int, ...]) -> tuple[Place, ...]:
    """Return where each card of some steps goes, in the order in which they leave the deck."""
    places: list[Place] = []
    for step in steps:
        receivers: Sequence[Place] = seats if step.to == SEATS else step.areas
        for place in receivers:
            places += [place] * (step.count - step.burn) + [RACK] * step.burn
    return tuple(places)


def is_out(state: State, place: Place) -> bool:
    """Return whether a place is a seat that is out of the round."""
    return isinstance(place, int) and state.seats[place].out


def still_dealt_to(state: State, step: Deal) -> list[Place]:
    """Return the places that still get a card or a stack in the step that is on, in order."""
    left = places_of((step,), state.playing)[state.deal_part :]
    return [place for place in dict.fromkeys(left) if place != RACK and not is_out(state, place)]


def wrong_number_clause(state: State) -> str:
    """Return the clause by which a wrong number of cards voids the round."""
    return state.rules.game.procedure.irregular.wrong_number or dealing_clauses(state).misdealt


def reshuffled_from_shoe(state: State) -> bool:
    """Return whether a continuous reshuffler deals, so that there is no stub."""
    return state.shuffling is RESHUFFLING and state.dealing is AUTOMATED_SHOE


def decks_in_use(state: State) -> int:
    """Return how many decks the table plays with: the second needs a shuffling device."""
    return state.rules.decks if state.shuffling.by_machine else 1


def devices_of(dealing: Dealing, shuffling: Shuffling) -> frozenset[str]:
    """Return the automated devices that a way of dealing and of shuffling need."""
    devices = {"shuffler"} if shuffling.by_machine else set()
    return frozenset(devices | ({"shoe"} if dealing is AUTOMATED_SHOE else set()))


def deck_in_play(state: State) -> DeckState | None:
    """Return the deck of this round, or of the next one between rounds."""
    for deck in state.decks:
        if deck.color == state.deck:
            return deck
    return None


def deck_ready(state: State) -> bool:
    """Return whether the deck of this round can be dealt from."""
    deck = deck_in_play(state)
    return deck is not None and deck.stage is READY


def bound(state: State) -> bool:
    """Return whether the order of the cards allows bets to be taken. At a table that commits to the
    order, the commitment of the round must be in the log.
    """
    if not state.commits:
        return True
    deck = deck_in_play(state)
    return deck is not None and bool(deck.commitment)


def before_first_card(state: State) -> bool:
    """Return whether the cards may still be cut and shuffled, because no card of the round has left
    the deck.
    """
    if state.phase is DEALING:
        return not state.out and not state.pending
    return state.phase is OPEN


def to_make_ready(deck: DeckState, procedure: Procedure) -> tuple[str, str] | None:
    """Return what must be done with a deck next before it can be dealt from, and the clause."""
    if deck.stage is READY:
        return None
    return {
        RECEIVED: ("inspected", procedure.inspect),
        INSPECTED: ("verified by a floorperson", procedure.inspect),
        VERIFIED: ("spread for the first player", procedure.spread),
        FACE_DOWN: ("turned face up for the first player", procedure.idle),
        SPREAD: ("washed", procedure.wash),
        STACKED: ("shuffled", procedure.shuffle),
        SHUFFLED: ("cut", procedure.cut),
    }[deck.stage]


def stub_size(state: State) -> int:
    """Return how many cards the stub should hold."""
    return len(state.rules.game.deck) - len(state.out) - state.pending


def count_due(state: State) -> bool:
    """Return whether the stub must be counted in this round.

    A counting device that came back after uncounted rounds does not make up for them (reading
    `method-change-count`).
    """
    return (
        state.uncounted_rounds >= COUNT_EVERY - 1
        and not state.counted
        and not reshuffled_from_shoe(state)
    )


def stub_to_rack(state: State) -> bool:
    """Return whether the stub must go to the discard rack before play goes on."""
    if state.stub_racked or reshuffled_from_shoe(state):
        return False
    game = state.rules.game
    if not game.procedure.stub_in_play:
        return True
    return state.phase is PLAYING and state.step >= game.draws_until


def right_number(state: State, place: Place) -> int | None:
    """Return how many cards a seat or an area should have been dealt; None for no place of the
    round.
    """
    if isinstance(place, int):
        known = place in state.playing and not state.seats[place].out
        return state.rules.game.own_cards if known else None
    return state.rules.areas.get(place)


def voided_by_lost_secret(state: State) -> bool:
    """Return whether the round is void if the secret of its cards is lost now: settlement that has
    begun takes no more cards, and goes on (reading `lost-secret`).
    """
    return state.phase is not OPEN and not state.paid and not isinstance(state.asked, HandPayAsked)


def layout_cents(state: State, player: str | None = None) -> int:
    """Return the chips on the layout, in cents: those of all players, or of one."""
    return sum(
        cents
        for seat in state.seats.values()
        for wager, cents in seat.stakes.items()
        if wager not in seat.taken and wager not in seat.settled and player in (None, seat.player)
    )


def account_cents(state: State, player: str) -> int:
    """Return the game account of a player at the table, in cents: bought in, and won or lost
    since.
    """
    return state.bought.get(player, 0) + state.purses.get(player, 0)


def moment(state: State) -> str:
    """Return the moment for which a player's command is decided, the same for everybody. It changes
    when bets open or close, when the question or the seat that is asked changes, and when the round
    ends. It never comes back: bets that open again are another moment.
    """
    number = state.rounds + 1
    if state.phase is OPEN:
        deck = deck_in_play(state)
        betting = deck is not None and deck.stage in LIES_IN_ORDER and bound(state)
        again = f".{state.reopened}" if state.reopened else ""
        return f"{number}.{'bets' if betting else 'opening'}{again}"
    if isinstance(state.current, DECISIONS) and not state.replacing:
        return f"{number}.{state.step}.{state.turn}"
    done = sum([isinstance(step, DECISIONS) for step in state.rules.game.round[: state.step]])
    waiting = f".{state.turn}" if state.replacing else ""
    return f"{number}.play.{done}{waiting}"
