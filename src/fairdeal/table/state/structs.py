"""The state of a table, of its seats and of its decks, as frozen values."""

from collections.abc import Iterator

import msgspec

from fairdeal.cards import Card
from fairdeal.rulebook.game import Deal, Dealing, Shuffling, Step
from fairdeal.rulebook.rules import Rules
from fairdeal.table.events import (
    Asked,
    Event,
    HandPayAsked,
    LimitsChanged,
    LimitsPosted,
    StubCounted,
)
from fairdeal.table.meters import Meters
from fairdeal.table.state.phases import OPEN, Phase, Stage


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
    #: The change of limits that is posted, and the last one that was made, which `rules` has.
    limits_notice: LimitsPosted | None = None
    limits_changed: LimitsChanged | None = None
