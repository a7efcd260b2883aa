"""The source of cards of a simulated table: a deck follows from the seed and the round's number."""

from fairdeal.play.sources import Order, Source
from fairdeal.simulate.philox import RoundDeck
from fairdeal.table.state import State


class PhiloxSource(Source):
    """The decks of numbered rounds. The order is the one after the cut, so that the same cards come
    whether the rules have a cut or not.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(lambda deck: deck.cards)
        self._seed = seed
        #: The number of the round whose cards come next.
        self.round = 0
        self._deck: tuple[int, RoundDeck] | None = None

    def coming(self, state: State, count: int) -> Order:
        """Return the next cards of the round's deck."""
        if self._deck is None or self._deck[0] != self.round:
            self._deck = self.round, RoundDeck(state.rules.game.deck, self._seed, self.round)
        out = len(state.out)
        return self._deck[1].top(out + count)[out:]
