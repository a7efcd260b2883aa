"""Sources of cards. A source holds the order of each deck; which cards have left a deck is part of
the table's state. So a source can be saved (`snapshot`) and restored at any entry.

The table does not know which source it has: shuffled by the operating system, by a seed, by a
secret that is committed to, or none where a dealer scans real cards and commands name them.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from fairdeal.cards import Card, Deck, card_text, is_joker, parse_cards
from fairdeal.english import how_often
from fairdeal.errors import BadInputError, Refused
from fairdeal.play.fairness import (
    commitment,
    cut_depth,
    fair_order,
    opening_hash,
    round_id,
    secret_after,
)
from fairdeal.play.shuffling import new_order, seeded_stream, system_stream
from fairdeal.table import events as ev
from fairdeal.table.entry import Opening
from fairdeal.table.next_step import CUT_DEPTH
from fairdeal.table.state import (
    CLOSED,
    LIES_IN_ORDER,
    OPEN,
    DeckState,
    State,
    before_first_card,
    deck_in_play,
)
from fairdeal.table.words import words_text
from fairdeal.wire.joker_numbers import number_deck_jokers
from fairdeal.wire.log import write_opening

#: The order of a deck, from the top.
Order = tuple[Card, ...]


class Source:
    """Decks by colour, each in its order. `shuffle` gives a deck its next order; `first` are cards
    that come first in the first round whatever the shuffle and the cut, for tests and scripts.
    """

    #: What an opening entry calls it.
    name = "sealed"

    def __init__(self, shuffle: Callable[[Deck], Order], first: Sequence[Card] = ()) -> None:
        self._shuffle = shuffle
        self._first = tuple(first)
        self._shuffles = 0
        self.orders: dict[str, Order] = {}

    def follow(self, state: State, event: ev.Event) -> None:
        """Apply an event to the orders of the decks; `state` is the one before the event. Whenever
        an order changes or ends, the decks of the table's state change as well.
        """
        match event:
            case ev.DeckShuffled(deck=color):
                self.orders[color] = self._shuffle(state.rules.game.deck)
            case ev.RoundEnded() | ev.RoundVoided():
                # Back in the rack, and nothing that anybody could deal from before a new shuffle.
                self.orders.pop(state.deck, None)
                if state.out:
                    self._first = ()
            case ev.DeckCut(deck=color, depth=depth):
                order = self.orders[color]
                cut = order[depth:] + order[:depth]
                self.orders[color] = number_deck_jokers(state.rules.game.deck, cut)
            case ev.DecksReceived(preshuffled=True):
                for color in event.colors:
                    self.orders[color] = self._shuffle(state.rules.game.deck)
            case ev.DeckRemoved(deck=color):
                self.orders.pop(color, None)

    def due(self, before: State, after: State) -> list[ev.Event]:
        """Return the events that the source adds to the entry which leads from `before` to `after`:
        commitments and revealed secrets. It is called only at a table that commits to its cards.
        """
        del before, after
        return []

    def cut_depth(self, state: State) -> int:
        """Return how deep the automatic dealer cuts the deck in play."""
        del state
        return CUT_DEPTH

    def snapshot(self) -> "SourceState":
        """Return the whole content of the source, as a value for `restore`."""
        return SourceState(dict(self.orders), self._first, self._shuffles)

    def restore(self, kept: "SourceState") -> None:
        """Replace everything that the source holds by a snapshot of it."""
        self.orders = dict(kept.orders)
        self._first, self._shuffles = kept.first, kept.shuffles

    def coming(self, state: State, count: int) -> Order:
        """Return the next cards of the deck in play; fewer where the stub runs out."""
        order = self.orders.get(state.deck, ())
        if self._first:
            rest = (card for card in order if card not in self._first)
            order = number_deck_jokers(state.rules.game.deck, (*self._first, *rest))
        if not state.set_aside:
            left = len(state.out)
            return order[left : left + count]
        # Not all that is out came from the top: a card found face up may have lain behind one that
        # was drawn in error.
        return tuple([card for card in order if card not in state.out][:count])


class SourceState(NamedTuple):
    """A snapshot of a source: the order of each deck, the cards that come first and the number of
    shuffles so far; or the secrets of a round.
    """

    orders: Mapping[str, Order]
    first: Order = ()
    shuffles: int = 0
    secrets: "Secrets | None" = None


class Secrets(NamedTuple):
    """The secrets of a round in the order of their making, each with its commitment before it; the
    last is that of the deck in play. A secret is empty where only its commitment is known, and for
    good where the commitment is among those whose secrets are `lost`.
    """

    round: str = ""
    deck: str = ""
    made: tuple[tuple[str, str], ...] = ()
    lost: tuple[str, ...] = ()


#: What a source holds that has nothing to keep.
NOTHING: Final = SourceState({})


class SeededSource(Source):
    """Shuffles that follow from a seed: the same seed gives the same cards in every version."""

    name = "seeded"

    def __init__(self, seed: str | int, first: Sequence[Card] = ()) -> None:
        super().__init__(self._next, first)
        self.seed = str(seed)

    def _next(self, deck: Deck) -> Order:
        self._shuffles += 1
        return new_order(deck, seeded_stream(self.seed, self._shuffles))


class SystemSource(Source):
    """Shuffled from the operating system's cryptographic source: the order is kept apart (`orders`)
    until the round has ended.
    """

    def __init__(self, orders: Mapping[str, Order] | None = None) -> None:
        super().__init__(lambda deck: new_order(deck, system_stream))
        self.orders.update(orders or {})


SECRET_BYTES: Final = 32
#: How rounds are committed to from now on: words are pledged before they are shown.
PROTOCOL: Final = 2


def system_secret() -> str:
    """Return a secret from the operating system's cryptographic source."""
    return secrets.token_hex(SECRET_BYTES)


class CommittedSource(Source):
    """Decks whose order follows from a secret that the house has bound itself to before the bets,
    and the players' words. An order is made when a card is needed and not before: until the bets
    are closed there is none.

    `rules_hash` is the SHA-256 of the first line of the table's log; `new_secret` gives 32 bytes in
    hex that nobody can guess.
    """

    name = "committed"

    def __init__(
        self,
        table: str,
        rules_hash: str,
        new_secret: Callable[[], str] = system_secret,
    ) -> None:
        super().__init__(lambda _: ())
        self.table = table
        self.rules_hash = rules_hash
        self._new_secret = new_secret
        self._held = NO_SECRETS
        #: The snapshot that was made last.
        self._kept = NOTHING
        #: A secret with its commitment that waits for its entry.
        self._next = ("", "")
        #: The order that was made last, and what it was made from.
        self._made: tuple[tuple[str, str, int], Order] = (("", "", 0), ())

    @classmethod
    def of(
        cls, opening: Opening, new_secret: Callable[[], str] = system_secret
    ) -> "CommittedSource":
        """Return the source of a table with this opening."""
        return cls(opening.table, opening_hash(write_opening(opening)), new_secret)

    # Binding the house

    def due(self, before: State, after: State) -> list[ev.Event]:
        """Return the secrets of a round that is over, and a commitment to the next deck as soon as
        that has an order.
        """
        events: list[ev.Event] = []
        # A table that closes after a commitment has a round that never was: it is opened all the
        # same, so that no commitment in a log stays closed.
        if after.rounds != before.rounds or (after.phase is CLOSED and self._held.made):
            events.append(self._revealed(before))
        deck = deck_in_play(after)
        if deck is not None and _to_commit(after, deck):
            number = round_id(self.table, after.rounds + 1)
            protocol = self.protocol(after)
            follows = protocol == 1 and after.phase is not OPEN
            self._next = self.bind(number, follows=follows)
            events.append(ev.DeckCommitted(deck.color, number, self._next[0], protocol))
        return events

    def protocol(self, state: State) -> int:
        """Return the protocol of the next commitment. A round that began in the first one, before
        words were pledged, ends in it.
        """
        return PROTOCOL if state.phase is OPEN or state.words_round else 1

    def bind(self, number: str, *, follows: bool) -> tuple[str, str]:
        """Return a new secret for a round, after the commitment to it; or, in the first protocol,
        the one that follows from the secret before it.
        """
        secret = self._after_the_last(number) if follows else self._new_secret()
        return commitment(self.table, number, self.rules_hash, secret), secret

    def _after_the_last(self, number: str) -> str:
        last = self._held.made[-1][1] if self._held.made else ""
        if not last:
            raise BadInputError(_NOT_THERE)
        return secret_after(last, self.table, number)

    def _revealed(self, state: State) -> ev.SecretsRevealed:
        held = self._held
        if not held.made or not all(secret or bound in held.lost for bound, secret in held.made):
            raise BadInputError(_NOT_THERE)
        deck = deck_in_play(state)
        cut = deck.cut if deck else 0
        return ev.SecretsRevealed(self._held.round, self._held.made, words_text(state), cut or None)

    def follow(self, state: State, event: ev.Event) -> None:
        """Hold the secret of what was committed to until it is revealed. From a log alone only the
        commitments are known: the secrets come with `unseal`.
        """
        del state
        if type(event) not in _FOLLOWED:
            return
        match event:
            case ev.DeckCommitted():
                held = self._held if self._held.round == event.round else NO_SECRETS
                made = held.made
                if event.commitment not in dict(made):
                    bound, secret = self._next
                    secret = secret if bound == event.commitment else ""
                    made = (*made, (event.commitment, secret))
                self._held = Secrets(event.round, event.deck, made, held.lost)
                self._next = ("", "")
            case ev.SecretsLost():
                made = tuple((bound, "") for bound, _ in self._held.made)
                self._held = self._held._replace(made=made, lost=tuple(dict(made)))
            case ev.SecretsRevealed() if event.round == self._held.round:
                self._held = NO_SECRETS
                self._made = (("", "", 0), ())

    # The cards

    def coming(self, state: State, count: int) -> Order:
        """Return the next cards of the deck in play, whose order is made here."""
        deck = deck_in_play(state)
        if state.phase is OPEN or deck is None or not deck.commitment:
            return ()  # whoever asks now is told why not
        if deck.commitment in self._held.lost:
            return ()  # the void is asked for
        secret, words = self._secret(deck), words_text(state)
        if self._made[0] != (secret, words, deck.cut):
            order = fair_order(
                state.rules.game.deck,
                secret,
                self.table,
                round_id(self.table, state.rounds + 1),
                words,
                deck.cut,
            )
            self._made = ((secret, words, deck.cut), order)
        self.orders = {state.deck: self._made[1]}
        return super().coming(state, count)

    def cut_depth(self, state: State) -> int:
        """Return the depth that follows from the secret, so that nobody chooses it."""
        deck = deck_in_play(state)
        if deck is None:
            return super().cut_depth(state)
        secret, number = self._secret(deck), round_id(self.table, state.rounds + 1)
        return cut_depth(len(state.rules.game.deck), secret, self.table, number)

    def _secret(self, deck: DeckState) -> str:
        """Return the secret of a deck that was committed to."""
        secret = dict(self._held.made).get(deck.commitment)
        if not secret:
            raise BadInputError(_NOT_THERE)
        return secret

    # Kept

    def snapshot(self) -> SourceState:
        """Return the secrets that the source holds, as a value."""
        if not self._held.made:
            return NOTHING
        if self._kept.secrets is not self._held:
            self._kept = SourceState({}, secrets=self._held)
        return self._kept

    def restore(self, kept: SourceState) -> None:
        """Replace everything that the source holds by a snapshot of it."""
        self._held = kept.secrets or NO_SECRETS

    def sealed(self) -> dict[str, Any]:
        """Return what must be stored apart from the log so that a table can go on in the middle of
        a round: its secrets, the round and the deck. Empty where no secret is held.
        """
        held = self._held
        if not held.made:
            return {}
        made = [{"commitment": bound, "secret": secret} for bound, secret in held.made]
        return {"round": held.round, "deck": held.deck, "secrets": made}

    def unseal(self, document: Mapping[str, Any]) -> None:
        """Hold the secrets that were stored apart, before or after the log is read. Every one must
        be what its commitment says, and none of those that the log tells of may be missing.
        """
        told = self._held
        try:
            given = {one["commitment"]: one["secret"] for one in document.get("secrets", ())}
            number, deck = document.get("round", ""), document.get("deck", "")
            right = all(
                bound == commitment(self.table, number, self.rules_hash, secret)
                and len(bytes.fromhex(secret)) == SECRET_BYTES
                for bound, secret in given.items()
                if secret or bound not in told.lost
            )
        except (AttributeError, LookupError, TypeError, ValueError):
            raise BadInputError("the sealed secrets cannot be read") from None
        if told.made:
            right = right and number == told.round and all(b in given for b, _ in told.made)
            # One more may have been sealed than the log came to tell of.
            given = {bound: given.get(bound, "") for bound, _ in told.made}
        if not right:
            raise BadInputError("the sealed secrets are of another table or round")
        self._held = Secrets(number, told.deck or deck, tuple(given.items()), told.lost)


#: A source that is bound to nothing.
NO_SECRETS: Final = Secrets()
#: The events that change what a source holds.
_FOLLOWED: Final = frozenset({ev.DeckCommitted, ev.SecretsLost, ev.SecretsRevealed})
_NOT_THERE: Final = "the secret that the cards were committed to with is missing"


def _to_commit(state: State, deck: DeckState) -> bool:
    """Return whether the deck in play has an order that the house has not committed to."""
    return deck.stage in LIES_IN_ORDER and not deck.commitment and before_first_card(state)


def first_cards(text: str, deck: Deck) -> Order:
    """Return the cards that come first, by name; the second joker named is the other one."""
    cards: list[Card] = []
    for card in parse_cards(text):
        one = card + 1 if card in cards and is_joker(card) else card
        if one not in deck:
            raise BadInputError(f"the deck has no such card as {card_text(card)}")
        if one in cards:
            raise BadInputError(f"{card_text(card)} is there {how_often(deck.copies(card) + 1)}")
        cards.append(one)
    return tuple(cards)


class NamedCards(Source):
    """The source of a table of real cards: it knows no order, and the dealer names each card."""

    name = "named"

    def __init__(self) -> None:
        super().__init__(lambda _: ())

    def follow(self, state: State, event: ev.Event) -> None:
        """Do nothing, because the order of the cards is not known."""

    def coming(self, state: State, count: int) -> Order:
        """Return no cards, because the commands name them."""
        del state, count
        raise Refused("the cards of this table are named by whoever deals them", None)
